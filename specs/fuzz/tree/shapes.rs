//! Loops that sum up elements, and loops whose ways round take turns, with small domains.

use crate::fuzz::condition::small::Case;
use fastrand::Rng;
use std::ops::RangeInclusive;

/// A program of a name, with values for its inputs; it puts out `g`.
pub fn case(name: &str, domains: &[(&str, RangeInclusive<i64>)], body: &str) -> Case {
    Case {
        name: name.into(),
        text: format!("extern void reach_error(void);\nint g;\n{body}\n"),
        entry: "prog",
        domains: domains.iter().map(|(name, range)| (name.to_string(), range.clone().collect())).collect(),
        is_dead: false,
    }
}

/// One of a kind, by its seed.
pub fn shape(seed: u64) -> Case {
    let mut rng = Rng::with_seed(seed);
    let name = format!("shape {seed}");
    if rng.bool() { summing(&name, &mut rng) } else { taking_turns(&name, &mut rng) }
}

fn one_of<'a>(rng: &mut Rng, all: &[&'a str]) -> &'a str {
    all[rng.usize(0..all.len())]
}

fn summing(name: &str, rng: &mut Rng) -> Case {
    let element = one_of(rng, &["int", "unsigned char", "short", "signed char"]);
    let sum = one_of(rng, &["int", "unsigned", "unsigned char", "long"]);
    let (first, from, by) = (rng.i32(-2..=2), rng.i32(0..=1), rng.i32(1..=2));
    let added = one_of(rng, &["a[i]", "3 * a[i] + 1", "a[i] + i", "-a[i]", "a[i] * a[i]", "a[i] - n", "a[i] % 3"]);
    let most = rng.i32(0..=4);
    let body = match rng.u8(0..5) {
        0 => "g = s;".to_string(),
        1 => format!("if (s > {most}) g = s; else g = -1;"),
        2 => format!("g = s == {most};"),
        3 => format!("for (int j = 0; j < {most}; j++) s += 2; g = s;"),
        _ => format!("{sum} t = 0; for (int j = 0; j < n; j++) t += a[j]; g = s > t;"),
    };
    let stop = match rng.u8(0..4) {
        0 => format!(" if (s > {most}) break;"),
        1 => " if (a[i] == 2) break;".into(),
        _ => String::new(),
    };
    let text = format!(
        "void prog(const {element} *a, int n) {{ {sum} s = {first};\n\
         for (int i = {from}; i < n; i += {by}) {{ s += {added};{stop} }}\n{body} }}"
    );
    let elements = if element == "unsigned char" { 0..=2 } else { -1..=1 };
    case(name, &[("a", elements), ("n", -1..=4), ("a.length", 0..=4)], &text)
}

fn taking_turns(name: &str, rng: &mut Rng) -> Case {
    let (period, rest) = (rng.i32(2..=4), rng.i32(0..=1));
    let (more, less) = (rng.i32(1..=3), rng.i32(-2..=2));
    let turn = match rng.u8(0..6) {
        0 => format!("if (i % {period} == {rest}) x += {more}; else y += {less};"),
        1 => format!("if (f) x += {more}; else y += {less}; f = !f;"),
        2 => format!("if (f == 0) {{ x += {more}; f = 1; }} else {{ y += {less}; f = 0; }}"),
        3 => format!(
            "switch (f) {{ case 0: x += {more}; break; case 1: y += {less}; break; default: y++; }} f = (f + 1) % {period};"
        ),
        4 => format!("if (f) x += {more}; else y += {less}; f = 1 - f; if (x == 4) break;"),
        _ => format!("if (i & 1) {{ x += {more}; if (x > 5) break; }} else y += {less};"),
    };
    let (kind, start) = (one_of(rng, &["int", "unsigned char", "unsigned"]), one_of(rng, &["0", "k", "1", "k & 1"]));
    let text = format!(
        "void prog(int n, int k) {{ {kind} f = {start}; int x = 0, y = 0;\n\
         for (int i = k; i < n; i++) {{ {turn} }}\ng = 10 * x + y; }}"
    );
    case(name, &[("n", -1..=12), ("k", -2..=3)], &text)
}
