//! Queries with floating point: first by trying values, then by a solver that is asked once.
//!
//! z3 decides such a query about ten times as fast if it is told everything before it is asked for the first time, and
//! finding values is far harder for it than evaluating is: numbers that the conditions speak of often do.

use super::algebra::Algebra;
use super::apart::{is_much, may_not_stop, run_apart};
use super::encode::{Encoder, occurring};
use super::smt::{Answer, checked, finished, run_once, run_timed};
use super::translate::{Ast, Z3, value};
use super::{CoreOutcome, Model, Outcome};
use crate::budget::Budget;
use crate::solver::limits::afresh::{MOST_ATTEMPTS, MOST_SYMBOLS, ROUNDS};
use crate::term::{Format, Int, Node, Sort, Symbol, Term, Terms, Value};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use z3::ast::Bool;
use z3::{Solver, Tactic};

/// Whether something is computed or compared in floating point there.
pub(super) fn has_floats(terms: &Terms, conditions: &[Term]) -> bool {
    let mut found = false;
    terms.visit(conditions.iter().copied(), &mut |_, node| {
        found |= matches!(node, Node::Float(..) | Node::FloatCmp(..));
    });
    found
}

/// Whether all conditions can hold at once. A refutation names all of the assumptions, which are the last ones.
pub(super) fn ask<'t>(
    terms: &'t Terms,
    conditions: &[Term],
    assumptions: usize,
    budget: &Budget,
    per_query: Duration,
) -> CoreOutcome<'t> {
    match tried(terms, conditions) {
        Some(model) => CoreOutcome::Sat(model),
        None => {
            let run = |told: Vec<Bool>| run_once(&told_all(&told), budget, per_query);
            once(terms, conditions, assumptions, budget, &run, per_query)
        }
    }
}

/// The same without trying values.
fn once<'t>(
    terms: &'t Terms,
    conditions: &[Term],
    assumptions: usize,
    budget: &Budget,
    run: &dyn Fn(Vec<Bool>) -> Answer,
    per_query: Duration,
) -> CoreOutcome<'t> {
    let mut told = vec![];
    let mut encoder = Encoder::new(terms, Z3::default());
    let (mut seen, mut all) = (FxHashSet::default(), Vec::new());
    for &t in conditions {
        if let Some(stop) = budget.stop() {
            return CoreOutcome::Unknown(stop.to_string());
        }
        for sub in occurring(terms, t, &mut seen) {
            encoder.notes(sub).facts.iter().for_each(|(_, fact)| told.push(fact.bool().clone()));
            all.push(sub);
        }
        told.push(encoder.term(t).bool().clone());
    }
    match finished(run(told), budget, per_query) {
        Answer::Unsat(_) => CoreOutcome::Unsat((0..assumptions).collect()),
        Answer::Unknown(why) => CoreOutcome::Unknown(why),
        Answer::Sat(found) => match model(terms, &mut encoder, &all, &found) {
            None => CoreOutcome::Unknown("z3 gave no numbers for its model".to_owned()),
            Some(model) => CoreOutcome::Sat(model),
        },
    }
}

/// Whether all conditions can hold at once, asked of a solver that is asked nothing else: where conditions are many, it
/// knows better what to do than one that is asked again and again.
pub fn decide_once<'t>(terms: &'t Terms, conditions: &[Term], budget: &Budget, longest: Duration) -> Outcome<'t> {
    super::warm_up();
    if Algebra::default().refuted(terms, conditions, &budget.shortened(longest)).is_some() {
        return Outcome::Unsat;
    }
    let run = |told: Vec<Bool>| match may_not_stop(terms, conditions) || is_much(terms, conditions) {
        true => run_apart(told, None, budget, longest),
        false => run_timed(&told_all(&told), budget, longest),
    };
    checked(once(terms, conditions, 0, budget, &run, longest), conditions).outcome()
}

/// A solver that knows all of this. It is the one that z3 takes for what is asked once, without another beside it that could
/// be asked again: that would rewrite all of it while it is told, for nothing, and cannot be stopped meanwhile.
fn told_all(told: &[Bool]) -> Solver {
    let solver = Tactic::new("default").solver();
    told.iter().for_each(|condition| solver.assert(condition));
    solver
}

/// Values for everything that occurs.
pub(super) fn model<'t>(
    terms: &'t Terms,
    encoder: &mut Encoder<'t, Z3>,
    occurring: &[Term],
    found: &z3::Model,
) -> Option<Model<'t>> {
    let mut model = Model::new(terms);
    let number = |x: &Ast| value(found, x);
    for &t in occurring {
        let notes = encoder.notes(t);
        if let Some((s, x)) = &notes.int {
            model.set_int(*s, number(x)?);
        }
        for (s, index, element) in &notes.reads {
            model.set_element(*s, number(index)?, number(element)?);
        }
    }
    Some(model)
}

/// What values are tried for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unknown {
    Symbol(Symbol),
    /// An element of an input at this term.
    Element(Symbol, Term),
}

/// A model of all conditions with numbers that these speak of, if that is one.
fn tried<'t>(terms: &'t Terms, conditions: &[Term]) -> Option<Model<'t>> {
    let (unknowns, mut candidates) = (unknowns(terms, conditions)?, BTreeMap::new());
    for u in &unknowns {
        let s = match u {
            Unknown::Symbol(s) | Unknown::Element(s, _) => *s,
        };
        candidates.entry(s).or_insert_with(|| values(terms, conditions, s));
    }
    let holds = |model: &Model| {
        let values = terms.eval_all(conditions, model);
        values.iter().filter(|v| **v == Ok(Value::Bool(true))).count()
    };
    let mut model = Model::new(terms);
    let mut best = holds(&model);
    let mut attempts = 0;
    for _ in 0..ROUNDS {
        let before = best;
        for u in &unknowns {
            let s = match u {
                Unknown::Symbol(s) | Unknown::Element(s, _) => *s,
            };
            for v in &candidates[&s] {
                if best == conditions.len() {
                    return Some(model);
                }
                attempts += 1;
                if attempts > MOST_ATTEMPTS {
                    return None;
                }
                let mut attempt = model.clone();
                match u {
                    Unknown::Symbol(s) => attempt.set_int(*s, v.clone()),
                    Unknown::Element(s, index) => {
                        let index = terms.eval_int(*index, &attempt).ok()?;
                        attempt.set_element(*s, index, v.clone());
                    }
                }
                let held = holds(&attempt);
                if held > best {
                    (model, best) = (attempt, held);
                }
            }
        }
        if best == before {
            break;
        }
    }
    (best == conditions.len()).then_some(model)
}

/// What has values to be found, if that is not too much.
fn unknowns(terms: &Terms, conditions: &[Term]) -> Option<Vec<Unknown>> {
    let mut found = Vec::new();
    terms.visit(conditions.iter().copied(), &mut |t, node| {
        let unknown = match node {
            Node::Symbol(s) if terms.sort(t) == Sort::Int => Unknown::Symbol(*s),
            Node::Select(array, index) => match terms.as_symbol(*array) {
                Some(array) => Unknown::Element(array, *index),
                None => return,
            },
            _ => return,
        };
        if !found.contains(&unknown) {
            found.push(unknown);
        }
    });
    (found.len() <= MOST_SYMBOLS).then_some(found)
}

/// Values of a symbol: numbers of the conditions and what is around them.
fn values(terms: &Terms, conditions: &[Term], s: Symbol) -> Vec<Int> {
    let range = terms.symbol_range(s);
    let own = Format::of_range(&range);
    let mut numbers: BTreeSet<Int> = BTreeSet::new();
    terms.visit(conditions.iter().copied(), &mut |_, node| {
        let (format, args) = match node {
            Node::Float(op, format, args) => (op.takes(*format), args.clone()),
            Node::FloatCmp(_, format, a, b) => (Some(*format), vec![*a, *b]),
            Node::Cmp(_, a, b) => (None, vec![*a, *b]),
            _ => return,
        };
        for v in args.iter().filter_map(|t| terms.as_int(*t)) {
            match (own, format) {
                (None, None) => numbers.extend([&v - Int::ONE, v.clone(), v + Int::ONE]),
                (None, Some(format)) => {
                    let value = format.value_of(&v);
                    if value.abs() < 1e18 {
                        numbers.extend([-1, 0, 1].map(|d| Int::from(value as i64 + d)));
                    }
                }
                (Some(own), Some(format)) => {
                    let value = format.value_of(&v);
                    let near = [value, -value, value + 1.0, value - 1.0, value / 2.0, value * 2.0, value * value];
                    let ranks = near.map(|x| own.rank_of(x));
                    numbers.extend(ranks.iter().flat_map(|r| [r - 1, *r, r + 1]).map(Int::from));
                }
                (Some(_), None) => numbers.extend([v]),
            }
        }
    });
    if let Some(format) = own {
        let common = [0.0, -0.0, 1.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.5, 3.0, 10.0, -10.0, 1e10];
        numbers.extend(common.map(|x| Int::from(format.rank_of(x))));
    }
    let mut all: Vec<Int> = numbers.into_iter().filter(|v| range.contains(v)).collect();
    all.sort_by_key(|v| dashu_int::ops::Abs::abs(v.clone()));
    all
}
