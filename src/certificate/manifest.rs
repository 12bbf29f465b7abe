//! What a certificate says of itself, for people and programs: all of it follows from its program text.

use super::{Asked, Certificate, PROGRAM, Query, SCHEMA};
use crate::program::LocationId;
use serde_json::{Value, json};

/// The manifest as JSON, with a final newline.
pub(super) fn manifest(certificate: &Certificate, queries: &[Query]) -> String {
    let Asked { program, flags, entry, target, assume, havoc, others, data_model, signed_overflow, recursion, world } =
        &certificate.asked;
    let others: Vec<Value> =
        others.iter().map(|other| json!({ "file": other.file.display().to_string(), "flags": other.flags })).collect();
    let queries: Vec<Value> = { queries.iter() }
        .map(|q| {
            json!({
                "file": q.file, "purpose": q.purpose, "shows": q.shows, "from": place(certificate, q.from),
                "to": place(certificate, q.to), "fact": q.fact,
            })
        })
        .collect();
    let object = json!({
        "schema": SCHEMA,
        "version": certificate.version,
        "clang": Some(&certificate.clang).filter(|clang| !clang.is_empty()),
        "verdict": "unreachable",
        "question": {
            "program": program, "flags": flags, "others": others, "entry": entry, "target": target, "assume": assume,
            "havoc": havoc, "data_model": data_model, "signed_overflow": signed_overflow,
            "recursion": recursion, "world": world.words(),
        },
        "target": place(certificate, certificate.target),
        "assumptions": certificate.assumptions,
        "program": PROGRAM,
        "queries": queries,
    });
    format!("{object:#}\n")
}

fn place(certificate: &Certificate, at: LocationId) -> Value {
    let span = certificate.program.graph[at].span;
    let file = certificate.program.files.get(span.file as usize).filter(|_| span.line > 0);
    json!({ "location": at.index(), "file": file, "line": (span.line > 0).then_some(span.line) })
}
