//! Where paths are given up: the reason that a verdict then has, and what is advised.

use super::{File, check};

const DEPTH: &str = "int depth(int n) { if (n <= 0) return 0; return 1 + depth(n - 1); }";

#[test]
fn the_gap_that_a_run_gets_to_is_the_reason() {
    // The recursion comes first, but it is never deep.
    let text = format!(
        "{DEPTH}
void *memset(void *, int, unsigned long);
int main(void) {{
  unsigned m = __VERIFIER_nondet_int();
  int a[10], d = 0;
  d = depth(m & 7);
  if (m < 40) memset(a, 1, m);
  if (d < 0) {{ negative: return 3; }}
  return 0;
}}
"
    );
    let file = File::new("gap_part.c", &text);
    let shown =
        check(&["reach", file.name(), "--target", "label:negative"], 3, "only a part of an element of type `int`");
    assert!(shown.contains("a multiple of the element's size"), "{shown}");
    assert!(!shown.contains("--recursion") && !shown.contains("calls itself"), "{shown}");
    let whole = File::new("gap_whole.c", &text.replace("1, m)", "1, m / 4 * 4)"));
    check(&["reach", whole.name(), "--target", "label:negative"], 0, "unreachable");
}

#[test]
fn a_time_out_before_the_gap_is_a_time_out() {
    let text = format!(
        "{DEPTH}
int main(void) {{
  unsigned x = __VERIFIER_nondet_int(), c = 0;
  while (x > 1) {{ x = x % 2 ? 3 * x + 1 : x / 2; c++; }}
  int d = c == 1234567 ? depth(__VERIFIER_nondet_int()) : 0;
  if (d < 0) {{ negative: return 3; }}
  return 0;
}}
"
    );
    let file = File::new("gap_time.c", &text);
    let shown = check(
        &["reach", file.name(), "--target", "label:negative", "--timeout", "1"],
        3,
        "the time limit of 1 s is over",
    );
    assert!(shown.contains("a larger --timeout") && !shown.contains("--recursion"), "{shown}");
}

#[test]
fn a_run_into_a_gap_says_so() {
    let text = format!("{DEPTH}\nint main(void) {{\n  return depth(__VERIFIER_nondet_int());\n}}\n");
    let file = File::new("gap_run.c", &text);
    check(&["run", file.name(), "--inputs", "__VERIFIER_nondet_int@4=8"], 0, "the program is over");
    let shown =
        check(&["run", file.name(), "--inputs", "__VERIFIER_nondet_int@4=20"], 3, "calls itself more than 8 times");
    assert!(shown.contains("stopped") && shown.contains("a larger --recursion"), "{shown}");
    let deep = ["run", file.name(), "--inputs", "__VERIFIER_nondet_int@4=20", "--target", "2"];
    check(&deep, 0, "reached");
    check(&[&deep[..4], &["--recursion", "20"]].concat(), 0, "the program is over");
}
