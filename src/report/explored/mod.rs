//! How explorations look: text and a page for people, JSON, LCOV and SARIF for programs.

mod folder;
mod json;
mod lcov;
pub(crate) mod page;
mod sarif;
mod text;

pub use folder::{is_free, read, write};
pub use json::{SCHEMA_TEXT, json};
pub use lcov::lcov;
pub use page::page;
pub use sarif::sarif;
pub use text::{inputs, text};

use crate::answer::Confirmation;
use crate::explore::{Dead, Explored, Fate, What};

/// More reasons are counted in a sentence, and more characters of one left out: the page and JSON have all.
const MOST_REASONS: usize = 4;
const MOST_CHARACTERS: usize = 200;

/// Why something is dead, as one line.
pub(crate) fn why(dead: &Dead) -> String {
    let mut all: Vec<String> = Vec::new();
    for refutation in &dead.why {
        let rows = refutation.text.lines().map(beginning);
        let texts: Vec<String> = match refutation.lines[..] {
            [line] if !refutation.text.contains('\n') => rows.map(|row| format!("line {line}: {row}")).collect(),
            _ => rows.collect(),
        };
        let new: Vec<String> = texts.into_iter().filter(|text| !all.contains(text)).collect();
        all.extend(new);
    }
    match all.len().saturating_sub(MOST_REASONS) {
        _ if all.is_empty() => "nothing in the program leads there".into(),
        0 => all.join("; "),
        more => format!("{}; and {more} more", all[..MOST_REASONS].join("; ")),
    }
}

/// A text, or its beginning if it is long.
fn beginning(text: &str) -> String {
    match text.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{} …", text[..end].trim_end()),
        None => text.to_string(),
    }
}

/// A dead line: the word for it, and what it means.
pub(crate) const DEAD_LINE: (&str, &str) = ("dead-line", "no input reaches this line");

/// The same of an outcome of a branch.
pub(crate) const DEAD_BRANCH: (&str, &str) = ("dead-branch", "no input takes this branch");

/// What is said of a dead line, or of an outcome of a branch: the word for it, and a sentence.
pub(crate) fn dead_finding(outcome: Option<&str>, why: &str) -> (&'static str, String) {
    match outcome {
        None => (DEAD_LINE.0, format!("{}: {why}", DEAD_LINE.1)),
        Some(outcome) => (DEAD_BRANCH.0, format!("no input takes the branch `{outcome}`: {why}")),
    }
}

/// What a compiled test says, in words.
pub(crate) fn confirmed(confirmation: &Confirmation) -> String {
    match confirmation {
        Confirmation::Confirmed { compiler, .. } => format!("confirmed by {compiler}"),
        Confirmation::Open { reason } => format!("not confirmed: {reason}"),
        Confirmation::Contradicted { what } => format!("contradicted: {what}"),
    }
}

/// Which items are of a kind.
type IsOfKind = fn(&What) -> bool;

/// The kinds of items, in words for several of them.
const KINDS: [(&str, IsOfKind); 3] = [
    ("lines", |what| matches!(what, What::Line)),
    ("branches", |what| matches!(what, What::Branch(_))),
    ("checks", |what| matches!(what, What::Check(_))),
];

/// What is not known where paths may leave the model: that anything is dead, or anything else.
fn nothing(explored: &Explored) -> &'static str {
    match explored.items.iter().any(|item| matches!(item.fate, Fate::Dead(_))) {
        true => "nothing more",
        false => "nothing",
    }
}

/// Whether items of a kind were looked at.
fn is_wanted(explored: &Explored, kind: IsOfKind) -> bool {
    explored.items.iter().any(|item| kind(&item.what))
}
