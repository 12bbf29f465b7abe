//! Checks, marks, inputs and limits, by running the graph.

use super::*;
use crate::program::Check;

fn program(text: &str) -> (Terms, Program) {
    read(text, &Options::default()).unwrap_or_else(|p| panic!("{p:?}"))
}

/// Whether a run passes a mark.
fn passes(text: &str, given: &[(&'static str, &[i64])], mark: Mark) -> bool {
    let (terms, program) = program(text);
    run(&terms, &program, given).marks.contains(&mark)
}

fn end() -> Mark {
    Mark::Label("end".into())
}

/// How many checks of each kind the graph has.
fn checks(text: &str) -> Vec<(Check, usize)> {
    let (_, program) = program(text);
    let mut counts = std::collections::BTreeMap::new();
    for e in program.graph.edge_references() {
        if let Role::Check(kind) = e.weight().role {
            *counts.entry(kind).or_insert(0) += 1;
        }
    }
    counts.into_iter().collect()
}

/// `int entry(int x, int y)` with the statement, then a label.
fn body(statement: &str) -> String {
    format!("int nd(void); int entry(int x, int y) {{ int a[3] = {{ 1, 2, 3 }}; {statement}; end: return a[0]; }}")
}

#[test]
fn undefined_operations_end_the_path() {
    let survives = |statement: &str, x: i64, y: i64| passes(&body(statement), &[("x", &[x]), ("y", &[y])], end());
    const MAX: i64 = i32::MAX as i64;
    const MIN: i64 = i32::MIN as i64;
    for (statement, good, bad) in [
        ("x + y", (MAX, 0), (MAX, 1)),
        ("x - y", (MIN, 0), (MIN, 1)),
        ("x * y", (1 << 16, 1 << 14), (1 << 16, 1 << 15)),
        ("-x", (MAX, 0), (MIN, 0)),
        ("x++", (MAX - 1, 0), (MAX, 0)),
        ("x / y", (MIN, 1), (MIN, -1)),
        ("x / y", (5, 1), (5, 0)),
        ("x % y", (5, 1), (5, 0)),
        ("x % y", (MIN, 2), (MIN, -1)),
        ("x << y", (1, 30), (1, 31)),
        ("x << 2", (5, 0), (-5, 0)),
        ("x << y", (0, 31), (0, 32)),
        ("x >> y", (-5, 31), (-5, -1)),
        ("a[x] = 1", (2, 0), (3, 0)),
        ("a[x]", (0, 0), (-1, 0)),
        ("x && a[y]", (0, 9), (1, 9)),
        ("x || a[y]", (1, 9), (0, 9)),
        ("x ? a[y] : a[0]", (0, 9), (1, 9)),
        ("x && (y || a[x] > 2)", (9, 1), (9, 0)),
        ("if (!(x && 10 / y)) x = 1", (0, 0), (1, 0)),
    ] {
        assert!(survives(statement, good.0, good.1), "{statement} {good:?}");
        assert!(!survives(statement, bad.0, bad.1), "{statement} {bad:?}");
    }
}

#[test]
fn needless_checks_are_not_made() {
    let count = |text: &str| checks(text).iter().map(|c| c.1).sum::<usize>();
    for statement in
        ["(char)x + 1", "(short)x * (short)y", "(x > 0) + (y > 0)", "a[x & 1] + 0L", "(unsigned)x + y", "x / 7"]
    {
        assert_eq!(count(&body(statement)), 0, "{statement}");
    }
    assert_eq!(checks(&body("x + 1")), [(Check::SignedOverflow, 1)]);
    assert_eq!(checks(&body("a[x] + (long)a[y]")), [(Check::Bounds, 1)]);
    let (terms, program) = program(&body("if (a[x] != 0 && a[x] != 3 && y / x) x = 1"));
    let text = crate::program::show(&program, &terms);
    assert_eq!(text.matches("check Bounds").count(), 1, "{text}");
    assert_eq!(text.matches("x < 3").count(), 1, "a check that was made is not made again: {text}");
}

#[test]
fn a_condition_without_effects_is_one_branch_after_its_checks() {
    let text =
        "int entry(char H[], char A[], int k, int j) { while (H[k] != 0 && A[j] != 0 && A[j] == H[k]) ; return 0; }";
    let (_, program) = program(text);
    let branches = program.graph.edge_references().filter(|e| e.weight().role == Role::Branch).count();
    assert_eq!((branches, checks(text)), (2, vec![(Check::Bounds, 1)]));
    assert!(program.variables.len() == 2, "arrays that are never stored to are read where they are");
}

#[test]
fn lines_are_marked_where_they_start() {
    let text = "int main(int x) {\n if (x > 0 &&\n     x < 9)\n  x = 2;\n else\n  x =\n   3;\n for (int i = 0;\n   i < 1;\n   i++)\n  ;\n return x;\n}";
    assert_eq!(lines(text, &[("x", &[5])]), [1, 2, 3, 4, 8, 9, 11, 10, 9, 12, 13]);
    assert_eq!(lines(text, &[("x", &[0])]), [1, 2, 6, 7, 8, 9, 11, 10, 9, 12, 13]);
    assert_eq!(lines("int main(void) {\n goto b;\n a: return 1;\n b:\n  goto a;\n}", &[]), [1, 2, 4, 5, 3, 6]);
    assert_eq!(
        lines("int main(void) {\n int x;\n x = 1;\n do\n  x++;\n while (x < 3);\n}", &[]),
        [1, 3, 4, 5, 6, 4, 5, 6, 7]
    );
    let (_, program) = program("int main(void) {\n return 1;\n return 2;\n}");
    assert!(program.marks.iter().any(|(mark, _)| *mark == Mark::Line { file: 0, line: 3 }), "dead code has marks");
}

#[test]
fn assertions_assumptions_and_ends() {
    let fails = |text: &str, x: i64| passes(text, &[("x", &[x])], Mark::AssertFailure);
    let text = "void assert(int); int entry(long x) { assert(x); return 0; }";
    // What is passed is an `int`.
    assert!(fails(text, 0) && !fails(text, 1) && fails(text, 1 << 40));
    let text = "int entry(long x) { __VERIFIER_assert(x); return 0; }";
    assert!(fails(text, 0) && !fails(text, 1) && !fails(text, 1 << 40));
    let text = "int main(int x) { if (x > 3) __assert_fail(\"x\", \"f\", 1, \"main\"); return 0; }";
    assert!(fails(text, 4) && !fails(text, 3));
    let text = "void __VERIFIER_assert(int c) { if (!c) { ERROR: reach_error(); } }\nint main(int x) { __VERIFIER_assert(x == 1); end: return 0; }";
    let reaches = |mark: &Mark, x: i64| passes(text, &[("x", &[x])], mark.clone());
    for mark in [Mark::Label("ERROR".into()), Mark::Call("reach_error".into())] {
        assert!(reaches(&mark, 0) && !reaches(&mark, 1));
    }
    assert!(!reaches(&end(), 0) && reaches(&end(), 1));
    let text = "int main(int x) { assume(x > 1); if (x > 5) abort(); if (x > 4) exit(1); end: return 0; }";
    let ends = |x: i64| passes(text, &[("x", &[x])], end());
    assert_eq!([1, 2, 5, 6].map(ends), [false, true, false, false]);
}

#[test]
fn the_standard_assert_macro() {
    let path = std::env::temp_dir().join(format!("lariat-assert-{}.c", std::process::id()));
    std::fs::write(&path, "#include <assert.h>\nint main(int x) {\n  assert(x > 2 &&\n    x < 5);\n  return 0;\n}\n")
        .unwrap();
    let source = Source::read(&path);
    std::fs::remove_file(&path).unwrap();
    let terms = Terms::new();
    let program = lower(&terms, &mut source.unwrap(), &Options::default()).unwrap();
    for (x, fails) in [(2, true), (3, false), (5, true)] {
        assert_eq!(run(&terms, &program, &[("x", &[x])]).marks.contains(&Mark::AssertFailure), fails, "{x}");
    }
    assert!(program.marks.contains(&(Mark::Line { file: 0, line: 3 }, program.marks[0].1)));
}

/// Names and shapes of the inputs.
fn inputs(text: &str) -> Vec<(String, &'static str)> {
    let (_, program) = program(text);
    let shape = |kind: &InputKind| match kind {
        InputKind::Scalar => "scalar",
        InputKind::Length => "length",
        InputKind::Stream { .. } => "stream",
        InputKind::Array { size: Some(_), .. } => "array",
        InputKind::Array { length: Some(_), .. } => "open array",
        InputKind::Array { .. } => "endless array",
    };
    program.inputs.iter().map(|i| (i.name.clone(), shape(&i.kind))).collect()
}

#[test]
fn inputs_have_the_cheapest_shape() {
    let of = |text: &str| {
        let found = inputs(text);
        found.iter().map(|(name, shape)| format!("{name} {shape}")).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(of("int main(int argc, char **argv) { return argc; }"), "argc scalar");
    assert_eq!(of("int entry(int A[], int n) { return A[n]; }"), "A open array, A.length length, n scalar");
    assert_eq!(of("int main(void) { int x; return x + 1; }"), "x scalar");
    assert_eq!(of("int main(void) { int x; x = 1; return x + 1; }"), "", "never read before it is assigned");
    assert_eq!(of("int main(void) { for (;;) { int x; if (x) break; } }"), "x stream");
    assert_eq!(of("int main(void) { int i = 0; a: ; int x; if (x) goto a; }"), "x stream");
    assert_eq!(
        of("int f(void) { int x; return x; } int main(void) { return f() + f() > 0; }"),
        "f.x scalar, f.x scalar"
    );
    assert_eq!(of("int main(void) { int a[3]; return a[1] + 1; }"), "a array");
    let read = |used: &str| of(&format!("int in(void); int main(void) {{ int a = in(), b = in(); return {used}; }}"));
    assert_eq!(read("a + b"), "in stream, in stream");
    assert_eq!(read("a + 1"), "in stream");
    assert_eq!(read("b + 1"), "in stream, in stream", "what is used stays the second of its line");
    assert_eq!(of("int main(void) { for (;;) { int a[3]; if (a[1]) break; } }"), "a endless array");
    assert_eq!(of("int nd(void); int main(void) { if (nd()) return nd(); }"), "nd stream", "a result nobody reads");
    assert_eq!(of("int nd(void); int main(void) { int x = nd(); return x + nd() > 3; }"), "nd stream, nd stream");
    assert_eq!(of("extern int n; int main(void) { return n + 1; }"), "n scalar");
}

#[test]
fn jumps_past_declarations_leave_arbitrary_values() {
    let text = "int main(int k) { if (k) goto in; int x = 1; in: show(x); switch (k) { int y; case 1: show(y); y = 5; case 2: show(y); } }";
    let values = |k: i64| shown(text, &Options::default(), &[("k", &[k]), ("x", &[7]), ("y", &[8])]);
    assert_eq!(values(0), [Int::from(1)]);
    assert_eq!(values(1), [7, 8, 5].map(Int::from));
    assert_eq!(values(2), [7, 8].map(Int::from));
}

#[test]
fn streams_and_fresh_contents_are_read_in_order() {
    let text = "int nd(void); int main(void) { for (int i = 0; i < 3; i++) { int x; int a[2]; a[0] += x; show(a[0]); show(a[1]); a[1] = 9; show(nd() + x); } }";
    let values =
        shown(text, &Options::default(), &[("x", &[1, 2, 3]), ("a", &[10, 20, 30, 40, 50, 60]), ("nd", &[7, 8, 9])]);
    assert_eq!(values, [11, 20, 8, 32, 40, 10, 53, 60, 12].map(Int::from));
}

#[test]
fn widths_follow_the_data_model_and_overflow_the_option() {
    let ilp32 = Options { data_model: DataModel::Ilp32, ..Options::default() };
    let text =
        "int main(void) { show(sizeof(long)); show(sizeof(int *)); show(4294967295UL + 1); show(2147483648 > 0); }";
    assert_eq!(shown(text, &ilp32, &[]), [4, 4, 0, 1].map(Int::from));
    assert_eq!(shown(text, &Options::default(), &[]), [8, 8, 1i64 << 32, 1].map(Int::from));
    let wrap = Options { signed_overflow: Overflow::Wrap, ..Options::default() };
    let text = "int nd(void); int main(void) { int x = nd(); show(x + 1); }";
    assert_eq!(shown(text, &wrap, &[("nd", &[i32::MAX as i64])]), [Int::from(i32::MIN)]);
    assert_eq!(shown(text, &Options::default(), &[("nd", &[i32::MAX as i64])]), []);
}

#[test]
fn other_entries_and_their_assumptions() {
    let options = Options { entry: "f".into(), ..Options::default() };
    let text = "int g = 3;\nint f(int a[], int b[], int m[][4]) { a[0] = g; return b[0] + m[1][2]; }";
    let (_, program) = read(text, &options).unwrap();
    let texts: Vec<&str> = program.assumptions.iter().map(|a| a.text.as_str()).collect();
    assert!(
        texts.iter().any(|t| t.contains("does not overlap")) && texts.iter().any(|t| t.contains("initial values")),
        "{texts:?}"
    );
}

#[test]
fn the_order_of_calls_is_an_assumption_where_it_can_matter() {
    let open = |body: &str| {
        let text = format!(
            "int g; int bump(void) {{ return g++; }} int same(int x) {{ int y = x; y++; return y; }} \
             int look(void) {{ return g; }} int peek(int *p) {{ return *p; }} int by(void) {{ return look(); }} \
             void set(int *p) {{ *p = 1; }} int scanf(const char *, ...); void *memset(void *, int, unsigned long); \
             int main(void) {{ int k = 2, m = 3, a[2] = {{ 1, 2 }}, *p = a; {body} return p == a; }}"
        );
        program(&text).1.assumptions.iter().any(|a| a.text.contains("order of operands open"))
    };
    for body in [
        "k = g + bump();",
        "p[g] = bump();",
        "k = bump() + bump();",
        "m = k + (set(&k), 0);",
        "m = k + __builtin_add_overflow(3, 4, &k);",
        "m = k + 0 * scanf(\"%d\", &k);",
        "m = a[0] + 0 * (memset(a, 0, sizeof a) == 0);",
        "k = (g = 5) + look();",
        "k = g++ * by();",
        "a[g++] = look();",
        "k = (a[0] = 5) + peek(a);",
        "k = (*p = 5) + look();",
    ] {
        assert!(open(body), "{body}");
    }
    for body in ["k = (m = 5) + look();", "k = g + look();", "g = look();", "k = g++ + same(4);", "k = m++ + peek(a);"]
    {
        assert!(!open(body), "{body}");
    }
    for body in ["k = m + bump();", "g = bump();", "a[1] = bump();", "k = g + same(4);", "m = m + (set(&k), 0);"] {
        assert!(!open(body), "{body}");
    }
}

#[test]
fn the_order_beside_functions_without_a_body_matters_where_they_may_store() {
    let open = |external: External, body: &str| {
        let text = format!(
            "int g; static int s; static int *where; struct pair {{ int x; int *to; }}; int nd(void); int set(int *p); \
             int see(const int *p); int give(struct pair p); int back(int (*f)(void)); int *lend(void); \
             static int raise(void) {{ return s++; }} static int ask(int x) {{ return x ? nd() : 3; }} \
             static int look(void) {{ return s + nd(); }} \
             int main(void) {{ int k = 2, m = 3, i = 1, a[2] = {{ 1, 2 }}, b[2] = {{ 1, 2 }}, *p = a, *q = b; \
             struct pair r = {{ 1, a }}, *t = &r; {body} return p == a && q != b && where == p && t->x; }}"
        );
        let world = Outside { external, ..Options::default().world };
        let (_, program) =
            read_as_asked(&text, &Options { world, ..Options::default() }).unwrap_or_else(|p| panic!("{p:?}"));
        program.assumptions.iter().any(|a| a.text.contains("order of operands open"))
    };
    for body in [
        "k = g + nd();",
        "k = g + ask(1);",
        "k = m + set(&m);",
        "k = *p + set(a);",
        "k = p[i] + set(p);",
        "set(&m); k = m + nd();",
        "for (; i < 9; i++) { k = m + nd(); set(&m); }",
        "set(a); k = a[i] + nd();",
        "set(a); k = *(p + i) + ask(1);",
        "set(q); k = (k ? p : q)[i] + ask(1);",
        "give(r); k = a[0] + nd();",
        "give(r); k = *r.to + nd();",
        "give(r); k = t->to[i] + nd();",
        "where = a; set((int *)&where); k = *where + nd();",
        "k = s + back(raise);",
        "a[g] = nd();",
        "p = lend(); set(p); k = *p + nd();",
        "k = (g = 4) + nd();",
    ] {
        assert!(open(External::Any, body), "{body}");
        let stores_itself = body.contains("back");
        assert!(stores_itself || !open(External::Pure, body), "nothing is stored, but {body}");
    }
    for body in [
        "k = m + nd();",
        "k = s + nd();",
        "k = s + ask(1);",
        "k = *p + nd();",
        "k = p[i] + ask(m);",
        "k = *where + nd();",
        "set(b); k = a[i] + *p + nd();",
        "k = m + set(a);",
        "k = a[i] + see(a);",
        "k = r.x + give(r);",
        "k = t->x + nd();",
        "k = t->to[i] + nd();",
        "p = lend(); k = *p + nd();",
        "a[i] += nd();",
        "a[s] = nd();",
        "k = (s = 4) + nd();",
        "k = (s = 4) + ask(1);",
        "k = s + look();",
    ] {
        assert!(!open(External::Any, body), "{body}");
    }
    assert!(open(External::Any, "k = (s = 4) + look();"), "the program stores and reads itself");
}

#[test]
fn aliases_see_each_others_stores() {
    let text = "int copy(int to[], int from[], int n) { for (int i = 0; i < n; i++) to[i] = from[i] + 1; return to[0]; }\n\
                int main(void) { int a[3] = { 1, 2, 3 }; show(copy(a, a, 3)); show(a[2]); int *p = a; p[1] = 8; show(a[1] + *p); show((a[1] = 4) + 1); show(a[1]); }";
    assert_eq!(shown(text, &Options::default(), &[]), [2, 4, 10, 5, 4].map(Int::from));
}
