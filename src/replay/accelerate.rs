//! The loop of the interpreter that skips what it can prove: it executes like the plain one, and where a cycle
//! has repeated a few times and [`super::induction`] shows how often it goes on to, it does that at once.

use super::Outcome;
use super::cycle::{Link, Watch};
use super::induction::{Fixed, Proof, prove};
use super::run::{Machine, STEPS_BETWEEN_STOPS};
use super::writes::Writes;
use crate::replay::limits::accelerate::FEWEST_TIMES;
use std::rc::Rc;

impl Machine<'_> {
    /// Goes on to the end, executing only what is not proved.
    pub fn accelerate(&mut self) -> Outcome {
        let mut watch = Watch::new(self.code);
        let mut executed = 0u64;
        loop {
            if self.is_goal[self.at.index()] {
                return Outcome::Reached(self.at);
            }
            if let Some(arrivals) = watch.arrive(self.at, &self.state) {
                self.attempt(&mut watch, arrivals);
            }
            if self.steps >= self.limits.steps || executed >= self.limits.executed {
                return Outcome::StepLimit;
            }
            if executed.is_multiple_of(STEPS_BETWEEN_STOPS) && (self.limits.stop)() {
                return Outcome::Stopped;
            }
            let from = self.at;
            if let Some(outcome) = self.advance() {
                return outcome;
            }
            watch.follow((from, self.taken));
            executed += 1;
        }
    }

    fn attempt(&mut self, watch: &mut Watch, arrivals: usize) {
        let Some(seen) = watch.seen(self.at, arrivals) else { return };
        let most = (self.limits.steps - self.steps) / seen.links.len() as u64;
        let fits =
            |proof: &Proof| proof.writes.slots().all(|s| self.state.arrays[s].as_deref().is_some_and(Writes::fit));
        match prove(self.code, &self.state, &seen, most) {
            Ok(proof) if proof.times >= FEWEST_TIMES && fits(&proof) => {
                self.skip(&proof, &seen.links);
                watch.skip(self.at);
            }
            Ok(proof) => {
                let (counters, by_path) = (proof.writes.counters(), proof.by_path);
                self.refuse(watch, arrivals, counters, !by_path);
            }
            Err(counters) => self.refuse(watch, arrivals, counters, true),
        }
    }

    fn refuse(&self, watch: &mut Watch, arrivals: usize, counters: Vec<Fixed>, longer: bool) {
        if !watch.sample(self.at, counters) {
            watch.refuse(self.at, arrivals, longer);
        }
    }

    /// Does what the proof says.
    fn skip(&mut self, proof: &Proof, cycle: &[Link]) {
        let steps = proof.times * cycle.len() as u64;
        self.steps += steps;
        self.proved += steps;
        for (slot, value) in &proof.ints {
            self.state.ints.set(*slot, value.clone());
        }
        let mut slots: Vec<usize> = proof.writes.slots().collect();
        slots.sort_unstable();
        slots.dedup();
        for slot in slots {
            if let Some(array) = &mut self.state.arrays[slot] {
                proof.writes.store(slot, Rc::make_mut(array), proof.times);
            }
        }
        for read in &proof.reads {
            match read.line {
                None => self.state.note_scalar(read.input, &read.first),
                Some(line) => {
                    self.state.note_element(read.input, line.start, &read.first);
                    if line.slope != 0 {
                        self.state.reads.extend(read.input, line.at(proof.times - 1));
                    }
                }
            }
        }
        // Each edge of the cycle was executed before.
        cycle.iter().for_each(|(from, _)| self.visit(*from, proof.times));
        if self.limits.trail > 0 {
            let rounds = proof.times.min((self.limits.trail / cycle.len()) as u64 + 1);
            (0..rounds).for_each(|_| cycle.iter().for_each(|(_, edge)| self.remember(*edge)));
        }
    }
}
