//! Programs of many lines: answered or given up in time, in memory that grows as the program does.

use super::{File, lariat};
use std::fmt::Write;

/// A program of about so many lines, in which every so-many-th function is called.
fn program(lines: usize, called: usize) -> String {
    let mut text = String::new();
    let functions = lines / 25;
    for k in 0..functions {
        write!(
            text,
            "struct s{k} {{ int a; unsigned b; int c[4]; }};
int g{k} = {small};
struct s{k} v{k} = {{ {small}, {k}u, {{ 1, 2 }} }};
static const int table{k}[8] = {{ 1, 2, 3, 4, 5, {small} }};
int f{k}(int n, int m) {{
  int total = 0;
  for (int i = 0; i < 8; i++) {{
    if (table{k}[i] > n)
      total += m;
    else
      v{k}.c[i & 3] = n;
  }}
  while (total > {small} && n > 0) {{
    n--;
    total -= 2;
  }}
  switch (m & 3) {{
  case 0: total ^= 0x15; break;
  case 1: g{k} += 1; break;
  default: break;
  }}
  v{k}.a = total;
  return total + v{k}.c[1];
}}

",
            small = k % 17,
        )
        .expect("text grows");
    }
    text.push_str("int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x < 0 || x > 100)\n    return 0;\n");
    for k in (0..functions).filter(|k| k % called == 0) {
        writeln!(text, "  x = f{k}(x & 15, {});", k % 7).expect("text grows");
    }
    text.push_str("  if (x == 12345)\n    reach_error();\n  return 0;\n}\n");
    text
}

/// The size of the graph: the edges `lariat program` lists, before ranges decide anything of it.
fn listed(lines: usize, called: usize) -> usize {
    let file = File::new(&format!("listed-{lines}.c"), &program(lines, called));
    let output = lariat(&["program", file.name(), "--target", "call:reach_error", "--stage", "pruned"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    super::out(&output).lines().count()
}

#[test]
fn the_graph_grows_as_the_program_does() {
    let (one, two, four) = (listed(1000, 10), listed(2000, 10), listed(4000, 10));
    assert!(two > one && two - one < 2 * one, "{one} {two} {four}");
    assert!(four - two < 3 * (two - one), "{one} {two} {four}");
}

/// Where little of it is called the answer comes; where much is, the time may be over first, but not the memory.
#[test]
fn twenty_thousand_lines_are_within_the_limits() {
    for (called, timeout, codes) in [(10_000, "60s", &[0][..]), (50, "5s", &[0, 3]), (3, "5s", &[0, 3])] {
        let text = program(20_000, called);
        assert!(text.lines().count() >= 20_000, "{}", text.lines().count());
        let file = File::new(&format!("large-{called}.c"), &text);
        let limits = ["--timeout", timeout, "--memory", "512MiB"];
        let args = [&["reach", file.name(), "--target", "call:reach_error"][..], &limits].concat();
        let output = lariat(&args);
        let said = super::out(&output) + &String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code().is_some_and(|code| codes.contains(&code)), "{called}: {said}");
        assert!(!said.contains("memory limit") && !said.contains("reachable") | said.contains("unreachable"), "{said}");
    }
}
