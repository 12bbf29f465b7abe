//! The limits of the execution of states that are tuned, by the file that keeps to them.

pub(super) mod executor {
    use std::time::Duration;

    /// So many edges a state goes on before others have their turn.
    pub const TURN: usize = 2_000;
    /// So many states wait, at most: more are given up.
    pub const MOST_WAITING: usize = 50_000;
    /// So many of the last conditions are looked at for ranges that exclude another one.
    pub const MOST_RANGED: usize = 60;
    /// The longest that one condition is thought about, and one that leads to what is looked for.
    pub const PER_QUERY: Duration = Duration::from_secs(1);
    pub const AT_GOAL: Duration = Duration::from_secs(5);
}

pub(super) mod stats {
    use std::time::Duration;

    /// What is covered is noted no more often than this, and when it is all over.
    pub const NOTED: Duration = Duration::from_millis(20);
}

pub(super) mod queries {
    /// A fixpoint counts no further.
    pub const CAP: u64 = 10;
    /// So many locations are counted, each with the numbers of rounds that are left there; others count as many.
    pub const MOST_COUNTED: usize = 100_000;
}

pub(super) mod meeting {
    /// So many steps states wait for others at first.
    pub const PATIENCE: u64 = 500;
    /// A state is compared with so many others, at most.
    pub const MOST_COMPARED: usize = 64;
    /// So many joins that a state has passed are remembered.
    pub const REMEMBERED: usize = 8;
}

pub(super) mod annotate {
    use std::time::Duration;

    /// The most terms of an annotation.
    pub const MOST_SIZE: usize = 2_000;
    /// So many questions are asked about loops, each so long at most.
    pub const MOST_QUERIES: usize = 500;
    pub const LONGEST_QUERY: Duration = Duration::from_secs(1);
    /// What a question and a location count, where a term of its condition counts one: about what takes a microsecond.
    pub const QUESTION: u64 = 5_000;
    pub const LOCATION: u64 = 8;
    /// So many alternatives are looked at one by one.
    pub const MOST_DISJUNCTS: usize = 12;
}

pub(super) mod subsume {
    use std::time::Duration;

    /// So much is annotated before anything is executed, and twice as much each further time.
    pub const FIRST: u64 = 200_000;
    /// Each question is so long at first, and twice as long each further time, up to the longest.
    pub const FIRST_QUESTION: Duration = Duration::from_millis(60);
    pub const LONGEST_QUESTION: Duration = super::annotate::LONGEST_QUERY;
    /// So many times as much is executed in between.
    pub const TIMES: u64 = 10;
    /// What a step of a state and a query of it count.
    pub const PER_STEP: u64 = 10;
    pub const PER_QUERY: u64 = 10_000;
    /// Of the time no more than one part of so many is for annotations, and at first half as much.
    pub const SHARE: u32 = 5;
}

pub(super) mod index {
    /// So many states one becomes, at most.
    pub const MOST_STATES: usize = 32;
}

pub(super) mod rounds {
    /// So many ways of wrapping around in one round are told apart; of others rounds are followed one by one.
    pub const MOST_QUOTIENTS: usize = 4;
}
