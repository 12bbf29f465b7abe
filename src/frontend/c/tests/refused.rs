//! What is refused, by name and line, and that nothing else is.

use super::*;

/// A text with one problem, on the given line, that names the construct; where that is used it is in the way again.
fn refuses(text: &str, line: u32, named: &str) {
    let found = problems(text);
    assert!(found.first().is_some_and(|first| first.starts_with(&format!("test.c:{line}:"))), "{text}: {found:?}");
    assert!(found.iter().all(|problem| problem.contains(named)), "{text}: {found:?}");
}

/// A body of `main` that starts on line 2.
fn refuses_body(body: &str, line: u32, named: &str) {
    refuses(&format!("int main(void) {{\n{body}\nreturn 0; }}"), line, named);
}

/// A type that contains itself would have no end.
#[test]
fn members_are_of_types_that_are_defined() {
    let named = "incomplete";
    refuses("struct s { struct s a; int b; };\nint main(void) { struct s x; return 0; }", 1, named);
    refuses("struct s {\nstruct s a[2]; int b; };\nint main(void) { struct s x; return 0; }", 2, named);
    refuses(
        "struct t;\nstruct s { struct t a; };\nstruct t { struct s b; };\nint main(void) { struct s x; return 0; }",
        2,
        named,
    );
    refuses("typedef union u u;\nunion u { u a; int b; };\nint main(void) { u x; return 0; }", 2, named);
    let fine = "struct s { struct s *next; struct { int b; } in; } x;\nint main(void) { return x.in.b; }";
    assert_eq!(problems(fine), Vec::<String>::new());
}

#[test]
fn functions_of_the_system_are_told_from_those_of_a_program() {
    let text = "#define _GNU_SOURCE\n#include <stdlib.h>\nint main(void) { return strtoq(\"12\", 0, 10) == 12; }";
    refuses(text, 3, "`strtoq`, a function of the C library without a model,");
    let own = "int strtoq(const char *);\nint main(void) { return strtoq(\"12\"); }";
    assert_eq!(problems(own), Vec::<String>::new());
}

#[test]
fn bit_fields_with_names_have_bits() {
    refuses("struct s { signed a : 0; int b; };\nint main(void) { struct s x; return 0; }", 1, "has zero width");
    assert_eq!(problems("struct s { int a : 3; int : 0; int b : 2; } x;\nint main(void) { return x.b; }").len(), 0);
}

#[test]
fn constructs_that_are_not_modelled() {
    refuses_body("long double d = 1;", 2, "floating-point");
    refuses_body("int x = 1.5L;", 2, "floating-point");
    refuses_body("int x = (long double)1;", 2, "floating-point");
    refuses_body("struct s { long double d; } v;\nint x = v.d == 1;", 3, "floating-point");
    let named = "`v`, a union with the member `a`, a volatile char,";
    refuses_body("union { volatile char a; long b; } v;\nv.b = 1;", 3, named);
    refuses_body("struct { int a; long double d; } v = { 1, 2.5 };\nv.a = 2;\nv.a = v.d;", 4, "floating-point");
    refuses_body("struct s v;", 2, "incomplete type 'struct s'");
    refuses_body("struct s { int a; } v;\nv.b = 1;", 3, "no member named 'b'");
    refuses_body("int *p = 0;\np = p * 2;", 3, "invalid operands");
    refuses_body("int x; void *p = &x;\nint y = *p;", 3, "incompatible type 'void'");
    refuses_body("int n = 3;\nlong double a[2][n];", 3, "floating-point type");
    refuses_body("__asm__(\"hlt\");", 2, "`asm`");
    refuses_body("int x = 3;\nx();", 3, "is not a function");
    refuses_body("int x = _Generic(1, char: 2);", 2, "any generic association");
    refuses_body("_Complex int x = 0;", 2, "a complex type");
    refuses_body("enum nope x = 1;\nx = 2;", 2, "incomplete type 'enum nope'");
    refuses_body("unsigned short *x = u\"\\U0001F600\";", 2, "wide");
    refuses_body("goto in; { int a[2] = { 1, 2 }; in: a[1] = 2; }", 2, "declaration of `a`");
    refuses_body("for (;;) { goto in; { int a[2]; in: a[1] = 2; } }", 2, "declaration of `a`");
    refuses_body("int x = 1;\nwhile (x) switch (x) { int a[2]; case 1: a[1] = 2; }", 3, "declaration of `a`");
}

#[test]
fn mistakes() {
    refuses_body("x = 1;", 2, "use of undeclared identifier 'x'");
    refuses_body("goto nowhere;", 2, "undeclared label 'nowhere'");
    refuses_body("break;", 2, "not in loop");
    refuses_body("continue;", 2, "not in loop");
    refuses_body("case 1: ;", 2, "not in switch");
    refuses_body("switch (1) { case 1: case 1: ; }", 2, "duplicate case");
    refuses_body("int a[2] = { 1, 2, 3 };", 2, "too many");
    refuses_body("int x = 1; case_is: switch (1) {\ncase x: ; }", 3, "constant expression");
    refuses_body("int x = ;", 2, "expected expression");
    refuses("int main(void) {\n", 1, "expected '}'");
    assert_eq!(problems(""), ["test.c: there is no function `main` with a body"]);
}

#[test]
fn functions_that_are_not_modelled() {
    let further = "int f(int n, ...) { __builtin_va_list a; __builtin_va_start(a, n); return n; }\n";
    refuses(&format!("{further}int main(void) {{ int (*p)(int, ...) = f;\nreturn p(3, 4); }}"), 3, "through a pointer");
    refuses(
        &format!("{further}int main(void) {{ int i = 0;\nreturn f(i++, i++); }}"),
        3,
        "arguments that have effects",
    );
    refuses(&format!("{further}int main(void) {{ int i = 1;\nreturn f(i, 1.0L); }}"), 3, "an argument of this");
    let looking = "int main(int varargs, ...) { __builtin_va_list a; __builtin_va_start(a, varargs); return 0; }";
    refuses(looking, 1, "of the name of its further arguments");
    // The other arguments are only evaluated.
    assert_eq!(problems("int f(int n, ...) { return n; }\nint main(void) { return f(3, 4); }"), Vec::<String>::new());
    refuses("long double f(void) { return 1; }\nint main(void) {\nf(); }", 3, "floating-point");
    refuses("int f(n) int m; { return n; }\nint main(void) {\nreturn f(1); }", 1, "'m' is missing");
    let formatted = |call: &str| {
        format!(
            "int sprintf(char *, const char *, ...), sscanf(const char *, const char *, ...), scanf(const char *, ...), \
             printf(const char *, ...);\nint main(void) {{ char s[9]; int n; long m; const char *f = s;\n{call}; }}"
        )
    };
    for (call, why) in [
        ("sprintf(s, \"%a\", 1.0)", "`sprintf` with `%a` in its format"),
        ("sprintf(s, \"%d\", 1.0f)", "`sprintf` with double where the format says int"),
        ("sprintf(s, \"%n\", &n)", "`sprintf` with `%n` in its format"),
        ("sscanf(s, f, &n)", "`sscanf` with a format that is no literal"),
        ("sprintf(s, \"%d\", m)", "`sprintf` with long where the format says int"),
        ("sprintf(s, \"%d\")", "`sprintf` with fewer arguments"),
        ("sscanf(s, \"%d\", &m)", "`sscanf` with a pointer to long"),
        ("sscanf(s, \"%p\", &f)", "`sscanf` with `%p` in its format"),
        ("scanf(\"%5d\", &n)", "`scanf` with a width of a number"),
        ("printf(\"%d%n\", n, &n)", "`printf` with `%n`"),
        ("printf(f, &n)", "`printf` with a format that may have `%n` in it"),
        ("printf(f, \"text\", &n)", "`printf` with a format that may have `%n` in it"),
        ("printf(n ? \"%d\" : \"%d%n\", n, &n)", "`printf` with `%n`"),
    ] {
        refuses(&formatted(call), 3, why);
    }
    refuses("int vfork(void);\nint main(void) {\nreturn vfork(); }", 3, "`vfork`, which starts something");
    refuses(
        "void *__VERIFIER_nondet_pointer(void);\nint main(void) {\n__VERIFIER_nondet_pointer(); }",
        3,
        "nondet_pointer",
    );
    refuses("int f(void) { return 1; }\nint main(void) {\nreturn f(1, 2); }", 3, "arguments");
    let twice = "int f(int n) { long double x; return n; }\nint main(void) { return f(1) + f(2); }";
    refuses(twice, 1, "floating-point");
}

/// A function of the program that prints what it is given may be given `%n`, and somewhere to store to.
#[test]
fn formats_that_are_handed_on_store_nothing() {
    let text = |call: &str| {
        format!(
            "int vprintf(const char *, __builtin_va_list), sscanf(const char *, const char *, ...);\n\
             void tell(const char *f, ...) {{ __builtin_va_list a; __builtin_va_start(a, f);\nvprintf(f, a); __builtin_va_end(a); }}\n\
             const char *const counts = \"%d%n\", *const text = \"n = %d%%n\";\n\
             int main(void) {{ int n = 0, m = 0; char c = 0; sscanf(\"12\", \"%d%n\", &n, &m);\n{call}; return n; }}"
        )
    };
    let why = "`vprintf` with a format that may have `%n` in it";
    refuses(&text("tell(counts, n, &n)"), 6, why);
    refuses(&text("tell(\"%n\", (void *)&n)"), 6, why);
    refuses(&text("const char *f = \"%hn\"; tell(f, (short *)0)"), 6, why);
    let without = |call: &str| text(call).replace("\"%d%n\", *", "\"%d\", *");
    for fine in
        [text("tell(counts, n)"), text("tell(\"%s\", &c)"), without("tell(counts, n)"), without("tell(text, &n)")]
    {
        assert_eq!(problems(&fine), Vec::<String>::new(), "{fine}");
    }
}

#[test]
fn the_number_of_the_programs_arguments() {
    let count = "int main(int argc, char *argv[]) { return argc; }";
    assert_eq!(problems(count), Vec::<String>::new());
    let range = |text: &str| {
        let (terms, program) = read(text, &Options::default()).unwrap_or_else(|p| panic!("{p:?}"));
        terms.info(program.inputs[0].symbol).range.clone()
    };
    assert_eq!(range(count), crate::term::Range::new(0, i32::MAX));
    // Not what C says of the arguments of a program.
    assert_eq!(range("int entry(int argc, int n) { return argc; }"), crate::term::Range::new(i32::MIN, i32::MAX));
}

#[test]
fn independent_problems_are_reported_together() {
    let found = problems(
        "int main(void) {\n long double f;\n int x;\n _Complex int n;\n x = 1;\n x = _Generic(1, int: u\"\\U0001F600\")[0];\n}",
    );
    let lines: Vec<&str> = found.iter().map(|f| f.split(':').nth(1).unwrap()).collect();
    assert_eq!(lines, ["2", "4", "6"], "{found:?}");
}

#[test]
fn what_is_not_called_does_not_matter() {
    let text = "struct s { double d; };\nextern long double sqrtl(long double);\nextern struct s *make(float, ...);\n\
                long double g = 1.5;\nint (*table[3])(void);\nint unused(int n) { return unused(n) + sqrtl(n); }\n\
                int old(n) int n; { return n; }\nint main(void) { return 0; }";
    assert_eq!(problems(text), Vec::<String>::new());
}

#[test]
fn text_that_explodes_is_refused() {
    let mut text = "int nd(void);\nvoid f0(void) { int x = nd(); x++; }\n".to_string();
    for i in 1..30 {
        text.push_str(&format!("void f{i}(void) {{ f{}(); f{}(); }}\n", i - 1, i - 1));
    }
    text.push_str("int main(void) { f29(); }");
    let found = problems(&text);
    assert!(found.len() == 1 && found[0].contains("statements after inlining"), "{found:?}");
}

/// Whoever lowers a program has a much larger stack than threads of tests have.
#[test]
fn deep_text_within_the_limits_is_lowered() {
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(lower_deep_text);
    thread.expect("a thread").join().expect("all of it is lowered");
}

fn lower_deep_text() {
    let nested = |open: &str, inner: &str, close: &str, n: usize| {
        format!("int main(void) {{ int x = 1; {}{inner}{} return x; }}", open.repeat(n), close.repeat(n))
    };
    for text in [
        nested("if (x) {", "x = 2;", "}", 190),
        nested("while (x) ", "x = 0;", "", 190),
        nested("if (x) x = 3; else ", "x = 2;", "", 190),
        nested("", &format!("x = {}x{};", "(1 + ".repeat(190), ")".repeat(190)), "", 1),
        nested("", &format!("x = {}x;", "!".repeat(190)), "", 1),
        nested("", &format!("x = 1{};", " + x".repeat(900)), "", 1),
        nested("", &format!("x = x{};", " && x++".repeat(400)), "", 1),
        nested("", &format!("if (x{}) x = 2;", " || x++ > 3".repeat(300)), "", 1),
        nested("", &format!("x = {}1;", "x ? 2 : ".repeat(90)), "", 1),
        nested("", &format!("x = {}1{};", "x ? x++ : (".repeat(90), ")".repeat(90)), "", 1),
    ] {
        assert_eq!(problems(&text), Vec::<String>::new(), "{}", &text[..60]);
    }
}

#[test]
fn broken_text_never_panics() {
    let whole = "typedef int t; enum e { A, B = 2 }; int g[3] = { 1, [2] = 3 }; char s[] = \"a\\x41\";\n\
                 int f(int a[], int n) { switch (n) { case A: return a[0]; default: break; } return n ? n-- : s[1]; }\n\
                 int main(void) { int a[2][2] = { { 1 }, 2 }; for (t i = 0; i < 2; i++) { a[i][i] += f(a[i], i); } L: return 'x'; }";
    for cut in 0..whole.len() {
        problems(&whole[..cut]);
        problems(&format!("{}{}", &whole[..cut], &whole[cut + 1..]));
    }
    for junk in
        ["\u{0}", "\"", "'", "/*", "#", "# 99999999999 \"x\"", "int main(void) { '' ; }", "int main(void) { é; }"]
    {
        problems(junk);
    }
}

#[test]
fn steps_in_a_row_are_read() {
    for text in ["int n = ++++++++++++++++++++const++0;", "int n = --------------------|=0;"] {
        let found = problems(text);
        assert!(found.len() == 1 && found[0].contains("expected expression"), "{text}: {found:?}");
    }
    refuses_body("int a[2] = { 1, a[0] };", 2, "`a` in its own initialiser");
}

/// Which of two counts is not asked.
#[test]
fn an_attribute_that_stands_there_twice_is_refused() {
    let end = "static void up(int *p) { (*p)++; }\nstatic void down(int *p) { (*p)--; }\n";
    for two in
        ["__attribute__((cleanup(up), cleanup(down)))", "__attribute__((cleanup(up))) __attribute__((cleanup(up)))"]
    {
        refuses(&format!("{end}int main(void) {{\n{two} int n = 3;\nreturn n; }}"), 4, "the attribute `cleanup`");
    }
}

/// Nobody calls it: its refusal is that of the program.
#[test]
fn a_constructor_that_is_not_read_is_not_passed_over() {
    let joined = "#define JOINED(a, b) a##b\nstatic int g;\n\
                  __attribute__((JOINED(constr, uctor)(300))) static void f(void) { g = 1; }\nint main(void) { return g; }";
    refuses(joined, 3, "the attribute");
    let unused = "static int g;\nstatic void f(void) { g = 1; }\n\
                  __attribute__((section(\".init_array\"), used)) static void (*p)(void) = f;\nint main(void) { return g; }";
    refuses(unused, 3, "`section` with `.init_array`");
    let twice = "static int g;\nstatic void f(void) __attribute__((constructor(200)));\n\
                 static void f(void) __attribute__((constructor(300)));\nstatic void f(void) { g = 1; }\n\
                 int main(void) { return g; }";
    let found = problems(twice);
    assert!(found.len() == 1 && found[0].contains("the attribute `constructor`"), "{found:?}");
}

/// Into the scope of a variable with a clean-up nobody jumps, nor out of it to where nobody knows.
#[test]
fn jumps_past_a_variable_with_a_clean_up_are_refused() {
    let begin = "static void up(int *p) { (*p)++; }\n#define ENDING __attribute__((cleanup(up)))\nint main(void) {\n";
    for body in [
        "int n = 1; goto in; { ENDING int m = 1; in: n++; } return n;",
        "int n = 1; if (n) goto in; ENDING int m = 1; in: return n;",
    ] {
        refuses(&format!("{begin}{body} }}"), 4, "cannot jump from this goto statement");
    }
    let computed = "void *to = &&out; ENDING int n = 1; goto *to;\nout: return n; }";
    refuses(
        &format!("{begin}{computed}"),
        4,
        "a jump to a computed label where a variable has the attribute `cleanup`",
    );
}
