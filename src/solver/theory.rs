//! z3's theory of floating point: the operations, two of them by its plain interface, which its crate has no words for.

use crate::term::{FloatOp, Format, Rounding};
use z3::ast::{Ast, BV, Float, RoundingMode};
use z3::{Context, Sort};

fn sort(format: Format) -> Sort {
    match format {
        Format::Single => Sort::float32(),
        Format::Double => Sort::double(),
    }
}

/// How z3 rounds so.
pub(super) fn mode(rounding: Rounding) -> RoundingMode {
    match rounding {
        Rounding::Even => RoundingMode::round_nearest_ties_to_even(),
        Rounding::Away => RoundingMode::round_nearest_ties_to_away(),
        Rounding::Down => RoundingMode::round_towards_negative(),
        Rounding::Up => RoundingMode::round_towards_positive(),
        Rounding::Zero => RoundingMode::round_towards_zero(),
    }
}

/// The value that a word is the bits of.
pub(super) fn of_bits(word: &BV, format: Format) -> Float {
    let (context, sort) = (Context::thread_local(), sort(format));
    // SAFETY: word and sort are of this thread's context, and z3 gives an expression of it or an error, which panics.
    unsafe {
        let made = z3_sys::Z3_mk_fpa_to_fp_bv(context.get_z3_context(), word.get_z3_ast(), sort.get_z3_sort());
        Float::wrap(&context, made.expect("bits of the width of the format"))
    }
}

/// The value next to the number of a word, taken unsigned.
pub(super) fn of_number(word: &BV, format: Format) -> Float {
    let (context, sort, mode) = (Context::thread_local(), sort(format), mode(Rounding::Even));
    // SAFETY: as above.
    unsafe {
        let context_of = context.get_z3_context();
        let made =
            z3_sys::Z3_mk_fpa_to_fp_unsigned(context_of, mode.get_z3_ast(), word.get_z3_ast(), sort.get_z3_sort());
        Float::wrap(&context, made.expect("a number becomes a value"))
    }
}

/// An operation of this format that neither takes nor gives integers.
pub(super) fn operation(op: FloatOp, format: Format, args: &[&Float]) -> Float {
    let even = mode(Rounding::Even);
    let a = args[0];
    match op {
        FloatOp::Add => a.add_with_rounding_mode(args[1], &even),
        FloatOp::Sub => a.sub_with_rounding_mode(args[1], &even),
        FloatOp::Mul => a.mul_with_rounding_mode(args[1], &even),
        FloatOp::Div => a.div_with_rounding_mode(args[1], &even),
        FloatOp::Sqrt => a.sqrt(),
        FloatOp::Fma => a.fma(args[1], args[2]),
        FloatOp::Neg => a.unary_neg(),
        FloatOp::Abs => a.unary_abs(),
        FloatOp::Round(rounding) => a.round_to_integral_with_rounding_mode(&mode(rounding)),
        FloatOp::Of(_) => a.to_fp_with_rounding_mode(&even, &sort(format)),
        FloatOp::OfInt | FloatOp::ToInt | FloatOp::OfBits | FloatOp::Bits | FloatOp::Call(_) => {
            unreachable!("it has to do with integers")
        }
    }
}
