//! Segments on a path: when one is tried, and what the path is after it.

use super::{Event, Search, Segments};
use crate::chain::LoopId;
use crate::constraint::Part;
use crate::navigate::Doubt;
use crate::navigate::elements::MOST_FACTS;
use crate::navigate::limits::search_repeat::{LONGEST_MACRO_CHAIN, MOST_MACRO_CHAINS};
use crate::navigate::segment::{Segment, Wanted, segment};
use crate::term::{Int, Term};
use std::rc::Rc;

/// At one stay at a loop node segments are tried so many times in vain.
const MOST_ATTEMPTS: u8 = 4;

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
    pub(super) fn segment_of_any(&mut self, id: LoopId, i: usize) -> Option<(Vec<Part>, Segment)> {
        if self.allowance.segments != Segments::Any {
            return None;
        }
        let parts = vec![Part::Once(self.form.loops[id.0].subchains[i], vec![])];
        let found = self.make(id, &parts, Wanted::Any)?;
        Some((parts, found))
    }

    /// Segments that begin with the `i`-th subchain, of as many runs as are planned: of macro chains that have run
    /// twice, and of that one alone.
    pub(super) fn planned_segments(&mut self, id: LoopId, i: usize) -> Vec<(Vec<Part>, Segment)> {
        if !self.may_repeat() {
            return Vec::new();
        }
        let subchains = &self.form.loops[id.0].subchains;
        let planned = |parts: &Vec<Part>| {
            let all = subchains.iter().enumerate().filter_map(|(i, c)| {
                let count = parts.iter().fold(Int::ZERO, |sum, p| sum + p.count(*c));
                (!count.is_zero()).then(|| self.planned(i).unwrap_or(Int::ZERO) / count)
            });
            all.min().unwrap_or(Int::ZERO)
        };
        let candidates = self.candidates(id, i).into_iter();
        candidates
            .filter_map(|parts| {
                let most = planned(&parts).min(self.planned_along(i, &parts)?);
                let found = self.make(id, &parts, Wanted::AtMost(&most))?;
                Some((parts, found))
            })
            .collect()
    }

    /// The same of as many runs as known ranges leave possible, if these have an end: of the first for which that
    /// is so.
    pub(super) fn longest_segment(&mut self, id: LoopId, i: usize) -> Option<(Vec<Part>, Segment)> {
        if !self.may_repeat() {
            return None;
        }
        let no_end = Int::from(u64::MAX);
        self.candidates(id, i).into_iter().find_map(|parts| {
            let found = self.make(id, &parts, Wanted::AtMost(&no_end))?;
            (self.terms.as_int(found.times)? < no_end).then_some((parts, found))
        })
    }

    /// Macro chains that begin with the `i`-th subchain, the longest first, and that subchain alone.
    fn candidates(&self, id: LoopId, i: usize) -> Vec<Vec<Part>> {
        let first = self.form.loops[id.0].subchains[i];
        let history = self.now.frames.last().map_or(&[][..], |f| &f.history[..]);
        let known = self.macro_chains.iter().filter(|(of, _)| *of == id).map(|(_, parts)| parts.clone());
        let mut found: Vec<Vec<Part>> = known.chain(repeated(history)).collect();
        found.retain(|parts| parts[0].first() == Some(first));
        let runs = |parts: &Vec<Part>| {
            let of = |p: &Part| self.form.loops[id.0].subchains.iter().fold(Int::ZERO, |sum, c| sum + p.count(*c));
            parts.iter().map(of).fold(Int::ZERO, |sum, n| sum + n)
        };
        found.sort_by_key(|parts| std::cmp::Reverse(runs(parts)));
        found.dedup();
        found.push(vec![Part::Once(first, self.ways(i).unwrap_or_default())]);
        found
    }

    fn make(&self, id: LoopId, parts: &[Part], wanted: Wanted) -> Option<Segment> {
        let template = self.summaries.template(self.terms, self.form, id, parts)?;
        let now = &self.now;
        segment(self.terms, &template, &now.values, &now.facts, &now.model, wanted)
    }

    /// Whether all that a segment asks for is known to hold.
    pub(super) fn is_certain(&self, found: &Segment) -> bool {
        let known = |c: &Term| self.now.facts.truth(self.terms, *c) == Some(true);
        found.elements.is_empty() && found.conditions.iter().all(known)
    }

    /// Goes on after a segment; `false` if the path cannot satisfy what it asks for.
    pub(super) fn run_segment(&mut self, id: LoopId, parts: &[Part], found: Segment) -> bool {
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
        frame.segments += 1;
        let alone = subchains.iter().position(|s| matches!(parts, [Part::Once(c, _)] if c == s));
        frame.over = alone.filter(|_| is_exact && known.is_none());
        if known.is_none() {
            frame.plan = None;
        }
        match &known {
            Some(times) => frame.remember(Part::Times(parts.to_vec(), times.clone())),
            None => frame.history.clear(),
        }
        for (i, chain) in subchains.iter().enumerate() {
            let ran = parts.iter().fold(Int::ZERO, |sum, p| sum + p.count(*chain));
            if let Some(times) = &known
                && !ran.is_zero()
            {
                self.done(i, &(ran * times));
                if let [Part::Once(_, ways)] = parts {
                    self.done_along(i, ways, times);
                }
            }
        }
        if alone.is_none() && !self.macro_chains.iter().any(|(of, known)| *of == id && known == parts) {
            if self.macro_chains.len() >= MOST_MACRO_CHAINS {
                self.macro_chains.remove(0);
            }
            self.macro_chains.push((id, parts.to_vec()));
        }
        self.events.push(Event::Repeated(parts.to_vec(), times));
        true
    }
}

/// Sequences of parts that ran twice in a row at the end of a history.
fn repeated(history: &[Part]) -> impl Iterator<Item = Vec<Part>> {
    (2..=LONGEST_MACRO_CHAIN).filter_map(|length| {
        let start = history.len().checked_sub(2 * length)?;
        let (first, second) = history[start..].split_at(length);
        (first == second).then(|| first.to_vec())
    })
}
