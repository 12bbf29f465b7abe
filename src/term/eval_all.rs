//! Evaluation that looks at each shared subterm once and does not recurse.
//!
//! The meaning is [`Terms::eval`]'s: an error counts only where the value is
//! needed. For large terms, such as those of solver queries; small ones are
//! evaluated faster by [`Terms::eval`], which remembers nothing.

use super::eval::{bit_operation, divide, power};
use super::{EvalError, Int, Node, Scope, Sort, Term, Terms, Value};
use std::collections::HashMap;

type Values = HashMap<Term, Result<Value, EvalError>>;

impl Terms {
    /// The values of integer or boolean terms, in order.
    pub fn eval_all(&self, roots: &[Term], scope: &dyn Scope) -> Vec<Result<Value, EvalError>> {
        let mut known = Values::new();
        // A term comes back, marked, once its subterms are done.
        let mut todo: Vec<(Term, bool)> = roots.iter().rev().map(|&t| (t, false)).collect();
        let mut seen = std::collections::HashSet::new();
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
            Node::Ite(c, a, b) => int(if truth(c)? { a } else { b })?.clone(),
            Node::Select(array, index) => self.element_of(*array, int(index)?, known, scope)?,
            Node::Bool(b) => return Ok(Value::Bool(*b)),
            Node::Cmp(op, a, b) => return Ok(Value::Bool(op.holds(int(a)?, int(b)?))),
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
                _ => return self.eval_element(array, index, scope),
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

#[cfg(test)]
mod tests {
    use super::super::{Cmp, Range, Symbol};
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
        for x in -3..=3 {
            let one_by_one: Vec<_> = roots.iter().map(|&r| t.eval(r, &Same(x))).collect();
            assert_eq!(t.eval_all(&roots, &Same(x)), one_by_one, "x = {x}");
        }
    }
}
