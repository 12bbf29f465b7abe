//! Constraint systems: necessary conditions on how often each subchain runs (\[ELN\] Algorithm 1).
//!
//! An [`Execution`] walks chain nodes symbolically from some state. At a loop
//! node it gives every subchain a fresh counter, continues with the merged
//! values, and adds the constraints on running the subchains: `first`,
//! `last` and `each`; the conditions after the loop are the exit constraints.
//! Whatever input gets along the chain satisfies all of them. The same walk
//! serves root chains from the start and the rest of a path from the middle.
//! A branch that is a node is passed without loss, see `branch`. Where these do not decide there are `looping` conditions.
//!
//! DEPARTURES. \[ELN\] leaves an assertion with a `★` out; here the `★` is a
//! fresh variable with its known facts and the atom stays; among the facts are
//! what the last run of the loop, and the last run that changed it, made of it. The papers treat a
//! loop condition as one that holds before every round; here each subchain
//! has conditions of its own, and only what all of them share is factored out
//! (which gives the paper's constraint (2)). `each` says nothing about reads of
//! input arrays at elements that move: some input always satisfies those.

mod branch;
mod connected;
mod corner;
mod decide;
mod execution;
mod inner_counts;
mod limits;
mod loop_constraints;
mod looping;
mod macro_chain;
mod path_automaton;
mod print;
mod simplify;
mod summary;
mod template;

pub use decide::{By, Care, Decider, Decision, Guide};
pub use execution::{Execution, State};
pub use looping::Looping;
pub use macro_chain::Part;
pub use print::{kind_name, show_system, show_term};
pub use simplify::simplify;
pub use summary::Summaries;
pub use template::{Store, Template};

use crate::chain::{BranchId, LoopId};
use crate::program::{Role, Span};
use crate::recurrence::Total;
use crate::term::{Symbol, Term};

/// One necessary condition.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// The condition, over inputs, counters and fresh variables.
    pub term: Term,
    /// Why it is necessary.
    pub kind: Kind,
    /// The source line it comes from.
    pub span: Span,
    /// The role of the condition it comes from.
    pub role: Role,
    /// The node of the chain it comes from.
    pub node: usize,
    /// For printing `then if when`: the parts of an implication.
    pub shown: Option<(Term, Term)>,
    /// How it reads, where the term itself is just `false`.
    pub text: Option<String>,
}

/// Why a constraint is necessary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A condition on the chain holds where it stands; after a loop, an exit condition.
    Condition,
    /// If a loop runs, some subchain can start at its entry.
    First,
    /// If a loop runs, some subchain could start before the last run.
    Last,
    /// A subchain that runs can start somewhere among the runs.
    Each,
    /// A subchain runs first, or right after one that it may follow.
    Order,
    /// What links the counters of an inner loop with those of an outer one.
    Total,
    /// What the name of a long sum of counters means.
    Sum,
    /// Exactly one arm of a branch is taken, if the branch is come to.
    Arms,
    /// A subchain can start at every one of its runs.
    Looping,
    /// What is known of a fresh variable, and what follows from other constraints.
    Fact,
}

/// A loop or branch node that was passed, with the counters it got.
#[derive(Clone, Debug)]
pub struct Passed {
    /// The node of the chain.
    pub node: usize,
    /// What it is.
    pub of: PassedNode,
    /// The counter of each subchain or arm.
    pub counters: Vec<Symbol>,
}

/// What was passed.
#[derive(Clone, Debug)]
pub enum PassedNode {
    /// A loop.
    Loop {
        /// Which one.
        id: LoopId,
        /// Sums of counters of loops and branches inside, over all runs here.
        totals: Vec<Total>,
    },
    /// A branch.
    Branch {
        /// Which one.
        id: BranchId,
        /// The nodes in each arm.
        inside: Vec<Vec<Passed>>,
    },
}

/// The constraints of one chain (or the rest of one).
#[derive(Clone, Debug, Default)]
pub struct System {
    /// All constraints, in the order of the chain.
    pub constraints: Vec<Constraint>,
    /// What holds in every run of a subchain, where that was asked for.
    pub looping: Vec<Looping>,
    /// All loop and branch nodes, in the order of the chain.
    pub passed: Vec<Passed>,
    /// The counters of all loop and branch nodes, and the totals of counters of those inside loops.
    pub counted: Vec<Symbol>,
}

impl Constraint {
    /// A condition that comes from no line.
    pub fn fact(term: Term) -> Constraint {
        let (span, role) = (Span::default(), Role::Step);
        Constraint { term, kind: Kind::Fact, span, role, node: 0, shown: None, text: None }
    }
}

impl System {
    /// The conditions alone.
    pub fn terms(&self) -> Vec<Term> {
        self.constraints.iter().map(|c| c.term).collect()
    }

    /// The counters of all loop and branch nodes.
    pub fn counters(&self) -> impl Iterator<Item = Symbol> {
        self.passed.iter().flat_map(|p| p.counters.iter().copied())
    }
}
