//! Counters as variables of the program: how often each loop has gone round.
//!
//! A ghost is zero at the start and grows by one on every edge that leads back to its loop head. Nothing reads it, so
//! the program does what it did before; but facts can speak of it, and what the counters of chains refute is such a
//! fact (\[ELN\] 3.2 has the counters; that they become variables is ours).

use crate::program::{EdgeRef, Instruction, LocationId, Program, Role};
use crate::term::{Range, Sort, Symbol, Terms};
use petgraph::graph::EdgeIndex;
use petgraph::visit::{DfsEvent, depth_first_search};
use std::collections::{BTreeMap, HashSet};

/// The most loops that get a ghost.
const MOST: usize = 8;

/// How their names begin; no name of C does.
pub const GHOST: &str = "rounds#";

/// Ghosts by the loop head whose rounds they count.
pub type Ghosts = BTreeMap<LocationId, Symbol>;

/// A ghost for each loop of a program; none if there are too many loops.
pub fn ghosts(terms: &Terms, program: &Program) -> Ghosts {
    let heads = heads(program);
    if heads.len() > MOST {
        return Ghosts::new();
    }
    let name = |head: LocationId| format!("{GHOST}{}", program.graph[head].span.line);
    let ghost = |head: LocationId| terms.symbol(name(head), Sort::Int, Range::at_least(0));
    heads.keys().map(|head| (*head, ghost(*head))).collect()
}

/// The same program with these ghosts. Locations keep their numbers; those of the additional ones come after them.
pub fn with_ghosts(terms: &Terms, program: &Program, ghosts: &Ghosts) -> Program {
    let mut out = program.clone();
    out.graph.clear_edges();
    out.variables.extend(ghosts.values());
    let backwards: HashSet<EdgeIndex> = heads(program).values().flatten().copied().collect();
    for edge in program.graph.edge_references() {
        let (to, weight) = (edge.target(), edge.weight());
        let mut end = to;
        if let Some(ghost) = ghosts.get(&to).filter(|_| backwards.contains(&edge.id())) {
            end = out.add_location(program.graph[to].span);
            let count = Instruction::Assign(*ghost, terms.offset(terms.sym(*ghost), 1));
            out.add_edge(end, to, count, weight.span, Role::Step);
        }
        out.graph.add_edge(edge.source(), end, weight.clone());
    }
    for ghost in ghosts.values() {
        let start = out.add_location(program.graph[program.start].span);
        out.add_edge(start, out.start, Instruction::Assign(*ghost, terms.int(0)), Default::default(), Role::Step);
        out.start = start;
    }
    out
}

/// The loop heads, each with the edges that lead back to it.
fn heads(program: &Program) -> BTreeMap<LocationId, Vec<EdgeIndex>> {
    let mut backwards: HashSet<(LocationId, LocationId)> = HashSet::new();
    depth_first_search(&program.graph, [program.start], |event| {
        if let DfsEvent::BackEdge(from, to) = event {
            backwards.insert((from, to));
        }
    });
    let mut heads: BTreeMap<LocationId, Vec<EdgeIndex>> = BTreeMap::new();
    for edge in program.graph.edge_references().filter(|e| backwards.contains(&(e.source(), e.target()))) {
        heads.entry(edge.target()).or_default().push(edge.id());
    }
    heads
}
