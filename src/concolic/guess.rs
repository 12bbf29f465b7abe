//! Summaries as the paper guesses them.

use super::path::{Halt, Walk};
use super::trace::Round;

/// The rounds of a loop.
pub(super) fn rounds(walk: &mut Walk, rounds: &[Round]) -> Result<(), Halt> {
    rounds.iter().try_for_each(|round| walk.all(&round.items))
}
