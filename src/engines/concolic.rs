//! Concolic execution as an engine: it proposes inputs.

use super::concrete::Concrete;
use super::{Engine, Finding, Turn};
use crate::budget::Budget;
use crate::concolic;
use crate::engines::limits::concolic::{ALL, TURN};
use crate::program::Program;
use crate::question::Summaries;
use crate::replay::Goal;
use crate::task::Failure;
use crate::term::Terms;

/// Who finds inputs.
const TURNED: &str = "concolic execution";

/// Runs with what decided in them turned round.
pub(crate) struct Concolic<'a> {
    terms: &'a Terms,
    program: &'a Program,
    goal: Goal,
    runs: concolic::Concolic<'a>,
    left: u64,
}

impl<'a> Concolic<'a> {
    /// Nothing was run yet.
    pub fn new(terms: &'a Terms, program: &'a Program, goal: Goal, summaries: Summaries) -> Concolic<'a> {
        let runs = concolic::Concolic::new(terms, program, goal.clone(), summaries);
        Concolic { terms, program, goal, runs, left: ALL }
    }
}

impl Engine for Concolic<'_> {
    fn step(&mut self, budget: &Budget) -> Result<Turn, Failure> {
        let turn = self.left.min(TURN);
        self.left -= turn;
        if let Some(witness) = self.runs.search(turn, budget) {
            let witness = Concrete::new(self.terms, self.program, self.goal.clone()).plain(witness);
            return Ok(Turn::Found(Box::new(Finding::inputs(witness, TURNED))));
        }
        if self.left > 0 && !self.runs.is_over() {
            return Ok(Turn::More);
        }
        let concolic::Stats { runs, asked, diverged } = self.runs.stats();
        let most = if self.runs.is_over() { "all that decided in them was turned round" } else { "many ways are left" };
        Ok(Turn::Over(Some(format!(
            "{runs} runs did not get there, {diverged} of them on other ways than they were made for; {most}, asking a \
             solver {asked} times"
        ))))
    }
}
