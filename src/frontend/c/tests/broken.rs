//! What Clang says against a text: all of its errors are problems, at the user's places, and no program is given.

use super::*;

/// The problems of a text whose entry is `main`, as line and message.
fn problems(text: &str) -> Vec<(u32, String)> {
    let mut source = Source::from_text("test.c", text);
    let found = lower(&Terms::new(), &mut source, &Options::default()).err().unwrap_or_default();
    found.into_iter().map(|d| (d.span.line, d.message)).collect()
}

/// The text has exactly these problems: a line, and a part of the message.
fn has(text: &str, expected: &[(u32, &str)]) {
    let found = problems(text);
    let fits = |(f, e): (&(u32, String), &(u32, &str))| f.0 == e.0 && f.1.contains(e.1);
    assert!(found.len() == expected.len() && found.iter().zip(expected).all(fits), "{text}\n{found:?}");
}

#[test]
fn each_declaration_with_a_syntax_error_is_reported() {
    has(
        "int f(int n) { return n + ; }\nint g[3] = { 1, };\nint h(void) { if (1) { return 2 } }\nchar *s = \"};\" 3;\n}\n\
         int main(void) { return 0; }\nint x = (3;\nint y;\n",
        &[
            (1, "expected expression"),
            (3, "expected ';'"),
            (4, "expected ';'"),
            (5, "extraneous closing brace"),
            (7, "expected ')'"),
        ],
    );
}

#[test]
fn no_program_is_given_whatever_the_error_is_about() {
    let text = "int main(void) { return 0; }\nint unused(void) { return +; }\n";
    has(text, &[(2, "expected expression")]);
    assert!(lower(&Terms::new(), &mut Source::from_text("test.c", text), &Options::default()).is_err());
}

#[test]
fn a_name_that_is_no_type_is_an_error_though_it_could_be_an_int() {
    has("uint32_t counter;\nint main(void) { return counter; }\n", &[(1, "unknown type name 'uint32_t'")]);
    has("int f(int n, int m) { return n m; }\n", &[(1, "expected ';'")]);
}

#[test]
fn what_is_sound_is_no_error() {
    let text = "typedef unsigned word;\nstruct s { int a; };\nenum e { A, B };\ntypedef struct { int b; } pair;\n\
                static int g = 3;\nint h(int n) { return n; }\n\
                word w; struct s v; enum e k = A; pair p;\nword f(word x) { return x + B; }\n\
                int main(void) { word y = f(1); struct s z = v; z.a = g; p.b = 1; return y + z.a + k + h(3); }\n";
    has(text, &[]);
    for (line, sound, broken) in [
        (1, "typedef unsigned word;", "typedef unsigned @ word;"),
        (1, "typedef unsigned word;", "typedef unsigned word"),
        (2, "struct s { int a; };", "struct s { int a @; };"),
        (3, "enum e { A, B };", "enum e { A, B @ };"),
        (4, "typedef struct { int b; } pair;", "typedef struct { int b @; } pair;"),
        (5, "static int g = 3;", "static int g = @;"),
        (6, "int h(int n) { return n; }", "int h(int n) { return @; }"),
    ] {
        assert!(text.contains(sound));
        let found = problems(&text.replacen(sound, broken, 1));
        assert!(
            found.first().is_some_and(|(at, text)| *at == line && text.contains("expected")),
            "{broken}: {found:?}"
        );
    }
}

#[test]
fn what_is_not_modelled_is_reported_once_nothing_is_an_error() {
    let text = "int f(void) { return +; }\nint g(void) { long double x = 1; return x > 2; }\n\
                int main(void) { f();\n  long double z = 1;\n  return g(); }\n";
    has(text, &[(1, "expected expression")]);
    let found = super::problems(&text.replace("+;", "1;"));
    let at = |line: u32| {
        found.iter().filter(|problem| problem.starts_with(&format!("test.c:{line}: a floating-point"))).count()
    };
    // Where it is declared, and where it is used.
    assert_eq!([1, 2, 3, 4, 5].map(at), [0, 2, 0, 1, 0], "{found:?}");
}

#[test]
fn many_errors_end_with_a_word_that_there_may_be_more() {
    let text: String = (0..30).map(|i| format!("int f{i}(void) {{ return +; }}\n")).collect();
    let found = problems(&text);
    assert_eq!(found.len(), 21, "{found:?}");
    assert!(found[20].1.contains("20 errors"), "{found:?}");
    assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), (1..=20).chain([0]).collect::<Vec<_>>());
}

#[test]
fn places_are_those_of_the_users_files() {
    let text = "# 1 \"own.c\"\n# 1 \"a.h\" 1\nint x = ;\n# 2 \"own.c\" 2\nbyte y;\n# 7 \"own.c\"\nint z = ;\n";
    let mut source = Source::from_text("own.i", text);
    let found = lower(&Terms::new(), &mut source, &Options::default()).expect_err("it has errors");
    let heads: Vec<String> = found.iter().map(|d| d.headline(&source)).collect();
    let place = |text: &str| heads.iter().filter(|head| head.starts_with(text)).count();
    assert_eq!(
        (place("a.h:1:9: "), place("own.c:2:1: "), place("own.c:7:9: "), heads.len()),
        (1, 1, 1, 3),
        "{heads:?}"
    );
}
