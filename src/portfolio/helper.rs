//! Threads beside the chains.

use super::Came;
use crate::budget::Budget;
use crate::task::Failure;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{Builder, Scope, ScopedJoinHandle};
use std::time::Duration;

/// For deep terms; only what is used is ever in memory.
const STACK: usize = 512 << 20;

/// Someone who works beside the chains once these have not decided soon.
pub(super) struct Helper<'scope> {
    go: Sender<()>,
    done: Receiver<()>,
    /// Without a thread there are only the chains.
    thread: Option<ScopedJoinHandle<'scope, Result<Option<Came>, Failure>>>,
}

impl<'scope> Helper<'scope> {
    /// Begins after the others' head start.
    pub fn begin<'env>(
        threads: &'scope Scope<'scope, 'env>,
        name: &str,
        head_start: Duration,
        work: impl FnOnce() -> Result<Option<Came>, Failure> + Send + 'scope,
    ) -> Helper<'scope> {
        let (go, wait) = channel::<()>();
        let (finished, done) = channel::<()>();
        let thread = Builder::new().name(name.into()).stack_size(STACK).spawn_scoped(threads, move || {
            // Nobody waits for it any more when this is dropped.
            let _finished = finished;
            match wait.recv_timeout(head_start) {
                Err(RecvTimeoutError::Disconnected) => Ok(None),
                _ => work(),
            }
        });
        Helper { go, done, thread: thread.ok() }
    }

    /// What was found; where all is `decided` nothing. Else it begins at once if it has not yet, and may have so much time
    /// before its budget is ended.
    pub fn end(self, decided: bool, longest: Option<(Duration, &Budget)>) -> Result<Option<Came>, Failure> {
        let Helper { go, done, thread } = self;
        if !decided {
            // It may be over already.
            let _ = go.send(());
        }
        drop(go);
        if let Some((longest, budget)) = longest {
            let _ = done.recv_timeout(longest);
            budget.end();
        }
        match thread.map(ScopedJoinHandle::join) {
            None => Ok(None),
            // Where the search could not even begin, the first has said so.
            Some(Ok(Err(failure @ Failure::Internal(_)))) if !decided => Err(failure),
            Some(Ok(found)) => Ok(found.ok().flatten().filter(|_| !decided)),
            Some(Err(panic)) => std::panic::resume_unwind(panic),
        }
    }
}
