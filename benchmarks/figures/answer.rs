//! What a question about a program came to, by Lariat or by another tool, and what that took.

use std::fmt;

/// How a process answered. Silence is never an answer: what cannot be read is an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The target can be reached.
    Reachable,
    /// It cannot.
    Unreachable,
    /// Necessary conditions can be met, which decides nothing.
    Satisfiable,
    /// The tool says that it does not know.
    Unknown,
    /// Ended at the limit.
    Timeout,
    /// It failed, or said something that is no answer; and what that was.
    Error(String),
}

impl Verdict {
    /// Whether it is what was expected.
    pub fn is(&self, expect: &str) -> bool {
        self.to_string() == expect
    }

    /// Whether it is the opposite of what was expected, or no answer at all. What is unknown, or takes too
    /// long, is not solved but not wrong.
    pub fn is_wrong(&self, expect: &str) -> bool {
        match self {
            Verdict::Reachable | Verdict::Unreachable => !self.is(expect),
            Verdict::Error(_) => true,
            Verdict::Satisfiable | Verdict::Unknown | Verdict::Timeout => false,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Reachable => "reachable",
            Verdict::Unreachable => "unreachable",
            Verdict::Satisfiable => "sat (no verdict)",
            Verdict::Unknown => "unknown",
            Verdict::Timeout => "timeout",
            Verdict::Error(_) => "error",
        })
    }
}

/// What one process took.
#[derive(Clone, Debug)]
pub struct Sample {
    /// From its start to its end.
    pub wall_ms: f64,
    /// The peak of the process and of those it waited for.
    pub memory_mb: f64,
    /// How it answered.
    pub verdict: Verdict,
}
