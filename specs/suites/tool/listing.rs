//! Each task on a line: for people, and as JSON.

use super::score::{Score, Scored};
use lariat::spec::Expected;
use serde_json::json;

/// The name of the JSON form. A change that breaks readers changes the number.
const SCHEMA: &str = "lariat.suites/1";

/// The word for a score, and what is behind it.
fn words(score: &Score) -> (&'static str, Option<&str>) {
    match score {
        Score::Right => ("right", None),
        Score::Wrong => ("wrong", None),
        Score::Unknown(reason) => ("unknown", Some(reason)),
        Score::Refused(construct) => ("refused", Some(construct)),
        Score::Broken(text) => ("broken", Some(text)),
        Score::Unjudged(_) => ("unjudged", None),
        Score::NotApplicable(why) => ("n/a", Some(why)),
        Score::NotAsked => ("not asked", None),
    }
}

/// A line for people.
pub fn line(scored: &Scored) -> String {
    let (word, behind) = words(&scored.score);
    let word = if scored.score == Score::Wrong { "WRONG" } else { word };
    let verdict = scored.verdict.map_or("", Expected::word);
    let ms = scored.wall.as_secs_f64() * 1000.0;
    let behind = behind.map_or(String::new(), |b| format!("  ({})", b.lines().next().unwrap_or_default()));
    let judged = if scored.task.is_judged() { "  [judged by us]" } else { "" };
    format!("{word:<9} {verdict:<11} {ms:>9.1} ms  {}{behind}{judged}\n", scored.task.name)
}

/// A line for programs.
pub fn json(scored: &Scored) -> String {
    let task = &scored.task;
    let (word, behind) = words(&scored.score);
    let suite = match &task.judgement {
        Some(judgement) => judgement.suite,
        None => task.expect(),
    };
    let object = json!({
        "schema": SCHEMA,
        "group": task.group,
        "task": task.name,
        "says": task.says,
        "score": word,
        "because": behind,
        "verdict": scored.verdict.map(Expected::word),
        "suite": suite.map(Expected::word),
        "expect": task.expect().map(Expected::word),
        "judgement": task.judgement.as_ref().map(|j| json!({ "holds": j.holds, "because": j.because })),
        "wall_ms": (scored.wall.as_secs_f64() * 1e6).round() / 1e3,
    });
    format!("{object}\n")
}
