//! What compilers make of a program: gcc, and clang where one is there.

use super::program::{AT_END, AT_ERROR};
use crate::tools::compilers::{clang, is_there};
use crate::tools::process::{self, End};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A compiler may take so long, and so may a program.
const LIMIT: Duration = Duration::from_secs(20);
const RUN: Duration = Duration::from_secs(5);

/// The dialect of both. What later dialects make errors of old C is let through: the programs are older.
const FLAGS: [&str; 8] = [
    "-O0",
    "-w",
    "-std=gnu17",
    "-Wno-implicit-int",
    "-Wno-implicit-function-declaration",
    "-Wno-int-conversion",
    "-Wno-incompatible-pointer-types",
    "-Wno-return-type",
];

/// Those that are there.
#[derive(Clone, Debug)]
pub struct Compilers {
    pub gcc: String,
    pub clang: Option<String>,
}

/// What compilers say of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// All that compile it get to its good end.
    Ends,
    /// No program to ask about, for this reason.
    Skipped(&'static str),
    /// Clang refuses it.
    OnlyGcc,
    /// One gets to the good end, the other one does not.
    Disagree,
}

/// How a compiled program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ran {
    Refused,
    Ends,
    Error,
    Other,
}

impl Compilers {
    /// Looks for them; clang by its name, or with a version: the newest one.
    pub fn find() -> Result<Compilers, String> {
        if !is_there("gcc") {
            return Err("gcc judges the programs, and is not installed".into());
        }
        Ok(Compilers { gcc: "gcc".into(), clang: clang() })
    }

    /// Compiles and runs `program`, which `ends` completes.
    pub fn judge(&self, program: &Path, ends: &Path) -> Result<Said, String> {
        let by_gcc = run(&self.gcc, program, ends)?;
        if by_gcc == Ran::Refused {
            return Ok(Said::Skipped("gcc does not compile it"));
        }
        let by_clang = self.clang.as_ref().map_or(Ok(by_gcc), |clang| run(clang, program, ends))?;
        Ok(match (by_gcc, by_clang) {
            (Ran::Ends, Ran::Ends) => Said::Ends,
            (Ran::Ends, Ran::Refused) => Said::OnlyGcc,
            (Ran::Ends, _) | (_, Ran::Ends) => Said::Disagree,
            (Ran::Error, _) => Said::Skipped("gcc's program finds an error"),
            _ => Said::Skipped("gcc's program does not end well"),
        })
    }
}

fn run(compiler: &str, program: &Path, ends: &Path) -> Result<Ran, String> {
    let executable = executable(program, compiler);
    let mut compile = Command::new(compiler);
    compile.args(FLAGS).arg(program).arg(ends).arg("-lm").arg("-o").arg(&executable);
    let compiled = process::run(&mut compile, LIMIT)?;
    if compiled.end != End::Code(0) {
        return Ok(Ran::Refused);
    }
    // What it writes to files lies beside it.
    let whole = std::fs::canonicalize(&executable).map_err(|error| format!("{}: {error}", executable.display()))?;
    let mut command = Command::new(&whole);
    command.current_dir(whole.parent().unwrap_or(Path::new(".")));
    let ended = process::run(&mut command, RUN);
    let _ = std::fs::remove_file(&executable);
    Ok(match ended?.end {
        End::Code(AT_END) => Ran::Ends,
        End::Code(AT_ERROR) => Ran::Error,
        End::Code(_) | End::Signal(_) | End::TimedOut => Ran::Other,
    })
}

fn executable(program: &Path, compiler: &str) -> PathBuf {
    program.with_extension(format!("{compiler}.x"))
}
