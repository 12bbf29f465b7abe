//! What else is wrong with a program that does not parse.
//!
//! A declaration with a syntax error is blanked, a name that is used as a type
//! and is none becomes one, and the parser tries again. What parses then is
//! lowered for the sake of its problems alone, and of these only those count
//! that lie in declarations which, however indirectly, name nothing that was
//! lost: the others may follow from what is reported already.

use super::parse::{NotParsed, parse_text, without_markers};
use super::pieces::{Piece, is_name, piece_at};
use super::{Options, entry, library};
use crate::diagnostic::Diagnostic;
use crate::program::Span;
use crate::source::Source;
use crate::term::Terms;
use lang_c::ast::*;
use lang_c::span::{Node, Span as Bytes};
use lang_c::visit::{self, Visit};
use std::collections::{BTreeSet, HashSet};
use std::ops::Range;
use std::time::Instant;

/// After so many syntax errors nobody looks for more.
const MOST_ERRORS: usize = 20;

/// A program with syntax errors, and what is left without them.
pub(super) struct Broken {
    /// The syntax errors, in the order of the text.
    pub problems: Vec<Diagnostic>,
    /// What is left, if it parses.
    rest: Option<TranslationUnit>,
    /// Its text.
    source: Source,
    /// How much further on everything is in that text.
    shift: usize,
    /// What may have lost its meaning.
    lost: HashSet<String>,
}

/// Everything that keeps a program, with this first problem, from being parsed.
pub(super) fn recover(source: &Source, first: NotParsed, deadline: Instant) -> Broken {
    let text = without_markers(source.own_text());
    let mut repair = Repair { source, text, blanked: vec![], types: vec![] };
    let mut problems = vec![first.problem];
    let mut at = first.offset;
    let (mut rest, mut is_reported) = (None, true);
    while let Some(offset) = at {
        if problems.len() >= MOST_ERRORS || Instant::now() >= deadline {
            let many = problems.len();
            let message = format!("reading stopped after {many} syntax errors: there may be more");
            problems.push(Diagnostic::new(message, Span::default()));
            break;
        }
        let Some(next) = repair.next(offset, problems.last_mut().filter(|_| is_reported)) else { break };
        match next {
            Ok(unit) => {
                rest = Some(unit);
                break;
            }
            Err(not) => {
                at = not.offset;
                // A name that is in what was blanked may be a type.
                is_reported = !at.is_some_and(|at| repair.is_lost_type(at));
                problems.extend(Some(not.problem).filter(|_| is_reported));
            }
        }
    }
    let (source, shift) = repair.repaired();
    let names = repair.blanked.iter().flat_map(|piece| piece.names.iter().cloned());
    let lost = names.chain(repair.types.iter().cloned()).collect();
    Broken { problems, rest, source, shift, lost }
}

/// What was done to a text so far.
struct Repair<'s> {
    source: &'s Source,
    /// The program, without line markers.
    text: String,
    blanked: Vec<Piece>,
    types: Vec<String>,
}

impl Repair<'_> {
    /// Takes away what is wrong at a place, whose problem may be reported already, and parses what is left, with
    /// places in the program; nothing if that gets no further.
    fn next(&mut self, offset: usize, reported: Option<&mut Diagnostic>) -> Option<Result<TranslationUnit, NotParsed>> {
        let is_further = |next: &Result<TranslationUnit, NotParsed>| match next {
            Ok(_) => true,
            Err(not) => not.offset.is_some_and(|next| next > offset),
        };
        for (name, at) in missing_types(&self.text, offset) {
            self.types.push(name.clone());
            let next = self.parse();
            if is_further(&next) {
                if let Some(problem) = reported.filter(|problem| problem.message.starts_with("syntax error")) {
                    *problem =
                        Diagnostic::new(format!("`{name}` is used as a type and is none"), self.source.place(at))
                            .with_length(name.len())
                            .with_help("is a header missing, a `typedef`, or something between two names?");
                }
                return Some(next);
            }
            self.types.pop();
        }
        let piece = piece_at(&self.text, offset)?;
        self.types.extend(piece.types.clone());
        self.blanked.push(piece);
        Some(self.parse()).filter(is_further)
    }

    /// Whether what is wrong there is that a name from something that was blanked is used as a type.
    fn is_lost_type(&self, offset: usize) -> bool {
        let is_lost = |name: &String| self.blanked.iter().any(|piece| piece.names.contains(name));
        missing_types(&self.text, offset).iter().any(|(name, _)| is_lost(name))
    }

    fn parse(&self) -> Result<TranslationUnit, NotParsed> {
        let (source, shift) = self.repaired();
        parse_text(&source, source.own_text(), &[])
            .map_err(|not| NotParsed { offset: not.offset.map(|at| at.saturating_sub(shift)), ..not })
    }

    /// The text without what does not parse, and how much further on everything is in it.
    fn repaired(&self) -> (Source, usize) {
        // On lines of their own: what follows may be a line marker.
        let types: String = self.types.iter().map(|name| format!("typedef int {name};\n")).collect();
        let blanked: Vec<Range<usize>> = self.blanked.iter().map(|piece| piece.bytes.clone()).collect();
        (self.source.repaired(&types, &blanked), types.len())
    }
}

/// The names around a syntax error, with their places, where the error may be that one of them is no type.
fn missing_types(text: &str, offset: usize) -> Vec<(String, usize)> {
    let rest = text.get(offset..).unwrap_or_default().trim_start();
    let at = text.len() - rest.len();
    let name = &rest[..rest.find(|c: char| !is_of_name(c)).unwrap_or(rest.len())];
    if !is_name(name) && !rest.starts_with('*') {
        return vec![];
    }
    let next = rest[name.len()..].trim_start();
    let mut found = vec![];
    if is_name(name) && (is_name(next) || next.starts_with('*')) {
        found.push((name.to_string(), at));
    }
    let before = text[..at].trim_end();
    // `(name) x`
    let cast = before.strip_suffix(')').map(str::trim_end);
    let before = cast.unwrap_or(before);
    let start = before.trim_end_matches(is_of_name).len();
    let is_cast = cast.is_none() || before[..start].trim_end().ends_with('(');
    if is_name(&before[start..]) && is_cast {
        found.push((before[start..].to_string(), start));
    }
    found
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

impl Broken {
    /// The syntax errors, and what else is wrong, as seen from the entry function, that they do not explain.
    /// Nothing if `stop` said so first.
    pub fn all_problems(&self, options: &Options, stop: &dyn Fn() -> bool) -> Option<Vec<Diagnostic>> {
        let mut problems = self.problems.clone();
        problems.extend(self.other_problems(options, stop)?);
        // Those that are at no place are last: they are about the others.
        problems.sort_by_key(|d| (d.span.line == 0, d.span));
        Some(problems)
    }

    fn other_problems(&self, options: &Options, stop: &dyn Fn() -> bool) -> Option<Vec<Diagnostic>> {
        let Some(rest) = &self.rest else { return Some(vec![]) };
        let mut unit = rest.clone();
        let sound = self.sound(rest);
        let at = options.library.start + self.shift..options.library.end + self.shift;
        if !options.library.is_empty()
            && let Ok(models) = super::parse::parse_library(&self.source, &at)
        {
            library::add(&mut unit, models);
        }
        let options = Options { assume: vec![], library: at, ..options.clone() };
        let found = entry::lower(&Terms::new(), &self.source, &options, &unit, &[], BTreeSet::new(), stop);
        match found {
            Ok(None) => None,
            Ok(Some(_)) => Some(vec![]),
            Err(problems) => Some(problems.into_iter().filter(|d| sound.iter().any(|r| r.contains(&d.span))).collect()),
        }
    }

    /// Where the declarations are that name nothing that was lost, however indirectly.
    fn sound(&self, unit: &TranslationUnit) -> Vec<Range<Span>> {
        let mut lost = self.lost.clone();
        let mut left: Vec<(&Node<ExternalDeclaration>, HashSet<String>)> =
            unit.0.iter().map(|d| (d, named(d))).collect();
        loop {
            let (sound, unsound): (Vec<_>, Vec<_>) = left.into_iter().partition(|(_, names)| names.is_disjoint(&lost));
            left = sound;
            if unsound.is_empty() {
                break;
            }
            for (declaration, names) in unsound {
                match &declaration.node {
                    ExternalDeclaration::FunctionDefinition(f) => {
                        lost.extend(super::declarator::declared_name(&f.node.declarator).map(str::to_string));
                    }
                    _ => lost.extend(names),
                }
            }
        }
        let place = |span: Bytes| self.source.place(span.start)..self.source.place(span.end);
        left.into_iter().map(|(d, _)| place(d.span)).filter(|at| at.start.file == at.end.file).collect()
    }
}

/// All names in a declaration.
fn named(declaration: &Node<ExternalDeclaration>) -> HashSet<String> {
    #[derive(Default)]
    struct Names(HashSet<String>);
    impl<'ast> Visit<'ast> for Names {
        fn visit_identifier(&mut self, name: &'ast Identifier, _: &'ast Bytes) {
            self.0.insert(name.name.clone());
        }
    }
    let mut names = Names::default();
    visit::visit_external_declaration(&mut names, &declaration.node, &declaration.span);
    names.0
}
