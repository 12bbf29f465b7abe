//! The same program with more and more iterations: what a loop costs must not depend on how often it runs.
//!
//! All members of a family ask the same of programs that differ in one number. Limits are what is wanted, not
//! what is reached; a member that is not solved stands there as what it is.

use crate::limits::remark;
use crate::measure::{self, Measured};
use crate::questions::Question;
use std::fmt::Write;
use std::path::Path;

/// The most that an answer may take, in milliseconds: whatever the number of iterations, and where branches or
/// loops multiply ways.
const MOST_MS: f64 = 200.0;
const MOST_MS_OF_WAYS: f64 = 2000.0;

/// The largest member of a family may take this many times what its smallest takes.
const MOST_GROWTH: f64 = 2.0;

/// Programs that differ in one number.
pub struct Family {
    name: &'static str,
    limit_ms: f64,
    /// The number, the program, and the verdict that is right.
    members: Vec<(u64, String, &'static str)>,
}

fn family(
    name: &'static str,
    limit_ms: f64,
    sizes: &[u64],
    expect: &'static str,
    program: impl Fn(u64) -> String,
) -> Family {
    let members = sizes.iter().map(|&n| (n, whole(&program(n)), expect)).collect();
    Family { name, limit_ms, members }
}

/// The body of a function as a program.
fn whole(body: &str) -> String {
    format!("extern int nd(void);\nextern void reach_error(void);\nint main(void) {{\n{body}    return 0;\n}}\n")
}

/// The target, under a condition.
fn target(condition: &str) -> String {
    format!("    if ({condition})\n        reach_error();\n")
}

fn families() -> Vec<Family> {
    let elements = [15, 15_000, 15_000_000];
    let figure_1 = |n: u64, least: u64| {
        let count = |array: &str, value: u64, sum: &str| {
            format!("    for (int i = 0; i < {n}; ++i)\n        if ({array}[i] == {value})\n            ++{sum};\n")
        };
        let condition = target(&format!("a > {least} && a + b == {}", 23 * n / 15));
        format!("    int A[{n}], B[{n}], a = 0, b = 0;\n{}{}{condition}", count("A", 1, "a"), count("B", 2, "b"))
    };
    let squares = |square: fn(u64) -> u64| {
        move |n: u64| {
            let loops = "for (int i = 0; i < n; i++)\n        for (int j = 0; j < n; j++)\n            s++;\n";
            let assume = format!("    int n = nd(), s = 0;\n    if (n < 0 || n > {n})\n        return 0;\n    ");
            format!("{assume}{loops}{}", target(&format!("s == {}", square(n))))
        }
    };
    let mut all = vec![
        family("Figure 1", MOST_MS, &elements, "reachable", |n| figure_1(n, 12 * n / 15)),
        family("Figure 1, refuted", MOST_MS, &elements, "unreachable", |n| figure_1(n, 17 * n / 15)),
        family("one loop", MOST_MS, &[20, 20_000, 2_000_000_000], "reachable", |n| {
            format!("    int i = 0;\n    while (i < {n})\n        i++;\n{}", target(&format!("i == {n}")))
        }),
        family("two phases", MOST_MS, &[5, 5_000, 500_000], "reachable", |n| {
            let body = format!("if (i < {n})\n            x++;\n        else\n            y += 2;\n");
            let loops = format!("    for (int i = 0; i < {}; i++)\n        {body}", 2 * n);
            format!("    int x = 0, y = 0;\n{loops}{}", target(&format!("x == {n} && y == {}", 2 * n)))
        }),
        family("alternation", MOST_MS, &[7, 777, 77_777], "reachable", |n| {
            let body = "if (p == 0) {\n            x++;\n            p = 1;\n        } else {\n            \
                        y += 2;\n            p = 0;\n        }\n";
            let loops = format!("    for (int i = 0; i < {}; i++)\n        {body}", 2 * n);
            format!("    int x = 0, y = 0, p = 0;\n{loops}{}", target(&format!("x == {n} && y == {}", 2 * n)))
        }),
        family("n·n, a square", MOST_MS, &[20, 200, 2_000], "reachable", squares(|n| (n - 1) * (n - 1))),
        family("n·n, no square", MOST_MS, &[20, 200, 2_000], "unreachable", squares(|n| (n - 1) * (n - 1) + 1)),
        family("triangle", MOST_MS, &[10, 20, 40], "reachable", |n| {
            let body = "for (int j = 0; j <= i; j++)\n            if (nd())\n                s++;\n";
            let loops = format!("    for (int i = 0; i < {n}; i++)\n        {body}");
            format!("    int s = 0;\n{loops}{}", target(&format!("s == {}", n * (n + 1) / 2 - 3)))
        }),
        family("branches in a loop", MOST_MS_OF_WAYS, &[6, 12, 24], "reachable", |n| {
            let mut text = String::new();
            (0..n).for_each(|i| writeln!(text, "    int x{i} = 0;").unwrap());
            text += "    for (int i = 0; i < 10; i++) {\n";
            (0..n).for_each(|i| writeln!(text, "        if (nd())\n            x{i}++;").unwrap());
            let all: Vec<String> = (0..n).map(|i| format!("x{i} == {}", i % 10)).collect();
            format!("{text}    }}\n{}", target(&all.join(" && ")))
        }),
    ];
    let options =
        |n: u64, step: &str| (0..n).map(|i| format!("    if (nd())\n        x{i} += {step};\n")).collect::<String>();
    let declared = |n: u64| (0..n).map(|i| format!("    int x{i} = 0;\n")).collect::<String>();
    let sum = |n: u64| (0..n).map(|i| format!("x{i}")).collect::<Vec<_>>().join(" + ");
    all.push(family("branches, refuted", MOST_MS_OF_WAYS, &[6, 12, 24], "unreachable", |n| {
        let body = options(n, "1");
        let condition = target(&format!("{} > {}", sum(n), 10 * n));
        format!("{}    for (int i = 0; i < 10; i++) {{\n{body}    }}\n{condition}", declared(n))
    }));
    all.push(family("branches between loops", MOST_MS_OF_WAYS, &[6, 12, 24], "reachable", |n| {
        let rounds = "    for (int i = 0; i < 10; i++)\n        s++;\n";
        let condition = target(&format!("s == 20 && {} == {}", sum(n), 3 * n / 2));
        let ways = format!("{}{rounds}{}{rounds}", options(n, "1"), options(n, "2"));
        format!("{}    int s = 0;\n{ways}{condition}", declared(n))
    }));
    all.push(family("search loops in a row", MOST_MS_OF_WAYS, &[2, 5, 10], "reachable", |n| {
        let mut text = String::new();
        for i in 0..n {
            let body = format!("if (A{i}[i] == {i}) {{\n            f{i} = 1;\n            break;\n        }}");
            let _ = writeln!(text, "    int A{i}[8], f{i} = 0;\n    for (int i = 0; i < 8; i++)\n        {body}");
        }
        let found: Vec<String> = (0..n).map(|i| format!("f{i} == 1")).collect();
        format!("{text}{}", target(&found.join(" && ")))
    }));
    all
}

/// Measures all members of all families.
pub fn measure(runs: usize) -> Result<Vec<(Family, Vec<Measured>)>, String> {
    let folder = std::env::temp_dir().join(format!("lariat-scale-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let all = families().into_iter().map(|f| measure_one(&folder, runs, f)).collect();
    let _ = std::fs::remove_dir_all(&folder);
    all
}

fn measure_one(folder: &Path, runs: usize, family: Family) -> Result<(Family, Vec<Measured>), String> {
    let ask = |(n, text, expect): &(u64, String, &str)| {
        let file = folder.join(format!("{} {n}.c", family.name));
        std::fs::write(&file, text).map_err(|e| e.to_string())?;
        let (entry, target) = ("main".into(), "call:reach_error".into());
        let question = Question { file, entry, target, expect: (*expect).into(), define: None };
        measure::measure(&question, runs)
    };
    let measured: Result<_, String> = family.members.iter().map(ask).collect();
    Ok((family, measured?))
}

/// One table for all families, with how many times as long as its smallest member each takes.
pub fn show(all: &[(Family, Vec<Measured>)]) -> String {
    let mut out = format!(
        "{:<22} {:>10}  {:<11} {:>10} {:>7} {:>10}   limit\n",
        "scale", "size", "verdict", "median", "growth", "memory"
    );
    for (family, measured) in all {
        for ((size, ..), m) in family.members.iter().zip(measured) {
            let growth = m.wall_ms() / measured[0].wall_ms();
            let steep = if growth > MOST_GROWTH && family.limit_ms == MOST_MS { ", STEEP" } else { "" };
            let _ = writeln!(
                out,
                "{:<22} {size:>10}  {:<11} {:>7.1} ms {growth:>6.1}× {:>7.1} MB   {} ms {}{steep}",
                family.name,
                m.verdict().to_string(),
                m.wall_ms(),
                m.memory_mb(),
                family.limit_ms,
                remark(m, family.limit_ms)
            );
        }
    }
    let _ = writeln!(
        out,
        "growth is against the smallest of the family; beyond {MOST_GROWTH} times that is marked where only the number \
         of iterations grows"
    );
    out
}
