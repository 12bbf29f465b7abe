//! Run-length encoding of element values: few ranges for many elements.
//!
//! A list of ranges is read from the front: the first range that has an index
//! decides its value. [`encode`] makes ranges that do not overlap.

use super::{Int, ceil_div, floor_div, number};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The value `value + slope · (i − from)/step` at the indices `i` = `from`, `from + step`, … up to `to`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RangeValue {
    /// The first index.
    #[serde(with = "number")]
    pub from: Int,
    /// No index is beyond this one; with `step` 1 it is the last.
    #[serde(with = "number")]
    pub to: Int,
    /// The distance of neighbours, at least 1.
    #[serde(with = "number", default = "one")]
    pub step: Int,
    /// The value at `from`.
    #[serde(with = "number")]
    pub value: Int,
    /// What each further element adds.
    #[serde(with = "number", default)]
    pub slope: Int,
}

fn one() -> Int {
    Int::ONE
}

/// Progressions that are not plain repetitions are worth a range from this length on.
const SHORTEST_PROGRESSION: usize = 4;

impl RangeValue {
    /// The same value at every index from `from` to `to`.
    pub fn constant(from: Int, to: Int, value: Int) -> RangeValue {
        RangeValue { from, to, step: Int::ONE, value, slope: Int::ZERO }
    }

    /// The value at `index`, if the range has it.
    pub fn at(&self, index: &Int) -> Option<Int> {
        if *index < self.from || *index > self.to {
            return None;
        }
        let distance = index - &self.from;
        let steps = floor_div(&distance, &self.step);
        (&steps * &self.step == distance).then(|| &self.value + &self.slope * steps)
    }

    /// The part from index `low` to index `high`.
    pub fn clip(&self, low: &Int, high: &Int) -> Option<RangeValue> {
        let skipped = if self.from < *low { ceil_div(&(low - &self.from), &self.step) } else { Int::ZERO };
        let from = &self.from + &skipped * &self.step;
        let last = high.min(&self.to);
        if from > *last {
            return None;
        }
        let to = &from + floor_div(&(last - &from), &self.step) * &self.step;
        let value = &self.value + &self.slope * skipped;
        let alone = from == to;
        let one_if_alone = |v: &Int, other: Int| if alone { other } else { v.clone() };
        Some(RangeValue {
            step: one_if_alone(&self.step, Int::ONE),
            slope: one_if_alone(&self.slope, Int::ZERO),
            from,
            to,
            value,
        })
    }
}

/// The elements as ranges in the order of their indices.
pub fn encode(elements: &BTreeMap<Int, Int>) -> Vec<RangeValue> {
    encode_sorted(&elements.iter().collect::<Vec<_>>())
}

/// The same of elements that are in the order of their indices.
pub fn encode_sorted(points: &[(&Int, &Int)]) -> Vec<RangeValue> {
    let mut ranges = Vec::new();
    let mut at = 0;
    while at < points.len() {
        let (length, step, slope) = longest(&points[at..]);
        let (from, value) = points[at];
        let to = points[at + length - 1].0;
        ranges.push(RangeValue { from: from.clone(), to: to.clone(), step, value: value.clone(), slope });
        at += length;
    }
    ranges
}

/// The progression to take from the front: its length, step and slope.
fn longest(points: &[(&Int, &Int)]) -> (usize, Int, Int) {
    let alone = (1, Int::ONE, Int::ZERO);
    let [first, second, ..] = points else { return alone };
    let (step, slope) = (second.0 - first.0, second.1 - first.1);
    let follows = |w: &&[(&Int, &Int)]| w[1].0 - w[0].0 == step && w[1].1 - w[0].1 == slope;
    let length = 1 + points.windows(2).take_while(follows).count();
    let plain = step == Int::ONE && slope.is_zero();
    if plain || length >= SHORTEST_PROGRESSION { (length, step, slope) } else { alone }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(elements: &[(i64, i64)], expected: &str) {
        let map: BTreeMap<Int, Int> = elements.iter().map(|&(i, v)| (i.into(), v.into())).collect();
        let ranges = encode(&map);
        let text: Vec<String> =
            ranges.iter().map(|r| format!("{}..{}/{}={}+{}", r.from, r.to, r.step, r.value, r.slope)).collect();
        assert_eq!(text.join(" "), expected);
        for i in -1..=40 {
            let found = ranges.iter().find_map(|r| r.at(&i.into()));
            assert_eq!(found.as_ref(), map.get(&Int::from(i)), "index {i}");
        }
        for (low, high) in [(0, 3), (2, 9), (1, 1), (5, 40)] {
            let (low, high) = (Int::from(low), Int::from(high));
            let clipped: Vec<_> = ranges.iter().filter_map(|r| r.clip(&low, &high)).collect();
            for i in -1..=40 {
                let i = Int::from(i);
                let found = clipped.iter().find_map(|r| r.at(&i));
                let expected = map.get(&i).filter(|_| i >= low && i <= high);
                assert_eq!(found.as_ref(), expected, "index {i} of {low}..{high}");
            }
        }
    }

    #[test]
    fn repetitions_are_one_range() {
        check(&[(0, 1), (1, 1), (2, 1), (3, 0), (4, 0)], "0..2/1=1+0 3..4/1=0+0");
        check(&[(0, 1), (1, 0), (2, 0)], "0..0/1=1+0 1..2/1=0+0");
        check(&[(7, 5)], "7..7/1=5+0");
        check(&[], "");
    }

    #[test]
    fn strides_and_slopes() {
        check(&[(0, 1), (2, 1), (4, 1), (6, 1)], "0..6/2=1+0");
        check(&[(1, 10), (2, 12), (3, 14), (4, 16), (5, 0)], "1..4/1=10+2 5..5/1=0+0");
        check(&[(0, 1), (2, 1), (4, 1)], "0..0/1=1+0 2..2/1=1+0 4..4/1=1+0");
    }
}
