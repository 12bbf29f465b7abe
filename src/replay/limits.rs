//! The limits of replays that are tuned, by the file that keeps to them.

pub(super) mod accelerate {
    /// Fewer rounds are executed: that is faster than a proof.
    pub const FEWEST_TIMES: u64 = 32;
}

pub(super) mod along {
    /// Ranges of an input looked at on either side of the index.
    pub const NEAR: usize = 4;
}

pub(super) mod block {
    /// The most steps of a block.
    pub const MOST_STEPS: u32 = 64;
    /// The most variables of one linear expression: products of 64 bits then add up within 128.
    pub const MOST_PARTS: usize = 16;
}

pub(super) mod cycle {
    /// A cycle comes back to its header at most this often; the last time it is closed.
    pub const MOST_ARRIVALS: usize = 16;
    /// Where there are many variables less is remembered: some this many values for each cycle of a header.
    pub const MOST_VALUES: usize = 1 << 12;
    /// The most edges of a cycle; a power of two.
    pub const MOST_EDGES: usize = 1 << 12;
    /// After a failure this many arrivals pass unseen, and twice as many after the next.
    pub const FIRST_WAIT: u64 = 32;
    /// The wait is doubled at most this often.
    pub const MOST_DOUBLINGS: u32 = 12;
    /// The most elements of arrays sampled at one header.
    pub const MOST_FIXED: usize = 64;
}

pub(super) mod induction {
    /// Claims have at most this degree.
    pub const CLAIM_DEGREE: usize = 3;
}

pub(super) mod line {
    /// Indices and slopes beyond this many bits are left to execution.
    pub const MOST_BITS: usize = 60;
}

pub(super) mod room {
    /// Shorter runs are over before blocks of steps are made.
    pub const BLOCKS_AFTER: u64 = 4096;
    /// A run that would be longer is taken for one that does not end.
    pub const MOST_STEPS: u64 = 1_000_000_000_000_000_000;
    /// More of what a program puts out is not shown.
    pub const MOST_OUTPUTS: i128 = 1_000;
}

pub(super) mod symbolic {
    /// Values have at most this degree.
    pub const MOST_DEGREE: usize = 8;
}

pub(super) mod writes {
    /// Arrays with more ranges than this are stored to by execution.
    pub const MOST_RANGES: usize = 64;
}

pub(super) mod switch {
    /// Fewer conditions are looked at one after the other.
    pub const FEWEST: usize = 4;
}
