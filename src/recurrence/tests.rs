//! Merged values against running the subchains one by one, in random orders.

use super::{Effect, Merge, Merged, merge};
use crate::term::{Cmp, Int, Range, Scope, Sort, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Builds the effects of a loop and checks what they are merged to.
struct Bench {
    terms: Terms,
    names: FxHashMap<&'static str, Symbol>,
}

struct Values(BTreeMap<Symbol, Int>);

impl Scope for Values {
    fn int(&self, s: Symbol) -> Option<Int> {
        self.0.get(&s).cloned()
    }
    fn element(&self, _: Symbol, index: &Int) -> Option<Int> {
        Some(index * index + 1)
    }
}

/// A small generator of pseudo-random numbers (an LCG), so that runs repeat.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

impl Bench {
    fn new(variables: &[(&'static str, Range)]) -> Bench {
        let terms = Terms::new();
        let names = variables.iter().map(|(n, r)| (*n, terms.symbol(*n, Sort::Int, r.clone()))).collect();
        Bench { terms, names }
    }

    fn integers(names: &[&'static str]) -> Bench {
        Bench::new(&names.iter().map(|n| (*n, Range::ALL)).collect::<Vec<_>>())
    }

    fn v(&self, name: &str) -> Term {
        self.terms.sym(self.names[name])
    }

    fn plus(&self, name: &str, k: i64) -> Term {
        self.terms.offset(self.v(name), k)
    }

    fn effect(&self, values: &[(&str, Term)]) -> Effect {
        Effect { values: values.iter().map(|(n, t)| (self.names[n], *t)).collect(), ..Effect::default() }
    }

    fn merge(&self, effects: &[Effect]) -> Merge {
        let names: Vec<String> = (1..=effects.len()).map(|i| format!("κ{i}")).collect();
        merge(&self.terms, effects, &names)
    }

    fn start(&self, random: &mut Random) -> BTreeMap<Symbol, Int> {
        let pick = |s: &Symbol, random: &mut Random| {
            let range = self.terms.info(*s).range;
            let low = range.lo.clone().unwrap_or(Int::from(-20));
            let high = range.hi.clone().unwrap_or(Int::from(20));
            low.clone() + Int::from(random.below(1 << 20)) % (high - low + Int::ONE)
        };
        let mut sorted: Vec<Symbol> = self.names.values().copied().collect();
        sorted.sort();
        sorted.iter().map(|s| (*s, pick(s, random))).collect()
    }

    /// Runs the effects in random orders and compares every merged value.
    fn check(&self, effects: &[Effect], merged: &Merge) {
        let mut random = Random(7);
        for _ in 0..200 {
            let start = self.start(&mut random);
            let mut now = start.clone();
            let mut counts = vec![0u64; effects.len()];
            for _ in 0..random.below(12) {
                let i = random.below(effects.len() as u64) as usize;
                counts[i] += 1;
                let before = Values(now.clone());
                for (v, t) in &effects[i].values {
                    now.insert(*v, self.terms.eval_int(*t, &before).unwrap());
                }
            }
            let mut scope = start.clone();
            scope.extend(merged.counters.iter().zip(&counts).map(|(c, n)| (*c, Int::from(*n))));
            let scope = Values(scope);
            for (v, value) in &merged.values {
                let name = self.terms.name(*v);
                match value {
                    Merged::Exact(t) => {
                        let expected = self.terms.eval_int(*t, &scope).unwrap();
                        assert_eq!(
                            expected,
                            now[v],
                            "{name} = {} after {counts:?} from {start:?}",
                            self.terms.show(*t)
                        );
                    }
                    Merged::Unknown { range, changed_by, lower, upper, stride } => {
                        assert!(range.contains(&now[v]));
                        let at = |t: &Option<Term>| t.map(|t| self.terms.eval_int(t, &scope).unwrap());
                        assert!(at(lower).is_none_or(|l| l <= now[v]), "{name} is below its lower bound");
                        assert!(at(upper).is_none_or(|u| now[v] <= u), "{name} is above its upper bound");
                        let moved = &now[v] - &start[v];
                        assert!(stride.as_ref().is_none_or(|g| (&moved % g).is_zero()), "{name} misses its stride");
                        assert!(moved.is_zero() || changed_by.iter().any(|&i| counts[i] > 0));
                    }
                }
            }
        }
    }

    /// The merged value of a variable as text, after checking everything.
    fn shown(&self, effects: &[Effect], name: &str) -> String {
        let merged = self.merge(effects);
        self.check(effects, &merged);
        match merged.values.get(&self.names[name]) {
            None => "unchanged".into(),
            Some(Merged::Exact(t)) => self.terms.show(*t),
            Some(Merged::Unknown { .. }) => "★".into(),
        }
    }
}

#[test]
fn figure_two_of_the_paper() {
    // c1: ++a, ++i;  c2: ++i.
    let b = Bench::integers(&["i", "a"]);
    let effects = [b.effect(&[("i", b.plus("i", 1)), ("a", b.plus("a", 1))]), b.effect(&[("i", b.plus("i", 1))])];
    assert_eq!(b.shown(&effects, "i"), "i + κ1 + κ2");
    assert_eq!(b.shown(&effects, "a"), "a + κ1");
}

#[test]
fn unchanged_and_symbolic_steps() {
    let b = Bench::integers(&["x", "n"]);
    let effects = [b.effect(&[("x", b.terms.add(b.v("x"), b.v("n"))), ("n", b.v("n"))])];
    assert_eq!(b.shown(&effects, "x"), "x + n·κ1");
    assert_eq!(b.shown(&effects, "n"), "unchanged");
}

#[test]
fn geometric_progressions() {
    let b = Bench::integers(&["x"]);
    let t = &b.terms;
    let times = |a: i64, d: i64| b.effect(&[("x", t.offset(t.scale(b.v("x"), a), d))]);
    assert_eq!(b.shown(&[times(3, 0)], "x"), "x·3^κ1");
    assert_ne!(b.shown(&[times(2, 1)], "x"), "★");
    assert_ne!(b.shown(&[times(3, 1)], "x"), "★", "the division by a − 1 is exact");
    assert_ne!(b.shown(&[times(-2, 5)], "x"), "★");
    assert_eq!(b.shown(&[times(2, 0), times(3, 0)], "x"), "x·2^κ1·3^κ2");
    assert_ne!(b.shown(&[times(2, 1), times(2, 1)], "x"), "★", "one map uses the sum of the counters");
    assert_eq!(b.shown(&[times(2, 0), times(1, 3)], "x"), "★");
}

#[test]
fn polynomials_of_the_own_counter() {
    let b = Bench::integers(&["i", "s", "q", "c"]);
    let t = &b.terms;
    let body = [
        ("i", b.plus("i", 1)),
        ("s", t.add(b.v("s"), b.v("i"))),
        ("q", t.add(b.v("q"), t.mul(b.v("i"), b.v("i")))),
        ("c", t.add(b.v("c"), b.v("q"))),
    ];
    let effects = [b.effect(&body)];
    for name in ["s", "q"] {
        assert_ne!(b.shown(&effects, name), "★", "{name}");
    }
}

#[test]
fn a_counter_that_another_subchain_advances_too_gives_no_polynomial() {
    // for (i…) if (nd()) { s += i; c++; }  — i advances in both subchains.
    let b = Bench::integers(&["i", "s", "c"]);
    let t = &b.terms;
    let taken = b.effect(&[("i", b.plus("i", 1)), ("s", t.add(b.v("s"), b.v("i"))), ("c", b.plus("c", 1))]);
    let skipped = b.effect(&[("i", b.plus("i", 1))]);
    let effects = [taken, skipped];
    assert_eq!(b.shown(&effects, "s"), "★");
    assert_eq!(b.shown(&effects, "c"), "c + κ1");
}

#[test]
fn assignments_of_the_last_run() {
    let b = Bench::integers(&["i", "j", "f"]);
    let t = &b.terms;
    let effects = [b.effect(&[("i", b.plus("i", 2)), ("j", b.v("i")), ("f", t.int(7))])];
    assert_eq!(b.shown(&effects, "f"), "ite(κ1 > 0, 7, f)");
    assert_eq!(b.shown(&effects, "j"), "ite(κ1 > 0, i + 2·κ1 - 2, j)");
    // The same in both subchains, i moving alike in both.
    let one = b.effect(&[("i", b.plus("i", 1)), ("j", b.v("i"))]);
    assert_eq!(b.shown(&[one.clone(), one.clone()], "j"), "ite(κ1 + κ2 > 0, i + κ1 + κ2 - 1, j)");
    // Only one subchain copies, but i moves in the other as well.
    let other = b.effect(&[("i", b.plus("i", 1))]);
    assert_eq!(b.shown(&[one, other], "j"), "★");
}

#[test]
fn a_flag_set_and_reset_is_unknown_and_a_flag_only_set_is_not() {
    let b = Bench::new(&[("f", Range::new(0, 1))]);
    let set = b.effect(&[("f", b.terms.int(1))]);
    let reset = b.effect(&[("f", b.terms.int(0))]);
    assert_eq!(b.shown(&[set.clone(), b.effect(&[]), set.clone()], "f"), "ite(κ1 + κ3 > 0, 1, f)");
    assert_eq!(b.shown(&[set, reset], "f"), "★");
}

#[test]
fn period_two() {
    let b = Bench::new(&[("x", Range::ALL), ("y", Range::ALL), ("f", Range::new(0, 1)), ("n", Range::ALL)]);
    let t = &b.terms;
    let toggle = t.ite(t.eq(b.v("f"), t.int(0)), t.int(1), t.int(0));
    let flip = b.effect(&[("x", t.sub(b.v("n"), b.v("x")))]);
    assert_eq!(b.shown(std::slice::from_ref(&flip), "x"), "ite(κ1 mod 2 = 0, x, n - x)");
    assert_ne!(b.shown(&[flip.clone(), flip], "x"), "★");
    assert_ne!(b.shown(&[b.effect(&[("f", toggle)])], "f"), "★");
    assert_ne!(b.shown(&[b.effect(&[("x", b.v("y")), ("y", b.v("x"))])], "x"), "★", "a swap");
}

#[test]
fn wraps_are_put_on_once() {
    let b = Bench::new(&[("x", Range::unsigned(8)), ("c", Range::signed(8)), ("w", Range::unsigned(8))]);
    let t = &b.terms;
    let up = b.effect(&[
        ("x", t.wrap_unsigned(b.plus("x", 77), 8)),
        ("c", t.wrap_signed(b.plus("c", 77), 8)),
        ("w", t.wrap_unsigned(t.offset(t.scale(b.v("w"), 3), 1), 8)),
    ]);
    let down = b.effect(&[("x", t.wrap_unsigned(b.plus("x", -5), 8))]);
    let effects = [up, down];
    for name in ["x", "c", "w"] {
        assert_ne!(b.shown(&effects, name), "★", "{name}");
    }
}

#[test]
fn bounds_and_strides_of_the_unknown() {
    let b = Bench::new(&[("x", Range::at_least(0)), ("d", Range::new(0, 3))]);
    let t = &b.terms;
    // x *= 2 under choice with x += 6·d: direction up, no stride; x += 2·d alone keeps the parity.
    let effects = [b.effect(&[("x", t.scale(b.v("x"), 2))]), b.effect(&[("x", t.add(b.v("x"), t.scale(b.v("d"), 6)))])];
    let merged = b.merge(&effects);
    b.check(&effects, &merged);
    let Merged::Unknown { lower: Some(_), upper: None, .. } = &merged.values[&b.names["x"]] else {
        panic!("x has a lower bound and no upper one: {:?}", merged.values)
    };
    let toggled = [
        b.effect(&[("d", t.sub(t.int(3), b.v("d"))), ("x", t.add(b.v("x"), t.scale(b.v("d"), 2)))]),
        b.effect(&[("d", t.int(1))]),
    ];
    let merged = b.merge(&toggled);
    b.check(&toggled, &merged);
    let Merged::Unknown { lower: Some(_), upper: Some(_), stride: Some(g), .. } = &merged.values[&b.names["x"]] else {
        panic!("x moves by known even steps: {:?}", merged.values)
    };
    assert_eq!(*g, Int::from(2));
}

#[test]
fn totals_of_inner_counters_are_linked() {
    // One run of the outer subchain runs the inner one exactly 5 times.
    let b = Bench::integers(&["k"]);
    let t = &b.terms;
    let inner = t.symbol("κ(c2,c1)", Sort::Int, Range::at_least(0));
    let effect = Effect {
        values: [(b.names["k"], t.add(b.v("k"), t.sym(inner)))].into(),
        locals: FxHashSet::from_iter([inner]),
        countable: vec![inner],
        conditions: vec![t.cmp(Cmp::Ge, t.sym(inner), t.int(5)), t.le(t.sym(inner), t.int(5))],
        ..Effect::default()
    };
    let merged = b.merge(&[effect]);
    assert!(matches!(merged.values[&b.names["k"]], Merged::Exact(v) if t.show(v) == "k + κ2"));
    let facts: Vec<String> = merged.facts.iter().map(|f| t.show(*f)).collect();
    assert_eq!(facts, ["5·κ1 ≤ κ2", "κ2 ≤ 5·κ1", "κ1 > 0 ∨ κ2 = 0"]);
}
