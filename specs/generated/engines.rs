//! The engines beside all runs on inputs of a few values: none says that there is no error where one of these runs has
//! one, and what it finds instead is compiled and run.

use crate::compiled::{Folder, has_gcc};
use crate::interpret::{End, Numbers};
use crate::sets::{first_seed, program, setting};
use crate::tapes::runs;
use lariat::generate::{Language, show};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Most runs of a program; more where a longer campaign asks for it.
const RUNS: u64 = 150;

/// Asked in turns, a different one for each program, if nothing else is said; a campaign asks all.
const ENGINES: [&str; 5] = ["both", "chains", "invariants", "bounded", "concolic"];

/// What the engines said, counted.
#[derive(Debug, Default)]
struct Tally {
    finished: u64,
    errors: u64,
    confirmed: u64,
    open: u64,
    unknown: u64,
    /// Programs with an error on small inputs.
    failing: u64,
    wrong: Vec<String>,
}

fn lariat() -> PathBuf {
    std::env::var_os("LARIAT_EXECUTABLE").map_or_else(|| env!("CARGO_BIN_EXE_lariat").into(), PathBuf::from)
}

/// Where programs stay that were answered wrong.
fn kept() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated")
}

/// Asks whether something undefined can happen in the C form.
fn ask(file: &Path, engine: &[&str]) -> Result<Value, String> {
    let timeout = format!("{}ms", setting("LARIAT_GENERATED_MS", 2000));
    // Overflow is no error of these programs: their numbers wrap around here, and are unbounded in microc.
    let fixed = ["--target", "undefined", "--signed-overflow", "wrap", "--confirm", "--format", "json", "--timeout"];
    let output = Command::new(lariat())
        .arg("reach")
        .arg(file)
        .args(fixed)
        .arg(timeout)
        .args(engine)
        .output()
        .map_err(|e| format!("lariat does not run: {e}"))?;
    let said = || format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr));
    let answer: Value = serde_json::from_slice(&output.stdout).map_err(|_| said())?;
    if answer["verdict"].is_string() { Ok(answer) } else { Err(said()) }
}

/// Which engines are asked about a seed, each with its options.
fn engines(seed: u64) -> Vec<Vec<String>> {
    let words = |text: &str| match text.split_whitespace().collect::<Vec<_>>()[..] {
        [name] => vec!["--engine".to_string(), name.to_string()],
        ref more => more.iter().map(|w| w.to_string()).collect(),
    };
    match std::env::var("LARIAT_GENERATED_ENGINES") {
        Ok(said) => said.split(',').map(words).collect(),
        Err(_) if std::env::var_os("LARIAT_GENERATED").is_some() => ENGINES.into_iter().map(words).collect(),
        Err(_) => vec![words(ENGINES[seed as usize % ENGINES.len()])],
    }
}

fn judge(seed: u64, folder: &Path, tally: &mut Tally) {
    let (settings, program) = program(seed);
    let all = runs(&program, setting("LARIAT_GENERATED_RUNS", RUNS) as usize, Numbers::Bits64);
    let failed = all.iter().find(|(_, run)| matches!(run.end, End::Failed(_)));
    tally.failing += u64::from(failed.is_some());
    let text = format!("// {}\n{}", settings.command(Language::C, seed), show(&program, Language::C));
    let file = folder.join(format!("{seed}.c"));
    std::fs::write(&file, &text).expect("a file");
    let before = tally.wrong.len();
    for engine in engines(seed) {
        let said = engine.join(" ");
        match ask(&file, &engine.iter().map(String::as_str).collect::<Vec<_>>()) {
            Err(broken) => tally.wrong.push(format!("{seed} {said}: {broken}")),
            Ok(answer) => match (answer["verdict"].as_str(), failed) {
                (Some("unreachable"), Some((tape, run))) => {
                    tally.wrong.push(format!("{seed} {said}: unreachable, but {:?} on {tape:?}", run.end));
                }
                (Some("unreachable"), None) => tally.finished += 1,
                (Some("reachable"), _) => {
                    tally.errors += 1;
                    match answer["confirm"]["outcome"].as_str() {
                        Some("confirmed") => tally.confirmed += 1,
                        Some("open") => tally.open += 1,
                        other => tally.wrong.push(format!("{seed} {said}: reachable, {other:?} {}", answer["confirm"])),
                    }
                }
                (Some("unknown"), _) => tally.unknown += 1,
                (other, _) => tally.wrong.push(format!("{seed} {said}: {other:?}")),
            },
        }
    }
    if tally.wrong.len() > before {
        std::fs::create_dir_all(kept()).expect("a folder");
        std::fs::copy(&file, kept().join(format!("{seed}.c"))).expect("it is kept");
        eprintln!("{:?}", &tally.wrong[before..]);
    }
    let _ = std::fs::remove_file(file);
}

#[test]
fn no_engine_contradicts_what_runs_show() {
    if !has_gcc() {
        return;
    }
    let folder = Folder::new("engines");
    let mut tally = Tally::default();
    let first = first_seed();
    for seed in first..first + setting("LARIAT_GENERATED", 10) {
        judge(seed, &folder.0, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.wrong.is_empty(), "{:#?}", tally.wrong);
    assert!(tally.finished + tally.errors > 0, "nothing was decided");
}
