//! The limits of constraint systems that are tuned, by the file that keeps to them.

pub(super) mod corner {
    /// Longer sums over the counters of a loop get names.
    pub const MOST_SUMMANDS: usize = 16;
}

pub(super) mod decide {
    use std::time::Duration;

    /// The longest a linear program may take: it is only a guide.
    pub const ILP_TIME: Duration = Duration::from_millis(200);
    /// The longest z3 may take over numbers of runs that only guide.
    pub const GUIDE_TIME: Duration = Duration::from_millis(300);
    /// How often a smaller number of runs is looked for.
    pub const ATTEMPTS: usize = 3;
    /// Larger systems are not minimized constraint by constraint.
    pub const MOST_MINIMIZED: usize = 400;
}

pub(super) mod execution {
    /// Of more variables that are named alike the number is written.
    pub const MOST_PRIMES: usize = 8;
}

pub(super) mod inner_counts {
    use std::time::Duration;

    /// The longest a query about one sum may take.
    pub const LONGEST_QUERY: Duration = Duration::from_millis(50);
    /// So many expressions are tried for one sum.
    pub const MOST_CANDIDATES: usize = 4;
    /// So many sums are looked at in one subchain.
    pub const MOST_SUMS: usize = 6;
    /// Runs of inner loops are unfolded up to this from both ends.
    pub const UNFOLDED: usize = 2;
}

pub(super) mod loop_constraints {
    /// Inner constraints are repeated in the constraints of outer loops up to this many.
    pub const MOST_INNER: usize = 40;
}

pub(super) mod looping_make {
    /// Subchains are looked at together in so many ways at most.
    pub const MOST_GROUPS: usize = 6;
}

pub(super) mod looping_unfold {
    /// Runs of loops inside are counted up to this from both ends.
    pub const MOST_INSIDE: usize = 4;
    /// More instances are not made of one system.
    pub const MOST_INSTANCES: usize = 400;
}

pub(super) mod path_automaton {
    use std::time::Duration;

    /// Loops with more subchains are not looked at.
    pub const MOST_SUBCHAINS: usize = 8;
    /// The longest a query about two subchains may take.
    pub const LONGEST_QUERY: Duration = Duration::from_millis(50);
}
