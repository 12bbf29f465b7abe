//! What may change the meaning of a program and is not modelled: refused by name, never passed over.
//!
//! The syntax tree does not keep every attribute, so these are looked for in the text, word by word; what of them
//! *is* modelled, the tree says. Refused is what belongs to something that the entry function can come to: bodies of
//! functions that were lowered, and every declaration of a name that is mentioned there, and so on.

use super::declarator::declared_name;
use super::facts::is_function;
use super::harmless::{is_attribute, plain, refused_pragma};
use super::library::is_of_library;
use super::parse::without_markers;
use crate::diagnostic::Diagnostic;
use crate::source::Source;
use lang_c::ast::*;
use lang_c::span::{Node, Span as Bytes};
use lang_c::visit::{self, Visit};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

/// What a file says beside its types and statements.
#[derive(Default)]
pub(super) struct Closed {
    /// Functions that do not return.
    pub endless: BTreeSet<String>,
    /// Functions that give the same for the same arguments.
    pub pure: HashSet<String>,
    /// What stands in the way wherever it is.
    always: Vec<Found>,
    /// What stands in the way where it is used.
    found: Vec<Found>,
    words: Vec<Word>,
    declarations: Vec<Declared>,
    /// The declarations of a name, by their numbers.
    named: HashMap<String, Vec<usize>>,
}

/// Something that is refused.
struct Found {
    at: usize,
    length: usize,
    what: String,
    help: Option<&'static str>,
}

/// A word of the text: an identifier or keyword, a literal, or one other character.
struct Word {
    at: usize,
    end: usize,
}

/// A declaration at file scope.
struct Declared {
    span: Bytes,
    /// Where the body begins, if it is a function with one.
    body: Option<usize>,
}

impl Closed {
    /// Looks through a program.
    pub fn new(source: &Source, unit: &TranslationUnit) -> Closed {
        let text = without_markers(source.own_text());
        let mut modelled = Modelled::default();
        modelled.visit_translation_unit(unit);
        let words = words(&text);
        let mut closed = Closed { words, endless: modelled.endless.clone(), ..Closed::default() };
        closed.pure = std::mem::take(&mut modelled.pure);
        for external in &unit.0 {
            closed.declaration(external, source.own_text().len());
        }
        closed.pragmas(source.own_text());
        closed.scan(&text, &modelled);
        closed
    }

    fn declaration(&mut self, external: &Node<ExternalDeclaration>, own: usize) {
        let mut names = Names::default();
        names.visit_external_declaration(&external.node, &external.span);
        let number = self.declarations.len();
        let body = match &external.node {
            ExternalDeclaration::FunctionDefinition(f) => {
                let name = declared_name(&f.node.declarator).unwrap_or_default();
                let first = self.named.get(name).into_iter().flatten().find(|n| self.declarations[**n].body.is_some());
                if first.is_some() && external.span.start < own {
                    let (at, length) = (f.node.declarator.span.start, name.len());
                    self.found.push(Found { at, length, what: format!("a second body of `{name}`"), help: None });
                }
                Some(f.node.statement.span.start)
            }
            _ => None,
        };
        self.declarations.push(Declared { span: external.span, body });
        for name in names.0 {
            self.named.entry(name).or_default().push(number);
        }
    }

    fn pragmas(&mut self, text: &str) {
        let mut at = 0;
        for row in text.split_inclusive('\n') {
            if let Some(directive) = row.trim_start().strip_prefix('#') {
                let directive = directive.trim();
                let word: &str = directive.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
                let what = match word {
                    "pragma" => refused_pragma(&directive["pragma".len()..]).map(|name| format!("`#pragma {name}`")),
                    "" | "line" | "ident" | "sccs" => None,
                    _ if word.starts_with(|c: char| c.is_ascii_digit()) => None,
                    _ => Some(format!("`#{word}` in text that is not preprocessed any more")),
                };
                let begin = at + row.len() - row.trim_start().len();
                self.always.extend(what.map(|what| Found { at: begin, length: row.trim().len(), what, help: None }));
            }
            at += row.len();
        }
    }

    /// Looks at every word.
    fn scan(&mut self, text: &str, modelled: &Modelled) {
        let word = |i: usize| self.words.get(i).map_or("", |w: &Word| &text[w.at..w.end]);
        let (mut found, mut always) = (vec![], vec![]);
        let mut i = 0;
        while i < self.words.len() {
            let at = self.words[i].at;
            let this = word(i);
            let mut refuse = |what: String| found.push(Found { at, length: this.len(), what, help: None });
            match this {
                "__attribute__" | "__attribute" => {
                    let (attributes, next) = attributes(i, &word);
                    for (number, arguments) in attributes {
                        let at = self.words[number].at;
                        let name = plain(word(number));
                        let is_modelled = name == "noreturn" && modelled.positions.contains(&at);
                        if is_modelled || is_attribute(name, &arguments) {
                            continue;
                        }
                        let what = format!("`__attribute__(({name}))`");
                        let (list, help) = match name {
                            // What nothing mentions runs nevertheless.
                            "constructor" | "destructor" | "section" => {
                                (&mut always, Some("call the function where it would run, and take the attribute out"))
                            }
                            _ => (&mut found, None),
                        };
                        list.push(Found { at, length: word(number).len(), what, help });
                    }
                    i = next;
                    continue;
                }
                "_Noreturn" if !modelled.positions.contains(&at) => refuse("`_Noreturn` here".into()),
                "asm" | "__asm" | "__asm__" if !modelled.is_assembly(at) => {
                    refuse("a name for the assembler that is not the name of the program".into());
                }
                "_Atomic" | "__declspec" | "_Pragma" | "__pragma" => refuse(format!("`{this}`")),
                _ => {}
            }
            i += 1;
        }
        self.found.extend(found);
        self.always.extend(always);
    }

    /// Everything that is refused in a program of which these functions, by their positions, were lowered.
    pub fn problems(&self, source: &Source, entered: &HashSet<usize>, assumed: &[Range<usize>]) -> Vec<Diagnostic> {
        let used = if self.found.is_empty() { vec![] } else { self.used(source, entered, assumed) };
        let is_used = |f: &&Found| used.iter().any(|range| range.contains(&f.at)) || !self.is_declared(f.at);
        let all = self.always.iter().chain(self.found.iter().filter(is_used));
        let problem = |f: &Found| {
            let problem = Diagnostic::new(format!("{} is not supported", f.what), source.place(f.at));
            let problem = problem.with_length(f.length);
            f.help.map_or(problem.clone(), |help| problem.with_help(help))
        };
        all.map(problem).collect()
    }

    /// Whether a place lies in some declaration.
    fn is_declared(&self, at: usize) -> bool {
        self.declarations.iter().any(|d| d.span.start <= at && at < d.span.end)
    }

    /// The bytes of what the program can come to.
    fn used(&self, source: &Source, entered: &HashSet<usize>, assumed: &[Range<usize>]) -> Vec<Range<usize>> {
        let of = |d: &Declared| match d.body {
            Some(body) if !entered.contains(&d.span.start) => d.span.start..body,
            _ => d.span.start..d.span.end,
        };
        let mut reached: HashSet<usize> = HashSet::new();
        let mut todo: Vec<Range<usize>> = vec![];
        for (number, d) in self.declarations.iter().enumerate() {
            if entered.contains(&d.span.start) {
                reached.insert(number);
                todo.push(of(d));
            }
        }
        let mut used = vec![];
        let assumptions: Vec<Word> = assumed
            .iter()
            .flat_map(|a| {
                words(&source.text[a.clone()]).into_iter().map(|w| Word { at: w.at + a.start, end: w.end + a.start })
            })
            .collect();
        let mut mention = |words: &[Word], todo: &mut Vec<Range<usize>>| {
            for word in words {
                for number in self.named.get(&source.text[word.at..word.end]).into_iter().flatten() {
                    if reached.insert(*number) {
                        todo.push(of(&self.declarations[*number]));
                    }
                }
            }
        };
        mention(&assumptions, &mut todo);
        while let Some(range) = todo.pop() {
            let from = self.words.partition_point(|w| w.at < range.start);
            let to = self.words.partition_point(|w| w.at < range.end);
            mention(&self.words[from..to], &mut todo);
            used.push(range);
        }
        used
    }
}

/// The functions of a file that are declared not to return.
pub(crate) fn endless_functions(unit: &TranslationUnit) -> BTreeSet<String> {
    let mut modelled = Modelled::default();
    modelled.visit_translation_unit(unit);
    modelled.endless
}

/// The words of a text; what is in literals is none.
fn words(text: &str) -> Vec<Word> {
    let bytes = text.as_bytes();
    let is_of_name = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'$' || b >= 0x80;
    let (mut words, mut at) = (vec![], 0);
    while at < bytes.len() {
        let rest = &bytes[at..];
        let length = match rest[0] {
            b if b.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            quote @ (b'"' | b'\'') => {
                let mut length = 1;
                while length < rest.len() && rest[length] != quote && rest[length] != b'\n' {
                    length += if rest[length] == b'\\' { 2 } else { 1 };
                }
                (length + 1).min(rest.len())
            }
            b if is_of_name(b) => rest.iter().position(|b| !is_of_name(*b)).unwrap_or(rest.len()),
            _ => 1,
        };
        // A literal may end in the middle of a character only if it has no end.
        let end = (at + length..=bytes.len()).find(|end| text.is_char_boundary(*end)).unwrap_or(bytes.len());
        words.push(Word { at, end });
        at = end;
    }
    words
}

/// The attributes of a list that begins with this word, each by the number of its name, with the words of its
/// arguments; and the word behind the list.
fn attributes<'t>(begin: usize, word: &dyn Fn(usize) -> &'t str) -> (Vec<(usize, Vec<&'t str>)>, usize) {
    let (mut all, mut depth, mut i) = (Vec::<(usize, Vec<&str>)>::new(), 0, begin + 1);
    loop {
        match word(i) {
            "" => break,
            "(" => depth += 1,
            ")" => depth -= 1,
            "," => {}
            _ if depth == 2 => all.push((i, vec![])),
            argument => all.iter_mut().last().into_iter().for_each(|(_, arguments)| arguments.push(argument)),
        }
        i += 1;
        if depth <= 0 {
            break;
        }
    }
    (all, i)
}

/// What lowering understands, by its position.
#[derive(Default)]
struct Modelled {
    endless: BTreeSet<String>,
    pure: HashSet<String>,
    positions: HashSet<usize>,
    /// Statements of assembly, which lowering refuses.
    assembly: Vec<Bytes>,
}

impl Modelled {
    fn is_assembly(&self, at: usize) -> bool {
        self.positions.contains(&at) || self.assembly.iter().any(|s| s.start <= at && at < s.end)
    }

    /// What is said of functions.
    fn function(&mut self, names: &[&str], specifiers: &[Node<DeclarationSpecifier>], extensions: &[&Node<Extension>]) {
        let own = specifiers.iter().filter_map(|s| match &s.node {
            DeclarationSpecifier::Extension(all) => Some(all.iter()),
            _ => None,
        });
        let mut ends = false;
        for specifier in specifiers {
            if let DeclarationSpecifier::Function(f) = &specifier.node
                && f.node == FunctionSpecifier::Noreturn
            {
                self.positions.insert(f.span.start);
                ends = true;
            }
        }
        for extension in own.flatten().chain(extensions.iter().copied()) {
            let Extension::Attribute(a) = &extension.node else { continue };
            match plain(&a.name.node) {
                "noreturn" => {
                    self.positions.insert(a.name.span.start);
                    ends = true;
                }
                "pure" | "const" => self.pure.extend(names.iter().map(|n| n.to_string())),
                _ => {}
            }
        }
        if ends {
            self.endless.extend(names.iter().map(|n| n.to_string()));
        }
    }
}

impl<'a> Visit<'a> for Modelled {
    fn visit_declaration(&mut self, d: &'a Declaration, span: &'a Bytes) {
        let is_typedef = |s: &Node<DeclarationSpecifier>| match &s.node {
            DeclarationSpecifier::StorageClass(class) => class.node == StorageClassSpecifier::Typedef,
            _ => false,
        };
        let all: Vec<_> = d.declarators.iter().map(|d| &d.node.declarator).collect();
        if all.iter().all(|d| is_function(d)) && !d.specifiers.iter().any(is_typedef) {
            for declarator in &all {
                let name: Vec<&str> = declared_name(declarator).into_iter().collect();
                self.function(&name, &d.specifiers, &declarator.node.extensions.iter().collect::<Vec<_>>());
            }
        }
        for declarator in all {
            let name = declared_name(declarator).unwrap_or_default();
            for extension in &declarator.node.extensions {
                if let Extension::AsmLabel(label) = &extension.node
                    && is_same_name(name, &label.node)
                {
                    self.positions.insert(extension.span.start);
                }
            }
        }
        visit::visit_declaration(self, d, span);
    }

    fn visit_function_definition(&mut self, f: &'a FunctionDefinition, span: &'a Bytes) {
        let name: Vec<&str> = declared_name(&f.declarator).into_iter().collect();
        self.function(&name, &f.specifiers, &f.declarator.node.extensions.iter().collect::<Vec<_>>());
        visit::visit_function_definition(self, f, span);
    }

    fn visit_statement(&mut self, s: &'a Statement, span: &'a Bytes) {
        if matches!(s, Statement::Asm(_)) {
            self.assembly.push(*span);
        }
        visit::visit_statement(self, s, span);
    }
}

/// Whether the assembler's name is that of the program, or that of the same function in a version of the library.
fn is_same_name(name: &str, label: &[String]) -> bool {
    let label: String = label.iter().map(|part| part.trim_matches('"')).collect();
    let versions = ["__isoc99_", "__isoc23_", "__xpg_", "__posix_", "__"];
    let is_version = || {
        let label = label.strip_suffix("64").unwrap_or(&label);
        let label = label.split('$').next().unwrap_or_default();
        let bare = versions.iter().find_map(|v| label.strip_prefix(v)).unwrap_or(label);
        bare.trim_start_matches('_') == name.trim_start_matches('_')
    };
    label == name || label == format!("_{name}") || (is_of_library(name) && is_version())
}

/// The names that a declaration at file scope declares: tags and constants of enumerations among them.
#[derive(Default)]
struct Names(Vec<String>);

impl<'a> Visit<'a> for Names {
    fn visit_init_declarator(&mut self, d: &'a InitDeclarator, span: &'a Bytes) {
        self.0.extend(declared_name(&d.declarator).map(str::to_string));
        visit::visit_init_declarator(self, d, span);
    }

    fn visit_function_definition(&mut self, f: &'a FunctionDefinition, _: &'a Bytes) {
        self.0.extend(declared_name(&f.declarator).map(str::to_string));
        f.specifiers.iter().for_each(|s| self.visit_declaration_specifier(&s.node, &s.span));
        self.visit_declarator(&f.declarator.node, &f.declarator.span);
    }

    fn visit_struct_type(&mut self, s: &'a StructType, span: &'a Bytes) {
        let tag = s.identifier.as_ref().filter(|_| s.declarations.is_some());
        self.0.extend(tag.map(|tag| tag.node.name.clone()));
        visit::visit_struct_type(self, s, span);
    }

    fn visit_enum_type(&mut self, e: &'a EnumType, span: &'a Bytes) {
        let tag = e.identifier.as_ref().filter(|_| !e.enumerators.is_empty());
        self.0.extend(tag.map(|tag| tag.node.name.clone()));
        self.0.extend(e.enumerators.iter().map(|e| e.node.identifier.node.name.clone()));
        visit::visit_enum_type(self, e, span);
    }
}
