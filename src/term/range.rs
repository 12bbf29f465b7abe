//! Integer intervals with open ends, the abstract values of every cheap analysis.
//!
//! A [`Range`] is a set `lo..=hi`; a missing end is infinite. It is never
//! empty: operations that can produce the empty set return `Option`.

use dashu_int::IBig as Int;
use dashu_int::ops::DivRemEuclid;
use std::fmt;

/// The integers from `lo` to `hi`, both included; `None` is the infinity of that side.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Range {
    /// The least member, if there is one.
    pub lo: Option<Int>,
    /// The greatest member, if there is one.
    pub hi: Option<Int>,
}

impl Range {
    /// Every integer.
    pub const ALL: Range = Range { lo: None, hi: None };

    /// `lo..=hi`. The caller guarantees `lo <= hi`.
    pub fn new(lo: impl Into<Int>, hi: impl Into<Int>) -> Range {
        let (lo, hi) = (lo.into(), hi.into());
        expected!(lo <= hi, "an empty range {lo}..{hi}");
        Range { lo: Some(lo), hi: Some(hi) }
    }

    /// The single value `v`.
    pub fn exactly(v: impl Into<Int>) -> Range {
        let v = v.into();
        Range { lo: Some(v.clone()), hi: Some(v) }
    }

    /// How far its ends are apart, if it has both.
    pub fn width(&self) -> Option<Int> {
        Some(self.hi.as_ref()? - self.lo.as_ref()?)
    }

    /// `lo..`.
    pub fn at_least(lo: impl Into<Int>) -> Range {
        Range { lo: Some(lo.into()), hi: None }
    }

    /// `..=hi`.
    pub fn at_most(hi: impl Into<Int>) -> Range {
        Range { lo: None, hi: Some(hi.into()) }
    }

    /// The values of an unsigned type of `bits` bits.
    pub fn unsigned(bits: u32) -> Range {
        Range::new(0, (Int::ONE << bits as usize) - 1)
    }

    /// The values of a two's complement type of `bits` bits.
    pub fn signed(bits: u32) -> Range {
        let half = Int::ONE << (bits as usize - 1);
        Range::new(-half.clone(), half - 1)
    }

    /// The only member, if there is just one.
    pub fn constant(&self) -> Option<&Int> {
        match (&self.lo, &self.hi) {
            (Some(a), Some(b)) if a == b => Some(a),
            _ => None,
        }
    }

    /// Whether `v` is a member.
    pub fn contains(&self, v: &Int) -> bool {
        self.lo.as_ref().is_none_or(|lo| lo <= v) && self.hi.as_ref().is_none_or(|hi| v <= hi)
    }

    /// Whether every member of `other` is a member.
    pub fn includes(&self, other: &Range) -> bool {
        let low = match (&self.lo, &other.lo) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(a), Some(b)) => a <= b,
        };
        let high = match (&self.hi, &other.hi) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(a), Some(b)) => a >= b,
        };
        low && high
    }

    /// The common members; `None` if there are none.
    pub fn meet(&self, other: &Range) -> Option<Range> {
        let lo = pick(&self.lo, &other.lo, |a, b| a.max(b));
        let hi = pick(&self.hi, &other.hi, |a, b| a.min(b));
        match (&lo, &hi) {
            (Some(a), Some(b)) if a > b => None,
            _ => Some(Range { lo, hi }),
        }
    }

    /// The least range that includes both.
    pub fn join(&self, other: &Range) -> Range {
        let lo = self.lo.as_ref().zip(other.lo.as_ref()).map(|(a, b)| a.min(b).clone());
        let hi = self.hi.as_ref().zip(other.hi.as_ref()).map(|(a, b)| a.max(b).clone());
        Range { lo, hi }
    }

    /// `self + other`, member by member.
    pub fn add(&self, other: &Range) -> Range {
        let lo = self.lo.as_ref().zip(other.lo.as_ref()).map(|(a, b)| a + b);
        let hi = self.hi.as_ref().zip(other.hi.as_ref()).map(|(a, b)| a + b);
        Range { lo, hi }
    }

    /// `k · self`.
    pub fn scale(&self, k: &Int) -> Range {
        if k.is_zero() {
            return Range::exactly(0);
        }
        let (lo, hi) = (self.lo.as_ref().map(|v| v * k), self.hi.as_ref().map(|v| v * k));
        if *k > Int::ZERO { Range { lo, hi } } else { Range { lo: hi, hi: lo } }
    }

    /// `self · other`, exact for bounded ranges, else by the signs.
    pub fn mul(&self, other: &Range) -> Range {
        if let Some(k) = other.constant() {
            return self.scale(k);
        }
        if let Some(k) = self.constant() {
            return other.scale(k);
        }
        if let (Some(a), Some(b), Some(c), Some(d)) = (&self.lo, &self.hi, &other.lo, &other.hi) {
            let corners = [a * c, a * d, b * c, b * d];
            let lo = corners.iter().min().cloned();
            let hi = corners.iter().max().cloned();
            return Range { lo, hi };
        }
        match (self.sign(), other.sign()) {
            (Some(x), Some(y)) if x == y => {
                let least =
                    if x { self.lo.clone().zip(other.lo.clone()) } else { self.hi.clone().zip(other.hi.clone()) };
                Range { lo: least.map(|(a, b)| a * b), hi: None }
            }
            (Some(x), Some(_)) => {
                let most =
                    if x { self.lo.clone().zip(other.hi.clone()) } else { self.hi.clone().zip(other.lo.clone()) };
                Range { lo: None, hi: most.map(|(a, b)| a * b) }
            }
            _ => Range::ALL,
        }
    }

    /// `Some(true)` if no member is negative, `Some(false)` if none is positive.
    pub fn sign(&self) -> Option<bool> {
        if self.lo.as_ref().is_some_and(|v| *v >= Int::ZERO) {
            Some(true)
        } else if self.hi.as_ref().is_some_and(|v| *v <= Int::ZERO) {
            Some(false)
        } else {
            None
        }
    }

    /// Euclidean quotients by a positive constant.
    pub fn div_by(&self, d: &Int) -> Range {
        Range { lo: self.lo.as_ref().map(|v| floor_div(v, d)), hi: self.hi.as_ref().map(|v| floor_div(v, d)) }
    }

    /// Euclidean remainders by a positive constant.
    pub fn mod_by(&self, m: &Int) -> Range {
        if let (Some(lo), Some(hi)) = (&self.lo, &self.hi) {
            let q = floor_div(lo, m);
            if q == floor_div(hi, m) {
                let base = q * m;
                return Range::new(lo - &base, hi - &base);
            }
        }
        Range::new(0, m - 1)
    }
}

fn pick(a: &Option<Int>, b: &Option<Int>, choose: fn(Int, Int) -> Int) -> Option<Int> {
    match (a, b) {
        (Some(a), Some(b)) => Some(choose(a.clone(), b.clone())),
        (Some(v), None) | (None, Some(v)) => Some(v.clone()),
        (None, None) => None,
    }
}

/// `⌊a / b⌋` for `b > 0`.
pub fn floor_div(a: &Int, b: &Int) -> Int {
    expected!(*b > Int::ZERO);
    a.div_rem_euclid(b).0
}

/// `⌈a / b⌉` for `b > 0`.
pub fn ceil_div(a: &Int, b: &Int) -> Int {
    -floor_div(&-a, b)
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.lo, &self.hi) {
            (Some(a), Some(b)) => write!(f, "{a}..{b}"),
            (Some(a), None) => write!(f, "{a}.."),
            (None, Some(b)) => write!(f, "..{b}"),
            (None, None) => write!(f, ".."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges() -> Vec<Range> {
        let mut all = vec![Range::ALL];
        for a in -4..=4 {
            all.push(Range::at_least(a));
            all.push(Range::at_most(a));
            all.extend((a..=4).map(|b| Range::new(a, b)));
        }
        all
    }

    #[test]
    fn every_operation_covers_its_members() {
        let members = |r: &Range| (-6i64..=6).map(Int::from).filter(|v| r.contains(v)).collect::<Vec<_>>();
        for a in ranges() {
            for b in ranges() {
                for x in members(&a) {
                    for y in members(&b) {
                        assert!(a.add(&b).contains(&(&x + &y)), "{a} + {b}");
                        assert!(a.mul(&b).contains(&(&x * &y)), "{a} * {b}");
                        assert!(a.join(&b).contains(&x) && a.join(&b).contains(&y));
                        assert_eq!(a.meet(&b).is_some_and(|m| m.contains(&x)), b.contains(&x));
                    }
                }
            }
            for x in members(&a) {
                for k in 1i64..=4 {
                    let k = Int::from(k);
                    assert!(a.div_by(&k).contains(&floor_div(&x, &k)));
                    assert!(a.mod_by(&k).contains(&(&x - floor_div(&x, &k) * &k)), "{a} mod {k}");
                    assert!(a.scale(&-&k).contains(&(-(&x * &k))));
                }
            }
        }
    }

    #[test]
    fn rounding_division() {
        let f = |a: i64, b: i64| (floor_div(&a.into(), &b.into()), ceil_div(&a.into(), &b.into()));
        assert_eq!(f(-7, 2), ((-4).into(), (-3).into()));
        assert_eq!(f(7, 2), (3.into(), 4.into()));
        assert_eq!(f(6, 3), (2.into(), 2.into()));
    }
}
