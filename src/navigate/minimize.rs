//! Making a witness plain: small numbers and equal neighbours where the path condition allows them.
//!
//! Only evaluation decides; the result satisfies the same conditions. Large
//! witnesses are left as they are.

use crate::interval::Domain;
use crate::navigate::limits::minimize::{FEW, MOST_WORK};
use crate::solver::Model;
use crate::term::{Int, Node, Symbol, Term, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// A model of the same conditions with plainer values.
pub(super) fn tidy<'t>(terms: &'t Terms, conditions: &[Term], facts: &Domain, model: &Model<'t>) -> Model<'t> {
    let mut users: BTreeMap<Symbol, Vec<Term>> = BTreeMap::new();
    for &c in conditions {
        for s in terms.symbols(c) {
            users.entry(s).or_default().push(c);
        }
    }
    let elements: usize = model.arrays().values().map(BTreeMap::len).sum();
    if conditions.len() * (elements + model.ints().len()) > MOST_WORK {
        return model.clone();
    }
    let zero = Int::ZERO;
    let model = &nearer(conditions, model);
    let mut best = model.clone();
    for (&s, old) in model.ints() {
        let range = facts.range(terms, terms.sym(s));
        let wanted: Vec<Int> = [Some(Int::ZERO), range.lo, range.hi].into_iter().flatten().collect();
        let mut set = |v: &Int| {
            let mut attempt = best.clone();
            attempt.set_int(s, v.clone());
            let is = terms.symbol_range(s).contains(v) && holds(&attempt, users.get(&s));
            if is {
                best = attempt;
            }
            is
        };
        if !wanted.iter().any(|v| smaller(v, old) && set(v)) {
            descend(old, set);
        }
    }
    for (&array, known) in model.arrays() {
        let constants = constants(terms, users.get(&array));
        let mut previous: Option<Int> = None;
        for (index, old) in known {
            let mut set = |v: &Int| {
                let mut attempt = best.clone();
                attempt.set_element(array, index.clone(), v.clone());
                let is = terms.symbol_range(array).contains(v) && holds(&attempt, users.get(&array));
                if is {
                    best = attempt;
                }
                is
            };
            let is_plain = |v: &&Int| *v == old || smaller(v, old) || previous.as_ref() == Some(v);
            let is_set = previous.iter().chain([&zero]).chain(&constants).filter(is_plain).any(&mut set);
            if !is_set && known.len() <= FEW {
                descend(old, set);
            }
            previous = best.arrays().get(&array).and_then(|a| a.get(index)).cloned();
        }
    }
    if best.check(conditions.iter().copied()).is_ok() { best } else { model.clone() }
}

/// A model of the same conditions with elements nearer to the beginnings of their arrays, all of them or one array's, and
/// what counts up to them less by as much.
fn nearer<'t>(conditions: &[Term], model: &Model<'t>) -> Model<'t> {
    let mut best = model.clone();
    let arrays: Vec<Symbol> = model.arrays().iter().filter(|(_, known)| !known.is_empty()).map(|(a, _)| *a).collect();
    let alone = arrays.iter().map(std::slice::from_ref).filter(|_| arrays.len() > 1);
    for moved in std::iter::once(&arrays[..]).chain(alone) {
        let first = moved.iter().filter_map(|array| best.arrays()[array].keys().next()).min();
        let Some(less) = first.filter(|first| **first > Int::ZERO).cloned() else { continue };
        if moved.iter().any(|array| !best.ranges(*array).is_empty()) {
            continue;
        }
        let mut attempt = best.clone();
        for (s, value) in best.ints().iter().filter(|(_, value)| **value >= less) {
            attempt.set_int(*s, value - &less);
        }
        for array in moved {
            attempt.keep_elements(*array, |_| false);
            for (index, value) in &best.arrays()[array] {
                attempt.set_element(*array, index - &less, value.clone());
            }
        }
        if attempt.check(conditions.iter().copied()).is_ok() {
            best = attempt;
        }
    }
    best
}

/// Smaller numbers as long as they do: most conditions on a length hold from some value on.
fn descend(from: &Int, mut set: impl FnMut(&Int) -> bool) {
    let (mut fails, mut holds) = (Int::ZERO, from.clone());
    while &holds - &fails > Int::ONE {
        let middle = (&fails + &holds) / Int::from(2);
        match set(&middle) {
            true => holds = middle,
            false => fails = middle,
        }
    }
}

fn smaller(a: &Int, b: &Int) -> bool {
    use dashu_int::ops::Abs;
    a.clone().abs() < b.clone().abs()
}

fn holds(model: &Model, conditions: Option<&Vec<Term>>) -> bool {
    conditions.is_none_or(|all| model.check(all.iter().copied()).is_ok())
}

/// Constants that occur in conditions, the smallest first: likely values of elements.
fn constants(terms: &Terms, conditions: Option<&Vec<Term>>) -> Vec<Int> {
    let mut found = BTreeSet::new();
    for c in conditions.into_iter().flatten() {
        if let Node::Cmp(_, a, b) = *terms.node(*c) {
            found.extend([a, b].into_iter().filter_map(|t| terms.as_int(t)));
        }
    }
    let mut found: Vec<Int> = found.into_iter().flat_map(|v| [v.clone(), &v + Int::ONE, &v - Int::ONE]).collect();
    found.sort_by(|a, b| {
        if smaller(a, b) {
            std::cmp::Ordering::Less
        } else if smaller(b, a) {
            std::cmp::Ordering::Greater
        } else {
            b.cmp(a)
        }
    });
    found.dedup();
    found.truncate(12);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Range, Sort};

    /// What becomes of `n = 1000` and `a[999] = 5` where `n > 0 ∧ a[n - 1] = 5` holds, and `more` of `n`.
    fn moved(more: &dyn Fn(&Terms, Term) -> Term) -> (Int, Vec<Int>) {
        let terms = Terms::new();
        let int = |n: i64| terms.int(n);
        let (n, a) = (terms.symbol("n", Sort::Int, Range::ALL), terms.symbol("a", Sort::Array, Range::ALL));
        let last = terms.select(terms.sym(a), terms.sub(terms.sym(n), int(1)));
        let conditions = [terms.lt(int(0), terms.sym(n)), terms.eq(last, int(5)), more(&terms, terms.sym(n))];
        let mut model = Model::new(&terms);
        model.set_int(n, Int::from(1000));
        model.set_element(a, Int::from(999), Int::from(5));
        let near = nearer(&conditions, &model);
        assert!(near.check(conditions).is_ok());
        (near.ints()[&n].clone(), near.arrays()[&a].keys().cloned().collect())
    }

    #[test]
    fn elements_move_to_the_beginning_where_the_conditions_hold_there_too() {
        let any = |terms: &Terms, _| terms.bool(true);
        assert_eq!(moved(&any), (Int::ONE, vec![Int::ZERO]));
        let large = |terms: &Terms, n| terms.le(terms.int(900), n);
        assert_eq!(moved(&large), (Int::from(1000), vec![Int::from(999)]));
    }
}
