//! A run as a folder: what was measured, with what, and every single sample.

use crate::machine;
use crate::measure::Measured;
use std::fmt::Write;
use std::path::Path;

/// Writes `benchmarks/runs/<date>-<commit>/` and says its name.
pub fn write(head: &str, summary: &str, all: &[&Measured]) -> Result<String, String> {
    if all.iter().all(|m| !m.is_right()) {
        return Err("nothing was answered as expected, so there is nothing to record".into());
    }
    let commit = machine::commit().ok_or("a record needs a commit")?;
    let date = machine::said("date", &["-u", "+%Y-%m-%d"]).ok_or("a record needs a date")?;
    let folder = format!("benchmarks/runs/{date}-{commit}");
    let readme = format!(
        "# Measured on {date} at {commit}\n\n```\n{head}```\n\nMedians of whole processes after one to warm up. \
         `raw.csv` has every sample, `summary.txt` the table.\nMemory is the peak of the process and of the \
         preprocessor it starts.\n"
    );
    std::fs::create_dir_all(&folder).map_err(|e| format!("{folder}: {e}"))?;
    for (name, text) in [("README.md", &readme), ("summary.txt", &summary.to_string()), ("raw.csv", &raw(all))] {
        std::fs::write(Path::new(&folder).join(name), text).map_err(|e| format!("{folder}/{name}: {e}"))?;
    }
    Ok(folder)
}

fn raw(all: &[&Measured]) -> String {
    let mut out = "question,run,expected,verdict,wall_ms,memory_mb\n".to_string();
    for m in all {
        for (i, s) in m.samples.iter().enumerate() {
            let (run, wall, memory) = (i + 1, s.wall_ms, s.memory_mb);
            let _ = writeln!(out, "{},{run},{},{},{wall:.3},{memory:.2}", m.name, m.expect, s.verdict);
        }
    }
    out
}
