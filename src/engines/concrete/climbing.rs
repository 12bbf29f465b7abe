//! Inputs that come nearest to what none did, and which of them is changed next.

use super::{Concrete, Place, Values};
use crate::engines::limits::concrete::{MANY, MOST_KEPT, PATIENCE, RISING};
use crate::replay::{Read, Run};
use petgraph::graph::EdgeIndex;
use std::cell::LazyCell;
use std::sync::Arc;

/// The inputs that come nearest to something that none did.
pub(super) struct Climbing {
    /// The edge that none went along, or whose check did not fail.
    edge: EdgeIndex,
    distance: u64,
    /// How often they were changed, and nothing came nearer.
    tried: u32,
    /// What may be that of others as well.
    inputs: Arc<(Values, Vec<Place>)>,
}

impl Concrete<'_> {
    /// Keeps inputs that come nearer than others to something that none did, and that leads to the goal.
    pub(super) fn climb(&mut self, values: &Values, run: &Run) {
        let place = |read: &Read| (read.input, read.index.clone());
        let inputs = LazyCell::new(|| Arc::new((values.clone(), run.reads.iter().map(place).collect())));
        for near in &run.near {
            if !self.is_ahead(near.edge) {
                continue;
            }
            let new = || Climbing { edge: near.edge, distance: near.distance, tried: 0, inputs: Arc::clone(&inputs) };
            match self.climbing.binary_search_by_key(&near.edge, |c| c.edge) {
                Ok(at) if near.distance < self.climbing[at].distance => {
                    self.climbing[at] = new();
                    if self.rising.is_none_or(|(edge, _)| self.ahead(near.edge) <= self.ahead(edge)) {
                        self.rising = Some((near.edge, RISING));
                    }
                }
                Ok(_) => {}
                Err(at) if self.climbing.len() < MOST_KEPT => self.climbing.insert(at, new()),
                Err(_) => {}
            }
        }
    }

    /// Whether no run went along an edge, or the goal is that its check fails, and the goal may be behind it.
    fn is_ahead(&self, edge: EdgeIndex) -> bool {
        self.ahead(edge).is_some() && (self.novelty.seen[edge.index()] == 0 || self.goal.failing.contains(&edge))
    }

    /// How many edges there are from the end of this one to the goal, at least.
    fn ahead(&self, edge: EdgeIndex) -> Option<u32> {
        if self.goal.failing.contains(&edge) {
            return Some(0);
        }
        self.distances[self.ends[edge.index()].index()]
    }

    /// Other values than some that came near to something that none did, which is near the target or not.
    pub(super) fn changed_near(&mut self) -> Values {
        if std::mem::take(&mut self.is_outdated) {
            let mut kept = std::mem::take(&mut self.climbing);
            kept.retain(|climbing| self.is_ahead(climbing.edge));
            self.climbing = kept;
        }
        if self.climbing.is_empty() {
            return self.changed();
        }
        let rising = self.rising.and_then(|(edge, left)| {
            self.rising = Some((edge, left.checked_sub(1)?));
            self.climbing.binary_search_by_key(&edge, |c| c.edge).ok()
        });
        if rising.is_none() {
            self.rising = None;
        }
        let number = rising.unwrap_or_else(|| self.next_to_climb());
        let Climbing { distance, inputs, tried, .. } = &mut self.climbing[number];
        *tried += 1;
        let (values, reads) = &**inputs;
        let mut values = values.clone();
        match self.changes.random.bool() {
            _ if reads.is_empty() => {}
            true => self.changes.nudge(&mut values, reads, *distance),
            false => self.changes.change(&mut values, reads, &Values::new(), MANY),
        }
        values
    }

    /// One that came near to something: near the goal, or any; of these one that was in vain less often than others. Where
    /// many things are wanted, checks are too many that never fail.
    fn next_to_climb(&mut self) -> usize {
        let any = |this: &mut Self| this.changes.random.usize(..this.climbing.len());
        let (one, other) = (any(self), any(self));
        let tried = |number: usize| self.climbing[number].tried;
        let turn = self.changes.random.u8(..4);
        if turn == 0 {
            return if tried(one) <= tried(other) { one } else { other };
        }
        // What was long in vain is as if it was farther away.
        let far = |number: &usize| {
            let ahead = self.ahead(self.climbing[*number].edge).unwrap_or(u32::MAX);
            (ahead.saturating_add(tried(*number) / PATIENCE), tried(*number))
        };
        let leads_on = |number: &usize| turn > 1 && !self.goal.failing.contains(&self.climbing[*number].edge);
        let all = 0..self.climbing.len();
        all.clone().filter(leads_on).min_by_key(far).or_else(|| all.min_by_key(far)).unwrap_or(one)
    }
}
