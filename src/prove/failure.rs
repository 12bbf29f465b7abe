//! Why there are no facts that exclude a target.

use super::unrolled::MOST;
use crate::budget::Stop;
use crate::loops::blocks::Uncut;
use thiserror::Error;

/// Why a search for facts, or one source of them, has come to nothing.
#[derive(Clone, Debug, Error)]
pub enum NoProof {
    /// All that was found does not exclude it.
    #[error("what was found does not")]
    NotEnough,
    /// There was no time for more.
    #[error("{0}")]
    Stopped(Stop),
    /// The program is not one of blocks between loop heads.
    #[error(transparent)]
    Uncut(#[from] Uncut),
    /// A fact that was proposed does not hold after a block that begins on this line.
    #[error("line {0}: a fact is not preserved")]
    NotPreserved(u32),
    /// Nobody knows whether a fact holds after a block that begins on this line.
    #[error("line {0}: {1}")]
    Undecided(u32, String),
    /// Somebody finds a path to the target; it may be none.
    #[error("{0} finds a path to the target")]
    Path(&'static str),
    /// Spacer has given up.
    #[error("Spacer: {0}")]
    Spacer(String),
    /// What Spacer says of a path cannot be read.
    #[error("Spacer finds a path to the target, and does not say which")]
    UnreadPath,
    /// Rounds of loops have no order that is known.
    #[error("its loops are not nested within one another")]
    NotNested,
    /// Too many to be followed, round for round.
    #[error("its loops have more than {MOST} states")]
    TooManyStates,
    /// The first of several ways that were joined is lost.
    #[error("how the target is reached after some rounds is not known")]
    UnknownWay,
    /// A counter of rounds has no value.
    #[error("how often a loop went round is not known")]
    UnknownRounds,
    /// Whether the target is reached after some rounds is not known.
    #[error("{0}")]
    UnknownRound(String),
}

impl From<Stop> for NoProof {
    fn from(stop: Stop) -> NoProof {
        NoProof::Stopped(stop)
    }
}
