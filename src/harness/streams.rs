//! Streams that a program is handed: real ones, to which the library can write.
//!
//! What a witness says is read from one never gets there: functions that read are the harness's own.

use super::feed::{Feed, Feeder};
use crate::frontend::c::tree::Type;
use crate::frontend::c::{Known, is_stream, known_function};
use crate::program::Input;
use crate::program::said::{NULL, said_of};
use crate::replay::InputValue;
use crate::term::Int;
use std::collections::BTreeSet;

/// In C: a new stream. `runtime.c` has it.
pub(super) const OPENED: &str = "lariat_opened()";

/// The function of the library that it comes from.
pub(super) const OPENS: &str = "fmemopen";

/// Whether something of this type is a pointer to a stream.
pub(super) fn leads_to_stream(ty: &Type) -> bool {
    matches!(ty, Type::Pointer(to) if is_stream(to))
}

impl Feeder<'_> {
    /// Whether a pointer of this name is given a new stream: the library looks into it, and nothing else does.
    pub fn is_opened(&self, to: &Type, name: &str) -> bool {
        // Members of streams begin so; what an input says of the stream itself does not.
        let inside = format!("{name}._");
        let is_inside = |input: &&Input| input.name == name || input.name.starts_with(&inside);
        is_stream(to) && !self.program.inputs.iter().filter(is_inside).any(|input| self.was_read(input))
    }

    /// The variable of another file that leads to a stream, if an input says whether it is null.
    pub fn opened_variable<'i>(&self, input: &'i Input) -> Option<&'i str> {
        let name = input.name.strip_prefix("(*")?.strip_suffix(&said_of(")", NULL))?;
        self.survey.streams.contains(name).then_some(name)
    }

    /// Those that are null.
    pub fn null_streams(&self) -> BTreeSet<String> {
        let is_null = |input: &&Input| matches!(self.witness.values.get(&input.symbol), Some(InputValue::Scalar(v)) if *v == Int::ONE);
        let all = self.program.inputs.iter().filter(is_null);
        all.filter_map(|input| self.opened_variable(input)).map(str::to_string).collect()
    }

    /// Whether an input is what a function gives that only prints, and no failure: the library gives what it gives, which
    /// may be something else.
    pub fn is_of_printing(&self, input: &Input) -> bool {
        let is_failure = match self.witness.values.get(&input.symbol) {
            Some(InputValue::Scalar(v)) => *v < Int::ZERO,
            Some(InputValue::Elements { ranges, default }) => {
                *default < Int::ZERO || ranges.iter().any(|r| r.value < Int::ZERO || r.slope < Int::ZERO)
            }
            None => false,
        };
        is_printed(input) && !is_failure
    }
}

/// Whether an input is what a function gives that only prints.
pub(super) fn is_printed(input: &Input) -> bool {
    matches!(known_function(&input.name), Some(Known::Print))
}

/// Behind a file: what opens its variables that lead to streams, before anything of the program runs.
pub(super) fn open_variable(name: &str) -> String {
    format!("static __attribute__((constructor)) void lariat_open_{name}(void) {{ *(void **)&{name} = {OPENED}; }}\n")
}

/// Whether a harness opens streams itself.
pub(super) fn opens(feed: &Feed) -> bool {
    feed.memories().any(|memory| memory.lines.iter().any(|line| line.contains(OPENED)))
}
