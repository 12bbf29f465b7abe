//! Inputs that keep most of what a target asks for at once, and which of them is changed next.
//!
//! Of each condition those are kept that keep it and fail the others by the least: what is given up for another condition
//! is not lost so.

use super::stations::Station;
use super::{Concrete, Place, Values};
use crate::engines::limits::concrete::{EQUALS, FEW, MANY, PATIENCE, RISING};
use crate::replay::{Code, Run, Together};
use crate::term::Terms;

/// The inputs that were best at each station so far.
#[derive(Default)]
pub(super) struct Joint {
    pub wanted: Vec<Together>,
    /// By station: those that fail all conditions by the least, and those that do so of those that keep one, by condition.
    best: Vec<Vec<Option<Best>>>,
    /// What was bettered lately, and how often that is tried again.
    rising: Option<([usize; 2], u8)>,
}

/// Inputs that were the best.
struct Best {
    distance: u64,
    /// How often they were changed, and nothing was better.
    tried: u32,
    values: Values,
    reads: Vec<Place>,
}

impl Joint {
    /// Nothing was run yet.
    pub fn of(terms: &Terms, code: &mut Code, stations: &[Station]) -> Joint {
        let wanted = code.together(terms, stations);
        let best = stations.iter().map(|(_, wanted)| wanted.iter().map(|_| None).chain([None]).collect()).collect();
        Joint { wanted, best, rising: None }
    }

    /// Whether no run came to a station.
    pub fn is_empty(&self) -> bool {
        self.best.iter().flatten().all(Option::is_none)
    }

    /// Whether some of them were not changed in vain for long.
    pub fn is_promising(&self) -> bool {
        self.best.iter().flatten().flatten().any(|best| best.tried < 4 * PATIENCE)
    }

    /// Whether something was better than all before, and is tried again.
    pub fn is_rising(&self) -> bool {
        self.rising.is_some()
    }
}

impl Concrete<'_> {
    /// Keeps inputs that are better than others.
    pub(super) fn join(&mut self, values: &Values, run: &Run) {
        let Concrete { joint, changes, .. } = self;
        for (station, distances) in run.together.iter().enumerate() {
            for (part, distance) in distances.iter().enumerate().filter(|(_, distance)| **distance < u64::MAX) {
                let best = &mut joint.best[station][part];
                let known = best.as_ref().map_or(u64::MAX, |best| best.distance);
                let is_better = *distance < known;
                // Others that are as good may lead to more.
                if !is_better && (*distance > known || changes.random.u8(..EQUALS) != 0) {
                    continue;
                }
                let tried = best.as_ref().filter(|_| !is_better).map_or(0, |best| best.tried);
                let reads = run.reads.iter().map(|read| (read.input, read.index.clone())).collect();
                *best = Some(Best { distance: *distance, tried, values: values.clone(), reads });
                if is_better {
                    joint.rising = Some(([station, part], RISING));
                }
            }
        }
    }

    /// Other values than some that were good; there have to be some.
    pub(super) fn changed_jointly(&mut self) -> Values {
        let Concrete { joint, changes, .. } = self;
        let rising = joint.rising.take().and_then(|(part, left)| {
            joint.rising = left.checked_sub(1).map(|left| (part, left));
            joint.rising.map(|_| part)
        });
        let stations = joint.best.iter().enumerate();
        let all: Vec<[usize; 2]> = stations
            .flat_map(|(station, best)| (0..best.len()).map(move |part| [station, part]))
            .filter(|[station, part]| joint.best[*station][*part].is_some())
            .collect();
        let mut any = || all[changes.random.usize(..all.len())];
        let (one, two, other) = (any(), any(), any());
        let tried = |[station, part]: [usize; 2]| joint.best[station][part].as_ref().map(|best| best.tried);
        let [station, part] = rising.unwrap_or(if tried(one) <= tried(two) { one } else { two });
        let other = joint.best[other[0]][other[1]].as_ref().map(|best| best.values.clone());
        let Some(best) = &mut joint.best[station][part] else { return Values::new() };
        best.tried += 1;
        let (mut values, reads) = (best.values.clone(), &best.reads);
        match changes.random.u8(..4) {
            _ if reads.is_empty() => {}
            0 => changes.nudge(&mut values, reads, best.distance),
            1 => changes.change(&mut values, reads, &other.unwrap_or_default(), MANY),
            _ => changes.change(&mut values, reads, &other.unwrap_or_default(), FEW),
        }
        values
    }
}
