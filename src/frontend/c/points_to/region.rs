//! What pointers can point to, by number, and the identity of objects.

use crate::frontend::c::layout::Path;
use crate::frontend::c::tree::FunctionId;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What tells an object from all others: a number for the way to it.
pub(crate) type ObjectKey = usize;

/// What an object is for, where several are made at one position of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A variable, parameter or literal of the program.
    Declared,
    /// The result of a call.
    Result,
    /// The result of `?:`.
    Chosen,
    /// The result of a call through a pointer.
    Through,
    /// Memory that is allocated here.
    Allocated,
}

/// What a pointer can point to, its position in an array aside.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Region {
    Part(ObjectKey, Path),
    Function(FunctionId),
    /// A label of a function.
    Label(FunctionId, String),
    /// A function that a pointer from outside points to, which people call so.
    Callback(ObjectKey, String),
    /// What is at an address that is a number and no object's; the index is the address.
    Number,
    /// What would be around a region that would be a member of it, this way, at the ends of lists where nothing is.
    Around(usize, Path),
}

/// The pointers of a set: to regions by number (from 1), the null pointer, and what never was a pointer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reach {
    pub regions: BTreeSet<usize>,
    pub null: bool,
    pub wild: bool,
}

/// A number for the calls that lead somewhere, and what is there: 0 is where no call is open.
pub(crate) type Way = usize;

/// The last step of a way.
#[derive(Clone, Copy, Debug, Default)]
struct LastStep {
    before: Way,
    step: usize,
    /// How many there are in all.
    length: usize,
    /// What is at the end of it, if that is an object.
    object: Option<ObjectKey>,
}

/// Numbers for objects and regions. Ways share what they begin with, as calls are many that lie deep.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    ways: Vec<LastStep>,
    longer: FxHashMap<(Way, usize), Way>,
    /// The calls that lead to a declaration or expression, that, and the purpose; or one node of the tree alone for
    /// what there is one of for all calls.
    objects: Vec<Way>,
    regions: Vec<Region>,
    numbers: FxHashMap<Region, usize>,
}

impl Reach {
    /// Every pointer of the other set, too.
    pub fn add(&mut self, other: &Reach) {
        self.regions.extend(&other.regions);
        self.null |= other.null;
        self.wild |= other.wild;
    }

    /// Whether every pointer of the other set is in this one.
    pub fn includes(&self, other: &Reach) -> bool {
        self.regions.is_superset(&other.regions) && self.null >= other.null && self.wild >= other.wild
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

impl Default for Names {
    fn default() -> Names {
        let ways = vec![LastStep::default()];
        Names { ways, longer: FxHashMap::default(), objects: vec![], regions: vec![], numbers: FxHashMap::default() }
    }
}

impl Names {
    /// The way that goes on from another one by a step.
    pub fn longer(&mut self, before: Way, step: usize) -> Way {
        let ways = &mut self.ways;
        *self.longer.entry((before, step)).or_insert_with(|| {
            let length = ways[before].length + 1;
            ways.push(LastStep { before, step, length, object: None });
            ways.len() - 1
        })
    }

    /// The key of the object at the end of this way.
    pub fn key(&mut self, way: Vec<usize>) -> ObjectKey {
        self.key_behind(0, &way)
    }

    /// The key of the object at the end of a way that goes on from another one.
    pub fn key_behind(&mut self, before: Way, steps: &[usize]) -> ObjectKey {
        let way = steps.iter().fold(before, |way, step| self.longer(way, *step));
        let objects = &mut self.objects;
        *self.ways[way].object.get_or_insert_with(|| {
            objects.push(way);
            objects.len() - 1
        })
    }

    /// The key of the object at the end of this way, if that came up so far.
    pub fn known(&self, way: &[usize]) -> Option<ObjectKey> {
        self.ways[self.found(way)?].object
    }

    fn found(&self, way: &[usize]) -> Option<Way> {
        way.iter().try_fold(0, |way, step| self.longer.get(&(way, *step)).copied())
    }

    /// The number of a region, from 1.
    pub fn region(&mut self, region: Region) -> usize {
        let regions = &mut self.regions;
        *self.numbers.entry(region).or_insert_with_key(|region| {
            regions.push(region.clone());
            regions.len()
        })
    }

    /// The region with a number.
    pub fn region_of(&self, number: usize) -> &Region {
        &self.regions[number - 1]
    }

    /// The way from an object to a region, if that is a part of one.
    pub fn path_of(&self, number: usize) -> Option<&Path> {
        match self.region_of(number) {
            Region::Part(_, path) => Some(path),
            _ => None,
        }
    }

    /// The object that a region is a part of.
    pub fn object_of(&self, number: usize) -> Option<ObjectKey> {
        match self.region_of(number) {
            Region::Part(key, _) => Some(*key),
            Region::Around(inner, _) => self.object_of(*inner),
            Region::Function(_) | Region::Label(..) | Region::Callback(..) | Region::Number => None,
        }
    }

    /// What tells whether a pointer from outside is null that points to a region.
    pub fn nullable_of(&self, number: usize) -> Option<ObjectKey> {
        match self.region_of(number) {
            Region::Part(key, _) | Region::Callback(key, _) => Some(*key),
            Region::Function(_) | Region::Label(..) | Region::Number | Region::Around(..) => None,
        }
    }

    /// Whether some pointer to a function was made.
    pub fn is_pointed_to(&self, id: FunctionId) -> bool {
        self.numbers.contains_key(&Region::Function(id))
    }

    /// The steps of a way.
    pub fn steps(&self, way: Way) -> Vec<usize> {
        let back = std::iter::successors(Some(way), |way| Some(self.ways[*way].before)).take_while(|way| *way != 0);
        let mut steps: Vec<usize> = back.map(|way| self.ways[way].step).collect();
        steps.reverse();
        steps
    }

    /// The way to an object, which is the same in every analysis of one program.
    pub fn way(&self, key: ObjectKey) -> Vec<usize> {
        self.steps(self.objects[key])
    }

    /// Whether there is one of an object for all calls.
    pub fn is_everywhere(&self, key: ObjectKey) -> bool {
        self.last(key).length == 1
    }

    fn last(&self, key: ObjectKey) -> &LastStep {
        &self.ways[self.objects[key]]
    }

    /// Whether an object is allocated memory.
    pub fn is_allocated(&self, key: ObjectKey) -> bool {
        self.last(key).length > 1 && self.last(key).step == Purpose::Allocated as usize
    }

    /// Whether an object is a variable of these calls, or of others that they make. Allocated memory is none: it
    /// outlives them.
    pub fn is_variable_of(&self, key: ObjectKey, calls: &[usize]) -> bool {
        let back = std::iter::successors(Some(self.objects[key]), |way| Some(self.ways[*way].before));
        let begin = back.into_iter().find(|way| self.ways[*way].length <= calls.len());
        begin == self.found(calls) && !self.is_allocated(key)
    }
}
