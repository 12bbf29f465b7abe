//! Unrolling with merged states, for inputs that lead to a target in few rounds of each loop.
//!
//! All ways through the rounds of loops are followed at once: where they meet, states become one, in which values
//! depend on the condition that tells the ways apart. What then is left to ask is one condition at the target. It never
//! proves anything: inputs that are found are run, and more rounds than were followed are always possible.
//!
//! Reading order: `parts` (the order of locations), `state` (what an instruction does), `values` (what variables hold),
//! `join` (states that meet), `names` (what keeps terms small).

mod join;
mod names;
mod parts;
mod state;
mod values;

use crate::budget::Budget;
use crate::program::{LocationId, Program};
use crate::solver::{Model, Outcome, decide_once};
use crate::term::Terms;
use join::joined;
use names::Names;
use parts::{Part, parts};
use petgraph::graph::NodeIndex;
use state::State;
use std::collections::HashMap;
use std::time::Duration;

/// So many rounds of each loop are followed, at most: what more of them lead to is reasoned about elsewhere.
const MOST_ROUNDS: usize = 1024;

/// So many edges are followed for each number of rounds, at most.
const MOST_EDGES: usize = 400_000;

/// Conditions of more terms are not asked about.
const MOST_ASKED: usize = 400_000;

/// The longest that one condition is thought about.
const PER_QUERY: Duration = Duration::from_secs(20);

/// A program that is unrolled further and further.
pub struct Bounded<'a, 't> {
    names: Names<'t>,
    program: &'a Program,
    target: LocationId,
    parts: Vec<Part>,
    /// How many rounds of each loop are followed next; none if there is nothing more to follow.
    rounds: Option<usize>,
    /// Something was not followed further, the last time.
    is_cut: bool,
}

/// What came to the target in so many rounds.
struct Unrolled<'b, 'a, 't> {
    of: &'b Bounded<'a, 't>,
    rounds: usize,
    waiting: HashMap<NodeIndex, Vec<State>>,
    arrived: Vec<State>,
    edges: usize,
    /// Something was not followed further.
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
            rounds: Some(1),
            is_cut: true,
        }
    }

    /// Follows more and more rounds as long as the budget lasts, and finds values that lead to the target.
    pub fn step(&mut self, budget: &Budget) -> Option<Model<'t>> {
        while let Some(rounds) = self.rounds.filter(|_| budget.stop().is_none()) {
            self.names.begin(budget);
            let unrolled = self.unrolled(rounds);
            let (arrived, is_cut, edges) = (unrolled.arrived, unrolled.is_cut, unrolled.edges);
            self.is_cut = is_cut;
            let is_over = !is_cut || rounds >= MOST_ROUNDS || edges >= MOST_EDGES;
            if self.names.is_over() {
                // What was cut off in between is good for nothing; with more time there may be more.
                return None;
            }
            self.rounds = (!is_over).then_some(rounds * 2);
            if !arrived.is_empty() {
                let state = joined(&self.names, arrived);
                let mut conditions = state.guard().to_vec();
                conditions.extend(self.names.meanings(&conditions));
                let mut size = 0;
                self.names.terms.visit(conditions.iter().copied(), &mut |_, _| size += 1);
                if size > MOST_ASKED {
                    self.rounds = None;
                    return None;
                }
                match decide_once(self.names.terms, &conditions, budget, PER_QUERY) {
                    Outcome::Sat(model) => return Some(model),
                    Outcome::Unsat => {}
                    // More of the same would be harder.
                    Outcome::Unknown(_) => self.rounds = None,
                }
            }
        }
        None
    }

    fn unrolled<'b>(&'b self, rounds: usize) -> Unrolled<'b, 'a, 't> {
        let waiting = HashMap::from([(self.program.start, vec![State::new()])]);
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
