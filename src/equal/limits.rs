//! The limits of comparisons that are tuned.

use std::time::Duration;

/// The longest it may take to make one of the trees, and which part of the time there is.
pub const LONGEST_TREE: Duration = Duration::from_secs(2);
/// The same for one that has no end: it is made for its tests.
pub const LONGEST_OPEN_TREE: Duration = Duration::from_millis(400);
pub const PART_OF_TREE: f64 = 0.2;
/// A run of so many steps is proved further on by induction where it repeats, and otherwise so many more are executed.
pub const MOST_STEPS: u64 = 20_000;
pub const FAR: u64 = 1_000_000;
/// The longest that it is asked about two leaves, and the most pairs of leaves that are compared.
pub const LONGEST_QUERY: Duration = Duration::from_secs(2);
pub const MOST_PAIRS: usize = 10_000;
/// If there are no more inputs than this, all are run.
pub const MOST_INPUTS: usize = 1 << 16;
/// The longest that may take.
pub const LONGEST_ALL: Duration = Duration::from_secs(5);
