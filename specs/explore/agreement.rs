//! Our own questions once more, by exploring: what is expected to be unreachable must not be covered, what is expected to
//! be reachable must not be dead.
//!
//! Explored is one of so many, with `LARIAT_EXPLORE=all` (`make whole`) each.

use super::{items, repository};
use crate::tools::sample::is_sampled;
use lariat::program::Target;
use lariat::runner::{command_line, shell_line};
use lariat::spec::{self, Asked, Expected};
use serde_json::Value;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Without `LARIAT_EXPLORE=all` one of so many is explored.
const EVERY: usize = 180;

/// The arguments for exploring what a question is about.
fn arguments(asked: &Asked) -> Vec<String> {
    let mut args = command_line("reach", asked);
    args[0] = "explore".into();
    for option in ["--target", "--replay-steps"] {
        if let Some(at) = args.iter().position(|arg| arg == option) {
            args.drain(at..at + 2);
        }
    }
    args.extend(["--timeout", "4s", "--per-target", "1s", "--memory", "2GiB", "--format", "json"].map(str::to_string));
    args
}

/// The items that are the target: its line, the lines that call a function and do nothing else, and the branches that do.
fn asked_about<'a>(found: &'a Value, asked: &Asked) -> Vec<&'a Value> {
    let own = found["files"][0].as_str().unwrap_or_default();
    let text = std::fs::read_to_string(&asked.program).unwrap_or_default();
    let is_one = |item: &&Value| {
        let line = item["line"].as_u64().unwrap_or_default();
        let code = text.lines().nth((line as usize).wrapping_sub(1)).unwrap_or_default().trim();
        let is_it = match (&asked.target, item["kind"].as_str()) {
            (Target::Line { file: None, line: asked }, Some("line")) => line == u64::from(*asked),
            (Target::Call(name), Some("line")) => code == format!("{name}();"),
            (Target::Call(name), Some("branch")) => {
                code.starts_with("if (") && code.ends_with(&format!(") {name}();")) && item["of"] == "true"
            }
            _ => false,
        };
        is_it && item["file"] == own
    };
    items(found).iter().filter(is_one).collect()
}

/// What is wrong with what exploring says; nothing where it cannot be compared.
fn wrong(asked: &Asked, compared: &AtomicUsize) -> Option<String> {
    let expected = asked.expect?;
    let args = arguments(asked);
    let mut lariat = Command::new(env!("CARGO_BIN_EXE_lariat"));
    let output = lariat.args(&args).stdin(Stdio::null()).output().expect("lariat runs");
    let command = shell_line(&args);
    let Ok(found) = serde_json::from_slice::<Value>(&output.stdout) else {
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        // What is refused is other tests' business.
        return (output.status.code() == Some(4)).then(|| format!("{complaint}\n  {command}"));
    };
    let about = asked_about(&found, asked);
    if about.is_empty() {
        return None;
    }
    compared.fetch_add(1, Ordering::Relaxed);
    let is = |fate: &str| about.iter().any(|item| item["fate"] == fate);
    match expected {
        Expected::Unreachable if is("covered") => Some(format!("unreachable, and covered\n  {command}")),
        Expected::Reachable if !is("covered") && !is("open") => Some(format!("reachable, and dead\n  {command}")),
        _ => None,
    }
}

#[test]
fn what_is_known_agrees_with_our_own_questions() {
    let every = if std::env::var("LARIAT_EXPLORE").is_ok_and(|all| all == "all") { 1 } else { EVERY };
    let collection = spec::load(&[repository().join("specs")]).expect("specs");
    let all = collection.specs.iter().flat_map(|spec| &spec.questions).filter(|asked| asked.expect_today.is_none());
    let chosen: Vec<&Asked> = all.filter(|asked| is_sampled(asked, every)).collect();
    let (next, compared) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let mut all = Vec::new();
        while let Some(asked) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
            all.extend(wrong(asked, &compared));
        }
        all
    };
    let wrongs: Vec<String> = std::thread::scope(|threads| {
        let workers = [threads.spawn(work), threads.spawn(work)];
        workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
    });
    let compared = compared.into_inner();
    println!("{compared} of {} compared", chosen.len());
    assert!(wrongs.is_empty(), "{}", wrongs.join("\n"));
    assert!(compared * 3 > chosen.len(), "only {compared} of {} could be compared", chosen.len());
}
