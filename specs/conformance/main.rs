//! Programs without inputs, whose outcome compilers decide: `make conformance`, or `cargo bench --bench conformance --
//! --dir FOLDER --out FOLDER`.
//!
//! Does our C mean what C means? A replay cannot tell, because it runs the program
//! that the front end read. Nothing of the collections is kept here. The exit code
//! is 1 if an answer is wrong and not judged, if Lariat broke, or if a judgement is stale.

mod tool;
#[path = "../tools/mod.rs"]
#[allow(dead_code, reason = "several tools share it")]
mod tools;

use clap::Parser;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set when the user interrupts.
static STOP: AtomicBool = AtomicBool::new(false);

fn main() -> ExitCode {
    let options = tool::Options::parse();
    let _ = ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed));
    let came = tool::work(&options, tool::judgement::OURS, &STOP);
    tools::end(came.map(|run| (run.table.clone(), run.exit())), &STOP)
}
