//! Pragmas of which the library shows nothing: they are looked for in the text, however they come about.

use super::reader::{Reader, refusal};
use crate::frontend::c::tree::Bytes;
use clang_sys::*;

impl<'u> Reader<'u, '_> {
    /// Refuses what a pragma makes weak and nothing defines, as it may be nowhere, and pragmas about sections: what
    /// lies in some is run before `main`.
    pub fn refuse_by_pragmas(&mut self) {
        for number in 0..self.source.text_count() {
            let text = self.source.text(number);
            let weak: Vec<String> = words_after(text, "weak").map(|(_, name)| name.to_string()).collect();
            let sections = words_after(text, "clang").find(|(_, word)| *word == "section");
            let sections = sections.filter(|_| text.contains("ragma")).map(|(at, _)| at as u32);
            weak.iter().for_each(|name| self.refuse_weak(name));
            if let Some(start) = sections {
                let at = Bytes { text: number, start, end: start + "clang section".len() as u32 };
                let problem = self.problem("the pragma `clang section` is not supported", at);
                // Another file of the program may have the same header.
                if !self
                    .known
                    .problems
                    .iter()
                    .any(|known| (&known.message, known.span) == (&problem.message, problem.span))
                {
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
