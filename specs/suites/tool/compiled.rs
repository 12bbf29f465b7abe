//! The witness of each answer `reachable`, made a program by Clang and by gcc, and run.
//!
//! Where Lariat finds no Clang and no gcc is there, another one is as good. What
//! a compiler contradicts is no answer; where the two differ, somebody has to look.

use super::Options;
use super::ask::Answer;
use crate::tools::compilers::is_there;
use crate::tools::parallel::in_parallel;
use crate::tools::process::{self, End};
use lariat::runner::{Confirmed, shell_line};
use lariat::spec::Expected;
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long the compiler and its program may take, as Lariat has it, and a little to stop.
const LONGEST: Duration = Duration::from_secs(30);

/// What compiled witnesses of a question do.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// How the question is asked.
    pub command: String,
    /// What the program of Clang does, or of what is there instead.
    pub first: Confirmed,
    /// What that of gcc does; nothing if it is the same, or not there.
    pub gcc: Option<Confirmed>,
}

impl Compiled {
    /// Why there is no answer: the first compiler says so, or the only one that has something to say.
    pub fn contradicted(&self) -> Option<String> {
        match (&self.first, &self.gcc) {
            (Confirmed::Contradicted(what), _) => Some(what.clone()),
            (Confirmed::Open(_), Some(Confirmed::Contradicted(what))) => Some(format!("{what} (gcc)")),
            _ => None,
        }
    }

    /// What gcc's program does although the other one passes the target.
    pub fn differs(&self) -> Option<&str> {
        match (&self.first, &self.gcc) {
            (Confirmed::Yes(_), Some(Confirmed::Contradicted(what))) => Some(what),
            _ => None,
        }
    }

    /// The row it counts in.
    pub fn kind(&self) -> String {
        match (&self.first, &self.gcc) {
            (Confirmed::Yes(_), Some(Confirmed::Yes(_))) => "confirmed by two compilers".into(),
            (Confirmed::Yes(_), Some(Confirmed::Contradicted(_))) => "confirmed by one compiler, but not by gcc".into(),
            (Confirmed::Yes(_), Some(Confirmed::Open(why))) => format!("confirmed by one compiler; by gcc open: {why}"),
            (Confirmed::Yes(_), None) => "confirmed by the only compiler".into(),
            (Confirmed::Open(_), Some(Confirmed::Yes(_))) => "confirmed by gcc alone".into(),
            (Confirmed::Contradicted(_), _) | (Confirmed::Open(_), Some(Confirmed::Contradicted(_))) => {
                "CONTRADICTED".into()
            }
            (Confirmed::Open(why), Some(Confirmed::Open(_)) | None) => format!("not confirmed: {why}"),
        }
    }
}

/// Has the witnesses of all answers compiled and run.
pub fn all(answers: &mut [Answer], options: &Options, lariat: &Path, stop: &AtomicBool) -> Result<(), String> {
    let gcc = is_there("gcc");
    let reached: Vec<(usize, Vec<String>)> = answers
        .iter()
        .enumerate()
        .flat_map(|(task, answer)| answer.outcomes.iter().flatten().map(move |outcome| (task, outcome)))
        .filter(|(_, outcome)| outcome.verdict == Some(Expected::Reachable))
        .map(|(task, outcome)| (task, outcome.command.clone()))
        .collect();
    let compiled = in_parallel(&reached, options.common.jobs(), stop, |(_, command)| {
        let ask = |by: Option<&str>| confirmed(lariat, command, by, options.timeout);
        let first = ask(None)?;
        let is_gcc = matches!(&first, Confirmed::Yes(compiler) if compiler == "gcc" || compiler == "cc");
        let gcc = (gcc && !is_gcc).then(|| ask(Some("gcc"))).transpose()?;
        let typed: Vec<String> = command.iter().cloned().chain(["--confirm".into()]).collect();
        Ok(Compiled { command: shell_line(&typed), first, gcc })
    })?;
    for ((task, _), compiled) in reached.into_iter().zip(compiled) {
        answers[task].compiled.push(compiled);
    }
    Ok(())
}

/// What the witness does as a program of this compiler, or of the one that Lariat finds.
fn confirmed(lariat: &Path, command: &[String], by: Option<&str>, timeout: Duration) -> Result<Confirmed, String> {
    let mut process = Command::new(lariat);
    process.args(command).args(["--confirm", "--format", "json"]).envs(by.map(|compiler| ("CC", compiler)));
    let ended = process::run(&mut process, timeout + LONGEST.max(timeout * 2))?;
    let answer: Value = serde_json::from_str(&ended.stdout).unwrap_or_default();
    let open = |why: String| Confirmed::Open(why);
    Ok(match (Confirmed::of(&answer), answer["verdict"].as_str()) {
        (Some(confirmed), _) => confirmed,
        (None, Some(verdict)) => open(format!("asked again, it is {verdict}")),
        (None, None) if ended.end == End::TimedOut => open("it did not end in time".into()),
        (None, None) => open(format!("asked again, there is no answer: {}", ended.stderr.trim())),
    })
}
