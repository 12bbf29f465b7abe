//! Unrolling with merged states, for targets that few rounds of each loop lead to, and for loops that end soon.
//!
//! All ways through the rounds of loops are followed at once: where they meet, states become one, in which values
//! depend on the condition that tells the ways apart. What then is left to ask is one condition at the target. Values
//! that satisfy it are proposed, nothing more. Where it has none, the target is excluded only if every way was followed
//! to its end: no round was left out, and no limit was met.
//!
//! Reading order: `parts` (the order of locations), `state` (what an instruction does), `values` (what variables hold),
//! `join` (states that meet), `names` (what keeps terms small).

pub(crate) mod join;
mod limits;
pub(crate) mod names;
pub(crate) mod state;
pub(crate) mod values;

use crate::bounded::limits::room::{MOST_ASKED, MOST_EDGES, MOST_ROUNDS, PER_QUERY};
use crate::budget::Budget;
use crate::log::{Log, Why};
use crate::loops::nesting::{Part, parts};
use crate::program::{LocationId, Program};
use crate::solver::{self, Model, Outcome, Refuted};
use crate::term::Terms;
use join::joined;
use names::Names;
use petgraph::graph::NodeIndex;
use rustc_hash::FxHashMap;
use state::State;

/// A program that is unrolled further and further.
pub struct Bounded<'a, 't> {
    names: Names<'t>,
    program: &'a Program,
    target: LocationId,
    parts: Vec<Part>,
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
    /// Something was not followed further.
    is_cut: bool,
}

impl<'a, 't> Bounded<'a, 't> {
    /// Nothing is unrolled yet.
    pub fn new(terms: &'t Terms, program: &'a Program, target: LocationId) -> Bounded<'a, 't> {
        Bounded { names: Names::new(terms, program), program, target, parts: parts(program) }
    }

    /// Follows more and more rounds until something is found, there is nothing more to follow, or a limit is met.
    pub fn find(&mut self, budget: &Budget) -> Finding<'t> {
        let mut rounds = 1;
        while rounds <= MOST_ROUNDS && budget.stop().is_none() {
            self.names.begin(budget);
            let Unrolled { arrived, is_cut, edges, .. } = self.unrolled(rounds);
            // What was cut off in between is good for nothing.
            if self.names.is_over() {
                return Finding::Open("unrolling its loops takes too long, or too much memory");
            }
            let mut at_target = None;
            if !arrived.is_empty() {
                let state = joined(&self.names, arrived);
                let mut conditions = state.guard().to_vec();
                conditions.extend(self.names.meanings(&conditions));
                if self.names.is_over() || self.names.terms.size(&conditions) > MOST_ASKED {
                    return Finding::Open("the condition of its unrolled loops is too large");
                }
                match solver::refuted(self.names.terms, &conditions, budget, PER_QUERY) {
                    Err(Outcome::Sat(model)) => return Finding::Inputs(model),
                    Ok(refuted) => at_target = Some(refuted),
                    // More of the same would be harder.
                    Err(_) => {
                        return Finding::Open("z3 cannot decide the condition of its unrolled loops");
                    }
                }
            }
            match is_cut {
                false => return Finding::Excluded(rounds, self.log(at_target)),
                true if edges >= MOST_EDGES => break,
                true => rounds *= 2,
            }
        }
        Finding::Open("more rounds of its loops than were unrolled may lead there")
    }

    /// What it rests on that no input gets to the target: what nothing was followed along, and the conditions of being
    /// there, if anything came so far.
    fn log(&self, at_target: Option<Refuted>) -> Log {
        let mut log = Log::default();
        log.begin("unrolling");
        self.names.never().into_iter().for_each(|condition| log.refuted(Why::Unrolled, &[], vec![condition]));
        match at_target {
            Some(refuted) => log.asked(Why::Unrolled, &refuted),
            None => log.refuted(Why::Unrolled, &[], vec![self.names.terms.bool(false)]),
        }
        log
    }

    fn unrolled<'b>(&'b self, rounds: usize) -> Unrolled<'b, 'a, 't> {
        let waiting = FxHashMap::from_iter([(self.program.start, vec![State::new()])]);
        let mut unrolled = Unrolled { of: self, rounds, waiting, arrived: vec![], edges: 0, is_cut: false };
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
                            self.is_cut = true;
                            members.iter().for_each(|at| drop(self.waiting.remove(at)));
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
