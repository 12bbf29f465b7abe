//! What small programs become: expressions and statements in a notation of ours, the rest field by field.

mod closed;
mod declared;
mod linked;
mod said;
mod show;

use super::*;
use crate::frontend::c::tree::*;
use crate::frontend::c::{DataModel, Overflow};
use show::{initializer, statement};

/// What the expressions of these tests are about.
const AROUND: &str = "struct S { int a; struct { int b, c[4]; }; unsigned u : 3; }; union U { int i; char c; };\n\
    enum E { A, B = 4, N = -1 }; typedef unsigned char byte; int fn(int); void nothing(void); int (*pf)(int);\n\
    #define TWICE(x) ((x) + (x))\n#define FOR(a, b, c) for (a; b; c)\n#define EVER for (;;)\n\
    #define BARRIER() __asm__ __volatile__(\"\" : : : \"memory\")\n#define NOTHING __asm__(\"nop\")\n#define HALT __asm__(\"hlt\")\n";

fn tree(text: &str) -> (Tree, Source) {
    with(text, &Options::default())
}

fn with(text: &str, options: &Options) -> (Tree, Source) {
    let mut source = Source::from_text("test.c", text);
    let read = read(&mut source, options);
    (read.unwrap_or_else(|problems| panic!("{text}\n{problems:?}")), source)
}

/// What stands in the way, without line 0's.
fn problems(text: &str, options: &Options) -> Vec<Diagnostic> {
    read(&mut Source::from_text("test.c", text), options).err().unwrap_or_default()
}

/// The statements of a function's body.
fn body(tree: &Tree, name: &str) -> Vec<String> {
    let id = tree.defined(name).unwrap_or_else(|| panic!("no body of {name}"));
    match tree.function(id).body.as_ref().map(|b| &b.kind) {
        Some(StmtKind::Compound(items)) => items.iter().map(|s| statement(tree, s)).collect(),
        _ => panic!("{name} has no block"),
    }
}

/// What a statement becomes, where some variables are declared.
fn one(text: &str) -> String {
    let text = format!(
        "{AROUND}int f(int x, char c, unsigned long ul, int *p, struct S *q, int m[2][3], volatile int v, int n)\n\
         {{ struct S s; int t[3]; enum E e = A; {text}\n return 0; }}"
    );
    let (tree, _) = tree(&text);
    body(&tree, "f").swap_remove(3)
}

fn variable<'t>(tree: &'t Tree, name: &str) -> &'t Variable {
    tree.variables.iter().find(|v| v.name == name).unwrap_or_else(|| panic!("no {name}"))
}

fn function<'t>(tree: &'t Tree, name: &str) -> &'t Function {
    tree.functions.iter().find(|f| f.name == name).unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn conversions_are_nodes_and_reading_is_none() {
    for (text, reads) in [
        ("x + c;", "x + (int)c;"),
        ("c = x;", "c = (char)x;"),
        ("c += x;", "c += x;"),
        ("ul + x;", "ul + (unsigned long)x;"),
        ("(x);", "x;"),
        ("(int)x;", "x;"),
        ("(void)x;", "(void)x;"),
        ("p = 0;", "p = (pointer to int)0;"),
        ("p = (void *)0;", "p = (pointer to int)(pointer to void)0;"),
        ("p = t;", "p = t;"),
        ("p = m[1];", "p = m[1];"),
        ("x = v;", "x = v;"),
        ("if (p && !c) x;", "if (p && !c) x;"),
        ("_Bool b = p;", "b = (_Bool)p;"),
        ("x = e;", "x = e;"),
        ("fn(c);", "fn((int)c);"),
        ("(*&fn)(1);", "fn(1);"),
        ("(***pf)(1);", "pf(1);"),
        ("pf = fn;", "pf = fn;"),
        ("pf = &fn;", "pf = &fn;"),
        ("TWICE(c);", "(int)c + (int)c;"),
        ("x = c ? c : ul;", "x = (int)((int)c ? (unsigned long)c : ul);"),
        ("x ?: 3;", "x ? : 3;"),
        ("x ? nothing() : (void)0;", "x ? nothing() : (void)0;"),
        ("x = s.u;", "x = (int)s.#2;"),
        ("s = *q;", "s = *q;"),
        ("c <<= ul;", "c <<= ul;"),
        ("p -= 1, c--, ++*p;", "((p -= 1) , c--) , ++*p;"),
    ] {
        assert_eq!(one(text), reads, "{text}");
    }
}

#[test]
fn constants_are_folded_where_they_are_no_arithmetic() {
    for (text, reads) in [
        ("B + 1;", "4 + 1;"),
        ("N;", "-1;"),
        ("'a' + '\\377';", "97 + -1;"),
        ("sizeof t + sizeof(struct S);", "12 + 28;"),
        ("sizeof m;", "8;"),
        ("_Alignof(int);", "4;"),
        ("__builtin_offsetof(struct S, c[2]);", "16;"),
        ("__builtin_types_compatible_p(struct S, union U);", "0;"),
        ("__builtin_constant_p(3) + __builtin_constant_p(x);", "1 + 0;"),
        ("18446744073709551615ull;", "18446744073709551615;"),
        ("0x7fffffff + 010 + 0b11;", "(2147483647 + 8) + 3;"),
        ("_Generic(x, long: c, int: p, default: q);", "p;"),
        ("_Generic(c, int: 1, char: 2);", "2;"),
        ("_Generic(p, byte *: 1, default: 2, int *: 3);", "3;"),
        ("_Generic(p, char *: x, int *: n, default: 0);", "n;"),
        ("_Generic(\"\", const char *: x, char *: n);", "n;"),
        ("__builtin_choose_expr(sizeof(int) == 4, x, p);", "x;"),
    ] {
        assert_eq!(one(text), reads, "{text}");
    }
    let (tree, _) = tree("int g = 5; const int k = 6; int f(void) { return g + k; }");
    assert_eq!(body(&tree, "f"), ["return g + k;"], "variables are no constants");
}

#[test]
fn strings_have_all_their_bytes() {
    for (text, reads) in [
        ("\"a\\0b\" \"c\\n\";", "\"a\\0bc\\n\\0\";"),
        ("\"\\xff\\200\\1\\\"\";", "\"\\xff\\x80\\x01\\\"\\0\";"),
        ("u8\"\\u00e9\";", "\"\\xc3\\xa9\\0\";"),
        ("__func__;", "\"f\\0\";"),
        ("__FUNCTION__;", "\"f\\0\";"),
        ("__FILE__;", "\"test.c\\0\";"),
        ("char a[5] = \"ab\";", "a = \"ab\\0\\0\\0\";"),
        ("char a[2] = \"ab\";", "a = \"ab\";"),
        ("L\"a\";", "L\"a\";"),
    ] {
        assert_eq!(one(text), reads, "{text}");
    }
}

#[test]
fn members_are_positions_and_unnamed_ones_are_steps() {
    for (text, reads) in [
        ("s.a = s.b;", "s.#0 = s.#1.#0;"),
        ("q->c[1];", "q->#1.#1[1];"),
        ("(&s)->u;", "&s->#2;"),
        ("struct S w = { 1, { 2 }, .c[1] = 3, .u = 4 };", "w = {1, {2}, #1#1[1] = 3, #2 = (unsigned int)4};"),
        ("int w[] = { [1] = 1, [2 ... 3] = 2, 3 };", "w = {[1] = 1, [2...3] = 2, 3};"),
        ("int w[2][2] = { [1][0] = c };", "w = {[1][0] = (int)c};"),
        ("q = &(struct S){ .b = 1 };", "q = &(struct S){#1#0 = 1};"),
        ("(union U)x;", "(union U){#0 = x};"),
    ] {
        assert_eq!(one(text), reads, "{text}");
    }
}

#[test]
fn statements() {
    for (text, reads) in [
        (
            "switch (c) { case 1 ... 3: x; break; case 'a': default: ; }",
            "switch ((int)c) { case 1...3: x; break; case 97: default: ; }",
        ),
        ("do { continue; } while (x);", "do { continue; } while (x);"),
        ("l: goto l;", "l: goto l;"),
        ("x = ({ int y = x; y + 1; });", "x = ({ y = x; y + 1; });"),
        ("for (;;) ;", "for (; ; ) ;"),
        ("for (x = 0;;) ;", "for (x = 0; ; ) ;"),
        ("for (; x;) ;", "for (; x; ) ;"),
        ("for (;; x++) ;", "for (; ; x++) ;"),
        ("for (int i = 0;; i++) ;", "for (i = 0; ; i++) ;"),
        ("for (; ({ for (;;) ; x; });) ;", "for (; ({ for (; ; ) ; x; }); ) ;"),
        ("EVER x;", "for (; ; ) x;"),
        ("FOR(x = 0, x < n, x++) ;", "for (x = 0; x < n; x++) ;"),
        ("FOR(, x, ) ;", "<a `for` of a macro that leaves parts out>"),
        (
            "switch (x) { case 1: x++; __attribute__((fallthrough)); case 2: ; }",
            "switch (x) { case 1: x++; ; case 2: ; }",
        ),
        ("__asm__(\"nop\");", ";"),
        ("__asm__ volatile (\"rep; nop\" ::: \"memory\");", ";"),
        ("__asm__ volatile (\"rep\\n\\tnop\\n\\t\" \"mfence\");", ";"),
        ("__asm__ volatile (\"dsb\\n\" \"isb sy; DMB #15\" : : : \"memory\", \"cc\");", ";"),
        ("__asm__(\"hlt\");", "<asm>"),
        ("__asm__ volatile (\"nop; hlt\");", "<asm>"),
        ("__asm__ volatile (\"nop; rep\");", "<asm>"),
        ("__asm__ volatile (\"dsb sy, x\");", "<asm>"),
        ("__asm__ volatile (\"nop # hlt\");", "<asm>"),
        ("__asm__ volatile (\"nop\" ::: \"memory\", \"rax\");", "<asm>"),
        ("__asm__ volatile (\"nop\" :: \"r\"(x));", "<asm>"),
        ("__asm__ volatile (\"\" : \"+r\"(x));", "<asm>"),
        ("__asm__ volatile (\"\" ::: \"memory\");", ";"),
        ("BARRIER();", ";"),
        ("NOTHING;", ";"),
        ("HALT;", "<asm>"),
        ("{ __label__ l; l: ; }", "{ <`__label__`> l: ; }"),
        ("typedef int V[n];", "V.size1 = length n;"),
    ] {
        assert_eq!(one(text), reads, "{text}");
    }
}

#[test]
fn what_is_not_modelled_has_a_name() {
    for (text, what) in [
        ("1.5L;", "a floating-point constant of this type"),
        ("sizeof(__typeof__(int[n]));", "the size of this variable-length type"),
        ("__builtin_va_arg(*(__builtin_va_list *)p, long double);", "`va_arg` of this type or list"),
        ("__builtin_offsetof(struct S, c[n]);", "an offset that is no constant"),
        ("__real__ x;", "a complex number"),
        ("__atomic_fetch_nand(p, 1, 5);", "`__atomic_fetch_nand`"),
        ("__builtin_FILE();", "`__builtin_FILE`"),
    ] {
        assert_eq!(one(text), format!("<{what}>;"), "{text}");
    }
    for (text, what) in [
        ("long double g;", "a floating-point type other than float and double"),
        ("_Complex double g;", "a complex type"),
        ("_Atomic struct S { int a; } g;", "an atomic type other than of an integer or a pointer"),
        ("__attribute__((vector_size(16))) int g;", "a vector type"),
        ("__attribute__((ms_abi)) int (*g)(int);", "pointer to a calling convention other than C's"),
        ("__attribute__((address_space(1))) int *g;", "pointer to an address space"),
    ] {
        assert_eq!(variable(&tree(text).0, "g").ty.describe(), what, "{text}");
    }
}

/// What docs/c.md says of attributes and pragmas is what the lists say.
#[test]
fn the_page_about_c_has_the_lists() {
    let page = include_str!("../../../../docs/c.md");
    let row = page.lines().find(|line| line.starts_with("| attributes, pragmas |")).expect("a row of the table");
    let modelled = row.split('|').nth(2).expect("three columns");
    let sections = lists::RUN_SECTIONS.iter().chain(lists::UNSET_SECTIONS);
    for name in lists::HARMLESS.iter().chain(lists::HARMLESS_PRAGMAS).chain(sections) {
        assert!(modelled.contains(&format!("`{name}`")), "{name} is missing");
    }
    let named = modelled.split('`').skip(1).step_by(2).filter(|word| !word.starts_with('#'));
    let all = [
        lists::HARMLESS,
        lists::HARMLESS_PRAGMAS,
        lists::IN_LAYOUTS,
        lists::OF_FUNCTIONS,
        lists::SAME_AGAIN,
        lists::PLAIN_SECTIONS,
        lists::RUN_SECTIONS,
        lists::UNSET_SECTIONS,
        &["cleanup", "section"],
    ]
    .concat();
    for name in named {
        assert!(all.contains(&name), "{name} is on no list");
    }
}
