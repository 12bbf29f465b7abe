//! An answer as plain data: the verdict, what it rests on, and what it cost.
//!
//! `reachable` needs a [`Replayed`], which only a run that arrived gives, so no
//! engine can say it on its own. How answers look is [`crate::report`]'s business;
//! the JSON form (`schema` "lariat.answer/1") is fixed here, in `json`.

mod inputs;
mod json;
mod rows;
mod states;

#[cfg(test)]
mod tests;

pub use inputs::{GivenInput, GivenValue, input_reports, read_given};
pub use states::StateStats;

use crate::certificate::Files;
use crate::exchange::Document;
use crate::harness::Harness;
use crate::program::Check;
use crate::replay::{Outcome, RangeValue, Run, Witness};
use crate::term::{Format, Int};
use std::ops::AddAssign;

/// What is said of one question.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The program file.
    pub program: String,
    /// The entry function.
    pub entry: String,
    /// The line asked about.
    pub target: TargetLine,
    /// The answer itself.
    pub verdict: Verdict,
    /// How it was found, if the target is unreachable.
    pub refuted_by: Option<RefutedBy>,
    /// If it is unreachable: where every path ends in something undefined; empty if that is not so, or not known.
    pub undefined: Vec<Undefined>,
    /// What it takes for granted, as far as it mattered.
    pub assumptions: Vec<Assumed>,
    /// The chains that cannot be executed, and why. For `unreachable` all of them.
    pub refutations: Vec<Refutation>,
    /// If nobody knows: where the search came closest to the target, if there was one.
    pub nearest: Option<Nearest>,
    /// What it cost.
    pub stats: Stats,
    /// The files that were wanted for the witness.
    pub emitted: Vec<Emitted>,
    /// The answer as a witness for other verifiers, or why it is none, if that was wanted.
    pub exchange: Option<Result<Document, String>>,
    /// Whether a compiled program confirms it, if that was wanted.
    pub confirmation: Option<Confirmation>,
    /// The certificate, if one was wanted.
    pub certificate: Option<Certified>,
}

/// Something that an answer takes for granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumed {
    /// What it is called, for programs; several of one kind share it.
    pub name: &'static str,
    /// The options of the command line that take the opposite for granted, if there are any.
    pub otherwise: Option<&'static str>,
    /// A sentence for people.
    pub text: String,
}

/// A file that was wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Emitted {
    /// Its name.
    pub file: String,
    /// Why it was not written; `None` if it was.
    pub reason: Option<String>,
    /// What people should know of what is in it.
    pub note: Option<String>,
}

/// A certificate that was wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certified {
    /// The folder it is written to.
    pub folder: String,
    /// What is in it, or why there is none.
    pub files: Result<Files, String>,
}

/// How it was found that a target is unreachable. Where its places were excluded in several ways the last of these is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RefutedBy {
    /// No chain leads there: the graph or the ranges of variables exclude it.
    Ranges,
    /// The constraints on counters of every chain contradict one another.
    Counters,
    /// For some chain every way of running its subchains was tried.
    Search,
    /// Facts at loop heads exclude it.
    Facts,
    /// All ways, through all rounds of all loops, were followed to their ends.
    Unrolling,
    /// All states were executed to their ends, but for those from which nothing leads there.
    States,
    /// Facts at loop heads exclude it, where summaries stand for calls of functions by themselves.
    Summaries,
}

impl RefutedBy {
    /// All of them.
    pub const ALL: [RefutedBy; 7] = [
        RefutedBy::Ranges,
        RefutedBy::Counters,
        RefutedBy::Search,
        RefutedBy::Facts,
        RefutedBy::Unrolling,
        RefutedBy::States,
        RefutedBy::Summaries,
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            RefutedBy::Ranges => "ranges",
            RefutedBy::Counters => "counters",
            RefutedBy::Search => "search",
            RefutedBy::Facts => "facts",
            RefutedBy::Unrolling => "unrolling",
            RefutedBy::States => "states",
            RefutedBy::Summaries => "summaries",
        }
    }
}

/// What a compiled program says of a witness.
#[derive(Clone, Debug, PartialEq)]
pub enum Confirmation {
    /// It passes the target.
    Confirmed {
        /// The compiler.
        compiler: String,
        /// How long the program ran.
        run_ms: f64,
    },
    /// Nothing.
    Open {
        /// Why.
        reason: String,
    },
    /// It does not pass the target, which is a mistake of Lariat's or of the compiler's.
    Contradicted {
        /// What happened instead.
        what: String,
    },
}

/// A line of the user's source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetLine {
    /// The file.
    pub file: String,
    /// From 1; 0 if the target is not on any line.
    pub line: u32,
}

/// Something undefined in which paths end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undefined {
    /// What does not hold there.
    pub check: Check,
    /// Where it is.
    pub at: TargetLine,
}

/// Whether the target can be reached.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// This input reaches it.
    Reachable(Box<Reachable>),
    /// No input does.
    Unreachable,
    /// Nobody knows.
    Unknown {
        /// What stopped the search.
        reason: String,
        /// What to try.
        advice: Option<String>,
    },
}

/// An input that reaches the target.
#[derive(Clone, Debug)]
pub struct Reachable {
    /// Where it was reached, if that says more than the question.
    pub at: Option<Box<TargetLine>>,
    /// The inputs as the program takes them.
    pub witness: Witness,
    /// The same for people, in reading order.
    pub inputs: Vec<InputReport>,
    /// The loops on the way, and how often they ran which way.
    pub path: Vec<PathStep>,
    /// The proof.
    pub replay: Replayed,
    /// The witness in other forms, if they were wanted.
    pub forms: Forms,
}

/// A witness in other forms, each of them if it was wanted: there, or why it is not.
#[derive(Clone, Debug, Default)]
pub struct Forms {
    /// As a program.
    pub harness: Option<Result<Harness, String>>,
    /// As a test case of KLEE.
    pub ktest: Option<Result<Vec<u8>, String>>,
    /// For other verifiers.
    pub exchange: Option<Result<Document, String>>,
}

/// A replay that reached the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replayed {
    kind: ReplayKind,
    steps: u64,
}

/// How a replay was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayKind {
    /// Every step was executed.
    Executed,
    /// Iterations that repeat were proved by induction, the rest was executed.
    Proved,
}

impl Replayed {
    /// The proof a run gives, if it reached its goal.
    pub fn by(run: &Run) -> Option<Replayed> {
        match run.outcome {
            Outcome::Reached(_) => {
                let kind = if run.proved > 0 { ReplayKind::Proved } else { ReplayKind::Executed };
                Some(Replayed { kind, steps: run.steps })
            }
            Outcome::Ended(_) | Outcome::StepLimit | Outcome::Stopped | Outcome::Error(_) => None,
        }
    }

    /// How it was done.
    pub fn kind(self) -> ReplayKind {
        self.kind
    }

    /// The number of steps.
    pub fn steps(self) -> u64 {
        self.steps
    }
}

/// One input with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputReport {
    /// The name people know it by.
    pub name: String,
    /// The line of the call that reads it, for streams.
    pub site: Option<u32>,
    /// What it is.
    pub value: InputReportValue,
    /// If its values are ranks of floating-point values, the format of these.
    pub format: Option<Format>,
    /// Whether its values are characters, so that people may want to see them so.
    pub is_text: bool,
    /// If its values belong to several objects, the distance from the first of one to that of the next.
    pub stride: Option<Int>,
}

/// The value of one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputReportValue {
    /// One integer.
    Scalar(Int),
    /// The elements that were read; the first range that has an index decides its value.
    Ranges(Vec<RangeValue>),
}

/// A loop on the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathStep {
    /// The line of the loop.
    pub line: u32,
    /// What ran there.
    pub segments: Vec<Segment>,
}

/// One subchain, run a number of times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The name of the subchain.
    pub chain: String,
    /// How often it ran.
    pub times: Int,
    /// What ran in the loops inside of it.
    pub inside: Vec<Segment>,
}

/// Why a chain cannot be executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The name of the chain; empty if there is none, because nothing in the program leads to the target.
    pub chain: String,
    /// The lines of the constraints that contradict one another.
    pub lines: Vec<u32>,
    /// The contradiction in words; if it has as many lines as `lines`, each goes with one.
    pub text: String,
}

/// Where the search came closest to the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearest {
    /// The name of the root chain.
    pub chain: String,
    /// The line where every path ended; 0 if one came to the end.
    pub line: u32,
    /// What stood in its way there, in words.
    pub text: String,
}

/// What an answer cost.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// Time from the question to the answer.
    pub wall_ms: f64,
    /// The most bytes the process had in memory at one time, if that is known.
    pub memory: Option<u64>,
    /// What the search did; `None` if it did not stop in time to say so.
    pub search: Option<SearchStats>,
}

/// What a search did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchStats {
    /// Root chains looked at.
    pub root_chains: u64,
    /// Chains made, subchains included.
    pub chains: u64,
    /// Constraints made.
    pub constraints: u64,
    /// Chains that intervals refuted.
    pub interval_refutations: u64,
    /// Queries to the ILP solver.
    pub ilp_calls: u64,
    /// Queries to the SMT solver.
    pub smt_calls: u64,
    /// Segments tried.
    pub segments: u64,
    /// Steps of symbolic execution.
    pub steps: u64,
    /// How each root chain was decided: its name and by what.
    pub decided: Vec<(String, String)>,
    /// What executing states did, if some were executed.
    pub states: Option<Box<StateStats>>,
}

impl AddAssign for SearchStats {
    fn add_assign(&mut self, other: SearchStats) {
        self.root_chains += other.root_chains;
        self.chains += other.chains;
        self.constraints += other.constraints;
        self.interval_refutations += other.interval_refutations;
        self.ilp_calls += other.ilp_calls;
        self.smt_calls += other.smt_calls;
        self.segments += other.segments;
        self.steps += other.steps;
        self.decided.extend(other.decided);
        self.states = self.states.take().or(other.states);
    }
}

impl Verdict {
    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Reachable(_) => "reachable",
            Verdict::Unreachable => "unreachable",
            Verdict::Unknown { .. } => "unknown",
        }
    }
}
