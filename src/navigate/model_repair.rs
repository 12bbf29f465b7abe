//! Satisfying one more condition without a solver: by another value for one element that it reads.
//!
//! Most conditions on a path are about an element that nothing was said of before. Only evaluation decides.

use crate::navigate::limits::model_repair::{MOST_CONDITIONS, MOST_ELEMENTS, MOST_VALUES};
use crate::solver::Model;
use crate::term::{Int, Node, Symbol, Term, Terms, Value};
use std::collections::BTreeSet;

/// A model of all conditions, from one of all but the last.
pub(super) fn repaired<'t>(terms: &Terms, conditions: &[Term], model: &Model<'t>) -> Option<Model<'t>> {
    let last = *conditions.last().filter(|_| conditions.len() <= MOST_CONDITIONS)?;
    for (array, index) in elements(terms, last, model) {
        let range = terms.symbol_range(array);
        for value in values(terms, last).into_iter().filter(|v| range.contains(v)).take(MOST_VALUES) {
            let mut attempt = model.clone();
            attempt.set_element(array, index.clone(), value);
            let holds = |all: &[Term]| terms.eval_all(all, &attempt).iter().all(|v| *v == Ok(Value::Bool(true)));
            if holds(&[last]) && holds(conditions) {
                return Some(attempt);
            }
        }
    }
    None
}

/// The elements of inputs that a condition reads.
fn elements(terms: &Terms, condition: Term, model: &Model) -> Vec<(Symbol, Int)> {
    let mut found = Vec::new();
    terms.visit([condition], &mut |_, node| {
        if let Node::Select(array, index) = node
            && let Some(array) = terms.as_symbol(*array)
            && let Ok(index) = terms.eval_int(*index, model)
        {
            found.push((array, index));
        }
    });
    found.dedup();
    found.truncate(MOST_ELEMENTS);
    found
}

/// The numbers in a condition and their neighbours, those close to zero first.
fn values(terms: &Terms, condition: Term) -> Vec<Int> {
    let mut found = BTreeSet::from([Int::ZERO, Int::ONE]);
    terms.visit([condition], &mut |_, node| {
        let numbers = match node {
            Node::Int(v) => [v.clone(), Int::ZERO],
            Node::Sum(l) => [l.constant.clone(), -l.constant.clone()],
            _ => return,
        };
        found.extend(numbers.into_iter().flat_map(|v| [&v - Int::ONE, v.clone(), v + Int::ONE]));
    });
    let mut found: Vec<Int> = found.into_iter().collect();
    found.sort_by_key(|v| dashu_int::ops::Abs::abs(v.clone()));
    found
}
