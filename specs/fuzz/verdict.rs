//! The comparison of verdicts with brute force, for any engine given as a function.

use super::brute::Brute;

/// A verdict, as far as it matters here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VerdictLike {
    /// With a replayed witness.
    Reachable,
    /// No input at all.
    Unreachable,
    /// For this reason.
    Unknown(String),
    /// It did not even answer.
    Broken(String),
}

/// How a verdict compares with what brute force found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// They agree.
    Agrees,
    /// The verdict is `unknown`, which contradicts nothing.
    Open(String),
    /// One of the two is wrong.
    Contradiction(String),
}

/// Compares. All inputs outside of the domains fail an assumption, so a complete search decides.
pub fn compare(verdict: &VerdictLike, brute: &Brute) -> Agreement {
    match verdict {
        VerdictLike::Unreachable if brute.reached => {
            Agreement::Contradiction("unreachable, but an input reaches it".to_string())
        }
        VerdictLike::Reachable if brute.complete && !brute.reached => {
            Agreement::Contradiction(format!("reachable, but none of all {} inputs reaches it", brute.runs))
        }
        VerdictLike::Reachable | VerdictLike::Unreachable => Agreement::Agrees,
        VerdictLike::Unknown(reason) => Agreement::Open(reason.clone()),
        VerdictLike::Broken(what) => Agreement::Contradiction(what.clone()),
    }
}
