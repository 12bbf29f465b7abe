//! Constructors: each returns the simplest term of its meaning it can see at once.

use super::{BitOp, Cmp, Int, Linear, Node, Sort, Symbol, Term, Terms, floor_div};
use dashu_int::ops::Abs;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Products of sums are multiplied out up to this many monomials.
const MOST_MONOMIALS: usize = 64;

impl Terms {
    /// An integer constant.
    pub fn int(&self, v: impl Into<Int>) -> Term {
        self.intern(Node::Int(v.into()))
    }

    /// A truth value.
    pub fn bool(&self, b: bool) -> Term {
        self.intern(Node::Bool(b))
    }

    /// The value of a symbol.
    pub fn sym(&self, s: Symbol) -> Term {
        self.intern(Node::Symbol(s))
    }

    /// `a + b`.
    pub fn add(&self, a: Term, b: Term) -> Term {
        self.combine([(a, Int::ONE), (b, Int::ONE)])
    }

    /// `a − b`.
    pub fn sub(&self, a: Term, b: Term) -> Term {
        self.combine([(a, Int::ONE), (b, Int::NEG_ONE)])
    }

    /// `−a`.
    pub fn neg(&self, a: Term) -> Term {
        self.scale(a, Int::NEG_ONE)
    }

    /// `k · a`.
    pub fn scale(&self, a: Term, k: impl Into<Int>) -> Term {
        self.combine([(a, k.into())])
    }

    /// `a + k`.
    pub fn offset(&self, a: Term, k: impl Into<Int>) -> Term {
        let mut l = self.linear(a);
        l.constant += k.into();
        self.from_linear(l)
    }

    /// The sum of all.
    pub fn sum(&self, terms: impl IntoIterator<Item = Term>) -> Term {
        self.combine(terms.into_iter().map(|t| (t, Int::ONE)))
    }

    fn combine(&self, parts: impl IntoIterator<Item = (Term, Int)>) -> Term {
        let mut l = Linear::default();
        for (t, k) in parts {
            l.add_scaled(&self.linear(t), &k);
        }
        self.from_linear(l)
    }

    /// `a · b`, multiplied out.
    pub fn mul(&self, a: Term, b: Term) -> Term {
        if let Some(k) = self.as_int(a) {
            return self.scale(b, k);
        }
        if let Some(k) = self.as_int(b) {
            return self.scale(a, k);
        }
        let (x, y) = (self.linear(a), self.linear(b));
        if x.terms().len() * y.terms().len() > MOST_MONOMIALS {
            return self.product(&[a, b]);
        }
        let mut sum = Linear::constant(&x.constant * &y.constant);
        for (s, c) in x.terms() {
            sum.add_scaled(&self.linear(s), &(c * &y.constant));
            for (t, d) in y.terms() {
                sum.add_term(self.product(&[s, t]), &(c * d));
            }
        }
        for (t, d) in y.terms() {
            sum.add_scaled(&self.linear(t), &(d * &x.constant));
        }
        self.from_linear(sum)
    }

    fn product(&self, factors: &[Term]) -> Term {
        let mut all = Vec::new();
        for &f in factors {
            match &*self.node(f) {
                Node::Product(ts) => all.extend(ts),
                _ => all.push(f),
            }
        }
        all.sort();
        self.intern(Node::Product(all))
    }

    /// SMT-LIB `a div b`: for `b > 0` the quotient rounded down.
    pub fn div(&self, a: Term, b: Term) -> Term {
        let Some(d) = self.as_int(b) else { return self.intern(Node::Div(a, b)) };
        if d < Int::ZERO {
            return self.neg(self.div(a, self.int(-d)));
        }
        if d.is_zero() {
            return self.intern(Node::Div(a, b));
        }
        // A wrapped multiple of the divisor: `k·x mod k·m` over `k` is `x mod m`.
        if let Node::Mod(x, n) = &*self.node(a)
            && let Some(n) = self.as_int(*n).filter(|n| (n % &d).is_zero())
            && self.linear(*x).is_multiple_of(&d)
        {
            let x = self.div(*x, b);
            return self.modulo(x, self.int(n / d));
        }
        let mut rest = self.linear(a);
        let mut whole = Linear::constant(floor_div(&rest.constant, &d));
        rest.constant -= &whole.constant * &d;
        for (t, c) in self.linear(a).terms() {
            if (c % &d).is_zero() {
                whole.add_term(t, &(c / &d));
                rest.take(t);
            }
        }
        if rest.as_constant().is_none() {
            let rest = self.from_linear(rest);
            whole.add_term(self.intern(Node::Div(rest, b)), &Int::ONE);
        }
        self.from_linear(whole)
    }

    /// SMT-LIB `a mod b`: never negative.
    pub fn modulo(&self, a: Term, b: Term) -> Term {
        let Some(m) = self.as_int(b) else { return self.intern(Node::Mod(a, b)) };
        if m.is_zero() {
            return self.intern(Node::Mod(a, b));
        }
        let m = m.abs();
        let given = self.linear(a);
        let mut rest = Linear::constant(given.constant.clone());
        let mut is_new = false;
        for (t, c) in given.terms() {
            match &*self.node(t) {
                _ if (c % &m).is_zero() => {}
                Node::Mod(x, n) if self.as_int(*n).is_some_and(|n| (&n % &m).is_zero()) => {
                    rest.add_scaled(&self.linear(*x), c);
                }
                Node::Product(factors) => match self.small_product(factors, &m) {
                    Some(product) => rest.add_scaled(&self.linear(product), c),
                    None => rest.add_term(t, c),
                },
                // Only their last bits matter, and those of the sum are the same.
                Node::Bits(BitOp::Xor, _, x, y) if (c * Int::from(2) % &m).is_zero() => {
                    is_new = true;
                    rest.add_scaled(&self.linear(*x), c);
                    rest.add_scaled(&self.linear(*y), c);
                }
                _ => rest.add_term(t, c),
            }
        }
        if let Some(c) = rest.as_constant() {
            return self.int(c - floor_div(c, &m) * &m);
        }
        let rest = self.from_linear(rest);
        if is_new {
            return self.modulo(rest, self.int(m));
        }
        self.digits(rest, &m).unwrap_or_else(|| self.intern(Node::Mod(rest, self.int(m))))
    }

    /// C's `a / b`, rounded towards zero; nothing is said for `b = 0`.
    pub fn quotient(&self, a: Term, b: Term) -> Term {
        let zero = self.int(0);
        let negative = self.neg(self.div(self.neg(a), b));
        self.ite(self.cmp(Cmp::Ge, a, zero), self.div(a, b), negative)
    }

    /// C's `a % b`, with the sign of `a`; nothing is said for `b = 0`.
    pub fn remainder(&self, a: Term, b: Term) -> Term {
        let zero = self.int(0);
        let negative = self.neg(self.modulo(self.neg(a), b));
        self.ite(self.cmp(Cmp::Ge, a, zero), self.modulo(a, b), negative)
    }

    /// The value an unsigned type of `bits` bits stores for `a`.
    pub fn wrap_unsigned(&self, a: Term, bits: u32) -> Term {
        self.modulo(a, self.int(Int::ONE << bits as usize))
    }

    /// The value a two's complement type of `bits` bits stores for `a`.
    pub fn wrap_signed(&self, a: Term, bits: u32) -> Term {
        let half = Int::ONE << (bits as usize - 1);
        self.offset(self.wrap_unsigned(self.offset(a, half.clone()), bits), -half)
    }

    /// `base ^ exponent`; the exponent is never negative.
    pub fn pow(&self, base: Int, exponent: Term) -> Term {
        if base == Int::ONE {
            return self.int(1);
        }
        match self.as_int(exponent).map(|e| usize::try_from(e.clone()).map_err(|_| e)) {
            Some(Ok(e)) if e <= 4096 => self.int(base.pow(e)),
            _ => self.intern(Node::Pow(base, exponent)),
        }
    }

    /// A bitwise operation on the lowest `bits` bits, with an unsigned result.
    pub fn bits(&self, op: BitOp, bits: u32, a: Term, b: Term) -> Term {
        if let (Some(x), Some(y)) = (self.as_int(a), self.as_int(b)) {
            return self.int(super::eval::bit_operation(op, bits, &x, &y));
        }
        let constant = self.as_int(b).and_then(|c| self.bits_with(op, bits, a, &c));
        constant.unwrap_or_else(|| self.intern(Node::Bits(op, bits, a, b)))
    }

    /// A bitwise operation with a constant, where that is arithmetic.
    fn bits_with(&self, op: BitOp, bits: u32, a: Term, c: &Int) -> Option<Term> {
        let power = |k: usize| self.int(Int::ONE << k);
        let all = power(bits as usize);
        let c = c - floor_div(c, &(Int::ONE << bits as usize)) * (Int::ONE << bits as usize);
        let distance = usize::try_from(c.clone()).ok().filter(|k| *k < bits as usize);
        let is_mask = |c: &Int| (c & (c + Int::ONE)).is_zero();
        match (op, distance) {
            (BitOp::Shl | BitOp::Shr, None) => Some(self.int(0)),
            (BitOp::Shl, Some(k)) => Some(self.modulo(self.scale(a, Int::ONE << k), all)),
            (BitOp::Shr, Some(k)) => Some(self.div(self.modulo(a, all), power(k))),
            (BitOp::And, _) if is_mask(&c) => Some(self.modulo(a, self.int(c + Int::ONE))),
            (BitOp::Or | BitOp::Xor, _) if c.is_zero() => Some(self.modulo(a, all)),
            _ => None,
        }
    }

    /// `if c then a else b`.
    pub fn ite(&self, c: Term, a: Term, b: Term) -> Term {
        if a == b || self.as_bool(c) == Some(true) {
            return a;
        }
        if self.as_bool(c) == Some(false) {
            return b;
        }
        if self.sort(a) == Sort::Bool {
            return self.and(vec![self.or(vec![self.not(c), a]), self.or(vec![c, b])]);
        }
        match (&*self.node(c), &*self.node(a), &*self.node(b)) {
            (Node::Not(c), ..) => self.ite(*c, b, a),
            (_, Node::Ite(d, x, _), _) if *d == c => self.ite(c, *x, b),
            (_, _, Node::Ite(d, _, y)) if *d == c => self.ite(c, a, *y),
            _ => self.intern(Node::Ite(c, a, b)),
        }
    }

    /// The element of `array` at `index`.
    pub fn select(&self, array: Term, index: Term) -> Term {
        let mut array = array;
        loop {
            let node = self.node(array);
            match &*node {
                Node::Store(rest, i, v) => match self.linear(self.sub(*i, index)).as_constant() {
                    Some(d) if d.is_zero() => return *v,
                    Some(_) => array = *rest,
                    None => break,
                },
                Node::Table(values) => {
                    if let Some(i) = self.as_int(index) {
                        let at = usize::try_from(i).ok().and_then(|i| values.get(i));
                        return self.int(at.cloned().unwrap_or(Int::ZERO));
                    }
                    break;
                }
                Node::Ite(c, a, b) => {
                    if let Some(&known) = self.inner.borrow().selected.get(&(array, index)) {
                        return known;
                    }
                    let done = self.ite(*c, self.select(*a, index), self.select(*b, index));
                    self.inner.borrow_mut().selected.insert((array, index), done);
                    return done;
                }
                // All of its elements are the same.
                Node::Symbol(s) => match self.info(*s).range.constant() {
                    Some(v) => return self.int(v.clone()),
                    None => break,
                },
                _ => break,
            }
        }
        self.intern(Node::Select(array, index))
    }

    /// `array` with the element at `index` replaced.
    pub fn store(&self, array: Term, index: Term, value: Term) -> Term {
        match &*self.node(array) {
            Node::Store(rest, i, _) if *i == index => self.store(*rest, index, value),
            _ => self.intern(Node::Store(array, index, value)),
        }
    }

    /// The array with these values from index 0 on and 0 elsewhere.
    pub fn table(&self, values: Vec<Int>) -> Term {
        self.intern(Node::Table(Arc::new(values)))
    }

    /// A comparison; decided at once where the difference is constant.
    pub fn cmp(&self, op: Cmp, a: Term, b: Term) -> Term {
        let (relation, l) = self.normalized(op, a, b);
        if let Some(c) = l.as_constant() {
            return self.bool(match relation {
                super::Relation::AtMostZero => *c <= Int::ZERO,
                super::Relation::Zero => c.is_zero(),
                super::Relation::NonZero => !c.is_zero(),
            });
        }
        if relation != super::Relation::AtMostZero && !(&l.constant % l.gcd()).is_zero() {
            return self.bool(relation == super::Relation::NonZero);
        }
        let (first, second) = (self.node(a), self.node(b));
        match (&*first, &*second) {
            (Node::Ite(..), Node::Int(_)) | (Node::Int(_), Node::Ite(..)) => self.compared(op, a, b),
            _ => self.intern(Node::Cmp(op, a, b)),
        }
    }

    /// A choice beside a constant, or the other way round.
    fn compared(&self, op: Cmp, a: Term, b: Term) -> Term {
        if let Some(&known) = self.inner.borrow().compared.get(&(op, a, b)) {
            return known;
        }
        let done = self.push_into_ite(op, a, b).unwrap_or_else(|| self.intern(Node::Cmp(op, a, b)));
        self.inner.borrow_mut().compared.insert((op, a, b), done);
        done
    }

    /// `ite(c, x, y) op k` as a condition on `c`, where both branches decide the comparison.
    fn push_into_ite(&self, op: Cmp, a: Term, b: Term) -> Option<Term> {
        let (c, x, y) = match (&*self.node(a), &*self.node(b)) {
            (Node::Ite(c, x, y), _) => (*c, self.cmp(op, *x, b), self.cmp(op, *y, b)),
            (_, Node::Ite(c, x, y)) => (*c, self.cmp(op, a, *x), self.cmp(op, a, *y)),
            _ => return None,
        };
        match (self.as_bool(x), self.as_bool(y)) {
            (Some(true), Some(true)) => Some(self.bool(true)),
            (Some(false), Some(false)) => Some(self.bool(false)),
            (Some(true), None) => Some(self.or(vec![c, y])),
            (Some(false), None) => Some(self.and(vec![self.not(c), y])),
            (None, Some(true)) => Some(self.or(vec![self.not(c), x])),
            (None, Some(false)) => Some(self.and(vec![c, x])),
            (Some(true), Some(false)) => Some(c),
            (Some(false), Some(true)) => Some(self.not(c)),
            (None, None) => None,
        }
    }

    /// `a = b`.
    pub fn eq(&self, a: Term, b: Term) -> Term {
        self.cmp(Cmp::Eq, a, b)
    }

    /// `a ≤ b`.
    pub fn le(&self, a: Term, b: Term) -> Term {
        self.cmp(Cmp::Le, a, b)
    }

    /// `a < b`.
    pub fn lt(&self, a: Term, b: Term) -> Term {
        self.cmp(Cmp::Lt, a, b)
    }

    /// Negation, pushed through comparisons, conjunctions and disjunctions.
    pub fn not(&self, a: Term) -> Term {
        match &*self.node(a) {
            Node::Bool(b) => self.bool(!b),
            Node::Cmp(op, x, y) => self.cmp(op.negated(), *x, *y),
            Node::Not(x) => *x,
            node @ (Node::And(ts) | Node::Or(ts)) => {
                if let Some(&known) = self.inner.borrow().negated.get(&a) {
                    return known;
                }
                let parts = ts.iter().map(|&t| self.not(t)).collect();
                let done = if matches!(node, Node::And(_)) { self.or(parts) } else { self.and(parts) };
                self.inner.borrow_mut().negated.insert(a, done);
                done
            }
            _ => self.intern(Node::Not(a)),
        }
    }

    /// Conjunction, flat, without repetitions, in the given order.
    pub fn and(&self, terms: Vec<Term>) -> Term {
        match self.flatten(terms, true) {
            None => self.bool(false),
            Some(ts) if ts.is_empty() => self.bool(true),
            Some(ts) if ts.len() == 1 => ts[0],
            Some(ts) => {
                let ts = self.absorbed(ts);
                if ts.len() == 1 { ts[0] } else { self.intern(Node::And(ts)) }
            }
        }
    }

    /// The members of a conjunction; of anything else, that alone, and of truth none.
    pub fn conjuncts(&self, t: Term) -> Vec<Term> {
        match &*self.node(t) {
            Node::And(ts) => ts.clone(),
            Node::Bool(true) => Vec::new(),
            _ => vec![t],
        }
    }

    /// A conjunction without disjunctions that have another member's alternatives among theirs.
    fn absorbed(&self, ts: Vec<Term>) -> Vec<Term> {
        if ts.len() > MOST_MONOMIALS {
            return ts;
        }
        let alternatives = |t: &Term| match &*self.node(*t) {
            Node::Or(us) => us.clone(),
            _ => vec![*t],
        };
        let all: Vec<Vec<Term>> = ts.iter().map(alternatives).collect();
        // Of two that have the same alternatives in another order the first one stays.
        let is_before = |j: usize, i: usize| (all[j].len(), j) < (all[i].len(), i);
        let says_it = |j: usize, i: usize| is_before(j, i) && all[j].iter().all(|m| all[i].contains(m));
        let is_weaker = |i: usize| all[i].len() > 1 && (0..ts.len()).any(|j| says_it(j, i));
        (0..ts.len()).filter(|i| !is_weaker(*i)).map(|i| ts[i]).collect()
    }

    /// Disjunction, flat, without repetitions, in the given order.
    pub fn or(&self, terms: Vec<Term>) -> Term {
        match self.flatten(terms, false) {
            None => self.bool(true),
            Some(ts) if ts.is_empty() => self.bool(false),
            Some(ts) if ts.len() == 1 => ts[0],
            Some(ts) => self.intern(Node::Or(ts)),
        }
    }

    /// `a ⇒ b`.
    pub fn implies(&self, a: Term, b: Term) -> Term {
        self.or(vec![self.not(a), b])
    }

    /// The members of a conjunction (`unit` true) or disjunction (`unit` false); `None` where one decides all.
    fn flatten(&self, terms: Vec<Term>, unit: bool) -> Option<Vec<Term>> {
        let mut out: Vec<Term> = Vec::new();
        for t in terms {
            match (&*self.node(t), unit) {
                (Node::Bool(b), _) if *b == unit => {}
                (Node::Bool(_), _) => return None,
                (Node::And(ts), true) | (Node::Or(ts), false) => out.extend(ts),
                _ => out.push(t),
            }
        }
        // Looking through a few is faster than a set of them.
        if out.len() > MOST_MONOMIALS {
            let mut seen = FxHashSet::default();
            out.retain(|t| seen.insert(*t));
        } else if (1..out.len()).any(|i| out[..i].contains(&out[i])) {
            out = (0..out.len()).filter(|i| !out[..*i].contains(&out[*i])).map(|i| out[i]).collect();
        }
        let opposite = |t: &Term| matches!(&*self.node(*t), Node::Cmp(..)) && out.contains(&self.not(*t));
        let contradicted = out.len() <= MOST_MONOMIALS && out.iter().any(opposite);
        (!contradicted).then_some(out)
    }
}

#[cfg(test)]
mod tests;
