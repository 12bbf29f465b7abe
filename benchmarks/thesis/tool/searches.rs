//! Tables 6.4 to 6.15: searches, mergings, and limits of costs.

use super::configurations::{limited, name};
use super::counts::{Count, Counts, percent};
use super::tables::{notes, title};
use crate::grid::{self, Column};
use crate::npe::{self, PROGRAMS, Table};

/// What a figure counts.
#[derive(Clone, Copy)]
enum Figure {
    Paths,
    Errors,
    TimeOuts,
    Either,
    Time,
    CostTimeOuts,
    CostTime,
}

impl Figure {
    fn here(self, count: &Count) -> String {
        match self {
            Figure::Paths => count.paths(),
            Figure::Errors => count.share(count.errors),
            Figure::TimeOuts => count.share(count.time_outs),
            Figure::Either => count.share(count.time_outs + count.errors),
            Figure::Time => count.seconds(),
            Figure::CostTimeOuts => format!("{} of {}", count.time_outs, count.asked),
            Figure::CostTime => count.costs(),
        }
    }

    fn published(self, figure: u64) -> String {
        let mean = figure as f64 / PROGRAMS as f64;
        match self {
            Figure::Paths => format!("{mean:.1}"),
            Figure::Errors | Figure::TimeOuts | Figure::Either => percent(mean),
            Figure::Time => format!("{:.2}", mean / 1000.0),
            // How many programs these are of is not said.
            Figure::CostTimeOuts | Figure::CostTime => figure.to_string(),
        }
    }
}

/// A table of searches by mergings, ours beside it.
fn side_by_side(table: &Table, figure: Figure, count: impl Fn(&str, &str) -> Count) -> String {
    let mut columns = vec![Column::new("", "", false)];
    for group in ["published", "here"] {
        columns.extend(table.columns.iter().map(|c| Column::new(group, c, true)));
    }
    let rows: Vec<Vec<String>> = table
        .rows
        .iter()
        .map(|(row, figures)| {
            let published = figures.iter().map(|f| figure.published(*f));
            let here = table.columns.iter().map(|column| figure.here(&count(row, column)));
            std::iter::once((*row).to_string()).chain(published).chain(here).collect()
        })
        .collect();
    format!("{}{}{}", title(table), grid::show(&columns, &rows), notes(table))
}

/// Tables 6.7 to 6.10.
pub fn smaller(counts: &Counts) -> String {
    let tables = [
        (&npe::SMALLER_PATHS, Figure::Paths),
        (&npe::SMALLER_ERRORS, Figure::Errors),
        (&npe::SMALLER_TIMES, Figure::Time),
        (&npe::SMALLER_TIMEOUTS, Figure::TimeOuts),
    ];
    let count = |search: &str, technique: &str| counts.of(npe::SMALLER.name, &name(search, technique));
    tables.into_iter().map(|(table, figure)| side_by_side(table, figure, count)).collect()
}

/// Tables 6.11 to 6.15.
pub fn larger(counts: &Counts) -> String {
    let tables = [
        (&npe::LARGER_PATHS, Figure::Paths),
        (&npe::LARGER_ERRORS, Figure::Errors),
        (&npe::LARGER_TIMES, Figure::Time),
        (&npe::LARGER_TIMEOUTS, Figure::TimeOuts),
        (&npe::LARGER_EITHER, Figure::Either),
    ];
    let count = |search: &str, technique: &str| counts.of(npe::LARGER.name, &name(search, technique));
    tables.into_iter().map(|(table, figure)| side_by_side(table, figure, count)).collect()
}

/// Tables 6.2 to 6.6, 6.4 and 6.5 for the small set of table 6.1.
pub fn limits(counts: &Counts) -> String {
    let [small, _, large] = npe::SIZES;
    let lattice = |set| move |limit: &str, _: &str| counts.of(set, &limited("lattice-based", limit, None));
    let recursive = |limit: &str, kappa: &str| counts.of(small.name, &limited("recursive", limit, Some(kappa)));
    let costs = |set: &str, how: &str| counts.of(set, &limited(how, "1", (how == "recursive").then_some("1")));
    let least = "Here with the least limits, and counted within the time of a program.\n";
    let mean = "Here the mean of a program, of those where they were counted in time.\n";
    let chosen = "Here of the small set.\n";
    [
        side_by_side(&npe::COST_TIMEOUTS, Figure::CostTimeOuts, costs),
        least.into(),
        side_by_side(&npe::COST_TIMES, Figure::CostTime, costs),
        mean.into(),
        side_by_side(&npe::LATTICE, Figure::Paths, lattice(small.name)),
        chosen.into(),
        side_by_side(&npe::RECURSIVE, Figure::Paths, recursive),
        chosen.into(),
        side_by_side(&npe::LATTICE_LARGE, Figure::Paths, lattice(large.name)),
    ]
    .concat()
}
