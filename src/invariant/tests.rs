//! Obligations of facts that are right, and of one that is not.

use super::*;
use crate::budget::Budget;
use crate::loops::blocks::cut;
use crate::program::prune;
use crate::solver::Smt;
use crate::task::testing::prepared;
use crate::term::{Cmp, Terms};
use std::time::Duration;

/// The numbers of obligations that z3 refutes and of those that it does not, for `c = 2·i` at every loop head.
fn refuted(text: &str, factor: i64) -> (usize, usize) {
    let terms = Terms::new();
    let prepared = prepared(&terms, text, "f", "label:ERROR");
    let program = prune::towards(&prepared.aimed.program, prepared.aimed.target);
    let cut = cut(&terms, &program, prepared.aimed.target, &Budget::unlimited()).expect("it is small");
    let named = |name: &str| {
        let found = program.variables.iter().find(|s| terms.name(**s) == name);
        terms.sym(*found.expect("the text has this variable"))
    };
    let fact = Fact::of(terms.cmp(Cmp::Eq, named("c"), terms.scale(named("i"), factor)));
    let facts: Facts = cut.points.iter().map(|p| (*p, vec![fact.clone()])).collect();
    let mut smt = Smt::new(&terms, Budget::unlimited(), Duration::from_secs(5));
    let (refuted, left): (Vec<_>, Vec<_>) = obligations(&terms, &cut, &facts).into_iter().partition(|o| {
        let conditions: Vec<Term> = o.conditions.iter().map(|(_, t)| *t).collect();
        smt.decide(&conditions).outcome().is_unsat()
    });
    (refuted.len(), left.len())
}

const COUNTS: &str = "int f(int n) {
    int i = 0, c = 0;
    while (i < n) {
        if (n > 7) { c = c + 1; c++; } else c += 2;
        i++;
    }
    if (c == 2 * i + 1) { ERROR: return 1; }
    return 0;
}
";

#[test]
fn facts_are_an_invariant_when_every_obligation_is_refuted() {
    let (proved, left) = refuted(COUNTS, 2);
    assert!(proved >= 3, "initiation, consecution, exclusion: {proved}");
    assert_eq!(left, 0);
}

#[test]
fn a_wrong_fact_leaves_an_obligation() {
    let (_, left) = refuted(COUNTS, 3);
    assert!(left > 0);
}
