//! Lets an interruption reach z3 while it works.
//!
//! z3 keeps time by itself; only the other reasons to stop of a [`Budget`] need another
//! thread, so only queries that turn out long run under watch.

use crate::budget::Budget;
use crate::solver::limits::watch::PERIOD;
use std::sync::mpsc::{RecvTimeoutError, channel};
use z3::Context;

/// Runs `work`, which uses z3's context of this thread, and makes z3 give up
/// when the budget is called off. The watcher ends with the work.
pub(super) fn watched<R>(budget: &Budget, work: impl FnOnce() -> R) -> R {
    let context = Context::thread_local();
    let handle = context.handle();
    let (over, waiting) = channel::<()>();
    std::thread::scope(|scope| {
        let watcher = move || {
            while waiting.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                if budget.called_off().is_some() {
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
