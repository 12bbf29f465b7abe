//! How many simple ways there are: once around each loop, and from the start to the target.
//!
//! In a reducible graph a simple path takes no back edge, so the ways of a
//! loop are the paths from its header to the ends of its back edges in the
//! graph without back edges, and the root chains are the paths to the target.
//! Only counted, never listed.

use super::outline::{Outline, Uses};
use crate::program::{EdgeIndex, LocationId};
use petgraph::Direction::Incoming;
use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::graph::DiGraph;
use petgraph::visit::{DfsPostOrder, EdgeRef, Reversed};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What is asked of one graph again and again.
pub(super) struct Ways {
    /// Edges to a location that dominates their source.
    pub back: FxHashSet<EdgeIndex>,
    /// Natural loops by header, with everything that lies on a way from the header back to it.
    pub loops: BTreeMap<LocationId, BTreeSet<LocationId>>,
    /// What every path on to the target passes, from near to far.
    pub joins: Dominators<LocationId>,
    /// The header of the innermost loop around each location that is in one.
    innermost: FxHashMap<LocationId, LocationId>,
    /// Position in an order in which all edges but back edges lead forward.
    order: FxHashMap<LocationId, usize>,
}

/// Where ways are counted: once around the loop of this header, or from the start to the target.
pub(super) type Scope = Option<LocationId>;

impl Ways {
    /// Nothing if some loop can be entered at two places.
    pub fn of(Outline { graph, start, target }: &Outline) -> Option<Ways> {
        let dominators = simple_fast(graph, *start);
        let mut order: Vec<LocationId> = Vec::new();
        let mut walk = DfsPostOrder::new(graph, *start);
        while let Some(at) = walk.next(graph) {
            order.push(at);
        }
        let order: FxHashMap<LocationId, usize> = order.into_iter().rev().enumerate().map(|(i, l)| (l, i)).collect();
        let mut back = FxHashSet::default();
        let mut loops: BTreeMap<LocationId, BTreeSet<LocationId>> = BTreeMap::new();
        for edge in graph.edge_references() {
            let (from, to) = (edge.source(), edge.target());
            if order.get(&to)? > order.get(&from)? {
                continue;
            }
            if !dominators.dominators(from)?.any(|l| l == to) {
                return None;
            }
            back.insert(edge.id());
            let members = loops.entry(to).or_default();
            members.insert(to);
            let mut todo = vec![from];
            while let Some(at) = todo.pop() {
                if members.insert(at) {
                    todo.extend(graph.neighbors_directed(at, Incoming));
                }
            }
        }
        let joins = simple_fast(Reversed(graph), *target);
        let mut by_size: Vec<(&LocationId, &BTreeSet<LocationId>)> = loops.iter().collect();
        // The smallest comes last, and of equals the first one.
        by_size.sort_by_key(|(header, members)| std::cmp::Reverse((members.len(), **header)));
        let innermost = by_size.iter().flat_map(|(header, all)| all.iter().map(|at| (*at, **header))).collect();
        Some(Ways { back, loops, joins, innermost, order })
    }

    /// The innermost loop around a location.
    pub fn scope(&self, at: LocationId) -> Scope {
        self.innermost.get(&at).copied()
    }

    /// How many simple ways a scope has, as far as numbers go.
    pub fn count(&self, Outline { graph, start, target }: &Outline, scope: Scope) -> u64 {
        let all: BTreeSet<LocationId>;
        let (from, members) = match scope {
            Some(header) => (header, &self.loops[&header]),
            None => {
                all = self.order.keys().copied().collect();
                (*start, &all)
            }
        };
        let ways = self.from(graph, from, members);
        let at = |l: LocationId| ways.get(&l).copied().unwrap_or(0);
        match scope {
            None => at(*target),
            Some(header) => {
                let around = graph.edges_directed(header, Incoming).filter(|e| self.back.contains(&e.id()));
                around.fold(0, |sum, e| sum.saturating_add(at(e.source())))
            }
        }
    }

    /// For each of `members` how many ways lead there from `from` within them.
    pub fn from(
        &self,
        graph: &DiGraph<(), Rc<Uses>>,
        from: LocationId,
        members: &BTreeSet<LocationId>,
    ) -> FxHashMap<LocationId, u64> {
        let mut sorted: Vec<LocationId> = members.iter().copied().filter(|l| *l != from).collect();
        sorted.sort_by_key(|l| self.order.get(l).copied());
        let mut ways = FxHashMap::from_iter([(from, 1u64)]);
        for at in sorted {
            let before = graph.edges_directed(at, Incoming).filter(|e| !self.back.contains(&e.id()));
            let sum = before.fold(0u64, |sum, e| sum.saturating_add(ways.get(&e.source()).copied().unwrap_or(0)));
            ways.insert(at, sum);
        }
        ways
    }
}
