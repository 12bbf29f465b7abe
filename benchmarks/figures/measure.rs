//! One question, asked by several whole processes.

use crate::answer::{Sample, Verdict};
use crate::process::{self, End};
use crate::questions::Question;
use serde_json::Value;
use std::process::Command;
use std::time::Duration;

/// The longest a question may take, in seconds.
pub const LIMIT_S: u64 = 20;

/// What takes longer is not asked again.
pub const SLOW_MS: f64 = 2000.0;

/// How much longer than its limit Lariat may take to say so.
const GRACE_S: u64 = 5;

/// What measures call Lariat.
pub const LARIAT: &str = "lariat";

/// What an answer of the chains alone says that it took: beside them others may answer first.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    pub root_chains: u64,
    pub chains: u64,
    pub constraints: u64,
    pub smt_calls: u64,
}

/// All samples of a question, without the one that warmed up if there are others.
#[derive(Clone, Debug)]
pub struct Measured {
    /// [`LARIAT`], or the name of another tool.
    pub tool: &'static str,
    pub name: String,
    pub expect: String,
    pub samples: Vec<Sample>,
    pub counts: Option<Counts>,
}

impl Measured {
    /// Whether every process gave the expected verdict.
    pub fn is_right(&self) -> bool {
        self.samples.iter().all(|s| s.verdict.is(&self.expect))
    }

    /// Whether any process said the opposite, or failed.
    pub fn is_wrong(&self) -> bool {
        self.samples.iter().any(|s| s.verdict.is_wrong(&self.expect))
    }

    /// The verdict: a wrong one if there is any, then one that was not expected.
    pub fn verdict(&self) -> &Verdict {
        let rank = |s: &&Sample| (s.verdict.is_wrong(&self.expect), !s.verdict.is(&self.expect));
        let worst = self.samples.iter().max_by_key(rank);
        worst.map_or(&Verdict::Unknown, |s| &s.verdict)
    }

    pub fn wall_ms(&self) -> f64 {
        median(self.samples.iter().map(|s| s.wall_ms).collect())
    }

    pub fn fastest_ms(&self) -> f64 {
        self.samples.iter().map(|s| s.wall_ms).fold(f64::INFINITY, f64::min)
    }

    pub fn slowest_ms(&self) -> f64 {
        self.samples.iter().map(|s| s.wall_ms).fold(0.0, f64::max)
    }

    pub fn memory_mb(&self) -> f64 {
        median(self.samples.iter().map(|s| s.memory_mb).collect())
    }
}

/// The middle one; of an even number the upper of the two.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Asks once to warm up, and then `runs` times. What was slow, failed, or was wrong stands alone: more of it
/// would only take time.
pub fn several(
    expect: &str,
    runs: usize,
    mut ask: impl FnMut() -> Result<Sample, String>,
) -> Result<Vec<Sample>, String> {
    let first = ask()?;
    let is_settled = first.wall_ms > SLOW_MS || first.verdict == Verdict::Timeout || first.verdict.is_wrong(expect);
    if is_settled { Ok(vec![first]) } else { (0..runs).map(|_| ask()).collect() }
}

/// Does each of several things once to warm up and then all of them in turns, `runs` times; the figures of each.
pub fn several_times<T>(
    runs: usize,
    things: &[T],
    mut act: impl FnMut(&T) -> Result<f64, String>,
) -> Result<Vec<Vec<f64>>, String> {
    let mut figures = vec![Vec::new(); things.len()];
    for run in 0..=runs {
        for (thing, figures) in things.iter().zip(&mut figures) {
            let figure = act(thing)?;
            if run > 0 {
                figures.push(figure);
            }
        }
    }
    Ok(figures)
}

/// Measures Lariat on a question.
pub fn measure(question: &Question, runs: usize) -> Result<Measured, String> {
    let samples = several(&question.expect, runs, || Ok(ask(question, &[])?.0))?;
    let (_, counts) = ask(question, &["--engine", "chains"])?;
    Ok(Measured { tool: LARIAT, name: question.name(), expect: question.expect.clone(), samples, counts })
}

fn ask(question: &Question, further: &[&str]) -> Result<(Sample, Option<Counts>), String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lariat"));
    command.arg("reach").args(question.reading());
    command.args(["--format", "json", "--timeout", &LIMIT_S.to_string()]).args(further);
    let ended = process::run(&mut command, Duration::from_secs(LIMIT_S + GRACE_S))?;
    let (verdict, counts) = match (ended.end, serde_json::from_str::<Value>(&ended.stdout)) {
        (End::TimedOut, _) => (Verdict::Timeout, None),
        (End::Code(_), Ok(answer)) => (verdict(&answer), counts(&answer["stats"])),
        (end, _) => (Verdict::Error(format!("{end:?}: {}", ended.stderr.lines().next().unwrap_or("silence"))), None),
    };
    Ok((Sample { wall_ms: ended.wall_ms, memory_mb: ended.memory_mb, verdict }, counts))
}

fn verdict(answer: &Value) -> Verdict {
    match answer["verdict"].as_str() {
        Some("reachable") => Verdict::Reachable,
        Some("unreachable") => Verdict::Unreachable,
        Some("unknown") => Verdict::Unknown,
        _ => Verdict::Error(answer["message"].as_str().unwrap_or("an answer without a verdict").into()),
    }
}

fn counts(stats: &Value) -> Option<Counts> {
    Some(Counts {
        root_chains: stats["root_chains"].as_u64()?,
        chains: stats["chains"].as_u64()?,
        constraints: stats["constraints"].as_u64()?,
        smt_calls: stats["smt_calls"].as_u64()?,
    })
}
