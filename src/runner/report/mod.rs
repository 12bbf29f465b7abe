//! How a run looks: text for people, JSON lines for programs, JUnit for CI.

mod jsonl;
mod junit;
mod text;

pub use jsonl::{jsonl, mistakes_jsonl};
pub use junit::junit;
pub use text::{failures, line, mistakes, summary};

use super::{Item, Outcome};
use crate::spec::Spec;
use std::path::PathBuf;
use std::time::Duration;

/// A run that is over, or was stopped.
#[derive(Debug)]
pub struct Run<'a> {
    /// What was to be asked.
    pub items: &'a [Item<'a>],
    /// What came of it; `None` where nothing was finished.
    pub outcomes: &'a [Option<Outcome>],
    /// Snapshots nobody asks for.
    pub orphans: &'a [PathBuf],
    /// The files with mistakes, which kept questions from being asked.
    pub mistaken: &'a [&'a Spec],
    /// Wall time of all.
    pub wall: Duration,
}

impl Run<'_> {
    /// How many outcomes there are that fit.
    fn count(&self, fits: impl Fn(&Outcome) -> bool) -> usize {
        self.outcomes.iter().flatten().filter(|o| fits(o)).count()
    }

    /// Whether everything was asked, and went well.
    pub fn is_good(&self) -> bool {
        let all = self.outcomes.iter().all(|o| o.as_ref().is_some_and(Outcome::is_good));
        all && self.orphans.is_empty() && self.mistaken.is_empty()
    }

    /// How many mistakes there are in files.
    fn mistakes(&self) -> usize {
        self.mistaken.iter().map(|s| s.mistakes.len()).sum()
    }
}
