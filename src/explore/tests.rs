//! A small set of the inputs that were found, which covers what all of them cover.

use super::search::{Found, Search};
use crate::budget::Budget;
use crate::replay::{Run, Witness};
use std::collections::{BTreeSet, HashMap};

/// An input of the small set.
pub(super) struct Chosen {
    pub witness: Witness,
    /// What it covers, with the step in which it does so first.
    pub covers: HashMap<usize, u64>,
    /// What it is there for: none of the tests before it covers that.
    pub needed: BTreeSet<usize>,
    pub run: Run,
}

/// The inputs that cover what none of those before covers, those with most of it first, each with fewer and smaller
/// values if these do as well.
pub(super) fn chosen(search: &Search, budget: &Budget) -> Vec<Chosen> {
    let mut left: BTreeSet<usize> = search.found.iter().flat_map(|found| found.covers.keys().copied()).collect();
    let mut chosen = Vec::new();
    while !left.is_empty() {
        let gain = |found: &&Found| found.covers.keys().filter(|number| left.contains(number)).count();
        // The first one of those with most.
        let Some(best) = search.found.iter().rev().max_by_key(gain).filter(|found| gain(found) > 0) else { break };
        let needed: BTreeSet<usize> = best.covers.keys().copied().filter(|number| left.contains(number)).collect();
        left.retain(|number| !needed.contains(number));
        chosen.push(smaller(search, best, needed, budget));
    }
    chosen
}

/// The same input with fewer and smaller values, if it covers what it is needed for all the same.
fn smaller(search: &Search, found: &Found, needed: BTreeSet<usize>, budget: &Budget) -> Chosen {
    let is_enough = |run: &Run| {
        let covers = search.covered(run);
        needed.iter().all(|number| covers.contains_key(number))
    };
    if budget.stop().is_none() {
        let witness = search.runner.reduced(found.witness.clone(), &is_enough);
        let run = search.run(&witness, found.run.steps);
        // A longer run than those that made it smaller may be cut.
        if is_enough(&run) {
            return Chosen { covers: search.covered(&run), witness, needed, run };
        }
    }
    Chosen { covers: found.covers.clone(), witness: found.witness.clone(), needed, run: found.run.clone() }
}
