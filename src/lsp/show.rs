//! What is known of a program as an editor wants it: diagnostics, hints at the ends of lines, and what is said of a line.
//!
//! Places in a [`Found`] are bytes from 1, those of editors are UTF-16 units from 0; the text says which is which.

use super::found::{Fate, Found, Item, Kind, Place, Problem};
use super::markdown::{code as as_code, sentence};
use super::text::{MARK, Stamp};
use crate::report::dead_finding;
use lsp_types::{
    Diagnostic, DiagnosticSeverity, DiagnosticTag, InlayHint, InlayHintLabel, NumberOrString, Position, Range,
};
use std::collections::BTreeMap;

/// Who says so.
const SOURCE: &str = "lariat";

/// A document: the file that places call it by, and its text.
#[derive(Clone, Copy)]
pub struct Page<'a> {
    /// What is known of the program.
    pub found: &'a Found,
    /// The number of its file there, if any place is in it.
    pub file: Option<usize>,
    /// Its name.
    pub name: &'a str,
    /// Its text.
    pub text: &'a str,
    /// Whether the text that was read begins with a byte order mark.
    is_marked: bool,
}

impl<'a> Page<'a> {
    /// What is known of the program, as far as it is in the file with this name.
    pub fn new(found: &'a Found, name: &'a str, text: &'a str) -> Page<'a> {
        let file = found.files.iter().position(|file| file == name);
        Page { found, file, name, text, is_marked: found.read.is_some_and(|read: Stamp| read.is_marked) }
    }

    /// What there is to cover here.
    fn items(&self) -> impl Iterator<Item = &'a Item> {
        let file = self.file;
        self.found.items.iter().filter(move |item| Some(item.at.file) == file)
    }

    /// What there is to cover on a line.
    fn on(&self, line: u32) -> impl Iterator<Item = &'a Item> {
        self.items().filter(move |item| item.at.line == line)
    }

    fn is_dead(&self, line: u32) -> bool {
        self.on(line).any(|item| item.kind == Kind::Line && matches!(item.fate, Fate::Dead { .. }))
    }

    /// Whether there is something to ask about on a line.
    pub fn has_code(&self, line: u32) -> bool {
        self.on(line).any(|item| item.kind == Kind::Line)
    }

    fn line(&self, line: u32) -> &'a str {
        self.text.lines().nth(line.saturating_sub(1) as usize).unwrap_or("").trim_end()
    }

    /// A byte of a line.
    fn position(&self, line: u32, byte: usize) -> Position {
        let text = self.line(line);
        let end = (0..=byte.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        let units = text[..end].encode_utf16().count();
        Position::new(line.saturating_sub(1), u32::try_from(units).unwrap_or(u32::MAX))
    }

    /// The byte of a line, from 0, that has this column, from 1: a byte order mark may be in one of the texts only.
    fn byte(&self, line: u32, column: u32) -> usize {
        let mark = |is_there: bool| if is_there && line == 1 { MARK.len_utf8() } else { 0 };
        let byte =
            (column.max(1) as usize - 1).saturating_sub(mark(self.is_marked)) + mark(self.text.starts_with(MARK));
        byte.min(self.line(line).len())
    }

    /// From a place to the end of its line.
    fn rest(&self, line: u32, column: u32) -> Range {
        let text = self.line(line);
        let start = match column {
            0 => text.len() - text.trim_start().len(),
            column => self.byte(line, column),
        };
        Range::new(self.position(line, start), self.position(line, text.len()))
    }

    /// The word or sign at a place.
    fn word(&self, at: Place) -> Range {
        let text = self.line(at.line);
        let start = self.byte(at.line, at.column);
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let length = text.as_bytes()[start..].iter().take_while(|byte| is_part(**byte)).count().max(1);
        Range::new(self.position(at.line, start), self.position(at.line, start + length))
    }
}

/// Errors, what is dead, and what stands in the way of an exploration. What is open is no fault, and is not listed.
pub fn diagnostics(page: Page) -> Vec<Diagnostic> {
    let problems = page.found.problems.iter().map(|problem| {
        let is_here = problem.file == page.name && problem.line > 0;
        let range = if is_here { page.rest(problem.line, problem.column) } else { Range::default() };
        let place = if problem.file == page.name { String::new() } else { place_of(problem) };
        let what = problem.entry.as_ref().map_or("not explored".into(), |entry| format!("{entry} is not explored"));
        Diagnostic {
            severity: Some(DiagnosticSeverity::WARNING),
            code: Some(code("not-explored")),
            ..diagnostic(range, format!("{place}{what}: {}", problem.text))
        }
    });
    problems.chain(page.items().filter_map(|item| of_item(page, item))).collect()
}

fn place_of(problem: &Problem) -> String {
    match problem.line {
        0 => format!("{}: ", problem.file),
        line => format!("{}:{line}: ", problem.file),
    }
}

fn diagnostic(range: Range, message: String) -> Diagnostic {
    Diagnostic { range, message, source: Some(SOURCE.into()), ..Diagnostic::default() }
}

fn code(word: &str) -> NumberOrString {
    NumberOrString::String(word.to_string())
}

fn of_item(page: Page, item: &Item) -> Option<Diagnostic> {
    let at = item.at;
    let faded = |range, (word, message)| Diagnostic {
        severity: Some(DiagnosticSeverity::HINT),
        code: Some(code(word)),
        tags: Some(vec![DiagnosticTag::UNNECESSARY]),
        ..diagnostic(range, message)
    };
    match (&item.kind, &item.fate) {
        (Kind::Check { word, violated }, Fate::Covered { input, entry }) => Some(Diagnostic {
            severity: Some(DiagnosticSeverity::ERROR),
            code: Some(code(word)),
            ..diagnostic(page.rest(at.line, at.column), format!("{violated}: {}", with(input, entry)))
        }),
        (Kind::Line, Fate::Dead { why, .. }) => Some(faded(page.rest(at.line, 0), dead_finding(None, why))),
        // On a dead line all is dead.
        (Kind::Branch(outcome), Fate::Dead { why, .. }) if !page.is_dead(at.line) => {
            Some(faded(page.word(at), dead_finding(Some(outcome), why)))
        }
        _ => None,
    }
}

/// An input, and where it begins.
fn with(input: &str, entry: &str) -> String {
    if entry == "main" { input.to_string() } else { format!("{input}   from {entry}") }
}

/// A few words at the end of each line with code from `first` to `last`, which count from 0.
pub fn hints(page: Page, first: u32, last: u32) -> Vec<InlayHint> {
    let mut words: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for item in page.items().filter(|item| item.kind == Kind::Line) {
        words.entry(item.at.line).or_default().push(word(&item.fate).into());
    }
    // An outcome says more than its line where it has another fate than that.
    for item in page.items() {
        let Kind::Branch(outcome) = &item.kind else { continue };
        let Some(said) = words.get_mut(&item.at.line) else { continue };
        if said.first().is_some_and(|line| line != word(&item.fate)) {
            said.push(format!("{outcome} {}", word(&item.fate)));
        }
    }
    for item in page.items() {
        let Kind::Check { word, .. } = &item.kind else { continue };
        let said = words.entry(item.at.line).or_default();
        match item.fate {
            Fate::Covered { .. } => said.push(format!("{word} violated")),
            Fate::Open { .. } => said.push(format!("{word} open")),
            Fate::Dead { .. } => {}
        }
    }
    for function in page.found.uncalled.iter().filter(|function| Some(function.at.file) == page.file) {
        words.entry(function.at.line).or_default().push("not called".into());
    }
    let is_wanted = |line: &u32| (first..=last).contains(&line.saturating_sub(1));
    let said = words.into_iter().filter(|(line, said)| is_wanted(line) && !said.is_empty());
    said.map(|(line, mut said)| {
        said.dedup();
        hint(page.position(line, usize::MAX), said.join(", "))
    })
    .collect()
}

fn hint(position: Position, text: String) -> InlayHint {
    InlayHint {
        position,
        label: InlayHintLabel::String(text),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}

fn word(fate: &Fate) -> &'static str {
    match fate {
        Fate::Covered { .. } => "covered",
        Fate::Dead { .. } => "dead",
        Fate::Open { .. } => "open",
    }
}

/// What is known of a line, which counts from 0, as Markdown; nothing if it has no code.
pub fn hover(page: Page, line: u32) -> Option<String> {
    let line = line.saturating_add(1);
    let mut said: Vec<String> = page.on(line).map(|item| format!("- {}", details(item))).collect();
    let uncalled = page.found.uncalled.iter().filter(|f| Some(f.at.file) == page.file && f.at.line == line);
    said.extend(uncalled.map(|f| format!("- {} is **not called** from where exploring began", as_code(&f.name))));
    let mut told: Vec<&String> = Vec::new();
    for text in page.on(line).filter_map(assumed).flatten() {
        if !told.contains(&text) {
            told.push(text);
        }
    }
    if said.is_empty() {
        return None;
    }
    if !told.is_empty() {
        said.push("\nassuming".into());
        said.extend(told.into_iter().map(|text| format!("- {}", sentence(text))));
    }
    Some(said.join("\n"))
}

fn assumed(item: &Item) -> Option<&Vec<String>> {
    match &item.fate {
        Fate::Dead { assuming, .. } => Some(assuming),
        Fate::Covered { .. } | Fate::Open { .. } => None,
    }
}

/// What is known of one thing, as Markdown.
fn details(item: &Item) -> String {
    let what = match &item.kind {
        Kind::Line => "line".to_string(),
        Kind::Branch(outcome) => format!("branch {}", sentence(outcome)),
        Kind::Check { word, .. } => sentence(word),
    };
    match (&item.kind, &item.fate) {
        (Kind::Check { violated, .. }, Fate::Covered { input, entry }) => {
            format!("{what}: **violated**, {}, with {}", sentence(violated), as_code(&with(input, entry)))
        }
        (_, Fate::Covered { input, entry }) => format!("{what}: **covered** with {}", as_code(&with(input, entry))),
        (Kind::Check { .. }, Fate::Dead { why, .. }) => format!("{what}: **never**, {}", sentence(why)),
        (_, Fate::Dead { why, .. }) => format!("{what}: **dead**, {}", sentence(why)),
        (_, Fate::Open { reason, advice, nearest }) => {
            let nearest = nearest.iter().map(|nearest| format!("; closest at {}", sentence(nearest)));
            let advice = advice.iter().map(|advice| format!("; {}", sentence(advice)));
            let more: String = nearest.chain(advice).collect();
            format!("{what}: **open**, {}{more}", sentence(reason))
        }
    }
}

#[cfg(test)]
mod tests;
