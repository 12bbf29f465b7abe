//! Fast evaluation: integers that fit 128 bits.
//!
//! `None` means only that the fast way does not know: a value did not fit, or
//! something is wrong. [`super::eval_big`] then says what it is.

use super::array::ArrayExpr;
use super::code::{Condition, Expr};
use super::state::State;
use crate::term::float::{compare, operate};
use crate::term::{BitOp, Cmp, Int};

impl State<'_> {
    pub fn small(&mut self, e: &Expr) -> Option<i128> {
        match e {
            Expr::Const(k) => k.small(),
            Expr::Var(slot) => self.ints.small(*slot),
            Expr::Input(i) => self.small_input(*i),
            Expr::Unbound(_) => None,
            Expr::Shared(id) => {
                let (stamp, v) = self.shared_ints[*id];
                if stamp == self.stamp {
                    return Some(v);
                }
                let code = self.code;
                let v = self.small(&code.shared_ints[*id])?;
                self.shared_ints[*id] = (self.stamp, v);
                Some(v)
            }
            Expr::Offset(e, k) => self.small(e)?.checked_add(k.small()?),
            Expr::Sum(parts, constant) => {
                let mut sum = constant.small()?;
                for (k, e) in parts {
                    let v = self.small(e)?;
                    sum = sum.checked_add(multiply(k.small()?, v)?)?;
                }
                Some(sum)
            }
            Expr::Product(parts) => {
                let mut product = 1;
                for e in parts {
                    product = multiply(product, self.small(e)?)?;
                }
                Some(product)
            }
            Expr::Div(p) => {
                let (a, b) = (self.small(&p.0)?, self.small(&p.1)?);
                match (i64::try_from(a), i64::try_from(b)) {
                    (Ok(a), Ok(b)) => a.checked_div_euclid(b).map(i128::from),
                    _ => a.checked_div_euclid(b),
                }
            }
            Expr::Mod(p) => {
                let (a, b) = (self.small(&p.0)?, self.small(&p.1)?);
                match (i64::try_from(a), i64::try_from(b)) {
                    (Ok(a), Ok(b)) => a.checked_rem_euclid(b).map(i128::from),
                    _ => a.checked_rem_euclid(b),
                }
            }
            Expr::Low(bits, e) => Some(self.small(e)? & ((1 << bits) - 1)),
            Expr::Pow(base, e) => {
                let (base, e) = (i128::try_from(&**base).ok()?, u32::try_from(self.small(e)?).ok()?);
                base.checked_pow(e)
            }
            Expr::Bits(op, bits, p) if *bits <= 64 => {
                let mask = (1i128 << bits) - 1;
                let (a, b) = (self.small(&p.0)? & mask, self.small(&p.1)? & mask);
                Some(match op {
                    BitOp::And => a & b,
                    BitOp::Or => a | b,
                    BitOp::Xor => a ^ b,
                    BitOp::Shl | BitOp::Shr if b >= i128::from(*bits) => 0,
                    BitOp::Shl => (a << b) & mask,
                    BitOp::Shr => a >> b,
                })
            }
            Expr::Bits(..) => None,
            Expr::Float(op, format, args) => {
                let args = args.iter().map(|e| self.small(e).map(Int::from)).collect::<Option<Vec<Int>>>()?;
                i128::try_from(operate(*op, *format, &args)).ok()
            }
            Expr::Ite(p) => {
                let chosen = if self.small_condition(&p.0)? { &p.1 } else { &p.2 };
                self.small(chosen)
            }
            Expr::Select(p) => {
                let index = self.small(&p.1)?;
                self.small_select(&p.0, index)
            }
        }
    }

    fn small_select(&mut self, array: &ArrayExpr, index: i128) -> Option<i128> {
        let mut array = array;
        loop {
            match array {
                ArrayExpr::Var(slot) => {
                    let value = self.arrays[*slot].as_ref()?;
                    if let Some(cell) = value.stored.get(&index) {
                        return cell.small();
                    }
                    if !value.ranges.is_empty()
                        && let Some(v) = value.in_ranges(index)
                    {
                        return i128::try_from(v).ok();
                    }
                    let base = value.base.clone();
                    return self.small_base(&base, index);
                }
                ArrayExpr::Input(i) => return self.small_element(*i, index),
                ArrayExpr::Unbound(_) => return None,
                ArrayExpr::Table(values) => return i128::try_from(super::array::table_element(values, index)).ok(),
                ArrayExpr::Store(p) => {
                    if self.small(&p.1)? == index {
                        return self.small(&p.2);
                    }
                    array = &p.0;
                }
                ArrayExpr::Ite(p) => array = if self.small_condition(&p.0)? { &p.1 } else { &p.2 },
            }
        }
    }

    pub fn small_condition(&mut self, c: &Condition) -> Option<bool> {
        match c {
            Condition::Const(b) => Some(*b),
            Condition::Shared(id) => {
                let (stamp, b) = self.shared_conditions[*id];
                if stamp == self.stamp {
                    return Some(b);
                }
                let code = self.code;
                let b = self.small_condition(&code.shared_conditions[*id])?;
                self.shared_conditions[*id] = (self.stamp, b);
                Some(b)
            }
            Condition::Cmp(op, p) => {
                let (a, b) = (self.small(&p.0)?, self.small(&p.1)?);
                Some(match op {
                    Cmp::Lt => a < b,
                    Cmp::Le => a <= b,
                    Cmp::Gt => a > b,
                    Cmp::Ge => a >= b,
                    Cmp::Eq => a == b,
                    Cmp::Ne => a != b,
                })
            }
            Condition::FloatCmp(op, format, p) => {
                Some(compare(*op, *format, &self.small(&p.0)?.into(), &self.small(&p.1)?.into()))
            }
            Condition::Not(c) => Some(!self.small_condition(c)?),
            Condition::And(parts) => {
                for c in parts {
                    if !self.small_condition(c)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            Condition::Or(parts) => {
                for c in parts {
                    if self.small_condition(c)? {
                        return Some(true);
                    }
                }
                Some(false)
            }
        }
    }
}

#[inline]
fn multiply(a: i128, b: i128) -> Option<i128> {
    match (i64::try_from(a), i64::try_from(b)) {
        (Ok(a), Ok(b)) => Some(i128::from(a) * i128::from(b)),
        _ => a.checked_mul(b),
    }
}
