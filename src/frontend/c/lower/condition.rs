//! Conditions: `&&`, `||`, `!` and `?:`.
//!
//! Operands without effects stay one term, together with when it is defined:
//! a check of the right operand matters only where the left one lets it be
//! evaluated. Operands with effects become control flow, and so do operands
//! that start on a further line, because that line can be asked about.

use super::place::Target;
use super::scope::{Fallible, Lowering, Purpose};
use crate::frontend::c::tree::{IntKind, Type};
use super::value::Operand;
use crate::program::LocationId;
use crate::term::Term;
use crate::frontend::c::tree::*;

impl<'a> Lowering<'a> {
    /// Whether the value is not zero, as a term over the state after the effects of `e`.
    pub fn condition(&mut self, e: &'a Expr) -> Fallible<Term> {
        match self.expression(e)? {
            Operand::Int(v) => Ok(self.rules.condition(&v)),
            Operand::Pointer(p) => Ok(self.not_null(&p)),
            Operand::Void => Err(self.problem("a void expression has no value", e.span)),
            Operand::Struct(_) => Err(self.problem("a struct is used as a condition", e.span)),
        }
    }

    /// To `yes` where `e` holds, else to `no`.
    pub fn branch_on(&mut self, e: &'a Expr, yes: LocationId, no: LocationId) -> Fallible<()> {
        match &e.node {
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Negate => {
                return self.branch_on(&u.node.operand, no, yes);
            }
            Expression::BinaryOperator(b) if self.needs_flow(e) => {
                let and = match b.node.operator.node {
                    BinaryOperator::LogicalAnd => true,
                    BinaryOperator::LogicalOr => false,
                    _ => return self.branch_here(e, yes, no),
                };
                let next = self.flow.fresh();
                let (left_yes, left_no) = if and { (next, no) } else { (yes, next) };
                self.branch_on(&b.node.lhs, left_yes, left_no)?;
                self.flow.resume(next);
                let place = self.place(b.node.rhs.span);
                if (place.file, place.line) == (self.flow.span.file, self.flow.span.line) {
                    return self.branch_on(&b.node.rhs, yes, no);
                }
                return self.at(place, |this| {
                    this.flow.mark_line();
                    this.branch_on(&b.node.rhs, yes, no)
                });
            }
            _ => {}
        }
        self.branch_here(e, yes, no)
    }

    fn branch_here(&mut self, e: &'a Expr, yes: LocationId, no: LocationId) -> Fallible<()> {
        let condition = self.condition(e)?;
        self.flow.branch(condition, yes, no);
        Ok(())
    }

    /// Whether an operand of this `&&`, `||` or `?:` that may be skipped has to become control flow.
    pub fn needs_flow(&self, e: &Expr) -> bool {
        let mut e = e;
        loop {
            match &e.node {
                Expression::BinaryOperator(b) if is_logical(&b.node.operator.node) => {
                    if self.optional_flow(&b.node.rhs) {
                        return true;
                    }
                    e = &b.node.lhs;
                }
                Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Negate => e = &u.node.operand,
                Expression::Conditional(c) => {
                    return self.optional_flow(&c.node.then_expression) || self.optional_flow(&c.node.else_expression);
                }
                _ => return false,
            }
        }
    }

    /// Whether an operand that may be skipped has effects, or a part on a line of its own.
    fn optional_flow(&self, e: &Expr) -> bool {
        self.marking && self.is_further(e) || self.facts.has_effects(e) || self.reads_volatile(e)
    }

    fn is_further(&self, e: &Expr) -> bool {
        let (start, here) = (self.place(e.span), self.flow.span);
        if (start.file, start.line) != (here.file, here.line) {
            return true;
        }
        // The operand may itself go on to a further line.
        let mut last = e.span;
        last.start = e.span.end.saturating_sub(1).max(e.span.start);
        let end = self.place(last);
        (end.file, end.line) != (here.file, here.line)
    }

    /// `a && b && …` or `a || b || …`, without recursion into the left operands.
    pub fn logical(&mut self, b: &'a BinaryOperatorExpression, e: &'a Expr) -> Fallible<Operand> {
        if self.needs_flow(e) {
            return self.materialised_condition(e);
        }
        let op = &b.operator.node;
        let and = *op == BinaryOperator::LogicalAnd;
        let (mut spine, mut first) = (Vec::new(), e);
        while let Expression::BinaryOperator(b) = &first.node
            && b.node.operator.node == *op
        {
            spine.push(&b.node.rhs);
            first = &b.node.lhs;
        }
        let terms = self.rules.terms;
        let mut left = self.condition(first)?;
        for rhs in spine.into_iter().rev() {
            let from = self.flow.owed.len();
            let right = self.condition(rhs)?;
            let evaluated = if and { left } else { terms.not(left) };
            self.guard_owed(from, evaluated);
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

    /// `c ? a : b`.
    pub fn conditional(&mut self, c: &'a ConditionalExpression, e: &'a Expr) -> Fallible<Operand> {
        if self.needs_flow(e) {
            return self.conditional_flow(c, e);
        }
        let terms = self.rules.terms;
        let condition = self.condition(&c.condition)?;
        let from = self.flow.owed.len();
        let a = self.expression(&c.then_expression)?;
        self.guard_owed(from, condition);
        let from = self.flow.owed.len();
        let b = self.expression(&c.else_expression)?;
        self.guard_owed(from, terms.not(condition));
        match (a, b) {
            (Operand::Int(a), Operand::Int(b)) => Ok(Operand::Int(self.rules.choose(condition, a, b))),
            (Operand::Struct(a), Operand::Struct(b)) if a.ty == b.ty => {
                let under = |c, t: &Target| -> Vec<_> {
                    t.choices.iter().map(|(k, p)| (terms.and(vec![c, *k]), p.clone())).collect()
                };
                let choices = [under(condition, &a), under(terms.not(condition), &b)].concat();
                Ok(Operand::Struct(Target { ty: a.ty, choices }))
            }
            (Operand::Void, _) | (_, Operand::Void) => Ok(Operand::Void),
            (a, b) => {
                let ty = self.type_of(e)?;
                let (a, b) = (self.as_type(a, &ty, e.span)?, self.as_type(b, &ty, e.span)?);
                match (a, b) {
                    (Operand::Pointer(a), Operand::Pointer(b)) => {
                        Ok(Operand::Pointer(self.choose_pointer(condition, a, b)))
                    }
                    _ => self.refuse("`?:` with values of different types", e.span),
                }
            }
        }
    }

    fn conditional_flow(&mut self, c: &'a ConditionalExpression, e: &'a Expr) -> Fallible<Operand> {
        let ty = self.type_of(e)?;
        if ty == Type::Void {
            self.conditional_effects(c)?;
            return Ok(Operand::Void);
        }
        let name = self.qualified("tmp");
        let result = self.temporary(&name, &ty, e.span.start, Purpose::Chosen)?;
        let target = self.target(result);
        let (yes, no, join) = (self.flow.fresh(), self.flow.fresh(), self.flow.fresh());
        self.branch_on(&c.condition, yes, no)?;
        for (at, operand) in [(yes, &c.then_expression), (no, &c.else_expression)] {
            self.flow.resume(at);
            let v = self.converted(operand, &ty)?;
            self.write(&target, &v, e.span)?;
            self.flow.jump(join);
        }
        self.flow.resume(join);
        self.read(target, e.span)
    }

    /// `c ? a : b` whose value is not used.
    pub fn conditional_effects(&mut self, c: &'a ConditionalExpression) -> Fallible<()> {
        let (yes, no, join) = (self.flow.fresh(), self.flow.fresh(), self.flow.fresh());
        self.branch_on(&c.condition, yes, no)?;
        for (at, operand) in [(yes, &c.then_expression), (no, &c.else_expression)] {
            self.flow.resume(at);
            self.for_effect(operand)?;
            self.flow.jump(join);
        }
        self.flow.resume(join);
        Ok(())
    }
}

fn is_logical(op: &BinaryOperator) -> bool {
    matches!(op, BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr)
}
