//! What is found of small programs, and that lowering does not go on where it is wrong.

use super::{Names, PointsTo, Region, points_to};
use crate::frontend::c::tree::{NodeId, Tree};
use crate::frontend::c::{Options, parse};
use crate::source::Source;

/// What the pointers in a variable of the entry function, or a global, can point to, in words.
fn held(text: &str, variable: &str) -> Vec<String> {
    let mut source = Source::from_text("test.c", text);
    let parsed = parse(&mut source, &Options::default()).expect("C");
    let tree = parsed.tree();
    let entry = tree.defined("main").expect("there is a main");
    let (found, mut names) = points_to(tree, entry, &Options::default(), &|| false).expect("small");
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

#[test]
fn each_call_has_sets_of_its_own() {
    let text = "int *id(int *q) { return q; } int x, y; int main(void) { int *p = id(&x), *r = id(&y); }";
    assert_eq!(held(text, "p"), ["x[]"]);
    assert_eq!(held(text, "r"), ["y[]"]);
}

#[test]
fn functions_that_are_called_through_pointers_are_walked() {
    let text = "int x, y; int *p; void f(void) { p = &x; } void g(void) { p = &y; } void h(void) { p = 0; }
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
        let (found, names) = points_to(parsed.tree(), entry, found, &|| false).expect("small");
        parsed.lower_with(&source, &found, names)
    };
    assert!(lowered(&Options::default()).is_ok());
    let problems = lowered(&Options { recursion: 1, ..Options::default() }).expect_err("it has to notice");
    let said: Vec<String> = problems.iter().map(|d| d.headline(&source)).collect();
    assert!(said.len() == 1 && said[0].contains("did not foresee"), "{said:?}");
}
