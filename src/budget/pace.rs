//! How fast a thread gets on that shares the cores with others.

use std::time::{Duration, Instant};

/// Less work says nothing about the pace.
const TELLING: Duration = Duration::from_millis(20);
/// However seldom a thread has a core, it is not given more time than so many times what it would take alone.
const SLOWEST: f64 = 16.0;

/// The work of a thread since some time.
#[derive(Clone, Debug)]
pub(super) struct Pace {
    since: Instant,
    /// The work of the thread at that time.
    worked: Duration,
    /// What its pace was before.
    before: f64,
}

impl Pace {
    /// Begins now, in this thread.
    pub fn begun() -> Pace {
        Pace { since: Instant::now(), worked: worked(), before: 1.0 }
    }

    /// The same from now on.
    pub fn renewed(&self) -> Pace {
        Pace { before: self.now(), ..Pace::begun() }
    }

    /// How long the thread takes for so much work.
    pub fn in_time(&self, work: Duration) -> Duration {
        Duration::try_from_secs_f64(work.as_secs_f64() * self.now()).unwrap_or(Duration::MAX)
    }

    /// How many times as long the thread takes as if it were alone.
    fn now(&self) -> f64 {
        of(self.since.elapsed(), worked().saturating_sub(self.worked), self.before)
    }
}

fn of(took: Duration, worked: Duration, before: f64) -> f64 {
    if worked < TELLING { before } else { took.div_duration_f64(worked).clamp(1.0, SLOWEST) }
}

/// The time for which this thread had a core.
#[cfg(unix)]
fn worked() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let (seconds, nanoseconds) = (u64::try_from(time.tv_sec), u32::try_from(time.tv_nsec));
    Duration::new(seconds.unwrap_or_default(), nanoseconds.unwrap_or_default())
}

/// It is not known, so it is never telling.
#[cfg(not(unix))]
fn worked() -> Duration {
    Duration::ZERO
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_a_core_for_half_of_the_time_takes_twice_as_long() {
        let ms = Duration::from_millis;
        assert_eq!(of(ms(200), ms(100), 1.0), 2.0);
        assert_eq!(of(ms(100), ms(100), 3.0), 1.0);
        assert_eq!(of(ms(200), ms(1), 1.5), 1.5, "too little to tell");
        assert_eq!(of(ms(60_000), ms(100), 1.0), SLOWEST, "it waited for something else");
        assert_eq!(of(ms(99), ms(100), 1.0), 1.0, "clocks differ a little");
    }

    #[test]
    fn work_is_that_of_this_thread() {
        let pace = Pace::begun();
        let mut number = 1_u64;
        while worked().saturating_sub(pace.worked) < TELLING && cfg!(unix) {
            number = std::hint::black_box(number.wrapping_mul(3));
        }
        assert!((1.0..=SLOWEST).contains(&pace.now()));
        assert!((1.0..=SLOWEST).contains(&pace.renewed().before));
    }
}
