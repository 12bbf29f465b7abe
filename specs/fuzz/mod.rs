//! Differential tests on random programs with loops.
//!
//! Three witnesses must agree on every program: gcc, the concrete interpreter,
//! and Lariat's verdict. `LARIAT_FUZZ_SEED` and `LARIAT_FUZZ_PROGRAMS` choose
//! what to run; program `n` of seed `s` is program 0 of seed `s + n`, so a
//! failure can be run on its own. `LARIAT_FUZZ_WILD` says how many of the wilder
//! programs are tried, `LARIAT_FUZZ_LONG` how many with long loops,
//! `LARIAT_FUZZ_SAVE` where to keep those that are judged wrongly or not at all,
//! `LARIAT_FUZZ_MS` how long an answer may take, and `LARIAT_FUZZ_ENGINE` which engine is asked, with
//! what other options (`LARIAT_FUZZ_OPTIONS`). `LARIAT_FUZZ_UBSAN` makes
//! gcc check that no behaviour is undefined. Of `LARIAT_FUZZ_CONFIRM` witnesses one is compiled and run (1: each).
//! What needs gcc is skipped without it.

mod aim;
mod brute;
mod condition;
mod enumerate;
mod folded;
mod gcc;
mod generate;
mod load;
mod long;
mod long_verdicts;
mod program;
mod segments;
mod shrink;
mod tree;
mod verdict;
mod wild;
mod wild_verdicts;

use crate::tools::compilers::is_there;
use brute::{Brute, brute_force};
use lariat::term::Terms;
use program::Prog;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use verdict::{Agreement, VerdictLike, compare};

/// Programs in one file for gcc.
const BATCH: usize = 100;

/// Runs of one program.
const MOST_RUNS: usize = 2000;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// Program 0 of a seed.
fn generate(seed: u64) -> Prog {
    aim::aim(generate::generate(seed), seed)
}

/// Writes past the test harness, which keeps the output of tests that pass.
fn announce(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// The seeds of a run, said aloud.
fn seeds(what: &str) -> Vec<u64> {
    let (first, count) = (setting("LARIAT_FUZZ_SEED", 20_000), setting("LARIAT_FUZZ_PROGRAMS", 150));
    announce(&format!("{what}: {count} programs, LARIAT_FUZZ_SEED={first}"));
    (first..first + count).collect()
}

/// Does `work` on all chunks of `seeds`, on every processor, and gathers what it says.
fn in_parallel<T: Send>(seeds: &[u64], chunk: usize, work: impl Fn(&[u64]) -> Vec<T> + Sync) -> Vec<T> {
    let chunks: Vec<&[u64]> = seeds.chunks(chunk).collect();
    let next = AtomicUsize::new(0);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let one = || {
        let mut said = Vec::new();
        while let Some(chunk) = chunks.get(next.fetch_add(1, Ordering::Relaxed)) {
            said.extend(work(chunk));
        }
        said
    };
    std::thread::scope(|scope| {
        let spawn = |_| std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, one).expect("a thread");
        let handles: Vec<_> = (0..workers).map(spawn).collect();
        handles.into_iter().flat_map(|h| h.join().expect("workers do not panic")).collect()
    })
}

fn try_all(prog: &Prog, number: usize) -> Result<Brute, String> {
    let terms = Terms::new();
    let program = load::load(&terms, &prog.for_lariat())?;
    brute_force(&terms, &program, prog, number, MOST_RUNS)
}

/// Brute force and gcc on some programs; what differs, with the program in question.
fn compare_with_gcc(name: &str, programs: &[(u64, Prog)]) -> Vec<String> {
    let mut failures = Vec::new();
    let (mut trials, mut expected, mut seeds) = (Vec::new(), Vec::new(), Vec::new());
    let mut progs = Vec::new();
    for (i, (seed, prog)) in programs.iter().enumerate() {
        progs.push(prog.clone());
        match try_all(prog, i) {
            Ok(brute) => {
                for (trial, end) in brute.trials {
                    trials.push(trial);
                    expected.push(end);
                    seeds.push(*seed);
                }
            }
            Err(e) => failures.push(format!("seed {seed}: {e}\n{}", prog.for_lariat())),
        }
    }
    let folder = std::env::temp_dir().join(format!("lariat-fuzz-{}-{name}", std::process::id()));
    match gcc::run_all(&folder, &progs, &trials) {
        Ok(ends) => {
            for (i, end) in ends.iter().enumerate() {
                if *end != expected[i] {
                    let (ours, trial) = (expected[i], &trials[i]);
                    let text = progs[trial.program].for_lariat();
                    failures.push(format!(
                        "seed {}: gcc says {end:?}, the interpreter {ours:?} for {trial:?}\n{text}",
                        seeds[i]
                    ));
                }
            }
        }
        Err(e) => failures.push(format!("programs from seed {}: {e}", programs[0].0)),
    }
    let _ = std::fs::remove_dir_all(PathBuf::from(&folder));
    failures
}

/// Whether there is no gcc, which is told.
fn lacks_gcc(what: &str) -> bool {
    let lacks = !is_there("gcc");
    if lacks {
        announce(&format!("skipped, gcc is not installed: {what}"));
    }
    lacks
}

#[test]
fn the_interpreter_agrees_with_gcc() {
    if lacks_gcc("interpreter against gcc") {
        return;
    }
    let failures = in_parallel(&seeds("interpreter against gcc"), BATCH, |chunk| {
        let programs: Vec<(u64, Prog)> = chunk.iter().map(|s| (*s, generate(*s))).collect();
        compare_with_gcc(&chunk[0].to_string(), &programs)
    });
    if let Some(first) = failures.first() {
        let seed: Option<u64> = first.strip_prefix("seed ").and_then(|t| t.split(':').next()?.parse().ok());
        let shrunk = seed.map(|seed| {
            let fails = |p: &Prog| !compare_with_gcc("shrink", &[(seed, p.clone())]).is_empty() && gcc_accepts(p);
            compare_with_gcc("shrunk", &[(seed, shrink::shrink(&generate(seed), &fails))]).join("\n")
        });
        panic!("{} failures; the first:\n{first}\nshrunk:\n{}", failures.len(), shrunk.unwrap_or_default());
    }
}

fn gcc_accepts(prog: &Prog) -> bool {
    let folder = std::env::temp_dir().join(format!("lariat-fuzz-{}-accepts", std::process::id()));
    gcc::run_all(&folder, std::slice::from_ref(prog), &[]).is_ok()
}

/// What a comparison of verdicts counts.
#[derive(Default)]
struct Tally {
    reachable: usize,
    unreachable: usize,
    incomplete: usize,
    open: Vec<String>,
    wrong: Vec<(u64, String)>,
}

/// Compares the verdicts of `engine` with brute force.
fn compare_verdicts(seeds: &[u64], engine: Engine) -> Tally {
    let said =
        in_parallel(seeds, 10, |chunk| chunk.iter().map(|seed| (*seed, judge(&generate(*seed), engine))).collect());
    let mut tally = Tally::default();
    for (seed, judgement) in said {
        match judgement {
            Ok((agreement, brute)) => {
                tally.reachable += usize::from(brute.reached);
                tally.unreachable += usize::from(brute.complete && !brute.reached);
                tally.incomplete += usize::from(!brute.complete);
                match agreement {
                    Agreement::Agrees => {}
                    Agreement::Open(reason) => tally.open.push(format!("seed {seed}: {reason}")),
                    Agreement::Contradiction(what) => tally.wrong.push((seed, what)),
                }
            }
            Err(e) => tally.wrong.push((seed, e)),
        }
    }
    tally.wrong.sort();
    tally
}

type Engine<'a> = &'a (dyn Fn(&str) -> VerdictLike + Sync);

fn judge(prog: &Prog, engine: Engine) -> Result<(Agreement, Brute), String> {
    let brute = try_all(prog, 0)?;
    Ok((compare(&engine(&prog.for_lariat()), &brute), brute))
}

/// A smaller program that is judged wrongly, too.
fn shrunk(seed: u64, engine: Engine) -> Prog {
    let fails = |p: &Prog| matches!(judge(p, engine), Ok((Agreement::Contradiction(_), _)));
    shrink::shrink(&generate(seed), &fails)
}

#[test]
fn verdicts_agree_with_brute_force() {
    let seeds = seeds("verdicts against brute force");
    let tally = compare_verdicts(&seeds, &load::verdict);
    announce(&format!(
        "verdicts against brute force: {} reachable, {} unreachable, {} not tried to the end, {} unknown",
        tally.reachable,
        tally.unreachable,
        tally.incomplete,
        tally.open.len()
    ));
    tally.open.iter().take(5).for_each(|reason| announce(&format!("  unknown: {reason}")));
    announce(&format!("  {}", load::confirmations()));
    if let Some((seed, what)) = tally.wrong.first() {
        load::confirm_all();
        let small = shrunk(*seed, &load::verdict).for_lariat();
        panic!("{} verdicts are wrong, the first for seed {seed}: {what}\nshrunk:\n{small}", tally.wrong.len());
    }
}

#[test]
fn facts_agree_with_brute_force() {
    let all = seeds("the search for facts against brute force, a tenth of them");
    let seeds: Vec<u64> = all.into_iter().step_by(10).collect();
    let tally = compare_verdicts(&seeds, &load::verdict_by_facts);
    announce(&format!(
        "the search for facts against brute force: {} reachable, {} unreachable, {} not tried to the end, {} unknown",
        tally.reachable,
        tally.unreachable,
        tally.incomplete,
        tally.open.len()
    ));
    assert!(tally.wrong.is_empty(), "{} verdicts are wrong, the first: {:?}", tally.wrong.len(), tally.wrong[0]);
    assert!(tally.open.len() < seeds.len(), "none of the targets that cannot be reached was excluded");
}

#[test]
fn programs_are_valid_c_and_defined() {
    if lacks_gcc("programs are valid C") {
        return;
    }
    let seeds: Vec<u64> = (0..200).collect();
    let failures = in_parallel(&seeds, BATCH, |chunk| {
        let programs: Vec<Prog> = chunk.iter().map(|s| generate(*s)).collect();
        let trials: Vec<gcc::Trial> = (0..programs.len() * 4)
            .map(|i| gcc::Trial {
                program: i / 4,
                params: vec![i as i64 % 3, i as i64 % 2],
                tape: (0..2000).map(|k| (k * k + i as i64) % 2).collect(),
            })
            .collect();
        let folder = std::env::temp_dir().join(format!("lariat-fuzz-{}-valid-{}", std::process::id(), chunk[0]));
        let result = gcc::run_all(&folder, &programs, &trials);
        let _ = std::fs::remove_dir_all(&folder);
        result.err().into_iter().collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_wrong_engine_is_caught_and_its_failure_shrunk() {
    let seeds: Vec<u64> = (20_000..20_030).collect();
    let never = |_: &str| VerdictLike::Unreachable;
    let tally = compare_verdicts(&seeds, &never);
    let (seed, _) = tally.wrong.first().expect("some targets can be reached");
    let (full, small) = (generate(*seed).for_lariat(), shrunk(*seed, &never).for_lariat());
    assert!(small.contains("reach_error();\n") && small.len() < full.len(), "{small}");
    let always = |_: &str| VerdictLike::Reachable;
    assert!(!compare_verdicts(&seeds, &always).wrong.is_empty(), "some targets cannot be reached");
}
