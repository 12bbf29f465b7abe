//! Facts about overlapping ranges, cut into pieces, against all arrays of a few elements.

use super::elements::Elements;
use super::segment::{Predicate, Throughout};
use crate::solver::Model;
use crate::term::{Cmp, Int, Range, Scope, Sort, Symbol, Term, Terms};
use fastrand::Rng;
use std::collections::BTreeSet;

/// Elements of an array, and the values each can have.
const LENGTH: i64 = 5;
const VALUES: i64 = 4;

/// All arrays, as numbers to the base of `VALUES`.
fn arrays() -> impl Iterator<Item = Vec<i64>> {
    (0..VALUES.pow(LENGTH as u32)).map(|n| (0..LENGTH as u32).map(|i| n / VALUES.pow(i) % VALUES).collect())
}

/// A comparison with a constant, in a range.
struct Fact {
    from: i64,
    to: i64,
    op: Cmp,
    constant: i64,
}

impl Fact {
    fn random(rng: &mut Rng) -> Fact {
        let (a, b) = (rng.i64(0..LENGTH), rng.i64(0..LENGTH));
        let op = [Cmp::Lt, Cmp::Ge, Cmp::Ne, Cmp::Ne, Cmp::Eq][rng.usize(..5)];
        Fact { from: a.min(b), to: a.max(b), op, constant: rng.i64(0..VALUES) }
    }

    fn holds(&self, array: &[i64]) -> bool {
        let each = |v: &i64| self.op.holds(&Int::from(*v), &Int::from(self.constant));
        array[self.from as usize..=self.to as usize].iter().all(each)
    }

    fn throughout(&self, terms: &Terms, array: Symbol) -> Throughout {
        let element = terms.symbol("element", Sort::Int, terms.symbol_range(array));
        let condition = terms.cmp(self.op, terms.sym(element), terms.int(self.constant));
        let predicate = Predicate { element, condition };
        Throughout { array, from: self.from.into(), to: self.to.into(), predicate }
    }
}

/// Whether the conditions can hold, for some values of the symbols in them; with a model.
fn solve<'t>(terms: &'t Terms, conditions: &[Term], array: Symbol) -> Option<Model<'t>> {
    let symbols: BTreeSet<Symbol> = conditions.iter().flat_map(|c| terms.symbols(*c)).filter(|s| *s != array).collect();
    let mut model = Model::new(terms);
    // No condition is about two of them.
    for s in symbols {
        let about: Vec<Term> = conditions.iter().copied().filter(|c| terms.symbols(*c).contains(&s)).collect();
        let fits = |v: &i64| {
            let mut attempt = model.clone();
            attempt.set_int(s, (*v).into());
            about.iter().all(|c| terms.eval_bool(*c, &attempt) == Ok(true))
        };
        let v = (0..VALUES).find(fits)?;
        model.set_int(s, v.into());
    }
    let alone = |c: &&Term| terms.symbols(**c).contains(&array) || terms.symbols(**c).is_empty();
    let reads: Vec<Term> = conditions.iter().filter(alone).copied().collect();
    let found = arrays().find_map(|values| {
        let mut attempt = model.clone();
        for (i, v) in values.iter().enumerate() {
            attempt.set_element(array, i.into(), (*v).into());
        }
        reads.iter().all(|c| terms.eval_bool(*c, &attempt) == Ok(true)).then_some(attempt)
    })?;
    for (i, v) in found.arrays()[&array].iter().filter(|(i, _)| mentions(terms, &reads, array, i)) {
        model.set_element(array, i.clone(), v.clone());
    }
    Some(model)
}

/// Whether a condition reads this element alone.
fn mentions(terms: &Terms, conditions: &[Term], array: Symbol, index: &Int) -> bool {
    let read = terms.select(terms.sym(array), terms.int(index.clone()));
    let mut is_read = false;
    terms.visit(conditions.iter().copied(), &mut |t, _| is_read |= t == read);
    is_read
}

#[test]
fn pieces_say_what_the_facts_say() {
    let mut rng = Rng::with_seed(3);
    let (mut satisfied, mut refuted) = (0, 0);
    for _ in 0..300 {
        let terms = Terms::new();
        let array = terms.symbol("A", Sort::Array, Range::new(0, VALUES - 1));
        let facts: Vec<Fact> = (0..rng.usize(1..=5)).map(|_| Fact::random(&mut rng)).collect();
        let mut elements = Elements::default();
        let mut conditions = Vec::new();
        // An element that is read alone, before or after what is known of the ranges.
        let alone = Fact { from: rng.i64(0..LENGTH), op: Cmp::Gt, to: 0, constant: rng.i64(0..VALUES) };
        let alone = Fact { to: alone.from, ..alone };
        let when = rng.usize(..=facts.len());
        for (n, fact) in facts.iter().enumerate() {
            if n == when {
                add_alone(&terms, &elements, &alone, array, &mut conditions);
            }
            let more = elements.add(&terms, &fact.throughout(&terms, array), &conditions);
            for c in more {
                conditions.extend(elements.instances(&terms, c));
                conditions.push(c);
            }
        }
        if when == facts.len() {
            add_alone(&terms, &elements, &alone, array, &mut conditions);
        }
        let all = |array: &[i64]| alone.holds(array) && facts.iter().all(|f| f.holds(array));
        let expected = arrays().any(|a| all(&a));
        let model = solve(&terms, &conditions, array);
        assert_eq!(model.is_some(), expected);
        let Some(mut model) = model else {
            refuted += 1;
            continue;
        };
        satisfied += 1;
        elements.fill(&terms, &conditions, &mut model);
        let value = |i| i64::try_from(&model.element(array, &Int::from(i)).expect("a value")).expect("a small one");
        let filled: Vec<i64> = (0..LENGTH).map(value).collect();
        assert!(all(&filled), "{filled:?}");
    }
    assert!(satisfied > 50 && refuted > 50, "{satisfied} can be satisfied, {refuted} cannot");
}

/// Adds a condition on one element.
fn add_alone(terms: &Terms, elements: &Elements, fact: &Fact, array: Symbol, conditions: &mut Vec<Term>) {
    let read = terms.select(terms.sym(array), terms.int(fact.from));
    let c = terms.cmp(fact.op, read, terms.int(fact.constant));
    conditions.extend(elements.instances(terms, c));
    conditions.push(c);
}
