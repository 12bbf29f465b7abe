//! The blocks of functions, and what is declared or called in which: which variables are there at the same time.

use crate::frontend::c::tree::{Expr, ExprKind, FunctionId, Initializer, NodeId, Stmt, StmtKind, Tree};
use crate::source::Bytes;
use rustc_hash::FxHashMap;

/// The blocks around each declaration of a variable and each expression, by node, from the outside inwards; parameters
/// are in none.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    around: FxHashMap<NodeId, Vec<usize>>,
    open: Vec<usize>,
    count: usize,
}

impl Blocks {
    /// Those of all functions.
    pub fn new(tree: &Tree) -> Blocks {
        let mut blocks = Blocks::default();
        tree.functions.iter().filter_map(|f| f.body.as_ref()).for_each(|body| blocks.statement(tree, body));
        blocks
    }

    /// Whether a variable that is declared at one node is there all the time that its block runs another node.
    pub fn is_there(&self, declared: NodeId, at: NodeId) -> bool {
        let around = |node| self.around.get(&node).map_or(&[][..], |blocks| blocks.as_slice());
        around(at).starts_with(around(declared))
    }

    fn block(&mut self, inside: impl FnOnce(&mut Blocks)) {
        self.count += 1;
        self.open.push(self.count);
        inside(self);
        self.open.pop();
    }

    fn statement(&mut self, tree: &Tree, s: &Stmt) {
        let parts = |this: &mut Blocks| {
            if let StmtKind::Declare(variables) = &s.kind {
                for id in variables {
                    let variable = tree.variable(*id);
                    this.around.insert(variable.node, this.open.clone());
                    variable.length.iter().for_each(|e| this.expression(tree, e));
                    variable.initializer.iter().for_each(|i| this.initializer(tree, i));
                }
            }
            s.expressions().into_iter().for_each(|e| this.expression(tree, e));
            s.inner().into_iter().for_each(|inner| this.statement(tree, inner));
        };
        match s.kind {
            StmtKind::Compound(_) | StmtKind::For { .. } => self.block(parts),
            _ => parts(self),
        }
    }

    fn expression(&mut self, tree: &Tree, e: &Expr) {
        self.around.insert(e.id, self.open.clone());
        match &e.kind {
            ExprKind::CompoundLiteral(i) => self.initializer(tree, i),
            ExprKind::Statement(items) => {
                self.block(|this| items.iter().for_each(|s| this.statement(tree, s)));
            }
            _ => e.operands().into_iter().for_each(|e| self.expression(tree, e)),
        }
    }

    fn initializer(&mut self, tree: &Tree, i: &Initializer) {
        match i {
            Initializer::Expression(e) => self.expression(tree, e),
            Initializer::List(items, _) => items.iter().for_each(|item| self.initializer(tree, &item.initializer)),
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::c::{Options, parse};
    use crate::source::Source;

    fn node(tree: &Tree, name: &str) -> NodeId {
        tree.variables.iter().find(|v| v.name == name).expect("a variable").node
    }

    #[test]
    fn variables_of_blocks_beside_each_other_are_not_there_together() {
        let text = "void f(int p) { int a; { int b; { int c; } } for (int d;;) { int e; } }";
        let parsed = parse(&mut Source::from_text("test.c", text), &Options::default()).expect("C");
        let tree = parsed.tree();
        let blocks = Blocks::new(tree);
        let there = |declared: &str, at: &str| blocks.is_there(node(tree, declared), node(tree, at));
        assert!(there("p", "c") && there("a", "c") && there("b", "c") && there("d", "e"));
        assert!(!there("b", "a") && !there("c", "b") && !there("b", "e") && !there("b", "d") && !there("e", "d"));
    }
}
