//! Kinds of macro chains that contain more than subchains in turn: inner loops that run until they are left, fixed
//! numbers of runs, and folded branches along chosen ways.

use super::Expect::{Made, Nothing};
use super::{Kind, in_turn, kind};

const fn repeated(repeated: u8, kind: Kind) -> Kind {
    Kind { repeated, ..kind }
}

const fn folded(kind: Kind) -> Kind {
    Kind { ways: Some(0), ..kind }
}

const BOTH: (super::Expect, super::Expect) = (Made, Made);

/// A loop inside.
const INNER: &[Kind] = &[
    kind(
        "to a constant",
        &["int i", "int n", "int x"],
        "while (i < n) { for (int j = 0; j < 3; j++) x++; i++; }",
        BOTH,
    ),
    kind(
        "to an invariant",
        &["int i", "int n", "int m", "int x"],
        "while (i < n) { for (int j = 0; j < m; j++) x += 2; i++; }",
        (Made, Nothing),
    ),
    kind(
        "triangle from 0",
        &["int i", "int n", "unsigned x"],
        "while (i < n) { for (int j = 0; j < i; j++) x++; i++; }",
        (Made, Nothing),
    ),
    kind(
        "triangle from 1",
        &["int i", "int n", "unsigned x"],
        "while (i < n) { for (int j = 1; j <= i; j++) x++; i++; }",
        (Made, Nothing),
    ),
    kind(
        "signed triangle",
        &["int i", "int n", "int x"],
        "while (i < n) { for (int j = 0; j < i; j++) x++; i++; }",
        (Made, Nothing),
    ),
    kind(
        "step 3",
        &["int i", "int n", "int m", "int x"],
        "while (i < n) { for (int j = 0; j < m; j += 3) x++; i++; }",
        (Made, Nothing),
    ),
    kind(
        "step 3 to a constant",
        &["int i", "int n", "int x"],
        "while (i < n) { for (int j = 0; j < 7; j += 3) x++; i++; }",
        BOTH,
    ),
    kind(
        "not met going up",
        &["int i", "int n", "int m", "int x"],
        "while (i < n) { for (int j = 0; j != m; j++) x++; i++; }",
        (Made, Nothing),
    ),
    kind(
        "not met going down",
        &["int i", "int n", "int m", "int x"],
        "while (i < n) { for (int j = m; j != 2; j--) x++; i++; }",
        (Made, Nothing),
    ),
    kind(
        "down",
        &["int i", "int n", "int m", "int x"],
        "while (i < n) { for (int j = m; j > 1; j--) x--; i++; }",
        (Made, Nothing),
    ),
    kind(
        "down by 2",
        &["int i", "int n", "int m", "int x"],
        "while (i < n) { for (int j = m; j >= 1; j -= 2) x++; i++; }",
        (Made, Nothing),
    ),
    kind(
        "more after it",
        &["int i", "int n", "int x", "int y", "int z"],
        "while (i < n) { for (int j = 0; j < 3; j++) x++; y = x; z += 2; i++; }",
        BOTH,
    ),
    kind(
        "set inside",
        &["int i", "int n", "int x", "int y"],
        "while (i < n) { for (int j = 0; j < 4; j++) { x = j; y++; } i++; }",
        BOTH,
    ),
    kind("catching up", &["int i", "int n", "int j"], "while (i < n) { while (j < i) j++; i += 2; }", BOTH),
    kind(
        "two in a row",
        &["int i", "int n", "int x", "int y"],
        "while (i < n) { for (int j = 0; j < 2; j++) x++; for (int j = 5; j > 0; j--) y++; i++; }",
        BOTH,
    ),
    kind(
        "two deep",
        &["int i", "int n", "int x"],
        "while (i < n) { for (int j = 0; j < 2; j++) for (int l = 0; l < 3; l++) x++; i++; }",
        BOTH,
    ),
];

/// The first subchain many times in a row.
const REPEATED: &[Kind] = &[
    repeated(
        4,
        in_turn(
            2,
            kind(
                "ring counter",
                &["int i", "int n", "int p", "int x"],
                "while (i < n) { i++; if (p < 4) p++; else { p = 0; x++; } }",
                BOTH,
            ),
        ),
    ),
    repeated(
        3,
        in_turn(
            2,
            kind(
                "ring counter, not met",
                &["int i", "int n", "int p", "int x", "int y"],
                "while (i < n) { i++; if (p != 3) { p++; y += 2; } else { p = 0; x = i; } }",
                BOTH,
            ),
        ),
    ),
    repeated(
        2,
        in_turn(
            2,
            kind(
                "with a loop inside",
                &["int i", "int n", "int p", "int x"],
                "while (i < n) { i++; if (p < 2) { p++; for (int j = 0; j < 3; j++) x++; } else p = 0; }",
                BOTH,
            ),
        ),
    ),
];

/// Folded branches.
const FOLDED: &[Kind] = &[
    folded(kind(
        "one branch",
        &["int i", "int n", "int p", "int x", "int y"],
        "while (i < n) { if (p == 0) x++; else y += 3; i++; }",
        BOTH,
    )),
    folded(kind(
        "a branch that ends",
        &["int i", "int n", "int m", "int x", "int y"],
        "while (i < n) { if (i < m) x++; else y += 3; i++; }",
        BOTH,
    )),
    folded(kind(
        "two branches",
        &["int i", "int n", "int p", "int q", "int x", "int y"],
        "while (i < n) { if (p > 1) x++; else y += 3; if (q > p) y++; else if (q < 1) x += 5; i++; }",
        BOTH,
    )),
    folded(kind(
        "a branch and a loop",
        &["int i", "int n", "int p", "int x", "int y"],
        "while (i < n) { if (p > 1) x++; else y += 3; for (int j = 0; j < 3; j++) y++; i++; }",
        BOTH,
    )),
];

#[test]
fn loops_inside_run_until_they_are_left() {
    INNER.iter().for_each(Kind::check);
}

#[test]
fn a_fixed_number_of_runs_is_as_many_single_runs() {
    REPEATED.iter().for_each(Kind::check);
}

#[test]
fn folded_branches_are_executed_along_their_ways() {
    FOLDED.iter().for_each(Kind::check);
}
