//! Each file with a gutter that says what became of each line, and badges for its branches and checks.

use super::escape::text;
use super::head::file_name;
use super::highlight::{Within, line as highlighted};
use super::lines::{Lines, State, has_error, id, state};
use crate::explore::{Counts, Explored, Fate, Item, What};
use crate::quantity::counted;
use std::collections::BTreeSet;
use std::fmt::Write;

/// So many lines are laid out together, or not at all where they are not looked at.
const BLOCK: usize = 200;

/// So many badges stand beside a line; the panel has the rest.
const MOST_BADGES: usize = 6;

/// The files with something to cover, or with functions.
pub fn files(explored: &Explored, lines: &Lines, sources: &[Option<String>]) -> String {
    let with_items = lines.items.keys().map(|(file, _)| *file);
    let shown: BTreeSet<usize> = with_items.chain(explored.functions.iter().map(|f| f.first.file)).collect();
    let one = |number: usize| file(explored, lines, number, sources.get(number).and_then(Option::as_deref));
    let all: String = shown.into_iter().map(one).collect();
    format!("<section id=\"source\">\n<h2>Source</h2>\n{LEGEND}{all}</section>\n")
}

const LEGEND: &str = "<div class=\"legend\">\
    <span class=\"covered\"><i aria-hidden=\"true\">✓</i>a test passes here</span>\
    <span class=\"dead\"><i aria-hidden=\"true\">✕</i>no input gets here</span>\
    <span class=\"open\"><i aria-hidden=\"true\">?</i>nobody knows</span>\
    <span class=\"error\"><i aria-hidden=\"true\">!</i>a test meets something undefined</span>\
    <span class=\"keys faint\"><kbd>j</kbd> <kbd>k</kbd> lines <kbd>n</kbd> <kbd>N</kbd> open or dead \
    <kbd>Enter</kbd> why <kbd>Esc</kbd> close</span></div>\n";

/// Beside the first line of a function.
const UNCALLED: &str = "<span class=\"badges\"><span class=\"badge uncalled\">not called</span></span>";

fn file(explored: &Explored, lines: &Lines, number: usize, source: Option<&str>) -> String {
    let path = &explored.files[number];
    let own = || explored.items.iter().filter(|item| item.at.file == number && item.what == What::Line);
    let Counts { covered, dead, open } = Counts::of(own());
    let mut out = format!(
        "<div class=\"file\" id=\"f{number}\">\n<h3><span>{}</span> <span class=\"faint\">{}</span></h3>\n",
        text(file_name(path)),
        match own().next() {
            Some(_) => format!(
                "{} with code: {covered} covered, {dead} dead, {open} open",
                counted(covered + dead + open, "line")
            ),
            None => String::new(),
        },
    );
    let items_of = |line: u32| -> Vec<&Item> {
        let numbers = lines.items.get(&(number, line)).map_or(&[][..], Vec::as_slice);
        numbers.iter().map(|item| &explored.items[*item]).collect()
    };
    let uncalled: BTreeSet<u32> =
        explored.functions.iter().filter(|f| !f.is_called && f.first.file == number).map(|f| f.first.line).collect();
    let mut rows: Vec<String> = Vec::new();
    let mut within = Within::Code;
    for (index, raw) in source.unwrap_or_default().lines().enumerate() {
        let line = u32::try_from(index + 1).unwrap_or(u32::MAX);
        let (code, next) = highlighted(raw, within);
        within = next;
        let more = if uncalled.contains(&line) { UNCALLED } else { "" };
        rows.push(row(number, line, &items_of(line), (&code, more)));
    }
    if source.is_none() {
        out.push_str("<p class=\"note\">This file could not be read when the page was written: its lines are without text.</p>\n");
    }
    // Lines that the file does not have: it is not there, or was changed.
    let last = u32::try_from(rows.len()).unwrap_or(u32::MAX);
    let missing = lines.items.range((number, last.saturating_add(1))..=(number, u32::MAX));
    rows.extend(missing.map(|((_, line), _)| row(number, *line, &items_of(*line), ("", ""))));
    let width = rows.len().max(1).ilog10() + 1;
    let _ =
        writeln!(out, "<div class=\"code\" role=\"group\" aria-label=\"{}\" style=\"--digits:{width}\">", text(path));
    for block in rows.chunks(BLOCK) {
        let _ = writeln!(out, "<div class=\"block\" style=\"--lines:{}\">{}</div>", block.len(), block.concat());
    }
    out.push_str("</div>\n</div>\n");
    out
}

/// A line. Those with something to say have a button, which is what has the focus and what a screen reader reads.
fn row(file: usize, line: u32, items: &[&Item], (code, more): (&str, &str)) -> String {
    let id = id(file, line);
    if items.is_empty() {
        return format!("<div class=\"l\" id=\"{id}\"><b>{line}</b><i></i><code>{code}\n</code>{more}</div>");
    }
    let state = state(items);
    let is_error = has_error(items);
    let class = state.map_or("", State::word);
    let error = if is_error { " error" } else { "" };
    let mark = if is_error { "!" } else { state.map_or("", State::mark) };
    let told = match (state, is_error) {
        (Some(state), true) => format!("{}, with an error", state.word()),
        (Some(state), false) => state.word().to_string(),
        (None, true) => "with an error".into(),
        (None, false) => "with checks".into(),
    };
    format!(
        "<div class=\"l on {class}{error}\" id=\"{id}\"><button tabindex=\"-1\" aria-label=\"line {line}, {told}\">{line}\
         </button><i aria-hidden=\"true\">{mark}</i><code>{code}</code>{}{more}\n</div>",
        badges(items),
    )
}

/// The branches of a line, and its checks, unless none of the latter can fail.
fn badges(items: &[&Item]) -> String {
    let wanted = |item: &&&Item| match item.what {
        What::Line => false,
        What::Branch(_) => true,
        What::Check(_) => !matches!(item.fate, Fate::Dead(_)),
    };
    let all: Vec<&&Item> = items.iter().filter(wanted).collect();
    if all.is_empty() {
        return String::new();
    }
    let mut out = String::from("<span class=\"badges\">");
    for item in all.iter().take(MOST_BADGES) {
        let (class, mark) = match (&item.what, State::of(&item.fate)) {
            (What::Check(_), State::Covered) => ("error", "!"),
            (_, state) => (state.word(), state.mark()),
        };
        let word = match &item.what {
            What::Branch(outcome) => outcome.to_string(),
            What::Check(check) => check.word().to_string(),
            What::Line => String::new(),
        };
        let _ = write!(out, "<span class=\"badge {class}\"><i>{mark}</i>{}</span>", text(&word));
    }
    if all.len() > MOST_BADGES {
        let _ = write!(out, "<span class=\"badge\">and {} more</span>", all.len() - MOST_BADGES);
    }
    out.push_str("</span>");
    out
}
