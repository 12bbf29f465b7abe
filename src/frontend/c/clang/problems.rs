//! What Clang says against a program, as diagnostics.

use super::cursor::call;
use super::lists::{HARMLESS_PRAGMAS, is_harmless};
use super::place::{Place, expansion};
use super::reader::too_deep;
use super::unit::Unit;
use super::unit::text;
use crate::diagnostic::Diagnostic;
use crate::program::Span;
use crate::source::Source;
use clang_sys::*;

/// What to do where a header is not found.
const HEADERS: &str = "say which folder it is in: -I DIR, or -p DIR for one that has a compile_commands.json";

/// An error, and where in which file it is.
pub(super) struct Problem {
    pub diagnostic: Diagnostic,
    /// The text, if the error is at a place of one.
    pub at: Option<(u32, u32)>,
}

/// All errors of a unit, in the order of the text.
pub(super) fn errors(unit: &Unit, source: &mut Source) -> Vec<Problem> {
    let count = call!(clang_getNumDiagnostics(unit.raw()));
    let mut all = Vec::new();
    for i in 0..count {
        let raw = call!(clang_getDiagnostic(unit.raw(), i));
        if call!(clang_getDiagnosticSeverity(raw)) >= CXDiagnostic_Error {
            // One said twice is one; Clang says it of each bracket that is open where it gives up.
            let new = |new: &Problem| all.iter().all(|known: &Problem| !is_same(known, new));
            let found = error(unit, source, raw).filter(new);
            all.extend(found);
        }
        call!(clang_disposeDiagnostic(raw));
    }
    all
}

fn is_same(a: &Problem, b: &Problem) -> bool {
    (&a.diagnostic.message, a.diagnostic.span) == (&b.diagnostic.message, b.diagnostic.span)
}

fn error(unit: &Unit, source: &mut Source, raw: CXDiagnostic) -> Option<Problem> {
    let said = text(call!(clang_getDiagnosticSpelling(raw)));
    let at = expansion(call!(clang_getDiagnosticLocation(raw)));
    if said.starts_with("too many errors emitted") {
        let most = super::arguments::MOST_ERRORS;
        let message = format!("reading stopped after {most} errors: there may be more");
        return Some(Problem { diagnostic: Diagnostic::new(message, Span::default()), at: None });
    }
    if at.file.is_null() {
        return Some(Problem { diagnostic: Diagnostic::new(said, Span::default()), at: None });
    }
    let number = number_of(unit, source, at.file);
    if said.starts_with("bracket nesting level exceeded") {
        let diagnostic = too_deep(source.place(number, at.offset as usize));
        return Some(Problem { diagnostic, at: Some((number, at.offset)) });
    }
    let said = match text(call!(clang_getDiagnosticOption(raw, std::ptr::null_mut()))).as_str() {
        "-Wunknown-pragmas" | "-Wignored-pragmas" | "-Wsource-uses-openmp" => {
            dropped_pragma(source.text(number), at.offset as usize)?
        }
        "-Wunknown-attributes" | "-Wignored-attributes" => {
            dropped_attribute(&said, &source.text(number)[at.offset as usize..])?
        }
        _ => said,
    };
    let header = said.ends_with("file not found").then(|| HEADERS.to_string());
    let length = length(raw, at).unwrap_or_else(|| word(source.text(number), at.offset as usize));
    let mut diagnostic = Diagnostic::new(said, source.place(number, at.offset as usize)).with_length(length);
    diagnostic.help = header.or_else(|| fix(raw)).or_else(|| notes(unit, source, raw));
    Some(Problem { diagnostic, at: Some((number, at.offset)) })
}

fn number_of(unit: &Unit, source: &mut Source, file: CXFile) -> u32 {
    let name = unit.file_name(file);
    source.number_of(&name).unwrap_or_else(|| source.add(&name, unit.file_text(file)))
}

/// What is said of a pragma that Clang drops, unless it may.
fn dropped_pragma(text_of_file: &str, at: usize) -> Option<String> {
    let start = text_of_file[..at].rfind('\n').map_or(0, |i| i + 1);
    let row = text_of_file[start..].lines().next().unwrap_or("");
    let words = row.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = words.trim_start_matches('#').trim_start().trim_start_matches("pragma ");
    let level = words.strip_prefix("GCC optimize").map(|level| level.trim_matches([' ', '(', ')']));
    let is_level = level.is_some_and(|level| is_level(&format!("{level})")));
    let is_harmless = is_level || HARMLESS_PRAGMAS.iter().any(|known| words.starts_with(known));
    (!is_harmless).then(|| format!("the pragma `{words}` is not supported"))
}

/// What is said of an attribute that Clang drops, unless it may.
fn dropped_attribute(said: &str, written: &str) -> Option<String> {
    let mut quoted = said.split('\'').skip(1).step_by(2).map(|name| name.trim_matches('_'));
    let name = quoted.next()?;
    let is_level = name == "optimize" && written.split_once('(').is_some_and(|(_, level)| is_level(level));
    let is_harmless = is_level || is_harmless(name) || quoted.any(is_harmless);
    (!is_harmless).then(|| format!("the attribute `{name}` is not supported"))
}

/// Whether what follows is a plain level of optimisation.
fn is_level(written: &str) -> bool {
    let level = written.trim_start_matches(['"', '-', 'O', ' ']);
    level.starts_with(|c: char| c.is_ascii_digit() || c == 's') && level[1..].trim_start_matches('"').starts_with(')')
}

/// How long the range is that begins at the place.
fn length(raw: CXDiagnostic, at: Place) -> Option<usize> {
    let ranges = 0..call!(clang_getDiagnosticNumRanges(raw));
    let ends = ranges.filter_map(|i| {
        let range = call!(clang_getDiagnosticRange(raw, i));
        let [from, to] = [call!(clang_getRangeStart(range)), call!(clang_getRangeEnd(range))].map(expansion);
        (from == at && to.file == at.file && to.offset > at.offset).then(|| (to.offset - at.offset) as usize)
    });
    ends.max()
}

/// The length of the name at a byte.
fn word(text: &str, at: usize) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count().max(1)
}

/// What Clang would write instead.
fn fix(raw: CXDiagnostic) -> Option<String> {
    if call!(clang_getDiagnosticNumFixIts(raw)) != 1 {
        return None;
    }
    let mut range = CXSourceRange::default();
    let new = text(call!(clang_getDiagnosticFixIt(raw, 0, &mut range)));
    let [from, to] = [call!(clang_getRangeStart(range)), call!(clang_getRangeEnd(range))].map(expansion);
    match (new.trim().is_empty(), from == to) {
        (true, _) => None,
        (false, true) => Some(format!("`{}` may be missing", new.trim())),
        (false, false) => Some(format!("`{}` may be meant", new.trim())),
    }
}

/// What Clang adds, with the line where that is.
fn notes(unit: &Unit, source: &mut Source, raw: CXDiagnostic) -> Option<String> {
    let set = call!(clang_getChildDiagnostics(raw));
    let count = if set.is_null() { 0 } else { call!(clang_getNumDiagnosticsInSet(set)) };
    let mut all = Vec::new();
    for i in 0..count.min(3) {
        let note = call!(clang_getDiagnosticInSet(set, i));
        let said = text(call!(clang_getDiagnosticSpelling(note)));
        let at = expansion(call!(clang_getDiagnosticLocation(note)));
        all.push(match at.file.is_null() {
            true => said,
            false => {
                let number = number_of(unit, source, at.file);
                let place = source.place(number, at.offset as usize);
                format!("{said} ({}:{})", source.file_name(place.file), place.line)
            }
        });
    }
    (!all.is_empty()).then(|| all.join("; "))
}
