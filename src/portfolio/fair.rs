//! Two that work on one question side by side without taking more of the cores than one: they take turns, and one whose
//! turn is long does not keep the other from going on.

use crate::budget::Budget;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// So long they take turns: facts are mostly soon found. Then both go on all the time, since runs need it.
const TURNS: Duration = Duration::from_secs(1);
/// Who has had so much less than the other goes on beside it.
const BEHIND: Duration = Duration::from_millis(500);
/// How often is looked whether that is so.
const PAUSE: Duration = Duration::from_millis(5);

/// The time that two have had.
#[derive(Default)]
pub(super) struct Fair {
    had: Mutex<[Had; 2]>,
    changed: Condvar,
}

/// The time that one of them has had.
#[derive(Clone, Copy, Default)]
struct Had {
    /// By the turns that are over.
    before: Duration,
    /// When the turn began that is not.
    since: Option<Instant>,
    /// It waits for nobody any more, and nobody for it.
    is_over: bool,
}

impl Had {
    fn all(&self) -> Duration {
        self.before + self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }
}

/// The place of one of them, which the other does not wait for any more once it is given up.
pub(super) struct Seat<'a> {
    fair: &'a Fair,
    /// 0 is the one who goes first where both have had as much.
    who: usize,
    begun: Instant,
}

impl Fair {
    pub fn seat(&self, who: usize) -> Seat<'_> {
        Seat { fair: self, who, begun: Instant::now() }
    }

    fn had(&self) -> MutexGuard<'_, [Had; 2]> {
        self.had.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seat<'_> {
    /// What one turn comes to, once it may begin.
    pub fn turn<T>(&self, budget: &Budget, work: impl FnOnce() -> T) -> T {
        let mut had = self.fair.had();
        while !self.may_begin(&had) && budget.stop().is_none() {
            had = self.fair.changed.wait_timeout(had, PAUSE).unwrap_or_else(PoisonError::into_inner).0;
        }
        had[self.who].since = Some(Instant::now());
        drop(had);
        let came = work();
        let mut had = self.fair.had();
        had[self.who] = Had { before: had[self.who].all(), ..Had::default() };
        self.fair.changed.notify_all();
        came
    }

    fn may_begin(&self, had: &[Had; 2]) -> bool {
        let (own, other) = (&had[self.who], &had[1 - self.who]);
        if other.is_over || self.begun.elapsed() >= TURNS {
            return true;
        }
        match other.since {
            Some(_) => own.all() + BEHIND <= other.all(),
            None => own.all() < other.all() || self.who == 0 && own.all() == other.all(),
        }
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        self.fair.had()[self.who].is_over = true;
        self.fair.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn had(before: u64, is_over: bool) -> Had {
        Had { before: Duration::from_millis(before), since: None, is_over }
    }

    #[test]
    fn who_has_had_less_goes_on() {
        let fair = Fair::default();
        // However long this test takes, they take turns.
        let soon = Instant::now() + 720 * TURNS;
        let [first, second] = [0, 1].map(|who| Seat { begun: soon, ..fair.seat(who) });
        let both = |a, b| [had(a, false), had(b, false)];
        let may = |had: &[Had; 2]| (first.may_begin(had), second.may_begin(had));
        assert_eq!(may(&both(0, 0)), (true, false));
        assert_eq!(may(&both(10, 0)), (false, true));
        assert_eq!(may(&both(10, 20)), (true, false));
        assert_eq!(may(&[had(10, false), had(0, true)]), (true, true), "nobody is waited for who is done");
        // The other has its turn.
        let working = Had { since: Some(Instant::now()), ..had(1_000, false) };
        assert!(first.may_begin(&[had(0, false), working]), "one that is long behind does not wait");
        assert!(!first.may_begin(&[had(3_600_000, false), working]));
        let late = Seat { begun: Instant::now().checked_sub(TURNS).expect("the clock began before that"), ..first };
        assert!(late.may_begin(&[had(3_600_000, false), working]), "after a while nobody waits");
    }

    #[test]
    fn a_seat_that_is_given_up_lets_the_other_go_on() {
        let fair = Fair::default();
        let second = fair.seat(1);
        let turns = std::thread::scope(|threads| {
            let first = threads.spawn(|| {
                let first = fair.seat(0);
                first.turn(&Budget::unlimited(), || 1)
            });
            second.turn(&Budget::unlimited(), || 1) + first.join().expect("it counts only")
        });
        assert_eq!(turns, 2);
    }
}
