//! Symbolic evaluation: an expression as a polynomial in the round number.
//!
//! The order is that of [`super::small`] and [`super::exact`]: what these do not
//! evaluate, and therefore do not read, is not read here either.

use super::array::ArrayExpr;
use super::code::{Condition, Expr};
use super::induction::Induction;
use super::line::Line;
use super::polynomial::{Polynomial, compares};
use crate::replay::limits::symbolic::MOST_DEGREE;
use crate::term::float::{compare, operate};
use crate::term::{Cmp, Int, bit_operation, divide, power};

impl<'a> Induction<'a> {
    pub fn line(&mut self, index: &'a Expr) -> Option<Line> {
        Line::new(&self.int(index)?)
    }

    fn constant(&mut self, e: &'a Expr) -> Option<Int> {
        self.int(e)?.as_constant()
    }

    pub fn int(&mut self, e: &'a Expr) -> Option<Polynomial> {
        let exactly = Polynomial::constant;
        Some(match e {
            Expr::Const(k) => exactly(k.exact()),
            Expr::Var(slot) => self.variable(*slot)?,
            Expr::Input(i) => {
                let read = self.state.scalar(*i)?;
                let value = exactly(read.first.clone());
                self.reads.push(read);
                value
            }
            Expr::Unbound(_) => return None,
            Expr::Shared(id) => {
                if let Some(value) = self.shared_ints.get(id) {
                    return Some(value.clone());
                }
                let code = self.code;
                let value = self.int(&code.shared_ints[*id])?;
                self.shared_ints.insert(*id, value.clone());
                value
            }
            Expr::Offset(e, k) => self.int(e)?.plus(&exactly(k.exact())),
            Expr::Sum(parts, constant) => {
                let mut sum = exactly(constant.exact());
                for (k, e) in parts {
                    sum = sum.plus(&self.int(e)?.scaled(&k.exact()));
                }
                sum
            }
            Expr::Product(parts) => {
                let mut product = exactly(Int::ONE);
                for e in parts {
                    let factor = self.int(e)?;
                    if product.degree() + factor.degree() > MOST_DEGREE {
                        return None;
                    }
                    product = product.times(&factor);
                }
                product
            }
            Expr::Div(p) => self.divided(&p.0, &p.1)?.0,
            Expr::Mod(p) => self.divided(&p.0, &p.1)?.1,
            Expr::Low(bits, e) => {
                let value = self.int(e)?;
                self.divided_by(&value, &(Int::ONE << *bits as usize))?.1
            }
            Expr::Pow(base, e) => exactly(power(base, &self.constant(e)?).ok()?),
            Expr::Bits(op, bits, p) => {
                let (a, b) = (self.constant(&p.0)?, self.constant(&p.1)?);
                exactly(bit_operation(*op, *bits, &a, &b))
            }
            Expr::Float(op, format, args) => {
                let args = args.iter().map(|e| self.constant(e)).collect::<Option<Vec<Int>>>()?;
                exactly(operate(*op, *format, &args))
            }
            Expr::Ite(p) => {
                let chosen = if self.truth(&p.0, false)? { &p.1 } else { &p.2 };
                self.int(chosen)?
            }
            Expr::Select(p) => {
                let index = self.int(&p.1)?;
                self.select(&p.0, &index)?
            }
        })
    }

    /// Quotient and remainder by a constant.
    fn divided(&mut self, a: &'a Expr, b: &'a Expr) -> Option<(Polynomial, Polynomial)> {
        let (a, b) = (self.int(a)?, self.constant(b)?);
        if let Some(a) = a.as_constant() {
            let (quotient, rest) = divide(&a, &b).ok()?;
            return Some((Polynomial::constant(quotient), Polynomial::constant(rest)));
        }
        if b > Int::ZERO { self.divided_by(&a, &b) } else { None }
    }

    fn divided_by(&mut self, a: &Polynomial, b: &Int) -> Option<(Polynomial, Polynomial)> {
        let (quotient, rest, lasts) = a.divided(b, self.times);
        self.limit(lasts, false)?;
        Some((quotient, rest))
    }

    /// What a condition is, throughout; nothing after it is evaluated where it is decided.
    pub fn truth(&mut self, c: &'a Condition, by_path: bool) -> Option<bool> {
        Some(match c {
            Condition::Const(b) => *b,
            Condition::Shared(id) => {
                if let Some(b) = self.shared_conditions.get(id) {
                    return Some(*b);
                }
                let code = self.code;
                let b = self.truth(&code.shared_conditions[*id], by_path)?;
                self.shared_conditions.insert(*id, b);
                b
            }
            Condition::Cmp(op, p) => {
                let distance = self.int(&p.0)?.minus(&self.int(&p.1)?);
                self.stays(*op, &distance, by_path)?
            }
            Condition::FloatCmp(op, format, p) => {
                let (a, b) = (self.constant(&p.0)?, self.constant(&p.1)?);
                compare(*op, *format, &a, &b)
            }
            Condition::Not(c) => !self.truth(c, by_path)?,
            Condition::And(parts) => {
                for c in parts {
                    if !self.truth(c, by_path)? {
                        return Some(false);
                    }
                }
                true
            }
            Condition::Or(parts) => {
                for c in parts {
                    if self.truth(c, by_path)? {
                        return Some(true);
                    }
                }
                false
            }
        })
    }

    /// Whether `distance` compares so with 0 in the first round; from here on the proof is about rounds
    /// in which it is the same.
    fn stays(&mut self, op: Cmp, distance: &Polynomial, by_path: bool) -> Option<bool> {
        let first = compares(op, distance.start().cmp(&Int::ZERO));
        let lasts = distance.lasting(self.times, |sign| compares(op, sign) == first);
        self.limit(lasts, by_path)?;
        Some(first)
    }

    fn select(&mut self, array: &'a ArrayExpr, index: &Polynomial) -> Option<Polynomial> {
        let line = Line::new(index)?;
        let mut array = array;
        loop {
            let (found, read) = match array {
                ArrayExpr::Var(slot) => {
                    let (own, lasts) = self.writes.read(*slot, line, self.times);
                    self.limit(lasts, false)?;
                    if own.is_some() {
                        return own;
                    }
                    if line.slope == 0
                        && let Some(claim) = self.fixed((*slot, line.start))
                    {
                        return Some(claim);
                    }
                    self.writes.note(*slot, line);
                    self.state.along_array(*slot, line, self.times)?
                }
                ArrayExpr::Input(i) => {
                    let (found, read) = self.state.along_input(*i, line, self.times)?;
                    (found, Some(read))
                }
                ArrayExpr::Table(values) => (line.in_table(values, self.times), None),
                ArrayExpr::Unbound(_) => return None,
                ArrayExpr::Store(p) => {
                    let distance = self.int(&p.1)?.minus(index);
                    if self.stays(Cmp::Eq, &distance, false)? {
                        return self.int(&p.2);
                    }
                    array = &p.0;
                    continue;
                }
                ArrayExpr::Ite(p) => {
                    array = if self.truth(&p.0, false)? { &p.1 } else { &p.2 };
                    continue;
                }
            };
            self.limit(found.lasts, false)?;
            self.reads.extend(read);
            return Some(found.value);
        }
    }
}
