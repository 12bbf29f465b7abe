//! Runs on inputs that are made up: at the beginning, and then beside all else, or, where only one may work at a time,
//! between questions.

use super::ask::Waited;
use super::limits::search::{QUIET, QUIET_LATER, TURN};
use super::running::{Ending, Running};
use super::search::{Known, Search, is_open};
use crate::budget::Budget;
use crate::engines::concrete::Concrete;
use crate::replay::Witness;
use crate::task::Failure;
use std::thread::{Scope, scope};
use std::time::Duration;

impl<'a> Search<'a> {
    /// The first runs, until so many steps bring nothing new; or, where none go on beside what comes next, until as many do not
    /// as there were before.
    pub(super) fn run_first(&mut self, budget: &Budget) -> Result<(), Failure> {
        match self.has_two_threads() {
            true => self.run_until(budget, |_| QUIET),
            false => self.run_made_up(budget, QUIET),
        }
    }

    /// Does some work while runs go on beside it, if more than one may work at a time.
    pub(super) fn beside_runs(
        &mut self,
        budget: &Budget,
        work: impl FnOnce(&mut Self) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        if !self.has_two_threads() || self.runner.is_over() {
            return work(self);
        }
        scope(|threads| {
            let part = Ending(budget.part());
            self.running = self.begin_running(threads, part.0.clone());
            let came = work(self);
            let taken = self.take_found();
            self.running = None;
            came.and(taken.map(drop))
        })
    }

    fn begin_running<'scope>(&mut self, threads: &'scope Scope<'scope, '_>, budget: Budget) -> Option<Running>
    where
        'a: 'scope,
    {
        let runner = Concrete::new(self.terms, self.program, self.open_goal());
        let runner = std::mem::replace(&mut self.runner, runner);
        let open = self.known.iter().map(is_open).collect();
        Running::begin(threads, runner, self.covering.clone(), open, budget)
    }

    /// Takes what runs found that go on beside all else, and tells them what is open; whether anything was new.
    pub(super) fn take_found(&mut self) -> Result<bool, Failure> {
        let Some(running) = &self.running else { return Ok(false) };
        let mut is_new = false;
        for witness in running.found() {
            is_new |= self.cover(witness, 0)?;
        }
        let known = &self.known;
        if let Some(running) = &mut self.running {
            running.tell(|number| is_open(&known[number]));
        }
        Ok(is_new)
    }

    /// Gives runs an input to be changed that somebody else found.
    pub(super) fn change_too(&mut self, witness: &Witness) {
        match &self.running {
            Some(running) => running.seed(witness.clone()),
            None => {
                self.runner.seed(witness);
                self.runner.aim_at(self.open_goal());
            }
        }
    }

    /// Runs on inputs that are made up until so many steps bring nothing new, or as many as there were before.
    pub(super) fn run_made_up(&mut self, budget: &Budget, least: u64) -> Result<(), Failure> {
        self.run_until(budget, |search| least.max(search.runner.steps()))
    }

    /// Runs on inputs that are made up until as many steps bring nothing new as are enough.
    fn run_until(&mut self, budget: &Budget, enough: impl Fn(&Self) -> u64) -> Result<(), Failure> {
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

    /// Runs have as much time as a question had, if they do not go on beside it.
    pub(super) fn run_after_question(&mut self, took: Duration, budget: &Budget) -> Result<(), Failure> {
        match self.running {
            Some(_) => self.take_found().map(drop),
            None => self.run_made_up(&budget.shortened(took), QUIET_LATER),
        }
    }

    /// Whether runs can go on beside all else.
    fn has_two_threads(&self) -> bool {
        self.question.jobs > 1
    }

    /// What runs found while it is asked about something, which they may have covered first.
    pub(super) fn meanwhile(&mut self, number: usize) -> Result<Waited, Failure> {
        self.take_found()?;
        self.tell();
        Ok(match self.known[number] {
            Some(Known::Covered) => Waited::Done,
            _ => Waited::Idle,
        })
    }
}
