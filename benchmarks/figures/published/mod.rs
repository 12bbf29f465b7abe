//! What the papers say that their tools took, as they print it: other tools on other machines.
//!
//! Nothing here is measured, and no verdict is read from it but the expected
//! one, which the specs of the benchmarks say as well.

mod apc;
mod cse;
mod eln;

/// A table of a paper.
pub struct Paper {
    /// Where it stands.
    pub title: &'static str,
    /// On what it was measured, and with which limits.
    pub machine: &'static str,
    /// The groups of its columns with the columns in each.
    pub columns: &'static [(&'static str, &'static [&'static str])],
    /// What has to be known to read it.
    pub notes: &'static [&'static str],
    pub rows: &'static [Row],
}

/// A program of a paper.
pub struct Row {
    /// Its name in the paper.
    pub name: &'static str,
    /// Its name here; none if no paper lists it.
    pub program: Option<&'static str>,
    /// The verdict that the paper says is right.
    pub expect: &'static str,
    pub figures: &'static [&'static str],
}

/// A program that is among the benchmarks.
const fn row(name: &'static str, program: &'static str, expect: &'static str, figures: &'static [&'static str]) -> Row {
    Row { name, program: Some(program), expect, figures }
}

/// The papers in the order of their tables.
pub const PAPERS: [&Paper; 3] = [&eln::PAPER, &cse::PAPER, &apc::PAPER];
