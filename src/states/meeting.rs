//! States that meet become one: they wait where ways join until nothing before is on its way there, and where they are
//! not to wait, those that are about to meet others go on first.
//!
//! DEPARTURE (\[NPE\] 5.4.3): what states hold is joined as unrolling joins it (`bounded`), by the condition that tells their
//! ways apart, for any number of states at once; there are no addresses to be mapped, since variables are the memory.

use super::limits::meeting::{MOST_COMPARED, PATIENCE};
use super::queries::Queries;
use super::state::State;
use crate::bounded::join::joined;
use crate::bounded::names::Names;
use crate::bounded::state;
use crate::loops::nesting::{Part, parts};
use crate::program::{LocationId, Program};
use crate::question::{Merge, States};
use crate::term::{Symbol, Terms};
use petgraph::Direction;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Where and when states meet.
pub(super) struct Meeting<'t> {
    how: States,
    queries: Option<Queries>,
    /// How long it took to count them.
    pub counting: Duration,
    /// The place of each location in reverse postorder, where several ways join or a loop is left.
    joins: Vec<Option<usize>>,
    parked: BTreeMap<(usize, LocationId), Parked<'t>>,
    /// How long states wait where they did in vain.
    patience: BTreeMap<LocationId, u64>,
}

/// States that wait for others.
struct Parked<'t> {
    states: Vec<State<'t>>,
    /// Since which step.
    since: u64,
}

impl<'t> Meeting<'t> {
    /// Nothing waits. What leads to `ends` is not gone on from.
    pub fn new(terms: &Terms, program: &Program, how: States, ends: &FxHashSet<LocationId>) -> Meeting<'t> {
        let mut joins = vec![None; program.graph.node_count()];
        if how.merge != Merge::None {
            let (mut order, mut left, mut count) = (vec![], FxHashSet::default(), 0);
            flat(program, &parts(program), &mut order, &mut left);
            for at in order {
                count += 1;
                let ways = program.graph.edges_directed(at, Direction::Incoming).count();
                let is_join = ways > 1 || left.contains(&at);
                joins[at.index()] = (is_join && !ends.contains(&at)).then_some(count);
            }
        }
        let started = Instant::now();
        let queries = Queries::of(terms, program, (how.merge, how.kappa), ends);
        let counting = if queries.is_some() { started.elapsed() } else { Duration::ZERO };
        Meeting { how, queries, counting, joins, parked: BTreeMap::new(), patience: BTreeMap::new() }
    }

    /// Whether ways join there, if states are merged at all.
    pub fn is_join(&self, at: LocationId) -> bool {
        self.joins[at.index()].is_some()
    }

    /// Whether states wait there for others; else these are looked for among all that wait.
    pub fn parks(&self) -> bool {
        !self.how.dynamic
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.parked.values().map(|parked| parked.states.len()).sum()
    }

    /// A state waits for others, from this step on.
    pub fn park(&mut self, state: State<'t>, step: u64) {
        let Some(place) = self.joins[state.at.index()] else { return };
        let parked = self.parked.entry((place, state.at));
        parked.or_insert_with(|| Parked { states: vec![], since: step }).states.push(state);
    }

    /// States that have waited at some place so long that they go on, if there are some.
    pub fn overdue(&mut self, step: u64) -> Option<Vec<State<'t>>> {
        let patience = |at: &LocationId| self.patience.get(at).copied().unwrap_or(PATIENCE);
        let is_over = |(key, parked): &(&(usize, LocationId), &Parked)| step - parked.since > patience(&key.1);
        let key = *self.parked.iter().find(is_over)?.0;
        let longer = patience(&key.1).saturating_mul(2);
        self.patience.insert(key.1, longer);
        self.parked.remove(&key).map(|parked| parked.states)
    }

    /// The states that wait at the first place, if there are some.
    pub fn first(&mut self) -> Option<Vec<State<'t>>> {
        self.parked.pop_first().map(|(_, parked)| parked.states)
    }

    /// Whether two states may become one there.
    pub fn may_merge(&self, at: LocationId, one: &state::State, other: &state::State) -> bool {
        let Some(queries) = &self.queries else { return true };
        queries.expected(at, differing(one, other)) < self.how.limit_cost
    }

    /// The states that may become one, each time in one group.
    pub fn groups(&self, states: Vec<State<'t>>) -> Vec<Vec<State<'t>>> {
        let mut groups: Vec<(FxHashSet<Symbol>, Vec<State<'t>>)> = vec![];
        for state in states {
            let mut own = None;
            for (number, (differ, group)) in groups.iter().enumerate().take(MOST_COMPARED) {
                if !state.may_meet(&group[0]) {
                    continue;
                }
                let all: FxHashSet<Symbol> =
                    differ.iter().copied().chain(differing(&group[0].seen, &state.seen)).collect();
                let few = |q: &Queries| q.expected(state.at, all.iter().copied()) < self.how.limit_cost;
                if self.queries.as_ref().is_none_or(few) {
                    own = Some((number, all));
                    break;
                }
            }
            match own {
                None => groups.push((FxHashSet::default(), vec![state])),
                Some((number, all)) => {
                    groups[number].0 = all;
                    groups[number].1.push(state);
                }
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }
}

/// States of one location as one; what is cut off because names are over is good for nothing.
pub(super) fn merged<'t>(names: &Names<'t>, mut states: Vec<State<'t>>) -> Option<State<'t>> {
    let first = states.first()?.clone();
    if states.len() == 1 {
        return states.pop();
    }
    let paths = states.iter().fold(0, |sum: u64, state| sum.saturating_add(state.paths));
    let inputs = states.iter().find_map(|state| state.inputs.clone());
    let mut loops = first.loops.clone();
    states[1..].iter().for_each(|other| loops.meet(&other.loops));
    let seen = joined(names, states.into_iter().map(|state| Rc::unwrap_or_clone(state.seen)).collect());
    Some(State { seen: Rc::new(seen), inputs, paths, loops, ..first })
}

/// The variables that do not hold the same.
fn differing<'s>(one: &'s state::State, other: &'s state::State) -> impl Iterator<Item = Symbol> + 's {
    let here = one.values.iter().filter(|(s, value)| other.values.get(s).is_none_or(|known| !known.is(value)));
    let there = other.values.keys().filter(|s| !one.values.contains_key(s));
    here.map(|(s, _)| *s).chain(there.copied())
}

/// All locations in reverse postorder; and those where loops are left, which is after any number of rounds.
fn flat(program: &Program, parts: &[Part], out: &mut Vec<LocationId>, left: &mut FxHashSet<LocationId>) {
    for part in parts {
        match part {
            Part::One(at) => out.push(*at),
            Part::Loop { head, inside, members } => {
                let on = members.iter().flat_map(|at| program.graph.neighbors(*at));
                left.extend(on.filter(|to| !members.contains(to)));
                out.push(*head);
                flat(program, inside, out, left);
            }
        }
    }
}
