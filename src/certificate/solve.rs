//! Who decides queries: any command that reads an SMT-LIB file, or the z3 library in this program.

use super::Query;
use crate::budget::Budget;
use crate::runner::child::{Ended, run_within};
use crate::solver::{self, Decision};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Commands that are looked for.
const KNOWN: [&str; 2] = ["z3", "cvc5"];
/// The address space of a solver, in KiB.
const ADDRESS_SPACE: u64 = 8 << 20;
/// So much of what a solver says is shown.
const SHOWN: usize = 200;

/// A solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solver {
    /// A program with its first arguments; the last one is the file.
    Command {
        /// As it was typed.
        shown: String,
        /// With the program where it was found.
        words: Vec<String>,
    },
    /// The library this program is linked with.
    Library,
}

/// What a solver says of one query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Unsat,
    Sat,
    Nothing(String),
}

impl Solver {
    /// A solver as it is typed. An error says that there is none.
    pub fn typed(command: &str) -> Result<Solver, String> {
        let mut words: Vec<String> = command.split_whitespace().map(str::to_string).collect();
        let Some(first) = words.first_mut() else { return Err("the command of a solver should not be empty".into()) };
        let found = on_path(first).ok_or_else(|| {
            format!("there is no solver `{first}`: give the command of one that reads an SMT-LIB file, or leave --solver out")
        })?;
        *first = found.display().to_string();
        Ok(Solver::Command { shown: command.trim().to_string(), words })
    }

    /// z3 or cvc5 if one of them is there, else the library.
    pub fn found() -> Solver {
        KNOWN.iter().find_map(|name| Solver::typed(name).ok()).unwrap_or(Solver::Library)
    }

    /// What people are told.
    pub fn shown(&self) -> String {
        match self {
            Solver::Command { shown, .. } => shown.clone(),
            Solver::Library => "the z3 library in this program".into(),
        }
    }

    /// What it says of a query that lies in this folder.
    pub(super) fn decide(
        &self,
        folder: &Path,
        query: &Query,
        limit: Duration,
        (budget, stop): (&Budget, &AtomicBool),
    ) -> Said {
        let limit = budget.at_most(limit);
        match self {
            Solver::Library => match solver::decide(&query.text, limit, budget) {
                Decision::Unsat => Said::Unsat,
                Decision::Sat => Said::Sat,
                Decision::Unknown(why) => Said::Nothing(why),
            },
            Solver::Command { words, .. } => command(words, &folder.join(&query.file), limit, stop),
        }
    }
}

/// Where a command is.
fn on_path(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return Some(PathBuf::from(name)).filter(|p| p.is_file());
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|p| p.is_file())
}

fn command(words: &[String], file: &Path, limit: Duration, stop: &AtomicBool) -> Said {
    // A limit of this process's own is inherited.
    let script = format!("ulimit -c 0; ulimit -S -v {ADDRESS_SPACE}; exec \"$@\"");
    let mut args = vec!["-c".to_string(), script, "sh".to_string()];
    args.extend(words.iter().cloned());
    args.push(file.display().to_string());
    match run_within(Path::new("sh"), &args, limit, stop) {
        Err(why) => Said::Nothing(why),
        Ok(Ended::Overdue) => Said::Nothing(format!("no answer within {} s", limit.as_secs_f64())),
        Ok(Ended::Stopped) => Said::Nothing("it was stopped".into()),
        Ok(Ended::Exited { status, out, err }) => match (out.trim(), status.success()) {
            ("unsat", true) => Said::Unsat,
            ("sat", true) => Said::Sat,
            (said, success) => {
                let line = said.lines().chain(err.lines()).map(str::trim).find(|l| !l.is_empty()).unwrap_or("nothing");
                let line: String = line.chars().take(SHOWN).collect();
                let end = if success { String::new() } else { format!(" and ends with {status}") };
                Said::Nothing(format!("the solver says `{line}`{end}"))
            }
        },
    }
}
