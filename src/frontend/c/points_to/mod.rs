//! Where pointers can point, before anything is lowered: inclusion constraints in the sense of Andersen.
//!
//! The typed tree is walked as lowering inlines it, once for each chain of calls, so that each inlined variable has a
//! set of its own: `walk` (the calls that are open), `expression`, `statement`, `call`, `begin` (first values). That
//! gives nodes and edges between them (`graph`); functions that are called through pointers are walked when they get
//! to the call. Where nothing flows any more, `settled` decides what only a whole picture says: what allocated memory
//! is used as, which parameters are compared with null, which calls cannot become loops; `meeting` which pointers from
//! outside may lead into one object; `outwards` which of them lead to members of structs; and `mortal` which objects may be pointed to when they live no more.
//!
//! An object that is accessed as something else than its parts are is bytes, with all pointers in it in one cell; as
//! that changes what flows where, the walk begins again whenever it found such objects, or structs around others.
//!
//! Everything is at least what lowering meets, which checks that.

mod begin;
mod bytes;
mod call;
mod depth;
mod entry;
mod escape;
mod expression;
mod frame;
mod graph;
mod meeting;
mod mortal;
mod outside;
mod outwards;
mod region;
mod settled;
mod statement;
mod walk;

#[cfg(test)]
mod tests;

pub(crate) use bytes::byte_path;
pub(crate) use depth::{Calls, Copy, Depths, FIRST_CALLS, largest};
pub(crate) use escape::{promises, way_back};
pub(crate) use meeting::{Met, Which};
pub(crate) use mortal::Mortal;
pub(crate) use outside::{Arrival, BytePointer, RETURNED, name_of_member};
pub(crate) use region::{Names, ObjectKey, Purpose, Reach, Region, Way};

use super::Options;
use super::layout::{Path, Step};
use super::tree::{FunctionId, NodeId, Tree, Type};
use graph::{INDEXED, MOVED, NULL, ROWED, STORED, WILD};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
pub(crate) use walk::MOST_STATEMENTS;

/// What a part of an object holds over time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Held {
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
pub(crate) struct Outline {
    pub name: String,
    pub ty: Type,
    /// What it is declared as.
    pub declared: Type,
    /// The dimensions around `ty`, outermost first.
    pub outer: Vec<Dimension>,
    /// Of the flexible array member, if the type does not say how long it is.
    pub flexible: Option<Dimension>,
    /// The bytes of a string literal.
    pub literal: Option<Vec<u8>>,
    /// Only its first values are assigned to it.
    pub constant: bool,
    /// Why it is bytes, whatever it is declared as, if it is; then `ty` says how many.
    pub bytes: Option<String>,
}

impl Outline {
    /// Whether a path is that to all of what a pointer leads to.
    pub fn is_led_to(&self, path: &[Step]) -> bool {
        path.len() == self.outer.len() && matches!(self.outer.last(), Some(Dimension::Elements | Dimension::Lengths))
    }
}

/// A dimension in front of an object's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dimension {
    /// One for each time the declaration runs.
    Instances,
    /// One element: each instance of a variable is by itself.
    Single,
    /// As many elements as were asked for.
    Elements,
    /// As many as were asked for, for each instance.
    Lengths,
    /// One for each pointer that comes from outside at one part of an object.
    Family,
}

/// What there is to know of a program's memory.
#[derive(Debug)]
pub(crate) struct PointsTo {
    /// Where the program begins.
    pub entry: FunctionId,
    /// The program calls `setjmp`.
    pub sets_jumps: bool,
    /// Which calls of functions by themselves are followed less than asked for.
    pub depths: Depths,
    /// The copies of functions there are.
    pub copies: Vec<Copy>,
    held: BTreeMap<(ObjectKey, Path), Held>,
    /// Objects that are pointed to from some part of memory.
    pointed: BTreeSet<ObjectKey>,
    /// What memory that is allocated is used as.
    allocated: FxHashMap<ObjectKey, Type>,
    /// What of it is there only until its function returns.
    on_stack: FxHashSet<ObjectKey>,
    outlines: BTreeMap<ObjectKey, Outline>,
    /// What pointers from outside point to, by the part of an object that holds them.
    arrivals: BTreeMap<(ObjectKey, Path), Arrival>,
    in_bytes: BTreeMap<ObjectKey, Vec<BytePointer>>,
    /// Objects from outside with pointers that are too deep, and what people call one of those.
    deepest: BTreeMap<ObjectKey, String>,
    /// What is seen as one type where nothing else says what it is.
    led: BTreeMap<ObjectKey, Type>,
    /// Where in what a pointer from outside leads to it leads, if not to the beginning.
    inner: BTreeMap<ObjectKey, Path>,
    /// What becomes a number.
    exposed: BTreeSet<usize>,
    /// Functions from outside, and what people call them.
    callbacks: BTreeMap<ObjectKey, String>,
    /// What functions may store to that are not there: all of it, the global variables that they can name, and what is
    /// led to in ways of which nothing says whether they are there in a call.
    written: BTreeSet<ObjectKey>,
    visible: BTreeSet<ObjectKey>,
    /// Pointers that such functions may lead to objects of their own.
    redirected: BTreeSet<(ObjectKey, Path)>,
    unsure: BTreeSet<ObjectKey>,
    /// What parameters point to that are compared with the null pointer.
    nullable: BTreeSet<ObjectKey>,
    /// What all pointers of a type lead to that are too deep to be followed.
    beyond: BTreeSet<ObjectKey>,
    /// What is asked whether it is null where it is none any more.
    never_null: BTreeSet<ObjectKey>,
    /// What pointers from outside may lead into beside their own objects, by these.
    meetings: BTreeMap<ObjectKey, Vec<Met>>,
    /// Objects from outside that pointers may lead to the middle of.
    placed: BTreeSet<ObjectKey>,
    /// Regions that pointers to the whole are seen as pointers to.
    seen: BTreeSet<usize>,
    /// Calls of functions by themselves, by the ways to them, that are loops.
    loops: FxHashSet<Vec<NodeId>>,
    /// Objects that may be pointed to when they live no more.
    mortal: BTreeMap<ObjectKey, Mortal>,
    beside_stack: BTreeSet<ObjectKey>,
}

/// What the program from `options.entry` on does with memory, in these names; the copies of functions that were found
/// so far if it is too large, or if `stop` said so.
pub(crate) fn points_to(
    tree: &Tree,
    entry: FunctionId,
    options: &Options,
    depths: &Depths,
    stop: &dyn Fn() -> bool,
) -> Result<(PointsTo, Names), Vec<Copy>> {
    let mut known = bytes::Known::new(tree);
    let mut walk = loop {
        let mut walk = walk::Walk::new(tree, options, depths, &known, stop);
        walk.program(entry);
        if walk.gives_up() {
            return Err(walk.copies());
        }
        let Some(more) = known.and(&mut walk) else { break walk };
        drop(walk);
        known = more;
    };
    let copies = walk.copies();
    let inner = walk.outside.keys().map(|key| (*key, walk.inner(*key))).filter(|(_, inner)| !inner.is_empty());
    let inner: BTreeMap<ObjectKey, Path> = inner.collect();
    let (written, visible) = walk.written_outside();
    let mortal = walk.mortals();
    let nodes = &walk.nodes;
    let held = walk.cells.into_iter().map(|(part, node)| {
        let graph::Pointers { flags, regions, .. } = &nodes[node];
        let is = |flag: u8| flags & flag != 0;
        let reach = Reach { regions: regions.clone(), null: is(NULL), wild: is(WILD) };
        (part, Held { stored: is(STORED), reach, rowed: is(ROWED), moved: is(MOVED | INDEXED) })
    });
    for pointer in walk.in_bytes.values_mut().flatten() {
        if pointer.arrival.leads_to().is_some_and(|key| walk.unplaced.contains(&key)) {
            pointer.arrival = Arrival::Beyond;
        }
    }
    for arrival in walk.arrivals.values_mut() {
        if arrival.leads_to().is_some_and(|key| walk.beyond_met.contains(&key)) {
            *arrival = Arrival::Beyond;
        }
    }
    let on_stack =
        walk.blocks.iter().filter(|(_, block)| block.name.ends_with("alloca")).map(|(key, _)| *key).collect();
    let allocated = walk.blocks.into_iter().filter_map(|(key, block)| Some((key, block.ty?)));
    let held: BTreeMap<_, Held> = held.collect();
    let loops = walk.tails.iter().filter(|tail| !tail.inlined);
    let loops =
        loops.map(|tail| [walk.names.steps(walk.frames[tail.frame].way).as_slice(), &[tail.site]].concat()).collect();
    let regions = held.values().flat_map(|held| &held.reach.regions);
    let found = PointsTo {
        entry,
        sets_jumps: walk.sets_jumps,
        depths: depths.clone(),
        copies,
        pointed: regions.filter_map(|number| walk.names.object_of(*number)).collect(),
        held,
        allocated: allocated.collect(),
        on_stack,
        outlines: walk.objects,
        arrivals: walk.arrivals,
        in_bytes: walk.in_bytes,
        deepest: walk.deepest,
        led: walk.led,
        inner,
        exposed: nodes[walk.exposed].regions.clone(),
        callbacks: walk.callbacks,
        unsure: BTreeSet::new(),
        written,
        visible,
        redirected: walk.redirected,
        nullable: walk.nullable,
        beyond: walk.beyond,
        never_null: walk.never_null,
        meetings: walk.meetings,
        placed: walk.placed,
        seen: walk.seen,
        loops,
        mortal,
        beside_stack: walk.lives.beside_stack,
    };
    let unsure = found.unsure(&walk.names);
    Ok((PointsTo { unsure, ..found }, walk.names))
}

impl PointsTo {
    /// What a part holds; of bytes, all of them.
    pub fn held(&self, key: ObjectKey, path: &[Step]) -> Held {
        let path = self.byte_path(key).unwrap_or_else(|| path.to_vec());
        self.held.get(&(key, path)).cloned().unwrap_or_default()
    }

    /// The path to the bytes of an object that is bytes.
    pub fn byte_path(&self, key: ObjectKey) -> Option<Path> {
        self.outlines.get(&key).filter(|of| of.bytes.is_some()).map(|of| byte_path(&of.outer))
    }

    /// Whether some part of memory holds a pointer into an object: only then a function can store to it by one.
    pub fn is_held(&self, key: ObjectKey) -> bool {
        self.pointed.contains(&key)
    }

    /// What the pointers in an object may lead to, by number.
    pub fn held_in(&self, key: ObjectKey) -> impl Iterator<Item = usize> {
        let parts = self.held.range((key, vec![])..(key + 1, vec![]));
        parts.flat_map(|(_, held)| held.reach.regions.iter().copied())
    }

    /// Whether each call of its function has its own object for a variable.
    pub fn is_beside_stack(&self, key: ObjectKey) -> bool {
        self.beside_stack.contains(&key)
    }

    /// Whether memory is there only until its function returns.
    pub fn is_on_stack(&self, key: ObjectKey) -> bool {
        self.on_stack.contains(&key)
    }

    /// What allocated memory is used as, if that comes up.
    pub fn allocated(&self, key: ObjectKey) -> Option<&Type> {
        self.allocated.get(&key)
    }

    /// How to make an object early.
    pub fn outline(&self, key: ObjectKey) -> Option<&Outline> {
        self.outlines.get(&key)
    }

    /// What the pointers at a part of an object from outside point to, as they came.
    pub fn arrival(&self, key: ObjectKey, path: &[Step]) -> Option<Arrival> {
        self.arrivals.get(&(key, path.to_vec())).copied()
    }

    /// The objects whose addresses become numbers.
    pub fn exposed(&self, names: &Names) -> BTreeSet<ObjectKey> {
        self.exposed.iter().filter_map(|number| names.object_of(*number)).collect()
    }

    /// The pointers in an object from outside that is bytes: where they are, in bytes, and what they point to.
    pub fn pointers_in_bytes(&self, key: ObjectKey) -> impl Iterator<Item = &BytePointer> {
        self.in_bytes.get(&key).into_iter().flatten()
    }

    /// What such pointers lead to in place of which there may be something else.
    pub fn shared(&self) -> BTreeSet<ObjectKey> {
        let shared = self.in_bytes.values().flatten().filter(|pointer| pointer.is_shared);
        shared.filter_map(|pointer| pointer.arrival.leads_to()).collect()
    }

    /// What an object from outside is seen as, where nothing else says what it is.
    pub fn led(&self, key: ObjectKey) -> Option<&Type> {
        self.led.get(&key)
    }

    /// The way from what a pointer from outside leads to, as an object, to where it leads in that.
    pub fn inner(&self, key: ObjectKey) -> &[Step] {
        self.inner.get(&key).map_or(&[], Vec::as_slice)
    }

    /// What people call a function from outside.
    pub fn callback(&self, key: ObjectKey) -> Option<&str> {
        self.callbacks.get(&key).map(String::as_str)
    }

    /// The functions from outside.
    pub fn callbacks(&self) -> impl Iterator<Item = ObjectKey> {
        self.callbacks.keys().copied()
    }

    /// Whether pointers that come in one object from outside lead to another one.
    pub fn leads(&self, holder: ObjectKey, key: ObjectKey) -> bool {
        self.arrivals.iter().any(|((from, _), arrival)| *from == holder && *arrival == Arrival::Object(key))
    }

    /// How an object dies, if it may be pointed to afterwards.
    pub fn mortal(&self, key: ObjectKey) -> Option<Mortal> {
        self.mortal.get(&key).copied()
    }

    /// Whether some object may be pointed to when it lives no more.
    pub fn has_mortals(&self) -> bool {
        !self.mortal.is_empty()
    }

    /// Whether it was foreseen that what leads to an object, or what is made of that, is asked whether it is null.
    pub fn is_asked_for_null(&self, key: ObjectKey) -> bool {
        self.is_nullable(key) || self.never_null.contains(&key)
    }

    /// What people call a pointer in an object from outside that is not followed, being too deep.
    pub fn too_deep(&self, key: ObjectKey) -> Option<&str> {
        self.deepest.get(&key).map(String::as_str)
    }

    /// Whether a parameter may be null.
    pub fn is_nullable(&self, key: ObjectKey) -> bool {
        self.nullable.contains(&key)
    }

    /// Whether all pointers of a type lead to an object that are too deep to be followed: each to one of so many.
    pub fn is_beyond(&self, key: ObjectKey) -> bool {
        self.beyond.contains(&key)
    }

    /// The parts of memory with pointers that come from outside and lead to an object, in an order of theirs.
    pub fn parts_leading_to(&self, key: ObjectKey) -> impl Iterator<Item = &(ObjectKey, Path)> {
        self.arrivals.iter().filter(move |(_, arrival)| **arrival == Arrival::Object(key)).map(|(part, _)| part)
    }

    /// Whether the pointers to this object are several, at one part of an array from outside.
    pub fn is_family(&self, key: ObjectKey) -> bool {
        let mut all = self.arrivals.iter();
        all.any(|((_, path), arrival)| *arrival == Arrival::Object(key) && path.contains(&Step::Element))
    }

    /// What the pointer from outside to this object may lead into beside that.
    pub fn meetings(&self, key: ObjectKey) -> &[Met] {
        self.meetings.get(&key).map_or(&[], Vec::as_slice)
    }

    /// Whether of two pointers from outside one may lead into the object of the other.
    pub fn may_meet(&self, x: ObjectKey, y: ObjectKey) -> bool {
        let leads = |x, y| self.meetings(x).iter().any(|met| met.key == y && met.within.is_empty());
        leads(x, y) || leads(y, x)
    }

    /// Whether they may lead to any places of one object.
    pub fn may_overlap(&self, x: ObjectKey, y: ObjectKey) -> bool {
        self.may_meet(x, y) && self.is_placed(x) && self.is_placed(y)
    }

    /// Whether a pointer from outside may lead elsewhere than to the beginning of its own object.
    pub fn leads_elsewhere(&self, key: ObjectKey) -> bool {
        self.is_placed(key) || !self.meetings(key).is_empty()
    }

    /// Whether a pointer from outside may lead elsewhere than to the beginning of an object.
    pub fn is_placed(&self, key: ObjectKey) -> bool {
        self.placed.contains(&key)
    }

    /// Whether a path is that to all of what a pointer leads to.
    pub fn is_led_to(&self, key: ObjectKey, path: &[Step]) -> bool {
        self.outlines.get(&key).is_some_and(|of| of.is_led_to(path))
    }

    /// Whether a pointer to a whole is seen as one to this region, its first part.
    pub fn is_seen(&self, number: usize) -> bool {
        self.seen.contains(&number)
    }

    /// Whether the call at the end of a way is a loop: nothing needs the variables of its function after it.
    pub fn is_loop(&self, way: &[NodeId]) -> bool {
        self.loops.contains(way)
    }
}
