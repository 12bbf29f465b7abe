//! States that meet become one: a decision about the conditions in which their ways differ.

use super::names::Names;
use super::state::State;
use super::values::{Array, Value, either};
use crate::term::{Symbol, Term, agreeing};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How to tell which of several ways was taken.
enum Decision {
    /// It was this one.
    Way(usize),
    /// All of these hold, and then it is decided.
    Under(Vec<Term>, Box<Decision>),
    /// By whether a condition holds.
    If(Term, Box<Decision>, Box<Decision>),
    /// The one of these whose conditions hold: they exclude one another.
    One(Vec<usize>),
}

/// Ways with what differs in the conditions of going them.
struct Ways<'a> {
    names: &'a Names<'a>,
    rests: Vec<&'a [Term]>,
    /// All of the conditions of each as one.
    all: Vec<Term>,
}

/// All of these as one. There is one, at least.
pub(crate) fn joined(names: &Names, mut states: Vec<State>) -> State {
    if states.len() == 1 {
        return states.remove(0);
    }
    let (ways, decision, guard) = told_apart(names, &states);
    let mut values: FxHashMap<Symbol, Value> = FxHashMap::default();
    for symbol in states.iter().flat_map(|state| state.values.keys()) {
        if !values.contains_key(symbol) && !names.is_over() {
            let held: Vec<Option<&Value>> = states.iter().map(|state| state.values.get(symbol)).collect();
            values.insert(*symbol, ways.value(&decision, *symbol, &held));
        }
    }
    names.copies(guard.len() + values.len());
    State::of(guard, Rc::new(values))
}

/// The conditions of being in one of these. There is one, at least.
pub(crate) fn guard(names: &Names, states: &[State]) -> Vec<Term> {
    match states {
        [only] => only.guard().to_vec(),
        _ => told_apart(names, states).2,
    }
}

/// How states are told apart, and the conditions of being in one of them.
fn told_apart<'a>(names: &'a Names<'a>, states: &'a [State]) -> (Ways<'a>, Decision, Vec<Term>) {
    let guards: Vec<&[Term]> = states.iter().map(State::guard).collect();
    let same = common(&guards);
    let rests: Vec<&[Term]> = guards.iter().map(|guard| &guard[same..]).collect();
    let all = rests.iter().map(|rest| names.named(names.all(rest))).collect();
    let ways = Ways { names, rests, all };
    let decision = ways.decision((0..states.len()).map(|way| (way, 0)).collect());
    let mut guard = states[0].guard()[..same].to_vec();
    guard.extend(names.terms.conjuncts(ways.condition(&decision)));
    (ways, decision, guard)
}

/// How many conditions all of them begin with.
fn common(guards: &[&[Term]]) -> usize {
    let first = guards[0];
    guards.iter().map(|guard| first.iter().zip(*guard).take_while(|(a, b)| a == b).count()).min().unwrap_or(0)
}

impl Ways<'_> {
    /// How ways are told apart, each from some condition on.
    fn decision(&self, ways: Vec<(usize, usize)>) -> Decision {
        if let [(only, from)] = ways[..] {
            let (under, way) = (self.rests[only][from..].to_vec(), Decision::Way(only));
            return if under.is_empty() { way } else { Decision::Under(under, Box::new(way)) };
        }
        let rest = |(way, from): &(usize, usize)| &self.rests[*way][*from..];
        let guards: Vec<&[Term]> = ways.iter().map(rest).collect();
        let same = common(&guards);
        if same > 0 {
            let under = guards[0][..same].to_vec();
            let ways = ways.into_iter().map(|(way, from)| (way, from + same)).collect();
            return Decision::Under(under, Box::new(self.decision(ways)));
        }
        let one = Decision::One(ways.iter().map(|(way, _)| *way).collect());
        let Some(condition) = guards[0].first().copied() else { return one };
        let not = self.names.terms.not(condition);
        let begins = |guard: &[Term], with: Term| guard.first() == Some(&with);
        if !guards.iter().all(|guard| begins(guard, condition) || begins(guard, not)) {
            return one;
        }
        let (yes, no): (Vec<_>, Vec<_>) = ways.into_iter().partition(|way| begins(rest(way), condition));
        let next = |ways: Vec<(usize, usize)>| {
            Box::new(self.decision(ways.into_iter().map(|(way, from)| (way, from + 1)).collect()))
        };
        Decision::If(condition, next(yes), next(no))
    }

    /// What holds where one of the ways was taken.
    fn condition(&self, decision: &Decision) -> Term {
        let (names, terms) = (self.names, self.names.terms);
        let is_true = |t: Term| terms.as_bool(t) == Some(true);
        match decision {
            Decision::Way(_) => terms.bool(true),
            Decision::Under(under, then) => names.all(&[under.clone(), vec![self.condition(then)]].concat()),
            Decision::One(ways) => names.any(ways.iter().map(|way| self.all[*way]).collect()),
            Decision::If(condition, yes, no) => {
                let (yes, no) = (self.condition(yes), self.condition(no));
                let not = terms.not(*condition);
                match (is_true(yes), is_true(no)) {
                    _ if yes == no => yes,
                    (true, _) => names.any(vec![*condition, no]),
                    (_, true) => names.any(vec![not, yes]),
                    (false, false) => names.any(vec![names.all(&[*condition, yes]), names.all(&[not, no])]),
                }
            }
        }
    }

    /// What a variable holds, given what it does after each way, if that is known there.
    fn value(&self, decision: &Decision, symbol: Symbol, held: &[Option<&Value>]) -> Value {
        let names = self.names;
        let known: Vec<&Value> = held.iter().flatten().copied().collect();
        let Some((first, others)) = known.split_first() else { return Value::Plain(names.terms.sym(symbol)) };
        if others.iter().all(|other| other.is(first)) {
            return (*first).clone();
        }
        if let Value::Array(_) = first {
            let arrays: Vec<Option<&Rc<Array>>> = held.iter().map(|value| value.and_then(Value::array)).collect();
            return Value::Array(Rc::new(self.array(decision, &arrays)));
        }
        if names.is_control(symbol) {
            let groups = self.groups(held);
            if let Some(cases) = Value::cases_of(names, groups.into_iter()) {
                return Value::of_cases(names, cases);
            }
        }
        let term = |way: usize| held[way].and_then(Value::term);
        self.decided(decision, &term).map_or_else(|| (*first).clone(), |t| Value::Plain(names.short(t)))
    }

    /// The different values, each with the condition of the ways that have it. What most have is what no other has.
    fn groups<'v>(&self, held: &[Option<&'v Value>]) -> Vec<(&'v Value, Term)> {
        let (names, terms) = (self.names, self.names.terms);
        let mut groups: Vec<(&Value, Vec<Term>)> = vec![];
        for (value, way) in held.iter().zip(&self.all) {
            let Some(value) = value else { continue };
            match groups.iter_mut().find(|(other, _)| other.is(value)) {
                Some((_, ways)) => ways.push(*way),
                None => groups.push((value, vec![*way])),
            }
        }
        let most = groups.iter().map(|(_, ways)| ways.len()).max().unwrap_or(0);
        let Some(common) = groups.iter().position(|(_, ways)| ways.len() == most) else { return vec![] };
        let (value, _) = groups.remove(common);
        let others: Vec<Term> = groups.iter().flat_map(|(_, ways)| ways).map(|way| terms.not(*way)).collect();
        let rest = (value, names.named(names.all(&others)));
        groups.into_iter().map(|(value, ways)| (value, names.named(names.any(ways)))).chain([rest]).collect()
    }

    fn array(&self, decision: &Decision, arrays: &[Option<&Rc<Array>>]) -> Array {
        let terms = self.names.terms;
        let mut known: Vec<&Rc<Array>> = vec![];
        for array in arrays.iter().flatten() {
            if !known.iter().any(|other| Rc::ptr_eq(other, array)) {
                known.push(array);
            }
        }
        let base = known[0].base;
        if known.iter().any(|array| array.base != base) {
            let term = |way: usize| arrays[way].map(|array| array.term(terms));
            return Array::of(self.decided(decision, &term).unwrap_or(base));
        }
        let mut all = Array::of(base);
        for index in known.iter().flat_map(|array| array.cells.keys()) {
            if !all.cells.contains_key(index) && !self.names.is_over() {
                let cell = |way: usize| arrays[way].map(|array| array.cell(terms, index));
                let value = self.decided(decision, &cell).unwrap_or_else(|| known[0].cell(terms, index));
                self.names.copies(1);
                all.cells.insert(index.clone(), self.names.short(value));
            }
        }
        all
    }

    /// The term of the way that was taken, given that of each that has one.
    fn decided(&self, decision: &Decision, of: &dyn Fn(usize) -> Option<Term>) -> Option<Term> {
        let terms = self.names.terms;
        let choose = |condition: Term, a: Option<Term>, b: Option<Term>| match (a, b) {
            (Some(a), Some(b)) => Some(either(terms, condition, a, b)),
            (a, b) => a.or(b),
        };
        match decision {
            Decision::Way(way) => of(*way),
            Decision::Under(_, then) => self.decided(then, of),
            Decision::If(condition, yes, no) => choose(*condition, self.decided(yes, of), self.decided(no, of)),
            Decision::One(ways) => {
                let mut groups = agreeing(ways.iter().filter_map(|way| Some((self.all[*way], of(*way)?))));
                let rest = groups.pop().map(|(value, _)| value);
                groups
                    .into_iter()
                    .rev()
                    .fold(rest, |rest, (value, when)| choose(self.names.any(when), Some(value), rest))
            }
        }
    }
}
