//! Evaluation of terms under concrete values.
//!
//! Each shared subterm is looked at once, without recursion. An error counts
//! only where the value is needed: operands of `and` and `or` count from the
//! left, as far as needed, and only the taken branch of a choice does.

use super::{BitOp, Int, Node, Sort, Symbol, Term, Terms, float, floor_div};
use dashu_int::ops::Abs;
use rustc_hash::{FxHashMap, FxHashSet};
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

type Values = FxHashMap<Term, Result<Value, EvalError>>;

impl Terms {
    /// The value of an integer or boolean term.
    pub fn eval(&self, t: Term, scope: &dyn Scope) -> Result<Value, EvalError> {
        self.eval_all(&[t], scope).swap_remove(0)
    }

    /// The value of an integer term.
    pub fn eval_int(&self, t: Term, scope: &dyn Scope) -> Result<Int, EvalError> {
        match self.eval(t, scope)? {
            Value::Int(v) => Ok(v),
            Value::Bool(_) => unreachable!("not an integer term"),
        }
    }

    /// The value of a boolean term.
    pub fn eval_bool(&self, t: Term, scope: &dyn Scope) -> Result<bool, EvalError> {
        match self.eval(t, scope)? {
            Value::Bool(b) => Ok(b),
            Value::Int(_) => unreachable!("not a boolean term"),
        }
    }

    /// The values of integer or boolean terms, in order.
    pub fn eval_all(&self, roots: &[Term], scope: &dyn Scope) -> Vec<Result<Value, EvalError>> {
        let mut known = Values::default();
        // A term comes back, marked, once its subterms are done.
        let mut todo: Vec<(Term, bool)> = roots.iter().rev().map(|&t| (t, false)).collect();
        let mut seen = FxHashSet::default();
        while let Some((t, ready)) = todo.pop() {
            if ready {
                known.insert(t, self.eval_node(t, &known, scope));
            } else if seen.insert(t) {
                if self.sort(t) != Sort::Array {
                    todo.push((t, true));
                }
                todo.extend(self.children(t).into_iter().map(|c| (c, false)));
            }
        }
        roots.iter().map(|t| known[t].clone()).collect()
    }

    fn eval_node(&self, t: Term, known: &Values, scope: &dyn Scope) -> Result<Value, EvalError> {
        let int = |t: &Term| integer(known, *t);
        let truth = |t: &Term| truth(known, *t);
        Ok(Value::Int(match &*self.node(t) {
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
            Node::Div(a, b) => divide(int(a)?, int(b)?)?.0,
            Node::Mod(a, b) => divide(int(a)?, int(b)?)?.1,
            Node::Pow(base, e) => power(base, int(e)?)?,
            Node::Bits(op, bits, a, b) => bit_operation(*op, *bits, int(a)?, int(b)?),
            Node::Float(op, format, args) => {
                let args = args.iter().map(|t| int(t).cloned()).collect::<Result<Vec<Int>, _>>()?;
                float::operate(*op, *format, &args)
            }
            Node::Ite(c, a, b) => int(if truth(c)? { a } else { b })?.clone(),
            Node::Select(array, index) => self.element_of(*array, int(index)?, known, scope)?,
            Node::Bool(b) => return Ok(Value::Bool(*b)),
            Node::Cmp(op, a, b) => return Ok(Value::Bool(op.holds(int(a)?, int(b)?))),
            Node::FloatCmp(op, format, a, b) => {
                return Ok(Value::Bool(float::compare(*op, *format, int(a)?, int(b)?)));
            }
            Node::Not(a) => return Ok(Value::Bool(!truth(a)?)),
            Node::And(ts) => return first(ts, false, &truth),
            Node::Or(ts) => return first(ts, true, &truth),
            other @ (Node::Store(..) | Node::Table(_)) => unreachable!("an array has no value: {other:?}"),
        }))
    }

    fn element_of(&self, array: Term, index: &Int, known: &Values, scope: &dyn Scope) -> Result<Int, EvalError> {
        let mut array = array;
        loop {
            array = match &*self.node(array) {
                Node::Store(_, i, v) if integer(known, *i)? == index => return integer(known, *v).cloned(),
                Node::Store(rest, ..) => *rest,
                Node::Ite(c, a, b) => *(if truth(known, *c)? { a } else { b }),
                Node::Symbol(s) if let Some(summed) = self.summed(*s) => return self.sum_up(summed, index, scope),
                Node::Symbol(s) => {
                    return scope.element(*s, index).ok_or_else(|| EvalError::Unbound(self.name(*s)));
                }
                Node::Table(values) => {
                    let at = usize::try_from(index.clone()).ok().and_then(|i| values.get(i));
                    return Ok(at.cloned().unwrap_or(Int::ZERO));
                }
                other => unreachable!("not an array term: {other:?}"),
            }
        }
    }
}

fn integer(known: &Values, t: Term) -> Result<&Int, EvalError> {
    match &known[&t] {
        Ok(Value::Int(v)) => Ok(v),
        Ok(Value::Bool(_)) => unreachable!("a truth value is no integer"),
        Err(error) => Err(error.clone()),
    }
}

fn truth(known: &Values, t: Term) -> Result<bool, EvalError> {
    match &known[&t] {
        Ok(Value::Bool(b)) => Ok(*b),
        Ok(Value::Int(_)) => unreachable!("an integer is no truth value"),
        Err(error) => Err(error.clone()),
    }
}

/// The value of a conjunction (`decides` false) or disjunction: operands count from the left, as far as needed.
fn first(ts: &[Term], decides: bool, truth: &dyn Fn(&Term) -> Result<bool, EvalError>) -> Result<Value, EvalError> {
    for t in ts {
        if truth(t)? == decides {
            return Ok(Value::Bool(decides));
        }
    }
    Ok(Value::Bool(!decides))
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

#[cfg(test)]
mod tests {
    use super::super::{Cmp, Range};
    use super::*;

    struct Same(i64);

    impl Scope for Same {
        fn int(&self, _: Symbol) -> Option<Int> {
            Some(self.0.into())
        }
        fn element(&self, _: Symbol, index: &Int) -> Option<Int> {
            Some(index * 2)
        }
    }

    #[test]
    fn shared_terms_cost_once() {
        let t = Terms::new();
        let start = t.sym(t.symbol("x", Sort::Int, Range::ALL));
        // Each step mentions the one before three times: 3^200 without a memory.
        let end = (0..200).fold(start, |x, _| {
            t.ite(t.cmp(Cmp::Lt, t.modulo(x, t.int(7)), t.int(3)), t.offset(x, 5), t.mul(x, t.int(-1)))
        });
        assert!(t.eval_all(&[end], &Same(4))[0].is_ok());
    }

    #[test]
    fn errors_count_where_the_value_is_needed() {
        let t = Terms::new();
        let x = t.sym(t.symbol("x", Sort::Int, Range::ALL));
        let a = t.sym(t.symbol("a", Sort::Array, Range::ALL));
        let zero = t.eq(x, t.int(0));
        let half = t.eq(t.div(t.int(6), x), t.int(3));
        let stored = t.store(a, x, t.div(t.int(8), x));
        let roots = [
            t.or(vec![zero, half]),
            t.or(vec![half, zero]),
            t.ite(zero, t.int(1), t.div(t.int(6), x)),
            t.select(stored, t.int(1)),
            t.select(stored, t.int(2)),
            t.select(t.ite(zero, t.table(vec![9.into()]), stored), t.offset(x, -1)),
        ];
        let int = |v: i64| Ok(Value::Int(v.into()));
        let yes = Ok(Value::Bool(true));
        let by_zero = Err(EvalError::DivisionByZero);
        let expected = [yes.clone(), by_zero, int(1), int(2), int(4), int(0)];
        assert_eq!(t.eval_all(&roots, &Same(0)), expected);
        assert_eq!(t.eval_all(&roots, &Same(2)), [yes.clone(), yes, int(3), int(2), int(4), int(2)]);
    }
}
