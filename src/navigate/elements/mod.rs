//! What segments say of ranges of elements, and what they store.
//!
//! A fact holds for all elements of a range. Where ranges overlap, or an element
//! is also read alone, the facts are told to the solver as instances: at the
//! ends of each range, and at each index that is read. Instances follow from the
//! facts, so what refutes them refutes the path. That they are enough is not
//! taken on trust: `values` finds values for all elements when a path is complete.
//! What a segment makes of an array is known by instances alone: where an element of it
//! is read, it is one that was stored, or what was there before.

mod resolve;
#[cfg(test)]
mod tests;
mod values;

pub(super) use values::Values;

use super::segment::{Moving, Throughout, Written};
use crate::navigate::limits::elements::{DEPTH, MOST_INSTANCES};
use crate::term::{Cmp, Int, Node, Symbol, Term, Terms};
use dashu_int::ops::Abs;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Facts on one path; more are not followed.
pub(super) const MOST_FACTS: usize = 500;

/// An index of an input array.
type Point = (Symbol, Term);

/// Facts about ranges of elements, and what segments made of arrays.
#[derive(Clone, Debug, Default)]
pub(super) struct Elements {
    facts: Vec<Rc<Throughout>>,
    stores: Vec<Rc<Written>>,
    /// Where they were told to the solver.
    points: BTreeSet<Point>,
}

/// More elements of changed arrays are read than are followed.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooMany;

impl Elements {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty() && self.stores.is_empty()
    }

    /// Whether there are facts.
    pub fn has_facts(&self) -> bool {
        !self.facts.is_empty()
    }

    /// Whether the solver knows what all facts say of this element.
    fn is_told(&self, array: Symbol, index: Term) -> bool {
        self.points.contains(&(array, index))
    }

    /// How many facts and changed arrays there are.
    pub fn len(&self) -> usize {
        self.facts.len() + self.stores.len()
    }

    /// Adds what a segment made of an array.
    pub fn store(&mut self, written: Written) {
        self.stores.push(Rc::new(written));
    }

    /// Adds a fact; what follows from it and the others, given the conditions so far, which may read elements alone.
    pub fn add(&mut self, terms: &Terms, fact: Throughout, so_far: &[Term]) -> Result<Vec<Term>, TooMany> {
        let mut found = Vec::new();
        for r in &fact.reads {
            let alone = indices(terms, so_far, r.array);
            let told: Vec<Term> = self.points.iter().filter(|(array, _)| *array == r.array).map(|(_, i)| *i).collect();
            found.extend(alone.into_iter().chain(told).filter_map(|index| instance(terms, &fact, r, index)));
        }
        let ends = [terms.int(0), fact.last];
        found.extend(ends.map(|t| fact.at(terms, t)));
        let mut new: Vec<Point> =
            ends.iter().flat_map(|t| fact.reads.iter().map(|r| (r.array, r.index(terms, *t)))).collect();
        self.facts.push(Rc::new(fact));
        new.extend(self.read_alone(terms, &found));
        let mut told = std::mem::take(&mut self.points);
        let more = self.follow(terms, new, &mut told);
        self.points = told;
        found.extend(more?);
        found.retain(|c| terms.as_bool(*c) != Some(true));
        Ok(found)
    }

    /// What is known of the elements that `condition` reads alone, where it was not told yet.
    pub fn tell(&mut self, terms: &Terms, condition: Term) -> Result<Vec<Term>, TooMany> {
        let read = self.read_alone(terms, &[condition]);
        let mut told = std::mem::take(&mut self.points);
        let found = self.follow(terms, read, &mut told);
        self.points = told;
        found
    }

    /// What is known of the elements that `condition` reads alone.
    pub fn instances(&self, terms: &Terms, condition: Term) -> Vec<Term> {
        let read = self.read_alone(terms, &[condition]);
        self.follow(terms, read, &mut BTreeSet::new()).unwrap_or_default()
    }

    /// Instances at new points, and at the points that these lead to.
    fn follow(&self, terms: &Terms, new: Vec<Point>, told: &mut BTreeSet<Point>) -> Result<Vec<Term>, TooMany> {
        let mut found = Vec::new();
        let mut todo: Vec<(Point, usize)> = new.into_iter().map(|p| (p, 0)).collect();
        while let Some((point, depth)) = todo.pop() {
            let store = self.stores.iter().find(|w| w.new == point.0);
            let is_full = found.len() > MOST_INSTANCES;
            if store.is_none() && (is_full || depth >= DEPTH) || !told.insert(point) {
                continue;
            }
            if is_full {
                // Without it the element could have any value.
                return Err(TooMany);
            }
            let mut instances = self.at(terms, point.0, point.1);
            instances.extend(store.map(|w| stored(terms, w, point.1)));
            // What was stored is read in place of the element: that leads no further from it.
            let next = if store.is_some() { depth } else { depth + 1 };
            todo.extend(self.read_alone(terms, &instances).into_iter().map(|p| (p, next)));
            found.extend(instances);
        }
        Ok(found)
    }

    /// What all facts say of one element.
    fn at(&self, terms: &Terms, array: Symbol, index: Term) -> Vec<Term> {
        let reads = self.facts.iter().flat_map(|f| f.reads.iter().map(move |r| (f, r)));
        reads.filter(|(_, r)| r.array == array).filter_map(|(f, r)| instance(terms, f, r, index)).collect()
    }

    /// The elements, of arrays about which something is known, that `conditions` read.
    fn read_alone(&self, terms: &Terms, conditions: &[Term]) -> Vec<Point> {
        let of_facts = self.facts.iter().flat_map(|f| f.reads.iter().map(|r| r.array));
        let arrays: BTreeSet<Symbol> = of_facts.chain(self.stores.iter().map(|w| w.new)).collect();
        arrays.into_iter().flat_map(|a| indices(terms, conditions, a).into_iter().map(move |i| (a, i))).collect()
    }
}

/// The indices at which elements of `array`, or of what stores made of it, are read in `conditions`.
fn indices(terms: &Terms, conditions: &[Term], array: Symbol) -> Vec<Term> {
    let mut found = Vec::new();
    terms.visit(conditions.iter().copied(), &mut |_, node| {
        if let Node::Select(of, index) = node
            && comes_from(terms, *of, array)
        {
            found.push(*index);
        }
    });
    found
}

/// Whether elements of `of` may be those of `array`.
fn comes_from(terms: &Terms, of: Term, array: Symbol) -> bool {
    match &*terms.node(of) {
        Node::Symbol(s) => *s == array,
        Node::Store(rest, ..) => comes_from(terms, *rest, array),
        Node::Ite(_, a, b) => comes_from(terms, *a, array) || comes_from(terms, *b, array),
        _ => false,
    }
}

/// If a run of the fact reads `r` at `index`, what holds in that run; nothing if that says nothing.
fn instance(terms: &Terms, fact: &Throughout, r: &Moving, index: Term) -> Option<Term> {
    let (run, mut parts) = elsewhere(terms, index, r.first, &r.slope, fact.last);
    parts.push(fact.at(terms, run));
    let held = terms.or(parts);
    (terms.as_bool(held) != Some(true)).then_some(held)
}

/// The element at `index` is what a run of the segment stored there, or what it was before.
fn stored(terms: &Terms, w: &Written, index: Term) -> Term {
    let (run, parts) = elsewhere(terms, index, w.first, &w.slope, w.last);
    let elsewhere = terms.or(parts);
    let value = terms.substitute(w.value, &|s| (s == w.run).then_some(run));
    let read = terms.select(terms.sym(w.new), index);
    terms.and(vec![
        terms.or(vec![elsewhere, terms.eq(read, value)]),
        terms.or(vec![terms.not(elsewhere), terms.eq(read, terms.select(w.old, index))]),
    ])
}

/// The run that comes to `index` if one does, and in which cases none does.
fn elsewhere(terms: &Terms, index: Term, first: Term, slope: &Int, last: Term) -> (Term, Vec<Term>) {
    let distance = if *slope > Int::ZERO { terms.sub(index, first) } else { terms.sub(first, index) };
    let stride = terms.int(slope.clone().abs());
    let zero = terms.int(0);
    let run = terms.div(distance, stride);
    let outside = [terms.cmp(Cmp::Lt, distance, zero), terms.cmp(Cmp::Gt, run, last)];
    let between = terms.cmp(Cmp::Ne, terms.modulo(distance, stride), zero);
    (run, vec![outside[0], outside[1], between])
}
