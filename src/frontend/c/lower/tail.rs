//! Which calls of itself are the last thing a function does: those make it a loop.

use crate::frontend::c::tree::*;
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};
use std::collections::HashSet;

/// The positions of the calls of `name` after which `function`, whose name that is, only returns their result.
pub(super) fn tail_calls(name: &str, function: &Node<FunctionDefinition>) -> HashSet<usize> {
    let mut found = Tails { name, calls: HashSet::new() };
    found.visit_function_definition(&function.node, &function.span);
    found.last(&function.node.statement);
    found.calls
}

struct Tails<'n> {
    name: &'n str,
    calls: HashSet<usize>,
}

impl Tails<'_> {
    fn call(&mut self, e: &Expr) {
        if let Expression::Call(call) = &e.node
            && let Expression::Identifier(callee) = &call.node.callee.node
            && callee.node.name == self.name
        {
            self.calls.insert(call.span.start);
        }
    }

    /// A statement after which the function ends.
    fn last(&mut self, s: &Node<Statement>) {
        match &s.node {
            Statement::Expression(Some(e)) => self.call(e),
            Statement::If(i) => {
                self.last(&i.node.then_statement);
                i.node.else_statement.iter().for_each(|s| self.last(s));
            }
            Statement::Labeled(l) => self.last(&l.node.statement),
            Statement::Compound(items) => {
                if let Some(BlockItem::Statement(s)) = items.last().map(|item| &item.node) {
                    self.last(s);
                }
            }
            _ => {}
        }
    }
}

impl<'ast> Visit<'ast> for Tails<'_> {
    fn visit_statement(&mut self, s: &'ast Statement, span: &'ast Span) {
        match s {
            Statement::Return(Some(e)) => self.call(e),
            Statement::Compound(items) => {
                for pair in items.windows(2) {
                    if let [BlockItem::Statement(s), BlockItem::Statement(end)] = [&pair[0].node, &pair[1].node]
                        && matches!(end.node, Statement::Return(None))
                    {
                        self.last(s);
                    }
                }
            }
            _ => {}
        }
        visit::visit_statement(self, s, span);
    }
}
