//! What variables hold in a state: terms over inputs, one of a few constants, arrays element by element.

use super::names::Names;
use crate::bounded::limits::values::{DEEPEST, MOST_CASES};
use crate::term::{Int, Node, Term, Terms};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Constants, each with the condition under which it is the value: exactly one of these holds.
pub(crate) type Cases = Vec<(Int, Term)>;

/// What a variable holds.
#[derive(Clone)]
pub(crate) enum Value {
    /// A term over inputs.
    Plain(Term),
    /// One of some constants, and the term that says the same.
    Cases(Rc<Cases>, Term),
    /// An array.
    Array(Rc<Array>),
}

/// An array: elements that are known, of what was there before.
#[derive(Clone)]
pub(crate) struct Array {
    pub base: Term,
    pub cells: BTreeMap<Int, Term>,
}

impl Value {
    /// The value that a term is.
    pub fn of(names: &Names, t: Term) -> Value {
        let terms = names.terms;
        if !matches!(&*terms.node(t), Node::Ite(..)) {
            return Value::Plain(names.short(t));
        }
        let mut cases = vec![];
        let is_split = split(terms, t, terms.bool(true), DEEPEST, &mut cases);
        if is_split { Value::of_cases(names, cases) } else { Value::Plain(names.short(t)) }
    }

    /// One of these constants.
    pub fn of_cases(names: &Names, cases: Cases) -> Value {
        let terms = names.terms;
        let mut joined: BTreeMap<Int, Vec<Term>> = BTreeMap::new();
        cases.into_iter().for_each(|(value, when)| joined.entry(value).or_default().push(when));
        let cases = joined.into_iter().map(|(value, when)| (value, names.any(when)));
        let cases: Cases = cases.filter(|(_, when)| terms.as_bool(*when) != Some(false)).collect();
        let term = chosen(terms, cases.iter().map(|(value, when)| (*when, terms.int(value.clone()))));
        match cases.len() {
            2..=MOST_CASES => Value::Cases(Rc::new(cases), term),
            _ => Value::Plain(term),
        }
    }

    /// The term of an integer.
    pub fn term(&self) -> Option<Term> {
        match self {
            Value::Plain(t) | Value::Cases(_, t) => Some(*t),
            Value::Array(_) => None,
        }
    }

    /// The constants it is one of.
    fn cases(&self, terms: &Terms) -> Option<Cases> {
        match self {
            Value::Plain(t) => Some(vec![(terms.as_int(*t)?, terms.bool(true))]),
            Value::Cases(cases, _) => Some(cases.to_vec()),
            Value::Array(_) => None,
        }
    }

    /// Whether it is known to be the same.
    pub fn is(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Array(a), Value::Array(b)) => Rc::ptr_eq(a, b),
            _ => self.term().is_some() && self.term() == other.term(),
        }
    }

    /// The array that it is.
    pub fn array(&self) -> Option<&Rc<Array>> {
        match self {
            Value::Array(array) => Some(array),
            Value::Plain(_) | Value::Cases(..) => None,
        }
    }

    /// The constants that these values are, each under the condition of its way, if they are nothing else and few.
    pub fn cases_of<'v>(names: &Names, each: impl Iterator<Item = (&'v Value, Term)>) -> Option<Cases> {
        let mut all = vec![];
        for (value, way) in each {
            let cases = value.cases(names.terms)?;
            all.extend(cases.into_iter().map(|(value, when)| (value, names.all(&[way, when]))));
            if all.len() > 4 * MOST_CASES {
                return None;
            }
        }
        Some(all)
    }
}

/// `a` where the condition holds, else `b`; what they have in common stays outside.
pub(super) fn either(terms: &Terms, condition: Term, a: Term, b: Term) -> Term {
    if a == b {
        return a;
    }
    let difference = terms.sub(a, b);
    match terms.as_int(difference) {
        Some(k) => terms.add(b, terms.scale(terms.ite(condition, terms.int(1), terms.int(0)), k)),
        None => terms.ite(condition, a, b),
    }
}

/// The term of the first condition that holds; the last one is not asked for.
fn chosen(terms: &Terms, all: impl DoubleEndedIterator<Item = (Term, Term)>) -> Term {
    let mut all = all.rev();
    let last = all.next().map_or(terms.int(0), |(_, t)| t);
    all.fold(last, |rest, (when, t)| terms.ite(when, t, rest))
}

/// The constants that a term chooses from; whether it is nothing else.
fn split(terms: &Terms, t: Term, when: Term, deep: usize, out: &mut Cases) -> bool {
    match &*terms.node(t) {
        Node::Int(value) => {
            out.push((value.clone(), when));
            true
        }
        Node::Ite(c, a, b) if deep > 0 => {
            split(terms, *a, terms.and(vec![when, *c]), deep - 1, out)
                && split(terms, *b, terms.and(vec![when, terms.not(*c)]), deep - 1, out)
        }
        _ => terms.as_int(t).is_some_and(|value| {
            out.push((value, when));
            true
        }),
    }
}

impl Array {
    pub fn of(base: Term) -> Array {
        Array { base, cells: BTreeMap::new() }
    }

    pub fn cell(&self, terms: &Terms, index: &Int) -> Term {
        self.cells.get(index).copied().unwrap_or_else(|| terms.select(self.base, terms.int(index.clone())))
    }

    /// The array as a term.
    pub fn term(&self, terms: &Terms) -> Term {
        let stores = self.cells.iter();
        stores.fold(self.base, |array, (index, value)| terms.store(array, terms.int(index.clone()), *value))
    }

    /// The element at an index.
    pub fn read(&self, terms: &Terms, index: &Value) -> Term {
        match (index.cases(terms), index.term()) {
            (Some(cases), _) => chosen(terms, cases.iter().map(|(at, when)| (*when, self.cell(terms, at)))),
            (None, Some(at)) => terms.select(self.term(terms), at),
            (None, None) => terms.int(0),
        }
    }

    /// Stores to an index.
    pub fn write(&mut self, terms: &Terms, index: &Value, value: Term) {
        match (index.cases(terms), index.term()) {
            (Some(cases), _) => {
                for (at, when) in cases {
                    let old = self.cell(terms, &at);
                    self.cells.insert(at, terms.ite(when, value, old));
                }
            }
            (None, Some(at)) => *self = Array::of(terms.store(self.term(terms), at, value)),
            (None, None) => {}
        }
    }
}
