//! What a measurement has to say of itself: machine, tools, commit, command line.

use crate::measure::TIMEOUT;
use std::process::Command;

/// The first line that a command prints, or nothing.
pub fn said(command: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(command).args(args).output().ok().filter(|o| o.status.success())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().next().map(|l| l.trim().to_string()).filter(|l| !l.is_empty())
}

/// The commit, with a mark if files differ from it.
pub fn commit() -> Option<String> {
    let commit = said("git", &["rev-parse", "--short", "HEAD"])?;
    let changed = said("git", &["status", "--porcelain", "--untracked-files=no"]).is_some();
    Some(if changed { format!("{commit}-changed") } else { commit })
}

/// The lines above every table.
pub fn describe(runs: usize) -> String {
    let unknown = || "unknown".to_string();
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let model = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let row = text.lines().find(|l| l.starts_with("model name"))?;
        Some(row.split_once(':')?.1.trim().to_string())
    });
    let z3 = std::fs::read_to_string(".z3/ready").ok();
    let z3 = z3.map(|text| text.split_whitespace().take(2).collect::<Vec<_>>().join(" "));
    let rows = [
        (
            "command",
            format!("cargo bench -- --runs {runs}; each a process `lariat reach FILE --target T --timeout {TIMEOUT}`"),
        ),
        ("commit", commit().unwrap_or_else(unknown)),
        ("machine", format!("{cores} cores, {}", model.unwrap_or_else(unknown))),
        ("system", said("uname", &["-srm"]).unwrap_or_else(unknown)),
        ("rustc", said("rustc", &["--version"]).unwrap_or_else(unknown)),
        ("cc", said("cc", &["--version"]).unwrap_or_else(unknown)),
        ("z3", z3.unwrap_or_else(unknown)),
    ];
    rows.iter().map(|(key, value)| format!("{key:<9} {value}\n")).collect()
}
