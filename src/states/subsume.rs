//! States that are left out since nothing leads from them to what is looked for, and when that is thought about.
//!
//! Locations are annotated bit by bit: a little before anything is executed, and then more whenever so many times as much
//! was executed. So annotations never cost much, and what is found at once costs little more than it would without them.
//! Work is counted and not timed, so that the same is done each time; a limit of time is there for what counts wrong.

use super::annotate::Annotating;
use super::limits::subsume::{FIRST, FIRST_QUESTION, LONGEST_QUESTION, PER_QUERY, PER_STEP, SHARE, TIMES};
use crate::budget::Budget;
use crate::program::{LocationId, Program};
use crate::replay::Goal;
use crate::term::{Term, Terms};
use petgraph::Direction;
use std::time::{Duration, Instant};

/// What excludes that what is looked for is reached, as far as it is known.
pub(super) struct Subsumption<'a> {
    annotating: Annotating<'a>,
    found: Vec<Option<Term>>,
    /// Where that is looked at.
    corners: Vec<bool>,
    /// Of how much what is looked for is.
    size: usize,
    /// Nothing more is found.
    is_over: bool,
    /// How much is done the next time, and when: when so much was executed.
    work: u64,
    due: u64,
    question: Duration,
    /// What is left of the time.
    left: Option<Duration>,
}

impl<'a> Subsumption<'a> {
    /// Nothing is known yet.
    pub fn new(terms: &'a Terms, program: &'a Program, goal: &Goal) -> Subsumption<'a> {
        Subsumption {
            annotating: Annotating::new(terms, program, goal.clone()),
            found: vec![None; program.graph.node_count()],
            corners: corners(program),
            size: size(goal),
            is_over: false,
            work: FIRST,
            due: 0,
            question: FIRST_QUESTION,
            left: None,
        }
    }

    /// Whether what is looked for is so much less now that another annotation may say much more.
    pub fn is_old(&self, goal: &Goal) -> bool {
        2 * size(goal) <= self.size
    }

    /// Goes on annotating if it is time to, after so many steps and queries.
    pub fn go_on(&mut self, steps: u64, queries: u64, budget: &Budget) {
        let executed = steps * PER_STEP + queries * PER_QUERY;
        if self.is_over || executed < self.due {
            return;
        }
        let left = *self.left.get_or_insert(budget.remaining().map_or(Duration::MAX, |left| left / SHARE));
        let longest = if self.work == FIRST { left / 2 } else { left };
        let began = Instant::now();
        let annotated = self.annotating.annotate(self.work, self.question, budget.shortened(longest));
        let left = left.saturating_sub(began.elapsed());
        self.left = Some(left);
        self.found = annotated.all;
        self.is_over = annotated.is_whole || left.is_zero();
        self.due = executed + TIMES * annotated.work;
        self.work *= 2;
        self.question = LONGEST_QUESTION.min(self.question * 2);
    }

    /// What excludes that what is looked for is reached from a location, if that is looked at there.
    pub fn of(&self, at: LocationId) -> Option<Term> {
        self.found[at.index()].filter(|_| self.corners[at.index()])
    }
}

/// How much there is to be looked for.
fn size(goal: &Goal) -> usize {
    goal.locations.len() + goal.failing.len()
}

/// Where ways join, loops begin, and the program does.
fn corners(program: &Program) -> Vec<bool> {
    let ways = |at| program.graph.edges_directed(at, Direction::Incoming).count();
    program.graph.node_indices().map(|at| at == program.start || ways(at) > 1).collect()
}
