//! The limits of the search that are tuned, by the file that keeps to them.

pub(super) mod elements {
    /// Instances of facts that one new fact or one condition may lead to.
    pub const MOST_INSTANCES: usize = 400;
    /// How often an instance may lead to further ones, by the elements that it reads besides.
    pub const DEPTH: usize = 2;
}

pub(super) mod elements_values {
    /// The least common multiple of the strides in one array.
    pub const LONGEST_PERIOD: i64 = 16;
    /// The most places where arrays are cut.
    pub const MOST_CUTS: usize = 4000;
    /// How often cuts are carried over to the other arrays a fact speaks of.
    pub const ROUNDS: usize = 3;
}

pub(super) mod minimize {
    /// Conditions times values up to which a witness is made plain.
    pub const MOST_WORK: usize = 400_000;
    /// Elements of an array up to which each is made small on its own.
    pub const FEW: usize = 16;
}

pub(super) mod model_repair {
    /// Longer paths are left to the solver.
    pub const MOST_CONDITIONS: usize = 300;
    /// Elements and values that are tried.
    pub const MOST_ELEMENTS: usize = 2;
    pub const MOST_VALUES: usize = 6;
}

pub(super) mod roots_attempts {
    /// After so many root chains that looping conditions did not refute they are not asked about any more.
    pub const MOST_UNDECIDED: u32 = 8;
    /// Paths with segments may be longer by this factor, since they may not cost many queries.
    pub const RUNS_WITH_SEGMENTS: u64 = 16;
}

pub(super) mod search_choose {
    /// An alternative that failed with less effort, in nodes executed, failed cheaply.
    pub const CHEAP_FAILURE: u64 = 100;
    /// What a query to z3 counts in nodes executed.
    pub const EFFORT_OF_A_QUERY: u64 = 30;
    /// After so many cheap failures in a row z3 is asked.
    pub const MOST_CHEAP_FAILURES: u64 = 16;
    /// So many single runs at one stay before more is spent on planning.
    pub const STEPS_FIRST: usize = 4;
    /// Segments on one stay at a loop node for each of its subchains, where any number of runs is one step.
    pub const MOST_PHASES: usize = 3;
}

pub(super) mod search {
    use std::time::Duration;

    /// The longest a query to z3 may take in a search that another one follows.
    pub const LONGEST_QUERY: Duration = Duration::from_millis(200);
    /// After so many without an answer such a search is given up.
    pub const MOST_UNDECIDED: u64 = 2;
    /// So much of what ran at a loop node is remembered.
    pub const LONGEST_HISTORY: usize = 16;
}

pub(super) mod search_repeat {
    /// The most parts of a macro chain.
    pub const LONGEST_MACRO_CHAIN: usize = 6;
    /// Macro chains that are remembered once they ran as segments.
    pub const MOST_MACRO_CHAINS: usize = 8;
}

pub(super) mod search_silent {
    /// How often a model is looked at for what goes without saying.
    pub const ROUNDS: usize = 4;
}
