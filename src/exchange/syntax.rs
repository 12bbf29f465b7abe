//! Loops, calls and declarations of a file: positions and names, no meaning.

use crate::program::Span;
use crate::source::Source;
use lang_c::ast::*;
use lang_c::span::{Node, Span as Bytes};
use lang_c::visit::{self, Visit};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of one file.
#[derive(Default)]
pub(super) struct Syntax {
    pub loops: Vec<Loop>,
    pub calls: Vec<Call>,
    /// For every expression, by its place: the first byte of the full expression it is a part of, and its function.
    pub full: BTreeMap<Span, (usize, String)>,
    pub declared: Vec<Declared>,
    /// Functions that are defined or declared.
    pub functions: BTreeSet<String>,
    /// Functions in which loops can be entered elsewhere than at their beginning.
    pub jumping: BTreeSet<String>,
}

/// A loop whose condition stands in front of its body.
pub(super) struct Loop {
    /// `while` or `for`.
    pub keyword: &'static str,
    /// Where that is, in the text and in the user's source.
    pub start: usize,
    pub place: Span,
    pub function: String,
}

/// A call of a function by name.
pub(super) struct Call {
    pub name: String,
    pub function: String,
    /// Its place in the user's source.
    pub place: Span,
    /// Its last byte.
    pub close: usize,
    /// The first byte of the full expression that it is a part of.
    pub full: usize,
    /// The places of everything it is a part of.
    pub within: Vec<Span>,
}

/// A name that is declared for a variable or constant.
pub(super) struct Declared {
    pub name: String,
    /// The function it is declared in.
    pub function: Option<String>,
    /// The text where it can be used.
    pub start: usize,
    pub end: usize,
    /// Whether it is an integer.
    pub is_int: bool,
}

impl Syntax {
    /// The only call of a function that this place of the user's source can mean.
    pub fn call(&self, name: &str, place: Span) -> Option<&Call> {
        let named = || self.calls.iter().filter(|c| c.name == name);
        let exact: Vec<&Call> = named().filter(|c| c.place == place).collect();
        let found = if exact.is_empty() { named().filter(|c| c.within.contains(&place)).collect() } else { exact };
        match found[..] {
            [one] => Some(one),
            _ => None,
        }
    }

    /// The variable that a name means at a loop, if it is an integer and there is no other of that name to be taken
    /// for it.
    pub fn variable(&self, name: &str, at: &Loop) -> Option<&Declared> {
        let is_near = |d: &&Declared| d.name == name && d.function.as_ref().is_none_or(|f| *f == at.function);
        let mut all = self.declared.iter().filter(is_near);
        let (one, more) = (all.next()?, all.next());
        (more.is_none() && one.is_int && one.start < at.start && at.start < one.end).then_some(one)
    }

    /// Whether a function declares this name.
    pub fn declares(&self, function: &str, name: &str) -> bool {
        self.declared.iter().any(|d| d.name == name && d.function.as_deref() == Some(function))
    }
}

/// Looks through the whole file.
pub(super) fn survey(source: &Source, unit: &TranslationUnit) -> Syntax {
    let mut visitor = Visitor {
        source,
        function: None,
        ends: vec![usize::MAX],
        around: Vec::new(),
        within: Vec::new(),
        full: None,
        typedefs: BTreeMap::new(),
        syntax: Syntax::default(),
    };
    visitor.visit_translation_unit(unit);
    visitor.syntax
}

/// What a label of `switch` can belong to.
#[derive(Clone, Copy, PartialEq)]
enum Around {
    Loop,
    Switch,
}

struct Visitor<'a> {
    source: &'a Source,
    function: Option<String>,
    /// Where the open blocks end.
    ends: Vec<usize>,
    around: Vec<Around>,
    within: Vec<usize>,
    /// The full expression that is open.
    full: Option<usize>,
    /// Names of types, and whether they are integers wherever they are defined.
    typedefs: BTreeMap<String, bool>,
    syntax: Syntax,
}

impl Visitor<'_> {
    fn declare(&mut self, name: &str, start: usize, is_int: bool) {
        let (name, function) = (name.to_string(), self.function.clone());
        let end = *self.ends.last().expect("the file is open");
        self.syntax.declared.push(Declared { name, function, start, end, is_int });
    }

    fn is_int(&self, declarator: &Declarator, specifiers: impl Iterator<Item = TypeSpecifier>) -> bool {
        let is_plain = matches!(declarator.kind.node, DeclaratorKind::Identifier(_)) && declarator.derived.is_empty();
        let is_int = |t: TypeSpecifier| match t {
            TypeSpecifier::Char
            | TypeSpecifier::Short
            | TypeSpecifier::Int
            | TypeSpecifier::Long
            | TypeSpecifier::Signed
            | TypeSpecifier::Unsigned
            | TypeSpecifier::Bool
            | TypeSpecifier::Enum(_) => true,
            TypeSpecifier::TypedefName(name) => self.typedefs.get(&name.node.name) == Some(&true),
            _ => false,
        };
        is_plain && specifiers.map(is_int).fold(None, |all, one| Some(all.unwrap_or(true) && one)) == Some(true)
    }

    fn within(&mut self, start: usize, visit: impl FnOnce(&mut Self)) {
        self.within.push(start);
        visit(self);
        self.within.pop();
    }

    fn inside(&mut self, around: Around, end: usize, visit: impl FnOnce(&mut Self)) {
        self.around.push(around);
        self.ends.push(end);
        visit(self);
        self.ends.pop();
        self.around.pop();
    }

    fn parameters(&mut self, declarator: &Declarator) {
        for derived in &declarator.derived {
            let DerivedDeclarator::Function(f) = &derived.node else { continue };
            for p in &f.node.parameters {
                let Some(d) = &p.node.declarator else { continue };
                let Some(name) = name_of(&d.node) else { continue };
                let is_int = self.is_int(&d.node, types(&p.node.specifiers)) && !is_volatile(&p.node.specifiers);
                self.declare(name, d.span.start, is_int);
            }
        }
    }
}

fn types(specifiers: &[Node<DeclarationSpecifier>]) -> impl Iterator<Item = TypeSpecifier> {
    specifiers.iter().filter_map(|s| match &s.node {
        DeclarationSpecifier::TypeSpecifier(t) => Some(t.node.clone()),
        _ => None,
    })
}

fn is_typedef(declaration: &Declaration) -> bool {
    let is = |s: &Node<DeclarationSpecifier>| matches!(&s.node, DeclarationSpecifier::StorageClass(c) if c.node == StorageClassSpecifier::Typedef);
    declaration.specifiers.iter().any(is)
}

/// What is volatile may have another value whenever it is looked at.
fn is_volatile(specifiers: &[Node<DeclarationSpecifier>]) -> bool {
    let is = |s: &Node<DeclarationSpecifier>| matches!(&s.node, DeclarationSpecifier::TypeQualifier(q) if q.node == TypeQualifier::Volatile);
    specifiers.iter().any(is)
}

fn name_of(declarator: &Declarator) -> Option<&str> {
    match &declarator.kind.node {
        DeclaratorKind::Identifier(name) => Some(&name.node.name),
        DeclaratorKind::Declarator(inner) => name_of(&inner.node),
        DeclaratorKind::Abstract => None,
    }
}

fn is_function(declarator: &Declarator) -> bool {
    let is = |d: &Node<DerivedDeclarator>| {
        matches!(d.node, DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_))
    };
    matches!(declarator.kind.node, DeclaratorKind::Identifier(_)) && declarator.derived.first().is_some_and(is)
}

impl<'ast> Visit<'ast> for Visitor<'_> {
    fn visit_function_definition(&mut self, f: &'ast FunctionDefinition, span: &'ast Bytes) {
        let name = name_of(&f.declarator.node).unwrap_or_default().to_string();
        self.syntax.functions.insert(name.clone());
        self.function = Some(name);
        self.ends.push(span.end);
        self.parameters(&f.declarator.node);
        for declaration in &f.declarations {
            self.visit_declaration(&declaration.node, &declaration.span);
        }
        self.visit_statement(&f.statement.node, &f.statement.span);
        self.ends.pop();
        self.function = None;
    }

    fn visit_declaration(&mut self, declaration: &'ast Declaration, span: &'ast Bytes) {
        for d in &declaration.declarators {
            let declarator = &d.node.declarator.node;
            let Some(name) = name_of(declarator) else { continue };
            let is_int = self.is_int(declarator, types(&declaration.specifiers));
            if is_typedef(declaration) {
                let known = self.typedefs.entry(name.to_string()).or_insert(true);
                *known &= is_int;
                // It may hide a variable.
                self.declare(name, d.span.start, false);
            } else if is_function(declarator) {
                self.syntax.functions.insert(name.to_string());
            } else {
                self.declare(name, d.span.start, is_int && !is_volatile(&declaration.specifiers));
            }
        }
        self.within(span.start, |this| visit::visit_declaration(this, declaration, span));
    }

    fn visit_init_declarator(&mut self, d: &'ast InitDeclarator, span: &'ast Bytes) {
        self.within(span.start, |this| visit::visit_init_declarator(this, d, span));
    }

    fn visit_enumerator(&mut self, e: &'ast Enumerator, span: &'ast Bytes) {
        self.declare(&e.identifier.node.name, span.start, false);
        visit::visit_enumerator(self, e, span);
    }

    fn visit_statement(&mut self, s: &'ast Statement, span: &'ast Bytes) {
        let full = self.full.take();
        let function = self.function.clone().unwrap_or_default();
        let (start, place) = (span.start, self.source.place(span.start));
        let begins = |keyword| Loop { keyword, start, place, function: function.clone() };
        let around = match s {
            Statement::While(_) => {
                self.syntax.loops.push(begins("while"));
                Some(Around::Loop)
            }
            Statement::For(_) => {
                self.syntax.loops.push(begins("for"));
                Some(Around::Loop)
            }
            Statement::DoWhile(_) => Some(Around::Loop),
            Statement::Switch(_) => Some(Around::Switch),
            Statement::Goto(_) | Statement::Asm(_) => {
                self.syntax.jumping.insert(function.clone());
                None
            }
            Statement::Labeled(l) => {
                if !matches!(l.node.label.node, Label::Identifier(_)) && self.around.last() == Some(&Around::Loop) {
                    self.syntax.jumping.insert(function.clone());
                }
                None
            }
            _ => None,
        };
        self.within(start, |this| match (around, s) {
            (Some(around), _) => this.inside(around, span.end, |this| visit::visit_statement(this, s, span)),
            (None, Statement::Compound(_)) => {
                this.ends.push(span.end);
                visit::visit_statement(this, s, span);
                this.ends.pop();
            }
            (None, _) => visit::visit_statement(this, s, span),
        });
        self.full = full;
    }

    fn visit_expression(&mut self, e: &'ast Expression, span: &'ast Bytes) {
        let before = self.full;
        let full = before.unwrap_or(span.start);
        self.full = Some(full);
        let place = self.source.place(span.start);
        let function = self.function.clone().unwrap_or_default();
        self.syntax.full.entry(place).or_insert((full, function.clone()));
        if let Expression::Call(call) = e
            && let Expression::Identifier(name) = &call.node.callee.node
        {
            self.syntax.calls.push(Call {
                name: name.node.name.clone(),
                function,
                place,
                close: span.end.saturating_sub(1),
                full,
                within: self.within.iter().map(|start| self.source.place(*start)).collect(),
            });
        }
        self.within(span.start, |this| visit::visit_expression(this, e, span));
        self.full = before;
    }
}
