//! Bit-fields wider than `int`: every operator computes in the type they are declared with, as Clang does (gcc: in
//! their width), compared with Clang where there is one.

use super::compiled::{agree, judge};
use super::{DataModel, Options, read};

const FIELDS: &str = "long long nd(void); typedef unsigned long long ull;\n\
    struct s { ull b : 40; long long c : 40; ull d : 33; ull e : 63; ull f : 40; long long w : 64; unsigned t : 32; };\n";

/// Expressions over `v`, a `struct s`; each leaves it as it is.
const EXPRESSIONS: [&str; 36] = [
    "v.b + 1",
    "v.b - 1",
    "v.b * v.b",
    "v.b << 4",
    "v.b << 39 >> 39",
    "v.b >> 3",
    "~v.b",
    "-v.b",
    "+v.b - 1 > 0",
    "v.b + v.d",
    "v.d + v.b",
    "v.c + v.b",
    "v.c < v.b",
    "v.c < v.d",
    "v.c < v.e",
    "v.c < 1u",
    "v.d - 5 < 0",
    "v.d + 1u",
    "v.t - 1 < v.d",
    "(0, v.b) + 1",
    "(v.t ? v.b : v.b) + 1",
    "(v.t ? v.b : 0) + 1",
    "(v.t ? v.b : v.c) - 1 < 0",
    "v.b + 1ul",
    "v.b - 1l < 0",
    "v.b + v.f + 1",
    "v.e + v.e",
    "v.e - 1 - v.e < 0",
    "v.w - v.e < 0",
    "v.b / 3 + v.b % 1000",
    "v.c / 3 + v.c % 1000",
    "v.b ^ -1",
    "(v.c & 0xff) | v.d",
    "!v.b + !v.c",
    "(ull)v.b + 1",
    "sizeof(v.b + 1) + sizeof(+v.d)",
];

#[test]
fn every_operator_computes_in_their_declared_type() {
    let shows: String = EXPRESSIONS.iter().map(|e| format!("    show({e});\n")).collect();
    let text = format!(
        "{FIELDS}int main(void) {{ struct s v;\n  for (int i = 0; i < 5; i++) {{\n\
         long long x[4]; for (int j = 0; j < 4; j++) x[j] = nd();\n\
         v.b = x[0]; v.c = x[1] / 2; v.d = x[2]; v.e = x[3]; v.f = v.b; v.w = v.d / 2; v.t = v.b;\n{shows}  }}\n  return 0; }}\n"
    );
    let given = [-1, -1, -1, -1, 0, 0, 0, 0, 1 << 39, 7 << 36, 1 << 33, 1 << 62, 5, -3, 0x1_2345_6789, -9, 3, 1, 2, 4];
    let text = if judge() == "gcc" { as_declared(&text) } else { text };
    agree("wide", &text, &Options::default(), &given);
}

/// The same expressions for gcc: each field converted to its declared type.
fn as_declared(text: &str) -> String {
    let (before, shows) = text.split_once("v.t = v.b;").expect("the expressions come behind");
    let unsigned = shows.replace("v.b", "((ull)v.b)").replace("v.d", "((ull)v.d)").replace("v.e", "((ull)v.e)");
    let unsigned = unsigned.replace("v.f", "((ull)v.f)");
    format!("{before}v.t = v.b;{}", unsigned.replace("v.c", "((long long)v.c)"))
}

#[test]
fn stores_give_what_is_left_of_a_value() {
    let text = format!(
        "{FIELDS}int main(void) {{ struct s v = {{ -1, -1, -1, -1 }}, *p = &v;\n\
         show(v.b); show(v.c); show(v.d); show(v.e);\n\
         show((v.b = -1) + 1); show((p->b += 0) + 1); show(v.b++ + 1); show(v.b--); show(--v.b + 2);\n\
         p->b *= 3; show(v.b); v.b = -1; v.b <<= 3; v.b >>= 3; show(v.b); show(v.c = (1ll << 39)); show(v.c == -(1ll << 39));\n\
         struct s w = v; show(w.b + w.d); const struct s k = v; show(k.e + 1 + k.e); return 0; }}\n"
    );
    if judge() == "gcc" {
        // What Clang 16 and 22 show.
        let shows: [i64; 15] = [
            0xff_ffff_ffff,
            -1,
            0x1_ffff_ffff,
            i64::MAX,
            1 << 40,
            1 << 40,
            1 << 40,
            0,
            1 << 40,
            (1 << 40) - 6,
            (1 << 37) - 1,
            -(1 << 39),
            1,
            146_028_888_062,
            -1,
        ];
        assert_eq!(super::shown(&text, &Options::default(), &[]), shows.map(crate::term::Int::from));
        return;
    }
    agree("wide-stores", &text, &Options::default(), &[]);
}

/// C leaves the type of such arithmetic open: an answer that reads such a field says so.
#[test]
fn what_c_leaves_open_is_an_assumption() {
    let leans = |body: &str, model| {
        let options = Options { data_model: model, ..Options::default() };
        let (_, program) =
            read(&format!("{FIELDS}int main(void) {{ struct s v = {{ 3 }}; {body} }}"), &options).unwrap();
        program.assumptions.iter().any(|a| a.text.contains("in their declared type, as Clang does it"))
    };
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        for body in ["return v.b - 4 > 0;", "return -v.b > 0;", "return ~v.d > 0;", "return v.c < v.b;", "v.b <<= 2;"] {
            assert!(leans(body, model), "{body}");
        }
        for body in ["return v.w + 1 > v.t;", "v.b = 4;", "return v.t;"] {
            assert!(!leans(body, model), "{body}");
        }
    }
}
