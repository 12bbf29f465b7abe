//! Objects that are bytes: those that are accessed as something else than their parts are.
//!
//! All of a byte object is one region, so that there is one place for all pointers that it holds.

use super::Outline;
use super::frame::Copied;
use super::graph::{Flow, MOVED, NULL, Node, Pointers, STORED};
use super::region::ObjectKey;
use super::walk::Walk;
use super::{Dimension, Region};
use crate::frontend::c::facts;
use crate::frontend::c::layout::{Path, Step, has_mixed_union, member, object_size, seen_as, size_of};
use crate::frontend::c::tree::{IntKind, Tree, Type};
use std::collections::BTreeMap;

/// The ways to objects that are bytes, and why they are.
pub(super) type ByteObjects = BTreeMap<Vec<usize>, String>;

/// What earlier walks found out about objects, by the ways to them.
#[derive(Clone, Default)]
pub(super) struct Known {
    /// Lengths and distances in bytes are named, of what nothing says what it is.
    counts_bytes: bool,
    pub bytes: ByteObjects,
    /// What is seen as one type, with pointers or something volatile inside, where nothing else says what it is.
    pub led: BTreeMap<Vec<usize>, Type>,
    /// Where in that the pointer to it leads, if not to its beginning.
    pub inner: BTreeMap<Vec<usize>, Path>,
    /// Types with pointers inside that the beginning of bytes from outside is seen as.
    pub seen: BTreeMap<Vec<usize>, Vec<Type>>,
}

impl Known {
    /// Nothing, before the first walk.
    pub fn new(tree: &Tree) -> Known {
        let counts_bytes = !tree.lengths.is_empty() || !tree.inner_lengths.is_empty() || facts::moves_void(tree);
        Known { counts_bytes, ..Known::default() }
    }

    /// This and what a walk found, if that is news.
    pub fn and(&self, walk: &mut Walk) -> Option<Known> {
        let mut all = self.clone();
        let around = walk.found_around();
        let mut any = !walk.disagreeing.is_empty();
        for (key, ty, inner) in around {
            let way = walk.names.way(key);
            any |= all.inner.get(&way) != Some(&inner);
            all.led.insert(way.clone(), ty);
            all.inner.insert(way, inner);
        }
        for way in walk.disagreeing.keys().filter(|way| all.inner.remove(*way).is_some()) {
            all.led.remove(way);
        }
        all.bytes.extend(std::mem::take(&mut walk.disagreeing));
        for (key, found) in std::mem::take(&mut walk.seen_types) {
            // What a pointer into the middle is seen as says nothing of the beginning.
            let is_first = |node: Node| walk.nodes[node].flags & MOVED == 0;
            let mut types: Vec<Type> = vec![];
            for (ty, _) in found.iter().filter(|(_, node)| is_first(*node)) {
                types.extend((!types.contains(ty)).then(|| ty.clone()));
            }
            let way = walk.names.way(key);
            let is_moved = walk.placed.contains(&key) || walk.meetings.contains_key(&key);
            let is_number = || walk.parts_at(walk.exposed).iter().any(|(of, _)| *of == key);
            let declared = &walk.objects[&key].declared;
            let is_opaque = matches!(declared, Type::Struct(s) if s.fields().is_none());
            let is_open = (*declared == Type::Void || is_opaque) && !self.counts_bytes && !is_moved && !is_number();
            match &types[..] {
                [only] if is_open && (holds_pointers(only) || facts::holds_volatile(only)) => {
                    if is_opaque {
                        all.bytes.remove(&way);
                    }
                    any |= all.led.insert(way, only.clone()).is_none()
                }
                _ => {
                    let seen = all.seen.entry(way).or_default();
                    let first = found.iter().filter(|(ty, node)| holds_pointers(ty) && is_first(*node));
                    for (ty, _) in first {
                        if !seen.contains(ty) {
                            seen.push(ty.clone());
                            any = true;
                        }
                    }
                }
            }
        }
        any.then_some(all)
    }
}

/// Whether memory of a type has pointers in it, as far as it is known.
fn holds_pointers(ty: &Type) -> bool {
    match ty {
        Type::Pointer(to) => !matches!(**to, Type::Function(_)),
        Type::Array(of, Some(_)) => holds_pointers(of),
        Type::Struct(s) => s.fields().is_some_and(|fields| fields.iter().any(|field| holds_pointers(&field.ty))),
        _ => false,
    }
}

/// The path to the bytes of a byte object, given the dimensions around its type.
pub(crate) fn byte_path(outer: &[Dimension]) -> Path {
    let counted = matches!(outer.last(), Some(Dimension::Elements | Dimension::Lengths));
    vec![Step::Element; outer.len() + usize::from(!counted)]
}

impl Walk<'_> {
    /// Whether an object is bytes.
    pub fn is_bytes(&self, key: ObjectKey) -> bool {
        self.objects.get(&key).is_some_and(|of| of.bytes.is_some())
    }

    /// The path to the bytes of an object.
    pub fn byte_path(&self, key: ObjectKey) -> Path {
        byte_path(&self.objects[&key].outer)
    }

    /// The outline, as bytes if the object is that.
    pub fn as_bytes(&mut self, key: ObjectKey, outline: Outline) -> Outline {
        let is_void = outline.ty == Type::Void;
        let is_mixed = has_mixed_union(&outline.ty, self.model);
        // How many elements the member has follows from the bytes that are there.
        let is_flexible = self.flexible_outside.contains(&key) && member(&outline.ty, self.model).is_some();
        let has_pointers = || self.flexible_outside.contains(&key) && has_union_of_pointers(&outline.ty);
        let bytes = &self.known.bytes;
        let known = if bytes.is_empty() { None } else { bytes.get(&self.names.way(key)) };
        let why = match known {
            Some(why) => why.clone(),
            None if is_void => "nothing says what it is made of".into(),
            None if is_mixed => "it holds a union of members that do not agree".into(),
            None if has_pointers() => "it holds a union of pointers".into(),
            None if is_flexible => "its last member is as long as there is memory".into(),
            None => return outline,
        };
        let byte = Type::Int(IntKind::UChar);
        let ty = match outline.outer.last() {
            Some(Dimension::Elements | Dimension::Lengths) => byte,
            _ => match object_size(&outline.ty, self.model) {
                Some(size) => Type::Array(Box::new(byte), Some(size)),
                None => return outline,
            },
        };
        Outline { flexible: None, bytes: Some(why), ty, ..outline }
    }

    /// Of several pointers that are members of one union nobody knows which one came from outside.
    pub fn note_unions(&mut self, key: ObjectKey, ty: &Type) {
        if has_union_of_pointers(ty) {
            self.flexible_outside.insert(key);
        }
    }

    /// An object is accessed as something that it is not at this place.
    pub fn disagrees(&mut self, key: ObjectKey, to: &Type) {
        if !matches!(to, Type::Other(_) | Type::Function(_)) {
            self.make_bytes(key, || format!("memory of it is used as {}", to.describe()));
        }
    }

    pub fn make_bytes(&mut self, key: ObjectKey, why: impl FnOnce() -> String) {
        if self.objects.contains_key(&key) && !self.is_bytes(key) {
            let way = self.names.way(key);
            // Of what cannot be bytes that is known already.
            if !self.known.bytes.contains_key(&way) {
                self.disagreeing.entry(way).or_insert_with(why);
            }
        }
    }

    /// A pointer into a byte object along an edge.
    pub fn pass_bytes(&mut self, node: Node, what: &Flow, (number, key): (usize, ObjectKey)) {
        if let Flow::Cast(ty, _) | Flow::Fitting(ty, _) = what {
            self.see(key, ty, node);
        }
        let cell = |walk: &mut Self| walk.cell(key, vec![]);
        match what {
            Flow::Part(way, to) => {
                if !way.is_empty() {
                    self.add_flags(*to, MOVED);
                }
                self.add(*to, number);
            }
            Flow::To(to) | Flow::Moved(to) | Flow::Cast(_, to) | Flow::Fitting(_, to) => self.add(*to, number),
            Flow::Outwards(around, to) => self.pass_outwards_in_bytes(around, *to, (number, key)),
            Flow::Load(ty, to) => {
                self.arrive_in_bytes(key);
                let from = cell(self);
                let ty = ty.as_ref().filter(|ty| ***ty != Type::Void);
                self.flow(from, ty.map_or(Flow::To(*to), |ty| Flow::Fitting(ty.clone(), *to)));
                // Bytes that are all 0.
                self.add_flags(*to, NULL);
            }
            Flow::LoadBytes(to) => {
                self.arrive_in_bytes(key);
                let from = cell(self);
                self.flow(from, Flow::To(*to));
                self.add_flags(*to, NULL);
            }
            Flow::Store(_, value, _) if !self.objects[&key].constant => {
                let to = cell(self);
                self.add_flags(to, STORED);
                if let Some(value) = value {
                    self.flow(*value, Flow::To(to));
                }
            }
            Flow::Block(from) | Flow::Bytes(from) if !self.objects[&key].constant => {
                let to = cell(self);
                self.add_flags(to, STORED);
                if let Some(from) = from {
                    self.flow(*from, Flow::LoadBytes(to));
                }
            }
            Flow::Store(..) | Flow::Block(_) | Flow::Bytes(_) | Flow::Call(_) => {}
        }
    }

    /// Bytes from outside are seen as a type, by the pointers of a node.
    pub fn see(&mut self, key: ObjectKey, ty: &Type, node: Node) {
        if *ty != Type::Void && self.from_outside.contains_key(&key) {
            let seen = self.seen_types.entry(key).or_default();
            if !seen.iter().any(|(of, by)| of == ty && *by == node) {
                seen.push((ty.clone(), node));
            }
        }
    }

    /// Objects that have to be bytes, now that it is known where pointers point.
    pub fn find_bytes(&mut self) {
        let ambiguous: Vec<Node> = (0..self.nodes.len()).filter(|node| self.is_cast_inwards(*node)).collect();
        for node in ambiguous {
            for (key, _) in self.parts_at(node) {
                self.make_bytes(key, || "a pointer to it or to another object is seen as one to their parts".into());
            }
        }
        // From the first member of a struct to what comes after it; characters may walk through all of an object.
        let is_moved = |number: &usize| {
            let holds = |of: &Pointers| of.moves() && of.regions.contains(number);
            self.is_character(*number) || self.nodes.iter().any(holds)
        };
        let moved: Vec<usize> = self.first_members.iter().copied().filter(is_moved).collect();
        for key in moved.into_iter().filter_map(|number| self.names.object_of(number)).collect::<Vec<_>>() {
            self.make_bytes(key, || "a pointer to it is seen as one to its first member, and moved".into());
        }
        if self.has_numbers {
            for (key, path) in self.parts_at(self.exposed) {
                let is_byte = |ty| seen_as(&ty, &Type::Int(IntKind::UChar), self.model);
                if path.len() != 1 || !self.type_at(key, &path).is_some_and(is_byte) {
                    self.make_bytes(key, || "its address is a number that becomes a pointer again".into());
                }
            }
        }
        for copied in std::mem::take(&mut self.copied) {
            let Copied { to, from, .. } = copied;
            let places = [self.parts_at(to), from.map_or(vec![], |from| self.parts_at(from))].concat();
            let copies_pointers = places.iter().any(|(key, _)| self.is_bytes(*key) && self.holds_pointers(*key));
            if copies_pointers {
                // Bytes of pointers are no characters.
                for (key, _) in &places {
                    self.make_bytes(*key, || "bytes of pointers are copied from or to it".into());
                }
            }
            if copies_pointers || self.copies_elements(copied, &places) {
                continue;
            }
            for (key, path) in places {
                let is_byte = |ty| seen_as(&ty, &Type::Int(IntKind::UChar), self.model);
                if !self.type_at(key, &path).is_some_and(is_byte) {
                    self.make_bytes(key, || "it is copied from or to memory of another type".into());
                }
            }
        }
    }

    /// Whether some pointer is among the bytes of an object.
    fn holds_pointers(&self, key: ObjectKey) -> bool {
        let cell = self.cells.get(&(key, self.byte_path(key)));
        cell.is_some_and(|cell| !self.nodes[*cell].regions.is_empty())
    }

    /// Whether whole elements of one type are copied or set between these places.
    fn copies_elements(&self, Copied { bytes, any_byte, .. }: Copied, places: &[(ObjectKey, Path)]) -> bool {
        let mut types = places.iter().filter_map(|(key, path)| self.type_at(*key, path));
        let Some(first) = types.next() else { return true };
        let model = self.model;
        let agree = |ty: &Type| match (&first, ty) {
            (Type::Struct(_), _) | (_, Type::Struct(_)) => first == *ty,
            _ => seen_as(&first, ty, model),
        };
        let is_part = |element: &Type| match (bytes, size_of(element, model)) {
            (Some(bytes), Some(size)) => size > 0 && bytes % size != 0 && member(element, model).is_none(),
            _ => false,
        };
        let element = innermost(&first);
        types.all(|ty| agree(&ty)) && !is_part(element) && !(any_byte && size_of(element, model) != Some(1))
    }

    /// Whether a region is characters.
    fn is_character(&self, number: usize) -> bool {
        let Region::Part(key, path) = self.names.region_of(number) else { return false };
        let is = |ty: Type| seen_as(&ty, &Type::Int(IntKind::UChar), self.model);
        self.type_at(*key, path).is_some_and(is)
    }

    /// Whether a pointer to one of several objects is seen as one to a part of it.
    fn is_cast_inwards(&self, node: Node) -> bool {
        let of = &self.nodes[node];
        of.regions.len() > 1 && of.casts_inwards()
    }

    /// The parts of objects that a node's pointers point to.
    fn parts_at(&self, node: Node) -> Vec<(ObjectKey, Path)> {
        let region = |number: &usize| match self.names.region_of(*number) {
            Region::Part(key, path) => Some((*key, path.clone())),
            Region::Function(_) | Region::Label(..) | Region::Callback(..) | Region::Number | Region::Around(..) => {
                None
            }
        };
        self.nodes[node].regions.iter().filter_map(region).collect()
    }
}

/// Whether there is a union of several pointers.
fn has_union_of_pointers(ty: &Type) -> bool {
    match ty {
        Type::Array(of, _) => has_union_of_pointers(of),
        Type::Struct(s) => {
            let fields = s.fields().unwrap_or_default();
            let pointers = fields.iter().filter(|field| matches!(field.ty, Type::Pointer(_))).count();
            s.0.union && pointers > 1 || fields.iter().any(|field| has_union_of_pointers(&field.ty))
        }
        _ => false,
    }
}

/// What the elements of arrays of arrays are.
fn innermost(ty: &Type) -> &Type {
    match ty {
        Type::Array(of, _) => innermost(of),
        ty => ty,
    }
}
