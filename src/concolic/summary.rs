//! Many rounds of a loop at once: what one that goes a certain way does, as a function of how many there were.

use super::trace::{Item, Round, Shape, groups};
use crate::bounded::names::Names;
use crate::bounded::state::State;
use crate::navigate::Guards;
use crate::program::Program;
use crate::recurrence::{Effect, Merged, merge, merge_with_sums};
use crate::solver::Model;
use crate::term::{Int, Node, Range, Relation, Sort, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What rounds of one shape do.
#[derive(Debug)]
pub(crate) struct Summary {
    /// How many there were.
    pub counter: Symbol,
    /// What variables hold then, over what they held before the first one.
    values: BTreeMap<Symbol, Term>,
    /// Variables and arrays that change in another way.
    unknown: BTreeSet<Symbol>,
    /// What has to hold in one round, over what variables hold before that round.
    conditions: Vec<Term>,
}

/// What so many rounds ask for.
pub(crate) struct Rounds {
    pub conditions: Vec<Term>,
    /// What has to hold in each round besides, over the number of the round.
    pub each: Vec<Term>,
    /// What holds in each round if no quotient in it is another one than in the first, over the number of the round.
    pub wraps: Vec<Term>,
    /// Whether the conditions are necessary as well, but for what is said of quotients.
    pub is_exact: bool,
    /// What stands for values of which nothing is known.
    pub unknown: Vec<Symbol>,
}

/// The summaries of the shapes that runs have shown; none where there is no closed form.
#[derive(Default)]
pub(crate) struct Summaries {
    known: FxHashMap<Shape, Option<Rc<Summary>>>,
    /// Where runs have shown rounds in which something wraps around: after a way and of a shape, what quotients there were.
    pub cells: FxHashMap<(u64, Shape), Vec<Term>>,
    /// Whether what rounds add up may be a sum.
    pub sums: bool,
}

impl Summaries {
    /// The summary of rounds like this one.
    pub fn of(&mut self, names: &Names, program: &Program, round: &Round) -> Option<Rc<Summary>> {
        if let Some(known) = self.known.get(&round.shape) {
            return known.clone();
        }
        let made = self.made(names, program, &round.items).map(Rc::new);
        self.known.insert(round.shape, made.clone());
        made
    }

    fn made(&mut self, names: &Names, program: &Program, items: &[Item]) -> Option<Summary> {
        let terms = names.terms;
        let mut state = State::new();
        let (mut conditions, mut counts) = (vec![], vec![]);
        for item in items {
            match item {
                Item::Edge(edge) => state = state.after(names, &program.graph[*edge].instruction)?,
                Item::Loop(rounds) => {
                    for group in groups(rounds) {
                        let inner = self.of(names, program, &group[0])?;
                        let count = terms.symbol("rounds", Sort::Int, Range::at_least(1));
                        let did = inner.run(names, &mut state, terms.sym(count), &Model::new(terms), false)?;
                        if !did.is_exact || !did.wraps.is_empty() || !did.unknown.is_empty() || !did.each.is_empty() {
                            return None;
                        }
                        conditions.extend(did.conditions);
                        counts.push(count);
                    }
                }
            }
        }
        conditions.extend(state.guard().iter().copied());
        let mut values: BTreeMap<Symbol, Term> = BTreeMap::new();
        let mut arrays = BTreeSet::new();
        for (symbol, value) in state.values.iter() {
            match value.term() {
                Some(t) if t != terms.sym(*symbol) => drop(values.insert(*symbol, t)),
                Some(_) => {}
                None => {
                    let is_same = value.array().is_some_and(|a| a.cells.is_empty() && a.base == terms.sym(*symbol));
                    arrays.extend((!is_same).then_some(*symbol));
                }
            }
        }
        // How often inner loops are gone round has to be a function of what variables hold.
        while let Some(count) = counts.pop() {
            let solved = solved(terms, &conditions, count)?;
            let in_place = |t: &mut Term| *t = terms.substitute(*t, &|s| (s == count).then_some(solved));
            conditions.iter_mut().for_each(in_place);
            values.values_mut().for_each(in_place);
            conditions.push(terms.le(terms.int(1), solved));
        }
        let mut conditions = resolved(terms, &conditions);
        conditions.retain(|c| terms.as_bool(*c) != Some(true));
        let reads = |t: Term| terms.symbols(t).iter().any(|s| arrays.contains(s));
        if conditions.iter().any(|c| reads(*c)) || !names.meanings(&conditions).is_empty() {
            return None;
        }
        let mut locals = FxHashSet::default();
        for (symbol, value) in &mut values {
            if reads(*value) || !names.meanings(&[*value]).is_empty() {
                let anything = terms.symbol(terms.name(*symbol), Sort::Int, terms.symbol_range(*symbol));
                locals.insert(anything);
                *value = terms.sym(anything);
            }
        }
        let effect = Effect { values, locals, conditions: conditions.clone(), ..Effect::default() };
        let merged =
            if self.sums { merge_with_sums(terms, effect) } else { merge(terms, &[effect], &["κ".to_string()]) };
        if !merged.totals.is_empty() {
            return None;
        }
        let counter = merged.counters.first().copied();
        let counter = counter.unwrap_or_else(|| terms.symbol("κ", Sort::Int, Range::at_least(0)));
        let (mut values, mut unknown) = (BTreeMap::new(), arrays);
        for (symbol, value) in merged.values {
            match value {
                Merged::Exact(t) => drop(values.insert(symbol, t)),
                Merged::Unknown { .. } => drop(unknown.insert(symbol)),
            }
        }
        Some(Summary { counter, values, unknown, conditions })
    }
}

impl Summary {
    /// So many rounds from a state, which may be none at all; as the values of `model` are, where these matter. None if it
    /// cannot be said what has to hold.
    pub fn run(
        &self,
        names: &Names,
        state: &mut State,
        times: Term,
        model: &Model,
        may_be_none: bool,
    ) -> Option<Rounds> {
        let terms = names.terms;
        let at = |t: Term, number: Term| terms.substitute(t, &|s| (s == self.counter).then_some(number));
        let mut guards = Guards::new(terms, self.counter, times, model);
        let mut each = vec![];
        for condition in &self.conditions {
            if terms.symbols(*condition).iter().any(|s| self.unknown.contains(s)) {
                return None;
            }
            let later = terms.substitute(*condition, &|s| self.values.get(&s).copied());
            for part in terms.conjuncts(state.term(names, later)) {
                if !may_be_none && self.reads_on(terms, part) {
                    // What is said of sums is said of each round as it is.
                    let is_sum = !terms.sums_in([part]).is_empty();
                    each.push(if is_sum { part } else { guards.without_wraps(part)? });
                } else {
                    guards.throughout(part)?;
                }
            }
        }
        if !guards.elements.is_empty() || !names.meanings(&each).is_empty() {
            return None;
        }
        let mut conditions = guards.conditions;
        // What is asked for as values are is too much where these change on the way.
        let holds = |t: &Term| terms.eval_bool(*t, model) == Ok(true);
        if may_be_none && terms.eval_int(times, model) != Ok(Int::ZERO) && !conditions.iter().all(holds) {
            return None;
        }
        let ran = terms.le(terms.int(1), times);
        if may_be_none && !conditions.is_empty() {
            conditions = vec![terms.or(vec![terms.not(ran), terms.and(conditions)])];
        }
        let mut new: Vec<(Symbol, Term)> = vec![];
        for (symbol, closed) in &self.values {
            let (before, after) = (state.term(names, terms.sym(*symbol)), state.term(names, *closed));
            let is_kept = !may_be_none || at(after, terms.int(0)) == before;
            let after = at(after, times);
            new.push((*symbol, if is_kept { after } else { terms.ite(ran, after, before) }));
        }
        let mut unknown = vec![];
        for symbol in &self.unknown {
            let anything = terms.symbol(terms.name(*symbol), terms.info(*symbol).sort, terms.symbol_range(*symbol));
            unknown.push(anything);
            new.push((*symbol, terms.sym(anything)));
        }
        new.into_iter().for_each(|(symbol, value)| state.set(names, symbol, value));
        let is_exact = if may_be_none { guards.is_exact } else { guards.is_exact_within };
        Some(Rounds { conditions, each, wraps: guards.wraps, is_exact, unknown })
    }

    /// Whether a condition is on another element in each round.
    fn reads_on(&self, terms: &Terms, condition: Term) -> bool {
        let mut found = false;
        terms.visit([condition], &mut |_, node| {
            if let Node::Select(_, index) = node {
                found |= terms.symbols(*index).contains(&self.counter);
            }
        });
        found
    }
}

/// All of the conditions, one by one, without the alternatives that others of them rule out.
fn resolved(terms: &Terms, conditions: &[Term]) -> Vec<Term> {
    let all: Vec<Term> = conditions.iter().flat_map(|c| terms.conjuncts(*c)).collect();
    let left = |c: &Term| match &*terms.node(*c) {
        Node::Or(members) => terms.or(members.iter().copied().filter(|m| !all.contains(&terms.not(*m))).collect()),
        _ => *c,
    };
    all.iter().map(left).collect()
}

/// What a count has to be, if conditions leave it no choice: `c·k ≤ u` and `c·k ≥ l` where `u - l < c`.
pub(super) fn solved(terms: &Terms, conditions: &[Term], count: Symbol) -> Option<Term> {
    let mut upper: Vec<(Int, Term)> = vec![];
    let mut lower: Vec<(Int, Term)> = vec![];
    for condition in conditions.iter().flat_map(|c| terms.conjuncts(*c)) {
        let Node::Cmp(op, a, b) = *terms.node(condition) else { continue };
        let (relation, mut sum) = terms.normalized(op, a, b);
        let factor = sum.take(terms.sym(count));
        let rest = terms.from_linear(sum);
        if factor.is_zero() || terms.symbols(rest).contains(&count) {
            continue;
        }
        let is_positive = factor > Int::ZERO;
        match relation {
            Relation::AtMostZero if is_positive => upper.push((factor, terms.neg(rest))),
            Relation::AtMostZero => lower.push((-factor, rest)),
            Relation::Zero if factor == Int::ONE => return Some(terms.neg(rest)),
            Relation::Zero if factor == -Int::ONE => return Some(rest),
            Relation::Zero | Relation::NonZero => {}
        }
    }
    let fits = |(factor, high): &&(Int, Term)| {
        lower.iter().any(|(other, low)| {
            other == factor && terms.as_int(terms.sub(*high, *low)).is_some_and(|apart| apart < *factor)
        })
    };
    let (factor, high) = upper.iter().find(fits)?;
    Some(terms.div(*high, terms.int(factor.clone())))
}
