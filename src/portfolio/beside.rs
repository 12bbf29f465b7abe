//! Engines beside one another, each on a thread of its own, as many as may work at a time.

use super::fair::Fair;
use super::helper::Helper;
use super::{
    Came, MADE_UP, RUNS_AND_FACTS, TOLD_FACTS, TURNED, by_values, search, search_seated, sliced, states, unroll,
    unstack,
};
use crate::answer::Verdict;
use crate::budget::Budget;
use crate::referee::Decided;
use crate::task::{AimedTask, Failure};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::scope;
use std::time::Duration;

/// Many questions are answered by the chains within this time, and cost only one engine.
const HEAD_START: Duration = Duration::from_millis(30);
/// What runs do not get to unrolling often decides in less than the chains do. This time, and that of slices, is for small
/// programs: all that engines do takes longer where a program is larger.
const HEAD_START_OF_UNROLLING: Duration = Duration::from_millis(200);
/// Where a program does much beside what is asked about, its chains are many.
const HEAD_START_OF_SLICES: Duration = Duration::from_millis(300);
/// With so many locations, and with more, these two head starts are half as long again.
const LARGE: u32 = 2000;
/// One of so many parts of the time that is left is for facts at values of variables, before the chains of slices.
const PART_OF_VALUES: u32 = 3;
/// And no more than this, which the chains may wait for.
const LONGEST_OF_VALUES: Duration = Duration::from_secs(10);
/// Runs on inputs that are made up find most of what turned ones find.
const HEAD_START_OF_TURNED: Duration = Duration::from_secs(2);
/// States that are executed decide much that is beyond the others, and cost these a part of the cores.
const HEAD_START_OF_STATES: Duration = Duration::from_secs(1);
/// So long is waited for unrolling, and for states, when the others have come to nothing.
const LAST_WAIT: Duration = Duration::from_secs(2);
/// And so long for runs on inputs that are made up.
const LAST_RUNS: Duration = Duration::from_secs(5);

/// No engine has decided yet.
const NOBODY: usize = usize::MAX;

/// Runs `first` and, unless that is over soon, the others beside it, as many as may work at a time; what these came to is
/// there unless `first` decided before it. `first` gets a budget that is ended when something is found, and says whether
/// it has decided.
pub(super) fn beside<T>(
    shared: &AimedTask,
    budget: &Budget,
    first: impl FnOnce(&Budget) -> (T, bool),
) -> Result<(T, Vec<Came>), Failure> {
    let parts = [(); 8].map(|()| budget.part());
    let [own, second, third, fourth, fifth, sixth, seventh, eighth] = &parts;
    let earlier = second.share(2);
    let end_all = || parts.iter().for_each(Budget::end);
    // Whoever decides ends the others: what these have is cut short, though it may look whole.
    // Each goes by the number of its part.
    let winner = AtomicUsize::new(NOBODY);
    let decides = |who: usize| winner.compare_exchange(NOBODY, who, Ordering::SeqCst, Ordering::SeqCst).is_ok();
    let ending = |who: usize, came: Came| {
        if came.is_ok() && decides(who) {
            end_all();
        }
        came
    };
    // Where there is no thread for it, unrolling comes after the search, and runs are a part of that. Runs on inputs that are
    // made up have a thread of their own otherwise: they find most inputs, if they have time, which solvers take all of.
    let (is_alone, is_shared) = (shared.task.question.jobs < 3, shared.task.question.jobs < 4);
    let tried = if is_shared { RUNS_AND_FACTS } else { TOLD_FACTS };
    let of_size = |head_start: Duration| head_start + head_start * shared.size().min(LARGE) / (2 * LARGE);
    let fair = Fair::default();
    let [running_seat, searching_seat] = [0, 1].map(|who| (!is_shared).then(|| fair.seat(who)));
    scope(|threads| {
        let searching = Helper::begin(threads, "invariants", HEAD_START, move || {
            let came = search_seated(shared, tried, searching_seat.as_ref(), if is_alone { &earlier } else { second })?;
            let unrolled = if is_alone && came.is_err() { Some(unroll(shared, second)?) } else { None };
            let came = unrolled.filter(Result::is_ok).unwrap_or(came);
            let is_last = is_shared && came.is_err();
            let unstacked = if is_last { Some(unstack(shared, second)?) } else { None };
            Ok(Some(ending(1, unstacked.filter(Result::is_ok).unwrap_or(came))))
        });
        // Only what it found is of interest, here and there.
        let unrolling = (!is_alone).then(|| {
            let work = || Ok(Some(ending(2, unroll(shared, third)?)).filter(Result::is_ok));
            Helper::begin(threads, "unrolling", of_size(HEAD_START_OF_UNROLLING), work)
        });
        let running = running_seat.map(|seat| {
            let work =
                move || Ok(Some(ending(5, search_seated(shared, MADE_UP, Some(&seat), sixth)?)).filter(Result::is_ok));
            Helper::begin(threads, "runs", HEAD_START, work)
        });
        let turning = (!is_shared).then(|| {
            let work = move || Ok(Some(ending(3, search(shared, TURNED, fourth)?)).filter(Result::is_ok));
            Helper::begin(threads, "turned runs", HEAD_START_OF_TURNED, work)
        });
        // What these exclude has no certificate.
        let executes = !is_shared && !shared.task.question.forms.certificate;
        let executing = executes.then(|| {
            // A path that was not replayed to its end ends nobody's work.
            let is_unknown = |decided: &Decided| matches!(decided.verdict, Verdict::Unknown { .. });
            let decided = move |came: &Came| came.as_ref().is_ok_and(|decided| !is_unknown(decided));
            let work = move || {
                let came = Some(states(shared, fifth)?).filter(decided);
                Ok(came.map(|came| ending(4, came)))
            };
            Helper::begin(threads, "states", HEAD_START_OF_STATES, work)
        });
        let unstacking = (!is_shared && !shared.task.original().recursions.is_empty()).then(|| {
            let work = || Ok(Some(ending(6, unstack(shared, seventh)?)).filter(Result::is_ok));
            // What is excluded so has no certificate.
            let waits = if shared.task.question.forms.certificate { LAST_WAIT } else { HEAD_START_OF_UNROLLING };
            Helper::begin(threads, "summaries", waits, work)
        });
        // Chains with less in them.
        let slicing = (!is_shared).then(|| {
            let work = || {
                let excluded = match by_values(shared, &eighth.share(PART_OF_VALUES).shortened(LONGEST_OF_VALUES))? {
                    Some(decided) => Some(decided),
                    None => sliced(shared, eighth)?,
                };
                Ok(excluded.map(|decided| ending(7, Ok(decided))))
            };
            Helper::begin(threads, "slice", of_size(HEAD_START_OF_SLICES), work)
        });
        let (result, decided) = first(own);
        let decided = decided && decides(0);
        if decided {
            end_all();
        }
        let came = searching.end(decided, None);
        let turned = turning.map_or(Ok(None), |helper| helper.end(decided, None));
        let is_found = |came: &Result<Option<Came>, Failure>| matches!(came, Ok(Some(Ok(_))) | Err(_));
        let is_decided = decided || is_found(&came) || is_found(&turned);
        let ran = running.map_or(Ok(None), |helper| helper.end(is_decided, Some((LAST_RUNS, sixth))));
        let is_decided = is_decided || is_found(&ran);
        let executed = executing.map_or(Ok(None), |helper| helper.end(is_decided, Some((LAST_WAIT, fifth))));
        let is_decided = is_decided || is_found(&executed);
        let unstacked = unstacking.map_or(Ok(None), |helper| helper.end(is_decided, Some((LAST_WAIT, seventh))));
        let is_decided = is_decided || is_found(&unstacked);
        let of_slice = slicing.map_or(Ok(None), |helper| helper.end(is_decided, Some((LAST_WAIT, eighth))));
        let is_over = is_decided || is_found(&of_slice);
        let unrolled = unrolling.map_or(Ok(None), |helper| helper.end(is_over, Some((LAST_WAIT, third))));
        let all =
            [(1, came?), (2, unrolled?), (3, turned?), (4, executed?), (5, ran?), (6, unstacked?), (7, of_slice?)];
        let all = all.into_iter().filter(|_| !decided);
        let mut all: Vec<(usize, Came)> = all.filter_map(|(who, came)| Some((who, came?))).collect();
        // What the last one has is shown, if they agree.
        all.sort_by_key(|(who, _)| *who == winner.load(Ordering::SeqCst));
        Ok((result, all.into_iter().map(|(_, came)| came).collect()))
    })
}
