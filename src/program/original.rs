//! The program as it was read, told apart from all that is made of it on the way to engines.

use super::{Program, Target, aim, open};
use crate::term::Terms;
use std::ops::Deref;

/// A program as it was read: what replays run, and what answers, harnesses and certificates speak of. Nothing is left
/// out of it, and nothing is split, stopped or stated in it, so what a run of it says holds of the source.
#[derive(Clone, Debug)]
pub struct Original {
    program: Program,
    is_open: bool,
}

impl Original {
    /// What a front end gave, or what takes its place in a question that is asked about something else. Where a value is
    /// left open, paths are given up.
    pub fn of(mut program: Program) -> Original {
        open::close(&mut program);
        Original { program, is_open: false }
    }

    /// The same for a question about one target: where a value is left open any will do, and paths that come from there
    /// are given up at the target. So what nothing reaches although any value would do is not missed.
    pub fn open_to(mut program: Program, terms: &Terms, target: &Target) -> Original {
        let is_open = open::is_open(&program);
        if is_open {
            match aim::aim_in(&program, terms, target) {
                Ok(aimed) => open::open_to(&mut program, terms, &aimed),
                Err(_) => open::close(&mut program),
            }
        }
        Original { program, is_open }
    }

    /// Whether paths may go on with any value, so that it is good for no other target.
    pub fn is_open(&self) -> bool {
        self.is_open
    }
}

impl Deref for Original {
    type Target = Program;

    fn deref(&self) -> &Program {
        &self.program
    }
}
