//! Tables 6.17 to 6.20, all configurations beside one another, and what is decided of each set.

use super::configurations::{self, ALL_ENGINES, FINAL, FINAL_SEARCH, name};
use super::counts::{Count, Counts, NOTHING, percent};
use super::options::{Options, Part};
use super::tables::{notes, title};
use crate::grid::{self, Column};
use crate::npe::{self, PROGRAMS, Table};
use std::fmt::Write;

/// The tables of [`FINAL`], in that order.
const TABLES: [&Table; 4] = [&npe::PLAIN, &npe::MERGED, &npe::SUBSUMED, &npe::SUMMARISED];

/// All of them.
pub fn show(counts: &Counts, options: &Options) -> String {
    let mut out: String = TABLES.iter().zip(FINAL).map(|(table, technique)| one(table, technique, counts)).collect();
    out.push_str(&all(counts, options));
    out.push_str(&sets(counts, options));
    out
}

/// The names of the sets.
fn names() -> impl Iterator<Item = &'static str> {
    npe::FINAL.iter().map(|set| set.name)
}

/// The share that a row of a published table decided.
fn decided(figures: &[u64]) -> f64 {
    1.0 - figures[2] as f64 / PROGRAMS as f64
}

/// A table with its totals.
fn one(table: &Table, technique: &str, counts: &Counts) -> String {
    let mut columns = vec![Column::new("", "set", false)];
    for group in ["published", "here"] {
        let titles = ["paths", "time", "time-outs", "errors", "decided"];
        columns.extend(titles.map(|title| Column::new(group, title, true)));
    }
    let configuration = name(FINAL_SEARCH, technique);
    let row = |name: &str, figures: &[u64], programs: f64, count: &Count| {
        let mut cells = vec![name.to_string()];
        cells.push(format!("{:.1}", figures[0] as f64 / programs));
        cells.push(format!("{:.2}", figures[1] as f64 / 1000.0 / programs));
        cells.push(percent(figures[2] as f64 / programs));
        cells.push(percent(figures[3] as f64 / programs));
        cells.push(percent(1.0 - figures[2] as f64 / programs));
        let undecided = count.asked - count.finished - count.errors - count.refused;
        cells.extend([count.paths(), count.seconds(), count.share(undecided), count.share(count.errors)]);
        cells.push(count.share(count.finished + count.errors));
        cells
    };
    let mut rows: Vec<Vec<String>> = table
        .rows
        .iter()
        .map(|(set, figures)| row(set, figures, PROGRAMS as f64, &counts.of(set, &configuration)))
        .collect();
    let totals: Vec<u64> = (0..4).map(|i| table.rows.iter().map(|(_, figures)| figures[i]).sum()).collect();
    let programs = PROGRAMS as f64 * table.rows.len() as f64;
    rows.push(row("all", &totals, programs, &counts.over(names(), &configuration)));
    format!("{}{}{}", title(table), grid::show(&columns, &rows), notes(table))
}

/// Every configuration over all 18 sets.
fn all(counts: &Counts, options: &Options) -> String {
    let mut columns = vec![Column::new("", "configuration", false), Column::new("published", "decided", true)];
    let titles = ["decided", "finished", "errors", "time-outs", "unknown", "refused", "paths", "time"];
    columns.extend(titles.map(|title| Column::new("here", title, true)));
    let mut rows = Vec::new();
    for configuration in configurations::of(Part::Final, options) {
        let count = counts.over(names(), &configuration.name);
        let published = TABLES.iter().zip(FINAL).find(|(_, t)| configuration.name == name(FINAL_SEARCH, t));
        let published = published.map_or(NOTHING.to_string(), |(table, _)| {
            percent(table.rows.iter().map(|(_, f)| decided(f)).sum::<f64>() / table.rows.len() as f64)
        });
        let numbers = [count.finished, count.errors, count.time_outs, count.unknown, count.refused];
        let mut row = vec![configuration.name, published, count.share(count.finished + count.errors)];
        row.extend(numbers.map(|n| n.to_string()));
        row.extend([count.paths(), count.seconds()]);
        rows.push(row);
    }
    let asked = counts.over(names(), ALL_ENGINES).asked;
    format!("\nAll configurations, over all sets ({asked} programs)\n{}", grid::show(&columns, &rows))
}

/// What is decided of each set: by the thesis' best technique, by the best of its configurations here, by several
/// techniques at a time, and by all engines.
fn sets(counts: &Counts, options: &Options) -> String {
    let titles = [
        ("", "set", false),
        ("published", "best of four", true),
        ("here", "one technique", true),
        ("here", "several", true),
        ("here", "all engines", true),
    ];
    let columns: Vec<Column> = titles.iter().map(|(group, title, number)| Column::new(group, title, *number)).collect();
    let configurations = configurations::of(Part::Final, options);
    let (states, _): (Vec<_>, Vec<_>) = configurations.iter().partition(|c| c.args.iter().any(|word| word == "states"));
    let (several, one): (Vec<_>, Vec<_>) = states.into_iter().partition(|c| c.name.matches(", ").count() > 1);
    let best = |set: &str, all: &[&configurations::Configuration]| {
        let shares = all.iter().filter_map(|c| counts.of(set, &c.name).decided());
        shares.fold(None, |most: Option<f64>, share| Some(most.map_or(share, |m| m.max(share))))
    };
    let shown = |share: Option<f64>| share.map_or(NOTHING.to_string(), percent);
    let (mut rows, mut more) = (Vec::new(), 0);
    for (position, set) in names().enumerate() {
        let published = TABLES.iter().map(|t| decided(t.rows[position].1)).fold(0.0, f64::max);
        let ours = counts.of(set, ALL_ENGINES).decided();
        more += usize::from(ours.is_some_and(|share| share > published));
        let here = [best(set, &one), best(set, &several), ours].map(shown);
        rows.push([set.to_string(), percent(published)].into_iter().chain(here).collect::<Vec<_>>());
    }
    let mut out = format!("\nDecided programs of each set\n{}", grid::show(&columns, &rows));
    let _ = writeln!(
        out,
        "All engines decide more than the best of the thesis' four in {more} of {} sets. The best of several \
         configurations is chosen for each set afterwards, which favours it.",
        rows.len()
    );
    out
}
