//! Verdicts on wild programs against the enumeration by gcc.

use super::enumerate::{Enumerated, enumerate};
use super::program::Stmt;
use super::verdict::VerdictLike;
use super::wild::{Wild, wild};
use super::{announce, in_parallel, lacks_gcc, load, setting};
use fastrand::Rng;
use std::path::PathBuf;

/// Programs in one file for gcc.
const BATCH: usize = 40;

fn folder(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("lariat-wild-{}-{name}", std::process::id()))
}

fn enumerated(name: &str, programs: &[Wild]) -> Result<Vec<Enumerated>, String> {
    let folder = folder(name);
    let result = enumerate(&folder, programs);
    let _ = std::fs::remove_dir_all(folder);
    result
}

/// Most targets get a guard made from values that runs end with.
fn aimed(mut program: Wild, samples: &[Vec<i64>], seed: u64) -> Wild {
    let mut rng = Rng::with_seed(!seed);
    let fits = |v: &&Vec<i64>| v.iter().all(|x| x.unsigned_abs() < 1 << 40);
    let samples: Vec<&Vec<i64>> = samples.iter().filter(fits).collect();
    if program.guard.is_none() || samples.is_empty() || rng.u8(..6) == 0 {
        return program;
    }
    let mixed = rng.bool();
    let mut values = samples[rng.usize(..samples.len())];
    let mut parts = Vec::new();
    for _ in 0..rng.usize(1..=3) {
        if mixed {
            values = samples[rng.usize(..samples.len())];
        }
        let (i, j) = (rng.usize(..values.len()), rng.usize(..values.len()));
        let (a, b) = (&program.locals[i].1, &program.locals[j].1);
        let off = if mixed && rng.bool() { rng.i64(-2..=2) } else { 0 };
        parts.push(match rng.u8(..6) {
            0 => format!("{a} >= {}", values[i] + off),
            1 => format!("(long){a} + (long){b} == {}", values[i] + values[j] + off),
            2 => format!("(long){a} <= {}", values[i] + off),
            3 => format!("(long){a} != {}", values[i] + off),
            _ => format!("(long){a} == {}", values[i] + off),
        });
    }
    program.guard = Some(parts.join(" && "));
    program
}

fn verdict(program: &Wild) -> VerdictLike {
    load::verdict_on(&program.for_lariat(), program.target, program.wrap)
}

/// The program with what is asked about it.
fn shown(program: &Wild) -> String {
    let options = if program.wrap { "  options: --signed-overflow wrap" } else { "" };
    format!("// target: {}  entry: prog{options}\n{}", program.target, program.for_lariat())
}

/// How a verdict fares.
enum Judged {
    Right(bool),
    Open(String),
    Wrong(String),
}

fn judge(verdict: VerdictLike, truth: &Enumerated) -> Judged {
    match verdict {
        VerdictLike::Unreachable if truth.reached => Judged::Wrong("unreachable, but an input reaches it".into()),
        VerdictLike::Reachable if truth.complete && !truth.reached => {
            Judged::Wrong(format!("reachable, but none of all {} inputs reaches it", truth.runs))
        }
        VerdictLike::Reachable => Judged::Right(true),
        VerdictLike::Unreachable => Judged::Right(false),
        VerdictLike::Unknown(why) => Judged::Open(why),
        VerdictLike::Broken(why) => Judged::Wrong(why),
    }
}

/// Keeps what deserves a look in the folder LARIAT_FUZZ_SAVE, if there is one.
fn save(seed: u64, judged: &Judged, program: &Wild) {
    let Some(folder) = std::env::var_os("LARIAT_FUZZ_SAVE").map(PathBuf::from) else { return };
    let (name, why, text) = match judged {
        Judged::Right(_) => return,
        Judged::Open(why) => ("open", why, shown(program)),
        Judged::Wrong(why) => ("wrong", why, shown(&shrunk(program, why))),
    };
    let _ =
        std::fs::write(folder.join(format!("{name}-{seed}.c")), format!("// {}\n{text}", why.replace('\n', "\n// ")));
}

fn final_programs(seeds: &[u64]) -> Result<(Vec<Wild>, Vec<Enumerated>), String> {
    let plain: Vec<Wild> = seeds.iter().map(|s| wild(*s)).collect();
    let name = seeds[0].to_string();
    let before = enumerated(&name, &plain)?;
    let programs: Vec<Wild> =
        plain.into_iter().zip(&before).zip(seeds).map(|((p, e), s)| aimed(p, &e.samples, *s)).collect();
    let truths = enumerated(&name, &programs)?;
    Ok((programs, truths))
}

/// A smaller program with a verdict that is wrong in the same way.
fn shrunk(program: &Wild, what: &str) -> Wild {
    let start: String = what.chars().take(24).collect();
    let fails =
        |w: &Wild| match enumerated(&format!("shrink-{:?}", std::thread::current().id()), std::slice::from_ref(w)) {
            Ok(truth) => match judge(verdict(w), &truth[0]) {
                Judged::Wrong(why) => why.starts_with(&start),
                _ => false,
            },
            Err(_) => false,
        };
    let mut best = program.clone();
    let mut at = 0;
    while let Some(candidates) = smaller(&best, at) {
        match candidates.into_iter().find(|p| fails(p)) {
            Some(found) => best = found,
            None => at += 1,
        }
    }
    best
}

fn smaller(program: &Wild, at: usize) -> Option<Vec<Wild>> {
    let bodies = super::shrink::changed_bodies(&program.body, at)?;
    Some(bodies.into_iter().map(|body| Wild { body, ..program.clone() }).collect())
}

#[test]
fn wild_verdicts_agree_with_enumeration() {
    if lacks_gcc("wild verdicts against enumeration") {
        return;
    }
    let first = setting("LARIAT_FUZZ_SEED", 7_000_000);
    let count = setting("LARIAT_FUZZ_WILD", 60);
    announce(&format!("wild verdicts against enumeration: {count} programs, LARIAT_FUZZ_SEED={first}"));
    let seeds: Vec<u64> = (first..first + count).collect();
    let said = in_parallel(&seeds, BATCH, |chunk| match final_programs(chunk) {
        Err(e) => vec![(chunk[0], Judged::Wrong(e), None)],
        Ok((programs, truths)) => {
            let one = |((program, truth), seed): ((Wild, Enumerated), &u64)| {
                let judged = judge(verdict(&program), &truth);
                save(*seed, &judged, &program);
                (*seed, judged, Some(program))
            };
            programs.into_iter().zip(truths).zip(chunk).map(one).collect()
        }
    });
    let (mut reachable, mut unreachable, mut open, mut wrong) = (0, 0, Vec::new(), Vec::new());
    for (seed, judged, program) in said {
        match judged {
            Judged::Right(true) => reachable += 1,
            Judged::Right(false) => unreachable += 1,
            Judged::Open(why) => open.push((seed, why, program)),
            Judged::Wrong(what) => wrong.push((seed, what, program)),
        }
    }
    announce(&format!(
        "  {reachable} reachable, {unreachable} unreachable, {} unknown, {} wrong",
        open.len(),
        wrong.len()
    ));
    announce(&format!("  {}", load::confirmations()));
    if let Some((seed, what, program)) = wrong.first() {
        load::confirm_all();
        let text = program.as_ref().map(|p| shown(&shrunk(p, what))).unwrap_or_default();
        panic!("{} verdicts are wrong; the first, seed {seed}: {what}\n{text}", wrong.len());
    }
}

#[test]
fn wild_programs_are_mostly_accepted() {
    if lacks_gcc("wild programs are mostly accepted") {
        return;
    }
    let seeds: Vec<u64> = (1..41).collect();
    let (programs, truths) = final_programs(&seeds).unwrap();
    assert!(truths.iter().any(|t| t.reached) && truths.iter().any(|t| t.complete && !t.reached));
    let loops = |p: &Wild| p.body.iter().any(|s| matches!(s, Stmt::Loop(..)));
    assert!(programs.iter().all(loops));
}
