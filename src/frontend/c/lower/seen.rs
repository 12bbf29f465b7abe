//! What memory is seen as: pointers to parts of objects as pointers to other types.

use super::memory::Place;
use super::pointer::Pointer;
use super::scope::{Fallible, Lowering};
use super::value::Value;
use crate::frontend::c::layout::{Step, first_part, part};
use crate::frontend::c::points_to::{Reach, Region};
use crate::frontend::c::tree::{IntKind, Type};
use crate::program::Gap;
use crate::source::Bytes;
use crate::term::{Cmp, Int, Term};
use std::collections::BTreeSet;

impl<'a> Lowering<'a> {
    /// The pointer seen as one to another type.
    pub fn pointer_as(&mut self, p: Pointer, to: &Type, span: Bytes) -> Fallible<Pointer> {
        if p.to == *to || *to == Type::Void || p.reach.regions.is_empty() {
            return Ok(Pointer { to: to.clone(), ..p });
        }
        let mut keys = p.reach.regions.iter().filter_map(|n| self.names.object_of(*n));
        let is_raw = keys.any(|key| self.is_never_accessed(key));
        self.foreseen(!is_raw, "a use of allocated memory");
        let p = if matches!(to, Type::Function(_)) { self.without_data(p) } else { self.without_code(p, span)? };
        let (mut result, mut reach) = (p.clone(), p.reach.clone());
        for number in p.reach.regions.clone() {
            let Region::Part(key, path) = self.names.region_of(number).clone() else { continue };
            let Some(object) = self.early_object(key) else { continue };
            if self.is_bytes(object) {
                continue;
            }
            let is = self.node(object, &path);
            let Some(steps) = is.and_then(|is| first_part(&is, to, self.rules.model)) else {
                if let Type::Other(what) = to {
                    return self.refuse(what, span);
                }
                let is = self.node(object, &path).map_or("memory".to_string(), |t| t.describe());
                return self.refuse(&format!("a pointer to {} that is made from one to {is}", to.describe()), span);
            };
            if steps.is_empty() {
                continue;
            }
            if p.reach.regions.len() > 1 {
                return self.refuse("a cast of a pointer that can point to several objects", span);
            }
            let (row, run) = self.row_and_run(number, &p);
            self.follow_inside(object, &path, &Pointer { row, ..p.clone() }, to);
            let (at, ty) = (path.clone(), Type::Void);
            let mut place = Place { object, path: at, row, index: p.index.term, ty, bits: None, around: vec![] };
            let elements = self.elements_of_one(object, &path, &steps);
            if elements.is_some() {
                place.index = self.rules.terms.int(0);
            }
            for step in steps {
                let row = self.position(&place);
                place = Place { path: [place.path, vec![step]].concat(), row, index: self.rules.terms.int(0), ..place };
            }
            let number = self.region(Region::Part(key, place.path));
            let is_seen = self.points_to.is_seen(number);
            self.foreseen(is_seen, "a pointer to a part");
            reach.regions = [number].into();
            // Null stays null, also where that is known already.
            let terms = self.rules.terms;
            result.object = terms.ite(terms.cmp(Cmp::Ge, p.object, terms.int(1)), terms.int(number), p.object);
            result.row = self.row_with_run(number, place.row, run);
            result.index = match elements {
                Some(n) => Value {
                    term: terms.scale(p.index.term, n.clone()),
                    range: p.index.range.scale(&n),
                    ..p.index.clone()
                },
                None => self.rules.int(0, IntKind::Long),
            };
        }
        Ok(Pointer { to: to.clone(), reach, ..result })
    }

    /// How many elements an array has that is in no other array, if these steps lead to its first one: a pointer behind it
    /// points behind its last one then.
    fn elements_of_one(&self, object: usize, path: &[Step], steps: &[Step]) -> Option<Int> {
        let is_one = path.last() != Some(&Step::Element) && steps.iter().all(|step| *step == Step::Element);
        let all = [path, steps].concat();
        let count = |end: usize| self.rules.terms.as_int(self.extent(object, &all[..end])?);
        is_one.then(|| (path.len() + 1..=all.len()).try_fold(Int::ONE, |all, end| Some(all * count(end)?)))?
    }

    /// A pointer that is used as one to data, where it is one: bytes may hold both.
    pub fn without_code(&mut self, p: Pointer, span: Bytes) -> Fallible<Pointer> {
        let is_data =
            |n: &usize| matches!(self.names.region_of(*n), Region::Part(..) | Region::Number | Region::Around(..));
        let (data, code): (BTreeSet<usize>, BTreeSet<usize>) = p.reach.regions.iter().partition(|n| is_data(n));
        if data.is_empty() {
            return self.refuse("a pointer to a function as one to data", span);
        }
        let terms = self.rules.terms;
        for number in code {
            self.flow.follow_if(terms.cmp(Cmp::Ne, p.object, terms.int(number)), Gap::CodeAsData);
        }
        Ok(Pointer { reach: Reach { regions: data, ..p.reach }, ..p })
    }

    /// A pointer that is used as one to a function, where it may be one: the arguments of a variadic function can be both.
    fn without_data(&mut self, p: Pointer) -> Pointer {
        let mut data = BTreeSet::new();
        for number in &p.reach.regions {
            if let Region::Part(key, _) = self.names.region_of(*number).clone()
                && self.early_object(key).is_some_and(|object| !self.is_bytes(object))
            {
                data.insert(*number);
            }
        }
        if data.len() == p.reach.regions.len() {
            return p;
        }
        let terms = self.rules.terms;
        for number in &data {
            self.flow.follow_if(terms.cmp(Cmp::Ne, p.object, terms.int(*number)), Gap::CodeAsData);
        }
        let regions = p.reach.regions.difference(&data).copied().collect();
        Pointer { reach: Reach { regions, ..p.reach }, ..p }
    }

    /// A pointer seen as one to the first part of what it points to need not point to anything: that is checked where
    /// it is accessed, see [`Lowering::row_inside`]. Where its array is one of several, that cannot tell them apart,
    /// and a path on which it points to nothing is not followed.
    fn follow_inside(&mut self, object: usize, path: &[Step], p: &Pointer, to: &Type) {
        let terms = self.rules.terms;
        let is_single = path.is_empty() || path.len() == 1 && self.extent(object, path).is_some();
        let inside = self.inside(object, path, p.row, &p.index);
        if is_single || terms.as_bool(inside) == Some(true) {
            return;
        }
        let fine = terms.or(vec![terms.cmp(Cmp::Lt, p.object, terms.int(1)), inside]);
        self.flow.follow_if(fine, Gap::SeenOutside(to.describe()));
    }

    /// Whether the row of a pointer that was made from one to a whole lies in that whole's array.
    pub fn row_inside(&self, object: usize, path: &[Step], row: Term) -> Term {
        let terms = self.rules.terms;
        let outer = usize::from(path.len() > 1 && path[0] == Step::Element);
        let inner = (outer + 1..path.len()).filter_map(|i| terms.as_int(self.extent(object, &path[..i])?));
        let each = inner.fold(Int::ONE, |product, n| product * n);
        let Some(size) = self.extent(object, &path[..outer]).filter(|_| !each.is_zero()) else {
            return terms.bool(true);
        };
        let whole = terms.div(row, terms.int(each));
        terms.and(vec![terms.le(terms.int(0), whole), terms.lt(whole, size)])
    }

    /// The type of what a region is; nothing for functions, and for memory whose type never comes up.
    pub fn region_type(&mut self, number: usize) -> Option<Type> {
        let Region::Part(key, path) = self.names.region_of(number).clone() else { return None };
        let object = self.early_object(key);
        object.and_then(|object| self.node(object, &path))
    }

    /// The type of the part of an object at a path.
    pub fn node(&self, object: usize, path: &[Step]) -> Option<Type> {
        let of = &self.objects[object];
        match path.len().checked_sub(of.outer.len()) {
            Some(_) => part(&of.ty, &path[of.outer.len()..]).cloned(),
            None => Some(Type::Array(Box::new(of.ty.clone()), None)),
        }
    }
}
