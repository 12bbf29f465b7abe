//! What declarations become: functions, variables, types and headers.

use super::*;

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
    assert_eq!(
        body(&tree, "old"),
        ["return ((((a + (int)b) + made_up(a)) + target(2)) + hidden(1)) + __builtin_abs(a);"]
    );
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
         int (*pf)(int), *const p = a, plain = 4;\nextern int again __attribute__((alias(\"plain\")));\nvoid clean(int *);\n\
         int f(int n) { extern int far, a[]; static int s = 1; int v[n + 1]; int c __attribute__((cleanup(clean))) = 2;\n\
         return a[0] + far + table[0][0] + s + plain + again; }",
    );
    let v = |name: &str| variable(&tree, name);
    let mut names: Vec<&str> = tree.variables.iter().map(|v| v.name.as_str()).collect();
    names.retain(|name| !name.is_empty());
    names.sort_unstable();
    assert_eq!(
        names,
        ["a", "c", "f", "far", "n", "p", "pf", "plain", "s", "table", "tentative", "v", "v.size1"]
            .iter()
            .filter(|n| **n != "f")
            .copied()
            .collect::<Vec<_>>()
    );
    let length = |name: &str| match v(name).ty {
        Type::Array(_, length) => length,
        _ => None,
    };
    assert_eq!(["a", "tentative", "table", "v"].map(length), [Some(3), Some(1), Some(2), None]);
    assert_eq!(["a", "far", "pf", "s"].map(|n| v(n).external), [false, true, false, false]);
    assert_eq!(["table", "p", "a"].map(|n| v(n).constant), [true, true, false]);
    assert_eq!(
        ["s", "c", "n", "far"].map(|n| v(n).storage),
        [Storage::Static, Storage::Local, Storage::Parameter, Storage::Global]
    );
    assert_eq!(
        ["pf", "p", "plain", "table", "a"].map(|n| source.slice(v(n).declarator)),
        ["(*pf)(int)", "*const p", "plain", "table[][2]", "a[3]"]
    );
    assert_eq!(source.slice(v("a").span), "a");
    let start = |name: &str| v(name).initializer.as_ref().map(|i| initializer(&tree, i));
    assert_eq!(start("table").as_deref(), Some("{{1}, 2, 3}"));
    assert_eq!(v("v").length.as_ref().map(|e| show::expression(&tree, e)).as_deref(), Some("v.size1"));
    assert_eq!(start("v.size1").as_deref(), Some("length (n + 1)"));
    assert_eq!(v("c").cleanup.map(|id| tree.function(id).name.as_str()), Some("clean"));
    assert!(tree.variables.iter().all(|v| v.refused.is_none()));
    for (text, what) in [
        ("register long g __asm__(\"rsp\");", "a name or register by `asm`"),
        ("extern int g __attribute__((weak));", "a weak variable without a definition"),
    ] {
        let (tree, _) = super::tree(text);
        assert_eq!(variable(&tree, "g").refused.as_ref().map(|r| r.what.as_str()), Some(what), "{text}");
    }
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
    let (tree, _) = super::tree("int abs(int n) { return n; } int main(void) { return abs(3); }");
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

#[test]
fn nodes_are_told_apart() {
    let text = "#define SWAP(a, b) { int t = a; a = b; b = t; }\nint g = 1, h[] = { 1, 2 };\n\
                int f(int x, int y) { SWAP(x, y) SWAP(x, h[0]) for (int i = 0; i < g; i++) x += i; return f(x, y); }";
    let (tree, _) = tree(text);
    let mut seen: Vec<NodeId> =
        tree.variables.iter().map(|v| v.node).chain(tree.functions.iter().map(|f| f.node)).collect();
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
fn layouts_are_clangs() {
    let layout = |text: &str| {
        let (tree, _) = tree(&format!("{text} g;"));
        let Type::Struct(s) = &variable(&tree, "g").ty else { panic!("{text}") };
        let Layout { fields, size, refused } = s.layout().expect("it is complete").clone();
        assert_eq!(refused, None, "{text}");
        (size, fields.iter().map(|f| (f.offset, f.bits)).collect::<Vec<_>>())
    };
    let plain = |offsets: &[u64]| offsets.iter().map(|o| (*o, None)).collect::<Vec<_>>();
    assert_eq!(layout("struct { char c; int i; }"), (8, plain(&[0, 32])));
    assert_eq!(layout("struct __attribute__((packed)) { char c; int i; }"), (5, plain(&[0, 8])));
    assert_eq!(layout("#pragma pack(2)\nstruct { char c; int i; }"), (6, plain(&[0, 16])));
    assert_eq!(layout("struct { char c; _Alignas(16) int i; }"), (32, plain(&[0, 128])));
    assert_eq!(layout("union { char c; short i[3]; }"), (6, plain(&[0, 0])));
    assert_eq!(layout("struct { char n; int c[]; }"), (4, plain(&[0, 32])));
    let bits = [(0, Some(3)), (3, Some(30)), (33, Some(0)), (64, Some(5))];
    let (size, fields) = layout("struct { long a : 3, b : 30; int : 0, d : 5; }");
    assert_eq!((size, fields.len(), fields[0], fields[1], fields[3]), (16, 4, bits[0], bits[1], bits[3]));
    let (tree, _) = tree(
        "typedef int wide __attribute__((mode(DI))); wide w; enum { A, B = 300 } e;\n\
                          struct r { struct r *next; } r; volatile struct r v;",
    );
    let kind = |name: &str| variable(&tree, name).ty.describe();
    assert_eq!(["w", "e", "v"].map(kind), ["long", "unsigned int", "volatile struct r"]);
}
