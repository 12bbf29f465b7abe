//! What can be reached, by all runs on few arguments, and by Lariat.

use super::generate::{How, generate};
use super::oracle::{self, End};
use super::{RECURSION, UNTOLD, announce, setting};
use fastrand::Rng;
use lariat::answer::Verdict;
use lariat::budget::Budget;
use lariat::program::{Check, Target};
use lariat::question::Question;
use lariat::reach::reach;
use lariat::task::Failure;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The arguments are at least this, and less than that.
const LEAST: i64 = -1;
const BEYOND: i64 = 3;

/// What can be asked about, and whether some run gets there.
fn targets(runs: &[oracle::Outcome], lines: u32) -> BTreeMap<String, bool> {
    let passed: BTreeSet<u32> = runs.iter().flat_map(|run| run.lines.iter().copied()).collect();
    let failed: BTreeSet<Check> = runs
        .iter()
        .filter_map(|run| match run.end {
            End::Failed(check, _) => Some(check),
            _ => None,
        })
        .collect();
    let checks = [Check::Division, Check::Bounds, Check::Null, Check::Uninitialised];
    let lines = (1..=lines).map(|line| (line.to_string(), passed.contains(&line)));
    lines.chain(checks.map(|check| (check.word().to_string(), failed.contains(&check)))).collect()
}

#[test]
fn verdicts_agree_with_all_runs() {
    let (seed, programs) = (setting("LARIAT_MICROC_SEED", 1), setting("LARIAT_MICROC_VERDICTS", 8));
    let folder = std::env::temp_dir().join(format!("lariat-microc-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (mut counts, mut unknown) = (BTreeMap::<&str, usize>::new(), vec![]);
    for seed in seed..seed + programs {
        let mut rng = Rng::with_seed(seed);
        let mut program = generate(&mut rng, How { inputs: false, parameters: 2 });
        let text = program.write();
        let arguments = (LEAST..BEYOND).flat_map(|a| (LEAST..BEYOND).map(move |b| [a, b]));
        let runs: Vec<_> = arguments.map(|of| oracle::run(&program, &of, &[], RECURSION)).collect();
        if runs.iter().any(|run| run.end == End::Left) {
            *counts.entry("left").or_default() += 1;
            continue;
        }
        let file = folder.join(format!("{seed}.mc"));
        std::fs::write(&file, &text).expect("a file");
        let main = program.functions.last().expect("a function");
        let mut asked: Vec<(String, bool)> = targets(&runs, main.returns).into_iter().collect();
        rng.shuffle(&mut asked);
        for (target, is_reached) in asked.into_iter().take(5) {
            let question = Question {
                assume: (0..2).map(|v| format!("v{v} >= {LEAST} && v{v} < {BEYOND}")).collect(),
                recursion: RECURSION,
                jobs: 1,
                ..Question::about(file.clone(), target.parse::<Target>().expect("a target"))
            };
            let answer = match reach(&question, &Budget::lasting(Duration::from_secs(2))) {
                Ok(answer) => answer,
                Err(failure) if failure.to_string().contains(UNTOLD) => break,
                // Where the machine is slow the time is over before the program is read.
                Err(Failure::Stopped(_)) => continue,
                // A line without code, and a check that there is not, are no questions.
                Err(failure) => {
                    assert!(!is_reached, "seed {seed}, target {target}: {failure}\n{text}");
                    continue;
                }
            };
            let said = match answer.verdict {
                Verdict::Reachable(_) => "reachable",
                Verdict::Unreachable => "unreachable",
                Verdict::Unknown { .. } => "unknown",
            };
            *counts.entry(said).or_default() += 1;
            match (said, is_reached) {
                ("reachable", true) | ("unreachable", false) => {}
                ("unknown", _) => unknown.push((seed, target)),
                _ => panic!("seed {seed}, target {target}: {said}, but some run gets there: {is_reached}\n{text}"),
            }
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    announce(&format!("microc: {programs} programs, {counts:?}; unknown: {unknown:?}"));
    assert!(counts.contains_key("reachable") && counts.contains_key("unreachable"));
}
