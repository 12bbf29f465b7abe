//! The limits of conditions that are tuned, by the file that keeps to them.

pub(super) mod collect {
    use std::time::Duration;

    /// More root chains are not told apart: what was walked of each stands for all that begin so.
    pub const MOST_WAYS: usize = 48;
    /// After so many walks along chains no more loops are looked for to learn of.
    pub const MOST_WALKED: usize = 200;
    /// The longest a query about the beginning of a chain may take.
    pub const LONGEST_QUERY: Duration = Duration::from_millis(200);
}

pub(super) mod counting {
    /// So many moments are told apart.
    pub const WINDOW: usize = 32;
}

pub(super) mod check {
    use std::time::Duration;

    /// Larger conditions are not asked about.
    pub const LARGEST: usize = 1_000;
    /// The longest a proof may take.
    pub const LONGEST: Duration = Duration::from_secs(30);
}

pub(super) mod unfold {
    /// So many runs from both ends are unfolded before counters are eliminated.
    pub const BEFORE_ELIMINATION: usize = 4;
    /// Runs of loops inside are counted up to this from both ends.
    pub const MOST_INSIDE: usize = 4;
    /// Fewer runs are unfolded of a way that would have more instances.
    pub const MOST_INSTANCES: usize = 2_000;
    /// The same before counters are eliminated.
    pub const MOST_BEFORE_ELIMINATION: usize = 120;
}

pub(super) mod atoms {
    /// So many choices are taken out of one atom.
    pub const MOST_CHOICES: usize = 6;
}

pub(super) mod eliminate {
    use std::time::Duration;

    /// The longest it may take, if no time limit was asked for; after that what still mentions a variable is left out.
    pub const LONGEST: Duration = Duration::from_secs(5);
    /// So many cases are told apart in one way.
    pub const MOST_CASES: usize = 96;
    /// Values of a counter that are tried one by one.
    pub const MOST_VALUES: usize = 16;
    /// Bounds of one variable that are combined with one another.
    pub const MOST_BOUNDS: usize = 400;
    /// The longest a query about one case may take.
    pub const LONGEST_QUERY: Duration = Duration::from_millis(50);
    /// Conditions of a case with more of them are not asked about.
    pub const MOST_CONDITIONS: usize = 300;
    /// So many queries are made for one condition.
    pub const MOST_QUERIES: usize = 400;
    /// After so many of them without an answer no more are made.
    pub const MOST_UNDECIDED: usize = 8;
    /// Where all cases of a way together are larger, fewer of them are told apart.
    pub const LARGEST: usize = 6_000;
    /// So many cases are looked at for one condition; the rest is not told apart.
    pub const MOST_STEPS: usize = 3_000;
    /// So many at once: if they do not do, more of them would take long and say little.
    pub const MOST_AT_ONCE: usize = 300;
}

pub(super) mod simplify {
    use std::time::Duration;

    /// The longest it may take, if no time limit was asked for.
    pub const LONGEST: Duration = Duration::from_secs(3);
    /// The longest a query may take.
    pub const LONGEST_QUERY: Duration = Duration::from_millis(30);
    /// So many queries are made for one condition.
    pub const MOST_QUERIES: usize = 200;
    /// After so many of them without an answer no more are made.
    pub const MOST_UNDECIDED: usize = 8;
}
