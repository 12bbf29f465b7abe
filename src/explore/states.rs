//! An exploration by executing states alone: what they get to is covered, and where none is left the rest is dead.

use super::explored::Open;
use super::search::{Excluded, Known, Search, is_open};
use crate::answer::{Refutation, RefutedBy};
use crate::assumptions;
use crate::budget::Budget;
use crate::question::Summaries;
use crate::referee::recheck::{self, Checked};
use crate::states::{Executor, Turn};
use crate::task::Failure;
use crate::witness;

impl Search<'_> {
    /// Executes all states of the program, as long as something is open.
    pub fn execute_states(&mut self, budget: &Budget) -> Result<(), Failure> {
        let how = (self.question.states, self.question.summaries == Summaries::Exact);
        let mut executor = Executor::new(self.terms, self.program, self.open_goal(), how);
        let mut stopped = None;
        while self.known.iter().any(is_open) {
            match executor.search(budget) {
                Turn::Inputs(model) => {
                    self.cover(witness::of(self.program, &model), 0)?;
                    executor.aim_at(self.open_goal());
                    self.tell();
                }
                Turn::Over => {
                    stopped = self.exclude_unvisited(&executor, budget)?;
                    break;
                }
                Turn::Stopped(why) => {
                    stopped = why.map(str::to_string).or(budget.stop().map(|stop| stop.to_string()));
                    break;
                }
            }
        }
        let reason = stopped.unwrap_or_else(|| "inputs that should lead there do not in a run".into());
        let advice = budget.stop().and_then(|stop| stop.advice()).map(str::to_string);
        for known in self.known.iter_mut().filter(|known| known.is_none()) {
            *known = Some(Known::Open(Open { reason: reason.clone(), advice: advice.clone(), nearest: None }));
        }
        self.states = Some(Box::new(executor.stats()));
        Ok(())
    }

    /// No state is left: what none was at is dead, if no path leaves the model, nothing was given up, and what no state
    /// went along is refuted once more; or why nothing is.
    fn exclude_unvisited(&mut self, executor: &Executor, budget: &Budget) -> Result<Option<String>, Failure> {
        let gap = executor.gap().and_then(|at| self.program.gap_at(at));
        self.gap = gap.map(ToString::to_string);
        if let Some(why) = executor.open() {
            return Ok(Some(why.to_string()));
        }
        match recheck::again(self.terms, &executor.log(), budget) {
            Checked::Holds => {}
            Checked::Open(why) => return Ok(Some(format!("not all that was excluded could be checked again: {why}"))),
            Checked::Wrong(step) => {
                let what = "internal error: a refutation does not hold, which is a bug in Lariat; please report it";
                return Err(Failure::Internal(format!("{what}: {step}")));
            }
        }
        self.is_whole = gap.is_none();
        let assumptions = assumptions::all(self.terms, self.program);
        for number in 0..self.known.len() {
            let aim = &self.aims.all[number];
            if is_open(&self.known[number]) && !executor.was_at(&aim.locations, &aim.failing) {
                let text = "all states were executed to their ends, and none was here".to_string();
                let why = vec![Refutation { chain: String::new(), lines: vec![], text }];
                let by = Some(RefutedBy::States);
                self.exclude(
                    number,
                    Excluded { by, why, assumptions: assumptions.clone(), proofs: vec![], is_whole: false },
                );
            }
        }
        Ok(None)
    }
}
