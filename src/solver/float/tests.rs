//! z3 and the host agree on every operation, and on where ranks lie.

use crate::budget::Budget;
use crate::solver::Smt;
use crate::term::float::Function;
use crate::term::{Cmp, FloatCmp, FloatOp, Format, Int, Rounding, Scope, Sort, Symbol, Term, Terms};
use rustc_hash::FxHashMap;
use std::time::Duration;

struct Fixed(FxHashMap<Symbol, Int>);

impl Scope for Fixed {
    fn int(&self, s: Symbol) -> Option<Int> {
        self.0.get(&s).cloned()
    }
    fn element(&self, _: Symbol, _: &Int) -> Option<Int> {
        None
    }
}

/// Ranks that matter, and one at random; of what nobody has fixed, too.
fn rank(format: Format, rng: &mut fastrand::Rng) -> Int {
    let special = [0.0, -0.0, 1.0, -1.5, 0.1, 2.5, 1e-320, 1e-45, 16777217.0, 3e38, 1e19, f64::INFINITY, f64::NAN];
    Int::from(match rng.usize(..16) {
        i if i < special.len() => format.rank_of(special[i]),
        13 => format.open(),
        _ => format.rank(rng.u64(..) >> (64 - format.bits())),
    })
}

/// With the symbols at these values z3 gives the term the value that evaluation does, and no other.
fn agree(terms: &Terms, t: Term, given: &FxHashMap<Symbol, Int>) {
    let fixed: Vec<Term> = given.iter().map(|(s, v)| terms.eq(terms.sym(*s), terms.int(v.clone()))).collect();
    let mut smt = Smt::new(terms, Budget::unlimited(), Duration::from_secs(20));
    let scope = Fixed(given.clone());
    let (same, other) = match terms.sort(t) {
        Sort::Bool => match terms.eval_bool(t, &scope).expect("it has a value") {
            true => (t, terms.not(t)),
            false => (terms.not(t), t),
        },
        _ => {
            let value = terms.int(terms.eval_int(t, &scope).expect("it has a value"));
            (terms.eq(t, value), terms.cmp(Cmp::Ne, t, value))
        }
    };
    let with = |c: Term| [fixed.clone(), vec![c]].concat();
    assert!(smt.decide(&with(other)).outcome().is_unsat(), "{} with {given:?}", terms.show(other));
    assert!(smt.decide(&with(same)).outcome().model().is_some(), "{} with {given:?}", terms.show(same));
}

#[test]
fn z3_computes_what_the_host_does() {
    let mut rng = fastrand::Rng::with_seed(11);
    let round = [Rounding::Even, Rounding::Away, Rounding::Down, Rounding::Up, Rounding::Zero].map(FloatOp::Round);
    let mut ops = vec![FloatOp::Add, FloatOp::Sub, FloatOp::Mul, FloatOp::Div, FloatOp::Sqrt, FloatOp::Fma];
    ops.extend([FloatOp::Neg, FloatOp::Abs, FloatOp::ToInt, FloatOp::Bits, FloatOp::Of(Format::Single)]);
    ops.extend([FloatOp::Of(Format::Double), FloatOp::OfInt, FloatOp::OfBits]);
    ops.extend(round);
    for format in Format::ALL {
        for op in &ops {
            for _ in 0..3 {
                let terms = Terms::new();
                let mut given = FxHashMap::default();
                let args: Vec<Term> = (0..op.arity())
                    .map(|i| {
                        let (range, value) = match op.takes(format) {
                            Some(of) => (of.range(), rank(of, &mut rng)),
                            None => (crate::term::Range::ALL, Int::from(rng.u64(..) >> rng.u32(..60)) * rng.i64(0..2)),
                        };
                        let s = terms.symbol(format!("x{i}"), Sort::Int, range);
                        given.insert(s, value);
                        terms.sym(s)
                    })
                    .collect();
                agree(&terms, terms.float(*op, format, &args), &given);
            }
        }
    }
}

#[test]
fn z3_compares_as_the_host_does() {
    let mut rng = fastrand::Rng::with_seed(12);
    for format in Format::ALL {
        for _ in 0..12 {
            let terms = Terms::new();
            let (x, y) = (terms.symbol("x", Sort::Int, format.range()), terms.symbol("y", Sort::Int, format.fixed()));
            let (a, mut b) = (rank(format, &mut rng), rank(format, &mut rng));
            if b == Int::from(format.open()) {
                b = Int::ZERO;
            }
            let given = FxHashMap::from_iter([(x, a.clone()), (y, b.clone())]);
            let (x, y) = (terms.sym(x), terms.sym(y));
            for op in [FloatCmp::Lt, FloatCmp::Le, FloatCmp::Eq] {
                agree(&terms, terms.float_cmp(op, format, x, y), &given);
            }
            // Ranks with constants, with each other, and in sums.
            for op in [Cmp::Lt, Cmp::Le, Cmp::Gt, Cmp::Ge, Cmp::Eq] {
                agree(&terms, terms.cmp(op, x, terms.int(b.clone())), &given);
                agree(&terms, terms.cmp(op, terms.float(FloatOp::Neg, format, &[x]), y), &given);
            }
            agree(&terms, terms.cmp(Cmp::Lt, terms.add(x, y), terms.int(&a + &b + Int::ONE)), &given);
        }
    }
}

#[test]
fn nothing_is_known_of_what_the_library_gives_but_that_it_is_the_same() {
    let terms = Terms::new();
    let x = terms.sym(terms.symbol("x", Sort::Int, Format::Double.fixed()));
    let sine = terms.float(FloatOp::Call(Function::named("sin").expect("it is there")), Format::Double, &[x]);
    let is = |v: f64| terms.float_cmp(FloatCmp::Eq, Format::Double, sine, terms.float_constant(Format::Double, v));
    let mut smt = Smt::new(&terms, Budget::unlimited(), Duration::from_secs(20));
    assert!(smt.decide(&[is(0.5), is(1.0)]).outcome().is_unsat());
    // No value of `x` was found that gives this, and none of them is excluded.
    assert!(!smt.decide(&[is(7.0)]).outcome().is_unsat());
}
