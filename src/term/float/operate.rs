//! What operations give, computed by the host: its `f32` and `f64` are those of IEEE 754, rounded to nearest.

use super::{FloatCmp, FloatOp, Format, Rounding};
use crate::term::{Int, floor_div};

/// Integers below this, whatever their sign, are converted.
const LARGEST: i128 = 1 << 64;

/// The result of an operation, a rank or, of [`FloatOp::ToInt`], an integer.
pub(crate) fn operate(op: FloatOp, format: Format, args: &[Int]) -> Int {
    let number = |i: usize| op.takes(format).unwrap_or(format).value_of(&args[i]);
    // In the format itself: a result that is rounded twice can be another one.
    macro_rules! arithmetic {
        ($of:ty, $call:ident) => {{
            let [a, b, c] = [0, 1, 2].map(|i| args.get(i).map_or(0.0, |_| number(i) as $of));
            match op {
                FloatOp::Add => a + b,
                FloatOp::Sub => a - b,
                FloatOp::Mul => a * b,
                FloatOp::Div => a / b,
                FloatOp::Sqrt => a.sqrt(),
                FloatOp::Fma => a.mul_add(b, c),
                FloatOp::Call(function) => function.$call(a, b),
                _ => of_one(op, f64::from(a)) as $of,
            }
        }};
    }
    match (op, format) {
        (FloatOp::OfInt, _) => Int::from(of_int(format, &args[0])),
        (FloatOp::ToInt, _) => Int::from(to_int(number(0))),
        (FloatOp::Bits, _) => Int::from(format.bits_of(&args[0])),
        (FloatOp::OfBits, _) => Int::from(of_bits(format, &args[0])),
        (FloatOp::Of(_), _) => Int::from(closed(format, number(0))),
        (_, Format::Single) => Int::from(closed(format, f64::from(arithmetic!(f32, single)))),
        (_, Format::Double) => Int::from(closed(format, arithmetic!(f64, double))),
    }
}

/// Operations that are the same in both formats, as their results need no rounding.
fn of_one(op: FloatOp, a: f64) -> f64 {
    match op {
        FloatOp::Neg => -a,
        FloatOp::Abs => a.abs(),
        FloatOp::Round(Rounding::Even) => a.round_ties_even(),
        FloatOp::Round(Rounding::Away) => a.round(),
        FloatOp::Round(Rounding::Down) => a.floor(),
        FloatOp::Round(Rounding::Up) => a.ceil(),
        FloatOp::Round(Rounding::Zero) => a.trunc(),
        other => unreachable!("an operation with more to it: {other:?}"),
    }
}

/// The rank of a result; one that is no number has no bits that anybody has fixed.
fn closed(format: Format, value: f64) -> i128 {
    if value.is_nan() { format.open() } else { format.rank_of(value) }
}

/// Rust rounds integers to the nearest number, to the even one of two.
fn of_int(format: Format, v: &Int) -> i128 {
    match i128::try_from(v) {
        Ok(v) if v.abs() < LARGEST => match format {
            Format::Single => format.rank_of(f64::from(v as f32)),
            Format::Double => format.rank_of(v as f64),
        },
        _ => format.open(),
    }
}

/// Bits above those of the format do not count.
fn of_bits(format: Format, v: &Int) -> i128 {
    let low = v - floor_div(v, &(Int::ONE << format.bits() as usize)) * (Int::ONE << format.bits() as usize);
    format.rank(u64::try_from(low).expect("so many bits"))
}

fn to_int(value: f64) -> i128 {
    if value.abs() < LARGEST as f64 { value.trunc() as i128 } else { 0 }
}

/// Whether a comparison holds.
pub(crate) fn compare(op: FloatCmp, format: Format, a: &Int, b: &Int) -> bool {
    let (a, b) = (format.value_of(a), format.value_of(b));
    match op {
        FloatCmp::Lt => a < b,
        FloatCmp::Le => a <= b,
        FloatCmp::Eq => a == b,
    }
}
