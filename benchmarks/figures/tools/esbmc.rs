//! ESBMC: bounded model checking with a growing bound, and a check that the bound was enough.

use super::harness::{self, FILE, TARGET, Words};
use super::{Tool, complaint};
use crate::answer::{Sample, Verdict};
use crate::process::{self, End, Ended};
use crate::questions::Question;
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

pub const TOOL: Tool = Tool {
    name: "esbmc",
    version: &["--version"],
    note: "esbmc: arrays have 32 elements (or rows), signed overflow wraps, and what is read outside of them is arbitrary.",
    prepare,
    ask,
};

const WORDS: Words = Words {
    head: "void __ESBMC_assert(_Bool, const char *);\nvoid __ESBMC_assume(_Bool);",
    fail: || format!("__ESBMC_assert(0, \"{TARGET}\");"),
    arbitrary: |_| String::new(),
    assume: "LARIAT_ESBMC_ASSUME",
};

fn prepare(question: &Question, condition: Option<&str>, folder: &Path, _path: &OsStr) -> Result<(), String> {
    harness::write(question, condition, folder, &WORDS)
}

fn ask(program: &Path, folder: &Path, limit: Duration) -> Result<Sample, String> {
    let mut command = Command::new(program);
    command.args([FILE, "--incremental-bmc", "--unlimited-k-steps"]);
    command.args(["--no-bounds-check", "--no-pointer-check", "--no-div-by-zero-check"]);
    let ended = process::run(command.current_dir(folder), limit)?;
    Ok(Sample { wall_ms: ended.wall_ms, memory_mb: ended.memory_mb, verdict: read(&ended) })
}

/// What ESBMC said: a success counts when it came from the forward condition, which is that no path is longer.
fn read(ended: &Ended) -> Verdict {
    let text = format!("{}\n{}", ended.stdout, ended.stderr);
    let said = |line: &str| text.lines().any(|l| l.trim() == line);
    match ended.end {
        End::TimedOut => Verdict::Timeout,
        End::Code(_) if said("VERIFICATION FAILED") => {
            let violated = text.split_once("Violated property:").map_or("", |(_, rest)| rest);
            if violated.contains(TARGET) { Verdict::Reachable } else { Verdict::Unknown }
        }
        End::Code(0) if said("VERIFICATION SUCCESSFUL") => {
            if text.contains("found by the forward condition") {
                Verdict::Unreachable
            } else {
                Verdict::Unknown
            }
        }
        End::Code(_) if said("VERIFICATION UNKNOWN") => Verdict::Unknown,
        end => Verdict::Error(format!("{end:?}: {}", complaint(&ended.stdout, &ended.stderr))),
    }
}
