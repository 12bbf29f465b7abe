//! Programs with small domains.

use crate::generate::generate;

/// A program that calls `reach_error`.
#[derive(Clone)]
pub struct Case {
    pub name: String,
    pub text: String,
    pub entry: &'static str,
    /// Inputs by name, with their values; 0 to 2 if nothing is said.
    pub domains: Vec<(String, Vec<i64>)>,
    /// Whether nothing reaches the target.
    pub is_dead: bool,
}

fn case(name: &str, domains: &[(&str, std::ops::RangeInclusive<i64>)], body: &str) -> Case {
    let text = format!(
        "extern void reach_error(void);\nextern int nondet(void);\nextern void __VERIFIER_assume(int);\n{body}\n"
    );
    let domains = domains.iter().map(|(name, range)| (name.to_string(), range.clone().collect())).collect();
    Case { name: name.into(), text, entry: "prog", domains, is_dead: false }
}

/// The benchmarks of \[ELN\] and \[APC\] with smaller numbers, and what is easily got wrong.
pub fn small() -> Vec<Case> {
    let dead = |case: Case| Case { is_dead: true, ..case };
    vec![
        case(
            "fig1",
            &[("A", 0..=1), ("B", 1..=2)],
            "void prog(void) { int A[4], B[4], a = 0, b = 0;\nfor (int i = 0; i < 4; ++i) if (A[i] == 1) ++a;\n\
             for (int j = 0; j < 4; ++j) if (B[j] == 2) ++b;\nif (a > 2 && a + b == 6) reach_error(); }",
        ),
        case(
            "hello",
            &[("A", 0..=2)],
            "void prog(void) { char A[6]; const char H[] = {1, 2, 0};\nA[5] = 0; int h = 0;\n\
             for (int i = 0; A[i] != 0; ++i) { int j = i, k = 0;\n\
             while (H[k] != 0 && A[j] != 0 && A[j] == H[k]) { ++j; ++k; }\nif (H[k] == 0) { h = 1; break; }\n\
             if (A[j] == 0) break; }\nif (h == 1) reach_error(); }",
        ),
        case(
            "doif",
            &[("A", 1..=4), ("n", 0..=6)],
            "void prog(int n) { int A[6], ones = 0, twos = 0, others = 0;\n\
             for (int i = 0; i < n; ++i) { if (A[i] == 1) ++ones; else if (A[i] == 2) ++twos; else ++others; }\n\
             if (ones == 2 && twos == 1 && others == 1) reach_error(); }",
        ),
        case(
            "eqcnt",
            &[("A", 0..=1), ("B", 0..=1), ("n", -1..=4)],
            "void prog(int n) { int A[4], B[4], equal = 0, different = 0;\nfor (int i = 0; i < n; ++i)\n\
             for (int j = 0; j < n; ++j) if (A[i] == B[j]) ++equal; else ++different;\n\
             if (equal == different + 4) reach_error(); }",
        ),
        dead(case(
            "oneloop",
            &[("n", -3..=40)],
            "void prog(int n) { int i = 0; while (i < n) i += 4; if (i == 15) reach_error(); }",
        )),
        case(
            "oneloop that stops",
            &[("n", -3..=40)],
            "void prog(int n) { int i = 0; while (i < n) i += 4; if (i == 16) reach_error(); }",
        ),
        dead(case(
            "twoloops",
            &[("n", -3..=40)],
            "void prog(int n) { int i = 0, j = 0; while (i < n) i += 4; while (i != j + 7 && j < 60) j += 2;\n\
             if (i == j + 7) reach_error(); }",
        )),
        case(
            "matrir",
            &[("A", 10..=11), ("m", 0..=4), ("n", 0..=4)],
            "void prog(int m, int n) { int A[3][3], w = 0; if (m > 3 || n > 3) return;\n\
             for (int i = 0; i < m; ++i) { int k = 0; for (int j = i; j < n; ++j) if (A[i][j] > 10) ++k;\n\
             if (k > 1) { w = 1; break; } }\nif (m > 1 && n > 1 && w == 1) reach_error(); }",
        ),
        case(
            "no round at all",
            &[("n", -2..=3)],
            "void prog(int n) { int i = 0; while (i < n) i++; if (i == 0) reach_error(); }",
        ),
        case(
            "the last round counts",
            &[("n", 0..=9)],
            "void prog(int n) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) s++;\n\
             if (s == 10) reach_error(); }",
        ),
        case(
            "many rounds",
            &[("n", 0..=60)],
            "void prog(int n) { int i = 0, j = 0; while (i < n) { i++; j += 2; } if (j > 70) reach_error(); }",
        ),
        case(
            "a write where a counter is",
            &[("A", 0..=2)],
            "void prog(void) { int A[4], i = 0; while (i < 4 && A[i] == 1) A[i++] = 0;\n\
             if (i > 1 && A[0] == 0 && A[i - 1] == 0) reach_error(); }",
        ),
        case(
            "what is read in between",
            &[("nondet", 0..=3)],
            "void prog(void) { int s = 0; for (int i = 0; i < 3; i++) { int x = nondet(); if (x > s) s = x; else s = s + 1; }\n\
             if (s == 4) reach_error(); }",
        ),
        case(
            "remainders",
            &[("n", -8..=20)],
            "void prog(int n) { unsigned char c = 250; for (int i = 0; i < n; i++) c += 3;\n\
             if (c % 7 == 2 && n / 3 == 4) reach_error(); }",
        ),
    ]
}

/// A random program of the differential tests.
pub fn random(seed: u64) -> Case {
    let prog = generate(seed);
    let domains =
        prog.params.iter().cloned().chain([("__VERIFIER_nondet_int".to_string(), prog.nondet.clone())]).collect();
    Case { name: format!("seed {seed}"), text: prog.for_lariat(), entry: "prog", domains, is_dead: false }
}
