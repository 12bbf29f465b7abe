//! A small set of the inputs that were found, which covers what all of them cover.

use super::limits::LONGER;
use super::search::{Found, Search};
use crate::budget::Budget;
use crate::replay::{EndReason, Outcome, Run, Witness};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// An input of the small set.
pub(super) struct Chosen {
    pub witness: Witness,
    /// What it covers, with the step in which it does so first.
    pub covers: FxHashMap<usize, u64>,
    /// What it is there for: none of the tests before it covers that.
    pub needed: BTreeSet<usize>,
    pub run: Run,
}

/// The inputs that cover what none of those before covers, those with most of it first, each with fewer and smaller
/// values if these do as well.
pub(super) fn chosen(search: &Search, budget: &Budget) -> Vec<Chosen> {
    let mut left: BTreeSet<usize> = search.found.iter().flat_map(|found| found.covers.keys().copied()).collect();
    let mut chosen: Vec<(&Found, BTreeSet<usize>)> = Vec::new();
    while !left.is_empty() {
        let gain = |found: &&Found| found.covers.keys().filter(|number| left.contains(number)).count();
        // The first one of those with most.
        let Some(best) = search.found.iter().rev().max_by_key(gain).filter(|found| gain(found) > 0) else { break };
        let needed: BTreeSet<usize> = best.covers.keys().copied().filter(|number| left.contains(number)).collect();
        left.retain(|number| !needed.contains(number));
        chosen.push((best, needed));
    }
    // Long runs do not take the time away that short ones need.
    let mut shortest: Vec<usize> = (0..chosen.len()).collect();
    shortest.sort_by_key(|number| chosen[*number].0.run.steps);
    let mut made: Vec<Option<Chosen>> = chosen.iter().map(|_| None).collect();
    for (done, number) in shortest.into_iter().enumerate() {
        let (found, needed) = &chosen[number];
        let share = budget.share((chosen.len() - done) as u32);
        made[number] = Some(smaller(search, found, needed.clone(), &share));
    }
    made.into_iter().flatten().collect()
}

/// The same input with fewer and smaller values, if it covers what it is needed for all the same, and ends well if it did.
fn smaller(search: &Search, found: &Found, needed: BTreeSet<usize>, budget: &Budget) -> Chosen {
    if budget.stop().is_none() {
        let ends_well = is_well(&found.run);
        // A run that goes astray may be long.
        let steps = 2 * found.run.steps + LONGER;
        let is_enough = |run: &Run| search.covering.covers(run, &needed) && (is_well(run) || !ends_well);
        let is_wanted =
            |witness: &Witness| budget.stop().is_none() && is_enough(&search.covering.run_within(witness, steps));
        let witness = search.runner.reduced(found.witness.clone(), &is_wanted);
        let run = search.covering.run(&witness, found.run.steps);
        // Where something ends early or late may depend on how long it is looked at.
        if is_enough(&run) {
            return Chosen { covers: search.covering.covered(&run), witness, needed, run };
        }
    }
    Chosen { covers: found.covers.clone(), witness: found.witness.clone(), needed, run: found.run.clone() }
}

/// Whether the program ends as C says it does.
fn is_well(run: &Run) -> bool {
    matches!(&run.outcome, Outcome::Ended(reason) if !matches!(reason, EndReason::CheckFailed { .. }))
}
