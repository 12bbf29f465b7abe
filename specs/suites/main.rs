//! Suites that others wrote: `make suites`, or `cargo bench --bench suites -- --code2inv DIR --2ls DIR --duet DIR
//! --out FOLDER`.
//!
//! Nothing of the suites is kept here: the folders are checkouts of theirs. Each
//! of their tasks becomes a spec below FOLDER, is asked in a process of its own,
//! and counts in a table. The exit code is 1 if an answer is wrong or Lariat broke.

mod tool;
#[path = "../tools/mod.rs"]
#[allow(dead_code, reason = "several tools share it")]
mod tools;

use clap::Parser;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set when the user interrupts.
static STOP: AtomicBool = AtomicBool::new(false);

fn main() -> ExitCode {
    let options = tool::Options::parse();
    let _ = ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed));
    let lariat = Path::new(env!("CARGO_BIN_EXE_lariat"));
    let came = tool::work(&options, lariat, tool::judgement::OURS, &STOP);
    tools::end(came.map(|run| (run.table.clone(), run.exit())), &STOP)
}
