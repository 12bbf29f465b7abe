//! A question as the engine gets it: everything that was asked, nothing of how it was typed.

pub use crate::constraint::Guide;
use crate::frontend::Ahead;
pub use crate::frontend::{Apart, DataModel, Overflow, RECURSION};
pub use crate::navigate::Limits;
use crate::program::Target;
use crate::world::World;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Can this target be reached in this program?
#[derive(Clone, Debug)]
pub struct Question {
    /// The program, or the first of its files.
    pub program: PathBuf,
    /// Flags for Clang, such as `-I` and `-D`: of the list in [`crate::flags`].
    pub flags: Vec<String>,
    /// Its further files.
    pub others: Vec<Other>,
    /// The entry function.
    pub entry: String,
    /// What is asked about.
    pub target: Target,
    /// What the world is assumed to satisfy when the entry function begins: C conditions.
    pub assume: Vec<String>,
    /// The widths of C's types.
    pub data_model: DataModel,
    /// What signed arithmetic beyond its type does.
    pub signed_overflow: Overflow,
    /// How often a function may call itself, tail calls aside, before its path is given up; it may be less often where the
    /// program would be too large.
    pub recursion: usize,
    /// What is taken to hold of what lies outside of the program.
    pub world: World,
    /// Functions of the C library without a model that are inputs.
    pub havoc: BTreeSet<String>,
    /// Which engines look for an answer.
    pub engines: Engines,
    /// How concolic execution, and execution of states if it is to, sums up rounds of a loop.
    pub summaries: Summaries,
    /// How states are executed.
    pub states: States,
    /// How many engines work at a time; with one the others come after it, and all is alike each time.
    pub jobs: usize,
    /// Which solver guides the navigator.
    pub guide: Guide,
    /// How a found path is replayed.
    pub replay: Replay,
    /// Paths of up to this many steps are executed step by step, whatever `replay` says.
    pub replay_steps: u64,
    /// Limits of the exploration.
    pub limits: Limits,
    /// The forms of a witness that are wanted.
    pub forms: Forms,
    /// The program if it was read before, so that it need not be read again.
    pub ahead: Option<Arc<Ahead>>,
}

/// How many engines work at a time if nobody says: all of them.
pub const JOBS: usize = 4;

/// Runs up to this length are executed: a fraction of a second.
pub const REPLAY_STEPS: u64 = 10_000_000;

impl Question {
    /// The files of the program, each with its flags.
    pub fn files(&self) -> impl Iterator<Item = (&Path, &[String])> {
        let others = self.others.iter().map(|other| (other.file.as_path(), &other.flags[..]));
        std::iter::once((self.program.as_path(), &self.flags[..])).chain(others)
    }

    /// The question about `target` as it is asked where no option says otherwise.
    pub fn about(program: PathBuf, target: Target) -> Question {
        Question {
            program,
            flags: vec![],
            others: vec![],
            entry: "main".into(),
            target,
            assume: vec![],
            data_model: DataModel::Lp64,
            signed_overflow: Overflow::Undefined,
            recursion: RECURSION,
            world: World::default(),
            havoc: BTreeSet::new(),
            engines: Engines::default(),
            summaries: Summaries::default(),
            states: States::default(),
            jobs: JOBS,
            guide: Guide::Best,
            replay: Replay::Auto,
            replay_steps: REPLAY_STEPS,
            limits: Limits::default(),
            forms: Forms::default(),
            ahead: None,
        }
    }
}

/// A further file of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Other {
    /// The file.
    pub file: PathBuf,
    /// Flags for Clang, as those of the first file.
    pub flags: Vec<String>,
}

/// Forms of a witness or a proof besides the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forms {
    /// A C program.
    pub harness: bool,
    /// A test case of KLEE.
    pub ktest: bool,
    /// A witness for other verifiers, of whichever answer.
    pub exchange: bool,
    /// A certificate, if there is nothing to witness.
    pub certificate: bool,
}

/// Which engines look for an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engines {
    /// Both, side by side: the first that decides ends the other.
    #[default]
    Both,
    /// The navigator and its constraint systems.
    Chains,
    /// Facts at loop heads, which prove that a target is not reached, and Spacer, which may find a path there.
    Invariants,
    /// The navigator and its constraint systems, told facts at loop heads first.
    Informed,
    /// Unrolling of loops, which finds what few rounds lead to, and excludes what no way leads to where all end soon.
    Bounded,
    /// Runs on inputs, with what decided in them turned round one by one.
    Concolic,
    /// States that are executed one step after the other.
    States,
}

/// How states are executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct States {
    /// Which of those that wait goes on.
    pub search: Search,
    /// Where what is random begins.
    pub seed: u64,
    /// When those that meet become one.
    pub merge: Merge,
    /// They do if so many queries or more are not expected of what they differ in.
    pub limit_cost: u64,
    /// How many rounds of each loop are counted for that.
    pub kappa: usize,
    /// They need not wait for one another: those that are about to meet others go on first.
    pub dynamic: bool,
    /// Whether those are left out from which nothing that is looked for can be reached.
    pub subsumption: bool,
    /// What becomes of one where an array is used at an index that is no constant.
    pub index: SymbolicIndex,
}

impl Default for States {
    fn default() -> States {
        States {
            search: Search::Bfs,
            seed: 1,
            merge: Merge::None,
            limit_cost: 1,
            kappa: 1,
            dynamic: false,
            subsumption: false,
            index: SymbolicIndex::Ite,
        }
    }
}

/// Which of the states that wait goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// The oldest.
    Bfs,
    /// The newest.
    Dfs,
    /// Any, all alike.
    Random,
    /// One at the end of a walk from the root of the execution tree, to each child alike.
    Tree,
    /// Rather one that is near to what no state has executed.
    Coverage,
    /// By the tree and by what is near, in turn.
    Klee,
}

/// When states that meet become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merge {
    /// Never.
    None,
    /// Always.
    Aggressive,
    /// If few queries are expected of what they differ in, as a fixpoint says.
    LatticeBased,
    /// The same, as counting through some rounds of each loop says.
    Recursive,
}

/// What becomes of a state where an array is used at an index that is no constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolicIndex {
    /// It stays one, and the element depends on the index.
    Ite,
    /// It becomes one for each index that is possible.
    States,
}

/// How concolic execution sums up rounds of a loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Summaries {
    /// By closed forms of rounds that went the same way: right for all inputs.
    #[default]
    Exact,
    /// As \[DTG\] does, by guessing from what changed by the same in each round of a run: to be compared with.
    Guess,
    /// Not at all.
    Off,
}

/// How a path is replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replay {
    /// What repeats in a long path is proved by induction.
    Auto,
    /// Every step is executed.
    Execute,
}

/// How constraint systems are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstraintFormat {
    /// For people.
    Text,
    /// For people and programs.
    Yaml,
    /// For programs.
    Json,
    /// For solvers.
    Smt2,
}
