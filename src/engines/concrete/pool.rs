//! Inputs that are worth to be changed, and which of them is changed next.

use crate::engines::changes::{Place, Values};
use crate::engines::limits::concrete::{COPIED, LATEST, MOST_KEPT};
use fastrand::Rng;
use petgraph::graph::NodeIndex;
use std::collections::VecDeque;

/// Inputs that did something new.
pub(super) struct Kept {
    pub values: Values,
    pub reads: Vec<Place>,
    /// Where its run got to.
    pub ends: Box<[NodeIndex]>,
    pub steps: u64,
    pub distance: u32,
    /// How often it was changed.
    pub changed: u64,
    /// Whether it did something that is new in the source, and not in a copy of a function alone.
    pub is_new_in_source: bool,
}

/// All that are kept, as many as there is room for.
#[derive(Default)]
pub(super) struct Pool {
    pub kept: Vec<Kept>,
    /// How near any of those got to the goal, and which got there.
    best: Option<u32>,
    nearest: Vec<usize>,
    /// Those that did something that is new in the source; and of them, or of all before there are any, those that came last.
    fresh: Vec<usize>,
    latest: VecDeque<usize>,
}

impl Kept {
    /// About how many steps its changes took.
    fn spent(&self) -> u64 {
        (self.changed + 1).saturating_mul(self.steps)
    }
}

impl Pool {
    /// Whether something so near to the goal is nearer than all that are kept.
    pub fn is_nearer(&self, distance: u32) -> bool {
        distance < self.best.unwrap_or(u32::MAX)
    }

    /// Keeps inputs; where there is no room, in place of some that were changed much and led to little.
    pub fn add(&mut self, new: Kept, random: &mut Rng) {
        let number = self.kept.len();
        if number < MOST_KEPT {
            self.kept.push(new);
            return self.note(number);
        }
        let any = (0..8).map(|_| random.usize(..self.kept.len()));
        let can_go = any.filter(|number| !self.nearest.contains(number));
        let loss = |number: &usize| (!self.kept[*number].is_new_in_source, self.kept[*number].spent());
        let Some(number) = can_go.max_by_key(loss) else { return };
        self.kept[number] = new;
        self.latest.retain(|old| *old != number);
        self.fresh.retain(|old| *old != number);
        self.note(number);
    }

    fn note(&mut self, number: usize) {
        let is_fresh = self.kept[number].is_new_in_source;
        if is_fresh {
            self.fresh.push(number);
        }
        if is_fresh || self.fresh.is_empty() {
            self.latest.push_back(number);
            if self.latest.len() > LATEST {
                self.latest.pop_front();
            }
        }
        self.note_near(number);
    }

    /// Notes one that was kept if none is nearer.
    fn note_near(&mut self, number: usize) {
        let distance = self.kept[number].distance;
        let best = self.best.unwrap_or(u32::MAX);
        if distance < best {
            self.nearest.clear();
        }
        if distance <= best {
            self.best = Some(distance);
            self.nearest.push(number);
        }
    }

    /// The goal is another one: how near a run got that was here.
    pub fn aim_at(&mut self, near: impl Fn(&Kept) -> Option<u32>) {
        (self.best, self.nearest) = (None, vec![]);
        for number in 0..self.kept.len() {
            self.kept[number].distance = near(&self.kept[number]).unwrap_or(u32::MAX);
            self.note_near(number);
        }
    }

    /// Some to be changed, near the target rather than not, new rather than old, new in the source rather than in a copy of a
    /// function alone, and of short runs that were changed less often than others; and any others. There have to be some.
    pub fn next(&mut self, random: &mut Rng) -> (usize, usize) {
        let any = |all: &[usize], random: &mut Rng| all.get(random.usize(..all.len().max(1))).copied();
        let other = random.usize(..self.kept.len());
        let number = match random.u8(..3) {
            0 => any(&self.nearest, random),
            1 => any(self.latest.make_contiguous(), random),
            _ => {
                let is_any = random.u8(..COPIED) == 0;
                let mut one = || if is_any { None } else { any(&self.fresh, random) };
                let (one, two) = (one().unwrap_or(other), one().unwrap_or_else(|| random.usize(..self.kept.len())));
                Some(if self.kept[one].spent() <= self.kept[two].spent() { one } else { two })
            }
        };
        let number = number.unwrap_or(other);
        self.kept[number].changed += 1;
        (number, other)
    }
}
