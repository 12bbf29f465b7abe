//! The second engine, which looks for facts at loop heads, and the two side by side.

use super::prepare::{Ranged, Reading, lower, prepare_program};
use super::{Failure, explain};
use crate::answer::Refutation;
use crate::budget::Budget;
use crate::prove::{Forms, prove};
use crate::question::Question;
use crate::source::Source;
use crate::term::Terms;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Builder, ScopedJoinHandle, scope};
use std::time::Duration;

/// Most questions are answered within this time, and cost only one engine.
const HEAD_START: Duration = Duration::from_millis(400);
/// The longest the search for facts may take, whatever the budget.
const LONGEST: Duration = Duration::from_secs(120);
/// For deep terms; only what is used is ever in memory.
const STACK: usize = 512 << 20;

/// What the search for facts came to.
#[derive(Clone, Debug)]
pub(super) enum Found {
    /// Facts that exclude the target, in words, and where they come from.
    Proof(Refutation, String),
    /// None, for this reason.
    Nothing(String),
}

/// Looks for facts that exclude the target.
pub(super) fn find(source: &Source, question: &Question, budget: &Budget) -> Result<Found, Failure> {
    let terms = Terms::new();
    let program = lower(&terms, &mut source.clone(), &Reading::of(question, budget))?;
    let prepared = prepare_program(&terms, program, &question.target, question.limits.ways)?;
    let Ranged { pruned, states, simplified } = &prepared.ranged;
    let forms = Forms { program: pruned, simplified, target: prepared.aimed.target };
    Ok(match prove(&terms, forms, states, &budget.shortened(LONGEST)) {
        Ok(proof) => Found::Proof(explain::proof(&terms, pruned, &proof), proof.source.to_string()),
        Err(why) => Found::Nothing(why),
    })
}

/// Runs `first` and, unless that is over soon, the search for facts beside it. `first` gets a budget that is
/// ended when facts are found, and says whether it has decided.
pub(super) fn beside<T>(
    source: &Source,
    question: &Question,
    budget: &Budget,
    first: impl FnOnce(&Budget) -> (T, bool),
) -> Result<(T, Option<Found>), Failure> {
    let (own, other) = (budget.part(), budget.part());
    let (go, wait) = channel::<()>();
    let (own, other) = (&own, &other);
    scope(|threads| {
        let search = move || {
            if wait.recv_timeout(HEAD_START) == Err(RecvTimeoutError::Disconnected) {
                return Ok(None);
            }
            let found = find(source, question, other)?;
            if matches!(found, Found::Proof(..)) {
                own.end();
            }
            Ok(Some(found))
        };
        // Without a thread there is only the first.
        let searching = Builder::new().name("invariants".into()).stack_size(STACK).spawn_scoped(threads, search).ok();
        let (result, decided) = first(own);
        let found = finish(searching, go, decided, other)?;
        Ok((result, found))
    })
}

/// What the search beside found; where all is decided it is only ended.
fn finish(
    searching: Option<ScopedJoinHandle<Result<Option<Found>, Failure>>>,
    go: Sender<()>,
    decided: bool,
    part: &Budget,
) -> Result<Option<Found>, Failure> {
    if decided {
        part.end();
    } else {
        // It may be over already.
        let _ = go.send(());
    }
    drop(go);
    match searching.map(ScopedJoinHandle::join) {
        None => Ok(None),
        // Where the search could not even begin, the first has said so.
        Some(Ok(Err(failure @ Failure::Internal(_)))) if !decided => Err(failure),
        Some(Ok(found)) => Ok(found.ok().flatten()),
        Some(Err(panic)) => std::panic::resume_unwind(panic),
    }
}
