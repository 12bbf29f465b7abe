//! What is read and what is assigned to: places in memory, also where one of several is meant.

use super::memory::{Cell, Content, Place};
use super::pointer::Pointer;
use super::scope::{Fallible, Lowering};
use super::value::{Operand, Value};
use crate::diagnostic::Diagnostic;
use crate::frontend::c::facts;
use crate::frontend::c::layout::{Step, part, size_of};
use crate::frontend::c::tree::{Field, IntKind, Type};
use crate::program::Gap;
use crate::source::Bytes;
use crate::term::{Range, Term};

/// What to do about a union that is not modelled.
const UNIONS: &str = "make it a struct if no member is read after another one was written; \
    else shift and mask one integer";

/// What C leaves open of wide bit-fields.
const WIDE: &str = "arithmetic with bit-fields wider than int is done in their declared type, as Clang does it";

/// What an expression stands for in memory: one of several places, each under its condition.
/// None at all if nothing can be there: then the path has already ended.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub ty: Type,
    pub choices: Vec<(Term, Place)>,
}

impl<'a> Lowering<'a> {
    /// One place, whatever else.
    pub fn target(&self, place: Place) -> Target {
        Target { ty: place.ty.clone(), choices: vec![(self.rules.terms.bool(true), place)] }
    }

    /// A member of each place.
    pub fn member(&self, of: Target, field: usize, span: Bytes) -> Fallible<Target> {
        match &of.ty {
            Type::Struct(s) if s.fields().is_some_and(|fields| field < fields.len()) => Ok(self.field(&of, field)),
            other => Err(self.problem(format!("{} has no such member", other.describe()), span)),
        }
    }

    /// What a place holds; an array gives a pointer to its first element, a struct itself.
    pub fn read(&mut self, target: Target, span: Bytes) -> Fallible<Operand> {
        if !matches!(target.ty, Type::Array(..) | Type::Function(_)) {
            self.note_access(false, &target);
        }
        if let (Type::Int(kind) | Type::Volatile(kind), Some(bits)) = (&target.ty, self.bit_width_of(&target))
            && bits > IntKind::Int.bits(self.rules.model)
            && bits < kind.bits(self.rules.model)
        {
            self.results.insert(WIDE.to_string());
        }
        match &target.ty {
            Type::Volatile(kind) if target.choices.iter().all(|(_, place)| self.is_volatile(place)) => {
                let name = self.shown(&target);
                Ok(Operand::Int(self.read_volatile(&name, *kind, self.bit_width_of(&target))))
            }
            // What counts is how the object is declared (C11 6.7.3), not how it is seen.
            Type::Int(kind) | Type::Volatile(kind) => {
                if matches!(target.ty, Type::Volatile(_)) {
                    let text = "what the world cannot change holds what the program stored there, also where it is read as volatile";
                    self.results.insert(text.to_string());
                    self.follow_not_volatile(&target);
                }
                let kind = *kind;
                let mut value: Option<Value> = None;
                for (condition, place) in target.choices.iter().rev() {
                    let v = match matches!(target.ty, Type::Volatile(_)) && self.has_volatile_bytes(place) {
                        true => {
                            self.check_bytes(*condition, place, span)?;
                            let name = self.objects[place.object].name.clone();
                            self.read_volatile(&name, kind, place.bits.map(|(_, width)| width))
                        }
                        false => self.load_int(*condition, place, kind, span)?,
                    };
                    value = Some(match value {
                        Some(other) => {
                            let (a, b) = (self.rules.convert(v, kind), other);
                            let range = a.range.join(&b.range);
                            let (x, y) = (self.rules.term(&a), self.rules.term(&b));
                            Value { term: self.rules.terms.ite(*condition, x, y), kind: a.kind, range }
                        }
                        None => v,
                    });
                }
                let value = value.unwrap_or_else(|| self.rules.int(0, kind));
                Ok(Operand::Int(match self.bit_width_of(&target) {
                    Some(bits) => self.rules.promote_field(value, bits),
                    None => value,
                }))
            }
            Type::Pointer(to) => {
                let mut pointer: Option<Pointer> = None;
                for (condition, place) in target.choices.iter().rev() {
                    let p = self.load_pointer(*condition, place, to, span)?;
                    pointer = Some(match pointer {
                        Some(other) => self.choose_pointer(*condition, p, other),
                        None => p,
                    });
                }
                Ok(Operand::Pointer(pointer.unwrap_or_else(|| self.no_pointer((**to).clone()))))
            }
            Type::Array(..) => Ok(Operand::Pointer(self.decay(&target))),
            Type::Struct(_) => Ok(Operand::Struct(target)),
            Type::Function(_) => Ok(Operand::Pointer(self.address(&target))),
            Type::Other(what) => self.refuse(what, span),
            Type::Void => Err(self.problem("a pointer to void cannot be read through", span)),
        }
    }

    /// Goes on only where it is known what a place holds.
    fn follow_held(&mut self, condition: Term, place: &Place) {
        self.follow_unchanged(condition, place);
        if self.is_unknown(place) {
            self.flow.follow_if(self.rules.terms.not(condition), Gap::Address);
        }
    }

    /// Goes on only where something says that what is read as volatile is other memory: what is behind a `void *` from
    /// outside, or behind the struct that another pointer says, may change by itself.
    fn follow_not_volatile(&mut self, target: &Target) {
        let (terms, model) = (self.rules.terms, self.rules.model);
        for (condition, place) in &target.choices {
            let of = &self.objects[place.object];
            let is_open = matches!(of.declared, Type::Void | Type::Struct(_)) && of.bytes;
            if !is_open || !self.outside.contains(&of.key) {
                continue;
            }
            let is_declared = match (size_of(&of.declared, model), size_of(&target.ty, model)) {
                (Some(size), Some(read)) => terms.le(terms.offset(place.index, read as i64), terms.int(size)),
                _ => terms.bool(false),
            };
            self.flow.follow_if(terms.implies(*condition, is_declared), Gap::PerhapsVolatile(of.name.clone()));
        }
    }

    /// Whether the world decides what is read as volatile at a place, among bytes.
    fn has_volatile_bytes(&self, place: &Place) -> bool {
        self.is_bytes(place.object) && facts::holds_volatile(&self.objects[place.object].declared)
    }

    /// Whether the world decides what is read at a place.
    pub fn is_volatile(&self, place: &Place) -> bool {
        self.leaf(place).is_some_and(|leaf| matches!(leaf.content, Content::Volatile { .. }))
    }

    /// The width of the bit-field a target is.
    pub fn bit_width_of(&self, target: &Target) -> Option<u32> {
        let place = &target.choices.first()?.1;
        if self.is_bytes(place.object) {
            return place.bits.map(|(_, width)| width);
        }
        let leaf = self.leaf(place)?;
        match leaf.content {
            Content::Int { bits, .. } | Content::Volatile { bits, .. } => bits,
            _ => None,
        }
    }

    /// What people call a place.
    pub fn shown(&self, target: &Target) -> String {
        match target.choices.first() {
            Some((_, place)) => {
                self.leaf(place).map_or_else(|| self.objects[place.object].name.clone(), |leaf| leaf.name.clone())
            }
            None => "memory".into(),
        }
    }

    /// The leaf at a place; a problem if it is not modelled.
    pub fn leaf_content(&self, place: &Place, span: Bytes) -> Fallible<(Content, bool, String)> {
        match self.leaf(place) {
            Some(leaf) if !matches!(leaf.content, Content::Unmodelled(_)) => {
                Ok((leaf.content.clone(), leaf.array, leaf.name.clone()))
            }
            _ => Err(self.unmodelled(place, span)),
        }
    }

    /// What stands in the way of an access: what is not modelled at the place or around it, or how it is seen.
    fn unmodelled(&self, place: &Place, span: Bytes) -> Diagnostic {
        let object = &self.objects[place.object];
        let kind = |path: &[Step]| path.get(object.outer.len()..).and_then(|path| part(&object.ty, path));
        let around = (0..=place.path.len()).rev().map(|n| &place.path[..n]);
        for path in around {
            let Some(Content::Unmodelled(what)) = object.leaves.get(path).map(|leaf| &leaf.content) else { continue };
            let problem = self.problem(format!("{} is not supported", what.what), span);
            return match (&what.help, kind(path)) {
                (Some(help), _) => problem.with_help(help.clone()),
                (None, Some(Type::Struct(s))) if s.0.union => problem.with_help(UNIONS),
                _ => problem,
            };
        }
        let is = kind(&place.path).map_or("memory".to_string(), Type::describe);
        self.problem(format!("an access to {is} as {} is not supported", place.ty.describe()), span)
    }

    pub fn cell_now(&self, cell: &Cell, array: bool, place: &Place) -> Term {
        match array {
            true => self.rules.terms.select(cell.content, self.position(place)),
            false => cell.content,
        }
    }

    fn load_int(&mut self, condition: Term, place: &Place, kind: IntKind, span: Bytes) -> Fallible<Value> {
        self.follow_held(condition, place);
        if self.is_bytes(place.object) {
            self.check_bytes(condition, place, span)?;
            return self.load_bytes(condition, place, kind, span);
        }
        let (content, array, name) = self.leaf_content(place, span)?;
        let model = self.rules.model;
        match content {
            Content::Int { kind: stored, bits, cell } => {
                let term = self.cell_now(&cell, array, place);
                let full = match bits {
                    Some(bits) => crate::program::type_range(bits, stored.signed()),
                    None => stored.range(model),
                };
                let range = self.rules.terms.as_int(term).map_or(full, Range::exactly);
                let value = Value { term, kind: stored, range };
                let is_other = stored.storage_bits(model) != kind.storage_bits(model) && !self.is_union(place);
                if is_other || stored.format() != kind.format() {
                    let message = format!("an access to `{name}`, {}, as {}", stored.name(), kind.name());
                    return self.refuse(&message, span);
                }
                Ok(self.rules.convert(value, kind))
            }
            Content::Volatile { kind: stored, bits } => {
                let value = self.read_volatile(&name, stored, bits);
                Ok(self.rules.convert(value, kind))
            }
            _ => self.refuse(&format!("an access to the pointer `{name}` as {}", kind.name()), span),
        }
    }

    fn load_pointer(&mut self, condition: Term, place: &Place, to: &Type, span: Bytes) -> Fallible<Pointer> {
        self.follow_held(condition, place);
        if self.is_bytes(place.object) {
            self.check_bytes(condition, place, span)?;
            return self.load_pointer_bytes(condition, place, to, span);
        }
        let (content, array, name) = self.leaf_content(place, span)?;
        let Content::Pointer { object, row, index, .. } = content else {
            return self.refuse(&format!("an access to `{name}` as a pointer"), span);
        };
        let key = self.objects[place.object].key;
        if let Some(arrival) = self.points_to.arrival(key, &place.path) {
            return self.load_from_outside(condition, place, to, arrival);
        }
        let is_foreseen = !self.as_they_came.contains(&(key, place.path.clone()));
        self.foreseen(is_foreseen, "a pointer that comes from outside");
        let held = self.held(key, &place.path);
        let zero = self.rules.terms.int(0);
        let now = |cell: &Cell, varies: bool| if varies { self.cell_now(cell, array, place) } else { zero };
        let term = now(&index, held.moved);
        let range = self.rules.terms.as_int(term).map_or(Range::ALL, Range::exactly);
        let index = Value { term, kind: IntKind::Long, range };
        let object = match (object.variable, held.reach.only()) {
            (None, Some(only)) => self.rules.terms.int(only),
            _ => now(&object, true),
        };
        let row = now(&row, held.rowed);
        let reach = match self.is_union(place) {
            true => self.follow_fitting(condition, object, held.reach, to),
            false => held.reach,
        };
        let p = Pointer { to: to.clone(), object, row, index, reach, name: Some(name), of_array: false };
        match self.node(place.object, &place.path) {
            Some(Type::Pointer(is)) if *is != *to => self.pointer_as(Pointer { to: *is, ..p }, to, span),
            _ => Ok(p),
        }
    }

    /// Whether a place is a union of integers, or a member of one.
    pub fn is_union(&self, place: &Place) -> bool {
        let object = &self.objects[place.object];
        matches!(part(&object.ty, &place.path[object.outer.len().min(place.path.len())..]), Some(Type::Struct(s)) if s.0.union)
    }

    /// The member at a position of a struct or union. Members of a union are the union, seen as something else.
    pub fn field(&self, of: &Target, i: usize) -> Target {
        let Type::Struct(s) = &of.ty else { return of.clone() };
        let Some(Field { ty, offset, bits, .. }) = s.fields().and_then(|f| f.get(i)).cloned() else {
            return of.clone();
        };
        let in_bytes = |place: &Place| {
            let mut inner = self.further(place, offset, bits, ty.clone());
            inner.around.insert(0, (offset / 8, s.clone()));
            inner
        };
        self.inwards(of, (Step::Field(i), self.rules.terms.int(0)), &ty, s.0.union, &in_bytes)
    }

    /// The element at an index that is computed, of arrays none of which is bytes.
    pub fn element_at(&self, of: &Target, i: Term, ty: &Type) -> Target {
        self.inwards(of, (Step::Element, i), ty, false, &Place::clone)
    }

    /// The element at an index.
    pub fn element(&self, of: &Target, i: u64, ty: &Type) -> Target {
        let in_bytes = |place: &Place| self.element_of_bytes(place, i, ty);
        self.inwards(of, (Step::Element, self.rules.terms.int(i)), ty, false, &in_bytes)
    }

    fn inwards(
        &self,
        of: &Target,
        (step, index): (Step, Term),
        ty: &Type,
        stay: bool,
        in_bytes: &dyn Fn(&Place) -> Place,
    ) -> Target {
        let inner = |place: &Place| match stay {
            _ if self.is_bytes(place.object) => in_bytes(place),
            true => Place { ty: ty.clone(), ..place.clone() },
            false => {
                let path = [place.path.as_slice(), &[step]].concat();
                Place {
                    object: place.object,
                    path,
                    row: self.position(place),
                    index,
                    ty: ty.clone(),
                    bits: None,
                    around: vec![],
                }
            }
        };
        Target { choices: of.choices.iter().map(|(c, p)| (*c, inner(p))).collect(), ty: ty.clone() }
    }
}
