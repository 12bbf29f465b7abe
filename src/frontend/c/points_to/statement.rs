//! Statements, in any order: that of their effects does not matter.

use super::graph::{STORED, WILD};
use super::walk::{Value, Walk};
use crate::frontend::c::tree::{Expr, Stmt, StmtKind, Type, VariableId};

impl<'a> Walk<'a> {
    pub fn statement(&mut self, s: &'a Stmt) {
        self.statements += 1;
        if let Some(open) = self.open {
            self.frames[open].statements += 1;
        }
        if self.gives_up() {
            return;
        }
        match &s.kind {
            StmtKind::Empty | StmtKind::Break | StmtKind::Continue | StmtKind::Asm | StmtKind::Refused(_) => {}
            StmtKind::Compound(items) => self.in_scope(|walk| items.iter().for_each(|item| walk.statement(item))),
            StmtKind::Declare(variables) => variables.iter().for_each(|id| self.local(*id)),
            StmtKind::Expression(e) | StmtKind::GotoComputed(e) => {
                self.value(e);
                if matches!(s.kind, StmtKind::GotoComputed(_)) {
                    self.goto(None);
                }
            }
            StmtKind::If { condition, then, otherwise } => {
                self.truth(condition);
                self.in_scope(|walk| walk.statement(then));
                otherwise.iter().for_each(|s| self.in_scope(|walk| walk.statement(s)));
            }
            StmtKind::While { condition, body } | StmtKind::Do { body, condition } => {
                self.repeat(None, Some(condition), None, body);
            }
            StmtKind::For { init, condition, step, body } => {
                self.repeat(init.as_deref(), condition.as_ref(), step.as_ref(), body);
            }
            StmtKind::Switch { value, body } => {
                self.value(value);
                let declared = self.frame().declared.len();
                self.frame().switches.push(declared);
                self.in_scope(|walk| walk.statement(body));
                self.frame().switches.pop();
            }
            StmtKind::Case { body, .. } | StmtKind::Default(body) => {
                let frame = self.frame();
                let outside = frame.switches.last().copied().unwrap_or(0);
                let skipped = frame.declared.get(outside..).unwrap_or_default().to_vec();
                self.skip(&skipped);
                self.statement(body);
            }
            StmtKind::Label(name, _, body) => {
                let frame = self.frame();
                frame.labels.push((name.clone(), frame.declared.clone()));
                self.statement(body);
            }
            StmtKind::Goto(label, _) => self.goto(Some(label.clone())),
            StmtKind::Return(e) => self.returned(e.as_ref()),
        }
    }

    /// Runs `f` with a block of its own.
    fn in_scope<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let (declared, cleanups) = (self.frame().declared.len(), self.frame().cleanups);
        let around = self.lives.enter();
        let result = f(self);
        self.lives.open = around;
        let frame = self.frame();
        frame.declared.truncate(declared);
        frame.cleanups = cleanups;
        result
    }

    fn repeat(&mut self, init: Option<&'a Stmt>, condition: Option<&'a Expr>, step: Option<&'a Expr>, body: &'a Stmt) {
        self.in_scope(|walk| {
            init.into_iter().for_each(|s| walk.statement(s));
            walk.frame().loops += 1;
            condition.map(|e| walk.truth(e));
            walk.in_scope(|walk| walk.statement(body));
            step.map(|e| walk.value(e));
            walk.frame().loops -= 1;
        });
    }

    /// `({ … })`: the value of the last expression.
    pub fn statement_expression(&mut self, items: &'a [Stmt]) -> Value {
        // In an initialiser of a global it is refused.
        self.open?;
        let value = self.in_scope(|walk| match items.split_last() {
            Some((Stmt { kind: StmtKind::Expression(e), .. }, first)) => {
                first.iter().for_each(|s| walk.statement(s));
                walk.value(e)
            }
            _ => {
                items.iter().for_each(|s| walk.statement(s));
                None
            }
        })?;
        if let Some(StmtKind::Expression(Expr { ty: Type::Pointer(_), .. })) = items.last().map(|last| &last.kind) {
            self.lives.leaves(value);
        }
        Some(value)
    }

    fn returned(&mut self, e: Option<&'a Expr>) {
        match (e, self.frame().result) {
            (Some(e), Some(result)) => {
                let ty = self.objects[&result].declared.clone();
                let value = self.converted(e, &ty);
                self.give((result, &vec![]), value, &ty, STORED);
            }
            (Some(e), None) => drop(self.value(e)),
            (None, Some(result)) => self.begin(result, WILD),
            (None, None) => {}
        }
    }

    fn goto(&mut self, label: Option<String>) {
        let frame = self.frame();
        frame.gotos.push((label, frame.declared.clone()));
    }

    /// Variables in scope at a label that are not at a `goto` to it have no value yet.
    pub fn finish_jumps(&mut self) {
        let (labels, gotos) = (std::mem::take(&mut self.frame().labels), std::mem::take(&mut self.frame().gotos));
        for (goto, declared) in &gotos {
            for (_, there) in labels.iter().filter(|(label, _)| goto.as_ref().is_none_or(|goto| goto == label)) {
                let skipped: Vec<VariableId> = there.iter().filter(|id| !declared.contains(id)).copied().collect();
                self.skip(&skipped);
            }
        }
    }
}
