//! Concolic execution as an engine: it proposes inputs.

use super::concrete::Concrete;
use super::{Engine, Finding, Turn};
use crate::budget::Budget;
use crate::concolic;
use crate::engines::limits::concolic::{ALL, FIRST, LONGEST, TIMED_TURN, TURN};
use crate::program::Original;
use crate::question::Question;
use crate::replay::Goal;
use crate::task::Failure;
use crate::term::Terms;
use std::time::Duration;

/// Who finds inputs.
const TURNED: &str = "concolic execution";

/// Runs with what decided in them turned round.
pub(crate) struct Concolic<'a> {
    terms: &'a Terms,
    program: &'a Original,
    goal: Goal,
    runs: concolic::Concolic<'a>,
    left: u64,
    /// How long the next turn may take, if that is to be known.
    longest: Option<Duration>,
}

impl<'a> Concolic<'a> {
    /// Nothing was run yet.
    pub fn new(terms: &'a Terms, program: &'a Original, goal: Goal, question: &Question) -> Concolic<'a> {
        let mut runs = concolic::Concolic::new(terms, program, goal.clone(), question.summaries);
        // Whoever works alone is to come to the same each time.
        let is_alone = question.jobs < 2;
        if is_alone {
            runs.patient();
        }
        Concolic { terms, program, goal, runs, left: ALL, longest: (!is_alone).then_some(FIRST) }
    }
}

impl Engine for Concolic<'_> {
    fn step(&mut self, budget: &Budget) -> Result<Turn, Failure> {
        let turn = self.left.min(if self.longest.is_some() { TIMED_TURN } else { TURN });
        self.left -= turn;
        let pause = self.longest.map_or_else(|| budget.clone(), |longest| budget.shortened(longest));
        self.longest = self.longest.map(|longest| (2 * longest).min(LONGEST));
        if let Some(witness) = self.runs.search(turn, &pause, budget) {
            let witness = Concrete::new(self.terms, self.program, self.goal.clone()).plain(witness);
            return Ok(Turn::Found(Box::new(Finding::inputs(witness, TURNED))));
        }
        if self.left > 0 && !self.runs.is_over() {
            return Ok(Turn::More);
        }
        let concolic::Stats { runs, asked, diverged } = self.runs.stats();
        let most = match self.runs.is_exhausted() {
            true => "all that decided in them was turned round",
            false => "not all that decided in them could be turned round",
        };
        Ok(Turn::Over(Some(format!(
            "{runs} runs did not get there, {diverged} of them on other ways than they were made for; {most}, asking a \
             solver {asked} times"
        ))))
    }
}
