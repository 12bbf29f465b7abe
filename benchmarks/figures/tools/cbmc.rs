//! CBMC: bounded model checking, here with a bound that is doubled until it was enough or the limit is over.
//!
//! A bound that was too small shows as an unwinding assertion that fails, and
//! then that the target was not reached means nothing.

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
    name: "cbmc",
    version: &["--version"],
    note: "cbmc: arrays have 32 elements (or rows), signed overflow wraps, and what is read outside of them is arbitrary; \
           its time is that of all bounds 1, 2, 4, ….",
    prepare,
    ask,
};

const WORDS: Words = Words {
    head: "void __CPROVER_assert(_Bool, const char *);\nvoid __CPROVER_assume(_Bool);",
    fail: || format!("__CPROVER_assert(0, \"{TARGET}\");"),
    arbitrary: |_| String::new(),
    assume: "LARIAT_CPROVER_ASSUME",
};

fn prepare(question: &Question, condition: Option<&str>, folder: &Path, _path: &OsStr) -> Result<(), String> {
    harness::write(question, condition, folder, &WORDS)
}

fn ask(program: &Path, folder: &Path, limit: Duration) -> Result<Sample, String> {
    let mut sample = Sample { wall_ms: 0.0, memory_mb: 0.0, verdict: Verdict::Timeout };
    let mut bound: u64 = 1;
    loop {
        let left = limit.saturating_sub(Duration::from_secs_f64(sample.wall_ms / 1000.0));
        if left.is_zero() {
            return Ok(sample);
        }
        let mut command = Command::new(program);
        command.args([FILE, "--unwinding-assertions", "--unwind", &bound.to_string()]);
        let ended = process::run(command.current_dir(folder), left)?;
        sample.wall_ms += ended.wall_ms;
        sample.memory_mb = sample.memory_mb.max(ended.memory_mb);
        if let Some(verdict) = read(&ended) {
            return Ok(Sample { verdict, ..sample });
        }
        bound = bound.saturating_mul(2);
    }
}

/// What CBMC said; nothing if the bound was too small.
fn read(ended: &Ended) -> Option<Verdict> {
    let lines = || ended.stdout.lines().map(str::trim);
    let about = |what: &'static str, state: &'static str| {
        lines().any(|l| l.starts_with('[') && l.contains(what) && l.ends_with(state))
    };
    let is_whole = lines().any(|l| l == "VERIFICATION SUCCESSFUL" || l == "VERIFICATION FAILED");
    match ended.end {
        End::TimedOut => Some(Verdict::Timeout),
        End::Code(_) if is_whole && about(TARGET, ": FAILURE") => Some(Verdict::Reachable),
        End::Code(_) if is_whole && about("unwinding assertion", ": FAILURE") => None,
        End::Code(_) if is_whole && about("unwinding assertion", ": UNKNOWN") => Some(Verdict::Unknown),
        End::Code(_) if is_whole && about(TARGET, ": SUCCESS") => Some(Verdict::Unreachable),
        End::Code(_) if is_whole && about(TARGET, ": UNKNOWN") => Some(Verdict::Unknown),
        end => Some(Verdict::Error(format!("{end:?}: {}", complaint(&ended.stdout, &ended.stderr)))),
    }
}
