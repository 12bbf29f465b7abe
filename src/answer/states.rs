//! What executing states did.

use serde::Serialize;

/// What executing states did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StateStats {
    /// How many states there were: the first one, and one for each further way on.
    pub states: u64,
    /// How many paths came to an end, those of merged states each; what was left out is not among them.
    pub paths: u64,
    /// How often states went on along an edge.
    pub steps: u64,
    /// How many states became a part of another one.
    pub merged: u64,
    /// How many were left out because nothing that is looked for can be reached from there.
    pub subsumed: u64,
    /// How often any number of rounds was one step.
    pub summarised: u64,
    /// How often a solver was asked.
    pub queries: u64,
    /// How often it did not know, or was not asked, since too much was to be asked.
    pub unknown: u64,
    /// How many microseconds it took to count the queries that are expected of each variable, where that decides what is
    /// merged.
    pub counting_us: u64,
    /// The most that waited at a time.
    pub waiting: u64,
    /// How many locations of the program some state was at.
    pub covered: u64,
    /// How many there are.
    pub locations: u64,
    /// After so many milliseconds, so many were covered.
    pub coverage: Vec<(u64, u64)>,
}

impl StateStats {
    /// The counts in words.
    pub fn words(&self) -> Vec<String> {
        vec![
            format!("{} states", self.states),
            format!("{} paths", self.paths),
            format!("{} merged", self.merged),
            format!("{} subsumed", self.subsumed),
            format!("{} summarised", self.summarised),
            format!("{} queries, {} without an answer", self.queries, self.unknown),
            format!("{} waiting at most", self.waiting),
            format!("{} of {} locations covered", self.covered, self.locations),
        ]
    }
}
