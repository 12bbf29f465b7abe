//! Segments against single runs, from random states: where all that a segment asks for holds, as many single
//! runs get through and end with its values; where an exact one is refused, they do not.
//!
//! Single runs evaluate the nodes of the subchains one by one and know nothing of closed forms. What holds is
//! judged for the values a segment was made with, and for others. Each kind of closed form and of guard has to be
//! met by segments that hold and by some that do not.

mod inside;
mod runs;

use runs::{Tally, check};

/// The fewest segments that hold, and that are refused, for one kind.
const FEWEST: usize = 10;

/// What is expected of the segments of one kind.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Expect {
    /// All are exact.
    Exact,
    /// Some ask for more than is needed.
    Sufficient,
    /// There are some.
    Made,
    /// There need not be any.
    Nothing,
}

use Expect::{Exact, Made, Nothing, Sufficient};

/// A kind of closed form or of guard: parameters, all of which matter afterwards, a loop over them, how many of
/// its subchains run in turn, and how often in a row the first of them does. Branches fold beyond so many ways.
struct Kind {
    name: &'static str,
    parameters: &'static [&'static str],
    body: &'static str,
    in_turn: usize,
    repeated: u8,
    ways: Option<u64>,
    planned: Expect,
    any: Expect,
}

const fn kind(
    name: &'static str,
    parameters: &'static [&'static str],
    body: &'static str,
    (planned, any): (Expect, Expect),
) -> Kind {
    Kind { name, parameters, body, in_turn: 1, repeated: 1, ways: None, planned, any }
}

const fn in_turn(in_turn: usize, kind: Kind) -> Kind {
    Kind { in_turn, ..kind }
}

impl Kind {
    fn text(&self) -> String {
        let names: Vec<&str> = self.parameters.iter().map(|p| p.rsplit(' ').next().expect("a name")).collect();
        let all: Vec<String> = names.iter().enumerate().map(|(i, n)| format!("{n} != {}", i + 7)).collect();
        format!(
            "extern int nd(void);\nint f({}) {{\nint A[50]; int B[50];\n{}\nif ({})\nreturn 1;\nreturn 0; }}",
            self.parameters.join(", "),
            self.body,
            all.join(" && ")
        )
    }

    fn check(&self) {
        let tallies = check(&self.text(), self.in_turn, self.repeated, self.ways);
        self.as_expected("planned", self.planned, &tallies.planned);
        self.as_expected("any number of", self.any, &tallies.any);
    }

    fn as_expected(&self, how: &str, expected: Expect, tally: &Tally) {
        let context = || format!("{}, {how} runs: {tally:?}\n{}", self.name, self.body);
        match expected {
            Nothing => return,
            Exact => assert!(tally.sufficient == 0 && tally.exact >= FEWEST, "{}", context()),
            Made => {}
            Sufficient => assert!(tally.sufficient >= FEWEST && tally.needlessly > 0, "{}", context()),
        }
        assert!(tally.held >= FEWEST && tally.refused >= FEWEST, "{}", context());
    }
}

/// What variables are after any number of runs.
const CLOSED_FORMS: &[Kind] = &[
    kind("unchanged", &["int i", "int n", "int x"], "while (i < n) { i++; }", (Exact, Exact)),
    kind("a constant more", &["int i", "int n", "int x"], "while (i < n) { i += 2; x++; }", (Exact, Exact)),
    kind("an input more", &["int i", "int n", "int d", "unsigned x"], "while (i < n) { i++; x += d; }", (Exact, Exact)),
    kind("scaled", &["int i", "int n", "unsigned x"], "while (i < n) { i++; x = 3 * x + 2; }", (Exact, Nothing)),
    kind("sums", &["int i", "int n", "unsigned s"], "while (i < n) { s += i; i++; }", (Exact, Nothing)),
    kind("constant", &["int i", "int n", "int x", "int y"], "while (i < n) { x = 5; y = n; i++; }", (Exact, Exact)),
    kind(
        "of the last run",
        &["int i", "int n", "int x", "int y"],
        "while (i < n) { y = x; x = i; i++; }",
        (Exact, Exact),
    ),
    kind("alternating", &["int i", "int n", "unsigned p"], "while (i < n) { p = 9 - p; i++; }", (Exact, Exact)),
    kind(
        "swapped",
        &["int i", "int n", "int x", "int y"],
        "while (i < n) { int z = x; x = y; y = z; i++; }",
        (Exact, Exact),
    ),
    kind("wrapped once", &["int i", "int n", "unsigned char w"], "while (i < n) { i++; w += 7; }", (Exact, Exact)),
    kind("wrapped, signed", &["int i", "int n", "signed char w"], "while (i < n) { i++; w += 7; }", (Nothing, Nothing)),
];

/// What has to hold in every run, of numbers.
const GUARDS: &[Kind] = &[
    kind("below", &["int i", "int n", "int x"], "while (i <= n) { i += 3; x -= 2; }", (Exact, Exact)),
    kind("above", &["int i", "int n", "int x"], "while (i >= n) { i -= 3; x -= 2; }", (Exact, Exact)),
    kind("slope not known", &["int i", "int n", "int d"], "while (i < n) { i += d; }", (Exact, Exact)),
    kind("stays equal", &["int i", "int j"], "while (i == j + 2) { i++; j++; }", (Exact, Exact)),
    kind("equal, slope not known", &["int i", "int j", "int d"], "while (i == j) { i += d; j += 2; }", (Exact, Exact)),
    kind("equal once", &["int i", "int n"], "while (i == n) { i += 2; }", (Nothing, Exact)),
    kind("not met going up", &["int i", "int n"], "while (i != n) { i++; }", (Exact, Exact)),
    kind("not met going down", &["int i", "int n"], "while (i != n) { i--; }", (Exact, Exact)),
    kind("passed over", &["int i", "int n", "int x"], "while (i != n) { i += 3; x++; }", (Exact, Exact)),
    kind("passing each other", &["int i", "int n"], "while (i != n) { i--; n++; }", (Exact, Exact)),
    kind("stays different", &["int i", "int n"], "while (i != n) { i++; n++; }", (Exact, Exact)),
    kind(
        "disjunction",
        &["int i", "int n", "int j"],
        "while (i < n || j > n) { i += 2; j -= 3; }",
        (Sufficient, Sufficient),
    ),
    kind(
        "wrapping",
        &["int i", "int n", "int x", "unsigned char w"],
        "while (i < n) { i++; w += 7; if (w < 100) x++; }",
        (Sufficient, Sufficient),
    ),
    kind("wrapping down", &["unsigned u", "int x"], "while (u != 3) { u--; x++; }", (Sufficient, Sufficient)),
    kind(
        "same remainder",
        &["unsigned u", "unsigned y", "int x"],
        "while (u % 4 == y) { u += 4; x++; }",
        (Exact, Exact),
    ),
    kind(
        "quotients",
        &["unsigned u", "unsigned y", "int x"],
        "while (u / 8 < y) { u += 8; x++; }",
        (Sufficient, Sufficient),
    ),
    kind("remainders", &["unsigned u", "unsigned y"], "while (u % 16 < 12) { u++; y += 3; }", (Sufficient, Sufficient)),
    kind(
        "set in the first run",
        &["int i", "int n", "int x"],
        "while (i < n && x != 1) { x = 5; i++; }",
        (Exact, Exact),
    ),
    kind("set to what moves", &["int i", "int n", "int x"], "while (x < n) { x = i; i++; }", (Exact, Exact)),
    kind("set to what moves down", &["int i", "int n", "int x"], "while (x < n) { x = i; i--; }", (Exact, Exact)),
    kind("opening upwards", &["int i", "int n", "int s"], "while (s < n) { s += i; i++; }", (Made, Nothing)),
    kind(
        "opening downwards",
        &["int i", "int n", "int s"],
        "while (s > n) { s += i - 4; i++; }",
        (Sufficient, Nothing),
    ),
];

/// What has to hold in every run, of elements.
const ELEMENTS: &[Kind] = &[
    kind(
        "upwards",
        &["int i", "int n", "int a", "int b"],
        "while (i < n) { if (A[i] == 1) a++; else if (A[i] > 3) b++; i++; }",
        (Exact, Exact),
    ),
    kind(
        "downwards",
        &["int i", "int n", "int a", "int b"],
        "while (i > n) { if (A[i] == 1) a++; else if (A[i] > 3) b++; i--; }",
        (Exact, Exact),
    ),
    kind("every second", &["int i", "int n", "int a"], "while (i < n) { if (A[i] == 1) a++; i += 2; }", (Exact, Exact)),
    kind(
        "every second down",
        &["int i", "int n", "int a"],
        "while (i > n) { if (A[i] < 2) a++; i -= 2; }",
        (Exact, Exact),
    ),
    kind(
        "every third",
        &["int i", "int n", "int a"],
        "while (i < n) { if (A[3 * i + 1] != 1) a++; i++; }",
        (Exact, Exact),
    ),
    kind(
        "two predicates",
        &["int i", "int n", "int a"],
        "while (i < n) { if (A[i] >= 1) if (A[i] <= 2) a++; i++; }",
        (Exact, Exact),
    ),
    kind(
        "one or the other",
        &["int i", "int n", "int a"],
        "while (i < n) { if (A[i] == 1 || A[i] == 3) a++; i++; }",
        (Exact, Exact),
    ),
    kind(
        "an input",
        &["int i", "int n", "int x", "int b"],
        "while (i < n) { if (A[i] == x) b++; i++; }",
        (Exact, Exact),
    ),
    kind(
        "what stays",
        &["int i", "int n", "int a", "int b"],
        "while (i < n) { if (A[i] < a) b++; i++; }",
        (Exact, Exact),
    ),
    kind(
        "another element",
        &["int i", "int n", "int b"],
        "while (i < n) { if (A[i] == A[2]) b++; i++; }",
        (Exact, Exact),
    ),
    kind("two arrays", &["int i", "int n", "int a"], "while (i < n) { if (A[i] == B[i]) a++; i++; }", (Exact, Exact)),
    kind(
        "two arrays, sums",
        &["int i", "int n", "int a"],
        "while (i < n) { if (A[i] + B[i] > 2) a++; i++; }",
        (Exact, Exact),
    ),
    kind(
        "two arrays, two indices",
        &["int i", "int n", "int j"],
        "while (i < n) { if (A[i] != B[j]) j += 2; i++; }",
        (Exact, Exact),
    ),
    kind(
        "neighbours",
        &["int i", "int n", "int a"],
        "while (i < n) { if (A[i] <= A[i + 1]) a++; i++; }",
        (Exact, Exact),
    ),
    kind(
        "both ends",
        &["int i", "int j", "int a"],
        "while (i < j) { if (A[i] != A[j]) a++; i++; j--; }",
        (Exact, Exact),
    ),
    kind("the index", &["int i", "int n", "int a"], "while (i < n) { if (A[i] <= i) a++; i++; }", (Exact, Exact)),
    kind(
        "equal to the index",
        &["int i", "int n", "int a"],
        "while (i < n) { if (A[i] == i) a++; i++; }",
        (Exact, Exact),
    ),
    kind("what moves", &["int i", "int n", "int a"], "while (i < n) { if (A[i] > a) a -= 2; i++; }", (Exact, Exact)),
    kind("scan", &["int i", "int n", "int x"], "while (i < n && A[i] != x) { i++; }", (Exact, Exact)),
    kind(
        "streams",
        &["int i", "int n", "int a", "int b"],
        "while (i < n) { int v = nd(); i++; if (v > 0 && v < 3) a++; else if (v == 3) b++; }",
        (Exact, Exact),
    ),
];

/// Several subchains in turn.
const MACRO_CHAINS: &[Kind] = &[
    in_turn(
        2,
        kind(
            "taking turns",
            &["int i", "int n", "int x", "int y", "int p"],
            "while (i < n) { i++; if (p == 0) x++; else y += 2; p = 1 - p; }",
            (Exact, Exact),
        ),
    ),
    in_turn(
        2,
        kind(
            "catching up",
            &["int i", "int n", "int x", "int y"],
            "while (i != n) { i++; if (i - x > 0) x += 2; else y++; }",
            (Exact, Exact),
        ),
    ),
];

#[test]
fn closed_forms_are_what_single_runs_end_with() {
    CLOSED_FORMS.iter().for_each(Kind::check);
}

#[test]
fn guards_hold_in_single_runs() {
    GUARDS.iter().for_each(Kind::check);
}

#[test]
fn guards_on_elements_hold_in_single_runs() {
    ELEMENTS.iter().for_each(Kind::check);
}

#[test]
fn subchains_in_turn_are_as_many_single_runs() {
    MACRO_CHAINS.iter().for_each(Kind::check);
}
