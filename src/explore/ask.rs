//! One question of an exploration, asked alone.

use super::explored::Open;
use super::limits::search::{GLANCE, GRACE, STACK};
use crate::answer::{Answer, Nearest};
use crate::budget::{Budget, Stop};
use crate::question::Question;
use crate::reach;
use crate::task::{Failure, Lowered, Task};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::Duration;

/// What comes of a question, if that comes soon after its budget ends. It is asked on a thread of its own, which is left
/// behind if it does not. `waiting` is done again and again meanwhile.
pub(super) fn answered(
    lowered: Arc<Lowered>,
    question: Question,
    budget: &Budget,
    waiting: &dyn Fn(),
) -> Result<Answer, Failure> {
    let (sender, receiver) = channel();
    let part = budget.part();
    let own = part.clone();
    let work = move || {
        let task = Task { question: &question, lowered: &lowered };
        let (terms, _) = task.program();
        // Nobody may wait any more.
        let _ = sender.send(reach::answer(&terms, &task, &own));
    };
    let thread = Builder::new().name("question".into()).stack_size(STACK).spawn(work);
    let thread = thread.map_err(|e| Failure::Internal(format!("no thread to ask on: {e}")))?;
    loop {
        match receiver.recv_timeout(budget.at_most(GLANCE).max(Duration::from_millis(1))) {
            Ok(answer) => return answer,
            Err(RecvTimeoutError::Disconnected) => match thread.join() {
                Err(panic) => std::panic::resume_unwind(panic),
                Ok(()) => return Err(Failure::Internal("a question ended without an answer".into())),
            },
            Err(RecvTimeoutError::Timeout) => waiting(),
        }
        if let Some(stop) = budget.stop() {
            return match receiver.recv_timeout(GRACE) {
                Ok(answer) => answer,
                Err(_) => {
                    part.end();
                    Err(Failure::Stopped(stop))
                }
            };
        }
    }
}

/// What is said of a question that was stopped; `budget` is that of all questions.
pub(super) fn unfinished(stop: Stop, budget: &Budget, nearest: Option<Nearest>) -> Open {
    let (reason, advice) = match (&stop, budget.stop()) {
        (Stop::Timeout(_), None) => ("its own time was over".to_string(), Some("a larger --per-target")),
        (Stop::Timeout(_), Some(_)) => ("the time was over while it was asked about".to_string(), stop.advice()),
        (Stop::Memory(_) | Stop::Interrupted, _) => (stop.to_string(), stop.advice()),
    };
    Open { reason, advice: advice.map(str::to_string), nearest }
}
