//! What each tool has to say for each verdict, and that anything else is none.

use super::fakes::{asked, script, verdict};
use super::{Folder, question};
use crate::answer::Verdict;
use crate::tools;
use std::time::Duration;

/// A script that prints lines and ends with a code.
fn says(lines: &[&str], code: i32) -> String {
    format!("cat <<'END'\n{}\nEND\nexit {code}", lines.join("\n"))
}

fn is_error(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Error(_))
}

#[test]
fn silence_and_crashes_are_errors() {
    for tool in ["klee", "esbmc", "cbmc", "z3"] {
        for body in ["exit 0", "exit 3", "echo Segmentation fault; exit 0", "kill -SEGV $$"] {
            let verdict = verdict(tool, body);
            assert!(is_error(&verdict), "{tool}, {body}: {verdict:?}");
        }
    }
}

#[test]
fn klee() {
    let target = "KLEE: ERROR: harness.c:6: ASSERTION FAIL: the target of the question";
    assert_eq!(verdict("klee", &says(&["KLEE: done: total instructions = 7", target], 0)), Verdict::Reachable);
    let done = |partial: &'static str| {
        ["KLEE: ERROR: harness.c:3: memory error: out of bound pointer", "KLEE: done: completed paths = 9", partial]
    };
    assert_eq!(verdict("klee", &says(&done("KLEE: done: partially completed paths = 0"), 0)), Verdict::Unreachable);
    assert_eq!(verdict("klee", &says(&done("KLEE: done: partially completed paths = 2"), 0)), Verdict::Unknown);
    assert_eq!(verdict("klee", &says(&done(""), 0)), Verdict::Unknown);
    let halted = [&done("KLEE: done: partially completed paths = 0")[..], &["KLEE: HaltTimer invoked"]].concat();
    assert_eq!(verdict("klee", &says(&halted, 0)), Verdict::Unknown);
    let other = ["KLEE: ERROR: program.c:6: ASSERTION FAIL: x > 0", "KLEE: done: completed paths = 9"];
    assert_eq!(verdict("klee", &says(&other, 0)), Verdict::Unknown);
}

#[test]
fn klee_needs_clang() {
    let folder = Folder::new("no-clang");
    script(&folder.0, "klee", "");
    let path = folder.0.as_os_str();
    let found = tools::found(path);
    let prepared = (found[0].tool.prepare)(&question("hw"), None, &folder.0, path);
    assert!(prepared.is_err_and(|e| e.contains("clang")));
}

#[test]
fn esbmc() {
    let violated = |what| ["Violated property:", "  file harness.c line 4", what, "VERIFICATION FAILED"];
    assert_eq!(verdict("esbmc", &says(&violated("  the target of the question"), 1)), Verdict::Reachable);
    assert_eq!(verdict("esbmc", &says(&violated("  dereference failure"), 1)), Verdict::Unknown);
    let forward = "Solution found by the forward condition; all states are reachable (k = 9)";
    assert_eq!(verdict("esbmc", &says(&["VERIFICATION SUCCESSFUL", forward], 0)), Verdict::Unreachable);
    // Within a bound only.
    assert_eq!(verdict("esbmc", &says(&["VERIFICATION SUCCESSFUL"], 0)), Verdict::Unknown);
    assert_eq!(verdict("esbmc", &says(&["VERIFICATION UNKNOWN"], 0)), Verdict::Unknown);
}

#[test]
fn cbmc() {
    let target = |state: &str| format!("[reach_error.assertion.1] line 4 the target of the question: {state}");
    let unwound = |state: &str| format!("[HW.unwind.0] line 8 unwinding assertion loop 0: {state}");
    let failed = [&target("FAILURE")[..], &unwound("FAILURE"), "VERIFICATION FAILED"];
    assert_eq!(verdict("cbmc", &says(&failed, 10)), Verdict::Reachable);
    let proved = [&target("SUCCESS")[..], &unwound("SUCCESS"), "VERIFICATION SUCCESSFUL"];
    assert_eq!(verdict("cbmc", &says(&proved, 0)), Verdict::Unreachable);
    let other = ["[HW.bounds.1] line 8 array bounds: FAILURE", &target("SUCCESS")[..], "VERIFICATION FAILED"];
    assert_eq!(verdict("cbmc", &says(&other, 10)), Verdict::Unreachable);
    // It was cut off.
    assert!(is_error(&verdict("cbmc", &says(&[&target("FAILURE")], 6))));
    assert!(is_error(&verdict("cbmc", &says(&["VERIFICATION SUCCESSFUL"], 0))));
}

#[test]
fn cbmc_gets_a_larger_bound_until_it_suffices() {
    let log = Folder::new("bounds");
    let file = log.0.join("bounds");
    let body = format!(
        "[ \"$1\" = --version ] && exit\necho $4 >> {}\n\
         if [ $4 -lt 4 ]; then\n  echo '[HW.unwind.0] line 8 unwinding assertion loop 0: FAILURE'\nfi\n\
         echo '[reach_error.assertion.1] line 4 the target of the question: SUCCESS'\necho VERIFICATION FAILED",
        file.display()
    );
    assert_eq!(verdict("cbmc", &body), Verdict::Unreachable);
    assert_eq!(std::fs::read_to_string(&file).expect("it was asked"), "1\n2\n4\n");
    // A bound that never suffices ends at the limit.
    let never = says(
        &[
            "[a] line 4 the target of the question: SUCCESS",
            "[b] unwinding assertion loop 0: FAILURE",
            "VERIFICATION FAILED",
        ],
        10,
    );
    assert_eq!(asked("cbmc", &never, "hw", Duration::from_millis(300)).verdict, Verdict::Timeout);
}

/// HW has 9 root chains in the paper's count; an answer is needed to each of them and to no subchain.
#[test]
fn z3_has_to_answer_to_every_root_chain() {
    let answers = |n: usize, last: &str| says(&[&["unsat"].repeat(n)[..], &[last]].concat(), 0);
    assert_eq!(verdict("z3", &answers(8, "unsat")), Verdict::Unreachable);
    assert_eq!(verdict("z3", &answers(8, "sat")), Verdict::Satisfiable);
    assert_eq!(verdict("z3", &answers(8, "unknown")), Verdict::Unknown);
    assert!(is_error(&verdict("z3", &answers(7, "unsat"))));
    assert!(is_error(&verdict("z3", &answers(9, "unsat"))));
    assert!(is_error(&verdict("z3", &answers(9, "(error \"line 1 column 1: no\")"))));
}

/// The systems are separate: what is declared in one is not known in the next.
#[test]
fn z3_starts_afresh_for_every_system() {
    let body =
        "[ \"$1\" = --version ] && exit\nfor word in reset check-sat; do grep -c \"^($word)\" \"$2\"; done >&2; exit 1";
    let Verdict::Error(said) = verdict("z3", body) else { panic!("no error") };
    assert!(said.ends_with(": 9"), "{said}");
}
