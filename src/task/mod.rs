//! What is asked, and the program that it is asked about, on its way to the engines.
//!
//! [`Reading`] goes from files to a program, [`prepare()`] from there to the one that is unfolded into chains.

mod given;
mod prepare;
mod reading;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

pub use prepare::{Prepared, Ranged, prepare, prepare_program};
pub(crate) use prepare::{aimed, aimed_or_gap, or_gap, prepare_aimed, ranged, stages};
pub use reading::{Reading, load, read_ahead};
pub(crate) use reading::{lower, lower_parsed, options, parse, read};

use crate::budget::{Budget, Stop};
use crate::diagnostic::Subject;
use crate::frontend::Read;
use crate::program::early::asked_early;
use crate::program::weak_slice::weak_slice;
use crate::program::{Aimed, EdgeIndex, Original, Program, Target, TargetError, aim, control};
use crate::question::Question;
use crate::term::{Stored, Terms};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use thiserror::Error;

/// The longest one query to z3 may take.
pub(crate) const PER_QUERY: Duration = Duration::from_secs(3);

/// Why there is no answer at all.
#[derive(Clone, Debug, Error)]
pub enum Failure {
    /// The question is at fault.
    #[error("{text}")]
    Input {
        /// Which part of it.
        subject: Subject,
        /// What is wrong with it, and what to do; it may have several lines.
        text: String,
    },
    /// Nothing is: it had to stop before there was a program.
    #[error("{0}")]
    Stopped(Stop),
    /// Lariat is.
    #[error("{0}")]
    Internal(String),
}

impl Failure {
    /// A fault of the question.
    pub fn input(subject: Subject, why: impl ToString) -> Failure {
        Failure::Input { subject, text: why.to_string() }
    }

    /// There is no such target.
    pub(crate) fn target(why: TargetError) -> Failure {
        Failure::input(Subject::Target, why)
    }
}

/// A program that is asked about: read and lowered once, for all engines and questions.
pub(crate) struct Lowered {
    pub(crate) read: Arc<Read>,
    original: Original,
    terms: Stored,
    /// Whether paths leave the model, once that was asked.
    gap: OnceLock<Option<Open>>,
    /// Whether it is the program that a question reads: nothing was made of it since.
    is_as_read: bool,
}

impl Lowered {
    /// Lowers what was read into `terms`.
    pub fn new(terms: &Terms, read: Arc<Read>, reading: &Reading) -> Result<Lowered, Failure> {
        let original = lower(terms, &read, reading)?;
        Ok(Lowered { is_as_read: true, ..Lowered::of(terms, read, original) })
    }

    /// The same for who has the program already, over `terms`.
    pub fn of(terms: &Terms, read: Arc<Read>, original: Original) -> Lowered {
        Lowered { read, original, terms: terms.stored(), gap: OnceLock::new(), is_as_read: false }
    }

    /// The same for a question about one target alone, if paths are given up in it that could go on to there.
    pub fn opened_to(&self, target: &Target) -> Option<Lowered> {
        let terms = self.terms.terms();
        let opened = self.original.opened_to(&terms, target)?;
        Some(Lowered { is_as_read: self.is_as_read, ..Lowered::of(&terms, self.read.clone(), opened) })
    }

    /// The same for questions about anything, over the same terms, if it is good for one target only.
    pub fn closed(&self) -> Option<Lowered> {
        let terms = self.terms.terms().stored();
        let closed = self.original.closed()?;
        let (read, is_as_read) = (self.read.clone(), self.is_as_read);
        Some(Lowered { read, original: closed, terms, gap: OnceLock::new(), is_as_read })
    }

    /// The program as it was read.
    pub fn original(&self) -> &Original {
        &self.original
    }

    /// What `ask` says of the gaps of the program; it is asked once, if it has enough time.
    pub fn gap(
        &self,
        budget: &Budget,
        ask: impl FnOnce() -> Result<Option<Open>, Failure>,
    ) -> Result<Option<Open>, Failure> {
        if let Some(known) = self.gap.get() {
            return Ok(known.clone());
        }
        let said = ask()?;
        match budget.stop() {
            Some(_) if said.is_some() => Ok(said),
            _ => Ok(self.gap.get_or_init(|| said).clone()),
        }
    }
}

/// Why something is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Open {
    pub reason: String,
    pub advice: Option<String>,
}

/// A question about a program.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub question: &'a Question,
    pub lowered: &'a Lowered,
}

impl<'a> Task<'a> {
    /// The program as it was read.
    pub fn original(&self) -> &'a Original {
        &self.lowered.original
    }

    /// What Clang understood of it.
    pub fn read(&self) -> &'a Read {
        &self.lowered.read
    }

    /// Whether a program that is aimed at the target is the one that others read: nothing in it is apart that is not in
    /// the source, and it has no gaps.
    pub fn is_plain(&self, terms: &Terms, aimed: &Aimed) -> bool {
        let Ok(plain) = aim(self.original(), terms, &self.question.target) else { return false };
        let (one, other) = (&plain.program.graph, &aimed.program.graph);
        let same = |e: EdgeIndex| {
            one.edge_endpoints(e) == other.edge_endpoints(e)
                && other.edge_weight(e).is_some_and(|edge| edge.instruction == one[e].instruction)
        };
        self.original().gaps().is_empty() && one.edge_count() == other.edge_count() && one.edge_indices().all(same)
    }

    /// The program without any copies of functions that call themselves before the one that runs again, over `terms`; if
    /// the program of the task is the one that its question reads, and may have such functions. Not where gaps are the
    /// target: those of another program are no answer about this one.
    pub fn without_copies(&self, terms: &Terms, budget: &Budget) -> Option<Result<Original, Failure>> {
        let is_asked = self.lowered.is_as_read && self.question.target != Target::Gap;
        let may_be = is_asked && !self.original().recursions.is_empty();
        let reading = Reading { recursion: 0, ..Reading::to_target(self.question, budget) };
        may_be.then(|| lower(terms, self.read(), &reading))
    }

    /// The same with a store of terms of its own, for somebody who works beside others.
    pub fn program(&self) -> (Terms, Original) {
        (self.lowered.terms.terms(), self.original().clone())
    }
}

/// A question with its program stopped at the target, which is made once for all who work on it.
pub(crate) struct AimedTask<'a> {
    pub task: &'a Task<'a>,
    terms: Stored,
    aimed: Aimed,
    /// The weak slice of that, if there is one, once somebody asked.
    slice: OnceLock<Option<(Stored, Program)>>,
}

impl<'a> AimedTask<'a> {
    /// The program over `terms` is the one that `task` is about.
    pub fn new(terms: &Terms, task: &'a Task<'a>, aimed: Aimed) -> AimedTask<'a> {
        AimedTask { task, terms: terms.stored(), aimed, slice: OnceLock::new() }
    }

    /// The number of its locations.
    pub fn size(&self) -> u32 {
        u32::try_from(self.aimed.program.graph.node_count()).unwrap_or(u32::MAX)
    }

    /// All of it with a store of terms of its own.
    pub fn program(&self) -> (Terms, Original, Aimed) {
        (self.terms.terms(), self.task.original().clone(), self.aimed.clone())
    }

    /// The same without what does not matter to the target, and with what is asked of inputs only later in front, if there
    /// is such a thing: for proofs. Certificates are about the program as it is.
    pub fn weak_slice(&self) -> Option<(Terms, Original, Aimed)> {
        if self.task.question.forms.certificate {
            return None;
        }
        let (terms, program) = self.slice.get_or_init(|| self.slice()).as_ref()?;
        let aimed = Aimed { program: program.clone(), is_weak: true, ..self.aimed.clone() };
        Some((terms.terms(), self.task.original().clone(), aimed))
    }

    /// The same, or all of it, with one location for each of few values of variables, where there are such: for proofs.
    pub fn by_values(&self, stop: &dyn Fn() -> bool) -> Option<(Terms, Original, Aimed)> {
        if self.task.question.forms.certificate {
            return None;
        }
        let (terms, original, aimed) = self.weak_slice().unwrap_or_else(|| self.program());
        let split = control::split_values(&terms, &aimed, stop)?;
        Some((terms, original, split))
    }

    fn slice(&self) -> Option<(Stored, Program)> {
        let (terms, program, target) = (self.terms.terms(), &self.aimed.program, self.aimed.target);
        let slice = weak_slice(&terms, program, target);
        let early = asked_early(&terms, slice.as_ref().unwrap_or(program), target);
        Some((terms.stored(), early.or(slice)?))
    }
}

/// What reads C here, with its version.
pub fn clang() -> String {
    crate::frontend::clang_version().unwrap_or_else(|| "no libclang".into())
}
