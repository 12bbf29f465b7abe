//! What a question assumes, appended to the program as functions with the parameters of the entry function.

use super::cursor::Cursor;
use super::nesting::token_length;
use super::reader::{ASSUMPTION, Reader};
use super::rows::is_pointer;
use super::unit::Unit;
use crate::diagnostic::{Diagnostic, Subject};
use crate::source::Source;
use clang_sys::*;
use std::ops::Range;

/// Appends assumptions to the source; gives the bytes of each.
pub(super) fn append(source: &mut Source, unit: &Unit, entry: &str, texts: &[String]) -> Vec<Range<usize>> {
    let parameters = parameters(unit, entry);
    let pointers = pointers(unit, entry);
    let all = self::entry(unit, entry).map(|c| c.parameters()).unwrap_or_default();
    let one = |(i, text): (usize, &String)| {
        let (piece, inner) = with_inner_lengths(text, &all);
        let (piece, lengths) = with_lengths(&with_nulls(&piece, &pointers), &pointers);
        let names = lengths.iter().chain(inner.iter().map(|(name, _)| name));
        let lengths: String = names.map(|name| format!(", unsigned long {name}")).collect();
        // What these are the lengths of.
        let of: String = inner.iter().map(|(_, pointer)| format!("if ({pointer}) ; ")).collect();
        let before = format!("void {ASSUMPTION}{i}({parameters}{lengths}) {{ {of}if (\n");
        source.append(&format!("assumption {}", i + 1), [text, &piece], [&before, "\n) ; }\n"])
    };
    texts.iter().enumerate().map(one).collect()
}

/// The entry function, if a unit knows it: its definition, if there is one.
pub(super) fn entry<'u>(unit: &'u Unit, entry: &str) -> Option<Cursor<'u>> {
    let is_entry = |c: &Cursor| c.kind() == CXCursor_FunctionDecl && c.spelling() == entry;
    unit.declarations().into_iter().rfind(is_entry).map(|c| c.definition().unwrap_or(c))
}

/// The parameters of the entry function, as another function can have them.
fn parameters(unit: &Unit, entry: &str) -> String {
    let all = self::entry(unit, entry).map(|c| c.parameters()).unwrap_or_default();
    let named = all.iter().filter(|p| !p.spelling().is_empty());
    let declared: Vec<String> = named.map(|p| format!("__typeof__({}) {}", p.ty().spelling(), p.spelling())).collect();
    if declared.is_empty() { "void".into() } else { declared.join(", ") }
}

/// The names of the parameters of the entry function that are pointers.
fn pointers(unit: &Unit, entry: &str) -> Vec<String> {
    let all = self::entry(unit, entry).map(|c| c.parameters()).unwrap_or_default();
    all.iter().filter(|p| is_pointer(p.ty())).map(|p| p.spelling()).collect()
}

/// The text of an assumption in which `NAME.length` of a pointer is a name, as long as what it stands for; and these
/// names.
fn with_lengths(text: &str, pointers: &[String]) -> (String, Vec<String>) {
    let (mut text, mut names) = (text.to_string(), vec![]);
    for pointer in pointers.iter().filter(|name| !name.is_empty()) {
        let (said, name) = (format!("{pointer}{LENGTH}"), length_name(pointer));
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let found: Vec<usize> = text.match_indices(&said).map(|(at, _)| at).collect();
        for at in found {
            let before = text[..at].trim_end().chars().next_back();
            let behind = text[at + said.len()..].chars().next();
            let is_part = text[..at].ends_with(is_word) || before == Some('.') || text[..at].trim_end().ends_with("->");
            if !is_part && !behind.is_some_and(is_word) {
                text.replace_range(at..at + said.len(), &name);
                names.extend((!names.contains(&name)).then(|| name.clone()));
            }
        }
    }
    (text, names)
}

/// The text of an assumption in which `s.data.length`, or `s->data.length`, of a pointer that is a member of what a
/// parameter points to, or of a parameter, is a name, as long as what it stands for; and these names with the pointers.
fn with_inner_lengths(text: &str, parameters: &[Cursor]) -> (String, Vec<(String, String)>) {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut done, mut found): (String, Vec<(String, String)>) = (text.to_string(), vec![]);
    for (end, _) in text.match_indices(LENGTH) {
        let arrows = text[..end].replace("->", "..");
        let start = arrows.rfind(|c: char| !is_word(c) && c != '.').map_or(0, |at| at + 1);
        let behind = text[end + LENGTH.len()..].chars().next();
        let Some(pointer) = member_pointer(&arrows[start..end], parameters) else { continue };
        if behind.is_some_and(is_word) {
            continue;
        }
        let name: String = text[start..end + LENGTH.len()].chars().map(|c| if is_word(c) { c } else { '_' }).collect();
        done.replace_range(start..end + LENGTH.len(), &name);
        if !found.iter().any(|(known, _)| *known == name) {
            found.push((name, pointer));
        }
    }
    (done, found)
}

/// The pointer at the end of a list of members, with points in between, as C has it; if it is one.
fn member_pointer(chain: &str, parameters: &[Cursor]) -> Option<String> {
    let mut names = chain.split('.').filter(|name| !name.is_empty());
    let first = parameters.iter().find(|p| Some(p.spelling().as_str()) == chain.split('.').next())?;
    let (mut pointer, mut ty) = (names.next()?.to_string(), first.ty().canonical());
    let mut members = 0;
    for name in names {
        let is_pointer = ty.kind() == CXType_Pointer;
        let of = if is_pointer { ty.pointee().canonical() } else { ty };
        let field = of.fields().into_iter().find(|field| field.spelling() == name)?;
        pointer = format!("{pointer}{}{name}", if is_pointer { "->" } else { "." });
        ty = field.ty().canonical();
        members += 1;
    }
    (members > 0 && ty.kind() == CXType_Pointer).then_some(pointer)
}

/// The text of an assumption in which `NAME.null` of a pointer, or of a pointer among the members of what it points to, is
/// that it is null, in as many characters.
fn with_nulls(text: &str, pointers: &[String]) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut done = text.to_string();
    let ends: Vec<usize> = text.match_indices(NULL).map(|(at, _)| at).collect();
    for end in ends {
        let start = text[..end].rfind(|c: char| !is_word(c) && c != '.').map_or(0, |at| at + 1);
        let behind = text[end + NULL.len()..].chars().next();
        let (name, members) = text[start..end].split_once('.').unwrap_or((&text[start..end], ""));
        if behind.is_some_and(is_word)
            || text[..start].trim_end().ends_with("->")
            || !pointers.iter().any(|p| p == name)
        {
            continue;
        }
        let arrow = if members.is_empty() { "" } else { "->" };
        let width = end + NULL.len() - start;
        done.replace_range(start..start + width, &format!("{:width$}", format!("!{name}{arrow}{members}")));
    }
    done
}

/// The name that stands for the length of what a parameter points to.
pub(super) fn length_name(pointer: &str) -> String {
    format!("{pointer}_length")
}

/// What an assumption has behind a pointer's name for its length, and for whether it is null.
const LENGTH: &str = ".length";
const NULL: &str = ".null";

impl<'u> Reader<'u, '_> {
    /// The expressions of the assumptions that were appended, over the parameters of the entry function.
    pub fn read_assumptions(&mut self, entry: &str, count: usize) {
        let entry = self.at_file_scope(CXCursor_FunctionDecl, entry).map(|c| self.function(c));
        for i in 0..count {
            let around = self.at_file_scope(CXCursor_FunctionDecl, &format!("{ASSUMPTION}{i}"));
            let Some(around) = around else { continue };
            let children = around.children();
            let own = entry.map(|id| self.known.tree.function(id).parameters.clone()).unwrap_or_default();
            let body = children.iter().rfind(|s| s.kind() == CXCursor_CompoundStmt);
            let branches = body.map(|body| body.children()).unwrap_or_default();
            let mut inner = branches.iter().rev().skip(1).rev();
            for parameter in around.parameters() {
                let name = parameter.spelling();
                if let Some(id) = own.iter().find(|id| self.known.tree.variable(**id).name == name) {
                    self.variables.insert(parameter.key_of_parameter(), *id);
                    continue;
                }
                let of = own.iter().find(|id| length_name(&self.known.tree.variable(**id).name) == name).copied();
                if let Some(of) = of {
                    let id = self.parameter(parameter);
                    self.variables.insert(parameter.key_of_parameter(), id);
                    self.known.tree.lengths.push((of, id));
                } else if let Some(pointer) = inner.next().and_then(|branch| branch.children().first().copied()) {
                    let id = self.parameter(parameter);
                    self.variables.insert(parameter.key_of_parameter(), id);
                    let pointer = self.expression(pointer);
                    self.known.tree.inner_lengths.push((pointer, id, i));
                }
            }
            let branch = branches.last().copied();
            if let Some(condition) = branch.and_then(|branch| branch.children().first().copied()) {
                let read = self.expression(condition);
                self.known.tree.assumptions.push(read);
            }
        }
        self.finish();
    }
}

/// Errors if a bracket of an assumption is not closed, or closes nothing: then it is not one expression.
pub(super) fn check_brackets(source: &Source, assumptions: &[Range<usize>]) -> Vec<Diagnostic> {
    let problem = |(k, assumption): (usize, &Range<usize>)| {
        let piece = &source.text(source.main())[assumption.clone()];
        let (what, at) = unbalanced(piece)?;
        let message = format!("`{}` {what} in this assumption", char::from(piece.as_bytes()[at]));
        let place = source.place(source.main(), assumption.start + at);
        Some(Diagnostic::new(message, place).about(Subject::Assumption(k)))
    };
    assumptions.iter().enumerate().filter_map(problem).collect()
}

/// A bracket without its other half, and what is wrong with it.
fn unbalanced(piece: &str) -> Option<(&'static str, usize)> {
    let bytes = piece.as_bytes();
    let (mut open, mut i) = (Vec::new(), 0);
    while i < bytes.len() {
        let start = i;
        i += token_length(&bytes[i..]);
        match bytes[start] {
            b'(' | b'[' | b'{' => open.push(start),
            close @ (b')' | b']' | b'}') => match open.pop() {
                Some(at) if matches!((bytes[at], close), (b'(', b')') | (b'[', b']') | (b'{', b'}')) => {}
                _ => return Some(("closes nothing", start)),
            },
            _ => {}
        }
    }
    open.last().map(|at| ("is not closed", *at))
}
