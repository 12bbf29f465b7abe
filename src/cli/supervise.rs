//! Stopping in time, whatever the engine is doing, and catching its panics.
//!
//! The engine works on a thread of its own with a large stack. It is asked to
//! stop when the time is over, the memory is used up, or the user interrupts; if
//! it does not come back soon, the process goes on without it.

use super::{Exit, memory, output};
use lariat::budget::{Budget, Stop};
use lariat::task::Failure;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Deeply nested programs need deep recursion; only what is used is ever in memory.
const STACK: usize = 512 << 20;

/// How often the clock, the memory and the interruption are looked at.
const GLANCE: Duration = Duration::from_millis(20);

/// How long an engine may take to stop.
const GRACE: Duration = Duration::from_millis(380);

/// What the last panic said, and where.
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

/// What came of the work.
pub enum Supervised<T> {
    /// It was done.
    Done(T),
    /// It did not stop when it was told to, or before it had anything to say.
    Abandoned(Stop),
}

/// Panics are reported once, by [`supervised`], and not where they happen.
pub fn keep_panics_quiet() {
    std::panic::set_hook(Box::new(|info| {
        if let Ok(mut last) = LAST_PANIC.lock() {
            *last = info.to_string();
        }
    }));
}

/// Does the work under `budget`, which the user's interruption ends too, and what the process has in memory.
pub fn supervised<T: Send + 'static>(
    budget: &Budget,
    work: impl FnOnce(&Budget) -> Result<T, Failure> + Send + 'static,
) -> Result<Supervised<T>, Failure> {
    supervised_for(budget, GRACE, work)
}

/// The same for work that may take this long to stop.
pub fn supervised_for<T: Send + 'static>(
    budget: &Budget,
    grace: Duration,
    work: impl FnOnce(&Budget) -> Result<T, Failure> + Send + 'static,
) -> Result<Supervised<T>, Failure> {
    interrupt_on_signals(budget.clone());
    if let Some(limit) = budget.memory() {
        memory::fence(limit, STACK as u64);
    }
    let (sender, receiver) = channel();
    let engine_budget = budget.clone();
    let engine = move || {
        let result = catch_unwind(AssertUnwindSafe(|| work(&engine_budget)));
        // The receiver may have given up.
        let _ = sender.send(result.unwrap_or_else(|_| Err(Failure::Internal(last_panic()))));
    };
    std::thread::Builder::new()
        .name("engine".into())
        .stack_size(STACK)
        .spawn(engine)
        .map_err(|e| Failure::Internal(format!("no thread to work on: {e}")))?;
    let mut stopping: Option<(Stop, Instant)> = None;
    loop {
        match receiver.recv_timeout(GLANCE) {
            Ok(Err(Failure::Stopped(stop))) => return Ok(Supervised::Abandoned(stop)),
            Ok(result) => return result.map(Supervised::Done),
            Err(RecvTimeoutError::Disconnected) => return Err(Failure::Internal(last_panic())),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let (Some(limit), Some(used)) = (budget.memory(), memory::resident())
            && used > limit
        {
            budget.exhaust();
        }
        match (stopping, budget.stop()) {
            (None, Some(stop)) => stopping = Some((stop, Instant::now())),
            (Some((stop, since)), _) if since.elapsed() > grace => return Ok(Supervised::Abandoned(stop)),
            _ => {}
        }
    }
}

/// The same for work whose result is text, printed if it comes.
pub fn printed(budget: &Budget, work: impl FnOnce(&Budget) -> Result<String, Failure> + Send + 'static) -> Exit {
    match supervised(budget, work) {
        Ok(Supervised::Done(text)) => output::print(&text, Exit::Answered),
        Ok(Supervised::Abandoned(stop)) => output::fail(&Failure::Stopped(stop)),
        Err(failure) => output::fail(&failure),
    }
}

fn interrupt_on_signals(budget: Budget) {
    let handler = move || {
        if budget.is_interrupted() {
            std::process::exit(Exit::Interrupted as i32);
        }
        budget.interrupt();
    };
    // Without a handler an interruption ends the process, which is good enough.
    let _ = ctrlc::set_handler(handler);
}

fn last_panic() -> String {
    LAST_PANIC.lock().map(|text| text.clone()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_stop_is_left_behind() {
        let started = Instant::now();
        let stubborn = |_: &Budget| -> Result<(), Failure> {
            std::thread::sleep(Duration::from_secs(5));
            Ok(())
        };
        let result = supervised(&Budget::lasting(Duration::from_millis(50)), stubborn);
        assert!(matches!(result, Ok(Supervised::Abandoned(Stop::Timeout(_)))));
        assert!(started.elapsed() < Duration::from_millis(550), "{:?}", started.elapsed());
    }

    #[test]
    fn what_stops_is_heard() {
        let obedient = |budget: &Budget| {
            while budget.stop().is_none() {
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok("partial")
        };
        let result = supervised(&Budget::lasting(Duration::from_millis(50)), obedient);
        assert!(matches!(result, Ok(Supervised::Done("partial"))));
    }

    #[test]
    fn panics_are_internal_errors() {
        let result = supervised(&Budget::unlimited(), |_| -> Result<(), Failure> { panic!("the rope broke") });
        assert!(matches!(result, Err(Failure::Internal(_))));
    }
}
