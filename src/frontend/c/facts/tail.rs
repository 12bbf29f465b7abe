//! What makes a function run its parts again: calls of itself that are the last thing it does, and `goto`.

use crate::frontend::c::tree::{Expr, ExprKind, FunctionId, NodeId, Seen, Stmt, StmtKind, Tree, Type};
use crate::source::Bytes;
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
            let Seen::Stmt(Stmt { kind, .. }) = seen else { return };
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

/// The variables with clean-ups in whose scope a label of a function is, by where they are declared; nothing if there is no
/// such label outside of expressions.
pub(crate) fn cleanups_at(tree: &Tree, function: FunctionId, label: &str) -> Option<Vec<Bytes>> {
    let mut open = vec![];
    let body = tree.function(function).body.as_ref()?;
    is_within(tree, body, label, &mut open).then_some(open)
}

/// Whether a label is in a statement; then `open` has the variables around it.
fn is_within(tree: &Tree, s: &Stmt, label: &str, open: &mut Vec<Bytes>) -> bool {
    let before = open.len();
    let mut any_of = |all: Vec<&Stmt>| {
        let found = all.into_iter().any(|s| is_within(tree, s, label, open));
        if !found {
            open.truncate(before);
        }
        found
    };
    match &s.kind {
        StmtKind::Label(name, ..) if name == label => true,
        StmtKind::Compound(items) => any_of(items.iter().collect()),
        StmtKind::If { then, otherwise, .. } => {
            any_of(vec![&**then]) || any_of(otherwise.iter().map(|s| &**s).collect())
        }
        StmtKind::For { init, body, .. } => any_of(init.iter().chain([body]).map(|s| &**s).collect()),
        StmtKind::While { body, .. }
        | StmtKind::Do { body, .. }
        | StmtKind::Switch { body, .. }
        | StmtKind::Case { body, .. }
        | StmtKind::Default(body)
        | StmtKind::Label(_, _, body) => is_within(tree, body, label, open),
        StmtKind::Declare(variables) => {
            let all = variables.iter().map(|id| tree.variable(*id)).filter(|variable| variable.cleanup.is_some());
            open.extend(all.map(|variable| variable.span));
            false
        }
        _ => false,
    }
}
