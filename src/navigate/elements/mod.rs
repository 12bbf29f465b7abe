//! What segments say of ranges of input elements.
//!
//! A fact holds for all elements of a range. Where ranges overlap, or an element
//! is also read alone, the facts are told to the solver as instances: at the
//! ends of each range, and at each index that is read. Instances follow from the
//! facts, so what refutes them refutes the path. That they are enough is not
//! taken on trust: `values` finds values for all elements when a path is complete.

#[cfg(test)]
mod tests;
mod values;

pub(super) use values::Values;

use super::segment::{Moving, Throughout};
use crate::term::{Cmp, Int, Node, Symbol, Term, Terms};
use dashu_int::ops::Abs;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Facts on one path; more are not followed.
pub(super) const MOST_FACTS: usize = 100;
/// Instances of facts that one new fact or one condition may lead to.
const MOST_INSTANCES: usize = 400;
/// How often an instance may lead to further ones, by the elements that it reads besides.
const DEPTH: usize = 2;

/// An index of an input array.
type Point = (Symbol, Term);

/// Facts about ranges of input elements.
#[derive(Clone, Debug, Default)]
pub(super) struct Elements {
    facts: Vec<Rc<Throughout>>,
    /// Where they were told to the solver.
    points: BTreeSet<Point>,
}

impl Elements {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// How many facts there are.
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// Adds a fact; what follows from it and the others, given the conditions so far, which may read elements alone.
    pub fn add(&mut self, terms: &Terms, fact: Throughout, so_far: &[Term]) -> Vec<Term> {
        let mut found = Vec::new();
        for r in &fact.reads {
            let alone = indices(terms, so_far, r.array);
            let told: Vec<Term> = self.points.iter().filter(|(array, _)| *array == r.array).map(|(_, i)| *i).collect();
            found.extend(alone.into_iter().chain(told).filter_map(|index| instance(terms, &fact, r, index)));
        }
        let ends = [terms.int(0), fact.last];
        found.extend(ends.map(|t| fact.at(terms, t)));
        let new = ends.iter().flat_map(|t| fact.reads.iter().map(|r| (r.array, r.index(terms, *t)))).collect();
        self.facts.push(Rc::new(fact));
        let told = found.clone();
        found.extend(self.close(terms, new, &told));
        found.retain(|c| terms.as_bool(*c) != Some(true));
        found
    }

    /// What is known of the elements that `condition` reads alone.
    pub fn instances(&self, terms: &Terms, condition: Term) -> Vec<Term> {
        let mut found = Vec::new();
        for (array, index) in self.read_alone(terms, &[condition]) {
            found.extend(self.at(terms, array, index));
        }
        found
    }

    /// Instances at new points, and at the points that these lead to.
    fn close(&mut self, terms: &Terms, new: Vec<Point>, told: &[Term]) -> Vec<Term> {
        let mut found = Vec::new();
        let mut todo = new;
        todo.extend(self.read_alone(terms, told));
        for _ in 0..DEPTH {
            let mut next = Vec::new();
            for point in std::mem::take(&mut todo) {
                if found.len() > MOST_INSTANCES || !self.points.insert(point) {
                    continue;
                }
                let instances = self.at(terms, point.0, point.1);
                next.extend(self.read_alone(terms, &instances));
                found.extend(instances);
            }
            todo = next;
        }
        found
    }

    /// What all facts say of one element.
    fn at(&self, terms: &Terms, array: Symbol, index: Term) -> Vec<Term> {
        let reads = self.facts.iter().flat_map(|f| f.reads.iter().map(move |r| (f, r)));
        reads.filter(|(_, r)| r.array == array).filter_map(|(f, r)| instance(terms, f, r, index)).collect()
    }

    /// The elements of arrays with facts that `conditions` read.
    fn read_alone(&self, terms: &Terms, conditions: &[Term]) -> Vec<Point> {
        let arrays: BTreeSet<Symbol> = self.facts.iter().flat_map(|f| f.reads.iter().map(|r| r.array)).collect();
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
    let distance = if r.slope > Int::ZERO { terms.sub(index, r.first) } else { terms.sub(r.first, index) };
    let stride = terms.int(r.slope.clone().abs());
    let zero = terms.int(0);
    let run = terms.div(distance, stride);
    let held = terms.or(vec![
        terms.cmp(Cmp::Lt, distance, zero),
        terms.cmp(Cmp::Gt, run, fact.last),
        terms.cmp(Cmp::Ne, terms.modulo(distance, stride), zero),
        fact.at(terms, run),
    ]);
    (terms.as_bool(held) != Some(true)).then_some(held)
}
