//! Polynomials in the round number that have integer values, in Newton's form.
//!
//! `Σ cⱼ · C(t, j)` has integer values for all `t` exactly if all `cⱼ` are
//! integers, so no fractions are needed, and two are equal exactly if their
//! coefficients are. All answers about `0 ≤ t < times` are exact.

use crate::term::{Cmp, Int, ceil_div, floor_div};
use std::cmp::Ordering;

/// `Σ cⱼ · C(t, j)`; the last coefficient is not 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Polynomial(Vec<Int>);

impl Polynomial {
    pub fn constant(v: Int) -> Polynomial {
        Polynomial(vec![v]).trimmed()
    }

    /// `start + slope · t`.
    pub fn line(start: Int, slope: Int) -> Polynomial {
        Polynomial(vec![start, slope]).trimmed()
    }

    /// The one of least degree with these values at 0, 1, 2, …
    pub fn through(mut values: Vec<Int>) -> Polynomial {
        for done in 1..values.len() {
            for i in (done..values.len()).rev() {
                values[i] = &values[i] - &values[i - 1];
            }
        }
        Polynomial(values).trimmed()
    }

    fn trimmed(mut self) -> Polynomial {
        while self.0.last().is_some_and(Int::is_zero) {
            self.0.pop();
        }
        self
    }

    /// 0 for a constant.
    pub fn degree(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The value at 0.
    pub fn start(&self) -> Int {
        self.0.first().cloned().unwrap_or(Int::ZERO)
    }

    /// What the first step adds.
    pub fn slope(&self) -> Int {
        self.0.get(1).cloned().unwrap_or(Int::ZERO)
    }

    /// The value, if it is the same everywhere.
    pub fn as_constant(&self) -> Option<Int> {
        (self.degree() == 0).then(|| self.start())
    }

    pub fn at(&self, t: u64) -> Int {
        let (mut value, mut binomial) = (Int::ZERO, Int::ONE);
        for (j, c) in self.0.iter().enumerate() {
            value += c * &binomial;
            let j = j as u64;
            if t <= j {
                break;
            }
            binomial = binomial * (t - j) / (j + 1);
        }
        value
    }

    /// `p(t + 1)`.
    pub fn next(&self) -> Polynomial {
        let above = self.0.iter().skip(1).cloned().chain([Int::ZERO]);
        Polynomial(self.0.iter().zip(above).map(|(c, d)| c + d).collect())
    }

    /// `p(t + 1) − p(t)`.
    fn difference(&self) -> Polynomial {
        Polynomial(self.0.iter().skip(1).cloned().collect())
    }

    pub fn scaled(&self, k: &Int) -> Polynomial {
        Polynomial(self.0.iter().map(|c| c * k).collect()).trimmed()
    }

    pub fn plus(&self, other: &Polynomial) -> Polynomial {
        let (long, short) = if self.0.len() < other.0.len() { (other, self) } else { (self, other) };
        let mut sum = long.0.clone();
        sum.iter_mut().zip(&short.0).for_each(|(a, b)| *a += b);
        Polynomial(sum).trimmed()
    }

    pub fn minus(&self, other: &Polynomial) -> Polynomial {
        self.plus(&other.scaled(&Int::NEG_ONE))
    }

    pub fn times(&self, other: &Polynomial) -> Polynomial {
        if self.is_zero() || other.is_zero() {
            return Polynomial(Vec::new());
        }
        let degree = (self.degree() + other.degree()) as u64;
        Polynomial::through((0..=degree).map(|t| self.at(t) * other.at(t)).collect())
    }

    /// Quotient and remainder (at least 0) by `m > 0`, and for how many `t < times` they are right.
    pub fn divided(&self, m: &Int, times: u64) -> (Polynomial, Polynomial, u64) {
        let (mut whole, mut rest) = (Vec::new(), Vec::new());
        for (j, c) in self.0.iter().enumerate() {
            // A coefficient with the least distance to a multiple keeps the remainder near for longest.
            let q = if j == 0 { floor_div(c, m) } else { floor_div(&(c * Int::from(2) + m), &(m * Int::from(2))) };
            rest.push(c - &q * m);
            whole.push(q);
        }
        let (whole, rest) = (Polynomial(whole).trimmed(), Polynomial(rest).trimmed());
        let over = rest.plus(&Polynomial::constant(-m.clone()));
        let lasts = over.lasting(rest.lasting(times, |s| s != Ordering::Less), |s| s == Ordering::Less);
        (whole, rest, lasts)
    }

    /// The most `n ≤ times` for which all `p(t)` with `t < n` have a sign that `holds`.
    pub fn lasting(&self, times: u64, holds: impl Fn(Ordering) -> bool) -> u64 {
        if times == 0 || self.degree() == 0 {
            return if holds(self.start().cmp(&Int::ZERO)) { times } else { 0 };
        }
        self.signs(times).into_iter().find(|(_, sign)| !holds(*sign)).map_or(times, |(from, _)| from)
    }

    /// The signs for `t < times`, each with the `t` from which on it stays.
    fn signs(&self, times: u64) -> Vec<(u64, Ordering)> {
        let sign = |t| self.at(t).cmp(&Int::ZERO);
        let mut signs = vec![(0, sign(0))];
        if times < 2 || self.degree() == 0 {
            return signs;
        }
        let mut turns = self.difference().signs(times - 1);
        turns.push((times - 1, Ordering::Equal));
        for pair in turns.windows(2) {
            let ((from, direction), (to, _)) = (pair[0], pair[1]);
            let (rising, bounds) = match direction {
                Ordering::Equal => continue,
                Ordering::Less => (self.scaled(&Int::NEG_ONE), [Int::ZERO, Int::ONE]),
                Ordering::Greater => (self.clone(), [Int::ZERO, Int::ONE]),
            };
            for bound in bounds {
                if let Some(t) = rising.first_at_least(&bound, from, to) {
                    let new = sign(t);
                    if signs.last().is_some_and(|(_, last)| *last != new) {
                        signs.push((t, new));
                    }
                }
            }
        }
        signs
    }

    /// The first `t` in `from..=to`, where `self` rises, with `p(t) ≥ bound`.
    fn first_at_least(&self, bound: &Int, from: u64, to: u64) -> Option<u64> {
        if self.at(to) < *bound {
            return None;
        }
        if self.degree() == 1 {
            let t = ceil_div(&(bound - self.start()), &self.slope());
            return Some(u64::try_from(&t).unwrap_or(0).max(from));
        }
        let (mut low, mut high) = (from, to);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.at(middle) >= *bound { high = middle } else { low = middle + 1 }
        }
        Some(low)
    }
}

/// Whether a difference with this sign compares so with 0.
pub(super) fn compares(op: Cmp, sign: Ordering) -> bool {
    match op {
        Cmp::Lt => sign == Ordering::Less,
        Cmp::Le => sign != Ordering::Greater,
        Cmp::Gt => sign == Ordering::Greater,
        Cmp::Ge => sign != Ordering::Less,
        Cmp::Eq => sign == Ordering::Equal,
        Cmp::Ne => sign != Ordering::Equal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(random: &mut fastrand::Rng) -> Polynomial {
        let most = random.i64(1..60);
        Polynomial((0..random.usize(0..5)).map(|_| Int::from(random.i64(-most..=most))).collect()).trimmed()
    }

    #[test]
    fn operations_are_those_of_the_values() {
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..500 {
            let (p, q, k) = (random(&mut rng), random(&mut rng), Int::from(rng.i64(-9..9)));
            for t in 0..9 {
                let (a, b) = (p.at(t), q.at(t));
                assert_eq!(p.plus(&q).at(t), &a + &b);
                assert_eq!(p.minus(&q).at(t), &a - &b);
                assert_eq!(p.times(&q).at(t), &a * &b);
                assert_eq!(p.scaled(&k).at(t), &a * &k);
                assert_eq!(p.next().at(t), p.at(t + 1));
            }
            assert_eq!(Polynomial::through((0..9).map(|t| p.at(t)).collect()), p);
        }
    }

    #[test]
    fn signs_last_as_long_as_they_do() {
        let mut rng = fastrand::Rng::with_seed(4);
        for _ in 0..3000 {
            let (p, times) = (random(&mut rng), rng.u64(0..50));
            for op in [Cmp::Lt, Cmp::Le, Cmp::Gt, Cmp::Ge, Cmp::Eq, Cmp::Ne] {
                let expected = (0..times).take_while(|t| op.holds(&p.at(*t), &Int::ZERO)).count() as u64;
                assert_eq!(p.lasting(times, |s| compares(op, s)), expected, "{p:?} {op:?} {times}");
            }
        }
    }

    #[test]
    fn quotients_are_right_while_they_say_so() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut whole = 0;
        for _ in 0..3000 {
            let (p, m, times) = (random(&mut rng), Int::from(rng.i64(1..40)), rng.u64(1..40));
            let (quotient, rest, lasts) = p.divided(&m, times);
            assert!((1..=times).contains(&lasts));
            whole += u64::from(lasts == times && p.degree() > 0);
            for t in 0..lasts {
                assert_eq!(quotient.at(t), floor_div(&p.at(t), &m), "{p:?} by {m} at {t}");
                assert_eq!(rest.at(t), p.at(t) - quotient.at(t) * &m);
            }
            let over = rest.at(lasts);
            assert!(lasts == times || over < Int::ZERO || over >= m, "{p:?} by {m}: {lasts} could be more");
        }
        assert!(whole > 100, "only {whole} lasted");
    }

    #[test]
    fn far_crossings_are_found() {
        let squares = Polynomial::through([0, 1, 4].map(Int::from).into());
        let below = squares.minus(&Polynomial::constant(Int::from(10u64.pow(18))));
        assert_eq!(below.lasting(u64::MAX, |s| s == Ordering::Less), 1_000_000_000);
        let line = Polynomial::line(Int::from(7), Int::from(-2));
        assert_eq!(line.lasting(u64::MAX, |s| s == Ordering::Greater), 4);
    }
}
