//! The loops of a program: where they begin, what lies in them, how they nest, and what happens between their heads.
//!
//! A loop is a part of the graph in which each location leads to each other. [`heads`] are where a walk in depth first
//! comes back to; [`nesting`] has loops within loops, [`blocks`] what lies between heads as one condition and one effect,
//! and [`nest`] the loops that these are the entries and the rounds of.

pub mod blocks;
pub(crate) mod nest;
pub(crate) mod nesting;

use crate::program::{EdgeIndex, EdgeRef, LocationId, Program};
use petgraph::algo::dominators::simple_fast;
use petgraph::algo::tarjan_scc;
use petgraph::visit::{DfsEvent, IntoNeighbors, IntoNodeIdentifiers, NodeIndexable, depth_first_search};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The loop heads, each with the edges that lead back to it, as far as the start leads there.
pub(crate) fn heads(program: &Program) -> BTreeMap<LocationId, Vec<EdgeIndex>> {
    let backwards: FxHashSet<(LocationId, LocationId)> = retreating(program).into_iter().collect();
    let mut heads: BTreeMap<LocationId, Vec<EdgeIndex>> = BTreeMap::new();
    for edge in program.graph.edge_references().filter(|e| backwards.contains(&(e.source(), e.target()))) {
        heads.entry(edge.target()).or_default().push(edge.id());
    }
    heads
}

/// The ends of edges that a walk in depth first goes back along.
fn retreating(program: &Program) -> Vec<(LocationId, LocationId)> {
    let mut found = Vec::new();
    depth_first_search(&program.graph, [program.start], |event| {
        if let DfsEvent::BackEdge(from, to) = event {
            found.push((from, to));
        }
    });
    found
}

/// Whether some loop can be entered elsewhere than at its head.
pub(crate) fn has_second_entries(program: &Program) -> bool {
    let dominators = simple_fast(&program.graph, program.start);
    let is_first = |(from, to): &(LocationId, LocationId)| {
        dominators.dominators(*from).is_some_and(|mut all| all.any(|at| at == *to))
    };
    !retreating(program).iter().all(is_first)
}

/// The outermost loops of a graph, each as its locations; those that lead to others come after these.
pub(crate) fn outermost<G>(graph: G) -> Vec<Vec<LocationId>>
where
    G: IntoNodeIdentifiers<NodeId = LocationId> + IntoNeighbors + NodeIndexable,
{
    let is_loop = |members: &Vec<LocationId>| {
        let first = members[0];
        members.len() > 1 || graph.neighbors(first).any(|next| next == first)
    };
    tarjan_scc(graph).into_iter().filter(is_loop).collect()
}

/// For each location the number of the outermost loop that it is in, or one of its own.
pub(crate) fn homes<G>(graph: G) -> FxHashMap<LocationId, usize>
where
    G: IntoNodeIdentifiers<NodeId = LocationId> + IntoNeighbors + NodeIndexable,
{
    let parts = tarjan_scc(graph).into_iter().enumerate();
    parts.flat_map(|(number, members)| members.into_iter().map(move |at| (at, number))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{Instruction, Role};

    /// A program with these edges between its locations, the first of which is its start.
    pub(super) fn program(edges: &[(usize, usize)]) -> Program {
        let mut program = Program::new("main", vec!["a.c".into()]);
        let last = edges.iter().map(|(a, b)| *a.max(b)).max().unwrap_or(0);
        let mut at = vec![program.start];
        at.extend((0..last).map(|_| program.add_location(Default::default())));
        for (from, to) in edges {
            program.add_edge(at[*from], at[*to], Instruction::Skip, Default::default(), Role::Step);
        }
        program
    }

    fn numbers(locations: impl IntoIterator<Item = LocationId>) -> Vec<usize> {
        let mut all: Vec<usize> = locations.into_iter().map(LocationId::index).collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn heads_and_loops_of_a_nest() {
        // 1 to 4 with 2 and 3 inside, and a location that leads to itself behind them.
        let nest = program(&[(0, 1), (1, 2), (2, 3), (3, 2), (3, 4), (4, 1), (1, 5), (5, 5), (5, 6)]);
        assert_eq!(numbers(heads(&nest).into_keys()), [1, 2, 5]);
        let loops: Vec<Vec<usize>> = outermost(&nest.graph).into_iter().map(numbers).collect();
        assert_eq!(loops, [vec![5], vec![1, 2, 3, 4]]);
        let homes = homes(&nest.graph);
        let home = |number: usize| homes[&LocationId::new(number)];
        assert!(home(1) == home(3) && home(1) != home(0) && home(5) != home(6));
        assert!(!has_second_entries(&nest));
    }

    #[test]
    fn a_jump_into_a_loop_is_a_second_entry() {
        assert!(has_second_entries(&program(&[(0, 1), (0, 2), (1, 2), (2, 1)])));
    }
}
