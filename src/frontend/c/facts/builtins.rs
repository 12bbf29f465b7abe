//! Functions that compilers have built in, by name.

use crate::frontend::c::tree::Binary;

/// What a built-in function gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Builtin {
    /// Of so many bits, or as many as the argument's type has.
    LeadingZeros,
    TrailingZeros,
    /// The position of the lowest bit that is set, from 1; 0 if there is none.
    FindFirst,
    /// How many bits behind the sign are the same as it.
    SignBits,
    Ones,
    Parity,
    SwapBytes,
    /// The result in a place, and whether it does not fit there.
    Overflows(Binary),
    /// The first argument.
    First,
    /// Nothing.
    Nothing,
    /// The size of an object where nobody knows it.
    ObjectSize,
}

/// What a name stands for, if it is one of these.
pub(crate) fn builtin(name: &str) -> Option<Builtin> {
    let name = name.strip_prefix("__builtin_")?;
    if let Some(operation) = name.strip_suffix("_overflow") {
        let typed = operation.strip_prefix(['s', 'u']).map(|rest| rest.strip_suffix("ll").unwrap_or(rest));
        let is = |of: &str| {
            operation == of
                || typed.is_some_and(|t| t == of || t.strip_suffix('l') == Some(of) || format!("{t}l") == of)
        };
        let all = [("add", Binary::Add), ("sub", Binary::Sub), ("mul", Binary::Mul)];
        return all.into_iter().find(|(of, _)| is(of)).map(|(_, op)| Builtin::Overflows(op));
    }
    Some(match name {
        "clz" | "clzl" | "clzll" | "clzs" => Builtin::LeadingZeros,
        "ctz" | "ctzl" | "ctzll" | "ctzs" => Builtin::TrailingZeros,
        "ffs" | "ffsl" | "ffsll" => Builtin::FindFirst,
        "clrsb" | "clrsbl" | "clrsbll" => Builtin::SignBits,
        "popcount" | "popcountl" | "popcountll" => Builtin::Ones,
        "parity" | "parityl" | "parityll" => Builtin::Parity,
        "bswap16" | "bswap32" | "bswap64" => Builtin::SwapBytes,
        "expect_with_probability" | "assume_aligned" => Builtin::First,
        "prefetch" => Builtin::Nothing,
        "object_size" | "dynamic_object_size" => Builtin::ObjectSize,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builtin_functions_are_known_by_name() {
        let overflow = |name: &str| builtin(&format!("__builtin_{name}_overflow"));
        for (names, op) in [
            (["add", "sadd", "uaddl", "saddll"], Binary::Add),
            (["sub", "ssub", "usubl", "ssubll"], Binary::Sub),
            (["mul", "smul", "umull", "smulll"], Binary::Mul),
        ] {
            assert!(names.iter().all(|name| overflow(name) == Some(Builtin::Overflows(op))), "{names:?}");
        }
        assert_eq!((overflow("div"), builtin("popcount"), builtin("__builtin_frob")), (None, None, None));
    }
}
