//! The limits of trees that are tuned.

/// So many inputs are run, at most.
pub const MOST_RUNS: u64 = 3_000;
/// This part of the time is for the search; the rest is for making sure of leaves and writing them.
pub const SEARCHING: f64 = 0.7;
/// So many ways are tried before time and other limits are looked at.
pub const FEW: u64 = 8;
/// The steps of a leaf's run after which it is tried to prove what rounds do, and how many are executed besides.
pub const MOST_STEPS: u64 = 20_000;
pub const FAR: u64 = 1_000_000;
/// What a leaf says of each round is looked at in so many rounds of its run.
pub const MOST_CHECKED: usize = 10_000;

/// So many parts of a term are made plainer.
pub const MOST_CHANGES: usize = 200;

pub mod shorten {
    use std::time::Duration;

    /// The longest it may take to make leaves shorter.
    pub const LONGEST: Duration = Duration::from_secs(3);
    /// The longest a query may take then.
    pub const LONGEST_QUERY: Duration = Duration::from_millis(30);
    /// So many queries are made for one tree.
    pub const MOST_QUERIES: usize = 1_000;
}
