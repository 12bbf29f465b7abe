//! The limits of unrolling that are tuned, by the file that keeps to them.

pub(super) mod room {
    use std::time::Duration;

    /// So many rounds of each loop are followed, at most: what more of them lead to is reasoned about elsewhere.
    pub const MOST_ROUNDS: usize = 1024;
    /// And of a part of a program: where that does not end soon, what is left out of it may be what ends it.
    pub const FEW_ROUNDS: usize = 16;
    /// So many edges are followed for each number of rounds, at most.
    pub const MOST_EDGES: usize = 400_000;
    /// Conditions of more terms are not asked about.
    pub const MOST_ASKED: usize = 400_000;
    /// The longest that one condition is thought about.
    pub const PER_QUERY: Duration = Duration::from_secs(20);
    /// The longest that it is thought about whether there are further rounds: where that is hard to say, there mostly are.
    pub const PER_FURTHER: Duration = Duration::from_secs(2);
}

pub(super) mod names {
    /// So many terms are made, at most.
    pub const MOST_TERMS: usize = 2_000_000;
    /// So many conditions, values and elements of states are copied for each number of rounds, at most.
    pub const MOST_COPIES: usize = 10_000_000;
    /// Sums of more than so many are long.
    pub const LONG: usize = 64;
    /// So many choices in one another are not deep.
    pub const DEEP: usize = 4;
}

pub(super) mod values {
    /// So many constants are told apart, at most.
    pub const MOST_CASES: usize = 600;
    /// So deep are choices between constants looked through.
    pub const DEEPEST: usize = 6;
}
