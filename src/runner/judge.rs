//! Asking one question, and comparing the answer with the expected one.

use super::child::{self, Ended};
use super::shared::Shared;
use super::snapshot::{self, Difference};
use super::{Item, Options, command, command_line};
use crate::confirm::SHORTEST_LIMIT;
use crate::diagnostic::Diagnostic;
use crate::source::Language;
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
    /// It is what is expected, but the compiled program does something else with the input that was found; in its words.
    Contradicted(String),
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

    /// What the compiled witness says; nothing if there is none, or it was not to be compiled.
    pub fn confirmed(&self) -> Option<Confirmed> {
        Confirmed::of(self.answer.as_ref()?)
    }
}

/// What a compiled witness says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmed {
    /// It passes the target; the program of this compiler.
    Yes(String),
    /// Nothing, for this reason.
    Open(String),
    /// It ends without passing the target; in these words.
    Contradicted(String),
}

impl Confirmed {
    /// The part of an answer in its JSON form that says so.
    pub fn of(answer: &Value) -> Option<Confirmed> {
        let confirm = &answer["confirm"];
        let text = |key: &str| confirm[key].as_str().unwrap_or_default().to_string();
        match confirm["outcome"].as_str()? {
            "confirmed" => Some(Confirmed::Yes(text("compiler"))),
            "contradicted" => Some(Confirmed::Contradicted(text("reason"))),
            _ => Some(Confirmed::Open(text("reason"))),
        }
    }
}

/// What a process said of a question.
enum Said {
    Answer(Expected, Value),
    Mistake(Diagnostic),
    Broken(String),
}

/// Asks, judges, and compares the snapshots. `None` if the run was stopped.
pub(super) fn ask(item: &Item, shared: Option<&Shared>, options: &Options, stop: &AtomicBool) -> Option<Outcome> {
    let started = Instant::now();
    let timeout = item.asked.limits.timeout.unwrap_or(options.timeout);
    let memory = item.asked.limits.memory.unwrap_or(options.memory);
    let limits = command::limits(timeout, memory);
    let asked = command_line("reach", item.asked);
    let process = |mut args: Vec<String>, time: Duration| {
        args.extend(limits.clone());
        match shared.and_then(|shared| shared.run(item.asked, &args, time, options, stop)) {
            Some(ended) => Ok(ended),
            None => child::run(&options.executable, &args, time, stop),
        }
    };
    // Only a program in C is compiled.
    let is_compiled = options.confirm && Language::of(&item.asked.program.to_string_lossy()) == Language::C;
    let confirm = is_compiled.then(|| "--confirm".to_string());
    let args = asked.iter().cloned().chain(["--format".into(), "json".into()]).chain(confirm.clone()).collect();
    // The compiler and its program have as long as the answer, each.
    let more = if is_compiled { timeout.max(SHORTEST_LIMIT).saturating_mul(2) } else { Duration::ZERO };
    let said = match process(args, timeout.saturating_add(more)) {
        Ok(Ended::Stopped) => return None,
        Ok(ended) => hear(item, ended),
        Err(e) => Said::Broken(e),
    };
    let (status, verdict, answer) = match said {
        Said::Answer(verdict, answer) => {
            let status = judge(item.asked.expect, item.asked.expect_today, verdict);
            (contradicted(status, &answer), Some(verdict), Some(answer))
        }
        Said::Mistake(mistake) => (Status::Mistake(mistake), None, None),
        Said::Broken(text) => (Status::Broken(text), None, None),
    };
    let is_contradicted = matches!(status, Status::Contradicted(_));
    let command = asked.iter().chain(&limits).cloned().chain(confirm.filter(|_| is_contradicted)).collect();
    let mut outcome = Outcome { status, verdict, answer, wall: started.elapsed(), command, differences: vec![] };
    if outcome.verdict.is_some() {
        for &listing in &item.asked.snapshot {
            let mut texts = vec![];
            for more in listing.options() {
                let mut args = command_line(listing.word(), item.asked);
                args.extend(more.iter().map(ToString::to_string));
                texts.push(match process(args, timeout) {
                    Ok(Ended::Stopped) => return None,
                    Ok(ended) => text(item, listing, ended),
                    Err(e) => Err(Status::Broken(e)),
                });
            }
            let mistake = |text: String| Status::Mistake(item.asked.places.question.mistake(text));
            let texts: Result<Vec<String>, Status> = texts.into_iter().collect();
            let difference = texts.and_then(|texts| {
                snapshot::compare(item, listing, &snapshot::kept(&texts), options.snapshots).map_err(mistake)
            });
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

/// What a process has printed; an error is what becomes of the question instead.
fn text(item: &Item, listing: Listing, ended: Ended) -> Result<String, Status> {
    let mistake = |text: String| Status::Mistake(item.asked.places.question.mistake(text));
    let nothing = |why: &str| format!("no {} to compare: {}", listing.word(), why.trim().trim_start_matches("error: "));
    match ended {
        Ended::Exited { status, out, .. } if status.success() => Ok(out),
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

/// An answer that would pass does not if the compiled program contradicts it. One that is known to be wrong is no news.
fn contradicted(status: Status, answer: &Value) -> Status {
    match (status, Confirmed::of(answer)) {
        (Status::Expected | Status::Better, Some(Confirmed::Contradicted(what))) => Status::Contradicted(what),
        (status, _) => status,
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

    #[test]
    fn the_compiled_program_has_the_last_word_on_what_would_pass() {
        let said = |outcome: &str| serde_json::json!({ "confirm": { "outcome": outcome, "reason": "it ends" } });
        let wrong = Status::Contradicted("it ends".into());
        let cases = [
            (Status::Expected, "contradicted", wrong.clone()),
            (Status::Better, "contradicted", wrong),
            (Status::KnownWrong, "contradicted", Status::KnownWrong),
            (Status::Unexpected, "contradicted", Status::Unexpected),
            (Status::Expected, "open", Status::Expected),
            (Status::Expected, "confirmed", Status::Expected),
        ];
        for (status, outcome, right) in cases {
            assert_eq!(contradicted(status.clone(), &said(outcome)), right, "{status:?} {outcome}");
        }
        assert_eq!(contradicted(Status::Expected, &serde_json::json!({ "confirm": null })), Status::Expected);
    }
}
