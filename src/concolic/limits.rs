//! The limits of concolic execution that are tuned, by the file that keeps to them.

pub(super) mod search {
    use std::time::Duration;

    /// The longest run that is looked at; of a longer one so much is.
    pub const MOST_STEPS: u64 = 20_000;
    /// So many further steps are executed, those left out that are proved, of one that was made for something.
    pub const FAR: u64 = 1_000_000;
    /// How long is thought about one way at first; when there is no other left, so many times as long, so often.
    pub const PATIENCE: Duration = Duration::from_millis(150);
    pub const MORE: u32 = 6;
    pub const ATTEMPTS: u32 = 3;
    /// So many conditions wait to be turned round, at most.
    pub const MOST_WAITING: usize = 200_000;
    /// So many runs are looked at, at most.
    pub const MOST_RUNS: usize = 4_000;
    /// So many steps of runs that are looked at are kept, at most.
    pub const MOST_KEPT: usize = 4_000_000;
}

pub(super) mod rank {
    /// What none went to, wherever the function is called, is tried so often before copies of what some did.
    pub const HOPELESS: u32 = 64;
}

pub(super) mod path {
    /// The most conditions of one run; it is followed no further.
    pub const MOST_CONDITIONS: usize = 4_000;
    /// So many terms are made, at most.
    pub const MOST_TERMS: usize = 4_000_000;
    /// The budget is looked at after so many steps.
    pub const GLANCE: usize = 64;
}

pub(super) mod trace {
    /// Rounds take turns in groups of up to so many.
    pub const LONGEST_PERIOD: usize = 6;
}

pub(super) mod turns {
    use std::time::Duration;

    /// The longest it is thought about whether a round can follow another: it hardly ever takes as long.
    pub const LONGEST: Duration = Duration::from_secs(1);
}

pub(super) mod each {
    /// Sums of more values are not computed in each of as many rounds.
    pub const MOST_SUMMED: usize = 400;
}

pub(super) mod ask {
    use std::time::Duration;

    /// The longest that it is thought about sums of any number of values.
    pub const LONGEST_SUMS: Duration = Duration::from_millis(500);
    /// Numbers of rounds up to this are looked for first.
    pub const FEW: u32 = 100;
    /// Numbers with fewer values are tried one value after the other, alone and, so many values in all, together.
    pub const MOST_ALONE: usize = 1 << 8;
    pub const MOST_TRIED: usize = 1 << 12;
    /// Conditions of more terms are not asked about.
    pub const MOST_ASKED: usize = 60_000;
    /// What has to hold in each round is said of so many rounds first, then, where sums are, of more, and of no more than so
    /// many one by one.
    pub const SHORT: usize = 6;
    pub const LONG: usize = 48;
    pub const MOST_UNFOLDED: usize = 300;
}
