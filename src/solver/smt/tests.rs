//! What the answers of [`Smt`] are, and that they are right.

use super::*;
use crate::solver::{Model, smtlib};
use crate::term::{BitOp, Cmp, Int, Range, Scope, Sort};

const LIMIT: Duration = Duration::from_secs(10);

fn int(terms: &Terms, name: &str, range: Range) -> Term {
    terms.sym(terms.symbol(name, Sort::Int, range))
}

fn array(terms: &Terms, name: &str, range: Range) -> Term {
    terms.sym(terms.symbol(name, Sort::Array, range))
}

/// `sat`, `unsat` or the reason for neither.
fn word(outcome: Outcome) -> String {
    match outcome {
        Outcome::Sat(_) => "sat".to_owned(),
        Outcome::Unsat => "unsat".to_owned(),
        Outcome::Unknown(why) => why,
    }
}

/// The answer of a fresh solver; the SMT-LIB text must get the same from z3's own parser.
fn decide(terms: &Terms, conditions: &[Term]) -> String {
    let mut smt = Smt::new(terms, Budget::unlimited(), LIMIT);
    let answer = word(smt.decide(conditions).outcome());
    if matches!(answer.as_str(), "sat" | "unsat") {
        let text = smtlib::script(terms, &conditions.iter().map(|&t| (terms.show(t), t)).collect::<Vec<_>>());
        let parsed = Solver::new();
        parsed.from_string(text.clone());
        assert_eq!(parsed.get_assertions().len(), text.matches("(assert").count(), "{text}");
        let mut params = Params::new();
        params.set_u32("timeout", 5000);
        parsed.set_params(&params);
        match parsed.check() {
            SatResult::Sat => assert_eq!("sat", answer, "{text}"),
            SatResult::Unsat => assert_eq!("unsat", answer, "{text}"),
            SatResult::Unknown => {}
        }
    }
    answer
}

#[test]
fn the_three_answers() {
    let t = Terms::new();
    let (x, y) = (int(&t, "x", Range::ALL), int(&t, "y", Range::ALL));
    assert_eq!(decide(&t, &[t.lt(x, y), t.lt(y, t.offset(x, 2))]), "sat");
    assert_eq!(decide(&t, &[t.lt(x, y), t.lt(y, t.offset(x, 1))]), "unsat");
    assert_eq!(decide(&t, &[t.bool(false)]), "unsat");
    assert_eq!(decide(&t, &[]), "sat");
    // Three cubes with the sum 114: nobody knows.
    let cube = |v| t.mul(v, t.mul(v, v));
    let z = int(&t, "z", Range::ALL);
    let open = t.eq(t.sum([cube(x), cube(y), cube(z)]), t.int(114));
    let mut smt = Smt::new(&t, Budget::unlimited(), Duration::from_millis(300));
    let answer = word(smt.decide(&[open]).outcome());
    assert!(answer.starts_with("z3 "), "{answer}");
    let over = Budget::lasting(Duration::ZERO);
    assert_eq!(word(Smt::new(&t, over, LIMIT).check()), "the time limit of 0 s is over");
}

#[test]
fn an_interruption_ends_a_query_and_harms_no_other() {
    let t = Terms::new();
    let [x, y, z] = ["x", "y", "z"].map(|n| int(&t, n, Range::ALL));
    let cube = |v| t.mul(v, t.mul(v, v));
    let budget = Budget::unlimited();
    let mut smt = Smt::new(&t, budget.clone(), Duration::from_secs(60));
    smt.assert(t.eq(t.sum([cube(x), cube(y), cube(z)]), t.int(114)));
    let began = Instant::now();
    let waker = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        budget.interrupt();
    });
    let answer = word(smt.check());
    waker.join().expect("no panic");
    // It may also find out at once that it cannot decide it.
    assert!(answer == "interrupted" || answer.starts_with("z3 cannot"), "{answer}");
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert_eq!(decide(&t, &[t.lt(x, y)]), "sat");
}

#[test]
fn cores_name_what_conflicts() {
    let t = Terms::new();
    let (x, y) = (int(&t, "x", Range::new(0, 100)), int(&t, "y", Range::ALL));
    let mut smt = Smt::new(&t, Budget::unlimited(), LIMIT);
    smt.assert(t.le(x, t.int(15)));
    let assumptions = [t.lt(y, t.int(3)), t.lt(t.int(17), x), t.lt(x, y), t.lt(t.int(5), y)];
    let CoreOutcome::Unsat(core) = smt.check_assuming(&assumptions) else { panic!("refutable") };
    let core = smt.minimal_core(&assumptions, core);
    assert_eq!(core, [1]);
    assert_eq!(smt.minimal_core(&assumptions, vec![0, 1, 2, 3]).len(), 1);
    assert_eq!(word(smt.check()), "sat");
    let CoreOutcome::Sat(model) = smt.check_assuming(&assumptions[2..]) else { panic!("satisfiable") };
    assert_eq!(t.eval_bool(assumptions[2], &model), Ok(true));
    assert!(matches!(smt.decide(&[t.bool(true), t.bool(false)]), CoreOutcome::Unsat(core) if core == [1]));
}

#[test]
fn ranges_are_assumed_in_every_scope() {
    let t = Terms::new();
    let x = int(&t, "x", Range::new(0, 9));
    let a = array(&t, "a", Range::new(0, 9));
    let big = t.lt(t.int(9), x);
    let element = t.lt(t.int(9), t.select(a, x));
    let mut smt = Smt::new(&t, Budget::unlimited(), LIMIT);
    let bottom = smt.depth();
    for _ in 0..3 {
        let before = smt.push();
        assert_eq!(before, bottom);
        smt.assert(t.lt(t.int(3), x));
        assert_eq!(word(smt.check()), "sat");
        let inner = smt.push();
        smt.assert(big);
        assert!(smt.check().is_unsat());
        smt.pop_to(inner);
        assert_eq!(word(smt.check()), "sat");
        smt.pop_to(before);
        smt.push();
        smt.assert(element);
        assert!(smt.check().is_unsat());
        smt.pop_to(bottom);
    }
    {
        let mut scope = smt.scope();
        scope.assert(big);
        assert!(scope.check().is_unsat());
    }
    assert_eq!(smt.depth(), bottom);
    assert_eq!(smt.asserted().count(), 0);
    assert_eq!(word(smt.check()), "sat");
}

#[test]
fn models_have_a_value_in_range_for_every_symbol() {
    let t = Terms::new();
    let x = int(&t, "x", Range::new(5, 9));
    let unused = t.symbol("unused", Sort::Int, Range::at_most(-3));
    let a = array(&t, "a", Range::new(7, 8));
    let big = int(&t, "big", Range::at_least(Int::ONE << 200));
    let conditions = [t.eq(t.select(a, x), t.int(8)), t.lt(big, t.int(Int::ONE << 201)), t.lt(t.neg(big), t.int(0))];
    let mut smt = Smt::new(&t, Budget::unlimited(), LIMIT);
    let model = smt.decide(&conditions).outcome().model().expect("satisfiable");
    let index = t.eval_int(x, &model).expect("a value");
    let a = t.as_symbol(a).expect("a symbol");
    assert_eq!(model.element(a, &index), Some(8.into()));
    assert_eq!(model.element(a, &(index + 1)), Some(7.into()));
    assert_eq!(model.int(unused), Some(Int::from(-3)));
    assert_eq!(model.arrays()[&a].len(), 1);
    assert_eq!(smt.stats().smt_sat, 1);
}

#[test]
fn arrays_and_tables() {
    let t = Terms::new();
    let (i, j) = (int(&t, "i", Range::new(0, 400)), int(&t, "j", Range::ALL));
    let a = array(&t, "a", Range::ALL);
    let stored = t.store(t.store(a, i, t.int(1)), j, t.int(2));
    assert_eq!(decide(&t, &[t.eq(t.select(stored, i), t.int(1)), t.eq(i, j)]), "unsat");
    assert_eq!(decide(&t, &[t.eq(t.select(stored, i), t.int(2))]), "sat");
    let hello = t.table("Hello".bytes().map(Int::from).collect());
    assert_eq!(decide(&t, &[t.eq(t.select(hello, j), t.int(b'o'))]), "sat");
    assert_eq!(decide(&t, &[t.eq(t.select(hello, j), t.int(b'o')), t.lt(j, t.int(4))]), "unsat");
    assert_eq!(decide(&t, &[t.lt(t.int(4), j), t.cmp(Cmp::Ne, t.select(hello, j), t.int(0))]), "unsat");
    let squares = t.table((0..300).map(|v| Int::from(v * v)).collect());
    let mixed = t.store(t.ite(t.lt(i, t.int(7)), t.store(squares, i, t.int(-1)), a), j, t.int(-2));
    assert_eq!(decide(&t, &[t.eq(t.select(squares, i), t.int(299 * 299))]), "sat");
    assert_eq!(decide(&t, &[t.eq(t.select(squares, i), t.int(5))]), "unsat");
    let read = t.select(mixed, i);
    assert_eq!(decide(&t, &[t.eq(i, t.int(3)), t.lt(i, j), t.cmp(Cmp::Ne, read, t.int(-1))]), "unsat");
    assert_eq!(decide(&t, &[t.lt(t.int(8), i), t.lt(i, j), t.eq(read, t.int(77))]), "sat");
}

#[test]
fn powers() {
    let t = Terms::new();
    let (k, n) = (int(&t, "k", Range::new(0, 40)), int(&t, "n", Range::at_least(0)));
    let pow = |base: i64, e| t.pow(base.into(), e);
    assert_eq!(decide(&t, &[t.eq(pow(2, k), t.int(1 << 20))]), "sat");
    assert_eq!(decide(&t, &[t.eq(pow(2, k), t.int((1 << 20) + 1))]), "unsat");
    assert_eq!(decide(&t, &[t.eq(pow(3, n), t.int(6561)), t.cmp(Cmp::Ne, n, t.int(8))]), "unsat");
    assert_eq!(decide(&t, &[t.eq(pow(-3, n), t.int(-2187))]), "sat");
    assert_eq!(decide(&t, &[t.lt(pow(-3, n), t.int(0)), t.eq(t.modulo(n, t.int(2)), t.int(0))]), "unsat");
    assert_eq!(decide(&t, &[t.eq(pow(-1, n), t.int(-1)), t.lt(t.int(1000), n)]), "sat");
    assert_eq!(decide(&t, &[t.eq(pow(0, n), t.int(1)), t.lt(t.int(0), n)]), "unsat");
    // Beyond the list: refuted by what is known, or not believed.
    let large = t.lt(t.int(200), n);
    assert_eq!(decide(&t, &[large, t.lt(pow(2, n), t.int(Int::ONE << 60))]), "unsat");
    assert_eq!(decide(&t, &[large, t.cmp(Cmp::Ne, t.wrap_unsigned(pow(2, n), 32), t.int(0))]), "unsat");
    let unlikely = [large, t.eq(pow(2, n), t.int(Int::from(3) << 300))];
    let mut smt = Smt::new(&t, Budget::unlimited(), LIMIT);
    let answer = word(smt.decide(&unlikely).outcome());
    assert!(answer.contains("does not check"), "{answer}");
}

#[test]
fn bitwise_operations() {
    let t = Terms::new();
    let (x, y) = (int(&t, "x", Range::signed(8)), int(&t, "y", Range::new(0, 9)));
    let bits = |op, a, b| t.bits(op, 8, a, b);
    assert_eq!(decide(&t, &[t.eq(bits(BitOp::And, x, t.int(0x55)), t.int(0x54)), t.lt(x, t.int(0))]), "sat");
    assert_eq!(decide(&t, &[t.eq(bits(BitOp::Or, x, t.int(1)), t.int(4))]), "unsat");
    assert_eq!(decide(&t, &[t.eq(bits(BitOp::Shl, t.int(1), y), t.int(128))]), "sat");
    assert_eq!(decide(&t, &[t.lt(t.int(7), y), t.lt(t.int(0), bits(BitOp::Shr, x, y))]), "unsat");
}

#[test]
fn division_has_smt_libs_meaning() {
    let t = Terms::new();
    let (x, d) = (int(&t, "x", Range::new(-20, 20)), int(&t, "d", Range::new(-3, 3)));
    let facts = [t.eq(x, t.int(-7)), t.eq(t.div(x, d), t.int(3)), t.lt(d, t.int(0))];
    assert_eq!(decide(&t, &facts), "sat");
    assert_eq!(decide(&t, &[t.lt(t.modulo(x, d), t.int(0)), t.cmp(Cmp::Ne, d, t.int(0))]), "unsat");
    // A model that divides by zero has no value here, so it is not believed.
    let mut smt = Smt::new(&t, Budget::unlimited(), LIMIT);
    let answer = word(smt.decide(&[t.eq(d, t.int(0)), t.eq(t.div(x, d), t.int(3))]).outcome());
    assert!(answer.contains("division by zero"), "{answer}");
}

#[test]
fn deep_terms_do_not_overflow_the_stack() {
    let t = Terms::new();
    let (i, a) = (int(&t, "i", Range::ALL), array(&t, "a", Range::ALL));
    let stored = (0..3000).fold(a, |a, k| t.store(a, t.scale(i, k + 2), t.int(k)));
    let over_table = (0..3000).fold(t.table(vec![5.into()]), |a, k| t.store(a, t.scale(i, k + 2), t.int(k)));
    for array in [stored, over_table] {
        assert_eq!(decide(&t, &[t.eq(i, t.int(1)), t.eq(t.select(array, t.offset(i, 1)), t.int(0))]), "sat");
    }
}

/// A small generator: the tests name their seed.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    fn int(&mut self, t: &Terms, leaves: &[Term], arrays: &[Term], depth: u32) -> Term {
        if depth == 0 || self.below(5) == 0 {
            return match self.below(3) {
                0 => t.int(self.below(9) as i64 - 4),
                _ => leaves[self.below(leaves.len() as u64) as usize],
            };
        }
        let a = self.int(t, leaves, arrays, depth - 1);
        let b = self.int(t, leaves, arrays, depth - 1);
        let divisor = t.int([-3, -2, 2, 3, 5][self.below(5) as usize]);
        match self.below(11) {
            0 | 1 => t.add(a, b),
            2 => t.sub(a, t.scale(b, 3)),
            3 => t.mul(a, b),
            4 => t.div(a, divisor),
            5 => t.modulo(a, divisor),
            6 => t.ite(self.bool(t, leaves, arrays, depth - 1), a, b),
            7 => t.pow([-2, -1, 0, 2, 3][self.below(5) as usize].into(), t.modulo(a, t.int(4))),
            8 => {
                let op = [BitOp::And, BitOp::Or, BitOp::Xor, BitOp::Shl, BitOp::Shr][self.below(5) as usize];
                t.bits(op, 4, a, b)
            }
            9 => t.select(arrays[self.below(arrays.len() as u64) as usize], a),
            _ => {
                let array = t.store(arrays[self.below(arrays.len() as u64) as usize], b, a);
                t.select(array, self.int(t, leaves, arrays, depth - 1))
            }
        }
    }

    fn bool(&mut self, t: &Terms, leaves: &[Term], arrays: &[Term], depth: u32) -> Term {
        let part = |r: &mut Random| r.bool(t, leaves, arrays, depth - 1);
        match if depth == 0 { 9 } else { self.below(10) } {
            0 => t.and(vec![part(self), part(self)]),
            1 => t.or(vec![part(self), part(self)]),
            2 => t.not(part(self)),
            _ => {
                let op = [Cmp::Lt, Cmp::Le, Cmp::Gt, Cmp::Ge, Cmp::Eq, Cmp::Eq, Cmp::Ne][self.below(7) as usize];
                let depth = depth.saturating_sub(1);
                t.cmp(op, self.int(t, leaves, arrays, depth), self.int(t, leaves, arrays, depth))
            }
        }
    }
}

#[test]
fn random_conditions_agree_with_trying_all_values() {
    // `make fuzz` gives a number to start from and gets many more conditions.
    let fuzz: Option<u64> = std::env::var("LARIAT_FUZZ").ok().and_then(|seed| seed.parse().ok());
    let (seed, rounds) = fuzz.map_or((20, 400), |seed| (seed, 5_000));
    println!("seed {seed}");
    let mut random = Random(seed);
    let (mut sat, mut unsat, mut unknown) = (0, 0, Vec::new());
    for _ in 0..rounds {
        let t = Terms::new();
        let range = Range::new(-3, 3);
        let xs: Vec<Term> = ["x", "y"].map(|n| int(&t, n, range.clone())).to_vec();
        // The only array has one value, so that all its contents can be tried.
        let arrays = [t.table([3, 3, -1, 4].map(Int::from).to_vec()), array(&t, "a", Range::exactly(2))];
        let arrays = [arrays[0], arrays[1], t.ite(t.lt(xs[0], xs[1]), arrays[1], t.store(arrays[1], xs[0], xs[1]))];
        let condition = t.and(vec![random.bool(&t, &xs, &arrays, 4), random.bool(&t, &xs, &arrays, 3)]);
        let tried = (-3..=3).any(|x| {
            (-3..=3).any(|y| {
                let mut model = Model::new(&t);
                for (s, v) in xs.iter().zip([x, y]) {
                    model.set_int(t.as_symbol(*s).expect("a symbol"), Int::from(v));
                }
                t.eval_bool(condition, &model).expect("no division by a variable")
            })
        });
        match decide(&t, &[condition]).as_str() {
            "sat" => assert!(tried, "{}", t.show(condition)),
            "unsat" => assert!(!tried, "{}", t.show(condition)),
            other => unknown.push(format!("{other}: {}", t.show(condition))),
        }
        if tried { sat += 1 } else { unsat += 1 }
    }
    assert!(sat > 50 && unsat > 50, "{sat} satisfiable and {unsat} not: that tests little");
    assert!(unknown.len() < rounds / 50, "{unknown:#?}");
}

#[test]
fn answers_are_the_same_every_time() {
    let run = || {
        std::thread::spawn(|| {
            let t = Terms::new();
            let xs: Vec<Term> = (0..6).map(|i| int(&t, &format!("x{i}"), Range::new(-50, 50))).collect();
            let sum = t.sum(xs.iter().enumerate().map(|(i, &x)| t.scale(x, 3 + 2 * i as i64)));
            let product = t.mul(xs[0], xs[1]);
            let mut smt = Smt::new(&t, Budget::unlimited(), LIMIT);
            format!("{:?}", smt.decide(&[t.eq(sum, t.int(101)), t.lt(t.int(7), product)]))
        })
    };
    let first = run().join().expect("no panic");
    assert!(first.starts_with("Sat"), "{first}");
    (0..3).for_each(|_| assert_eq!(run().join().expect("no panic"), first));
}

#[test]
fn scripts_are_stable_and_quote_names() {
    let t = Terms::new();
    let x = int(&t, "x", Range::new(0, 9));
    let again = int(&t, "x", Range::ALL);
    let odd = int(&t, "a b", Range::ALL);
    let taken = int(&t, "mod", Range::ALL);
    let let_ = int(&t, "let", Range::ALL);
    let conditions = vec![
        ("line 3: x < x".to_owned(), t.lt(x, again)),
        ("line 4".to_owned(), t.lt(t.scale(odd, -2), t.div(taken, t.int(3)))),
        ("line 5".to_owned(), t.eq(let_, x)),
    ];
    let expected = "\
(set-logic QF_LIA)
(declare-fun x () Int)
(declare-fun x!2 () Int)
(declare-fun |a b| () Int)
(declare-fun mod!2 () Int)
(declare-fun |let| () Int)
; x in 0..9
(assert (<= 0 x))
(assert (>= 9 x))
; line 3: x < x
(assert (< x x!2))
; line 4
(assert (< (* (- 2) |a b|) (div mod!2 3)))
; line 5
(assert (= |let| x))
(check-sat)
";
    assert_eq!(smtlib::script(&t, &conditions), expected);
    assert_eq!(decide(&t, &conditions.iter().map(|c| c.1).collect::<Vec<_>>()), "sat");
}

/// Far more than fits into the time: z3 is told no more of it once that is over.
#[test]
fn telling_z3_stops_with_the_budget() {
    let t = Terms::new();
    let x = int(&t, "x", Range::ALL);
    let many: Vec<Term> = (0..300_000).map(|i| t.lt(t.mul(x, t.offset(x, i)), t.int(i))).collect();
    let told = |smt: &Smt| smt.engine.as_ref().map_or(0, |engine| engine.encoder.known());
    let mut assuming = Smt::new(&t, Budget::lasting(Duration::from_millis(100)), LIMIT);
    assert_eq!(word(assuming.check_assuming(&many).outcome()), "the time limit of 0.1 s is over");
    assert!(told(&assuming) < many.len());
    let mut asserting = Smt::new(&t, Budget::lasting(Duration::from_millis(100)), LIMIT);
    let depth = asserting.push();
    many.iter().for_each(|c| asserting.assert(*c));
    assert_eq!(word(asserting.check()), "the time limit of 0.1 s is over");
    assert!(told(&asserting) < many.len());
    // What was told in part is taken back as a whole.
    asserting.pop_to(depth);
    asserting.budget = Budget::unlimited();
    asserting.assert(t.eq(x, t.int(0)));
    assert_eq!(word(asserting.check()), "sat");
    let positive = t.lt(t.int(0), x);
    assert_eq!(word(asserting.check_assuming(&[positive]).outcome()), "unsat");
}
