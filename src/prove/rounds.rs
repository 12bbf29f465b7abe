//! A loop whose rounds are counted, and the closed forms of what they do.

use super::{Problem, What};
use crate::loops::blocks::Block;
use crate::loops::nest::Loop;
use crate::program::LocationId;
use crate::recurrence::{Effect, Merge, Merged, merge};
use crate::term::{Sort, Symbol, Term, Terms};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;

/// A loop with a ghost for its rounds since it was entered.
pub struct Counted<'p> {
    pub problem: &'p Problem<'p>,
    of: Loop<'p>,
    /// The rounds since it was entered.
    pub since: Term,
}

impl<'p> Deref for Counted<'p> {
    type Target = Loop<'p>;

    fn deref(&self) -> &Loop<'p> {
        &self.of
    }
}

impl<'p> Counted<'p> {
    /// The loop with this head, if its rounds are counted.
    pub fn at(problem: &'p Problem<'p>, head: LocationId) -> Option<Counted<'p>> {
        let since = problem.terms.sym(problem.ghost(What::Since(head))?);
        Some(Counted { problem, of: Loop::at(&problem.cut, head), since })
    }

    /// The integers that rounds change, ghosts apart.
    pub fn changed(&self) -> BTreeSet<Symbol> {
        let terms = self.problem.terms;
        let is_ghost = |s: &Symbol| self.problem.ghosts.iter().any(|g| g.symbol == *s);
        let effects = self.rounds.iter().flat_map(|w| &w.effect);
        let changed = effects.filter(|(s, t)| **t != terms.sym(**s)).map(|(s, _)| *s);
        changed.filter(|s| !is_ghost(s)).collect()
    }

    /// A term over the values at the entry, those in the rounds being `changed`; nothing if one is not remembered.
    pub fn at_entry(&self, t: Term, changed: &BTreeSet<Symbol>) -> Option<Term> {
        let terms = self.problem.terms;
        let mut values = BTreeMap::new();
        for s in terms.symbols(t) {
            if self.problem.reads.contains(&s) {
                return None;
            }
            if changed.contains(&s) {
                values.insert(s, terms.sym(self.problem.ghost(What::Before(self.head, s))?));
            }
        }
        Some(terms.substitute(t, &|s| values.get(&s).copied()))
    }

    /// What rounds do.
    fn merged(&self, round: &Block) -> Merge {
        let (terms, changed) = (self.problem.terms, self.changed());
        let is_int = |s: &Symbol| terms.info(*s).sort == Sort::Int;
        let values = round.effect.iter().filter(|(s, _)| changed.contains(s) && is_int(s));
        let effect = Effect {
            values: values.map(|(s, t)| (*s, *t)).collect(),
            locals: self.problem.reads.iter().copied().collect(),
            countable: Vec::new(),
            conditions: round.conditions.clone(),
            refined: BTreeMap::new(),
        };
        merge(terms, &[effect], &["κ".to_string()])
    }

    /// The values of variables after so many rounds, where closed forms give them.
    pub fn values_after(&self, rounds: Term) -> BTreeMap<Symbol, Term> {
        let Some(round) = self.round() else { return BTreeMap::new() };
        let (merged, changed) = (self.merged(round), self.changed());
        let value = |(s, value): (&Symbol, &Merged)| match value {
            Merged::Exact(t) => Some((*s, self.at_entry(self.counted(&merged, *t, rounds), &changed)?)),
            Merged::Unknown { .. } => None,
        };
        merged.values.iter().filter_map(value).collect()
    }

    /// What so many rounds do, and that the first and the last of them took place, if all rounds are alike.
    pub fn closed_forms(&self) -> Vec<Term> {
        let terms = self.problem.terms;
        let Some(round) = self.round() else { return Vec::new() };
        let (merged, changed) = (self.merged(round), self.changed());
        let mut found = Vec::new();
        for (v, value) in &merged.values {
            let v = terms.sym(*v);
            let mut say = |value: &Term, relation: fn(&Terms, Term, Term) -> Term| {
                let value = self.counted(&merged, *value, self.since);
                found.extend(self.at_entry(value, &changed).map(|value| relation(terms, v, value)));
            };
            match value {
                Merged::Exact(value) => say(value, Terms::eq),
                Merged::Unknown { lower, upper, .. } => {
                    lower.iter().for_each(|value| say(value, |terms, v, lower| terms.le(lower, v)));
                    upper.iter().for_each(|value| say(value, Terms::le));
                }
            }
        }
        let never = terms.eq(self.since, terms.int(0));
        for condition in &round.conditions {
            let first = self.at_entry(*condition, &changed);
            let last = self.one_earlier(&merged, *condition, &changed);
            found.extend([first, last].into_iter().flatten().map(|c| terms.or(vec![never, c])));
        }
        found
    }

    /// With so many rounds for the counter.
    fn counted(&self, merged: &Merge, t: Term, rounds: Term) -> Term {
        self.problem.terms.substitute(t, &|s| merged.counters.contains(&s).then_some(rounds))
    }

    /// A condition on the values one round ago, if there are closed forms for them.
    fn one_earlier(&self, merged: &Merge, condition: Term, changed: &BTreeSet<Symbol>) -> Option<Term> {
        let terms = self.problem.terms;
        let mut values = BTreeMap::new();
        for s in terms.symbols(condition).into_iter().filter(|s| changed.contains(s)) {
            let Some(Merged::Exact(value)) = merged.values.get(&s) else { return None };
            let value = self.counted(merged, *value, terms.offset(self.since, -1));
            values.insert(s, self.at_entry(value, changed)?);
        }
        if terms.symbols(condition).iter().any(|s| self.problem.reads.contains(s)) {
            return None;
        }
        Some(terms.substitute(condition, &|s| values.get(&s).copied()))
    }
}
