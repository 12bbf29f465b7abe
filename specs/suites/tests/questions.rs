//! What each suite's files become.

use super::checkouts::{FAILS, HOLDS, WIDE, code2inv, duet, two_ls};
use super::tool::{self, task::Task};
use super::{Folder, lariat, options};
use lariat::spec::Expected::{self, Reachable, Unreachable};
use std::sync::atomic::AtomicBool;

/// The tasks of a checkout.
fn tasks(suite: &str, checkout: &Folder) -> Vec<Task> {
    tool::tasks(&options(suite, checkout), &[]).expect("a checkout")
}

/// What is expected of each, or why it is not asked.
fn expected(tasks: &[Task]) -> Vec<(&str, Result<Option<Expected>, &str>)> {
    tasks.iter().map(|t| (t.name.as_str(), t.question.as_ref().map(|q| q.expect).map_err(String::as_str))).collect()
}

#[test]
fn every_program_of_code2inv_holds() {
    let checkout = code2inv("c2i", &[("10.c", HOLDS), ("9.c", FAILS)]);
    let tasks = tasks("code2inv", &checkout);
    let holds = Ok(Some(Unreachable));
    let folder = "benchmarks/C_instances/c";
    let names = [format!("{folder}/9.c"), format!("{folder}/10.c"), "benchmarks/nl-bench/c/nl-1.c".into()];
    assert_eq!(expected(&tasks), names.each_ref().map(|n| (n.as_str(), holds)));
    let groups: Vec<&str> = tasks.iter().map(|t| t.group.as_str()).collect();
    assert_eq!(groups, ["code2inv linear", "code2inv linear", "code2inv non-linear"]);
}

#[test]
fn a_test_of_2ls_says_what_is_right() {
    let rows = [
        ("a", "CORE\nmain.c\n--k-induction\n^EXIT=0$\n^SIGNAL=0$\n^VERIFICATION SUCCESSFUL$\n", Ok(Some(Unreachable))),
        ("b", "// why\nCORE\nmain.c\n--havoc --unwind 2\n^EXIT=10$\n^SIGNAL=0$\n^.*FAILURE$\n", Ok(Some(Reachable))),
        ("c", "KNOWNBUG\nmain.c\n\n^EXIT=10$\n^SIGNAL=0$\n^\\*\\* 1 of 2 failed$\n", Ok(Some(Reachable))),
        ("d", "CORE\nmain.c\n--havoc\n^EXIT=5$\n^SIGNAL=0$\n^VERIFICATION INCONCLUSIVE$\n", Ok(None)),
        ("e", "CORE\nmain.c\n\n^VERIFICATION FAILED$\n--\n^VERIFICATION SUCCESSFUL$\n", Ok(Some(Reachable))),
        ("f", "CORE\nmain.c\n\n^SIGNAL=0$\n--\n^VERIFICATION FAILED$\n", Ok(None)),
        ("g", "CORE\nmain.c\n--termination\n^EXIT=0$\n", Err("--termination asks about termination")),
        ("h", "CORE\nmain.i\n\n^EXIT=0$\n", Err("the program main.i is not there")),
    ];
    let tests: Vec<_> = rows.iter().map(|(name, desc, _)| (*name, HOLDS, *desc)).collect();
    let checkout = two_ls("2ls", &tests);
    let names: Vec<String> = rows.iter().map(|(name, ..)| format!("regression/kiki/{name}/test.desc")).collect();
    let right: Vec<_> = names.iter().map(String::as_str).zip(rows.iter().map(|row| row.2)).collect();
    assert_eq!(expected(&tasks("2ls", &checkout)), right);
}

#[test]
fn a_run_of_duet_that_proves_comes_before_comments() {
    let unsafe_ = "void main() {\n  int x = __VERIFIER_nondet_int();\n  __VERIFIER_assert(x < 3); // unsafe\n}\n";
    let safe = "void main() {\n  int x = 1;\n  __VERIFIER_assert(x < 3); // safe, but hard\n}\n";
    let plain = "void main() {\n  int x = 1;\n  __VERIFIER_assert(x < 3);\n}\n";
    let programs = [
        ("proved.c", plain),
        ("commented.c", unsafe_),
        ("hard.c", safe),
        ("open.c", plain),
        ("up_unsafe.c", plain),
        ("idle.c", "void main() {}\n"),
        ("alone.c", plain),
    ];
    let runs = "# linear\nstrong: duet.exe -cra @code/proved.c\nweak: duet.exe -cra -monotone @code/proved.c\n\
                a: duet.exe -check-array-bounds -cra @code/commented.c\nb: duet.exe -cra @code/hard.c\n\
                c: duet.exe -cra @code/open.c\nd: duet.exe -cra @code/up_unsafe.c\n";
    let (proof, error) = ("0 errors total\n1 safe assertions\n", "code/x.c:3 >> x < 3\n\n1 errors total\n");
    let baselines = [("strong", proof), ("weak", error), ("a", error), ("b", error), ("c", error), ("d", error)];
    let checkout = duet("duet", &programs, runs, &baselines);
    let tasks = tasks("duet", &checkout);
    let right = [
        ("alone.c", Ok(None)),
        ("commented.c", Ok(Some(Reachable))),
        ("hard.c", Ok(Some(Unreachable))),
        ("idle.c", Err("there is no assertion, and no other property is asked about")),
        ("open.c", Ok(None)),
        ("proved.c", Ok(Some(Unreachable))),
        ("up_unsafe.c", Ok(Some(Reachable))),
    ];
    let names = right.map(|(name, expect)| (format!("regression/cra/code/{name}"), expect));
    assert_eq!(expected(&tasks), names.each_ref().map(|(name, expect)| (name.as_str(), *expect)));
    let targets = |i: usize| tasks[i].question.as_ref().map(|q| q.targets.clone());
    assert_eq!(targets(1), Ok(vec!["assert", "bounds"]));
    assert_eq!(targets(2), Ok(vec!["assert"]));
}

#[test]
fn specs_can_be_read_back_as_they_were_meant() {
    let checkout = two_ls("specs", &[("a b", WIDE, "CORE\nmain.c\n--bounds-check -I inc --32\n^EXIT=0$\n")]);
    checkout.write("regression/kiki/a b/inc/x.h", "");
    tool::work(&options("2ls", &checkout), lariat(), "", &AtomicBool::new(false)).expect("it is asked");
    let file = checkout.0.join("out/specs/2ls/regression/kiki/a b/test.desc.yaml");
    let specs = lariat::spec::load(&[file]).expect("a spec").specs;
    let [spec] = &specs[..] else { panic!("{specs:?}") };
    assert!(spec.mistakes.is_empty(), "{:?}", spec.mistakes);
    let asked: Vec<(String, Option<Expected>)> =
        spec.questions.iter().map(|q| (q.target.to_string(), q.expect)).collect();
    assert_eq!(asked, [("assert".to_string(), Some(Unreachable)), ("bounds".to_string(), Some(Unreachable))]);
    let place = checkout.0.join("regression/kiki/a b").canonicalize().expect("a folder");
    assert_eq!(spec.questions[0].program, place.join("main.c"));
    assert_eq!(spec.questions[0].include, [place.join("inc")]);
    assert_eq!(spec.questions[0].data_model, lariat::question::DataModel::Ilp32);
    assert!(spec.questions[0].define.iter().any(|d| d == "__CPROVER_assume=__VERIFIER_assume"));
}

#[test]
fn what_is_no_checkout_says_so() {
    let folder = Folder::new("nothing");
    for suite in ["code2inv", "2ls", "duet"] {
        let why = tool::tasks(&options(suite, &folder), &[]).expect_err(suite);
        assert!(why.contains("has to be a checkout of the suite"), "{why}");
    }
}
