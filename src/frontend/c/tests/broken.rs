//! Syntax errors: all that are independent are reported, nothing that follows from one, and no program is given.

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
        "int f(int n) { return n + ; }\nint g[3] = { 1, };\nint h(void) { if (1 { return 2; } }\nchar *s = \"};\" 3;\n}\n\
         int main(void) { return 0; }\nint x = (3;\nint y;\n",
        &[
            (1, "syntax error at `;`"),
            (3, "syntax error at `{`"),
            (4, "syntax error at `3`"),
            (5, "syntax error at `}`"),
            (7, "syntax error at `;`"),
        ],
    );
}

#[test]
fn no_program_is_given_whatever_the_error_is_about() {
    let text = "int main(void) { return 0; }\nint unused(void) { return +; }\n";
    has(text, &[(2, "syntax error")]);
    assert!(lower(&Terms::new(), &mut Source::from_text("test.c", text), &Options::default()).is_err());
}

#[test]
fn a_name_that_is_no_type_is_reported_once() {
    has(
        "uint32_t counter;\nuint32_t twice(uint32_t x) { uint32_t y = (uint32_t) x; return y; }\n\
         int f(uint8_t *p) { return *p; }\nint main(void) { uint32_t n = 3; return n; }\n",
        &[(1, "`uint32_t` is used as a type and is none"), (3, "`uint8_t` is used as a type and is none")],
    );
    // Here `n` is a variable: it is what stands between the two that is missing.
    has("int f(int n, int m) { return n m; }\n", &[(1, "syntax error at `m`")]);
}

#[test]
fn nothing_that_follows_from_an_error_is_reported() {
    let text = "typedef unsigned word;\nstruct s { int a; };\nenum e { A, B };\ntypedef struct { int b; } pair;\n\
                static int g = 3;\nint h(int n) { return n; }\n\
                word w; struct s v; enum e k = A; pair p;\nword f(word x) { return x + B; }\n\
                int main(void) { word y = f(1); struct s z = v; z.a = g; p.b = 1; return y + z.a + k + h(3); }\n";
    has(text, &[]);
    for (line, sound, broken) in [
        (1, "typedef unsigned word;", "typedef unsigned @ word;"),
        // Without a semicolon two declarations are lost.
        (2, "typedef unsigned word;", "typedef unsigned word"),
        (2, "struct s { int a; };", "struct s { int a @; };"),
        (3, "enum e { A, B };", "enum e { A, B @ };"),
        (4, "typedef struct { int b; } pair;", "typedef struct { int b @; } pair;"),
        (5, "static int g = 3;", "static int g = @;"),
        (6, "int h(int n) { return n; }", "int h(int n) { return @; }"),
    ] {
        assert!(text.contains(sound));
        has(&text.replacen(sound, broken, 1), &[(line, "syntax error")]);
    }
}

#[test]
fn what_else_is_refused_is_reported_where_no_error_explains_it() {
    let text = "int f(void) { return +; }\nint g(void) { float x = 1; return x > 2; }\n\
                int h(void) { double y = f(); return y > 2; }\nint main(void) { f(); h();\n  float z = 1;\n  return g(); }\n";
    // What calls `f`, however indirectly, may be fine without its error.
    has(text, &[(1, "syntax error"), (2, "a floating-point type")]);
    has(
        &text.replace("f(); h();", "h();").replace("= f()", "= 1"),
        &[
            (1, "syntax error"),
            (2, "a floating-point type"),
            (3, "a floating-point type"),
            (5, "a floating-point type"),
        ],
    );
}

#[test]
fn many_errors_end_with_a_word_that_there_may_be_more() {
    let text: String = (0..30).map(|i| format!("int f{i}(void) {{ return +; }}\n")).collect();
    let found = problems(&text);
    assert_eq!(found.len(), 21, "{found:?}");
    assert!(found[20].1.contains("20 syntax errors: there may be more"), "{found:?}");
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
