//! How long an answer may take, how much memory, and whether the user still wants it.
//!
//! One [`Budget`] is made per question, cloned to whoever works on it, and
//! asked at every step that can repeat. It does not measure memory: whoever
//! does says so with [`Budget::exhaust`]. Bounds on depth or rounds belong
//! to the stage that has them.

mod pace;

use crate::quantity::show_size;
use pace::Pace;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The time that is shared where there is no limit.
const UNLIMITED: Duration = Duration::from_secs(240);

/// What is left of the time for one question, and its limit of memory. Clones share the interruption.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    limit: Option<(Instant, Duration)>,
    memory: Option<u64>,
    interrupted: Arc<AtomicBool>,
    exhausted: Arc<AtomicBool>,
    /// What this is a part of, and itself, if it is one.
    ended: Vec<Arc<AtomicBool>>,
    /// Whose work limits are of, if they are not of time.
    pace: Option<Pace>,
    /// How often shorter limits were doubled.
    doubled: u32,
}

/// Why work has to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The time is over; it was this much.
    Timeout(Duration),
    /// The memory is used up; it was this many bytes.
    Memory(u64),
    /// The user said so.
    Interrupted,
}

impl Budget {
    /// No limit: only an interruption stops it.
    pub fn unlimited() -> Budget {
        Budget::default()
    }

    /// Ends `limit` from now. A limit too long for the clock is none.
    pub fn lasting(limit: Duration) -> Budget {
        let limit = Instant::now().checked_add(limit).map(|end| (end, limit));
        Budget { limit, ..Budget::default() }
    }

    /// The same budget with a limit of memory, in bytes.
    pub fn with_memory(self, limit: u64) -> Budget {
        Budget { memory: Some(limit), ..self }
    }

    /// The limit of memory, in bytes.
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// The same budget, which this flag interrupts instead of its own.
    pub fn interrupted_by(self, flag: Arc<AtomicBool>) -> Budget {
        Budget { interrupted: flag, ..self }
    }

    /// Stops all clones. Safe to call from any thread.
    pub fn interrupt(&self) {
        self.interrupted.store(true, Ordering::Relaxed);
    }

    /// Whether it was interrupted, whatever the clock says.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// The same budget for what this thread does: shorter limits are of its work then. Where it has a core for half of the
    /// time they last twice as long, so that what it comes to depends less on who else works.
    pub fn of_work(self) -> Budget {
        Budget { pace: Some(Pace::begun()), ..self }
    }

    /// The same budget where all shorter limits are so many powers of two longer.
    pub fn with_patience(self, doubled: u32) -> Budget {
        Budget { doubled, ..self }
    }

    /// The same budget with at most this much time left, or this much work.
    pub fn shortened(&self, longest: Duration) -> Budget {
        let mut shorter = self.shorter(self.in_time(longest));
        shorter.pace = self.pace.as_ref().map(Pace::renewed);
        shorter
    }

    fn shorter(&self, longest: Duration) -> Budget {
        match self.remaining() {
            Some(left) if left <= longest => self.clone(),
            _ => Budget { limit: Budget::lasting(longest).limit, ..self.clone() },
        }
    }

    /// How long this thread takes for so much work, or time if that is what limits are of, with the patience there is.
    fn in_time(&self, work: Duration) -> Duration {
        let work = work.saturating_mul(1_u32.checked_shl(self.doubled).unwrap_or(u32::MAX));
        self.pace.as_ref().map_or(work, |pace| pace.in_time(work))
    }

    /// The same budget with one of so many parts of the time that is left: what there is to share where there is no limit is
    /// enough for two that work alone for two minutes.
    pub fn share(&self, parts: u32) -> Budget {
        self.shorter(self.remaining().unwrap_or(UNLIMITED) / parts)
    }

    /// The same budget for a part of the work, which can be ended without the rest.
    pub fn part(&self) -> Budget {
        let mut part = self.clone();
        part.ended.push(Arc::default());
        part
    }

    /// Ends this part, its clones, and its parts. What is no part is not ended.
    pub fn end(&self) {
        if let Some(flag) = self.ended.last() {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Stops all clones because the memory is used up. Without a limit of memory it does nothing.
    pub fn exhaust(&self) {
        self.exhausted.store(true, Ordering::Relaxed);
    }

    /// The reason to stop now that has nothing to do with time, if there is one.
    pub fn called_off(&self) -> Option<Stop> {
        if self.is_interrupted() {
            return Some(Stop::Interrupted);
        }
        if self.ended.iter().any(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Stop::Interrupted);
        }
        self.memory.filter(|_| self.exhausted.load(Ordering::Relaxed)).map(Stop::Memory)
    }

    /// The reason to stop now, if there is one.
    pub fn stop(&self) -> Option<Stop> {
        if let Some(stop) = self.called_off() {
            return Some(stop);
        }
        let (end, limit) = self.limit?;
        (Instant::now() >= end).then_some(Stop::Timeout(limit))
    }

    /// What is left; `None` without a limit.
    pub fn remaining(&self) -> Option<Duration> {
        self.limit.map(|(end, _)| end.saturating_duration_since(Instant::now()))
    }

    /// What is left, in milliseconds; `None` without a limit.
    pub fn remaining_ms(&self) -> Option<u64> {
        self.remaining().map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX))
    }

    /// The lesser of `wanted`, time or work, and what is left, as time.
    pub fn at_most(&self, wanted: Duration) -> Duration {
        let wanted = self.in_time(wanted);
        self.remaining().map_or(wanted, |left| left.min(wanted))
    }
}

impl Stop {
    /// What to try.
    pub fn advice(self) -> Option<&'static str> {
        match self {
            Stop::Timeout(_) => Some("a larger --timeout"),
            Stop::Memory(_) => Some("a larger --memory"),
            Stop::Interrupted => None,
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // A part of a limit is any number of nanoseconds.
            Stop::Timeout(limit) => {
                write!(f, "the time limit of {} s is over", (limit.as_secs_f64() * 1000.0).round() / 1000.0)
            }
            Stop::Memory(limit) => write!(f, "the memory limit of {} was reached", show_size(*limit)),
            Stop::Interrupted => write!(f, "interrupted"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_with_its_time() {
        let limit = Duration::from_millis(1500);
        assert_eq!(Budget::lasting(limit).stop(), None);
        assert!(Budget::lasting(limit).remaining_ms().is_some_and(|ms| ms <= 1500));
        let over = Budget::lasting(Duration::ZERO);
        assert_eq!(over.stop(), Some(Stop::Timeout(Duration::ZERO)));
        assert_eq!(over.at_most(limit), Duration::ZERO);
        assert_eq!(Stop::Timeout(limit).to_string(), "the time limit of 1.5 s is over");
        let part = Duration::from_nanos(2_215_214_652);
        assert_eq!(Stop::Timeout(part).to_string(), "the time limit of 2.215 s is over");
        assert_eq!(Budget::lasting(Duration::MAX).remaining(), None);
    }

    #[test]
    fn with_patience_shorter_limits_are_longer_and_the_time_is_not() {
        let (short, long) = (Duration::from_secs(1), Duration::from_secs(60));
        let budget = Budget::lasting(long);
        assert_eq!(budget.at_most(short), short);
        let patient = budget.with_patience(2);
        assert_eq!(patient.at_most(short), 4 * short);
        assert!(patient.shortened(short).remaining().is_some_and(|left| left > short && left <= 4 * short));
        assert!(patient.at_most(long / 2) <= long);
    }

    #[test]
    fn memory_stops_every_clone_that_has_a_limit() {
        let budget = Budget::unlimited().with_memory(2 << 30);
        let clone = budget.clone();
        assert_eq!(budget.stop(), None);
        clone.exhaust();
        assert_eq!(budget.stop(), Some(Stop::Memory(2 << 30)));
        assert_eq!(Stop::Memory(2 << 30).to_string(), "the memory limit of 2 GiB was reached");
        budget.interrupt();
        assert_eq!(clone.stop(), Some(Stop::Interrupted));
        let unlimited = Budget::unlimited();
        unlimited.exhaust();
        assert_eq!(unlimited.stop(), None);
    }

    #[test]
    fn a_part_ends_alone() {
        let whole = Budget::unlimited();
        let (first, second) = (whole.part(), whole.part());
        let inner = first.part();
        first.end();
        assert_eq!(first.clone().stop(), Some(Stop::Interrupted));
        assert_eq!(inner.stop(), Some(Stop::Interrupted));
        assert_eq!((second.stop(), whole.stop()), (None, None));
        whole.end();
        assert_eq!(second.stop(), None);
        whole.interrupt();
        assert_eq!(second.stop(), Some(Stop::Interrupted));
    }

    #[test]
    fn an_interruption_reaches_every_clone() {
        let budget = Budget::unlimited();
        let clone = budget.clone();
        std::thread::spawn(move || clone.interrupt()).join().expect("no panic");
        assert_eq!(budget.stop(), Some(Stop::Interrupted));
        assert_eq!(budget.stop().map(|s| s.to_string()), Some("interrupted".to_owned()));
    }
}
