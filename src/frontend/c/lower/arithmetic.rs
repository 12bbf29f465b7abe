//! `+ - * / %`, comparisons and the choice `?:` on values, with C's conversions.

use super::value::{Need, Rules, Value};
use crate::frontend::c::tree::{Binary, IntKind};
use crate::program::{Check, type_range};
use crate::term::{Cmp, FloatOp, Int, Range};

impl Rules<'_> {
    /// `a op b`.
    pub fn binary(&self, op: Binary, a: Value, b: Value, needs: &mut Vec<Need>) -> Value {
        match op {
            Binary::Shl => return self.shift_left(a, b, needs),
            Binary::Shr => return self.shift_right(a, b, needs),
            _ => {}
        }
        let kind = a.kind.common(b.kind, self.model);
        if matches!(op, Binary::And | Binary::Or | Binary::Xor) {
            return self.bitwise(op, a, b, kind);
        }
        let (a, b) = (self.convert(a, kind), self.convert(b, kind));
        if let Some(format) = kind.format() {
            return self.floating(op, format, a, b);
        }
        let (x, y) = (self.term(&a), self.term(&b));
        let terms = self.terms;
        match op {
            Binary::Add => self.finish(terms.add(x, y), a.range.add(&b.range), kind, needs),
            Binary::Sub => {
                let range = a.range.add(&b.range.scale(&Int::NEG_ONE));
                self.finish(terms.sub(x, y), range, kind, needs)
            }
            Binary::Mul => self.finish(terms.mul(x, y), a.range.mul(&b.range), kind, needs),
            Binary::Div | Binary::Rem => self.divide(op == Binary::Rem, a, b, needs),
            Binary::Compare(op) => self.truth(self.compare(op, &a, &b)),
            _ => unreachable!("handled above"),
        }
    }

    /// A comparison of values of one type, decided where the ranges decide it.
    fn compare(&self, op: Cmp, a: &Value, b: &Value) -> crate::term::Term {
        let difference = a.range.add(&b.range.scale(&Int::NEG_ONE));
        let zero = Int::ZERO;
        let negative = difference.hi.as_ref().is_some_and(|h| *h < zero);
        let positive = difference.lo.as_ref().is_some_and(|l| *l > zero);
        let at_most = difference.hi.as_ref().is_some_and(|h| *h <= zero);
        let at_least = difference.lo.as_ref().is_some_and(|l| *l >= zero);
        let known = match op {
            Cmp::Lt => decide(negative, at_least),
            Cmp::Le => decide(at_most, positive),
            Cmp::Gt => decide(positive, at_most),
            Cmp::Ge => decide(at_least, negative),
            Cmp::Eq => decide(false, negative || positive),
            Cmp::Ne => decide(negative || positive, false),
        };
        match known {
            Some(b) => self.terms.bool(b),
            None => self.terms.cmp(op, self.term(a), self.term(b)),
        }
    }

    /// `a / b` or `a % b`, of one type.
    fn divide(&self, remainder: bool, a: Value, b: Value, needs: &mut Vec<Need>) -> Value {
        let (terms, kind) = (self.terms, a.kind);
        let (x, y) = (self.term(&a), self.term(&b));
        if b.range.contains(&Int::ZERO) {
            needs.push((Check::Division, terms.cmp(Cmp::Ne, y, terms.int(0))));
        }
        let least = kind.range(self.model).lo.expect("a type has a least value");
        if kind.signed() && a.range.contains(&least) && b.range.contains(&Int::NEG_ONE) {
            let fits = [terms.cmp(Cmp::Ne, x, terms.int(least)), terms.cmp(Cmp::Ne, y, terms.int(-1))];
            needs.push((Check::Division, terms.or(fits.to_vec())));
        }
        // A constant divisor of zero: the check has failed, so the value does not matter.
        if terms.as_int(y).is_some_and(|y| y.is_zero()) {
            return self.int(0, kind);
        }
        let positive = a.range.sign() == Some(true);
        let full = kind.range(self.model);
        let size = magnitude(&a.range);
        let (term, range) = if remainder {
            let most = size.clone().min(magnitude(&b.range).max(Int::ONE) - 1);
            let range = Range::new(if positive { Int::ZERO } else { -&most }, most);
            (if positive { terms.modulo(x, y) } else { terms.remainder(x, y) }, range)
        } else {
            let range = match b.range.constant().filter(|d| **d > Int::ZERO) {
                Some(d) if positive => a.range.div_by(d),
                Some(d) => Range::new(-(&size / d), &size / d),
                None if positive && b.range.sign() == Some(true) => Range::new(0, size),
                None => Range::new(-&size, size),
            };
            (if positive { terms.div(x, y) } else { terms.quotient(x, y) }, range)
        };
        let range = terms.as_int(term).map(Range::exactly).or_else(|| full.meet(&range)).unwrap_or(full);
        Value { term, kind, range }
    }

    /// `-a`.
    pub fn negate(&self, a: Value, needs: &mut Vec<Need>) -> Value {
        let kind = a.kind.promoted();
        let a = self.convert(a, kind);
        if let Some(format) = kind.format() {
            return self.float(FloatOp::Neg, format, kind, &[a.term]);
        }
        self.finish(self.terms.neg(self.term(&a)), a.range.scale(&Int::NEG_ONE), kind, needs)
    }

    /// `+a`.
    pub fn promote(&self, a: Value) -> Value {
        let kind = a.kind.promoted();
        self.convert(a, kind)
    }

    /// What a bit-field of this width counts as: `int` or `unsigned int` where that has room for all of its values
    /// (C11 6.3.1.1); a wider one keeps the type it is declared with, as Clang has it.
    pub fn promote_field(&self, v: Value, bits: u32) -> Value {
        let values = type_range(bits, v.kind.signed());
        let narrow = [IntKind::Int, IntKind::UInt].into_iter().find(|k| k.range(self.model).includes(&values));
        let kind = narrow.unwrap_or(v.kind);
        self.convert(v, kind)
    }

    /// `c ? a : b`.
    pub fn choose(&self, c: crate::term::Term, a: Value, b: Value) -> Value {
        let kind: IntKind = a.kind.common(b.kind, self.model);
        let (a, b) = (self.convert(a, kind), self.convert(b, kind));
        match self.terms.as_bool(c) {
            Some(true) => a,
            Some(false) => b,
            None => {
                let term = self.terms.ite(c, self.term(&a), self.term(&b));
                Value { term, kind, range: a.range.join(&b.range) }
            }
        }
    }
}

fn decide(yes: bool, no: bool) -> Option<bool> {
    if yes {
        Some(true)
    } else if no {
        Some(false)
    } else {
        None
    }
}

/// The largest absolute value in a bounded range.
fn magnitude(range: &Range) -> Int {
    let (lo, hi) = (range.lo.clone().expect("bounded"), range.hi.clone().expect("bounded"));
    (-lo).max(hi)
}
