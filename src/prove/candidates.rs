//! Guesses about a cut point, from the conditions of the ways that leave it.

use super::Problem;
use crate::invariant::Fact;
use crate::program::LocationId;
use crate::term::{Cmp, Int, Node, Term, Terms};
use std::collections::BTreeSet;

/// The most guesses at one point.
const MOST: usize = 400;
/// The most variables of which pairs are compared.
const PAIRED: usize = 12;

/// Guesses at a point, without repetitions.
pub fn at(problem: &Problem, point: LocationId) -> Vec<Fact> {
    let terms = problem.terms;
    let relevant = &problem.relevant[&point];
    let is_here = |t: &Term| terms.symbols(*t).is_subset(relevant) && !terms.symbols(*t).is_empty();
    let mut found: BTreeSet<Term> = BTreeSet::new();
    // What the program itself asks, a little weaker and stronger.
    let conditions = problem.cut.ways.iter().flat_map(|w| w.conditions.iter().copied());
    terms.visit(conditions, &mut |_, node| {
        if let Node::Cmp(op, a, b) = node
            && is_here(&terms.sub(*a, *b))
        {
            found.extend(around(terms, *op, *a, *b));
        }
    });
    let ints: Vec<Term> = problem.ints(point).into_iter().map(|s| terms.sym(s)).collect();
    if ints.len() <= PAIRED {
        for (i, a) in ints.iter().enumerate() {
            for b in &ints[i + 1..] {
                for op in [Cmp::Le, Cmp::Ge, Cmp::Lt, Cmp::Gt] {
                    found.insert(terms.cmp(op, *a, *b));
                }
            }
        }
    }
    found.into_iter().filter(|t| terms.as_bool(*t).is_none()).take(MOST).map(Fact::of).collect()
}

/// Conditions like this one.
fn around(terms: &Terms, op: Cmp, a: Term, b: Term) -> Vec<Term> {
    let of = |op, by: i64| terms.cmp(op, a, terms.offset(b, Int::from(by)));
    match op {
        Cmp::Eq | Cmp::Ne => vec![of(Cmp::Eq, 0), of(Cmp::Ne, 0), of(Cmp::Le, 0), of(Cmp::Ge, 0)],
        Cmp::Lt | Cmp::Ge => vec![of(Cmp::Lt, 0), of(Cmp::Ge, 0), of(Cmp::Le, 0), of(Cmp::Ge, -1)],
        Cmp::Le | Cmp::Gt => vec![of(Cmp::Le, 0), of(Cmp::Gt, 0), of(Cmp::Ge, 0), of(Cmp::Le, 1)],
    }
}
