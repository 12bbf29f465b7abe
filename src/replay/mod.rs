//! The concrete interpreter: runs a [`Program`] on a [`Witness`], exactly.
//!
//! It is what makes `reachable` true, so it shares nothing with the engines:
//! it runs the original program, one edge at a time, in exact integers, and
//! checks what it relies on (one way on from every location, inputs within
//! their types). It does not search, and it does not know chains.
//!
//! Long runs repeat themselves. Told to, it proves by induction what many
//! rounds do and does them at once; what comes of a run is the same to the
//! last value and step, and [`Run::proved`] says that it was so.
//!
//! Reading order: `witness` (input values), `code` (what is
//! executed), `compile` (from terms to that), `run` (the loop), `state`,
//! `ints`, `eval128` and `eval_big` (evaluation, fast and complete), `reads` (what was
//! asked of the inputs), `block` and `eval64` (many simple steps at a time); then `accelerate` (the loop that skips), `cycle` (what
//! repeats), `induction` (the proof), `symbolic` (its evaluation), and what these
//! need: `polynomial`, `line`, `along`, `writes`.

mod accelerate;
mod along;
mod array;
mod block;
mod code;
mod compile;
mod cycle;
mod eval128;
mod eval64;
mod eval_big;
mod induction;
mod ints;
mod limits;
mod line;
mod nearing;
mod polynomial;
mod reads;
mod run;
mod state;
mod switch;
mod symbolic;
mod witness;
mod writes;

#[cfg(test)]
mod tests;

pub use crate::term::{RangeValue, encode};
pub use code::Code;
pub use nearing::{Near, Together};
pub use reads::{Extent, Read};
pub use witness::{InputValue, Witness};

use crate::program::{Aimed, Check, LocationId, Program, Span};
use crate::replay::limits::room::{BLOCKS_AFTER, MOST_STEPS};
use crate::term::{EvalError, Int, Symbol, Terms};
use petgraph::graph::EdgeIndex;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, VecDeque};
use thiserror::Error;

/// What a run tries to reach.
#[derive(Clone, Debug, Default)]
pub struct Goal {
    /// Arriving at one of these locations.
    pub locations: FxHashSet<LocationId>,
    /// Arriving at one of these edges with its condition violated.
    pub failing: FxHashSet<EdgeIndex>,
}

impl Goal {
    /// Arriving at one of `locations`.
    pub fn locations(locations: impl IntoIterator<Item = LocationId>) -> Goal {
        Goal { locations: locations.into_iter().collect(), failing: FxHashSet::default() }
    }

    /// What a program that is stopped at its target has to get to as it was read.
    pub fn of(aimed: &Aimed) -> Goal {
        Goal { locations: aimed.hits.iter().copied().collect(), failing: aimed.failing.iter().copied().collect() }
    }

    /// Violating a check that `wanted` accepts.
    pub fn failing_checks(program: &Program, wanted: impl Fn(Check) -> bool) -> Goal {
        let failing = program.graph.edge_indices().filter(|e| match program.graph[*e].role {
            crate::program::Role::Check(check) => wanted(check),
            _ => false,
        });
        Goal { locations: FxHashSet::default(), failing: failing.collect() }
    }

    /// By the number of each of so many locations, whether arriving there is the goal.
    pub fn marks(&self, locations: usize) -> Vec<bool> {
        let mut marks = vec![false; locations];
        self.locations.iter().for_each(|at| marks[at.index()] = true);
        marks
    }

    /// How many edges there are from each location to the goal, at least; nothing of those that do not lead there.
    pub fn distances(&self, program: &Program) -> FxHashMap<LocationId, u32> {
        let checked = self.failing.iter().filter_map(|edge| Some(program.graph.edge_endpoints(*edge)?.0));
        let mut todo: VecDeque<(LocationId, u32)> =
            self.locations.iter().copied().chain(checked).map(|at| (at, 0)).collect();
        let mut found = FxHashMap::default();
        while let Some((at, distance)) = todo.pop_front() {
            if found.contains_key(&at) {
                continue;
            }
            found.insert(at, distance);
            let before = program.graph.neighbors_directed(at, petgraph::Direction::Incoming);
            todo.extend(before.map(|from| (from, distance + 1)));
        }
        found
    }
}

/// How far a run may go.
pub struct Limits<'a> {
    /// The most edges to follow, executed or proved.
    pub steps: u64,
    /// The most edges to execute one by one.
    pub executed: u64,
    /// From this many steps on, rounds that repeat are proved by induction instead of executed; `None`
    /// executes all of them.
    pub prove_after: Option<u64>,
    /// The most single reads to record; [`Run::extents`] is exact without them.
    pub reads: usize,
    /// How many of the last edges to remember.
    pub trail: usize,
    /// Whether to count the visits of locations.
    pub visits: bool,
    /// Whether to keep what variables hold at the end.
    pub values: bool,
    /// How often runs went along each edge before, if it is of interest how near this one comes to those that none did,
    /// and to checks of the goal; empty if not.
    pub before: &'a [u32],
    /// Whether it is of interest how near it comes to failing checks of the goal, too: they are many, and each is asked
    /// whenever it is passed.
    pub near_checks: bool,
    /// What is wanted together: it is noted how near the run comes to each.
    pub together: &'a [Together],
    /// From this many steps on simple ones are executed many at a time, if there is no trail to keep and nothing to
    /// count: what comes of it is the same, sooner.
    pub blocks_after: u64,
    /// Asked now and then whether to stop.
    pub stop: &'a dyn Fn() -> bool,
}

impl Limits<'_> {
    /// This many steps, a modest number of reads, no trail, and nothing else that stops it.
    pub fn steps(steps: u64) -> Limits<'static> {
        Limits {
            steps,
            executed: u64::MAX,
            prove_after: None,
            reads: 10_000,
            trail: 0,
            visits: false,
            values: true,
            before: &[],
            near_checks: true,
            together: &[],
            blocks_after: BLOCKS_AFTER,
            stop: &|| false,
        }
    }

    /// The first `steps` are executed; of what follows everything that can be is proved, and of the rest at most
    /// `executed` steps are executed.
    pub fn proving(steps: u64, executed: u64) -> Limits<'static> {
        Limits { executed, prove_after: Some(steps), ..Limits::steps(MOST_STEPS) }
    }
}

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub outcome: Outcome,
    /// Where it ended.
    pub at: LocationId,
    /// The source of the last edge executed that has one.
    pub last: Span,
    /// The number of edges followed.
    pub steps: u64,
    /// How many of them were proved by induction, not executed.
    pub proved: u64,
    /// First reads of inputs and their elements, in the order they happened.
    pub reads: Vec<Read>,
    /// Whether `reads` has all of them.
    pub reads_complete: bool,
    /// The inputs read, in the order of their first read, and how far.
    pub extents: Vec<Extent>,
    /// The visits of each location, by its number, if they were asked for.
    pub visits: Vec<Visits>,
    /// The last edges executed, if they were asked for.
    pub trail: Vec<EdgeIndex>,
    /// How near it came to edges that no run went along, if that was asked for, in the order of these.
    pub near: Vec<Near>,
    /// How far what was wanted together was from holding, at least, and where one of it holds, by condition; on a scale
    /// where doublings count the same.
    pub together: Vec<Vec<u64>>,
    /// How many comparisons were looked at for that.
    pub compared: u64,
    /// The integer variables that have a value, at the end, unless they were not to be kept.
    pub values: BTreeMap<Symbol, Int>,
    /// What it put out, or the first of that, if that was kept.
    pub outputs: Vec<Int>,
}

impl Run {
    /// The place where it reached its goal: of a check that fails, of a call that is about to happen, or of the location.
    pub fn reached_at(&self, program: &Program, goal: &Goal) -> Option<Span> {
        let Outcome::Reached(at) = self.outcome else { return None };
        let failed = program.out_edges(at).into_iter().find(|e| goal.failing.contains(e));
        let check = failed.map(|e| program.graph[e].span);
        let call = || program.calls.iter().find(|(location, _)| *location == at).map(|(_, span)| *span);
        let span = check.or_else(call).unwrap_or(program.graph[at].span);
        (span.line > 0).then_some(span)
    }
}

/// How often a run was at a location.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visits {
    /// So often.
    pub count: u64,
    /// The number of steps before the first time.
    pub first: u64,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// At a location of the goal, or at a check of it that fails.
    Reached(LocationId),
    /// The program ended without reaching it.
    Ended(EndReason),
    /// A limit on steps was hit.
    StepLimit,
    /// It was told to stop.
    Stopped,
    /// The program or the witness is not what it should be.
    Error(Fault),
}

/// Why the program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// Nothing follows: the program is over.
    NoSuccessor {
        /// The last source executed.
        span: Span,
    },
    /// An `assume` of the program does not hold.
    AssumptionFailed {
        /// Where.
        span: Span,
    },
    /// The assumption of the question with this number does not hold.
    GivenFailed {
        /// From 0.
        index: usize,
        /// Where.
        span: Span,
    },
    /// An implicit check does not hold.
    CheckFailed {
        /// What it guards.
        check: Check,
        /// Where.
        span: Span,
        /// The edge.
        edge: EdgeIndex,
    },
    /// No way on has a condition that holds.
    Stuck {
        /// Where.
        span: Span,
    },
}

/// What must not happen in a run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// A term without a value.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// An element so far away that it has no number here.
    #[error("an element is stored whose index has more than 127 bits, which a replay cannot do")]
    Far,
    /// Two ways on from one location.
    #[error("two ways lead on from location {}", .0.index())]
    Ambiguous(LocationId),
    /// An input outside of its type.
    #[error("{value} is not in the range of `{input}`")]
    OutOfRange {
        /// The name of the input.
        input: String,
        /// The value given.
        value: Int,
    },
    /// A scalar for an array or stream, or the other way round.
    #[error("`{0}` is given a scalar where it has elements, or elements where it is a scalar")]
    Shape(String),
}

/// Runs `program` on `witness` until it reaches `goal` or ends otherwise.
/// For many runs of one program, make its [`Code`] once.
pub fn run(terms: &Terms, program: &Program, witness: &Witness, goal: &Goal, limits: &Limits) -> Run {
    Code::new(terms, program).run(witness, goal, limits)
}
