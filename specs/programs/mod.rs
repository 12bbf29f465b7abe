//! Random programs that use everything a front end has to model: which marked lines are passed, and what integers hold
//! at the end, by Lariat and by compilers.
//!
//! All inputs together have few values, so compiled programs are run on all of them. A marked line that some run passes
//! may not be unreachable, and the input that is found for it is confirmed by running; one that no run passes may not be
//! reachable; and `lariat run` has to end with the values of the compiled program. What is refused is counted.
//!
//! A few programs by default; `make fuzz-programs` takes many. Skipped without gcc. `LARIAT_PROGRAMS` is their number,
//! `LARIAT_PROGRAMS_SEED` the first seed, `LARIAT_PROGRAMS_FEATURES` which features they use (names with commas, or all),
//! `LARIAT_PROGRAMS_MS` how long a question may take, `LARIAT_PROGRAMS_JOBS` how many are tried at a time,
//! `LARIAT_PROGRAMS_SHRINK` for how many seconds each of the first that fail is made smaller, `LARIAT_PROGRAMS_OUT` where those that fail are written, `LARIAT_EXECUTABLE` the lariat to ask if not this one.

mod ask;
mod compiled;
mod generate;
mod program;
mod shrink;
mod tally;
mod try_one;

use crate::tools::scratch::Folder;
use ask::Lariat;
use compiled::Compilers;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tally::Tally;
use try_one::Workshop;

/// Failures that are made smaller.
const SHRUNK: usize = 3;

fn text(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|text| !text.is_empty())
}

fn number(name: &str, default: u64) -> u64 {
    text(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")))
}

/// The features that programs use.
fn features() -> Vec<String> {
    let typed = text("LARIAT_PROGRAMS_FEATURES");
    let all = generate::FEATURES.iter().map(|f| f.0.to_string());
    match typed.as_deref() {
        None | Some("all") => all.collect(),
        Some(names) => names.split(',').map(|n| n.trim().to_string()).collect(),
    }
}

fn lariat() -> Lariat {
    Lariat {
        executable: text("LARIAT_EXECUTABLE").map_or_else(|| env!("CARGO_BIN_EXE_lariat").into(), PathBuf::from),
        timeout: Duration::from_millis(number("LARIAT_PROGRAMS_MS", 3000)),
    }
}

#[test]
fn no_answer_contradicts_the_compiled_program() {
    let Some(compilers) = Compilers::find() else {
        eprintln!("skipped: gcc is not installed");
        return;
    };
    let (count, first) = (number("LARIAT_PROGRAMS", 12), number("LARIAT_PROGRAMS_SEED", 1));
    let out = text("LARIAT_PROGRAMS_OUT").unwrap_or_else(|| concat!(env!("CARGO_TARGET_TMPDIR"), "/programs").into());
    let workshop = Workshop { compilers, lariat: lariat(), only: features(), out: out.into() };
    let tally = in_parallel(first..first + count, |seed| workshop.try_seed(seed));
    eprint!("{count} programs, LARIAT_PROGRAMS_SEED={first}\n{}", tally.show());
    let shrinking = Duration::from_secs(number("LARIAT_PROGRAMS_SHRINK", 40));
    let mut findings = Vec::new();
    for (i, failure) in tally.failures.iter().enumerate() {
        let time = if i < SHRUNK { shrinking } else { Duration::ZERO };
        findings.push(workshop.write(failure, time));
    }
    assert!(findings.is_empty(), "{} of {count} programs:\n{}", findings.len(), findings.join("\n"));
    assert!(count < 10 || tally.used > 0, "none of the programs could be used");
}

/// Tries all seeds, on all processors.
fn in_parallel(seeds: std::ops::Range<u64>, work: impl Fn(u64) -> Tally + Sync) -> Tally {
    let next = AtomicU64::new(seeds.start);
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let worker = || {
        let mut all = Tally::default();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.end {
                return all;
            }
            all.add(work(seed));
        }
    };
    let mut all = Tally::default();
    std::thread::scope(|scope| {
        let jobs = number("LARIAT_PROGRAMS_JOBS", cores);
        let handles: Vec<_> = (0..jobs).map(|_| scope.spawn(worker)).collect();
        handles.into_iter().for_each(|h| all.add(h.join().expect("workers do not panic")));
    });
    all.failures.sort_by_key(|f| f.seed);
    all
}

#[test]
fn every_feature_makes_programs_that_compilers_agree_on() {
    let Some(compilers) = Compilers::find() else { return };
    let lack = &|features: &[generate::Feature]| {
        let folder = Folder::new("features");
        let fits = |name: &str, seed| compilers.run(&generate::program(seed, &[name.to_string()]), &folder.0).is_ok();
        features.iter().map(|f| f.0).find(|name| !(1..5).any(|seed| fits(name, seed)))
    };
    std::thread::scope(|scope| {
        let handles: Vec<_> = generate::FEATURES.chunks(12).map(|chunk| scope.spawn(move || lack(chunk))).collect();
        handles.into_iter().for_each(|h| assert_eq!(h.join().expect("workers do not panic"), None));
    });
}

#[test]
fn a_lariat_that_is_wrong_is_caught_and_its_program_shrunk() {
    let Some(compilers) = Compilers::find() else { return };
    let out = Folder::new("caught");
    let script = out.0.join("fake");
    let says = "#!/bin/sh\ncase $1 in run) exit 0;; *) echo '{ \"verdict\": \"unreachable\" }';; esac\n";
    std::fs::write(&script, says).expect("a script");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&script, mode).expect("a script");
    let lariat = Lariat { executable: script, timeout: Duration::from_secs(5) };
    let only = vec!["enum".to_string(), "goto".to_string()];
    let workshop = Workshop { compilers, lariat, only, out: out.0.clone() };
    let failures = (1..9).find_map(|seed| Some(workshop.try_seed(seed).failures).filter(|all| !all.is_empty()));
    let failure = &failures.expect("some lines are passed")[0];
    let before = failure.program.body.len();
    let said = workshop.write(failure, Duration::from_secs(5));
    let file = out.0.join(format!("wrong-{}.c", failure.seed));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    assert!(said.contains("unreachable, but an input gets there"), "{said}");
    assert!(text.contains("lariat reach") && text.lines().count() < before.max(20) + 20, "{text}");
}
