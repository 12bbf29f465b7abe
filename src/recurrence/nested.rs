//! Totals of inner counters over the runs of an outer subchain (\[APC\] 3.3).
//!
//! A linear condition on countable locals that holds in every run, with
//! loop-invariant coefficients, holds for the totals when its constant part is
//! multiplied by the number of runs.

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
    let runs = problem.counter(i);
    let mut sum = vec![terms.scale(runs, l.constant.clone())];
    let mut counts = false;
    for (t, c) in l.terms() {
        let part = if problem.invariant(t) {
            terms.mul(t, runs)
        } else {
            let (factor, countable) = rules::countable_part(problem, i, t)?;
            counts = true;
            let total = problem.total(countable, i);
            terms.mul(factor, total)
        };
        sum.push(terms.scale(part, c.clone()));
    }
    let sum = terms.sum(sum);
    let zero = terms.int(0);
    counts.then(|| if relation == Relation::Zero { terms.eq(sum, zero) } else { terms.le(sum, zero) })
}
