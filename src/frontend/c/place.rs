//! What is read and what is assigned to: places in memory, also where one of several is meant.

use super::learnt::Step;
use super::memory::{Cell, Content, Place, part};
use super::pointer::Pointer;
use super::scope::{Fallible, Lowering};
use super::types::{IntKind, Type};
use super::value::{Operand, Value};
use crate::diagnostic::Diagnostic;
use crate::term::{Int, Range, Symbol, Term};
use lang_c::span::Span as Bytes;

/// Longer arrays inside of structs are not copied element by element.
const LONGEST_COPY: u64 = 256;

/// What to do about a union that is not modelled.
const UNIONS: &str = "make it a struct if no member is read after another one was written; \
    else shift and mask one integer";

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
    pub fn member(&self, of: Target, name: &str, span: Bytes) -> Fallible<Target> {
        let Type::Struct(s) = &of.ty else {
            return Err(self.problem(format!("`{name}` is no member of a {}", of.ty.describe()), span));
        };
        if s.fields().is_none() {
            return Err(self.problem(format!("{} is not defined here", s.describe()), span));
        }
        let Some(way) = s.find(name) else {
            return Err(self.problem(format!("{} has no member `{name}`", s.describe()), span));
        };
        Ok(way.into_iter().fold(of, |of, i| self.field(&of, i)))
    }

    /// What a place holds; an array gives a pointer to its first element, a struct itself.
    pub fn read(&mut self, target: Target, span: Bytes) -> Fallible<Operand> {
        match &target.ty {
            Type::Int(kind) => {
                let kind = *kind;
                let mut value: Option<Value> = None;
                for (condition, place) in target.choices.iter().rev() {
                    let v = self.load_int(place, kind, span)?;
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
            Type::Volatile(kind) => {
                let name = self.shown(&target);
                Ok(Operand::Int(self.read_result(&name, *kind)))
            }
            Type::Pointer(to) => {
                let mut pointer: Option<Pointer> = None;
                for (condition, place) in target.choices.iter().rev() {
                    let p = self.load_pointer(place, to, span)?;
                    pointer = Some(match pointer {
                        Some(other) => self.choose_pointer(*condition, p, other),
                        None => p,
                    });
                }
                Ok(Operand::Pointer(pointer.unwrap_or_else(|| self.null_pointer((**to).clone()))))
            }
            Type::Array(..) => Ok(Operand::Pointer(self.decay(&target))),
            Type::Struct(_) => Ok(Operand::Struct(target)),
            Type::Function(_) => Ok(Operand::Pointer(self.address(&target))),
            Type::Other(what) => self.refuse(what, span),
            Type::Void => Err(self.problem("a pointer to void cannot be read through", span)),
        }
    }

    /// The width of the bit-field a target is.
    pub fn bit_width_of(&self, target: &Target) -> Option<u32> {
        let leaf = self.leaf(&target.choices.first()?.1)?;
        match leaf.content {
            Content::Int { bits, .. } => bits,
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
    fn leaf_content(&self, place: &Place, span: Bytes) -> Fallible<(Content, bool, String)> {
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
            let problem = self.problem(format!("{what} is not supported"), span);
            return match kind(path) {
                Some(Type::Struct(s)) if s.0.union => problem.with_help(UNIONS),
                _ => problem,
            };
        }
        let is = kind(&place.path).map_or("memory".to_string(), Type::describe);
        self.problem(format!("an access to {is} as {} is not supported", place.ty.describe()), span)
    }

    fn cell_now(&self, cell: &Cell, array: bool, place: &Place) -> Term {
        match array {
            true => self.rules.terms.select(cell.content, self.position(place)),
            false => cell.content,
        }
    }

    fn load_int(&mut self, place: &Place, kind: IntKind, span: Bytes) -> Fallible<Value> {
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
                if stored.storage_bits(model) != kind.storage_bits(model) && !self.is_union(place) {
                    let message = format!("an access to `{name}`, {}, as {}", stored.name(), kind.name());
                    return self.refuse(&message, span);
                }
                Ok(self.rules.convert(value, kind))
            }
            Content::Volatile(kind) => Ok(self.read_result(&name, kind)),
            _ => self.refuse(&format!("an access to the pointer `{name}` as {}", kind.name()), span),
        }
    }

    fn load_pointer(&mut self, place: &Place, to: &Type, span: Bytes) -> Fallible<Pointer> {
        let (content, array, name) = self.leaf_content(place, span)?;
        let Content::Pointer { object, row, index, .. } = content else {
            return self.refuse(&format!("an access to `{name}` as a pointer"), span);
        };
        let reach = self.learnt.held(self.objects[place.object].key, &place.path).reach;
        let now = |cell: &Cell| self.cell_now(cell, array, place);
        let index = Value { term: now(&index), kind: IntKind::Long, range: Range::ALL };
        let index = Value { range: self.rules.terms.as_int(index.term).map_or(Range::ALL, Range::exactly), ..index };
        let object = match (object.variable, reach.only()) {
            (None, Some(only)) => self.rules.terms.int(only),
            _ => now(&object),
        };
        Ok(Pointer { to: to.clone(), object, row: now(&row), index, reach, name: Some(name), of_array: false })
    }

    /// Whether a place is a union of integers, or a member of one.
    fn is_union(&self, place: &Place) -> bool {
        let object = &self.objects[place.object];
        matches!(part(&object.ty, &place.path[object.outer.len().min(place.path.len())..]), Some(Type::Struct(s)) if s.0.union)
    }

    /// Assigns a value of the target's type. Where the target is one of several, the ways part and meet again.
    pub fn write(&mut self, target: &Target, value: &Operand, span: Bytes) -> Fallible<()> {
        match target.choices.as_slice() {
            [] => Ok(()),
            [(_, place)] => self.write_place(place, value, span),
            choices => {
                self.flow.settle();
                let join = self.flow.fresh();
                for (i, (condition, place)) in choices.iter().enumerate() {
                    let (yes, no) = (self.flow.fresh(), self.flow.fresh());
                    let last = i + 1 == choices.len();
                    if last {
                        self.flow.jump(yes);
                    } else {
                        self.flow.branch(*condition, yes, no);
                    }
                    self.flow.resume(yes);
                    self.write_place(place, value, span)?;
                    self.flow.jump(join);
                    self.flow.resume(if last { join } else { no });
                }
                Ok(())
            }
        }
    }

    fn write_place(&mut self, place: &Place, value: &Operand, span: Bytes) -> Fallible<()> {
        match (&place.ty, value) {
            (Type::Int(kind), Operand::Int(v)) => self.store_int(place, *kind, v, span),
            (Type::Volatile(_), _) => Ok(()),
            (Type::Pointer(_), Operand::Pointer(p)) => self.store_pointer(place, p, false, span),
            (Type::Struct(_), Operand::Struct(from)) => self.copy(place, from, span),
            (Type::Array(..), _) => Err(self.problem("an array cannot be assigned to", span)),
            (Type::Other(what), _) => self.refuse(what, span),
            (ty, _) => Err(self.problem(format!("this value cannot be assigned to a {}", ty.describe()), span)),
        }
    }

    fn store_int(&mut self, place: &Place, kind: IntKind, v: &Value, span: Bytes) -> Fallible<()> {
        let (content, array, name) = self.leaf_content(place, span)?;
        let (model, terms) = (self.rules.model, self.rules.terms);
        let Content::Int { kind: stored, bits, cell } = content else {
            return match content {
                Content::Volatile(_) => Ok(()),
                _ => self.refuse(&format!("an access to the pointer `{name}` as {}", kind.name()), span),
            };
        };
        let key = self.objects[place.object].key;
        if self.objects[place.object].constant {
            return Err(self.problem(format!("{name} is constant and cannot be stored to"), span));
        }
        let (narrow, wide) = (kind.storage_bits(model), stored.storage_bits(model));
        let mut v = self.rules.convert(v.clone(), kind);
        if narrow < wide && self.is_union(place) {
            // The bytes above the member stay.
            let old = self.cell_now(&cell, array, place);
            let low = terms.modulo(old, terms.int(Int::from(1) << narrow as usize));
            let new = self.rules.convert(v, kind.unsigned_version());
            v = Value {
                term: terms.add(terms.sub(old, low), self.rules.term(&new)),
                kind: stored,
                range: stored.range(model),
            };
        } else if narrow != wide {
            let message = format!("an access to `{name}`, {}, as {}", stored.name(), kind.name());
            return self.refuse(&message, span);
        }
        let mut v = self.rules.convert(v, stored);
        if let Some(bits) = bits {
            v = self.rules.wrap_to(self.rules.term(&v), &v.range, bits, stored);
        }
        self.learnt.store(key, &place.path);
        self.store_cell(&cell, array, place, self.rules.term(&v));
        Ok(())
    }

    /// Assigns to a cell, if this round knows that it is one that changes.
    pub fn store_cell(&mut self, cell: &Cell, array: bool, place: &Place, value: Term) {
        let Some(variable) = cell.variable else { return };
        let terms = self.rules.terms;
        let value = match array {
            true => terms.store(cell.content, self.position(place), value),
            false => value,
        };
        self.flow.assign(variable, value);
    }

    /// Assigns a pointer; `first` if nothing assigned to the place before.
    pub fn store_pointer(&mut self, place: &Place, p: &Pointer, first: bool, span: Bytes) -> Fallible<()> {
        let (content, array, name) = self.leaf_content(place, span)?;
        let Content::Pointer { object, row, index, .. } = content else {
            return self.refuse(&format!("an access to `{name}` as a pointer"), span);
        };
        let key = self.objects[place.object].key;
        let varies = |t: Term| self.rules.terms.as_int(t).is_none_or(|v| !v.is_zero());
        let (rowed, moved) = (varies(p.row), varies(p.index.term));
        self.learnt.point(key, &place.path, &p.reach, rowed, moved);
        if !first {
            self.learnt.store(key, &place.path);
        }
        // All is known before a part changes.
        let cells = [(object, p.object), (row, p.row), (index, p.index.term)];
        let changing: Vec<Symbol> = cells.iter().filter_map(|(cell, _)| cell.variable).collect();
        let place = self.apart(place, &changing);
        let cells = cells.map(|(cell, value)| (cell, self.keep_if_read(value, &changing)));
        for (cell, value) in cells {
            self.store_cell(&cell, array, &place, value);
        }
        Ok(())
    }

    /// Assigns a struct, leaf by leaf.
    fn copy(&mut self, to: &Place, from: &Target, span: Bytes) -> Fallible<()> {
        if from.ty != to.ty {
            let message = format!("a {} cannot be assigned to a {}", from.ty.describe(), to.ty.describe());
            return Err(self.problem(message, span));
        }
        let changing: Vec<Symbol> =
            self.objects[to.object].leaves.values().flat_map(|leaf| leaf.content.variables()).collect();
        let to = &self.apart(to, &changing);
        let mut leaves = Vec::new();
        let ty = to.ty.clone();
        if !self.elements(&ty, from.clone(), self.target(to.clone()), &mut leaves) {
            return self.refuse(&format!("a copy of more than {LONGEST_COPY} values"), span);
        }
        // All is read before anything is written.
        let mut values = Vec::new();
        for (from, to) in leaves {
            let value = match self.read(from, span)? {
                Operand::Int(v) => {
                    let term = self.rules.term(&v);
                    Operand::Int(Value { term: self.keep_if_read(term, &changing), ..v })
                }
                Operand::Pointer(p) => {
                    let [object, row] = [p.object, p.row].map(|t| self.keep_if_read(t, &changing));
                    let index = Value { term: self.keep_if_read(p.index.term, &changing), ..p.index };
                    Operand::Pointer(Pointer { object, row, index, ..p })
                }
                other => other,
            };
            values.push((to, value));
        }
        for (to, value) in &values {
            self.write(to, value, span)?;
        }
        Ok(())
    }

    /// The place, where it stays while these variables change.
    fn apart(&mut self, place: &Place, changing: &[Symbol]) -> Place {
        let row = self.keep_if_read(place.row, changing);
        let index = self.keep_if_read(place.index, changing);
        Place { row, index, ..place.clone() }
    }

    /// The term, kept in a variable if it reads one of these.
    fn keep_if_read(&mut self, term: Term, changing: &[Symbol]) -> Term {
        let read = self.rules.terms.symbols(term);
        let disturbed = changing.len() > 1 && changing.iter().any(|v| read.contains(v));
        if disturbed { self.keep_term(term) } else { term }
    }

    /// The parts of two places of one type that have no parts, in pairs; whether they are not too many.
    pub fn elements(&mut self, ty: &Type, from: Target, to: Target, out: &mut Vec<(Target, Target)>) -> bool {
        match ty {
            Type::Struct(s) if !s.0.union => {
                let fields = s.fields().unwrap_or_default().to_vec();
                (0..fields.len()).filter(|i| !fields[*i].is_padding()).all(|i| {
                    let (from, to) = (self.field(&from, i), self.field(&to, i));
                    self.elements(&fields[i].ty, from, to, out)
                })
            }
            Type::Array(of, Some(n)) => {
                *n <= LONGEST_COPY
                    && (0..*n).all(|i| {
                        let (from, to) = (self.element(&from, i, of), self.element(&to, i, of));
                        self.elements(of, from, to, out)
                    })
            }
            Type::Struct(s) => {
                let kind = super::memory::union_storage(s.fields().unwrap_or_default(), self.rules.model);
                let ty = kind.map_or_else(|| Type::Pointer(Box::new(Type::Void)), Type::Int);
                let seen = |mut t: Target| {
                    t.choices.iter_mut().for_each(|(_, p)| p.ty = ty.clone());
                    Target { ty: ty.clone(), choices: t.choices }
                };
                out.push((seen(from), seen(to)));
                out.len() <= LONGEST_COPY as usize
            }
            _ => {
                out.push((from, to));
                out.len() <= LONGEST_COPY as usize
            }
        }
    }

    /// The member at a position of a struct or union. Members of a union are the union, seen as something else.
    pub fn field(&self, of: &Target, i: usize) -> Target {
        let Type::Struct(s) = &of.ty else { return of.clone() };
        let Some(ty) = s.fields().and_then(|f| f.get(i)).map(|f| f.ty.clone()) else { return of.clone() };
        self.inwards(of, Step::Field(i), self.rules.terms.int(0), ty, s.0.union)
    }

    /// The element at an index.
    pub fn element(&self, of: &Target, i: u64, ty: &Type) -> Target {
        self.inwards(of, Step::Element, self.rules.terms.int(i), ty.clone(), false)
    }

    fn inwards(&self, of: &Target, step: Step, index: Term, ty: Type, stay: bool) -> Target {
        let inner = |place: &Place| match stay {
            true => Place { ty: ty.clone(), ..place.clone() },
            false => {
                let path = [place.path.as_slice(), &[step]].concat();
                Place { object: place.object, path, row: self.position(place), index, ty: ty.clone() }
            }
        };
        Target { choices: of.choices.iter().map(|(c, p)| (*c, inner(p))).collect(), ty }
    }
}
