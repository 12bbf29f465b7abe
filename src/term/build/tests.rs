//! What constructors simplify means what it meant.

use crate::solver::Model;
use crate::term::{BitOp, Cmp, Int, Range, Sort, Term, Terms, bit_operation};

#[test]
fn bitwise_operations_with_constants_mean_the_same_as_arithmetic() {
    let terms = Terms::new();
    let x = terms.symbol("x", Sort::Int, Range::ALL);
    for op in [BitOp::And, BitOp::Or, BitOp::Xor, BitOp::Shl, BitOp::Shr] {
        for c in [0, 1, 3, 5, 7, 8, 200, 255, 256] {
            let t = terms.bits(op, 8, terms.sym(x), terms.int(c));
            for a in [-300, -1, 0, 1, 6, 127, 128, 255, 256, 1000] {
                let mut model = Model::new(&terms);
                model.set_int(x, a.into());
                let expected = bit_operation(op, 8, &Int::from(a), &Int::from(c));
                assert_eq!(terms.eval_int(t, &model), Ok(expected), "{op:?} {a} {c}");
            }
        }
    }
}

#[test]
fn last_digits_of_products_are_those_of_the_factors() {
    let terms = Terms::new();
    let symbol = |name| terms.symbol(name, Sort::Int, Range::unsigned(32));
    let (x, y) = (symbol("x"), symbol("y"));
    let (tx, ty) = (terms.sym(x), terms.sym(y));
    let products = [terms.mul(tx, tx), terms.mul(tx, ty), terms.mul(tx, terms.mul(tx, ty))];
    for (a, b) in (0..200).map(|i: i64| (i * 719 - 300, i * 10_729 + 5)) {
        let mut model = Model::new(&terms);
        model.set_int(x, a.into());
        model.set_int(y, b.into());
        for (product, value) in products.iter().zip([a * a, a * b, a * a * b]) {
            for (divisor, modulus) in [(1, 2), (1, 5), (2, 2), (4, 2), (2, 8), (3, 4), (16, 4)] {
                let wrapped = terms.modulo(*product, terms.int(1i64 << 40));
                let digits = terms.modulo(terms.div(wrapped, terms.int(divisor)), terms.int(modulus));
                let expected = value.rem_euclid(1 << 40).div_euclid(divisor).rem_euclid(modulus);
                assert_eq!(terms.eval_int(digits, &model), Ok(Int::from(expected)), "{a} {b} {divisor} {modulus}");
            }
        }
    }
    let second = terms.modulo(terms.div(terms.mul(tx, tx), terms.int(2)), terms.int(2));
    assert!(!terms.show(terms.cmp(Cmp::Eq, second, terms.int(0))).contains('·'), "a square is known by a table");
}

#[test]
fn what_is_twice_in_a_long_conjunction_is_there_once() {
    let terms = Terms::new();
    let x = terms.sym(terms.symbol("x", Sort::Int, Range::ALL));
    let some = |count: i64| -> Vec<Term> { (0..count).map(|n| terms.cmp(Cmp::Ne, x, terms.int(n))).collect() };
    for count in [2, 15, 64, 65, 200] {
        let once = some(count);
        let twice: Vec<Term> = once.iter().flat_map(|t| [*t, *t]).chain(once.iter().copied()).collect();
        assert_eq!(terms.conjuncts(terms.and(twice.clone())), once);
        assert_eq!(terms.and(vec![terms.and(once.clone()), terms.and(twice)]), terms.and(once));
    }
}

#[test]
fn conditions_mean_what_they_are_made_of() {
    // Three numbers from 0 to 3 have 64 values together: a condition is the set of those for which it holds.
    let terms = Terms::new();
    let symbols = ["x", "y", "z"].map(|name| terms.symbol(name, Sort::Int, Range::new(0, 3)));
    let values = |case: u32| [case & 3, case >> 2 & 3, case >> 4 & 3].map(i64::from);
    let models: Vec<Model> = (0..64)
        .map(|case| {
            let mut model = Model::new(&terms);
            symbols.iter().zip(values(case)).for_each(|(s, v)| model.set_int(*s, v.into()));
            model
        })
        .collect();
    let set =
        |holds: &dyn Fn([i64; 3]) -> bool| (0..64).fold(0u64, |all, case| all | u64::from(holds(values(case))) << case);
    let mut rng = fastrand::Rng::with_seed(7);
    let mut known: Vec<(Term, u64)> = vec![];
    for (at, s) in symbols.iter().enumerate() {
        for c in 0..3 {
            let (x, y) = (terms.sym(*s), terms.sym(symbols[(at + 1) % 3]));
            known.push((terms.le(x, terms.int(c)), set(&|v| v[at] <= c)));
            known.push((terms.cmp(Cmp::Eq, x, terms.int(c)), set(&|v| v[at] == c)));
            known.push((terms.le(terms.offset(x, c), y), set(&|v| v[at] + c <= v[(at + 1) % 3])));
        }
    }
    type Known = (Term, u64);
    let all = |some: &[Known]| {
        (terms.and(some.iter().map(|s| s.0).collect()), some.iter().fold(!0, |all, (_, holds)| all & holds))
    };
    let any = |some: &[Known]| {
        (terms.or(some.iter().map(|s| s.0).collect()), some.iter().fold(0, |all, (_, holds)| all | holds))
    };
    for _ in 0..20_000 {
        // Parts of the same few in any order: what says the same, or more, or less, comes together.
        let few: Vec<Known> = (0..4).map(|_| known[rng.usize(..known.len())]).collect();
        let mut part = || {
            let mut some = few.clone();
            rng.shuffle(&mut some);
            some.truncate(rng.usize(1..4));
            some
        };
        let parts: Vec<Vec<Known>> = (0..3).map(|_| part()).collect();
        let (made, holds) = match rng.u8(..4) {
            0 => all(&parts.iter().map(|some| any(some)).collect::<Vec<_>>()),
            1 => any(&parts.iter().map(|some| all(some)).collect::<Vec<_>>()),
            2 => (terms.not(few[0].0), !few[0].1),
            _ => (terms.implies(few[0].0, any(&parts[0]).0), !few[0].1 | any(&parts[0]).1),
        };
        for (case, model) in models.iter().enumerate() {
            assert_eq!(
                terms.eval_bool(made, model),
                Ok(holds >> case & 1 == 1),
                "{} for {:?}",
                terms.show(made),
                values(case as u32)
            );
        }
        // Small ones come up again and again, in one another's place.
        if terms.size(&[made]) < 40 {
            known.push((made, holds));
        }
        if known.len() > 200 {
            known.swap_remove(rng.usize(27..known.len()));
        }
    }
}

/// What pointers of several lead to has 2^64 places for each of them.
#[test]
fn an_index_behind_pointers_of_several_says_which_of_them() {
    let terms = Terms::new();
    let a = terms.sym(terms.symbol("a", Sort::Array, Range::ALL));
    let symbol = |name| terms.sym(terms.symbol(name, Sort::Int, Range::ALL));
    let (i, j, k, each) = (symbol("i"), symbol("j"), symbol("k"), Int::ONE << 64);
    let shown = |index| terms.show(terms.select(a, index));
    assert_eq!(shown(terms.int(&each * Int::from(2) + 3)), "a[2][3]");
    assert_eq!(shown(terms.sum([terms.scale(i, each.clone()), j, terms.int(-8)])), "a[i][j - 8]");
    let outer = terms.scale(terms.add(i, terms.int(1)), Int::ONE << 128);
    assert_eq!(shown(terms.sum([outer, terms.scale(j, each.clone()), k])), "a[i + 1][j][k]");
    assert_eq!(shown(terms.scale(terms.add(j, terms.int(-1)), each)), "a[j - 1][0]");
    assert_eq!(shown(terms.add(j, terms.int(-1))), "a[j - 1]");
    assert_eq!(shown(terms.scale(j, 3)), "a[3·j]");
}

#[test]
fn the_last_bit_of_an_exclusive_or_is_that_of_the_sum() {
    let terms = Terms::new();
    let symbol = |name| terms.symbol(name, Sort::Int, Range::ALL);
    let (x, y) = (symbol("x"), symbol("y"));
    let either = terms.bits(BitOp::Xor, 8, terms.sym(x), terms.sym(y));
    for (factor, m) in [(1, 2), (4, 8), (-1, 2), (3, 6), (1, 4), (2, 8)] {
        let t = terms.modulo(terms.scale(either, Int::from(factor)), terms.int(m));
        for (a, b) in (-20..20).flat_map(|a: i64| [(a * 37, 5), (a, a * 11), (-a, 300)]) {
            let mut model = Model::new(&terms);
            model.set_int(x, a.into());
            model.set_int(y, b.into());
            let expected = (((a ^ b) & 255) * factor).rem_euclid(m);
            assert_eq!(terms.eval_int(t, &model), Ok(Int::from(expected)), "{a} {b} {factor} {m}");
        }
    }
    // What the sum is made of is looked at again.
    let wrapped = terms.wrap_unsigned(terms.sym(x), 32);
    let last = terms.modulo(terms.bits(BitOp::Xor, 32, wrapped, terms.scale(terms.sym(y), 4)), terms.int(2));
    assert_eq!(last, terms.modulo(terms.sym(x), terms.int(2)));
}
