//! Programs that grow: what an answer costs must grow with the size of a program, and not much faster.
//!
//! The members of a family differ in one number, `n`, which is also about their number of lines; each is asked about
//! a target that is reached and about one that is not. Members are asked from small to large until one is not answered
//! within the limit. The exponent `e` of a cost `c·n^e` is fitted to all medians from [`LEAST_MS`] on: below that, what
//! every process costs is most of it.

mod fit;
mod programs;

use crate::compare;
use crate::limits::remark;
use crate::measure::{self, LARIAT, LIMIT_S, Measured};
use crate::questions::Question;
use crate::tools;
use fit::fitted;
use programs::{Family, families};
use std::ffi::OsStr;
use std::fmt::Write;
use std::path::Path;

/// Times from here on count for an exponent, in milliseconds.
const LEAST_MS: f64 = 100.0;

/// What was measured of one family and one target.
pub struct Grown {
    family: &'static str,
    reached: bool,
    /// The exponent that is wanted at most; none where nothing is wanted.
    most: Option<f64>,
    /// By size.
    points: Vec<(u64, Measured)>,
}

/// Measures all families, with Lariat and with what else is on the PATH.
pub fn measure(runs: usize, path: &OsStr) -> Result<Vec<Grown>, String> {
    let folder = std::env::temp_dir().join(format!("lariat-growth-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let mut all = Vec::new();
    for family in families() {
        for reached in [true, false] {
            all.push(grown(&family, reached, |question| measure::measure(question, runs), &folder)?);
            for found in tools::found(path) {
                let ask = |question: &Question| compare::measure(&found, question, None, runs, (&folder, path));
                all.push(grown(&family, reached, ask, &folder)?);
            }
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    Ok(all)
}

fn grown(
    family: &Family,
    reached: bool,
    mut ask: impl FnMut(&Question) -> Result<Measured, String>,
    folder: &Path,
) -> Result<Grown, String> {
    let mut points = Vec::new();
    for &n in family.sizes {
        let word = if reached { "reachable" } else { "unreachable" };
        let file = folder.join(format!("{} {n} {word}.c", family.name));
        std::fs::write(&file, (family.program)(n, reached)).map_err(|e| e.to_string())?;
        let (entry, target) = ("main".into(), "call:reach_error".into());
        let measured = ask(&Question { file, entry, target, expect: word.into(), define: None })?;
        let is_over = !measured.is_right();
        points.push((n, measured));
        if is_over {
            break;
        }
    }
    Ok(Grown { family: family.name, reached, most: family.most, points })
}

impl Grown {
    /// All that was measured, one by one.
    pub fn measured(self) -> impl Iterator<Item = Measured> {
        self.points.into_iter().map(|(_, m)| m)
    }

    /// The exponent of the cost of what was answered; nothing from fewer than two points.
    fn exponent(&self) -> Option<f64> {
        let long = self.points.iter().filter(|(_, m)| m.is_right() && m.wall_ms() >= LEAST_MS);
        fitted(&long.map(|(n, m)| (*n as f64, m.wall_ms())).collect::<Vec<_>>())
    }
}

/// One table for all families.
pub fn show(all: &[Grown]) -> String {
    let mut out = format!(
        "{:<12} {:<11} {:<8} {:>8} {:>10} {:>10}   exponent\n",
        "growth", "target", "tool", "size", "median", "memory"
    );
    for grown in all {
        let word = if grown.reached { "reached" } else { "not reached" };
        for (position, (n, m)) in grown.points.iter().enumerate() {
            let is_last = position + 1 == grown.points.len();
            let exponent = if is_last { last(grown) } else { String::new() };
            let _ = writeln!(
                out,
                "{:<12} {word:<11} {:<8} {n:>8} {:>7.1} ms {:>7.1} MB   {exponent}{}",
                grown.family,
                m.tool,
                m.wall_ms(),
                m.memory_mb(),
                remark(m, f64::INFINITY),
            );
        }
    }
    let _ = writeln!(
        out,
        "exponents are of a cost c·n^e, fitted to medians of {LEAST_MS} ms and more; a family ends at its largest size, or \
         where there was no answer within {LIMIT_S} s"
    );
    out
}

/// What is said of a whole family: its exponent, and whether that is more than is wanted.
fn last(grown: &Grown) -> String {
    let Some(exponent) = grown.exponent() else { return "- ".into() };
    let steep = match grown.most {
        Some(most) if exponent > most && grown.points.iter().all(|(_, m)| m.tool == LARIAT) => {
            format!("(wanted: at most {most}) STEEP ")
        }
        _ => String::new(),
    };
    format!("{exponent:.2} {steep}")
}
