//! Pointers as numbers, and back.
//!
//! Each object of which a pointer becomes a number has an address, an input: not 0, aligned, and so that objects have
//! nothing in common. A number that becomes a pointer points into the object whose address it is in, of those that ever
//! become numbers; any other leads to where the model ends.

use super::memory::{Outer, Place};
use super::pointer::Pointer;
use super::scope::{Fallible, Lowering};
use super::value::Value;
use crate::frontend::c::facts;
use crate::frontend::c::layout::{self, Step};
use crate::frontend::c::points_to::{Reach, Region};
use crate::frontend::c::tree::{IntKind, Type};
use crate::program::{Gap, InputKind};
use crate::source::Bytes;
use crate::term::{Int, Range, Sort, Symbol, Term};
use std::collections::BTreeSet;

/// What is taken to hold of addresses.
const ADDRESSES: &str = "an object can have any address that is not 0 and aligned for its type, the same each time it is there, apart from other objects";

impl<'a> Lowering<'a> {
    /// The kind of integer that has as many bits as a pointer.
    pub fn address_kind(&self) -> IntKind {
        IntKind::ULong
    }

    /// A pointer as a number.
    pub fn address_number(&mut self, p: &Pointer, span: Bytes) -> Fallible<Value> {
        let terms = self.rules.terms;
        self.results.insert(ADDRESSES.to_string());
        let kind = self.address_kind();
        let p = &self.without_numbered(p);
        self.asked_for_null(p);
        if p.reach.wild {
            self.flow.follow_if(terms.le(terms.int(0), p.object), Gap::Address);
        }
        let mut number = terms.int(0);
        for region in p.reach.regions.clone() {
            let here = terms.eq(p.object, terms.int(region));
            let address = match self.names.region_of(region).clone() {
                Region::Number => p.index.term,
                Region::Around(..) => {
                    self.flow.follow_if(terms.not(here), Gap::NothingAround);
                    continue;
                }
                Region::Label(..) => return self.refuse("the address of a label as a number", span),
                Region::Function(id) => {
                    let name = self.tree.function(id).name.clone();
                    self.address_input(vec![usize::MAX, id.0], &name, false)
                }
                Region::Callback(key, name) => self.address_input(vec![usize::MAX - 1, key], &name, false),
                Region::Part(key, path) => {
                    let Some(object) = self.early_object(key) else {
                        // What has an address that is looked at is characters at least.
                        self.foreseen(false, "an address");
                        continue;
                    };
                    if self.points_to.is_beside_stack(key) {
                        self.flow.follow_if(terms.not(here), Gap::AddressOfCall);
                        continue;
                    }
                    let (row, _) = self.row_and_run(region, p);
                    let Some(offset) = self.byte_offset(object, &path, row, p.index.term) else {
                        return self.refuse("the address of a part of such memory as a number", span);
                    };
                    let Some(base) = self.base(object, &path, row, here) else {
                        let name = self.objects[object].name.clone();
                        let what = format!("the address of `{name}`, which says itself how it is aligned, as a number");
                        return self.refuse(&what, span);
                    };
                    terms.add(base, offset)
                }
            };
            number = terms.ite(here, address, number);
        }
        // One behind the end may be beyond what the kind holds, far outside more so: pointers wrap.
        let number = self.rules.wrap(number, &Range::ALL, kind);
        Ok(self.open_in_place(&[p], number, kind.range(self.rules.model)))
    }

    /// The input that is the address of something.
    pub fn address_input(&mut self, what: Vec<usize>, name: &str, has_rows: bool) -> Term {
        let terms = self.rules.terms;
        if let Some(known) = self.addresses.get(&what) {
            return terms.sym(*known);
        }
        let (sort, kind) = if has_rows { (Sort::Array, InputKind::ENDLESS) } else { (Sort::Int, InputKind::Scalar) };
        let most = self.address_kind().range(self.rules.model).hi.unwrap_or(Int::ZERO);
        let range = Range { lo: Some(Int::ONE), hi: Some(most) };
        let input: Symbol = self.input(&format!("&{name}"), sort, range, kind);
        self.addresses.insert(what, input);
        terms.sym(input)
    }

    /// How many bytes an object has, if nothing changes that.
    pub fn size_in_bytes(&self, object: usize) -> Option<Term> {
        let terms = self.rules.terms;
        let of = &self.objects[object];
        let (count, ty) = match of.outer.as_slice() {
            [] => (terms.int(1), &of.ty),
            [Outer::Elements(n)] if self.is_fixed(*n) => (*n, &of.ty),
            _ => return None,
        };
        Some(terms.scale(count, Int::from(layout::object_size(ty, self.rules.model)?)))
    }

    /// The row of a family or of instances that a part lies in, given the row of its innermost array.
    pub fn outermost_row(&self, object: usize, path: &[Step], row: Term) -> Term {
        let terms = self.rules.terms;
        let stride = Int::ONE << 64;
        match path.len() {
            0..=2 => row,
            // Rows whose length varies lie this far apart.
            _ if matches!(self.objects[object].outer.get(1), Some(Outer::Lengths(_))) => {
                terms.div(row, terms.int(stride))
            }
            _ => row,
        }
    }

    /// How many bytes behind the beginning of its object a place is; nothing where that is not known.
    pub fn byte_offset(&self, object: usize, path: &[Step], row: Term, index: Term) -> Option<Term> {
        let terms = self.rules.terms;
        if self.is_bytes(object) {
            return Some(index);
        }
        let of = &self.objects[object];
        let (mut offset, mut position, mut end) = (terms.int(0), row, path.len());
        let rows = usize::from(matches!(of.outer.first(), Some(Outer::Instances(_) | Outer::Family)));
        if path.last() != Some(&Step::Element) && index != terms.int(0) {
            // Behind what is no element there is something else, or nothing.
            offset = terms.scale(index, Int::from(layout::size_of(&self.node(object, path)?, self.rules.model)?));
        }
        let mut own_index = Some(index);
        while end > rows {
            match path[end - 1] {
                Step::Element => {
                    let size = Int::from(layout::size_of(&self.node(object, &path[..end])?, self.rules.model)?);
                    let i = match own_index.take() {
                        Some(index) => index,
                        None if end == 1 => std::mem::replace(&mut position, terms.int(0)),
                        // Rows whose length varies lie this far apart.
                        None if end == 2 && rows == 1 && matches!(of.outer.get(1), Some(Outer::Lengths(_))) => {
                            terms.modulo(position, terms.int(Int::ONE << 64))
                        }
                        None => {
                            let n = terms.as_int(self.extent(object, &path[..end])?).filter(|n| !n.is_zero())?;
                            let i = terms.modulo(position, terms.int(n.clone()));
                            position = terms.div(position, terms.int(n));
                            i
                        }
                    };
                    offset = terms.add(offset, terms.scale(i, size));
                }
                Step::Field(i) => {
                    own_index = None;
                    let Type::Struct(s) = self.node(object, &path[..end - 1])? else { return None };
                    offset = terms.offset(offset, Int::from(s.fields()?.get(i)?.offset / 8));
                }
            }
            end -= 1;
        }
        Some(offset)
    }

    /// Whether a pointer is none that a number became and that points to no object that is known.
    pub fn is_no_number(&self, p: &Pointer) -> Term {
        let terms = self.rules.terms;
        let is_number = |n: &&usize| *self.names.region_of(**n) == Region::Number;
        match p.reach.regions.iter().find(is_number) {
            Some(number) => terms.not(terms.eq(p.object, terms.int(*number))),
            None => terms.bool(true),
        }
    }

    /// What there is at an address that is a number, seen as a type: only what is volatile of it is modelled, an input
    /// each time. Anything else leads to where the model ends.
    pub fn at_number(&mut self, p: &Pointer, span: Bytes) -> Fallible<Option<(Term, Place)>> {
        let terms = self.rules.terms;
        let other = self.is_no_number(p);
        let is_here = terms.not(other);
        if terms.as_bool(is_here) == Some(false) {
            return Ok(None);
        }
        if !facts::holds_volatile(&p.to) {
            self.flow.follow_if(other, Gap::Address);
            return Ok(None);
        }
        let what = match &p.to {
            Type::Struct(s) => vec![usize::MAX, s.root().0.id],
            Type::Volatile(kind) => vec![usize::MAX, usize::MAX, *kind as usize],
            _ => return self.refuse("volatile memory like this at an address that is a number", span),
        };
        let key = self.names.key(what);
        let object = self.object(key, "memory at an address", p.to.clone(), vec![], span)?;
        self.numbered.insert(object);
        Ok(Some((is_here, self.whole(object))))
    }

    /// A pointer without what is at addresses that are numbers: pointers into that are followed at once, and neither kept
    /// nor compared.
    pub fn without_numbered(&mut self, p: &Pointer) -> Pointer {
        if self.numbered.is_empty() {
            return p.clone();
        }
        let is_numbered = |n: &usize| match self.names.region_of(*n) {
            Region::Part(key, _) => self.object_of.get(key).is_some_and(|object| self.numbered.contains(object)),
            _ => false,
        };
        let (away, regions): (BTreeSet<usize>, BTreeSet<usize>) =
            p.reach.regions.iter().copied().partition(is_numbered);
        let terms = self.rules.terms;
        for number in &away {
            self.flow.follow_if(terms.not(terms.eq(p.object, terms.int(*number))), Gap::Address);
        }
        let reach = Reach { regions, ..p.reach.clone() };
        match reach.regions.is_empty() && !away.is_empty() {
            true => Pointer { reach, ..self.no_pointer(p.to.clone()) },
            false => Pointer { reach, ..p.clone() },
        }
    }

    /// Whether a place is at an address that is a number, and not volatile.
    pub fn is_unknown(&self, place: &Place) -> bool {
        self.numbered.contains(&place.object) && !self.is_volatile(place)
    }

    /// A number as a pointer.
    pub fn pointer_of_number(&mut self, v: &Value, to: &Type) -> Pointer {
        let terms = self.rules.terms;
        self.results.insert(ADDRESSES.to_string());
        let v = self.rules.convert(v.clone(), self.address_kind());
        let number = self.rules.term(&v);
        if matches!(to, Type::Function(_)) && v.constant(terms).is_some_and(|n| self.is_no_function(&n)) {
            let pointer = self.pointer_to_region(Region::Number, to.clone());
            let index = Value { term: number, kind: IntKind::Long, range: Range::ALL };
            return Pointer { index, ..pointer };
        }
        let is_null = terms.eq(number, terms.int(0));
        let mut pointer = self.null_pointer(to.clone());
        let always = terms.bool(true);
        // Where it is, and where it is the end of something else at the same time.
        let (mut inside, mut ends) = (vec![], vec![]);
        let mut is_complete = true;
        for key in self.points_to.exposed(&self.names) {
            let path = self.points_to.byte_path(key).unwrap_or_else(|| vec![Step::Element]);
            let Some((base, size)) = self.single_base(key, &path, always) else {
                is_complete = false;
                continue;
            };
            // What has this address now is what it points to.
            let row = self.row_of_now(key, &path, terms.int(0));
            let region = self.region(Region::Part(key, path));
            let end = terms.add(base, size);
            // A parameter that is null leads to nothing.
            let is_null = self.nulls.get(&key).map(|null| terms.eq(terms.sym(*null), terms.int(1)));
            let is_there = is_null.map_or(always, |is_null| terms.not(is_null));
            let here = terms.and(vec![is_there, terms.le(base, number), terms.lt(number, end)]);
            let is_end = terms.and(vec![is_there, terms.eq(number, end)]);
            for place in [here, is_end] {
                pointer.object = terms.ite(place, terms.int(region), pointer.object);
                pointer.row = terms.ite(place, row, pointer.row);
                let index = terms.ite(place, terms.sub(number, base), pointer.index.term);
                pointer.index = Value { term: index, kind: IntKind::Long, range: Range::ALL };
            }
            pointer.reach.add(&Reach { regions: [region].into(), ..Reach::default() });
            inside.push(here);
            ends.push(is_end);
        }
        for (i, here) in inside.iter().enumerate() {
            for (_, end) in ends.iter().enumerate().filter(|(j, _)| *j != i) {
                self.flow.follow_if(terms.not(terms.and(vec![*here, *end])), Gap::Address);
            }
        }
        let known = [vec![is_null], inside, ends].concat();
        let elsewhere = terms.not(terms.or(known));
        if !is_complete {
            // It may be in an object of which that cannot be told.
            self.flow.follow_if(terms.not(elsewhere), Gap::Address);
        }
        let region = self.region(Region::Number);
        pointer.object = terms.ite(elsewhere, terms.int(region), pointer.object);
        let index = terms.ite(elsewhere, number, pointer.index.term);
        pointer.index = Value { term: index, kind: IntKind::Long, range: Range::ALL };
        pointer.object = terms.ite(is_null, terms.int(0), pointer.object);
        pointer.reach.add(&Reach { regions: [region].into(), null: true, wild: false });
        pointer
    }

    /// The order or the difference of two pointers, of which one is a number that is no object's address, is not known.
    pub fn follow_objects(&mut self, a: &Pointer, b: &Pointer) {
        for p in [a, b] {
            let known = self.is_no_number(p);
            self.flow.follow_if(known, Gap::Address);
        }
    }

    /// Two pointers are compared: where one is a number that is no object's address, and the other points to an object,
    /// the answer is not known.
    pub fn follow_known(&mut self, a: &Pointer, b: &Pointer) {
        let terms = self.rules.terms;
        // Of two such objects nobody knows where they are.
        for p in [a, b] {
            self.without_numbered(p);
        }
        let is_null = |p: &Pointer| terms.eq(p.object, terms.int(0));
        let alike = terms.eq(a.object, b.object);
        for (p, q) in [(a, b), (b, a)] {
            let fine = [self.is_no_number(p), alike, is_null(q), self.are_no_one_function(p, q)];
            self.flow.follow_if(terms.or(fine.to_vec()), Gap::Address);
        }
    }

    /// Whether a number is no address of a function: those that `SIG_IGN` and `SIG_ERR` are (C11 7.14p3).
    fn is_no_function(&self, number: &Int) -> bool {
        *number == Int::ONE || Some(number) == self.address_kind().range(self.rules.model).hi.as_ref()
    }

    /// Whether the first of two pointers is such a number and the second one leads to a function.
    fn are_no_one_function(&self, number: &Pointer, p: &Pointer) -> Term {
        let terms = self.rules.terms;
        let is_function = |n: &&usize| matches!(self.names.region_of(**n), Region::Function(_) | Region::Callback(..));
        let functions = p.reach.regions.iter().filter(is_function).map(|n| terms.eq(p.object, terms.int(*n)));
        let most = self.address_kind().range(self.rules.model).hi.unwrap_or(Int::ONE);
        let is = |n: Int| terms.eq(number.index.term, terms.int(n));
        terms.and(vec![terms.or(vec![is(Int::ONE), is(most)]), terms.or(functions.collect())])
    }
}
