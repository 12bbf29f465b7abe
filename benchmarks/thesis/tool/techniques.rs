//! The searches and techniques of the thesis as options of `lariat reach`: any of the one with any of the other are its 36
//! configurations.

/// The searches, as the tables order them.
pub const SEARCHES: [&str; 6] = ["dfs", "bfs", "random", "tree", "coverage", "klee"];

/// The techniques, of which the thesis has one at a time: the name of each, and its options.
pub const TECHNIQUES: [(&str, &str); 6] = [
    ("none", "--summaries off"),
    ("aggressive", "--merge aggressive --summaries off"),
    ("lattice-based", "--merge lattice-based --summaries off"),
    ("recursive", "--merge recursive --summaries off"),
    ("subsumption", "--subsumption --summaries off"),
    ("summaries", "--summaries exact"),
];

/// The options of a technique under a search.
pub fn args(search: &str, technique: &str) -> String {
    format!("--engine states --search {search} {technique}")
}
