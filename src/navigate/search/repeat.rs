//! Segments on a path: when one is tried, and what the path is after it.

use super::{Event, Search, Segments};
use crate::chain::{ChainId, LoopId};
use crate::navigate::Doubt;
use crate::navigate::elements::MOST_FACTS;
use crate::navigate::segment::{Segment, Wanted, segment};
use crate::term::{Int, Term};
use std::rc::Rc;

/// At one stay at a loop node segments are tried so many times in vain.
const MOST_ATTEMPTS: u8 = 4;
/// The most subchains of a macro chain.
const LONGEST_MACRO_CHAIN: usize = 4;

impl Search<'_, '_> {
    /// Whether a segment may be tried here.
    pub(super) fn may_repeat(&self) -> bool {
        self.allowance.segments != Segments::None && self.now.frames.last().is_some_and(|f| f.attempts < MOST_ATTEMPTS)
    }

    /// How often the plan wants a subchain.
    pub(super) fn planned(&self, i: usize) -> Option<Int> {
        let plan = self.now.frames.last()?.plan.as_ref()?;
        Some(plan[i].clone()).filter(|n| *n > Int::ZERO)
    }

    /// The segment of the `i`-th subchain alone for any number of runs, if one can be made.
    pub(super) fn segment_of_any(&mut self, id: LoopId, i: usize) -> Option<(Vec<ChainId>, Segment)> {
        if self.allowance.segments != Segments::Any {
            return None;
        }
        let chains = vec![self.form.loops[id.0].subchains[i]];
        let found = self.make(id, &chains, Wanted::Any)?;
        Some((chains, found))
    }

    /// A segment that begins with the `i`-th subchain, of as many runs as are planned: of that one alone, or of a
    /// macro chain that has just run twice.
    pub(super) fn planned_segment(&mut self, id: LoopId, i: usize) -> Option<(Vec<ChainId>, Segment)> {
        if !self.may_repeat() {
            return None;
        }
        let subchains = &self.form.loops[id.0].subchains;
        self.candidates(id, i).into_iter().find_map(|chains| {
            let planned = |c: &ChainId| {
                let of = subchains.iter().position(|s| s == c).and_then(|i| self.planned(i));
                of.map(|n| n / Int::from(chains.iter().filter(|d| *d == c).count()))
            };
            let most = chains.iter().map(|c| planned(c).unwrap_or(Int::ZERO)).min().unwrap_or(Int::ZERO);
            let found = self.make(id, &chains, Wanted::AtMost(&most))?;
            Some((chains, found))
        })
    }

    /// The same of as many runs as known ranges leave possible, if these have an end.
    pub(super) fn longest_segment(&mut self, id: LoopId, i: usize) -> Option<(Vec<ChainId>, Segment)> {
        if !self.may_repeat() {
            return None;
        }
        let no_end = Int::from(u64::MAX);
        self.candidates(id, i).into_iter().find_map(|chains| {
            let found = self.make(id, &chains, Wanted::AtMost(&no_end))?;
            (self.terms.as_int(found.times)? < no_end).then_some((chains, found))
        })
    }

    /// The `i`-th subchain, and macro chains that begin with it and have just run twice.
    fn candidates(&self, id: LoopId, i: usize) -> Vec<Vec<ChainId>> {
        let first = self.form.loops[id.0].subchains[i];
        let history = self.now.frames.last().map_or(&[][..], |f| &f.history[..]);
        [vec![first]].into_iter().chain(macro_chains(history).filter(|chains| chains[0] == first)).collect()
    }

    fn make(&self, id: LoopId, chains: &[ChainId], wanted: Wanted) -> Option<Segment> {
        let template = self.summaries.template(self.terms, self.form, id, chains)?;
        let now = &self.now;
        segment(self.terms, &template, &now.values, &now.facts, &now.model, wanted)
    }

    /// Whether all that a segment asks for is known to hold.
    pub(super) fn is_certain(&self, found: &Segment) -> bool {
        let known = |c: &Term| self.now.facts.truth(self.terms, *c) == Some(true);
        found.elements.is_empty() && found.conditions.iter().all(known)
    }

    /// Goes on after a segment; `false` if the path cannot satisfy what it asks for.
    pub(super) fn run_segment(&mut self, id: LoopId, chains: &[ChainId], found: Segment) -> bool {
        let Segment { times, values, conditions, elements, stores, is_exact } = found;
        self.steps += 1;
        self.now.runs += 1;
        if self.now.elements.len() + elements.len() + stores.len() > MOST_FACTS {
            self.gave_up = Some(Doubt::Elements);
            return false;
        }
        for fact in elements {
            let Ok(more) = Rc::make_mut(&mut self.now.elements).add(self.terms, fact, &self.conditions) else {
                self.gave_up = Some(Doubt::Elements);
                return false;
            };
            if !more.into_iter().all(|c| self.assume(c)) {
                return false;
            }
        }
        if !conditions.into_iter().all(|c| self.assume(c)) {
            return false;
        }
        stores.into_iter().for_each(|w| Rc::make_mut(&mut self.now.elements).store(w));
        Rc::make_mut(&mut self.now.values).extend(values);
        let subchains = &self.form.loops[id.0].subchains;
        let known = self.terms.as_int(times);
        let frame = self.now.frames.last_mut().expect("the root frame stays");
        frame.attempts = 0;
        frame.history.clear();
        frame.segments += 1;
        let alone = subchains.iter().position(|s| chains == [*s]);
        frame.over = alone.filter(|_| is_exact && known.is_none());
        match (&mut frame.plan, known) {
            (Some(plan), Some(times)) => {
                for i in chains.iter().filter_map(|chain| subchains.iter().position(|s| s == chain)) {
                    plan[i] = (&plan[i] - &times).max(Int::ZERO);
                }
            }
            (plan, _) => *plan = None,
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
