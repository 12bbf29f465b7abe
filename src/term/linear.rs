//! Linear combinations of terms with integer coefficients, and comparisons as such.

use super::{Cmp, Int, Node, Range, Term, Terms};
use std::collections::BTreeMap;

/// `constant + Σ coefficient · term`, no coefficient zero, terms in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Linear {
    /// The part without a term.
    pub constant: Int,
    coefficients: BTreeMap<Term, Int>,
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
        Linear { constant: c.into(), coefficients: BTreeMap::new() }
    }

    /// The terms with their coefficients, in order.
    pub fn terms(&self) -> impl DoubleEndedIterator<Item = (Term, &Int)> + ExactSizeIterator {
        self.coefficients.iter().map(|(t, c)| (*t, c))
    }

    /// The coefficient of `t`, zero if it does not occur.
    pub fn coefficient(&self, t: Term) -> Int {
        self.coefficients.get(&t).cloned().unwrap_or(Int::ZERO)
    }

    /// The constant this is, if no term occurs.
    pub fn as_constant(&self) -> Option<&Int> {
        self.coefficients.is_empty().then_some(&self.constant)
    }

    /// Adds `k · t`, where `t` is not itself a sum or a constant.
    pub fn add_term(&mut self, t: Term, k: &Int) {
        let c = self.coefficients.entry(t).or_default();
        *c += k;
        if c.is_zero() {
            self.coefficients.remove(&t);
        }
    }

    /// Adds `k · other`.
    pub fn add_scaled(&mut self, other: &Linear, k: &Int) {
        self.constant += &other.constant * k;
        for (t, c) in other.terms() {
            self.add_term(t, &(c * k));
        }
    }

    /// `k · self`.
    pub fn scaled(&self, k: &Int) -> Linear {
        let mut out = Linear::default();
        out.add_scaled(self, k);
        out
    }

    /// Takes `t` out and returns its coefficient.
    pub fn take(&mut self, t: Term) -> Int {
        self.coefficients.remove(&t).unwrap_or(Int::ZERO)
    }

    /// The greatest common divisor of the coefficients, 0 if there are none.
    pub fn gcd(&self) -> Int {
        self.coefficients.values().fold(Int::ZERO, |g, c| gcd(&g, c))
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
        self.intern(Node::Sum(l))
    }

    /// A comparison in normal form: a relation of one combination to zero,
    /// coefficients without a common divisor, `≤` tightened by integer rounding.
    pub fn normalized(&self, op: Cmp, a: Term, b: Term) -> (Relation, Linear) {
        let (mut l, r) = (self.linear(a), self.linear(b));
        l.add_scaled(&r, &Int::NEG_ONE);
        match op {
            Cmp::Le => {}
            Cmp::Lt => l.constant += 1,
            Cmp::Ge | Cmp::Gt => {
                l = l.scaled(&Int::NEG_ONE);
                if op == Cmp::Gt {
                    l.constant += 1;
                }
            }
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
                l.coefficients.values_mut().for_each(|c| *c = &*c / &g);
            }
        }
        (relation, l)
    }
}
