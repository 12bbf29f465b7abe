//! Our own questions: the papers' benchmarks and the corpus.

mod slow;

use crate::runner::formats::rows;
use lariat::spec;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folders of the package that have programs somebody has to ask about.
const FOLDERS: [&str; 3] = ["benchmarks", "specs/corpus", "specs/microc"];

/// Questions whose witness sets what no harness can, by program and a part of their name: what a variable holds before
/// its own initialiser, what is volatile, an address, what a function stores or calls, whether there is memory, what padding holds;
/// or whose target no compiler checks: accesses without an order, a use of what has the same address now, memory
/// that is still pointed to, a value that nobody stored.
const NOT_FED: [(&str, &str); 58] = [
    // What a harness hands over behind the parameters is integers.
    ("calls/further_arguments_of_any_type.c", "number"),
    ("calls/further_arguments_of_any_type.c", "wide"),
    // The library of these machines gives the other zero.
    ("floats/least_and_greatest.c", "minus"),
    ("functions/further_arguments.c", "bounds"),
    ("functions/jumps_out.c", "leak"),
    ("initialised/copies.c", "uninitialised"),
    ("initialised/deciding.c", "uninitialised"),
    ("initialised/elements.c", "uninitialised"),
    ("initialised/pointers.c", "uninitialised"),
    ("initialised/returned.c", "uninitialised"),
    // Whether printing fails, which it does not.
    ("library/printed_lengths.c", "FIELDS"),
    ("library/printed_lengths.c", "SIGNED"),
    // What need not fail does not fail on these machines.
    ("library/weak_exchanges.c", "failed"),
    // What is no number has a sign where these machines make it.
    ("library/written_infinities.c", "positive"),
    ("lifetimes/compared.c", "lifetime"),
    ("lifetimes/leaks.c", ""),
    ("lifetimes/leaks_in_loops.c", ""),
    ("lifetimes/rounds.c", "lifetime"),
    ("meanings/order.c", "order"),
    ("outside/again.c", ""),
    ("outside/array_of_another_file.c", "found"),
    ("outside/back.c", "third"),
    ("outside/back.c", "seen"),
    ("outside/back.c", "swapped"),
    ("outside/back.c", "own"),
    ("outside/back.c", "pure"),
    ("outside/beside.c", ""),
    ("outside/none_left.c", ""),
    ("outside/returned.c", "handed"),
    ("outside/returned.c", "rounds"),
    ("outside/returned.c", "second"),
    ("outside/stored.c", "given"),
    ("outside/stored.c", "null"),
    ("outside/stored.c", "list"),
    ("outside/stores.c", "handed"),
    ("outside/stores.c", "late"),
    ("outside/stores.c", "behind"),
    ("matrix/sizes_that_are_computed.c", "bounds"),
    ("outside/world.c", "none"),
    ("uninitialised_own_value.c", ""),
    ("views/addresses.c", "device"),
    ("views/apart.c", "both"),
    ("views/many_apart.c", "apart"),
    ("views/padding.c", ""),
    ("volatile/as_bytes.c", "before"),
    ("volatile/as_bytes.c", "one"),
    ("volatile/as_bytes.c", "other"),
    ("volatile/as_bytes.c", "seven"),
    ("volatile/as_bytes.c", "part"),
    ("volatile/as_bytes.c", "twice"),
    ("volatile/as_bytes.c", "whole"),
    ("volatile/behind_void.c", ""),
    ("volatile/pointers_kept.c", "changes"),
    ("volatile/device.c", ""),
    ("volatile/drained.c", ""),
    ("volatile/memory.c", ""),
    ("volatile/registers.c", ""),
    ("volatile/wait_until_ready.c", ""),
];

/// Questions that are confirmed by some compilers, or by some witnesses.
const DISPUTED: [(&str, &str); 8] = [
    // What was given back may be given again, and calls may have one place on the stack.
    ("heap/only_compared.c", "TOOK"),
    ("views/addresses.c", "again"),
    ("views/addresses.c", "frames"),
    // gcc calculates otherwise than Clang does.
    ("structs/wide_bit_field.c", "tick+1==1099511627776"),
    ("meanings/order_sometimes.c", "elsewhere"),
    // Which function is called back differs from input to input, and some a harness cannot call.
    ("outside/back.c", "two"),
    // gcc's checks see that a null pointer is moved back, and not that it is moved on.
    ("outside/moved.c", "null"),
    // A linker may put it where more is true of its address.
    ("views/aligned.c", "more"),
];

#[test]
fn every_question_of_ours_is_answered_as_expected_and_every_witness_passes_its_target() {
    // As `lariat test specs`; a listing that differs is told and not proposed.
    let questions = spec::load(&[PathBuf::from("specs")]).expect("specs");
    let is_whole = std::env::var("LARIAT_OURS").is_ok_and(|all| all == "all");
    let left_out = if is_whole { vec![] } else { slow::left_out(&questions) };
    let output = Command::new(env!("CARGO_BIN_EXE_lariat"))
        .args(["test", "specs", "--format", "jsonl"])
        .args(left_out.iter().flat_map(|text| ["--skip", text]))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("CI", "1")
        .stdin(Stdio::null())
        .output()
        .expect("lariat runs");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let rows = rows(&out);
    let failed = rows.iter().filter(|row| row["passed"] != true).map(|row| format!("{row}\n"));
    assert!(output.status.success(), "{}{err}", failed.collect::<String>());
    if err.contains("no C compiler found") {
        eprintln!("skipped: there is no C compiler to make programs of witnesses");
        return;
    }
    let is_c = |row: &&Value| !row["command"][1].as_str().is_some_and(|program| program.ends_with(".mc"));
    let reached: Vec<&Value> = rows.iter().filter(|row| row["verdict"] == "reachable").filter(is_c).collect();
    assert!(reached.len() > 250, "only {} questions", reached.len());
    let wrong: Vec<String> = reached.into_iter().filter_map(not_confirmed).collect();
    assert!(wrong.is_empty(), "{} witnesses are not confirmed, or are now:\n{}", wrong.len(), wrong.join("\n"));
}

/// What the compiled witness of a question does, if that is not what it should.
fn not_confirmed(row: &Value) -> Option<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let (program, name, confirm) = (text(&row["command"][1]), text(&row["name"]), &row["answer"]["confirm"]);
    let is_of = |(file, part): &(&str, &str)| Path::new(&program).ends_with(file) && name.contains(part);
    let outcome = if NOT_FED.iter().any(is_of) { "open" } else { "confirmed" };
    let is_disputed = DISPUTED.iter().any(is_of) && confirm["outcome"] == "open";
    (confirm["outcome"] != outcome && !is_disputed).then(|| format!("{program} {name}: {confirm}"))
}

/// Programs in a folder and below it.
fn programs(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path());
    let each = entries.flat_map(|path| match path.is_dir() {
        true => programs(&path),
        false if path.extension().is_some_and(|e| e == "c" || e == "mc") => vec![path],
        false => vec![],
    });
    each.collect()
}

/// A program nobody asks about tests nothing.
#[test]
fn every_program_is_asked_about() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let questions = spec::load(&[root.join("specs")]).expect("specs").specs;
    let files = questions.iter().flat_map(|s| &s.questions).flat_map(|q| q.others.iter().chain([&q.program]));
    let asked: BTreeSet<PathBuf> = files.filter_map(|file| file.canonicalize().ok()).collect();
    let mut all: Vec<PathBuf> = FOLDERS.iter().flat_map(|f| programs(&root.join(f))).collect();
    // What explorations are measured with needs libraries.
    all.retain(|path| !path.starts_with(root.join("benchmarks/explore")));
    assert!(all.len() > 70, "only {} programs", all.len());
    let forgotten: Vec<_> = all.iter().filter(|p| !p.canonicalize().is_ok_and(|p| asked.contains(&p))).collect();
    assert!(forgotten.is_empty(), "no question asks about {forgotten:?}");
}
