//! Programs with small domains: those of the papers with smaller numbers, and what is easily got wrong.

use lariat::frontend::{self, Options};
use lariat::program::{Original, Target};
use lariat::question::Question;
use lariat::source::Source;
use lariat::term::Terms;

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

impl Case {
    /// The program, and the question about its target.
    pub fn load(&self, terms: &Terms) -> (Original, Question) {
        let options = Options { entry: self.entry.into(), ..Options::default() };
        let program = frontend::lower(terms, &mut Source::from_text("case.c", &self.text), &options)
            .map(Original::of)
            .unwrap_or_else(|all| panic!("{}: {:?}\n{}", self.name, all[0].message, self.text));
        let target = Target::Call("reach_error".into());
        (program, Question { entry: self.entry.into(), ..Question::about("case.c".into(), target) })
    }

    /// The values of an input.
    pub fn domain(&self, name: &str) -> &[i64] {
        self.domains.iter().find(|(n, _)| n == name).map_or(&[0, 1, 2], |(_, values)| values)
    }
}

fn case(name: &str, domains: &[(&str, std::ops::RangeInclusive<i64>)], body: &str) -> Case {
    let text = format!(
        "extern void reach_error(void);\nextern int nondet(void);\nextern void __VERIFIER_assume(int);\n{body}\n"
    );
    let domains = domains.iter().map(|(name, range)| (name.to_string(), range.clone().collect())).collect();
    Case { name: name.into(), text, entry: "prog", domains, is_dead: false }
}

/// The nine benchmarks of \[ELN\] with smaller numbers.
pub fn eln() -> Vec<Case> {
    let dead = |case: Case| Case { is_dead: true, ..case };
    vec![
        case(
            "hello",
            &[("A", 0..=2)],
            "void prog(void) { char A[6]; const char H[] = {1, 2, 0};\nA[5] = 0; int h = 0;\n\
             for (int i = 0; A[i] != 0; ++i) { int j = i, k = 0;\n\
             while (H[k] != 0 && A[j] != 0 && A[j] == H[k]) { ++j; ++k; }\nif (H[k] == 0) { h = 1; break; }\n\
             if (A[j] == 0) break; }\nif (h == 1) reach_error(); }",
        ),
        case(
            "hw",
            &[("A", 0..=2)],
            "void prog(void) { char A[7]; const char H[] = {1, 2, 0}, W[] = {2, 1, 0};\nA[6] = 0; int h = 0;\n\
             for (int i = 0; A[i] != 0; ++i) { int j = i, k = 0;\n\
             while (H[k] != 0 && A[j] != 0 && A[j] == H[k]) { ++j; ++k; }\n\
             if (H[k] == 0) { h = 1; break; } if (A[j] == 0) break; }\n\
             int w = 0;\n\
             for (int i = 0; A[i] != 0; ++i) { int j = i, k = 0;\n\
             while (W[k] != 0 && A[j] != 0 && A[j] == W[k]) { ++j; ++k; }\n\
             if (W[k] == 0) { w = 1; break; } if (A[j] == 0) break; }\n\
             if (h == 1 && w == 1) reach_error(); }",
        ),
        case(
            "hwm",
            &[("A", 0..=2)],
            "void prog(void) { char A[8]; const char H[] = {1, 2, 0}, W[] = {2, 1, 0}, T[] = {1, 1, 0}, M[] = {2, 2, 1, 0};\n\
             A[7] = 0; int h = 0;\n\
             for (int i = 0; A[i] != 0; ++i) { int j = i, k = 0;\n\
             while (H[k] != 0 && A[j] != 0 && A[j] == H[k]) { ++j; ++k; }\n\
             if (H[k] == 0) { h = 1; break; } if (A[j] == 0) break; }\n\
             int w = 0;\n\
             for (int i = 0; A[i] != 0; ++i) { int j = i, k = 0;\n\
             while (W[k] != 0 && A[j] != 0 && A[j] == W[k]) { ++j; ++k; }\n\
             if (W[k] == 0) { w = 1; break; } if (A[j] == 0) break; }\n\
             int t = 0;\n\
             for (int i = 0; A[i] != 0; ++i) { int j = i, k = 0;\n\
             while (T[k] != 0 && A[j] != 0 && A[j] == T[k]) { ++j; ++k; }\n\
             if (T[k] == 0) { t = 1; break; } if (A[j] == 0) break; }\n\
             int m = 0;\n\
             for (int i = 0; A[i] != 0; ++i) { int j = i, k = 0;\n\
             while (M[k] != 0 && A[j] != 0 && A[j] == M[k]) { ++j; ++k; }\n\
             if (M[k] == 0) { m = 1; break; } if (A[j] == 0) break; }\n\
             if (h == 1 && w == 1 && t == 1 && m == 1) reach_error(); }",
        ),
        case(
            "doif",
            &[("A", 1..=4), ("n", 0..=6)],
            "void prog(int n) { int A[6], ones = 0, twos = 0, others = 0;\n\
             for (int i = 0; i < n; ++i) { if (A[i] == 1) ++ones; else if (A[i] == 2) ++twos; else ++others; }\n\
             if (ones == 2 && twos == 1 && others == 1) reach_error(); }",
        ),
        case(
            "doifex",
            &[("A", 1..=3), ("B", 9..=11), ("n", 0..=4), ("m", 0..=4)],
            "void prog(int n, int m) { int A[4], B[4], ones = 0, twos = 0, others = 0, small = 0, medium = 0, large = 0;\n\
             for (int i = 0; i < n; ++i) { if (A[i] == 1) ++ones; else if (A[i] == 2) ++twos; else ++others; }\n\
             for (int j = 0; j < m; ++j) { if (B[j] < 10) ++small; else if (B[j] < 11) ++medium; else ++large; }\n\
             if (ones + small == 3 && twos > medium && others + large == 2 && n == m) reach_error(); }",
        ),
        case(
            "eqcnt",
            &[("A", 0..=1), ("B", 0..=1), ("n", -1..=4)],
            "void prog(int n) { int A[4], B[4], equal = 0, different = 0;\nfor (int i = 0; i < n; ++i)\n\
             for (int j = 0; j < n; ++j) if (A[i] == B[j]) ++equal; else ++different;\n\
             if (equal == different + 4) reach_error(); }",
        ),
        dead(case(
            "eqcntex",
            &[("A", 0..=1), ("B", 0..=1), ("C", 0..=1), ("D", 0..=1)],
            "void prog(void) { int A[2], B[3], C[2], D[2], equal = 0, same = 0;\n\
             for (int i = 0; i < 2; ++i) for (int j = 0; j < 3; ++j) if (A[i] == B[j]) ++equal;\n\
             for (int i = 0; i < 2; ++i) for (int j = 0; j < 2; ++j) if (C[i] == D[j]) ++same;\n\
             if (equal + same > 10) reach_error(); }",
        )),
        dead(case(
            "oneloop",
            &[("n", -3..=40)],
            "void prog(int n) { int i = 0; while (i < n) i += 4; if (i == 15) reach_error(); }",
        )),
        dead(case(
            "twoloops",
            &[("n", -3..=40)],
            "void prog(int n) { int i = 0, j = 0; while (i < n) i += 4; while (i != j + 7 && j < 60) j += 2;\n\
             if (i == j + 7) reach_error(); }",
        )),
    ]
}

/// The programs of \[ELN\] and \[APC\] that are not among them.
pub fn other_papers() -> Vec<Case> {
    vec![
        case(
            "fig1",
            &[("A", 0..=1), ("B", 1..=2)],
            "void prog(void) { int A[4], B[4], a = 0, b = 0;\nfor (int i = 0; i < 4; ++i) if (A[i] == 1) ++a;\n\
             for (int j = 0; j < 4; ++j) if (B[j] == 2) ++b;\nif (a > 2 && a + b == 6) reach_error(); }",
        ),
        case(
            "matrir",
            &[("A", 10..=11), ("m", 0..=4), ("n", 0..=4)],
            "void prog(int m, int n) { int A[3][3], w = 0; if (m > 3 || n > 3) return;\n\
             for (int i = 0; i < m; ++i) { int k = 0; for (int j = i; j < n; ++j) if (A[i][j] > 10) ++k;\n\
             if (k > 1) { w = 1; break; } }\nif (m > 1 && n > 1 && w == 1) reach_error(); }",
        ),
        case(
            "windriver",
            &[("packets", 0..=0), ("buffer", 0..=2), ("MAX", 0..=3), ("SIZE", 0..=3)],
            "void prog(int MAX, int SIZE) { int packets[3][3], buffer[6];\n\
             for (int i = 0; i < MAX; ++i) for (int j = 0; j < SIZE; j++) packets[i][j] = 0;\n\
             int number = buffer[0]; if (number > MAX || number < 0) return;\n\
             for (int i = 0; i < number; i++) { int id = buffer[i * (SIZE + 1) + 1]; if (id >= MAX || id < 0) return;\n\
             for (int j = 0; j < SIZE; j++) packets[id][j] = buffer[i * (SIZE + 1) + j + 2]; }\n\
             if (number < MAX && packets[number][0] != 0 && SIZE > 1) reach_error(); }",
        ),
    ]
}

/// Those of these whose conditions take seconds.
const SLOW: [&str; 4] = ["hw", "hwm", "doifex", "windriver"];

/// All of these that do not take long, and what is easily got wrong.
pub fn small() -> Vec<Case> {
    all().into_iter().filter(|case| !SLOW.contains(&case.name.as_str())).collect()
}

/// All of these, and what is easily got wrong.
pub fn all() -> Vec<Case> {
    let warnings = vec![
        case(
            "oneloop that stops",
            &[("n", -3..=40)],
            "void prog(int n) { int i = 0; while (i < n) i += 4; if (i == 16) reach_error(); }",
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
    ];
    eln().into_iter().chain(other_papers()).chain(warnings).collect()
}
