//! The tables of the thesis on nested loops with our figures beside its own: `make bench-thesis`, or
//! `cargo bench --bench thesis -- --out FOLDER`.
//!
//! Sets of programs are generated with its parameters (`lariat generate`), each
//! is asked whether something undefined can happen, in a process of its own, by
//! each of its configurations and by ours. Every answer is a line of
//! `FOLDER/rows.jsonl` at once, so what was interrupted goes on where it was.
//! The exit code is 1 if two answers contradict one another, or Lariat broke.

#[path = "../figures/grid.rs"]
mod grid;
#[path = "../figures/published/npe.rs"]
mod npe;
mod tool;
#[path = "../../specs/tools/mod.rs"]
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
    let came = tool::work(&options, lariat, &STOP);
    // What there is when it is interrupted is worth a table, too.
    if let (Ok(run), true) = (&came, STOP.load(Ordering::Relaxed)) {
        print!("{}", run.table);
    }
    tools::end(came.map(|run| (run.table.clone(), run.exit())), &STOP)
}
