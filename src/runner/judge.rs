//! Asking one question, and comparing the answer with the expected one.

use super::child::{self, Ended};
use super::snapshot::{self, Difference};
use super::{Item, Options, command, command_line};
use crate::diagnostic::Diagnostic;
use crate::spec::{Expected, Listing, Place};
use serde_json::Value;
use std::process::ExitStatus;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What came of a question.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How it is to be taken.
    pub status: Status,
    /// The verdict that came.
    pub verdict: Option<Expected>,
    /// The answer in its JSON form.
    pub answer: Option<Value>,
    /// Wall time, the snapshots included.
    pub wall: Duration,
    /// How to ask the question alone.
    pub command: Vec<String>,
    /// Where listings differ from their snapshots.
    pub differences: Vec<Difference>,
}

/// How an answer is to be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is the expected one, or one where nothing was expected.
    Expected,
    /// It is wrong in the way that is known.
    KnownWrong,
    /// It is not the expected one.
    Unexpected,
    /// It was known to be wrong, and is right now.
    Better,
    /// The question cannot be asked.
    Mistake(Diagnostic),
    /// Lariat failed; in its own words.
    Broken(String),
}

impl Outcome {
    /// Whether the run may go on to be a success.
    pub fn is_good(&self) -> bool {
        matches!(self.status, Status::Expected | Status::KnownWrong) && self.differences.is_empty()
    }

    /// Why the answer is unknown.
    pub fn reason(&self) -> Option<&str> {
        self.answer.as_ref()?["reason"].as_str()
    }
}

/// What a process said of a question.
enum Said {
    Answer(Expected, Value),
    Mistake(Diagnostic),
    Broken(String),
}

/// Asks, judges, and compares the snapshots. `None` if the run was stopped.
pub(super) fn ask(item: &Item, options: &Options, stop: &AtomicBool) -> Option<Outcome> {
    let started = Instant::now();
    let timeout = item.asked.limits.timeout.unwrap_or(options.timeout);
    let memory = item.asked.limits.memory.unwrap_or(options.memory);
    let limits = command::limits(timeout, memory);
    let asked = command_line("reach", item.asked);
    let process = |mut args: Vec<String>| {
        args.extend(limits.clone());
        child::run(&options.executable, &args, timeout, stop)
    };
    let said = match process([&asked[..], &["--format".into(), "json".into()]].concat()) {
        Ok(Ended::Stopped) => return None,
        Ok(ended) => hear(item, ended),
        Err(e) => Said::Broken(e),
    };
    let (status, verdict, answer) = match said {
        Said::Answer(verdict, answer) => {
            (judge(item.asked.expect, item.asked.expect_today, verdict), Some(verdict), Some(answer))
        }
        Said::Mistake(mistake) => (Status::Mistake(mistake), None, None),
        Said::Broken(text) => (Status::Broken(text), None, None),
    };
    let command = [&asked[..], &limits[..]].concat();
    let mut outcome = Outcome { status, verdict, answer, wall: started.elapsed(), command, differences: vec![] };
    if outcome.verdict.is_some() {
        for &listing in &item.asked.snapshot {
            let args = command_line(listing.word(), item.asked);
            let difference = match process(args) {
                Ok(Ended::Stopped) => return None,
                Ok(ended) => compare(item, listing, ended, options),
                Err(e) => Err(Status::Broken(e)),
            };
            match difference {
                Ok(difference) => outcome.differences.extend(difference),
                // A verdict that is not the expected one says more than a listing that cannot be made.
                Err(status) if outcome.is_good() => outcome.status = status,
                Err(_) => {}
            }
        }
    }
    outcome.wall = started.elapsed();
    Some(outcome)
}

/// Compares a listing with its snapshot; an error is what becomes of the question instead.
fn compare(item: &Item, listing: Listing, ended: Ended, options: &Options) -> Result<Option<Difference>, Status> {
    let mistake = |text: String| Status::Mistake(item.asked.places.question.mistake(text));
    let nothing = |why: &str| format!("no {} to compare: {}", listing.word(), why.trim().trim_start_matches("error: "));
    match ended {
        Ended::Exited { status, out, .. } if status.success() => {
            snapshot::compare(item, listing, &out, options.snapshots).map_err(mistake)
        }
        // Bad input, or a limit: the question has to ask for less.
        Ended::Exited { status, err, .. } if matches!(status.code(), Some(2 | 3)) => Err(mistake(nothing(&err))),
        Ended::Exited { err, .. } => Err(Status::Broken(nothing(&err))),
        Ended::Overdue | Ended::Stopped => Err(mistake(nothing("the time limit is over"))),
    }
}

fn judge(expect: Option<Expected>, expect_today: Option<Expected>, verdict: Expected) -> Status {
    match (expect, expect_today) {
        (_, Some(today)) if verdict == today => Status::KnownWrong,
        (Some(right), Some(_)) if verdict == right => Status::Better,
        (Some(right), None) if verdict == right => Status::Expected,
        (None, None) if verdict != Expected::Unknown => Status::Expected,
        _ => Status::Unexpected,
    }
}

fn hear(item: &Item, ended: Ended) -> Said {
    let (status, out, err) = match ended {
        Ended::Exited { status, out, err } => (status, out, err),
        Ended::Overdue => return unknown("the process did not stop at its time limit and was killed"),
        Ended::Stopped => return Said::Broken("interrupted".into()),
    };
    let said: Option<Value> = serde_json::from_str(&out).ok();
    let verdict = said.as_ref().and_then(|v| v["verdict"].as_str()).and_then(Expected::of);
    match (verdict, said) {
        (Some(verdict), Some(answer)) => Said::Answer(verdict, answer),
        (None, Some(error)) if error["subject"].is_string() && status.code() == Some(2) => {
            Said::Mistake(mistake(item, &error))
        }
        // The operating system refuses memory beyond the limit, and few can go on without.
        _ if status.code().is_none() && err.contains("memory allocation") => unknown("the memory limit was reached"),
        _ => {
            let text = err.trim();
            Said::Broken(if text.is_empty() { silent(status) } else { text.to_string() })
        }
    }
}

/// What is known of a process that ended without a word.
fn silent(status: ExitStatus) -> String {
    let advice = if status.code().is_none() { "; the system kills processes when its memory runs out" } else { "" };
    format!("the process ended with {status}{advice}")
}

fn unknown(reason: &str) -> Said {
    Said::Answer(Expected::Unknown, serde_json::json!({ "verdict": "unknown", "reason": reason }))
}

/// An error about the question, at the place of the file that it is about.
fn mistake(item: &Item, error: &Value) -> Diagnostic {
    let places = &item.asked.places;
    let index = error["index"].as_u64().and_then(|i| usize::try_from(i).ok());
    let place: Option<Place> = match error["subject"].as_str() {
        Some("target") => Some(places.target),
        Some("entry") => places.entry,
        Some("assumption") => places.assume.get(index.unwrap_or(0)).copied(),
        Some("program") => Some(places.program),
        _ => None,
    };
    let message = error["message"].as_str().unwrap_or("this cannot be asked");
    place.unwrap_or(places.question).mistake(message.trim_start_matches("error: ").trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use Expected::{Reachable, Unknown, Unreachable};

    #[test]
    fn a_verdict_is_judged_by_what_is_expected() {
        let cases = [
            (Some(Reachable), None, Reachable, Status::Expected),
            (Some(Reachable), None, Unreachable, Status::Unexpected),
            (Some(Reachable), None, Unknown, Status::Unexpected),
            (Some(Unknown), None, Unknown, Status::Expected),
            (None, None, Unreachable, Status::Expected),
            (None, None, Unknown, Status::Unexpected),
            (Some(Reachable), Some(Unknown), Unknown, Status::KnownWrong),
            (Some(Reachable), Some(Unknown), Reachable, Status::Better),
            (Some(Reachable), Some(Unknown), Unreachable, Status::Unexpected),
            (Some(Reachable), Some(Unreachable), Unknown, Status::Unexpected),
        ];
        for (expect, today, verdict, status) in cases {
            assert_eq!(judge(expect, today, verdict), status, "{expect:?} {today:?} {verdict:?}");
        }
    }
}
