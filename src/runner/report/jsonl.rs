//! A run for programs: one JSON object on a line for each question, as it is finished.

use crate::diagnostic::Diagnostic;
use crate::runner::snapshot::Difference;
use crate::runner::{Item, Outcome, Status};
use crate::spec::Spec;
use serde_json::{Value, json};

/// The name of this form. A change that breaks readers changes the number.
const SCHEMA: &str = "lariat.test/1";

/// One question.
pub fn jsonl(item: &Item, outcome: &Outcome) -> String {
    let (status, message) = match &outcome.status {
        Status::Expected => ("expected", None),
        Status::KnownWrong => ("known_wrong", None),
        Status::Unexpected => ("unexpected", None),
        Status::Better => ("better", None),
        Status::Contradicted(what) => ("contradicted", Some(what.clone())),
        Status::Mistake(mistake) => ("mistake", Some(mistake.headline(&item.spec.source))),
        Status::Broken(text) => ("broken", Some(text.clone())),
    };
    let difference = |d: &Difference| {
        let hunks: Vec<Value> = d
            .hunks
            .iter()
            .map(|h| json!({ "in": h.title, "removed": h.removed, "added": h.added, "lines": h.lines.iter().map(|(n, _)| n).collect::<Vec<_>>() }))
            .collect();
        json!({ "snapshot": d.file.display().to_string(), "is_new": d.is_new, "meaning": d.meaning, "hunks": hunks })
    };
    let object = json!({
        "schema": SCHEMA,
        "spec": item.spec.path.display().to_string(),
        "line": item.asked.places.question.span.line,
        "name": item.asked.name,
        "passed": outcome.is_good(),
        "status": status,
        "message": message,
        "verdict": outcome.verdict.map(|v| v.word()),
        "expect": item.asked.expect.map(|v| v.word()),
        "expect_today": item.asked.expect_today.map(|v| v.word()),
        "wall_ms": (outcome.wall.as_secs_f64() * 1e6).round() / 1e3,
        "command": outcome.command,
        "differences": outcome.differences.iter().map(difference).collect::<Vec<_>>(),
        "answer": outcome.answer,
    });
    format!("{object}\n")
}

/// What keeps questions of a file from being asked.
pub fn mistakes_jsonl(spec: &Spec) -> String {
    let object = |mistake: &Diagnostic| {
        json!({
            "schema": SCHEMA,
            "spec": spec.path.display().to_string(),
            "line": mistake.span.line,
            "name": Value::Null,
            "passed": false,
            "status": "mistake",
            "message": mistake.headline(&spec.source),
        })
    };
    spec.mistakes.iter().map(|mistake| format!("{}\n", object(mistake))).collect()
}
