//! The proof that a cycle of edges repeats: one symbolic step of it, for every round at once.
//!
//! Claimed is, of each variable (and of each element of an array at one fixed
//! index) that the cycle reads before it assigns it, a
//! polynomial in the round number `t` (guessed from samples; the guess
//! needs no trust). Shown is, with the input values as they are, that one
//! execution of the original instructions from the claimed state at `t` gives
//! the claimed state at `t + 1`, and that every branch, guard and check goes
//! the same way: for all `0 ≤ t < times`, where every step of the proof lowers
//! `times` to what it can answer for. It shares no code with the rooms that
//! find paths. What it cannot show is left to execution.

use super::along::InputRead;
use super::array::Cell;
use super::code::{Action, Code, Next, Step};
use super::cycle::Link;
use super::polynomial::Polynomial;
use super::state::State;
use super::writes::Writes;
use crate::replay::limits::induction::CLAIM_DEGREE;
use crate::term::Int;
use petgraph::graph::EdgeIndex;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The states needed for a claim: one more than determine it.
pub(super) const SAMPLES: usize = CLAIM_DEGREE + 2;

/// What is proved of a cycle from the present state on.
pub(super) struct Proof {
    /// How often the cycle repeats.
    pub times: u64,
    /// Whether it is a branch or a check that ends it, so that no longer cycle would do better.
    pub by_path: bool,
    /// The integer variables it assigns, with their values after the last round.
    pub ints: Vec<(usize, Cell)>,
    /// What it stores.
    pub writes: Writes,
    /// What it reads of the inputs, in the order of the first round.
    pub reads: Vec<InputRead>,
}

/// An element at a fixed index: the slot of the array, and the index.
pub(super) type Fixed = (usize, i128);

/// What was seen of a cycle.
pub(super) struct Seen<'a> {
    /// The edges.
    pub links: Vec<Link>,
    /// The values at the last arrivals, each one cycle apart, the oldest first; the newest are the present ones.
    pub samples: Vec<Sample<'a>>,
    /// The elements that were sampled.
    pub fixed: &'a [Fixed],
}

/// Values at one arrival: those of the integer variables, and of [`Seen::fixed`].
pub(super) type Sample<'a> = (&'a [Option<Cell>], &'a [Option<Cell>]);

/// How far a cycle can be shown to repeat, at most `times` times. If nothing can be shown, not even once: the
/// elements of which it would help to have samples.
pub(super) fn prove(code: &Code, state: &State, seen: &Seen, times: u64) -> Result<Proof, Vec<Fixed>> {
    let mut proof = Induction {
        code,
        state,
        seen,
        times,
        by_path: true,
        claims: BTreeMap::new(),
        fixed: BTreeMap::new(),
        values: BTreeMap::new(),
        shared_ints: FxHashMap::default(),
        shared_conditions: FxHashMap::default(),
        writes: Writes::default(),
        reads: Vec::new(),
    };
    let mut steps = seen.links.iter();
    let stepped = steps.try_for_each(|(at, edge)| proof.step(&code.nexts[at.index()], *edge));
    match stepped.and_then(|()| proof.close()) {
        Some(()) => Ok(proof.finish()),
        None => Err(proof.writes.counters()),
    }
}

pub(super) struct Induction<'a> {
    pub code: &'a Code,
    pub state: &'a State<'a>,
    seen: &'a Seen<'a>,
    /// The rounds the proof is about.
    pub times: u64,
    by_path: bool,
    /// Of variables read before they are assigned: their value when round `t` begins.
    claims: BTreeMap<usize, Polynomial>,
    /// The same of elements at fixed indices.
    fixed: BTreeMap<Fixed, Polynomial>,
    /// Of variables assigned so far.
    values: BTreeMap<usize, Polynomial>,
    /// Of shared expressions in the present step.
    pub shared_ints: FxHashMap<usize, Polynomial>,
    pub shared_conditions: FxHashMap<usize, bool>,
    pub writes: Writes,
    pub reads: Vec<InputRead>,
}

impl<'a> Induction<'a> {
    fn step(&mut self, next: &'a Next, edge: EdgeIndex) -> Option<()> {
        self.shared_ints.clear();
        self.shared_conditions.clear();
        match next {
            Next::End => None,
            Next::One(step) => self.take(std::slice::from_ref(step), edge),
            Next::Many(steps, _) => self.take(steps, edge),
            Next::Fork(fork) => {
                let chosen = if self.truth(&fork.condition, true)? { &fork.yes } else { &fork.no };
                (chosen.edge == edge).then_some(())
            }
        }
    }

    /// Exactly the edge must be open.
    fn take(&mut self, steps: &'a [Step], edge: EdgeIndex) -> Option<()> {
        let mut chosen = None;
        for step in steps {
            let enabled = match &step.action {
                Action::Assume(c) => self.truth(c, true)?,
                _ => true,
            };
            if enabled != (step.edge == edge) {
                return None;
            }
            chosen = chosen.or(enabled.then_some(step));
        }
        self.execute(&chosen?.action)
    }

    fn execute(&mut self, action: &'a Action) -> Option<()> {
        match action {
            Action::Skip | Action::Assume(_) => {}
            Action::Set(slot, e) => {
                let value = self.int(e)?;
                self.values.insert(*slot, value);
            }
            Action::Copy(copies) if copies.arrays.is_empty() => {
                let new: Vec<_> = copies.ints.iter().map(|(s, e)| Some((*s, self.int(e)?))).collect::<Option<_>>()?;
                self.values.extend(new);
            }
            Action::Store(slot, stores) => {
                let new: Vec<_> =
                    stores.iter().map(|(i, e)| Some((self.line(i)?, self.int(e)?))).collect::<Option<_>>()?;
                self.state.arrays[*slot].as_ref()?;
                new.into_iter().for_each(|(line, value)| self.writes.write(*slot, line, value));
            }
            Action::Copy(..) | Action::SetArray(..) => return None,
        }
        Some(())
    }

    /// The state after the step is the claimed one, and reads and stores are as the step took them to be.
    fn close(&mut self) -> Option<()> {
        for (slot, claim) in &self.claims {
            if *self.values.get(slot).unwrap_or(claim) != claim.next() {
                return None;
            }
        }
        let mut times = self.writes.apart(self.times)?;
        for (fixed, claim) in &self.fixed {
            let (value, lasts) = self.writes.at_fixed(*fixed);
            if *value.unwrap_or(claim) != claim.next() {
                return None;
            }
            times = times.min(lasts);
        }
        self.limit(times, false)
    }

    fn finish(self) -> Proof {
        let last = self.times - 1;
        let ints = self.values.into_iter().map(|(slot, p)| (slot, Cell::new(p.at(last)))).collect();
        let (times, by_path) = (self.times, self.by_path);
        Proof { times, by_path, ints, writes: self.writes, reads: self.reads }
    }

    /// From here on the proof is about the first `times` rounds.
    pub fn limit(&mut self, times: u64, by_path: bool) -> Option<()> {
        if times < self.times {
            (self.times, self.by_path) = (times, by_path);
        }
        (self.times > 0).then_some(())
    }

    /// The value of a variable at the place the step has come to.
    pub fn variable(&mut self, slot: usize) -> Option<Polynomial> {
        if let Some(value) = self.values.get(&slot).or_else(|| self.claims.get(&slot)) {
            return Some(value.clone());
        }
        let claim = claim(self.seen.samples.iter().map(|(ints, _)| ints[slot].as_ref()))?;
        self.claims.insert(slot, claim.clone());
        Some(claim)
    }

    /// The value of an element that was sampled, where this round has not stored to it yet.
    pub fn fixed(&mut self, fixed: Fixed) -> Option<Polynomial> {
        if let Some(claim) = self.fixed.get(&fixed) {
            return Some(claim.clone());
        }
        let at = self.seen.fixed.iter().position(|f| *f == fixed)?;
        let claim = claim(self.seen.samples.iter().map(|(_, cells)| cells[at].as_ref()))?;
        self.fixed.insert(fixed, claim.clone());
        Some(claim)
    }
}

/// The polynomial through the last values, if one more of them agrees: a line where a line will do. Its
/// round 0 is the last value.
fn claim<'c>(values: impl Iterator<Item = Option<&'c Cell>>) -> Option<Polynomial> {
    let values: Vec<Int> = values.map(|v| v.map(Cell::exact)).collect::<Option<_>>()?;
    let last = values.len() - 1;
    let recent = Polynomial::through(values[last - 2..].to_vec());
    if recent.degree() <= 1 {
        return Some(recent.next().next());
    }
    let claim = Polynomial::through(values);
    (claim.degree() <= CLAIM_DEGREE).then(|| (0..last).fold(claim, |p, _| p.next()))
}
