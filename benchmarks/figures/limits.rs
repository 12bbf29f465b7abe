//! What Lariat is held to: the limits of each benchmark, and how much one more word costs.

use crate::measure::{Measured, median};
use std::fmt::Write;

/// The most that any benchmark may take.
const MOST_MS: f64 = 1000.0;
const MOST_MB: f64 = 200.0;

/// Those that are answered without any search have to be faster.
const AT_ONCE: [&str; 3] = ["oneloop", "twoloops", "fig1 LIMIT=17"];
const AT_ONCE_MS: f64 = 50.0;

/// One more word may take this many times the usual increment.
const MOST_GROWTH: f64 = 3.0;

fn limit_ms(name: &str) -> f64 {
    if AT_ONCE.contains(&name) { AT_ONCE_MS } else { MOST_MS }
}

/// What is wrong with a row, or `ok`.
pub fn remark(measured: &Measured, limit: f64) -> String {
    let mut remarks = Vec::new();
    if measured.is_wrong() {
        remarks.push(format!("WRONG, not {}", measured.expect));
    } else if !measured.is_right() {
        remarks.push(format!("not solved, {} is expected", measured.expect));
    }
    if measured.wall_ms() > limit {
        remarks.push("TOO SLOW".to_string());
    }
    if measured.memory_mb() > MOST_MB {
        remarks.push("TOO LARGE".to_string());
    }
    if remarks.is_empty() {
        remarks.push("ok".to_string());
    }
    if measured.samples.len() == 1 {
        remarks.push("a single run".to_string());
    }
    remarks.join(", ")
}

/// The benchmarks, each with its limits.
pub fn benchmarks(all: &[Measured]) -> String {
    let mut out = format!(
        "{:<15} {:<11} {:>9} {:>19} {:>8}   {:<15}\n",
        "benchmark", "verdict", "median", "fastest–slowest", "memory", "limits"
    );
    for m in all {
        let spread = format!("{:.0}–{:.0} ms", m.fastest_ms(), m.slowest_ms());
        let limits = format!("{} ms {MOST_MB} MB", limit_ms(&m.name));
        let _ = writeln!(
            out,
            "{:<15} {:<11} {:>6.1} ms {spread:>19} {:>5.1} MB   {limits:<15} {}",
            m.name,
            m.verdict().to_string(),
            m.wall_ms(),
            m.memory_mb(),
            remark(m, limit_ms(&m.name))
        );
    }
    out
}

/// Words in a row: what each adds.
pub fn family(all: &[Measured]) -> String {
    let walls: Vec<f64> = all.iter().map(Measured::wall_ms).collect();
    let increments: Vec<f64> = walls.windows(2).map(|w| w[1] - w[0]).collect();
    let answered = |i: &usize| all[*i].is_right() && all[*i + 1].is_right();
    let usual = median((0..increments.len()).filter(answered).map(|i| increments[i]).collect());
    let mut out =
        format!("{:<15} {:<11} {:>9} {:>19} {:>8}\n", "words", "verdict", "median", "one more word", "memory");
    for (i, m) in all.iter().enumerate() {
        let increment = i.checked_sub(1).map(|i| increments[i]);
        let shown = increment.map_or(String::new(), |ms| format!("{ms:+.0} ms"));
        let is_steep = increment.is_some_and(|ms| ms > MOST_GROWTH * usual);
        let steep = if is_steep { ", STEEP" } else { "" };
        let _ = writeln!(
            out,
            "{:<15} {:<11} {:>6.1} ms {shown:>19} {:>5.1} MB   {}{steep}",
            i + 1,
            m.verdict().to_string(),
            m.wall_ms(),
            m.memory_mb(),
            remark(m, f64::INFINITY)
        );
    }
    let _ = writeln!(out, "the usual increment is {usual:.0} ms; one beyond {MOST_GROWTH} times that is marked");
    out
}
