//! Runs on inputs that are made up, before questions are asked, between them and beside them.

use super::ask::Waited;
use super::limits::search::{BESIDE, QUIET_LATER, TURN};
use super::search::{Known, Search, is_open};
use crate::budget::Budget;
use crate::task::Failure;
use std::time::Duration;

impl Search<'_> {
    /// Runs on inputs that are made up until so many steps bring nothing new, or as many as there were before.
    pub(super) fn run_made_up(&mut self, budget: &Budget, least: u64) -> Result<(), Failure> {
        let enough = |search: &Search| least.max(search.runner.steps());
        let mut quiet = enough(self);
        self.tell();
        while quiet > 0 && budget.stop().is_none() && self.known.iter().any(is_open) {
            let turn = quiet.min(TURN);
            match self.run_turn(turn, budget)? {
                true => quiet = enough(self),
                false => quiet -= turn,
            }
            self.tell();
            if self.runner.is_over() {
                break;
            }
        }
        Ok(())
    }

    /// Runs for so many steps on inputs that are made up; whether that brings anything new.
    fn run_turn(&mut self, steps: u64, budget: &Budget) -> Result<bool, Failure> {
        let Some(witness) = self.runner.search(steps, budget) else { return Ok(false) };
        let is_new = self.cover(witness, 0)?;
        if is_new {
            self.runner.aim_at(self.open_goal());
        }
        Ok(is_new)
    }

    /// Runs have as much time as a question had, if they could not go on beside it. If they could, and it brought nothing, they
    /// have half of what they had after the last such question, once that brought nothing either: questions about a large
    /// program keep all processors busy, and what runs find in the same time may be more.
    pub(super) fn run_after_question(&mut self, number: usize, took: Duration, budget: &Budget) -> Result<(), Failure> {
        if !self.has_two_threads() {
            return self.run_made_up(&budget.shortened(took), QUIET_LATER);
        }
        if matches!(self.known[number], Some(Known::Covered | Known::Dead(_))) {
            return Ok(());
        }
        let found = self.found.len();
        self.run_made_up(&budget.shortened(took / 2u32.saturating_pow(self.idle_runs)), QUIET_LATER)?;
        self.idle_runs = if self.found.len() > found { 0 } else { self.idle_runs + 1 };
        Ok(())
    }

    /// Whether runs can go on beside a question.
    pub(super) fn has_two_threads(&self) -> bool {
        self.question.jobs > 1
    }

    /// Runs go on while it is asked about something, which they may cover first.
    pub(super) fn meanwhile(&mut self, number: usize, budget: &Budget) -> Result<Waited, Failure> {
        let runs = self.has_two_threads() && !self.runner.is_over();
        if runs {
            self.run_turn(BESIDE, budget)?;
        }
        self.tell();
        Ok(match self.known[number] {
            Some(Known::Covered) => Waited::Done,
            _ if runs => Waited::Busy,
            _ => Waited::Idle,
        })
    }
}
