//! Our own questions: the papers' benchmarks and the corpus.

use lariat::spec;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folders of the package that have programs somebody has to ask about.
const FOLDERS: [&str; 2] = ["benchmarks", "specs/corpus"];

#[test]
fn every_question_of_ours_is_answered_as_expected() {
    // As `lariat test specs`; a listing that differs is told and not proposed.
    let output = Command::new(env!("CARGO_BIN_EXE_lariat"))
        .args(["test", "specs"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("CI", "1")
        .stdin(Stdio::null())
        .output()
        .expect("lariat runs");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}\n{err}");
}

/// C programs in a folder and below it.
fn programs(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path());
    let each = entries.flat_map(|path| match path.is_dir() {
        true => programs(&path),
        false if path.extension().is_some_and(|e| e == "c") => vec![path],
        false => vec![],
    });
    each.collect()
}

/// A program nobody asks about tests nothing.
#[test]
fn every_program_is_asked_about() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let questions = spec::load(&[root.join("specs")]).expect("specs").specs;
    let asked: BTreeSet<PathBuf> =
        questions.iter().flat_map(|s| &s.questions).filter_map(|q| q.program.canonicalize().ok()).collect();
    let all: Vec<PathBuf> = FOLDERS.iter().flat_map(|f| programs(&root.join(f))).collect();
    assert!(all.len() > 70, "only {} programs", all.len());
    let forgotten: Vec<_> = all.iter().filter(|p| !p.canonicalize().is_ok_and(|p| asked.contains(&p))).collect();
    assert!(forgotten.is_empty(), "no question asks about {forgotten:?}");
}
