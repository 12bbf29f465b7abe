//! Linear combinations of terms with integer coefficients, and comparisons as such.

use super::{Cmp, Int, Node, Range, Term, Terms, digits};
use std::cmp::Ordering;

/// `constant + Σ coefficient · term`, no coefficient zero, terms in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Linear {
    /// The part without a term.
    pub constant: Int,
    coefficients: Vec<(Term, Int)>,
}

/// What a normalized comparison says of its linear combination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `… ≤ 0`
    AtMostZero,
    /// `… = 0`
    Zero,
    /// `… ≠ 0`
    NonZero,
}

impl Linear {
    /// A constant.
    pub fn constant(c: impl Into<Int>) -> Linear {
        Linear { constant: c.into(), coefficients: Vec::new() }
    }

    /// The terms with their coefficients, in order.
    pub fn terms(&self) -> impl DoubleEndedIterator<Item = (Term, &Int)> + ExactSizeIterator {
        self.coefficients.iter().map(|(t, c)| (*t, c))
    }

    /// The coefficient of `t`, zero if it does not occur.
    pub fn coefficient(&self, t: Term) -> Int {
        self.find(t).map_or(Int::ZERO, |i| self.coefficients[i].1.clone())
    }

    fn find(&self, t: Term) -> Result<usize, usize> {
        match self.coefficients.last() {
            Some((last, _)) if *last < t => Err(self.coefficients.len()),
            _ => self.coefficients.binary_search_by_key(&t, |(t, _)| *t),
        }
    }

    /// The constant this is, if no term occurs.
    pub fn as_constant(&self) -> Option<&Int> {
        self.coefficients.is_empty().then_some(&self.constant)
    }

    /// Adds `k · t`, where `t` is not itself a sum or a constant.
    pub fn add_term(&mut self, t: Term, k: &Int) {
        match self.find(t) {
            Ok(at) => {
                self.coefficients[at].1 += k;
                if self.coefficients[at].1.is_zero() {
                    self.coefficients.remove(at);
                }
            }
            Err(_) if k.is_zero() => {}
            Err(at) => self.coefficients.insert(at, (t, k.clone())),
        }
    }

    /// Adds `k · other`.
    pub fn add_scaled(&mut self, other: &Linear, k: &Int) {
        if k.is_zero() {
            return;
        }
        self.constant += &other.constant * k;
        if let [(t, c)] = &other.coefficients[..] {
            return self.add_term(*t, &(c * k));
        }
        let mine = std::mem::take(&mut self.coefficients);
        self.coefficients.reserve(mine.len() + other.coefficients.len());
        let (mut mine, mut others) = (mine.into_iter().peekable(), other.terms().peekable());
        while let Some((t, c)) = others.peek() {
            match mine.peek().map(|(own, _)| own.cmp(t)) {
                Some(Ordering::Less) => self.coefficients.extend(mine.next()),
                Some(Ordering::Equal) => {
                    let sum = mine.next().map_or(Int::ZERO, |(_, own)| own) + *c * k;
                    if !sum.is_zero() {
                        self.coefficients.push((*t, sum));
                    }
                    others.next();
                }
                Some(Ordering::Greater) | None => {
                    self.coefficients.push((*t, *c * k));
                    others.next();
                }
            }
        }
        self.coefficients.extend(mine);
    }

    /// `k · self`.
    pub fn scaled(&self, k: &Int) -> Linear {
        let mut out = Linear::default();
        out.add_scaled(self, k);
        out
    }

    /// Takes `t` out and returns its coefficient.
    pub fn take(&mut self, t: Term) -> Int {
        self.find(t).map_or(Int::ZERO, |at| self.coefficients.remove(at).1)
    }

    /// The greatest common divisor of the coefficients, 0 if there are none.
    pub fn gcd(&self) -> Int {
        let is_unit = |c: &Int| *c == Int::ONE || *c == Int::NEG_ONE;
        if self.coefficients.iter().any(|(_, c)| is_unit(c)) {
            return Int::ONE;
        }
        self.coefficients.iter().fold(Int::ZERO, |g, (_, c)| gcd(&g, c))
    }

    /// Whether every coefficient and the constant are multiples of `d`.
    pub fn is_multiple_of(&self, d: &Int) -> bool {
        (&self.constant % d).is_zero() && self.coefficients.iter().all(|(_, c)| (c % d).is_zero())
    }

    /// The values the combination can have when each term stays in its range.
    pub fn range(&self, of: &dyn Fn(Term) -> Range) -> Range {
        let start = Range::exactly(self.constant.clone());
        self.terms().fold(start, |sum, (t, c)| sum.add(&of(t).scale(c)))
    }
}

/// The greatest common divisor, never negative; `gcd(0, b) = |b|`.
pub fn gcd(a: &Int, b: &Int) -> Int {
    use dashu_int::ops::{Abs, Gcd};
    match (a.is_zero(), b.is_zero()) {
        (true, _) => b.clone().abs(),
        (_, true) => a.clone().abs(),
        _ => Int::from(a.gcd(b)),
    }
}

impl Terms {
    /// `t` as a linear combination of terms that are no sums.
    pub fn linear(&self, t: Term) -> Linear {
        match &*self.node(t) {
            Node::Int(v) => Linear::constant(v.clone()),
            Node::Sum(l) => l.clone(),
            _ => {
                let mut l = Linear::default();
                l.add_term(t, &Int::ONE);
                l
            }
        }
    }

    /// The term of a linear combination.
    pub fn from_linear(&self, l: Linear) -> Term {
        if let Some(c) = l.as_constant() {
            return self.int(c.clone());
        }
        if l.constant.is_zero() && l.coefficients.len() == 1 {
            let (t, c) = l.terms().next().expect("one term");
            if *c == Int::ONE {
                return t;
            }
        }
        if let Some(together) = self.joined(&l) {
            return self.from_linear(together);
        }
        self.intern(Node::Sum(l))
    }

    /// The same with two neighbouring digits of one number as one, if there are such: `x mod 256 + 256·(x div 256 mod 256)`
    /// is `x mod 65536`.
    fn joined(&self, l: &Linear) -> Option<Linear> {
        let (_, first) = l.coefficients.first()?;
        if l.coefficients.iter().all(|(_, c)| c == first) {
            return None;
        }
        let (low, high, digits) = digits::neighbours(self, l.terms())?;
        let mut l = l.clone();
        let c = l.take(low);
        l.take(high);
        l.add_scaled(&self.linear(digits), &c);
        Some(l)
    }

    /// A comparison in normal form: a relation of one combination to zero,
    /// coefficients without a common divisor, `≤` tightened by integer rounding.
    pub fn normalized(&self, op: Cmp, a: Term, b: Term) -> (Relation, Linear) {
        let (plus, minus) = if matches!(op, Cmp::Ge | Cmp::Gt) { (b, a) } else { (a, b) };
        let mut l = self.linear(plus);
        match &*self.node(minus) {
            Node::Int(v) => l.constant -= v,
            Node::Sum(r) => l.add_scaled(r, &Int::NEG_ONE),
            _ => l.add_term(minus, &Int::NEG_ONE),
        }
        match op {
            Cmp::Le | Cmp::Ge => {}
            Cmp::Lt | Cmp::Gt => l.constant += 1,
            Cmp::Eq | Cmp::Ne => {
                if l.terms().next().is_some_and(|(_, c)| *c < Int::ZERO) {
                    l = l.scaled(&Int::NEG_ONE);
                }
            }
        }
        let relation = match op {
            Cmp::Eq => Relation::Zero,
            Cmp::Ne => Relation::NonZero,
            _ => Relation::AtMostZero,
        };
        let g = l.gcd();
        if g > Int::ONE {
            let exact = (&l.constant % &g).is_zero();
            if exact || relation == Relation::AtMostZero {
                l.constant = super::ceil_div(&l.constant, &g);
                l.coefficients.iter_mut().for_each(|(_, c)| *c = &*c / &g);
            }
        }
        (relation, l)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_keep_their_order_and_no_zeros() {
        let of = |parts: &[(u32, i32)]| {
            let mut l = Linear::default();
            parts.iter().for_each(|(t, c)| l.add_term(Term(*t), &Int::from(*c)));
            l
        };
        let shown = |l: &Linear| l.terms().map(|(t, c)| (t.0, c.to_string())).collect::<Vec<_>>();
        let mut l = of(&[(5, 2), (1, 3), (9, 1), (5, -1), (7, 0)]);
        assert_eq!(shown(&l), [(1, "3".into()), (5, "1".into()), (9, "1".into())]);
        l.add_scaled(&of(&[(0, 1), (1, 1), (6, 2), (9, 1), (12, 1)]), &Int::from(-3));
        assert_eq!(
            shown(&l),
            [(0, "-3".into()), (5, "1".into()), (6, "-6".into()), (9, "-2".into()), (12, "-3".into())]
        );
        l.add_scaled(&of(&[(5, 1)]), &Int::NEG_ONE);
        l.add_scaled(&of(&[(6, 1), (9, 1)]), &Int::ZERO);
        assert_eq!(
            (shown(&l).len(), l.gcd(), l.take(Term(6)), l.coefficient(Term(6))),
            (4, 1.into(), (-6).into(), Int::ZERO)
        );
    }
}
