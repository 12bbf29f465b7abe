//! Chain program form: the program as straight lists of nodes (\[ELN\] 3.1).
//!
//! A root chain is a simple path from the start to the target, a subchain a
//! simple way once around a loop; in both, loops passed on the way are folded
//! into loop nodes. Subchains belong to their loop and are stored once, however
//! many chains pass the loop. So are the arms of a branch that is a node, the
//! ways through it. Root chains are walked lazily, by [`Unfolding`].
//!
//! Nothing here looks at what instructions mean.

mod print;
#[cfg(test)]
mod tests;
mod unfold;

pub use print::{show_branch, show_chain, show_loop};
pub use unfold::{Advance, NotUnfolded, RootPath, Unfolding};

use crate::program::{EdgeIndex, LocationId, Role, Span};
use crate::term::{Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};

/// Which loop: an index into [`Form::loops`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoopId(pub usize);

/// Which branch: an index into [`Form::branches`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BranchId(pub usize);

/// Which subchain or arm: an index into [`Form::subchains`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChainId(pub usize);

/// The loops, branches and subchains found so far.
#[derive(Clone, Debug, Default)]
pub struct Form {
    /// All loops.
    pub loops: Vec<Loop>,
    /// All branches that are nodes.
    pub branches: Vec<Branch>,
    /// All subchains and arms; [`ChainId`] `i` is printed `c(i+1)`.
    pub subchains: Vec<Chain>,
}

/// A loop, as entered at one location.
#[derive(Clone, Debug)]
pub struct Loop {
    /// Where it is entered and where each subchain begins and ends.
    pub header: LocationId,
    /// Everything that lies on a way from the header back to it.
    pub members: BTreeSet<LocationId>,
    /// The source of the header.
    pub span: Span,
    /// The simple ways once around.
    pub subchains: Vec<ChainId>,
    /// Variables whose values one run hands to the next or to what follows the loop.
    pub carried: BTreeSet<Symbol>,
    /// Variables assigned in the loop whose values nobody outside one run reads.
    pub temporary: BTreeSet<Symbol>,
}

/// A branch that is a node: exactly one of its arms is taken. No arm has a loop in it.
#[derive(Clone, Debug)]
pub struct Branch {
    /// Where it branches and where each arm begins.
    pub at: LocationId,
    /// The source of that.
    pub span: Span,
    /// The ways through it, to where all of them have come together.
    pub arms: Vec<ChainId>,
    /// Variables whose values an arm hands to what follows, with what was the same variable before it, if that is read.
    pub carried: BTreeMap<Symbol, Option<Symbol>>,
    /// Variables assigned in arms whose values nobody else reads.
    pub temporary: BTreeSet<Symbol>,
}

/// A straight list of nodes.
#[derive(Clone, Debug, Default)]
pub struct Chain {
    /// The nodes, in order.
    pub nodes: Vec<Node>,
    /// For each node the part of the graph it comes from.
    pub items: Vec<Item>,
}

/// One node of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A condition that has to hold here.
    Assume {
        /// The condition; never a conjunction.
        condition: Term,
        /// Its source.
        span: Span,
        /// Why it is there.
        role: Role,
    },
    /// Parallel assignments, one for an ordinary instruction.
    Transform {
        /// What each variable becomes.
        assignments: Vec<(Symbol, Term)>,
        /// Their source.
        span: Span,
        /// Whether it is the copy of a φ, which people need not see.
        phi: bool,
    },
    /// The subchains of a loop may run here, any number of times and in any order.
    Loop(LoopId),
    /// One of the arms of a branch is taken here.
    Branch(BranchId),
}

/// What a chain is made of, for comparing root chains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Item {
    /// An edge of the program.
    Edge(EdgeIndex),
    /// The loop, or the branch that is a node, at a location.
    At(LocationId),
}

impl ChainId {
    /// The name people see.
    pub fn name(self) -> String {
        format!("c{}", self.0 + 1)
    }
}
