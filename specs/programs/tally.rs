//! What came of many programs.

use super::ask::{Found, Question, Said};
use super::program::Program;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A program with an answer that is wrong.
pub struct Failure {
    pub seed: u64,
    pub program: Program,
    pub question: Question,
    pub what: String,
}

/// Counts.
#[derive(Default)]
pub struct Tally {
    /// Programs that were asked about.
    pub used: usize,
    /// Those that were not, by the reason.
    unfit: BTreeMap<&'static str, usize>,
    answers: BTreeMap<&'static str, usize>,
    /// Programs that are refused as a whole, and their features: how often with nothing else, how often at all.
    refused_whole: usize,
    features: BTreeMap<&'static str, (usize, usize)>,
    /// Refusals and what is unknown, by message without names.
    refused: BTreeMap<String, usize>,
    unknown: BTreeMap<String, usize>,
    pub failures: Vec<Failure>,
}

impl Tally {
    pub fn unfit(&mut self, why: &'static str) {
        *self.unfit.entry(why).or_default() += 1;
    }

    /// Counts an answer.
    pub fn count(&mut self, said: &Said) {
        let word = match said {
            Said::Right(Found::Confirmed) => "reachable, confirmed",
            Said::Right(Found::Unconfirmed) => "reachable, not confirmed",
            Said::Right(Found::Unreachable) => "unreachable",
            Said::Right(Found::Run) => "runs with the same values",
            Said::Unknown(why) => {
                *self.unknown.entry(masked(why)).or_default() += 1;
                "unknown"
            }
            Said::Refused(why) => {
                *self.refused.entry(masked(why)).or_default() += 1;
                "refused"
            }
            Said::Wrong(_) => "WRONG",
        };
        *self.answers.entry(word).or_default() += 1;
    }

    /// Counts a program about which nothing more is asked.
    pub fn leave(&mut self, program: &Program) {
        self.refused_whole += 1;
        for feature in &program.features {
            let (alone, all) = self.features.entry(feature).or_default();
            *all += 1;
            *alone += usize::from(program.features.len() == 1);
        }
    }

    pub fn add(&mut self, other: Tally) {
        fn merge<K: Ord>(into: &mut BTreeMap<K, usize>, from: BTreeMap<K, usize>) {
            from.into_iter().for_each(|(key, count)| *into.entry(key).or_default() += count);
        }
        self.used += other.used;
        self.refused_whole += other.refused_whole;
        merge(&mut self.unfit, other.unfit);
        merge(&mut self.answers, other.answers);
        merge(&mut self.refused, other.refused);
        merge(&mut self.unknown, other.unknown);
        for (feature, (alone, all)) in other.features {
            let entry = self.features.entry(feature).or_default();
            *entry = (entry.0 + alone, entry.1 + all);
        }
        self.failures.extend(other.failures);
    }

    /// For people.
    pub fn show(&self) -> String {
        let mut out = String::new();
        for (why, count) in &self.unfit {
            let _ = writeln!(out, "{count:>7}  not used: {why}");
        }
        let _ = writeln!(
            out,
            "{:>7}  used, {} of them refused, {} WRONG",
            self.used,
            self.refused_whole,
            self.failures.len()
        );
        for (word, count) in self.answers.iter() {
            let _ = writeln!(out, "{count:>7}  {word}");
        }
        for (title, kinds) in [("refused", &self.refused), ("unknown", &self.unknown)] {
            let mut kinds: Vec<_> = kinds.iter().collect();
            kinds.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
            for (kind, count) in kinds {
                let _ = writeln!(out, "{count:>7}  {title}: {kind}");
            }
        }
        for (feature, (alone, all)) in self.features.iter().filter(|(_, (alone, _))| *alone > 0) {
            let _ = writeln!(out, "{all:>7}  refused with {feature}, {alone} of them with nothing else");
        }
        out
    }
}

/// A message without names and numbers.
fn masked(message: &str) -> String {
    let mut words: Vec<&str> = message.split('`').collect();
    words.iter_mut().skip(1).step_by(2).for_each(|name| *name = "…");
    let mut out = String::new();
    for c in words.join("`").chars() {
        if c.is_ascii_digit() && out.ends_with('#') {
            continue;
        }
        out.push(if c.is_ascii_digit() { '#' } else { c });
    }
    out
}
