//! Findings that are known, so that only new ones are news: told apart by their kind, their function and the text of their
//! line, and not by numbers of lines, which other changes move.

use super::explored::{Explored, Fate, Item, Place, What};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The name of this form. A change that breaks readers changes the number.
const SCHEMA: &str = "lariat.baseline/1";

/// What may be found again.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Finding {
    /// The kind of check that a test violates, or `uncovered line`, or `uncovered branch` with its outcome.
    pub kind: String,
    /// The function that it is in; empty outside of all.
    pub function: String,
    /// Its line, without the space around it.
    pub text: String,
}

/// A file of findings.
#[derive(Debug, Serialize, Deserialize)]
struct File {
    schema: String,
    known: Vec<Finding>,
}

/// Everything in an exploration that can be known, with its place.
pub fn findings(explored: &Explored) -> Vec<(Place, Finding)> {
    let texts = explored.texts.iter();
    let lines: Vec<Vec<&str>> =
        texts.map(|text| text.as_deref().map_or_else(Vec::new, |text| text.lines().collect())).collect();
    let text = |at: Place| {
        let line = lines.get(at.file).and_then(|all| all.get((at.line as usize).checked_sub(1)?));
        line.map_or_else(String::new, |line| line.trim().to_string())
    };
    let finding = |item: &Item| {
        let kind = match (&item.what, &item.fate) {
            (What::Check(check), Fate::Covered { .. }) => check.word().to_string(),
            (What::Check(_), _) | (_, Fate::Covered { .. }) => return None,
            (What::Line | What::Branch(_), Fate::Dead(_) | Fate::Open(_)) => format!("uncovered {}", item.what),
        };
        let function = explored.function_of(item.at).map_or("", |f| f.name.as_str());
        Some((item.at, Finding { kind, function: function.to_string(), text: text(item.at) }))
    };
    explored.items.iter().filter_map(finding).collect()
}

/// Those of `found` that are not `known`; one that is known twice is not news twice.
pub fn news(found: Vec<(Place, Finding)>, known: &[Finding]) -> Vec<(Place, Finding)> {
    let mut left: BTreeMap<&Finding, usize> = BTreeMap::new();
    known.iter().for_each(|finding| *left.entry(finding).or_default() += 1);
    let mut is_news = |finding: &Finding| match left.get_mut(finding) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    found.into_iter().filter(|(_, finding)| is_news(finding)).collect()
}

/// The findings of a file, or what is wrong with it.
pub fn read(text: &str) -> Result<Vec<Finding>, String> {
    let file: File = serde_json::from_str(text).map_err(|e| format!("it is no baseline: {e}"))?;
    if file.schema != SCHEMA {
        return Err(format!("its form is `{}`, and `{SCHEMA}` is understood", file.schema));
    }
    Ok(file.known)
}

/// A file of findings, in an order that does not depend on where they are.
pub fn write(known: impl IntoIterator<Item = Finding>) -> String {
    let mut known: Vec<Finding> = known.into_iter().collect();
    known.sort();
    let file = File { schema: SCHEMA.to_string(), known };
    let mut text = serde_json::to_string_pretty(&file).unwrap_or_default();
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, text: &str) -> (Place, Finding) {
        let finding = Finding { kind: "division".into(), function: "f".into(), text: text.into() };
        (Place { file: 0, line, column: 5 }, finding)
    }

    #[test]
    fn what_has_moved_is_no_news_and_what_is_there_once_more_is() {
        let known = read(&write([at(3, "a / b").1, at(9, "c / d").1])).expect("its own form");
        assert!(news(vec![at(30, "c / d"), at(40, "a / b")], &known).is_empty());
        let more = news(vec![at(3, "a / b"), at(4, "a / b"), at(9, "c / e")], &known);
        assert_eq!(more, vec![at(4, "a / b"), at(9, "c / e")]);
    }

    #[test]
    fn what_is_no_baseline_is_refused() {
        for text in ["", "{}", "[]", r#"{"schema": "lariat.baseline/2", "known": []}"#] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
