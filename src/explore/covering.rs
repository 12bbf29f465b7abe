//! What runs cover.

use super::limits::search::BEHIND;
use super::targets::Aims;
use crate::program::Program;
use crate::replay::{Code, EndReason, Goal, Limits, Outcome, Run, Witness};
use crate::term::Terms;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A program ready to run, with what there is to cover in it.
pub(super) struct Covering {
    aims: Arc<Aims>,
    code: Code,
}

impl Covering {
    pub fn new(terms: &Terms, program: &Program, aims: Arc<Aims>) -> Covering {
        Covering { aims, code: Code::new(terms, program) }
    }

    /// The run of an input, as far as it is looked at: it was found for something that it gets to in so many steps.
    pub fn run(&self, witness: &Witness, steps: u64) -> Run {
        self.run_within(witness, steps.saturating_add(BEHIND))
    }

    /// The same for so many steps at most.
    pub fn run_within(&self, witness: &Witness, steps: u64) -> Run {
        let limits = Limits { steps, visits: true, ..Limits::proving(BEHIND.min(steps), steps) };
        self.code.run(witness, &Goal::default(), &limits)
    }

    /// What a run covers, each with the step in which it does so first.
    pub fn covered(&self, run: &Run) -> FxHashMap<usize, u64> {
        (0..self.aims.all.len()).filter_map(|number| Some((number, self.covers_at(run, number)?))).collect()
    }

    /// Whether a run covers all of these.
    pub fn covers(&self, run: &Run, numbers: &BTreeSet<usize>) -> bool {
        numbers.iter().all(|number| self.covers_at(run, *number).is_some())
    }

    /// The step in which a run covers something first, if it does.
    fn covers_at(&self, run: &Run, number: usize) -> Option<u64> {
        if let Outcome::Ended(EndReason::CheckFailed { edge, .. }) = &run.outcome
            && self.aims.by_check.get(edge) == Some(&number)
        {
            return Some(run.steps);
        }
        let visits = self.aims.all[number].locations.iter().filter_map(|at| run.visits.get(at.index()));
        visits.filter(|visits| visits.count > 0).map(|visits| visits.first).min()
    }

    /// Where somebody looks for these.
    pub fn goal(&self, is_wanted: impl Fn(usize) -> bool) -> Goal {
        let mut goal = Goal::default();
        for (_, aim) in self.aims.all.iter().enumerate().filter(|(number, _)| is_wanted(*number)) {
            goal.locations.extend(&aim.locations);
            goal.failing.extend(&aim.failing);
        }
        goal
    }
}
