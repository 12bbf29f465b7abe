//! The round in which a loop looked at an element, as a function of the index.

use super::What;
use super::rounds::Counted;
use crate::loops::blocks::Block;
use crate::term::{Int, Node, Range, Sort, Symbol, Term, Terms};
use dashu_int::ops::Abs;
use std::collections::BTreeMap;

/// When an index was `t`.
pub struct Place {
    /// The values of variables then, as far as they are known; the others are as they are now.
    values: BTreeMap<Symbol, Term>,
    /// That it was, in a round that is over.
    pub passed: Term,
}

impl Place {
    /// A term as it was then.
    pub fn of(&self, terms: &Terms, index: Term, t: Symbol, x: Term) -> Term {
        let x = terms.replace(x, &[(index, terms.sym(t))]);
        terms.substitute(x, &|s| self.values.get(&s).copied())
    }
}

/// When `index`, over the values at the beginning of a round, was `t`: by closed forms, or by one variable.
pub fn places(of: &Counted, block: &Block, index: Term, t: Symbol) -> Vec<Place> {
    let terms = of.problem.terms;
    let changed = of.changed();
    let symbols = terms.symbols(index);
    if !symbols.iter().any(|s| changed.contains(s)) {
        return Vec::new();
    }
    let mut found: Vec<Place> = by_round(of, index, t).into_iter().collect();
    if found.is_empty() {
        let ints = symbols.into_iter().filter(|s| changed.contains(s) && terms.info(*s).sort == Sort::Int);
        found.extend(ints.flat_map(|s| by_variable(of, block, index, s, t)));
    }
    found
}

/// The number of the round is a function of the index.
fn by_round(of: &Counted, index: Term, t: Symbol) -> Option<Place> {
    let terms = of.problem.terms;
    let round = terms.symbol("round", Sort::Int, Range::ALL);
    let then = of.values_after(terms.sym(round));
    let at = terms.substitute(index, &|s| then.get(&s).copied());
    let (number, exact) = inverse(terms, at, round, t)?;
    let bounds = vec![terms.le(terms.int(0), number), terms.lt(number, of.since), exact];
    let values = then.into_iter().map(|(s, v)| (s, terms.substitute(v, &|s| (s == round).then_some(number))));
    Some(Place { values: values.collect(), passed: terms.and(bounds) })
}

/// The value of one variable is a function of the index; it had those between the first and the present one.
fn by_variable(of: &Counted, block: &Block, index: Term, s: Symbol, t: Symbol) -> Vec<Place> {
    let terms = of.problem.terms;
    let Some((value, exact)) = inverse(terms, index, s, t) else { return Vec::new() };
    let now = terms.sym(s);
    let step = terms.as_int(terms.sub(block.before(terms, now), now));
    let before = of.problem.ghost(What::Before(of.head, s)).map(|b| terms.sym(b));
    let mut found = Vec::new();
    for first in before.into_iter().chain([terms.int(0)]) {
        let upwards = [terms.le(first, value), terms.lt(value, now)];
        let downwards = [terms.lt(now, value), terms.le(value, first)];
        let directions = match &step {
            Some(step) if *step > Int::ZERO => vec![upwards],
            Some(_) => vec![downwards],
            None => vec![upwards, downwards],
        };
        let passed = |between: [Term; 2]| terms.and([&between[..], &[exact]].concat());
        let values = BTreeMap::from([(s, value)]);
        found.extend(directions.into_iter().map(|d| Place { values: values.clone(), passed: passed(d) }));
    }
    found
}

/// The value of `s` for which an index is `t`, and when there is one.
fn inverse(terms: &Terms, index: Term, s: Symbol, t: Symbol) -> Option<(Term, Term)> {
    // Around the end of a type the index is as it is before it wraps.
    let (inner, size) = match &*terms.node(index) {
        Node::Mod(x, m) => (*x, terms.as_int(*m)),
        _ => (index, None),
    };
    let mut rest = terms.linear(inner);
    let mut factor = rest.take(terms.sym(s));
    if let Some(size) = size {
        rest.constant = symmetric(&rest.constant, &size)?;
        factor = symmetric(&factor, &size)?;
    }
    let rest = terms.from_linear(rest);
    if factor.is_zero() || terms.symbols(rest).contains(&s) {
        return None;
    }
    let difference = terms.sub(terms.sym(t), rest);
    let signed = if factor < Int::ZERO { terms.neg(difference) } else { difference };
    let size = terms.int(factor.abs());
    let exact = terms.eq(terms.modulo(signed, size), terms.int(0));
    Some((terms.div(signed, size), exact))
}

/// The number that is nearest to zero among those with the same remainder.
fn symmetric(number: &Int, size: &Int) -> Option<Int> {
    if *size <= Int::ZERO {
        return None;
    }
    let mut left = number % size;
    if left < Int::ZERO {
        left += size;
    }
    Some(if &left + &left > *size { left - size } else { left })
}
