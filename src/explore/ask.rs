//! One question of an exploration, asked alone.

use super::explored::Open;
use super::limits::search::{BRIEF, GLANCE, GRACE, STACK};
use crate::answer::{Answer, Nearest};
use crate::budget::{Budget, Stop};
use crate::question::Question;
use crate::reach;
use crate::task::{Failure, Lowered, Task};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;

/// What somebody did who waits for an answer.
pub(super) enum Waited {
    /// Nothing that has to do with the answer.
    Idle,
    /// What makes the answer one that nobody needs.
    Done,
}

/// What comes of a question, if that comes soon after its budget ends. It is asked on a thread of its own, which is left
/// behind if it does not. `waiting` is done again and again meanwhile.
pub(super) fn answered(
    lowered: Arc<Lowered>,
    question: Question,
    budget: &Budget,
    waiting: &mut dyn FnMut() -> Result<Waited, Failure>,
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
        match receiver.recv_timeout(budget.at_most(GLANCE).max(BRIEF)) {
            Ok(answer) => return answer,
            Err(RecvTimeoutError::Disconnected) => match thread.join() {
                Err(panic) => std::panic::resume_unwind(panic),
                Ok(()) => return Err(Failure::Internal("a question ended without an answer".into())),
            },
            Err(RecvTimeoutError::Timeout) => match waiting() {
                Ok(Waited::Idle) => {}
                Ok(Waited::Done) => {
                    part.end();
                    return Err(Failure::Stopped(Stop::Interrupted));
                }
                Err(failure) => {
                    part.end();
                    return Err(failure);
                }
            },
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::{self, Options, Read};
    use crate::source::Source;
    use crate::task::Reading;
    use crate::term::Terms;
    use std::time::{Duration, Instant};

    #[test]
    fn a_question_ends_that_nobody_asks_any_more() {
        let text = "int f(unsigned long x, unsigned long y) { if (x > 1 && y > 1 && x >> 32 == 0 && y >> 32 == 0)
            if (x * y == 1000000016000000063) { L: return 1; } return 0; }";
        let mut source = Source::from_text("test.c", text);
        let options = Options { entry: "f".into(), ..Options::default() };
        let parsed = frontend::parse(&mut source, &options).expect("the text is C");
        let question = Question::about("test.c".into(), "label:L".parse().expect("a target"));
        let question = Question { entry: "f".into(), ..question };
        let budget = Budget::lasting(Duration::from_secs(300));
        let read = Arc::new(Read { source, parsed });
        let lowered = Lowered::new(&Terms::new(), read, &Reading::of(&question, &budget)).expect("it is supported");
        let started = Instant::now();
        let came = answered(Arc::new(lowered), question, &budget, &mut || Ok(Waited::Done));
        assert!(matches!(came, Err(Failure::Stopped(Stop::Interrupted))));
        assert!(started.elapsed() < Duration::from_secs(60));
    }
}
