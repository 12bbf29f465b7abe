//! Objects that may be pointed to when they live no more: only these have something that says whether they live.
//!
//! A variable lives as long as its block, memory until it is freed. What lives longer than a variable and may hold a
//! pointer to it makes it mortal, and so does a number that its address became where numbers become pointers.

use super::graph::{Node, ROWED};
use super::region::ObjectKey;
use super::walk::Walk;
use super::{Dimension, Names};
use std::collections::{BTreeMap, BTreeSet};

/// How an object dies, and how a pointer says which of several it was made to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mortal {
    /// Memory that is freed, each instance of it by itself if there are instances.
    Freed {
        /// There are.
        instances: bool,
    },
    /// A variable whose block runs once.
    Once,
    /// A variable of which each run of its declaration makes an instance.
    Instances,
    /// A variable of which each call of its function has an instance, which dies by itself.
    Calls,
    /// A variable whose block runs more than once: the row of a pointer to it says in which of these runs it was made.
    Rounds,
}

/// How long objects live.
#[derive(Default)]
pub(super) struct Lives {
    /// The block that is walked; 0 is the whole program.
    pub open: usize,
    /// The block around each other one.
    around: BTreeMap<usize, usize>,
    /// The blocks of variables, and whether these run more than once.
    of: BTreeMap<ObjectKey, (usize, bool)>,
    /// Objects of which calls that are on a stack have their own.
    pub beside_stack: BTreeSet<ObjectKey>,
    /// Values that are used outside of the block that gives them, and where.
    left: Vec<(Node, usize)>,
    /// Variables that are mortal.
    mortal: BTreeSet<ObjectKey>,
}

impl Lives {
    /// Goes into a block of its own, and gives the one around it.
    pub fn enter(&mut self) -> usize {
        let (around, new) = (self.open, self.around.len() + 1);
        self.around.insert(new, around);
        self.open = new;
        around
    }

    /// An object lives as long as the open block.
    pub fn begin(&mut self, key: ObjectKey, repeated: bool) {
        self.begin_in(key, repeated, self.open);
    }

    /// An object lives as long as a block.
    pub fn begin_in(&mut self, key: ObjectKey, repeated: bool, block: usize) {
        if block > 0 {
            self.of.entry(key).or_insert((block, repeated));
        }
    }

    /// An object lives as long as the program.
    pub fn outlives_all(&mut self, key: ObjectKey) {
        self.of.remove(&key);
    }

    /// A value is used in the block that is open, and comes from one inside of it.
    pub fn leaves(&mut self, value: Node) {
        self.left.push((value, self.open));
    }

    /// Whether a block is another one, or inside of it.
    fn is_within(&self, mut block: usize, outer: usize) -> bool {
        while block > outer {
            block = self.around[&block];
        }
        block == outer
    }

    fn block_of(&self, key: ObjectKey) -> usize {
        self.of.get(&key).map_or(0, |(block, _)| *block)
    }
}

impl Walk<'_> {
    /// What lives longer than a variable that it may point to makes that mortal. The rows of pointers to it may say
    /// which run of its block they are from.
    pub fn find_mortal(&mut self) -> bool {
        if self.lives.of.is_empty() {
            return false;
        }
        let (lives, names, nodes) = (&self.lives, &self.names, &self.nodes);
        let held = self.cells.iter().map(|((key, _), node)| (*node, lives.block_of(*key), Some(*key)));
        // What becomes a number is kept anywhere, if numbers become pointers.
        let numbers = self.has_numbers.then_some((self.exposed, 0, None));
        let all = held.chain(lives.left.iter().map(|(node, block)| (*node, *block, None))).chain(numbers);
        let survived = |(node, holder, by): (Node, usize, Option<ObjectKey>)| {
            let objects = nodes[node].regions.iter().filter_map(|number| names.object_of(*number));
            // What one call has may hold a pointer to what another one has, in a block that is around its own.
            let is_beside = move |key: Option<ObjectKey>| key.is_some_and(|key| lives.beside_stack.contains(&key));
            let of_other_calls = move |key: ObjectKey| is_beside(Some(key)) && is_beside(by);
            objects.filter(move |key| !lives.is_within(holder, lives.block_of(*key)) || of_other_calls(*key))
        };
        let found: BTreeSet<ObjectKey> = all.flat_map(survived).collect();
        let new: Vec<ObjectKey> = found.difference(&self.lives.mortal).copied().collect();
        for key in &new {
            self.lives.mortal.insert(*key);
            if self.kind_of(*key) == Mortal::Rounds {
                let whole = self.whole(*key);
                self.add_flags(whole, ROWED);
            }
        }
        !new.is_empty()
    }

    fn kind_of(&self, key: ObjectKey) -> Mortal {
        let has_instances = match self.objects.get(&key) {
            Some(outline) => outline.outer.first() == Some(&Dimension::Instances),
            None => self.blocks.get(&key).is_some_and(|block| block.repeated),
        };
        match self.lives.of.get(&key) {
            _ if self.lives.beside_stack.contains(&key) => Mortal::Calls,
            _ if has_instances => Mortal::Instances,
            Some((_, true)) => Mortal::Rounds,
            _ => Mortal::Once,
        }
    }

    /// How objects die that may be pointed to afterwards.
    pub fn mortals(&self) -> BTreeMap<ObjectKey, Mortal> {
        let freed = self.nodes[self.freed].regions.iter().filter_map(|number| self.names.object_of(*number));
        let can_be_freed = |key: &ObjectKey| !self.lives.of.contains_key(key) && is_memory(&self.names, self, *key);
        let freed = freed.filter(can_be_freed).map(|key| {
            let family = self.objects.get(&key).is_some_and(|of| of.outer.first() == Some(&Dimension::Family));
            (key, Mortal::Freed { instances: family || self.kind_of(key) == Mortal::Instances })
        });
        freed.chain(self.lives.mortal.iter().map(|key| (*key, self.kind_of(*key)))).collect()
    }
}

/// Whether an object may be memory that was allocated: here, or outside.
fn is_memory(names: &Names, walk: &Walk, key: ObjectKey) -> bool {
    names.is_allocated(key) || walk.from_outside.contains_key(&key)
}
