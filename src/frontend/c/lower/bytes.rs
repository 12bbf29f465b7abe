//! Byte objects: memory that is accessed as something else than what it was declared as.
//!
//! A byte object is one array of bytes, and a pointer into it counts bytes. An integer is the sum of its bytes, each
//! times a power of 256, the lowest first. Where such an object holds pointers it has, besides its bytes, what pointer
//! begins at each of them, and for each byte which one of its pointer's it is (from 1; 0 if it belongs to none). A
//! store of anything else ends the pointers it touches; copies take whole pointers along, and are not followed where
//! they would take a part of one.

use super::memory::{Content, Outer, Place};
use super::place::Target;
use super::pointer::Pointer;
use super::scope::{Fallible, Lowering};
use super::value::Value;
use crate::frontend::c::layout::{self, Path, Step, size_of};
use crate::frontend::c::points_to::{Reach, Region};
use crate::frontend::c::tree::{IntKind, Type};
use crate::program::{Check, Gap, Mark};
use crate::source::Bytes;
use crate::term::{Cmp, Int, Range, Symbol, Term};

/// What follows the path to bytes on that to the pointers that begin there, and to the number of each byte in its
/// pointer.
pub(super) const POINTERS: Step = Step::Field(0);
pub(super) const NUMBERS: Step = Step::Field(1);

/// A byte, its number in its pointer, and the parts of the pointer that begins there, as far as there is one.
pub(super) type Byte = [Option<Term>; 5];

/// A pointer moves by elements of its type, or by bytes.
enum Unit {
    Elements,
    Bytes,
    /// By bytes where this holds.
    Either(Term),
}

impl<'a> Lowering<'a> {
    pub fn is_bytes(&self, object: usize) -> bool {
        self.objects[object].bytes
    }

    /// Whether a region is bytes.
    fn is_byte_region(&self, number: usize) -> bool {
        match self.names.region_of(number) {
            Region::Part(key, _) => self.points_to.byte_path(*key).is_some(),
            Region::Function(_) | Region::Label(..) => false,
        }
    }

    /// Whether a pointer can point to bytes.
    pub fn may_be_bytes(&self, p: &Pointer) -> bool {
        p.reach.regions.iter().any(|number| self.is_byte_region(*number))
    }

    fn unit(&self, p: &Pointer) -> Unit {
        let terms = self.rules.terms;
        let all = p.reach.regions.iter().filter(|number| matches!(self.names.region_of(**number), Region::Part(..)));
        let (bytes, others): (Vec<usize>, Vec<usize>) = all.partition(|number| self.is_byte_region(**number));
        match (bytes.is_empty(), others.is_empty()) {
            (true, _) => Unit::Elements,
            (false, true) => Unit::Bytes,
            (false, false) => Unit::Either(terms.or(bytes.iter().map(|n| terms.eq(p.object, terms.int(*n))).collect())),
        }
    }

    /// By how much the index of a pointer changes that moves by a number of elements, given as a term.
    pub fn stride(&self, p: &Pointer, by: Term, span: Bytes) -> Fallible<Term> {
        let terms = self.rules.terms;
        let unit = self.unit(p);
        if matches!(unit, Unit::Elements) {
            return Ok(by);
        }
        let Some(size) = size_of(&p.to, self.rules.model) else {
            return self.refuse(&format!("arithmetic on a pointer to {}", p.to.describe()), span);
        };
        let bytes = terms.scale(by, Int::from(size));
        Ok(match unit {
            Unit::Either(is_bytes) => terms.ite(is_bytes, bytes, by),
            _ => bytes,
        })
    }

    /// How many elements the difference of two pointers' indices is.
    pub fn elements_between(&self, p: &Pointer, difference: Term, span: Bytes) -> Fallible<Term> {
        let terms = self.rules.terms;
        let unit = self.unit(p);
        if matches!(unit, Unit::Elements) {
            return Ok(difference);
        }
        let Some(size) = size_of(&p.to, self.rules.model).filter(|size| *size > 0) else {
            return self.refuse(&format!("the difference of pointers to {}", p.to.describe()), span);
        };
        let elements = terms.div(difference, terms.int(Int::from(size)));
        Ok(match unit {
            Unit::Either(is_bytes) => terms.ite(is_bytes, elements, difference),
            _ => elements,
        })
    }

    /// A place inside of a byte object, so many bits further.
    pub fn further(&self, place: &Place, bits: u64, width: Option<u32>, ty: Type) -> Place {
        let (byte, bit) = (Int::from(bits / 8), (bits % 8) as u32);
        let index = self.rules.terms.offset(place.index, byte);
        Place { index, ty, bits: width.map(|width| (bit, width)), ..place.clone() }
    }

    /// An element of an array inside of a byte object.
    pub fn element_of_bytes(&self, place: &Place, i: u64, ty: &Type) -> Place {
        let size = size_of(ty, self.rules.model).unwrap_or(0);
        self.further(place, i.saturating_mul(size).saturating_mul(8), None, ty.clone())
    }

    /// So many bytes at a place.
    fn length_at(&self, place: &Place, span: Bytes) -> Fallible<u64> {
        match (place.bits, size_of(&place.ty, self.rules.model)) {
            (Some((bit, width)), _) => Ok(u64::from((bit + width).div_ceil(8))),
            (None, Some(size)) => Ok(size),
            (None, None) => self.refuse(&format!("an access to {}", place.ty.describe()), span),
        }
    }

    /// Owes, where a condition holds, that a place is inside of its object.
    pub fn check_bytes(&mut self, condition: Term, place: &Place, span: Bytes) -> Fallible<()> {
        if let Type::Other(what) = &place.ty {
            return self.refuse(what, span);
        }
        if let Some(Content::Unmodelled(refusal)) = self.leaf(place).map(|leaf| leaf.content.clone()) {
            return self.refused(&refusal, span);
        }
        let length = self.length_at(place, span)?;
        let at = self.place(span);
        let inside = self.holds_bytes(place, self.rules.terms.int(Int::from(length)));
        let inside = self.rules.terms.implies(condition, inside);
        self.at(at, |this| this.flow.owe(Check::Bounds, inside));
        Ok(())
    }

    /// Whether two places in one byte object have no byte in common.
    pub fn are_bytes_apart(&self, p: &Place, q: &Place) -> Option<Term> {
        let terms = self.rules.terms;
        let (m, n) = (self.length_at(p, Bytes::default()).ok()?, self.length_at(q, Bytes::default()).ok()?);
        let before = |a: &Place, n: u64, b: &Place| terms.le(terms.offset(a.index, Int::from(n)), b.index);
        let other_row = terms.not(terms.eq(p.row, q.row));
        Some(terms.or(vec![other_row, before(p, m, q), before(q, n, p)]))
    }

    /// Whether an object has so many bytes from a place on.
    fn holds_bytes(&self, place: &Place, length: Term) -> Term {
        let terms = self.rules.terms;
        let size = match self.lengths(place.object, &place.path) {
            Some(of) => Some(terms.select(terms.sym(of), place.row)),
            None => self.extent(place.object, &place.path),
        };
        let end = terms.add(place.index, length);
        let mut inside = vec![terms.le(terms.int(0), place.index)];
        inside.extend(size.map(|size| terms.le(end, size)));
        terms.and(inside)
    }

    /// The cell of a leaf of a byte object: its bytes, or what comes with them.
    fn bytes_now(&self, place: &Place, what: &[Step], at: Term) -> Term {
        let path: Path = [place.path.as_slice(), what].concat();
        let place = Place { index: at, ..place.clone() };
        match self.objects[place.object].leaves.get(&path).map(|leaf| &leaf.content) {
            Some(Content::Int { cell, .. }) => self.cell_now(cell, true, &place),
            _ => self.rules.terms.int(0),
        }
    }

    fn byte(&self, place: &Place, i: u64) -> Term {
        self.bytes_now(place, &[], self.rules.terms.offset(place.index, Int::from(i)))
    }

    /// Which byte of its pointer a byte is.
    fn number(&self, place: &Place, i: Term) -> Term {
        self.bytes_now(place, &[NUMBERS], self.rules.terms.add(place.index, i))
    }

    fn has_pointers(&self, place: &Place) -> bool {
        self.objects[place.object].leaves.contains_key(&[place.path.as_slice(), &[POINTERS]].concat())
    }

    /// Goes on only where a condition holds; else the model has no answer.
    pub fn follow_if(&mut self, condition: Term, gap: Gap) {
        if self.rules.terms.as_bool(condition) == Some(true) {
            return;
        }
        let (follows, ends) = (self.flow.fresh(), self.flow.fresh());
        self.flow.branch(condition, follows, ends);
        self.flow.resume(ends);
        self.flow.mark(Mark::Gap(gap));
        self.flow.end();
        self.flow.resume(follows);
    }

    /// The sum of so many bytes at a place.
    fn sum(&self, place: &Place, length: u64) -> Term {
        let terms = self.rules.terms;
        let byte = |i: u64| terms.scale(self.byte(place, i), Int::from(1) << (8 * i) as usize);
        (0..length).map(byte).reduce(|sum, byte| terms.add(sum, byte)).unwrap_or_else(|| terms.int(0))
    }

    /// An integer at a place that is known to be inside of its object, where a condition holds.
    pub fn load_bytes(&mut self, condition: Term, place: &Place, kind: IntKind, span: Bytes) -> Fallible<Value> {
        let length = self.length_at(place, span)?;
        let terms = self.rules.terms;
        if self.has_pointers(place) {
            let number = |i: u64| terms.eq(self.number(place, terms.int(Int::from(i))), terms.int(0));
            let plain = terms.implies(condition, terms.and((0..length).map(number).collect()));
            self.follow_if(plain, Gap::AddressBytes);
        }
        let sum = self.sum(place, length);
        let range =
            terms.as_int(sum).map_or(Range::new(0, (Int::from(1) << (8 * length) as usize) - 1), Range::exactly);
        if let Some((bit, width)) = place.bits {
            let term = terms.div(sum, terms.int(Int::from(1) << bit as usize));
            return Ok(self.rules.wrap_to(term, &Range::ALL, width, kind));
        }
        if kind == IntKind::Bool {
            let at = self.place(span);
            let is_bool = terms.implies(condition, terms.le(sum, terms.int(1)));
            self.at(at, |this| this.flow.owe(Check::Representation, is_bool));
            return Ok(Value { term: sum, kind, range: Range::new(0, 1) });
        }
        Ok(self.rules.wrap(sum, &range, kind))
    }

    /// A pointer at a place.
    pub fn load_pointer_bytes(&mut self, condition: Term, place: &Place, to: &Type, span: Bytes) -> Fallible<Pointer> {
        let length = self.length_at(place, span)?;
        let terms = self.rules.terms;
        let all = |holds: &dyn Fn(u64) -> Term| terms.and((0..length).map(holds).collect());
        let number = |i: u64| self.number(place, terms.int(Int::from(i)));
        let is_zero = terms.eq(self.sum(place, length), terms.int(0));
        let name = Some(self.objects[place.object].name.clone());
        if !self.has_pointers(place) {
            self.follow_if(terms.implies(condition, is_zero), Gap::NoPointer);
            return Ok(Pointer { name, ..self.null_pointer(to.clone()) });
        }
        let is_pointer = all(&|i| terms.eq(number(i), terms.int(Int::from(i + 1))));
        let is_null = terms.and(vec![all(&|i| terms.eq(number(i), terms.int(0))), is_zero]);
        self.follow_if(terms.implies(condition, terms.or(vec![is_pointer, is_null])), Gap::NoPointer);
        let path: Path = [place.path.as_slice(), &[POINTERS]].concat();
        let Some(Content::Pointer { object, row, index }) =
            self.objects[place.object].leaves.get(&path).map(|leaf| leaf.content.clone())
        else {
            return Ok(self.null_pointer(to.clone()));
        };
        let held = self.held(self.objects[place.object].key, &place.path);
        let reach = Reach { null: true, wild: false, ..held.reach };
        let zero = terms.int(0);
        let now = |cell, varies: bool| if varies { self.cell_now(cell, true, place) } else { zero };
        let object = terms.ite(is_null, zero, now(&object, true));
        let index = Value { term: now(&index, held.moved), kind: IntKind::Long, range: Range::ALL };
        let row = now(&row, held.rowed);
        Ok(Pointer { to: to.clone(), object, row, index, reach, name, of_array: false })
    }

    /// The leaves of a byte object that hold more than bytes.
    fn store_shadow(&mut self, place: &Place, what: Step, value: [Option<Term>; 3]) {
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

    fn store_byte(&mut self, place: &Place, i: u64, byte: Term, number: Term) {
        let at = Place { index: self.rules.terms.offset(place.index, Int::from(i)), ..place.clone() };
        if let Some(Content::Int { cell, .. }) = self.leaf(&at).map(|leaf| leaf.content.clone()) {
            self.foreseen(cell.variable.is_some(), "bytes that change");
            self.store_cell(&cell, true, &at, byte);
        }
        self.store_shadow(&at, NUMBERS, [Some(number), None, None]);
    }

    /// Where the bytes of an object are, so that storing to them does not change that.
    fn steady_place(&mut self, place: &Place) -> Place {
        let changing = self.byte_variables(place.object);
        self.apart(place, &changing)
    }

    fn byte_variables(&self, object: usize) -> Vec<Symbol> {
        let all = self.objects[object].leaves.values().flat_map(|leaf| leaf.content.variables());
        // Kept even where there is one variable only: its elements are assigned one after the other.
        all.flat_map(|v| [v, v]).collect()
    }

    /// Stores an integer of a kind.
    pub fn store_bytes(&mut self, place: &Place, kind: IntKind, v: &Value, span: Bytes) -> Fallible<()> {
        let length = self.length_at(place, span)?;
        let terms = self.rules.terms;
        let place = &self.steady_place(place);
        let v = self.rules.convert(v.clone(), kind);
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
        Ok(())
    }

    /// Stores a pointer. What its bytes are nobody gets to know; those of the null pointer are 0.
    pub fn store_pointer_bytes(&mut self, place: &Place, p: &Pointer, span: Bytes) -> Fallible<()> {
        let length = self.length_at(place, span)?;
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
            self.follow_if(known, Gap::NoPointer);
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

    /// Copies one byte, and the pointer that begins there.
    pub fn copy_byte(&mut self, to: &Target, from: &Target, span: Bytes) -> Fallible<()> {
        let byte = self.read_byte(from, span)?;
        self.write_byte(to, byte, span)
    }

    /// A byte with what comes with it, where one of several places is meant.
    pub fn read_byte(&mut self, from: &Target, span: Bytes) -> Fallible<Byte> {
        let terms = self.rules.terms;
        let mut found: Option<Byte> = None;
        for (condition, place) in from.choices.iter().rev() {
            if self.is_bytes(place.object) {
                self.check_bytes(*condition, place, span)?;
            }
            let this = self.byte_and_pointer(place);
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
            let place = self.apart(place, &changing);
            self.store_byte_and_pointer(&place, byte);
            if to.choices.len() > 1 {
                self.flow.jump(join);
                self.flow.resume(no);
            }
        }
        Ok(())
    }

    /// A byte, its number in its pointer, and the parts of the pointer that begins there.
    fn byte_and_pointer(&self, from: &Place) -> Byte {
        let zero = self.rules.terms.int(0);
        let byte = match self.leaf(from).map(|leaf| &leaf.content) {
            // Characters that are no byte object.
            Some(Content::Int { kind, cell, .. }) => {
                let v =
                    Value { term: self.cell_now(cell, true, from), kind: *kind, range: kind.range(self.rules.model) };
                self.rules.term(&self.rules.convert(v, IntKind::UChar))
            }
            _ => zero,
        };
        if !self.has_pointers(from) {
            return [Some(byte), Some(zero), None, None, None];
        }
        let path: Path = [from.path.as_slice(), &[POINTERS]].concat();
        let held = self.held(self.objects[from.object].key, &from.path);
        let mut parts = [None; 3];
        if let Some(Content::Pointer { object, row, index }) =
            self.objects[from.object].leaves.get(&path).map(|leaf| &leaf.content)
        {
            for (i, (cell, varies)) in [(object, true), (row, held.rowed), (index, held.moved)].into_iter().enumerate()
            {
                parts[i] = Some(if varies { self.cell_now(cell, true, from) } else { zero });
            }
        }
        [Some(byte), Some(self.number(from, zero)), parts[0], parts[1], parts[2]]
    }

    fn store_byte_and_pointer(&mut self, to: &Place, [byte, number, object, row, index]: Byte) {
        let zero = self.rules.terms.int(0);
        if self.is_bytes(to.object) {
            self.store_byte(to, 0, byte.unwrap_or(zero), number.unwrap_or(zero));
            self.store_shadow(to, POINTERS, [object, row, index]);
        } else if let Some(Content::Int { kind, cell, .. }) = self.leaf(to).map(|leaf| leaf.content.clone()) {
            let v = Value { term: byte.unwrap_or(zero), kind: IntKind::UChar, range: Range::new(0, 255) };
            let v = self.rules.term(&self.rules.convert(v, kind));
            self.foreseen(cell.variable.is_some(), "a value that changes");
            self.store_cell(&cell, true, to, v);
        }
    }

    /// Goes on only where so many bytes, if any, neither begin nor end within a pointer.
    pub fn follow_whole_pointers(&mut self, from: &Pointer, length: Term) {
        let terms = self.rules.terms;
        let size = size_of(&Type::Pointer(Box::new(Type::Void)), self.rules.model).unwrap_or(8);
        for number in from.reach.regions.clone() {
            let Region::Part(key, path) = self.names.region_of(number).clone() else { continue };
            let Some(object) = self.early_object(key) else { continue };
            let place = Place { object, path, row: from.row, index: from.index.term, ty: Type::Void, bits: None };
            if !self.has_pointers(&place) {
                continue;
            }
            let (first, last) = (self.number(&place, terms.int(0)), self.number(&place, terms.offset(length, -1)));
            let begins = terms.le(first, terms.int(1));
            let ends = terms.or(vec![terms.eq(last, terms.int(0)), terms.eq(last, terms.int(Int::from(size)))]);
            let elsewhere = terms.not(terms.eq(from.object, terms.int(number)));
            let whole = vec![terms.le(length, terms.int(0)), elsewhere, terms.and(vec![begins, ends])];
            self.follow_if(terms.or(whole), Gap::PartOfPointer);
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

    /// What elements of an array inside of bytes an index may name, beside what its object holds.
    pub fn check_member_index(&mut self, p: &Pointer, array: &Type, index: &Value, span: Bytes) {
        let (Type::Array(_, Some(n)), true) = (array, self.may_be_bytes(p)) else { return };
        let terms = self.rules.terms;
        let i = self.rules.term(index);
        let inside = terms.and(vec![terms.le(terms.int(0), i), terms.lt(i, terms.int(Int::from(*n)))]);
        let holds = match self.unit(p) {
            Unit::Either(is_bytes) => terms.implies(is_bytes, inside),
            _ => inside,
        };
        let at = self.place(span);
        self.at(at, |this| this.flow.owe(Check::Bounds, holds));
    }

    /// How many bytes a block is that is counted in elements of a type.
    pub fn byte_count(&self, count: Term, ty: &Type) -> Option<Term> {
        layout::size_of(ty, self.rules.model).map(|size| self.rules.terms.scale(count, Int::from(size)))
    }

    /// Whether memory that is made here is bytes.
    pub fn counts_bytes(&self, outer: &[Outer]) -> bool {
        matches!(outer.last(), Some(Outer::Elements(_) | Outer::Lengths(_)))
    }
}
