//! The limits of what is asked after an answer that are tuned, by the file that keeps to them.

pub(super) mod forms {
    use std::time::Duration;

    /// The longest the search for facts may take; half of what is left of the budget, if that is less: the answer is
    /// known already, and must not be lost.
    pub const LONGEST: Duration = Duration::from_secs(10);
}

pub(super) mod gaps {
    /// The most gaps in a sentence.
    pub const MOST_GAPS: usize = 3;
}

pub(super) mod recheck {
    /// How often it is asked again whether what holds for every value of something contradicts the rest: z3 gives up now
    /// and then on what it has found before.
    pub const ATTEMPTS: usize = 4;
}

pub(super) mod undefined {
    use std::time::Duration;

    /// The longest the chains may take, and the share of what is left of the budget, if that is less.
    pub const LONGEST: Duration = Duration::from_millis(300);
    pub const SHARE: u32 = 10;
    /// What repeats in the run on zeros is proved from this many steps on, and so many of the others are executed.
    pub const FIRST: u64 = 2_000;
    pub const STEPS: u64 = 20_000;
}
