//! A run as a folder: what was measured, with what, and every single sample.

use crate::folder;
use crate::measure::Measured;
use crate::startup::Start;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// All that is kept.
pub struct Run<'a> {
    pub date: String,
    pub commit: String,
    /// What it is called after its date; the commit if there is nothing else.
    pub label: Option<String>,
    pub head: &'a str,
    pub summary: &'a str,
    pub lariat: Vec<&'a Measured>,
    pub tools: Vec<&'a Measured>,
    pub starts: &'a [Start],
}

/// Writes `<date>-<label>/` into `parent` and says where that is.
pub fn write(run: &Run, parent: &Path) -> Result<PathBuf, String> {
    if !run.lariat.iter().any(|m| m.is_right()) {
        return Err("no question was answered as expected, so there is nothing to record".into());
    }
    let Run { date, commit, head, .. } = run;
    let readme = format!(
        "# Measured on {date} at {commit}\n\n```\n{head}```\n\n`raw.csv` has every sample, `startup.csv` those of \
         starting, `summary.txt` the tables.\nTimes are from the start of a process to its end; memory is the peak of the \
         process and of those it waited for.\n",
    );
    let files = [
        ("README.md", readme),
        ("summary.txt", run.summary.to_string()),
        ("raw.csv", raw(run.lariat.iter().chain(&run.tools))),
        ("startup.csv", startup(run.starts)),
    ];
    folder::keep(parent, &format!("{date}-{}", run.label.as_ref().unwrap_or(commit)), &files)
}

fn raw<'a>(all: impl Iterator<Item = &'a &'a Measured>) -> String {
    let mut out = "tool,question,run,expected,verdict,wall_ms,memory_mb\n".to_string();
    for m in all {
        for (i, s) in m.samples.iter().enumerate() {
            let (run, wall, memory) = (i + 1, s.wall_ms, s.memory_mb);
            let _ = writeln!(out, "{},{},{run},{},{},{wall:.3},{memory:.2}", m.tool, m.name, m.expect, s.verdict);
        }
    }
    out
}

fn startup(starts: &[Start]) -> String {
    let mut out = "command,run,wall_ms\n".to_string();
    for start in starts {
        for (i, wall) in start.walls_ms.iter().enumerate() {
            let _ = writeln!(out, "{},{},{wall:.3}", start.name, i + 1);
        }
    }
    out
}
