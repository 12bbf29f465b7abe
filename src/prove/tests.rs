//! What the search for facts proves, and what it must not.

use super::*;
use crate::engine::testing::prepared;
use crate::interval;
use crate::invariant::obligations;
use crate::program::prune;
use crate::solver::Outcome;
use std::time::Duration;

/// Where there is no proof, searching longer finds none either.
const BRIEFLY: Duration = Duration::from_secs(3);

/// The proof that `ERROR` in `f` is not reached.
fn search(text: &str, limit: Duration) -> Result<Proof, String> {
    let terms = Terms::new();
    let prepared = prepared(&terms, text, "f", "label:ERROR");
    let target = prepared.aimed.target;
    let program = prune::towards(&prepared.aimed.program, target);
    let states = interval::analyse(&terms, &program);
    let simplified = prune::towards(&interval::simplify(&terms, &program, &states), target);
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
fn what_is_reached_has_no_proof() {
    for text in [
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
