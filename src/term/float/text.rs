//! Values as text that reads back as the same bits.

use super::Format;
use crate::term::{Int, Range, Term, Terms};

/// What comes before the bits of what is not a number, in text.
const BITS: &str = "nan:0x";

impl Format {
    /// The value of a rank: the shortest decimal that reads back as it, `inf`, `nan`, or `nan:0x` with the bits.
    pub fn show(self, rank: &Int) -> String {
        let value = self.value_of(rank);
        match self {
            _ if value.is_nan() && self.bits_of(rank) == self.quiet() => "nan".to_owned(),
            _ if value.is_nan() => format!("{BITS}{:x}", self.bits_of(rank)),
            Format::Single => format!("{:?}", value as f32),
            Format::Double => format!("{value:?}"),
        }
    }

    /// The rank of a value that is written so.
    pub fn read(self, text: &str) -> Option<Int> {
        let text = text.trim();
        if let Some(digits) = text.strip_prefix(BITS) {
            let bits = u64::from_str_radix(digits, 16).ok()?;
            let fits = self == Format::Double || bits >> self.bits() == 0;
            return fits.then(|| Int::from(self.rank(bits))).filter(|rank| self.value_of(rank).is_nan());
        }
        let rank = match (text, self) {
            ("nan", _) => self.rank(self.quiet()),
            (_, Format::Single) => self.rank_of(f64::from(number::<f32>(text)?)),
            (_, Format::Double) => self.rank_of(number::<f64>(text)?),
        };
        Some(Int::from(rank))
    }

    /// The bits of `NAN`.
    pub(super) fn quiet(self) -> u64 {
        match self {
            Format::Single => u64::from(f32::NAN.to_bits()),
            Format::Double => f64::NAN.to_bits(),
        }
    }
}

impl Terms {
    /// A range of a term's values, of ranks as what they stand for.
    pub fn show_range(&self, t: Term, range: &Range) -> String {
        match (self.format_of(t), &range.lo, &range.hi) {
            (Some(format), Some(lo), Some(hi)) => format!("{}..{}", format.show(lo), format.show(hi)),
            _ => range.to_string(),
        }
    }
}

/// A number with digits, or infinity.
fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    let is_number = text.contains(|c: char| c.is_ascii_digit()) || text.trim_start_matches('-') == "inf";
    text.parse().ok().filter(|_| is_number)
}
