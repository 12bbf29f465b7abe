//! Stores to byte objects: integers byte by byte, pointers beside their bytes.

use super::bytes::{NUMBERS, POINTERS};
use super::memory::{Content, Place};
use super::pointer::Pointer;
use super::scope::{Fallible, Lowering};
use super::value::Value;
use crate::frontend::c::layout::{Path, Step};
use crate::frontend::c::points_to::Reach;
use crate::frontend::c::tree::IntKind;
use crate::program::Gap;
use crate::source::Bytes;
use crate::term::{Cmp, Int, Range, Symbol, Term};

impl<'a> Lowering<'a> {
    /// The leaves of a byte object that hold more than bytes.
    pub fn store_shadow(&mut self, place: &Place, what: Step, value: [Option<Term>; 3]) {
        let path: Path = [place.path.as_slice(), &[what]].concat();
        let Some(leaf) = self.objects[place.object].leaves.get(&path).cloned() else { return };
        match (leaf.content, value) {
            (Content::Int { cell, .. }, [Some(number), ..]) => self.store_cell(&cell, true, place, number),
            (Content::Pointer { object, row, index }, value) => {
                for (cell, value) in [object, row, index].into_iter().zip(value) {
                    if let Some(value) = value {
                        self.store_cell(&cell, true, place, value);
                    }
                }
            }
            _ => {}
        }
    }

    pub fn store_byte(&mut self, place: &Place, i: u64, byte: Term, number: Term) {
        let at = Place { index: self.rules.terms.offset(place.index, Int::from(i)), ..place.clone() };
        if let Some(Content::Int { cell, .. }) = self.leaf(&at).map(|leaf| leaf.content.clone()) {
            self.foreseen(cell.variable.is_some(), "bytes that change");
            self.store_cell(&cell, true, &at, byte);
        }
        self.store_shadow(&at, NUMBERS, [Some(number), None, None]);
    }

    /// Where the bytes of an object are, so that storing to them does not change that.
    pub fn steady_place(&mut self, place: &Place) -> Place {
        let changing = self.byte_variables(place.object);
        self.apart(place, &changing)
    }

    pub fn byte_variables(&self, object: usize) -> Vec<Symbol> {
        let all = self.objects[object].leaves.values().flat_map(|leaf| leaf.content.variables());
        // Kept even where there is one variable only: its elements are assigned one after the other.
        all.flat_map(|v| [v, v]).collect()
    }

    /// Stores an integer of a kind.
    #[inline(never)]
    pub fn store_bytes(&mut self, place: &Place, kind: IntKind, v: &Value, span: Bytes) -> Fallible<()> {
        let length = self.length_at(place, span)?;
        let terms = self.rules.terms;
        let place = &self.steady_place(place);
        let mut v = self.rules.convert(v.clone(), kind);
        if let Some(format) = kind.format() {
            let (bits, fixed) = self.rules.bits_of(v.term, format);
            // A sign, all ones, and anything but zeros.
            let first = format.infinity() + 1;
            let sign = 1i128 << (format.bits() - 1);
            let payloads = sign - first;
            let any = |any: Term| {
                let signs = terms.scale(terms.div(any, terms.int(payloads)), Int::from(sign));
                terms.add(signs, terms.offset(terms.modulo(any, terms.int(payloads)), first))
            };
            let of = Range::new(0, 2 * payloads - 1);
            let term = self.open_as(fixed, Gap::NanBits, (bits.term, bits.range.clone()), of, any);
            v = Value { term, ..bits };
        }
        self.flow.is_partial = place.bits.is_some();
        let power = |bits: u32| terms.int(Int::from(1) << bits as usize);
        let (whole, bits) = match place.bits {
            Some((bit, width)) => {
                let old = self.sum(place, length);
                let (low, high) = (terms.modulo(old, power(bit)), terms.div(old, power(bit + width)));
                let new = terms.modulo(self.rules.term(&v), power(width));
                let scaled = |t: Term, bits: u32| terms.scale(t, Int::from(1) << bits as usize);
                (terms.add(terms.add(low, scaled(new, bit)), scaled(high, bit + width)), None)
            }
            None => (self.rules.term(&v), Some(v.range)),
        };
        let changing = self.byte_variables(place.object);
        let whole = self.keep_if_read(whole, &changing);
        for i in 0..length {
            let shifted = terms.div(whole, power(8 * i as u32));
            let fits = length == 1 && bits.as_ref().is_some_and(|range| Range::new(0, 255).includes(range));
            let byte = if fits { shifted } else { terms.modulo(shifted, terms.int(256)) };
            self.store_byte(place, i, byte, terms.int(0));
        }
        self.flow.is_partial = false;
        Ok(())
    }

    /// Stores a pointer. What its bytes are nobody gets to know; those of the null pointer are 0.
    #[inline(never)]
    pub fn store_pointer_bytes(&mut self, place: &Place, p: &Pointer, span: Bytes) -> Fallible<()> {
        let length = self.length_at(place, span)?;
        let p = &self.without_numbered(p);
        let terms = self.rules.terms;
        let varies = |t: Term| terms.as_int(t).is_none_or(|v| !v.is_zero());
        let (rowed, moved) = (varies(p.row), varies(p.index.term));
        let key = self.objects[place.object].key;
        if !p.reach.regions.is_empty() {
            self.foreseen_pointer(
                key,
                &place.path,
                &Reach { null: false, wild: false, ..p.reach.clone() },
                rowed,
                moved,
            );
        }
        if p.reach.wild {
            let known = terms.cmp(Cmp::Ge, p.object, terms.int(0));
            self.flow.follow_if(known, Gap::NoPointer);
        }
        let place = &self.steady_place(place);
        let changing = self.byte_variables(place.object);
        let parts = [p.object, p.row, p.index.term].map(|t| Some(self.keep_if_read(t, &changing)));
        let is_null = parts[0].map(|object| terms.eq(object, terms.int(0)));
        let number = |i: u64| match is_null {
            Some(is_null) if p.reach.null => terms.ite(is_null, terms.int(0), terms.int(Int::from(i + 1))),
            _ => terms.int(Int::from(i + 1)),
        };
        for i in 0..length {
            self.store_byte(place, i, terms.int(0), number(i));
        }
        self.store_shadow(place, POINTERS, parts);
        Ok(())
    }
}
