//! Pointers: what they point into, by number, and where in it.
//!
//! Most pointers can point into one object only, and only their index varies;
//! then they cost what an index costs. Where there are several, each access is
//! a case split. Arithmetic moves the index; what an index may be is checked
//! where memory is accessed.

use super::memory::Place;
use super::parameter::LONGEST_ARRAY;
use super::place::Target;
use super::scope::{Fallible, Lowering};
use super::value::{Operand, Value};
use crate::frontend::c::layout::Step;
use crate::frontend::c::points_to::{Reach, Region};
use crate::frontend::c::tree::{Binary, FunctionId, IntKind, Type};
use crate::program::{Check, Gap};
use crate::source::Bytes;
use crate::term::{Cmp, Int, Range, Term};

/// A pointer to more objects is refused where it is used: each use has a case for each of them.
const MOST_TARGETS: usize = 1024;

/// A pointer value.
#[derive(Clone, Debug)]
pub(super) struct Pointer {
    pub to: Type,
    /// The number of the region it points into; 0 if it is null, -1 if it is no pointer.
    pub object: Term,
    /// The row of the array in the region, counted over all outer ones.
    pub row: Term,
    /// The element of that row.
    pub index: Value,
    /// What `object` can be.
    pub reach: Reach,
    /// What people call it, for messages.
    pub name: Option<String>,
    /// It comes straight from the name of an array, which must not be left by an index. Any other pointer may walk
    /// through all rows of an array of arrays, as programs do.
    pub of_array: bool,
}

impl<'a> Lowering<'a> {
    /// The null pointer.
    pub fn null_pointer(&self, to: Type) -> Pointer {
        let reach = Reach { null: true, ..Reach::default() };
        let terms = self.rules.terms;
        let index = self.rules.int(0, IntKind::Long);
        Pointer { to, object: terms.int(0), row: terms.int(0), index, reach, name: None, of_array: false }
    }

    /// What a pointer is where no path gets to.
    pub fn no_pointer(&self, to: Type) -> Pointer {
        Pointer { object: self.rules.terms.int(-1), reach: Reach::default(), ..self.null_pointer(to) }
    }

    /// A pointer to a function. What cannot be called may be nowhere, or elsewhere.
    pub fn function_address(&mut self, id: FunctionId, span: Bytes) -> Fallible<Pointer> {
        let function = self.tree.function(id);
        match &function.refused {
            Some(refusal) => self.refused(refusal, span),
            None => Ok(self.pointer_to_region(Region::Function(id), function.ty.clone())),
        }
    }

    /// A pointer to what is no part of an object.
    pub fn pointer_to_region(&mut self, region: Region, to: Type) -> Pointer {
        let number = self.region(region);
        self.pointer_into(to, number, self.rules.terms.int(0), self.rules.terms.int(0))
    }

    pub fn pointer_into(&self, to: Type, number: usize, row: Term, index: Term) -> Pointer {
        let reach = Reach { regions: [number].into(), ..Reach::default() };
        let range = self.rules.terms.as_int(index).map_or(Range::ALL, Range::exactly);
        let index = Value { term: index, kind: IntKind::Long, range };
        Pointer { to, object: self.rules.terms.int(number), row, index, reach, name: None, of_array: false }
    }

    /// The address of a target.
    pub fn address(&mut self, of: &Target) -> Pointer {
        self.pointer_to(of, of.ty.clone(), |_, place| place.clone())
    }

    /// The address of the first element of an array.
    pub fn decay(&mut self, of: &Target) -> Pointer {
        let Type::Array(element, _) = &of.ty else { return self.no_pointer(of.ty.clone()) };
        let first = self.rules.terms.int(0);
        self.pointer_to(of, (**element).clone(), |this, place| {
            if this.is_bytes(place.object) {
                return place.clone();
            }
            let path = [place.path.as_slice(), &[Step::Element]].concat();
            Place { path, row: this.position(place), index: first, ..place.clone() }
        })
    }

    fn pointer_to(&mut self, of: &Target, to: Type, at: impl Fn(&Self, &Place) -> Place) -> Pointer {
        let mut pointer: Option<Pointer> = None;
        for (condition, place) in of.choices.iter().rev() {
            let place = at(self, place);
            let key = self.objects[place.object].key;
            let row = self.row_of_now(key, &place.path, place.row);
            let number = self.region(Region::Part(key, place.path));
            let this = self.pointer_into(to.clone(), number, row, place.index);
            let name = Some(self.objects[place.object].name.clone());
            let this = Pointer { name, of_array: matches!(of.ty, Type::Array(..)), ..this };
            pointer = Some(match pointer {
                Some(other) => self.choose_pointer(*condition, this, other),
                None => this,
            });
        }
        pointer.unwrap_or_else(|| self.no_pointer(to))
    }

    /// `c ? a : b`.
    pub fn choose_pointer(&self, c: Term, a: Pointer, b: Pointer) -> Pointer {
        let terms = self.rules.terms;
        let mut reach = a.reach;
        reach.add(&b.reach);
        let index = Value {
            term: terms.ite(c, a.index.term, b.index.term),
            kind: IntKind::Long,
            range: a.index.range.join(&b.index.range),
        };
        let (object, row) = (terms.ite(c, a.object, b.object), terms.ite(c, a.row, b.row));
        let to = if a.to == Type::Void { b.to } else { a.to };
        Pointer { to, object, row, index, reach, name: a.name.or(b.name), of_array: a.of_array && b.of_array }
    }

    /// Whether it is not null.
    pub fn not_null(&mut self, p: &Pointer) -> Term {
        self.asked_for_null(p);
        self.rules.terms.cmp(Cmp::Ne, p.object, self.rules.terms.int(0))
    }

    /// Parameters of the entry function are null only if the program looks; that allocated memory is not is assumed.
    pub fn asked_for_null(&mut self, p: &Pointer) {
        for number in p.reach.regions.clone() {
            let Some(key) = self.names.nullable_of(number) else { continue };
            self.allocation_matters |= self.names.is_allocated(key);
            if self.outside.contains(&key) || self.points_to.callback(key).is_some() {
                let is = self.points_to.is_asked_for_null(key);
                self.foreseen(is, "a comparison with null");
            }
        }
    }

    /// The pointer moved by a number of elements.
    pub fn moved(&mut self, p: Pointer, op: Binary, by: &Value, span: Bytes) -> Fallible<Pointer> {
        if matches!(p.to, Type::Function(_)) {
            return self.refuse("arithmetic on a pointer to a function", span);
        }
        let terms = self.rules.terms;
        let stays = by.constant(terms).is_some_and(|by| by.is_zero());
        if !stays && self.is_single_struct(&p) {
            return self.refuse(
                &format!("arithmetic on a pointer to {}, with a flexible array member,", p.to.describe()),
                span,
            );
        }
        if !stays {
            self.check_alive(&p, terms.bool(true), span);
        }
        if !stays && p.reach.null {
            // C11 6.5.6p8.
            let zero = terms.int(0);
            let is = [terms.cmp(Cmp::Ne, p.object, zero), terms.eq(self.rules.term(by), zero)];
            let place = self.place(span);
            self.at(place, |this| this.flow.owe(Check::Null, terms.or(is.to_vec())));
        }
        let mut change = by.range.clone();
        let is_back = match op {
            Binary::Sub => change.hi.as_ref().is_none_or(|most| *most > Int::ZERO),
            _ => change.hi.as_ref().is_some_and(|most| *most < Int::ZERO),
        };
        if is_back {
            self.note_beginning(&p);
        }
        let term = self.stride(&p, self.rules.term(by), span)?;
        if self.may_be_bytes(&p) {
            change = Range::ALL;
        }
        let term = match op {
            Binary::Sub => {
                change = change.scale(&Int::NEG_ONE);
                terms.sub(p.index.term, term)
            }
            _ => terms.add(p.index.term, term),
        };
        let range = terms.as_int(term).map_or_else(|| p.index.range.add(&change), Range::exactly);
        Ok(Pointer { index: Value { term, kind: IntKind::Long, range }, ..p })
    }

    /// What a pointer points to. Owes that it points into an object, and inside of its array.
    pub fn pointed_to(&mut self, p: &Pointer, span: Bytes) -> Fallible<Target> {
        self.pointed_to_within(p, !p.of_array, span)
    }

    /// The same; with `rows` it may also be in another row of an array of arrays than the pointer began with.
    pub fn pointed_to_within(&mut self, p: &Pointer, rows: bool, span: Bytes) -> Fallible<Target> {
        self.pointed_to_unless(p, rows, &[], span)
    }

    /// What a pointer points to of which a member is named by these steps, except where only such a member is there.
    pub fn pointed_to_or_member(&mut self, p: &Pointer, member: &[Step], span: Bytes) -> Fallible<Target> {
        self.pointed_to_unless(p, !p.of_array, member, span)
    }

    fn pointed_to_unless(&mut self, p: &Pointer, rows: bool, member: &[Step], span: Bytes) -> Fallible<Target> {
        let terms = self.rules.terms;
        if p.reach.regions.len() > MOST_TARGETS {
            let name = p.name.as_deref().unwrap_or("this pointer");
            let message = format!("`{name}` can point to more than {MOST_TARGETS} objects, which is not supported");
            let help = "make them elements of one array, with an index instead of the pointer";
            return Err(self.problem(message, span).with_help(help));
        }
        let place = self.place(span);
        self.at(place, |this| this.check_followed(p));
        self.check_alive(p, terms.bool(true), span);
        let single = p.reach.regions.len() == 1;
        let mut choices = Vec::new();
        for number in p.reach.regions.clone() {
            let here = if single { terms.bool(true) } else { terms.eq(p.object, terms.int(number)) };
            match self.names.region_of(number) {
                Region::Number => choices.extend(self.at_number(p, span)?),
                Region::Around(_, way) if member.starts_with(way) => {}
                Region::Around(..) => self.flow.follow_if(terms.not(here), Gap::NothingAround),
                _ => choices.extend(self.place_in(number, p, (here, rows), span)),
            }
        }
        Ok(Target { ty: p.to.clone(), choices })
    }

    /// Where in a region a pointer points to, where a condition holds. Owes that it is inside of its array then.
    pub fn place_in(
        &mut self,
        number: usize,
        p: &Pointer,
        (here, rows): (Term, bool),
        span: Bytes,
    ) -> Option<(Term, Place)> {
        let terms = self.rules.terms;
        let Region::Part(key, path) = self.names.region_of(number).clone() else { return None };
        // Memory whose type never comes up is never accessed.
        let object = self.early_object(key)?;
        if terms.as_bool(here) == Some(false) {
            return None;
        }
        let p = &Pointer { row: self.row_alive(number, p), ..p.clone() };
        let (row, index, ty) = (p.row, p.index.term, p.to.clone());
        if self.is_bytes(object) {
            // How many bytes are accessed shows where they are.
            return Some((here, Place { object, path, row, index, ty, bits: None, around: vec![] }));
        }
        self.note_limited(object, &path, p.row, &p.index.range);
        let inside = match self.all_rows(object, &path, p).filter(|_| rows) {
            Some(inside) => inside,
            None => self.inside(object, &path, p.row, &p.index),
        };
        // Where a pointer may walk through all rows there is nothing else that it could leave.
        let walks = rows && !path.iter().any(|s| matches!(s, Step::Field(_)));
        let inside = match self.points_to.is_seen(number) && !(walks && self.all_rows(object, &path, p).is_some()) {
            true => terms.and(vec![self.row_inside(object, &path, p.row), inside]),
            false => inside,
        };
        let inside = terms.and(vec![inside, self.is_around(object, &path, p.row)]);
        let place = self.place(span);
        self.at(place, |this| this.flow.owe(Check::Bounds, terms.implies(here, inside)));
        let place = Place { object, path, row, index, ty, bits: None, around: vec![] };
        let place = match rows && self.all_rows(object, &place.path, p).is_some() {
            true => place,
            false => self.flattened(place),
        };
        Some((here, place))
    }

    /// Owes that a pointer is neither null nor something that never was a pointer.
    pub fn check_followed(&mut self, p: &Pointer) {
        let terms = self.rules.terms;
        if p.reach.null {
            self.flow.owe(Check::Null, terms.cmp(Cmp::Ne, p.object, terms.int(0)));
        }
        if p.reach.wild {
            self.flow.owe(Check::Bounds, terms.cmp(Cmp::Ge, p.object, terms.int(0)));
        }
        if p.reach.regions.is_empty() && (p.reach.wild || !p.reach.null) {
            self.flow.owe(Check::Bounds, terms.bool(false));
        }
    }

    /// Where only one element can be, the index says nothing.
    fn flattened(&self, place: Place) -> Place {
        let one = |t: Term| self.rules.terms.as_int(t).is_some_and(|n| n == Int::from(1));
        match self.extent(place.object, &place.path) {
            Some(n) if one(n) => Place { index: self.rules.terms.int(0), ..place },
            _ => place,
        }
    }

    /// Keeps the length of what a pointer from outside leads to, if an index of this range may be too large for any.
    pub fn note_limited(&mut self, object: usize, path: &[Step], row: Term, range: &Range) {
        let is_far = range.hi.as_ref().is_none_or(|hi| *hi > Int::from(LONGEST_ARRAY));
        let (true, Some(size)) = (is_far, self.size_at(object, path, row)) else { return };
        let symbols = self.rules.terms.symbols(size);
        if self.outside.contains(&self.objects[object].key) || symbols.iter().any(|s| self.elsewhere.contains(s)) {
            self.limited.extend(symbols);
        }
    }

    /// How many elements the array has that a path goes into.
    pub fn size_at(&self, object: usize, path: &[Step], row: Term) -> Option<Term> {
        let terms = self.rules.terms;
        match self.lengths(object, path) {
            Some(of) => Some(terms.select(terms.sym(of), row)),
            None => self.extent(object, path),
        }
    }

    /// Whether an index lies in the array a path goes into.
    pub fn inside(&self, object: usize, path: &[Step], row: Term, index: &Value) -> Term {
        let terms = self.rules.terms;
        let i = self.rules.term(index);
        let mut inside = Vec::new();
        let Some(size) = self.size_at(object, path, row) else { return terms.bool(true) };
        if index.range.sign() != Some(true) {
            inside.push(terms.le(terms.int(0), i));
        }
        let below = terms.as_int(size).zip(index.range.hi.as_ref()).is_some_and(|(size, hi)| *hi < size);
        if !below {
            inside.push(terms.lt(i, size));
        }
        terms.and(inside)
    }

    /// Whether a pointer into a row lies in any row of the array of arrays; nothing if it is in no such array.
    fn all_rows(&self, object: usize, path: &[Step], p: &Pointer) -> Option<Term> {
        let terms = self.rules.terms;
        let from = path.iter().rposition(|s| *s != Step::Element).map_or(0, |field| field + 1);
        let (outermost, inner) =
            (from + 1..path.len()).try_fold((terms.int(1), vec![]), |(product, mut all): (Term, Vec<Int>), i| {
                let n = terms.as_int(self.extent(object, &path[..=i])?)?;
                all.push(n.clone());
                Some((terms.scale(product, n), all))
            })?;
        let length = inner.last().filter(|n| !n.is_zero())?.clone();
        let all = self.extent(object, &path[..=from])?;
        let inner = terms.as_int(outermost)?;
        let size = terms.scale(all, inner);
        let position = terms.add(terms.scale(p.row, length.clone()), self.rules.term(&p.index));
        let first = match terms.as_int(size) {
            // Several such arrays, one after the other.
            Some(size) if from > 0 => {
                let rows = terms.div(terms.int(size.clone()), terms.int(length));
                terms.scale(terms.div(p.row, rows), size)
            }
            _ if from > 0 => return None,
            _ => terms.int(0),
        };
        Some(terms.and(vec![terms.le(first, position), terms.lt(position, terms.add(first, size))]))
    }

    /// The pointer with parts that nothing changes later.
    pub fn keep_pointer(&mut self, p: Pointer) -> Pointer {
        let (object, row) = (self.keep_unless_fixed(p.object), self.keep_unless_fixed(p.row));
        let index = Value { term: self.keep_unless_fixed(p.index.term), ..p.index };
        Pointer { object, row, index, ..p }
    }

    fn keep_unless_fixed(&mut self, term: Term) -> Term {
        let fixed = self.rules.terms.symbols(term).iter().all(|s| self.fixed.contains(s));
        if fixed { term } else { self.keep_term(term) }
    }

    /// An operand with parts that nothing changes later.
    pub fn keep_operand(&mut self, operand: Operand) -> Operand {
        match operand {
            Operand::Int(v) if v.constant(self.rules.terms).is_none() => {
                let symbol = self.keep(&v);
                Operand::Int(Value { term: self.rules.terms.sym(symbol), ..v })
            }
            Operand::Pointer(p) => Operand::Pointer(self.keep_pointer(p)),
            other => other,
        }
    }
}
