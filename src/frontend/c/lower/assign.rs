//! Assignments, increments and decrements; conversions as if by assignment.

use super::memory::Content;
use super::place::Target;
use super::pointer::Pointer;
use super::scope::{Fallible, Lowering};
use super::value::{Operand, Value};
use crate::frontend::c::layout::seen_as;
use crate::frontend::c::tree::{Binary, Expr, ExprKind, IntKind, Type};
use crate::source::Bytes;
use crate::term::Symbol;

impl<'a> Lowering<'a> {
    /// `a = b` or `a op= b`; gives the value of `a` afterwards.
    pub fn assignment(
        &mut self,
        op: Option<Binary>,
        left: &'a Expr,
        right: &'a Expr,
        span: Bytes,
        used: bool,
    ) -> Fallible<Operand> {
        if matches!(left.ty, Type::Struct(_)) {
            let first = self.noted();
            let target = self.lvalue(left)?;
            let target = self.steady_target(target, right);
            self.steady_accesses(first, &[right]);
            let second = self.noted();
            let value = self.converted(right, &target.ty)?;
            self.check_order(first, second, span)?;
            self.check_store(&target, first, span)?;
            return self.assigned(&target, value, used, span);
        }
        if let (None, ExprKind::Variable(_)) = (op, &left.kind) {
            let target = self.lvalue(left)?;
            if let Some((symbol, kind)) = self.simple(&target)
                && self.read_directly(right, symbol, kind)?
            {
                return Ok(Operand::Int(self.rules.variable(symbol, kind)));
            }
        }
        // Where C leaves the order open Clang evaluates the right operand first.
        self.note_open_order(&[(left, op.is_some()), (right, true)]);
        let first = self.noted();
        let value = match op {
            None => self.converted(right, &left.ty)?,
            Some(_) => self.expression(right)?,
        };
        let value = self.steady_operand(value, left);
        self.steady_accesses(first, &[left]);
        let second = self.noted();
        let target = self.lvalue(left)?;
        let old = match op {
            None => None,
            Some(_) => Some(self.read(target.clone(), left.span)?),
        };
        self.check_order(first, second, span)?;
        self.check_store(&target, first, span)?;
        let value = match op.zip(old) {
            None => value,
            Some((op, old)) => {
                let new = self.combined(op, old, value, span)?;
                self.as_type(new, &target.ty, span)?
            }
        };
        self.assigned(&target, value, used, span)
    }

    /// `a++` and its like; gives the value the expression has.
    pub fn increment(
        &mut self,
        by: i32,
        postfix: bool,
        operand: &'a Expr,
        span: Bytes,
        used: bool,
    ) -> Fallible<Operand> {
        let first = self.noted();
        let target = self.lvalue(operand)?;
        self.check_store(&target, first, span)?;
        let mut old = self.read(target.clone(), operand.span)?;
        if used && postfix {
            old = self.keep_operand(old);
        }
        let one = Operand::Int(self.rules.int(by, IntKind::Int));
        let new = self.combined(Binary::Add, old.clone(), one, span)?;
        let new = self.as_type(new, &target.ty, span)?;
        let new = self.assigned(&target, new, used && !postfix, span)?;
        Ok(if postfix { old } else { new })
    }

    /// Assigns; gives what a use of the assignment reads.
    fn assigned(&mut self, target: &Target, value: Operand, used: bool, span: Bytes) -> Fallible<Operand> {
        let value = match (value, self.bit_width_of(target)) {
            (Operand::Int(v), Some(bits)) => {
                let v = self.rules.wrap_to(self.rules.term(&v), &v.range, bits, v.kind);
                Operand::Int(self.rules.promote_field(v, bits))
            }
            (value, _) => value,
        };
        if let (Some((symbol, _)), Operand::Int(v)) = (self.simple(target), &value) {
            let v = Value { term: self.rules.terms.sym(symbol), ..v.clone() };
            self.write(target, &value, span)?;
            return Ok(Operand::Int(v));
        }
        let value = if used { self.keep_operand(value) } else { value };
        self.write(target, &value, span)?;
        Ok(match target.ty {
            Type::Struct(_) => Operand::Struct(target.clone()),
            _ => value,
        })
    }

    /// The variable a target is, if it is nothing but an integer variable.
    pub fn simple(&self, target: &Target) -> Option<(Symbol, IntKind)> {
        let [(_, place)] = target.choices.as_slice() else { return None };
        let leaf = self.leaf(place).filter(|leaf| !leaf.array)?;
        match (&leaf.content, &target.ty) {
            (Content::Int { kind, bits: None, cell }, Type::Int(seen)) if kind == seen => Some((cell.variable?, *kind)),
            _ => None,
        }
    }

    /// The value of an expression, converted as if by assignment.
    pub fn converted(&mut self, e: &'a Expr, ty: &Type) -> Fallible<Operand> {
        let operand = self.expression(e)?;
        self.as_type(operand, ty, e.span)
    }

    /// The value of an expression as a pointer.
    pub fn pointer_value(&mut self, e: &'a Expr, to: &Type) -> Fallible<Pointer> {
        match self.converted(e, &Type::Pointer(Box::new(to.clone())))? {
            Operand::Pointer(p) => Ok(p),
            _ => Err(self.problem("this is not a pointer", e.span)),
        }
    }

    /// A value, converted as if by assignment.
    pub fn as_type(&mut self, operand: Operand, ty: &Type, span: Bytes) -> Fallible<Operand> {
        let terms = self.rules.terms;
        match (operand, ty) {
            (Operand::Int(v), Type::Int(kind) | Type::Volatile(kind)) => {
                self.check_conversion(&v, *kind, span);
                Ok(Operand::Int(self.rules.convert(v, *kind)))
            }
            (Operand::Int(v), Type::Pointer(to)) => match v.constant(terms) {
                Some(zero) if zero.is_zero() => Ok(Operand::Pointer(self.null_pointer((**to).clone()))),
                _ => Ok(Operand::Pointer(self.pointer_of_number(&v, to))),
            },
            (Operand::Pointer(p), Type::Pointer(to)) => self.pointer_as(p, to, span).map(Operand::Pointer),
            (Operand::Pointer(p), Type::Int(IntKind::Bool)) => {
                let c = self.not_null(&p);
                Ok(Operand::Int(self.rules.convert(self.rules.truth(c), IntKind::Bool)))
            }
            (Operand::Pointer(p), Type::Int(kind) | Type::Volatile(kind)) => {
                let number = self.address_number(&p, span)?;
                Ok(Operand::Int(self.rules.convert(number, *kind)))
            }
            (Operand::Struct(target), Type::Struct(_)) if seen_as(&target.ty, ty, self.rules.model) => {
                Ok(Operand::Struct(target))
            }
            (_, Type::Other(what)) => self.refuse(what, span),
            (Operand::Void, _) => Err(self.problem("a void expression has no value", span)),
            (_, ty) => Err(self.problem(format!("this value cannot be used as a {}", ty.describe()), span)),
        }
    }

    /// Owes that a floating-point value fits the integer type it becomes.
    pub fn check_conversion(&mut self, v: &Value, kind: IntKind, span: Bytes) {
        if let Some((check, fits)) = self.rules.owed_by_conversion(v, kind) {
            let at = self.place(span);
            self.at(at, |this| this.flow.owe(check, fits));
        }
    }

    /// `a op b` for any operands.
    pub fn combined(&mut self, op: Binary, a: Operand, b: Operand, span: Bytes) -> Fallible<Operand> {
        let place = self.place(span);
        let zero = |v: &Value| v.constant(self.rules.terms).is_some_and(|v| v.is_zero());
        match (a, b) {
            (Operand::Int(index), Operand::Int(length)) if op == Binary::Within => {
                Ok(Operand::Int(self.index_within(index, &length, span)))
            }
            (Operand::Int(by), Operand::Int(row)) if op == Binary::Scale => {
                Ok(Operand::Int(self.rules.scaled(&by, &row)))
            }
            (Operand::Int(a), Operand::Int(b)) => {
                let v = self.at(place, |this| this.with_needs(|rules, needs| rules.binary(op, a, b, needs)));
                Ok(Operand::Int(v))
            }
            (Operand::Pointer(p), Operand::Int(i)) if matches!(op, Binary::Add | Binary::Sub) => {
                self.moved(p, op, &i, span).map(Operand::Pointer)
            }
            (Operand::Int(i), Operand::Pointer(p)) if op == Binary::Add => {
                self.moved(p, op, &i, span).map(Operand::Pointer)
            }
            (Operand::Pointer(a), Operand::Pointer(b)) => self.pointers(op, &a, &b, span).map(Operand::Int),
            (Operand::Pointer(a), Operand::Int(i)) if zero(&i) => {
                let null = self.null_pointer(a.to.clone());
                self.pointers(op, &a, &null, span).map(Operand::Int)
            }
            (Operand::Int(i), Operand::Pointer(b)) if zero(&i) => {
                let null = self.null_pointer(b.to.clone());
                self.pointers(op, &null, &b, span).map(Operand::Int)
            }
            (Operand::Void, _) | (_, Operand::Void) => Err(self.problem("a void expression has no value", span)),
            (Operand::Struct(_), _) | (_, Operand::Struct(_)) => {
                Err(self.problem("a struct is no operand of this operator", span))
            }
            _ => self.refuse("a pointer combined with an integer like this", span),
        }
    }
}
