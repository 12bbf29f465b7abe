//! The programs of the families.

use std::fmt::Write;

/// Programs that differ in their size.
pub struct Family {
    pub name: &'static str,
    /// The largest exponent that is wanted.
    pub most: Option<f64>,
    pub sizes: &'static [u64],
    /// The program of a size, whose target is reached or not.
    pub program: fn(u64, bool) -> String,
}

/// All of them.
pub fn families() -> Vec<Family> {
    let family = |name, most, sizes, program| Family { name, most, sizes, program };
    vec![
        family("straight", Some(1.3), &[100, 1_000, 3_000, 10_000, 30_000], straight),
        family("branches", Some(1.3), &[10, 100, 300, 1_000, 3_000], branches),
        family("loops", Some(1.3), &[10, 50, 100, 200, 400], loops),
        family("calls", Some(1.3), &[10, 100, 300, 1_000, 3_000], calls),
        family("tables", Some(1.3), &[1_000, 10_000, 100_000, 300_000], tables),
        family("nests", None, &[2, 3, 5, 10, 20, 30], nests),
        family("machine", Some(1.5), &[10, 30, 100, 300, 600], |n, reached| machine(n, reached, |_| 0)),
        family("falling", Some(1.5), &[10, 30, 100, 300, 600], |n, reached| machine(n, reached, |k| k / 2)),
        family("decoder", Some(1.5), &[10, 30, 100, 300, 600], decoder),
    ]
}

/// `main` with these functions and tables before it and this body.
fn whole(before: &str, body: &str, condition: &str) -> String {
    format!(
        "extern int in(void);\nextern void reach_error(void);\n{before}int main(void) {{\n{body}    if ({condition})\n        \
         reach_error();\n    return 0;\n}}\n"
    )
}

/// For each number below `n` what `each` says.
fn repeated(n: u64, each: impl Fn(u64) -> String) -> String {
    (0..n).fold(String::new(), |mut text, k| {
        let _ = writeln!(text, "{}", each(k));
        text
    })
}

/// Each line mixes two of ten inputs, which leaves every value possible; what begins even and only grows by even numbers
/// never is odd.
fn straight(n: u64, reached: bool) -> String {
    let inputs = repeated(10, |i| format!("    unsigned x{i} = {} * (unsigned)in();", if reached { 1 } else { 2 }));
    let lines = repeated(n, |k| {
        let (a, b) = (k * 7 % 10, (k * 7 + 1 + k / 10 % 9) % 10);
        if reached { format!("    x{a} = x{a} + x{b} + {};", k % 7) } else { format!("    x{a} = x{a} + 2 * x{b};") }
    });
    whole("", &(inputs + &lines), "x0 == 12345")
}

fn branches(n: u64, reached: bool) -> String {
    let body = repeated(n, |k| format!("    if (a[{k}] > {k}) s += 2; else t++;"));
    let condition = if reached { format!("s == {n}") } else { format!("s + 2 * t != {}", 2 * n) };
    whole("", &format!("    int a[{n}], s = 0, t = 0;\n{body}"), &condition)
}

/// Loop `k` counts how often an array has `k`.
fn loops(n: u64, reached: bool) -> String {
    let start = format!("    int a[1000], c[{n}], m = in();\n    if (m < 0 || m > 1000)\n        return 0;\n");
    let body = repeated(n, |k| {
        format!("    c[{k}] = 0;\n    for (int i = 0; i < m; i++)\n        if (a[i] == {k})\n            c[{k}]++;")
    });
    let condition = if reached { format!("c[{}] == 5", n - 1) } else { format!("c[{}] > m", n - 1) };
    whole("", &(start + &body), &condition)
}

/// A chain of functions with a test in each.
fn calls(n: u64, reached: bool) -> String {
    let functions = repeated(n, |k| match k {
        0 => "static int f0(int x) { return x > 0 ? x : 1; }".into(),
        _ => format!("static int f{k}(int x) {{ if (x == {}) return 7; return f{}(x + 1); }}", 3 * k, k - 1),
    });
    let body =
        format!("    int x = in();\n    if (x < 0 || x > 1000000)\n        return 0;\n    int r = f{}(x);\n", n - 1);
    whole(&functions, &body, if reached { "r == 7" } else { "r < 0" })
}

/// A constant table is searched for a value, which all are even.
fn tables(n: u64, reached: bool) -> String {
    let value = |k: u64| k * 7919 % 1_000_003 * 2;
    let values = repeated(n, |k| format!("{},", value(k)));
    let table = format!("static const int t[{n}] = {{\n{values}}};\n");
    let body = format!("    int i = in();\n    if (i < 0 || i >= {n})\n        return 0;\n");
    let wanted = if reached { value(n - 5) } else { 13 };
    whole(&table, &body, &format!("t[i] == {wanted}"))
}

/// Loops in one another.
fn nests(n: u64, reached: bool) -> String {
    let heads = repeated(n, |k| format!("    for (int i{k} = 0; i{k} < m; i{k}++)"));
    let body = format!(
        "    int m = in();\n    unsigned s = 0;\n    if (m < 0 || m > 2)\n        return 0;\n{heads}    s++;\n"
    );
    whole("", &body, &if reached { format!("s == {}", 1u64 << n) } else { "m == 0 && s != 0".into() })
}

/// A state is left for the next one on the right input, else for the one it falls back to; nothing gets to the last state
/// in fewer rounds than it has states.
fn machine(n: u64, reached: bool, back: fn(u64) -> u64) -> String {
    let cases = repeated(n, |k| format!("        case {k}: s = in() == {k} ? {} : {}; break;", k + 1, back(k)));
    let last = if reached { String::new() } else { format!("if (i < {n}) ") };
    let body = format!(
        "    int s = 0, m = in();\n    for (int i = 0; i < m; i++) {{\n        switch (s) {{\n{cases}        \
         case {n}: {last}reach_error(); return 0;\n        }}\n    }}\n"
    );
    whole("", &body, "0")
}

/// Messages of several types, of which each has a length of its own.
fn decoder(n: u64, reached: bool) -> String {
    let cases =
        repeated(n, |k| format!("        case {k}: if (in() > {k}) return 1; bytes += {}; last = {k}; break;", k + 1));
    let body = format!(
        "    int m = in(), bytes = 0, last = 0;\n    if (m < 0 || m > 1000)\n        return 0;\n    \
         for (int i = 0; i < m; i++) {{\n        switch (in()) {{\n{cases}        default: return 1;\n        }}\n    }}\n"
    );
    let condition = if reached { format!("last == {} && bytes == {}", n - 1, n + 1) } else { "bytes < m".into() };
    whole("", &body, &condition)
}
