//! Where a program ends without a check that fails: one location for all of these ends.

use super::{Aimed, EdgeRef, Instruction, LocationId, Original, Program, Role};
use crate::term::Terms;
use rustc_hash::FxHashSet;

/// The program with a way to one new location from each of its ends that is no failing check: where nothing follows,
/// where a condition that the program states does not hold, where a path is given up. The target of `aimed` is none of
/// them: it is known that nothing gets there.
pub fn ends(terms: &Terms, original: &Original, aimed: &Aimed) -> (Program, LocationId) {
    let known = |at: LocationId| at == aimed.target || aimed.hits.contains(&at);
    let mut program = aimed.program.with_edges(|_, to, _| to != aimed.target);
    let graph = &original.graph;
    let over = graph.node_indices().filter(|at| !known(*at) && graph.edges(*at).next().is_none());
    let over: FxHashSet<LocationId> = over.chain(original.gaps().into_iter().map(|(at, _)| at)).collect();
    let mut found: Vec<_> = over.into_iter().map(|at| (at, Instruction::Skip, graph[at].span)).collect();
    found.sort_by_key(|(at, ..)| *at);
    for e in graph.edge_references().filter(|e| e.weight().role == Role::Assumed && !known(e.source())) {
        if let Instruction::Assume(condition) = &e.weight().instruction {
            found.push((e.source(), Instruction::Assume(terms.not(*condition)), e.weight().span));
        }
    }
    let end = program.add_location(Default::default());
    for (at, instruction, span) in found {
        program.add_edge(at, end, instruction, span, Role::Step);
    }
    (program, end)
}
