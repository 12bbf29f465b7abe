//! Subchains that run many times in one step.
//!
//! A segment gives the values after `k` runs by closed forms, and conditions
//! under which every guard holds in each of them: what is linear in the number
//! of the run holds throughout if it does in the first and in the last run; a
//! predicate on elements of inputs holds for a range of elements. What cannot be
//! said so makes no segment, and the subchain runs step by step.
//!
//! `k` is a symbol for the solver to choose, or a number, for closed forms that
//! a solver cannot follow with a symbol in them. A segment may ask for more than
//! is needed, never for less: its paths are paths of the program. It says whether
//! they are all paths on which the subchains run a number of times in a row.

mod guards;
mod limit;
#[cfg(test)]
mod tests;

pub(crate) use guards::Guards;
pub(super) use guards::{is_linear_beside, without_reads};

use crate::constraint::{State, Store, Template};
use crate::interval::Domain;
use crate::solver::Model;
use crate::term::{Int, Node, Range, Sort, Symbol, Term, Terms};

/// Fewer runs are no segment, if their number is known.
pub(super) const FEWEST_RUNS: i64 = 3;

/// Runs in one step.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    /// How many.
    pub times: Term,
    /// The variables that change, with their values after the last run.
    pub values: State,
    /// What has to hold for all guards to hold in every run.
    pub conditions: Vec<Term>,
    /// The same for elements of arrays.
    pub elements: Vec<Throughout>,
    /// Arrays that change: a new symbol stands for each.
    pub stores: Vec<Written>,
    /// Whether what it asks for is necessary as well, for any number of runs.
    pub is_exact: bool,
}

/// What holds in every run of a segment, about elements of arrays.
#[derive(Clone, Debug)]
pub(crate) struct Throughout {
    /// The number of the run in `condition` and `reads`, from 0.
    pub run: Symbol,
    /// The last one.
    pub last: Term,
    /// What holds.
    pub condition: Term,
    /// The elements it is about.
    pub reads: Vec<Moving>,
}

/// An element that each run reads at another index: `array[first + slope · run]`.
#[derive(Clone, Debug)]
pub(crate) struct Moving {
    /// The term that reads it.
    pub read: Term,
    /// The array: an input, or what a segment made of an array.
    pub array: Symbol,
    /// How far the index moves in one run; not 0.
    pub slope: Int,
    /// The index in the first run.
    pub first: Term,
}

/// An array after each run of a segment has stored one element to it.
#[derive(Clone, Debug)]
pub(super) struct Written {
    /// Stands for the array after the last run.
    pub new: Symbol,
    /// The array before the first.
    pub old: Term,
    /// The number of the run in `value`, from 0.
    pub run: Symbol,
    /// The last one.
    pub last: Term,
    /// How far the index moves in one run; not 0.
    pub slope: Int,
    /// The index in the first run.
    pub first: Term,
    /// What is stored.
    pub value: Term,
}

/// How many runs are wanted.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted<'a> {
    /// Any number, for the solver to choose.
    Any,
    /// As many as known ranges leave possible, and no more than these.
    AtMost(&'a Int),
}

impl Throughout {
    /// What it says of the run with the number `t`.
    pub fn at(&self, terms: &Terms, t: Term) -> Term {
        terms.substitute(self.condition, &|s| (s == self.run).then_some(t))
    }
}

impl Moving {
    /// The index in the run with the number `t`.
    pub fn index(&self, terms: &Terms, t: Term) -> Term {
        terms.add(self.first, terms.scale(t, self.slope.clone()))
    }
}

/// The segment of so many runs from the state `values`, if one can be made of them.
pub(super) fn segment(
    terms: &Terms,
    template: &Template,
    values: &State,
    facts: &Domain,
    model: &Model,
    wanted: Wanted,
) -> Option<Segment> {
    let at_entry = |t: Term| terms.substitute(t, &|s| values.get(&s).copied());
    let during: State = template.values.iter().map(|(v, t)| (*v, at_entry(*t))).collect();
    let value = |t: Term| terms.substitute(t, &|s| during.get(&s).or_else(|| values.get(&s)).copied());
    let guards: Vec<Term> = template.conditions.iter().map(|c| value(*c)).collect();
    let guards: Vec<Term> = guards.iter().map(|g| possible(terms, *g, &guards)).collect();
    let times = match wanted {
        Wanted::Any => terms.sym(terms.symbol("k", Sort::Int, Range::at_least(1))),
        Wanted::AtMost(most) => {
            let most = limit::most_runs(terms, &guards, terms.sym(template.counter), facts, most);
            if most < Int::from(FEWEST_RUNS) {
                return None;
            }
            terms.int(most)
        }
    };
    let mut found = Guards::new(terms, template.counter, times, model);
    found.is_exact = template.is_only;
    for guard in guards {
        found.throughout(guard)?;
    }
    let after = |e: Term| terms.substitute(template.once_run(terms, e), &|s| (s == template.counter).then_some(times));
    let mut values_after: State = during.iter().map(|(v, e)| (*v, after(*e))).collect();
    let Guards { conditions, elements, is_exact, .. } = found;
    let is_impossible = || conditions.iter().any(|c| terms.as_bool(*c) == Some(false));
    if matches!(wanted, Wanted::AtMost(_)) && is_impossible() {
        return None;
    }
    if let Some(k) = terms.as_symbol(times) {
        let all = conditions.iter().chain(values_after.values()).copied().chain(elements.iter().map(|e| e.condition));
        if !all.into_iter().all(|t| is_linear_in(terms, t, k)) {
            return None;
        }
    }
    let written = |s: &Store| written(terms, s, template.counter, times, &value, values);
    let stores: Vec<(Symbol, Written)> = template.stores.iter().map(written).collect::<Option<_>>()?;
    values_after.extend(stores.iter().map(|(array, w)| (*array, terms.sym(w.new))));
    let stores = stores.into_iter().map(|(_, w)| w).collect();
    Some(Segment { times, values: values_after, conditions, elements, stores, is_exact })
}

/// What the runs make of an array, and which it was; nothing where the same element is stored to again and again.
fn written(
    terms: &Terms,
    store: &Store,
    run: Symbol,
    times: Term,
    value: &dyn Fn(Term) -> Term,
    before: &State,
) -> Option<(Symbol, Written)> {
    let mut first = terms.linear(value(store.index));
    let slope = first.take(terms.sym(run));
    let first = terms.from_linear(first);
    if slope.is_zero() || terms.symbols(first).contains(&run) {
        return None;
    }
    let array = store.array;
    let new = terms.symbol(terms.name(array), Sort::Array, terms.symbol_range(array));
    let old = before.get(&array).copied().unwrap_or_else(|| terms.sym(array));
    let last = terms.offset(times, -1);
    Some((array, Written { new, old, run, last, slope, first, value: value(store.value) }))
}

/// A disjunction without the members that other guards of the same run contradict, such as those of a check that
/// stands before the condition it depends on.
fn possible(terms: &Terms, guard: Term, all: &[Term]) -> Term {
    match &*terms.node(guard) {
        Node::Or(members) => terms.or(members.iter().copied().filter(|m| !all.contains(&terms.not(*m))).collect()),
        _ => guard,
    }
}

/// Whether `k` is nowhere multiplied with anything but a number.
fn is_linear_in(terms: &Terms, t: Term, k: Symbol) -> bool {
    let mut is_linear = true;
    terms.visit([t], &mut |term, node| {
        let is_opaque = matches!(node, Node::Bits(..) | Node::Float(..) | Node::FloatCmp(..));
        if (is_opaque || matches!(node, Node::Product(_) | Node::Pow(..))) && terms.symbols(term).contains(&k) {
            is_linear = false;
        }
    });
    is_linear
}
