//! The ranges of bit by bit operations and shifts, and of quotients, from the ranges of what they are applied to.

use crate::term::{BitOp, Int, Range, floor_div};

/// The range of an operation on so many bits; operands beyond them count modulo `2^bits`.
pub(super) fn of(op: BitOp, bits: u32, a: &Range, b: &Range) -> Range {
    let all = Range::unsigned(bits);
    let ends = |of: &Range| match (&of.lo, &of.hi) {
        (Some(lo), Some(hi)) if all.includes(of) => (lo.clone(), hi.clone()),
        _ => (Int::ZERO, all.hi.clone().unwrap_or_default()),
    };
    let ((a_lo, a_hi), (b_lo, b_hi)) = (ends(a), ends(b));
    let distance = |b: &Int| usize::try_from(b).ok().filter(|b| *b < bits as usize);
    match op {
        BitOp::And => Range::new(0, a_hi.min(b_hi)),
        BitOp::Or | BitOp::Xor => {
            let lo = if op == BitOp::Or { a_lo.max(b_lo) } else { Int::ZERO };
            let sum = &a_hi + &b_hi;
            let digits = (Int::ONE << digits(&a_hi.max(b_hi))) - 1;
            Range::new(lo, sum.min(digits))
        }
        BitOp::Shl => match (distance(&b_lo), distance(&b_hi)) {
            (Some(least), Some(most)) => {
                let shifted = Range::new(a_lo << least, a_hi << most);
                if all.includes(&shifted) { shifted } else { all }
            }
            _ => all,
        },
        BitOp::Shr => Range {
            lo: Some(distance(&b_hi).map_or(Int::ZERO, |most| a_lo >> most)),
            hi: Some(distance(&b_lo).map_or(Int::ZERO, |least| a_hi >> least)),
        },
    }
}

/// How many binary digits a number that is not negative has.
fn digits(of: &Int) -> usize {
    let (_, magnitude) = of.clone().into_parts();
    dashu_int::ops::BitTest::bit_len(&magnitude)
}

/// Euclidean quotients by what is positive.
pub(super) fn quotient(a: &Range, b: &Range) -> Range {
    let Some(least) = b.lo.as_ref().filter(|lo| **lo > Int::ZERO) else { return Range::ALL };
    let is_far = |v: &Int, by_least: bool| match (by_least, &b.hi) {
        (true, _) => floor_div(v, least),
        (false, Some(most)) => floor_div(v, most),
        // By more and more it gets to these.
        (false, None) if *v < Int::ZERO => Int::NEG_ONE,
        (false, None) => Int::ZERO,
    };
    Range {
        lo: a.lo.as_ref().map(|lo| is_far(lo, *lo < Int::ZERO)),
        hi: a.hi.as_ref().map(|hi| is_far(hi, *hi >= Int::ZERO)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Terms;

    /// All ranges of small numbers.
    fn ranges(from: i64, to: i64) -> Vec<(i64, i64)> {
        (from..=to).flat_map(|lo| (lo..=to).map(move |hi| (lo, hi))).collect()
    }

    #[test]
    fn what_operations_come_to_is_in_their_ranges() {
        let terms = Terms::new();
        for op in [BitOp::And, BitOp::Or, BitOp::Xor, BitOp::Shl, BitOp::Shr] {
            let value = |x: i64, y: i64| {
                let t = terms.bits(op, 3, terms.int(x), terms.int(y));
                terms.as_int(t).expect("of constants")
            };
            let values: Vec<Vec<Int>> = (-1..=9).map(|x| (-1..=9).map(|y| value(x, y)).collect()).collect();
            for (a_lo, a_hi) in ranges(-1, 9) {
                for (b_lo, b_hi) in ranges(-1, 9) {
                    let range = of(op, 3, &Range::new(a_lo, a_hi), &Range::new(b_lo, b_hi));
                    for x in a_lo..=a_hi {
                        for y in b_lo..=b_hi {
                            let value = &values[(x + 1) as usize][(y + 1) as usize];
                            assert!(range.contains(value), "{op:?} of {x} and {y} is {value}, not in {range}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn flags_stay_among_their_bits() {
        let flag = of(BitOp::Shl, 32, &Range::exactly(1), &Range::new(0, 7));
        assert_eq!(flag, Range::new(1, 128));
        assert_eq!(of(BitOp::Or, 32, &Range::new(0, 255), &flag), Range::new(1, 255));
        assert_eq!(of(BitOp::Xor, 32, &Range::new(0, 4), &Range::new(0, 1)), Range::new(0, 5));
        assert_eq!(of(BitOp::Shr, 32, &Range::unsigned(32), &Range::new(24, 31)), Range::new(0, 255));
    }

    #[test]
    fn quotients_are_in_their_ranges() {
        for (a_lo, a_hi) in ranges(-7, 7) {
            for (b_lo, b_hi) in ranges(1, 5) {
                let (a, b) = (Range::new(a_lo, a_hi), Range::new(b_lo, b_hi));
                let range = quotient(&a, &b);
                let all = || (a_lo..=a_hi).flat_map(|x| (b_lo..=b_hi).map(move |y| x.div_euclid(y)));
                let (least, most) = (all().min().expect("some"), all().max().expect("some"));
                assert_eq!(range, Range::new(least, most), "{a} by {b}");
                let open = quotient(&a, &Range::at_least(b_lo));
                assert!(open.includes(&range) && open.includes(&Range::exactly(if a_lo < 0 { -1 } else { 0 })));
            }
        }
        assert_eq!(quotient(&Range::new(3, 9), &Range::new(0, 2)), Range::ALL);
    }
}
