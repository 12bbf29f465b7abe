//! What is found of small programs, and that lowering does not go on where it is wrong.

use super::{Depths, Names, PointsTo, Region, points_to};
use crate::frontend::c::tree::{NodeId, Tree};
use crate::frontend::c::{Options, parse};
use crate::source::Source;

/// What the pointers in a variable of the entry function, or a global, can point to, in words.
fn held(text: &str, variable: &str) -> Vec<String> {
    let mut source = Source::from_text("test.c", text);
    let parsed = parse(&mut source, &Options::default()).expect("C");
    let tree = parsed.tree();
    let entry = tree.defined("main").expect("there is a main");
    let (found, mut names) = points_to(tree, entry, &Options::default(), &Depths::default(), &|| false).expect("small");
    let of = tree.variables.iter().find(|v| v.name == variable).expect("it is declared");
    shown(&found, &mut names, tree, of.node)
}

fn shown(found: &PointsTo, names: &mut Names, tree: &Tree, node: NodeId) -> Vec<String> {
    let keys = [names.key(vec![0, node, 0]), names.key(vec![node])];
    let mut all: Vec<String> = vec![];
    for held in keys.map(|key| found.held(key, &[])) {
        all.extend(held.reach.regions.iter().map(|number| match names.region_of(*number) {
            Region::Part(key, path) => format!("{}{path:?}", found.outline(*key).expect("it was made").name),
            Region::Function(id) => tree.function(*id).name.clone(),
            Region::Callback(_, name) => name.clone(),
            Region::Number => "a number".into(),
            Region::Label(_, name) => format!("&&{name}"),
            Region::Around(inner, _) => format!("around {inner}"),
        }));
        for (is, what) in
            [(held.reach.null, "null"), (held.reach.wild, "wild"), (held.moved, "moved"), (held.stored, "stored")]
        {
            all.extend(is.then(|| what.to_string()));
        }
    }
    all.sort();
    all
}

#[test]
fn pointers_have_the_targets_that_flow_to_them() {
    let main = |body: &str| format!("int nd(void); void *malloc(unsigned long); int main(void) {{ {body} }}");
    for (body, expected) in [
        ("int x; int *p = &x;", &["x[]"][..]),
        ("int x; int *p = 0; if (nd()) p = &x;", &["null", "stored", "x[]"]),
        ("int a[3]; int *p = a; p = p + 0;", &["a[Element]", "stored"]),
        ("int a[3]; int *p = a; p++;", &["a[Element]", "moved", "stored"]),
        ("int x, y; int *q = &x, **r = &q; int *p = *r; *r = &y;", &["x[]", "y[]"]),
        ("struct s { int n; int *q; } s = { 1, &s.n }, t = s; int *p = t.q;", &["s[Field(0)]"]),
        ("int *p = malloc(4);", &["malloc[Element]"]),
        ("int x; int *p; p = &x;", &["stored", "wild", "x[]"]),
    ] {
        assert_eq!(held(&main(body), "p"), expected, "{body}");
    }
}

/// The objects of a program that may be pointed to when they live no more, and how they die.
fn mortal(text: &str, entry: &str) -> Vec<String> {
    let mut source = Source::from_text("test.c", text);
    let parsed = parse(&mut source, &Options::default()).expect("C");
    let tree = parsed.tree();
    let entry = tree.defined(entry).expect("it is there");
    let (found, _) = points_to(tree, entry, &Options::default(), &Depths::default(), &|| false).expect("small");
    let name = |key| found.outline(key).map_or("memory".to_string(), |of| of.name.clone());
    found.mortal.iter().map(|(key, how)| format!("{} {how:?}", name(*key))).collect()
}

#[test]
fn only_what_may_be_pointed_to_afterwards_is_watched() {
    let main = |body: &str| {
        format!(
            "int nd(void); void *malloc(unsigned long); void free(void *); int *kept; void hand(int *p) {{ *p = 1; }}
             int *same(int *p) {{ return p; }} void keep(int *p) {{ kept = p; }}
             int main(void) {{ {body} }}"
        )
    };
    for (body, expected) in [
        // Nothing outlives these.
        ("int x, *p = &x; kept = p;", &[][..]),
        ("{ int x, *p = &x; *same(p) = 2; hand(&x); }", &[]),
        ("for (int i = 0; i < 3; i++) { int x[2], *p = x; p[1] = i; int **q = &p; *q = x + 1; }", &[]),
        ("{ static int x; kept = &x; }", &[]),
        ("int *p = malloc(4); *p = 1; { kept = p; }", &[]),
        ("const char *s; { s = \"abc\"; }", &[]),
        ("{ struct { int *p; int n; } s; s.p = &s.n; *s.p = 1; }", &[]),
        ("{ int x; if ((unsigned long)&x & 3) x = 1; }", &[]),
        // What these point to is gone.
        ("{ int x; kept = &x; }", &["x Once"]),
        ("int *p; { int x, y; p = &x; *&y = 1; }", &["x Once"]),
        ("int *p; for (;;) { int x; p = &x; }", &["x Rounds"]),
        ("int *p; for (;;) { int x[2]; p = x; }", &["x Instances"]),
        ("int *p; for (;;) { int x[2] = { 1 }; p = x + 1; }", &["x Rounds"]),
        ("{ int x; keep(&x); }", &["x Once"]),
        ("int **p; { int *x; p = &x; *p = malloc(4); }", &["x Once"]),
        ("*({ int x = 1; &x; }) = 2;", &["x Once"]),
        ("unsigned long n; { int x; n = (unsigned long)&x; } *(int *)n = 1;", &["x Once"]),
        ("int *p = malloc(4), *q = malloc(4); *p = *q = 1; free(p);", &["malloc Freed { instances: false }"]),
        ("for (;;) { int *p = malloc(4); *p = 1; free(p); }", &["malloc Freed { instances: true }"]),
        ("free(malloc(4));", &["memory Freed { instances: false }"]),
    ] {
        assert_eq!(mortal(&main(body), "main"), expected, "{body}");
    }
}

#[test]
fn what_functions_leave_behind_is_watched_and_what_they_are_given_is_not() {
    let text = "int *of(int n) { int x = n, *p = &x; return p; } int *on(int *p) { int *q = p; return q; }
                int f(void) { return *of(1); } int g(void) { int y; return *on(&y); }
                void free(void *); struct s { struct s *next; }; void h(struct s *s) { free(s->next); free(s); }";
    assert_eq!(mortal(text, "f"), ["of.x Once"]);
    assert_eq!(mortal(text, "g"), [""; 0]);
    assert_eq!(mortal(text, "h"), ["s Freed { instances: false }", "s.next Freed { instances: true }"]);
}

#[test]
fn each_call_has_sets_of_its_own() {
    let text = "int *id(int *q) { return q; } int x, y; int main(void) { int *p = id(&x), *r = id(&y); }";
    assert_eq!(held(text, "p"), ["x[]"]);
    assert_eq!(held(text, "r"), ["y[]"]);
}

#[test]
fn functions_that_are_called_through_pointers_are_walked() {
    let text = "int x, y; static int *p; void f(void) { p = &x; } void g(void) { p = &y; } void h(void) { p = 0; }
                int nd(void); int main(void) { void (*t[2])(void) = { f, g }; t[nd()](); }";
    assert_eq!(held(text, "p"), ["null", "stored", "x[]", "y[]"]);
}

#[test]
fn lowering_gives_no_program_where_the_sets_are_too_small() {
    let text = "int x; int f(int *p, int n) { return n ? 1 + f(p, n - 1) : *p; } int main(void) { return f(&x, 3); }";
    let mut source = Source::from_text("test.c", text);
    let parsed = parse(&mut source, &Options::default()).expect("C");
    let lowered = |found: &Options| {
        let entry = parsed.tree().defined("main").expect("there is a main");
        let (found, names) = points_to(parsed.tree(), entry, found, &Depths::default(), &|| false).expect("small");
        parsed.lower_with(&source, &found, names)
    };
    assert!(lowered(&Options::default()).is_ok());
    let problems = lowered(&Options { recursion: 1, ..Options::default() }).expect_err("it has to notice");
    let said: Vec<String> = problems.iter().map(|d| d.headline(&source)).collect();
    assert!(said.len() == 1 && said[0].contains("did not foresee"), "{said:?}");
}
