//! The limits of an exploration that are tuned, by the file that keeps to them.

pub(super) mod search {
    use std::time::Duration;

    /// So many steps of made-up runs without anything new are enough; and all of them.
    pub const QUIET: u64 = 6_000_000;
    pub const MOST_STEPS: u64 = 200_000_000;
    /// Steps of a run behind what it was found for.
    pub const BEHIND: u64 = 1_000_000;
    /// The longest the question may take whether paths leave the model.
    pub const GAPS: Duration = Duration::from_secs(10);
    /// Conditions that are named where ranges exclude something.
    pub const MOST_CONDITIONS: usize = 8;
}
