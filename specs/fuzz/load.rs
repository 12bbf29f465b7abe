//! Where these tests meet the rest of Lariat: source text to programs and verdicts.

use super::setting;
use super::verdict::VerdictLike;
use lariat::frontend::{self, Options};
use lariat::program::{Original, Target, aim};
use lariat::question::{DataModel, Overflow};
use lariat::replay::Goal;
use lariat::runner::Confirmed;
use lariat::source::Source;
use lariat::term::Terms;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Of so many witnesses one is compiled and run if `LARIAT_FUZZ_CONFIRM` does not say: a compiler takes longer than
/// most answers.
const CONFIRM_ONE_IN: u64 = 12;

/// Whether each is, because a failure is made smaller.
static CONFIRM_ALL: AtomicBool = AtomicBool::new(false);

/// How many compiled witnesses passed their target, and of how many nothing is known.
static CONFIRMED: AtomicU64 = AtomicU64::new(0);
static OPEN: AtomicU64 = AtomicU64::new(0);

/// The program of a source text with the function `prog`.
pub fn load(terms: &Terms, text: &str) -> Result<Original, String> {
    let (data_model, signed_overflow) = (DataModel::Lp64, Overflow::Undefined);
    let options = Options { entry: "prog".into(), data_model, signed_overflow, ..Options::default() };
    let refused = |all: Vec<lariat::diagnostic::Diagnostic>| all.into_iter().map(|d| d.message).collect::<Vec<_>>();
    let lowered = frontend::lower(terms, &mut Source::from_text("prog.i", text), &options);
    lowered.map(Original::of).map_err(|all| refused(all).join("\n"))
}

/// Arriving at the target; nowhere if no path of the program has it.
pub fn goal(terms: &Terms, program: &Original) -> Goal {
    match aim(program, terms, &Target::Call("reach_error".into())) {
        Ok(aimed) => Goal::locations(aimed.hits),
        Err(_) => Goal::default(),
    }
}

/// What the engine said, and how it got there.
pub struct Said {
    /// The verdict.
    pub verdict: VerdictLike,
    /// Steps of symbolic execution.
    pub steps: u64,
    /// The most runs of one subchain, or of several in turn, in a row on the path that was found.
    pub longest: u64,
}

/// The verdict of the engine on `call:reach_error` in a source text.
pub fn verdict(text: &str) -> VerdictLike {
    verdict_on(text, "call:reach_error", false)
}

/// What the engine says of `call:reach_error`, with segments or one run after the other.
pub fn said(text: &str, segments: bool) -> Said {
    let more: &[&str] = if segments { &[] } else { &["--no-segments"] };
    match answer(text, "call:reach_error", more) {
        Ok(answer) => {
            let times = |s: &serde_json::Value| s["times"].as_u64().unwrap_or(0);
            let path = answer["witness"]["path"].as_array().into_iter().flatten();
            let segments = path.flat_map(|l| l["segments"].as_array().into_iter().flatten());
            let longest = segments.map(times).max().unwrap_or(0);
            Said { verdict: of(&answer), steps: answer["stats"]["steps"].as_u64().unwrap_or(0), longest }
        }
        Err(why) => Said { verdict: VerdictLike::Broken(why), steps: 0, longest: 0 },
    }
}

/// The verdict of the engine on `call:reach_error` in a source text, with every branch folded that can be.
pub fn verdict_folded(text: &str) -> VerdictLike {
    match answer(text, "call:reach_error", &["--ways", "0"]) {
        Ok(answer) => of(&answer),
        Err(why) => VerdictLike::Broken(why),
    }
}

/// The verdict of the search for facts on `call:reach_error` in a source text.
pub fn verdict_by_facts(text: &str) -> VerdictLike {
    match answer(text, "call:reach_error", &["--engine", "invariants"]) {
        Ok(answer) => of(&answer),
        Err(why) => VerdictLike::Broken(why),
    }
}

/// The verdict of the engine on a target in a source text, with signed overflow undefined or wrapping.
pub fn verdict_on(text: &str, target: &str, wrap: bool) -> VerdictLike {
    let overflow = if wrap { "wrap" } else { "undefined" };
    match answer(text, target, &["--signed-overflow", overflow]) {
        Ok(answer) => of(&answer),
        Err(why) => VerdictLike::Broken(why),
    }
}

/// The answer of the engine on a target in a source text.
fn answer(text: &str, target: &str, more: &[&str]) -> Result<serde_json::Value, String> {
    // A file of its own for every thread.
    let name = format!("lariat-fuzz-{}-{:?}.i", std::process::id(), std::thread::current().id());
    let path: PathBuf = std::env::temp_dir().join(name);
    std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    let engine = std::env::var("LARIAT_FUZZ_ENGINE").ok().filter(|_| !more.contains(&"--engine"));
    let options = std::env::var("LARIAT_FUZZ_OPTIONS").ok().filter(|_| engine.is_some()).unwrap_or_default();
    // A process of its own, so that neither a crash nor an engine that does not stop hurts the others.
    let limit = Duration::from_millis(setting("LARIAT_FUZZ_MS", 500)).as_secs_f64().to_string();
    let confirm: &[&str] = if is_confirmed(text) { &["--confirm"] } else { &[] };
    let output = Command::new(env!("CARGO_BIN_EXE_lariat"))
        .args(["reach", "--entry", "prog", "--target", target, "--format", "json", "--timeout", &limit])
        .args(more)
        .args(confirm)
        .args(engine.iter().flat_map(|engine| ["--engine", engine]))
        .args(options.split_whitespace())
        .arg(&path)
        .output();
    let _ = std::fs::remove_file(&path);
    let output = output.map_err(|e| format!("lariat does not run: {e}"))?;
    serde_json::from_slice(&output.stdout)
        .map_err(|_| format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr)))
}

/// Whether the witness of this program is compiled and run: always the same ones are.
fn is_confirmed(text: &str) -> bool {
    let hash = text.bytes().fold(7u64, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
    let one_in = setting("LARIAT_FUZZ_CONFIRM", CONFIRM_ONE_IN);
    CONFIRM_ALL.load(Ordering::Relaxed) || one_in > 0 && (hash >> 16).is_multiple_of(one_in)
}

/// From now on every witness is compiled and run.
pub fn confirm_all() {
    CONFIRM_ALL.store(true, Ordering::Relaxed);
}

/// What compiled witnesses said so far.
pub fn confirmations() -> String {
    let (confirmed, open) = (CONFIRMED.load(Ordering::Relaxed), OPEN.load(Ordering::Relaxed));
    format!("{confirmed} witnesses were compiled and passed their target, {open} could not be")
}

/// The verdict of an answer.
fn of(answer: &serde_json::Value) -> VerdictLike {
    match Confirmed::of(answer) {
        Some(Confirmed::Contradicted(what)) => {
            return VerdictLike::Broken(format!("{what}, with the witness {}", answer["witness"]["inputs"]));
        }
        Some(Confirmed::Yes(_)) => drop(CONFIRMED.fetch_add(1, Ordering::Relaxed)),
        Some(Confirmed::Open(_)) => drop(OPEN.fetch_add(1, Ordering::Relaxed)),
        None => {}
    }
    match (answer["verdict"].as_str(), answer["replayed"].as_bool()) {
        (Some("reachable"), Some(true)) => VerdictLike::Reachable,
        (Some("unreachable"), Some(false)) => VerdictLike::Unreachable,
        (Some("unknown"), Some(false)) => VerdictLike::Unknown(answer["reason"].as_str().unwrap_or("?").to_string()),
        other => VerdictLike::Broken(format!("an answer that is none: {other:?}")),
    }
}
