//! What gcov counted, and how much of it that is.

use crate::explored::{Span, plain};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A line of a file.
pub type Line = (PathBuf, u64);

/// An outcome of a branch: outcomes are numbered on their line, function by function, as gcov lists them.
pub type Outcome = (Line, usize);

/// Lines and outcomes of branches, each with whether a run passed it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts {
    pub lines: BTreeMap<Line, bool>,
    pub outcomes: BTreeMap<Outcome, bool>,
}

/// How many were passed, of how many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    pub passed: usize,
    pub all: usize,
}

/// Reads what `gcov --json-format --stdout` prints: one JSON text for each file of counters.
pub fn read(text: &str) -> Result<Counts, String> {
    let mut counts = Counts::default();
    let mut is_any = false;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let report: Value = serde_json::from_str(line).map_err(|e| format!("gcov printed what is no JSON: {e}"))?;
        let folder = report["current_working_directory"].as_str().unwrap_or_default();
        for file in report["files"].as_array().ok_or("gcov printed no files")? {
            is_any = true;
            let name = Path::new(folder).join(file["file"].as_str().unwrap_or_default());
            counts.add(&plain(&name.to_string_lossy()), file["lines"].as_array().map_or(&[], Vec::as_slice));
        }
    }
    if is_any { Ok(counts) } else { Err("gcov printed nothing".into()) }
}

impl Counts {
    fn add(&mut self, file: &Path, lines: &[Value]) {
        // A line can stand there once for each function that has a part of it.
        let mut numbers: BTreeMap<u64, usize> = BTreeMap::new();
        for line in lines {
            let number = line["line_number"].as_u64().unwrap_or(0);
            let at = (file.to_path_buf(), number);
            let is_passed = |value: &Value| value["count"].as_u64().is_some_and(|count| count > 0);
            *self.lines.entry(at.clone()).or_default() |= is_passed(line);
            for outcome in line["branches"].as_array().into_iter().flatten() {
                let index = numbers.entry(number).or_default();
                *self.outcomes.entry((at.clone(), *index)).or_default() |= is_passed(outcome);
                *index += 1;
            }
        }
    }

    /// What lies in one of these functions.
    pub fn within(mut self, spans: &[Span]) -> Counts {
        let is_in = |(file, line): &Line| {
            spans.iter().any(|span| span.file == *file && (span.first..=span.last).contains(line))
        };
        self.lines.retain(|line, _| is_in(line));
        self.outcomes.retain(|(line, _), _| is_in(line));
        self
    }

    /// What lies in other files.
    pub fn without(mut self, file: &Path) -> Counts {
        self.lines.retain(|(other, _), _| other != file);
        self.outcomes.retain(|((other, _), _), _| other != file);
        self
    }

    /// Outcomes that were taken there and not here.
    pub fn lacking<'a>(&self, others: &'a Counts) -> impl Iterator<Item = &'a Outcome> {
        let taken = others.outcomes.iter().filter(|(_, taken)| **taken).map(|(outcome, _)| outcome);
        taken.filter(|outcome| self.outcomes.get(outcome) != Some(&true))
    }

    pub fn line_share(&self) -> Share {
        share(self.lines.values())
    }

    pub fn outcome_share(&self) -> Share {
        share(self.outcomes.values())
    }
}

fn share<'a>(values: impl Iterator<Item = &'a bool>) -> Share {
    values.fold(Share::default(), |sum, passed| Share { passed: sum.passed + usize::from(*passed), all: sum.all + 1 })
}
