//! The program as it was read, told apart from all that is made of it on the way to engines.

use super::Program;
use std::ops::Deref;

/// A program as it was read: what replays run, and what answers, harnesses and certificates speak of. Nothing is left
/// out of it, and nothing is split, stopped or stated in it, so what a run of it says holds of the source.
#[derive(Clone, Debug)]
pub struct Original(Program);

impl Original {
    /// What a front end gave, or what takes its place in a question that is asked about something else.
    pub fn of(program: Program) -> Original {
        Original(program)
    }
}

impl Deref for Original {
    type Target = Program;

    fn deref(&self) -> &Program {
        &self.0
    }
}
