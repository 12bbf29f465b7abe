//! The states that wait, and which of them goes on.

use super::coverage::Coverage;
use super::limits::meeting::MOST_COMPARED;
use super::meeting::Meeting;
use super::state::State;
use super::tree::Tree;
use crate::program::LocationId;
use crate::question::Search;
use fastrand::Rng;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};

/// States that wait.
pub(super) struct Queue<'t> {
    search: Search,
    random: Rng,
    pub tree: Tree,
    states: FxHashMap<u64, State<'t>>,
    /// How many there were.
    count: u64,
    /// Their numbers in the order they came, but for those that are gone.
    order: VecDeque<u64>,
    places: BTreeMap<LocationId, Vec<u64>>,
    turns: u64,
}

impl<'t> Queue<'t> {
    /// Nothing waits yet.
    pub fn new(search: Search, seed: u64) -> Queue<'t> {
        Queue {
            search,
            random: Rng::with_seed(seed),
            tree: Tree::new(),
            states: FxHashMap::default(),
            count: 0,
            order: VecDeque::new(),
            places: BTreeMap::new(),
            turns: 0,
        }
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// A further state waits.
    pub fn push(&mut self, state: State<'t>) {
        let number = self.count;
        self.count += 1;
        self.tree.waits(state.leaf, number);
        self.places.entry(state.at).or_default().push(number);
        if matches!(self.search, Search::Bfs | Search::Dfs | Search::Random) {
            self.order.push_back(number);
        }
        self.states.insert(number, state);
    }

    /// A state at a location that `may` be taken.
    pub fn find_at(&self, at: LocationId, may: &dyn Fn(&State<'t>) -> bool) -> Option<u64> {
        let all = self.places.get(&at)?.iter().rev().take(MOST_COMPARED);
        all.copied().find(|number| self.states.get(number).is_some_and(may))
    }

    /// A state that is where another one was lately and could have become one with it: it can do so soon.
    pub fn about_to_meet(&self, meeting: &Meeting<'t>) -> Option<u64> {
        let joins = self.places.iter().filter(|(at, _)| meeting.is_join(**at));
        let here = joins.flat_map(|(at, all)| all.iter().map(move |number| (*at, number)));
        let pairs = here.flat_map(|one| self.states.iter().map(move |other| (one, other)));
        for ((at, number), (other, ahead)) in pairs.take(MOST_COMPARED * MOST_COMPARED) {
            let Some(one) = self.states.get(number).filter(|_| number != other) else { continue };
            let was_here = ahead.passed.iter().find(|(place, _)| *place == at && ahead.at != at);
            if let Some((_, seen)) = was_here
                && one.loops.may_meet(&ahead.loops)
                && meeting.may_merge(at, &one.seen, seen)
            {
                return Some(*number);
            }
        }
        None
    }

    /// The state that goes on now.
    pub fn pop(&mut self, coverage: &mut Coverage) -> Option<State<'t>> {
        self.turns += 1;
        let by_tree = match self.search {
            Search::Tree => true,
            Search::Klee => self.turns.is_multiple_of(2),
            _ => false,
        };
        while !self.states.is_empty() {
            let number = match self.search {
                Search::Bfs => self.order.pop_front(),
                Search::Dfs => self.order.pop_back(),
                Search::Random => {
                    let number = self.random.usize(..self.order.len().max(1));
                    self.order.swap_remove_back(number)
                }
                Search::Tree | Search::Klee if by_tree => self.tree.walk(&mut self.random),
                Search::Tree | Search::Coverage | Search::Klee => self.nearest(coverage),
            };
            // Whatever a strategy keeps of them, none that waits is forgotten.
            let number = number.or_else(|| self.states.keys().min().copied())?;
            if let Some(state) = self.take(number) {
                return Some(state);
            }
        }
        None
    }

    /// One of them, more likely the nearer it is to what was not executed.
    fn nearest(&mut self, coverage: &mut Coverage) -> Option<u64> {
        let weights: Vec<(LocationId, f64)> =
            self.places.iter().map(|(at, all)| (*at, coverage.weight(*at) * all.len() as f64)).collect();
        let mut left = self.random.f64() * weights.iter().map(|(_, weight)| weight).sum::<f64>();
        let found = weights.iter().find(|(_, weight)| {
            left -= weight;
            left < 0.0
        });
        let (at, _) = found.or(weights.last())?;
        let all = &self.places[at];
        Some(all[self.random.usize(..all.len())])
    }

    /// A state that waits no more.
    pub fn take(&mut self, number: u64) -> Option<State<'t>> {
        let state = self.states.remove(&number)?;
        self.tree.goes(state.leaf);
        if let Some(all) = self.places.get_mut(&state.at) {
            all.retain(|other| *other != number);
            if all.is_empty() {
                self.places.remove(&state.at);
            }
        }
        Some(state)
    }
}
