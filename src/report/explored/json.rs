//! The JSON form of an exploration, field by field as documented.

use super::folder::certificate_folder;
use crate::explore::{Counts, Dead, End, Explored, Fate, Function, Item, Proof, Test, What};
use serde_json::{Value, json as object};

/// The name of this form. A change that breaks readers changes the number.
const SCHEMA: &str = "lariat.explore/1";

/// Its JSON Schema (draft 2020-12).
pub const SCHEMA_TEXT: &str = include_str!("explore.schema.json");

/// The exploration as JSON, with a final newline.
pub fn json(explored: &Explored) -> String {
    let count = |kind: fn(&What) -> bool| {
        let Counts { covered, dead, open } = Counts::of(explored.items.iter().filter(|item| kind(&item.what)));
        object!({ "covered": covered, "dead": dead, "open": open })
    };
    let entry = |entry: &crate::explore::Entry| {
        let mut value = object!({ "name": entry.name, "refused": entry.refused, "gap": entry.gap });
        if let Some(states) = &entry.states {
            value["states"] = object!(states);
        }
        value
    };
    let assumed: Vec<Value> = explored
        .assumptions
        .iter()
        .map(|a| object!({ "name": a.name, "otherwise": a.otherwise, "text": a.text }))
        .collect();
    let whole = object!({
        "schema": SCHEMA,
        "program": explored.program,
        "files": explored.files,
        "entries": explored.entries.iter().map(entry).collect::<Vec<_>>(),
        "lines": count(|what| matches!(what, What::Line)),
        "branches": count(|what| matches!(what, What::Branch(_))),
        "checks": count(|what| matches!(what, What::Check(_))),
        "functions": explored.functions.iter().map(|f| function(explored, f)).collect::<Vec<_>>(),
        "items": explored.items.iter().enumerate().map(|item| one(explored, item)).collect::<Vec<_>>(),
        "tests": explored.tests.iter().map(|t| test(explored, t)).collect::<Vec<_>>(),
        "assumptions": assumed,
        "stopped": explored.stopped,
        "stats": { "wall_ms": (explored.stats.wall_ms * 1000.0).round() / 1000.0, "asked": explored.stats.questions },
    });
    format!("{whole:#}\n")
}

fn function(explored: &Explored, f: &Function) -> Value {
    object!({
        "name": f.name,
        "file": explored.files[f.first.file],
        "first": f.first.line,
        "last": f.last.line,
        "called": f.is_called,
    })
}

fn one(explored: &Explored, (number, item): (usize, &Item)) -> Value {
    let (kind, of) = match &item.what {
        What::Line => ("line", None),
        What::Branch(outcome) => ("branch", Some(outcome.to_string())),
        What::Check(check) => ("check", Some(check.word().to_string())),
    };
    let mut value = object!({
        "kind": kind,
        "of": of,
        "file": explored.files[item.at.file],
        "line": item.at.line,
        "column": (item.at.column > 0).then_some(item.at.column),
        "target": explored.target(item),
    });
    let more = match &item.fate {
        Fate::Covered { test } => object!({ "fate": "covered", "test": test }),
        Fate::Dead(dead) => object!({
            "fate": "dead",
            "by": dead.by.map(|by| by.word()),
            "why": dead.why,
            "assumptions": dead.assumptions,
            "certificates": certificates(number, dead),
        }),
        Fate::Open(open) => object!({
            "fate": "open",
            "reason": open.reason,
            "advice": open.advice,
            "nearest": open.nearest,
        }),
    };
    let initially = item
        .initially
        .as_ref()
        .map(|dead| object!({ "by": dead.by.map(|by| by.word()), "why": dead.why, "assumptions": dead.assumptions }));
    if let (Value::Object(value), Some(initially)) = (&mut value, initially) {
        value.insert("initially_dead".into(), initially);
    }
    if let (Value::Object(value), Value::Object(more)) = (&mut value, more) {
        value.extend(more);
    }
    value
}

/// Where the certificates of something dead are in the folder of the exploration, or why there is none.
fn certificates(item: usize, dead: &Dead) -> Vec<Value> {
    let shown = |proof: &Proof| match &proof.files {
        Ok(_) => object!({ "entry": proof.entry, "folder": certificate_folder(item, proof) }),
        Err(reason) => object!({ "entry": proof.entry, "reason": reason }),
    };
    dead.proofs.iter().map(shown).collect()
}

fn test(explored: &Explored, test: &Test) -> Value {
    let place = |at: crate::explore::Place| object!({ "file": explored.files[at.file], "line": at.line });
    let end = match &test.end {
        End::Over => object!({ "kind": "over" }),
        End::Undefined { check, at } => object!({ "kind": "undefined", "check": check.word(), "at": place(*at) }),
        End::Gap(text) => object!({ "kind": "gap", "text": text }),
        End::Assumption => object!({ "kind": "assumption" }),
        End::Limit => object!({ "kind": "limit" }),
    };
    let loops = test.loops.iter().map(|l| object!({ "at": place(l.at), "rounds": l.rounds })).collect::<Vec<_>>();
    object!({
        "entry": test.entry,
        "inputs": test.inputs,
        "loops": loops,
        "steps": test.steps,
        "covers": test.covers,
        "stops_at": test.stops_at.map(place),
        "end": end,
        "confirm": test.confirmation,
        "no_harness": test.forms.harness.as_ref().and_then(|h| h.as_ref().err()),
        "no_ktest": test.forms.ktest.as_ref().and_then(|k| k.as_ref().err()),
    })
}
