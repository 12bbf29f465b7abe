//! Ranks against the host's bits, operations against its arithmetic, ranges against their members.

use super::*;
use crate::term::Value;

/// Bits that matter, and random ones.
fn samples(format: Format, rng: &mut fastrand::Rng, random: usize) -> Vec<u64> {
    let special: &[f64] =
        &[0.0, 1.0, 0.5, 1.5, 2.5, 3.0, 0.1, 1e-320, 1e-45, 1e308, 3e38, 16777217.0, 9007199254740993.0, f64::INFINITY];
    let mut all: Vec<u64> = Vec::new();
    for value in special.iter().flat_map(|v| [*v, -*v]) {
        all.push(match format {
            Format::Single => u64::from((value as f32).to_bits()),
            Format::Double => value.to_bits(),
        });
    }
    let inf = format.infinity() as u64;
    all.extend([inf + 1, inf - 1, inf | 1 << (format.bits() - 1), u64::MAX >> (64 - format.bits())]);
    all.extend((0..random).map(|_| rng.u64(..) >> (64 - format.bits())));
    all
}

#[test]
fn ranks_are_in_the_order_of_values_and_keep_bits() {
    let mut rng = fastrand::Rng::with_seed(1);
    for format in Format::ALL {
        let all = samples(format, &mut rng, 500);
        for &a in &all {
            let rank = Int::from(format.rank(a));
            assert!(format.fixed().contains(&rank));
            assert_eq!(format.bits_of(&rank), a);
            assert_eq!(format.read(&format.show(&rank)), Some(rank.clone()), "{}", format.show(&rank));
            let x = format.value_of(&rank);
            assert_eq!(format.numbers().contains(&rank), !x.is_nan());
            for &b in &all {
                let other = Int::from(format.rank(b));
                let y = format.value_of(&other);
                if !x.is_nan() && !y.is_nan() {
                    assert!(x >= y || rank < other, "{x} < {y}");
                    assert!(rank <= other || x >= y, "{x} and {y}");
                }
            }
        }
        // The ends are the bits of something, and nothing lies beyond.
        let Range { lo: Some(lo), hi: Some(hi) } = format.fixed() else { panic!("it has ends") };
        assert_eq!(format.rank(format.bits_of(&lo)), i128::try_from(&lo).unwrap());
        assert_eq!(hi - lo + 1, Int::from(1u128 << format.bits()));
    }
}

#[test]
fn texts_that_are_no_values_are_not_read() {
    for text in ["", "x", "nan:", "nan:0x0", "nan:0x7ff8000000000000", "infinity", "0x1", "1e", "NaN"] {
        assert_eq!(Format::Single.read(text), None, "{text}");
    }
    assert_eq!(Format::Double.read("-0").map(|r| i128::try_from(r).unwrap()), Some(-1));
}

#[test]
fn conversions_round_once() {
    let of = |v: i64| operate(FloatOp::OfInt, Format::Single, &[Int::from(v)]);
    // Through a `double` this would be rounded twice, and down to 2^60.
    let twice = (1i64 << 60) + (1 << 36) + 1;
    assert_eq!(of(twice), Int::from(Format::Single.rank_of(((1i64 << 60) + (1 << 37)) as f64)));
    let big = Int::from(u64::MAX);
    assert_eq!(Format::Double.value_of(&operate(FloatOp::OfInt, Format::Double, &[big])), 18446744073709551616.0);
    let whole = |v: f64| operate(FloatOp::ToInt, Format::Double, &[Int::from(Format::Double.rank_of(v))]);
    assert_eq!(whole(-2.9), Int::from(-2));
    assert_eq!(whole(1e30), Int::ZERO);
    assert_eq!(whole(f64::NAN), Int::ZERO);
    assert_eq!(whole(1.844_674_407_370_955e19), Int::from(18446744073709549568u64));
}

#[test]
fn results_lie_in_the_bounds_of_their_operands() {
    use FloatOp::*;
    let mut rng = fastrand::Rng::with_seed(2);
    for format in Format::ALL {
        let mut points: Vec<Int> =
            samples(format, &mut rng, 20).into_iter().map(|b| Int::from(format.rank(b))).collect();
        points.push(Int::from(format.open()));
        let pick = |rng: &mut fastrand::Rng| {
            let (a, b) = (points[rng.usize(..points.len())].clone(), points[rng.usize(..points.len())].clone());
            Range::new(a.clone().min(b.clone()), a.max(b))
        };
        for _ in 0..3000 {
            let (a, b) = (pick(&mut rng), pick(&mut rng));
            let inside = |r: &Range| points.iter().filter(|p| r.contains(p)).cloned().collect::<Vec<_>>();
            for (x, y) in inside(&a).iter().flat_map(|x| inside(&b).into_iter().map(move |y| (x.clone(), y))).take(60) {
                for op in [Add, Sub, Mul, Div] {
                    let result = operate(op, format, &[x.clone(), y.clone()]);
                    assert!(bounds(op, format, &[a.clone(), b.clone()]).contains(&result), "{op:?} {a} {b} {x} {y}");
                }
                for op in [Sqrt, Neg, Abs, Round(Rounding::Down), Round(Rounding::Even), ToInt] {
                    let result = operate(op, format, std::slice::from_ref(&x));
                    assert!(bounds(op, format, std::slice::from_ref(&a)).contains(&result), "{op:?} {a} {x}");
                }
                for op in [FloatCmp::Lt, FloatCmp::Le, FloatCmp::Eq] {
                    let holds = compare(op, format, &x, &y);
                    assert!(op.decided(format, &a, &b).is_none_or(|d| d == holds), "{op:?} {a} {b} {x} {y}");
                    let known = if holds { op.tightened(format, &a, &b) } else { op.excluded(format, &a, &b) };
                    {
                        let (p, q) = known.expect("it does so for two members");
                        assert!(p.contains(&x) && q.contains(&y), "{op:?} {a} {b} {x} {y}");
                    }
                }
            }
        }
    }
}

#[test]
fn constants_are_computed_and_nothing_else_is() {
    let t = crate::term::Terms::new();
    let d = Format::Double;
    let x = t.sym(t.symbol("x", crate::term::Sort::Int, d.range()));
    let sum = t.float(FloatOp::Add, d, &[t.float_constant(d, 0.1), t.float_constant(d, 0.2)]);
    assert_eq!(t.as_int(sum), Some(Int::from(d.rank_of(0.30000000000000004))));
    assert_eq!(t.as_bool(t.float_cmp(FloatCmp::Eq, d, x, x)), None);
    assert_eq!(t.as_bool(t.is_nan(d, t.float_constant(d, f64::NAN))), Some(true));
    assert_eq!(t.format_of(t.float(FloatOp::Neg, d, &[x])), Some(d));
    struct Zero;
    impl crate::term::Scope for Zero {
        fn int(&self, _: crate::term::Symbol) -> Option<Int> {
            Some(Int::NEG_ONE)
        }
        fn element(&self, _: crate::term::Symbol, _: &Int) -> Option<Int> {
            None
        }
    }
    let equal = t.float_cmp(FloatCmp::Eq, d, x, t.float_constant(d, 0.0));
    assert_eq!(t.eval(equal, &Zero), Ok(Value::Bool(true)));
    let less = t.float(FloatOp::Div, d, &[t.float_constant(d, 1.0), x]);
    assert_eq!(t.eval(less, &Zero), Ok(Value::Int(Int::from(d.rank_of(f64::NEG_INFINITY)))));
}

/// What terms of one symbol are where it is this number.
struct Only(Int);

impl crate::term::Scope for Only {
    fn int(&self, _: crate::term::Symbol) -> Option<Int> {
        Some(self.0.clone())
    }
    fn element(&self, _: crate::term::Symbol, _: &Int) -> Option<Int> {
        None
    }
}

#[test]
fn what_becomes_an_integer_and_back_is_what_it_was_rounded() {
    let t = crate::term::Terms::new();
    let mut rng = fastrand::Rng::with_seed(5);
    for (from, to) in [Format::Single, Format::Double].into_iter().flat_map(|f| Format::ALL.map(|g| (f, g))) {
        let x = t.sym(t.symbol("x", crate::term::Sort::Int, from.range()));
        let back = t.float(FloatOp::OfInt, to, &[t.float(FloatOp::ToInt, from, &[x])]);
        let near =
            [0.5, -0.5, -0.0, 1.5, -7.25, 1e18, 1.8446744073709552e19, 1.844674407370955e19, f64::NAN, f64::INFINITY];
        let near = near.into_iter().map(|v| Int::from(from.rank_of(v)));
        for rank in near.chain(samples(from, &mut rng, 3000).into_iter().map(|bits| Int::from(from.rank(bits)))) {
            let whole = operate(FloatOp::ToInt, from, std::slice::from_ref(&rank));
            let expected = operate(FloatOp::OfInt, to, &[whole]);
            assert_eq!(t.eval(back, &Only(rank.clone())), Ok(Value::Int(expected)), "{from:?} {to:?} {rank}");
        }
    }
}

#[test]
fn integers_that_have_room_are_compared_as_what_they_are() {
    let t = crate::term::Terms::new();
    let mut rng = fastrand::Rng::with_seed(6);
    for format in Format::ALL {
        let most = 1i64 << format.digits();
        let x = t.symbol("x", crate::term::Sort::Int, Range::new(-most, most));
        let of = t.float(FloatOp::OfInt, format, &[t.sym(x)]);
        assert_eq!(t.float(FloatOp::ToInt, format, &[of]), t.sym(x));
        let wide = t.sym(t.symbol("y", crate::term::Sort::Int, Range::new(-most - 1, most)));
        let of_wide = t.float(FloatOp::OfInt, format, &[wide]);
        assert_ne!(t.float(FloatOp::ToInt, format, &[of_wide]), wide);
        for value in samples(format, &mut rng, 300).into_iter().map(|bits| Int::from(format.rank(bits))) {
            let v = format.value_of(&value);
            let near = v as i64;
            for op in [FloatCmp::Lt, FloatCmp::Le, FloatCmp::Eq] {
                for n in [near, near.saturating_sub(1), near.saturating_add(1), 0, most, -most] {
                    let n = n.clamp(-most, most);
                    let rank = operate(FloatOp::OfInt, format, &[Int::from(n)]);
                    for (a, b, ranks) in [
                        (of, t.int(value.clone()), [rank.clone(), value.clone()]),
                        (t.int(value.clone()), of, [value.clone(), rank.clone()]),
                    ] {
                        let expected = compare(op, format, &ranks[0], &ranks[1]);
                        let found = t.eval(t.float_cmp(op, format, a, b), &Only(Int::from(n)));
                        assert_eq!(found, Ok(Value::Bool(expected)), "{op:?} {format:?} {n} {v}");
                    }
                }
            }
        }
    }
}

/// What the function of ours for decimal numbers gives, against what the C library reads from a text.
#[test]
fn decimal_numbers_are_rounded_as_the_library_rounds_them() {
    let decimal = Function::named("__lariat_decimal").expect("it is there");
    assert!(decimal.is_exact() && !decimal.is_of_library() && decimal.arity() == 2);
    let mut rng = fastrand::Rng::with_seed(7);
    for _ in 0..20_000 {
        let bits = rng.u32(1..54);
        let digits = rng.u64(..1 << bits);
        let power = rng.i64(-340..320);
        let text = std::ffi::CString::new(format!("{digits}e{power}")).expect("without zeros");
        // SAFETY: the text ends with a zero, and nothing is stored.
        let (real, single) = unsafe {
            let nothing = std::ptr::null_mut();
            (libc::strtod(text.as_ptr(), nothing), libc::strtof(text.as_ptr(), nothing))
        };
        let rank = |format: Format, value: f64| Int::from(format.rank_of(value));
        let given = |format: Format| {
            let args = [rank(format, digits as f64), rank(format, power as f64)];
            operate(FloatOp::Call(decimal), format, &args)
        };
        assert_eq!(given(Format::Double), rank(Format::Double, real), "{digits}e{power}");
        if digits < 1 << 24 {
            assert_eq!(given(Format::Single), rank(Format::Single, f64::from(single)), "{digits}e{power}");
        }
    }
}
