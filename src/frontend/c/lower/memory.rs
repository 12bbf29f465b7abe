//! Objects in memory: each is a set of leaves, and each leaf a variable or an array of the program.
//!
//! The members of an array of structs are arrays of their own, one element for
//! each struct. A pointer is a number for what it points into and two indices,
//! as far as these vary; see [`super::pointer`].

use super::leaves::MOST_LEAVES;
use super::scope::{Fallible, Lowering};
use crate::frontend::c::layout::{Path, Step, member, part};
use crate::frontend::c::points_to::{Dimension, ObjectKey, Purpose};
use crate::frontend::c::tree::{IntKind, NodeId, Refusal, StructType, Type};
use crate::source::Bytes;
use crate::term::{Range, Sort, Symbol, Term};
use std::collections::BTreeMap;

/// Something in memory.
pub(super) struct Object {
    pub key: ObjectKey,
    pub name: String,
    /// Its type, inside of the outer dimensions.
    pub ty: Type,
    pub outer: Vec<Outer>,
    pub leaves: BTreeMap<Path, Leaf>,
    /// How many elements its flexible array member has, if it has one.
    pub flexible: Option<Outer>,
    /// Nothing may be stored to it: a string literal.
    pub constant: bool,
    /// A string literal, which may share memory with others.
    pub literal: bool,
    /// It is bytes, see [`super::bytes`]; then `ty` says how many.
    pub bytes: bool,
    /// What it was declared as.
    pub declared: Type,
}

/// A dimension in front of an object's type.
#[derive(Clone, Copy, Debug)]
pub(super) enum Outer {
    /// One for each time the declaration runs: the variable is the number of the last.
    Instances(Symbol),
    /// One element: each instance of a variable is by itself.
    Single,
    /// As many elements as the term says, which nothing changes.
    Elements(Term),
    /// As many elements as the array says for each instance.
    Lengths(Symbol),
    /// One for each pointer that comes from outside at one part of an object.
    Family,
}

/// A part of an object that has no parts.
#[derive(Clone)]
pub(super) struct Leaf {
    pub name: String,
    /// One value for each position, not a single one.
    pub array: bool,
    pub content: Content,
}

/// What a leaf holds.
#[derive(Clone)]
pub(super) enum Content {
    Int {
        kind: IntKind,
        /// The width of a bit-field.
        bits: Option<u32>,
        cell: Cell,
    },
    Pointer {
        object: Cell,
        row: Cell,
        index: Cell,
    },
    /// Nothing: each read is an input.
    Volatile {
        kind: IntKind,
        bits: Option<u32>,
    },
    /// Refused where it is used.
    Unmodelled(Refusal),
}

/// Values now: a variable, or something that never changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub content: Term,
    /// What assignments assign; nothing if there are none.
    pub variable: Option<Symbol>,
}

/// A part of an object.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// An index into [`Lowering::objects`].
    pub object: usize,
    pub path: Path,
    /// The row of the innermost array on the path, counted over all outer ones.
    pub row: Term,
    /// The position in that row.
    pub index: Term,
    /// What it is seen as.
    pub ty: Type,
    /// Of a bit-field in a byte object: its first bit in the byte at `index`, and its width.
    pub bits: Option<(u32, u32)>,
    /// Of a byte object, the structs that it is a member of as it was named, the innermost first, and how many bytes of
    /// each come before it.
    pub around: Vec<(u64, StructType)>,
}

impl Content {
    fn cells(&self) -> Vec<&Cell> {
        match self {
            Content::Int { cell, .. } => vec![cell],
            Content::Pointer { object, row, index } => vec![object, row, index],
            Content::Volatile { .. } | Content::Unmodelled(_) => vec![],
        }
    }

    /// The variables that hold it.
    pub fn variables(&self) -> Vec<Symbol> {
        self.cells().into_iter().filter_map(|cell| cell.variable).collect()
    }

    /// What it is now.
    pub fn terms(&self) -> Vec<Term> {
        self.cells().into_iter().map(|cell| cell.content).collect()
    }
}

impl<'a> Lowering<'a> {
    /// The identity of what a declaration or expression makes, in the calls that are open.
    pub fn key_here(&mut self, node: NodeId, purpose: Purpose) -> ObjectKey {
        let way = self.frames.last().map_or(0, |frame| frame.way);
        self.names.key_behind(way, &[node, purpose as usize])
    }

    /// A new object, without values yet; the same one if it was made already.
    pub fn object(&mut self, key: ObjectKey, name: &str, ty: Type, outer: Vec<Outer>, span: Bytes) -> Fallible<usize> {
        self.object_with(key, name, ty, outer, None, span)
    }

    /// The same, with the length of its flexible array member where its type does not say that.
    pub fn object_with(
        &mut self,
        key: ObjectKey,
        name: &str,
        ty: Type,
        outer: Vec<Outer>,
        room: Option<Outer>,
        span: Bytes,
    ) -> Fallible<usize> {
        if let Some(known) = self.object_of.get(&key) {
            return Ok(*known);
        }
        if let Some(path) = self.points_to.byte_path(key) {
            return self.byte_object(key, name, ty, outer, path);
        }
        let mut leaves = BTreeMap::new();
        let path = vec![Step::Element; outer.len()];
        if !self.collect_leaves(key, name, &ty, &path, !outer.is_empty(), &mut leaves) {
            let message = format!("`{name}` has more than {MOST_LEAVES} parts, which is not supported");
            return Err(self.problem(message, span));
        }
        let name = name.to_string();
        // Of a variable the type says it.
        let declared = outer.iter().all(|o| matches!(o, Outer::Instances(_)));
        let own = || member(&ty, self.rules.model).filter(|_| declared);
        let flexible = room.or_else(|| own().map(|member| Outer::Elements(self.rules.terms.int(member.room()))));
        let (declared, constant, literal, bytes) = (ty.clone(), false, false, false);
        let mut object = Object { key, name, ty, outer, leaves, flexible, constant, literal, bytes, declared };
        if flexible.is_some() {
            self.flexible_leaves(&mut object);
        }
        self.objects.push(object);
        self.object_of.insert(key, self.objects.len() - 1);
        Ok(self.objects.len() - 1)
    }

    /// A variable for a dimension in front of an object.
    pub fn dimension(&mut self, name: &str, dimension: Dimension) -> Outer {
        let terms = self.rules.terms;
        let mut symbol = |suffix: &str, sort: Sort, range: Range| {
            let symbol = terms.symbol(format!("{name}{suffix}"), sort, range);
            self.flow.program.variables.push(symbol);
            symbol
        };
        match dimension {
            Dimension::Instances => Outer::Instances(symbol("#", Sort::Int, Range::ALL)),
            Dimension::Single => Outer::Single,
            Dimension::Elements => Outer::Elements(terms.sym(symbol(".length", Sort::Int, Range::at_least(0)))),
            Dimension::Lengths => Outer::Lengths(symbol(".length", Sort::Array, Range::at_least(0))),
            Dimension::Family => Outer::Family,
        }
    }

    /// Whether it is allocated memory whose type never comes up.
    pub fn is_never_accessed(&self, key: ObjectKey) -> bool {
        self.names.is_allocated(key) && self.points_to.allocated(key).is_none()
    }

    /// An object whose declaration may not have been met yet; nothing for memory whose type never comes up, which is
    /// never accessed.
    pub fn early_object(&mut self, key: ObjectKey) -> Option<usize> {
        if let Some(known) = self.object_of.get(&key) {
            return Some(*known);
        }
        if self.is_never_accessed(key) {
            return None;
        }
        let Some(outline) = self.points_to.outline(key).cloned() else {
            self.foreseen(false, "an object");
            return None;
        };
        if outline.outer.contains(&Dimension::Family) {
            return self.outside_object(key).ok();
        }
        if let Some(bytes) = &outline.literal {
            return self.make_literal(key, bytes, outline.ty, Bytes::default()).ok();
        }
        self.early.insert(key);
        let outer = outline.outer.iter().map(|d| self.dimension(&outline.name, *d)).collect();
        let room = outline.flexible.map(|d| self.room(&outline.name, &outline.ty, d));
        self.object_with(key, &outline.name, outline.ty, outer, room, Bytes::default()).ok()
    }

    /// The whole object as a place: the last instance of it.
    pub fn whole(&self, object: usize) -> Place {
        let terms = self.rules.terms;
        let of = &self.objects[object];
        let zero = terms.int(0);
        if of.bytes {
            return self.whole_bytes(object);
        }
        let (own, all) = (of.ty.clone(), || Type::Array(Box::new(of.ty.clone()), None));
        let (path, row, index, ty) = match of.outer[..] {
            [] => (vec![], zero, zero, own),
            [Outer::Instances(number), Outer::Single] => (vec![Step::Element; 2], terms.sym(number), zero, own),
            [Outer::Instances(number), ..] => (vec![Step::Element], zero, terms.sym(number), all()),
            _ => (vec![], zero, zero, all()),
        };
        Place { object, path, row, index, ty, bits: None, around: vec![] }
    }

    /// The number of elements of the array the last step of a path goes into; 1 if it goes to a member.
    /// Nothing if there is no end.
    pub fn extent(&self, object: usize, path: &[Step]) -> Option<Term> {
        let terms = self.rules.terms;
        let of = &self.objects[object];
        if path.last() != Some(&Step::Element) {
            return Some(terms.int(1));
        }
        if let Some(outer) = of.outer.get(path.len() - 1) {
            return match outer {
                Outer::Instances(_) | Outer::Lengths(_) | Outer::Family => None,
                Outer::Single => Some(terms.int(1)),
                Outer::Elements(n) => Some(*n),
            };
        }
        match (self.flexible_length(of, path), part(&of.ty, &path[of.outer.len()..path.len() - 1])) {
            (Some(Outer::Elements(n)), _) => Some(n),
            // A member without elements is refused where it is used.
            (None, Some(Type::Array(_, Some(n)))) if *n > 0 || path.len() == of.outer.len() + 1 => Some(terms.int(*n)),
            _ => None,
        }
    }

    /// The position of a place among all places of its path.
    pub fn position(&self, place: &Place) -> Term {
        let terms = self.rules.terms;
        if terms.as_int(place.row).is_some_and(|row| row.is_zero()) {
            return place.index;
        }
        // Where rows have no fixed length, they lie far enough apart.
        let length = self.extent(place.object, &place.path).and_then(|n| terms.as_int(n));
        let stride = length.unwrap_or(crate::term::Int::ONE << 64);
        terms.add(terms.scale(place.row, stride), place.index)
    }

    /// The variables that say how large an object is.
    pub fn size_variables(&self, object: &Object) -> Vec<Symbol> {
        let variable = |outer: &Outer| match outer {
            Outer::Instances(v) | Outer::Lengths(v) => Some(*v).filter(|v| !self.fixed.contains(v)),
            Outer::Elements(n) => self.rules.terms.as_symbol(*n).filter(|v| !self.fixed.contains(v)),
            Outer::Family | Outer::Single => None,
        };
        object.outer.iter().chain(&object.flexible).filter_map(variable).collect()
    }

    /// The leaf a place is, if it is one.
    pub fn leaf(&self, place: &Place) -> Option<&Leaf> {
        self.objects[place.object].leaves.get(&place.path)
    }
}
