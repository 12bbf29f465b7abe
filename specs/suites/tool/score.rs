//! How the answer to a task counts.

use super::ask::Answer;
use super::compiled::Compiled;
use super::task::Task;
use crate::tools::kinds::masked;
use lariat::runner::{Outcome, Status};
use lariat::spec::Expected;
use std::time::Duration;

/// A task with its score.
pub struct Scored {
    pub task: Task,
    /// What Lariat says of the task as a whole; `None` where there is no verdict.
    pub verdict: Option<Expected>,
    pub score: Score,
    /// Wall time of all of its questions.
    pub wall: Duration,
    /// What its witnesses do when they are compiled.
    pub compiled: Vec<Compiled>,
}

/// How it counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Score {
    /// The right answer.
    Right,
    /// The other one.
    Wrong,
    /// No answer, for this reason.
    Unknown(String),
    /// The program has this construct, which is not followed.
    Refused(String),
    /// Lariat failed.
    Broken(String),
    /// An answer where nobody knows the right one.
    Unjudged(Expected),
    /// The task is no question of ours.
    NotApplicable(String),
    /// The run was stopped before.
    NotAsked,
}

impl Scored {
    /// Counts what came of a task.
    pub fn of(task: Task, answer: Answer) -> Scored {
        let wall = answer.outcomes.iter().flatten().map(|o| o.wall).sum();
        let (verdict, score) = match &task.question {
            Err(why) => (None, Score::NotApplicable(why.clone())),
            Ok(_) => match combined(&answer.outcomes) {
                Ok(verdict) => match answer.compiled.iter().find_map(|c| Some((c, c.contradicted()?))) {
                    Some((compiled, what)) => (Some(verdict), Score::Broken(format!("{what}\n{}", compiled.command))),
                    None => (Some(verdict), judge(verdict, task.expect())),
                },
                Err(score @ Score::Unknown(_)) => (Some(Expected::Unknown), score),
                Err(score) => (None, score),
            },
        };
        Scored { task, verdict, score, wall, compiled: answer.compiled }
    }

    /// Its witnesses that pass the target in the program of one compiler and not in that of another.
    pub fn differing(&self) -> Vec<&Compiled> {
        self.compiled.iter().filter(|c| c.differs().is_some()).collect()
    }
}

fn judge(verdict: Expected, expect: Option<Expected>) -> Score {
    match expect {
        None => Score::Unjudged(verdict),
        Some(right) if right == verdict => Score::Right,
        Some(_) => Score::Wrong,
    }
}

/// One of several targets reached is enough; unreachable is the whole only if each is. Otherwise the worst.
fn combined(outcomes: &[Option<Outcome>]) -> Result<Expected, Score> {
    if outcomes.iter().flatten().any(|o| o.verdict == Some(Expected::Reachable)) {
        return Ok(Expected::Reachable);
    }
    let mut scores: Vec<Score> = outcomes.iter().filter_map(open).collect();
    scores.sort_by_key(|score| match score {
        Score::Broken(_) => 0,
        Score::Refused(_) => 1,
        Score::NotAsked => 2,
        _ => 3,
    });
    match scores.into_iter().next() {
        Some(score) => Err(score),
        None => Ok(Expected::Unreachable),
    }
}

/// What keeps an outcome from being a verdict.
fn open(outcome: &Option<Outcome>) -> Option<Score> {
    let Some(outcome) = outcome else { return Some(Score::NotAsked) };
    match (&outcome.status, outcome.verdict) {
        (Status::Broken(text), _) => Some(Score::Broken(text.clone())),
        (Status::Mistake(mistake), _) => Some(Score::Refused(construct(&mistake.message))),
        (_, Some(Expected::Reachable | Expected::Unreachable)) => None,
        (_, Some(Expected::Unknown)) => Some(Score::Unknown(reason(outcome.reason().unwrap_or("no reason")))),
        (_, None) => Some(Score::Broken("an answer without a verdict".into())),
    }
}

/// The construct that the first diagnostic of a refusal names, without names of the program.
fn construct(message: &str) -> String {
    let first = message.lines().next().unwrap_or_default().trim_start_matches("error: ");
    let first = first.split(" is not supported").next().unwrap_or(first);
    let named = masked(first);
    // Who calls whom is a name, too.
    match named.split_once(": ") {
        Some((what, rest)) if rest.contains("calls") => what.into(),
        _ => named,
    }
}

/// The kind of a reason: without names and numbers.
fn reason(reason: &str) -> String {
    if reason.starts_with("the time limit") {
        return "time limit".into();
    }
    if reason.contains("memory limit") {
        return "memory limit".into();
    }
    let first = masked(reason.lines().next().unwrap_or_default());
    let words = first.split(' ').map(|word| if word.starts_with(|c: char| c.is_ascii_digit()) { "N" } else { word });
    words.collect::<Vec<_>>().join(" ")
}
