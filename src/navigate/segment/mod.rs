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

pub(super) use guards::{replace, without_reads};

use crate::constraint::{State, Template};
use crate::interval::Domain;
use crate::solver::Model;
use crate::term::{Int, Node, Range, Sort, Symbol, Term, Terms};
use guards::Guards;

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
    /// The same for elements of inputs.
    pub elements: Vec<Throughout>,
    /// Whether what it asks for is necessary as well, for any number of runs.
    pub is_exact: bool,
}

/// What holds in every run of a segment, about elements of inputs.
#[derive(Clone, Debug)]
pub(super) struct Throughout {
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
pub(super) struct Moving {
    /// The term that reads it.
    pub read: Term,
    /// The input.
    pub array: Symbol,
    /// How far the index moves in one run; not 0.
    pub slope: Int,
    /// The index in the first run.
    pub first: Term,
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
    for guard in guards {
        found.throughout(guard)?;
    }
    let values: State = during
        .iter()
        .map(|(v, e)| (*v, settled(terms, terms.substitute(*e, &|s| (s == template.counter).then_some(times)))))
        .collect();
    let Guards { conditions, elements, is_exact, .. } = found;
    let is_impossible = || conditions.iter().any(|c| terms.as_bool(*c) == Some(false));
    if matches!(wanted, Wanted::AtMost(_)) && is_impossible() {
        return None;
    }
    if let Some(k) = terms.as_symbol(times) {
        let all = conditions.iter().chain(values.values()).copied().chain(elements.iter().map(|e| e.condition));
        if !all.into_iter().all(|t| is_linear_in(terms, t, k)) {
            return None;
        }
    }
    Some(Segment { times, values, conditions, elements, is_exact })
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
        if matches!(node, Node::Product(_) | Node::Pow(..) | Node::Bits(..)) && terms.symbols(term).contains(&k) {
            is_linear = false;
        }
    });
    is_linear
}

/// Without choices that the ranges of symbols decide, such as whether there was a run.
fn settled(terms: &Terms, t: Term) -> Term {
    let old = terms.children(t);
    let new: Vec<Term> = old.iter().map(|c| settled(terms, *c)).collect();
    if let Node::Ite(..) = *terms.node(t) {
        match Domain::new().truth(terms, new[0]) {
            Some(true) => return new[1],
            Some(false) => return new[2],
            None => {}
        }
    }
    if old == new { t } else { terms.rebuild(&terms.node(t), &new) }
}
