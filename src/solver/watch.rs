//! Lets an interruption reach z3 while it works, and the end of its time.
//!
//! z3 keeps time by itself, but where its time is over before a query has quite begun, as happens on a busy machine, it
//! forgets that. Of the other reasons to stop of a [`Budget`] it knows nothing. Both need another thread, so only queries
//! that turn out long, or that only the clock ends, run under watch.

use crate::budget::Budget;
use crate::solver::limits::watch::{GRACE, PERIOD};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use z3::Context;

/// Runs `work`, which uses z3's context of this thread, and makes z3 give up
/// when the budget is called off, or soon after the limit. The watcher ends with the work.
pub(super) fn watched<R>(budget: &Budget, limit: Duration, work: impl FnOnce() -> R) -> R {
    let context = Context::thread_local();
    let handle = context.handle();
    let (over, waiting) = channel::<()>();
    let begun = Instant::now();
    std::thread::scope(|scope| {
        let watcher = move || {
            while waiting.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                if budget.called_off().is_some() || begun.elapsed() > limit.saturating_add(GRACE) {
                    handle.interrupt();
                }
            }
        };
        // Without a thread the query still ends, by its time limit.
        let _ = std::thread::Builder::new().name("watch".to_owned()).spawn_scoped(scope, watcher);
        let result = work();
        drop(over);
        result
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use z3::ast::Int;
    use z3::{SatResult, Solver};

    #[test]
    fn z3_ends_soon_after_a_limit_that_it_was_not_told() {
        // Three cubes with the sum 114: nobody knows.
        let solver = Solver::new();
        let [x, y, z] = ["x", "y", "z"].map(Int::new_const);
        let cube = |v: &Int| v * v * v;
        solver.assert((cube(&x) + cube(&y) + cube(&z)).eq(Int::from_i64(114)));
        let (begun, limit) = (Instant::now(), Duration::from_millis(50));
        assert_eq!(watched(&Budget::unlimited(), limit, || solver.check()), SatResult::Unknown);
        assert!(begun.elapsed() > limit, "it gave up by itself");
        // The context is as good as new.
        let other = Solver::new();
        other.assert(x.gt(&y));
        assert_eq!(other.check(), SatResult::Sat);
    }
}
