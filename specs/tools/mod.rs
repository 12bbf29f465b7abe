//! What the tools for programs of others share (`specs/suites`, `specs/conformance`), and tests with them: which compilers
//! are there, options, judgements, tables, records, and which questions are asked where not all are.

#[path = "../../benchmarks/figures/folder.rs"]
mod folder;
#[path = "../../benchmarks/figures/machine.rs"]
pub mod machine;
#[path = "../../benchmarks/figures/process.rs"]
pub mod process;

pub mod compilers;
pub mod entries;
pub mod kinds;
pub mod options;
pub mod parallel;
pub mod record;
pub mod sample;
pub mod scratch;

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Ends a tool: shows its table, or what keeps it from one.
pub fn end(came: Result<(String, u8), String>, stop: &AtomicBool) -> ExitCode {
    match came {
        Ok(_) if stop.load(Ordering::Relaxed) => ExitCode::from(130),
        Ok((table, exit)) => {
            print!("{table}");
            ExitCode::from(exit)
        }
        Err(e) => {
            eprintln!("error: {e}");
            ExitCode::from(2)
        }
    }
}

/// Writes a file; an error says which.
pub fn write(file: &Path, text: &str) -> Result<(), String> {
    std::fs::write(file, text).map_err(|e| format!("cannot write {}: {e}", file.display()))
}
