//! Where facts come from, in words.

use std::fmt;

/// What found the facts that exclude the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Ranges of variables, or conditions alone.
    Ranges,
    /// Linear equations.
    Equations,
    /// Conditions that preserve each other.
    Candidates,
    /// Linear equations for each value of variables that have few.
    Cases,
    /// Linear equations between numbers that wrap.
    Congruences,
    /// Variables that have few values.
    Values,
    /// Quadratic equations.
    Products,
    /// Quadratic equations between numbers that wrap.
    Wrapped,
    /// Equations between powers.
    Powers,
    /// Conditions on all elements in a range.
    Elements,
    /// What so many rounds of loops do.
    Counters,
    /// The states of all rounds.
    Unrolled,
    /// Spacer.
    Horn,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Source::Ranges => "ranges of variables",
            Source::Equations => "linear equations that every round of a loop preserves",
            Source::Candidates => "conditions that every round of a loop preserves",
            Source::Cases => "linear equations, case by case, that every round of a loop preserves",
            Source::Congruences => "linear equations, as far as numbers wrap, that every round of a loop preserves",
            Source::Values => "values that every round of a loop keeps to",
            Source::Products => "quadratic equations that every round of a loop preserves",
            Source::Wrapped => "quadratic equations, as far as numbers wrap, that every round of a loop preserves",
            Source::Powers => "equations between powers that every round of a loop preserves",
            Source::Elements => "conditions on ranges of elements that every round of a loop preserves",
            Source::Counters => "what so many rounds of loops do",
            Source::Unrolled => "the states in which every round of every loop begins",
            Source::Horn => "an invariant found by Spacer",
        })
    }
}
