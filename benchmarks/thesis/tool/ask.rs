//! Asking one program in a process of its own.

use super::configurations::Configuration;
use super::options::{Language, Options};
use super::rows::{Came, Row};
use crate::tools::process::{self, End};
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How much longer than its limit Lariat may take to say so.
const GRACE: Duration = Duration::from_secs(10);

/// The words of the question, but for the file and the configuration.
pub fn words(options: &Options) -> Vec<String> {
    let timeout = format!("{}s", options.timeout.as_secs_f64());
    let mut words: Vec<String> =
        ["--target", "undefined", "--format", "json", "--timeout", &timeout].map(String::from).to_vec();
    words.extend(["--memory".into(), options.common.memory.to_string()]);
    if options.language == Language::C {
        // Overflow is no error of microc, and would be found in almost every program that reads an input.
        words.extend(["--signed-overflow".into(), "wrap".into()]);
    }
    words
}

/// Asks.
pub fn ask(
    lariat: &Path,
    file: &Path,
    (set, seed): (&str, u64),
    configuration: &Configuration,
    options: &Options,
) -> Result<Row, String> {
    let mut command = Command::new(lariat);
    command.arg("reach").arg(file).args(words(options)).args(&configuration.args);
    let ended = process::run(&mut command, options.timeout + GRACE)?;
    let answer = serde_json::from_str::<Value>(&ended.stdout).ok();
    let counted = |name: &str| answer.as_ref().and_then(|a| a["stats"]["states"][name].as_u64());
    let (paths, costs_us) = (counted("paths"), counted("counting_us"));
    let (came, reason) = came(ended.end, answer.as_ref(), &ended.stderr, ended.wall_ms, options.timeout);
    Ok(Row {
        set: set.into(),
        seed,
        configuration: configuration.name.clone(),
        came,
        reason,
        paths,
        costs_us,
        wall_ms: ended.wall_ms,
        memory_mb: ended.memory_mb,
    })
}

/// What came of it, and why nothing if so.
pub fn came(end: End, answer: Option<&Value>, stderr: &str, wall_ms: f64, timeout: Duration) -> (Came, String) {
    let first = || stderr.lines().next().unwrap_or("silence").to_string();
    if end == End::Code(2) {
        let message = answer.and_then(|a| a["message"].as_str().map(String::from));
        return (Came::Refused, message.unwrap_or_else(first));
    }
    let Some(answer) = answer else {
        return match end {
            End::TimedOut => (Came::TimeOut, "it had to be killed".into()),
            end => (Came::Broken, format!("{end:?}: {}", first())),
        };
    };
    let reason = answer["reason"].as_str().unwrap_or("no reason is given").to_string();
    match answer["verdict"].as_str() {
        Some("unreachable") => (Came::Finished, String::new()),
        Some("reachable") if answer["replayed"] == true => (Came::Error, String::new()),
        Some("reachable") => (Came::Broken, "reachable without a replay".into()),
        // What used all of its time would have gone on.
        Some("unknown") if wall_ms >= timeout.as_secs_f64() * 1000.0 => (Came::TimeOut, reason),
        Some("unknown") => (Came::Unknown, reason),
        _ => (Came::Broken, format!("{end:?}: {}", answer["message"].as_str().unwrap_or("no verdict"))),
    }
}
