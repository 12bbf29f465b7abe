//! Conditions: `&&`, `||`, `!` and `?:`.
//!
//! Operands without effects stay one term, together with when it is defined:
//! a check of the right operand matters only where the left one lets it be
//! evaluated. Operands with effects become control flow, and so do operands
//! that start on a further line, because that line can be asked about.

use super::flow::Flow;
use super::place::Target;
use super::scope::{Fallible, Lowering};
use super::value::Operand;
use crate::frontend::c::facts;
use crate::frontend::c::points_to::Purpose;
use crate::frontend::c::tree::{Expr, ExprKind, IntKind, Type, Unary};
use crate::program::{BranchOutcome, LocationId, Mark};
use crate::term::Term;

impl<'a> Lowering<'a> {
    /// Whether the value is not zero, as a term over the state after the effects of `e`.
    pub fn condition(&mut self, e: &'a Expr) -> Fallible<Term> {
        let value = self.expression(e)?;
        self.truth_of(&value, e)
    }

    /// The same for the condition of a statement, with places of their own for its outcomes where these are asked about. A
    /// condition that cannot be otherwise has none.
    pub fn branch_marked(&mut self, e: &'a Expr, yes: LocationId, no: LocationId) -> Fallible<()> {
        self.whole_or_gap(e.span, |this| this.branch_with_places(e, yes, no)).map(drop)
    }

    fn branch_with_places(&mut self, e: &'a Expr, yes: LocationId, no: LocationId) -> Fallible<()> {
        if !self.has_outcomes || self.flow.library_call.is_some() {
            return self.branch_on(e, yes, no);
        }
        self.marked_as(e, (yes, no), [BranchOutcome::True, BranchOutcome::False], self.has_operands)
    }

    /// The same with these outcomes; operands have their own if it is said so.
    fn marked_as(
        &mut self,
        e: &'a Expr,
        (yes, no): (LocationId, LocationId),
        outcomes: [BranchOutcome; 2],
        operands: bool,
    ) -> Fallible<()> {
        let at = self.place(e.span);
        let (holds, fails) = (self.flow.fresh(), self.flow.fresh());
        let before = std::mem::replace(&mut self.marks_operands, operands);
        let done = self.branch_on(e, holds, fails);
        self.marks_operands = before;
        done?;
        let is_met = |flow: &Flow, at| flow.program.graph.neighbors_directed(at, petgraph::Incoming).next().is_some();
        let is_open = is_met(&self.flow, holds) && is_met(&self.flow, fails);
        for ((from, to), outcome) in [(holds, yes), (fails, no)].into_iter().zip(outcomes) {
            self.flow.resume(from);
            if is_open {
                self.flow.mark(Mark::Branch { at, outcome });
            }
            self.flow.jump(to);
        }
        Ok(())
    }

    /// An operand of `&&` or `||`, whose outcomes are asked about if those of the condition are.
    fn branch_operand(&mut self, e: &'a Expr, yes: LocationId, no: LocationId) -> Fallible<()> {
        let mut inner = e;
        while let ExprKind::Unary(Unary::Not, operand) = &inner.kind {
            inner = operand;
        }
        if !self.marks_operands || matches!(inner.kind, ExprKind::Logical { .. }) {
            return self.branch_on(e, yes, no);
        }
        self.marked_as(e, (yes, no), [true, false].map(BranchOutcome::Operand), false)
    }

    /// To `yes` where `e` holds, else to `no`.
    pub fn branch_on(&mut self, e: &'a Expr, yes: LocationId, no: LocationId) -> Fallible<()> {
        match &e.kind {
            ExprKind::Unary(Unary::Not, operand) => return self.branch_on(operand, no, yes),
            ExprKind::Logical { and, left, right } if self.marks_operands || self.needs_flow(e) => {
                let (flag, first) = (self.sometimes(), self.noted());
                let next = self.flow.fresh();
                let (left_yes, left_no) = if *and { (next, no) } else { (yes, next) };
                self.branch_before(left, left_yes, left_no, first, &[right])?;
                self.flow.resume(next);
                return self.now(flag, |this| {
                    let place = this.place(right.span);
                    if (place.file, place.line) == (this.flow.span.file, this.flow.span.line) {
                        return this.branch_operand(right, yes, no);
                    }
                    this.at(place, |this| {
                        this.flow.mark_line();
                        this.branch_operand(right, yes, no)
                    })
                });
            }
            _ => {}
        }
        self.branch_here(e, yes, no)
    }

    /// To `yes` or `no`; what was accessed since `first` is over before `later`, which may change where that was.
    fn branch_before(
        &mut self,
        e: &'a Expr,
        yes: LocationId,
        no: LocationId,
        first: usize,
        later: &[&Expr],
    ) -> Fallible<()> {
        if !self.notes() {
            return self.branch_operand(e, yes, no);
        }
        let condition = self.condition(e)?;
        self.sequence_point(first, later);
        self.flow.branch(condition, yes, no);
        Ok(())
    }

    fn branch_here(&mut self, e: &'a Expr, yes: LocationId, no: LocationId) -> Fallible<()> {
        let before = std::mem::replace(&mut self.marks_operands, false);
        let condition = self.condition(e);
        self.marks_operands = before;
        self.flow.branch(condition?, yes, no);
        Ok(())
    }

    /// Whether an operand of this `&&`, `||` or `?:` that may be skipped has to become control flow.
    pub fn needs_flow(&self, e: &Expr) -> bool {
        let mut e = e;
        loop {
            match &e.kind {
                ExprKind::Logical { left, right, .. } => {
                    if self.optional_flow(right) {
                        return true;
                    }
                    e = left;
                }
                ExprKind::Unary(Unary::Not, operand) => e = operand,
                ExprKind::Conditional { yes: Some(yes), no, .. } => {
                    return self.optional_flow(yes) || self.optional_flow(no);
                }
                // The condition is the value as well: it is evaluated once.
                ExprKind::Conditional { condition, yes: None, no } => {
                    return self.optional_flow(no) || self.has_effects(condition);
                }
                _ => return false,
            }
        }
    }

    /// Whether an operand that may be skipped has effects, or a part on a line of its own.
    fn optional_flow(&self, e: &Expr) -> bool {
        self.marking && self.is_further(e) || self.has_effects(e)
    }

    /// Whether evaluating an expression does more than give a value, or may give another one each time.
    fn has_effects(&self, e: &Expr) -> bool {
        let may_read_volatile = facts::reads_volatile(e) || self.has_volatile && facts::follows_pointers(e);
        may_read_volatile || facts::has_effects(self.tree, e)
    }

    fn is_further(&self, e: &Expr) -> bool {
        let (start, here) = (self.place(e.span), self.flow.span);
        if (start.file, start.line) != (here.file, here.line) {
            return true;
        }
        // The operand may itself go on to a further line.
        let end = match self.flow.library_call {
            Some(call) if self.library == Some(e.span.text) => call,
            _ => self.source.last(e.span),
        };
        (end.file, end.line) != (here.file, here.line)
    }

    /// `a && b && …` or `a || b || …`, without recursion into the left operands.
    pub fn logical(&mut self, e: &'a Expr) -> Fallible<Operand> {
        if self.needs_flow(e) {
            return self.materialised_condition(e);
        }
        let (mut spine, mut first, mut is_and) = (Vec::new(), e, None);
        while let ExprKind::Logical { and, left, right } = &first.kind
            && is_and.is_none_or(|same| same == *and)
        {
            is_and = Some(*and);
            spine.push(&**right);
            first = left;
        }
        let and = is_and == Some(true);
        let terms = self.rules.terms;
        let noted = self.noted();
        let mut left = self.condition(first)?;
        for rhs in spine.into_iter().rev() {
            self.sequence_point(noted, &[rhs]);
            let (from, second) = (self.flow.owed.len(), self.noted());
            let right = self.condition(rhs)?;
            let evaluated = if and { left } else { terms.not(left) };
            self.guard_owed(from, evaluated);
            self.guard_accesses(second, evaluated);
            left = if and { terms.and(vec![left, right]) } else { terms.or(vec![left, right]) };
        }
        Ok(Operand::Int(self.rules.truth(left)))
    }

    /// A condition with effects as a value: a temporary variable that is 0 or 1.
    fn materialised_condition(&mut self, e: &'a Expr) -> Fallible<Operand> {
        let result = self.variable(self.qualified("tmp"), IntKind::Bool);
        let (yes, no, join) = (self.flow.fresh(), self.flow.fresh(), self.flow.fresh());
        self.branch_on(e, yes, no)?;
        for (at, value) in [(yes, 1), (no, 0)] {
            self.flow.resume(at);
            self.flow.assign(result, self.rules.terms.int(value));
            self.flow.jump(join);
        }
        self.flow.resume(join);
        let v = self.rules.variable(result, IntKind::Bool);
        Ok(Operand::Int(self.rules.promote(v)))
    }

    /// `c ? a : b`, or `c ?: b`.
    pub fn conditional(&mut self, e: &'a Expr) -> Fallible<Operand> {
        let ExprKind::Conditional { condition: test, yes, no } = &e.kind else {
            return Err(self.problem("this is no conditional expression", e.span));
        };
        if self.needs_flow(e) {
            return match yes {
                Some(yes) => self.conditional_flow(test, yes, no, e),
                None => self.value_or(test, no, e),
            };
        }
        let terms = self.rules.terms;
        let first = self.noted();
        let (condition, a) = match yes {
            Some(yes) => {
                let condition = self.condition(test)?;
                self.sequence_point(first, &[yes, no]);
                let (from, noted) = (self.flow.owed.len(), self.noted());
                let a = self.expression(yes)?;
                self.guard_owed(from, condition);
                self.guard_accesses(noted, condition);
                (condition, a)
            }
            None => {
                let value = self.expression(test)?;
                (self.truth_of(&value, test)?, value)
            }
        };
        let (from, noted) = (self.flow.owed.len(), self.noted());
        let b = self.expression(no)?;
        self.guard_owed(from, terms.not(condition));
        self.guard_accesses(noted, terms.not(condition));
        match (a, b) {
            (Operand::Int(a), Operand::Int(b)) => {
                let chosen = self.rules.choose(condition, a, b);
                self.as_type(Operand::Int(chosen), &e.ty, e.span)
            }
            (Operand::Struct(a), Operand::Struct(b)) if a.ty == b.ty => {
                let under = |c, t: &Target| -> Vec<_> {
                    t.choices.iter().map(|(k, p)| (terms.and(vec![c, *k]), p.clone())).collect()
                };
                let choices = [under(condition, &a), under(terms.not(condition), &b)].concat();
                Ok(Operand::Struct(Target { ty: a.ty, choices }))
            }
            (Operand::Void, _) | (_, Operand::Void) => Ok(Operand::Void),
            (a, b) => {
                let (a, b) = (self.as_type(a, &e.ty, e.span)?, self.as_type(b, &e.ty, e.span)?);
                match (a, b) {
                    (Operand::Pointer(a), Operand::Pointer(b)) => {
                        Ok(Operand::Pointer(self.choose_pointer(condition, a, b)))
                    }
                    _ => self.refuse("`?:` with values of different types", e.span),
                }
            }
        }
    }

    fn truth_of(&mut self, value: &Operand, e: &Expr) -> Fallible<Term> {
        match value {
            Operand::Int(v) => Ok(self.rules.condition(v)),
            Operand::Pointer(p) => Ok(self.not_null(p)),
            Operand::Void => Err(self.problem("a void expression has no value", e.span)),
            Operand::Struct(_) => Err(self.problem("a struct is used as a condition", e.span)),
        }
    }

    fn conditional_flow(&mut self, test: &'a Expr, yes: &'a Expr, no: &'a Expr, e: &'a Expr) -> Fallible<Operand> {
        if e.ty == Type::Void {
            self.conditional_effects(test, yes, no)?;
            return Ok(Operand::Void);
        }
        let target = self.chosen(e)?;
        self.in_branches(test, [yes, no], |this, operand| {
            let v = this.converted(operand, &e.ty)?;
            this.write(&target, &v, e.span)
        })?;
        self.read(target, e.span)
    }

    /// One of two operands, as a condition says.
    fn in_branches(
        &mut self,
        test: &'a Expr,
        operands: [&'a Expr; 2],
        mut f: impl FnMut(&mut Self, &'a Expr) -> Fallible<()>,
    ) -> Fallible<()> {
        let (flags, first) = ([self.sometimes(), self.sometimes()], self.noted());
        let (holds, fails, join) = (self.flow.fresh(), self.flow.fresh(), self.flow.fresh());
        self.branch_before(test, holds, fails, first, &operands)?;
        for ((at, operand), flag) in [holds, fails].into_iter().zip(operands).zip(flags) {
            self.flow.resume(at);
            self.now(flag, |this| f(this, operand))?;
            self.flow.jump(join);
        }
        self.flow.resume(join);
        Ok(())
    }

    /// `c ?: b` with effects: the value of `c`, evaluated once, if it is not 0.
    fn value_or(&mut self, test: &'a Expr, no: &'a Expr, e: &'a Expr) -> Fallible<Operand> {
        let target = self.chosen(e)?;
        let (flag, first) = (self.sometimes(), self.noted());
        let value = self.expression(test)?;
        let value = self.keep_operand(value);
        self.sequence_point(first, &[no]);
        let condition = self.truth_of(&value, test)?;
        let (holds, fails, join) = (self.flow.fresh(), self.flow.fresh(), self.flow.fresh());
        self.flow.branch(condition, holds, fails);
        self.flow.resume(holds);
        let value = self.as_type(value, &e.ty, e.span)?;
        self.write(&target, &value, e.span)?;
        self.flow.jump(join);
        self.flow.resume(fails);
        self.now(flag, |this| {
            let value = this.converted(no, &e.ty)?;
            this.write(&target, &value, e.span)
        })?;
        self.flow.jump(join);
        self.flow.resume(join);
        self.read(target, e.span)
    }

    /// Where the value of a conditional expression goes.
    fn chosen(&mut self, e: &Expr) -> Fallible<Target> {
        let name = self.qualified("tmp");
        let result = self.temporary(&name, &e.ty, e.id, Purpose::Chosen)?;
        Ok(self.target(result))
    }

    /// `c ? a : b` whose value is not used.
    pub fn conditional_effects(&mut self, test: &'a Expr, yes: &'a Expr, no: &'a Expr) -> Fallible<()> {
        self.in_branches(test, [yes, no], |this, operand| this.for_effect(operand))
    }
}
