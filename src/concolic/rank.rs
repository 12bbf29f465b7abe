//! How soon it is tried to go another way.
//!
//! Runs that did something new are changed first, at every branch, as in the generational search of SAGE, which \[DTG\]
//! builds on. What counts as new is what happened in the source, or more often there than in any run before, not what is
//! new in one copy of a function.

use super::limits::rank::HOPELESS;
use super::path::Turn;
use crate::program::novelty::Novelty;
use crate::program::{EdgeIndex, LocationId, Program};
use crate::replay::Goal;
use rustc_hash::FxHashMap;

/// How soon it is tried to go another way: the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    newness: Newness,
    /// How often it was tried to get there.
    tried: u32,
    distance: u32,
    /// The first of the runs that could be changed for it, and the last, in turn: what takes several changes of one place one
    /// after the other goes on from the last.
    order: i64,
}

/// How new it would be to go there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Newness {
    /// No run has, in any copy of the function.
    New,
    /// Some have, but the run that would be changed is one that did something new.
    Fresh,
    /// None has in this copy, or it was in vain in every copy, and often.
    NewInCopy,
    Passed,
}

/// Which run would be changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct From {
    pub number: usize,
    /// Whether it did something new.
    pub is_fresh: bool,
}

/// What the ways are ranked by.
pub(super) struct Ranks {
    /// How many edges there are from a location to the goal, at least.
    distances: FxHashMap<LocationId, u32>,
    novelty: Novelty,
    /// How often it was tried to get to an edge, and to a place in the source since that brought something new.
    tried: FxHashMap<EdgeIndex, u32>,
    tried_at_place: Vec<u32>,
}

impl Ranks {
    /// Nothing was tried yet.
    pub fn new(program: &Program, goal: &Goal) -> Ranks {
        Ranks {
            distances: goal.distances(program),
            novelty: Novelty::new(program),
            tried: FxHashMap::default(),
            tried_at_place: vec![0; program.graph.edge_count()],
        }
    }

    /// The goal is another one from now on.
    pub fn aim_at(&mut self, program: &Program, goal: &Goal) {
        self.distances = goal.distances(program);
    }

    /// The goal is everywhere from now on.
    pub fn aim_anywhere(&mut self, program: &Program) {
        self.distances = program.graph.node_indices().map(|at| (at, 1)).collect();
    }

    /// It is tried to get to an edge.
    pub fn try_for(&mut self, edge: EdgeIndex) {
        *self.tried.entry(edge).or_default() += 1;
        self.tried_at_place[self.novelty.place(edge)] += 1;
    }

    /// A run went along these edges that was made to get to one; whether it did something new, so that it was not in vain.
    pub fn pass(&mut self, trail: &[EdgeIndex], made_for: Option<EdgeIndex>) -> bool {
        let is_fresh = self.novelty.note(trail).is_new_in_source;
        if let (true, Some(edge)) = (is_fresh, made_for) {
            self.tried_at_place[self.novelty.place(edge)] = 0;
        }
        is_fresh
    }

    /// Whether some run has passed an edge.
    #[cfg(test)]
    pub fn is_passed(&self, edge: EdgeIndex) -> bool {
        self.novelty.is_passed(edge)
    }

    /// How soon another way than that of a run is tried, unless it leads nowhere; that a check fails is what is wanted.
    pub fn of(&self, program: &Program, turn: &Turn, from: From) -> Option<Rank> {
        let edge = turn.edge;
        let tried = self.tried.get(&edge).copied().unwrap_or(0);
        let tried_at_place = self.tried_at_place[self.novelty.place(edge)];
        let is_new = turn.fails || !self.novelty.is_place_passed(edge);
        let (newness, tried) = match () {
            () if is_new && tried_at_place < HOPELESS => (Newness::New, tried_at_place),
            () if from.is_fresh && !is_new => (Newness::Fresh, tried_at_place),
            () if turn.fails || !self.novelty.is_passed(edge) => (Newness::NewInCopy, tried),
            () => (Newness::Passed, tried),
        };
        let distance = match turn.fails {
            true => 0,
            false => *self.distances.get(&program.graph.edge_endpoints(edge)?.1)?,
        };
        let number = from.number as i64;
        Some(Rank { newness, tried, distance, order: if tried % 2 == 0 { number } else { -number } })
    }
}
