//! The two questions about a program, each by a process as users start it.

use super::Options;
use super::program::{END, ERROR};
use crate::tools::process::{self, End};
use lariat::quantity;
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// It has so long to stop by itself.
const GRACE: Duration = Duration::from_secs(5);

/// What Lariat says to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Reachable,
    Unreachable,
    /// For this reason.
    Unknown(String),
    /// With this message.
    Refused(String),
    /// No answer in the promised form.
    Crash(String),
}

impl Answer {
    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Answer::Reachable => "reachable",
            Answer::Unreachable => "unreachable",
            Answer::Unknown(_) => "unknown",
            Answer::Refused(_) => "refused",
            Answer::Crash(_) => "crash",
        }
    }
}

/// Whether the good end can be reached, and whether the bad one can; the second is not asked of what is refused.
pub fn both(program: &Path, options: &Options) -> Result<(Answer, Option<Answer>), String> {
    let end = one(program, END, options)?;
    if matches!(end, Answer::Refused(_) | Answer::Crash(_)) {
        return Ok((end, None));
    }
    Ok((end, Some(one(program, ERROR, options)?)))
}

fn one(program: &Path, function: &str, options: &Options) -> Result<Answer, String> {
    let mut command = Command::new(&options.lariat);
    command.arg("reach").arg(program).args(["--target", &format!("call:{function}"), "--format", "json"]);
    let memory = quantity::show_size(options.common.memory).replace(' ', "");
    command.args(["--timeout", &format!("{}ms", options.timeout.as_millis()), "--memory", &memory]);
    let ended = process::run(&mut command, options.timeout + GRACE)?;
    Ok(match ended.end {
        End::TimedOut => Answer::Crash("it does not stop when its time is over".into()),
        End::Signal(signal) => Answer::Crash(format!("signal {signal}")),
        End::Code(code) => read(&ended.stdout).unwrap_or_else(|| Answer::Crash(broken(code, &ended.stderr))),
    })
}

/// An answer in its JSON form.
pub fn read(text: &str) -> Option<Answer> {
    let json: Value = serde_json::from_str(text).ok()?;
    let first = |key: &str| json[key].as_str().unwrap_or_default().lines().next().unwrap_or_default().to_string();
    match json["verdict"].as_str() {
        Some("reachable") => Some(Answer::Reachable),
        Some("unreachable") => Some(Answer::Unreachable),
        Some("unknown") => Some(Answer::Unknown(first("reason"))),
        Some(_) => None,
        None => {
            let message = first("message");
            (!message.is_empty()).then(|| Answer::Refused(message.trim_start_matches("error: ").to_string()))
        }
    }
}

fn broken(code: i32, stderr: &str) -> String {
    format!("exit code {code}: {}", stderr.lines().next().unwrap_or_default())
}
