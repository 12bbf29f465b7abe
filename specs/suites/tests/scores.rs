//! How answers count, and what the run says of them.

use super::checkouts::{FAILS, HOLDS, WIDE, code2inv, duet, two_ls};
use super::tool::score::Score;
use super::tool::{self, Run};
use super::{Folder, lariat, options};
use crate::tools::compilers::is_there;
use lariat::spec::Expected;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn asked(suite: &str, checkout: &Folder, lariat: &Path) -> Run {
    tool::work(&options(suite, checkout), lariat, "", &AtomicBool::new(false)).expect("it is asked")
}

/// The numbers of a row of the table: tasks, right, wrong, unknown, refused, broken, unjudged, not applicable.
fn row(table: &str, group: &str) -> [usize; 8] {
    let line = table.lines().find(|l| l.starts_with(group)).unwrap_or_else(|| panic!("{group} is not in\n{table}"));
    let words: Vec<&str> = line[group.len()..].split_whitespace().collect();
    // What is right of how many stands between, in two words.
    [0, 1, 2, 3, 4, 5, 8, 9].map(|i| words[i].parse().unwrap_or_else(|_| panic!("{line}")))
}

/// A lariat that is this script.
fn script(folder: &Folder, text: &str) -> std::path::PathBuf {
    // Written elsewhere and moved, so that no other test's child holds it open for writing when it is run.
    folder.write("draft", &format!("#!/bin/sh\n{text}"));
    let (draft, file) = (folder.0.join("draft"), folder.0.join("lariat"));
    std::fs::set_permissions(&draft, std::fs::Permissions::from_mode(0o755)).expect("may be run");
    std::fs::rename(&draft, &file).expect("it is moved");
    file
}

/// A lariat that answers by the name of the program.
fn fake(folder: &Folder) -> std::path::PathBuf {
    let answer = |verdict: &str, reason: &str| format!("echo '{{\"verdict\":\"{verdict}\",\"reason\":{reason}}}'");
    let text = format!(
        "case \"$2\" in\n*late.c) {};;\n*deep.c) {};;\n*broken.c) echo 'internal error' >&2; exit 4;;\n*) {};;\nesac\n",
        answer("unknown", "\"the time limit of 10 s is over\""),
        answer("unknown", "\"recursion of `f` beyond 12 calls\""),
        answer("unreachable", "null"),
    );
    script(folder, &text)
}

/// What becomes of a task whose witness is confirmed so, by the compiler that is found and by gcc.
fn compiled(name: &str, first: &str, gcc: &str) -> Run {
    let says = |outcome: &str| {
        format!(
            "echo '{{\"verdict\":\"reachable\",\"confirm\":{{\"outcome\":\"{outcome}\",\"compiler\":\"clang\",\
             \"reason\":\"it says {outcome}\"}}}}'"
        )
    };
    let checkout = two_ls(name, &[("a", FAILS, "CORE\nmain.c\n\n^EXIT=10$\n")]);
    let text = format!(
        "case \"$CC $*\" in\ngcc*--confirm*) {};;\n*--confirm*) {};;\n*) echo '{{\"verdict\":\"reachable\"}}';;\nesac\n",
        says(gcc),
        says(first)
    );
    asked("2ls", &checkout, &script(&checkout, &text))
}

#[test]
fn a_witness_that_a_compiler_contradicts_is_no_answer() {
    let run = compiled("refuted", "contradicted", "contradicted");
    assert!(matches!(&run.scored[0].score, Score::Broken(why) if why.contains("it says contradicted")));
    assert!(run.table.contains("    1  CONTRADICTED\n") && run.exit() == 1, "{}", run.table);
    assert!(run.table.contains("lariat reach") && run.table.contains("--confirm"), "{}", run.table);
}

#[test]
fn compilers_have_to_agree_on_a_witness() {
    if !is_there("gcc") {
        eprintln!("skipped: gcc is not installed");
        return;
    }
    let run = compiled("agree", "confirmed", "confirmed");
    assert!(run.table.contains("    1  confirmed by two compilers\n") && run.exit() == 0, "{}", run.table);
    let run = compiled("differ", "confirmed", "contradicted");
    assert!(run.table.contains("COMPILERS DIFFER: 1\n") && run.exit() == 1, "{}", run.table);
    let run = compiled("open", "open", "confirmed");
    assert!(run.table.contains("    1  confirmed by gcc alone\n") && run.exit() == 0, "{}", run.table);
    let run = compiled("late", "open", "contradicted");
    assert!(run.table.contains("    1  CONTRADICTED\n") && run.exit() == 1, "{}", run.table);
}

#[test]
fn a_wrong_answer_is_listed_in_full_and_fails_the_run() {
    let checkout = code2inv("wrong", &[("1.c", HOLDS), ("2.c", FAILS), ("3.c", WIDE)]);
    let run = asked("code2inv", &checkout, lariat());
    let scores: Vec<&Score> = run.scored.iter().map(|s| &s.score).collect();
    assert_eq!(
        scores,
        [
            &Score::Right,
            &Score::Wrong,
            &Score::Refused("`…`, which returns a floating-point type other than float and double,".into()),
            &Score::Right
        ]
    );
    assert_eq!(row(&run.table, "code2inv linear"), [3, 1, 1, 0, 1, 0, 0, 0]);
    assert_eq!(row(&run.table, "code2inv non-linear"), [1, 1, 0, 0, 0, 0, 0, 0]);
    assert_eq!(row(&run.table, "all"), [4, 2, 1, 0, 1, 0, 0, 0]);
    assert!(run.table.contains("3: 33%"), "{}", run.table);
    assert!(
        run.table.contains("    1  `…`, which returns a floating-point type other than float and double,\n"),
        "{}",
        run.table
    );
    let wrong = "WRONG benchmarks/C_instances/c/2.c: reachable, expected unreachable";
    let end = run.table.split_once("\nWRONG: 1\n").expect("they come last").1;
    assert!(end.contains(wrong), "{end}");
    assert_eq!(run.exit(), 1);
    assert_eq!(checkout.read("out/table.txt"), run.table);
}

#[test]
fn without_a_wrong_answer_the_run_is_a_success() {
    let checkout = code2inv("right", &[("1.c", HOLDS), ("3.c", WIDE)]);
    let run = asked("code2inv", &checkout, lariat());
    assert!(!run.table.contains("WRONG"), "{}", run.table);
    assert_eq!(run.exit(), 0);
}

#[test]
fn reasons_are_counted_by_their_kind() {
    let programs = ["late.c", "deep.c", "good.c"].map(|name| (name, HOLDS));
    let checkout = code2inv("reasons", &programs);
    let run = asked("code2inv", &checkout, &fake(&checkout));
    assert_eq!(row(&run.table, "code2inv linear"), [3, 1, 0, 2, 0, 0, 0, 0]);
    assert!(run.table.contains("    1  time limit\n"), "{}", run.table);
    assert!(run.table.contains("    1  recursion of `…` beyond N calls\n"), "{}", run.table);
    assert_eq!(run.exit(), 0);
}

#[test]
fn a_lariat_that_breaks_fails_the_run() {
    let checkout = code2inv("broken", &[("broken.c", HOLDS)]);
    let run = asked("code2inv", &checkout, &fake(&checkout));
    assert_eq!(row(&run.table, "code2inv linear"), [1, 0, 0, 0, 0, 1, 0, 0]);
    assert!(run.table.contains("internal error"), "{}", run.table);
    assert_eq!(run.exit(), 1);
}

#[test]
fn names_of_2ls_mean_what_they_mean_there() {
    let assumed = "void main() {\n  int x;\n  __CPROVER_assume(x > 3);\n  __CPROVER_assert(x != 3, \"not 3\");\n}\n";
    let error = "extern void __VERIFIER_error() __attribute__ ((__noreturn__));\nvoid __VERIFIER_assert(int c) {\n  \
                 if (!c) { ERROR: __VERIFIER_error(); }\n}\nint main() {\n  int x;\n  __VERIFIER_assert(x != 3);\n}\n";
    let desc = |exit: &str, options: &str| format!("CORE\nmain.c\n{options}\n^EXIT={exit}$\n^SIGNAL=0$\n");
    let (holds, fails, open, other) = (desc("0", ""), desc("10", ""), desc("5", ""), desc("0", "--termination"));
    let tests = [("a", assumed, &*holds), ("b", error, &*fails), ("c", FAILS, &*open), ("d", HOLDS, &*other)];
    let checkout = two_ls("names", &tests);
    let run = asked("2ls", &checkout, lariat());
    let scores: Vec<Score> = run.scored.iter().map(|s| s.score.clone()).collect();
    let other = Score::NotApplicable("--termination asks about termination".into());
    assert_eq!(scores, [Score::Right, Score::Right, Score::Unjudged(Expected::Reachable), other]);
    assert_eq!(row(&run.table, "2ls kiki"), [4, 2, 0, 0, 0, 0, 1, 1]);
    assert_eq!(run.exit(), 0);
}

#[test]
fn one_of_several_properties_is_enough_to_fail() {
    let beyond =
        "void main() {\n  int a[3], i;\n  for (i = 0; i <= 3; i++) {\n    a[i] = i;\n  }\n  assert(i == 4);\n}\n";
    let within = beyond.replace("i <= 3", "i < 3").replace("i == 4", "i == 3");
    let programs = [("beyond.c", beyond), ("within.c", &*within)];
    let runs =
        "b: duet.exe -check-array-bounds -cra @code/beyond.c\nw: duet.exe -check-array-bounds -cra @code/within.c\n";
    let checkout = duet("several", &programs, runs, &[("b", "0 errors total\n"), ("w", "0 errors total\n")]);
    let run = asked("duet", &checkout, lariat());
    let scores: Vec<&Score> = run.scored.iter().map(|s| &s.score).collect();
    assert_eq!(scores, [&Score::Wrong, &Score::Right]);
}

#[test]
fn each_task_is_listed() {
    let checkout = code2inv("listed", &[("1.c", HOLDS), ("2.c", FAILS), ("3.c", WIDE)]);
    asked("code2inv", &checkout, lariat());
    let lines: Vec<serde_json::Value> =
        checkout.read("out/tasks.jsonl").lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    let fields =
        |i: usize| ["task", "score", "verdict", "expect", "because"].map(|f| lines[i][f].as_str().unwrap_or("-"));
    let task = "benchmarks/C_instances/c";
    assert_eq!(fields(0), [&format!("{task}/1.c"), "right", "unreachable", "unreachable", "-"]);
    assert_eq!(fields(1), [&format!("{task}/2.c"), "wrong", "reachable", "unreachable", "-"]);
    assert_eq!(
        fields(2),
        [
            &format!("{task}/3.c"),
            "refused",
            "-",
            "unreachable",
            "`…`, which returns a floating-point type other than float and double,"
        ]
    );
    assert_eq!(lines.len(), 4);
    let text = checkout.read("out/tasks.txt");
    assert!(text.lines().any(|l| l.starts_with("WRONG") && l.contains("2.c")), "{text}");
    // Only what was asked has an answer; a refusal is one.
    assert_eq!(checkout.read("out/answers.jsonl").lines().count(), 4);
}
