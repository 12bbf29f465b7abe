//! The navigator: symbolic execution of chains that constraint systems steer (\[ELN\] 3.3).
//!
//! `roots` walks the root chains, refuting as many as it can from their
//! constraint systems alone; `search` executes what is left, asking at each
//! loop node which subchain should run next or whether the loop is left. A
//! system only orders the alternatives: all of them are tried before a search
//! counts as exhausted.
//!
//! DEPARTURE (\[ELN\] Algorithm 2): the paper leaves a loop for good when the
//! counters solve the system. With a `★` in play that is wrong, so leaving is
//! only tried first.
//!
//! Where closed forms allow it a subchain, or a macro chain, runs many times in
//! one step: a `segment`. How many times is for the solver to choose, or for a plan
//! where a solver could not follow; `roots` tries both, each as long as that is
//! cheap. A segment that is exact stands for all single runs it covers; any other
//! is one of several alternatives, and single steps are tried as well before
//! anything counts as exhausted.
//!
//! What is found is a candidate: whether it is an answer is for the replay to say.

mod elements;
mod limits;
mod minimize;
mod model_repair;
mod nogood;
mod roots;
mod search;
mod segment;
#[cfg(test)]
mod tests;
mod trace;

pub use roots::{Exploration, Limits, Obstacle, Refutation, explore};
pub(crate) use segment::Guards;
pub use trace::{LoopRuns, Segment};

use crate::budget::Stop;
use crate::chain::NotUnfolded;
use crate::solver::Model;
use thiserror::Error;

/// How an exploration ended.
#[derive(Clone, Debug)]
pub enum Finding<'t> {
    /// These inputs should reach the target, by this path.
    Candidate {
        /// The inputs.
        model: Model<'t>,
        /// The loops passed, with what ran in them.
        path: Vec<LoopRuns>,
    },
    /// Every root chain was refuted.
    Nothing,
    /// Neither, for this reason.
    Unknown(Doubt),
}

impl From<NotUnfolded> for Doubt {
    fn from(why: NotUnfolded) -> Doubt {
        match why {
            NotUnfolded::Stopped(stop) => Doubt::Stopped(stop),
            NotUnfolded::TooManyChains(_) => Doubt::Chains(why),
        }
    }
}

/// Why an exploration came to no end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Doubt {
    /// The time was over, or the user stopped it.
    #[error("{0}")]
    Stopped(Stop),
    /// The program has too many chains.
    #[error("{0}")]
    Chains(NotUnfolded),
    /// There are more root chains to search than can be kept.
    #[error("there are more than {0} root chains to search")]
    RootChains(usize),
    /// A search was given up after so many nodes.
    #[error("the search was given up after {0} steps")]
    Steps(u64),
    /// Paths were followed for so many runs of subchains and no further.
    #[error("paths were followed for {0} runs of subchains, and no further")]
    Runs(u64),
    /// A path was found, but no values for all the elements it speaks of.
    #[error("a path was found, but no values for all elements of the inputs it reads")]
    Elements,
    /// z3 had no answer, for this reason.
    #[error("z3 could not decide a path condition: {0}")]
    Solver(String),
}
