//! The log of refutations: what an exclusion rests on, as conditions that cannot all hold, for whoever asks again.
//!
//! Steps come in the order in which they were found. Most begin like the one before, since a search goes back a little
//! and on: only what is new is kept.

use crate::solver::{Every, Refuted};
use crate::term::{Term, Terms};

/// The most conditions that are kept: a search that needs more is beyond being checked.
const MOST: usize = 8_000_000;

/// Why a step was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The constraint system of a root chain, or of a prefix of some, contradicts itself.
    System,
    /// No input takes a path any further.
    Path,
    /// What follows on the chain has constraints that no input of a path satisfies.
    Rest,
    /// Nothing but one way to go on is possible on a path.
    Forced,
    /// No input takes any way to the target, or this way to the next location.
    Unrolled,
}

/// Conditions that cannot all hold.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub why: Why,
    /// The position of what it is about in [`Log::about`].
    about: usize,
    /// So many conditions of the path before are conditions of this one.
    pub shared: usize,
    /// Those that follow on the path.
    pub path: Vec<Term>,
    /// And those that are not on it.
    pub more: Vec<Term>,
    /// What holds for every value of something.
    pub every: Vec<Every>,
    /// Whether a solver that was asked nothing else has refuted this already.
    pub is_asked: bool,
}

/// Steps that together exclude a target.
#[derive(Clone, Debug, Default)]
pub struct Log {
    steps: Vec<Step>,
    /// Root chains, by name, or what else steps are about.
    about: Vec<String>,
    /// The path of the last step.
    last: Vec<Term>,
    size: usize,
    is_cut: bool,
}

/// How much was in a log.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    steps: usize,
    size: usize,
    is_cut: bool,
}

impl Log {
    /// What follows is about this.
    pub fn begin(&mut self, about: &str) {
        self.about.push(about.to_string());
        self.last.clear();
    }

    /// How much is in it.
    pub fn mark(&self) -> Mark {
        Mark { steps: self.steps.len(), size: self.size, is_cut: self.is_cut }
    }

    /// Forgets what came since.
    pub fn back_to(&mut self, mark: Mark) {
        self.steps.truncate(mark.steps);
        (self.size, self.is_cut) = (mark.size, mark.is_cut);
        self.last.clear();
    }

    /// The conditions of a path cannot hold together with more.
    pub fn refuted(&mut self, why: Why, path: &[Term], more: Vec<Term>) {
        self.refuted_with(why, path, more, vec![]);
    }

    /// The same with what holds for every value of something.
    pub fn refuted_with(&mut self, why: Why, path: &[Term], more: Vec<Term>, every: Vec<Every>) {
        let shared = self.last.iter().zip(path).take_while(|(a, b)| a == b).count();
        let own = path.len() - shared + more.len() + every.len();
        self.is_cut |= self.size + own > MOST;
        if self.is_cut {
            return;
        }
        self.size += own;
        self.last.truncate(shared);
        self.last.extend(&path[shared..]);
        let about = self.about.len().saturating_sub(1);
        self.steps.push(Step { why, about, shared, path: path[shared..].to_vec(), more, every, is_asked: false });
    }

    /// What a solver has refuted that was asked nothing else.
    pub fn asked(&mut self, why: Why, refuted: &Refuted) {
        let before = self.steps.len();
        self.refuted(why, &[], refuted.conditions().to_vec());
        self.steps[before..].iter_mut().for_each(|step| step.is_asked = true);
    }

    /// Adds the steps of another one, over the same terms.
    pub fn extend(&mut self, other: Log) {
        let before = self.about.len();
        self.about.extend(other.about);
        self.steps.extend(other.steps.into_iter().map(|step| Step { about: step.about + before, ..step }));
        self.size += other.size;
        self.is_cut |= other.is_cut;
        self.last.clear();
    }

    /// Whether nothing was refuted.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The steps in their order; nothing if there are more than are kept.
    pub(crate) fn steps(&self) -> Option<&[Step]> {
        (!self.is_cut).then_some(&self.steps)
    }

    /// A step in words; its conditions begin with this path.
    pub(crate) fn said(&self, terms: &Terms, step: &Step, path: &[Term]) -> String {
        let about = self.about.get(step.about).map_or("", String::as_str);
        let all: Vec<String> = path.iter().chain(&step.more).map(|t| terms.show(*t)).collect();
        format!("{about} ({:?}): {}", step.why, all.join(", "))
    }
}

#[cfg(test)]
impl Log {
    /// The same with one condition less, for each condition of each step that is not on a path.
    pub(crate) fn weakened(&self) -> Vec<Log> {
        let all = self.steps.iter().enumerate().flat_map(|(i, step)| (0..step.more.len()).map(move |j| (i, j)));
        let without = |(i, j): (usize, usize)| {
            let mut log = self.clone();
            log.steps[i].more.remove(j);
            log.steps[i].is_asked = false;
            log
        };
        all.map(without).collect()
    }
}
