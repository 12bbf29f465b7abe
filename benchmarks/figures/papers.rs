//! The tables of the papers: what was measured here, and beside it what they say.

use crate::answer::Verdict;
use crate::grid::{self, Column};
use crate::measure::{LIMIT_S, Measured, SLOW_MS};
use crate::published::{Paper, Row};
use crate::tools::Found;
use std::fmt::Write;

/// What stands where there is nothing.
const NOTHING: &str = "–";

/// One table.
pub fn show(paper: &Paper, lariat: &[Measured], tools: &[(Found, Vec<Measured>)]) -> String {
    let columns = columns(paper, tools);
    let rows: Vec<Vec<String>> = paper.rows.iter().map(|row| cells(row, lariat, tools)).collect();
    let mut out = format!("{}\n{}", paper.title, grid::show(&columns, &rows));
    let _ = writeln!(
        out,
        "Published means measured by the authors on another machine, with other limits: {}.",
        paper.machine
    );
    let unlisted: Vec<&str> = paper.rows.iter().filter(|r| r.program.is_none()).map(|r| r.name).collect();
    if !unlisted.is_empty() {
        let _ = writeln!(
            out,
            "{NOTHING}: the program is not listed in the paper, nor in another one here: {}.",
            unlisted.join(", ")
        );
    }
    for note in paper.notes {
        let _ = writeln!(out, "{note}");
    }
    out
}

/// What holds for all of the tables.
pub fn legend(runs: usize, tools: &[(Found, Vec<Measured>)]) -> String {
    let mut out = format!(
        "Medians of {runs} whole processes after one to warm up, each with a limit of {LIMIT_S} s; (1) marks a single run: \
         what took more than {} s or gave no answer is not asked again.\n\
         (!) marks the opposite of what is expected; peak is memory.\n\
         Chains are root/all, as far as they were unfolded; constraints are those of root chains that were not \
         refuted before they were whole.\n",
        SLOW_MS / 1000.0
    );
    for (found, _) in tools {
        let _ = writeln!(out, "{}", found.tool.note);
    }
    out
}

fn columns(paper: &Paper, tools: &[(Found, Vec<Measured>)]) -> Vec<Column> {
    let mut columns = vec![Column::new("", "program", false), Column::new("", "expected", false)];
    let here = [("verdict", false), ("wall", true), ("peak", true), ("chains", true), ("constr.", true), ("SMT", true)];
    columns.extend(here.map(|(title, is_number)| Column::new("Lariat, here", title, is_number)));
    for (found, _) in tools {
        let group = format!("{}, here", found.tool.name);
        columns.extend([("verdict", false), ("wall", true), ("peak", true)].map(|(t, n)| Column::new(&group, t, n)));
    }
    for (group, titles) in paper.columns {
        columns.extend(titles.iter().map(|title| Column::new(group, title, true)));
    }
    columns
}

fn cells(row: &Row, lariat: &[Measured], tools: &[(Found, Vec<Measured>)]) -> Vec<String> {
    let of = |all: &[Measured]| row.program.and_then(|p| all.iter().find(|m| m.name == p)).cloned();
    let mine = of(lariat);
    let mut cells = vec![row.name.to_string(), row.expect.to_string()];
    cells.extend(measured(mine.as_ref()));
    let counts = mine.and_then(|m| m.counts);
    cells.extend(match counts {
        Some(c) => [format!("{}/{}", c.root_chains, c.chains), c.constraints.to_string(), c.smt_calls.to_string()],
        None => [NOTHING; 3].map(String::from),
    });
    for (_, all) in tools {
        cells.extend(measured(of(all).as_ref()));
    }
    cells.extend(row.figures.iter().map(|f| f.to_string()));
    cells
}

/// Verdict, time and memory.
fn measured(measured: Option<&Measured>) -> [String; 3] {
    let Some(m) = measured else { return [NOTHING; 3].map(String::from) };
    let verdict = match m.verdict() {
        Verdict::Reachable | Verdict::Unreachable if m.is_wrong() => format!("{} (!)", m.verdict()),
        verdict => verdict.to_string(),
    };
    if matches!(m.verdict(), Verdict::Error(_)) {
        return [verdict, NOTHING.into(), NOTHING.into()];
    }
    let single = if m.samples.len() == 1 { "(1) " } else { "" };
    [verdict, format!("{single}{:.1} ms", m.wall_ms()), format!("{:.1} MB", m.memory_mb())]
}
