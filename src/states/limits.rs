//! The limits of the execution of states that are tuned, by the file that keeps to them.

pub(super) mod executor {
    use std::time::Duration;

    /// So many edges a state goes on before others have their turn.
    pub const TURN: usize = 2_000;
    /// So many states wait, at most: more are given up.
    pub const MOST_WAITING: usize = 50_000;
    /// The longest that one condition is thought about, and one that leads to what is looked for.
    pub const PER_QUERY: Duration = Duration::from_secs(1);
    pub const AT_GOAL: Duration = Duration::from_secs(5);
}

pub(super) mod stats {
    use std::time::Duration;

    /// What is covered is noted no more often than this, and when it is all over.
    pub const NOTED: Duration = Duration::from_millis(20);
}
