//! What a question assumes: C conditions over what is in scope when the entry function begins.
//!
//! They are appended to the source as files of their own, each inside of a
//! declaration, because the parser only takes whole files. What would be
//! undefined in an assumption is part of it: there it does not hold, which is
//! never an overflow or an access out of bounds of the program. Whether
//! assumptions contradict one another is not asked here.

use super::facts::is_assignment;
use super::nesting::skip_token;
use super::scope::{Fallible, Lowering};
use crate::diagnostic::{Diagnostic, Subject};
use crate::program::{About, Assumption, Instruction, Role};
use crate::source::Source;
use crate::frontend::c::tree::*;
use crate::source::Bytes;
use lang_c::visit::{self, Visit};
use std::ops::Range;

/// Around an assumption in the text that is parsed.
const AROUND: [&str; 2] = ["int __assumption = (\n", "\n);\n"];

/// What people have to know who get one wrong.
const HELP: &str = "an assumption is a condition over the parameters of the entry function, elements of arrays, and globals, without macros";

/// Appends assumptions to the source; gives the bytes of each, as [`super::Options`] want them.
pub fn append_assumptions(source: &mut Source, texts: &[String]) -> Vec<Range<usize>> {
    let name = |i: usize| format!("assumption {}", i + 1);
    texts.iter().enumerate().map(|(i, text)| source.append(&name(i), text, AROUND)).collect()
}

/// Where what was put around an assumption ends.
pub(super) fn end_of(source: &Source, assumption: &Range<usize>) -> usize {
    (assumption.end + AROUND[1].len()).min(source.text.len())
}

/// Where what was put around an assumption begins.
pub(super) fn start_of(assumption: &Range<usize>) -> usize {
    assumption.start - AROUND[0].len()
}

/// The bytes of an assumption with what was put around it.
pub(super) fn around(source: &Source, assumption: &Range<usize>) -> Range<usize> {
    start_of(assumption)..end_of(source, assumption)
}

/// An error if a bracket of the assumption is not closed, or closes nothing: then it is not one expression.
pub(super) fn check_brackets(source: &Source, assumption: &Range<usize>) -> Result<(), Diagnostic> {
    let bytes = &source.text.as_bytes()[..assumption.end];
    let problem = |what: &str, at: usize| {
        let message = format!("`{}` {what} in this assumption", char::from(bytes[at]));
        Err(Diagnostic::new(message, source.place(at)))
    };
    let mut open = Vec::new();
    let mut i = assumption.start;
    while i < bytes.len() {
        let start = i;
        i = skip_token(bytes, i);
        match bytes[start] {
            b'(' | b'[' | b'{' => open.push(start),
            b')' | b']' | b'}' if open.pop().is_none() => return problem("closes nothing", start),
            _ => {}
        }
    }
    open.last().map_or(Ok(()), |&at| problem("is not closed", at))
}

/// The expressions of the assumptions, taken out of the syntax tree they end.
pub(super) fn take_expressions(unit: &mut TranslationUnit, assumptions: &[Range<usize>]) -> Vec<Node<Expression>> {
    let added = unit.0.split_off(unit.0.len().saturating_sub(assumptions.len()));
    let expression = |(external, assumption): (Node<ExternalDeclaration>, &Range<usize>)| {
        let ExternalDeclaration::Declaration(declaration) = external.node else { return None };
        let initializer = declaration.node.declarators.into_iter().next()?.node.initializer?;
        match initializer.node {
            // The parentheses around it are not the user's.
            Initializer::Expression(e) => Some(Node::new(e.node, Bytes::span(assumption.start, assumption.end))),
            Initializer::List(_) => None,
        }
    };
    added.into_iter().zip(assumptions).filter_map(expression).collect()
}

impl<'a> Lowering<'a> {
    /// Lowers the assumptions at the place where execution stands: the parameters are bound, nothing else happened.
    pub fn assume(&mut self, assumptions: &'a [Node<Expression>]) {
        for (i, e) in assumptions.iter().enumerate() {
            let marking = std::mem::replace(&mut self.marking, false);
            let lowered = self.assume_one(i, e);
            self.marking = marking;
            if let Err(problem) = lowered {
                // What is wrong with something it names is shown where it is named.
                let elsewhere = problem.span.file != self.place(e.span).file;
                let problem = match elsewhere {
                    true => {
                        self.problem(format!("it names something that is not modelled: {}", problem.message), e.span)
                    }
                    false => problem,
                };
                self.report(problem.about(Subject::Assumption(i)));
            }
        }
    }

    fn assume_one(&mut self, index: usize, e: &'a Expr) -> Fallible<()> {
        let mut forbidden = Forbidden { lowering: self, found: None };
        forbidden.visit_expression(&e.node, &e.span);
        if let Some(problem) = forbidden.found {
            return Err(problem);
        }
        let condition = self.condition(e)?;
        let defined = std::mem::take(&mut self.flow.owed);
        for term in defined.into_iter().map(|owed| owed.condition).chain([condition]) {
            if self.rules.terms.as_bool(term) != Some(true) {
                self.flow.emit(Instruction::Assume(term), Role::Given(index));
            }
        }
        let text = self.source.text[e.span.start..e.span.end].trim();
        let about = About::Given(index);
        self.flow.program.assumptions.push(Assumption { text: format!("{text} at the entry"), about });
        Ok(())
    }
}

/// Looks for what an assumption may not have.
struct Forbidden<'l, 'a> {
    lowering: &'l Lowering<'a>,
    found: Option<Diagnostic>,
}

impl Forbidden<'_, '_> {
    fn find(&mut self, message: impl Into<String>, span: Bytes) {
        let problem = self.lowering.problem(message, span).with_help(HELP);
        self.found.get_or_insert(problem);
    }
}

impl<'ast> Visit<'ast> for Forbidden<'_, '_> {
    fn visit_expression(&mut self, e: &'ast Expression, span: &'ast Bytes) {
        match e {
            Expression::Call(_) => self.find("a call is not possible in an assumption", *span),
            Expression::Statement(_) => self.find("statements are not possible in an assumption", *span),
            Expression::UnaryOperator(u) if super::expression::step_of(&u.node.operator.node).is_some() => {
                self.find("an assumption cannot change anything", *span);
            }
            Expression::BinaryOperator(b) if is_assignment(&b.node.operator.node) => {
                self.find("an assumption cannot change anything", *span);
                if let (BinaryOperator::Assign, Some(problem)) = (&b.node.operator.node, &mut self.found) {
                    problem.help = Some("`==` compares".into());
                }
            }
            Expression::Identifier(name) if self.lowering.lookup(&name.node.name).is_none() => {
                self.find(format!("`{}` is not declared where the entry function begins", name.node.name), *span);
            }
            _ => visit::visit_expression(self, e, span),
        }
    }
}
