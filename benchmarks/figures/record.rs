//! A run as a folder: what was measured, with what, and every single sample.

use crate::machine;
use crate::measure::Measured;
use crate::startup::Start;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Where records go, from the folder of the package.
const RUNS: &str = "benchmarks/runs";

/// All that is kept.
pub struct Run<'a> {
    pub head: &'a str,
    pub summary: &'a str,
    pub lariat: Vec<&'a Measured>,
    pub tools: Vec<&'a Measured>,
    pub starts: &'a [Start],
}

/// Writes `benchmarks/runs/<date>-<label>/` and says its name; the label is the commit if there is no other.
pub fn write(run: &Run, label: Option<&str>) -> Result<String, String> {
    if !run.lariat.iter().any(|m| m.is_right()) {
        return Err("no question was answered as expected, so there is nothing to record".into());
    }
    let commit = machine::commit().ok_or("a record needs a commit (or --no-record)")?;
    let date = machine::said("date", &["-u", "+%Y-%m-%d"]).ok_or("a record needs a date (or --no-record)")?;
    let readme = format!(
        "# Measured on {date} at {commit}\n\n```\n{}```\n\n`raw.csv` has every sample, `startup.csv` those of starting, \
         `summary.txt` the tables.\nTimes are from the start of a process to its end; memory is the peak of the process \
         and of those it waited for.\n",
        run.head
    );
    let folder = fresh(&format!("{RUNS}/{date}-{}", label.unwrap_or(&commit)))?;
    let files = [
        ("README.md", readme),
        ("summary.txt", run.summary.to_string()),
        ("raw.csv", raw(run.lariat.iter().chain(&run.tools))),
        ("startup.csv", startup(run.starts)),
    ];
    for (name, text) in files {
        let file = folder.join(name);
        std::fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok(folder.display().to_string())
}

/// A folder that was not there: with a number at its end if it has to be.
fn fresh(name: &str) -> Result<PathBuf, String> {
    std::fs::create_dir_all(Path::new(RUNS)).map_err(|e| format!("{RUNS}: {e}"))?;
    let names = std::iter::once(name.to_string()).chain((2..).map(|n| format!("{name}-{n}")));
    for name in names {
        match std::fs::create_dir(&name) {
            Ok(()) => return Ok(name.into()),
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(e) => return Err(format!("{name}: {e}")),
        }
    }
    unreachable!("there is always one more number")
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
