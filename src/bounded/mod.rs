//! Unrolling with merged states, for targets that few rounds of each loop lead to, and for loops that end soon.
//!
//! All ways through the rounds of loops are followed at once: where they meet, states become one, in which values
//! depend on the condition that tells the ways apart. What then is left to ask is one condition at the target. Values
//! that satisfy it are proposed, nothing more. Where it has none, the target is excluded only if every way was followed
//! to its end: no round was left out that some input has, and no limit was met.
//!
//! Reading order: `parts` (the order of locations), `state` (what an instruction does), `values` (what variables hold),
//! `join` (states that meet), `names` (what keeps terms small).

pub(crate) mod join;
mod limits;
pub(crate) mod names;
pub(crate) mod state;
pub(crate) mod values;

use crate::bounded::limits::room::{FEW_ROUNDS, MOST_ASKED, MOST_EDGES, MOST_ROUNDS, PER_FURTHER, PER_QUERY};
use crate::budget::Budget;
use crate::log::{Log, Why};
use crate::loops::nesting::{Part, parts};
use crate::program::{LocationId, Program};
use crate::solver::{Habit, Model, Outcome, Refuted};
use crate::term::Terms;
use join::joined;
use names::Names;
use petgraph::graph::NodeIndex;
use rustc_hash::FxHashMap;
use state::State;
use std::time::Duration;

/// A program that is unrolled further and further.
pub struct Bounded<'a, 't> {
    names: Names<'t>,
    program: &'a Program,
    target: LocationId,
    parts: Vec<Part>,
    /// So many rounds of each loop are followed, at most.
    most_rounds: usize,
    habit: Habit,
}

/// What unrolling comes to.
pub enum Finding<'t> {
    /// Values that lead to the target.
    Inputs(Model<'t>),
    /// Every way was followed to its end, and none leads to the target; each loop has no more rounds than so many. And
    /// what that rests on.
    Excluded(usize, Log),
    /// Neither, for this reason.
    Open(&'static str),
}

/// What came to the target in so many rounds.
struct Unrolled<'b, 'a, 't> {
    of: &'b Bounded<'a, 't>,
    rounds: usize,
    waiting: FxHashMap<NodeIndex, Vec<State>>,
    arrived: Vec<State>,
    edges: usize,
    /// What further rounds begin with, which were not followed.
    further: Vec<State>,
    /// A limit was met.
    is_cut: bool,
}

impl<'a, 't> Bounded<'a, 't> {
    /// Nothing is unrolled yet.
    pub fn new(terms: &'t Terms, program: &'a Program, target: LocationId) -> Bounded<'a, 't> {
        Bounded {
            names: Names::new(terms, program),
            program,
            target,
            parts: parts(program),
            most_rounds: MOST_ROUNDS,
            habit: Habit::default(),
        }
    }

    /// With only few rounds of each loop, where there is something else to unroll.
    pub fn with_few_rounds(self) -> Bounded<'a, 't> {
        Bounded { most_rounds: FEW_ROUNDS, ..self }
    }

    /// Follows more and more rounds until something is found, there is nothing more to follow, or a limit is met.
    pub fn find(&mut self, budget: &Budget) -> Finding<'t> {
        let mut rounds = 1;
        while rounds <= self.most_rounds && budget.stop().is_none() {
            self.names.begin(budget);
            let Unrolled { arrived, further, is_cut, .. } = self.unrolled(rounds);
            // What was cut off in between is good for nothing.
            if self.names.is_over() {
                return Finding::Open("unrolling its loops takes too long, or too much memory");
            }
            let at_target = match self.asked(arrived, PER_QUERY, budget) {
                Ok(refuted) => refuted,
                Err(Some(Outcome::Sat(model))) => return Finding::Inputs(model),
                Err(None) => return Finding::Open("the condition of its unrolled loops is too large"),
                // More of the same would be harder.
                Err(Some(_)) => return Finding::Open("z3 cannot decide the condition of its unrolled loops"),
            };
            if is_cut {
                break;
            }
            // Rounds that none has are not missing.
            if let Ok(no_more) = self.asked(further, PER_FURTHER, budget) {
                return Finding::Excluded(rounds, self.log([at_target, no_more]));
            }
            rounds *= 2;
        }
        Finding::Open("more rounds of its loops than were unrolled may lead there")
    }

    /// Whether any of these ways can be gone: values with which, that no solver says so, or that there is too much to ask.
    fn asked(
        &self,
        ways: Vec<State>,
        longest: Duration,
        budget: &Budget,
    ) -> Result<Option<Refuted>, Option<Outcome<'t>>> {
        if ways.is_empty() {
            return Ok(None);
        }
        let (names, terms) = (&self.names, self.names.terms);
        let mut conditions = join::guard(names, &ways);
        conditions.extend(names.meanings(&conditions));
        if names.is_over() || terms.size(&conditions) > MOST_ASKED {
            return Err(None);
        }
        self.habit.refuted(terms, &conditions, budget, longest).map(Some).map_err(Some)
    }

    /// What it rests on that no input gets to the target: what nothing was followed along, and the conditions of being
    /// there, and of further rounds, if anything came so far.
    fn log(&self, refuted: [Option<Refuted>; 2]) -> Log {
        let mut log = Log::default();
        log.begin("unrolling");
        self.names.never().into_iter().for_each(|condition| log.refuted(Why::Unrolled, &[], vec![condition]));
        match refuted.iter().flatten().count() {
            0 => log.refuted(Why::Unrolled, &[], vec![self.names.terms.bool(false)]),
            _ => refuted.iter().flatten().for_each(|refuted| log.asked(Why::Unrolled, refuted)),
        }
        log
    }

    fn unrolled<'b>(&'b self, rounds: usize) -> Unrolled<'b, 'a, 't> {
        let waiting = FxHashMap::from_iter([(self.program.start, vec![State::new()])]);
        let mut unrolled =
            Unrolled { of: self, rounds, waiting, arrived: vec![], edges: 0, further: vec![], is_cut: false };
        unrolled.follow(&self.parts);
        unrolled
    }
}

impl Unrolled<'_, '_, '_> {
    fn follow(&mut self, parts: &[Part]) {
        for part in parts {
            match part {
                Part::One(at) => self.leave(*at),
                Part::Loop { head, inside, members } => {
                    let mut left = self.rounds;
                    while members.iter().any(|at| self.waiting.contains_key(at)) {
                        if left == 0 || self.is_enough() {
                            self.is_cut |= left > 0;
                            self.further.extend(members.iter().filter_map(|at| self.waiting.remove(at)).flatten());
                            break;
                        }
                        left -= 1;
                        self.leave(*head);
                        self.follow(inside);
                    }
                }
            }
        }
    }

    fn is_enough(&self) -> bool {
        self.edges >= MOST_EDGES || self.of.names.is_over()
    }

    /// Goes on from a location, along all its edges.
    fn leave(&mut self, at: NodeIndex) {
        let Some(states) = self.waiting.remove(&at) else { return };
        let state = joined(&self.of.names, states);
        if self.of.names.is_over() {
            return;
        }
        if at == self.of.target {
            self.arrived.push(state);
            return;
        }
        if self.is_enough() {
            self.is_cut = true;
            return;
        }
        let edges = self.of.program.out_edges(at);
        let mut state = Some(state);
        for (number, edge) in edges.iter().enumerate() {
            let is_last = number + 1 == edges.len();
            let Some(from) = (if is_last { state.take() } else { state.clone() }) else { return };
            self.edges += 1;
            self.of.names.copies(if is_last { 1 } else { from.len() });
            let Some((_, to)) = self.of.program.graph.edge_endpoints(*edge) else { continue };
            let Some(next) = from.after(&self.of.names, &self.of.program.graph[*edge].instruction) else { continue };
            self.waiting.entry(to).or_default().push(next);
        }
    }
}

#[cfg(test)]
mod tests;
