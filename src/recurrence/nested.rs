//! Totals of inner counters over the runs of an outer subchain (\[APC\] 3.3).
//!
//! A linear condition on countable locals that holds in every run, with
//! loop-invariant coefficients, holds for the totals when the rest of it is
//! summed over the runs: what is the same in all of them is multiplied by their
//! number, what grows steadily (the bounds of a triangle) sums up to a parabola.

use super::{Problem, rules};
use crate::term::{Node, Relation, Term};

/// The name of the total of `κ(c, r)`: the counter with the outermost reset chain.
pub(super) fn total_name(inner: &str) -> String {
    match inner.strip_prefix("κ(").and_then(|rest| rest.split_once(',')) {
        Some((update, _)) => format!("κ{}", update.trim_start_matches('c')),
        None => format!("Σ{inner}"),
    }
}

/// What holds of the totals in use.
pub(super) fn facts(problem: &mut Problem) -> Vec<Term> {
    let terms = problem.terms;
    let mut facts = Vec::new();
    let involved: Vec<usize> =
        (0..problem.effects.len()).filter(|i| problem.totals.iter().any(|t| t.subchain == *i)).collect();
    for i in involved {
        let conditions = problem.effects[i].conditions.clone();
        facts.extend(conditions.into_iter().filter_map(|c| summed(problem, i, c)));
    }
    for total in &problem.totals {
        let ran = rules::positive(terms, terms.sym(problem.counters[total.subchain]));
        facts.push(terms.or(vec![ran, terms.eq(terms.sym(total.symbol), terms.int(0))]));
    }
    facts
}

/// The sum of a condition over all runs of subchain `i`, if it is linear in countable locals.
fn summed(problem: &mut Problem, i: usize, condition: Term) -> Option<Term> {
    let terms = problem.terms;
    let Node::Cmp(op, a, b) = *terms.node(condition) else { return None };
    let (relation, l) = terms.normalized(op, a, b);
    if relation == Relation::NonZero {
        return None;
    }
    let mut sum = vec![terms.scale(problem.counter(i), l.constant.clone())];
    let mut provided = Vec::new();
    let mut counts = false;
    for (t, c) in l.terms() {
        let part = if let Some((factor, countable)) = rules::countable_part(problem, i, t) {
            counts = true;
            let total = problem.total(countable, i);
            terms.mul(factor, total)
        } else {
            over_runs(problem, i, t, &mut provided)?
        };
        sum.push(terms.scale(part, c.clone()));
    }
    let sum = terms.sum(sum);
    let zero = terms.int(0);
    let holds = if relation == Relation::Zero { terms.eq(sum, zero) } else { terms.le(sum, zero) };
    let unless = provided.into_iter().map(|p| terms.not(p));
    counts.then(|| terms.or(unless.chain([holds]).collect()))
}

/// The sum of `t` over all runs of subchain `i`: of what is the same in all of them, or grows by the same amount from
/// each to the next, or is that as long as a condition holds and 0 else, `provided` it holds in the first and the
/// last run.
fn over_runs(problem: &Problem, i: usize, t: Term, provided: &mut Vec<Term>) -> Option<Term> {
    let terms = problem.terms;
    let runs = problem.counter(i);
    if problem.invariant(t) {
        return Some(terms.mul(t, runs));
    }
    if let Node::Ite(condition, then, otherwise) = *terms.node(t)
        && terms.as_int(otherwise).is_some_and(|v| v.is_zero())
        && let Node::Cmp(op, a, b) = *terms.node(condition)
    {
        let (relation, difference) = terms.normalized(op, a, b);
        let (first, growth) = progression(problem, i, terms.from_linear(difference))?;
        if relation != Relation::AtMostZero {
            return None;
        }
        let last = terms.add(first, terms.mul(growth, terms.offset(runs, -1)));
        provided.extend([first, last].map(|end| terms.le(end, terms.int(0))));
        return over_runs(problem, i, then, provided);
    }
    let (first, growth) = progression(problem, i, t)?;
    let pairs = terms.div(terms.sub(terms.mul(runs, runs), runs), terms.int(2));
    Some(terms.add(terms.mul(first, runs), terms.mul(growth, pairs)))
}

/// The value of `t` in the first run of subchain `i` and what it gains from each run to the next, where that is the
/// same and no other subchain changes it.
fn progression(problem: &Problem, i: usize, t: Term) -> Option<(Term, Term)> {
    let terms = problem.terms;
    let runs = problem.counter(i);
    let mut value = terms.linear(problem.merged_with(t, &[i])?);
    let growth = value.take(runs);
    let first = terms.from_linear(value);
    let moves = terms.symbols(first).iter().any(|s| Some(*s) == terms.as_symbol(runs));
    (!moves).then(|| (first, terms.int(growth)))
}
