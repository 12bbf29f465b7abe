//! Answers as witnesses that other verifiers check: the YAML format of SV-COMP, version 2.0.
//!
//! `unreachable` becomes a set of loop invariants, each a fact of a proof as a C expression that means the same at its
//! loop, or is left out; `reachable` a sequence of waypoints that fixes what functions without a body return, and ends
//! at the target. What the format cannot say is an error that says so.
//!
//! Reading order: `syntax` (loops, calls and names in the typed tree), `place` (where they are in the file),
//! `expression` (facts as C), `invariants`, `waypoints`, and `metadata`.

mod expression;
mod invariants;
mod metadata;
mod place;
mod syntax;
#[cfg(test)]
mod tests;
mod waypoints;

use crate::frontend::c::tree::Tree;
use crate::interval::States;
use crate::program::{Original, Target};
use crate::prove::Proof;
use crate::question::DataModel;
use crate::replay::{Goal, Run};
use crate::source::Source;
use crate::term::Terms;
use std::collections::BTreeSet;
use std::path::Path;

/// The file, and what people should know of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// YAML.
    pub text: String,
    /// What is in it, and what is not.
    pub note: String,
}

/// The question that was answered.
pub struct Task<'a> {
    /// The program file.
    pub path: &'a Path,
    /// What it says.
    pub source: &'a Source,
    /// What Clang understood of it.
    pub(crate) tree: &'a Tree,
    /// The flags it was read with.
    pub flags: &'a [String],
    /// The entry function.
    pub entry: &'a str,
    /// What was asked about.
    pub target: &'a Target,
    /// What was assumed of the beginning.
    pub assume: &'a [String],
    /// Functions of the C library whose results are inputs.
    pub havoc: &'a BTreeSet<String>,
    /// The widths of C's types.
    pub data_model: DataModel,
}

/// Facts that exclude the target.
pub struct Proven<'a> {
    /// Where the symbols are from.
    pub terms: &'a Terms,
    /// The program as it was read.
    pub original: &'a Original,
    /// The ranges of its variables.
    pub states: &'a States,
    /// The facts.
    pub proof: &'a Proof,
}

/// A run that reached the target.
pub struct Arrived<'a> {
    /// The program as it was run.
    pub original: &'a Original,
    /// What it tried to reach.
    pub goal: &'a Goal,
    /// The run, with the first of its reads.
    pub run: &'a Run,
}

impl Task<'_> {
    /// A correctness witness; the error of `proven` says why there are no facts, which leaves the set empty.
    pub fn correctness(&self, proven: Result<Proven, String>) -> Result<Document, String> {
        let header = self.metadata("invariant_set")?;
        let syntax = syntax::survey(self.source, self.tree);
        let (invariants, note) = match proven {
            Ok(proven) => {
                let found = invariants::of(self, &syntax, &proven);
                let note = found.note();
                (found.list, note)
            }
            Err(why) => (vec![], format!("no loop invariants: {why}")),
        };
        let content = invariants.iter().map(|i| i.yaml(self)).collect();
        Ok(Document { text: metadata::entry("invariant_set", &header, content), note })
    }

    /// A violation witness.
    pub fn violation(&self, arrived: &Arrived) -> Result<Document, String> {
        let header = self.metadata("violation_sequence")?;
        let syntax = syntax::survey(self.source, self.tree);
        let found = waypoints::of(self, &syntax, arrived)?;
        let content = found.list.iter().map(|w| w.yaml(self)).collect();
        Ok(Document { text: metadata::entry("violation_sequence", &header, content), note: found.note() })
    }

    /// The lines of a location.
    fn location(&self, place: place::Written, function: &str) -> String {
        let file = metadata::quoted(&self.path.display().to_string());
        let (line, column, function) = (place.line, place.column, metadata::quoted(function));
        format!("file_name: {file}\nline: {line}\ncolumn: {column}\nfunction: {function}\n")
    }
}
