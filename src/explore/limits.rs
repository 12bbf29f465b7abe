//! The limits of an exploration that are tuned, by the file that keeps to them.

use std::time::Duration;

/// How long it may take to make inputs smaller, and to write tests.
pub(super) const REDUCING: Duration = Duration::from_secs(2);
pub(super) const FINISHING: Duration = Duration::from_secs(10);

/// Of the time for an exploration so much is left for that, or this part of it.
pub(super) const LEFT: Duration = Duration::from_secs(1);
pub(super) const LEFT_PART: u32 = 20;
/// When the time is over, inputs are made smaller for so long all the same.
pub(super) const REDUCING_LATE: Duration = Duration::from_millis(300);

/// Twice as many steps and so many more are enough for smaller inputs to do the same.
pub(super) const LONGER: u64 = 1_000;

/// Entry functions that were cut short are explored again if there is so much time for each of them, and so many times what
/// it took to lower one.
pub(super) const AGAIN: Duration = Duration::from_secs(1);
pub(super) const AGAIN_LOWERING: u32 = 4;

/// What is known is told first after so long.
pub(super) const FIRST: Duration = Duration::from_secs(1);

pub(super) mod search {
    use std::time::Duration;

    /// So many steps of made-up runs without anything new are enough: first, and where something was found by other means.
    pub const QUIET: u64 = 2_000_000;
    pub const QUIET_LATER: u64 = 300_000;
    /// A question has such parts of the time that one may have: each when all were asked with the one before. Many are
    /// answered at once, and one hard question keeps others waiting.
    pub const PARTS: [u32; 3] = [32, 8, 1];
    /// How many of them are made between two looks at what they found.
    pub const TURN: u64 = 100_000;
    /// The longest that ranges are looked for before anything is turned round; after that they have all the time.
    pub const RANGES_AT_FIRST: Duration = Duration::from_millis(800);
    /// So long it is enough to turn something round without anything new, first and between two questions.
    pub const FRUITLESS: Duration = Duration::from_millis(1500);
    pub const FRUITLESS_LATER: Duration = Duration::from_millis(400);
    /// The same for each thing that is open, where these are few: to ask about them alone may be faster.
    pub const EACH: Duration = Duration::from_millis(60);
    pub const EACH_LATER: Duration = Duration::from_millis(20);
    /// How many ways are tried between two looks at what they found.
    pub const TURNED: u64 = 40;
    /// Steps of a run behind what it was found for.
    pub const BEHIND: u64 = 1_000_000;
    /// The longest the question may take whether paths leave the model.
    pub const GAPS: Duration = Duration::from_secs(10);
    /// How often somebody looks whether a question has an answer, and who has other things to do, and how long it may take
    /// to stop.
    pub const GLANCE: Duration = Duration::from_millis(20);
    pub const BRIEF: Duration = Duration::from_millis(1);
    pub const GRACE: Duration = Duration::from_millis(500);
    /// Deeply nested programs need deep recursion; only what is used is ever in memory.
    pub const STACK: usize = 512 << 20;
    /// Conditions that are named where ranges exclude something.
    pub const MOST_CONDITIONS: usize = 8;
}

pub(super) mod chains {
    use std::time::Duration;

    /// All pictures of chains together may take so long.
    pub const TIME: Duration = Duration::from_millis(200);
    /// Chains are pictured for so many entry functions.
    pub const MOST_GRAPHS: usize = 12;
    /// People do not see more nodes than this at once.
    pub const MOST_NODES: usize = 60;
    /// Programs with more locations have more nodes.
    pub const MOST_LOCATIONS: usize = 1200;
    /// So many subchains are unfolded.
    pub const MOST_CHAINS: usize = 256;
    /// Characters of a condition.
    pub const LONGEST_LABEL: usize = 40;
}
