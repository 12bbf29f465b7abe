//! What stands in the way of reading, and what assumptions become.

use super::*;

/// Line, and a part of the message.
fn says(text: &str, expected: &[(u32, &str)]) {
    let found = problems(text, &Options::default());
    let fits = |(d, e): (&Diagnostic, &(u32, &str))| d.span.line == e.0 && d.message.contains(e.1);
    assert!(found.len() == expected.len() && found.iter().zip(expected).all(fits), "{text}\n{found:?}");
}

#[test]
fn errors_are_clangs_at_their_places() {
    says("int x = ;\nint f(void) { return y; }\n", &[(1, "expected expression"), (2, "undeclared identifier 'y'")]);
    says("#include \"nowhere.h\"\nint f(void) { return +; }", &[(1, "'nowhere.h' file not found"), (2, "expected")]);
    let found = problems("int f(void) { return undeclared + 1; }", &Options::default());
    assert_eq!((found[0].span.column, found[0].length), (22, 10));
    let found = problems("int f(int n) { return n }", &Options::default());
    assert_eq!(found[0].help.as_deref(), Some("`;` may be missing"));
    says("f(n) { return g(n); }\nint *p = 5;\n", &[]);
}

#[test]
fn what_clang_drops_is_refused_by_name_unless_it_is_harmless() {
    says("#pragma foo bar\nint x;", &[(1, "the pragma `foo bar` is not supported")]);
    says(
        "struct s { int a; } __attribute__((scalar_storage_order(\"big-endian\"))) x;",
        &[(1, "the attribute `scalar_storage_order` is not supported")],
    );
    says("#pragma GCC optimize (\"O3\")\n#pragma GCC optimize \"Os\"\nint f(void);", &[]);
    says(
        "#pragma GCC optimize (\"fast-math\")\nint f(void);",
        &[(1, "the pragma `GCC optimize (\"fast-math\")` is not supported")],
    );
    says("int f(void) __attribute__((optimize(\"wrapv\")));", &[(1, "the attribute `optimize` is not supported")]);
    says("int f(void) __attribute__((optimize(\"O2\"), noclone, noipa, access(none, 1), malloc));", &[]);
    says("#pragma GCC visibility push(hidden)\n#pragma once\n#pragma mark a b\n#pragma region\nint x;", &[]);
    says("#pragma omp parallel for\nint x;", &[(1, "the pragma `omp parallel for` is not supported")]);
    says("__asm__(\"nop\");;int x;", &[(1, "`asm` outside of functions is not supported")]);
    let refused = |text: &str| {
        let (tree, _) = tree(text);
        tree.functions[0].refused.as_ref().map(|r| r.what.clone())
    };
    assert_eq!(refused("int f(int) __attribute__((target(\"avx\")));").as_deref(), Some("the attribute `target`"));
    assert_eq!(refused("int f(int) __attribute__((noinline, cold, __nothrow__, const));"), None);
    assert_eq!(refused("#pragma weak f\nint f(int);").as_deref(), Some("a weak function without a body"));
    assert_eq!(refused("#pragma weak f\nint f(int n) { return n; }"), None);
    let (tree, _) = tree("typedef union { int *i; char *c; } u __attribute__((transparent_union)); u g;");
    let Type::Struct(s) = &variable(&tree, "g").ty else { panic!() };
    assert_eq!(
        s.layout().and_then(|l| l.refused.clone()).map(|r| r.what).as_deref(),
        Some("the attribute `transparent_union`")
    );
}

#[test]
fn what_is_too_deep_is_refused_in_time() {
    let many = |start: &str, text: &str, end: &str| format!("int f(int a) {{ {start}{}{end} }}", text.repeat(20_000));
    for text in [
        many("return ", "a + ", "a;"),
        many("return ", "- ", "a;"),
        many("return ", "a ? 1 : ", "a;"),
        many("", "if (a) a++; else ", ";"),
        many("", "{", ""),
        many("return ", "(", "a;"),
    ] {
        let found = problems(&text, &Options::default());
        assert!(found[0].message.contains("too deeply"), "{:?}", found[0]);
    }
}

#[test]
fn without_a_library_it_says_what_to_do() {
    assert!(NO_LIBRARY.contains("make setup"));
}

#[test]
fn assumptions_are_expressions_over_the_parameters() {
    let text = "struct s { int a; }; int g;\nint f(int n, struct s *p, int t[], int (*h)(int)) { return n; }";
    let assume = |texts: &[&str]| {
        let assume = texts.iter().map(|t| t.to_string()).collect();
        Options { entry: "f".into(), assume, ..Options::default() }
    };
    let (tree, source) = with(text, &assume(&["n > g", "p->a == t[1] && h"]));
    let shown: Vec<String> = tree.assumptions.iter().map(|e| show::expression(&tree, e)).collect();
    assert_eq!(shown, ["n > g", "(p->#0 == t[1]) && h"]);
    assert_eq!(source.slice(tree.assumptions[0].span), "n > g");
    assert!(tree.functions.iter().all(|f| f.name == "f" || f.body.is_none()));
    let own = &function(&tree, "f").parameters;
    let ExprKind::Binary(_, n, _) = &tree.assumptions[0].kind else { panic!() };
    assert!(matches!(n.kind, ExprKind::Variable(id) if id == own[0]));
    for (texts, index, message) in [
        (&["n > 0", "m == 1"][..], 1, "undeclared identifier 'm'"),
        (&["n +"], 0, "expected expression"),
        (&["1) || (1"], 0, "`)` closes nothing"),
        (&["(n"], 0, "`(` is not closed"),
        (&["n", "n;"], 1, "unexpected ';'"),
    ] {
        let found = problems(text, &assume(texts));
        assert_eq!(found[0].subject, Subject::Assumption(index), "{texts:?}: {found:?}");
        assert!(found[0].message.contains(message), "{texts:?}: {found:?}");
        assert!(found[0].span.line >= 1 && found[0].span.file > 0, "{found:?}");
    }
    let broken = problems("int f(int n) { return n }", &assume(&["n"]));
    assert_eq!(broken[0].subject, Subject::Program);
}
