//! The tables: how much is excluded, what a condition takes, and whether it helps others.

use crate::experiment::{Row, summary};
use crate::generate::Made;
use crate::grid::{self, Column};
use crate::measure::Measured;
use crate::strength::Strength;
use std::fmt::Write;

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// How much of what does not reach the target is excluded.
pub fn strengths(all: &[Strength], nine: usize) -> String {
    let mut columns = vec![Column::new("program, small", "", false)];
    columns.extend(["all", "reach"].map(|title| Column::new("inputs", title, true)));
    let ways = ["true", "ranges", "light", "heavy"];
    columns.extend(ways.map(|title| Column::new("% of the others that are excluded by", title, true)));
    let row = |s: &Strength| {
        let inputs = if s.is_all { s.inputs.to_string() } else { format!("{} at random", s.inputs) };
        let shares = [0, s.ranges, s.light, s.heavy].map(|excluded| percent(s.share(excluded)));
        [s.name.clone(), inputs, s.reaching.to_string()].into_iter().chain(shares).collect()
    };
    let mut out =
        "How much of what does not reach the target is excluded, every input as likely as any other\n".to_string();
    out.push_str(&grid::show(&columns, &all.iter().map(row).collect::<Vec<_>>()));
    let half = all[..nine].iter().filter(|s| s.share(s.heavy) >= 0.5).count();
    let _ = writeln!(out, "At least half by heavy: {half} of {nine} programs of [ELN], which come first.");
    out.push_str(
        "ranges: outside of the least ranges that have all inputs that reach the target; no ranges exclude more.\n",
    );
    for s in all.iter().filter(|s| s.lost > 0) {
        let _ = writeln!(
            out,
            "{}: {} inputs that light excludes heavy keeps: that was lost with counters.",
            s.name, s.lost
        );
    }
    for s in all {
        let Some(kept) = &s.kept else { continue };
        let why = match kept.with_counters {
            Some(true) => "the condition with counters holds for it as well",
            Some(false) => "the condition with counters excludes it: that was lost with them",
            None => "z3 does not find out whether the condition with counters excludes it",
        };
        let _ = writeln!(out, "{} keeps {}: {why}.", s.name, kept.input);
    }
    out
}

/// What making conditions took: with counters, and in C.
pub fn generation(all: &[(String, [Made; 2])]) -> String {
    let mut columns = vec![Column::new("program", "", false)];
    for group in ["with counters, ms", "in C, ms"] {
        columns.extend(["wall", "cpu"].map(|title| Column::new(group, title, true)));
    }
    let row = |(name, made): &(String, [Made; 2])| {
        let times = made.iter().flat_map(|m| [m.wall_ms(), m.cpu_ms()]).map(|ms| format!("{ms:.0}"));
        [name.clone()].into_iter().chain(times).collect()
    };
    let rows: Vec<Vec<String>> = all.iter().map(row).collect();
    format!("What a condition takes: medians of whole processes\n{}", grid::show(&columns, &rows))
}

/// libFuzzer without the condition and with it.
pub fn fuzzing(rows: &[Row], runs: usize, seconds: u64) -> String {
    let mut columns = vec![Column::new("program", "", false), Column::new("condition", "cpu ms", true)];
    columns.push(Column::new("condition", "rejects %", true));
    for group in ["libFuzzer without it", "with it"] {
        columns.extend(["reached", "runs", "cpu ms"].map(|title| Column::new(group, title, true)));
    }
    columns.push(Column::new("", "", false));
    let mut table = vec![];
    for row in rows {
        let mut cells = vec![row.question.name(), format!("{:.0}", row.made.cpu_ms())];
        let note = match &row.fuzzed {
            Some(Ok([without, with])) => {
                let (without, with) = (summary(without), summary(with));
                cells.push(percent(with.rejected));
                let made = row.made.cpu_ms();
                for (s, more) in [(&without, 0.0), (&with, made)] {
                    let shown = |value: Option<f64>| value.map_or_else(|| "-".to_string(), |v| format!("{v:.0}"));
                    cells.extend([format!("{} of {}", s.reached, s.of), shown(s.runs)]);
                    cells.push(shown(s.cpu_ms.map(|ms| ms + more)));
                }
                compared(
                    (&without.cpu_ms, without.reached),
                    (&with.cpu_ms.map(|ms| ms + made), with.reached),
                    &row.made,
                )
            }
            Some(Err(why)) => why.clone(),
            None if row.made.is_false() => "no input satisfies it: there is nothing to look for".to_string(),
            None => "not fuzzed".to_string(),
        };
        cells.resize(columns.len() - 1, String::new());
        cells.push(note);
        table.push(cells);
    }
    format!(
        "libFuzzer with the condition as a filter: {runs} seeds, at most {seconds} s of the processor each\n{}\
         Runs and times are medians up to the target, - where most seeds do not get there; times with the condition have \
         its own in them.\nArrays have 32 elements (or rows).\n",
        grid::show(&columns, &table)
    )
}

/// Whether it helped, by times and how often the target was reached.
fn compared(without: (&Option<f64>, usize), with: (&Option<f64>, usize), made: &Made) -> String {
    let says_nothing = if made.is_true() { "it says nothing: " } else { "" };
    let text = match (without, with) {
        ((Some(a), _), (Some(b), _)) if a > b => format!("{:.1} times faster", a / b),
        ((Some(a), _), (Some(b), _)) => format!("{:.1} times slower", b / a),
        ((None, _), (Some(_), _)) => "reached only with it".to_string(),
        ((Some(_), _), (None, _)) => "reached only without it".to_string(),
        ((_, a), (_, b)) if a == b => "no difference".to_string(),
        ((_, a), (_, b)) => {
            (if b > a { "reached more often with it" } else { "reached less often with it" }).to_string()
        }
    };
    format!("{says_nothing}{text}")
}

/// The other tools without the condition and with it.
pub fn others(rows: &[Row], absent: &[&str]) -> String {
    let mut out = "Other tools with the condition assumed\n".to_string();
    let tools: Vec<&str> = rows.first().map_or(vec![], |row| row.asked.iter().map(|[m, _]| m.tool).collect());
    if !tools.is_empty() {
        let mut columns = vec![Column::new("program", "", false)];
        for group in tools.iter().flat_map(|tool| [(*tool).to_string(), format!("{tool} with it")]) {
            columns.extend([("verdict", false), ("wall ms", true)].map(|(t, n)| Column::new(&group, t, n)));
        }
        let cells = |m: &Measured| [m.verdict().to_string(), format!("{:.0}", m.wall_ms())];
        let row = |row: &Row| {
            let cells = row.asked.iter().flatten().flat_map(cells);
            [row.question.name()].into_iter().chain(cells).collect::<Vec<String>>()
        };
        out.push_str(&grid::show(&columns, &rows.iter().map(row).collect::<Vec<_>>()));
        out.push_str("Times with it are without its own, which is in the table above.\n");
    }
    if !absent.is_empty() {
        let _ = writeln!(out, "Not on the PATH, so nothing is said of them: {}.", absent.join(", "));
    }
    out
}
