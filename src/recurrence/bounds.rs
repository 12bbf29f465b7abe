//! What is still known of a `★`: range, bounds that move with the counters, stride.

use super::{Merged, Problem, rules::range_of};
use crate::term::{Int, Sort, Symbol, Term, gcd};

/// The description of a variable that no rule covers.
pub(super) fn unknown(problem: &mut Problem, v: Symbol) -> Merged {
    let terms = problem.terms;
    let changed_by = problem.changed[&v].clone();
    let info = terms.info(v);
    if info.sort != Sort::Int {
        return Merged::Unknown { range: info.range, changed_by, lower: None, upper: None, stride: None };
    }
    let old = terms.sym(v);
    let (mut lower, mut upper) = (Some(vec![old]), Some(vec![old]));
    let mut stride = Int::ZERO;
    for &i in &changed_by {
        let step = terms.sub(problem.effects[i].values[&v], old);
        let range = range_of(terms, step);
        let runs = problem.counter(i);
        let add = |bound: &mut Option<Vec<Term>>, end: Option<Int>| match (bound.as_mut(), end) {
            (Some(parts), Some(end)) => parts.push(terms.scale(runs, end)),
            _ => *bound = None,
        };
        add(&mut lower, range.lo);
        add(&mut upper, range.hi);
        let parts = terms.linear(step);
        for c in parts.terms().map(|(_, c)| c).chain([&parts.constant]) {
            stride = gcd(&stride, c);
        }
    }
    let stride = (stride > Int::ONE).then_some(stride);
    let sum = |parts: Option<Vec<Term>>| parts.map(|p| terms.sum(p));
    Merged::Unknown { range: info.range, changed_by, lower: sum(lower), upper: sum(upper), stride }
}
