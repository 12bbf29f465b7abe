//! What the search for facts proves, and what it must not.

use super::*;
use crate::interval;
use crate::invariant::obligations;
use crate::program::prune;
use crate::solver::Outcome;
use crate::task::testing::prepared;
use crate::term::Term;
use std::time::Duration;

/// Where there is no proof, searching longer finds none either.
const BRIEFLY: Duration = Duration::from_millis(1500);

/// The proof that `ERROR` in `f` is not reached.
fn search(text: &str, limit: Duration) -> Result<Proof, NoProof> {
    let terms = Terms::new();
    let prepared = prepared(&terms, text, "f", "label:ERROR");
    let target = prepared.aimed.target;
    let program = prune::towards(&prepared.aimed.program, target);
    let states = interval::analyse(&terms, &program);
    let simplified = interval::simplify(&terms, &program, &states).towards(target);
    let forms = Forms { program: &program, simplified: &simplified, target };
    let proof = prove(&terms, forms, &states, &Budget::lasting(limit));
    if let Ok(proof) = &proof {
        // Whatever the search believed: every obligation about what it returns is refuted.
        let mut smt = Smt::new(&terms, Budget::unlimited(), Duration::from_secs(20));
        for o in obligations(&terms, &proof.cut, &proof.facts) {
            let conditions: Vec<Term> = o.conditions.iter().map(|(_, t)| *t).collect();
            assert!(matches!(smt.decide(&conditions).outcome(), Outcome::Unsat), "{o:?}\n{text}");
        }
    }
    proof
}

#[track_caller]
fn proved(text: &str) {
    let proof = search(text, Duration::from_secs(60));
    assert!(proof.is_ok(), "{:?}\n{text}", proof.err());
}

/// A body that declares what it needs and has the label `ERROR`.
fn body(text: &str) -> String {
    format!("extern int nd(void);\nint f(int n) {{ int i = 0, c = 0, d = 0; {text} return 0; ERROR: return 1; }}")
}

#[test]
fn loops_that_need_more_than_counting() {
    // A linear equation.
    proved(&body("while (i < n) { i++; c += 3; } if (c != 3 * i) goto ERROR;"));
    // An inequality whatever the branches do.
    proved(&body("while (i < n) { if (nd()) c++; i++; } if (n >= 0 && c > n) goto ERROR;"));
    // A remainder.
    proved(&body("while (nd()) { if (nd()) c += 6; else c -= 15; } if (c == 7) goto ERROR;"));
    // Equations in each phase.
    proved(&body(
        "int s = 0; for (; i < n; i++) { if (s == 0) { if (++c == 5) s = 1; } else d++; } if (s == 1 && c + d != i) goto ERROR;",
    ));
    // A product.
    proved(&body(
        "if (n < 0 || n > 9) return 0; for (; i < 12; i++) for (int j = 0; j < n; j++) c++; if (c != 12 * n) goto ERROR;",
    ));
    // How often the inner loop ran.
    proved(&body("for (; i < 25; i++) for (int j = 0; j < 3; j++) if (nd()) c++; if (c > 75) goto ERROR;"));
    // Something that only Spacer finds.
    proved(&body("while (nd()) { if (c < 10) c += 2; else if (c == 10) c = 0; else goto ERROR; }"));
}

#[test]
fn what_was_filled_is_known() {
    proved(
        "int f(int n) { int a[100]; if (n > 100) return 0; for (int i = 0; i < n; i++) a[i] = 7;
        for (int i = 0; i < n; i++) if (a[i] != 7) { ERROR: return 1; } return 0; }",
    );
    proved(
        "int f(int n, int a[]) { int m = a[0]; for (int i = 0; i < n; i++) if (a[i] > m) m = a[i];
        for (int i = 0; i < n; i++) if (a[i] > m) { ERROR: return 1; } return 0; }",
    );
    proved(
        "int f(void) { int a[100]; for (int i = 0; i < 100; i++) a[i] = 3 * i;
        for (int i = 0; i < 100; i++) if (a[i] != 3 * i) { ERROR: return 1; } return 0; }",
    );
}

#[test]
fn counters_say_what_is_gone() {
    // The first value, when the loop is over; and that the last round was one.
    proved(&body("if (n < 0) return 0; while (n > 0) { n -= 7; c += 3; } if (c == 920350140) goto ERROR;"));
    // How often each branch was taken, together at most so often.
    proved(&body(
        "for (; i < 40; i++) { int k = nd(); if (k == 1) c += 9; else if (k == 2) c += 5; else if (k == 3) c += 4; }
        if (c == 359) goto ERROR;",
    ));
    // How much all of them can add.
    proved(&body(
        "for (; i < 5; i++) { if (nd()) c += 1; if (nd()) c += 2; if (nd()) c += 3; } if (c == 31) goto ERROR;",
    ));
    // Rounds of an inner loop that is left early, bounded by a number and by a variable.
    proved(&body(
        "for (; i < 9; i++) for (int j = 0; j < 5; j++) { if (nd()) { d++; break; } c++; } if (c == 45 && d == 1) goto ERROR;",
    ));
    proved(&body(
        "int m = nd(); for (; i < n; i++) for (int j = 0; j < m; j++) c++; if (n == 3 && c == 22) goto ERROR;",
    ));
    // Values that come back, that wrap, and that double.
    proved(&body("c = 1; d = 2; for (; i < 100; i++) { int t = c; c = d; d = t; } if (c != 1) goto ERROR;"));
    proved(&body("unsigned char u = n; for (; u != 0 && i < 1000; i++) u -= 3; if (u == 0 && i == 256) goto ERROR;"));
}

#[test]
fn what_is_counted_holds_of_all_elements() {
    let filled = |count: &str, after: &str| {
        format!(
            "int f(int at) {{ int a[100], b[100], c = 0; {count} if (at < 0 || at >= 50) return 0; {after} ERROR: return 1; }}"
        )
    };
    proved(&filled("for (int i = 0; i < 100; i++) if (a[i] == b[i]) c++;", "if (c < 100 || a[at] == b[at]) return 0;"));
    proved(&filled("for (int i = 0; i < 50; i++) if (a[2 * i] > 3) c++;", "if (c > 0 || a[2 * at] < 4) return 0;"));
    proved(&filled("for (int i = 0; i < 100; i++) b[99 - i] = a[i];", "if (b[at] == a[99 - at]) return 0;"));
    // Two ends, which are functions of one another.
    proved(&filled(
        "for (int i = 0, j = 99; i < j; i++, j--) if (a[i] != a[j]) c = 1;",
        "if (c || a[at] == a[99 - at]) return 0;",
    ));
    proved(
        "int a[100]; int f(int at) { for (int i = 0; i < 100; i += 3) a[i] = 1;
        if (at < 0 || at >= 100 || a[at] == (at % 3 == 0)) return 0; ERROR: return 1; }",
    );
}

/// Proved by the states of all rounds, and by nothing before them.
#[track_caller]
fn unrolled(text: &str) {
    let proof = search(text, Duration::from_secs(60)).unwrap_or_else(|why| panic!("{why}\n{text}"));
    assert_eq!(proof.source, Source::Unrolled, "{text}");
}

#[test]
fn few_rounds_are_looked_at_one_by_one() {
    // Inner rounds within outer ones, and an array that both change.
    unrolled(
        "int f(void) { int v[3]; for (int r = 0; r < 2; r++) for (int i = 0; i < 2; i++)
            if (v[i] > v[i + 1]) { int t = v[i]; v[i] = v[i + 1]; v[i + 1] = t; }
        if (v[0] > v[1] || v[1] > v[2]) { ERROR: return 1; } return 0; }",
    );
    // One loop after the other, left at several places; what streams give is kept.
    unrolled(
        "extern int nd(void); int f(void) { int a[5], n = 0, p = 1;
        while (n < 5) { a[n] = nd(); if (a[n] < 2 || a[n] > 9) break; n++; }
        if (n < 2) return 0;
        for (int i = 0; i < n; i++) { if (i == 3) break; p *= a[i]; }
        if (p == 11) { ERROR: return 1; } return 0; }",
    );
}

#[test]
fn what_is_reached_has_no_proof() {
    for text in [
        "int f(void) { int v[3]; for (int i = 0; i < 2; i++)
            if (v[i] > v[i + 1]) { int t = v[i]; v[i] = v[i + 1]; v[i + 1] = t; }
        if (v[0] > v[1]) { ERROR: return 1; } return 0; }"
            .to_owned(),
        "extern int nd(void); int f(void) { int a[5], n = 0, p = 1;
        while (n < 5) { a[n] = nd(); if (a[n] < 2 || a[n] > 9) break; n++; }
        if (n < 2) return 0;
        for (int i = 0; i < n; i++) { if (i == 3) break; p *= a[i]; }
        if (p == 343) { ERROR: return 1; } return 0; }"
            .to_owned(),
        body("if (n < 0) return 0; while (n > 0) { n -= 7; c += 3; } if (c == 920350137) goto ERROR;"),
        body("for (; i < 5; i++) { if (nd()) c += 1; if (nd()) c += 2; if (nd()) c += 3; } if (c == 30) goto ERROR;"),
        "int f(int at) { int a[100], c = 0; for (int i = 0; i < 99; i++) if (a[i] == 7) c++;
            if (c < 99 || at < 0 || at >= 100 || a[at] == 7) return 0; ERROR: return 1; }"
            .to_owned(),
        body("while (i < n) { i++; c += 3; } if (c == 30) goto ERROR;"),
        body("while (nd()) { if (nd()) c += 6; else c -= 14; } if (c == 4) goto ERROR;"),
        body("for (; i < 25; i++) for (int j = 0; j < 3; j++) if (nd()) c++; if (c > 74) goto ERROR;"),
        "int f(int n) { int a[100]; for (int i = 1; i < 100; i++) a[i] = 7;
            for (int i = 0; i < 100; i++) if (a[i] != 7) { ERROR: return 1; } return 0; }"
            .to_owned(),
    ] {
        assert!(search(&text, BRIEFLY).is_err(), "{text}");
    }
}

#[test]
fn a_loop_that_begins_the_function_has_no_facts_for_free() {
    // The head is where the function begins: nothing is known there but what holds on entry.
    assert!(
        search(
            "int f(int n) { again: if (n == 5) { ERROR: return 1; } n = n + 1; if (n < 10) goto again; return 0; }",
            BRIEFLY
        )
        .is_err()
    );
}
