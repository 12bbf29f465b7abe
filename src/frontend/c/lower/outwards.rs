//! Pointers to members that become pointers to the structs around them, as `container_of` makes them.

use super::memory::Place;
use super::place::Target;
use super::pointer::Pointer;
use super::scope::{Fallible, Lowering};
use super::value::{Operand, Value};
use crate::frontend::c::facts::Around;
use crate::frontend::c::layout::{Step, seen_as};
use crate::frontend::c::points_to::{ObjectKey, Reach, Region};
use crate::frontend::c::tree::{Expr, IntKind, Type};
use crate::program::{Check, Gap};
use crate::source::Bytes;
use crate::term::{Cmp, Int, Range, Term};

/// What is taken to hold of pointers from outside to members.
pub(super) const INSIDE: &str =
    "what a pointer from outside leads to is in the struct that the program takes to be around it";

/// A pointer to one region, as another one: its number, row and index.
type Part = (usize, Term, Term);

impl<'a> Lowering<'a> {
    /// A pointer to a member, as one to the struct around it.
    pub fn outwards(&mut self, member: &'a Expr, around: &Around, span: Bytes) -> Fallible<Pointer> {
        let Operand::Pointer(p) = self.expression(member)? else {
            return Err(self.problem("this is not a pointer", member.span));
        };
        let terms = self.rules.terms;
        let p = if p.reach.regions.is_empty() { p } else { self.without_code(p, span)? };
        if around.offset > 0 {
            self.check_alive(&p, terms.bool(true), span);
            if p.reach.null {
                // C11 6.5.6p8.
                let place = self.place(span);
                let is_one = terms.cmp(Cmp::Ne, p.object, terms.int(0));
                self.at(place, |this| this.flow.owe(Check::Null, is_one));
            }
        }
        let single = p.reach.regions.len() == 1;
        let mut reach = Reach { regions: Default::default(), ..p.reach };
        let (mut object, mut row, mut index) = (p.object, p.row, p.index.term);
        for number in p.reach.regions.iter().copied() {
            let here = match single {
                // Null stays null.
                true => terms.cmp(Cmp::Ge, p.object, terms.int(1)),
                false => terms.eq(p.object, terms.int(number)),
            };
            let Some((its, its_row, its_index)) = self.around(number, &p, here, around) else {
                self.flow.follow_if(terms.not(here), Gap::NothingAround);
                continue;
            };
            reach.regions.insert(its);
            object = terms.ite(here, terms.int(its), object);
            (row, index) = match single {
                true => (its_row, its_index),
                false => (terms.ite(here, its_row, row), terms.ite(here, its_index, index)),
            };
        }
        let range = terms.as_int(index).map_or(Range::ALL, Range::exactly);
        let index = Value { term: index, kind: IntKind::Long, range };
        Ok(Pointer { to: around.ty.clone(), object, row, index, reach, of_array: false, ..p })
    }

    /// The same for pointers to one region, where a condition holds; nothing where it is not known what is around that.
    fn around(&mut self, number: usize, p: &Pointer, here: Term, around: &Around) -> Option<Part> {
        let terms = self.rules.terms;
        let back = terms.offset(p.index.term, -Int::from(around.offset));
        let (key, path) = match self.names.region_of(number).clone() {
            Region::Part(key, path) => (key, path),
            Region::Number => return Some((number, p.row, back)),
            _ => return None,
        };
        let object = self.early_object(key)?;
        if self.is_bytes(object) {
            if around.offset > 0 {
                self.note_beginning(p);
            }
            return Some((number, p.row, back));
        }
        let model = self.rules.model;
        let is = |ty: Option<Type>, what: &Type| ty.is_some_and(|is| seen_as(&is, what, model));
        let outer = path.strip_suffix(around.way.as_slice());
        if let Some(outer) = outer.filter(|outer| is(self.node(object, outer), &around.ty)) {
            if !self.points_to.inner(key).is_empty() {
                self.around_matters = true;
            }
            let at_member = terms.eq(p.index.term, terms.int(0));
            self.flow.follow_if(terms.implies(here, at_member), Gap::NothingAround);
            let (position, run) = self.row_and_run(number, p);
            let (row, index) = self.row_and_index(object, outer, position);
            let number = self.region(Region::Part(key, outer.to_vec()));
            return Some((number, self.row_with_run(number, row, run), index));
        }
        let is_member = is(self.node(object, &path), &around.member);
        is_member.then(|| (self.region(Region::Around(number, around.way.clone())), p.row, p.index.term))
    }

    /// Whether there is the struct of which a pointer from outside leads to a member.
    pub fn is_around(&self, object: usize, path: &[Step], position: Term) -> Term {
        let of = &self.objects[object];
        let (outer, within) = path.split_at(of.outer.len().min(path.len()));
        let inner = self.points_to.inner(of.key);
        // What is around that may be a member as well.
        if within.is_empty() || !inner.starts_with(within) {
            return self.rules.terms.bool(true);
        }
        let (row, index) = self.row_and_index(object, outer, position);
        self.inside(object, outer, row, &Value { term: index, kind: IntKind::Long, range: Range::ALL })
    }

    /// The row and the index of what is at a position among all of its path.
    pub fn row_and_index(&self, object: usize, path: &[Step], position: Term) -> (Term, Term) {
        let terms = self.rules.terms;
        let zero = terms.int(0);
        if path.last() != Some(&Step::Element) {
            return (position, zero);
        }
        if path.iter().filter(|step| **step == Step::Element).count() == 1 {
            return (zero, position);
        }
        let length = self.extent(object, path).and_then(|n| terms.as_int(n)).unwrap_or(Int::ONE << 64);
        (terms.div(position, terms.int(length.clone())), terms.modulo(position, terms.int(length)))
    }

    /// A member of what a pointer points to, or one of that. Where only such a member is there, and not what would be
    /// around it, this is the member all the same.
    pub fn member_pointed_to(&mut self, p: &Pointer, fields: &[usize], at: (Bytes, Bytes)) -> Fallible<Target> {
        let steps: Vec<Step> = fields.iter().map(|field| Step::Field(*field)).collect();
        let mut target = self.pointed_to_or_member(p, &steps, at.0)?;
        for (i, field) in fields.iter().enumerate() {
            target = self.member(target, *field, at.1)?;
            for number in p.reach.regions.iter().copied() {
                let Region::Around(within, way) = self.names.region_of(number).clone() else { continue };
                if way[..] == steps[..=i] {
                    let place = self.place_around(p, (number, within), &target.ty, at.0);
                    target.choices.extend(place);
                }
            }
        }
        Ok(target)
    }

    /// Where a pointer to what would be around a region leads to the member that is there.
    fn place_around(
        &mut self,
        p: &Pointer,
        (number, within): (usize, usize),
        ty: &Type,
        span: Bytes,
    ) -> Option<(Term, Place)> {
        let terms = self.rules.terms;
        let here = terms.eq(p.object, terms.int(number));
        let object = terms.ite(here, terms.int(within), terms.int(0));
        let reach = Reach { regions: [within].into(), null: true, wild: false };
        let is_element = self.names.path_of(within).is_some_and(|path| path.last() == Some(&Step::Element));
        let index = if is_element { p.index.clone() } else { self.rules.int(0, IntKind::Long) };
        let is_there = terms.eq(p.index.term, index.term);
        self.flow.follow_if(terms.implies(here, is_there), Gap::NothingAround);
        let inner = Pointer { to: ty.clone(), object, reach, index, ..p.clone() };
        self.check_alive(&inner, here, span);
        self.place_in(within, &inner, (here, false), span)
    }

    /// The pointer to the beginning of an object from outside, as the pointer that leads there: to its member.
    pub fn inwards_as_it_came(&mut self, key: ObjectKey, p: Pointer) -> Pointer {
        let inner = self.points_to.inner(key).to_vec();
        let outer = vec![Step::Element; self.points_to.outline(key).map_or(0, |outline| outline.outer.len())];
        let object = self.object_of.get(&key).copied().filter(|_| !inner.is_empty());
        let Some(object) = object else { return p };
        let (ty, path) = (Type::Void, outer.clone());
        let place = Place { object, path, row: p.row, index: p.index.term, ty, bits: None, around: vec![] };
        let path = [outer, inner].concat();
        let to = self.node(object, &path).unwrap_or(Type::Void);
        let number = self.region(Region::Part(key, path));
        self.pointer_into(to, number, self.position(&place), self.rules.terms.int(0))
    }
}
