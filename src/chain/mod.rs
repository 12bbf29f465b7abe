//! Chain program form: the program as straight lists of nodes (\[ELN\] 3.1).
//!
//! A root chain is a simple path from the start to the target, a subchain a
//! simple way once around a loop; in both, loops passed on the way are folded
//! into loop nodes. Subchains belong to their loop and are stored once, however
//! many chains pass the loop. Root chains are walked lazily, by [`Unfolding`].
//!
//! Nothing here looks at what instructions mean.

mod print;
#[cfg(test)]
mod tests;
mod unfold;

pub use print::{show_chain, show_loop};
pub use unfold::{Advance, NotUnfolded, RootPath, Unfolding};

use crate::program::{EdgeIndex, LocationId, Role, Span};
use crate::term::{Symbol, Term};
use std::collections::BTreeSet;

/// Which loop: an index into [`Form::loops`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoopId(pub usize);

/// Which subchain: an index into [`Form::subchains`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChainId(pub usize);

/// The loops and subchains found so far.
#[derive(Clone, Debug, Default)]
pub struct Form {
    /// All loops.
    pub loops: Vec<Loop>,
    /// All subchains; [`ChainId`] `i` is printed `c(i+1)`.
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
    /// Whether it is a folded branch: exactly one of its subchains runs, and once.
    pub once: bool,
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
        /// Whether it is the copy of a φ or comes from folding a branch, which people need not see.
        phi: bool,
    },
    /// The subchains of a loop may run here, any number of times and in any order.
    Loop(LoopId),
}

/// What a chain is made of, for comparing root chains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Item {
    /// An edge of the program.
    Edge(EdgeIndex),
    /// The loop node at a location.
    Loop(LocationId),
}

impl ChainId {
    /// The name people see.
    pub fn name(self) -> String {
        format!("c{}", self.0 + 1)
    }
}
