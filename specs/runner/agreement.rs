//! Segments change how long an answer takes, never which one it is: our own questions once more, without segments.
//!
//! Asked is one of so many, with `LARIAT_AGREEMENT=all` (`make whole`) each, but for those that take long then, which are
//! counted and told.

use crate::tools::parallel::in_parallel;
use crate::tools::sample::is_sampled;
use lariat::runner::{command_line, shell_line};
use lariat::spec::{self, Asked};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;

/// Numbers in macros that are at least this are numbers of iterations no single runs get through.
const MANY: u64 = 1000;

/// Programs that take seconds without segments although none of their macros is large.
const SLOW: [&str; 5] = ["comma_fields.c", "first_match.c", "maximum.c", "subtraction.c", "two_speeds.c"];

/// Without `LARIAT_AGREEMENT=all` one of so many is asked.
const EVERY: usize = 16;

/// Why a question is not asked, if it is not.
fn left_out(asked: &Asked) -> Option<&'static str> {
    let is_large = |number: &str| number.parse::<u64>().is_ok_and(|n| n >= MANY);
    let numbers = |macros: &String| macros.split(|c: char| !c.is_ascii_digit()).any(is_large);
    if asked.expect_today.is_some() {
        return Some("is not answered with segments either");
    }
    if asked.define.iter().any(numbers) {
        return Some("has a large macro");
    }
    let name = asked.program.file_name()?.to_str()?;
    SLOW.contains(&name).then_some("is slow")
}

/// What went wrong with a question, if something did.
fn ask(asked: &Asked) -> Option<String> {
    let mut args = command_line("reach", asked);
    args.extend(["--no-segments", "--timeout", "60s", "--expect"].map(str::to_string));
    args.push(asked.expect?.word().to_string());
    let mut lariat = Command::new(env!("CARGO_BIN_EXE_lariat"));
    let output = lariat.args(&args).stdin(Stdio::null()).output().expect("lariat runs");
    let printed = [output.stdout, output.stderr].map(|b| String::from_utf8_lossy(&b).into_owned());
    (!output.status.success()).then(|| format!("{}\n{}", shell_line(&args), printed.concat()))
}

#[test]
fn answers_are_the_same_without_segments() {
    let collection = spec::load(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("specs")]).expect("specs");
    let all: Vec<&Asked> = collection.specs.iter().flat_map(|s| &s.questions).collect();
    let (out, mut asked): (Vec<&Asked>, Vec<&Asked>) = all.iter().partition(|q| left_out(q).is_some());
    for q in &out {
        println!("left out: {} {}, which {}", q.program.display(), q.name, left_out(q).unwrap_or_default());
    }
    assert!(asked.len() > 2 * out.len(), "{} asked, {} left out", asked.len(), out.len());
    if !std::env::var("LARIAT_AGREEMENT").is_ok_and(|wanted| wanted == "all") {
        asked.retain(|asked| is_sampled(asked, EVERY));
    }
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let all = in_parallel(&asked, workers, &AtomicBool::new(false), |q| Ok(ask(q))).expect("questions");
    let wrong: Vec<String> = all.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
