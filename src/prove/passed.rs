//! Guesses about the elements that a loop passed while it did not take a branch: they do not satisfy its condition.
//!
//! How often the branch was taken is a ghost, so that what is counted says something of all elements at once.

use super::{Problem, What};
use crate::invariant::Fact;
use crate::program::LocationId;
use crate::term::{Int, Node, Sort, Symbol, Term, Terms};
use dashu_int::ops::Abs;
use std::collections::{BTreeSet, HashMap};

/// Guesses at a point about `t`, an integer that occurs nowhere else.
pub fn at(problem: &Problem, point: LocationId, t: Symbol) -> Vec<Fact> {
    let terms = problem.terms;
    let mut known = problem.relevant[&point].clone();
    known.insert(t);
    let mut found = BTreeSet::new();
    for ghost in problem.ghosts.iter().filter(|g| matches!(g.what, What::Taken(..))) {
        for way in problem.cut.ways.iter().filter(|w| w.from == point && w.to == point) {
            let Some(count) = way.effect.get(&ghost.symbol) else { continue };
            let not_taken = kept(terms, *count, ghost.symbol, &mut HashMap::new());
            let taken_once = terms.lt(terms.int(0), terms.sym(ghost.symbol));
            for index in indices(terms, not_taken) {
                for s in terms.symbols(index).into_iter().filter(|s| way.effect.contains_key(s)) {
                    let Some(place) = place(terms, index, s, t) else { continue };
                    let holds = terms.substitute(not_taken, &|x| (x == s).then_some(place));
                    if !terms.symbols(holds).is_subset(&known) {
                        continue;
                    }
                    let step = terms.sub(way.effect[&s], terms.sym(s));
                    let before = problem.ghost(What::Before(point, s));
                    for range in ranges(terms, s, place, before, terms.as_int(step)) {
                        found.insert(terms.or(vec![taken_once, terms.not(range), holds]));
                    }
                }
            }
        }
    }
    found.into_iter().map(|body| Fact { bound: vec![t], body }).collect()
}

/// When a counter keeps its value, which grows by one otherwise.
fn kept(terms: &Terms, count: Term, ghost: Symbol, known: &mut HashMap<Term, Term>) -> Term {
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

/// The value of `s` for which an index is `t`.
fn place(terms: &Terms, index: Term, s: Symbol, t: Symbol) -> Option<Term> {
    if terms.info(s).sort != Sort::Int {
        return None;
    }
    let mut rest = terms.linear(index);
    let factor = rest.take(terms.sym(s));
    let rest = terms.from_linear(rest);
    if terms.symbols(rest).contains(&s) {
        return None;
    }
    let t = terms.sym(t);
    match factor {
        k if k == Int::ONE => Some(terms.sub(t, rest)),
        k if k == Int::NEG_ONE => Some(terms.sub(rest, t)),
        _ => None,
    }
}

/// The values that a variable had since the loop was entered, or since it was zero.
fn ranges(terms: &Terms, s: Symbol, value: Term, before: Option<Symbol>, step: Option<Int>) -> Vec<Term> {
    let now = terms.sym(s);
    let size = step.clone().map(Int::abs).filter(|size| *size > Int::ONE);
    let mut found = Vec::new();
    for first in before.map(|b| terms.sym(b)).into_iter().chain([terms.int(0)]) {
        let upwards = [terms.le(first, value), terms.lt(value, now)];
        let downwards = [terms.lt(now, value), terms.le(value, first)];
        let stride = size.clone().map(|size| {
            let off = terms.modulo(terms.sub(value, first), terms.int(size));
            terms.eq(off, terms.int(0))
        });
        let directions = match &step {
            Some(step) if *step > Int::ZERO => vec![upwards],
            Some(_) => vec![downwards],
            None => vec![upwards, downwards],
        };
        found.extend(directions.into_iter().map(|d| terms.and(d.into_iter().chain(stride).collect())));
    }
    found
}
