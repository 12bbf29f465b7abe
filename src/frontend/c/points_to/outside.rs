//! What comes from outside: objects that pointers of the entry function's parameters point to, and, in these, pointers
//! to further ones, as deep as they are followed. Each is made where it is loaded first.

use super::Dimension;
use super::graph::{Flow, MOVED, NULL, Node, ROWED};
use super::region::{ObjectKey, Region};
use super::walk::{Value, Walk};
use crate::frontend::c::layout::{Path, Step, pointed_to};
use crate::frontend::c::tree::{NodeId, Type};
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

/// A pointer in an object from outside that is bytes.
#[derive(Clone, Debug)]
pub(crate) struct BytePointer {
    /// Where it begins, in bytes.
    pub at: u64,
    pub arrival: Arrival,
    /// What people call it.
    pub name: String,
}

/// Steps on the way to what a part points to are numbered from here on, so that nothing else has such a way.
const FIRST_STEP: usize = 1 << 20;
/// The step from a function that is not there to what it returns.
pub(crate) const RETURNED: usize = FIRST_STEP - 1;
/// In front of that: what is stored to a part of an object.
pub(super) const STORES: usize = FIRST_STEP - 2;

/// A step of a path, as a part of the way to an object.
pub(super) fn step(step: &Step) -> usize {
    match step {
        Step::Element => FIRST_STEP,
        Step::Field(i) => FIRST_STEP + 1 + i,
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
        if let Arrival::Object(pointed) = arrival {
            self.arrived.insert(pointed, part.clone());
        }
        self.arrivals.insert(part, arrival);
    }

    /// What a pointer at a part of an object from outside points to, of this type.
    fn arrival(&mut self, key: ObjectKey, path: &Path, to: &Type, depth: usize) -> Arrival {
        let is_function = matches!(to, Type::Function(_));
        if depth >= self.options.world.depth && !is_function {
            // It may be null.
            let cell = self.cell(key, path.clone());
            self.add_flags(cell, NULL);
            return Arrival::Beyond;
        }
        let way = self.names.way(key).into_iter().chain(path.iter().map(step)).chain([FIRST_STEP]).collect();
        let pointed = self.names.key(way);
        let name = self.name_of_part(key, path);
        let (arrival, node) = match is_function {
            true => (Arrival::Callback(pointed), self.callback(pointed, name)),
            false => {
                self.flexible_outside.insert(pointed);
                self.object(pointed, &name, to, vec![Dimension::Family, Dimension::Lengths], false);
                self.comes_from_outside(pointed, depth + 1);
                let node = self.pointer_to(Region::Part(pointed, vec![Step::Element; 2]), ROWED);
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

    /// What the pointers of an object from outside point to that is bytes. Only those of the first of several structs
    /// are known.
    pub fn arrive_in_bytes(&mut self, key: ObjectKey) {
        let Some(depth) = self.from_outside.get(&key).copied() else { return };
        if self.in_bytes.contains_key(&key) {
            return;
        }
        self.in_bytes.insert(key, vec![]);
        let of = &self.objects[&key];
        let declared = of.declared.clone();
        let mut found = vec![];
        pointers(&declared, &vec![Step::Element; of.outer.len()], 0, &mut found);
        let mut all = vec![];
        for (path, offset, to) in found {
            let arrival = self.arrival(key, &path, &to, depth);
            all.push(BytePointer { at: offset / 8, arrival, name: self.name_of_part(key, &path) });
        }
        self.in_bytes.insert(key, all);
    }

    /// What a function returns or stores that is not there, with the name of such things, where pointers may be in it: one of the pointers or structs of an
    /// array from outside.
    pub fn result_outside(&mut self, way: &[NodeId], name: &str, ty: &Type) -> Value {
        if !matches!(ty, Type::Pointer(_) | Type::Struct(_)) {
            return None;
        }
        let key = self.names.key([way, &[RETURNED]].concat());
        if !self.objects.contains_key(&key) {
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
        let (mut name, mut ty) = (of.name.clone(), of.declared.clone());
        let mut has_field = false;
        for step in &path[of.outer.len().min(path.len())..] {
            ty = match (&ty, step) {
                (Type::Array(of, _), Step::Element) => (**of).clone(),
                (Type::Struct(s), Step::Field(i)) => {
                    let Some(field) = s.fields().and_then(|fields| fields.get(*i)) else { break };
                    has_field = true;
                    if let Some(field) = &field.name {
                        name = format!("{name}.{field}");
                    }
                    field.ty.clone()
                }
                _ => break,
            };
        }
        if has_field { name } else { format!("(*{name})") }
    }
}

/// The pointers among the members of a struct, with where they are, in bits, and what type they point to.
fn pointers(ty: &Type, path: &Path, offset: u64, out: &mut Vec<(Path, u64, Type)>) {
    match ty {
        Type::Pointer(to) => out.push((path.clone(), offset, (**to).clone())),
        Type::Struct(s) if !s.0.union => {
            for (i, field) in s.fields().unwrap_or_default().iter().enumerate() {
                pointers(&field.ty, &[path.as_slice(), &[Step::Field(i)]].concat(), offset + field.offset, out);
            }
        }
        _ => {}
    }
}
