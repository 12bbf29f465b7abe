//! What the syntax tree says about the places where a program gets its inputs: positions and names, no meaning.

use crate::program::Span;
use crate::source::Source;
use lang_c::ast::*;
use lang_c::span::{Node, Span as Bytes};
use lang_c::visit::{self, Visit};
use std::collections::{BTreeMap, BTreeSet};

/// The places of one file.
#[derive(Default)]
pub(super) struct Survey {
    /// The parameters of the entry function, in order.
    pub parameters: Vec<Parameter>,
    /// Where the declarator of the entry function begins.
    pub entry: Span,
    /// Functions with a body, and where the body begins, behind the brace.
    pub bodies: BTreeMap<String, usize>,
    /// Functions without a body, as they are declared.
    pub declared: BTreeMap<String, Prototype>,
    /// Functions that do not return.
    pub endless: BTreeSet<String>,
    /// Names that occur in expressions.
    pub mentioned: BTreeSet<String>,
    /// Local variables without an initialiser.
    pub locals: Vec<Local>,
    /// Two operands of one operator or call have calls in them: C leaves open which comes first.
    pub is_unordered: bool,
    /// Variables that are only declared `extern`, and where.
    pub externals: BTreeMap<String, Span>,
    /// How many dimensions the members of structs have; nothing where two by this name differ.
    pub dimensions: BTreeMap<String, Option<usize>>,
    /// Members that are bit-fields.
    pub bit_fields: BTreeSet<String>,
}

/// A parameter of the entry function.
#[derive(Clone)]
pub(super) struct Parameter {
    pub name: Option<String>,
    /// What stands in front of the declarator, without qualifiers.
    pub base: String,
    /// Whether the declarator is just the name.
    pub is_plain: bool,
}

/// A declaration of a function in the words of the program.
#[derive(Clone)]
pub(super) struct Prototype {
    /// All of it, without a semicolon.
    pub text: String,
    /// What stands in front of the declarator.
    pub result: String,
    /// Whether the declarator is a plain name with parameters.
    pub is_plain: bool,
    /// The type of the first parameter if it is plain.
    pub parameter: Option<String>,
}

impl Prototype {
    /// Whether the function has no result.
    pub fn returns_void(&self) -> bool {
        self.result.split_whitespace().any(|word| word == "void")
    }
}

/// A local variable that is declared without an initialiser.
#[derive(Clone)]
pub(super) struct Local {
    pub name: String,
    /// Where the declarator begins, in the user's file.
    pub place: Span,
    /// Where it ends, in the text.
    pub end: usize,
}

/// Looks through the whole file.
pub(super) fn survey(source: &Source, unit: &TranslationUnit, entry: &str) -> Survey {
    let mut visitor =
        Visitor { source, entry, depth: 0, calls: 0, variables: BTreeSet::new(), survey: Survey::default() };
    visitor.visit_translation_unit(unit);
    let Visitor { mut survey, variables, .. } = visitor;
    survey.endless = crate::frontend::c::endless_functions(unit);
    let bodies = &survey.bodies;
    survey.declared.retain(|name, _| !bodies.contains_key(name));
    survey.externals.retain(|name, _| !variables.contains(name));
    survey
}

struct Visitor<'a> {
    source: &'a Source,
    entry: &'a str,
    /// How many functions are open.
    depth: usize,
    /// How many calls were seen.
    calls: usize,
    /// Variables that the file defines.
    variables: BTreeSet<String>,
    survey: Survey,
}

impl<'a> Visitor<'a> {
    fn text(&self, from: usize, to: usize) -> String {
        let text = self.source.own_text().get(from..to).unwrap_or_default();
        // Line markers may stand between words.
        let rows = text.lines().filter(|row| !row.trim_start().starts_with('#'));
        rows.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
    }

    fn specifiers(&self, specifiers: &[Node<DeclarationSpecifier>]) -> String {
        match (specifiers.first(), specifiers.last()) {
            (Some(first), Some(last)) => self.text(first.span.start, last.span.end),
            _ => "int".into(),
        }
    }

    /// Looks through operands between which C knows no order.
    fn unordered<'ast>(&mut self, operands: impl IntoIterator<Item = &'ast Node<Expression>>) {
        let mut with_calls = 0;
        for operand in operands {
            let before = self.calls;
            self.visit_expression(&operand.node, &operand.span);
            with_calls += usize::from(self.calls > before);
        }
        self.survey.is_unordered |= with_calls > 1;
    }

    fn prototype(&self, declaration: &Declaration, d: &InitDeclarator) -> Option<Prototype> {
        let declarator = &d.declarator;
        // A pointer to a function is a variable.
        if !matches!(declarator.node.kind.node, DeclaratorKind::Identifier(_)) {
            return None;
        }
        let function = declarator
            .node
            .derived
            .iter()
            .find(|d| matches!(d.node, DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_)))?;
        let result = self.specifiers(&declaration.specifiers);
        let text = format!("{result} {}", self.text(declarator.span.start, function.span.end));
        let first = match &function.node {
            DerivedDeclarator::Function(f) => f.node.parameters.first(),
            _ => None,
        };
        let plain =
            |p: &&Node<ParameterDeclaration>| p.node.declarator.as_ref().is_none_or(|d| d.node.derived.is_empty());
        let parameter = first.filter(plain).map(|p| self.specifiers(&p.node.specifiers));
        Some(Prototype { text, result, is_plain: declarator.node.derived.len() == 1, parameter })
    }

    fn parameters(&self, declarator: &Declarator) -> Vec<Parameter> {
        let function = declarator.derived.iter().find_map(|d| match &d.node {
            DerivedDeclarator::Function(f) => Some(&f.node),
            _ => None,
        });
        let is_void = |p: &ParameterDeclaration| {
            let void = |s: &Node<DeclarationSpecifier>| matches!(&s.node, DeclarationSpecifier::TypeSpecifier(t) if matches!(t.node, TypeSpecifier::Void));
            p.declarator.is_none() && p.specifiers.iter().any(void)
        };
        let parameter = |p: &Node<ParameterDeclaration>| {
            let declarator = p.node.declarator.as_ref().map(|d| &d.node);
            let types = p.node.specifiers.iter().filter(|s| matches!(s.node, DeclarationSpecifier::TypeSpecifier(_)));
            Parameter {
                name: declarator.and_then(name_of).map(str::to_string),
                base: types.map(|s| self.text(s.span.start, s.span.end)).collect::<Vec<_>>().join(" "),
                is_plain: declarator
                    .is_none_or(|d| d.derived.is_empty() && !matches!(d.kind.node, DeclaratorKind::Declarator(_))),
            }
        };
        let all = function.into_iter().flat_map(|f| &f.parameters).filter(|p| !is_void(&p.node));
        all.map(parameter).collect()
    }
}

fn storage(declaration: &Declaration) -> Option<&StorageClassSpecifier> {
    declaration.specifiers.iter().find_map(|s| match &s.node {
        DeclarationSpecifier::StorageClass(class) => Some(&class.node),
        _ => None,
    })
}

/// The name that a declarator declares.
pub(super) fn name_of(declarator: &Declarator) -> Option<&str> {
    match &declarator.kind.node {
        DeclaratorKind::Identifier(name) => Some(&name.node.name),
        DeclaratorKind::Declarator(inner) => name_of(&inner.node),
        DeclaratorKind::Abstract => None,
    }
}

impl<'ast> Visit<'ast> for Visitor<'_> {
    fn visit_function_definition(&mut self, f: &'ast FunctionDefinition, span: &'ast Bytes) {
        if let Some(name) = name_of(&f.declarator.node) {
            self.survey.bodies.insert(name.to_string(), f.statement.span.start + 1);
            if name == self.entry {
                self.survey.entry = self.source.place(f.declarator.span.start);
                self.survey.parameters = self.parameters(&f.declarator.node);
            }
        }
        self.depth += 1;
        visit::visit_function_definition(self, f, span);
        self.depth -= 1;
    }

    fn visit_declaration(&mut self, declaration: &'ast Declaration, span: &'ast Bytes) {
        let storage = storage(declaration);
        for d in &declaration.declarators {
            let Some(name) = name_of(&d.node.declarator.node).map(str::to_string) else { continue };
            if storage == Some(&StorageClassSpecifier::Typedef) {
                continue;
            }
            if let Some(prototype) = self.prototype(declaration, &d.node) {
                self.survey.declared.insert(name, prototype);
                continue;
            }
            match storage {
                Some(StorageClassSpecifier::Extern) if d.node.initializer.is_none() => {
                    self.survey.externals.insert(name, self.source.place(d.span.start));
                }
                _ if self.depth == 0 => drop(self.variables.insert(name)),
                Some(StorageClassSpecifier::Static | StorageClassSpecifier::Extern) => {}
                _ if self.depth > 0 && d.node.initializer.is_none() => {
                    let declarator = d.node.declarator.span;
                    let place = self.source.place(declarator.start);
                    self.survey.locals.push(Local { name, place, end: declarator.end });
                }
                _ => {}
            }
        }
        visit::visit_declaration(self, declaration, span);
    }

    fn visit_struct_declarator(&mut self, member: &'ast StructDeclarator, span: &'ast Bytes) {
        if let Some((declarator, name)) = member.declarator.as_ref().and_then(|d| Some((d, name_of(&d.node)?))) {
            let is_array = |d: &&Node<DerivedDeclarator>| matches!(d.node, DerivedDeclarator::Array(_));
            let dimensions = Some(declarator.node.derived.iter().filter(is_array).count());
            let known = self.survey.dimensions.entry(name.to_string()).or_insert(dimensions);
            *known = known.filter(|_| *known == dimensions);
            if member.bit_width.is_some() {
                self.survey.bit_fields.insert(name.to_string());
            }
        }
        visit::visit_struct_declarator(self, member, span);
    }

    fn visit_binary_operator_expression(&mut self, b: &'ast BinaryOperatorExpression, span: &'ast Bytes) {
        match b.operator.node {
            BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => {
                visit::visit_binary_operator_expression(self, b, span);
            }
            _ => self.unordered([&*b.lhs, &*b.rhs]),
        }
    }

    fn visit_call_expression(&mut self, call: &'ast CallExpression, _: &'ast Bytes) {
        self.unordered(std::iter::once(&*call.callee).chain(&call.arguments));
        self.calls += 1;
    }

    fn visit_expression(&mut self, expression: &'ast Expression, span: &'ast Bytes) {
        if let Expression::Identifier(name) = expression {
            self.survey.mentioned.insert(name.node.name.clone());
        }
        visit::visit_expression(self, expression, span);
    }
}
