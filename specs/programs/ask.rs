//! What Lariat says of a program: which marked lines can be reached, and what a run of its own does.

use super::program::{self, Program, Run, Tape};
use crate::tools::process::{self, End};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// It has so long to stop by itself, and to compile what it found.
const GRACE: Duration = Duration::from_secs(30);

/// Exit codes of `lariat run` with a target.
const REACHED: i32 = 0;
const NOT_REACHED: i32 = 1;
const REFUSED: i32 = 2;
const UNKNOWN: i32 = 3;

/// Whom to ask.
#[derive(Clone, Debug)]
pub struct Lariat {
    pub executable: PathBuf,
    pub timeout: Duration,
}

/// How a question about a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// As the compiled program does; whether an input was found, and confirmed by running it.
    Right(Found),
    Unknown(String),
    Refused(String),
    /// Against the compiled program, or not in the promised form.
    Wrong(String),
}

/// What stands behind a right answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    Confirmed,
    /// Reachable, and the reason why it could not be confirmed is Lariat's own.
    Unconfirmed,
    Unreachable,
    Run,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Can this marked line be reached?
    Mark(usize),
    /// Can values at the end differ from those of the compiled program?
    Different,
    /// Does a run on the tape with this number end with the same values?
    Run(usize),
}

/// All questions about a program, given what it does.
pub fn questions(program: &Program, runs: &[(Tape, Run)]) -> Vec<Question> {
    let marks = (0..program.marks).map(Question::Mark);
    let tapes = (0..runs.len()).filter(|i| runs[*i].1.values.is_some()).map(Question::Run);
    tapes.chain(marks).chain([Question::Different]).collect()
}

impl Lariat {
    /// Asks about `file`, which holds `text`.
    pub fn ask(&self, question: &Question, file: &Path, text: &str, runs: &[(Tape, Run)]) -> Said {
        match question {
            Question::Mark(number) => {
                let line = program::line_of(text, &program::mark(*number));
                let line = line.unwrap_or_else(|| panic!("no line {number} in\n{text}"));
                let is_passed = runs.iter().any(|(_, run)| run.passed.contains(number));
                self.reach(file, &line.to_string(), is_passed)
            }
            Question::Different => self.reach(file, "call:reach_different", false),
            Question::Run(tape) => self.run(file, text, &runs[*tape].0),
        }
    }

    fn reach(&self, file: &Path, target: &str, is_passed: bool) -> Said {
        let limit = format!("{}ms", self.timeout.as_millis());
        let mut command = Command::new(&self.executable);
        // What says that values are the same changes none: what runs after `main` would see that.
        command.arg("reach").arg(file).args(["--target", target, "--extern", "pure"]);
        command.args(["--format", "json", "--confirm", "--timeout", &limit]);
        let (code, stdout, stderr) = match self.end(&mut command) {
            Ok(ended) => ended,
            Err(wrong) => return wrong,
        };
        let Ok(json) = serde_json::from_str::<Value>(&stdout) else {
            return Said::Wrong(format!("exit code {code}: {stdout}{stderr}"));
        };
        let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
        match (json["verdict"].as_str(), is_passed) {
            (Some("reachable"), false) => Said::Wrong("reachable, but no input gets there".into()),
            (Some("unreachable"), true) => Said::Wrong("unreachable, but an input gets there".into()),
            (Some("unreachable"), false) => Said::Right(Found::Unreachable),
            (Some("unknown"), _) => Said::Unknown(text(&json["reason"])),
            (Some("reachable"), true) => match json["confirm"]["outcome"].as_str() {
                Some("confirmed") => Said::Right(Found::Confirmed),
                Some("contradicted") => {
                    Said::Wrong(format!("its input does not get there: {}", json["confirm"]["reason"]))
                }
                _ => Said::Right(Found::Unconfirmed),
            },
            (None, _) if json["message"].is_string() => refused(&text(&json["message"])),
            _ => Said::Wrong(format!("exit code {code}: {stdout}")),
        }
    }

    fn run(&self, file: &Path, text: &str, tape: &Tape) -> Said {
        let limit = format!("{}ms", self.timeout.as_millis());
        let mut command = Command::new(&self.executable);
        command.arg("run").arg(file).args(["--target", "call:reach_same", "--timeout", &limit]);
        command.args(typed(text, tape));
        let (code, stdout, stderr) = match self.end(&mut command) {
            Ok(ended) => ended,
            Err(wrong) => return wrong,
        };
        let lines = |text: &str| text.lines().take(2).map(str::trim).collect::<Vec<_>>().join("; ");
        match code {
            REACHED => Said::Right(Found::Run),
            NOT_REACHED => Said::Wrong(format!("a run does not end with these values: {}", lines(&stdout))),
            REFUSED => refused(stderr.lines().next().unwrap_or_default()),
            UNKNOWN => Said::Unknown(lines(&stdout)),
            code => Said::Wrong(format!("exit code {code}: {stdout}{stderr}")),
        }
    }

    /// The exit code, and what it printed.
    fn end(&self, command: &mut Command) -> Result<(i32, String, String), Said> {
        let ended = process::run(command, self.timeout + GRACE).map_err(Said::Wrong)?;
        match ended.end {
            End::Code(code) => Ok((code, ended.stdout, ended.stderr)),
            End::Signal(signal) => Err(Said::Wrong(format!("signal {signal}: {}", ended.stderr))),
            End::TimedOut => Err(Said::Wrong("it does not stop when its time is over".into())),
        }
    }

    /// The question as users type it.
    pub fn typed(question: &Question, file: &str, text: &str, runs: &[(Tape, Run)]) -> String {
        match question {
            Question::Mark(number) => {
                let line = program::line_of(text, &program::mark(*number)).unwrap_or(0);
                format!("lariat reach {file} --target {line} --extern pure --confirm")
            }
            Question::Different => format!("lariat reach {file} --target call:reach_different --extern pure --confirm"),
            Question::Run(tape) => {
                let inputs = typed(text, &runs[*tape].0).join(" ");
                format!("lariat run {file} --target call:reach_same {inputs}")
            }
        }
    }
}

/// A tape as the inputs of `lariat run`.
fn typed(text: &str, tape: &Tape) -> Vec<String> {
    let input = |(i, value): (usize, &i64)| {
        let line = program::line_of(text, &program::reading(i)).unwrap_or(0);
        format!("nondet@{line}={value}")
    };
    let inputs = tape.iter().enumerate().map(input);
    if tape.is_empty() { vec![] } else { std::iter::once("--inputs".to_string()).chain(inputs).collect() }
}

fn refused(message: &str) -> Said {
    let first = message.lines().next().unwrap_or_default();
    Said::Refused(first.trim_start_matches("error: ").to_string())
}
