//! Judgements: read, applied, and stale.

use super::tool::judgement::{OURS, read};
use super::{Folder, lacks_gcc, row};

const ENTRY: &str = "
- kind: torture
  program: good.c
  answers: error reachable
  leaves: nothing, this is a test
  because: a lariat that says so
";

const GOOD: &str = "int main(void) { return 0; }\n";

fn fake(name: &str, says: &str) -> (Folder, String) {
    let folder = Folder::new(name).with("good.c", GOOD).with("fake", &format!("#!/bin/sh\necho '{says}'\n"));
    let script = folder.0.path("fake");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&script, mode).expect("a script");
    (folder, script.display().to_string())
}

#[test]
fn ours_are_readable() {
    read(OURS).unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn an_entry_has_all_its_keys() {
    assert_eq!(read(ENTRY).map(|all| all.len()), Ok(1));
    for (from, to) in [("torture", "tortures"), ("reachable", "possible"), ("because", "why"), ("  leaves", "  # ")] {
        assert!(read(&ENTRY.replace(from, to)).is_err(), "{from} as {to}");
    }
}

#[test]
fn an_answer_that_is_judged_is_not_wrong() {
    if lacks_gcc() {
        return;
    }
    let (folder, lariat) = fake("judged", r#"{ "verdict": "reachable" }"#);
    let run = folder.run("torture", ENTRY, &["--lariat", &lariat]);
    assert_eq!((row(&run, "good.c"), run.exit()), ("judged", 0), "{}", run.table);
    assert!(run.table.contains("a lariat that says so"), "{}", run.table);
}

#[test]
fn a_judgement_allows_nothing_else() {
    if lacks_gcc() {
        return;
    }
    let (folder, lariat) = fake("else", r#"{ "verdict": "unreachable" }"#);
    let run = folder.run("torture", ENTRY, &["--lariat", &lariat]);
    assert_eq!((row(&run, "good.c"), run.exit()), ("WRONG", 1), "{}", run.table);
}

#[test]
fn a_judgement_that_is_not_needed_is_an_error() {
    if lacks_gcc() {
        return;
    }
    let run = Folder::new("stale").with("good.c", GOOD).run("torture", ENTRY, &[]);
    assert_eq!((row(&run, "good.c"), run.exit()), ("both right", 1), "{}", run.table);
    let run = Folder::new("gone").with("other.c", GOOD).run("torture", ENTRY, &[]);
    assert!(run.exit() == 1 && run.table.contains("STALE"), "{}", run.table);
    let elsewhere = Folder::new("elsewhere").with("other.c", GOOD).run("single-exec", ENTRY, &[]);
    assert_eq!(elsewhere.exit(), 0, "{}", elsewhere.table);
}
