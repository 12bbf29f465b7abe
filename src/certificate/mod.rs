//! Certificates: why a target is unreachable, in a form that can be checked without believing Lariat.
//!
//! A certificate is a folder. `program.sexp` holds the question, the program as a control-flow graph, and facts at
//! its loop heads. Everything else is derived from that one file: a query for each way between loop heads and each
//! fact there (see [`crate::invariant`]), each unsatisfiable if the facts are an invariant that excludes the target,
//! and `manifest.json`, which says what each query is for. [`check`] reads the program, derives all of it again,
//! compares, and asks any SMT-LIB solver. No engine takes part in that: no ranges, no chains, no search.
//!
//! What the program text means is said in [`mod@read`]; how queries are written, in [`crate::solver::smtlib`].

mod check;
mod derive;
mod folder;
mod manifest;
mod names;
pub mod read;
mod same;
mod sexp;
mod solve;
mod term;
#[cfg(test)]
mod tests;
mod write;

pub use check::{Checked, Opened, Outcome, check, opened};
pub use derive::{Query, queries};
pub use folder::{Files, files, remove, write};
pub use read::{DATA_MODELS, read};
pub use same::same;
pub use sexp::Mistake;
pub use solve::Solver;
pub use write::text;

use crate::invariant::Facts;
use crate::program::{LocationId, Program};
use crate::question::Other;
use crate::world::World;
use std::collections::BTreeSet;

/// The form of certificates. A change that breaks readers changes the number.
pub const SCHEMA: &str = "lariat.certificate/2";
/// The file that all others are derived from.
pub const PROGRAM: &str = "program.sexp";
/// The file that says what each query is for.
pub const MANIFEST: &str = "manifest.json";

/// Facts about a program that exclude its target.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The version of Lariat that wrote it.
    pub version: String,
    /// The Clang that read the program, with its version; nothing if it is not C.
    pub clang: String,
    /// What was asked.
    pub asked: Asked,
    /// What the program takes for granted.
    pub assumptions: Vec<String>,
    /// The program, of which only the graph, the files, and what its symbols are count.
    pub program: Program,
    /// What is not reached.
    pub target: LocationId,
    /// What holds at its loop heads.
    pub facts: Facts,
}

/// A question as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The program file.
    pub program: String,
    /// What Clang was given: all flags that the meaning of the program depends on, of the list in [`crate::flags`].
    pub flags: Vec<String>,
    /// Its further files.
    pub others: Vec<Other>,
    /// The entry function.
    pub entry: String,
    /// What is asked about.
    pub target: String,
    /// What is assumed when the entry function begins.
    pub assume: Vec<String>,
    /// Functions of the C library that are inputs.
    pub havoc: BTreeSet<String>,
    /// `lp64` or `ilp32`.
    pub data_model: String,
    /// `undefined` or `wrap`.
    pub signed_overflow: String,
    /// How often a function may call itself.
    pub recursion: usize,
    /// What is taken to hold of what lies outside of the program.
    pub world: World,
}
