//! Statements.

use super::memory::Place;
use super::scope::{Fallible, Lowering, Way};
use super::value::Operand;
use crate::diagnostic::Diagnostic;
use crate::frontend::c::tree::{Expr, Refusal, Stmt, StmtKind};
use crate::program::{LocationId, Span};

/// Programs with more locations are refused.
pub(super) const MOST_LOCATIONS: usize = 200_000;
/// More problems are not reported.
const MOST_PROBLEMS: usize = 20;

impl<'a> Lowering<'a> {
    /// Keeps a problem for the user, once.
    pub fn report(&mut self, problem: Diagnostic) {
        self.flow.owed.clear();
        self.unsupported.note_in_call(self.source, &problem);
        if self.errors.len() < MOST_PROBLEMS && !self.errors.contains(&problem) {
            self.errors.push(problem);
        }
    }

    /// Whether there are more locations than a program may have.
    pub fn is_too_large(&self) -> bool {
        self.flow.program.graph.node_count() > MOST_LOCATIONS
    }

    /// One statement, from where execution stands.
    pub fn statement(&mut self, s: &'a Stmt) -> Fallible<()> {
        if self.is_too_large() {
            let message = format!("the program has more than {MOST_LOCATIONS} locations after inlining");
            return Err(Diagnostic::new(message, Span::default()));
        }
        let place = self.place(s.span);
        let is_entry = matches!(self.frames.as_slice(), [frame] if frame.site == 0);
        let outer = self.flow.entry_at;
        if is_entry {
            self.flow.entry_at = place;
        }
        let done = self.at(place, |this| this.statement_here(s));
        self.flow.entry_at = outer;
        done
    }

    fn statement_here(&mut self, s: &'a Stmt) -> Fallible<()> {
        match &s.kind {
            StmtKind::Compound(items) => self.in_scope(|this| this.items(items)),
            StmtKind::Declare(variables) => {
                self.local_declaration(variables);
                self.end_passing();
            }
            StmtKind::While { condition, body } => return self.while_loop(condition, body),
            StmtKind::Do { body, condition } => return self.do_loop(body, condition),
            StmtKind::For { init, condition, step, body } => {
                return self.for_loop(init.as_deref(), condition.as_ref(), step.as_ref(), body);
            }
            StmtKind::Case { low, high, body } => return self.case(low, high, body, s.span),
            StmtKind::Default(body) => return self.default(body, s.span),
            StmtKind::Label(name, at, body) => return self.label(name, *at, body),
            _ => {
                self.flow.mark_line();
                return self.simple_statement(s);
            }
        }
        Ok(())
    }

    fn simple_statement(&mut self, s: &'a Stmt) -> Fallible<()> {
        match &s.kind {
            StmtKind::Expression(e) => {
                self.whole_or_gap(e.span, |this| this.for_effect(e))?;
                self.end_passing();
            }
            StmtKind::If { condition, then, otherwise } => self.if_statement(condition, then, otherwise.as_deref())?,
            StmtKind::Switch { value, body } => self.switch_statement(value, body)?,
            StmtKind::Goto(label, at) => self.goto(label, *at)?,
            StmtKind::GotoComputed(e) => self.goto_computed(e)?,
            StmtKind::Continue => match self.frame().continues.last().copied() {
                Some(way) => self.leave_by(way),
                None => return Err(self.problem("`continue` outside of a loop", s.span)),
            },
            StmtKind::Break => match self.frame().breaks.last().copied() {
                Some(way) => self.leave_by(way),
                None => return Err(self.problem("`break` outside of a loop or switch", s.span)),
            },
            StmtKind::Return(e) => self.return_statement(e.as_ref())?,
            StmtKind::Asm => self.end_at(&Refusal::of("`asm`"), s.span),
            StmtKind::Refused(refusal) => return self.refused(refusal, s.span),
            _ => {}
        }
        Ok(())
    }

    fn items(&mut self, items: &'a [Stmt]) {
        items.iter().for_each(|item| self.recover(item));
    }

    /// `({ … })`: the value of the last expression.
    pub fn statement_expression(&mut self, items: &'a [Stmt], e: &'a Expr) -> Fallible<Operand> {
        self.flow.settle();
        let is_plain = |s: &Stmt| matches!(s.kind, StmtKind::Empty | StmtKind::Expression(_) | StmtKind::Declare(_));
        if self.notes() && !items.iter().all(is_plain) {
            let value = self.sequenced(|this| this.statement_expression(items, e))?;
            self.note_statements(e);
            return Ok(value);
        }
        let (last, first) = match items.split_last() {
            Some((Stmt { kind: StmtKind::Expression(e), .. }, first)) => (Some(e), first),
            _ => (None, items),
        };
        self.in_scope(|this| {
            for item in first {
                let noted = this.noted();
                this.recover(item);
                this.sequence_point_before_anything(noted);
            }
            match last {
                Some(e) => {
                    let value = this.expression(e)?;
                    // What its block calls at its end does not change it, nor does what ends there.
                    let frame = this.frame();
                    let stays = frame.cleanups.is_empty() && frame.lived.is_empty();
                    Ok(if stays { value } else { this.keep_operand(value) })
                }
                None => Ok(Operand::Void),
            }
        })
    }

    fn if_statement(&mut self, condition: &'a Expr, then: &'a Stmt, otherwise: Option<&'a Stmt>) -> Fallible<()> {
        let (yes, join) = (self.flow.fresh(), self.flow.fresh());
        let no = if otherwise.is_some() { self.flow.fresh() } else { join };
        self.branch_marked(condition, yes, no)?;
        self.flow.resume(yes);
        self.in_scope(|this| this.recover(then));
        self.flow.jump(join);
        if let Some(s) = otherwise {
            self.flow.resume(no);
            self.in_scope(|this| this.recover(s));
            self.flow.jump(join);
        }
        self.flow.resume(join);
        Ok(())
    }

    /// To where `break`, `continue` or `return` goes, after what is due on the way.
    pub fn leave_by(&mut self, way: Way) {
        self.clean_up(way.cleanups);
        self.end_lives(way.lived);
        self.flow.jump(way.to);
    }

    /// Calls what is called at the end of the open blocks, those of the outermost `left` variables left out.
    pub fn clean_up(&mut self, left: usize) {
        let due = self.frame().cleanups.get(left..).unwrap_or_default().to_vec();
        if !self.flow.is_live() {
            return;
        }
        for (place, function, span) in due.into_iter().rev() {
            if let Err(problem) = self.call_cleanup(place, function, span) {
                self.report(problem);
            }
        }
    }

    /// A statement inside another one, whose problems do not stop what follows.
    pub fn recover(&mut self, s: &'a Stmt) {
        if let Err(problem) = self.statement(s) {
            self.report(problem);
        }
    }

    /// The body of a loop, with what `break` and `continue` mean in it.
    fn loop_body(&mut self, s: &'a Stmt, out: LocationId, again: LocationId) {
        let frame = self.frame();
        let (cleanups, lived) = (frame.cleanups.len(), frame.lived.len());
        frame.breaks.push(Way { to: out, cleanups, lived });
        frame.continues.push(Way { to: again, cleanups, lived });
        self.in_scope(|this| this.recover(s));
        let frame = self.frame();
        frame.breaks.pop();
        frame.continues.pop();
        self.flow.jump(again);
    }

    fn while_loop(&mut self, condition: &'a Expr, s: &'a Stmt) -> Fallible<()> {
        let (header, body, out) = (self.flow.fresh(), self.flow.fresh(), self.flow.fresh());
        self.flow.jump_or_start(header);
        self.flow.mark_line();
        self.loops += 1;
        let branched = self.branch_marked(condition, body, out);
        if branched.is_ok() {
            self.flow.resume(body);
            self.loop_body(s, out, header);
        }
        self.loops -= 1;
        branched?;
        self.flow.resume(out);
        Ok(())
    }

    fn do_loop(&mut self, s: &'a Stmt, condition: &'a Expr) -> Fallible<()> {
        let (body, test, out) = (self.flow.fresh(), self.flow.fresh(), self.flow.fresh());
        self.flow.jump_or_start(body);
        self.flow.mark_line();
        self.loops += 1;
        self.loop_body(s, out, test);
        self.flow.resume(test);
        let place = self.place(condition.span);
        let branched = self.at(place, |this| {
            this.flow.mark_line();
            this.branch_marked(condition, body, out)
        });
        self.loops -= 1;
        branched?;
        self.flow.resume(out);
        Ok(())
    }

    fn for_loop(
        &mut self,
        init: Option<&'a Stmt>,
        condition: Option<&'a Expr>,
        step: Option<&'a Expr>,
        s: &'a Stmt,
    ) -> Fallible<()> {
        self.in_scope(|this| {
            if let Some(init) = init {
                this.statement(init)?;
            }
            let (header, body, out) = (this.flow.fresh(), this.flow.fresh(), this.flow.fresh());
            let again = if step.is_some() { this.flow.fresh() } else { header };
            this.flow.jump_or_start(header);
            this.loops += 1;
            let branched = match condition {
                Some(e) => {
                    let place = this.place(e.span);
                    this.at(place, |this| {
                        this.flow.mark_line();
                        this.branch_marked(e, body, out)
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
                this.loop_body(s, out, again);
            }
            let stepped = match step {
                Some(e) if branched.is_ok() => {
                    this.flow.resume(again);
                    let place = this.place(e.span);
                    let stepped = this.at(place, |this| {
                        this.flow.mark_line();
                        this.whole_or_gap(e.span, |this| this.for_effect(e)).map(drop)
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
            (Some(e), place) => drop(self.whole_or_gap(e.span, |this| this.result(e, place))?),
            (None, Some(place)) => self.begin_unknown(place.object, false),
            (None, None) => {}
        }
        let to = self.frame().exit;
        // What the function declared dies at its end.
        let lived = self.frame().lived.len();
        self.leave_by(Way { to, cleanups: 0, lived });
        Ok(())
    }

    /// What a function returns goes to its place, if it has one.
    fn result(&mut self, e: &'a Expr, place: Option<Place>) -> Fallible<()> {
        let Some(place) = place else { return self.for_effect(e) };
        let target = self.target(place);
        let direct = match self.simple(&target) {
            Some((symbol, kind)) => self.read_directly(e, symbol, kind)?,
            None => false,
        };
        if !direct {
            let v = self.converted(e, &target.ty)?;
            self.write(&target, &v, e.span)?;
        }
        Ok(())
    }
}
