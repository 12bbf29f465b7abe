//! What small programs become: expressions and statements in a notation of ours, the rest field by field.

mod said;
mod show;

use super::*;
use crate::frontend::c::tree::*;
use crate::frontend::c::{DataModel, Overflow};
use show::{initializer, statement};

/// What the expressions of these tests are about.
const AROUND: &str = "struct S { int a; struct { int b, c[4]; }; unsigned u : 3; }; union U { int i; char c; };\n\
    enum E { A, B = 4, N = -1 }; typedef unsigned char byte; int fn(int); void nothing(void); int (*pf)(int);\n\
    #define TWICE(x) ((x) + (x))\n#define FOR(a, b, c) for (a; b; c)\n#define EVER for (;;)\n";

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
        ("x = c ? c : ul;", "x = (int)(c ? (unsigned long)c : ul);"),
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
        ("L\"a\";", "<a wide string literal>;"),
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
        ("switch (c) { case 1 ... 3: x; break; case 'a': default: ; }",
            "switch ((int)c) { case 1...3: x; break; case 97: default: ; }"),
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
        ("switch (x) { case 1: x++; __attribute__((fallthrough)); case 2: ; }",
            "switch (x) { case 1: x++; ; case 2: ; }"),
        ("__asm__(\"nop\");", "<`asm`>"),
        ("typedef int V[n];", "<a `typedef` of a variable-length array>"),
    ] {
        assert_eq!(one(text), reads, "{text}");
    }
}

#[test]
fn what_is_not_modelled_has_a_name() {
    for (text, what) in [
        ("1.5;", "a floating-point constant"),
        ("sizeof(int[n]);", "the size of a variable-length array"),
        ("__builtin_va_arg(*(__builtin_va_list *)p, int);", "`va_arg`"),
        ("__builtin_offsetof(struct S, c[n]);", "an offset that is no constant"),
        ("__real__ x;", "a complex number"),
        ("__atomic_load_n(p, 5);", "`__atomic_load_n`"),
        ("__builtin_FILE();", "`__builtin_FILE`"),
    ] {
        assert_eq!(one(text), format!("<{what}>;"), "{text}");
    }
    for (text, what) in [
        ("double g;", "a floating-point type"),
        ("__int128 g;", "a 128-bit type"),
        ("_Complex double g;", "a complex type"),
        ("_Atomic int g;", "an atomic type"),
        ("__attribute__((vector_size(16))) int g;", "a vector type"),
        ("__builtin_va_list *g;", "pointer to array of va_list"),
        ("int * volatile g;", VOLATILE_POINTER),
        ("__attribute__((ms_abi)) int (*g)(int);", "pointer to a calling convention other than C's"),
        ("__attribute__((address_space(1))) int *g;", "pointer to an address space"),
    ] {
        assert_eq!(variable(&tree(text).0, "g").ty.describe(), what, "{text}");
    }
}

#[test]
fn layouts_are_clangs() {
    let layout = |text: &str| {
        let (tree, _) = tree(&format!("{text} g;"));
        let Type::Struct(s) = &variable(&tree, "g").ty else { panic!("{text}") };
        let Layout { fields, size, alignment, refused } = s.layout().expect("it is complete").clone();
        assert_eq!(refused, None, "{text}");
        (size, alignment, fields.iter().map(|f| (f.offset, f.bits)).collect::<Vec<_>>())
    };
    let plain = |offsets: &[u64]| offsets.iter().map(|o| (*o, None)).collect::<Vec<_>>();
    assert_eq!(layout("struct { char c; int i; }"), (8, 4, plain(&[0, 32])));
    assert_eq!(layout("struct __attribute__((packed)) { char c; int i; }"), (5, 1, plain(&[0, 8])));
    assert_eq!(layout("#pragma pack(2)\nstruct { char c; int i; }"), (6, 2, plain(&[0, 16])));
    assert_eq!(layout("struct { char c; _Alignas(16) int i; }"), (32, 16, plain(&[0, 128])));
    assert_eq!(layout("union { char c; short i[3]; }"), (6, 2, plain(&[0, 0])));
    assert_eq!(layout("struct { char n; int c[]; }"), (4, 4, plain(&[0, 32])));
    let bits = vec![(0, Some(3)), (3, Some(30)), (33, Some(0)), (64, Some(5))];
    let (size, alignment, fields) = layout("struct { long a : 3, b : 30; int : 0, d : 5; }");
    assert_eq!((size, alignment, fields.len(), fields[0], fields[1], fields[3]), (16, 8, 4, bits[0], bits[1], bits[3]));
    let (tree, _) = tree("typedef int wide __attribute__((mode(DI))); wide w; enum { A, B = 300 } e;\n\
                          struct r { struct r *next; } r; volatile struct r v;");
    let kind = |name: &str| variable(&tree, name).ty.describe();
    assert_eq!(["w", "e", "v"].map(kind), ["long", "unsigned int", "volatile struct r"]);
}

#[test]
fn functions_have_what_their_declarations_say() {
    let (tree, source) = tree(
        "static int hidden(int a); static int hidden(int a) { return a; }\n\
         int other(int) __attribute__((alias(\"target\"))); int target(int y) { return y; }\n\
         _Noreturn void end1(void); void end2(void) __attribute__((__noreturn__));\n\
         #define FIRST __attribute__((constructor(101), used))\nFIRST static void early(void) {}\n\
         __attribute__((destructor)) void late(void) {}\n\
         old(a, b) char b; { return a + b + made_up(a) + other(2) + hidden(1) + __builtin_abs(a); }\n\
         int named(void) __asm__(\"other_name\"); int weak(void) __attribute__((weak));\n",
    );
    let f = |name: &str| function(&tree, name);
    assert!(f("hidden").is_static && f("hidden").body.is_some() && tree.functions.iter().all(|f| f.name != "other"));
    assert!(f("end1").noreturn && f("end2").noreturn && !f("target").noreturn);
    assert_eq!((f("early").constructor, f("late").destructor), (Some(Some(101)), Some(None)));
    assert_eq!((f("early").destructor, f("late").constructor), (None, None));
    assert_eq!(body(&tree, "old"), ["return ((((a + (int)b) + made_up(a)) + target(2)) + hidden(1)) + __builtin_abs(a);"]);
    assert_eq!(["made_up", "__builtin_abs", "old"].map(|name| f(name).declared), [false, false, true]);
    let types: Vec<String> = f("old").parameters.iter().map(|id| tree.variable(*id).ty.describe()).collect();
    assert_eq!(types, ["int", "char"]);
    assert_eq!(source.slice(f("old").span), "old");
    assert!(source.slice(f("old").extent).ends_with("__builtin_abs(a); }"));
    let refused = |name: &str| f(name).refused.as_ref().map(|r| r.what.as_str());
    assert_eq!(refused("named"), Some("a name by `asm`"));
    assert_eq!((refused("weak"), refused("target")), (Some("a weak function without a body"), None));
}

#[test]
fn variables_are_one_for_all_their_declarations() {
    let (tree, source) = tree(
        "extern int a[], far; int a[3]; int tentative[]; static const int table[][2] = { { 1 }, 2, 3 };\n\
         int (*pf)(int), *const p = a, plain = 4, again __attribute__((alias(\"plain\")));\nvoid clean(int *);\n\
         int f(int n) { extern int far, a[]; static int s = 1; int v[n + 1]; int c __attribute__((cleanup(clean))) = 2;\n\
         return a[0] + far + table[0][0] + s + plain + again; }",
    );
    let v = |name: &str| variable(&tree, name);
    let mut names: Vec<&str> = tree.variables.iter().map(|v| v.name.as_str()).collect();
    names.retain(|name| !name.is_empty());
    names.sort_unstable();
    assert_eq!(names, ["a", "c", "f", "far", "n", "p", "pf", "plain", "s", "table", "tentative", "v"].iter()
        .filter(|n| **n != "f").copied().collect::<Vec<_>>());
    let length = |name: &str| match v(name).ty {
        Type::Array(_, length) => length,
        _ => None,
    };
    assert_eq!(["a", "tentative", "table", "v"].map(length), [Some(3), Some(1), Some(2), None]);
    assert_eq!(["a", "far", "pf", "s"].map(|n| v(n).external), [false, true, false, false]);
    assert_eq!(["table", "p", "a"].map(|n| v(n).constant), [true, true, false]);
    assert_eq!(["table", "plain"].map(|n| v(n).is_static), [true, false]);
    assert_eq!(["s", "c", "n", "far"].map(|n| v(n).storage),
        [Storage::Static, Storage::Local, Storage::Parameter, Storage::Global]);
    assert_eq!(["pf", "p", "plain", "table", "a"].map(|n| source.slice(v(n).declarator)),
        ["(*pf)(int)", "*const p", "plain", "table[][2]", "a[3]"]);
    assert_eq!(source.slice(v("a").span), "a");
    let start = |name: &str| v(name).initializer.as_ref().map(|i| initializer(&tree, i));
    assert_eq!(start("table").as_deref(), Some("{{1}, 2, 3}"));
    assert_eq!(v("v").length.as_ref().map(|e| show::expression(&tree, e)).as_deref(), Some("n + 1"));
    assert_eq!(v("c").cleanup.map(|id| tree.function(id).name.as_str()), Some("clean"));
    assert!(tree.variables.iter().all(|v| v.refused.is_none()));
    for (text, what) in [
        ("_Thread_local int g;", "a thread-local variable"),
        ("register long g __asm__(\"rsp\");", "a name or register by `asm`"),
        ("extern int g __attribute__((weak));", "a weak variable without a definition"),
        ("int f(int n) { int g[2][n]; return 0; }", "a pointer to, or array of, variable-length arrays"),
    ] {
        let (tree, _) = super::tests::tree(text);
        assert_eq!(variable(&tree, "g").refused.as_ref().map(|r| r.what.as_str()), Some(what), "{text}");
    }
}

#[test]
fn nodes_are_told_apart() {
    let text = "#define SWAP(a, b) { int t = a; a = b; b = t; }\nint g = 1, h[] = { 1, 2 };\n\
                int f(int x, int y) { SWAP(x, y) SWAP(x, h[0]) for (int i = 0; i < g; i++) x += i; return f(x, y); }";
    let (tree, _) = tree(text);
    let mut seen: Vec<NodeId> = tree.variables.iter().map(|v| v.node).chain(tree.functions.iter().map(|f| f.node)).collect();
    let mut see = |node: Seen<'_>| {
        if let Seen::Expr(e) = node {
            seen.push(e.id);
        }
    };
    tree.functions.iter().flat_map(|f| &f.body).for_each(|body| body.walk(&tree, &mut see));
    tree.variables.iter().filter(|v| v.storage == Storage::Global).for_each(|v| v.walk(&tree, &mut see));
    let count = seen.len();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!((seen.len(), count > 40), (count, true));
}

#[test]
fn headers_give_only_what_is_used() {
    let text = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
                int main(void) { if (!getchar()) exit(strlen(\"a\")); printf(\"%d\", abs(3)); return 0; }";
    let (tree, source) = tree(text);
    let mut names: Vec<&str> = tree.functions.iter().map(|f| f.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["abs", "exit", "getchar", "main", "printf", "strlen"]);
    let models = ["abs", "strlen"].map(|name| function(&tree, name));
    assert!(models.iter().all(|f| f.library && f.body.is_some() && source.slice(f.span) == f.name));
    let f = function(&tree, "exit");
    assert!(f.noreturn && f.declared && f.body.is_none() && !f.library);
    assert!(source.file_name(source.start(f.span).file).ends_with("stdlib.h"));
    let (tree, _) = super::tests::tree("int abs(int n) { return n; } int main(void) { return abs(3); }");
    assert!(!function(&tree, "abs").library);
}

#[test]
fn the_model_of_data_and_flags_reach_clang() {
    let text = "#include <stdio.h>\n#include <limits.h>\nint a[sizeof(long)], b[(char)-1 < 0 ? 1 : 2], c[KNOWN];\n\
                int main(void) { return LONG_MAX > INT_MAX; }";
    let options = |data_model, more: &str| Options {
        data_model,
        arguments: vec!["-DKNOWN=7".into(), more.into()],
        signed_overflow: Overflow::Wrap,
        ..Options::default()
    };
    let lengths = |options: &Options| {
        let (tree, _) = with(text, options);
        ["a", "b", "c"].map(|name| match variable(&tree, name).ty {
            Type::Array(_, length) => length.unwrap_or(0),
            _ => 0,
        })
    };
    assert_eq!(lengths(&options(DataModel::Lp64, "-fsigned-char")), [8, 1, 7]);
    assert_eq!(lengths(&options(DataModel::Ilp32, "-funsigned-char")), [4, 2, 7]);
}
