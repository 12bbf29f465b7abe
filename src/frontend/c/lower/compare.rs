//! How two pointers stand to each other: comparisons and the difference.
//!
//! Pointers into one region are compared by their positions. Those into
//! different regions of one object can still have one address (a struct and
//! its first member), or an order (two members of one struct).

use super::memory::{Outer, Place};
use super::pointer::Pointer;
use super::scope::{Fallible, Lowering};
use super::value::Value;
use crate::frontend::c::layout::Step;
use crate::frontend::c::points_to::{ObjectKey, Region};
use crate::frontend::c::tree::{Binary, IntKind, Type, Variable};
use crate::interval::Domain;
use crate::program::{Check, Gap};
use crate::source::Bytes;
use crate::term::{Cmp, Int, Range, Term};
use std::collections::BTreeSet;

/// Objects of one name are two to this many bytes apart, where all are put in one line.
const FAR: usize = 64;

/// Longer string literals may overlap, whatever they say.
const LONGEST_COMPARED: usize = 4096;

impl<'a> Lowering<'a> {
    /// `a op b` for two pointers: comparisons and the difference.
    pub fn pointers(&mut self, op: Binary, a: &Pointer, b: &Pointer, span: Bytes) -> Fallible<Value> {
        let known = self.known_pointers(op, a, b, span)?;
        let is_null = |p: &Pointer| self.rules.terms.as_int(p.object).is_some_and(|o| o.is_zero());
        if is_null(a) || is_null(b) {
            return Ok(known);
        }
        let range = match op {
            Binary::Compare(_) => Range::new(0, 1),
            _ => known.kind.range(self.rules.model),
        };
        Ok(self.open_in_place(&[a, b], known, range))
    }

    /// The same of pointers that are no numbers.
    fn known_pointers(&mut self, op: Binary, a: &Pointer, b: &Pointer, span: Bytes) -> Fallible<Value> {
        let is_label = |n: &usize| matches!(self.names.region_of(*n), Region::Label(..));
        if !matches!(op, Binary::Compare(Cmp::Eq | Cmp::Ne)) && a.reach.regions.iter().any(is_label) {
            return self.refuse("arithmetic on addresses of labels", span);
        }
        let terms = self.rules.terms;
        let null = |p: &Pointer| terms.as_int(p.object).is_some_and(|o| o.is_zero());
        if null(a) {
            self.asked_for_null(b);
        }
        if null(b) {
            self.asked_for_null(a);
        }
        let rows = self.rows_in_line(a, b);
        let (i, j) = match &rows {
            Some(length) => {
                let along = |p: &Pointer| terms.add(terms.scale(p.row, length.clone()), p.index.term);
                (along(a), along(b))
            }
            None => (a.index.term, b.index.term),
        };
        let one_row = if rows.is_some() { terms.bool(true) } else { terms.eq(a.row, b.row) };
        let same_row = terms.and(vec![terms.eq(a.object, b.object), one_row]);
        self.note_apart(a, b);
        self.follow_known(a, b);
        self.follow_around(a, b);
        self.follow_placed(matches!(op, Binary::Compare(Cmp::Eq | Cmp::Ne)), a, b);
        if matches!(op, Binary::Compare(Cmp::Eq | Cmp::Ne)) {
            self.follow_apart_literals(a, b);
        }
        match op {
            Binary::Compare(Cmp::Eq | Cmp::Ne) => self.check_both_alive(a, b, span),
            _ => {
                self.check_alive(a, terms.bool(true), span);
                self.check_alive(b, terms.bool(true), span);
            }
        }
        if let Binary::Compare(op @ (Cmp::Eq | Cmp::Ne)) = op {
            let neither = terms.cmp(Cmp::Lt, a.object, terms.int(1));
            let position = terms.and(vec![one_row, terms.eq(i, j)]);
            let mut equal = vec![terms.and(vec![terms.eq(a.object, b.object), terms.or(vec![neither, position])])];
            // A whole is where its first part is, and one member or element ends where the next one begins.
            for (x, y) in [self.pairs(a, b), self.in_other_rows(a, b, rows.is_some())].concat() {
                let at = self.offsets([(a, x), (b, y)]).map(|[at, other]| terms.eq(at, other));
                let is_part = x != y && (self.is_part(x, y) || self.is_part(y, x));
                let same = match at.or_else(|| self.same_address((a, x), (b, y)).filter(|_| is_part)) {
                    Some(same) => same,
                    None if is_part => {
                        return self.refuse("a comparison of pointers to memory and to a part of it", span);
                    }
                    None if self.may_touch((a, x), (b, y)) => {
                        return self.refuse("a comparison of where a part of such memory ends", span);
                    }
                    None => continue,
                };
                equal.push(terms.and(vec![terms.eq(a.object, terms.int(x)), terms.eq(b.object, terms.int(y)), same]));
            }
            self.note_ends(a, b);
            let equal = terms.or(equal);
            return Ok(self.rules.truth(if op == Cmp::Eq { equal } else { terms.not(equal) }));
        }
        self.follow_objects(a, b);
        // Everything else is defined within one array only, aside from the order of the members of a struct.
        let (mut defined, mut holds) = (vec![same_row], vec![]);
        if let Binary::Compare(op) = op {
            holds.push(terms.and(vec![same_row, terms.cmp(op, i, j)]));
            for (x, y) in self.pairs(a, b) {
                let objects = terms.and(vec![terms.eq(a.object, terms.int(x)), terms.eq(b.object, terms.int(y))]);
                let right = match self.offsets([(a, x), (b, y)]) {
                    Some([at, other]) => terms.cmp(op, at, other),
                    None => match self.lies_before((a, x), (b, y)) {
                        None => return self.refuse("the order of pointers to memory and to a part of it", span),
                        Some(before) if matches!(op, Cmp::Lt | Cmp::Le) => before,
                        Some(before) => terms.not(before),
                    },
                };
                defined.push(objects);
                holds.push(terms.and(vec![objects, right]));
            }
            for (x, _) in self.in_other_rows(a, b, rows.is_some()) {
                if let Some([at, other]) = self.offsets([(a, x), (b, x)]) {
                    let is_one = terms.eq(self.which((a, x)), self.which((b, x)));
                    let objects =
                        terms.and(vec![terms.eq(a.object, terms.int(x)), terms.eq(b.object, terms.int(x)), is_one]);
                    defined.push(objects);
                    holds.push(terms.and(vec![objects, terms.cmp(op, at, other)]));
                }
            }
        }
        let place = self.place(span);
        let alone = defined.len() == 1;
        self.at(place, |this| this.flow.owe(Check::Bounds, terms.or(defined)));
        match op {
            Binary::Compare(op) if alone => Ok(self.rules.truth(terms.cmp(op, i, j))),
            Binary::Compare(_) => Ok(self.rules.truth(terms.or(holds))),
            Binary::Sub => {
                let kind = IntKind::Long;
                let full = kind.range(self.rules.model);
                let term = self.elements_between(a, terms.sub(i, j), span)?;
                let range = match terms.as_int(term) {
                    Some(n) => Range::exactly(n),
                    // Indices may count bytes, and in many rows they are not all that there is between two positions.
                    None if self.may_be_bytes(a) || rows.is_some() => full.clone(),
                    None => a.index.range.add(&b.index.range.scale(&Int::NEG_ONE)),
                };
                let range = full.meet(&range).unwrap_or(full);
                Ok(Value { term, kind, range })
            }
            _ => Err(self.problem("pointers cannot be combined like this", span)),
        }
    }

    /// Goes on only where two pointers do not stand to each other as a linker likes: into different objects of which
    /// another file defines one. Most scripts of linkers and all names of sections begin and end one array so. Whether
    /// they are equal is known as long as none is at the end of its object.
    fn follow_placed(&mut self, is_equality: bool, a: &Pointer, b: &Pointer) {
        let terms = self.rules.terms;
        let object = |n: &usize| self.names.object_of(*n);
        let of = |p: &Pointer| p.reach.regions.iter().filter_map(|n| Some((*n, object(n)?))).collect::<Vec<_>>();
        let (left, right) = (of(a), of(b));
        let all = left.iter().chain(&right).map(|(_, key)| *key);
        let elsewhere: BTreeSet<ObjectKey> = all.filter(|key| self.is_elsewhere(*key)).collect();
        if elsewhere.is_empty() {
            return;
        }
        for ((x, one), (y, other)) in left.iter().flat_map(|x| right.iter().map(|y| (*x, *y))) {
            if one == other || !elsewhere.contains(&one) && !elsewhere.contains(&other) {
                continue;
            }
            let mut placed = vec![terms.eq(a.object, terms.int(x)), terms.eq(b.object, terms.int(y))];
            if is_equality {
                placed.push(terms.or(vec![self.is_at_end(a, x), self.is_at_end(b, y)]));
            }
            let name = |key: ObjectKey| self.points_to.outline(key).map_or_else(String::new, |of| of.name.clone());
            let gap = Gap::Placed(name(one), name(other));
            self.flow.follow_if(terms.not(terms.and(placed)), gap);
        }
    }

    /// Whether another file defines an object.
    fn is_elsewhere(&self, key: ObjectKey) -> bool {
        let is_it = |node: usize, v: &Variable| v.external && v.node == node && v.initializer.is_none();
        let way = if self.names.is_everywhere(key) { self.names.way(key) } else { vec![] };
        way.first().is_some_and(|node| self.tree.variables.iter().any(|v| is_it(*node, v)))
    }

    /// Whether a pointer into a region is behind its last element, as far as it is known.
    fn is_at_end(&self, p: &Pointer, number: usize) -> Term {
        let terms = self.rules.terms;
        let Region::Part(key, path) = self.names.region_of(number) else { return terms.bool(false) };
        let end = self.object_of.get(key).and_then(|object| self.extent(*object, path));
        end.map_or_else(|| terms.bool(true), |end| terms.eq(p.index.term, end))
    }

    /// Goes on only where two pointers do not lead into different string literals that may share memory.
    fn follow_apart_literals(&mut self, a: &Pointer, b: &Pointer) {
        let literal = |n: &usize| match self.names.region_of(*n) {
            Region::Part(key, _) => {
                self.object_of.get(key).filter(|o| self.objects[**o].literal).map(|object| (*n, *object))
            }
            Region::Function(_) | Region::Label(..) | Region::Callback(..) | Region::Number | Region::Around(..) => {
                None
            }
        };
        let literals = |p: &Pointer| p.reach.regions.iter().filter_map(literal).collect::<Vec<_>>();
        let (others, terms) = (literals(b), self.rules.terms);
        let at = |p: &Pointer| i64::try_from(&terms.as_int(p.index.term)?).ok();
        let apart = at(a).zip(at(b)).and_then(|(i, j)| i.checked_sub(j));
        let all = literals(a).into_iter().flat_map(|x| others.iter().map(move |y| (x, *y)));
        let open = all.filter(|((_, x), (_, y))| x != y && self.may_overlap(*x, *y, apart));
        let are =
            |((x, _), (y, _))| terms.and(vec![terms.eq(a.object, terms.int(x)), terms.eq(b.object, terms.int(y))]);
        let open: Vec<Term> = open.map(are).collect();
        if !open.is_empty() {
            self.flow.follow_if(terms.not(terms.or(open)), Gap::Literals);
        }
    }

    /// Whether two string literals may be in the same memory, the second one so many characters behind the beginning of
    /// the first if that is known: compilers lay them over one another where they agree (C11 6.4.5p7).
    fn may_overlap(&self, x: usize, y: usize, apart: Option<i64>) -> bool {
        let bytes = |object: usize| self.points_to.outline(self.objects[object].key)?.literal.as_deref();
        let (Some(a), Some(b)) = (bytes(x), bytes(y)) else { return true };
        if a.len().max(b.len()) > LONGEST_COMPARED {
            return true;
        }
        let agrees = |at: usize, a: &[u8], b: &[u8]| at <= a.len() && a[at..].iter().zip(b).all(|(x, y)| x == y);
        match apart.map(|at| (usize::try_from(at), usize::try_from(-at))) {
            Some((Ok(at), _)) => agrees(at, a, b),
            Some((_, Ok(at))) => agrees(at, b, a),
            _ => (0..a.len()).any(|at| agrees(at, a, b)) || (0..b.len()).any(|at| agrees(at, b, a)),
        }
    }

    /// Goes on only where none of two pointers is one to what would be around a part of an object, and the other one to
    /// another part of that.
    fn follow_around(&mut self, a: &Pointer, b: &Pointer) {
        let terms = self.rules.terms;
        let object = |n: &usize| self.names.object_of(*n);
        let is_around = |n: &usize| matches!(self.names.region_of(*n), Region::Around(..));
        let all = a.reach.regions.iter().flat_map(|x| b.reach.regions.iter().map(move |y| (*x, *y)));
        let open = all.filter(|(x, y)| x != y && (is_around(x) || is_around(y)) && object(x) == object(y));
        let open =
            open.map(|(x, y)| terms.and(vec![terms.eq(a.object, terms.int(x)), terms.eq(b.object, terms.int(y))]));
        let open: Vec<Term> = open.collect();
        if !open.is_empty() {
            self.flow.follow_if(terms.not(terms.or(open)), Gap::NothingAround);
        }
    }

    /// The pairs of different regions of one object.
    fn pairs(&self, a: &Pointer, b: &Pointer) -> Vec<(usize, usize)> {
        let object = |n: &usize| self.names.object_of(*n);
        let of = |x: &usize| b.reach.regions.iter().map(|y| (*x, *y)).collect::<Vec<_>>();
        let all = a.reach.regions.iter().flat_map(of);
        let is_part = |n: &usize| matches!(self.names.region_of(*n), Region::Part(..));
        all.filter(|(x, y)| x != y && is_part(x) && is_part(y) && object(x) == object(y)).collect()
    }

    fn is_part(&self, inner: usize, outer: usize) -> bool {
        match (self.names.region_of(inner), self.names.region_of(outer)) {
            (Region::Part(_, inner), Region::Part(_, outer)) => inner.starts_with(outer),
            _ => false,
        }
    }

    /// Whether a pointer into one region has the address of a pointer into another, one a part of the other;
    /// nothing where that is not known.
    fn same_address(&mut self, a: (&Pointer, usize), b: (&Pointer, usize)) -> Option<Term> {
        let ((inner, x), (outer, y)) = if self.is_part(a.1, b.1) { (a, b) } else { (b, a) };
        let (Region::Part(key, long), Region::Part(_, short)) =
            (self.names.region_of(x).clone(), self.names.region_of(y).clone())
        else {
            return None;
        };
        let object = self.early_object(key)?;
        let terms = self.rules.terms;
        let mut elements = terms.int(1);
        for (i, step) in long.iter().enumerate().skip(short.len()) {
            match step {
                Step::Element => {
                    let n = self.extent(object, &long[..=i]).and_then(|n| terms.as_int(n))?;
                    elements = terms.scale(elements, n);
                }
                Step::Field(field) => match self.node(object, &long[..i])? {
                    // Members without a size aside, only the first begins where the whole does.
                    Type::Struct(s) if s.fields()?.get(*field)?.offset > 0 => return Some(terms.bool(false)),
                    _ => {}
                },
            }
        }
        let rows = [self.row_and_run(x, inner).0, self.row_and_run(y, outer).0];
        let position = |this: &Self, p: &Pointer, row: Term, path: &[Step]| {
            let (path, ty) = (path.to_vec(), Type::Void);
            let place = Place { object, path, row, index: p.index.term, ty, bits: None, around: vec![] };
            this.position(&place)
        };
        let (at, whole) = (position(self, inner, rows[0], &long), position(self, outer, rows[1], &short));
        Some(terms.eq(at, terms.scale(whole, terms.as_int(elements)?)))
    }

    /// How far pointers into regions of one object are from its beginning, in bytes; nothing where that is not known. Objects
    /// of one name are far apart.
    pub fn offsets(&mut self, both: [(&Pointer, usize); 2]) -> Option<[Term; 2]> {
        let mut offset = |(p, number): (&Pointer, usize)| {
            let Region::Part(key, path) = self.names.region_of(number).clone() else { return None };
            let object = self.early_object(key)?;
            let row = self.row_and_run(number, p).0;
            let within = self.byte_offset(object, &path, row, p.index.term)?;
            let terms = self.rules.terms;
            Some(terms.add(terms.scale(self.which((p, number)), Int::ONE << FAR), within))
        };
        let [a, b] = both;
        Some([offset(a)?, offset(b)?])
    }

    /// Which object of one name a pointer into a region of it leads into; 0 where there is one only.
    fn which(&mut self, (p, number): (&Pointer, usize)) -> Term {
        let zero = self.rules.terms.int(0);
        let Region::Part(key, path) = self.names.region_of(number).clone() else { return zero };
        let row = self.row_and_run(number, p).0;
        match self.early_object(key).filter(|object| self.has_rows(*object)) {
            Some(object) => self.outermost_row(object, &path, row),
            None => zero,
        }
    }

    /// The regions of both that are in structs of which there are several, if the rows of the two may differ: twice each.
    fn in_other_rows(&self, a: &Pointer, b: &Pointer, are_in_line: bool) -> Vec<(usize, usize)> {
        let is_inside = |n: &&usize| match self.names.region_of(**n) {
            Region::Part(_, path) => path.iter().any(|step| matches!(step, Step::Field(_))),
            _ => false,
        };
        match are_in_line || a.row == b.row {
            true => vec![],
            false => a.reach.regions.intersection(&b.reach.regions).filter(is_inside).map(|n| (*n, *n)).collect(),
        }
    }

    /// Notes that two pointers are asked whether they are equal of which one may be where an object ends, and the other
    /// where another one begins: what lies behind what is a compiler's choice.
    fn note_ends(&mut self, a: &Pointer, b: &Pointer) {
        let meets = |(p, x): (&Pointer, usize), (q, y): (&Pointer, usize)| {
            let (Some(one), Some(other)) = (self.names.object_of(x), self.names.object_of(y)) else { return false };
            // What pointers from outside point to is said to be apart.
            let is_outside = self.outside.contains(&one) && self.outside.contains(&other);
            one != other && !is_outside && self.may_touch((p, x), (q, y))
        };
        let regions = |p: &Pointer| p.reach.regions.clone();
        let pairs: Vec<(usize, usize)> =
            regions(a).into_iter().flat_map(|x| regions(b).into_iter().map(move |y| (x, y))).collect();
        self.ends_matter |= pairs.into_iter().any(|(x, y)| meets((a, x), (b, y)));
    }

    /// Whether one of two pointers into regions may be where what it points to ends, and the other one where it begins.
    fn may_touch(&self, a: (&Pointer, usize), b: (&Pointer, usize)) -> bool {
        let terms = self.rules.terms;
        let touches = |(p, x): (&Pointer, usize), (q, y): (&Pointer, usize)| {
            let is_end = match self.names.region_of(x) {
                Region::Part(_, path) if path.last() == Some(&Step::Element) => self.is_at_end(p, x),
                _ => terms.bool(true),
            };
            let is_moved = terms.cmp(Cmp::Ge, p.index.term, terms.int(1));
            let is_begin = terms.eq(q.index.term, terms.int(0));
            let (at, to) = (terms.eq(p.object, terms.int(x)), terms.eq(q.object, terms.int(y)));
            let all = terms.and(vec![at, to, is_moved, is_end, is_begin]);
            Domain::new().truth(terms, all) != Some(false)
        };
        touches(a, b) || touches(b, a)
    }

    /// Whether what one pointer points to lies before what another one does, in different members of one object.
    fn lies_before(&mut self, a: (&Pointer, usize), b: (&Pointer, usize)) -> Option<Term> {
        let (Region::Part(key, first), Region::Part(_, second)) =
            (self.names.region_of(a.1).clone(), self.names.region_of(b.1).clone())
        else {
            return None;
        };
        let object = self.early_object(key)?;
        let terms = self.rules.terms;
        let common = first.iter().zip(&second).take_while(|(s, t)| s == t).count();
        let (Some(Step::Field(i)), Some(Step::Field(j))) = (first.get(common), second.get(common)) else {
            return None;
        };
        // Where the struct lies that has both.
        let rows = [self.row_and_run(a.1, a.0).0, self.row_and_run(b.1, b.0).0];
        let outer = |this: &Self, (p, row): (&Pointer, Term), path: &[Step]| {
            let mut elements = terms.int(1);
            for (i, _) in path.iter().enumerate().skip(common).filter(|(_, s)| **s == Step::Element) {
                let n = this.extent(object, &path[..=i]).and_then(|n| terms.as_int(n))?;
                elements = terms.scale(elements, n);
            }
            let (at, ty) = (path.to_vec(), Type::Void);
            let place = Place { object, path: at, row, index: p.index.term, ty, bits: None, around: vec![] };
            // The end of an array belongs to its struct.
            let place = match path.last() {
                Some(Step::Element) => Place { index: terms.int(0), ..place },
                _ => place,
            };
            if terms.as_int(elements).is_none_or(|n| n.is_zero()) {
                return None;
            }
            Some(terms.div(this.position(&place), elements))
        };
        let (x, y) = (outer(self, (a.0, rows[0]), &first)?, outer(self, (b.0, rows[1]), &second)?);
        let same = terms.and(vec![terms.eq(x, y), terms.bool(i < j)]);
        Some(terms.or(vec![terms.lt(x, y), same]))
    }

    /// The length of the rows two pointers can point into, if all rows lie one after the other in memory.
    fn rows_in_line(&mut self, a: &Pointer, b: &Pointer) -> Option<Int> {
        if a.row == b.row {
            return None;
        }
        let common: Vec<usize> = a.reach.regions.intersection(&b.reach.regions).copied().collect();
        let mut lengths = common.into_iter().map(|number| {
            let Region::Part(key, path) = self.names.region_of(number).clone() else { return None };
            let object = self.early_object(key)?;
            let outer = &self.objects[object].outer;
            let one = outer.iter().all(|o| matches!(o, Outer::Elements(_)));
            // Rows of an array of arrays, without anything between them.
            let nested = path.len() > outer.len() && path.ends_with(&[Step::Element, Step::Element]);
            if one && nested { self.rules.terms.as_int(self.extent(object, &path)?) } else { None }
        });
        let first = lengths.next()??;
        lengths.all(|n| n.as_ref() == Some(&first)).then_some(first)
    }
}
