//! Pragmas of which the library shows nothing: they are looked for in the text, however they come about.

use super::lists::RUN_SECTIONS;
use super::reader::{Reader, refusal};
use crate::diagnostic::Diagnostic;
use crate::frontend::c::tree::Bytes;
use clang_sys::*;

/// Pragmas that are refused, two words each, unless they go on like this: sections, some of which are run before `main`,
/// and what changes how floating point is computed.
const REFUSED: [(&str, &str, Option<&str>); 4] = [
    ("clang", "section", None),
    ("clang", "fp", Some("contract(off)")),
    ("STDC", "FP_CONTRACT", Some("OFF")),
    ("STDC", "FENV_ACCESS", Some("OFF")),
];

/// Another one, with what it may go on like.
const CONTROL: (&str, &str) = ("float_control", "(precise,on)");

impl<'u> Reader<'u, '_> {
    /// Refuses what a pragma makes weak and nothing defines, as it may be nowhere, and pragmas that change what a program
    /// means.
    pub fn refuse_by_pragmas(&mut self) {
        for number in 0..self.source.text_count() {
            let text = self.source.text(number);
            let weak: Vec<String> = words_after(text, "weak").map(|(_, name)| name.to_string()).collect();
            let refused: Vec<(usize, String)> = if text.contains("ragma") { refused(text) } else { vec![] };
            let pragmas = refused.into_iter().map(|(at, what)| (at, what.len(), format!("the pragma `{what}`")));
            let section =
                |(at, name): (usize, &str)| (at, name.len(), format!("the attribute `section` with `{name}`"));
            let refused: Vec<(usize, usize, String)> = pragmas.chain(run_sections(text).map(section)).collect();
            weak.iter().for_each(|name| self.refuse_weak(name));
            for (start, length, what) in refused {
                let start = start as u32;
                let at = Bytes { text: number, start, end: start + length as u32 };
                let problem = self.problem(format!("{what} is not supported"), at);
                // Another file of the program may have the same header.
                let is_same = |known: &Diagnostic| (&known.message, known.span) == (&problem.message, problem.span);
                if !self.known.problems.iter().any(is_same) {
                    self.known.problems.push(problem);
                }
            }
        }
    }

    fn refuse_weak(&mut self, name: &str) {
        let has_attributes =
            |kind: CXCursorKind, reader: &Self| reader.at_file_scope(kind, name).is_some_and(|c| c.has_attributes());
        if let Some(id) =
            self.known.functions.get(name).copied().filter(|_| has_attributes(CXCursor_FunctionDecl, self))
        {
            let f = &mut self.known.tree.functions[id.0];
            if f.body.is_none() {
                f.refused.get_or_insert(refusal("a weak function without a body"));
            }
        }
        if let Some(id) = self.known.variables.get(name).copied().filter(|_| has_attributes(CXCursor_VarDecl, self))
            && self.known.tree.variable(id).external
        {
            self.refuse_variable(id, "a weak variable without a definition");
        }
    }
}

/// Sections that are run, where an attribute names them, which may be that of something nobody uses.
fn run_sections(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let names = text.match_indices("section").filter_map(|(at, word)| {
        let rest = text[at + word.len()..].trim_start_matches('_').trim_start().strip_prefix('(')?;
        let name = rest.trim_start().strip_prefix('"')?.split('"').next()?;
        Some((text.len() - rest.trim_start().len() + 1, name))
    });
    names.filter(|(_, name)| RUN_SECTIONS.iter().any(|begin| name.starts_with(begin)))
}

/// Where such pragmas are in a text, and what they are.
fn refused(text: &str) -> Vec<(usize, String)> {
    let goes_on = |rest: &str, like: &str| {
        rest.chars().filter(|c| !c.is_whitespace()).take(like.len()).eq(like.chars().filter(|c| !c.is_whitespace()))
    };
    let mut found = vec![];
    for (first, second, harmless) in REFUSED {
        for (at, word) in words_after(text, first).filter(|(_, word)| *word == second) {
            let rest = text[at + first.len()..].trim_start().strip_prefix(word).unwrap_or_default();
            if !harmless.is_some_and(|like| goes_on(rest, like)) {
                found.push((at, format!("{first} {second}")));
            }
        }
    }
    let controls = text.match_indices(CONTROL.0).filter(|(at, word)| !goes_on(&text[at + word.len()..], CONTROL.1));
    found.extend(controls.map(|(at, word)| (at, word.to_string())));
    found
}

/// The words behind each use of a word in a text, and where that word is.
fn words_after<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = (usize, &'t str)> {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).filter_map(move |(at, _)| {
        let after = &text[at + word.len()..];
        let is_whole = !text[..at].ends_with(is_letter) && after.starts_with(char::is_whitespace);
        let next = after.trim_start().split(|c| !is_letter(c)).next()?;
        (is_whole && !next.is_empty()).then_some((at, next))
    })
}
