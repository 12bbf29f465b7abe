//! Templates: the parametric state and path condition that segments are built from (\[CSE\] 2). One subchain, or
//! several as a macro chain, run again and again without any other subchain in between.
//!
//! DEPARTURE (\[CSE\]): what holds in all runs is not kept as a quantified formula; `navigate` makes conditions on the
//! first and the last run of it, and facts about ranges of elements.

use super::{Execution, Part, State, Summaries};
use crate::chain::{Form, LoopId};
use crate::program::Role;
use crate::recurrence::{Effect, Merged, merge};
use crate::term::{self, Cmp, Range, Sort, Symbol, Term, Terms};

/// What running the same subchains in turn does, over the variables' own symbols as the values before the first run.
#[derive(Debug)]
pub struct Template {
    /// How often all of them ran.
    pub counter: Symbol,
    /// The variables that change, after so many rounds; all of them are exact.
    pub values: State,
    /// What has to hold in one round, over the values before that round.
    pub conditions: Vec<Term>,
    /// Whether there is no other way through a round, such as not entering a loop inside it.
    pub is_only: bool,
    /// The arrays that each round stores one element to; over the values before that round.
    pub stores: Vec<Store>,
}

/// `array[index] = value`, the only element of the array that a round stores to, or reads.
#[derive(Clone, Debug)]
pub struct Store {
    /// The array.
    pub array: Symbol,
    /// The index.
    pub index: Term,
    /// What is stored.
    pub value: Term,
}

impl Template {
    /// The closed forms of running `parts`, of one loop, in turn. `None` if there is a variable whose value no
    /// closed form gives, or a loop inside that may run in more ways than one.
    pub fn new(terms: &Terms, summaries: &Summaries, form: &Form, id: LoopId, parts: &[Part]) -> Option<Template> {
        let mut execution = Execution::new(terms, summaries, State::new());
        let is_only = execution.run_parts(form, id, parts)?;
        let carried = &form.loops[id.0].carried;
        let mut values: State =
            execution.state.iter().filter(|(s, _)| carried.contains(s)).map(|(s, t)| (*s, *t)).collect();
        // What always holds has to be asked of no round.
        let asked = execution.system.constraints.iter().filter(|c| c.role != Role::Known);
        let conditions: Vec<Term> = asked.map(|c| c.term).collect();
        let stores = stores(terms, &mut values, &conditions)?;
        let effect = Effect {
            values,
            locals: execution.locals,
            countable: execution.system.counted,
            conditions: conditions.clone(),
            ..Effect::default()
        };
        let merged = merge(terms, &[effect], &["κ".to_string()]);
        let exact = |(v, merged): (&Symbol, &Merged)| match merged {
            Merged::Exact(t) => Some((*v, *t)),
            Merged::Unknown { .. } => None,
        };
        let values: State = merged.values.iter().map(exact).collect::<Option<_>>()?;
        if !merged.totals.is_empty() {
            return None;
        }
        // A symbol that stays within one question's store; the counter has no upper end.
        let counter =
            merged.counters.first().copied().unwrap_or_else(|| terms.symbol("κ", Sort::Int, Range::at_least(0)));
        Some(Template { counter, values, conditions, stores, is_only })
    }

    /// A value after some rounds, where there was one at least: what a round sets is set.
    pub fn once_run(&self, terms: &Terms, value: Term) -> Term {
        let ran = terms.cmp(Cmp::Gt, terms.sym(self.counter), terms.int(0));
        terms.replace(value, &[(ran, terms.bool(true))])
    }
}

/// Takes the arrays out of `values`. `None` if one of them is changed otherwise than by storing one element, or
/// another of its elements is read: that may be one that an earlier round stored.
fn stores(terms: &Terms, values: &mut State, conditions: &[Term]) -> Option<Vec<Store>> {
    let changed = |(v, t): (&Symbol, &Term)| (terms.sort(*t) == Sort::Array && *t != terms.sym(*v)).then_some(*v);
    let arrays: Vec<Symbol> = values.iter().filter_map(changed).collect();
    let mut found = Vec::new();
    for array in arrays {
        let own = terms.sym(array);
        let after = values.remove(&array)?;
        let term::Node::Store(before, index, value) = *terms.node(after) else { return None };
        if before != own {
            return None;
        }
        found.push(Store { array, index, value });
    }
    let used = values.values().chain(conditions).copied().chain(found.iter().flat_map(|s| [s.index, s.value]));
    let used: Vec<Term> = used.collect();
    for store in &found {
        let own = terms.sym(store.array);
        let mut is_simple = true;
        terms.visit(used.iter().copied(), &mut |_, node| match node {
            term::Node::Select(array, index) => is_simple &= *array != own || *index == store.index,
            term::Node::Store(array, ..) => is_simple &= *array != own,
            term::Node::Ite(_, a, b) => is_simple &= *a != own && *b != own,
            _ => {}
        });
        if !is_simple || used.contains(&own) {
            return None;
        }
    }
    Some(found)
}
