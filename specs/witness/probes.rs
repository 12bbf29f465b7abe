//! Every kind of place a target can be: what is passed there is seen.

use super::Folder;

/// Whatever its lines are, those with code can be reached.
const PLACES: &str = "#include <assert.h>
extern int nd(void);
int check(int k) { assert(k != 12345); return k; }
int main(int n, char **names) {
  int a = check(n), b[2] = {1, 2},
      c = nd();
  if (a == 77 &&
      c == 5 ||
      c == 6) {
    a = 0;
  } else if (c == 9)
    a = 8;
  else
    a = 9;
  for (int i = 0;
       i < 3;
       i++) {
    int x, y = nd();
    if (x == i + 5 && y == 3)
      goto out;
  }
  for (a = 0; ; )
    if (nd() == 4) break;
  do
    a++;
  while (a < 10 &&
         nd() == 3);
  while (nd()) a = a / 2;
  switch (nd()) {
  case 3: a = 4;
  case 4:
    a = 5; break;
  default:
    a = 7;
  }
  again: if (nd() == 8) goto again;
  a = ({ int q = a;
     q + 1; });
  ;
  return (a);
out:
  return 9;
}
";

#[test]
fn every_line_with_code_is_seen() {
    let folder = Folder::with("lines", PLACES);
    // Lines that only end something, or go on with what began above.
    let idle = [1, 2, 4, 21, 37, 42];
    let without = |line: &usize| {
        let text = PLACES.lines().nth(line - 1).expect("a line").trim();
        idle.contains(line) || text == "}" || text == "else"
    };
    for line in (1..=PLACES.lines().count()).filter(|l| !without(l)) {
        folder.confirmed(&line.to_string(), &[]);
    }
}

#[test]
fn labels_calls_and_assertions_are_seen() {
    let folder = Folder::with("labels", PLACES);
    for target in ["label:out", "label:again", "call:check", "call:nd", "assert"] {
        folder.confirmed(target, &[]);
    }
}

#[test]
fn what_the_compiler_checks_is_seen() {
    let folder = Folder::with(
        "checks",
        "int table[4];
int f(int *a, int n, int m) {
  if (n == 10) return table[m];
  if (n == 11) return a[n];
  if (n == 12) {
    int made[m & 1];
    return sizeof made;
  }
  return m / n + (m << 2) + 7 * m;
}
",
    );
    for target in ["bounds", "division", "overflow"] {
        folder.confirmed(target, &["--entry", "f"]);
    }
    folder.confirmed("bounds", &["--entry", "f", "--assume", "n == 11"]);
    folder.confirmed("bounds", &["--entry", "f", "--assume", "n == 10"]);
    folder.confirmed("bounds", &["--entry", "f", "--assume", "n == 12"]);
}

#[test]
fn functions_of_the_library_can_be_targets() {
    let folder = Folder::with(
        "library",
        "#include <stdlib.h>
#include <stdio.h>
int main(void) {
  int n;
  if (n == 1) abort();
  if (n == 2) exit(3);
  if (n == 3) printf(\"%d\", n);
  return 0;
}
",
    );
    for target in ["call:abort", "call:exit", "call:printf"] {
        folder.confirmed(target, &[]);
    }
}

/// Where an expression goes on in a line of its own, and where functions begin and end.
#[test]
fn parts_of_statements_are_seen() {
    let text = "extern int nd(void);
struct pair { int a, b; };
static int add(int a,
               int b)
{
  if (a == 7)
    return 8;
  return a
    + b;
}
int main(void)
{
  struct pair p =
    { nd(),
      nd() };
  int x = add(
    nd(),
    p.b);
  x = x == 4 ?
    nd() :
    p
      .a;
  *(&x
    + 0) = nd()
    ;
  switch (
    x) { default: x = 1; }
  return
    x;
}
";
    let folder = Folder::with("parts", text);
    for line in [3, 6, 7, 8, 9, 10, 11, 13, 16, 17, 18, 19, 20, 21, 23, 24, 26, 27, 28, 29, 30] {
        folder.confirmed(&line.to_string(), &[]);
    }
}
