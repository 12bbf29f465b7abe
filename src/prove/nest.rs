//! How loops lie in one another, and the order in which their rounds are.

use super::rounds::Loop;
use super::{Problem, What};
use crate::loops::blocks::Arrival;
use crate::program::LocationId;
use crate::term::Symbol;
use petgraph::algo::toposort;
use petgraph::prelude::DiGraphMap;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Where a state at a loop head stands in time: for each loop around it, the outermost first, the position of its head
/// and how often it went round since it was entered. What leads to a state is before it, and a run is there once.
pub type Moment = Vec<usize>;

/// How loops lie in one another.
pub struct Nest {
    /// The positions of the start and the loop heads in an order that only rounds go against.
    order: HashMap<LocationId, usize>,
    /// The ghosts of the loops around each head, the outermost first, its own last.
    pub around: BTreeMap<LocationId, Vec<(LocationId, Symbol)>>,
}

impl Nest {
    /// Nothing if some loops overlap, or are not counted.
    pub fn of(problem: &Problem) -> Option<Nest> {
        let blocks = &problem.cut.blocks;
        let mut inside: Vec<(LocationId, Symbol, BTreeSet<LocationId>)> = Vec::new();
        let mut forward = DiGraphMap::<LocationId, ()>::new();
        forward.add_node(problem.cut.start);
        for head in problem.points() {
            let of = Loop::at(problem, head)?;
            if of.rounds.len() + of.entries.len() != blocks.iter().filter(|w| w.to == head).count() {
                return None;
            }
            for entry in &of.entries {
                forward.add_edge(entry.from, head, ());
            }
            let mut members = BTreeSet::from([head]);
            let mut work: Vec<LocationId> = of.rounds.iter().map(|block| block.from).collect();
            while let Some(at) = work.pop() {
                if members.insert(at) {
                    work.extend(blocks.iter().filter(|w| w.to == at).map(|w| w.from));
                }
            }
            inside.push((head, problem.ghost(What::Since(head))?, members));
        }
        // The larger of two loops is the outer one.
        inside.sort_by_key(|(_, _, members)| std::cmp::Reverse(members.len()));
        let is_nested = |(i, (_, _, inner)): (usize, &(LocationId, Symbol, BTreeSet<LocationId>))| {
            inside[..i].iter().all(|(_, _, outer)| inner.is_subset(outer) || inner.is_disjoint(outer))
        };
        if !inside.iter().enumerate().all(is_nested) {
            return None;
        }
        let order = toposort(&forward, None).ok()?.into_iter().enumerate().map(|(i, at)| (at, i)).collect();
        let around = |at: LocationId| {
            let all = inside.iter().filter(|(_, _, members)| members.contains(&at));
            all.map(|(head, ghost, _)| (*head, *ghost)).collect()
        };
        let around = problem.points().into_iter().map(|at| (at, around(at))).collect();
        Some(Nest { order, around })
    }

    /// When a state is; nothing if it is not known how often a loop went round.
    pub fn moment(&self, problem: &Problem, at: LocationId, state: &Arrival) -> Option<Moment> {
        let mut moment = Vec::new();
        for (head, since) in &self.around[&at] {
            let rounds = problem.terms.as_int(*state.effect.get(since)?)?;
            moment.extend([*self.order.get(head)?, usize::try_from(&rounds).ok()?]);
        }
        Some(moment)
    }
}
