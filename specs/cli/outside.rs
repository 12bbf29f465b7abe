//! What answers about calls of functions without a body rest on: each is listed where it decides, and nowhere else.

use super::{File, check};

const PROGRAM: &str = "extern int number(unsigned long); extern int value(void); extern void look(const char *);
struct s { int n; };
extern void see(const struct s *);
static int hidden;
void set(void) { hidden = 1; }
int calls(void) { hidden = 0; int x = value(); if (hidden) { calls: return x; } return 0; }
int numbers(void) { int x = 1; number((unsigned long)&x); if (x != 1) { numbers: return 1; } return 0; }
int constant(void) { char t[4] = \"abc\"; look(t); if (t[0] != 'a') { constant: return 1; } return 0; }
int frees(struct s *p) { p->n = 1; see(p); if (p->n != 1) { frees: return 1; } return 0; }
int alone(int n) { if (n > 3 && n < 2) { alone: return 1; } return 0; }
";

const ALL: [(&str, &str); 5] = [
    ("calls", "functions without a body call no functions of the program"),
    ("numbers", "functions without a body store nowhere by an address that is a number"),
    ("constant", "functions without a body store nothing through pointers to const"),
    ("frees", "; they free nothing"),
    ("alone", ""),
];

/// What such a function returns could be what it was handed: that it is not leaves no symbol behind.
const KEPT: &str = "struct s { int n; };
extern void keep(struct s *);
extern struct s *kept(void);
int same(void) { struct s own = {1}; keep(&own); if (kept() == &own) { same: return 1; } return 0; }
int other(void) { int mine = 1; kept()->n = 2; if (mine != 1) { other: return 1; } return 0; }
";

/// A pointer to a function from outside could lead to one of the program, if that has one of its type.
const CALLED: &str = "typedef int (*called)(int);
static int flag;
int set(int x) { flag = 1; return x; }
int like(called g) { flag = 0; g(3); if (flag == 1) { like: return 1; } return 0; }
int unlike(void (*g)(void)) { flag = 0; g(); if (flag == 1) { unlike: return 1; } return 0; }
";

#[test]
fn that_functions_from_outside_are_none_of_the_program_is_listed() {
    let file = File::new("called.c", CALLED);
    for (entry, is_listed) in [("like", true), ("unlike", false)] {
        let target = format!("label:{entry}");
        let answer = check(&["reach", file.name(), "--entry", entry, "--target", &target], 0, "unreachable");
        let words = answer.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words.contains("lead to no function that the program has"), is_listed, "{entry}: {answer}");
    }
}

#[test]
fn that_what_they_return_is_nothing_of_the_program_is_listed() {
    let file = File::new("kept.c", KEPT);
    for entry in ["same", "other"] {
        let target = format!("label:{entry}");
        let answer = check(&["reach", file.name(), "--entry", entry, "--target", &target], 0, "unreachable");
        let words = answer.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("lead to objects of their own"), "{entry}: {answer}");
    }
}

#[test]
fn what_functions_without_a_body_do_not_do_is_listed_where_it_decides() {
    let file = File::new("outside.c", PROGRAM);
    for (entry, text) in ALL {
        let target = format!("label:{entry}");
        let answer = check(&["reach", file.name(), "--entry", entry, "--target", &target], 0, "unreachable");
        let words = answer.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(text), "{entry}: {answer}");
        assert_eq!(words.contains("functions without a body"), !text.is_empty(), "{entry}: {answer}");
    }
}

/// Pointers that are apart, each in its way; and some that need not be.
const APART: &str = "struct cursor { int *p, *q; };
int rows(struct cursor *c) { if (c[0].p == c[1].p) { rows: return 1; } return 0; }
int pointers(int **v) { if (v[0] == v[1]) { pointers: return 1; } return 0; }
int stores(struct cursor *c) { *c[0].p = 1; *c[1].p = 2; if (*c[0].p == 2) { stores: return 1; } return 0; }
int across(struct cursor *c) { if (c[0].p < c[1].q) { across: return 1; } return 0; }
int equal(int *a, int *b) { if (a && a == b) { equal: return 1; } return 0; }
struct node { struct node *next; };
int ring(struct node *h) { struct node *p = h->next; if (p != h && p->next == h) { ring: return 1; } return 0; }
int inside(int *p, int *q) { if (p != q) { p[1] = 5; q[0] = 6; if (p[1] == 6) { inside: return 1; } } return 0; }
int count;
int global(int *a, int *b) { if (a == b) return 0; count = 0; *a = 5; if (count == 5) { global: return 1; } return 0; }
typedef int (*function)(int);
int functions(function a, function b) { if (a && a == b) { functions: return 1; } return 0; }
int ordered(int *a, int *b) { if (a < b && b < a) { ordered: return 1; } return 0; }
";

#[test]
fn that_pointers_from_outside_are_apart_is_listed_where_it_decides() {
    let file = File::new("apart.c", APART);
    for entry in ["stores", "across", "inside", "global", "functions", "ordered"] {
        let target = format!("label:{entry}");
        let answer = check(&["reach", file.name(), "--entry", entry, "--target", &target], 0, "unreachable");
        let words = answer.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_listed = words.contains("what different pointers from outside point to does not overlap");
        assert_eq!(is_listed, entry != "ordered", "{entry}: {answer}");
    }
    for entry in ["equal", "ring", "rows", "pointers"] {
        let target = format!("label:{entry}");
        for more in [&[][..], &["--may-alias"]] {
            check(&[&["reach", file.name(), "--entry", entry, "--target", &target], more].concat(), 0, "reachable");
        }
    }
}

/// Whether an object begins where another one ends is for compilers to say; within one object it is not.
const ENDS: &str = "static int first[2] = {1}, second[2] = {2};
int arrays(void) { if (first + 2 == second) { arrays: return 1; } return 0; }
int locals(void) { int a = 1, b = 2; if (&a + 1 == &b) { locals: return a + b; } return 0; }
int counted(unsigned n) { if (n < 3 && first + n == second) { counted: return 1; } return 0; }
int begins(void) { if (first == second) { begins: return 1; } return 0; }
int one(int n) { int *p = first + n; if (p == first + 2 && n != 2) { one: return 1; } return 0; }
";

#[test]
fn that_no_object_begins_where_another_one_ends_is_listed_where_it_decides() {
    let file = File::new("ends.c", ENDS);
    for (entry, is_listed) in [("arrays", true), ("locals", true), ("counted", true), ("begins", false), ("one", false)]
    {
        let target = format!("label:{entry}");
        let answer = check(&["reach", file.name(), "--entry", entry, "--target", &target], 0, "unreachable");
        assert_eq!(answer.contains("no object begins where another one ends"), is_listed, "{entry}: {answer}");
    }
}

/// Elements that only an array has which is larger than those from outside are taken to be; and others that none has.
const FAR: &str = "typedef unsigned long size;
extern size strlen(const char *);
int index(unsigned char *a, unsigned n) { if (n > 3000000000u && a[n] == 7) { index: return 1; } return 0; }
int text(const char *s) { if (strlen(s) > 3000000000u) { text: return 1; } return 0; }
int between(const char *p, const char *end) { if (end - p > 3000000000) { between: return 1; } return 0; }
int bytes(void *v, size n) { int *i = v; char *c = v; if (i[0] == 3 && c[n] == 4 && n > 5000000000) { bytes: return 1; } return 0; }
int small(int *a, int n) { if (n > 5 && a[n] == 7 && n < 3) { small: return 1; } return 0; }
";

#[test]
fn that_arrays_from_outside_have_a_largest_size_is_listed_where_it_decides() {
    let file = File::new("far.c", FAR);
    for entry in ["index", "text", "between", "bytes", "small"] {
        let target = format!("label:{entry}");
        let answer = check(&["reach", file.name(), "--entry", entry, "--target", &target], 0, "unreachable");
        let words = answer.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_listed = words.contains("what a pointer from outside leads to has at most 2147483647 elements");
        assert_eq!(is_listed, entry != "small", "{entry}: {answer}");
    }
}

/// Values that decide without being read by what the search is about: states, elements and ranges.
const HELD: &str = "extern int in(void);
static int state;
void reset(int s) { state = s; }
int feed(int n) {
  for (int i = 0; i < n; i++) {
    switch (state) {
    case 0: state = in() ? 1 : 0; break;
    case 1: state = in() ? 2 : 0; break;
    case 2: state = in() ? 3 : 0; break;
    case 3: if (i < 3) { early: return 1; } state = 0; break;
    case 4: never: return 2;
    }
  }
  return 0;
}
static int held[2] = {1, 2};
void change(int x) { held[0] = x; }
int element(void) { if (held[0] != 1) { element: return 1; } return 0; }
int local(int n) { int k[2] = {n, n}; if (k[0] != k[1]) { local: return 1; } return held[n & 1]++; }
";

#[test]
fn that_globals_hold_their_initial_values_is_listed_where_it_decides() {
    let file = File::new("held.c", HELD);
    for (entry, label, is_listed) in
        [("feed", "early", true), ("feed", "never", true), ("element", "element", true), ("local", "local", false)]
    {
        let target = format!("label:{label}");
        let answer = check(&["reach", file.name(), "--entry", entry, "--target", &target], 0, "unreachable");
        let words = answer.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = format!("global variables hold their initial values when `{entry}` is called");
        assert_eq!(words.contains(&text), is_listed, "{label}: {answer}");
    }
}

#[test]
fn waypoints_have_the_results_that_are_values() {
    let text = "struct s { int n; };
extern struct s *get(void);
extern int value(void);
int main(void) {
  int count = 0;
  for (int i = 0; i < 2; i++) count += get()->n == i;
  if (count == 2 && value() == 7)
    reach_error();
}
";
    let file = File::new("returned.c", text);
    let witness = file.name().replace(".c", ".yml");
    check(&["reach", file.name(), "--target", "call:reach_error", "--witness", &witness], 0, "replayed  yes");
    let said = std::fs::read_to_string(&witness).expect("a witness");
    std::fs::remove_file(&witness).expect("it is there");
    assert_eq!(said.matches("function_return").count(), 1, "{said}");
    assert!(said.contains("\\result == 7"), "{said}");
}

/// Pointers that are followed: one from outside, one that the program looks at, and one of its own.
const FOLLOWED: &str = "struct s { int n; struct s *next; };
int given(int *p) { return *p; }
int inside(struct s *s) { return s->next->n; }
int looked(int *p) { return p ? *p : 0; }
int own(int n) { int *p = &n; return *p; }
int line(int *p, int n) { if (*p > 1 && *p < 0) { never: return 1; } return n; }
int called(int (*f)(int)) { return f(1); }
void stored(char *p) { *p = 1; }
int truth(_Bool *b) { return *b; }
extern struct s *get(void);
int returned(void) { struct s *p = get(); return p ? p->next->n : 0; }
int main(int argc, char **argv) { return argc > 0 ? argv[0][0] : 0; }
";

#[test]
fn that_pointers_are_not_null_is_listed_where_null_is_the_target() {
    let file = File::new("followed.c", FOLLOWED);
    let listed = |entry: &str, target: &str| {
        let answer = check(&["reach", file.name(), "--entry", entry, "--target", target], 0, "unreachable");
        answer.contains("compares with no null pointer")
    };
    for entry in ["given", "inside", "called", "returned"] {
        assert!(listed(entry, "null"), "{entry}");
    }
    // The arguments of a program are never null.
    for entry in ["looked", "own", "main"] {
        assert!(!listed(entry, "null"), "{entry}");
    }
    assert!(!listed("line", "label:never"));
    let args = ["reach", file.name(), "--entry", "given", "--target", "null", "--assume", "p.null"];
    check(&args, 0, "reachable");
}

#[test]
fn what_holds_of_what_pointers_lead_to_is_listed_where_its_opposite_is_the_target() {
    let file = File::new("led.c", FOLLOWED);
    let answer = |entry: &str, target: &str| {
        check(&["reach", file.name(), "--entry", entry, "--target", target], 0, "unreachable")
    };
    let all = [
        ("given", "lifetime", "lead to lives"),
        ("stored", "const", "lead to can be stored to"),
        ("truth", "representation", "lead to holds 0 or 1"),
    ];
    for (entry, target, text) in all {
        assert!(answer(entry, target).contains(text), "{entry}");
        assert!(!answer("own", target).contains("pointers from outside"), "{target}");
        assert!(!answer("line", "label:never").contains(text), "{target}");
    }
}

/// Objects that others may share, or take turns with; and one that is nobody else's.
const BESIDE: &str = "#include <pthread.h>
static _Atomic int shared;
static _Thread_local int own;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int plain;
static int ATOMIC(void) { shared = 1; return shared != 1; }
static int THREAD(void) { own = 1; return own != 1; }
static int LOCK(void) { plain = 1; pthread_mutex_lock(&lock); pthread_mutex_unlock(&lock); return plain != 1; }
int main(void) { if (WHICH()) { changed: return 1; } return 0; }
";

#[test]
fn that_nothing_runs_beside_the_program_is_listed_where_it_could() {
    let all = File::new("beside.c", BESIDE);
    for which in ["ATOMIC", "THREAD", "LOCK"] {
        let args = ["reach", all.name(), "-D", &format!("WHICH={which}"), "--target", "label:changed"];
        let answer = check(&args, 0, "unreachable");
        assert!(answer.contains("nothing runs beside the program"), "{which}: {answer}");
    }
    let text = "static int plain;\nint main(void) { plain = 1; if (plain != 1) { changed: return 1; } return 0; }\n";
    let alone = File::new("alone.c", text);
    let answer = check(&["reach", alone.name(), "--target", "label:changed"], 0, "unreachable");
    assert!(!answer.contains("nothing runs beside"), "{answer}");
}

/// The order of further arguments is as open as that of others.
#[test]
fn the_order_of_further_arguments_is_listed() {
    let text = "#include <stdarg.h>
static int count;
static int next(void) { return ++count; }
static int first(int n, ...) { va_list all; va_start(all, n); int one = va_arg(all, int); va_end(all); return one; }
int main(void) {
  if (first(2, CALLS) == 2) { other: return 1; }
  return 0;
}
";
    let file = File::new("further.c", text);
    for (calls, is_open) in [("next(),next()", true), ("next(),7", false)] {
        let args = ["reach", file.name(), "-D", &format!("CALLS={calls}"), "--target", "label:other"];
        let answer = check(&args, 0, "unreachable");
        assert_eq!(answer.contains("leaves the order of operands open"), is_open, "{calls}: {answer}");
    }
}
