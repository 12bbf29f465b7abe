//! Copies of bytes, and of the pointers that they hold.

use super::bytes::{Byte, POINTERS};
use super::memory::{Content, Place};
use super::place::Target;
use super::pointer::Pointer;
use super::scope::{Fallible, Lowering};
use super::value::Value;
use crate::frontend::c::layout::{Path, size_of};
use crate::frontend::c::points_to::Region;
use crate::frontend::c::tree::{IntKind, Type};
use crate::program::Gap;
use crate::source::Bytes;
use crate::term::{Int, Range, Symbol, Term};

impl<'a> Lowering<'a> {
    /// Copies one byte, and the pointer that begins there.
    pub fn copy_byte(&mut self, to: &Target, from: &Target, span: Bytes) -> Fallible<()> {
        self.note_copied(to, from);
        let byte = self.read_byte(from, span)?;
        self.write_byte(to, byte, span)
    }

    /// Bytes go from some of these places to some others.
    pub fn note_copied(&mut self, to: &Target, from: &Target) {
        for (_, from) in &from.choices {
            to.choices.iter().for_each(|(_, to)| self.note_bytes_copied(to, from));
        }
    }

    /// A byte with what comes with it, where one of several places is meant.
    pub fn read_byte(&mut self, from: &Target, span: Bytes) -> Fallible<Byte> {
        let terms = self.rules.terms;
        let mut found: Option<Byte> = None;
        for (condition, place) in from.choices.iter().rev() {
            if self.is_bytes(place.object) {
                self.check_bytes(*condition, place, span)?;
            }
            self.follow_unchanged(*condition, place);
            let this = self.byte_and_pointer(place, span)?;
            found = Some(match found {
                Some(other) => std::array::from_fn(|i| match (this[i], other[i]) {
                    (Some(a), Some(b)) => Some(terms.ite(*condition, a, b)),
                    (a, b) => a.or(b),
                }),
                None => this,
            });
        }
        Ok(found.unwrap_or([Some(terms.int(0)), Some(terms.int(0)), None, None, None]))
    }

    /// Stores such a byte.
    pub fn write_byte(&mut self, to: &Target, byte: Byte, span: Bytes) -> Fallible<()> {
        self.flow.settle();
        let changing: Vec<Symbol> = to.choices.iter().flat_map(|(_, p)| self.byte_variables(p.object)).collect();
        let byte = byte.map(|t| t.map(|t| self.keep_if_read(t, &changing)));
        let join = self.flow.fresh();
        for (i, (condition, place)) in to.choices.iter().enumerate() {
            let is_last = i + 1 == to.choices.len();
            let no = if is_last { join } else { self.flow.fresh() };
            if !is_last {
                let yes = self.flow.fresh();
                self.flow.branch(*condition, yes, no);
                self.flow.resume(yes);
            }
            if self.is_bytes(place.object) {
                self.check_bytes(self.rules.terms.bool(true), place, span)?;
            }
            if self.objects[place.object].constant {
                self.never_stored(span);
            } else {
                let place = self.apart(place, &changing);
                self.store_byte_and_pointer(&place, byte);
            }
            if to.choices.len() > 1 {
                self.flow.jump(join);
                self.flow.resume(no);
            }
        }
        Ok(())
    }

    /// A byte, its number in its pointer, and the parts of the pointer that begins there.
    fn byte_and_pointer(&mut self, from: &Place, span: Bytes) -> Fallible<Byte> {
        let zero = self.rules.terms.int(0);
        let (content, array, name) = self.leaf_content(from, span)?;
        let value = match content {
            // Characters that are no byte object.
            Content::Int { kind, cell, .. } => {
                Value { term: self.cell_now(&cell, array, from), kind, range: kind.range(self.rules.model) }
            }
            Content::Volatile { kind, .. } => self.read_volatile(&name, kind, None),
            Content::Pointer { .. } | Content::Unmodelled(_) => {
                return self.refuse(&format!("copying the bytes of `{name}`"), span);
            }
        };
        let byte = self.rules.term(&self.rules.convert(value, IntKind::UChar));
        if !self.has_pointers(from) {
            return Ok([Some(byte), Some(zero), None, None, None]);
        }
        let path: Path = [from.path.as_slice(), &[POINTERS]].concat();
        let mut parts = [None; 3];
        if let Some(Content::Pointer { object, row, index }) =
            self.objects[from.object].leaves.get(&path).map(|leaf| &leaf.content)
        {
            parts = self.pointer_parts(from, [object, row, index]).map(Some);
        }
        Ok([Some(byte), Some(self.number(from, zero)), parts[0], parts[1], parts[2]])
    }

    pub fn store_byte_and_pointer(&mut self, to: &Place, [byte, number, object, row, index]: Byte) {
        let zero = self.rules.terms.int(0);
        let mut byte = byte.unwrap_or(zero);
        if let (Some(number), false) = (number, self.has_pointers(to)) {
            let is_plain = self.rules.terms.le(number, zero);
            byte = self.open_unless(is_plain, Gap::AddressBytes, byte, Range::unsigned(8));
        }
        if self.is_bytes(to.object) {
            self.store_byte(to, 0, byte, number.unwrap_or(zero));
            self.store_shadow(to, POINTERS, [object, row, index]);
        } else if let Some((Content::Int { kind, cell, .. }, array)) =
            self.leaf(to).map(|leaf| (leaf.content.clone(), leaf.array))
        {
            let v = Value { term: byte, kind: IntKind::UChar, range: Range::new(0, 255) };
            let v = self.rules.term(&self.rules.convert(v, kind));
            self.foreseen(cell.variable.is_some(), "a value that changes");
            self.store_cell(&cell, array, to, v);
        }
    }

    /// Goes on only where so many bytes, if any, neither begin nor end within a pointer.
    pub fn follow_whole_pointers(&mut self, from: &Pointer, length: Term) {
        let terms = self.rules.terms;
        let size = size_of(&Type::Pointer(Box::new(Type::Void)), self.rules.model).unwrap_or(8);
        for number in from.reach.regions.clone() {
            let Region::Part(key, path) = self.names.region_of(number).clone() else { continue };
            let Some(object) = self.early_object(key) else { continue };
            let row = self.row_alive(number, from);
            let place = Place { object, path, row, index: from.index.term, ty: Type::Void, bits: None, around: vec![] };
            if !self.has_pointers(&place) {
                continue;
            }
            let (first, last) = (self.number(&place, terms.int(0)), self.number(&place, terms.offset(length, -1)));
            let begins = terms.le(first, terms.int(1));
            let ends = terms.or(vec![terms.le(last, terms.int(0)), terms.eq(last, terms.int(Int::from(size)))]);
            let elsewhere = terms.not(terms.eq(from.object, terms.int(number)));
            let whole = vec![terms.le(length, terms.int(0)), elsewhere, terms.and(vec![begins, ends])];
            self.flow.follow_if(terms.or(whole), Gap::PartOfPointer);
        }
    }

    /// Copies a struct or union between places that are bytes; whether they are.
    pub fn copy_as_bytes(&mut self, to: &Place, from: &Target, span: Bytes) -> Fallible<bool> {
        if !self.is_bytes(to.object) || !from.choices.iter().all(|(_, place)| self.is_bytes(place.object)) {
            return Ok(false);
        }
        let length = self.length_at(to, span)?;
        let to = self.target(to.clone());
        let (to, from) = (self.address(&to), self.address(from));
        let bytes = self.rules.int(length, IntKind::ULong);
        self.copy_block(to, from, &bytes, span)?;
        Ok(true)
    }
}
