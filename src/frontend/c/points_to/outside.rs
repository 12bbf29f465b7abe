//! What comes from outside: objects that pointers of the entry function's parameters point to, and, in these, pointers
//! to further ones, as deep as they are followed. Each is made where it is loaded first.

use super::Dimension;
use super::graph::{Flow, MOVED, NULL, Node, ROWED};
use super::region::{ObjectKey, Region};
use super::walk::{Value, Walk};
use crate::frontend::c::DataModel;
use crate::frontend::c::layout::{Path, Step, member, pointed_to, size_of};
use crate::frontend::c::tree::{NodeId, Type};
use crate::program::said::member_of;
use crate::term::Int;
use crate::world::Beyond;
use std::rc::Rc;

/// What the pointers at a part of an object from outside point to, as they came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// An object for each of them: the family of all these.
    Object(ObjectKey),
    /// A function, by what people call it.
    Callback(ObjectKey),
    /// What is too deep to be followed.
    Beyond,
}

impl Arrival {
    /// What that is, unless it is too deep.
    pub fn leads_to(self) -> Option<ObjectKey> {
        match self {
            Arrival::Object(key) | Arrival::Callback(key) => Some(key),
            Arrival::Beyond => None,
        }
    }
}

/// A pointer in an object from outside that is bytes.
#[derive(Clone, Debug)]
pub(crate) struct BytePointer {
    /// Where it begins, in bytes, and in which of several objects.
    pub at: u64,
    pub holder: u64,
    pub arrival: Arrival,
    /// What people call it.
    pub name: String,
    /// Which of the pointers at one part of several structs it is, and whether these are several.
    pub row: u64,
    pub has_rows: bool,
    /// There may be something else in its place.
    pub is_shared: bool,
    /// It is one of several in its place, or in a row.
    pub is_many: bool,
    /// What it is declared to be a pointer to.
    pub to: Type,
}

impl BytePointer {
    /// Its position among the bytes of all these objects.
    pub fn position(&self) -> Int {
        Int::from(self.holder) * (Int::ONE << 64) + Int::from(self.at)
    }
}

/// In bytes the pointers of so many structs are known: of the first ones of an array, and of those that come first in so
/// many objects that are led to by pointers at one part of an object; and so many pointers of an array that is a member.
const FIRST_ONES: u64 = 2;

/// With more pointers that there may be something else in place of, or that are elements of arrays, others of these are not
/// known: each leads to an object, with such pointers inside.
const MOST_OF_MANY: usize = 32;

/// Steps on the way to what a part points to are numbered from here on, so that nothing else has such a way.
const FIRST_STEP: usize = 1 << 20;
/// The step from a function that is not there to what it returns.
pub(crate) const RETURNED: usize = FIRST_STEP - 1;
/// In front of that: what is stored to a part of an object.
pub(super) const STORES: usize = FIRST_STEP - 2;

/// In front of the way to what all pointers of a type lead to that are too deep.
const BEYOND: usize = FIRST_STEP - 3;

/// From here on: what an object from outside is taken to be that is declared to be something else; before that, bytes.
const SEEN: usize = 1 << 40;

/// A step of a path, as a part of the way to an object.
pub(super) fn step(step: &Step) -> usize {
    match step {
        Step::Element => FIRST_STEP,
        Step::Field(i) => FIRST_STEP + 1 + i,
    }
}

/// What tells a type from others, where that is that simple.
fn steps_of(ty: &Type) -> Option<Vec<usize>> {
    match ty {
        Type::Void => Some(vec![0]),
        Type::Int(kind) => Some(vec![1, *kind as usize]),
        Type::Struct(s) if s.0.plain.is_none() => Some(vec![2, s.0.joined.get().unwrap_or(s).0.id]),
        Type::Pointer(to) => Some([vec![3], steps_of(to)?].concat()),
        _ => None,
    }
}

impl<'a> Walk<'a> {
    /// An object comes from outside, so many pointers away from a parameter.
    pub fn comes_from_outside(&mut self, key: ObjectKey, depth: usize) {
        self.from_outside.insert(key, depth);
        self.lives.outlives_all(key);
    }

    /// What pointers point to that are loaded from a part of an object from outside.
    pub fn arrive(&mut self, key: ObjectKey, path: &Path) {
        let part = (key, path.clone());
        let Some(depth) = self.from_outside.get(&key).copied() else { return };
        if self.arrivals.contains_key(&part) {
            return;
        }
        let Some(Type::Pointer(to)) = self.type_at(key, path) else { return };
        let arrival = self.arrival(key, path, &to, depth);
        if let Arrival::Object(pointed) = arrival
            && !self.beyond.contains(&pointed)
        {
            self.arrived.insert(pointed, part.clone());
        }
        self.arrivals.insert(part, arrival);
    }

    /// What a pointer at a part of an object from outside points to, of this type.
    fn arrival(&mut self, key: ObjectKey, path: &Path, to: &Type, depth: usize) -> Arrival {
        let name = self.name_of_part(key, path);
        self.arrival_of(key, path, to, (depth, name))
    }

    /// What an object from outside is taken to be, unless that is what its pointer says, as a step of a way.
    fn seen_as_it_came(&self, key: ObjectKey) -> Option<usize> {
        match self.led.get(&key) {
            _ if self.is_bytes(key) => Some(SEEN - 1),
            Some(Type::Struct(s)) => Some(SEEN + s.0.id),
            _ => None,
        }
    }

    /// The same, given what people call it.
    fn arrival_of(&mut self, key: ObjectKey, path: &Path, to: &Type, (depth, name): (usize, String)) -> Arrival {
        let is_function = matches!(to, Type::Function(_));
        if depth >= self.options.world.depth && !is_function {
            let way = Some(to).filter(|_| !self.is_bytes(key)).and_then(|to| self.way_beyond(key, path, to));
            if let Some(way) = way {
                return self.arrival_beyond(way, key, path, (to, name));
            }
            // It may be null.
            let cell = self.cell(key, path.clone());
            self.add_flags(cell, NULL);
            self.deepest.entry(key).or_insert(name);
            return Arrival::Beyond;
        }
        // What is there is another pointer if the object is taken to be something else.
        let seen = self.seen_as_it_came(key);
        let way = self.names.way(key).into_iter().chain(seen).chain(path.iter().map(step)).chain([FIRST_STEP]);
        let way = way.collect();
        let pointed = self.names.key(way);
        let (arrival, node) = match is_function {
            true => (Arrival::Callback(pointed), self.callback(pointed, name)),
            false => {
                self.flexible_outside.insert(pointed);
                self.object(pointed, &name, to, vec![Dimension::Family, Dimension::Lengths], false);
                self.comes_from_outside(pointed, depth + 1);
                let node = self.pointer_as_it_came(pointed, ROWED);
                self.outside.insert(pointed, node);
                (Arrival::Object(pointed), node)
            }
        };
        let cell = self.cell(key, path.clone());
        self.flow(node, Flow::To(cell));
        if self.program_arguments == Some(key) {
            // C11 5.1.2.2.1p2.
            self.add_flags(cell, NULL);
        }
        arrival
    }

    /// What tells what all pointers of a type lead to that are too deep, where that is known; pointers to anything lead to
    /// something else for each part.
    fn way_beyond(&self, key: ObjectKey, path: &Path, to: &Type) -> Option<Vec<usize>> {
        let is_open = self.options.world.beyond == Beyond::Open;
        let way = match to {
            _ if is_open => return None,
            Type::Void => [self.names.way(key), path.iter().map(step).collect()].concat(),
            _ => steps_of(to)?,
        };
        Some([vec![BEYOND, BEYOND], way].concat())
    }

    /// What is too deep to be followed is one of so many objects of its type.
    fn arrival_beyond(&mut self, way: Vec<usize>, key: ObjectKey, path: &Path, (to, name): (&Type, String)) -> Arrival {
        let pointed = self.names.key(way);
        let node = match self.outside.get(&pointed).copied() {
            Some(known) => known,
            None => {
                self.flexible_outside.insert(pointed);
                self.object(pointed, &name, to, vec![Dimension::Family, Dimension::Lengths], false);
                self.comes_from_outside(pointed, self.options.world.depth);
                let node = self.pointer_as_it_came(pointed, ROWED | NULL);
                self.outside.insert(pointed, node);
                self.nullable.insert(pointed);
                self.beyond.insert(pointed);
                node
            }
        };
        let cell = self.cell(key, path.clone());
        self.flow(node, Flow::To(cell));
        Arrival::Object(pointed)
    }

    /// What the pointers of an object from outside point to that is bytes. Of several structs only those of the first
    /// ones are known.
    pub fn arrive_in_bytes(&mut self, key: ObjectKey) {
        let Some(depth) = self.from_outside.get(&key).copied() else { return };
        if self.in_bytes.contains_key(&key) {
            return;
        }
        self.in_bytes.insert(key, vec![]);
        let of = &self.objects[&key];
        let (declared, outer) = (of.declared.clone(), of.outer.len());
        let mut found = Found::default();
        found.pointers(&declared, 0, false, self.model);
        let seen = if self.known.seen.is_empty() { None } else { self.known.seen.get(&self.names.way(key)) };
        for ty in seen.into_iter().flatten() {
            // Members of several types may be called alike.
            found.name = match ty {
                Type::Struct(s) => s.0.tag.iter().map(|tag| format!(".{tag}")).collect(),
                _ => String::new(),
            };
            found.pointers(ty, 0, true, self.model);
        }
        let is_array = matches!(of.outer.last(), Some(Dimension::Elements | Dimension::Lengths)) && seen.is_none();
        let is_family = of.outer == [Dimension::Family, Dimension::Lengths];
        let is_plain = is_array && member(&declared, self.model).is_none();
        let size = size_of(&declared, self.model).filter(|size| is_plain && *size > 0);
        let mut all = vec![];
        // Each may lead to further ones of its kind.
        let mut left = MOST_OF_MANY.saturating_sub(self.in_bytes.values().flatten().filter(|p| p.is_many).count());
        for Slot { at, to, name, is_shared, is_many, .. } in found.without_overlaps(self.pointer_size()) {
            let path = [vec![Step::Element; outer], vec![Step::Field(at as usize)]].concat();
            let name = match name {
                name if name.is_empty() => format!("(*{})", self.objects[&key].name),
                name => format!("{}{name}", self.objects[&key].name),
            };
            let arrival = match is_many && left == 0 {
                true => Arrival::Beyond,
                false => self.arrival_of(key, &path, &to, (depth, name.clone())),
            };
            left = left.saturating_sub(usize::from(is_many));
            let (elements, holders) = (size.map_or(1, |_| FIRST_ONES), if is_family { FIRST_ONES } else { 1 });
            let places = (0..elements).map(|element| (0, element)).chain((1..holders).map(|holder| (holder, 0)));
            for (holder, element) in places {
                // Its number is that of the object where it is in the first struct of that.
                let row = holder + element * holders;
                let at = at + element * size.unwrap_or(0);
                let (name, to, has_rows) = (name.clone(), to.clone(), elements * holders > 1);
                // Behind the first struct there may be what belongs to it.
                let (is_shared, is_many) = (is_shared || element > 0, is_many || element > 0);
                all.push(BytePointer { at, holder, arrival, name, row, has_rows, is_shared, is_many, to });
            }
        }
        self.in_bytes.insert(key, all);
    }

    fn pointer_size(&self) -> u64 {
        size_of(&Type::Pointer(Box::new(Type::Void)), self.model).unwrap_or(8)
    }

    /// What a function returns or stores that is not there, with the name of such things, where pointers may be in it: one of the pointers or structs of an
    /// array from outside.
    pub fn result_outside(&mut self, way: &[NodeId], name: &str, ty: &Type) -> Value {
        if !matches!(ty, Type::Pointer(_) | Type::Struct(_)) {
            return None;
        }
        let key = self.names.key([way, &[RETURNED]].concat());
        if !self.objects.contains_key(&key) {
            self.note_unions(key, ty);
            self.object(key, name, ty, vec![Dimension::Family], false);
            self.comes_from_outside(key, 0);
        }
        let place = self.pointer_to(Region::Part(key, vec![Step::Element]), MOVED);
        self.load(place, ty)
    }

    /// The pointers in a struct at a place.
    pub fn pointers_of(&mut self, place: Node, ty: &Type) -> Vec<Node> {
        let mut leaves = vec![];
        self.leaves(ty, &vec![], &mut leaves);
        let pointers = leaves.into_iter().filter(|(_, is_pointer)| *is_pointer);
        let one = |(leaf, _): (Path, bool)| {
            let to = pointed_to(ty, &leaf).cloned().map(Rc::new);
            let part = self.flow_on(place, |on| Flow::Part(leaf, on));
            self.flow_on(part, |on| Flow::Load(to, on))
        };
        pointers.map(one).collect()
    }

    /// A pointer to a function from outside.
    pub fn callback(&mut self, key: ObjectKey, name: String) -> Node {
        let node = self.pointer_to(Region::Callback(key, name.clone()), 0);
        self.callbacks.insert(key, name);
        self.outside.insert(key, node);
        node
    }

    /// What people call the object that a pointer points to at a part of an object.
    pub(super) fn name_of_part(&self, key: ObjectKey, path: &Path) -> String {
        let of = &self.objects[&key];
        let outer = of.outer.len().min(path.len());
        let name = name_of_member((&of.name, &of.declared), &path[outer..], of.is_led_to(&path[..outer]));
        name.unwrap_or_else(|| format!("(*{})", of.name))
    }
}

/// What people call a part of what has this name and type, which a pointer of that name leads to or not; nothing if there
/// is no member on the way.
pub(crate) fn name_of_member((name, ty): (&str, &Type), steps: &[Step], is_led_to: bool) -> Option<String> {
    let (mut name, mut ty, mut has_field) = (name.to_string(), ty, false);
    for (at, step) in steps.iter().enumerate() {
        match (ty, step) {
            (Type::Array(of, _), Step::Element) => ty = of,
            (Type::Struct(s), Step::Field(i)) => {
                let Some(field) = s.fields().and_then(|fields| fields.get(*i)) else { break };
                has_field = true;
                if let Some(field) = &field.name {
                    name = member_of(&name, field, is_led_to && at == 0);
                }
                ty = &field.ty;
            }
            _ => break,
        }
    }
    has_field.then_some(name)
}

/// A pointer among the members of a struct: where it is, in bytes, what type it points to, what its members are called
/// on the way to it, and whether there may be something else in its place.
#[derive(Clone, Debug)]
struct Slot {
    at: u64,
    to: Type,
    name: String,
    is_shared: bool,
    /// It is one of several in its place, or in a row.
    is_many: bool,
    /// Types of it do not go together.
    is_unknown: bool,
}

/// Pointers as they are found.
#[derive(Default)]
struct Found {
    all: Vec<Slot>,
    name: String,
    in_array: bool,
}

impl Found {
    fn pointers(&mut self, ty: &Type, at: u64, is_shared: bool, model: DataModel) {
        match ty {
            Type::Pointer(to) => {
                let (to, name) = ((**to).clone(), self.name.clone());
                let is_many = is_shared || self.in_array;
                self.all.push(Slot { at, to, name, is_shared, is_many, is_unknown: false });
            }
            Type::Struct(s) => {
                for field in s.fields().unwrap_or_default() {
                    let length = self.name.len();
                    if let Some(name) = &field.name {
                        self.name.push('.');
                        self.name.push_str(name);
                    }
                    self.pointers(&field.ty, at + field.offset / 8, is_shared || s.0.union, model);
                    self.name.truncate(length);
                }
            }
            Type::Array(of, Some(elements)) => {
                let Some(size) = size_of(of, model).filter(|size| *size > 0) else { return };
                let was_element = std::mem::replace(&mut self.in_array, true);
                for i in 0..(*elements).min(FIRST_ONES) {
                    let length = self.name.len();
                    self.name.push_str(&format!("[{i}]"));
                    self.pointers(of, at + i * size, is_shared, model);
                    self.name.truncate(length);
                }
                self.in_array = was_element;
            }
            _ => {}
        }
    }

    /// One for each place; of those that overlap another one before them nothing is known.
    fn without_overlaps(mut self, size: u64) -> Vec<Slot> {
        self.all.sort_by_key(|slot| (slot.at, slot.is_shared));
        let mut all: Vec<Slot> = vec![];
        for slot in self.all {
            match all.last_mut() {
                Some(last) if last.at == slot.at => {
                    // Nothing says what it is; a function is no memory, and what changes by itself is no other memory.
                    let is_own = |ty: &Type| matches!(ty, Type::Function(_)) || is_volatile(ty);
                    if last.to != slot.to {
                        last.is_unknown |= is_own(&last.to) || is_own(&slot.to);
                        if last.is_shared {
                            last.to = Type::Void;
                        }
                    }
                }
                Some(last) if slot.at < last.at + size => {}
                _ => all.push(slot),
            }
        }
        all.retain(|slot| !slot.is_unknown);
        all
    }
}

fn is_volatile(ty: &Type) -> bool {
    ty.clone().without_volatile() != *ty
}
