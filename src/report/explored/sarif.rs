//! Errors and dead code in the format SARIF 2.1.0, which code hosts show beside the source.

use super::{DEAD_BRANCH, DEAD_LINE, confirmed, dead_finding, text, why};
use crate::explore::{Explored, Fate, Item, Place, What};
use crate::program::Check;
use serde_json::{Value, json};
use std::path::Path;

/// One run with a result for each error that a test meets, and one for each line and branch that is dead.
pub fn sarif(explored: &Explored) -> String {
    let results: Vec<Value> = explored.items.iter().filter_map(|item| result(explored, item)).collect();
    let rules: Vec<Value> = Check::ALL
        .iter()
        .map(|check| rule(check.word(), check.violated(), "error"))
        .chain([DEAD_LINE, DEAD_BRANCH].map(|(id, text)| rule(id, text, "note")))
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
    let noted = |(id, message)| (id, "note", message);
    let (id, level, message) = match (&item.what, &item.fate) {
        (What::Check(check), Fate::Covered { test }) => {
            let test = &explored.tests[*test];
            let inputs = text::inputs(test);
            let confirmed = test.confirmation.as_ref().map(|c| format!("; {}", confirmed(c))).unwrap_or_default();
            (check.word(), "error", format!("{} with {inputs} (from {}{confirmed})", check.violated(), test.entry))
        }
        (What::Line, Fate::Dead(dead)) => noted(dead_finding(None, &why(dead))),
        (What::Branch(outcome), Fate::Dead(dead)) => noted(dead_finding(Some(&outcome.to_string()), &why(dead))),
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

/// A path as a reference: a relative one to where the run was, without `.` on the way, an absolute one by itself.
fn uri(path: &str) -> String {
    let slashed = if cfg!(windows) { path.replace('\\', "/") } else { path.to_string() };
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let encoded = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    let parts = slashed.split('/').filter(|part| !matches!(*part, "" | "."));
    let joined = parts.map(|part| part.bytes().map(encoded).collect::<String>()).collect::<Vec<_>>().join("/");
    if Path::new(path).is_absolute() { format!("file:///{joined}") } else { joined }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn paths_are_references() {
        for (path, reference) in [
            ("a.c", "a.c"),
            ("./inc/h.h", "inc/h.h"),
            ("src/./a//b.c", "src/a/b.c"),
            ("../a b.c", "../a%20b.c"),
            ("/tmp/x/b.c", "file:///tmp/x/b.c"),
            ("c:ä%\\.c", "c%3A%C3%A4%25%5C.c"),
        ] {
            assert_eq!(uri(path), reference, "{path}");
        }
    }
}
