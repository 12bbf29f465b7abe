//! Each program with its condition and without: fuzzed, and asked of the other tools that are there.

use crate::compare;
use crate::fuzzer::{self, Run};
use crate::generate::Made;
use crate::measure::{Measured, median};
use crate::questions::Question;
use crate::tools::{self, Found};
use std::ffi::OsStr;
use std::path::Path;

/// All runs of a fuzzer on a program, by whether they had the condition as a filter; or why there are none.
pub type Fuzzed = Result<[Vec<Run>; 2], String>;

/// A program in the experiment.
pub struct Row {
    pub question: Question,
    /// Its condition in C.
    pub made: Made,
    pub fuzzed: Option<Fuzzed>,
    /// What each other tool says without the condition and with it.
    pub asked: Vec<[Measured; 2]>,
}

/// Fuzzes a program, without the condition and with it in turns, once for each seed.
pub fn fuzzed(question: &Question, made: &Made, runs: usize, seconds: u64, clang: &Path, folder: &Path) -> Fuzzed {
    let folder = folder.join(question.name().replace([' ', '='], "-"));
    let mut ready = vec![];
    for (name, condition) in [("without", None), ("with", Some(made.text.as_str()))] {
        let folder = folder.join(name);
        std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let bytes = fuzzer::prepare(question, condition, seconds, (clang, &folder))?;
        ready.push((folder, bytes));
    }
    let mut found = [vec![], vec![]];
    for seed in 1..=runs as u64 {
        for ((folder, bytes), found) in ready.iter().zip(&mut found) {
            found.push(fuzzer::fuzz(folder, *bytes, seed, seconds)?);
        }
    }
    Ok(found)
}

/// The other tools that can assume a condition.
pub fn others(path: &OsStr) -> Vec<Found> {
    // Z3 is asked about the systems that conditions are made of.
    tools::found(path).into_iter().filter(|found| found.tool.name != "z3").collect()
}

/// What they say, without the condition and with it.
pub fn asked(
    question: &Question,
    made: &Made,
    runs: usize,
    folder: &Path,
    path: &OsStr,
) -> Result<Vec<[Measured; 2]>, String> {
    let one = |found: &Found, condition: Option<&str>| {
        let folder = folder.join(if condition.is_some() { "with" } else { "without" });
        compare::measure(found, question, condition, runs, (&folder, path))
    };
    others(path).iter().map(|found| Ok([one(found, None)?, one(found, Some(&made.text))?])).collect()
}

/// What the runs of a fuzzer came to.
pub struct Summary {
    pub reached: usize,
    pub of: usize,
    /// The medians, if most runs reached the target.
    pub runs: Option<f64>,
    pub cpu_ms: Option<f64>,
    /// The share of inputs that the filter rejected, over all runs.
    pub rejected: f64,
}

pub fn summary(runs: &[Run]) -> Summary {
    let reached = runs.iter().filter(|run| run.reached).count();
    // Those that did not get there took longer than those that did.
    let middle = |of: fn(&Run) -> f64| {
        let value = |run: &Run| if run.reached { of(run) } else { f64::INFINITY };
        Some(median(runs.iter().map(value).collect())).filter(|m| m.is_finite())
    };
    let (all, rejected) = runs.iter().fold((0, 0), |(all, no), run| (all + run.runs, no + run.rejected));
    Summary {
        reached,
        of: runs.len(),
        runs: middle(|run| run.runs as f64),
        cpu_ms: middle(|run| run.cpu_ms),
        rejected: rejected as f64 / all.max(1) as f64,
    }
}
