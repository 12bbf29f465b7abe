//! Expressions with something in them that is not modelled: the model ends in front of each that is whole, and the
//! program is lowered again.
//!
//! What stands in the way is met while an expression is lowered, when a part of it leads somewhere already. So it is
//! noted, and the next time nothing of that expression is lowered.

use super::scope::{Fallible, Lowering};
use crate::diagnostic::Diagnostic;
use crate::program::{Gap, Mark};
use crate::source::{Bytes, Source};
use rustc_hash::FxHashMap;

/// Expressions, and declarations of variables, that are not lowered, and why.
pub(super) type Ends = FxHashMap<Bytes, Gap>;

/// The same while a program is lowered.
#[derive(Default)]
pub(super) struct Unsupported {
    /// Those that are known.
    pub known: Ends,
    /// Those that were met, and the problems of these.
    pub met: Ends,
    pub problems: Vec<Diagnostic>,
    /// Those that are open, the innermost last.
    open: Vec<Bytes>,
}

impl Unsupported {
    /// Where a program ends in front of these.
    pub fn new(known: Ends) -> Unsupported {
        Unsupported { known, ..Unsupported::default() }
    }

    fn note(&mut self, source: &Source, at: Bytes, problem: &Diagnostic) {
        if let Some(what) = problem.unsupported.clone() {
            let place = format!("{}:{}", source.file_name(problem.span.file), problem.span.line);
            self.met.insert(at, Gap::Unsupported { what, at: place, help: problem.help.clone() });
            self.problems.push(problem.clone());
        }
    }

    /// A problem that no expression has is that of the call around it.
    pub fn note_in_call(&mut self, source: &Source, problem: &Diagnostic) {
        if let Some(at) = self.open.last().copied()
            && !self.problems.contains(problem)
        {
            self.note(source, at, problem);
        }
    }

    /// Whether the program is to be lowered again: nothing else than such expressions stands in the way.
    pub fn is_all_of(&self, errors: &[Diagnostic]) -> bool {
        let are_new = self.met.keys().any(|at| !self.known.contains_key(at));
        are_new && errors.iter().all(|error| self.problems.contains(error))
    }
}

impl<'a> Lowering<'a> {
    /// Lowers what no other expression is around; nothing where the model ends in front of it.
    pub fn whole_or_gap<T>(&mut self, at: Bytes, lower: impl FnOnce(&mut Self) -> Fallible<T>) -> Fallible<Option<T>> {
        // What is not modelled in a function of the library is so for some of its calls.
        if self.library == Some(at.text) || !self.marking {
            return lower(self).map(Some);
        }
        if let Some(gap) = self.unsupported.known.get(&at).cloned() {
            self.flow.settle();
            self.flow.mark_line();
            self.flow.mark(Mark::Gap(gap));
            self.flow.end();
            return Ok(None);
        }
        self.unsupported.open.push(at);
        let done = lower(self);
        self.unsupported.open.pop();
        if let Err(problem) = &done {
            self.unsupported.note(self.source, at, problem);
        }
        done.map(Some)
    }
}
