//! The limits of what solvers are asked that are tuned, by the file that keeps to them.

pub(super) mod afresh {
    /// Values for so many symbols are tried.
    pub const MOST_SYMBOLS: usize = 6;
    /// So many combinations of values are tried.
    pub const MOST_ATTEMPTS: usize = 300;
    /// Rounds in which each symbol is given each value in turn.
    pub const ROUNDS: usize = 4;
}

pub(super) mod algebra {
    use std::time::Duration;

    /// The most different terms of what is looked at.
    pub const LARGEST: usize = 2_000;
    /// The most steps, and cases in which none is left.
    pub const STEPS: usize = 200;
    pub const LEAVES: usize = 16;
    /// Of divisors up to this one it is looked which remainder is left.
    pub const REMAINDERS: i32 = 8;
    /// The longest what is linear may take.
    pub const PER_LEAF: Duration = Duration::from_millis(100);
}

pub(super) mod apart {
    use std::time::Duration;

    /// With so many remainders within one another z3 may not look at its clock.
    pub const DEEP: usize = 2;
    /// With more terms, and bits among them, it may not while it is told these.
    pub const MUCH: usize = 300;
    /// How long it may take to come back when its time is over, and how often that is looked at.
    pub const GRACE: Duration = Duration::from_millis(100);
    pub const PERIOD: Duration = Duration::from_millis(5);
    /// So many queries are left behind before no more are asked.
    pub const MOST_LEFT: usize = 3;
}

pub(super) mod cases {
    use std::time::Duration;

    /// The most values of a variable, and how far apart the least and the largest may be.
    pub const MOST: usize = 64;
    pub const WIDEST: u32 = 2_048;
    /// The longest it may take with one of them, and with all.
    pub const PER_CASE: Duration = Duration::from_millis(50);
    pub const LONGEST: Duration = Duration::from_secs(1);
}

pub(super) mod encode {
    /// How many powers of one base are listed.
    pub const POWERS: usize = 64;
    /// Powers are listed from here at the latest.
    pub const LATEST_POWER: usize = 1024;
    /// Ranges of exponents are looked for this deep.
    pub const RANGE_DEPTH: usize = 16;
}

pub(super) mod horn {
    /// The most different subterms of an invariant that is read back.
    pub const LARGEST: usize = 20_000;
}

pub(super) mod smt {
    use std::time::Duration;

    /// Work by z3's own measure, per millisecond of the limit. z3 does 600 to
    /// 20,000 a millisecond here, so most queries that are too hard end by it, at
    /// the same point every time, and the clock only stops the others.
    pub const WORK_PER_MS: u64 = 5_000;
    /// Queries up to this long need no watching.
    pub const UNWATCHED: Duration = Duration::from_millis(100);
    /// What has products, and takes longer, is left to algebra before it is asked again.
    pub const BRIEF: Duration = Duration::from_millis(20);
    /// The longest a query may take whose hard parts are forgotten.
    pub const LOOSENED: Duration = Duration::from_millis(100);
    /// The longest a query may take that only makes the reasons of a refutation fewer.
    pub const MINIMIZING: Duration = Duration::from_millis(200);
    /// So many of these without an answer are enough.
    pub const MOST_UNDECIDED: usize = 3;
}

pub(super) mod vectors {
    /// Wider integers have no such form.
    pub const WIDEST: usize = 192;
    /// What may be one of fewer elements is chosen from these.
    pub const FEW_ELEMENTS: usize = 64;
    /// Pairs of reads of one array at most: each may be of one element.
    pub const MOST_PAIRS: usize = 20_000;
    /// Exponents of powers that are listed.
    pub const MOST_EXPONENTS: u32 = 128;
}

pub(super) mod watch {
    use std::time::Duration;

    /// How often the budget is looked at.
    pub const PERIOD: Duration = Duration::from_millis(20);
    /// So long after its time z3 is told that this is over.
    pub const GRACE: Duration = Duration::from_millis(200);
}
