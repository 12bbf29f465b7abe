//! An input is a C program whose first line is a comment with how to ask about it:
//! `// OPTIONS ENTRY TARGET`, where `OPTIONS` is a number whose bits say the rest.
//! What is missing or wrong there has a default, so that every text is an input.

use lariat::program::Target;
use lariat::question::{DataModel, Guide, Overflow};

/// Longer inputs say little more and take long.
pub const LONGEST: usize = 8 << 10;

/// A question and the text it is about.
pub struct Input<'a> {
    /// The whole text, first line included.
    pub text: &'a str,
    /// The entry function.
    pub entry: &'a str,
    /// What is asked about.
    pub target: Target,
    bits: u32,
}

impl<'a> Input<'a> {
    /// Reads an input; none if the bytes are no text, or too many.
    pub fn read(bytes: &'a [u8]) -> Option<Input<'a>> {
        let text = std::str::from_utf8(bytes).ok().filter(|text| text.len() <= LONGEST)?;
        let header = text.lines().next().and_then(|line| line.strip_prefix("//")).unwrap_or("");
        let mut words = header.split_whitespace();
        let bits = words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
        let entry = words.next().unwrap_or("main");
        let target = words.next().and_then(|word| word.parse().ok());
        let target = target.unwrap_or_else(|| Target::Call("reach_error".into()));
        Some(Input { text, entry, target, bits })
    }

    /// The first line of an input.
    pub fn header(bits: u32, entry: &str, target: &Target) -> String {
        format!("// {bits} {entry} {target}\n")
    }

    /// The widths of C's types.
    pub fn data_model(&self) -> DataModel {
        if self.bits & 1 == 0 { DataModel::Lp64 } else { DataModel::Ilp32 }
    }

    /// What signed arithmetic beyond its type does.
    pub fn signed_overflow(&self) -> Overflow {
        if self.bits & 2 == 0 { Overflow::Undefined } else { Overflow::Wrap }
    }

    /// Whether segments are used.
    pub fn segments(&self) -> bool {
        self.bits & 4 == 0
    }

    /// Whether branches are folded wherever that is possible.
    pub fn folds(&self) -> bool {
        self.bits & 8 != 0
    }

    /// Which solver guides.
    pub fn guide(&self) -> Guide {
        [Guide::Best, Guide::Interval, Guide::Ilp, Guide::Smt][(self.bits >> 4 & 3) as usize]
    }
}
