//! Floating-point values in a harness: as bits on tapes, as constants in C.
//!
//! A witness has ranks, see [`crate::term::float`]; C gets the same bits.

use crate::frontend::c::tree::Type;
use crate::replay::RangeValue;
use crate::term::{Format, Int};

/// The format of a floating-point type.
pub(super) fn format_of(ty: &Type) -> Option<Format> {
    match ty {
        Type::Int(kind) | Type::Volatile(kind) => kind.format(),
        _ => None,
    }
}

/// A value as its bits, if it is a rank.
pub(super) fn bits(v: &Int, format: Option<Format>) -> Int {
    format.map_or_else(|| v.clone(), |format| Int::from(format.bits_of(v)))
}

/// Ranges of values as those of their bits, if the values are ranks.
pub(super) fn ranges(all: Vec<RangeValue>, format: Option<Format>) -> Vec<RangeValue> {
    let Some(format) = format else { return all };
    let mut found = Vec::new();
    for r in all {
        // Ranks that are not negative, of numbers, are the bits.
        let last = r.at(&r.to).unwrap_or_else(|| r.value.clone());
        let are_bits = [&r.value, &last].into_iter().all(|v| *v >= Int::ZERO && format.numbers().contains(v));
        if are_bits || r.slope == Int::ZERO {
            found.push(RangeValue { value: Int::from(format.bits_of(&r.value)), ..r });
            continue;
        }
        let mut index = r.from.clone();
        while let Some(rank) = r.at(&index) {
            let value = Int::from(format.bits_of(&rank));
            found.push(RangeValue::constant(index.clone(), index.clone(), value));
            index += &r.step;
        }
    }
    found
}

/// The format of a type that is called so.
pub(super) fn named(ty: &str) -> Option<Format> {
    Format::ALL.into_iter().find(|format| format.name() == ty)
}

/// The function that makes a value of bits.
pub(super) fn made(format: Option<Format>, bits: &str) -> String {
    match format {
        None => bits.to_string(),
        Some(Format::Single) => format!("lariat_float({bits})"),
        Some(Format::Double) => format!("lariat_double({bits})"),
    }
}

/// A constant expression for a value, given by its bits.
pub(super) fn constant(format: Format, bits: u64) -> String {
    let (suffix, fraction) = match format {
        Format::Single => ("f", 23),
        Format::Double => ("", 52),
    };
    let sign = if bits >> (format.bits() - 1) == 1 { "-" } else { "" };
    let value = format.value_of(&Int::from(format.rank(bits)));
    if value.is_nan() {
        let payload = bits & ((1 << (fraction - 1)) - 1);
        let quiet = if bits >> (fraction - 1) & 1 == 1 { "" } else { "s" };
        return format!("{sign}__builtin_nan{quiet}{suffix}(\"0x{payload:x}\")");
    }
    if value.is_infinite() {
        return format!("{sign}__builtin_inf{suffix}()");
    }
    // A `double` has a number of either format exactly.
    let bits = value.abs().to_bits();
    let (exponent, digits) = (bits >> 52, bits & ((1 << 52) - 1));
    let (first, exponent) = if exponent == 0 { (0, -1022) } else { (1, exponent as i64 - 1023) };
    let exponent = if value == 0.0 { 0 } else { exponent };
    format!("{sign}0x{first}.{digits:013x}p{exponent}{suffix}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_the_same_bits_for_c() {
        let given = [
            (Format::Double, 0.1f64.to_bits(), "0x1.999999999999ap-4"),
            (Format::Double, (-0.0f64).to_bits(), "-0x0.0000000000000p0"),
            (Format::Double, 1, "0x0.0000000000001p-1022"),
            (Format::Single, u64::from(1.5f32.to_bits()), "0x1.8000000000000p0f"),
            (Format::Single, u64::from(f32::INFINITY.to_bits()), "__builtin_inff()"),
            (Format::Double, 0xfff8_0000_0000_0012, "-__builtin_nan(\"0x12\")"),
            (Format::Single, 0x7f80_0001, "__builtin_nansf(\"0x1\")"),
        ];
        for (format, bits, text) in given {
            assert_eq!(constant(format, bits), text);
        }
    }
}
