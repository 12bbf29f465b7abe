//! Statements.

use super::scope::{Fallible, Lowering};
use super::value::Operand;
use crate::diagnostic::Diagnostic;
use crate::program::{LocationId, Span};
use crate::frontend::c::tree::*;

/// Programs with more locations are refused.
const MOST_LOCATIONS: usize = 200_000;
/// More problems are not reported.
const MOST_PROBLEMS: usize = 20;

impl<'a> Lowering<'a> {
    /// Keeps a problem for the user, once.
    pub fn report(&mut self, problem: Diagnostic) {
        self.flow.owed.clear();
        if self.errors.len() < MOST_PROBLEMS && !self.errors.contains(&problem) {
            self.errors.push(problem);
        }
    }

    /// One statement, from where execution stands.
    pub fn statement(&mut self, s: &'a Node<Statement>) -> Fallible<()> {
        if self.flow.program.graph.node_count() > MOST_LOCATIONS {
            let message = format!("the program has more than {MOST_LOCATIONS} locations after inlining");
            return Err(Diagnostic::new(message, Span::default()));
        }
        let place = self.place(s.span);
        self.at(place, |this| this.statement_here(s))
    }

    fn statement_here(&mut self, s: &'a Node<Statement>) -> Fallible<()> {
        match &s.node {
            Statement::Compound(items) => {
                self.in_scope(|this| this.items(items));
                return Ok(());
            }
            Statement::While(w) => return self.while_loop(&w.node),
            Statement::DoWhile(d) => return self.do_loop(&d.node),
            Statement::For(f) => return self.for_loop(&f.node),
            Statement::Labeled(l) => return self.labeled(&l.node),
            _ => self.flow.mark_line(),
        }
        match &s.node {
            Statement::Expression(Some(e)) => self.for_effect(e)?,
            Statement::Expression(None) => {}
            Statement::If(i) => self.if_statement(&i.node)?,
            Statement::Switch(s) => self.switch_statement(&s.node)?,
            Statement::Goto(label) => self.goto(label),
            Statement::Continue => match self.frame().continues.last().copied() {
                Some(to) => self.flow.jump(to),
                None => return Err(self.problem("`continue` outside of a loop", s.span)),
            },
            Statement::Break => match self.frame().breaks.last().copied() {
                Some(to) => self.flow.jump(to),
                None => return Err(self.problem("`break` outside of a loop or switch", s.span)),
            },
            Statement::Return(e) => self.return_statement(e.as_deref())?,
            Statement::Asm(_) => return self.refuse("inline assembly", s.span),
            _ => unreachable!("handled above"),
        }
        Ok(())
    }

    fn items(&mut self, items: &'a [Node<BlockItem>]) {
        for item in items {
            if let Err(problem) = self.item(item) {
                self.report(problem);
            }
        }
    }

    fn item(&mut self, item: &'a Node<BlockItem>) -> Fallible<()> {
        match &item.node {
            BlockItem::Statement(s) => self.statement(s),
            BlockItem::Declaration(d) => {
                let place = self.place(d.span);
                self.at(place, |this| this.local_declaration(d))
            }
            BlockItem::StaticAssert(a) => self.static_assert(&a.node),
        }
    }

    /// `_Static_assert`: checked here and now.
    pub fn static_assert(&mut self, a: &'a StaticAssert) -> Fallible<()> {
        if self.constant(&a.expression)?.is_zero() {
            return Err(self.problem("this static assertion does not hold", a.expression.span));
        }
        Ok(())
    }

    /// `({ … })`: the value of the last expression.
    pub fn statement_expression(&mut self, s: &'a Node<Statement>) -> Fallible<Operand> {
        let Statement::Compound(items) = &s.node else {
            return self.refuse("this statement as an expression", s.span);
        };
        self.flow.settle();
        let (last, first) = match items.split_last() {
            Some((last, first)) => match &last.node {
                BlockItem::Statement(Node { node: Statement::Expression(Some(e)), .. }) => (Some(e), first),
                _ => (None, items.as_slice()),
            },
            None => (None, items.as_slice()),
        };
        self.in_scope(|this| {
            this.items(first);
            match last {
                Some(e) => this.expression(e),
                None => Ok(Operand::Void),
            }
        })
    }

    fn if_statement(&mut self, i: &'a IfStatement) -> Fallible<()> {
        let (yes, join) = (self.flow.fresh(), self.flow.fresh());
        let no = if i.else_statement.is_some() { self.flow.fresh() } else { join };
        self.branch_on(&i.condition, yes, no)?;
        self.flow.resume(yes);
        self.recover(&i.then_statement);
        self.flow.jump(join);
        if let Some(s) = &i.else_statement {
            self.flow.resume(no);
            self.recover(s);
            self.flow.jump(join);
        }
        self.flow.resume(join);
        Ok(())
    }

    /// A statement inside another one, whose problems do not stop what follows.
    pub fn recover(&mut self, s: &'a Node<Statement>) {
        if let Err(problem) = self.statement(s) {
            self.report(problem);
        }
    }

    /// The body of a loop, with what `break` and `continue` mean in it.
    fn loop_body(&mut self, s: &'a Node<Statement>, out: LocationId, again: LocationId) {
        let frame = self.frame();
        frame.breaks.push(out);
        frame.continues.push(again);
        self.recover(s);
        let frame = self.frame();
        frame.breaks.pop();
        frame.continues.pop();
        self.flow.jump(again);
    }

    fn while_loop(&mut self, w: &'a WhileStatement) -> Fallible<()> {
        let (header, body, out) = (self.flow.fresh(), self.flow.fresh(), self.flow.fresh());
        self.flow.jump_or_start(header);
        self.flow.mark_line();
        self.loops += 1;
        let branched = self.branch_on(&w.expression, body, out);
        if branched.is_ok() {
            self.flow.resume(body);
            self.loop_body(&w.statement, out, header);
        }
        self.loops -= 1;
        branched?;
        self.flow.resume(out);
        Ok(())
    }

    fn do_loop(&mut self, d: &'a DoWhileStatement) -> Fallible<()> {
        let (body, test, out) = (self.flow.fresh(), self.flow.fresh(), self.flow.fresh());
        self.flow.jump_or_start(body);
        self.flow.mark_line();
        self.loops += 1;
        self.loop_body(&d.statement, out, test);
        self.flow.resume(test);
        let place = self.place(d.expression.span);
        let branched = self.at(place, |this| {
            this.flow.mark_line();
            this.branch_on(&d.expression, body, out)
        });
        self.loops -= 1;
        branched?;
        self.flow.resume(out);
        Ok(())
    }

    fn for_loop(&mut self, f: &'a ForStatement) -> Fallible<()> {
        self.in_scope(|this| {
            let place = this.place(f.initializer.span);
            this.at(place, |this| match &f.initializer.node {
                ForInitializer::Empty => Ok(()),
                ForInitializer::Expression(e) => {
                    this.flow.mark_line();
                    this.for_effect(e)
                }
                ForInitializer::Declaration(d) => this.local_declaration(d),
                ForInitializer::StaticAssert(a) => this.static_assert(&a.node),
            })?;
            let (header, body, out) = (this.flow.fresh(), this.flow.fresh(), this.flow.fresh());
            let again = if f.step.is_some() { this.flow.fresh() } else { header };
            this.flow.jump_or_start(header);
            this.loops += 1;
            let branched = match &f.condition {
                Some(e) => {
                    let place = this.place(e.span);
                    this.at(place, |this| {
                        this.flow.mark_line();
                        this.branch_on(e, body, out)
                    })
                }
                None => {
                    this.flow.mark_line();
                    this.flow.jump(body);
                    Ok(())
                }
            };
            if branched.is_ok() {
                this.flow.resume(body);
                this.loop_body(&f.statement, out, again);
            }
            let stepped = match &f.step {
                Some(e) if branched.is_ok() => {
                    this.flow.resume(again);
                    let place = this.place(e.span);
                    let stepped = this.at(place, |this| {
                        this.flow.mark_line();
                        this.for_effect(e)
                    });
                    this.flow.jump(header);
                    stepped
                }
                _ => Ok(()),
            };
            this.loops -= 1;
            branched.and(stepped)?;
            this.flow.resume(out);
            Ok(())
        })
    }

    fn return_statement(&mut self, e: Option<&'a Expr>) -> Fallible<()> {
        match (e, self.frame().result.clone()) {
            (Some(e), Some(place)) => {
                let target = self.target(place);
                let direct = match self.simple(&target) {
                    Some((symbol, kind)) => self.read_directly(e, symbol, kind)?,
                    None => false,
                };
                if !direct {
                    let v = self.converted(e, &target.ty)?;
                    self.write(&target, &v, e.span)?;
                }
            }
            (Some(e), None) => self.for_effect(e)?,
            (None, Some(place)) => self.begin_unknown(place.object, false),
            (None, None) => {}
        }
        let exit = self.frame().exit;
        self.flow.jump(exit);
        Ok(())
    }
}
