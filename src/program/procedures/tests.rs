//! Summaries that hold, say too little, or do not hold, and what calls leave for one another.

use super::*;
use crate::budget::Budget;
use crate::frontend::{Options, lower};
use crate::program::{Original, aim};
use crate::prove::{Forms, prove};
use crate::source::Source;
use crate::task::{Ranged, ranged};

const SUM: &str =
    "int total; static int sum(int n) { total++; if (n < 1) return 0; int before = sum(n - 1); return n + before; }
    void f(int n) { if (n < 0 || n > 1000) return; total = 0; if (sum(n) < n) { L: ; } if (total != n + 1) { M: ; } }";

/// Whether the target is excluded where this is the summary, made of what it is about.
fn is_excluded(target: &str, summary: impl Fn(&Terms, &Procedure) -> Term) -> bool {
    is_excluded_in(SUM, target, summary)
}

fn is_excluded_in(text: &str, target: &str, summary: impl Fn(&Terms, &Procedure) -> Term) -> bool {
    let terms = Terms::new();
    let options = Options { entry: "f".into(), recursion: 0, ..Options::default() };
    let original = Original::of(lower(&terms, &mut Source::from_text("a.c", text), &options).expect(text));
    let aimed = aim(&original, &terms, &target.parse().expect("a target")).expect("it is there");
    let plan = Unstacked::of(&terms, &aimed).expect("a function that calls itself");
    let stated = plan.stating(&terms, Some(&[summary(&terms, &plan.procedures[0])]));
    let (Ranged { pruned, states, simplified }, _) = ranged(&terms, &stated, &Budget::unlimited());
    let forms = Forms { program: &pruned, simplified: &simplified, target: stated.target };
    prove(&terms, forms, &states, &Budget::unlimited()).is_ok()
}

/// What a variable of this name had at first, and what it has at last.
fn named(terms: &Terms, of: &Procedure, name: &str) -> [Option<Term>; 2] {
    let first = of.entry.iter().find(|(s, _)| terms.name(*s).ends_with(name)).map(|(_, kept)| terms.sym(*kept));
    [first, of.results.iter().find(|(s, _)| terms.name(*s).ends_with(name)).map(|(s, _)| terms.sym(*s))]
}

#[test]
fn a_summary_that_holds_excludes_what_it_contradicts() {
    let at_least = |terms: &Terms, of: &Procedure| {
        let ([Some(n), _], [_, Some(sum)]) = (named(terms, of, "n"), named(terms, of, "sum")) else { panic!() };
        terms.and(vec![terms.le(n, sum), terms.le(terms.int(0), sum)])
    };
    let counted = |terms: &Terms, of: &Procedure| {
        let ([Some(n), _], [Some(first), Some(last)]) = (named(terms, of, "n"), named(terms, of, "total")) else {
            panic!()
        };
        let once = terms.implies(terms.le(n, terms.int(0)), terms.eq(last, terms.offset(first, 1)));
        let more = terms.eq(last, terms.sum([first, n, terms.int(1)]));
        terms.and(vec![once, terms.implies(terms.le(terms.int(0), n), more)])
    };
    assert!(is_excluded("label:L", at_least) && is_excluded("label:M", counted));
    // Each is too little for the other.
    assert!(!is_excluded("label:M", at_least) && !is_excluded("label:L", |terms, _| terms.bool(true)));
}

/// Nothing but a further call reads what a call changes.
#[test]
fn what_a_call_changes_is_new_for_the_next_one() {
    let nothing = |terms: &Terms, _: &Procedure| terms.bool(true);
    for text in [
        "static int t; static int g(int n) { if (n <= 0) { if (t == 1) { L: ; } t = 1; return 0; }
            int a = g(n - 1); int b = g(n - 1); return a + b; } void f(void) { t = 0; g(1); }",
        "static int g(int n, int *t) { if (n <= 0) { if (*t == 1) { L: ; } *t = 1; return 0; }
            for (int i = 0; i < 2; i++) g(n - 1, t); return 1; } void f(void) { int t = 0; g(1, &t); }",
        "static int t; static int g(int n, int before) { if (n <= 0) { if (before) { L: ; } t = 1; return 0; }
            g(n - 1, t); g(n - 1, t); return 1; } void f(void) { t = 0; g(1, 0); }",
    ] {
        assert!(!is_excluded_in(text, "label:L", nothing), "{text}");
    }
}

#[test]
fn a_summary_that_does_not_hold_excludes_nothing() {
    let is_more = |terms: &Terms, of: &Procedure| {
        let ([Some(n), _], [_, Some(sum)]) = (named(terms, of, "n"), named(terms, of, "sum")) else { panic!() };
        terms.lt(n, sum)
    };
    assert!(!is_excluded("label:L", is_more) && !is_excluded("label:L", |terms, _| terms.bool(false)));
}
