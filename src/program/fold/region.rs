//! Branches that can be folded: from a location with several ways on to where all of them have come together.

use super::outline::{Outline, Uses};
use super::ways::Ways;
use crate::program::LocationId;
use petgraph::Direction::Incoming;
use petgraph::visit::EdgeRef;
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
    pub uses: Uses,
}

impl Region {
    /// The region that begins at `branch`, if there is one.
    pub fn at(Outline { graph, target, .. }: &Outline, ways: &Ways, branch: LocationId) -> Option<Region> {
        if graph.edges(branch).count() < 2 {
            return None;
        }
        let join = ways.joins.immediate_dominator(branch)?;
        let mut inside = BTreeSet::new();
        let mut todo = vec![branch];
        while let Some(at) = todo.pop() {
            for next in graph.neighbors(at) {
                if next == branch || next == *target && next != join {
                    return None;
                }
                if next != join && inside.insert(next) {
                    todo.push(next);
                }
            }
        }
        let is_part = |l: &LocationId| *l == branch || inside.contains(l);
        for &at in &inside {
            if ways.loops.contains_key(&at) || !graph.neighbors_directed(at, Incoming).all(|l| is_part(&l)) {
                return None;
            }
        }
        let members = inside.iter().copied().chain([branch]).collect();
        let counted = ways.from(graph, branch, &members);
        let mut through = 0u64;
        let mut uses = Uses::default();
        for edge in members.iter().flat_map(|l| graph.edges(*l)) {
            if edge.target() == join {
                through = through.saturating_add(counted[&edge.source()]);
            }
            uses.reads.extend(&edge.weight().reads);
            uses.writes.extend(&edge.weight().writes);
        }
        Some(Region { branch, join, inside, ways: through, uses })
    }
}

/// The regions that begin at some of these locations and lie in no other of them.
pub(super) fn outermost(outline: &Outline, ways: &Ways, among: impl Iterator<Item = LocationId>) -> Vec<Region> {
    let all: Vec<Region> = among.filter_map(|at| Region::at(outline, ways, at)).collect();
    let nested: FxHashSet<LocationId> = all.iter().flat_map(|r| r.inside.iter().copied()).collect();
    all.into_iter().filter(|r| !nested.contains(&r.branch)).collect()
}
