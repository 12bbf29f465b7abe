//! Which calls of itself are the last thing a function does: those make it a loop.

use crate::frontend::c::tree::{Expr, ExprKind, FunctionId, NodeId, Seen, Stmt, StmtKind, Tree, Type};
use std::collections::HashSet;

/// The calls of a function by itself after which it only returns their result.
pub(super) fn tail_calls(tree: &Tree, function: FunctionId) -> HashSet<NodeId> {
    let mut found = Tails { function, calls: HashSet::new() };
    let Some(body) = &tree.function(function).body else { return found.calls };
    body.walk(tree, &mut |seen| {
        let Seen::Stmt(s) = seen else { return };
        match &s.kind {
            StmtKind::Return(Some(e)) => found.returned(e),
            StmtKind::Compound(items) => {
                for pair in items.windows(2).filter(|pair| matches!(pair[1].kind, StmtKind::Return(None))) {
                    found.last(&pair[0]);
                }
            }
            _ => {}
        }
    });
    found.last(body);
    found.calls
}

struct Tails {
    function: FunctionId,
    calls: HashSet<NodeId>,
}

impl Tails {
    fn call(&mut self, e: &Expr) {
        if let ExprKind::Call { callee, .. } = &e.kind
            && matches!(callee.kind, ExprKind::Function(id) if id == self.function)
        {
            self.calls.insert(e.id);
        }
    }

    /// What the function returns: a conversion to another type comes after a call.
    fn returned(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Convert(inner) if inner.ty == e.ty => self.returned(inner),
            _ => self.call(e),
        }
    }

    /// A statement after which the function ends.
    fn last(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Expression(e) => match &e.kind {
                ExprKind::Convert(inner) if e.ty == Type::Void => self.call(inner),
                _ => self.call(e),
            },
            StmtKind::If { then, otherwise, .. } => {
                self.last(then);
                otherwise.iter().for_each(|s| self.last(s));
            }
            StmtKind::Label(_, _, body) => self.last(body),
            StmtKind::Compound(items) => items.last().into_iter().for_each(|s| self.last(s)),
            _ => {}
        }
    }
}
