//! Where the conditions that a target asks for one after the other can be looked at together.
//!
//! A run that fails the first of them says nothing of the others, so that nothing leads from one that keeps these to one
//! that keeps all. Before all that is asked, each can be said of what variables hold there: backwards from the target,
//! values stand for what they are assigned to, as in weakest preconditions. Behind a part that has several ways nothing is
//! said of variables that it assigns.

use crate::engines::limits::concrete::{LONGEST_WAY, MOST_HITS, MOST_SIZE, MOST_STATIONS, MOST_WANTED};
use crate::program::{Edge, Instruction, LocationId, Program, Role};
use crate::replay::Goal;
use crate::term::{Symbol, Term, Terms};
use petgraph::Direction;
use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::graph::{EdgeIndex, NodeIndex};
use petgraph::visit::EdgeRef;
use rustc_hash::FxHashSet;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// A location, and what has to hold there, or is likely to, where a run goes on to the target.
pub(super) type Station = (LocationId, Vec<Term>);

/// The last ones in front of a target; none where that is many places.
pub(super) fn before(terms: &Terms, program: &Program, goal: &Goal) -> Vec<Station> {
    if goal.locations.len() + goal.failing.len() > MOST_HITS {
        return vec![];
    }
    let back = Back { terms, program, dominators: OnceCell::new() };
    let hits: BTreeSet<LocationId> = goal.locations.iter().copied().collect();
    let failing: BTreeSet<EdgeIndex> = goal.failing.iter().copied().collect();
    let failing = failing.into_iter().filter_map(|edge| match program.graph[edge].instruction {
        Instruction::Assume(c) => Some((program.graph.edge_endpoints(edge)?.0, vec![terms.not(c)])),
        _ => None,
    });
    hits.into_iter().map(|at| (at, vec![])).chain(failing).flat_map(|(at, wanted)| back.from(at, wanted)).collect()
}

/// Goes back through a program.
struct Back<'a> {
    terms: &'a Terms,
    program: &'a Program,
    dominators: OnceCell<Dominators<NodeIndex>>,
}

impl Back<'_> {
    /// The stations on the way back from a location where conditions are to hold.
    fn from(&self, mut at: LocationId, mut wanted: Vec<Term>) -> Vec<Station> {
        let graph = &self.program.graph;
        let mut found: Vec<Station> = vec![];
        for _ in 0..LONGEST_WAY {
            let mut edges = graph.edges_directed(at, Direction::Incoming);
            if let (Some(edge), None) = (edges.next(), edges.next()) {
                self.go_back(edge.weight(), &mut wanted);
                at = edge.source();
                continue;
            }
            if wanted.len() > 1 && found.last().is_none_or(|(_, known)| *known != wanted) {
                found.push((at, wanted.clone()));
            }
            let dominators = self.dominators.get_or_init(|| simple_fast(graph, self.program.start));
            let before = dominators.immediate_dominator(at).filter(|_| found.len() < MOST_STATIONS);
            let Some((before, assigned)) = before.and_then(|b| Some((b, self.assigned_between(b, at)?))) else { break };
            wanted.retain(|t| self.terms.symbols(*t).is_disjoint(&assigned));
            at = before;
        }
        found
    }

    /// What has to hold before an edge for conditions to hold behind it, and for the edge to be gone along.
    fn go_back(&self, edge: &Edge, wanted: &mut Vec<Term>) {
        let terms = self.terms;
        match &edge.instruction {
            Instruction::Skip => return,
            // A check that fails is an error, and what leads to the target hardly ever is.
            Instruction::Assume(_) if matches!(edge.role, Role::Check(_)) => return,
            Instruction::Assume(c) => {
                let new =
                    terms.conjuncts(*c).into_iter().filter(|c| terms.as_bool(*c).is_none() && !wanted.contains(c));
                let new: Vec<Term> = new.take(MOST_WANTED - wanted.len().min(MOST_WANTED)).collect();
                wanted.extend(new);
            }
            Instruction::Assign(to, t) => {
                wanted.iter_mut().for_each(|c| *c = terms.substitute(*c, &|s| (s == *to).then_some(*t)));
            }
            Instruction::Copy(pairs) => {
                let from = |s: Symbol| pairs.iter().find(|(to, _)| *to == s).map(|(_, from)| terms.sym(*from));
                wanted.iter_mut().for_each(|c| *c = terms.substitute(*c, &from));
            }
        }
        wanted.retain(|c| terms.as_bool(*c).is_none() && terms.size(&[*c]) <= MOST_SIZE);
    }

    /// What is assigned on the ways from a location to another one that it dominates, if these are not too long.
    fn assigned_between(&self, from: LocationId, to: LocationId) -> Option<BTreeSet<Symbol>> {
        let (mut assigned, mut seen, mut todo) = (BTreeSet::new(), FxHashSet::from_iter([to]), vec![to]);
        while let Some(at) = todo.pop() {
            for edge in self.program.graph.edges_directed(at, Direction::Incoming) {
                match &edge.weight().instruction {
                    Instruction::Assign(to, _) => drop(assigned.insert(*to)),
                    Instruction::Copy(pairs) => assigned.extend(pairs.iter().map(|(to, _)| *to)),
                    Instruction::Skip | Instruction::Assume(_) => {}
                }
                if edge.source() != from && seen.insert(edge.source()) {
                    todo.push(edge.source());
                }
            }
            if seen.len() > LONGEST_WAY {
                return None;
            }
        }
        Some(assigned)
    }
}
