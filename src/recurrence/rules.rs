//! The rules, tried in order; each gives the merged value of one variable or nothing.

use super::{Problem, wrap};
use crate::term::{Cmp, Int, Linear, Node, Range, Symbol, Term, Terms, Value};
use std::collections::BTreeSet;

/// Two-valued and other small variables are checked for period 2 value by value.
const MOST_VALUES: i32 = 8;
/// Polynomials of a higher degree are not summed.
const HIGHEST_DEGREE: usize = 6;

/// The merged value of `v`, if a rule covers it.
pub(super) fn solve(problem: &mut Problem, v: Symbol) -> Option<Term> {
    if problem.terms.sort(problem.terms.sym(v)) != crate::term::Sort::Int {
        return None;
    }
    same_invariant(problem, v)
        .or_else(|| linear(problem, v))
        .or_else(|| value_of_last_run(problem, v))
        .or_else(|| period_two(problem, v))
}

/// Every change assigns the same loop-invariant `d`: `ite(Σκ > 0, d, α)`.
fn same_invariant(problem: &Problem, v: Symbol) -> Option<Term> {
    let by = &problem.changed[&v];
    let value = problem.effects[by[0]].values[&v];
    let same = by.iter().all(|&i| problem.effects[i].values[&v] == value) && problem.invariant(value);
    same.then(|| problem.if_ran(by, value, v))
}

/// Every change is `a·v + d`: translations add up, scalings multiply, one
/// affine map is a geometric progression. A wrap shared by all is put on once.
fn linear(problem: &mut Problem, v: Symbol) -> Option<Term> {
    let terms = problem.terms;
    let by = problem.changed[&v].clone();
    let (values, wrap) = wrap::unwrapped(problem, v)?;
    let mut maps: Vec<(Int, Term)> = Vec::new();
    for value in values {
        let mut rest = terms.linear(value);
        let factor = rest.take(terms.sym(v));
        let rest = terms.from_linear(rest);
        if terms.symbols(rest).contains(&v) {
            return None;
        }
        maps.push((factor, rest));
    }
    let zero = terms.int(0);
    let old = terms.sym(v);
    let solved = if maps.iter().all(|(a, _)| *a == Int::ONE) {
        let mut sum = vec![old];
        for (&i, (_, step)) in by.iter().zip(&maps) {
            sum.push(sum_of_steps(problem, i, *step)?);
        }
        terms.sum(sum)
    } else if maps.iter().any(|(a, _)| a.is_zero()) {
        return None;
    } else if maps[0].0 == Int::NEG_ONE && maps.iter().all(|m| *m == maps[0]) && problem.invariant(maps[0].1) {
        let odd = terms.sub(maps[0].1, old);
        parity(problem, &by, old, odd)
    } else if maps.iter().all(|(_, d)| *d == zero) {
        let factors = by.iter().zip(&maps).map(|(&i, (a, _))| terms.pow(a.clone(), problem.counter(i)));
        factors.fold(old, |product, f| terms.mul(product, f))
    } else if maps.iter().all(|m| *m == maps[0]) {
        let (a, d) = &maps[0];
        geometric(terms, a, &terms.as_int(*d)?, problem.runs(&by), old)
    } else {
        return None;
    };
    Some(match wrap {
        Some(w) => w.around(terms, solved),
        None => solved,
    })
}

/// `a^k·α + b·(a^k − 1)/(a − 1)`, the division exact.
fn geometric(terms: &Terms, a: &Int, b: &Int, k: Term, old: Term) -> Term {
    let power = terms.pow(a.clone(), k);
    let below: Int = a - Int::ONE;
    if (b % &below).is_zero() {
        let q = terms.int(b / &below);
        return terms.sub(terms.mul(power, terms.add(old, q)), q);
    }
    let series = terms.div(terms.scale(terms.offset(power, -1), b.clone()), terms.int(below));
    terms.add(terms.mul(power, old), series)
}

/// What the steps of all runs of subchain `i` add up to.
fn sum_of_steps(problem: &mut Problem, i: usize, step: Term) -> Option<Term> {
    let terms = problem.terms;
    if problem.invariant(step) {
        return Some(terms.mul(step, problem.counter(i)));
    }
    let parts = terms.linear(step);
    let mut sum = vec![terms.scale(problem.counter(i), parts.constant.clone())];
    for (t, c) in parts.terms() {
        let each = if problem.invariant(t) {
            terms.mul(t, problem.counter(i))
        } else if let Some((factor, countable)) = countable_part(problem, i, t) {
            let total = problem.total(countable, i);
            terms.mul(factor, total)
        } else {
            let of_runs = problem.merged_with(t, &[i])?;
            let whole = || {
                let counter = problem.counters[i];
                let sums = problem.sums.then(|| terms.sums(counter, of_runs))?;
                Some(terms.scale(terms.select(sums, terms.sym(counter)), c.clone()))
            };
            sum.push(polynomial_sum(terms, of_runs, problem.counters[i], c).or_else(whole)?);
            continue;
        };
        sum.push(terms.scale(each, c.clone()));
    }
    Some(terms.sum(sum))
}

/// `t` as a loop-invariant factor times one countable local of subchain `i`.
pub(super) fn countable_part(problem: &Problem, i: usize, t: Term) -> Option<(Term, Symbol)> {
    let terms = problem.terms;
    let countable = |t: Term| terms.as_symbol(t).filter(|s| problem.effects[i].countable.contains(s));
    if let Some(s) = countable(t) {
        return Some((terms.int(1), s));
    }
    let Node::Product(factors) = &*terms.node(t) else { return None };
    let at = factors.iter().position(|&f| countable(f).is_some())?;
    let others = factors.iter().enumerate().filter(|(j, _)| *j != at).map(|(_, &f)| f);
    let factor = others.fold(terms.int(1), |p, f| terms.mul(p, f));
    problem.invariant(factor).then(|| (factor, countable(factors[at]).expect("found above")))
}

/// `scale · Σ p(r)` for `0 ≤ r < κ`, where `p` is a polynomial in `κ`.
fn polynomial_sum(terms: &Terms, p: Term, counter: Symbol, scale: &Int) -> Option<Term> {
    let p = terms.linear(p);
    let k = terms.sym(counter);
    let mut sum = vec![terms.scale(k, &p.constant * scale)];
    for (t, c) in p.terms() {
        let (factor, degree) = split_power(terms, t, counter)?;
        sum.push(terms.mul(factor, power_sum(terms, k, degree, &(c * scale))));
    }
    Some(terms.sum(sum))
}

/// A monomial as a factor without the counter times a power of it.
fn split_power(terms: &Terms, t: Term, counter: Symbol) -> Option<(Term, usize)> {
    let factors = match &*terms.node(t) {
        Node::Product(factors) => factors.clone(),
        _ => vec![t],
    };
    let (powers, others): (Vec<Term>, Vec<Term>) = factors.into_iter().partition(|&f| f == terms.sym(counter));
    let free = others.iter().all(|&f| !terms.symbols(f).contains(&counter));
    let factor = others.into_iter().fold(terms.int(1), |p, f| terms.mul(p, f));
    (free && powers.len() <= HIGHEST_DEGREE).then_some((factor, powers.len()))
}

/// `c · Σ r^d` for `0 ≤ r < k` (Faulhaber), the division exact.
fn power_sum(terms: &Terms, k: Term, d: usize, c: &Int) -> Term {
    let (numerators, denominator) = faulhaber(d);
    let mut power = terms.int(1);
    let mut sum = terms.int(0);
    for n in numerators {
        sum = terms.add(sum, terms.scale(power, n * c));
        power = terms.mul(power, k);
    }
    let mut l = terms.linear(sum);
    let common = l.gcd();
    if (&common % &denominator).is_zero() {
        let mut exact = Linear::default();
        l.terms().for_each(|(t, c)| exact.add_term(t, &(c / &denominator)));
        return terms.from_linear(exact);
    }
    l.constant = Int::ZERO;
    terms.div(terms.from_linear(l), terms.int(denominator))
}

/// The coefficients of `Σ r^d`, `0 ≤ r < n`, as a polynomial in `n`, and their
/// common denominator: from `n^(d+1) = Σ_j C(d+1, j)·S_j(n)`.
fn faulhaber(d: usize) -> (Vec<Int>, Int) {
    let mut known: Vec<(Vec<Int>, Int)> = Vec::new();
    for e in 0..=d {
        let denominator = known.iter().fold(Int::ONE, |all, (_, q)| all * q);
        let mut numerators = vec![Int::ZERO; e + 2];
        numerators[e + 1] = denominator.clone();
        let mut binomial = Int::ONE;
        for (j, (p, q)) in known.iter().enumerate() {
            for (power, n) in p.iter().enumerate() {
                numerators[power] -= &binomial * n * (&denominator / q);
            }
            binomial = binomial * (e + 1 - j) / (j + 1);
        }
        known.push((numerators, denominator * (e + 1)));
    }
    known.pop().expect("at least one degree")
}

/// Where all subchains that change `v` give it what others had before their
/// last run: `ite(Σκ > 0, that, α)`.
fn value_of_last_run(problem: &Problem, v: Symbol) -> Option<Term> {
    let terms = problem.terms;
    let by = &problem.changed[&v];
    let mut common = None;
    for &i in by {
        let after = problem.merged_with(problem.effects[i].values[&v], by)?;
        let one_less = terms.offset(problem.counter(i), -1);
        let before = terms.substitute(after, &|s| (s == problem.counters[i]).then_some(one_less));
        if common.is_some_and(|c| c != before) {
            return None;
        }
        common = Some(before);
    }
    common.map(|value| problem.if_ran(by, value, v))
}

/// A map that is its own inverse, the same in every subchain that changes
/// anything it mentions: the old value after even numbers of runs.
fn period_two(problem: &Problem, v: Symbol) -> Option<Term> {
    let terms = problem.terms;
    let by = &problem.changed[&v];
    let map = |s: Symbol| problem.effects[by[0]].values.get(&s).copied().filter(|_| problem.changed.contains_key(&s));
    let once = map(v)?;
    let mentioned: BTreeSet<Symbol> = terms.symbols(once);
    for &s in mentioned.iter().chain([&v]) {
        let same = |i: &usize| problem.effects[*i].values.get(&s).copied() == map(s);
        let together = problem.changed.get(&s).is_none_or(|other| other == by && by.iter().all(same));
        if problem.locals.contains(&s) || !together {
            return None;
        }
    }
    let twice = terms.substitute(once, &map);
    let involution = twice == terms.sym(v) || own_inverse_by_values(terms, once, v);
    involution.then(|| parity(problem, by, terms.sym(v), once))
}

fn parity(problem: &Problem, by: &[usize], even: Term, odd: Term) -> Term {
    let terms = problem.terms;
    let rest = terms.modulo(problem.runs(by), terms.int(2));
    terms.ite(terms.eq(rest, terms.int(0)), even, odd)
}

/// Whether `map`, over `v` alone, undoes itself on every value `v` can have.
fn own_inverse_by_values(terms: &Terms, map: Term, v: Symbol) -> bool {
    let range = terms.info(v).range;
    let few = match (&range.lo, &range.hi) {
        (Some(lo), Some(hi)) if hi - lo < Int::from(MOST_VALUES) => (lo.clone(), hi.clone()),
        _ => return false,
    };
    if terms.symbols(map).iter().any(|s| *s != v) {
        return false;
    }
    let apply = |x: &Int| match terms.eval(map, &One(v, x.clone())) {
        Ok(Value::Int(y)) => Some(y),
        _ => None,
    };
    let mut x = few.0;
    while x <= few.1 {
        if apply(&x).filter(|y| range.contains(y)).and_then(|y| apply(&y)) != Some(x.clone()) {
            return false;
        }
        x += 1;
    }
    true
}

/// One symbol with a value.
struct One(Symbol, Int);

impl crate::term::Scope for One {
    fn int(&self, s: Symbol) -> Option<Int> {
        (s == self.0).then(|| self.1.clone())
    }
    fn element(&self, _: Symbol, _: &Int) -> Option<Int> {
        None
    }
}

/// `t > 0`.
pub(super) fn positive(terms: &Terms, t: Term) -> Term {
    terms.cmp(Cmp::Gt, t, terms.int(0))
}

/// The range of a term from the ranges of its symbols.
pub(super) fn range_of(terms: &Terms, t: Term) -> Range {
    crate::interval::Domain::new().range(terms, t)
}
