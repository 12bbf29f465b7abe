//! Where a statement that branches goes on.

use std::fmt;
use std::str::FromStr;

/// How an `if`, a loop or a `switch` goes on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BranchOutcome {
    /// The condition holds.
    True,
    /// It does not.
    False,
    /// At the case with this value, or this first and last one.
    Case(String),
    /// At `default`, or behind the `switch` where it has none.
    Default,
    /// This operand of an `&&` or `||` in the condition is looked at, and holds or does not.
    Operand(bool),
}

impl fmt::Display for BranchOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BranchOutcome::True => write!(f, "true"),
            BranchOutcome::False => write!(f, "false"),
            BranchOutcome::Case(value) => write!(f, "case {value}"),
            BranchOutcome::Default => write!(f, "default"),
            BranchOutcome::Operand(holds) => write!(f, "operand {holds}"),
        }
    }
}

impl FromStr for BranchOutcome {
    type Err = ();

    fn from_str(text: &str) -> Result<BranchOutcome, ()> {
        match (text, text.strip_prefix("case ")) {
            ("true", _) => Ok(BranchOutcome::True),
            ("false", _) => Ok(BranchOutcome::False),
            ("default", _) => Ok(BranchOutcome::Default),
            ("operand true", _) => Ok(BranchOutcome::Operand(true)),
            ("operand false", _) => Ok(BranchOutcome::Operand(false)),
            (_, Some(value)) if !value.trim().is_empty() => Ok(BranchOutcome::Case(value.trim().to_string())),
            _ => Err(()),
        }
    }
}
