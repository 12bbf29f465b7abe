//! Evaluation of terms under concrete values.

use super::{BitOp, Int, Node, Sort, Symbol, Term, Terms, floor_div};
use dashu_int::ops::Abs;
use thiserror::Error;

/// Powers beyond this exponent are not computed.
const LARGEST_EXPONENT: u32 = 100_000;

/// Where symbols get their values.
pub trait Scope {
    /// The value of an integer symbol.
    fn int(&self, s: Symbol) -> Option<Int>;
    /// One element of an array symbol.
    fn element(&self, array: Symbol, index: &Int) -> Option<Int>;
}

/// The value of an integer or boolean term.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Value {
    Int(Int),
    Bool(bool),
}

/// Why a term has no value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EvalError {
    /// A symbol without a value.
    #[error("`{0}` has no value")]
    Unbound(String),
    /// A division or remainder by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A power too large to write down.
    #[error("a power is too large")]
    TooLarge,
}

impl Terms {
    /// The value of an integer or boolean term.
    pub fn eval(&self, t: Term, scope: &dyn Scope) -> Result<Value, EvalError> {
        match self.sort(t) {
            Sort::Bool => self.eval_bool(t, scope).map(Value::Bool),
            _ => self.eval_int(t, scope).map(Value::Int),
        }
    }

    /// The value of an integer term.
    pub fn eval_int(&self, t: Term, scope: &dyn Scope) -> Result<Int, EvalError> {
        let int = |t: &Term| self.eval_int(*t, scope);
        Ok(match &*self.node(t) {
            Node::Int(v) => v.clone(),
            Node::Symbol(s) => scope.int(*s).ok_or_else(|| EvalError::Unbound(self.name(*s)))?,
            Node::Sum(l) => {
                let mut sum = l.constant.clone();
                for (t, c) in l.terms() {
                    sum += int(&t)? * c;
                }
                sum
            }
            Node::Product(ts) => {
                let mut product = Int::ONE;
                for t in ts {
                    product *= int(t)?;
                }
                product
            }
            Node::Div(a, b) => divide(&int(a)?, &int(b)?)?.0,
            Node::Mod(a, b) => divide(&int(a)?, &int(b)?)?.1,
            Node::Pow(base, e) => power(base, &int(e)?)?,
            Node::Bits(op, bits, a, b) => bit_operation(*op, *bits, &int(a)?, &int(b)?),
            Node::Ite(c, a, b) => int(if self.eval_bool(*c, scope)? { a } else { b })?,
            Node::Select(array, index) => self.eval_element(*array, &int(index)?, scope)?,
            other => unreachable!("not an integer term: {other:?}"),
        })
    }

    /// The value of a boolean term. Operands of `and` and `or` are evaluated
    /// from the left, as far as needed.
    pub fn eval_bool(&self, t: Term, scope: &dyn Scope) -> Result<bool, EvalError> {
        Ok(match &*self.node(t) {
            Node::Bool(b) => *b,
            Node::Cmp(op, a, b) => op.holds(&self.eval_int(*a, scope)?, &self.eval_int(*b, scope)?),
            Node::Not(a) => !self.eval_bool(*a, scope)?,
            Node::And(ts) => {
                for &t in ts {
                    if !self.eval_bool(t, scope)? {
                        return Ok(false);
                    }
                }
                true
            }
            Node::Or(ts) => {
                for &t in ts {
                    if self.eval_bool(t, scope)? {
                        return Ok(true);
                    }
                }
                false
            }
            other => unreachable!("not a boolean term: {other:?}"),
        })
    }

    /// One element of an array term.
    pub fn eval_element(&self, array: Term, index: &Int, scope: &dyn Scope) -> Result<Int, EvalError> {
        let mut array = array;
        loop {
            match &*self.node(array) {
                Node::Symbol(s) => {
                    return scope.element(*s, index).ok_or_else(|| EvalError::Unbound(self.name(*s)));
                }
                Node::Store(rest, i, v) => {
                    if self.eval_int(*i, scope)? == *index {
                        return self.eval_int(*v, scope);
                    }
                    array = *rest;
                }
                Node::Ite(c, a, b) => array = if self.eval_bool(*c, scope)? { *a } else { *b },
                Node::Table(values) => {
                    let at = usize::try_from(index.clone()).ok().and_then(|i| values.get(i));
                    return Ok(at.cloned().unwrap_or(Int::ZERO));
                }
                other => unreachable!("not an array term: {other:?}"),
            }
        }
    }
}

/// `base ^ exponent`, if it is not too large to write down.
pub(crate) fn power(base: &Int, exponent: &Int) -> Result<Int, EvalError> {
    let exponent = u32::try_from(exponent).ok().filter(|e| *e <= LARGEST_EXPONENT);
    Ok(base.pow(exponent.ok_or(EvalError::TooLarge)? as usize))
}

/// SMT-LIB's quotient and remainder.
pub(crate) fn divide(a: &Int, b: &Int) -> Result<(Int, Int), EvalError> {
    if b.is_zero() {
        return Err(EvalError::DivisionByZero);
    }
    let q = floor_div(a, &b.clone().abs());
    let q = if *b < Int::ZERO { -q } else { q };
    let r = a - &q * b;
    Ok((q, r))
}

/// The result of a bitwise operation on the lowest `bits` bits of both, unsigned.
pub(crate) fn bit_operation(op: BitOp, bits: u32, a: &Int, b: &Int) -> Int {
    let size = Int::ONE << bits as usize;
    let low = |v: &Int| v - floor_div(v, &size) * &size;
    let (a, b) = (low(a), low(b));
    let shift = usize::try_from(b.clone()).ok().filter(|s| *s < bits as usize);
    match op {
        BitOp::And => a & b,
        BitOp::Or => a | b,
        BitOp::Xor => a ^ b,
        BitOp::Shl => shift.map_or(Int::ZERO, |s| low(&(a << s))),
        BitOp::Shr => shift.map_or(Int::ZERO, |s| a >> s),
    }
}
