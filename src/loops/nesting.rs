//! A program in the order it is unrolled in: one location after the other, loops as one.

use crate::program::Program;
use petgraph::Direction;
use petgraph::algo::tarjan_scc;
use petgraph::graph::NodeIndex;
use petgraph::visit::NodeFiltered;
use rustc_hash::FxHashSet;

/// A location, or a loop.
pub(crate) enum Part {
    One(NodeIndex),
    Loop {
        /// Where rounds begin.
        head: NodeIndex,
        /// The rest of it.
        inside: Vec<Part>,
        /// All of its locations.
        members: Vec<NodeIndex>,
    },
}

/// All of a program, each location after those it is reached from, aside from the beginning of another round.
pub(crate) fn parts(program: &Program) -> Vec<Part> {
    within(program, &program.graph.node_indices().collect())
}

fn within(program: &Program, all: &FxHashSet<NodeIndex>) -> Vec<Part> {
    let graph = &program.graph;
    let filtered = NodeFiltered::from_fn(graph, |at| all.contains(&at));
    let mut components = tarjan_scc(&filtered);
    components.reverse();
    let part = |mut members: Vec<NodeIndex>| {
        members.sort();
        let first = members[0];
        if members.len() == 1 && graph.find_edge(first, first).is_none() {
            return Part::One(first);
        }
        let inside: FxHashSet<NodeIndex> = members.iter().copied().collect();
        let is_entered =
            |at: &NodeIndex| graph.neighbors_directed(*at, Direction::Incoming).any(|from| !inside.contains(&from));
        let head = members.iter().copied().find(|at| *at == program.start || is_entered(at)).unwrap_or(first);
        let rest = inside.iter().copied().filter(|at| *at != head).collect();
        Part::Loop { head, inside: within(program, &rest), members }
    };
    components.into_iter().map(part).collect()
}
