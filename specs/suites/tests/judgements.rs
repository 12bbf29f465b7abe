//! What we know better.

use super::checkouts::{FAILS, HOLDS, code2inv};
use super::tool::judgement::{OURS, read};
use super::tool::score::Score;
use super::tool::{self, Run};
use super::{Folder, lariat, options};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

/// An entry about `1.c` of code2inv.
fn entry(suite: &str, c: &str) -> String {
    format!(
        "- task: benchmarks/C_instances/c/1.c\n  suite: {suite}\n  c: {c}\n  holds: no integers\n  because: three runs\n"
    )
}

fn asked(checkout: &Folder, judgements: &str) -> Result<Run, String> {
    tool::work(&options("code2inv", checkout), lariat(), judgements, &AtomicBool::new(false))
}

#[test]
fn ours_are_complete_and_about_different_tasks() {
    let all = read(OURS).expect("they can be read");
    let tasks: BTreeSet<&str> = all.iter().map(|j| j.task.as_str()).collect();
    assert!(!all.is_empty());
    assert_eq!(tasks.len(), all.len());
}

#[test]
fn a_judgement_replaces_what_the_suite_expects() {
    let checkout = code2inv("judged", &[("1.c", FAILS)]);
    let run = asked(&checkout, &entry("unreachable", "reachable")).expect("it is asked");
    assert_eq!(run.scored[0].score, Score::Right);
    assert_eq!(run.exit(), 0);
    assert!(run.table.contains("1.c: the suite says unreachable, C says reachable"), "{}", run.table);
    assert!(run.table.contains("holds for no integers: three runs"), "{}", run.table);
    let judged: Vec<bool> = run.scored.iter().map(|s| s.task.is_judged()).collect();
    assert_eq!(judged, [true, false]);
}

#[test]
fn a_program_that_is_not_c_is_not_asked() {
    let checkout = code2inv("invalid", &[("1.c", FAILS)]);
    let run = asked(&checkout, &entry("unreachable", "invalid")).expect("it is asked");
    assert_eq!(run.scored[0].score, Score::NotApplicable("the program is not valid C".into()));
    assert_eq!(run.exit(), 0);
}

#[test]
fn a_wrong_judgement_is_as_wrong_as_a_wrong_suite() {
    let checkout = code2inv("misjudged", &[("1.c", HOLDS)]);
    let run = asked(&checkout, &entry("unreachable", "reachable")).expect("it is asked");
    assert_eq!(run.scored[0].score, Score::Wrong);
    assert_eq!(run.exit(), 1);
}

#[test]
fn a_judgement_about_something_else_is_an_error() {
    let checkout = code2inv("stale", &[("1.c", FAILS)]);
    let why = asked(&checkout, &entry("reachable", "unreachable")).err().expect("it is stale");
    assert!(why.contains("benchmarks/C_instances/c/1.c does not say any more"), "{why}");
}

#[test]
fn entries_have_to_be_whole() {
    let whole = entry("unreachable", "reachable");
    assert_eq!(read(&whole).map(|all| all.len()), Ok(1));
    assert_eq!(read("").map(|all| all.len()), Ok(0));
    for (wrong, part) in [
        (whole.replace("  because: three runs\n", ""), "no because"),
        (whole.replace("c: reachable", "c: perhaps"), "perhaps"),
        (whole.replace("c: reachable", "c: unknown"), "unknown"),
        (whole.replace("holds:", "hold:"), "no key"),
        ("task: x\n".into(), "a list"),
    ] {
        let why = read(&wrong).expect_err(&wrong);
        assert!(why.contains(part), "{why}");
    }
}
