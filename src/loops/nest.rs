//! The loops of a program that is cut: what enters them and what ends their rounds, and how they lie in one another.

use super::blocks::{Block, Cut};
use crate::program::LocationId;
use petgraph::algo::toposort;
use petgraph::prelude::DiGraphMap;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// A loop, as the blocks that lead to its head.
#[derive(Clone, Debug)]
pub struct Loop<'c> {
    /// Where its rounds begin and end.
    pub head: LocationId,
    /// The blocks that end one round.
    pub rounds: Vec<&'c Block>,
    /// The blocks that enter it.
    pub entries: Vec<&'c Block>,
}

impl<'c> Loop<'c> {
    /// The loop with this head.
    pub fn at(cut: &'c Cut, head: LocationId) -> Loop<'c> {
        let (rounds, entries) = cut.blocks.iter().filter(|block| block.to == head).partition(|block| block.again);
        Loop { head, rounds, entries }
    }

    /// The one block round, if all rounds are alike: without loops inside.
    pub fn round(&self) -> Option<&'c Block> {
        match self.rounds[..] {
            [round] if round.from == self.head => Some(round),
            _ => None,
        }
    }

    /// The cut points that it goes round by.
    fn members(&self, cut: &Cut) -> BTreeSet<LocationId> {
        let mut members = BTreeSet::from([self.head]);
        let mut work: Vec<LocationId> = self.rounds.iter().map(|block| block.from).collect();
        while let Some(at) = work.pop() {
            if members.insert(at) {
                work.extend(cut.blocks.iter().filter(|block| block.to == at).map(|block| block.from));
            }
        }
        members
    }
}

/// How loops lie in one another.
#[derive(Clone, Debug)]
pub struct Nest {
    /// The positions of the start and the loop heads in an order that only rounds go against.
    pub order: FxHashMap<LocationId, usize>,
    /// The heads of the loops around each head, the outermost first, its own last.
    pub around: BTreeMap<LocationId, Vec<LocationId>>,
}

impl Nest {
    /// Nothing if some loops overlap.
    pub fn of(cut: &Cut) -> Option<Nest> {
        let heads: Vec<LocationId> = cut.points.iter().copied().filter(|at| *at != cut.start).collect();
        let loops: Vec<Loop> = heads.iter().map(|head| Loop::at(cut, *head)).collect();
        let mut forward = DiGraphMap::<LocationId, ()>::new();
        forward.add_node(cut.start);
        for entry in loops.iter().flat_map(|of| &of.entries) {
            forward.add_edge(entry.from, entry.to, ());
        }
        let mut inside: Vec<(LocationId, BTreeSet<LocationId>)> =
            loops.iter().map(|of| (of.head, of.members(cut))).collect();
        // The larger of two loops is the outer one.
        inside.sort_by_key(|(_, members)| std::cmp::Reverse(members.len()));
        let is_nested = |(i, (_, inner)): (usize, &(LocationId, BTreeSet<LocationId>))| {
            inside[..i].iter().all(|(_, outer)| inner.is_subset(outer) || inner.is_disjoint(outer))
        };
        if !inside.iter().enumerate().all(is_nested) {
            return None;
        }
        let order = toposort(&forward, None).ok()?.into_iter().enumerate().map(|(i, at)| (at, i)).collect();
        let around = |at: LocationId| {
            let all = inside.iter().filter(|(_, members)| members.contains(&at));
            all.map(|(head, _)| *head).collect()
        };
        Some(Nest { order, around: heads.into_iter().map(|at| (at, around(at))).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::loops::blocks::cut;
    use crate::loops::tests::program;
    use crate::term::Terms;

    /// The blocks of a program with these edges, towards its last location.
    fn blocks(edges: &[(usize, usize)]) -> Cut {
        let program = program(edges);
        let last = program.graph.node_indices().next_back().expect("there is a start");
        cut(&Terms::new(), &program, last, &Budget::unlimited()).expect("it is small")
    }

    fn at(number: usize) -> LocationId {
        LocationId::new(number)
    }

    #[test]
    fn rounds_and_entries_are_told_apart() {
        // 1 to 4 with 2 and 3 inside.
        let cut = blocks(&[(0, 1), (1, 2), (2, 3), (3, 2), (3, 4), (4, 1), (1, 5)]);
        let [outer, inner] = [1, 2].map(|head| Loop::at(&cut, at(head)));
        let from = |blocks: &[&Block]| blocks.iter().map(|block| block.from.index()).collect::<Vec<_>>();
        assert_eq!((from(&outer.entries), from(&outer.rounds)), (vec![0], vec![2]));
        assert_eq!((from(&inner.entries), from(&inner.rounds)), (vec![1], vec![2]));
        assert!(outer.round().is_none() && inner.round().is_some());
    }

    #[test]
    fn loops_lie_in_one_another_in_an_order() {
        let nest = Nest::of(&blocks(&[(0, 1), (1, 2), (2, 3), (3, 2), (3, 4), (4, 1), (1, 5), (5, 5), (5, 6)]));
        let nest = nest.expect("no loops overlap");
        let around = |head: usize| nest.around[&at(head)].iter().map(|at| at.index()).collect::<Vec<_>>();
        assert_eq!([around(1), around(2), around(5)], [vec![1], vec![1, 2], vec![5]]);
        let order: Vec<usize> = [0, 1, 2, 5].iter().map(|number| nest.order[&at(*number)]).collect();
        assert!(order[0] < order[1] && order[1] < order[2] && order[1] < order[3], "{order:?}");
    }

    #[test]
    fn loops_that_are_entered_in_the_middle_share_the_way_there() {
        // 1 with 2, and 3 with 4.
        let edges = [(0, 2), (0, 4), (0, 1), (0, 3), (1, 2), (2, 1), (3, 4), (4, 3), (2, 5)];
        assert!(Nest::of(&blocks(&edges)).is_none());
    }
}
