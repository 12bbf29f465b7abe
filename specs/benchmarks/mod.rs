//! The benchmarks of the papers: witnesses that lead there again, refutations without execution, few chains.
//!
//! Verdicts stand in the specs and are compared here, never in a snapshot, so
//! that accepting a snapshot cannot change one. How fast the answers come is
//! measured by `make bench` and not tested.

mod figure2;
mod questions;

use questions::Question;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The most root chains and the most chains of each program: Table 3, column "Chains" (root/all), of
/// "Efficient Loop Navigation for Symbolic Execution" (Obdržálek, Trtík, ATVA 2011). Figure 1 of the
/// same paper is drawn with one root chain and four subchains. Lariat unfolds root chains lazily and
/// stores subchains once per loop instead of once per way to it, so it has fewer.
const TABLE_3: [(&str, u64, u64); 10] = [
    ("hello", 3, 6),
    ("hw", 9, 17),
    ("hwm", 81, 161),
    ("doif", 1, 5),
    ("doifex", 1, 9),
    ("eqcnt", 1, 4),
    ("eqcntex", 1, 7),
    ("oneloop", 1, 2),
    ("twoloops", 1, 3),
    ("fig1", 1, 5),
];

/// Runs Lariat in the folder of the package.
fn lariat(args: &[String]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lariat"))
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .output()
        .expect("lariat runs")
}

/// What Lariat prints for a subcommand about a question.
fn printed(subcommand: &str, question: &Question, further: &[&str]) -> String {
    let mut args = vec![subcommand.to_string()];
    args.extend(question.reading());
    args.extend(further.iter().map(|a| a.to_string()));
    let output = lariat(&args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn questions() -> Vec<Question> {
    questions::all().expect("the specs are read")
}

fn check(question: &Question) {
    let name = question.name();
    let text = printed("reach", question, &["--format", "json"]);
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(answer["verdict"], *question.expect, "{name}: {text}");
    match question.expect.as_str() {
        "reachable" => check_witness(question, &answer, &text),
        "unreachable" => check_refutation(&name, &answer),
        _ => {}
    }
    check_chains(question);
}

/// Neither the chains' answer nor the whole chain program form needs more chains than the paper.
fn check_chains(question: &Question) {
    let name = question.name();
    let stem = question.file.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
    let Some((_, most_roots, most)) = TABLE_3.iter().find(|(known, ..)| *known == stem) else { return };
    // Others may answer before them.
    let text = printed("reach", question, &["--format", "json", "--engine", "chains"]);
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    let stats = &answer["stats"];
    let looked_at = (stats["root_chains"].as_u64(), stats["chains"].as_u64());
    let form = printed("chains", question, &[]);
    let counts: Vec<u64> = form.split_whitespace().filter_map(|w| w.parse().ok()).take(2).collect();
    let [roots, subchains] = counts[..] else { panic!("{name}: no counts in {form}") };
    for (roots, all) in [looked_at, (Some(roots), Some(roots + subchains))] {
        assert!(roots.is_some_and(|n| 0 < n && n <= *most_roots), "{name}: {roots:?} root chains, not {most_roots}");
        assert!(all.is_some_and(|n| n <= *most), "{name}: {all:?} chains, not {most}");
    }
}

/// The witness, fed back, leads there again.
fn check_witness(question: &Question, answer: &Value, text: &str) {
    let name = question.name();
    assert_eq!(answer["replayed"], true, "{name}");
    let file = std::env::temp_dir().join(format!("lariat-{}-{}.json", std::process::id(), name.replace(' ', "-")));
    std::fs::write(&file, text).expect("the answer is written");
    let inputs = file.display().to_string();
    let run = printed("run", question, &["--inputs", &inputs]);
    let _ = std::fs::remove_file(&file);
    assert!(run.starts_with("reached"), "{name}: {run}");
}

/// It came from the constraint systems, and every root chain says why.
fn check_refutation(name: &str, answer: &Value) {
    assert_eq!(answer["stats"]["steps"], 0, "{name}: no execution is needed");
    let refutations = answer["refutations"].as_array().expect("a list");
    assert_eq!(Some(refutations.len() as u64), answer["stats"]["root_chains"].as_u64(), "{name}");
    for refutation in refutations {
        let lines = refutation["lines"].as_array().expect("a list");
        assert!(!lines.is_empty() && lines.iter().all(|l| l.as_u64() > Some(0)), "{name}: {refutation}");
    }
}

#[test]
fn every_benchmark_answers_as_its_spec_says() {
    for question in questions() {
        check(&question);
    }
}

#[test]
fn every_program_of_the_papers_is_there() {
    let questions = questions();
    for (name, ..) in TABLE_3 {
        let file = Path::new("benchmarks").join(name).with_extension("c");
        assert!(questions.iter().any(|q| q.file == file), "{name}");
    }
}
