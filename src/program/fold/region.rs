//! Branches that can be folded: from a location with several ways on to where all of them have come together.

use super::ways::Ways;
use crate::program::{Edge, EdgeRef, LocationId, Program, Role, ssa};
use crate::term::{Symbol, Terms};
use petgraph::Direction::Incoming;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// A part of the graph that is entered at one location only and left for one only, without a loop inside.
pub(super) struct Region {
    /// Where it branches.
    pub branch: LocationId,
    /// Where all ways have come together; no part of it.
    pub join: LocationId,
    /// What lies between the two.
    pub inside: BTreeSet<LocationId>,
    /// How many ways lead through it.
    pub ways: u64,
    /// What is read and what is written there.
    pub reads: FxHashSet<Symbol>,
    pub writes: FxHashSet<Symbol>,
}

/// Whether a location is the header of a branch that was folded.
pub(crate) fn is_folded(program: &Program, at: LocationId) -> bool {
    let mut edges = program.graph.edges(at).peekable();
    edges.peek().is_some() && edges.all(|e| e.weight().role == Role::Once && is_condition(e.weight()))
}

fn is_condition(edge: &Edge) -> bool {
    matches!(edge.instruction, crate::program::Instruction::Assume(_))
}

impl Region {
    /// The region that begins at `branch`, if there is one.
    pub fn at(terms: &Terms, program: &Program, ways: &Ways, target: LocationId, branch: LocationId) -> Option<Region> {
        let graph = &program.graph;
        let is_within_folded = || ways.scope(branch).is_some_and(|header| is_folded(program, header));
        if graph.edges(branch).count() < 2 || is_within_folded() {
            return None;
        }
        let join = ways.joins.immediate_dominator(branch)?;
        let mut inside = BTreeSet::new();
        let mut todo = vec![branch];
        while let Some(at) = todo.pop() {
            for next in graph.neighbors(at) {
                if next == branch || next == target && next != join {
                    return None;
                }
                if next != join && inside.insert(next) {
                    todo.push(next);
                }
            }
        }
        let is_part = |l: &LocationId| *l == branch || inside.contains(l);
        for &at in &inside {
            if !graph.neighbors_directed(at, Incoming).all(|l| is_part(&l)) {
                return None;
            }
            if ways.loops.contains_key(&at) && !is_folded(program, at) {
                return None;
            }
        }
        let members = inside.iter().copied().chain([branch]).collect();
        let counted = ways.from(graph, branch, &members);
        let edges = || members.iter().flat_map(|l| graph.edges(*l));
        let into_join = edges().filter(|e| e.target() == join);
        let through = into_join.fold(0u64, |sum, e| sum.saturating_add(counted[&e.source()]));
        let reads = edges().flat_map(|e| ssa::reads(terms, &e.weight().instruction)).collect();
        let writes = edges().flat_map(|e| ssa::writes(&e.weight().instruction)).collect();
        Some(Region { branch, join, inside, ways: through, reads, writes })
    }

    /// What is read or written there.
    pub fn touched(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.reads.union(&self.writes).copied()
    }
}

/// The regions that begin at some of these locations and lie in no other of them.
pub(super) fn outermost(
    terms: &Terms,
    program: &Program,
    ways: &Ways,
    target: LocationId,
    among: impl Iterator<Item = LocationId>,
) -> Vec<Region> {
    let all: Vec<Region> = among.filter_map(|at| Region::at(terms, program, ways, target, at)).collect();
    let nested: FxHashSet<LocationId> = all.iter().flat_map(|r| r.inside.iter().copied()).collect();
    all.into_iter().filter(|r| !nested.contains(&r.branch)).collect()
}
