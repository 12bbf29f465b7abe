//! Errors and dead code in the format SARIF 2.1.0, which code hosts show beside the source.

use super::{text, why};
use crate::explore::{Explored, Fate, Item, Place, What};
use crate::program::Check;
use serde_json::{Value, json};

/// One run with a result for each error that a test meets, and one for each line and branch that is dead.
pub fn sarif(explored: &Explored) -> String {
    let results: Vec<Value> = explored.items.iter().filter_map(|item| result(explored, item)).collect();
    let rules: Vec<Value> = Check::ALL
        .iter()
        .map(|check| rule(check.word(), check.violated(), "error"))
        .chain([rule("dead-line", "no input reaches this line", "note")])
        .chain([rule("dead-branch", "no input takes this branch", "note")])
        .collect();
    let driver = json!({ "name": "lariat", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
    let whole = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{ "tool": { "driver": driver }, "results": results }],
    });
    format!("{whole:#}\n")
}

fn rule(id: &str, text: &str, level: &str) -> Value {
    json!({ "id": id, "shortDescription": { "text": text }, "defaultConfiguration": { "level": level } })
}

fn result(explored: &Explored, item: &Item) -> Option<Value> {
    let (id, level, message) = match (&item.what, &item.fate) {
        (What::Check(check), Fate::Covered { test }) => {
            let test = &explored.tests[*test];
            let inputs = text::inputs(test);
            (check.word(), "error", format!("{} with {inputs} (from {})", check.violated(), test.entry))
        }
        (What::Line, Fate::Dead(dead)) => ("dead-line", "note", format!("no input reaches this line: {}", why(dead))),
        (What::Branch(outcome), Fate::Dead(dead)) => {
            ("dead-branch", "note", format!("no input takes the branch `{outcome}`: {}", why(dead)))
        }
        _ => return None,
    };
    Some(json!({
        "ruleId": id,
        "level": level,
        "message": { "text": message },
        "locations": [{ "physicalLocation": location(explored, item.at) }],
    }))
}

/// Without a column: readers count characters, and those here are of bytes.
fn location(explored: &Explored, at: Place) -> Value {
    json!({ "artifactLocation": { "uri": uri(&explored.files[at.file]) }, "region": { "startLine": at.line } })
}

/// A path as a reference relative to where the run was.
fn uri(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    let encoded = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    path.replace('\\', "/").bytes().map(encoded).collect()
}
