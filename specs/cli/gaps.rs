//! Where paths are given up: the reason that a verdict then has, and what is advised.

use super::{File, check};

/// What has memory of its own besides numbers is not followed any deeper.
const DEPTH: &str = "int depth(int n) { if (n <= 0) return 0; return 1 + depth((int[]){ n - 1 }[0]); }";

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

/// Also where the pointer is among bytes, of which nobody knows what they lead to.
#[test]
fn what_is_too_deep_says_so() {
    let text = "struct value { int tag; union { long i; char *s; } u; };\n\
                int f(struct value *v) { if (v->u.s[0] == 'a') { found: return 1; } return 0; }\n";
    let file = File::new("gap_depth.c", text);
    let ask = ["reach", file.name(), "--entry", "f", "--target", "label:found"];
    check(&[&ask[..], &["--depth", "2"]].concat(), 0, "reachable");
    let shown =
        check(&[&ask[..], &["--depth", "1"]].concat(), 3, "`v.u.s` is followed, which is more than 1 pointers away");
    assert!(shown.contains("a larger --depth"), "{shown}");
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

#[test]
fn less_recursion_is_followed_where_the_program_would_be_too_large() {
    let text = "int tree(int n) { int s = 1, *own = &(int){0}; if (n > 0) { s += tree(n - 1); s += tree(n - 1); \
         s += tree(n - 1); s += tree(n - 1); s += tree(n - 1); s += tree(n - 1); } return s; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 7 && tree(n) == 55987) { all: return 1; }
  if (n < 3 && tree(n) == 43) { some: return 2; }
  return 0;
}
";
    let file = File::new("gap_large.c", text);
    let ask = |label: &str, more: &[&str], code: i32, expected: &str| {
        check(&[&["reach", file.name(), "--target", label], more].concat(), code, expected)
    };
    let shown = ask("label:all", &[], 3, "`tree` calls itself more than 2 times (following 8 makes the program too");
    assert!(shown.contains("--recursion 3, if the program is not too large then"), "{shown}");
    ask("label:some", &[], 0, "replayed  yes");
    let shown = ask("label:all", &["--recursion", "1"], 3, "`tree` calls itself more than 1 times\n");
    assert!(shown.contains("a larger --recursion"), "{shown}");
    // What fits is followed as it was asked for.
    let shown = ask("label:all", &["--recursion", "4"], 3, "`tree` calls itself more than 4 times\n");
    assert!(!shown.contains("too large"), "{shown}");
}

#[test]
fn what_is_too_large_without_any_recursion_names_the_function_that_takes_most() {
    let mut text = "int f0(int n) { n++; n++; n++; return n; }\n".to_string();
    for i in 1..25 {
        text.push_str(&format!("int f{i}(int n) {{ return f{}(n) + f{}(n); }}\n", i - 1, i - 1));
    }
    text.push_str("int main(void) { return f24(1); }\n");
    let file = File::new("gap_refused.c", &text);
    let shown = check(&["reach", file.name(), "--target", "1"], 2, "more than 400000 statements after inlining");
    assert!(shown.contains("most of them in copies of `f0`") && shown.contains("--entry"), "{shown}");
}
