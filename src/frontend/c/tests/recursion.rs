//! Functions that call themselves deeper than copies show, compared with a compiler.

use super::compiled::agree;
use super::memory_programs::Random;
use super::{Options, Overflow};

/// What a function has of its own.
const OWN: [&str; 5] = ["d", "x", "y", "a", "b"];

fn value(r: &mut Random, depth: u32) -> String {
    if depth == 0 || r.below(4) == 0 {
        return r.pick(&["d", "x", "y", "a", "b", "1", "-2", "7", "p.k"]).into();
    }
    let (a, b) = (value(r, depth - 1), value(r, depth - 1));
    match r.below(4) {
        0 => format!("({a} < {b} ? {b} : {a})"),
        _ => format!("({a} {} {b})", r.pick(&["+", "-", "*", "^", "&"])),
    }
}

/// One call, with what is around it that only reads what a function has of its own: in any order it is the same.
fn call(r: &mut Random, functions: &[&str]) -> String {
    let (f, less) = (r.pick(functions), r.pick(&["1", "1", "2"]));
    let call = format!("{f}(d - {less}, {}, {})", value(r, 1), value(r, 1));
    match r.below(5) {
        0 => format!("({} + {call})", value(r, 1)),
        1 => format!("({call} * 3 - {})", value(r, 1)),
        2 => format!("({} > 0 && {call} > 3)", value(r, 1)),
        3 => format!("({} < 2 ? {call} : {})", r.pick(&OWN), value(r, 1)),
        _ => call,
    }
}

fn statement(r: &mut Random, functions: &[&str], depth: u32, calls: &mut u32) -> String {
    let mut given = |r: &mut Random| match *calls > 0 && r.below(2) == 0 {
        true => {
            *calls -= 1;
            call(r, functions)
        }
        false => value(r, 2),
    };
    match r.below(if depth > 0 { 9 } else { 6 }) {
        0 => format!("g = g * 3 + {}; ", value(r, 2)),
        1 => format!("t[{} & 3] ^= {}; ", r.pick(&OWN), value(r, 2)),
        2 => format!("if ({} == 3) return {}; ", value(r, 1), given(r)),
        3 => format!("p.{} = {}; ", r.pick(&["k", "n"]), given(r)),
        4 => format!("{}show({}); ", if r.below(4) == 0 { "" } else { "if (g % 5 == 0) " }, r.pick(&OWN)),
        5 => format!("{} = {}; ", r.pick(&["x", "y", "a", "b"]), given(r)),
        6 => format!("for (int i = 0; i < {}; i++) {{ {}}} ", r.below(3), statement(r, functions, depth - 1, calls)),
        7 => format!("if ({}) {{ {}}} ", given(r), statement(r, functions, depth - 1, calls)),
        _ => {
            let (one, other) = (statement(r, functions, depth - 1, calls), statement(r, functions, depth - 1, calls));
            format!("switch ({} & 3) {{ case 0: {one}break; case 2: {other}default: g++; }} ", value(r, 1))
        }
    }
}

/// Functions that call themselves and one another.
fn program(seed: u64) -> String {
    let mut r = Random(seed);
    let functions = &["f", "g_", "h"][..1 + r.below(3) as usize];
    let mut text = String::from("long long nd(void);\nstatic int g, t[4];\nstruct pair { short k; long n; };\n");
    let types = functions.iter().map(|_| r.pick(&["int", "long", "unsigned char", "short"])).collect::<Vec<_>>();
    for (f, ty) in functions.iter().zip(&types) {
        text.push_str(&format!("static {ty} {f}(int d, int x, {ty} y);\n"));
    }
    for (f, ty) in functions.iter().zip(&types) {
        let (first, second) = (value(&mut r, 1).replace(['a', 'b'], "x").replace("p.k", "y"), r.pick(&["x", "y", "d"]));
        text.push_str(&format!(
            "static {ty} {f}(int d, int x, {ty} y) {{\n  if (d <= 0) return x - y;\n  \
             struct pair p = {{ x, 3 }};\n  int a = {first};\n  {} b = {second};\n  ",
            r.pick(&["int", "unsigned char", "long"])
        ));
        let mut calls = 2;
        for _ in 0..2 + r.below(3) {
            text.push_str(&statement(&mut r, functions, 2, &mut calls));
        }
        text.push_str(&format!("\n  return {} + (int)p.n;\n}}\n", call(&mut r, functions)));
    }
    text.push_str("int main(void) {\n  for (int k = 0; k < 4; k++) {\n    int u = nd();\n");
    text.push_str("    show(f(u, k, u - k));\n    show(g);\n    show(t[k]);\n  }\n  return 0;\n}\n");
    text
}

#[test]
fn random_recursion() {
    let first = std::env::var("LARIAT_FUZZ").ok().and_then(|v| v.parse::<u64>().ok());
    let count = if first.is_some() { 400 } else { 24 };
    for seed in first.unwrap_or(1)..first.unwrap_or(1) + count {
        let recursion = 1 + (seed % 4) as usize;
        let options = Options { signed_overflow: Overflow::Wrap, recursion, ..Options::default() };
        agree(&format!("recursion-{seed}"), &program(seed), &options, &[0, 3, 5, 4]);
    }
}
