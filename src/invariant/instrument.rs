//! Facts as conditions of the program, for those who read programs and no facts.

use super::Facts;
use crate::program::{EdgeRef, Instruction, Program, Role};
use petgraph::Direction;

/// The same program with each fact without bound symbols as a condition behind its cut point. Locations keep their
/// numbers. If the facts hold, it does what it did.
pub fn instrumented(program: &Program, facts: &Facts) -> Program {
    let mut out = program.clone();
    for (&at, facts) in facts {
        let leaving: Vec<_> = program.graph.edges_directed(at, Direction::Outgoing).collect();
        let mut end = at;
        for fact in facts.iter().filter(|f| f.bound.is_empty()) {
            let (from, span) = (end, program.graph[at].span);
            end = out.add_location(span);
            out.add_edge(from, end, Instruction::Assume(fact.body), span, Role::Known);
        }
        if end == at {
            continue;
        }
        for edge in leaving {
            out.graph.add_edge(end, edge.target(), edge.weight().clone());
        }
        out.graph.retain_edges(|graph, edge| {
            let is_new = graph[edge].role == Role::Known;
            is_new || graph.edge_endpoints(edge).is_none_or(|(from, _)| from != at)
        });
    }
    out
}
