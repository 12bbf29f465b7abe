//! Statements.

use super::{Fallible, Lowering, MOST_LOCATIONS, Stop};
use crate::frontend::Apart;
use crate::frontend::microc::tree::{Expr, Stmt, StmtKind};
use crate::program::{BranchOutcome, Instruction, LocationId, Mark, Role};

impl<'a> Lowering<'a> {
    /// One statement, from where execution stands.
    pub fn statement(&mut self, s: &'a Stmt) -> Fallible<()> {
        if self.flow.program.graph.node_count() > MOST_LOCATIONS {
            return Err(Stop::TooLarge);
        }
        if let StmtKind::Block(all) = &s.kind {
            return all.iter().try_for_each(|s| self.statement(s));
        }
        self.flow.span = self.source.start(s.span);
        match &s.kind {
            StmtKind::Output(e) => {
                self.flow.mark_line();
                let value = self.expression(e)?.term();
                self.output(value);
            }
            StmtKind::Assign(to, e) => {
                self.flow.mark_line();
                let mut value = self.expression(e)?;
                if to.calls() {
                    value = self.keep(value);
                }
                let place = self.place(to)?;
                self.write(&place, &value);
                // Where nothing can be stored nothing came that settles what is owed.
                self.flow.settle();
            }
            StmtKind::If(guard, then, otherwise) => {
                self.flow.mark_line();
                self.if_statement(guard, then, otherwise.as_deref())?;
            }
            StmtKind::While(guard, body) => self.while_statement(guard, body)?,
            StmtKind::Block(_) => {}
        }
        Ok(())
    }

    fn output(&mut self, value: crate::term::Term) {
        let terms = self.terms;
        self.flow.settle();
        match self.outputs {
            Some((all, count)) => {
                self.flow.assign(all, terms.store(terms.sym(all), terms.sym(count), value));
                self.flow.assign(count, terms.offset(terms.sym(count), 1));
            }
            None => self.flow.emit(Instruction::Skip, Role::Step),
        }
    }

    fn if_statement(&mut self, guard: &'a Expr, then: &'a Stmt, otherwise: Option<&'a Stmt>) -> Fallible<()> {
        let (yes, join) = (self.flow.fresh(), self.flow.fresh());
        let no = if otherwise.is_some() { self.flow.fresh() } else { join };
        self.branch(guard, yes, no)?;
        let before = self.definite.clone();
        self.flow.resume(yes);
        self.statement(then)?;
        self.flow.jump(join);
        let after_then = std::mem::replace(&mut self.definite, before);
        if let Some(s) = otherwise {
            self.flow.resume(no);
            self.statement(s)?;
            self.flow.jump(join);
        }
        self.definite.retain(|cell| after_then.contains(cell));
        self.flow.resume(join);
        Ok(())
    }

    fn while_statement(&mut self, guard: &'a Expr, body: &'a Stmt) -> Fallible<()> {
        let (header, inside, out) = (self.flow.fresh(), self.flow.fresh(), self.flow.fresh());
        self.flow.jump_or_start(header);
        self.flow.mark_line();
        self.loops += 1;
        self.branch(guard, inside, out)?;
        let after_guard = self.definite.clone();
        self.flow.resume(inside);
        self.statement(body)?;
        self.flow.jump(header);
        self.loops -= 1;
        self.definite = after_guard;
        self.flow.resume(out);
        Ok(())
    }

    /// To `yes` where the guard is not 0, else to `no`; with places of their own for both where these are asked about.
    fn branch(&mut self, guard: &'a Expr, yes: LocationId, no: LocationId) -> Fallible<()> {
        let condition = self.condition(guard)?;
        let is_open = self.terms.as_bool(condition).is_none();
        if self.options.apart == Apart::Nothing || !is_open {
            self.flow.branch(condition, yes, no);
            return Ok(());
        }
        let at = self.source.start(guard.span);
        let (holds, fails) = (self.flow.fresh(), self.flow.fresh());
        self.flow.branch(condition, holds, fails);
        for (from, to, outcome) in [(holds, yes, BranchOutcome::True), (fails, no, BranchOutcome::False)] {
            self.flow.resume(from);
            self.flow.mark(Mark::Branch { at, outcome });
            self.flow.jump(to);
        }
        Ok(())
    }
}
