//! What lowering has to know of the program's memory before it begins: where pointers point, what is stored to.
//!
//! Found by lowering the program again and again until nothing new is learnt
//! (points-to sets in the sense of Andersen, one for each inlined variable).
//! Keys are nodes of the tree, so they mean the same in every round.

use super::scope::Purpose;
use crate::frontend::c::layout::{Path, Step};
use crate::frontend::c::tree::{FunctionId, Type};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Something in memory, in every round: the calls that lead to its declaration, and the declaration.
pub(super) type ObjectKey = usize;

/// What a pointer can point to, its position in an array aside.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Region {
    Part(ObjectKey, Path),
    Function(FunctionId),
    /// A label of a function.
    Label(FunctionId, String),
}

/// The pointers of a set: to regions by number (from 1), the null pointer, and what never was a pointer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reach {
    pub regions: BTreeSet<usize>,
    pub null: bool,
    pub wild: bool,
}

/// What a part of an object holds over time.
#[derive(Clone, Debug, Default)]
pub(super) struct Held {
    /// Something assigns to it after its first value.
    pub stored: bool,
    /// For pointers: what they can be.
    pub reach: Reach,
    /// For pointers: they can point into a row that is not the first.
    pub rowed: bool,
    /// For pointers: they can point to an element that is not the first of its row.
    pub moved: bool,
}

/// How to make an object before its declaration is met.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    pub name: String,
    pub ty: Type,
    /// The dimensions around `ty`, outermost first.
    pub outer: Vec<Dimension>,
    /// Of the flexible array member, if the type does not say how long it is.
    pub flexible: Option<Dimension>,
    /// The bytes of a string literal.
    pub literal: Option<Vec<u8>>,
}

/// A dimension in front of an object's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dimension {
    /// One for each time the declaration runs.
    Instances,
    /// As many elements as were asked for.
    Elements,
    /// As many as were asked for, for each instance.
    Lengths,
}

/// All that was learnt so far.
#[derive(Debug, Default)]
pub(super) struct Learnt {
    keys: HashMap<Vec<usize>, ObjectKey>,
    ways: Vec<Vec<usize>>,
    regions: Vec<Region>,
    numbers: HashMap<Region, usize>,
    /// Objects with a region.
    pointed: BTreeSet<ObjectKey>,
    held: BTreeMap<(ObjectKey, Path), Held>,
    /// What memory that was allocated is used as.
    allocated: HashMap<ObjectKey, Type>,
    outlines: HashMap<ObjectKey, Outline>,
    /// Parameters that are compared with the null pointer.
    nullable: BTreeSet<ObjectKey>,
    /// Regions that pointers to the whole are seen as pointers to.
    seen: BTreeSet<usize>,
    /// Something new came up since this was last set to `false`.
    pub changed: bool,
}

impl Reach {
    /// Every pointer of the other set, too; whether that is more than before.
    pub fn add(&mut self, other: &Reach) -> bool {
        let before = (self.regions.len(), self.null, self.wild);
        self.regions.extend(&other.regions);
        self.null |= other.null;
        self.wild |= other.wild;
        before != (self.regions.len(), self.null, self.wild)
    }

    /// The only pointer of the set: 0 is the null pointer, -1 no pointer.
    pub fn only(&self) -> Option<i64> {
        match (self.regions.len(), self.null, self.wild) {
            (1, false, false) => self.regions.first().map(|r| *r as i64),
            (0, true, false) => Some(0),
            (0, false, _) => Some(-1),
            _ => None,
        }
    }
}

impl Learnt {
    /// The key of the object whose declaration is met at the end of this way.
    pub fn key(&mut self, way: Vec<usize>) -> ObjectKey {
        if let Some(key) = self.keys.get(&way) {
            return *key;
        }
        self.ways.push(way.clone());
        self.keys.insert(way, self.ways.len() - 1);
        self.ways.len() - 1
    }

    /// The way to an object.
    pub fn way(&self, key: ObjectKey) -> &[usize] {
        &self.ways[key]
    }

    /// The number of a region, from 1.
    pub fn region(&mut self, region: Region) -> usize {
        if let Some(number) = self.numbers.get(&region) {
            return *number;
        }
        if let Region::Part(key, _) = &region {
            self.pointed.insert(*key);
        }
        self.regions.push(region.clone());
        self.numbers.insert(region, self.regions.len());
        self.regions.len()
    }

    /// The region with a number.
    pub fn region_of(&self, number: usize) -> &Region {
        &self.regions[number - 1]
    }

    /// A pointer to a whole is seen as one to this region, its first part.
    pub fn seen(&mut self, number: usize) {
        self.changed |= self.seen.insert(number);
    }

    /// Whether a pointer to a whole is seen as one to this region.
    pub fn is_seen(&self, number: usize) -> bool {
        self.seen.contains(&number)
    }

    /// Whether some pointer into the object was ever made.
    pub fn is_pointed_to(&self, key: ObjectKey) -> bool {
        self.pointed.contains(&key)
    }

    /// What a part holds.
    pub fn held(&self, key: ObjectKey, path: &[Step]) -> Held {
        self.held.get(&(key, path.to_vec())).cloned().unwrap_or_default()
    }

    /// Whether some of the pointers point to a variable of the calls that a way begins with.
    pub fn reaches_variable_of(&self, reach: &Reach, calls: &[usize]) -> bool {
        reach.regions.iter().any(|number| match self.region_of(*number) {
            Region::Part(key, _) => self.is_variable_of(*key, calls),
            Region::Function(_) | Region::Label(..) => false,
        })
    }

    /// Whether a pointer to a variable of these calls is held by anything else.
    pub fn escapes(&self, calls: &[usize]) -> bool {
        let others = self.held.iter().filter(|((key, _), _)| !self.is_variable_of(*key, calls));
        others.into_iter().any(|(_, held)| self.reaches_variable_of(&held.reach, calls))
    }

    /// Allocated memory is no variable: it outlives the calls that allocate it.
    fn is_variable_of(&self, key: ObjectKey, calls: &[usize]) -> bool {
        self.way(key).starts_with(calls) && !self.is_allocated(key)
    }

    /// Whether an object is allocated memory.
    pub fn is_allocated(&self, key: ObjectKey) -> bool {
        // What is declared once, outside of all calls, has a way of one step.
        let way = self.way(key);
        way.len() > 1 && way.last() == Some(&(Purpose::Allocated as usize))
    }

    /// Something assigns to a part.
    pub fn store(&mut self, key: ObjectKey, path: &[Step]) {
        let held = self.held.entry((key, path.to_vec())).or_default();
        self.changed |= !held.stored;
        held.stored = true;
    }

    /// A part can hold these pointers.
    pub fn point(&mut self, key: ObjectKey, path: &[Step], reach: &Reach, rowed: bool, moved: bool) {
        let held = self.held.entry((key, path.to_vec())).or_default();
        let grown = held.reach.add(reach);
        self.changed |= grown || (rowed && !held.rowed) || (moved && !held.moved);
        held.rowed |= rowed;
        held.moved |= moved;
    }

    /// What allocated memory is used as, if that came up.
    pub fn allocated(&self, key: ObjectKey) -> Option<&Type> {
        self.allocated.get(&key)
    }

    /// Allocated memory is used as an array of `ty`; the first use counts.
    pub fn allocate(&mut self, key: ObjectKey, ty: &Type) {
        self.allocated.entry(key).or_insert_with(|| {
            self.changed = true;
            ty.clone()
        });
    }

    /// How to make an object early.
    pub fn outline(&self, key: ObjectKey) -> Option<&Outline> {
        self.outlines.get(&key)
    }

    /// An object was made.
    pub fn made(&mut self, key: ObjectKey, outline: Outline) {
        let known = self.outlines.entry(key).or_insert_with(|| outline.clone());
        // What seemed to have one size may turn out to have several.
        if (&known.outer, known.flexible) != (&outline.outer, outline.flexible) {
            *known = outline;
            self.changed = true;
        }
    }

    /// An object that was made is a string literal.
    pub fn made_of(&mut self, key: ObjectKey, bytes: &[u8]) {
        if let Some(outline) = self.outlines.get_mut(&key) {
            outline.literal.get_or_insert_with(|| bytes.to_vec());
        }
    }

    /// Whether a parameter may be null.
    pub fn nullable(&self, key: ObjectKey) -> bool {
        self.nullable.contains(&key)
    }

    /// A parameter is compared with the null pointer.
    pub fn compared_with_null(&mut self, key: ObjectKey) {
        self.changed |= self.nullable.insert(key);
    }
}
