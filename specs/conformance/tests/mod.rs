//! The tool for programs that compilers judge, on programs of ours.
#![allow(dead_code, reason = "the tool uses what is not used here")]

mod judgements;
mod scores;
#[path = "../tool/mod.rs"]
mod tool;

use crate::tools::compilers::is_there;
use crate::tools::scratch;
use clap::Parser;
use std::sync::atomic::AtomicBool;

/// A folder of programs; gone when dropped.
struct Folder(scratch::Folder);

impl Folder {
    fn new(name: &str) -> Folder {
        Folder(scratch::Folder::new(name))
    }

    fn with(self, name: &str, text: &str) -> Folder {
        self.0.write(name, text);
        self
    }

    /// Looks at the programs in it, as a collection of `kind`.
    fn run(&self, kind: &str, judgements: &str, more: &[&str]) -> tool::Run {
        let (dir, out) = (self.0.0.display().to_string(), self.0.path("out").display().to_string());
        let typed = ["conformance", "--dir", &dir, "--kind", kind, "--out", &out, "--timeout", "60s"];
        let options = tool::Options::parse_from(typed.iter().chain(more));
        tool::work(&options, judgements, &AtomicBool::new(false)).expect("it works")
    }
}

/// Whether there is no gcc to judge, which is told.
fn lacks_gcc() -> bool {
    let lacks = !is_there("gcc");
    if lacks {
        eprintln!("skipped: gcc is not installed");
    }
    lacks
}

/// The row that a program counts in.
fn row(run: &tool::Run, program: &str) -> &'static str {
    let found = run.scored.iter().find(|s| s.program == program);
    found.unwrap_or_else(|| panic!("{program} is not among them:\n{}", run.table)).score.words().0
}
