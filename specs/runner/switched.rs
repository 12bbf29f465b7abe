//! Assumptions that decide are listed: our own questions once more, each with the opposite of what is taken for granted
//! where an option says it. An answer that changes between reachable and unreachable has to name that option.
//!
//! What is listed has a name that the page about JSON explains, and options that are tried here.
//!
//! Asked is one of so many, with `LARIAT_ASSUMPTIONS=all` (`make assumptions`) each. What takes longer then than before is
//! no answer, and counted.

use crate::tools::parallel::in_parallel;
use crate::tools::sample::is_sampled;
use lariat::program::{Check, Target};
use lariat::runner::{command_line, shell_line};
use lariat::spec::{self, Asked, Expected};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;

/// What is taken for granted instead.
const OPTIONS: [&str; 9] = [
    "--signed-overflow wrap",
    "--globals any",
    "--malloc may-fail",
    "--extern pure",
    "--volatile input",
    "--volatile memory",
    "--may-alias",
    "--depth 5",
    "--uninitialised error",
];

/// Without `LARIAT_ASSUMPTIONS=all` one of so many is asked.
const EVERY: usize = 100;

/// An answer as JSON, where there is one.
fn answer(args: &[String]) -> Option<Value> {
    let mut lariat = Command::new(env!("CARGO_BIN_EXE_lariat"));
    lariat.args(args).args(["--timeout", "8s", "--memory", "2GiB", "--format", "json"]);
    let output = lariat.stdin(Stdio::null()).output().expect("lariat runs");
    let answer: Value = serde_json::from_slice(&output.stdout).ok()?;
    matches!(answer["verdict"].as_str()?, "reachable" | "unreachable").then_some(answer)
}

/// Whether the opposite of `option` is no question: it is asked already, C fixes it, or the target is gone with it.
fn is_no_question(args: &[String], asked: &Asked, option: &str) -> bool {
    let name = option.split(' ').next().unwrap_or(option);
    let is_overflow = matches!(asked.target, Target::Undefined | Target::Check(Check::SignedOverflow));
    let is_uninitialised = matches!(
        asked.target,
        Target::Undefined | Target::Check(Check::Uninitialised) | Target::CheckAt { check: Check::Uninitialised, .. }
    );
    args.iter().any(|arg| arg == name)
        || name == "--globals" && asked.entry == "main"
        || name == "--signed-overflow" && is_overflow
        || name == "--uninitialised" && is_uninitialised
}

/// What one question comes to: how often the opposite was asked, and how often that was answered; and what is wrong.
#[derive(Default)]
struct Came {
    asked: usize,
    answered: usize,
    changed: usize,
    wrong: Vec<String>,
}

/// Whether the page about JSON has this kind of assumption: by its name, or as a word for what is undefined.
fn is_explained(name: &str) -> bool {
    let page = include_str!("../../docs/json.md");
    let row = page.lines().find(|line| line.starts_with("| `assumed` |")).expect("a row");
    row.contains(&format!("`{name}`")) || Check::ALL.iter().any(|check| check.word() == name)
}

fn ask(asked: &Asked) -> Came {
    let args = command_line("reach", asked);
    let mut came = Came::default();
    let Some(before) = answer(&args) else { return came };
    let options = before["assumed"].as_object().expect("an object").values().filter_map(Value::as_str);
    let listed: Vec<&str> = options.filter_map(|option| option.split(' ').next()).collect();
    for name in before["assumed"].as_object().expect("an object").keys() {
        if !is_explained(name) {
            came.wrong.push(format!("docs/json.md has no `{name}`\n  {}", shell_line(&args)));
        }
    }
    for name in &listed {
        if !OPTIONS.iter().any(|option| option.split(' ').next() == Some(name)) {
            came.wrong.push(format!("{name} is tried nowhere\n  {}", shell_line(&args)));
        }
    }
    for option in OPTIONS.iter().filter(|option| !is_no_question(&args, asked, option)) {
        let mut other = args.clone();
        other.extend(option.split(' ').map(str::to_string));
        came.asked += 1;
        let Some(after) = answer(&other) else { continue };
        came.answered += 1;
        if after["verdict"] == before["verdict"] {
            continue;
        }
        came.changed += 1;
        if !listed.iter().any(|name| option.split(' ').next() == Some(name)) {
            let (before, after) = (&before["verdict"], &after["verdict"]);
            came.wrong.push(format!("{before} without, and lists nothing: {after}\n  {}", shell_line(&other)));
        }
    }
    came
}

#[test]
fn assumptions_that_decide_are_listed() {
    let collection = spec::load(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("specs")]).expect("specs");
    let is_answered = |q: &&Asked| q.expect_today.is_none() && q.expect.is_some_and(|v| v != Expected::Unknown);
    let mut asked: Vec<&Asked> = collection.specs.iter().flat_map(|s| &s.questions).filter(is_answered).collect();
    if !std::env::var("LARIAT_ASSUMPTIONS").is_ok_and(|wanted| wanted == "all") {
        asked.retain(|asked| is_sampled(asked, EVERY));
    }
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let all = in_parallel(&asked, workers, &AtomicBool::new(false), |q| Ok(ask(q))).expect("questions");
    let sum = |count: fn(&Came) -> usize| all.iter().map(count).sum::<usize>();
    let (others, answered, changed) = (sum(|c| c.asked), sum(|c| c.answered), sum(|c| c.changed));
    println!("{} questions, {others} with an opposite, {answered} of these answered, {changed} otherwise", asked.len());
    let wrong: Vec<&str> = all.iter().flat_map(|came| came.wrong.iter().map(String::as_str)).collect();
    assert!(wrong.is_empty(), "{} answers\n{}", wrong.len(), wrong.join("\n"));
    assert!(changed > 0 && answered * 10 > others * 8, "{answered} of {others} answered, {changed} otherwise");
}
