//! Guesses about the elements of arrays: what holds of one element holds of all in a range.
//!
//! Conditions on one element, and values stored, become conditions on the element at any index `t`; the ranges of `t`
//! lie between the integers that matter at the point.

use super::Problem;
use super::candidates::{self, stored_to};
use crate::invariant::Fact;
use crate::program::LocationId;
use crate::prove::limits::elements::{MOST_CONDITIONS, MOST_ENDS, MOST_RANGES};
use crate::term::{Cmp, Int, Node, Symbol, Term, Terms};
use std::collections::BTreeSet;

/// Guesses at a point about `t`, an integer that occurs nowhere else.
pub fn at(problem: &Problem, point: LocationId, t: Symbol) -> Vec<Fact> {
    let terms = problem.terms;
    let arrays: Vec<Term> = problem.arrays(point).into_iter().map(|s| terms.sym(s)).collect();
    if arrays.is_empty() {
        return Vec::new();
    }
    let ints: Vec<Term> = problem.ints(point).into_iter().map(|s| terms.sym(s)).collect();
    let mut known = problem.relevant[&point].clone();
    known.insert(t);
    let mut found = BTreeSet::new();
    let t_term = terms.sym(t);
    for (a, b) in compared(problem, t_term) {
        let own = arrays.iter().any(|x| mentions(terms, a, *x) || mentions(terms, b, *x));
        if own && terms.symbols(terms.eq(a, b)).is_subset(&known) {
            found.extend([Cmp::Eq, Cmp::Ne, Cmp::Le, Cmp::Ge].map(|op| terms.cmp(op, a, b)));
        }
    }
    for array in &arrays {
        for x in ints.iter().take(MOST_ENDS) {
            found.extend([Cmp::Le, Cmp::Ge].map(|op| terms.cmp(op, terms.select(*array, t_term), *x)));
        }
    }
    let ranges = ranges(problem, point, &ints, t_term);
    let found = found.into_iter().filter(|c| terms.as_bool(*c).is_none()).take(MOST_CONDITIONS);
    let guarded = found.flat_map(|c| ranges.iter().map(move |range| terms.implies(*range, c)));
    guarded.map(|body| Fact { bound: vec![t], body }).collect()
}

/// Pairs that the program compares or stores, with `t` as the index of the element.
fn compared(problem: &Problem, t: Term) -> BTreeSet<(Term, Term)> {
    let terms = problem.terms;
    let mut found = BTreeSet::new();
    let at_t = |x: Term, index: Term| match terms.as_int(index) {
        // All occurrences of a number are not the same thing.
        Some(_) => terms.replace(x, &element_at(terms, x, index, t)),
        None => terms.replace(x, &[(index, t)]),
    };
    let roots = problem.cut.blocks.iter().flat_map(|w| w.conditions.iter().chain(w.effect.values()).copied());
    terms.visit(roots, &mut |_, node| match node {
        Node::Cmp(_, a, b) => {
            for index in indices(terms, [*a, *b]) {
                found.insert((at_t(*a, index), at_t(*b, index)));
            }
        }
        Node::Store(array, index, value) => {
            let base = stored_to(terms, *array);
            let value = match terms.as_symbol(*index) {
                Some(_) => at_t(*value, *index),
                None => shifted(terms, *value, *index, t),
            };
            found.insert((terms.select(base, t), value));
        }
        _ => {}
    });
    found
}

/// A value in terms of an index that is a variable and a constant: with `t` for the index.
fn shifted(terms: &Terms, value: Term, index: Term, t: Term) -> Term {
    let linear = terms.linear(index);
    match linear.terms().collect::<Vec<_>>()[..] {
        [(x, k)] if *k == Int::ONE => terms.replace(value, &[(x, terms.offset(t, -linear.constant.clone()))]),
        _ => value,
    }
}

/// The elements at a constant index, as elements at `t`.
fn element_at(terms: &Terms, x: Term, index: Term, t: Term) -> Vec<(Term, Term)> {
    let mut found = Vec::new();
    terms.visit([x], &mut |own, node| match node {
        Node::Select(array, i) if *i == index => found.push((own, terms.select(*array, t))),
        _ => {}
    });
    found
}

fn indices(terms: &Terms, roots: [Term; 2]) -> BTreeSet<Term> {
    let mut found = BTreeSet::new();
    terms.visit(roots, &mut |_, node| {
        if let Node::Select(_, index) = node {
            found.insert(*index);
        }
    });
    found
}

fn mentions(terms: &Terms, t: Term, array: Term) -> bool {
    let mut found = false;
    terms.visit([t], &mut |own, _| found |= own == array);
    found
}

/// Ranges of `t`: between integers that matter at the point, places that are stored to, and constants of the program.
fn ranges(problem: &Problem, point: LocationId, ints: &[Term], t: Term) -> Vec<Term> {
    let terms = problem.terms;
    let stored = stored(problem, point);
    let constants = candidates::constants(problem).into_iter().filter(|k| *k > Int::ZERO).take(MOST_ENDS);
    let constants: Vec<Term> = constants.map(|k| terms.int(k)).collect();
    let ends: Vec<Term> = stored.iter().chain(ints).copied().take(MOST_ENDS).collect();
    let zero = terms.int(0);
    let between = |low: Term, high: Term| terms.and(vec![terms.le(low, t), terms.lt(t, high)]);
    let mut found: Vec<Term> = ends.iter().chain(&constants).map(|high| between(zero, *high)).collect();
    for end in &stored {
        let linear = terms.linear(*end);
        // From where the first was stored; and up to one beyond the next that is, once there was one.
        found.push(between(terms.int(linear.constant.clone()), *end));
        if linear.constant > Int::ZERO {
            let next = terms.offset(*end, -linear.constant.clone());
            found.push(terms.and(vec![terms.lt(zero, next), between(zero, terms.offset(*end, 1))]));
            found.push(terms.and(vec![terms.lt(zero, next), between(zero, *end)]));
        }
    }
    for low in &ends {
        found.push(terms.le(*low, t));
        found.extend(ends.iter().filter(|high| *high != low).map(|high| between(*low, *high)));
    }
    for low in ends.iter().chain(&constants) {
        found.extend(constants.iter().filter(|high| *high != low).map(|high| between(*low, *high)));
    }
    let mut seen = BTreeSet::new();
    found.retain(|range| seen.insert(*range));
    found.truncate(MOST_RANGES);
    found
}

/// Indices that are stored to, where they are known at a point.
fn stored(problem: &Problem, point: LocationId) -> Vec<Term> {
    let terms = problem.terms;
    let mut found = BTreeSet::new();
    terms.visit(problem.cut.blocks.iter().flat_map(|w| w.effect.values().copied()), &mut |_, node| {
        if let Node::Store(_, index, _) = node
            && terms.as_int(*index).is_none()
            && terms.symbols(*index).is_subset(&problem.relevant[&point])
        {
            found.insert(*index);
        }
    });
    found.into_iter().collect()
}
