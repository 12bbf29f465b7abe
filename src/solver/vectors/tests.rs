//! Random terms: what has a value is found to have one.

use super::*;
use crate::term::{Range, Value};
use fastrand::Rng;

const ROUNDS: usize = 150;

/// A random integer term over these, whose division is never by 0.
fn term(terms: &Terms, rng: &mut Rng, symbols: &[Term], array: Term, depth: u32) -> Term {
    if depth == 0 {
        return match rng.u8(..3) {
            0 => terms.int(rng.i64(-300..300)),
            _ => symbols[rng.usize(..symbols.len())],
        };
    }
    let next = |rng: &mut Rng| term(terms, rng, symbols, array, depth - 1);
    let (a, b) = (next(rng), next(rng));
    let bits = [8, 16, 32, 64][rng.usize(..4)];
    let ops = [BitOp::And, BitOp::Or, BitOp::Xor, BitOp::Shl, BitOp::Shr];
    let divisor = terms.int([1, 2, 8, 256, 3, 10, -3, -4][rng.usize(..8)]);
    let compared = terms.cmp([Cmp::Lt, Cmp::Le, Cmp::Eq, Cmp::Ne][rng.usize(..4)], a, b);
    match rng.u8(..10) {
        0 => terms.add(a, terms.scale(b, rng.i64(-5..5))),
        1 => terms.mul(a, b),
        2 => terms.div(a, divisor),
        3 => terms.modulo(a, divisor),
        4 | 5 => terms.bits(ops[rng.usize(..5)], bits, a, b),
        6 => terms.ite(compared, b, next(rng)),
        7 => terms.select(terms.store(array, a, b), next(rng)),
        8 => terms.select(terms.table((0..9).map(|i| Int::from(i * i - 7)).collect()), a),
        _ => terms.select(array, terms.modulo(a, terms.int(4))),
    }
}

#[test]
fn what_has_values_is_found_to_have_some() {
    let mut rng = Rng::with_seed(5);
    let mut found = 0;
    for round in 0..ROUNDS {
        let terms = Terms::new();
        let ranges = [(0, 255), (-128, 127), (-2_147_483_648, 2_147_483_647), (0, 4_294_967_295), (5, 9)];
        let all = ranges.map(|(low, high)| terms.symbol("x", Sort::Int, Range::new(low, high)));
        let array = terms.symbol("a", Sort::Array, Range::new(-128, 127));
        let mut model = Model::new(&terms);
        for (s, (low, high)) in all.iter().zip(ranges) {
            model.set_int(*s, rng.i64(low..=high).into());
        }
        for i in 0..4 {
            model.set_element(array, Int::from(i), rng.i64(-128..=127).into());
        }
        let symbols = all.map(|s| terms.sym(s));
        let depth = rng.u32(1..4);
        let t = term(&terms, &mut rng, &symbols, terms.sym(array), depth);
        let Ok(Value::Int(v)) = terms.eval_all(&[t], &model).remove(0) else { continue };
        // All but one are given, so that it is quickly solved.
        let given = all[1..].iter().map(|s| terms.eq(terms.sym(*s), terms.int(model.ints()[s].clone())));
        let mut conditions: Vec<Term> = given.collect();
        conditions.push(terms.eq(t, terms.int(v)));
        match values(&terms, &conditions, &Budget::unlimited(), Duration::from_secs(60)) {
            Outcome::Sat(_) => found += 1,
            Outcome::Unsat => panic!("round {round}: {} has a value", terms.show(t)),
            // Products of products are too wide.
            Outcome::Unknown(_) => {}
        }
    }
    assert!(found > ROUNDS / 2, "{found}");
}

#[test]
fn divisors_that_may_be_0_are_divided_by() {
    let terms = Terms::new();
    let by = terms.sym(terms.symbol("by", Sort::Int, Range::new(-3, 9)));
    let (nothing, rest) = (terms.eq(by, terms.int(0)), terms.modulo(terms.int(4), by));
    let ask = |rest_is: i64| {
        let conditions = [terms.not(nothing), terms.eq(rest, terms.int(rest_is))];
        values(&terms, &conditions, &Budget::unlimited(), Duration::from_secs(60))
    };
    assert!(matches!(ask(4), Outcome::Sat(_)));
    assert!(matches!(ask(3), Outcome::Unsat));
    // Whatever is divided by, and however wide: by 0 it is the same number.
    for (least, most) in [(-3, 9), (0, 1), (-1_000_000, 70_000)] {
        let by = terms.sym(terms.symbol("by", Sort::Int, Range::new(least, most)));
        for divided in [terms.modulo(terms.int(5_000), by), terms.div(terms.int(-77), by)] {
            let conditions = [terms.eq(by, terms.int(0)), terms.not(terms.eq(divided, terms.int(0)))];
            let outcome = values(&terms, &conditions, &Budget::unlimited(), Duration::from_secs(60));
            assert!(matches!(outcome, Outcome::Unsat), "{least} {most}: {outcome:?}");
        }
    }
}

#[test]
fn what_has_none_is_found_to_have_none() {
    let terms = Terms::new();
    let x = terms.sym(terms.symbol("x", Sort::Int, Range::new(0, 1_000_000)));
    let is = |t: Term, v: i64| terms.eq(t, terms.int(v));
    let low = terms.bits(BitOp::And, 32, x, terms.offset(x, -1));
    let conditions = [is(low, 0), terms.lt(terms.int(600_000), x)];
    let outcome = values(&terms, &conditions, &Budget::unlimited(), Duration::from_secs(60));
    assert!(matches!(outcome, Outcome::Unsat), "{outcome:?}");
    let some = [is(low, 0), terms.lt(terms.int(500_000), x)];
    let Outcome::Sat(model) = values(&terms, &some, &Budget::unlimited(), Duration::from_secs(60)) else {
        panic!("2^19 is such a value");
    };
    assert_eq!(terms.eval_int(x, &model).unwrap(), Int::from(1 << 19));
}
