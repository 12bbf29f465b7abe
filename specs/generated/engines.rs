//! The engines beside all runs on inputs of a few values: none says that there is no error where one of these runs has
//! one; and what an engine finds instead is an error in the tree, too, where the answer says.

use super::interpret::{End, Numbers, run};
use super::sets::{first_seed, program, setting};
use super::tapes::{STEPS, runs};
use super::witness::Sites;
use crate::thesis::tool::techniques::{self, SEARCHES, TECHNIQUES};
use crate::tools::scratch::Folder;
use lariat::generate::{Language, show};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Most runs of a program.
const RUNS: u64 = 150;

/// Asked in turns, a different one for each program, if nothing else is said; a campaign asks all.
const ENGINES: [&str; 5] = ["both", "chains", "invariants", "bounded", "concolic"];

/// What the engines said, counted.
#[derive(Debug, Default)]
struct Tally {
    programs: u64,
    /// Programs with an error on small inputs.
    failing: u64,
    finished: u64,
    errors: u64,
    /// Errors whose inputs the tree was run on.
    checked: u64,
    unknown: u64,
    refused: u64,
    wrong: Vec<String>,
}

/// The lariat that is asked.
pub fn lariat() -> PathBuf {
    std::env::var_os("LARIAT_EXECUTABLE").map_or_else(|| env!("CARGO_BIN_EXE_lariat").into(), PathBuf::from)
}

/// Whether the lariat that is asked reads microc, of which its help speaks; says so if it does not.
pub fn reads_microc() -> bool {
    let output = Command::new(lariat()).args(["run", "--help"]).output().expect("lariat runs");
    let speaks = String::from_utf8_lossy(&output.stdout).contains("microc");
    if !speaks {
        eprintln!("skipped: this lariat does not read microc");
    }
    speaks
}

/// Where programs stay that were answered wrong.
fn kept() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated")
}

/// Asks whether something undefined can happen; nothing if the program is not taken.
fn ask(file: &Path, language: Language, engine: &[String]) -> Result<Option<Value>, String> {
    let timeout = format!("{}ms", setting("LARIAT_GENERATED_MS", 2000));
    let mut command = Command::new(lariat());
    command.arg("reach").arg(file).args(["--target", "undefined", "--format", "json", "--timeout", &timeout]);
    if language == Language::C {
        // Overflow is no error of these programs: their numbers wrap around here, and are unbounded in microc.
        command.args(["--signed-overflow", "wrap"]);
    }
    let output = command.args(engine).output().map_err(|e| format!("lariat does not run: {e}"))?;
    let said = || format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr));
    if output.status.code() == Some(2) {
        return Ok(None);
    }
    let answer: Value = serde_json::from_slice(&output.stdout).map_err(|_| said())?;
    if answer["verdict"].is_string() { Ok(Some(answer)) } else { Err(said()) }
}

/// Which engines are asked about a seed, each with its options.
fn engines(seed: u64) -> Vec<Vec<String>> {
    let words = |text: &str| match text.split_whitespace().collect::<Vec<_>>()[..] {
        [name] => vec!["--engine".to_string(), name.to_string()],
        ref more => more.iter().map(|w| w.to_string()).collect(),
    };
    match std::env::var("LARIAT_GENERATED_ENGINES") {
        Ok(said) if said == "thesis" => SEARCHES
            .into_iter()
            .flat_map(|search| TECHNIQUES.map(|(_, technique)| words(&techniques::args(search, technique))))
            .collect(),
        Ok(said) => said.split(',').map(words).collect(),
        Err(_) if std::env::var_os("LARIAT_GENERATED").is_some() => ENGINES.into_iter().map(words).collect(),
        Err(_) => vec![words(ENGINES[seed as usize % ENGINES.len()])],
    }
}

fn judge(seed: u64, language: Language, folder: &Path, tally: &mut Tally) {
    let (settings, program) = program(seed);
    let text = format!("// {}\n{}", settings.command(language, seed), show(&program, language));
    let file = folder.join(format!("{seed}.{}", language.extension()));
    std::fs::write(&file, &text).expect("a file");
    let first = first_line(&text);
    let numbers = if language == Language::C { Numbers::Bits64 } else { Numbers::Unbounded };
    let all = runs(&program, first, setting("LARIAT_GENERATED_RUNS", RUNS) as usize, numbers);
    let failed = all.iter().find(|(_, run)| matches!(run.end, End::Failed(_)));
    tally.programs += 1;
    tally.failing += u64::from(failed.is_some());
    let before = tally.wrong.len();
    for engine in engines(seed) {
        let mut wrong = |what: String| tally.wrong.push(format!("{seed} {}: {what}", engine.join(" ")));
        let answer = match ask(&file, language, &engine) {
            Ok(Some(answer)) => answer,
            Ok(None) => {
                tally.refused += 1;
                continue;
            }
            Err(broken) => {
                wrong(broken);
                continue;
            }
        };
        match (answer["verdict"].as_str(), failed) {
            (Some("unreachable"), Some((tape, run))) => wrong(format!("unreachable, but {run:?} on {tape:?}")),
            (Some("unreachable"), None) => tally.finished += 1,
            (Some("reachable"), _) => {
                tally.errors += 1;
                let Some(mut sites) = Sites::read(&answer) else { continue };
                let run = run(&program, first, &mut sites, 100 * STEPS, numbers);
                let line = answer["target"]["line"].as_u64().unwrap_or(0);
                match run.end {
                    End::Failed(_) if run.line as u64 == line => tally.checked += 1,
                    // What wraps around, or takes long, the tree does not say.
                    End::Overflowed | End::Endless => {}
                    _ => wrong(format!("reachable at line {line}, but {run:?}")),
                }
            }
            (Some("unknown"), _) => tally.unknown += 1,
            (other, _) => wrong(format!("{other:?}")),
        }
    }
    if tally.wrong.len() > before {
        std::fs::create_dir_all(kept()).expect("a folder");
        std::fs::copy(&file, kept().join(file.file_name().expect("a name"))).expect("it is kept");
        eprintln!("{:?}", &tally.wrong[before..]);
    }
    let _ = std::fs::remove_file(file);
}

/// The line in which the first statement of a text stands.
pub fn first_line(text: &str) -> usize {
    1 + text.lines().position(|line| line.trim().starts_with("n0 = ")).expect("variables are initialised")
}

fn campaign(language: Language, few: u64) -> Tally {
    let folder = Folder::new(language.name());
    let mut tally = Tally::default();
    let first = first_seed();
    for seed in first..first + setting("LARIAT_GENERATED", few) {
        judge(seed, language, &folder.0, &mut tally);
        if tally.programs.is_multiple_of(100) {
            eprintln!("{}, so far: {tally:?}", language.name());
        }
    }
    println!("{}: {tally:?}", language.name());
    assert!(tally.wrong.is_empty(), "{:#?}", tally.wrong);
    tally
}

#[test]
fn no_engine_contradicts_what_runs_of_c_show() {
    let tally = campaign(Language::C, 10);
    assert!(tally.finished > 0 && tally.checked > 0 && tally.refused == 0, "{tally:?}");
}

#[test]
fn no_engine_contradicts_what_runs_of_microc_show() {
    if !reads_microc() {
        return;
    }
    let tally = campaign(Language::Microc, 10);
    assert!(tally.finished > 0 && tally.checked > 0 && tally.refused == 0, "{tally:?}");
}
