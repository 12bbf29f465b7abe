//! What is assigned to: integers, pointers and structs, also where one of several places is meant.

use super::memory::{Cell, Content, Place};
use super::parts::Parts;
use super::place::Target;
use super::pointer::Pointer;
use super::scope::{Fallible, Lowering};
use super::value::{Operand, Value};
use crate::frontend::c::layout::seen_as;
use crate::frontend::c::points_to::ObjectKey;
use crate::frontend::c::tree::{IntKind, Storage, Type, Variable};
use crate::program::{Check, Gap};
use crate::source::Bytes;
use crate::term::{Int, Symbol, Term};

impl<'a> Lowering<'a> {
    /// Assigns a value of the target's type. Where the target is one of several, the ways part and meet again.
    pub fn write(&mut self, target: &Target, value: &Operand, span: Bytes) -> Fallible<()> {
        self.note_access(true, target);
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

    /// Owes that nothing is stored here: it is constant.
    pub fn never_stored(&mut self, span: Bytes) {
        let (at, never) = (self.place(span), self.rules.terms.bool(false));
        self.at(at, |this| this.flow.owe(Check::Const, never));
    }

    pub fn write_place(&mut self, place: &Place, value: &Operand, span: Bytes) -> Fallible<()> {
        if self.objects[place.object].constant {
            self.never_stored(span);
            return Ok(());
        }
        if matches!(place.ty, Type::Int(_) | Type::Pointer(_) | Type::Volatile(_)) && self.is_unknown(place) {
            self.flow.follow_if(self.rules.terms.bool(false), Gap::Address);
            return Ok(());
        }
        if self.is_bytes(place.object) && !matches!(place.ty, Type::Struct(_) | Type::Array(..)) {
            self.check_bytes(self.rules.terms.bool(true), place, span)?;
            let place = &self.steady_place(place);
            match (&place.ty, value) {
                (Type::Int(kind) | Type::Volatile(kind), Operand::Int(v)) => {
                    self.store_bytes(place, *kind, v, span)?;
                    self.freshen_padding(place);
                    return Ok(());
                }
                (Type::Pointer(_), Operand::Pointer(p)) => {
                    self.store_pointer_bytes(place, p, span)?;
                    self.freshen_padding(place);
                    return Ok(());
                }
                _ => {}
            }
        }
        match (&place.ty, value) {
            (Type::Int(kind) | Type::Volatile(kind), Operand::Int(v)) => self.store_int(place, *kind, v, span),
            (Type::Pointer(seen), Operand::Pointer(p)) => match self.node(place.object, &place.path) {
                // Memory holds pointers to what it is declared to hold pointers to.
                Some(Type::Pointer(is)) if is != *seen && *is != Type::Void => {
                    let p = self.pointer_as(Pointer { to: (**seen).clone(), ..p.clone() }, &is, span)?;
                    self.store_pointer(place, &p, false, span)
                }
                _ => self.store_pointer(place, p, false, span),
            },
            (Type::Struct(_), Operand::Struct(from)) => self.copy(place, from, span),
            (Type::Array(..), _) => Err(self.problem("an array cannot be assigned to", span)),
            (Type::Other(what), _) => self.refuse(what, span),
            (ty, _) => Err(self.problem(format!("this value cannot be assigned to a {}", ty.describe()), span)),
        }
    }

    pub fn store_int(&mut self, place: &Place, kind: IntKind, v: &Value, span: Bytes) -> Fallible<()> {
        let (content, array, name) = self.leaf_content(place, span)?;
        let (model, terms) = (self.rules.model, self.rules.terms);
        let Content::Int { kind: stored, bits, cell } = content else {
            return match content {
                Content::Volatile { .. } => Ok(()),
                _ => self.refuse(&format!("an access to the pointer `{name}` as {}", kind.name()), span),
            };
        };
        if kind.format() != stored.format() {
            let message = format!("an access to `{name}`, {}, as {}", stored.name(), kind.name());
            return self.refuse(&message, span);
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
        self.foreseen(cell.variable.is_some(), "a value that changes");
        self.store_cell(&cell, array, place, self.rules.term(&v));
        Ok(())
    }

    /// Assigns to a cell, if it is one that changes.
    pub fn store_cell(&mut self, cell: &Cell, array: bool, place: &Place, value: Term) {
        let Some(variable) = cell.variable else { return };
        let terms = self.rules.terms;
        let value = match array {
            true => terms.store(cell.content, self.position(place), value),
            false => value,
        };
        self.flow.assign(variable, value);
    }

    /// Whether an object is a variable that lives as long as the program.
    pub fn is_of_program(&self, key: ObjectKey) -> bool {
        let lives = |v: &Variable| matches!(v.storage, Storage::Global | Storage::Static);
        let way = if self.names.is_everywhere(key) { self.names.way(key) } else { vec![] };
        way.first().is_some_and(|node| self.tree.variables.iter().any(|v| v.node == *node && lives(v)))
    }

    /// Assigns a pointer; `first` if nothing assigned to the place before.
    pub fn store_pointer(&mut self, place: &Place, p: &Pointer, first: bool, span: Bytes) -> Fallible<()> {
        let (content, array, name) = self.leaf_content(place, span)?;
        let Content::Pointer { object, row, index, .. } = content else {
            return self.refuse(&format!("an access to `{name}` as a pointer"), span);
        };
        let p = &self.without_numbered(p);
        let key = self.objects[place.object].key;
        let varies = |t: Term| self.rules.terms.as_int(t).is_none_or(|v| !v.is_zero());
        let (rowed, moved) = (varies(p.row), varies(p.index.term));
        self.foreseen_pointer(key, &place.path, &p.reach, rowed, moved);
        // No input says of pointers where they lead: whoever reads another one rests on it.
        self.moves_pointers |= self.outside.contains(&key) || self.is_of_program(key);
        if !first {
            self.foreseen_store(key, &place.path);
        }
        // All is known before a part changes.
        let number = self.as_stored(key, &place.path, p.object);
        let cells = [(object, number), (row, p.row), (index, p.index.term)];
        let changing: Vec<Symbol> = cells.iter().filter_map(|(cell, _)| cell.variable).collect();
        let place = self.apart(place, &changing);
        let cells = cells.map(|(cell, value)| (cell, self.keep_if_read(value, &changing)));
        for (cell, value) in cells {
            self.store_cell(&cell, array, &place, value);
        }
        Ok(())
    }

    /// Assigns a struct, leaf by leaf.
    #[inline(never)]
    pub fn copy(&mut self, to: &Place, from: &Target, span: Bytes) -> Fallible<()> {
        if !seen_as(&from.ty, &to.ty, self.rules.model) {
            let message = format!("a {} cannot be assigned to a {}", from.ty.describe(), to.ty.describe());
            return Err(self.problem(message, span));
        }
        self.check_whole(&from.ty, span)?;
        self.check_whole(&to.ty, span)?;
        if self.is_bytes(to.object) {
            let place = self.steady_place(to);
            // Padding is nobody's in the end, whatever is stored in between.
            let bare = Place { around: vec![], ..place.clone() };
            if !self.copy_as_bytes(&bare, from, span)? {
                self.copy_leaves(&bare, from, span)?;
            }
            self.freshen_padding(&place);
            return Ok(());
        }
        self.copy_leaves(to, from, span)
    }

    #[inline(never)]
    fn copy_leaves(&mut self, to: &Place, from: &Target, span: Bytes) -> Fallible<()> {
        let changing: Vec<Symbol> =
            self.objects[to.object].leaves.values().flat_map(|leaf| leaf.content.variables()).collect();
        let ty = to.ty.clone();
        let (to, from) = match Parts::are_many(&ty) {
            true => {
                let to = self.target_apart(&self.target(to.clone()), &changing);
                (to, self.target_apart(from, &changing))
            }
            false => {
                let to = self.apart(to, &changing);
                (self.target(to), from.clone())
            }
        };
        let mut parts = Parts::of(&ty);
        if !self.elements(&ty, from, to, &mut parts) {
            return self.refuse("a copy of so many values", span);
        }
        // All is read before anything is written; arrays that are copied in loops are the same ones, or others.
        let mut values = Vec::new();
        for (from, to) in parts.few {
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
        for (mut to, value) in values {
            to.choices.iter_mut().for_each(|(_, place)| place.around.clear());
            self.write(&to, &value, span)?;
        }
        parts.many.iter().try_for_each(|many| {
            self.for_all(many, span, &mut |this, from, to| {
                let value = this.read(from, span)?;
                this.write(&to, &value, span)
            })
        })
    }

    /// The places, where they stay while these variables change more than once.
    fn target_apart(&mut self, target: &Target, changing: &[Symbol]) -> Target {
        let terms = self.rules.terms;
        let disturbed = |term: Term| terms.symbols(term).iter().any(|v| changing.contains(v));
        let mut choices = Vec::new();
        for (condition, place) in &target.choices {
            let condition = if disturbed(*condition) { self.keep_condition(*condition) } else { *condition };
            let [row, index] = [place.row, place.index].map(|t| if disturbed(t) { self.keep_term(t) } else { t });
            choices.push((condition, Place { row, index, ..place.clone() }));
        }
        Target { ty: target.ty.clone(), choices }
    }

    /// The place, where it stays while these variables change.
    pub fn apart(&mut self, place: &Place, changing: &[Symbol]) -> Place {
        let row = self.keep_if_read(place.row, changing);
        let index = self.keep_if_read(place.index, changing);
        Place { row, index, ..place.clone() }
    }

    /// The term, kept in a variable if it reads one of these.
    pub fn keep_if_read(&mut self, term: Term, changing: &[Symbol]) -> Term {
        let read = self.rules.terms.symbols(term);
        let disturbed = changing.len() > 1 && changing.iter().any(|v| read.contains(v));
        if disturbed { self.keep_term(term) } else { term }
    }
}
