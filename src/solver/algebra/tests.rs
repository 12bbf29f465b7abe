//! What algebra refutes, and that no values satisfy it.

use super::*;

struct Asked {
    terms: Terms,
}

impl Asked {
    fn symbols<const N: usize>(&self, range: &Range) -> [Term; N] {
        std::array::from_fn(|i| self.terms.sym(self.terms.symbol(format!("v{i}"), Sort::Int, range.clone())))
    }

    fn refuted(&self, conditions: &[Term]) -> Option<Vec<usize>> {
        let found = Algebra::default().refuted(&self.terms, conditions, &Budget::unlimited());
        found.map(|all| all.into_iter().collect())
    }
}

/// Multiplication by doubling: what is known before a round, what the round does to the product, and what it says of it.
fn doubling(bits: Option<u32>, odd: bool, added: i64) -> Option<Vec<usize>> {
    let asked = Asked { terms: Terms::new() };
    let t = &asked.terms;
    let [x, y, z, a, b] = asked.symbols(&bits.map_or(Range::ALL, Range::unsigned));
    let wrap = |v: Term| bits.map_or(v, |bits| t.wrap_unsigned(v, bits));
    let (one, two) = (t.int(1), t.int(2));
    let half = if odd { t.div(t.sub(y, one), two) } else { t.div(y, two) };
    let sum = if odd { wrap(t.add(z, x)) } else { z };
    let after = wrap(t.offset(t.add(sum, t.mul(wrap(t.add(x, x)), half)), added));
    let rest = t.eq(t.modulo(y, two), t.int(u8::from(odd)));
    let known = t.eq(wrap(t.add(z, t.mul(x, y))), wrap(t.mul(a, b)));
    asked.refuted(&[t.lt(t.int(0), z), rest, known, t.not(t.eq(after, wrap(t.mul(a, b))))])
}

#[test]
fn what_doubling_preserves_is_shown_with_what_it_takes() {
    for bits in [None, Some(32), Some(64)] {
        for odd in [false, true] {
            assert_eq!(doubling(bits, odd, 0), Some(vec![1, 2, 3]), "{bits:?} {odd}");
            assert_eq!(doubling(bits, odd, 1), None, "{bits:?} {odd}");
        }
    }
}

#[test]
fn cases_and_choices_are_looked_at_one_by_one() {
    let asked = Asked { terms: Terms::new() };
    let t = &asked.terms;
    let [x, y, z, a, b] = asked.symbols(&Range::ALL);
    let two = t.int(2);
    let is_odd = t.eq(t.modulo(y, two), t.int(1));
    let known = t.eq(t.add(z, t.mul(x, y)), t.mul(a, b));
    let sum = t.ite(is_odd, t.add(z, x), z);
    let after = t.add(sum, t.mul(t.add(x, x), t.div(y, two)));
    assert_eq!(asked.refuted(&[known, t.lt(after, t.mul(a, b))]), Some(vec![0, 1]));
    // Where nothing is added for the last bit, it is missing.
    let less = t.add(z, t.mul(t.add(x, x), t.div(y, two)));
    assert_eq!(asked.refuted(&[known, t.lt(less, t.mul(a, b))]), None);
}

#[test]
fn what_is_said_of_signs_is_not_forgotten() {
    let asked = Asked { terms: Terms::new() };
    let t = &asked.terms;
    let [x, y] = asked.symbols(&Range::at_least(0));
    let product = t.mul(x, y);
    assert_eq!(asked.refuted(&[t.eq(x, t.int(3)), t.eq(product, t.int(-3))]), Some(vec![0, 1]));
    assert_eq!(asked.refuted(&[t.eq(x, t.int(3)), t.eq(product, t.int(3))]), None);
    assert_eq!(asked.refuted(&[t.eq(x, t.int(3)), t.eq(t.add(x, y), t.int(4))]), None, "there is no product");
}

/// A polynomial, wrapped and halved and chosen here and there.
fn made_up(t: &Terms, rng: &mut fastrand::Rng, of: &[Term], depth: u32) -> Term {
    let part = |rng: &mut fastrand::Rng| match depth {
        0 => of[rng.usize(0..of.len())],
        _ => made_up(t, rng, of, depth - 1),
    };
    let by = t.int([2, 2, 3, 4, 8, 96, 128, 192][rng.usize(0..8)]);
    match rng.u32(0..9) {
        0 | 1 => {
            let (a, b) = (part(rng), part(rng));
            t.mul(a, b)
        }
        2 | 3 => {
            let (a, b, k) = (part(rng), part(rng), rng.i64(-3..4));
            t.add(a, t.scale(b, k))
        }
        4 => t.modulo(part(rng), by),
        5 => t.div(part(rng), by),
        6 => {
            let (a, b, c) = (part(rng), part(rng), part(rng));
            t.ite(t.lt(a, t.int(1)), b, c)
        }
        7 => t.offset(part(rng), rng.i64(-2..3)),
        _ => part(rng),
    }
}

#[test]
fn what_it_refutes_no_values_satisfy() {
    let (mut rng, mut count) = (fastrand::Rng::with_seed(7), 0);
    for _ in 0..800 {
        let asked = Asked { terms: Terms::new() };
        let t = &asked.terms;
        let least = rng.i64(-3..1);
        let own: [Term; 3] = asked.symbols(&Range::new(least, least + 5));
        // Tables say what the remainders of small numbers are.
        let of = own.map(|x| t.scale(x, [1, 1, 29, 64][rng.usize(0..4)]));
        let mut conditions = vec![];
        for _ in 0..rng.usize(2..5) {
            let op = [Cmp::Eq, Cmp::Eq, Cmp::Ne, Cmp::Lt][rng.usize(0..4)];
            let [a, b] = [2, 1].map(|depth| made_up(t, &mut rng, &of, depth));
            conditions.push(t.cmp(op, a, b));
        }
        if rng.bool() {
            // What follows from others, or nearly does.
            let [first, second] = [0, 1].map(|i| conditions[i % conditions.len()]);
            conditions.push(t.or(vec![t.not(first), t.not(second)]));
        }
        let Some(used) = asked.refuted(&conditions) else { continue };
        count += 1;
        let symbols = own.map(|x| t.as_symbol(x).expect("it is one"));
        for n in 0..216_i64 {
            let mut model = crate::solver::Model::new(t);
            for (i, s) in symbols.iter().enumerate() {
                model.set_int(*s, Int::from(least + n / 6_i64.pow(i as u32) % 6));
            }
            let holds = |i: &usize| t.eval_bool(conditions[*i], &model) == Ok(true);
            let shown = || used.iter().map(|i| t.show(conditions[*i])).collect::<Vec<_>>().join("; ");
            assert!(!used.iter().all(holds), "{}", shown());
        }
    }
    assert!(count > 40, "{count} of them were refuted");
}

#[test]
fn a_multiple_of_a_symbol_is_put_in_where_it_is_not_divided() {
    let asked = Asked { terms: Terms::new() };
    let t = &asked.terms;
    let [x, y, sum] = asked.symbols(&Range::ALL);
    // 6·sum = x³ - x, and one more of x adds x·(x + 1) / 2, which is y.
    let cube = |x: Term| t.sub(t.mul(t.mul(x, x), x), x);
    let known = t.eq(t.scale(sum, 6), cube(x));
    let added = t.eq(t.scale(y, 2), t.mul(x, t.offset(x, 1)));
    let after = t.eq(t.scale(t.add(sum, y), 6), cube(t.offset(x, 1)));
    assert_eq!(asked.refuted(&[known, added, t.not(after)]), Some(vec![0, 1, 2]));
    assert_eq!(asked.refuted(&[known, added, after]), None);
}

#[test]
fn what_is_opened_in_one_product_stays_where_it_came_from_another() {
    let asked = Asked { terms: Terms::new() };
    let t = &asked.terms;
    let [z, w] = asked.symbols(&Range::ALL);
    let (wrap, inner) = (t.int(1 << 16), t.int(3 << 15));
    // Opened, the first product has the other one in it, which is opened as well where it is doubled.
    let rest = t.modulo(w, inner);
    let first = t.mul(z, t.modulo(t.offset(rest, 1), wrap));
    let sum = t.modulo(t.add(first, t.scale(t.mul(z, rest), 2)), wrap);
    let is = |x: Term, v: i64| t.and(vec![t.le(t.int(v), x), t.le(x, t.int(v))]);
    // With z = 1 and a rest of 1 it is 2 + 2.
    let values = [is(z, 1), is(w, (3 << 15) + 1)];
    assert_eq!(asked.refuted(&[values[0], values[1], t.eq(sum, t.int(4))]), None);
    assert_eq!(asked.refuted(&[values[0], values[1], t.eq(sum, t.int(3))]), Some(vec![0, 1, 2]));
}

#[test]
fn what_is_opened_has_the_same_values() {
    let (mut rng, mut count) = (fastrand::Rng::with_seed(3), 0);
    for _ in 0..3_000 {
        let asked = Asked { terms: Terms::new() };
        let t = &asked.terms;
        let of: [Term; 2] = asked.symbols(&Range::ALL);
        let wrapped = |rng: &mut fastrand::Rng, x: Term| {
            let by = [64, 128, 192, 256, 384][rng.usize(0..5)];
            t.modulo(t.offset(x, rng.i64(0..3)), t.int(by))
        };
        let factor = |rng: &mut fastrand::Rng| {
            let x = of[rng.usize(0..2)];
            let once = wrapped(rng, x);
            [x, once, wrapped(rng, once)][rng.usize(0..3)]
        };
        let products = (0..rng.usize(1..4)).map(|_| {
            let (a, b) = (factor(&mut rng), factor(&mut rng));
            t.scale(t.mul(a, b), rng.i64(-3..4))
        });
        let condition = t.eq(t.modulo(t.sum(products.collect::<Vec<_>>()), t.int(128)), of[0]);
        let literal = Literal { term: condition, from: [0].into() };
        let Some(opened) = unwrapped(t, &[literal]) else { continue };
        count += 1;
        for _ in 0..20 {
            let mut model = crate::solver::Model::new(t);
            let values = of.map(|x| (t.as_symbol(x).expect("it is one"), Int::from(rng.i64(-500..500))));
            values.into_iter().for_each(|(s, v)| model.set_int(s, v));
            let sides = |c: Term| match *t.node(c) {
                Node::Cmp(_, a, b) => t.eval_int(t.sub(a, b), &model),
                _ => panic!("{} is no comparison", t.show(c)),
            };
            assert_eq!(sides(condition), sides(opened[0].term), "{}", t.show(condition));
        }
    }
    assert!(count > 1_000, "{count} of them were opened");
}
