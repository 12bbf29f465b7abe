//! What is refused, with which words and where; what random programs do is tested in `specs/microc`.

use crate::diagnostic::{Diagnostic, Subject, render};
use crate::frontend::{Options, Overflow, lower};
use crate::program::{Gap, Program};
use crate::source::Source;
use crate::term::Terms;

fn lowered(text: &str, options: &Options) -> Result<Program, Vec<Diagnostic>> {
    lower(&Terms::new(), &mut Source::from_text("a.mc", text), options)
}

/// The only problem of a text: its message, line and column.
fn problem(text: &str) -> (String, u32, u32) {
    let problems = lowered(text, &Options::default()).expect_err(text);
    assert_eq!(problems.len(), 1, "{text}: {problems:?}");
    (problems[0].message.clone(), problems[0].span.line, problems[0].span.column)
}

fn check_problem(text: &str, message: &str, line: u32, column: u32) {
    assert_eq!(problem(text), (message.to_string(), line, column), "{text}");
}

/// A statement of `main`, where `a` is an array, `r` a record, `p` a pointer, `n` and `m` numbers.
fn statement(text: &str) -> String {
    format!("main() {{ var a, r, p, n, m; a = [1]; r = {{lo: 1, hi: 2}}; p = &n; n = m; m = 1;\n{text}\nreturn n; }}")
}

#[test]
fn what_is_no_microc_is_said_where_it_stands() {
    check_problem("main() { return 0 }", "expected `;`, found `}`", 1, 19);
    check_problem("main() { n = 1; }", "expected a statement or `return`, found `}`", 1, 17);
    check_problem("main() { return 0; return 1; }", "expected `}` behind `return`, found `return`", 1, 20);
    check_problem("main() { output 1; var x; return 0; }", "a declaration stands behind a statement", 1, 20);
    check_problem("main(,) { return 0; }", "expected a parameter or `)`, found `,`", 1, 6);
    check_problem("main(while) { return 0; }", "expected a parameter or `)`, found `while`", 1, 6);
    check_problem(&statement("f(1);"), "expected `=`, found `;`", 2, 5);
    check_problem(&statement("if (n) else n = 1;"), "this `else` belongs to no `if`", 2, 8);
    check_problem(&statement("n = - m;"), "`-` stands before a number or between two", 2, 5);
    check_problem(&statement("n = 1 +;"), "expected an expression, found `;`", 2, 8);
    check_problem(&statement("n = a[1;"), "expected `]`, found `;`", 2, 8);
    check_problem(&statement("n = {1};"), "expected a field or `}`, found `1`", 2, 6);
    check_problem(&statement("p = &1;"), "expected the name of a variable behind `&`, found `1`", 2, 6);
    check_problem(&statement("while (n) { n = 1;"), "expected a statement or `}`, found `return`", 3, 1);
    check_problem("main() { return 0; } ü", "expected the name of a function, found `ü`", 1, 22);
    check_problem("main() {", "expected a statement or `return`, found the end of the text", 1, 9);
}

#[test]
fn what_cannot_run_is_said_before_it_does() {
    check_problem("f() { return 0; }", "there is no function `main`", 0, 0);
    check_problem("", "there is no function `main`", 0, 0);
    check_problem(&statement("n = x;"), "`x` is not declared", 2, 5);
    check_problem("main() { var x, x; return 0; }", "`main` declares `x` twice", 1, 17);
    check_problem("main(x) { var x; return 0; }", "`main` declares `x` twice", 1, 15);
    check_problem("f() { return 0; } f() { return 1; } main() { return 0; }", "there are two functions `f`", 1, 19);
    check_problem("main() { var main; return 0; }", "`main` is a function as well", 1, 14);
    check_problem(&statement("n = main(1);"), "`main` takes 0 arguments, and here are 1", 2, 5);
    check_problem(&statement("n = m();"), "`m` is a variable, and no function", 2, 5);
    check_problem(&statement("n = g();"), "there is no function `g`", 2, 5);
    check_problem(&statement("n = main()();"), "what is called is no function", 2, 5);
    check_problem(&statement("n = main;"), "`main` is a function, and a function is no value", 2, 5);
    check_problem(&statement("n + 1 = 2;"), "nothing can be assigned to this", 2, 1);
    check_problem(&statement("[1][0] = 2;"), "nothing can be assigned to this", 2, 1);
    check_problem(&statement("if (p) n = 1;"), "a number is needed here, and this is a pointer", 2, 5);
    check_problem(&statement("output a;"), "a number is needed here, and this is an array of numbers", 2, 8);
    check_problem("main() { return null; }", "a number is needed here, and this is a pointer", 1, 17);
    check_problem(&statement("n = p + 1;"), "a number is needed here, and this is a pointer", 2, 5);
    check_problem(&statement("n = a;"), "this is an array of numbers, where a number is needed", 2, 5);
    check_problem(&statement("n = n[0];"), "this is a number, where an array is needed", 2, 5);
    check_problem(&statement("n = *a;"), "this is an array of numbers, where a pointer is needed", 2, 6);
    check_problem(&statement("a = [1, null];"), "this is a pointer, where a number is needed", 2, 9);
    check_problem(&statement("r = {hi: 1};"), "this is a record of hi, where a record of lo, hi is needed", 2, 5);
    check_problem(&statement("n = r.mid;"), "there is no field `mid` in a record of lo, hi", 2, 7);
    check_problem(&statement("n = a.lo;"), "this is an array of numbers, and only a record has fields", 2, 7);
    check_problem(&statement("n = a == a;"), "this compares an array of numbers", 2, 5);
    check_problem(&statement("n = {x: 1, x: 2}.x;"), "a record has the field `x` twice", 2, 12);
    check_problem("main() { var x; x = {r: {n: 1}}; return 0; }", "a record within a record is not possible", 1, 21);
    check_problem("main() { var x; x = [x]; return 0; }", "a value of this type would be a part of itself", 1, 21);
    check_problem("f(x) { return x.lo; } main() { return 0; }", "nothing says which record this is", 1, 17);
}

#[test]
fn carets_are_below_what_is_wrong_with_what_to_do() {
    let mut source = Source::from_text("a.mc", "main() {\n  return 1 + x;\n}\n");
    let problems = lower(&Terms::new(), &mut source, &Options::default()).expect_err("x is not declared");
    let text = render(&problems, &source, false);
    for part in ["error: `x` is not declared", "a.mc:2:14", "return 1 + x;", "Help: declare it: `var x;`"] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn several_problems_are_said_at_once_in_their_order() {
    let problems =
        lowered("main() { var a; a = x;\n a = y;\n return z; }", &Options::default()).expect_err("three names");
    assert_eq!(problems.iter().map(|p| p.span.line).collect::<Vec<_>>(), [1, 2, 3]);
}

#[test]
fn a_pointer_may_lead_to_what_has_pointers_of_its_own_type() {
    let text = "main() { var p; p = alloc {next: null, n: 1}; p = alloc {next: p, n: 2};\n return (*(*p).next).n; }";
    lowered(text, &Options::default()).expect("a list");
}

#[test]
fn what_is_nested_or_repeated_without_end_is_refused() {
    let deep = format!("main() {{ return {}1{}; }}", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(problem(&deep).0, "this is nested too deeply");
    let unary = format!("main() {{ return {}1; }}", "!".repeat(100_000));
    assert_eq!(problem(&unary).0, "this is nested too deeply");
    let row = format!("main() {{ return 1{}; }}", " + 1".repeat(100_000));
    assert_eq!(problem(&row).0, "too many operators in a row");
    let both = format!("main() {{ return {}1{}; }}", "(".repeat(60), " + 1 + 1 + 1 + 1 + 1)".repeat(60));
    assert_eq!(problem(&both).0, "too many operators in a row");
    let blocks = format!("main() {{ {} return 1; }}", "{".repeat(100_000));
    assert_eq!(problem(&blocks).0, "this is nested too deeply");
    let chained = format!("main() {{ var x; {} x = 1; return 1; }}", "if (1) x = 1; else ".repeat(100_000));
    assert_eq!(problem(&chained).0, "this is nested too deeply");
}

#[test]
fn functions_that_call_themselves_have_an_end() {
    let text = "f(n) { var r; r = 0; if (n > 0) r = f(n - 1); return r; } main(n) { return f(n); }";
    let gaps = |text: &str, recursion| -> Vec<Gap> {
        let program = lowered(text, &Options { recursion, ..Options::default() }).expect(text);
        program.gaps().into_iter().map(|(_, gap)| gap.clone()).collect()
    };
    assert_eq!(gaps(text, 2), [Gap::Recursion { function: "f".into(), limit: 2, asked: None }]);
    // What would be too large is followed less.
    let text =
        "f(n) { var r; r = 0; if (n > 0) r = f(n - 1) + f(n - 2) + f(n - 3); return r; } main(n) { return f(n); }";
    let all = gaps(text, 30);
    let is_less = |gap: &Gap| matches!(gap, Gap::Recursion { limit, asked: Some(30), .. } if *limit < 30);
    assert!(!all.is_empty() && all.iter().all(is_less), "{:?}", all.first());
}

#[test]
fn only_numbers_come_from_outside() {
    let options = Options { entry: "f".into(), ..Options::default() };
    let problems = lowered("f(p) { return *p; } main() { return 0; }", &options).expect_err("a pointer");
    assert_eq!(problems[0].message, "`f` takes a pointer, `p`, and only numbers come from outside");
    assert_eq!(problems[0].subject, Subject::Entry);
}

#[test]
fn assumptions_are_conditions_over_parameters() {
    let with = |text: &str| {
        let options = Options { assume: vec![text.into()], ..Options::default() };
        lowered("main(n) { var x; x = 1; return n; }", &options)
    };
    with("n > 3 && n / 2 != 7").expect("an assumption");
    for (text, message) in [
        ("x == 1", "this cannot be assumed"),
        ("input > 0", "this cannot be assumed"),
        ("n >", "expected an expression, found the end of the text"),
        ("n > 0 n", "this condition goes on with `n`"),
        ("m", "`m` is not declared"),
    ] {
        let problems = with(text).expect_err(text);
        assert_eq!((problems[0].message.as_str(), problems[0].subject), (message, Subject::Assumption(0)), "{text}");
    }
}

#[test]
fn what_is_about_c_is_refused() {
    for (options, message) in [
        (Options { arguments: vec!["-DX".into()], ..Options::default() }, "flags for a compiler are for C only"),
        (
            Options { signed_overflow: Overflow::Wrap, ..Options::default() },
            "--signed-overflow is for C only: numbers of microc have no bounds",
        ),
    ] {
        let problems = lowered("main() { return 0; }", &options).expect_err(message);
        assert_eq!(problems[0].message, message);
    }
}
