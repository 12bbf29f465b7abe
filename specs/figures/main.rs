//! The parts of `make bench` that do not measure: other tools and how they are understood, tables, records.
//!
//! The bench target has no tests of its own, so its modules are read in here.
//! Other tools need not be there: scripts that print what they print stand in.
#![allow(dead_code, reason = "the bench target uses what is not used here")]

#[path = "../../benchmarks/figures/answer.rs"]
mod answer;
#[path = "../../benchmarks/explore/asked.rs"]
mod asked;
#[path = "../../benchmarks/figures/compare.rs"]
mod compare;
#[path = "../../benchmarks/explore/compile.rs"]
mod compile;
mod condition;
#[path = "../../benchmarks/explore/drivers.rs"]
mod drivers;
#[path = "../../benchmarks/condition/experiment.rs"]
mod experiment;
mod explorations;
#[path = "../../benchmarks/explore/explored.rs"]
mod explored;
mod fakes;
#[path = "../../benchmarks/figures/folder.rs"]
mod folder;
#[path = "../../benchmarks/condition/fuzzer.rs"]
mod fuzzer;
#[path = "../../benchmarks/explore/gcov.rs"]
mod gcov;
#[path = "../../benchmarks/condition/generate.rs"]
mod generate;
#[path = "../../benchmarks/figures/grid.rs"]
mod grid;
mod growth;
mod harness;
#[path = "../../benchmarks/explore/judge.rs"]
mod judge;
#[path = "../../benchmarks/explore/ktest.rs"]
mod ktest;
#[path = "../../benchmarks/figures/machine.rs"]
mod machine;
#[path = "../../benchmarks/figures/measure.rs"]
mod measure;
#[path = "../../benchmarks/figures/options.rs"]
mod options;
#[path = "../../benchmarks/figures/papers.rs"]
mod papers;
#[path = "../../benchmarks/figures/process.rs"]
mod process;
#[path = "../../benchmarks/condition/programs.rs"]
mod programs;
#[path = "../../benchmarks/figures/published/mod.rs"]
mod published;
#[path = "../benchmarks/questions.rs"]
mod questions;
#[path = "../../benchmarks/figures/record.rs"]
mod record;
mod records;
#[path = "../../benchmarks/figures/startup.rs"]
mod startup;
mod tables;
#[path = "../../benchmarks/figures/tools/mod.rs"]
mod tools;
mod verdicts;

use std::path::PathBuf;

/// A folder of its own for a test; gone when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("lariat-figures-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The question of a benchmark.
fn question(name: &str) -> questions::Question {
    let all = questions::all().expect("every benchmark carries its questions");
    all.into_iter().find(|q| q.name() == name).unwrap_or_else(|| panic!("no benchmark {name}"))
}
