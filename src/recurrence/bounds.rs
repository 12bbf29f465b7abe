//! What is still known of a `★`: range, bounds that move with the counters, stride.

use super::{Merged, Problem, rules::range_of};
use crate::term::{Int, Node, Range, Relation, Sort, Symbol, Term, gcd};

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
        let range = range_in_runs(problem, i, step);
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

/// The values that `t` can have in a run of the `i`-th subchain, whose conditions hold there: each of them alone
/// may bound `t`, and so do ranges of what occurs in it.
fn range_in_runs(problem: &Problem, i: usize, t: Term) -> Range {
    let terms = problem.terms;
    let conditions = &problem.effects[i].conditions;
    let mut range = match problem.ranges(i) {
        Some(domain) => domain.range(terms, t),
        // It never runs, which is for others to say.
        None => range_of(terms, t),
    };
    let sum = terms.linear(t);
    let mut todo = conditions.clone();
    while let Some(condition) = todo.pop() {
        let (op, a, b) = match &*terms.node(condition) {
            Node::And(all) => {
                todo.extend(all);
                continue;
            }
            Node::Cmp(op, a, b) => (*op, *a, *b),
            _ => continue,
        };
        let (relation, other) = terms.normalized(op, a, b);
        if relation == Relation::NonZero {
            continue;
        }
        // `other ≤ 0`; where the sum and it differ by a constant only, that is its greatest value.
        for sign in [Int::ONE, Int::NEG_ONE] {
            let mut difference = sum.clone();
            difference.add_scaled(&other, &-&sign);
            let Some(constant) = difference.as_constant().cloned() else { continue };
            let bound = match (relation, sign == Int::ONE) {
                (Relation::Zero, _) => Range::exactly(constant),
                (_, true) => Range { lo: None, hi: Some(constant) },
                (_, false) => Range::at_least(constant),
            };
            range = range.meet(&bound).unwrap_or(range);
        }
    }
    range
}
