//! Lariat: given a program and a line in it, can that line be reached?
//!
//! It counts how often each way round a loop is taken instead of walking every
//! iteration. The rooms, in the order data flows and in which to read them:
//!
//! | room | what it is for |
//! |---|---|
//! | [`term`] | integers, booleans and arrays as hash-consed terms; the one expression language |
//! | [`program`] | the control-flow graph, its targets, SSA form, slicing towards the target, and folding branches |
//! | [`source`], [`frontend`], [`diagnostic`] | C or microc text to a program, or what stands in the way |
//! | [`flags`] | which flags of compilers Clang gets, which are modelled, and which are refused |
//! | [`loops`] | where loops begin, how they nest, and what happens between their heads |
//! | [`interval`] | ranges of variables; the first of the three solvers |
//! | [`chain`] | the program as straight lists of nodes, loops folded, and branches where they would multiply |
//! | [`recurrence`] | what running the subchains of a loop any number of times does to each variable |
//! | [`constraint`] | necessary conditions on the numbers of runs, and how they are decided |
//! | `log` | what an exclusion rests on, for the referee to ask about again |
//! | [`navigate`] | refuting root chains, and executing what is left |
//! | [`invariant`] | facts at loop heads, and what has to be refuted to prove them |
//! | [`solver`] | z3 and good_lp, named nowhere else; [`budget`] says how long; [`quantity`] reads amounts |
//! | [`prove`] | looking for facts that exclude the target |
//! | `bounded` | unrolling with merged states, for inputs that lead to the target in few rounds |
//! | [`replay`] | the concrete interpreter that has the last word on `reachable` |
//! | `witness` | from values that a solver found to inputs, and back |
//! | `concolic` | runs on inputs, with what decided in them turned round, and rounds of loops at once |
//! | `states` | states that are executed one step after the other, merged, left out and summed up |
//! | [`certificate`] | why a target is unreachable, as a folder that any SMT-LIB solver checks |
//! | [`harness`] | a witness as a C program that feeds it, and as a test case of KLEE |
//! | [`exchange`] | answers as witnesses of SV-COMP, for other verifiers |
//! | `layouts` | what another compiler says of the sizes and offsets that Clang gave |
//! | [`task`] | a [`question`] and its program, on the way to the engines |
//! | `engines`, `portfolio` | who finds answers, and who of them works when |
//! | `referee` | who says verdicts; [`certify`] has the proofs for others, `explain` the words, `assumptions` what is taken for granted |
//! | [`reach`] | all of these in their order, to an [`answer`] |
//! | `fingerprint` | whether two programs are the same, as a hash |
//! | [`explore`] | each line, branch and check of a program: covered, dead or open |
//! | [`condition`] | what every input that reaches a target satisfies, as a formula for people, solvers and C |
//! | [`tree`] | all that a function does, with loops as parameters |
//! | [`equal`] | whether two functions agree on all inputs |
//! | [`inspect`] | what is shown of a program instead of an answer |
//! | [`report`] | answers as text and JSON |
//! | [`spec`], [`runner`] | questions kept in files, each asked in a process of its own |
//! | [`confirm`] | a harness compiled and run |
//! | [`lsp`] | a language server: explorations of what is open in an editor |
//! | [`generate`] | random programs in microc and in C, to try all of this on; it uses no other room |
//!
//! Each room uses only those above it (and `solver` with `budget`, `layouts` with the processes of `runner`), except
//! `reach`, where they meet. What is deliberately absent: global state, and
//! any verdict said elsewhere than in `referee`.
//!
//! # Verdicts
//!
//! `reachable` is said after a replay on the program as it was read,
//! `unreachable` when every root chain was refuted by a sound step or its search
//! was exhausted, and the referee has asked about each step again, `unknown`
//! with its reason otherwise. Solver answers are
//! three-valued everywhere; unknown never turns into a proof.
//!
//! # Sources
//!
//! - \[ELN\] J. Obdržálek, M. Trtík: Efficient Loop Navigation for Symbolic Execution. ATVA 2011.
//! - \[APC\] J. Strejček, M. Trtík: Abstracting Path Conditions. ISSTA 2012.
//! - \[CSE\] J. Slabý, J. Strejček, M. Trtík: Compact Symbolic Execution. ATVA 2013.
//! - \[NPE\] V. Rozhoň: Nested loops and path explosion in symbolic execution. Master's thesis, 2024.
//! - \[DTG\] P. Godefroid, D. Luchaup: Automatic Partial Loop Summarization in Dynamic Test Generation. ISSTA 2011.
//!
//! Where the code departs from them, a module's head says so under DEPARTURE.
#![warn(missing_docs)]

/// What holds whatever a user does; looked at in builds that are not released (`build.rs` says which these are).
macro_rules! expected {
    ($($what:tt)*) => {
        if cfg!(checked) {
            assert!($($what)*);
        }
    };
}

pub mod answer;
mod assumptions;
mod bounded;
pub mod budget;
pub mod certificate;
pub mod certify;
pub mod chain;
mod concolic;
pub mod condition;
pub mod confirm;
pub mod constraint;
pub mod diagnostic;
mod engines;
pub mod equal;
pub mod exchange;
mod explain;
pub mod explore;
mod fingerprint;
pub mod flags;
pub mod frontend;
pub mod generate;
pub mod harness;
pub mod inspect;
pub mod interval;
pub mod invariant;
mod layouts;
mod log;
pub mod loops;
pub mod lsp;
pub mod navigate;
mod places;
mod portfolio;
pub mod program;
pub mod prove;
pub mod quantity;
pub mod question;
pub mod reach;
pub mod recurrence;
mod referee;
pub mod replay;
pub mod report;
pub mod runner;
pub mod solver;
pub mod source;
pub mod spec;
mod states;
pub mod task;
pub mod term;
pub mod tree;
mod whole;
mod witness;
pub mod world;
