//! Elements at indices that advance evenly: which value they have, and for how many rounds it is known.

use super::RangeValue;
use super::array::table_element;
use super::polynomial::Polynomial;
use crate::replay::limits::line::MOST_BITS;
use crate::term::Int;

/// The most elements looked at one by one.
pub(super) const MOST_LOOKS: u64 = 1 << 14;

/// The index `start + slope · t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub start: i128,
    pub slope: i128,
}

/// The value at the index of round `t` for `t < lasts`.
pub(super) struct Found {
    pub value: Polynomial,
    pub lasts: u64,
}

impl Line {
    pub fn new(index: &Polynomial) -> Option<Line> {
        let small = |v: Int| i128::try_from(v).ok().filter(|v| v.unsigned_abs() < 1 << MOST_BITS);
        (index.degree() <= 1).then_some(())?;
        Some(Line { start: small(index.start())?, slope: small(index.slope())? })
    }

    pub fn at(self, t: u64) -> i128 {
        self.start + self.slope * i128::from(t)
    }

    /// The first round at `index`.
    pub fn first_at(self, index: i128) -> Option<u64> {
        let distance = index - self.start;
        if self.slope == 0 || distance == 0 {
            return (distance == 0).then_some(0);
        }
        (distance % self.slope == 0).then(|| u64::try_from(distance / self.slope).ok()).flatten()
    }

    /// The first round within `low..=high`.
    pub fn enters(self, low: i128, high: i128) -> Option<u64> {
        if low <= self.start && self.start <= high {
            return Some(0);
        }
        let near = if self.start < low { low } else { high };
        if self.slope == 0 || (near > self.start) != (self.slope > 0) {
            return None;
        }
        let (distance, pace) = ((near - self.start).unsigned_abs(), self.slope.unsigned_abs());
        let t = u64::try_from(distance.div_ceil(pace)).ok()?;
        let there = self.at(t);
        (low <= there && there <= high).then_some(t)
    }

    /// How many rounds from the first one on are within `low..=high`, where the first one is.
    fn stays(self, low: i128, high: i128) -> u64 {
        let room = match self.slope {
            0 => return u64::MAX,
            1.. => high - self.start,
            _ => self.start - low,
        };
        u64::try_from(room.unsigned_abs() / self.slope.unsigned_abs() + 1).unwrap_or(u64::MAX)
    }

    /// The elements in a list of ranges of which the first that has an index decides; `Err` says how long none
    /// of them has any. `None` if numbers are too large.
    pub fn in_ranges<'r>(self, ranges: impl IntoIterator<Item = &'r RangeValue>) -> Option<Result<Found, u64>> {
        let small = |v: &Int| i128::try_from(v).ok().filter(|v| v.unsigned_abs() < 1 << (2 * MOST_BITS));
        let mut lasts = u64::MAX;
        for range in ranges {
            let (from, to, step) = (small(&range.from)?, small(&range.to)?, small(&range.step).filter(|s| *s > 0)?);
            let (offset, in_step) = (self.start - from, self.slope % step == 0);
            if from <= self.start && self.start <= to && offset % step == 0 {
                let stays = if in_step { self.stays(from, to) } else { 1 };
                let start = &range.value + &range.slope * Int::from(offset / step);
                let value = Polynomial::line(start, &range.slope * Int::from(self.slope / step));
                return Some(Ok(Found { value, lasts: lasts.min(stays) }));
            }
            if in_step && offset % step != 0 {
                continue;
            }
            // Within the ends of the range, but between its elements: nothing is known of what follows.
            lasts = lasts.min(self.enters(from, to).map_or(u64::MAX, |t| t.max(1)));
        }
        Some(Err(lasts))
    }

    /// The elements of a table that is 0 beyond its ends.
    pub fn in_table(self, table: &[Int], times: u64) -> Found {
        let start = table_element(table, self.start);
        let slope = table_element(table, self.at(1)) - &start;
        let end = table.len() as i128;
        let beyond = |t| if self.slope >= 0 { self.at(t) >= end } else { self.at(t) < 0 };
        let (mut lasts, mut expected) = (0, start.clone());
        while lasts < times.min(MOST_LOOKS) {
            if self.slope == 0 || (beyond(lasts) && expected.is_zero() && slope.is_zero()) {
                lasts = times;
            } else if table_element(table, self.at(lasts)) == expected {
                lasts += 1;
                expected += &slope;
            } else {
                break;
            }
        }
        Found { value: Polynomial::line(start, slope), lasts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(random: &mut fastrand::Rng) -> RangeValue {
        let (from, step) = (random.i64(-20..20), [1, 1, 1, 2, 3][random.usize(..5)]);
        let (value, slope) = (random.i64(-3..3), random.i64(-1..=1));
        let to = from + step * random.i64(0..12);
        RangeValue {
            step: step.into(),
            slope: slope.into(),
            ..RangeValue::constant(from.into(), to.into(), value.into())
        }
    }

    #[test]
    fn elements_of_ranges_are_what_the_ranges_have() {
        let mut rng = fastrand::Rng::with_seed(6);
        let mut long = 0;
        for _ in 0..5000 {
            let ranges: Vec<_> = (0..rng.usize(0..4)).map(|_| range(&mut rng)).collect();
            let line = Line { start: rng.i64(-40..40).into(), slope: rng.i64(-4..=4).into() };
            let at = |t| ranges.iter().find_map(|r| r.at(&line.at(t).into()));
            match line.in_ranges(&ranges).expect("all is small") {
                Ok(found) => {
                    long += u64::from(found.lasts > 3);
                    assert!(found.lasts > 0);
                    (0..found.lasts.min(60)).for_each(|t| assert_eq!(at(t), Some(found.value.at(t)), "{line:?} {t}"));
                }
                Err(lasts) => {
                    assert!(lasts > 0);
                    (0..lasts.min(60)).for_each(|t| assert_eq!(at(t), None, "{line:?} {t} {ranges:?}"));
                }
            }
        }
        assert!(long > 100, "only {long} were long");
    }

    #[test]
    fn elements_of_tables_are_what_the_tables_have() {
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..2000 {
            let table: Vec<Int> =
                (0..rng.i64(0..20)).map(|i| Int::from(if rng.u32(..9) == 0 { 5 } else { i })).collect();
            let line = Line { start: rng.i64(-9..25).into(), slope: rng.i64(-3..=3).into() };
            let found = line.in_table(&table, 1000);
            assert!(found.lasts > 0);
            for t in 0..found.lasts {
                assert_eq!(table_element(&table, line.at(t)), found.value.at(t));
            }
        }
    }

    #[test]
    fn arrivals_are_the_first() {
        let mut rng = fastrand::Rng::with_seed(8);
        for _ in 0..3000 {
            let line = Line { start: rng.i64(-30..30).into(), slope: rng.i64(-5..=5).into() };
            let (low, width) = (i128::from(rng.i64(-30..30)), i128::from(rng.i64(0..9)));
            let inside = |t: &u64| low <= line.at(*t) && line.at(*t) <= low + width;
            if let Some(t) = line.enters(low, low + width) {
                assert!(inside(&t) && !(0..t).any(|t| inside(&t)));
            } else {
                assert!(!(0..100).any(|t| inside(&t)));
            }
            assert_eq!(line.first_at(low), (0..100).find(|t| line.at(*t) == low), "{line:?} at {low}");
        }
    }
}
