//! What makes a function run its parts again: calls of itself that are the last thing it does, and `goto`.

use super::known::sets_jump;
use crate::frontend::c::tree::{Expr, ExprKind, FunctionId, NodeId, Seen, Stmt, StmtKind, Tree, Type};
use rustc_hash::{FxHashMap, FxHashSet};

/// The calls of a function by itself after which it only returns their result.
pub(crate) fn tail_calls(tree: &Tree, function: FunctionId) -> FxHashSet<NodeId> {
    let mut found = Tails { function, calls: FxHashSet::default() };
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
    calls: FxHashSet<NodeId>,
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

/// Whether a function has a `goto` that may go back: to a label that stands before it, or to a computed one.
pub(crate) fn goes_back(tree: &Tree, function: FunctionId) -> bool {
    let (mut labels, mut goes_back, mut number) = (FxHashMap::default(), false, 0usize);
    let mut gotos: Vec<(&str, usize)> = vec![];
    if let Some(body) = &tree.function(function).body {
        body.walk(tree, &mut |seen| {
            number += 1;
            let kind = match seen {
                Seen::Stmt(Stmt { kind, .. }) => kind,
                // A jump leads there.
                Seen::Expr(e) => return goes_back |= calls_setjmp(tree, e),
            };
            match kind {
                StmtKind::Goto(label, _) => gotos.push((label, number)),
                StmtKind::GotoComputed(_) => goes_back = true,
                StmtKind::Label(name, ..) => drop(labels.insert(name.as_str(), number)),
                _ => {}
            }
        });
    }
    goes_back || gotos.iter().any(|(label, at)| labels.get(label).is_some_and(|label| label < at))
}

/// Whether an expression is a call of `setjmp`, by whichever of its names.
fn calls_setjmp(tree: &Tree, e: &Expr) -> bool {
    let ExprKind::Call { callee, .. } = &e.kind else { return false };
    matches!(callee.bare().kind, ExprKind::Function(id) if sets_jump(&tree.function(id).name))
}
