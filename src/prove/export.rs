//! Facts for others to use: linear ones that hold at loop heads of the program as it is, whatever the target.

use super::{Forms, PER_QUERY, Problem, houdini};
use crate::budget::Budget;
use crate::invariant::{Fact, Facts};
use crate::prove::limits::export::MOST;
use crate::solver::Smt;
use crate::term::{Cmp, Node, Sort, Terms};

/// What a search has found, as far as it is proved again about the program before any simplification. What ranges
/// know helps to prove it, and is left out: whoever uses facts has ranges too.
pub fn of(found: &Problem, forms: Forms, ranges: &Facts, budget: &Budget) -> Facts {
    let terms = found.terms;
    let mut smt = Smt::new(terms, budget.clone(), PER_QUERY);
    let Ok(mut problem) = Problem::new(terms, forms.program, forms.target, Facts::new(), Vec::new(), budget) else {
        return Facts::new();
    };
    let is_range = |at, fact: &Fact| ranges.get(at).is_some_and(|known| known.contains(fact));
    let mut guesses = Facts::new();
    for (at, facts) in &found.facts {
        let new = facts.iter().filter(|f| !is_range(at, f) && is_linear(terms, f));
        let mut new: Vec<Fact> = new.cloned().collect();
        new.sort_by_key(|f| !is_equation(terms, f));
        new.dedup();
        new.truncate(MOST);
        guesses.insert(*at, new);
    }
    if guesses.values().all(Vec::is_empty) {
        return Facts::new();
    }
    for (at, facts) in ranges {
        guesses.entry(*at).or_default().extend(facts.iter().cloned());
    }
    if houdini::filter(&mut problem, guesses, &mut smt, budget).is_err() {
        return Facts::new();
    }
    let mut kept = problem.facts;
    for (at, facts) in &mut kept {
        facts.retain(|f| !is_range(at, f));
    }
    kept.retain(|_, facts| !facts.is_empty());
    kept
}

/// Whether it is about integers alone, without products, powers and bits.
fn is_linear(terms: &Terms, fact: &Fact) -> bool {
    let mut linear = fact.bound.is_empty();
    terms.visit([fact.body], &mut |t, node| {
        linear &= terms.sort(t) != Sort::Array;
        linear &= !matches!(node, Node::Product(_) | Node::Pow(..) | Node::Bits(..) | Node::Select(..));
        linear &= !matches!(node, Node::Float(..) | Node::FloatCmp(..));
    });
    linear
}

fn is_equation(terms: &Terms, fact: &Fact) -> bool {
    matches!(&*terms.node(fact.body), Node::Cmp(Cmp::Eq, ..))
}
