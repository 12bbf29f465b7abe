//! Expressions: values as terms, effects as edges, from left to right.
//! What a later effect could change is kept before it (`steady`).

use super::pointer::Pointer;
use super::scope::{Entity, Fallible, Lowering};
use super::value::{Operand, Value};
use crate::frontend::c::facts;
use crate::frontend::c::tree::{Binary, Expr, ExprKind, IntKind, Type, Unary, VariableId};
use crate::source::Bytes;
use crate::world::Uninitialised;

impl<'a> Lowering<'a> {
    /// What an expression gives.
    pub fn expression(&mut self, e: &'a Expr) -> Fallible<Operand> {
        let place = self.place(e.span);
        let before = self.flow.span;
        let further = (place.file, place.line) != (before.file, before.line);
        if !further || !self.marking {
            return self.expression_here(e);
        }
        self.at(place, |this| {
            this.flow.mark_line();
            this.expression_here(e)
        })
    }

    fn expression_here(&mut self, e: &'a Expr) -> Fallible<Operand> {
        match &e.kind {
            ExprKind::Constant(v) => match &e.ty {
                Type::Int(kind) => Ok(Operand::Int(self.rules.int(v.clone(), *kind))),
                Type::Pointer(to) if v.is_zero() => Ok(Operand::Pointer(self.null_pointer((**to).clone()))),
                other => self.refuse(&format!("a constant that is {}", other.with_article()), e.span),
            },
            ExprKind::Variable(id) => match self.resolve(*id, e.span)? {
                Entity::Memory(place) => self.read(self.target(place), e.span),
                Entity::Refused(problem) => Err(problem),
            },
            ExprKind::Function(id) => Ok(Operand::Pointer(self.function_address(*id, e.span)?)),
            ExprKind::String(_) | ExprKind::Member { .. } | ExprKind::CompoundLiteral(_) | ExprKind::Index(..) => {
                let target = self.lvalue(e)?;
                self.read(target, e.span)
            }
            ExprKind::Call { .. } => self.ordered(e, |this| this.call(e)),
            ExprKind::Unary(op, operand) => self.unary(*op, operand, e),
            ExprKind::Step { by, postfix, operand } => {
                self.ordered(e, |this| this.increment(*by, *postfix, operand, e.span, true))
            }
            ExprKind::Convert(inner) => self.convert(inner, e),
            ExprKind::Logical { .. } => self.logical(e),
            ExprKind::Assign(left, right) => self.ordered(e, |this| this.assignment(None, left, right, e.span, true)),
            ExprKind::AssignOp(op, left, right) => {
                self.ordered(e, |this| this.assignment(Some(*op), left, right, e.span, true))
            }
            ExprKind::Binary(..) => self.ordered(e, |this| this.binary_spine(e)),
            ExprKind::Conditional { .. } => self.conditional(e),
            ExprKind::Comma(first, last) => {
                let noted = self.noted();
                self.for_effect(first)?;
                self.sequence_point(noted, &[last]);
                self.expression(last)
            }
            ExprKind::Statement(items) => self.statement_expression(items, e),
            ExprKind::LabelAddress(name) => self.label_pointer(name, e).map(Operand::Pointer),
            ExprKind::Refused(refusal) => self.refused(refusal, e.span),
        }
    }

    /// An expression whose value is not used.
    pub fn for_effect(&mut self, e: &'a Expr) -> Fallible<()> {
        match &e.kind {
            ExprKind::Assign(left, right) => {
                self.ordered(e, |this| this.assignment(None, left, right, e.span, false))?;
            }
            ExprKind::AssignOp(op, left, right) => {
                self.ordered(e, |this| this.assignment(Some(*op), left, right, e.span, false))?;
            }
            ExprKind::Step { by, postfix, operand } => {
                self.ordered(e, |this| this.increment(*by, *postfix, operand, e.span, false))?;
            }
            ExprKind::Convert(inner) if e.ty == Type::Void => return self.for_effect(inner),
            ExprKind::Comma(first, last) => {
                let noted = self.noted();
                self.for_effect(first)?;
                self.sequence_point(noted, &[last]);
                self.for_effect(last)?;
            }
            ExprKind::Conditional { condition, yes: Some(yes), no } if self.needs_flow(e) => {
                self.conditional_effects(condition, yes, no)?;
            }
            _ => {
                self.unused = Some(e.bare().id);
                let operand = self.expression(e)?;
                // What decides which value it is decides something, although nobody uses it.
                if self.world.uninitialised == Uninitialised::Error {
                    self.keep_operand(operand);
                }
            }
        }
        self.flow.settle();
        Ok(())
    }

    /// An expression that has to be an integer.
    pub fn integer(&mut self, e: &'a Expr) -> Fallible<Value> {
        let value = self.expression(e)?;
        self.only_integer(value, e.span)
    }

    fn only_integer(&self, value: Operand, span: Bytes) -> Fallible<Value> {
        match value {
            Operand::Int(v) => Ok(v),
            Operand::Void => Err(self.problem("a void expression has no value", span)),
            Operand::Pointer(_) => self.refuse("a pointer as an integer", span),
            Operand::Struct(_) => Err(self.problem("a struct is used as an integer", span)),
        }
    }

    /// What a variable stands for, which may be a global that is used for the first time.
    pub fn resolve(&mut self, id: VariableId, span: Bytes) -> Fallible<Entity> {
        match self.lookup(id).cloned() {
            None => self.materialise(id, span),
            Some(Entity::Refused(problem)) => Err(problem),
            Some(entity) => Ok(entity),
        }
    }

    fn unary(&mut self, op: Unary, operand: &'a Expr, e: &'a Expr) -> Fallible<Operand> {
        let value = match op {
            Unary::Deref => {
                let target = self.lvalue(e)?;
                return self.read(target, e.span);
            }
            Unary::Address => return self.address_of(operand).map(Operand::Pointer),
            Unary::Not => {
                let c = self.condition(operand)?;
                self.rules.truth(self.rules.terms.not(c))
            }
            Unary::Plus => {
                let v = self.integer(operand)?;
                self.rules.promote(v)
            }
            Unary::Minus => {
                let v = self.integer(operand)?;
                self.with_needs(|rules, needs| rules.negate(v, needs))
            }
            Unary::Complement => {
                let v = self.integer(operand)?;
                self.rules.complement(v)
            }
            Unary::Length => self.array_length(operand)?,
        };
        Ok(Operand::Int(value))
    }

    /// A conversion to the type of `e`, written or implied.
    fn convert(&mut self, inner: &'a Expr, e: &'a Expr) -> Fallible<Operand> {
        match &e.ty {
            Type::Void => {
                self.for_effect(inner)?;
                Ok(Operand::Void)
            }
            Type::Int(IntKind::Bool) => {
                let c = self.condition(inner)?;
                Ok(Operand::Int(self.rules.convert(self.rules.truth(c), IntKind::Bool)))
            }
            Type::Int(kind) | Type::Volatile(kind) => {
                let v = match self.expression(inner)? {
                    Operand::Pointer(p) => self.address_number(&p, inner.span)?,
                    value => self.only_integer(value, inner.span)?,
                };
                self.check_conversion(&v, *kind, e.span);
                Ok(Operand::Int(self.rules.convert(v, *kind)))
            }
            Type::Pointer(_) | Type::Struct(_) => Ok(match facts::outwards(self.tree, e, self.rules.model) {
                Some((member, around)) => Operand::Pointer(self.outwards(member, &around, e.span)?),
                None => match self.converted(inner, &e.ty)? {
                    // No array's name any more: it may walk through all rows.
                    Operand::Pointer(p) => Operand::Pointer(Pointer { of_array: false, ..p }),
                    other => other,
                },
            }),
            other => self.refuse(&format!("a conversion to {}", other.describe()), e.span),
        }
    }

    /// `a op b op c …`, which associates to the left, without recursion into the left operands.
    fn binary_spine(&mut self, e: &'a Expr) -> Fallible<Operand> {
        let mut spine: Vec<(Binary, &'a Expr, Bytes)> = Vec::new();
        let mut first = e;
        while let ExprKind::Binary(op, left, right) = &first.kind {
            spine.push((*op, right, first.span));
            first = left;
        }
        let noted = self.noted();
        let mut left = self.expression(first)?;
        for (op, right, span) in spine.into_iter().rev() {
            self.note_open_order(&[(first, true), (right, true)]);
            left = self.steady_operand(left, right);
            self.steady_accesses(noted, &[right]);
            let second = self.noted();
            let right = self.expression(right)?;
            self.check_order(noted, second, span)?;
            left = self.combined(op, left, right, span)?;
        }
        Ok(left)
    }
}
