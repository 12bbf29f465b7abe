//! What a measurement has to say of itself: machine, tools, commit, command line.

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

/// Today, in UTC.
pub fn date() -> Option<String> {
    said("date", &["-u", "+%Y-%m-%d"])
}

/// The lines above every table: the command, how Lariat is asked by it, where, and with which other tools.
pub fn describe(command: String, asked: String, tools: Vec<(&'static str, String)>) -> String {
    let unknown = || "unknown".to_string();
    let row = |file: &str, name: &str| {
        let text = std::fs::read_to_string(file).ok()?;
        Some(text.lines().find(|l| l.starts_with(name))?.split_once(':')?.1.trim().to_string())
    };
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let model = row("/proc/cpuinfo", "model name").unwrap_or_else(unknown);
    let memory = row("/proc/meminfo", "MemTotal").and_then(|m| m.split_whitespace().next()?.parse::<f64>().ok());
    let memory = memory.map_or_else(unknown, |kb| format!("{:.1} GB", kb / 1024.0 / 1024.0));
    let z3 = std::fs::read_to_string(".z3/ready").ok();
    let z3 = z3.map(|text| text.split_whitespace().take(2).collect::<Vec<_>>().join(" "));
    let mut rows = vec![
        ("command", command),
        ("asked", asked),
        ("commit", commit().unwrap_or_else(unknown)),
        ("machine", format!("{cores} cores, {model}, {memory}")),
        ("system", said("uname", &["-srm"]).unwrap_or_else(unknown)),
        ("lariat", said(env!("CARGO_BIN_EXE_lariat"), &["--version"]).unwrap_or_else(unknown)),
        ("rustc", said("rustc", &["--version"]).unwrap_or_else(unknown)),
        ("cc", said("cc", &["--version"]).unwrap_or_else(unknown)),
        ("library", format!("z3 {}", z3.unwrap_or_else(unknown))),
    ];
    rows.extend(tools);
    rows.iter().map(|(key, value)| format!("{key:<9} {value}\n")).collect()
}
