//! Segments on a path: when one is tried, and what the path is after it.

use super::{Event, Search};
use crate::chain::{ChainId, LoopId};
use crate::navigate::segment::{Segment, segment};
use crate::term::{Int, Term};
use std::rc::Rc;

/// At one stay at a loop node segments are tried so many times in vain.
const MOST_ATTEMPTS: u8 = 4;
/// The most subchains of a macro chain.
const LONGEST_MACRO_CHAIN: usize = 4;

impl Search<'_, '_> {
    /// Whether a segment may be tried here.
    pub(super) fn may_repeat(&self) -> bool {
        self.allowance.segments && self.now.frames.last().is_some_and(|f| f.attempts < MOST_ATTEMPTS)
    }

    /// How often the plan wants a subchain.
    pub(super) fn planned(&self, i: usize) -> Option<Int> {
        let plan = self.now.frames.last()?.plan.as_ref()?;
        Some(plan[i].clone()).filter(|n| *n > Int::ZERO)
    }

    /// A segment that begins with the `i`-th subchain: of that one alone, or of a macro chain that has just
    /// run twice. Without a number that is wanted, as many runs as are certainly possible.
    pub(super) fn segment(&mut self, id: LoopId, i: usize, wanted: Option<Int>) -> Option<(Vec<ChainId>, Segment)> {
        if !self.may_repeat() {
            return None;
        }
        let frame = self.now.frames.last().expect("the root frame stays");
        let subchains = &self.form.loops[id.0].subchains;
        let mut candidates = vec![vec![subchains[i]]];
        candidates.extend(macro_chains(&frame.history).filter(|chains| chains[0] == subchains[i]));
        let limit = Int::from(u64::MAX);
        for chains in candidates {
            let Some(template) = self.summaries.template(self.terms, self.form, id, &chains) else { continue };
            let planned = |c: &ChainId| {
                let of = subchains.iter().position(|s| s == c).and_then(|i| self.planned(i));
                of.map(|n| n / Int::from(chains.iter().filter(|d| *d == c).count()))
            };
            let most = match &wanted {
                Some(_) => chains.iter().map(|c| planned(c).unwrap_or(Int::ZERO)).min().unwrap_or(Int::ZERO),
                None => limit.clone(),
            };
            let now = &self.now;
            let found = segment(self.terms, &template, &now.values, &now.facts, &now.model, &most);
            if let Some(found) = found.filter(|s| s.times < limit) {
                return Some((chains, found));
            }
        }
        None
    }

    /// Whether all that a segment asks for is known to hold.
    pub(super) fn is_certain(&self, found: &Segment) -> bool {
        let known = |c: &Term| self.now.facts.truth(self.terms, *c) == Some(true);
        found.elements.is_empty() && found.conditions.iter().all(known)
    }

    /// Goes on after a segment; `false` if the path cannot satisfy what it asks for.
    pub(super) fn run_segment(&mut self, id: LoopId, chains: &[ChainId], found: Segment) -> bool {
        let Segment { times, values, conditions, elements } = found;
        self.steps += 1;
        self.now.runs += 1;
        for fact in &elements {
            let more = Rc::make_mut(&mut self.now.elements).add(self.terms, fact, &self.conditions);
            if !more.into_iter().all(|c| self.assume(c)) {
                return false;
            }
        }
        if !conditions.into_iter().all(|c| self.assume(c)) {
            return false;
        }
        Rc::make_mut(&mut self.now.values).extend(values);
        let subchains = &self.form.loops[id.0].subchains;
        let frame = self.now.frames.last_mut().expect("the root frame stays");
        frame.attempts = 0;
        frame.history.clear();
        if let Some(plan) = &mut frame.plan {
            for chain in chains {
                if let Some(i) = subchains.iter().position(|s| s == chain) {
                    plan[i] = (&plan[i] - &times).max(Int::ZERO);
                }
            }
        }
        self.events.push(Event::Repeated(chains.to_vec(), times));
        true
    }
}

/// Sequences of at least two subchains that ran twice in a row at the end of a history, the shortest first.
fn macro_chains(history: &[ChainId]) -> impl Iterator<Item = Vec<ChainId>> {
    (2..=LONGEST_MACRO_CHAIN).filter_map(|length| {
        let start = history.len().checked_sub(2 * length)?;
        let (first, second) = history[start..].split_at(length);
        (first == second).then(|| first.to_vec())
    })
}
