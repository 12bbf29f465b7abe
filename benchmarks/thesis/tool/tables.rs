//! All tables in their order, and what has to be known to read them.

use super::counts::Counts;
use super::options::{Language, Options, Part};
use super::rows::Came;
use super::{contradictions, finals, searches};
use crate::grid::{self, Column};
use crate::npe::{self, Set, Table};
use crate::tools::kinds::{counted, masked};
use std::fmt::Write;

/// Everything.
pub fn show(counts: &Counts, options: &Options) -> String {
    let mut out = head(options);
    out.push_str(&definitions());
    for part in [Part::Limits, Part::Smaller, Part::Larger, Part::Final] {
        if options.parts().contains(&part) {
            out.push_str(&match part {
                Part::Limits => searches::limits(counts),
                Part::Smaller => searches::smaller(counts),
                Part::Larger => searches::larger(counts),
                Part::Final => finals::show(counts, options),
            });
        }
    }
    out.push_str(&undecided(counts));
    let against = contradictions(counts.rows);
    if !against.is_empty() {
        let _ = writeln!(out, "\nWRONG: answers contradict one another\n  {}", against.join("\n  "));
    }
    out
}

fn head(options: &Options) -> String {
    let numbers = match options.language {
        Language::Microc => "microc",
        Language::C => "C, where numbers have 64 bits and wrap around",
    };
    format!(
        "V. Rozhoň: Nested loops and path explosion in symbolic execution (2024), tables 6.1 to 6.20\n\
         Here: {} programs a set, made anew with the same parameters, in {numbers}; {} s each.\n\
         Published: 50 programs a set, on {}.\n\
         Machines, times and programs differ, so shares are compared: of programs that were decided, which are those \
         without an error and those with one; an error counts here if a replay of its inputs shows it.\n\
         Paths and times are means for a program; paths here of those whose answer says how many came to an end.\n",
        options.programs,
        options.timeout.as_secs_f64(),
        npe::MACHINE,
    )
}

/// Tables 6.1 and 6.16, and the sets of section 6.3.2.
fn definitions() -> String {
    let titles = ["set", "for", "while", "depth", "top", "block", "error", "divisions"];
    let columns: Vec<Column> =
        titles.iter().enumerate().map(|(i, title)| Column::new("", title, (1..6).contains(&i))).collect();
    let limit = |n: Option<usize>, otherwise: usize| n.map_or(format!("({otherwise})"), |n| n.to_string());
    let row = |set: &Set| {
        let settings = super::sets::settings(set);
        vec![
            set.name.to_string(),
            set.for_loop.to_string(),
            set.other_loop.to_string(),
            set.depth.to_string(),
            limit(set.top, settings.max_top_lvl_stmts_count),
            limit(set.block, settings.max_stmts_within_a_block),
            set.error.to_string(),
            set.divisions.to_string(),
        ]
    };
    let all = npe::SIZES.iter().chain([&npe::SMALLER, &npe::LARGER]).chain(&npe::FINAL);
    format!(
        "\nTables 6.1 and 6.16, and section 6.3.2: parameters; those in brackets are chosen here\n{}",
        grid::show(&columns, &all.map(row).collect::<Vec<_>>())
    )
}

/// The line above a table.
pub fn title(table: &Table) -> String {
    format!("\nTable {}: {}\n", table.number, table.title)
}

/// The lines below it.
pub fn notes(table: &Table) -> String {
    table.notes.iter().map(|note| format!("{note}\n")).collect()
}

/// Why programs were refused or are undecided before their time was over.
fn undecided(counts: &Counts) -> String {
    let of = |came: Came, is_named: bool| {
        let rows = counts.rows.iter().filter(move |r| r.came == came);
        rows.map(move |r| {
            let reason = masked(&r.reason);
            if is_named { format!("{}: {reason}", r.configuration) } else { reason }
        })
    };
    [
        counted("refused", of(Came::Refused, false)),
        counted("unknown before the time was over", of(Came::Unknown, true)),
        counted("BROKEN", of(Came::Broken, true)),
    ]
    .concat()
}
