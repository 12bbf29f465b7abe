//! Programs that csmith makes: asked about, refused by name or given up, and never answered against what gcc's program
//! does. They are deterministic, so of the two ends of `main` one is reached; the witness of each answer `reachable` is
//! compiled and run besides.
//!
//! Skipped where csmith, its headers or gcc are missing. A few small programs by default; `make csmith` takes many.
//! `LARIAT_CSMITH` is their number, `LARIAT_CSMITH_SEED` the first seed.

mod program;

use crate::tools::compilers::is_there;
use program::{Made, Shape, make};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the headers of csmith are; `CSMITH_HEADERS` says so otherwise.
const HEADERS: [&str; 3] = ["/usr/include/csmith", "/usr/local/include/csmith", "/usr/include/csmith-2.3.0"];

/// One question may take so many seconds.
const TIME: &str = "2";

/// Exit codes: an answer, bad input, unknown.
const ANSWERED: i32 = 0;
const REFUSED: i32 = 2;
const UNKNOWN: i32 = 3;

#[test]
fn no_answer_contradicts_the_compiled_program() {
    let Some(headers) = headers() else {
        eprintln!("skipped: csmith, its headers (CSMITH_HEADERS) or gcc are not installed");
        return;
    };
    let (count, first) = (number("LARIAT_CSMITH", 4), number("LARIAT_CSMITH_SEED", 1));
    let folder = std::env::temp_dir().join(format!("lariat-csmith-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the programs");
    let (mut outcomes, mut findings): (BTreeMap<String, u64>, Vec<String>) = Default::default();
    for seed in first..first + count {
        // Every fourth one as csmith makes them if it is not told otherwise.
        let shape = if seed % 4 == 0 { Shape::Any } else { Shape::Small };
        let Some(made) = make(&folder, &headers, seed, shape) else {
            *outcomes.entry("gcc's program does not end".into()).or_default() += 1;
            continue;
        };
        for (label, is_reached) in [("right", true), ("wrong", false)] {
            let outcome = ask(&made, &headers, label);
            if let Err(what) = outcome.and_then(|(outcome, confirmed)| {
                let fits = fits(&outcome, is_reached, shape);
                *outcomes.entry(outcome.clone()).or_default() += 1;
                if let Some(confirmed) = confirmed {
                    *outcomes.entry(format!("  confirmed by running: {confirmed}")).or_default() += 1;
                }
                if fits { Ok(()) } else { Err(outcome) }
            }) {
                findings.push(format!("seed {seed} ({shape:?}), label:{label}, CHECK={}: {what}", made.check));
            }
        }
    }
    for (outcome, count) in &outcomes {
        eprintln!("{count:6}  {outcome}");
    }
    // The programs of findings stay.
    assert!(findings.is_empty(), "in {}:\n{}", folder.display(), findings.join("\n"));
    let _ = std::fs::remove_dir_all(&folder);
    let answered = |outcome: &str| outcome == "reachable" || outcome == "unreachable";
    assert!(count < 4 || outcomes.keys().any(|o| answered(o)), "none of {count} programs is answered: {outcomes:?}");
}

/// The verdict, or what stood in its way, and whether a compiled witness confirmed it; an error if Lariat broke.
fn ask(made: &Made, headers: &Path, label: &str) -> Result<(String, Option<String>), String> {
    let (target, check) = (format!("label:{label}"), format!("CHECK={}ULL", made.check));
    let include = headers.display().to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_lariat"))
        .args(["reach", &made.file.display().to_string(), "-I", &include, "-D", &check])
        .args(["--target", &target, "--timeout", TIME, "--confirm"])
        .output()
        .expect("lariat runs");
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    let row = |text: &str, start: &str| {
        text.lines().find_map(|line| line.trim().strip_prefix(start).map(|rest| rest.trim().to_string()))
    };
    match output.status.code() {
        Some(ANSWERED) => {
            let confirmed = row(&out, "confirmed ").map(|said| said.split(" (").next().unwrap_or_default().to_string());
            Ok((out.split_whitespace().next().unwrap_or_default().to_string(), confirmed))
        }
        Some(UNKNOWN) => Ok((format!("unknown: {}", row(&out, "because").unwrap_or_default()), None)),
        Some(REFUSED) => match row(&err, "error:") {
            Some(what) => Ok((format!("refused: {}", without_names(&what)), None)),
            None => Err(format!("refused without a reason: {err}")),
        },
        code => Err(format!("exit code {code:?}: {out}{err}")),
    }
}

/// Whether an outcome can be right. Of a program with `volatile` variables Lariat knows less than gcc: more is reached.
fn fits(outcome: &str, is_reached: bool, shape: Shape) -> bool {
    match outcome {
        "reachable" => is_reached || shape == Shape::Any,
        "unreachable" => !is_reached,
        _ => true,
    }
}

/// The names that csmith gives, and the numbers, are not what a refusal is about.
fn without_names(message: &str) -> String {
    let mut words: Vec<&str> = message.split('`').collect();
    words.iter_mut().skip(1).step_by(2).for_each(|name| *name = "…");
    let text = words.join("`");
    text.split(' ')
        .map(|word| if word.len() > 1 && word.starts_with(['S', 'U']) { "…" } else { word })
        .collect::<Vec<_>>()
        .join(" ")
}

fn headers() -> Option<PathBuf> {
    let own = std::env::var_os("CSMITH_HEADERS").map(PathBuf::from);
    let mut folders = own.into_iter().chain(HEADERS.map(PathBuf::from));
    folders.find(|folder| folder.join("csmith.h").is_file()).filter(|_| is_there("csmith") && is_there("gcc"))
}

fn number(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")),
        Err(_) => default,
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
