//! What may change the meaning of a program is refused by name, wherever it stands; what may not is no obstacle.

use super::*;
use std::collections::BTreeSet;

/// What is refused in a text whose entry is `main`, after declarations that all these texts share.
fn refused(text: &str) -> Vec<String> {
    let text = format!("int nd(void); void stop(void) __attribute__((noreturn));\n{text}");
    read(&text, &Options::default()).err().unwrap_or_default()
}

fn refuses(text: &str, line: u32, named: &str) {
    let found = refused(text);
    assert_eq!(found.len(), 1, "{text}: {found:?}");
    assert!(found[0].starts_with(&format!("test.c:{line}:")), "{text}: {found:?}");
    assert!(found[0].contains(&format!("{named}` is not supported")), "{text}: {found:?}");
}

fn accepts(text: &str) {
    assert_eq!(refused(text), Vec::<String>::new(), "{text}");
}

#[test]
fn attributes_are_refused_in_every_position() {
    let main = "int main(void) { return sizeof(x); }";
    for (declaration, name) in [
        ("struct s { char c; int n; } __attribute__((packed)) x;", "packed"),
        ("struct s { char c; int n; } __attribute((__packed__)) x;", "packed"),
        ("struct s { char c; int n __attribute__((packed)); } x;", "packed"),
        ("struct s { char c; __attribute__((aligned(8))) int n; } x;", "aligned"),
        ("struct s { char c; }; typedef struct s t __attribute__((aligned(16))); t x;", "aligned"),
        ("typedef int t __attribute__((mode(QI))); t x;", "mode"),
        ("typedef int __attribute__((unused, mode(DI))) t; t x;", "mode"),
        ("typedef int t __attribute__((vector_size(16))); t x;", "vector_size"),
        ("enum e { A } __attribute__((packed)) x;", "packed"),
        ("enum e { A __attribute__((strange)) }; enum e x;", "strange"),
        ("int *__attribute__((address_space(1))) x;", "address_space"),
        ("int x __attribute__((cold, weak));", "weak"),
        (
            "struct s { int n; } x; int y __attribute__((alias(\"x\"))); int z[sizeof(y)]; enum { B = sizeof(z) }; int w[B];",
            "",
        ),
    ] {
        match name {
            "" => accepts(&format!("{declaration}\n{main}")),
            name => refuses(&format!("{declaration}\n{main}"), 2, &format!("`__attribute__(({name}))")),
        }
    }
    let of_functions = [
        ("int g(void) { return 4; } int f(void) __attribute__((alias(\"g\")));", "alias"),
        ("__attribute__((weak)) int f(void) { return 1; }", "weak"),
        ("int f(void) __attribute__((ifunc(\"r\")));", "ifunc"),
        ("__attribute__((optimize(\"wrapv\"))) int f(void) { return 1; }", "optimize"),
        ("int h(int n __attribute__((mode(QI)))) { return n; } int f(void) { return h(1); }", "mode"),
        ("void c(int *p) {} int f(void) { int n __attribute__((cleanup(c))) = 1; return n; }", "cleanup"),
        ("int f(void) { return (int __attribute__((mode(QI))))nd(); }", "mode"),
        ("int f(void) { return sizeof(int __attribute__((mode(QI)))); }", "mode"),
        ("void (*p)(void) __attribute__((noreturn)) = stop; int f(void) { p(); return 0; }", "noreturn"),
    ];
    for (declaration, name) in of_functions {
        let text = format!("{declaration}\nint main(void) {{ return f(); }}");
        refuses(&text, 2, &format!("`__attribute__(({name}))"));
    }
}

#[test]
fn what_runs_unasked_is_refused_even_if_nothing_mentions_it() {
    let main = "int main(void) { return 0; }";
    for name in ["constructor", "destructor"] {
        let text = format!("static void f(void) {{}}\n{main}\nstatic void f(void) __attribute__(({name}));");
        refuses(&text, 4, &format!("`__attribute__(({name}))"));
    }
    let table = "static void (*p)(void) __attribute__((used, section(\".init_array\"))) = stop;";
    refuses(&format!("{table}\n{main}"), 2, "`__attribute__((section))");
    accepts(&format!("static int n __attribute__((section(\".data.hot\"))) = 1;\n{main}"));
}

#[test]
fn what_is_not_used_and_what_is_harmless_is_accepted() {
    accepts(
        "struct s { char c; } __attribute__((packed)); int f(void) { return sizeof(struct s); }\nint main(void) { return 0; }",
    );
    accepts(
        "extern int f(const char *, ...) __attribute__((__nothrow__, __format__(__printf__, 1, 2), nonnull(1)));
         static __attribute__((unused, noinline)) int g(int n __attribute__((unused))) { return n; }
         int h(void) __asm__(\"h\") __attribute__((cold));
         __attribute__((optimize(\"O2\"), hot)) int main(void) { int n __attribute__((unused)) = 1; return g(h()); }",
    );
}

#[test]
fn pragmas_are_refused_unless_they_are_harmless() {
    let with = |pragma: &str| format!("#pragma {pragma}\nint main(void) {{ return 0; }}");
    for name in ["pack", "omp", "weak", "GCC target", "GCC optimize", "scalar_storage_order", "STDC FENV_ROUND"] {
        refuses(&with(&format!("{name} (f)")), 2, &format!("`#pragma {name}"));
    }
    for text in ["once", "GCC diagnostic push", "STDC FP_CONTRACT OFF", "GCC unroll 4", "message(\"x\")", "region x"] {
        accepts(&with(text));
    }
    let found = refused("#define N 3\nint main(void) { return 0; }");
    assert!(found.len() == 1 && found[0].contains("`#define` in text that is not preprocessed"), "{found:?}");
}

#[test]
fn builtins_without_a_model_are_refused() {
    for call in ["__builtin_popcount(nd())", "__sync_fetch_and_add(&x, 1)", "sizeof(__builtin_strlen(\"a\"))"] {
        let name: String = call.trim_start_matches("sizeof(").chars().take_while(|c| *c != '(').collect();
        refuses(&format!("int x;\nint main(void) {{ return {call}; }}"), 3, &format!("`{name}"));
    }
    accepts("int main(void) { return __builtin_expect(nd(), 0) ? 1 : 2; }");
}

#[test]
fn names_for_the_assembler_are_those_of_the_program() {
    let what = "name for the assembler that is not the name of the program";
    for text in [
        "int g(void) { return 4; } int f(void) __asm__(\"g\");\nint main(void) { return f(); }",
        "int main(void) { register int x __asm__(\"eax\") = 1; return x; }",
    ] {
        let found = refused(text);
        assert!(found.len() == 1 && found[0].contains(what), "{text}: {found:?}");
    }
    let scanf = "extern int scanf(const char *, ...) __asm__(\"\" \"__isoc99_scanf\");";
    accepts(&format!("{scanf}\nint main(void) {{ int n; return scanf(\"%d\", &n); }}"));
}

#[test]
fn flexible_members_are_refused_where_they_are_used() {
    for (member, what) in [("int a[]", "a flexible array member"), ("int a[0]", "an array without elements")] {
        let text = format!("struct s {{ int n; {member}; }};\nint main(void) {{ struct s *p = 0; return p != 0; }}");
        let found = refused(&text);
        assert!(found.len() == 1 && found[0].contains(what), "{found:?}");
        accepts(&format!("struct s {{ int n; {member}; }};\nint main(void) {{ return 0; }}"));
    }
}

#[test]
fn the_c_library_is_no_input_unless_that_is_said() {
    let text = "int atoi(const char *); int isdigit(int);\nint main(void) { return atoi(\"12\"); }";
    let found = refused(text);
    assert!(found.len() == 1 && found[0].contains("`atoi`, a function of the C library without a model"), "{found:?}");
    let with = |name: &str| read(text, &Options { havoc: BTreeSet::from([name.to_string()]), ..Options::default() });
    let calls = with("atoi").map(|(_, program)| program.calls.len());
    assert_eq!(calls, Ok(1));
    for name in ["isdigit", "main", "malloc"] {
        let found = with(name).err().unwrap_or_default();
        assert!(found.iter().any(|p| p.contains(&format!("`{name}` has a "))), "{name}: {found:?}");
    }
    // Its own.
    accepts("int atoi(const char *s) { return 3; }\nint main(void) { return atoi(\"12\"); }");
    accepts("int main(void) { int (*atoi)(void) = nd; return atoi(); }");
    let found = refused("int f(int) __attribute__((const));\nint main(void) { return f(1) - f(1); }");
    assert!(found.len() == 1 && found[0].contains("`f`, which gives the same"), "{found:?}");
}
