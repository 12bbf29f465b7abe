//! Which answers pass.

use super::{Folder, HARD, SPEC, has};

#[test]
fn expected_answers_pass() {
    let folder = Folder::new("pass");
    folder.write("s.yaml", SPEC);
    let text = folder.test(&["s.yaml"], 0);
    has(&text, &["ok ", "s.yaml:3", "s.yaml:5", "2 questions in ", "2 as expected"]);
}

#[test]
fn another_answer_fails_and_says_how_to_ask_again() {
    let folder = Folder::new("fail");
    folder.write("s.yaml", &SPEC.replace("expect: unreachable", "expect: reachable"));
    let text = folder.test(&["."], 1);
    has(&text, &["FAILED", "expected reachable", "lariat reach p.c --target 6", "1 as expected, 1 not as expected"]);
}

/// `unknown` is no pass, unless it is what is expected.
#[test]
fn unknown_has_to_be_expected() {
    let folder = Folder::new("unknown");
    folder.write("hard.c", HARD);
    let spec =
        |more: &str| format!("program: hard.c\nlimits: {{ timeout: 300ms }}\nquestions:\n  - target: 11\n{more}");
    folder.write("s.yaml", &spec(""));
    has(&folder.test(&["s.yaml"], 1), &["unknown, but not expected to be", "because the time limit of 0.3 s"]);
    folder.write("s.yaml", &spec("    expect: unknown\n"));
    has(&folder.test(&["s.yaml"], 0), &["ok "]);
    folder.write("s.yaml", &spec("    expect: unreachable\n    expect_today: unknown\n"));
    has(&folder.test(&["s.yaml"], 0), &["known", "unreachable is right", "1 known not to be right yet"]);
}

#[test]
fn what_is_known_to_be_wrong_has_to_stay_so() {
    let folder = Folder::new("today");
    let marked = |right: &str, today: &str| {
        format!("program: p.c\nquestions:\n  - target: 6\n    expect: {right}\n    expect_today: {today}\n")
    };
    folder.write("s.yaml", &marked("unreachable", "unknown"));
    has(&folder.test(&["s.yaml"], 1), &["BETTER", "it got better", "remove `expect_today`"]);
    folder.write("s.yaml", &marked("reachable", "unknown"));
    has(&folder.test(&["s.yaml"], 1), &["FAILED", "known to be unknown although reachable is right"]);
    folder.write("s.yaml", &marked("reachable", "unreachable"));
    has(&folder.test(&["s.yaml"], 0), &["known "]);
}

#[test]
fn programs_with_a_header_need_no_spec() {
    let folder = Folder::new("header");
    let program = |verdict: &str, limit: u32| {
        format!(
            "/* expect: {verdict} */\nextern void reach_error(void);\nint main(void) {{ int i = 0; while (i < 10) i++; \
             if (i > {limit}) reach_error(); return 0; }}\n"
        )
    };
    folder.write("c/yes.c", &program("reachable", 9));
    folder.write("c/no.c", &program("unreachable", 10));
    has(&folder.test(&["c"], 0), &["c/yes.c:1", "c/no.c:1", "2 as expected"]);
    folder.write("c/wrong.c", &program("reachable", 10));
    has(&folder.test(&["c"], 1), &["FAILED", "c/wrong.c:1"]);
}

#[test]
fn tasks_of_the_competition_are_specs() {
    let folder = Folder::new("task");
    folder.write("task/a.c", "extern void reach_error(void);\nint main(void) { long n = 2147483647; n++; if (n < 0) reach_error(); return 0; }\n");
    let task = |verdict: bool, model: &str| {
        format!(
            "format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  - property_file: ../properties/unreach-call.prp\n    \
             expected_verdict: {verdict}\n  - property_file: ../properties/termination.prp\n    expected_verdict: true\n\
             options:\n  language: C\n  data_model: {model}\n"
        )
    };
    folder.write("task/a.yml", &task(true, "LP64"));
    has(&folder.test(&["task"], 0), &["ok ", "unreachable", "1 question in"]);
    folder.write("task/a.yml", &task(false, "LP64"));
    has(&folder.test(&["task"], 1), &["FAILED", "expected reachable"]);
}
