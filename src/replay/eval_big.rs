//! Exact evaluation in big integers, where [`super::small`] does not know.

use super::Fault;
use super::array::{Array, ArrayExpr, Base, Cell};
use super::code::{Condition, Expr};
use super::state::State;
use crate::term::float::{compare, operate};
use crate::term::{EvalError, Int, bit_operation, divide, power};
use std::rc::Rc;

impl State<'_> {
    /// The value of an integer expression.
    #[inline]
    pub fn int(&mut self, e: &Expr) -> Result<Cell, Fault> {
        match self.small(e) {
            Some(v) => Ok(Cell::Small(v)),
            None => self.exact(e).map(Cell::new),
        }
    }

    /// The value of a condition.
    #[inline]
    pub fn condition(&mut self, c: &Condition) -> Result<bool, Fault> {
        match self.small_condition(c) {
            Some(b) => Ok(b),
            None => self.exact_condition(c),
        }
    }

    /// The value of an array expression.
    pub fn array(&mut self, e: &ArrayExpr) -> Result<Rc<Array>, Fault> {
        match e {
            ArrayExpr::Var(slot) => self.arrays[*slot].clone().ok_or_else(|| self.unbound_array(*slot)),
            ArrayExpr::Input(i) => Ok(Rc::new(Array::new(Base::Input(*i)))),
            ArrayExpr::Table(values) => Ok(Rc::new(Array::new(Base::Table(values.clone())))),
            ArrayExpr::Unbound(name) => Err(EvalError::Unbound(name.clone()).into()),
            ArrayExpr::Ite(p) => {
                if self.condition(&p.0)? {
                    self.array(&p.1)
                } else {
                    self.array(&p.2)
                }
            }
            ArrayExpr::Store(p) => {
                let (index, value) = (self.index(&p.1)?, self.int(&p.2)?);
                let mut array = self.array(&p.0)?;
                Rc::make_mut(&mut array).stored.insert(index, value);
                Ok(array)
            }
        }
    }

    /// The value of an index to store at.
    pub fn index(&mut self, e: &Expr) -> Result<i128, Fault> {
        self.int(e)?.small().ok_or(Fault::Far)
    }

    fn exact(&mut self, e: &Expr) -> Result<Int, Fault> {
        let exact = |this: &mut Self, e: &Expr| this.int(e).map(|c| c.exact());
        Ok(match e {
            Expr::Const(k) => k.exact(),
            Expr::Var(slot) => match self.ints.get(*slot) {
                Some(cell) => cell.exact(),
                None => return Err(EvalError::Unbound(self.variable_name(*slot)).into()),
            },
            Expr::Input(i) => self.input(*i)?,
            Expr::Unbound(name) => return Err(EvalError::Unbound(name.to_string()).into()),
            Expr::Shared(id) => {
                if let Some((stamp, v)) = self.shared_exact.get(id)
                    && *stamp == self.stamp
                {
                    return Ok(v.clone());
                }
                let code = self.code;
                let v = exact(self, &code.shared_ints[*id])?;
                self.shared_exact.insert(*id, (self.stamp, v.clone()));
                v
            }
            Expr::Offset(e, k) => exact(self, e)? + k.exact(),
            Expr::Sum(parts, constant) => {
                let mut sum = constant.exact();
                for (k, e) in parts {
                    sum += exact(self, e)? * k.exact();
                }
                sum
            }
            Expr::Product(parts) => {
                let mut product = Int::ONE;
                for e in parts {
                    product *= exact(self, e)?;
                }
                product
            }
            Expr::Div(p) => divide(&exact(self, &p.0)?, &exact(self, &p.1)?)?.0,
            Expr::Mod(p) => divide(&exact(self, &p.0)?, &exact(self, &p.1)?)?.1,
            Expr::Low(bits, e) => divide(&exact(self, e)?, &(Int::ONE << *bits as usize))?.1,
            Expr::Pow(base, e) => power(base, &exact(self, e)?)?,
            Expr::Bits(op, bits, p) => bit_operation(*op, *bits, &exact(self, &p.0)?, &exact(self, &p.1)?),
            Expr::Float(op, format, args) => {
                let args = args.iter().map(|e| exact(self, e)).collect::<Result<Vec<Int>, Fault>>()?;
                operate(*op, *format, &args)
            }
            Expr::Ite(p) => {
                let chosen = if self.condition(&p.0)? { &p.1 } else { &p.2 };
                exact(self, chosen)?
            }
            Expr::Select(p) => {
                let index = exact(self, &p.1)?;
                self.select(&p.0, &index)?
            }
        })
    }

    fn select(&mut self, array: &ArrayExpr, index: &Int) -> Result<Int, Fault> {
        let mut array = array;
        loop {
            match array {
                ArrayExpr::Var(slot) => return self.array_element(*slot, index),
                ArrayExpr::Input(i) => return self.element(*i, index),
                ArrayExpr::Unbound(name) => return Err(EvalError::Unbound(name.clone()).into()),
                ArrayExpr::Table(values) => {
                    let at = usize::try_from(index).ok().and_then(|i| values.get(i));
                    return Ok(at.cloned().unwrap_or(Int::ZERO));
                }
                ArrayExpr::Store(p) => {
                    if self.int(&p.1)?.exact() == *index {
                        return Ok(self.int(&p.2)?.exact());
                    }
                    array = &p.0;
                }
                ArrayExpr::Ite(p) => array = if self.condition(&p.0)? { &p.1 } else { &p.2 },
            }
        }
    }

    fn exact_condition(&mut self, c: &Condition) -> Result<bool, Fault> {
        Ok(match c {
            Condition::Const(b) => *b,
            Condition::Shared(id) => {
                let code = self.code;
                self.condition(&code.shared_conditions[*id])?
            }
            Condition::Cmp(op, p) => op.holds(&self.int(&p.0)?.exact(), &self.int(&p.1)?.exact()),
            Condition::FloatCmp(op, format, p) => {
                compare(*op, *format, &self.int(&p.0)?.exact(), &self.int(&p.1)?.exact())
            }
            Condition::Not(c) => !self.condition(c)?,
            Condition::And(parts) => {
                for c in parts {
                    if !self.condition(c)? {
                        return Ok(false);
                    }
                }
                true
            }
            Condition::Or(parts) => {
                for c in parts {
                    if self.condition(c)? {
                        return Ok(true);
                    }
                }
                false
            }
        })
    }

    fn variable_name(&self, slot: usize) -> String {
        self.code.int_names[slot].clone()
    }
}
