//! Other tools on the same questions, if they are on the PATH: one file for each.
//!
//! A tool writes what it needs into a folder and is then asked as often as
//! wanted. What it prints has to say the verdict in words that are known here;
//! anything else, silence included, is an error and never an answer.

pub mod assumed;
mod cbmc;
mod esbmc;
pub mod harness;
mod klee;
mod z3;

use crate::answer::Sample;
use crate::questions::Question;
use std::ffi::OsStr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A tool that can be asked.
#[derive(Debug)]
pub struct Tool {
    /// Its program, and the heading of its columns.
    pub name: &'static str,
    /// What makes it print its version.
    pub version: &'static [&'static str],
    /// How its question differs from Lariat's.
    pub note: &'static str,
    /// Writes what it reads into a folder, with the header of a condition to assume if there is one; programs that help
    /// with that are found on the given PATH.
    pub prepare: fn(&Question, Option<&str>, &Path, &OsStr) -> Result<(), String>,
    /// Asks the program about what is in the folder.
    pub ask: fn(&Path, &Path, Duration) -> Result<Sample, String>,
}

/// A tool that is there.
#[derive(Debug)]
pub struct Found {
    pub tool: &'static Tool,
    pub program: PathBuf,
    /// The first line of what it says its version is.
    pub version: String,
}

/// All that are known.
pub const TOOLS: [&Tool; 4] = [&klee::TOOL, &esbmc::TOOL, &cbmc::TOOL, &z3::TOOL];

/// Those that are on a PATH.
pub fn found(path: &OsStr) -> Vec<Found> {
    let there = TOOLS.into_iter().filter_map(|tool| Some((tool, find(tool.name, path)?)));
    there.map(|(tool, program)| Found { tool, version: version(&program, tool.version), program }).collect()
}

/// The first program of that name on a PATH.
pub fn find(name: &str, path: &OsStr) -> Option<PathBuf> {
    let is_program = |file: &PathBuf| file.metadata().is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0);
    std::env::split_paths(path).map(|folder| folder.join(name)).find(is_program)
}

fn version(program: &Path, args: &[&str]) -> String {
    let output = Command::new(program).args(args).output();
    let text = output.map(|o| String::from_utf8_lossy(&o.stdout).into_owned()).unwrap_or_default();
    let line = text.lines().map(str::trim).find(|l| !l.is_empty());
    line.map_or_else(|| "version unknown".to_string(), str::to_string)
}

/// What a tool said that is no answer: its last line, or that there is none.
pub fn complaint(stdout: &str, stderr: &str) -> String {
    let last = |text: &str| text.lines().rev().map(str::trim).find(|l| !l.is_empty()).map(str::to_string);
    last(stderr).or_else(|| last(stdout)).unwrap_or_else(|| "silence".to_string())
}
