//! Padding of byte objects: where a member of a struct is stored, or all of it, bytes that are no member's take any
//! value (C11 6.2.6.1p6).
//!
//! Only where some access may see such bytes: through a pointer to characters, or as a part of something else. Whether
//! there is one is known when everything is lowered; what nobody sees is taken out again then.

use super::memory::Place;
use super::scope::Lowering;
use crate::frontend::c::layout::{consists_of, overlays_padding, own_padding, padding};
use crate::frontend::c::tree::Type;
use crate::program::{EdgeRef, Instruction};
use crate::term::Int;
use std::collections::BTreeSet;

/// What becomes of more padding than is listed.
const KEPT: &str = "where a struct has more than 1024 bytes of padding, it keeps what was there";

/// Which byte objects have bytes that are seen as something else than members of their structs.
#[derive(Default)]
pub(super) struct Visible {
    /// Some access sees them.
    seen: BTreeSet<usize>,
    /// They are copied, from one object to another.
    copied: BTreeSet<(usize, usize)>,
}

impl Visible {
    /// The objects whose padding matters.
    fn objects(&self) -> BTreeSet<usize> {
        let mut all = self.seen.clone();
        loop {
            let more: Vec<usize> =
                self.copied.iter().filter(|(from, to)| all.contains(to) && !all.contains(from)).map(|c| c.0).collect();
            if more.is_empty() {
                return all;
            }
            all.extend(more);
        }
    }
}

impl Lowering<'_> {
    /// Something was stored at a place, which stays: a member, or, as a whole, a struct.
    #[inline(never)]
    pub fn freshen_padding(&mut self, place: &Place) {
        let mut free: BTreeSet<Int> = BTreeSet::new();
        match padding(&place.ty, self.rules.model) {
            Some(inside) => free.extend(inside.into_iter().map(Int::from)),
            None => drop(self.results.insert(KEPT.to_string())),
        }
        for (before, s) in &place.around {
            free.extend(own_padding(s, self.rules.model).into_iter().map(|byte| Int::from(byte) - Int::from(*before)));
            if !consists_of(&self.objects[place.object].declared, s) {
                self.visible_padding.seen.insert(place.object);
            }
        }
        if let (Type::Struct(s), false) = (&place.ty, free.is_empty())
            && !consists_of(&self.objects[place.object].declared, s)
        {
            self.visible_padding.seen.insert(place.object);
        }
        let terms = self.rules.terms;
        for byte in free {
            let at = Place { index: terms.offset(place.index, byte), around: vec![], ..place.clone() };
            // A struct need not be there as a whole.
            let inside = self.holds_bytes(&at, terms.int(1));
            if terms.as_bool(inside) == Some(false) {
                continue;
            }
            let value = self.read_padding(&self.objects[place.object].name.clone());
            let old = [self.byte(&at, 0), self.number(&at, terms.int(0))];
            let [value, number] = [value, terms.int(0)];
            let (value, number) = (terms.ite(inside, value, old[0]), terms.ite(inside, number, old[1]));
            self.flow.settle();
            self.flow.padding_of = Some(place.object);
            self.store_byte(&at, 0, value, number);
            self.flow.padding_of = None;
        }
    }

    /// Bytes of an object are read at a place.
    #[inline(never)]
    pub fn note_bytes_seen(&mut self, place: &Place) {
        let declared = &self.objects[place.object].declared;
        let is_plain = |(_, s): &(u64, _)| consists_of(declared, s) && !overlays_padding(declared, self.rules.model);
        if !place.around.first().is_some_and(is_plain) {
            self.visible_padding.seen.insert(place.object);
        }
    }

    /// Bytes of an object are copied to another one.
    #[inline(never)]
    pub fn note_bytes_copied(&mut self, to: &Place, from: &Place) {
        if self.is_bytes(from.object) && self.is_bytes(to.object) {
            self.visible_padding.copied.insert((from.object, to.object));
        } else {
            self.visible_padding.seen.insert(from.object);
        }
    }
}

/// Takes out what nobody sees.
pub(super) fn drop_unseen(lowering: &mut Lowering) {
    let seen = lowering.visible_padding.objects();
    let program = &mut lowering.flow.program;
    let unseen = lowering.flow.padding.iter().filter(|(_, object)| !seen.contains(object));
    let edges: Vec<_> = unseen.filter_map(|(at, _)| program.graph.edges(*at).next().map(|edge| edge.id())).collect();
    for edge in edges {
        program.graph[edge].instruction = Instruction::Skip;
    }
}
