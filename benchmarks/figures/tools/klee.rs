//! KLEE: symbolic execution of LLVM bitcode, path by path.
//!
//! `unreachable` is said when it went through all paths and none was cut short;
//! versions that do not count those get no such verdict.

use super::harness::{self, FILE, TARGET, Words};
use super::{Tool, complaint, find};
use crate::answer::{Sample, Verdict};
use crate::process::{self, End, Ended};
use crate::questions::Question;
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

pub const TOOL: Tool = Tool {
    name: "klee",
    version: &["--version"],
    note: "klee: arrays have 32 elements (or rows) and signed overflow wraps; its time is without that of clang.",
    prepare,
    ask,
};

/// How long clang may take.
const COMPILE: Duration = Duration::from_secs(60);

const WORDS: Words = Words {
    head: "void klee_make_symbolic(void *, unsigned long, const char *);\n\
           void klee_assume(unsigned long);\n\
           void __assert_fail(const char *, const char *, unsigned, const char *);",
    fail: || format!("__assert_fail(\"{TARGET}\", \"{FILE}\", 1, \"main\");"),
    arbitrary: |name| format!("klee_make_symbolic(&{name}, sizeof {name}, \"{name}\");"),
    assume: "LARIAT_KLEE_ASSUME",
};

fn prepare(question: &Question, condition: Option<&str>, folder: &Path, path: &OsStr) -> Result<(), String> {
    harness::write(question, condition, folder, &WORDS)?;
    let clang = find("clang", path).ok_or("klee needs a clang on the PATH")?;
    let mut command = Command::new(clang);
    command.args(["-c", "-emit-llvm", "-g", "-O0", "-Xclang", "-disable-O0-optnone", FILE, "-o", "harness.bc"]);
    let ended = process::run(command.current_dir(folder), COMPILE)?;
    match ended.end {
        End::Code(0) => Ok(()),
        _ => Err(format!("clang: {}", complaint(&ended.stdout, &ended.stderr))),
    }
}

fn ask(program: &Path, folder: &Path, limit: Duration) -> Result<Sample, String> {
    // KLEE refuses to write into a folder that is there.
    let _ = std::fs::remove_dir_all(folder.join("klee-out"));
    let mut command = Command::new(program);
    command.args(["--output-dir=klee-out", "--exit-on-error-type=Assert", "harness.bc"]);
    let ended = process::run(command.current_dir(folder), limit)?;
    Ok(Sample { wall_ms: ended.wall_ms, memory_mb: ended.memory_mb, verdict: read(&ended) })
}

/// What KLEE said.
fn read(ended: &Ended) -> Verdict {
    let lines = || ended.stderr.lines().chain(ended.stdout.lines());
    if ended.end == End::TimedOut {
        return Verdict::Timeout;
    }
    if lines().any(|l| l.contains("ASSERTION FAIL") && l.contains(TARGET)) {
        return Verdict::Reachable;
    }
    let count = |what: &str| {
        let line = lines().find_map(|l| l.split_once("KLEE: done: ")?.1.strip_prefix(what));
        line.and_then(|rest| rest.trim().strip_prefix('=')?.trim().parse::<u64>().ok())
    };
    let is_halted = lines().any(|l| l.contains("HaltTimer") || l.contains("halting execution"));
    match (ended.end, count("completed paths"), count("partially completed paths")) {
        (End::Code(0), Some(_), Some(0)) if !is_halted => Verdict::Unreachable,
        (End::Code(0), Some(_), _) => Verdict::Unknown,
        (end, ..) => Verdict::Error(format!("{end:?}: {}", complaint(&ended.stdout, &ended.stderr))),
    }
}
