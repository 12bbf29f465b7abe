//! Pointers from outside that there may be something else in place of: other members of a union, and what lies behind
//! the type that a pointer from outside is declared to lead to.
//!
//! Their bytes are a number that can be read, any at first. Where such a pointer is read it is the address of what that
//! leads to, or 0 of a null pointer, whether or not the program asks for that. That no other one's number is in there by
//! chance is part of what is taken to hold of addresses.

use super::addresses::ADDRESSES;
use super::memory::Outer;
use super::scope::Lowering;
use crate::frontend::c::layout;
use crate::frontend::c::points_to::{Region, SharedPointer};
use crate::term::{Int, Symbol, Term};

impl<'a> Lowering<'a> {
    /// Such a pointer may be read where a condition holds, to this region and row, with bytes that are this number.
    pub fn note_shared(&mut self, condition: Term, (object, row): (Term, Term), number: Term) {
        let terms = self.rules.terms;
        self.results.insert(ADDRESSES.to_string());
        let all: Vec<SharedPointer> = self.points_to.shared().collect();
        let (mut size, mut aligned, mut others) = (terms.int(1), vec![], vec![]);
        for (i, slot) in all.iter().enumerate() {
            let region = self.region(slot.region.clone());
            let is_it = terms.eq(object, terms.int(region));
            if all[..i].iter().all(|before| before.key != slot.key) {
                let (bytes, align) = self.extent_of(slot, row);
                size = terms.ite(is_it, bytes, size);
                let fits = terms.eq(terms.modulo(number, terms.int(Int::from(align))), terms.int(0));
                aligned.push(terms.implies(is_it, fits));
            }
            if let Some(address) = self.shared_bytes.get(&(slot.key, slot.row)) {
                let is_row = if slot.has_rows { terms.eq(row, terms.int(slot.row)) } else { terms.bool(true) };
                others.push((terms.and(vec![is_it, is_row]), *address));
            }
        }
        let end = terms.add(number, size);
        let most = self.address_kind().range(self.rules.model).hi.unwrap_or(Int::ZERO);
        let mut known = vec![terms.le(end, terms.int(most))];
        known.extend(aligned);
        // The other way round it is known where the other one is read.
        known.extend(
            others
                .into_iter()
                .map(|(is_it, address)| terms.or(vec![is_it, terms.lt(address, number), terms.le(end, address)])),
        );
        let is_null = terms.eq(number, terms.int(0));
        self.flow.know(terms.or(vec![terms.not(condition), is_null, terms.and(known)]));
    }

    /// What there is at first in an object from outside that is bytes, in place of the pointers in it that are shared.
    pub fn note_shared_bytes(&mut self, object: usize, bytes: Symbol) {
        let terms = self.rules.terms;
        let length = u64::from(self.pointer_size());
        let byte = |at: &Int, i: u64| {
            let byte = terms.select(terms.sym(bytes), terms.int(at + Int::from(i)));
            terms.scale(byte, Int::ONE << (8 * i) as usize)
        };
        for pointer in self.points_to.pointers_in_bytes(self.objects[object].key).filter(|pointer| pointer.is_shared) {
            let Some(key) = pointer.arrival.leads_to() else { continue };
            let sum =
                (0..length).map(|i| byte(&pointer.position(), i)).fold(terms.int(0), |sum, byte| terms.add(sum, byte));
            self.shared_bytes.insert((key, pointer.row), sum);
        }
    }

    /// How many bytes what such a pointer leads to has, in this row, and how it is aligned.
    fn extent_of(&mut self, slot: &SharedPointer, row: Term) -> (Term, u64) {
        let terms = self.rules.terms;
        let one = (terms.int(1), 1);
        if !matches!(slot.region, Region::Part(..)) {
            return one;
        }
        let Ok(object) = self.outside_object(slot.key) else { return one };
        let of = &self.objects[object];
        let element = if of.bytes { Some(1) } else { layout::size_of(&of.ty, self.rules.model) };
        let align = layout::plain(&of.declared, self.rules.model).map_or(1, |(_, align)| align.max(1));
        match (of.outer.get(1), element) {
            (Some(Outer::Lengths(lengths)), Some(size)) => {
                let length = terms.select(terms.sym(*lengths), row);
                (terms.scale(length, Int::from(size)), align)
            }
            _ => (terms.int(1), align),
        }
    }
}
