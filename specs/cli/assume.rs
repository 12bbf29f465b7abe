//! Assumptions of a question: what they change, what they rest on, and which mistakes are shown where.

use super::{File, check, lariat, out};

const SEARCH: &str = "int g = 3;
float real;
int twice(int x) { return 2 * x; }
int f(int n, unsigned u, long l, char *s, int A[]) {
  int i;
  for (i = 0; i < n; i++)
    if (A[i] == 7)
      break;
  if (i == 5 && s[0] == 'H')
    reach_error();
  if (u == 0)
    return 1;
  if (n == 2147483648 / 10 * 10 + 7)
    return 2;
  return 10 / n;
}
";

/// What is said of a target of `f` under these assumptions.
fn reach(file: &File, target: &str, assume: &[&str], code: i32, part: &str) -> String {
    let given = assume.iter().flat_map(|text| ["--assume", text]);
    let args: Vec<&str> = ["reach", file.name(), "--entry", "f", "--target", target].into_iter().chain(given).collect();
    check(&args, code, part)
}

#[test]
fn assumptions_decide() {
    let file = File::new("assume.c", SEARCH);
    for (target, assume) in [("11", "n < 5"), ("11", "s[0] != 'H'"), ("11", "A[3] == 7"), ("13", "u != 0")] {
        reach(&file, target, &[], 0, "replayed  yes");
        let text = reach(&file, target, &[assume], 0, "unreachable");
        assert!(text.contains(&format!("assuming  {assume} at the entry")), "{text}");
    }
    // And what could not be known without them: a way past the search that is not too short.
    let text = reach(&file, "11", &["n >= 5 && n < 9", "s[0] == 'H'", "A[4] != 7"], 0, "replayed  yes");
    for shown in ["n >= 5 && n < 9 at the entry", "s[0] == 'H' at the entry", "A[4] != 7 at the entry"] {
        assert!(text.contains(shown), "{text}");
    }
}

#[test]
fn only_assumptions_that_mattered_are_listed() {
    let file = File::new("assume-listed.c", SEARCH);
    let text = reach(&file, "9", &["n < 9", "l > 3", "l < n", "s[2] == 1", "u > 7"], 0, "replayed  yes");
    for shown in ["n < 9 at the entry", "l > 3 at the entry", "l < n at the entry"] {
        assert!(text.contains(shown), "{shown}: {text}");
    }
    assert!(!text.contains("s[2] == 1") && !text.contains("u > 7"), "{text}");
}

#[test]
fn an_array_of_a_parameter_has_a_length() {
    let file = File::new("assume-array.c", SEARCH);
    reach(&file, "bounds", &["n <= 4", "s.length > 0"], 0, "reachable");
    reach(&file, "bounds", &["A.length >= n", "s.length > 0"], 0, "unreachable");
}

#[test]
fn an_element_that_is_assumed_is_there() {
    let text = "void f(int A[]) {\n  if (A[4] == 0)\n    reach_error();\n}\n";
    let file = File::new("assume-length.c", text);
    reach(&file, "bounds", &[], 0, "replayed  yes");
    reach(&file, "bounds", &["A[3] == 1"], 0, "replayed  yes");
    // Any element up to the last one will do, whatever its value.
    reach(&file, "bounds", &["A[4] == A[4]"], 0, "unreachable");
    reach(&file, "bounds", &["A[6] > 0"], 0, "unreachable");
    // Not evaluated, so nothing has to be there.
    reach(&file, "bounds", &["1 || A[6] > 0"], 0, "replayed  yes");
}

#[test]
fn what_is_undefined_in_an_assumption_is_no_target() {
    let text = "int f(int n, int m) {\n  if (m == 3)\n    return n / m;\n  return n - m;\n}\n";
    let file = File::new("assume-undefined.c", text);
    reach(&file, "division", &["1 / n == 1 / n"], 0, "unreachable");
    reach(&file, "4", &["1 / n == 1 / n"], 0, "replayed  yes");
    // The sum fits, so `m` is not the least value.
    reach(&file, "overflow", &["n == 0"], 0, "replayed  yes");
    reach(&file, "overflow", &["n == 0", "m - 1 < m"], 0, "unreachable");
}

#[test]
fn assumptions_follow_the_types() {
    let text = "int f(long l, unsigned u) {\n  if (l == 4000000000 || u == 7)\n    reach_error();\n  return 0;\n}\n";
    let file = File::new("assume-types.c", text);
    let narrow = |assume: &str, code, part: &str| {
        let target = ["reach", file.name(), "--entry", "f", "--target", "4", "--data-model", "ilp32"];
        check(&[&target[..], &["--assume", assume]].concat(), code, part)
    };
    reach(&file, "4", &["l > 3000000000"], 0, "replayed  yes");
    narrow("l > 3000000000", 2, "no input satisfies the assumption `l > 3000000000` when `f` begins");
    narrow("sizeof(long) == 4", 0, "replayed  yes");
    reach(&file, "4", &["sizeof(long) == 4"], 2, "no input satisfies");
    // As C has it: -1 becomes the largest unsigned value, and 0 - 1 wraps.
    reach(&file, "4", &["u > -1"], 2, "no input satisfies");
    reach(&file, "4", &["l == 0", "u - 8 > 4294967290u"], 0, "replayed  yes");
    reach(&file, "4", &["l == 0", "u - 8 < 4294967290u"], 0, "unreachable");
}

#[test]
fn contradictions_are_named_without_the_rest() {
    let file = File::new("assume-contradiction.c", SEARCH);
    let text =
        reach(&file, "11", &["u > 3", "n < 5", "s[0] == 'H'", "n > i_am_not"], 2, "undeclared identifier 'i_am_not'");
    assert!(!text.contains("no input"), "{text}");
    let text = reach(&file, "11", &["u > 3", "n < 5", "s[0] == 'H'", " n > 7 "], 2, "no input satisfies these");
    assert!(text.contains("when `f` begins: `n < 5`, `n > 7`"), "{text}");
    reach(&file, "11", &["g == 5"], 2, "no input satisfies the assumption `g == 5`");
    reach(&file, "11", &["g == 3"], 0, "replayed  yes");
    reach(&file, "11", &["10 / n == 2", "n == 0"], 2, "`10 / n == 2`, `n == 0`");
}

#[test]
fn mistakes_are_pointed_at() {
    let file = File::new("assume-mistakes.c", SEARCH);
    let cases = [
        ("", "1:1", "expected expression"),
        ("n >", "1:3", "expected expression"),
        ("n > > 3", "1:5", "expected expression"),
        ("n >\n m", "2:2", "undeclared identifier 'm'"),
        ("n = 3", "1:1", "`==` compares"),
        ("n++ > 2", "1:1", "cannot change anything"),
        ("n > 2 && (u += 2)", "1:11", "cannot change anything"),
        ("twice(n) == 2", "1:1", "a call"),
        ("({ n; })", "1:1", "statements"),
        ("i == 3", "1:1", "undeclared identifier 'i'"),
        ("n < LIMIT", "1:5", "undeclared identifier 'LIMIT'"),
        ("(long double)n > 1", "1:1", "floating-point"),
        ("s == 4096", "1:1", "a number is used as a pointer"),
        ("(n > 0", "1:1", "`(` is not closed"),
        ("n > 0)", "1:6", "`)` closes nothing"),
        ("1); int h = (2", "1:2", "`)` closes nothing"),
        ("n > 0; 1", "1:6", "expected ')'"),
        ("# 1 \"x.c\"", "1:", "expected expression"),
    ];
    for (assume, place, part) in cases {
        let text = reach(&file, "11", &["u > 3", assume], 2, part);
        assert!(text.contains(&format!("assumption 2:{place}")), "{assume}: {text}");
        assert!(assume.lines().any(|row| text.contains(row)) || assume.is_empty(), "{assume}: {text}");
        assert!(text.contains("─ here"), "{assume}: {text}");
    }
    let deep = format!("{}n{}", "(".repeat(5000), ")".repeat(5000));
    reach(&file, "11", &[&deep], 2, "nested too deeply");
    let text = reach(&file, "11", &["n >", "u > 3", "m < < 2"], 2, "assumption 1:1:3");
    assert!(text.contains("assumption 3:1:5") && !text.contains("assumption 2"), "{text}");
    // A mistake in the program is the program's, whatever is assumed.
    let broken = File::new("assume-broken.c", "int f(int n) {\n  return n +;\n}\n");
    let text = reach(&broken, "3", &["n > 3"], 2, "expected expression");
    assert!(text.contains("assume-broken.c:3"), "{text}");
}

#[test]
fn every_command_assumes() {
    let file = File::new("assume-all.c", SEARCH);
    for (command, part) in [("program", "assumption 1"), ("chains", "assume n < 9"), ("constraints", "n < 9")] {
        check(&[command, file.name(), "--entry", "f", "--target", "11", "--assume", "n < 9"], 0, part);
        check(&[command, file.name(), "--entry", "f", "--target", "11", "--assume", "n <"], 2, "assumption 1:1:3");
    }
    let run = ["run", file.name(), "--entry", "f", "--assume", "n < 9 && A[1] == 2", "--target", "16", "--inputs"];
    let inputs = |values: &[&str], code, part: &str| check(&[&run[..], values].concat(), code, part);
    inputs(&["n=2", "u=1", "A=1,2", "s=1"], 0, "reached");
    inputs(&["n=9", "u=1", "A=1,2", "s=1"], 1, "the assumption `n < 9 && A[1] == 2` does not hold");
    inputs(&["n=2", "u=1", "A=2", "s=1"], 1, "the assumption `n < 9 && A[1] == 2` does not hold");
}

#[test]
fn preprocessed_files_can_be_assumed_about() {
    let text = "# 1 \"kept.c\"\nextern void reach_error(void);\nvoid f(int n) { if (n) reach_error(); }";
    let file = File::exact("assume.i", text.as_bytes());
    reach(&file, "call:reach_error", &["n == 0"], 0, "unreachable kept.c:2");
    let output = lariat(&["reach", file.name(), "--entry", "f", "--target", "call:reach_error", "--assume", "n > 1"]);
    assert!(out(&output).contains("n = 2"), "{output:?}");
}
