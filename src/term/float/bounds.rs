//! What ranges of operands say of results.

use super::{FloatCmp, FloatOp, Format, compare, operate};
use crate::term::{Int, Range};

/// A range that includes every result for operands in these ranges.
pub fn bounds(op: FloatOp, format: Format, args: &[Range]) -> Range {
    match op {
        FloatOp::ToInt => to_int(format, &args[0]),
        FloatOp::OfInt => of_int(format, &args[0]),
        FloatOp::OfBits => format.fixed(),
        FloatOp::Bits => bits(format, &args[0]),
        _ => result(op, format, args),
    }
}

/// Integers keep their order when they become numbers.
fn of_int(format: Format, arg: &Range) -> Range {
    let wide = Range::new(-u64_max(), u64_max());
    match wide.includes(arg) {
        true => corners(FloatOp::OfInt, format, &[arg]),
        false => format.range(),
    }
}

/// A number without a sign is its bits.
fn bits(format: Format, arg: &Range) -> Range {
    let plain = Range::new(0, format.infinity());
    if plain.includes(arg) { arg.clone() } else { Range::unsigned(format.bits()) }
}

fn u64_max() -> Int {
    Int::from(u64::MAX)
}

fn to_int(format: Format, arg: &Range) -> Range {
    let most = format.rank_of(u64::MAX as f64) - 1;
    let wide = Range::new(-most - 1, most);
    match wide.includes(arg) {
        true => corners(FloatOp::ToInt, format, &[arg]),
        false => Range::new(-u64_max(), u64_max()),
    }
}

fn result(op: FloatOp, format: Format, args: &[Range]) -> Range {
    let all = format.range();
    let Some(takes) = op.takes(format) else { return all };
    if !args.iter().all(|arg| takes.numbers().includes(arg)) {
        return all;
    }
    // What all libraries give alike for numbers that are known is known.
    let is_exact = match op {
        FloatOp::Call(function) => function.is_exact(),
        FloatOp::Fma => true,
        _ => false,
    };
    if is_exact && args.iter().all(|arg| arg.constant().is_some()) {
        let fixed = corners(op, format, &args.iter().collect::<Vec<_>>());
        return if format.numbers().includes(&fixed) { fixed } else { all };
    }
    let positive = |i: usize| args[i].lo.as_ref().is_some_and(|lo| *lo >= Int::ZERO);
    let monotone = match op {
        FloatOp::Add | FloatOp::Sub | FloatOp::Neg | FloatOp::Round(_) | FloatOp::Of(_) => true,
        // In each factor, in the one or the other direction.
        FloatOp::Mul => true,
        FloatOp::Div => has_one_sign(&args[1]),
        FloatOp::Sqrt => positive(0),
        FloatOp::Abs if !has_one_sign(&args[0]) => {
            let sizes = corners(op, format, &[&args[0]]);
            return Range { lo: Some(Int::ZERO), ..sizes };
        }
        FloatOp::Abs => true,
        FloatOp::Fma | FloatOp::OfInt | FloatOp::ToInt | FloatOp::OfBits | FloatOp::Bits | FloatOp::Call(_) => false,
    };
    // Infinities and zeros that meet inside of the ranges give no number, whatever the corners give.
    if !monotone || meets_badly(op, format, args) {
        return all;
    }
    corners(op, format, &args.iter().collect::<Vec<_>>())
}

fn has_one_sign(range: &Range) -> bool {
    range.lo.as_ref().is_some_and(|lo| *lo >= Int::ZERO) || range.hi.as_ref().is_some_and(|hi| *hi < Int::ZERO)
}

/// Whether an operation on numbers of these ranges can give something that is none.
fn meets_badly(op: FloatOp, format: Format, args: &[Range]) -> bool {
    let far = |i: usize| args[i].contains(&Int::from(format.infinity()));
    let low = |i: usize| args[i].contains(&Int::from(-format.infinity() - 1));
    let infinite = |i: usize| far(i) || low(i);
    let zero = |i: usize| args[i].contains(&Int::ZERO) || args[i].contains(&Int::NEG_ONE);
    match op {
        FloatOp::Add => far(0) && low(1) || low(0) && far(1),
        FloatOp::Sub => far(0) && far(1) || low(0) && low(1),
        FloatOp::Mul => infinite(0) && zero(1) || zero(0) && infinite(1),
        FloatOp::Div => infinite(0) && infinite(1) || zero(0) && zero(1),
        _ => false,
    }
}

/// The least and the greatest result at the ends of the ranges.
fn corners(op: FloatOp, format: Format, args: &[&Range]) -> Range {
    let mut choices: Vec<Vec<Int>> = vec![vec![]];
    for arg in args {
        let ends = [&arg.lo, &arg.hi].map(|end| end.clone().expect("ranges of ranks have ends"));
        choices = choices
            .iter()
            .flat_map(|c| ends.iter().map(|e| [c.as_slice(), std::slice::from_ref(e)].concat()))
            .collect();
    }
    let results: Vec<Int> = choices.iter().map(|args| operate(op, format, args)).collect();
    Range { lo: results.iter().min().cloned(), hi: results.iter().max().cloned() }
}

impl FloatCmp {
    /// Whether it holds, where ranges tell.
    pub fn decided(self, format: Format, a: &Range, b: &Range) -> Option<bool> {
        let ends = |r: &Range| Some((r.lo.clone()?, r.hi.clone()?));
        let ((a_lo, a_hi), (b_lo, b_hi)) = (ends(a)?, ends(b)?);
        let infinity = Int::from(format.infinity());
        if a_lo > infinity || b_lo > infinity {
            return Some(false);
        }
        let numbers = format.numbers();
        let is_number = numbers.includes(a) && numbers.includes(b);
        // Of what may be no number, the part that is one.
        let below = |hi: Int| hi.min(Int::from(format.infinity()));
        let (a_hi, b_hi) = (below(a_hi), below(b_hi));
        let holds = |op, x: &Int, y: &Int| compare(op, format, x, y);
        let (always, sometimes) = match self {
            FloatCmp::Lt => (holds(FloatCmp::Lt, &a_hi, &b_lo), holds(FloatCmp::Lt, &a_lo, &b_hi)),
            FloatCmp::Le => (holds(FloatCmp::Le, &a_hi, &b_lo), holds(FloatCmp::Le, &a_lo, &b_hi)),
            FloatCmp::Eq => (
                holds(FloatCmp::Eq, &a_lo, &b_hi) && holds(FloatCmp::Eq, &a_hi, &b_lo),
                holds(FloatCmp::Le, &a_lo, &b_hi) && holds(FloatCmp::Le, &b_lo, &a_hi),
            ),
        };
        match (always && is_number, sometimes) {
            (true, _) => Some(true),
            (false, false) => Some(false),
            (false, true) => None,
        }
    }

    /// The ranks that each side can have, of those in its range, where the comparison holds.
    pub fn tightened(self, format: Format, a: &Range, b: &Range) -> Option<(Range, Range)> {
        let numbers = format.numbers();
        let (a, b) = (a.meet(&numbers)?, b.meet(&numbers)?);
        // −0 equals +0.
        let up = |r: &Range| r.hi.clone().map(|hi| if hi == Int::NEG_ONE { Int::ZERO } else { hi });
        let down = |r: &Range| r.lo.clone().map(|lo| if lo.is_zero() { Int::NEG_ONE } else { lo });
        let most = |r: &Range| Range { lo: None, hi: up(r) };
        let least = |r: &Range| Range { lo: down(r), hi: None };
        let new_a = a.meet(&most(&b))?;
        let new_b = b.meet(&least(&a))?;
        match self {
            FloatCmp::Lt | FloatCmp::Le => Some((new_a, new_b)),
            FloatCmp::Eq => Some((new_a.meet(&least(&b))?, new_b.meet(&most(&a))?)),
        }
    }

    /// The ranks that each side can have, of those in its range, where the comparison does not hold.
    pub fn excluded(self, format: Format, a: &Range, b: &Range) -> Option<(Range, Range)> {
        let numbers = format.numbers();
        let is_number = [a, b].map(|r| numbers.includes(r));
        let opposite = match self {
            FloatCmp::Lt => FloatCmp::Le,
            FloatCmp::Le => FloatCmp::Lt,
            FloatCmp::Eq => return Some((a.clone(), b.clone())),
        };
        match is_number {
            [true, true] => opposite.tightened(format, b, a).map(|(b, a)| (a, b)),
            // What is no number has a higher rank than any number.
            [false, true] => {
                let least = b.lo.clone().map(|lo| if lo.is_zero() { Int::NEG_ONE } else { lo });
                Some((a.meet(&Range { lo: least, hi: None })?, b.clone()))
            }
            _ => Some((a.clone(), b.clone())),
        }
    }
}
