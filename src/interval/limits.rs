//! The limits of the analysis of ranges that are tuned, by the file that keeps to them.

pub(super) mod analysis {
    /// Visits of a location before its ranges are widened.
    pub const PATIENCE: usize = 3;
    /// Visits after that in which a bound jumps to the next threshold; then it jumps over ever more of them, since large
    /// programs have many.
    pub const ONE_BY_ONE: usize = 8;
    /// Visits after which a widened bound becomes infinite.
    pub const ENOUGH: usize = 40;
    /// The same of all locations of a loop together, and for each of them: where many lead back to many, as control states
    /// do, each would wait for all others again and again.
    pub const ENOUGH_OF_ALL: usize = 100;
    pub const ENOUGH_OF_EACH: usize = 8;
    /// The same after so many visits of each location in the mean, where there are more locations than these: loops inside of
    /// loops inside of copies of functions would take most of the time there is.
    pub const ENOUGH_OF_LOCATION: usize = 10;
    pub const FEW_LOCATIONS: usize = 2_000;
    /// Rounds of narrowing.
    pub const NARROWINGS: usize = 2;
}

pub(super) mod needed {
    /// Visits of a location before its ranges are widened.
    pub const PATIENCE: usize = 3;
    /// Visits after which a widened bound becomes infinite.
    pub const ENOUGH: usize = 20;
    /// Visits of all locations after which nothing is known, for each location.
    pub const ENOUGH_OF_LOCATION: usize = 40;
    /// Bounds that are larger bound nothing that could be done for each number.
    pub const LARGEST: i64 = 1 << 16;
}

pub(super) mod domain {
    /// Rounds of tightening after which a fixpoint is no longer waited for.
    pub const MOST_ROUNDS: usize = 40;
    /// Disjunctions with more members are not split.
    pub const WIDEST_DISJUNCTION: usize = 8;
}

pub(super) mod evaluate {
    /// Powers with larger exponents are only bounded by one.
    pub const LARGEST_EXPONENT: u32 = 256;
    /// At more indices of a table it is not looked what is there, but only what is anywhere in it.
    pub const MOST_INDICES: u32 = 256;
}

pub(super) mod shared {
    /// How many bits of a term's number a node looks at.
    pub const BITS: u32 = 3;
    /// Children of a node.
    pub const WIDTH: usize = 1 << BITS;
}
