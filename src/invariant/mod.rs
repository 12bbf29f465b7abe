//! Invariants: facts that hold whenever a location is reached, and what proves them.
//!
//! A program is cut at its loop heads ([`cut`]), which leaves finitely many blocks from one cut point to the next, each
//! with its condition and its effect ([`Block`]). Facts at the cut points are an invariant if each block preserves them,
//! and they exclude the target if no block to it is left: one [`obligation`] for each block and fact, to be refuted by
//! any solver. Nothing here trusts whoever proposes the facts. What blocks rest on besides is obliged too: that values
//! stay in the ranges of their variables ([`ranges()`]), and that a program never has a choice ([`choices`]).

mod determinism;
mod instrument;
mod obligation;
mod range;
#[cfg(test)]
mod tests;

use crate::loops::blocks::{Block, Cut};
pub use determinism::{Choice, Unconditional, choices};
pub use instrument::instrumented;
pub(crate) use obligation::conditions;
pub use obligation::{Obligation, Purpose, Says, obligations};
pub use range::ranges;

use crate::program::LocationId;
use crate::term::{Symbol, Term};
use std::collections::BTreeMap;

/// A condition that holds for all values of its bound symbols.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fact {
    /// Integers that no instruction assigns and no other part of the program mentions.
    pub bound: Vec<Symbol>,
    /// The condition, without quantifiers.
    pub body: Term,
}

impl Fact {
    /// A condition without bound symbols.
    pub fn of(body: Term) -> Fact {
        Fact { bound: Vec::new(), body }
    }
}

/// Facts by the cut point where they hold. Those of one cut point hold together.
pub type Facts = BTreeMap<LocationId, Vec<Fact>>;
