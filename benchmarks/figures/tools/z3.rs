//! Z3 on the constraint systems of the root chains, as `lariat constraints --format smt2` prints them.
//!
//! They are necessary conditions: that all of them are unsatisfiable refutes the
//! target, that one is satisfiable says nothing. The systems of subchains are
//! printed as well and are not asked about.

use super::{Tool, complaint};
use crate::answer::{Sample, Verdict};
use crate::process::{self, End, Ended};
use crate::questions::Question;
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

pub const TOOL: Tool = Tool {
    name: "z3",
    version: &["--version"],
    note: "z3: decides the constraint systems of all root chains that `lariat constraints --format smt2` prints, without \
           the time that takes; they are necessary conditions, so only `unreachable` is a verdict. No chain is unfolded \
           lazily here.",
    prepare,
    ask,
};

/// How long Lariat may take to print them.
const PRINT: Duration = Duration::from_secs(60);

const FILE: &str = "systems.smt2";
const CHECK: &str = "(check-sat)";

fn prepare(question: &Question, condition: Option<&str>, folder: &Path, _path: &OsStr) -> Result<(), String> {
    if condition.is_some() {
        return Err("the systems are conditions themselves".into());
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_lariat"));
    command.arg("constraints").args(question.reading()).args(["--format", "smt2"]);
    let ended = process::run(&mut command, PRINT)?;
    if ended.end != End::Code(0) {
        return Err(format!("lariat constraints: {}", complaint("", &ended.stderr)));
    }
    let systems = roots(&ended.stdout);
    if !systems.contains(CHECK) {
        return Err("lariat constraints: no system of a root chain".into());
    }
    std::fs::write(folder.join(FILE), systems).map_err(|e| format!("{FILE}: {e}"))
}

/// The systems of the root chains; what follows each lets the next one begin afresh.
fn roots(text: &str) -> String {
    let mut out = String::new();
    let mut is_root = false;
    for line in text.split_inclusive('\n') {
        if let Some(name) = line.strip_prefix("; S(") {
            is_root = name.starts_with("c0)") || name.starts_with("c0.");
        }
        if is_root {
            out.push_str(line);
        }
    }
    out
}

fn ask(program: &Path, folder: &Path, limit: Duration) -> Result<Sample, String> {
    let text = std::fs::read_to_string(folder.join(FILE)).map_err(|e| format!("{FILE}: {e}"))?;
    let mut command = Command::new(program);
    let ended = process::run(command.args(["-smt2", FILE]).current_dir(folder), limit)?;
    let verdict = read(&ended, text.matches(CHECK).count());
    Ok(Sample { wall_ms: ended.wall_ms, memory_mb: ended.memory_mb, verdict })
}

/// What Z3 said to so many systems.
fn read(ended: &Ended, systems: usize) -> Verdict {
    let count = |answer: &str| ended.stdout.lines().filter(|l| l.trim() == answer).count();
    let (unsat, sat, unknown) = (count("unsat"), count("sat"), count("unknown"));
    let error = ended.stdout.lines().find(|l| l.contains("(error"));
    match (ended.end, error) {
        (End::TimedOut, _) => Verdict::Timeout,
        (_, Some(error)) => Verdict::Error(error.to_string()),
        (End::Code(0), None) if systems > 0 && unsat + sat + unknown == systems => match (sat, unknown) {
            (0, 0) => Verdict::Unreachable,
            (0, _) => Verdict::Unknown,
            _ => Verdict::Satisfiable,
        },
        (end, None) => {
            let what = complaint(&ended.stdout, &ended.stderr);
            Verdict::Error(format!("{end:?}, {} of {systems} answers: {what}", unsat + sat + unknown))
        }
    }
}
