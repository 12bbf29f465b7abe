//! `tree`: its forms, what it says where it is not all, and exit codes.

use super::{File, check, lariat, out};
use serde_json::Value;

const CLAMP: &str = "int calls;
int clamp(int at, int least) {
    if (at == 77)
        calls++;
    while (at < least)
        at += 5;
    return at - least;
}
";

/// What elements decide in any order.
const COUNT: &str = "int count(const char *s) {
    int dots = 0;
    for (; *s; s++)
        if (*s == '.')
            dots++;
    return dots;
}
";

#[test]
fn each_form_says_the_same() {
    let file = File::exact("tree-forms.c", CLAMP.as_bytes());
    let written = |format: &str| {
        let output = lariat(&["tree", file.name(), "--entry", "clamp", "--format", format]);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        out(&output)
    };
    let text = written("text");
    let first = text.lines().next().unwrap_or_default();
    assert!(first.starts_with("clamp: ") && first.contains("all that it does"), "{text}");
    let read: Value = serde_json::from_str(&written("json")).expect("it is JSON");
    assert_eq!(read["schema"], "lariat.tree/1");
    assert_eq!(read["complete"], true);
    let leaves = read["leaves"].as_array().expect("leaves");
    assert!(first.starts_with(&format!("clamp: {} leaves", leaves.len())), "{first}");
    let puts_out = |leaf: &Value, wanted: &str| {
        leaf["outputs"].as_array().is_some_and(|all| all.iter().any(|one| one["name"] == wanted))
    };
    let returned = leaves.iter().filter(|leaf| leaf["end"] == "returned");
    assert!(returned.clone().count() > 0);
    assert!(returned.clone().all(|leaf| puts_out(leaf, "result") && puts_out(leaf, "calls")), "{read:#}");
    // `at - least` is not always there.
    assert!(leaves.iter().any(|leaf| leaf["end"] == "failed" && leaf["outputs"].as_array().is_some_and(Vec::is_empty)));
    let dot = written("dot");
    assert_eq!(dot.matches("shape=ellipse").count(), leaves.len(), "{dot}");
    let smt2 = written("smt2");
    assert!(smt2.contains("(declare-fun result () Int)") && smt2.ends_with("(check-sat)\n"), "{smt2}");
}

/// A solver finds each leaf of the script by its number, and nothing else.
#[test]
fn the_script_has_each_leaf() {
    let file = File::exact("tree-script.c", CLAMP.as_bytes());
    let script = |format| out(&lariat(&["tree", file.name(), "--entry", "clamp", "--format", format]));
    let leaves = script("json").matches("\"end\":").count();
    let smt2 = script("smt2");
    let smt2 = smt2.strip_suffix("(check-sat)\n").expect("it asks at the end");
    for number in 0..leaves + 2 {
        let expected = if (1..=leaves).contains(&number) { z3::SatResult::Sat } else { z3::SatResult::Unsat };
        let solver = z3::Solver::new();
        solver.from_string(format!("{smt2}(assert (= leaf {number}))"));
        assert_eq!(solver.check(), expected, "leaf {number} of {leaves}");
    }
}

#[test]
fn what_is_not_all_says_so() {
    let file = File::exact("tree-open.c", COUNT.as_bytes());
    let text = check(&["tree", file.name(), "--entry", "count", "--timeout", "2s"], 3, "not all that it does");
    assert!(text.contains("open: "), "{text}");
    let file = File::exact("tree-classic.c", CLAMP.as_bytes());
    let classic = ["tree", file.name(), "--entry", "clamp", "--timeout", "2s", "--classic"];
    let text = check(&classic, 3, "open: ");
    assert!(!text.contains("rounds"), "{text}");
    let output = lariat(&["tree", file.name(), "--entry", "clamp", "--timeout", "2s", "--format", "json", "--classic"]);
    let read: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!((output.status.code(), &read["complete"]), (Some(3), &Value::Bool(false)));
}

/// What an assumption excludes is no leaf.
#[test]
fn assumptions_narrow_it() {
    let file = File::exact("tree-assume.c", CLAMP.as_bytes());
    let tree = |more: &[&str]| {
        let output = lariat(&[&["tree", file.name(), "--entry", "clamp", "--format", "json"], more].concat());
        let read: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
        read["leaves"].as_array().map_or(0, Vec::len)
    };
    assert_eq!(tree(&["--assume", "at >= least", "--assume", "least >= 0", "--assume", "at != 77"]), 1);
    assert!(tree(&[]) > 1);
}

#[test]
fn questions_that_cannot_be_asked_are_refused() {
    let file = File::exact("tree-refused.c", CLAMP.as_bytes());
    check(&["tree", file.name()], 2, "main");
    check(&["tree", file.name(), "--entry", "clamp", "--target", "3"], 2, "--target");
}

/// The elements of an array, added up.
const SUM: &str =
    "int sum(const unsigned char *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }\n";

/// What a sum is stands in the script: of no elements it is 0, and of some not less.
#[test]
fn a_script_says_what_sums_are() {
    let file = File::exact("tree-sum.c", SUM.as_bytes());
    let output = lariat(&["tree", file.name(), "--entry", "sum", "--assume", "n <= 3", "--format", "smt2"]);
    assert_eq!(output.status.code(), Some(0), "{}", out(&output));
    let smt2 = out(&output);
    let smt2 = smt2.strip_suffix("(check-sat)\n").expect("it asks at the end");
    let said = |more: &str| {
        let (solver, mut params) = (z3::Solver::new(), z3::Params::new());
        // That something holds for each number z3 may not find out.
        params.set_u32("timeout", 5_000);
        solver.set_params(&params);
        solver.from_string(format!("{smt2}{more}"));
        solver.check()
    };
    let of_two = "(assert (and (= n 2) (<= 2 a.length) (= (select a 0) 5) (= (select a 1) 6)))";
    assert_eq!(said(&format!("{of_two}(assert (not (= result 11)))")), z3::SatResult::Unsat, "{smt2}");
    assert_ne!(said(&format!("{of_two}(assert (= result 11))")), z3::SatResult::Unsat, "{smt2}");
}

#[test]
fn a_page_has_all_leaves() {
    let file = File::exact("tree-page.c", CLAMP.as_bytes());
    let page = std::env::temp_dir().join(format!("lariat-tree-{}.html", std::process::id()));
    let name = page.to_string_lossy().into_owned();
    let text = check(&["tree", file.name(), "--entry", "clamp", "--html", &name], 0, "counted");
    let html = std::fs::read_to_string(&page).expect("a page");
    std::fs::remove_file(&page).expect("it was there");
    let leaves = text.lines().filter(|line| line.starts_with("leaf ")).count();
    assert_eq!(html.matches("class=\"leaf ").count(), leaves, "{html}");
    assert_eq!(html.matches("<li id=\"leaf").count(), leaves, "{html}");
    // Nothing of the program is markup, and nothing is loaded.
    assert!(html.contains("at &lt; least") && !html.contains("http"), "{html}");
    check(&["tree", file.name(), "--entry", "clamp", "--html", file.name()], 2, "would replace it");
}

/// Assumptions about what is put out decide as well as those about conditions.
#[test]
fn what_outputs_rest_on_is_listed() {
    let text = "int first(int *a, int *b) { *a = 1; *b = 2; return *a; }
int shared;
int kept(int *a) { shared = 1; *a = 2; return shared; }
int some(int n) { int x; if (n) x = 3; return x; }
int sum(int *a, int n) { return *a + n; }
";
    let file = File::exact("tree-put-out.c", text.as_bytes());
    let said = |entry: &str, part: &str| check(&["tree", file.name(), "--entry", entry], 0, part);
    said("first", "does not overlap");
    said("kept", "does not overlap");
    said("kept", "hold their initial values");
    said("some", "uninitialised variables can hold any value");
    let text = said("sum", "all that it does");
    assert!(!text.contains("overlap") && !text.contains("uninitialised"), "{text}");
}

/// Values that are no integers are told as they are written in C.
#[test]
fn floating_point_values_are_told_as_such() {
    let text = "double half(int n) { return n > 3 ? 0.5 : -0.0; }
float kept;
void keep(int n) { if (n) kept = 0.1f; else kept = 2; }
";
    let file = File::exact("tree-floats.c", text.as_bytes());
    let said = |entry: &str, more: &[&str]| check(&[&["tree", file.name(), "--entry", entry], more].concat(), 0, "");
    assert!(said("half", &[]).contains("result = ite(n ≤ 3, -0.0, 0.5)\n"));
    assert!(said("half", &["--format", "dot"]).contains("result = ite(n ≤ 3, -0.0, 0.5)"));
    let text = said("keep", &[]);
    assert!(text.contains("kept = 0.1\n") && text.contains("kept = 2.0\n"), "{text}");
    let read: Value = serde_json::from_str(&said("half", &["--format", "json"])).expect("it is JSON");
    let output = &read["leaves"][0]["outputs"][0];
    assert_eq!((&output["type"], &output["term"][3]), (&Value::from("double"), &Value::from("0.5")), "{output:#}");
    assert_eq!(output["text"], "ite(n ≤ 3, -0.0, 0.5)");
}
