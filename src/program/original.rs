//! The program as it was read, told apart from all that is made of it on the way to engines.

use super::{Program, Target, aim, open};
use crate::term::Terms;
use std::ops::Deref;
use std::sync::Arc;

/// A program as it was read: what replays run, and what answers, harnesses and certificates speak of. Nothing is left
/// out of it, and nothing is split, stopped or stated in it, so what a run of it says holds of the source.
#[derive(Clone, Debug)]
pub struct Original {
    program: Program,
    values: Values,
}

/// What becomes of paths on which a value is left open.
#[derive(Clone, Debug)]
enum Values {
    /// There are none.
    Known,
    /// They are given up there; with the program in which they are not.
    GivenUp(Arc<Program>),
    /// They go on to one target; likewise.
    Open(Arc<Program>),
}

impl Original {
    /// What a front end gave, or what takes its place in a question that is asked about something else. Where a value is
    /// left open, paths are given up.
    pub fn of(mut program: Program) -> Original {
        if !open::is_open(&program) {
            return Original { program, values: Values::Known };
        }
        let whole = Arc::new(program.clone());
        open::close(&mut program);
        Original { program, values: Values::GivenUp(whole) }
    }

    /// The same for a question about one target: where a value is left open any will do, and paths that come from there
    /// are given up at the target. So what nothing reaches although any value would do is not missed.
    pub fn open_to(mut program: Program, terms: &Terms, target: &Target) -> Original {
        if open::is_open(&program)
            && let Ok(aimed) = aim::aim_in(&program, terms, target)
        {
            let whole = Arc::new(program.clone());
            open::open_to(&mut program, terms, &aimed);
            return Original { program, values: Values::Open(whole) };
        }
        Original::of(program)
    }

    /// The same program for a question about one target, if paths are given up in it that could go on.
    pub fn opened_to(&self, terms: &Terms, target: &Target) -> Option<Original> {
        let Values::GivenUp(whole) = &self.values else { return None };
        Some(Original::open_to((**whole).clone(), terms, target))
    }

    /// The same program for questions about anything, if it is good for one target only.
    pub fn closed(&self) -> Option<Original> {
        let Values::Open(whole) = &self.values else { return None };
        Some(Original::of((**whole).clone()))
    }
}

impl Deref for Original {
    type Target = Program;

    fn deref(&self) -> &Program {
        &self.program
    }
}
