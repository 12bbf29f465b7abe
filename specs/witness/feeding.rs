//! Every kind of input: what a harness gives, and what it says it cannot give.

use super::{Folder, is_confirmed, lacks_compiler};

#[test]
fn arguments_have_their_types() {
    let text = "#include <stdint.h>
extern void reach_error(void);
int run(const char *s, int m[][3], unsigned long long big, _Bool yes, int64_t low, unsigned char *, signed char neg) {
  if (s[0] == 'h' && s[1] == 'i' && s[2] == 0 && m[1][2] == 9 && neg == -7)
    if (big == 18446744073709551615u && yes && low == INT64_MIN)
      reach_error();
  return 0;
}
int main(void) { return run(\"hi\", 0, 1, 1, 1, 0, -7); }
";
    let folder = Folder::with("arguments", text);
    folder.confirmed("call:reach_error", &["--entry", "run"]);
    folder.confirmed("6", &["--entry", "run"]);
}

#[test]
fn structs_are_made_member_by_member() {
    let text = "struct cell { short x; char tag[3]; };
typedef struct grid {
  int id;
  unsigned low : 3, high : 5;
  const long fixed;
  union { int i; unsigned u; } either;
  struct { int deep; };
  struct cell cells[2][2];
} grid, *grids;
int one(const struct grid *g) {
  if (!g)
    return 1;
  if (g[2].id == -5 && g[1].low == 7 && g[1].high == 17 && g->fixed == -9 && g[2].either.u == 4000000000u)
    if (g[1].deep == 8 && g[1].cells[1][0].x == -3 && g[2].cells[0][1].tag[2] == 'z')
      return 2;
  return 0;
}
int two(grids named, grid rows[][2], struct grid whole) {
  if (named && named->id == 6 && rows[1][1].id == 4 && whole.id == 3)
    if (whole.cells[1][1].tag[1] == 'q' && whole.high == 2)
      return 1;
  return 0;
}
int numbers(int *a) {
  if (!a)
    return 1;
  if (a[1] == 2)
    return 2;
  return 0;
}
";
    let folder = Folder::with("structs", text);
    for target in ["12", "15"] {
        folder.confirmed(target, &["--entry", "one"]);
    }
    folder.confirmed("21", &["--entry", "two"]);
    for target in ["26", "28"] {
        folder.confirmed(target, &["--entry", "numbers"]);
    }
}

/// Members of one name, of which some are arrays; and a type that has no name outside of its declaration.
#[test]
fn structs_that_cannot_be_made_are_said() {
    let text = "struct a { int x; };
struct b { struct a of[2]; };
struct c { struct a of; };
int clash(struct b *b, struct c *c) {
  if (b->of[1].x == 3 && c->of.x == 4)
    return 1;
  return 0;
}
int inside(struct unseen { int y; } *u) {
  if (u->y == 3)
    return 1;
  return 0;
}
";
    let folder = Folder::with("untold", text);
    folder.confirmed("6", &["--entry", "clash"]);
    folder.open("11", &["--entry", "inside"], "the type of `u` has no name");
}

#[test]
fn calls_of_one_function_come_in_the_order_of_the_program() {
    // Several sites, one of them in copies; one result that nothing looks at; one function that has no result.
    let text = "extern void tick(int);
extern short nd(void);
static int get(int k) { tick(k); return nd() + k; }
int main(void) {
  int s = 0;
  nd();
  for (int i = 0; i < 5; i++) {
    int a = get(0);
    nd();
    int b = get(1);
    if (a == 3 * i && b == 100 - i) s++;
  }
  if (s == 5 && nd() == -32768) goto found;
  return 0;
found:
  return 1;
}
";
    Folder::with("calls", text).confirmed("label:found", &[]);
}

#[test]
fn variables_without_a_value_get_one() {
    let text = "int get(int k) { int u; if (k == 2) u = 7; return k == 1 ? 0 : u; }
int main(void) {
  int s = get(1), n = get(2);
  unsigned char a[4], grid[2][3];
  const long c, d = 3;
  for (int i = 0; i < 4; i++) {
    int row[2], x = get(0), y;
    if (row[1] == i * i && x == 10 - i && y == i && a[i] == 200 + i) s++;
  }
  if (s == 4 && n == 7 && grid[1][2] == 5 && c == -1 && d == 3)
    return 1;
  return 0;
}
";
    Folder::with("variables", text).confirmed("11", &[]);
}

#[test]
fn variables_of_other_files_are_defined() {
    let text = "#include <stdio.h>
extern int level;
extern const unsigned short table[4];
extern int written;
extern int elsewhere(int);
static int never(void) { fprintf(stderr, \"x\"); return elsewhere(3); }
int f(void) {
  written = 4;
  if (level == -9 && table[2] == 65535 && written == 4)
    return 1;
  return 0;
}
";
    Folder::with("externals", text).confirmed("10", &["--entry", "f"]);
}

#[test]
fn what_other_files_name_and_nothing_calls_may_be_nowhere() {
    let folder = Folder::new("nowhere");
    folder.write("main.c", "int absent(void);\nint main(void) {\n  return absent();\n}\n");
    folder.write("entry.c", "int f(int n) {\n  if (n == 4)\n    return 2;\n  return 1;\n}\n");
    let output = folder.lariat(&["main.c", "entry.c", "--entry", "f", "--target", "entry.c:3", "--confirm"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("confirmed yes") || lacks_compiler(), "{text}{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn macros_folders_and_odd_names_do_not_matter() {
    let folder = Folder::new("macros");
    std::fs::create_dir(folder.0.path("more")).expect("a folder");
    folder.write("more/extra.h", "#define EXTRA 4\n");
    let text = "#include \"extra.h\"
extern int nd(void);
extern void reach_error(void);
void work(void) { if (nd() == EXTRA + TWICE(LIMIT) + ONE) reach_error(); }
";
    folder.write("a \"b.c", text);
    for target in ["call:reach_error", "4"] {
        let args = ["a \"b.c", "--entry", "work", "-I", "more", "-D", "TWICE(x)=(x==0?1:2*x)", "-DLIMIT=7", "-DONE"];
        let output = folder.lariat(&[&args[..], &["--target", target, "--confirm"]].concat());
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            text.contains("confirmed yes") || lacks_compiler(),
            "{target}: {text}{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[test]
fn assumptions_and_assertions_without_a_body_are_defined() {
    let text = "extern void __VERIFIER_assume(int);
void __VERIFIER_assert(int cond);
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 5);
  __VERIFIER_assert(n != 6);
  if (n == 9) __VERIFIER_error();
  return 0;
}
";
    let folder = Folder::with("assumptions", text);
    folder.confirmed("assert", &[]);
    folder.confirmed("call:__VERIFIER_error", &[]);
}

#[test]
fn overflow_wraps_where_it_is_said_to() {
    let text = "int main(int n) {\n  if (n > 0 && n + 1 < 0)\n    return 1;\n  return 0;\n}\n";
    Folder::with("wrap", text).confirmed("3", &["--signed-overflow", "wrap"]);
}

#[test]
fn a_billion_values_are_not_listed() {
    let text = "extern int nd(void);
int main(void) {
  int ones = 0;
  for (int i = 0; i < 100000000; i++)
    if (nd() == 1) ones++;
  if (ones == 70000000)
    return 1;
  return 0;
}
";
    let folder = Folder::with("billion", text);
    folder.confirmed("7", &["--timeout", "60", "--emit", "h.c"]);
    let size = std::fs::metadata(folder.0.path("h.c")).expect("a file").len();
    assert!(size < 10_000, "{size}");
}

/// Compilers call from the right to the left, or not: that is no contradiction.
#[test]
fn the_order_of_calls_in_one_expression_is_open() {
    let text = "extern int nd(void);
static int minus(int a, int b) { return a - 2 * b; }
int main(void) {
  if (minus(nd(), nd()) == 5)
    return 1;
  return 0;
}
";
    let confirmation = Folder::with("unordered", text).confirm("5", &[]);
    let reason = confirmation["reason"].as_str().unwrap_or_default();
    let is_open = confirmation["outcome"] == "open" && reason.contains("order of calls in one expression");
    assert!(is_confirmed(&confirmation) || is_open, "{confirmation}");
}

/// What reads from the world gives what the witness says, not what the library would read.
#[test]
fn functions_of_the_library_that_read_are_answered() {
    let text = "#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int sum = 0, number;
  short small;
  long long large;
  unsigned char byte;
  printf(\"no end of line: \");
  for (int i = 0; i < 3; i++)
    sum += rand() % 10;
  if (sum != 27 || getchar() != 'x' || fgetc(stdin) != EOF)
    return 0;
  while (scanf(\"%d\", &number) == 1)
    sum += number;
  if (sum == 1000 && scanf(\"%hd,%lld %% %hhu\", &small, &large, &byte) == 3)
    if (small == -3 && large == 5000000000 && byte == 200)
      return 1;
  if (sum == 999 && scanf(\"%d%hd\", &number, &small) == 1 && number == 4)
    return 2;
  return 0;
}
";
    let folder = Folder::with("reading", text);
    for target in ["17", "19", "call:scanf"] {
        folder.confirmed(target, &[]);
    }
}

/// What a function is said never to come back from, it does not come back from.
#[test]
fn functions_that_never_return_do_not() {
    let text = "extern int nd(void);
extern void die(void) __attribute__((noreturn));
int main(void) {
  int x = nd();
  if (x == 3)
    die();
  if (x == 4)
    return 1;
  return 0;
}
";
    let folder = Folder::with("noreturn", text);
    for target in ["call:die", "8"] {
        folder.confirmed(target, &[]);
    }
}

/// An entry function may be called like one of the library, which compilers know.
#[test]
fn an_entry_may_have_the_name_of_a_library_function() {
    let text = "#include <stddef.h>
size_t strspn(const char *s, const char *c) {
  if (!c[0]) return 0;
  if (!c[1]) return 7;
  return 1;
}
int abs(int n) {
  return n == 5 ? -5 : n;
}
int main(int n) {
  if (abs(n) == -5)
    return 1;
  return 0;
}
";
    let folder = Folder::with("library_name", text);
    for target in ["4", "5"] {
        folder.confirmed(target, &["--entry", "strspn"]);
    }
    folder.confirmed("12", &[]);
}

/// Several statements of a macro begin where it is used.
#[test]
fn macros_are_passed_where_they_are_used() {
    let text = "#define CHECK(c) do { if (!(c)) return 9; } while (0)
#define EACH(i, n) for (int i = 0; i < n; i++)
#define BOTH(a, b) ((a) && (b))
extern int nd(void);
int main(void) {
  int s = 0;
  CHECK(nd() == 3);
  EACH(i, 3) {
    s += nd();
  }
  if (s == 12 &&
      BOTH(nd() == 1, nd() == 2)) s++;
  while (s == 13 &&
         BOTH(s < 20, nd() > 4)) s += 2;
  return s;
}
";
    let folder = Folder::with("macros_used", text);
    for line in ["7", "8", "9", "11", "12", "14", "15"] {
        folder.confirmed(line, &[]);
    }
}

/// The library's own functions run, not stand-ins; where one gives something else than the model, and C lets it, that is
/// no contradiction.
#[test]
fn functions_of_the_library_are_those_of_the_library() {
    let text = "#include <ctype.h>
#include <string.h>
extern int nd(void);
int main(void) {
  int (*is)(int) = isdigit;
  char s[4] = \"abc\", t[4] = \"abd\";
  int c = nd() & 127;
  s[1] = nd();
  if (is(c) && strcmp(s, t) < 0 && strlen(s) == 3)
    return 1;
  if (isalpha(c) == 1)
    return 2;
  return 0;
}
";
    let folder = Folder::with("library", text);
    folder.confirmed("10", &[]);
    let confirmation = folder.confirm("12", &[]);
    let reason = confirmation["reason"].as_str().unwrap_or_default();
    let is_open =
        confirmation["outcome"] == "open" && reason.contains("what the answer assumes: `isalpha` gives 0 or 1");
    assert!(is_confirmed(&confirmation) || is_open, "{confirmation}");
}

/// Places that C gives no way to, and the words for it.
#[test]
fn what_cannot_be_fed_is_said() {
    let text = "extern int puts(const char *);
static int two(int i) { int a[2]; return a[i]; }
int falls_off(int x) { if (x > 3) return 1; }
int main(int n) {
  if (n == 1 && two(0) == 4 && two(1) == 5)
    return 1;
  if (n == 2)
    goto past;
  if (n == 3 && puts(\"x\") == 30)
    return 3;
  if (n == 4 && falls_off(2) == 7)
    return 4;
  int x = 4;
past:
  if (x == 77)
    return 5;
  return 0;
}
";
    let folder = Folder::with("open", text);
    folder.open("6", &[], "the array `a` has several copies");
    folder.open("16", &[], "the witness sets `x` (line 8)");
    folder.open("10", &[], "C leaves open what functions give that print");
    folder.open("12", &[], "the witness sets `falls_off` (line 11)");
}

/// What a pointer to a struct leads to is bytes where it is seen as a larger struct that begins with it.
#[test]
fn the_larger_struct_is_made_of_bytes() {
    let text = "struct hidden;
struct base { const struct hidden *what; unsigned flags; };
struct large { struct base base; unsigned long position, key; };
int entry(struct base *b) {
  struct large *large = (struct large *)b;
  if (large->key == 77 && b->flags == 5)
    return 1;
  return 0;
}
";
    let folder = Folder::with("larger", text);
    folder.confirmed("7", &["--entry", "entry"]);
    // Without the members of the larger one, or without any.
    folder.confirmed("bounds@6", &["--entry", "entry"]);
}

/// The compiler computes no more bits of a product than are wanted, and a sum with a null pointer.
#[test]
fn what_checks_of_the_compiler_do_not_see_is_open() {
    let text = "unsigned short entry(unsigned short h, char *p, unsigned long k) {
  char *q = p + k;
  if (!q)
    return 1;
  return (unsigned short)(h * h);
}
";
    let folder = Folder::with("unseen", text);
    folder.open("overflow", &["--entry", "entry"], "do not see it");
    folder.open("null", &["--entry", "entry"], "do not see it");
}

/// Zeros in what nobody initialised, and an access to what has no element.
#[test]
fn nothing_is_made_of_zeros() {
    let text = "struct pair { int first, second; };
static int parse(const char *s, struct pair *p) {
  if (s[0] == 'a')
    return 0;
  p->first = s[0];
  return 1;
}
int entry(const char *s) {
  struct pair p;
  if (!parse(s, &p) && p.second == 0)
    return 1;
  return 2;
}
";
    let folder = Folder::with("zeros", text);
    folder.confirmed("11", &["--entry", "entry"]);
    folder.confirmed("bounds@3", &["--entry", "entry", "--assume", "s.length == 0"]);
}

#[test]
fn errno_is_what_it_was_before_the_entry_function() {
    let text = "#include <errno.h>
#include <stdlib.h>
int entry(void) {
  if (errno == 7 && strtol(\"99999999999999999999\", 0, 10) > 0 && errno == ERANGE)
    return 1;
  return 0;
}
";
    Folder::with("errno", text).confirmed("5", &["--entry", "entry", "--globals", "any"]);
}

#[test]
fn a_program_with_functions_the_harness_needs_is_left_alone() {
    let text = "void dprintf(int x) { }\nint main(int n) {\n  if (n == 1)\n    dprintf(3);\n  return 0;\n}\n";
    Folder::with("dprintf", text).open("4", &[], "the program has its own `dprintf`");
}

/// What is stored into large arrays at once is what a tape has, one value after the other.
#[test]
fn arrays_are_filled_as_their_tapes_say() {
    let text = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned long long seed = 1;
static unsigned below(unsigned n) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (seed >> 33) % n;
}
int main(void) {
  for (int round = 0; round < 100000; round++) {
    int bytes = 1 << below(4), ranges = below(4), step = 1 + below(2) * below(3);
    unsigned long long count = below(40), at = 0, otherwise = below(2) * (below(1000000) * 1000003ull);
    struct lariat_range all[4];
    for (int i = 0; i < ranges; i++) {
      at += below(5);
      all[i] = (struct lariat_range){at, at + below(8), step, below(3) * 0x1234567890ull, below(2) * below(5)};
      at = step == 1 ? all[i].to + 1 : at;
    }
    struct lariat_range *none = 0, *first = ranges ? all : none;
    struct lariat_tape one = {"one", first, first ? first + ranges : none, otherwise, count, 0}, two = one;
    void *array = lariat_array(count, bytes, &one), *filled = lariat_fill(calloc(count + 1, 8), count, bytes, &two);
    if (memcmp(array, filled, count * bytes)) { printf("round %d differs\n", round); return 1; }
    free(array);
    free(filled);
  }
  return 0;
}
"#;
    let folder = Folder::new("arrays");
    folder.write("arrays.c", &format!("{}{text}", include_str!("../../src/harness/runtime.c")));
    let program = folder.0.path("arrays");
    let mut compile = std::process::Command::new("cc");
    compile.args(["-w", "-O1", "arrays.c", "-o", "arrays"]).current_dir(&folder.0);
    let Ok(output) = compile.output() else {
        eprintln!("skipped: there is no cc");
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = std::process::Command::new(program).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// Harnesses are C that compilers take in old standards, too.
#[test]
fn old_standards_are_kept_to() {
    let program = "int nd(void);\nint f(int n, int *p) { int k = nd();\nif (n == 3 && p[1] == 4 && k == 5)\nreturn 1;\nreturn 0; }\n";
    let folder = Folder::with("old", program);
    for standard in ["gnu89", "gnu99", "gnu17"] {
        folder.confirmed("4", &["--entry", "f", "--", &format!("-std={standard}")]);
    }
}
