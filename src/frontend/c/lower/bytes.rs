//! Byte objects: memory that is accessed as something else than what it was declared as.
//!
//! A byte object is one array of bytes, and a pointer into it counts bytes. An integer is the sum of its bytes, each
//! times a power of 256, the lowest first. Where such an object holds pointers it has, besides its bytes, what pointer
//! begins at each of them, and for each byte which one of its pointer's it is (from 1; 0 if it belongs to none). A
//! store of anything else ends the pointers it touches; copies take whole pointers along, and are not followed where
//! they would take a part of one.

use super::memory::{Cell, Content, Outer, Place};
use super::pointer::Pointer;
use super::scope::{Fallible, Lowering};
use super::value::Value;
use crate::frontend::c::layout::{self, Path, Step, fits, holds_code, size_of};
use crate::frontend::c::points_to::{Reach, Region};
use crate::frontend::c::tree::{IntKind, Type};
use crate::program::{Check, Gap};
use crate::source::Bytes;
use crate::term::{Int, Range, Term};
use std::collections::BTreeSet;

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
    pub fn is_byte_region(&self, number: usize) -> bool {
        match self.names.region_of(number) {
            Region::Part(key, _) => self.points_to.byte_path(*key).is_some(),
            Region::Number => true,
            Region::Function(_) | Region::Label(..) | Region::Callback(..) | Region::Around(..) => false,
        }
    }

    /// Whether a pointer can point to bytes.
    pub fn may_be_bytes(&self, p: &Pointer) -> bool {
        p.reach.regions.iter().any(|number| self.is_byte_region(*number))
    }

    fn unit(&self, p: &Pointer) -> Unit {
        let terms = self.rules.terms;
        let is_memory = |number: &&usize| matches!(self.names.region_of(**number), Region::Part(..) | Region::Number);
        let all = p.reach.regions.iter().filter(is_memory);
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
    pub fn elements_between(&mut self, p: &Pointer, difference: Term, span: Bytes) -> Fallible<Term> {
        let terms = self.rules.terms;
        let unit = self.unit(p);
        if matches!(unit, Unit::Elements) {
            return Ok(difference);
        }
        let Some(size) = size_of(&p.to, self.rules.model).filter(|size| *size > 0) else {
            return self.refuse(&format!("the difference of pointers to {}", p.to.describe()), span);
        };
        // Between elements of one array there are whole ones (C11 6.5.6p9).
        let size = terms.int(Int::from(size));
        let is_whole = terms.eq(terms.modulo(difference, size), terms.int(0));
        let is_whole = match unit {
            Unit::Either(is_bytes) => terms.implies(is_bytes, is_whole),
            _ => is_whole,
        };
        let place = self.place(span);
        self.at(place, |this| this.flow.owe(Check::Bounds, is_whole));
        let elements = terms.div(difference, size);
        Ok(match unit {
            Unit::Either(is_bytes) => terms.ite(is_bytes, elements, difference),
            _ => elements,
        })
    }

    /// A place inside of a byte object, so many bits further.
    pub fn further(&self, place: &Place, bits: u64, width: Option<u32>, ty: Type) -> Place {
        let (byte, bit) = (Int::from(bits / 8), (bits % 8) as u32);
        let index = self.rules.terms.offset(place.index, byte);
        let around = place.around.iter().map(|(before, s)| (before + bits / 8, s.clone())).collect();
        Place { index, ty, bits: width.map(|width| (bit, width)), around, ..place.clone() }
    }

    /// An element of an array inside of a byte object.
    pub fn element_of_bytes(&self, place: &Place, i: u64, ty: &Type) -> Place {
        let size = size_of(ty, self.rules.model).unwrap_or(0);
        self.further(place, i.saturating_mul(size).saturating_mul(8), None, ty.clone())
    }

    /// So many bytes at a place.
    pub fn length_at(&self, place: &Place, span: Bytes) -> Fallible<u64> {
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
        self.note_limited(place.object, &place.path, place.row, &Range::ALL);
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
    pub fn holds_bytes(&self, place: &Place, length: Term) -> Term {
        let terms = self.rules.terms;
        let size = self.size_at(place.object, &place.path, place.row);
        let end = terms.add(place.index, length);
        let mut inside = vec![terms.le(terms.int(0), place.index)];
        inside.extend(size.map(|size| terms.le(end, size)));
        terms.and(inside)
    }

    /// The cell of a leaf of a byte object: its bytes, or what comes with them.
    pub fn bytes_now(&self, place: &Place, what: &[Step], at: Term) -> Term {
        let path: Path = [place.path.as_slice(), what].concat();
        let place = Place { index: at, ..place.clone() };
        match self.objects[place.object].leaves.get(&path).map(|leaf| &leaf.content) {
            Some(Content::Int { cell, .. }) => self.cell_now(cell, true, &place),
            _ => self.rules.terms.int(0),
        }
    }

    pub fn byte(&self, place: &Place, i: u64) -> Term {
        self.bytes_now(place, &[], self.rules.terms.offset(place.index, Int::from(i)))
    }

    /// Which byte of its pointer a byte is.
    pub fn number(&self, place: &Place, i: Term) -> Term {
        self.bytes_now(place, &[NUMBERS], self.rules.terms.add(place.index, i))
    }

    pub fn has_pointers(&self, place: &Place) -> bool {
        self.objects[place.object].leaves.contains_key(&[place.path.as_slice(), &[POINTERS]].concat())
    }

    /// The sum of so many bytes at a place.
    pub fn sum(&self, place: &Place, length: u64) -> Term {
        let terms = self.rules.terms;
        let byte = |i: u64| terms.scale(self.byte(place, i), Int::from(1) << (8 * i) as usize);
        (0..length).map(byte).reduce(|sum, byte| terms.add(sum, byte)).unwrap_or_else(|| terms.int(0))
    }

    /// An integer at a place that is known to be inside of its object, where a condition holds.
    pub fn load_bytes(&mut self, condition: Term, place: &Place, kind: IntKind, span: Bytes) -> Fallible<Value> {
        self.note_bytes_seen(place);
        let length = self.length_at(place, span)?;
        let terms = self.rules.terms;
        let mut sum = self.sum(place, length);
        if self.has_pointers(place) {
            let is_plain = |i: u64| terms.le(self.number(place, terms.int(Int::from(i))), terms.int(0));
            let plain = terms.implies(condition, terms.and((0..length).map(is_plain).collect()));
            sum = self.open_unless(plain, Gap::AddressBytes, sum, Range::unsigned(8 * length as u32));
        }
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
        if let Some(format) = kind.format() {
            return Ok(self.rules.of_bits(sum, format, kind));
        }
        Ok(self.rules.wrap(sum, &range, kind))
    }

    /// A pointer at a place.
    pub fn load_pointer_bytes(&mut self, condition: Term, place: &Place, to: &Type, span: Bytes) -> Fallible<Pointer> {
        self.note_bytes_seen(place);
        let length = self.length_at(place, span)?;
        let terms = self.rules.terms;
        let all = |holds: &dyn Fn(u64) -> Term| terms.and((0..length).map(holds).collect());
        let number = |i: u64| self.number(place, terms.int(Int::from(i)));
        let is_zero = terms.eq(self.sum(place, length), terms.int(0));
        let name = Some(self.objects[place.object].name.clone());
        let gap = match self.points_to.too_deep(self.objects[place.object].key) {
            Some(name) => Gap::Depth { name: name.to_string(), limit: self.world.depth },
            None => Gap::NoPointer,
        };
        if !self.has_pointers(place) {
            self.flow.follow_if(terms.implies(condition, is_zero), gap);
            return Ok(Pointer { name, ..self.null_pointer(to.clone()) });
        }
        let is_pointer = all(&|i| terms.eq(number(i), terms.int(Int::from(i + 1))));
        let is_null = terms.and(vec![all(&|i| terms.le(number(i), terms.int(0))), is_zero]);
        let mut holds = vec![is_pointer, is_null];
        if !self.in_place.is_empty() {
            // What comes from outside and is read as a pointer is one: following a number that is an address is the same,
            // and whatever else tells the two apart is open, see [`Lowering::open_in_place`].
            let is_in_place = all(&|i| terms.eq(number(i), terms.int(-Int::from(i + 1))));
            let is_one = terms.or(vec![terms.not(is_in_place), is_null]);
            self.flow.know(terms.implies(condition, is_one));
            holds.push(is_in_place);
        }
        self.flow.follow_if(terms.implies(condition, terms.or(holds)), gap);
        let path: Path = [place.path.as_slice(), &[POINTERS]].concat();
        let Some(Content::Pointer { object, row, index }) =
            self.objects[place.object].leaves.get(&path).map(|leaf| leaf.content.clone())
        else {
            return Ok(self.null_pointer(to.clone()));
        };
        let [object, row, index] = self.pointer_parts(place, [&object, &row, &index]);
        let object = terms.ite(is_null, terms.int(0), object);
        let held = self.held(self.objects[place.object].key, &place.path).reach;
        let reach = self.follow_fitting(condition, object, held, to);
        let reach = Reach { null: true, wild: false, ..reach };
        let index = Value { term: index, kind: IntKind::Long, range: Range::ALL };
        Ok(Pointer { to: to.clone(), object, row, index, reach, name, of_array: false })
    }

    /// What bytes or a union hold that are read as a pointer to a type. Other pointers are not followed, where a
    /// condition holds.
    pub fn follow_fitting(&mut self, condition: Term, object: Term, held: Reach, to: &Type) -> Reach {
        let terms = self.rules.terms;
        let (regions, others): (BTreeSet<usize>, BTreeSet<usize>) =
            held.regions.into_iter().partition(|number| self.region_fits(*number, to));
        let others = others.into_iter().map(|number| terms.eq(object, terms.int(number))).collect();
        self.flow.follow_if(terms.implies(condition, terms.not(terms.or(others))), Gap::NoPointer);
        Reach { regions, ..held }
    }

    /// What a pointer is as a number, or how it stands to another one: any value of a range where there may be a number in
    /// its place.
    pub fn open_in_place(&mut self, pointers: &[&Pointer], v: Value, range: Range) -> Value {
        let terms = self.rules.terms;
        let is_shared = |n: &&usize| match self.names.region_of(**n) {
            Region::Part(key, _) | Region::Callback(key, _) => self.in_place.contains(key),
            Region::Function(_) | Region::Label(..) | Region::Number | Region::Around(..) => false,
        };
        let of = |p: &&Pointer| {
            let shared = p.reach.regions.iter().filter(is_shared).map(|n| terms.eq(p.object, terms.int(*n)));
            shared.collect::<Vec<_>>()
        };
        let shared: Vec<Term> = pointers.iter().flat_map(of).collect();
        if shared.is_empty() {
            return v;
        }
        let are_numbers = terms.eq(self.numbers_in_place(), terms.int(1));
        let is_known = terms.not(terms.and(vec![are_numbers, terms.or(shared)]));
        let term = self.open_unless(is_known, Gap::NoPointer, self.rules.term(&v), range.clone());
        Value { term, range, ..v }
    }

    /// Whether bytes that are read as a pointer to a type may be one to a region.
    pub fn region_fits(&mut self, number: usize, to: &Type) -> bool {
        match self.names.region_of(number) {
            Region::Function(_) | Region::Label(..) | Region::Callback(..) => holds_code(to),
            _ if *to == Type::Void || self.is_byte_region(number) => true,
            _ => self.region_type(number).is_some_and(|is| fits(&is, to, self.rules.model)),
        }
    }

    /// Where the pointer that begins at a place points to: object, row and index, as far as these vary.
    pub fn pointer_parts(&self, place: &Place, [object, row, index]: [&Cell; 3]) -> [Term; 3] {
        let held = self.held(self.objects[place.object].key, &place.path);
        let terms = self.rules.terms;
        let now = |cell: &Cell, varies: bool| if varies { self.cell_now(cell, true, place) } else { terms.int(0) };
        let object = match (object.variable, held.reach.only()) {
            (None, Some(only)) => terms.int(only),
            _ => now(object, true),
        };
        [object, now(row, held.rowed), now(index, held.moved)]
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
