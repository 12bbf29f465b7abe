//! What z3 is told of how to work, the same for all who ask it.

use crate::solver::limits::smt::WORK_PER_MS;
use std::time::Duration;
use z3::Params;

/// Up to a limit of work, the same at every run as far as that is possible, and at the latest when this time is over.
pub(super) fn worked(limit: Duration) -> Params {
    let mut params = timed(limit);
    let ms = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX).max(1);
    params.set_u32("rlimit", u32::try_from(ms.saturating_mul(WORK_PER_MS)).unwrap_or(u32::MAX));
    params
}

/// Only the clock ends a query: z3 counts much work for what is quickly done if it is told all at once.
pub(super) fn timed(limit: Duration) -> Params {
    let mut params = limited(limit);
    params.set_u32("random_seed", 0);
    params
}

/// The same for Spacer, which has no seed of this name.
pub(super) fn limited(limit: Duration) -> Params {
    // z3 takes a limit of 0 for none.
    let ms = u32::try_from(limit.as_millis()).unwrap_or(u32::MAX).max(1);
    let mut params = Params::new();
    params.set_u32("timeout", ms);
    // Otherwise z3 takes an interruption for itself: it gives up the query, and nobody else hears of it.
    params.set_bool("ctrl_c", false);
    params
}

/// The same for what says how something is derived, which it does of all predicates only if it leaves none out.
pub(super) fn told_apart(limit: Duration) -> Params {
    let mut params = limited(limit);
    params.set_symbol("engine", "spacer");
    for simplification in ["xform.slice", "xform.inline_linear", "xform.inline_eager"] {
        params.set_bool(simplification, false);
    }
    params
}
