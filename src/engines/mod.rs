//! Who finds answers: each engine takes turns, and what it finds is a claim until the [referee](crate::referee) has judged
//! it.
//!
//! [`chains`] counts how often loops are gone round, [`facts`] looks for what always holds at loop heads, [`unrolling`]
//! follows the first rounds of everything, [`concrete`] runs the program on inputs that are made up and changed
//! (`changes`), [`concolic`] turns round what decided in such runs,
//! [`states`] executes states one step after the other, and [`only_run`] runs
//! one that reads nothing. The [portfolio](crate::portfolio) says who works when.

pub(crate) mod chains;
mod changes;
pub(crate) mod concolic;
pub(crate) mod concrete;
pub(crate) mod facts;
mod limits;
pub(crate) mod only_run;
pub(crate) mod states;
pub(crate) mod summaries;
pub(crate) mod unrolling;

use crate::answer::{Nearest, Refutation, RefutedBy, SearchStats};
use crate::budget::Budget;
use crate::invariant::Facts;
use crate::log::Log;
use crate::navigate::LoopRuns;
use crate::program::ssa::Ssa;
use crate::program::{LocationId, Program};
use crate::prove::Proof;
use crate::replay::{Run, Witness};
use crate::task::Failure;
use crate::term::Stored;

/// One that finds answers.
pub(crate) trait Engine {
    /// Goes on for a while, which ends soon when the budget does.
    fn step(&mut self, budget: &Budget) -> Result<Turn, Failure>;
}

/// What a turn came to.
pub(crate) enum Turn {
    /// A claim, which decides if the referee agrees.
    Found(Box<Finding>),
    /// Another turn may find something.
    More,
    /// No other turn will, for this reason if there is something to say.
    Over(Option<String>),
    /// No other turn will, for this reason, but one who has longer for each step may find more.
    CutShort(String),
}

/// What an engine claims, and what it saw on the way.
pub(crate) struct Finding {
    pub claim: Claim,
    /// The chains that cannot be executed, and why; or why all is excluded.
    pub refutations: Vec<Refutation>,
    /// Where the search came closest to the target.
    pub nearest: Option<Nearest>,
    pub search: SearchStats,
    /// The facts that exclude it, if a certificate is wanted.
    pub kept: Option<Box<Kept>>,
}

/// Facts that exclude the target in a program, whose terms they have.
pub(crate) struct Kept {
    pub terms: Stored,
    pub program: Program,
    pub facts: Facts,
}

/// What an engine says of the target.
pub(crate) enum Claim {
    /// These inputs lead there.
    Inputs(Inputs),
    /// Nothing leads there in the program as it is modelled; how that was found, and what it rests on.
    Excluded(RefutedBy, Grounds),
    /// Nothing is known, for this reason; and what may help.
    Nothing { reason: String, advice: Option<String> },
}

/// What the referee looks at before it believes that a target is excluded.
pub(crate) enum Grounds {
    /// The program that was prepared has no way there.
    NoWay(Box<Ssa>, LocationId),
    /// Each way that was given up has conditions that cannot all hold.
    Log(Log),
    /// Facts at loop heads.
    Facts(Box<Proof>),
    /// The only run there is.
    Run(Box<Run>),
}

/// Values for the inputs of a program.
pub(crate) struct Inputs {
    pub witness: Witness,
    /// The way that is known of them; empty if none is.
    pub path: Vec<LoopRuns>,
    /// Whether all conditions of a way were looked at, so that a run has to get there.
    pub is_exact: bool,
}

impl Finding {
    /// All is decided at once by what is called `name`.
    pub fn at_once(claim: Claim, refutations: Vec<Refutation>, name: &str) -> Finding {
        let search = SearchStats { decided: vec![("all".into(), name.into())], ..SearchStats::default() };
        Finding { claim, refutations, nearest: None, search, kept: None }
    }

    /// What is called `name` excludes the target, for a reason in words.
    pub fn excluded(by: RefutedBy, grounds: Grounds, text: String, name: &str) -> Finding {
        let why = Refutation { chain: String::new(), lines: vec![], text };
        Finding::at_once(Claim::Excluded(by, grounds), vec![why], name)
    }

    /// What is called `name` found inputs, and no way.
    pub fn inputs(witness: Witness, name: &str) -> Finding {
        Finding::at_once(Claim::Inputs(Inputs { witness, path: vec![], is_exact: false }), vec![], name)
    }
}
