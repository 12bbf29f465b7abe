//! The limits of programs that are tuned, by the file that keeps to them.

pub(super) mod unread {
    /// In programs with fewer edges, joining all that is known costs next to nothing, and proofs are found with it that
    /// are not found as soon without.
    pub const FEWEST_EDGES: usize = 1_000;
    /// Variables that are read at more locations, or between, are never forgotten.
    pub const LONGEST: usize = 64;
}
