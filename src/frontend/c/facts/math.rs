//! Functions of `math.h`, by name.

use crate::frontend::c::tree::IntKind;
use crate::term::float::Function;
use crate::term::{Cmp, FloatOp, Rounding};

/// What a function of `math.h` gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Math {
    /// What this operation gives.
    Operation(FloatOp),
    /// The smaller, or the larger, of two; of one that is a number and one that is none the number.
    Least,
    Most,
    /// The size of the first with the sign of the second.
    CopySign,
    /// An integer next to it.
    Whole(Rounding),
    IsNan,
    IsInfinite,
    /// Whether it is infinite, with the sign of it.
    InfiniteSign,
    IsFinite,
    IsNormal,
    /// One of five values for five classes.
    Classify,
    SignBit,
    /// Whether it is written with a minus.
    Minus,
    /// A comparison that is false if one side is no number.
    Compare(Cmp),
    LessGreater,
    Unordered,
}

impl Math {
    /// Whether it may set `errno`.
    pub fn sets_errno(self) -> bool {
        match self {
            Math::Operation(FloatOp::Call(function)) => function.is_of_library(),
            _ => matches!(self, Math::Operation(FloatOp::Sqrt | FloatOp::Fma) | Math::Whole(_)),
        }
    }

    /// How many arguments it takes.
    pub fn arity(self) -> usize {
        match self {
            Math::Operation(op) => op.arity(),
            Math::Classify => 6,
            Math::Least | Math::Most | Math::CopySign | Math::Compare(_) | Math::LessGreater | Math::Unordered => 2,
            _ => 1,
        }
    }
}

/// What a name stands for, if it is one of these, and what it takes; nothing if it takes any floating-point type.
pub(crate) fn math(name: &str) -> Option<(Math, Option<IntKind>)> {
    let built_in = name.strip_prefix("__builtin_");
    let plain = built_in.unwrap_or(name);
    if let Some(of) = built_in.and_then(generic) {
        return Some((of, None));
    }
    typed(plain).map(|of| (of, Some(IntKind::Double))).or_else(|| {
        let of = typed(plain.strip_suffix('f')?)?;
        Some((of, Some(IntKind::Float)))
    })
}

/// Built-in functions of any floating-point type.
fn generic(name: &str) -> Option<Math> {
    Some(match name {
        "isnan" => Math::IsNan,
        "isinf" => Math::IsInfinite,
        "isinf_sign" => Math::InfiniteSign,
        "isfinite" => Math::IsFinite,
        "isnormal" => Math::IsNormal,
        "fpclassify" => Math::Classify,
        "signbit" => Math::SignBit,
        "isgreater" => Math::Compare(Cmp::Gt),
        "isgreaterequal" => Math::Compare(Cmp::Ge),
        "isless" => Math::Compare(Cmp::Lt),
        "islessequal" => Math::Compare(Cmp::Le),
        "islessgreater" => Math::LessGreater,
        "isunordered" => Math::Unordered,
        _ => return None,
    })
}

/// Functions of `double`, those of `float` have an `f` behind their names.
fn typed(name: &str) -> Option<Math> {
    Some(match name {
        "sqrt" => Math::Operation(FloatOp::Sqrt),
        "fma" => Math::Operation(FloatOp::Fma),
        "fabs" => Math::Operation(FloatOp::Abs),
        "floor" => Math::Operation(FloatOp::Round(Rounding::Down)),
        "ceil" => Math::Operation(FloatOp::Round(Rounding::Up)),
        "trunc" => Math::Operation(FloatOp::Round(Rounding::Zero)),
        "round" => Math::Operation(FloatOp::Round(Rounding::Away)),
        "rint" | "nearbyint" | "roundeven" => Math::Operation(FloatOp::Round(Rounding::Even)),
        "lround" | "llround" => Math::Whole(Rounding::Away),
        "lrint" | "llrint" => Math::Whole(Rounding::Even),
        "fmin" => Math::Least,
        "fmax" => Math::Most,
        "copysign" => Math::CopySign,
        "isnan" | "__isnan" => Math::IsNan,
        "__isinf" => Math::InfiniteSign,
        "finite" | "__finite" => Math::IsFinite,
        "signbit" | "__signbit" => Math::SignBit,
        "__lariat_has_minus" => Math::Minus,
        _ => Math::Operation(FloatOp::Call(Function::named(name)?)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_is_meant_and_of_what_type() {
        let sqrt = Math::Operation(FloatOp::Sqrt);
        for (name, expected) in [
            ("sqrt", Some((sqrt, Some(IntKind::Double)))),
            ("__builtin_sqrtf", Some((sqrt, Some(IntKind::Float)))),
            ("__builtin_isnan", Some((Math::IsNan, None))),
            ("isless", None),
            ("sqrtl", None),
            ("f", None),
        ] {
            assert_eq!(math(name), expected, "{name}");
        }
        // `erf` is a function of `double`, not one of `float` called `er`.
        assert_eq!(math("erf").map(|(_, kind)| kind), Some(Some(IntKind::Double)));
        assert_eq!(math("erff").map(|(_, kind)| kind), Some(Some(IntKind::Float)));
    }
}
