//! Lariat on a driver: what it found, and its tests as files of bytes.

use crate::compile::Source;
use crate::drivers::ENTRY;
use crate::explored::{self, Explored};
use crate::fuzzers::{PATIENCE, Ran};
use crate::process::{self, End};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// What it is asked, without file and flags.
pub const ASKED: [&str; 6] = ["--entry", ENTRY, "--assume", "data.length == size", "--assume", ASSUMED_POINTER];
/// Every tool hands on a block of memory.
const ASSUMED_POINTER: &str = "data != 0";

/// Explores a driver.
pub fn explore(source: &Source, seconds: u64, inputs: &Path) -> Result<(Explored, Ran), String> {
    let out = source.folder.join("explored");
    let mut command = Command::new(env!("CARGO_BIN_EXE_lariat"));
    command.arg("explore").arg(&source.file).args(ASKED);
    command.args(["--timeout", &seconds.to_string(), "--format", "json", "--out"]).arg(&out);
    command.arg("--").args(source.driver.flags(source.root));
    let ended = process::run(&mut command, Duration::from_secs(seconds) + PATIENCE)?;
    if ended.end != End::Code(0) {
        let said = ended.stderr.lines().find(|line| !line.trim().is_empty()).unwrap_or("it says nothing");
        return Err(format!("{:?}: {said}", ended.end));
    }
    let found = explored::read(&ended.stdout, ENTRY, source.driver.most)?;
    for (number, bytes) in found.inputs.iter().enumerate() {
        let file = inputs.join(format!("{:03}", number + 1));
        std::fs::write(&file, bytes).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    let mut notes = found.notes.clone();
    if found.others > 0 {
        notes.push(format!("{} tests have more inputs than bytes", found.others));
    }
    if found.undefined > 0 {
        notes.push(format!("{} tests end in something undefined", found.undefined));
    }
    let ran = Ran { inputs: found.inputs.len(), runs: None, wall_ms: ended.wall_ms, cpu_ms: ended.cpu_ms, notes };
    Ok((found, ran))
}
