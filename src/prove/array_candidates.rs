//! Guesses about the elements that a loop passed: what it stored there, and what they were while a branch was not taken.
//!
//! How often a branch was taken is a ghost, so that what is counted says something of all elements at once.

use super::index_inverse::places;
use super::rounds::Counted;
use super::{Problem, What};
use crate::invariant::Fact;
use crate::loops::blocks::Block;
use crate::program::LocationId;
use crate::prove::limits::array_candidates::{MOST, MOST_STORES};
use crate::term::{Node, Sort, Symbol, Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What was stored at index `t`, an integer that occurs nowhere else.
pub fn stored(problem: &Problem, point: LocationId, t: Symbol) -> Vec<Fact> {
    let terms = problem.terms;
    let Some(of) = Counted::at(problem, point) else { return Vec::new() };
    let mut found = BTreeSet::new();
    for block in own(problem, point) {
        let arrays = block.effect.iter().filter(|(s, _)| terms.info(**s).sort == Sort::Array);
        for (array, after) in arrays {
            let stores = stores(terms, *array, *after);
            let element = terms.select(terms.sym(*array), terms.sym(t));
            let any = terms.or(stores.iter().map(|(when, ..)| *when).collect());
            for (when, index, value) in stores {
                for place in places(&of, block, index, t) {
                    let [when, any, value] = [when, any, value].map(|x| place.of(terms, index, t, x));
                    let passed = place.passed;
                    found.insert(terms.implies(terms.and(vec![passed, when]), terms.eq(element, value)));
                    for first in firsts(&of, *array, terms.sym(t)) {
                        let left = terms.or(vec![terms.not(passed), terms.not(any)]);
                        found.extend(
                            [left, terms.not(passed)].map(|left| terms.implies(left, terms.eq(element, first))),
                        );
                    }
                }
            }
        }
    }
    known(problem, point, t, found)
}

/// What a block stores to an array: when, where, and what.
fn stores(terms: &Terms, array: Symbol, after: Term) -> Vec<(Term, Term, Term)> {
    let (mut found, mut todo) = (Vec::new(), vec![(terms.bool(true), after)]);
    while let Some((when, after)) = todo.pop() {
        match &*terms.node(after) {
            Node::Store(before, index, value) => {
                found.push((when, *index, *value));
                todo.push((when, *before));
            }
            Node::Ite(c, a, b) => {
                todo.push((terms.and(vec![when, *c]), *a));
                todo.push((terms.and(vec![when, terms.not(*c)]), *b));
            }
            _ if after == terms.sym(array) => {}
            // It was another one.
            _ => return Vec::new(),
        }
        if found.len() > MOST_STORES {
            return Vec::new();
        }
    }
    found
}

/// The elements of an array with which a loop is entered, where these are in a table.
fn firsts(of: &Counted, array: Symbol, t: Term) -> BTreeSet<Term> {
    let terms = of.problem.terms;
    let entries = of.entries.iter().filter_map(|block| block.effect.get(&array));
    entries.filter(|a| matches!(&*terms.node(**a), Node::Table(_))).map(|a| terms.select(*a, t)).collect()
}

/// What held of the elements at index `t` while a branch was not taken.
pub fn read(problem: &Problem, point: LocationId, t: Symbol) -> Vec<Fact> {
    let terms = problem.terms;
    let Some(of) = Counted::at(problem, point) else { return Vec::new() };
    let mut found = BTreeSet::new();
    for ghost in taken(problem) {
        for block in own(problem, point) {
            let Some(count) = block.effect.get(&ghost) else { continue };
            let not_taken = kept(terms, *count, ghost, &mut FxHashMap::default());
            let taken_once = terms.lt(terms.int(0), terms.sym(ghost));
            for index in indices(terms, not_taken) {
                for place in places(&of, block, index, t) {
                    let holds = place.of(terms, index, t, not_taken);
                    found.insert(terms.or(vec![taken_once, terms.not(place.passed), holds]));
                }
            }
        }
    }
    known(problem, point, t, found)
}

/// A branch that was not taken as long as another one was not.
pub fn never(problem: &Problem) -> Vec<Fact> {
    let (terms, zero) = (problem.terms, problem.terms.int(0));
    let counters: Vec<Term> = taken(problem).map(|s| terms.sym(s)).take(MOST).collect();
    let pairs = counters.iter().flat_map(|a| counters.iter().map(move |b| (*a, *b))).filter(|(a, b)| a != b);
    pairs.map(|(a, b)| Fact::of(terms.or(vec![terms.lt(zero, a), terms.eq(b, zero)]))).collect()
}

fn taken(problem: &Problem) -> impl Iterator<Item = Symbol> {
    problem.ghosts.iter().filter(|g| matches!(g.what, What::Taken(..))).map(|g| g.symbol)
}

/// The blocks from a point back to it.
fn own<'p>(problem: &'p Problem, point: LocationId) -> impl Iterator<Item = &'p Block> {
    problem.cut.blocks.iter().filter(move |w| w.from == point && w.to == point)
}

/// Those that say something, of what matters at a point.
fn known(problem: &Problem, point: LocationId, t: Symbol, found: BTreeSet<Term>) -> Vec<Fact> {
    let terms = problem.terms;
    let mut known = problem.relevant[&point].clone();
    known.insert(t);
    let says = |body: &Term| terms.as_bool(*body).is_none() && terms.symbols(*body).is_subset(&known);
    found.into_iter().filter(says).map(|body| Fact { bound: vec![t], body }).collect()
}

/// When a counter keeps its value, which grows by one otherwise.
fn kept(terms: &Terms, count: Term, ghost: Symbol, known: &mut FxHashMap<Term, Term>) -> Term {
    if let Some(when) = known.get(&count) {
        return *when;
    }
    let when = match &*terms.node(count) {
        Node::Ite(c, a, b) => {
            let (a, b) = (kept(terms, *a, ghost, known), kept(terms, *b, ghost, known));
            terms.and(vec![terms.implies(*c, a), terms.or(vec![*c, b])])
        }
        _ => terms.eq(count, terms.sym(ghost)),
    };
    known.insert(count, when);
    when
}

/// The indices at which elements are read.
fn indices(terms: &Terms, condition: Term) -> BTreeSet<Term> {
    let mut found = BTreeSet::new();
    terms.visit([condition], &mut |_, node| {
        if let Node::Select(_, index) = node {
            found.insert(*index);
        }
    });
    found
}
