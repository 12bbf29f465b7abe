//! Every question of ours whose answer is `reachable`: its witness passes the target when a compiler made it.

use lariat::runner::command_line;
use lariat::spec::{self, Asked, Expected};
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;

/// Questions whose witness sets what no harness can, by program and a part of the target: what a variable holds before
/// its own initialiser, what is volatile; or whose target no compiler checks: accesses without an order.
const NOT_FED: [(&str, &str); 5] = [
    ("meanings/order.c", "order"),
    ("uninitialised_own_value.c", ""),
    ("volatile/device.c", ""),
    ("volatile/drained.c", ""),
    ("volatile/wait_until_ready.c", ""),
];

/// Questions where gcc calculates otherwise than Clang does, so that without a Clang nothing is confirmed.
const DISPUTED: [(&str, &str); 1] = [("structs/wide_bit_field.c", "tick+1==1099511627776")];

/// What the witness of one question does, if that is not what it should.
fn failure(asked: &Asked) -> Option<String> {
    let args = command_line("reach", asked);
    let output = Command::new(env!("CARGO_BIN_EXE_lariat"))
        .args(&args)
        .args(["--confirm", "--format", "json", "--timeout", "60"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .output()
        .expect("lariat runs");
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let confirmation = &answer["confirm"];
    let is_of = |(name, part): &(&str, &str)| asked.program.ends_with(name) && asked.name.contains(part);
    let is_fed = !NOT_FED.iter().any(is_of);
    let outcome = if is_fed { "confirmed" } else { "open" };
    let is_expected = confirmation["outcome"] == outcome;
    let is_disputed = DISPUTED.iter().any(is_of) && confirmation["outcome"] == "open";
    let fits = answer["verdict"] == "reachable" && (is_expected || is_disputed);
    (!fits).then(|| format!("{}\n  {} {confirmation}", args.join(" "), answer["verdict"]))
}

#[test]
fn every_witness_passes_its_target() {
    let specs = spec::load(&[PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("specs")]).expect("specs").specs;
    let is_reached = |asked: &&Asked| {
        // What is not answered yet has no witness.
        asked.expect_today.or(asked.expect) == Some(Expected::Reachable)
    };
    let questions: Vec<&Asked> = specs.iter().flat_map(|s| &s.questions).filter(is_reached).collect();
    assert!(questions.len() > 250, "only {} questions", questions.len());
    let next = Mutex::new(questions.into_iter());
    let failures = Mutex::new(Vec::new());
    let work = || {
        while let Some(asked) = { next.lock().expect("nobody panics").next() } {
            failures.lock().expect("nobody panics").extend(failure(asked));
        }
    };
    let workers = std::thread::available_parallelism().map_or(1, |n| n.get().min(8));
    std::thread::scope(|scope| (0..workers).for_each(|_| drop(scope.spawn(work))));
    let failures = failures.into_inner().expect("nobody panics");
    assert!(failures.is_empty(), "{} witnesses are not confirmed:\n{}", failures.len(), failures.join("\n"));
}
