//! Witnesses are compiled and run.

use super::formats::rows;
use super::{Folder, SPEC, has};

/// What a harness prints at the target, and what it prints if it gets past it.
const REACHES: &str = "echo 'lariat: target reached'";
const MISSES: &str = "echo 'lariat: the program ended before the target'; exit 1";

#[cfg(unix)]
#[test]
fn a_witness_that_the_compiled_program_contradicts_is_a_failure() {
    let folder = Folder::new("contradicted");
    folder.write("s.yaml", SPEC);
    let compiler = folder.compiler("cc-misses", MISSES);
    let text = folder.tested(folder.command(&["s.yaml"]).env("CC", &compiler), 4);
    has(
        &text,
        &[
            "WRONG",
            "does not pass the target: the program ended before the target; a bug in lariat",
            "with n = ",
            "lariat reach p.c --target 4",
            "--confirm",
            "1 as expected, 1 contradicted by the compiled program",
        ],
    );
    let text = folder.tested(folder.command(&["s.yaml", "--format", "jsonl"]).env("CC", &compiler), 4);
    let row = rows(&text).into_iter().find(|r| r["line"] == 3).expect("the first question");
    assert_eq!((&row["status"], &row["passed"]), (&"contradicted".into(), &false.into()), "{row}");
    assert!(row["message"].as_str().is_some_and(|m| m.contains("ended before the target")), "{row}");
    let text = folder.tested(folder.command(&["s.yaml", "--format", "junit"]).env("CC", &compiler), 4);
    has(&text, &["errors=\"1\"", "type=\"contradicted\""]);
}

#[cfg(unix)]
#[test]
fn what_is_known_to_be_wrong_may_be_contradicted() {
    let folder = Folder::new("known");
    folder.write(
        "s.yaml",
        "program: p.c\nquestions:\n  - target: 4\n    expect: unreachable\n    expect_today: reachable\n",
    );
    let compiler = folder.compiler("cc-misses", MISSES);
    has(&folder.tested(folder.command(&["s.yaml"]).env("CC", &compiler), 0), &["known "]);
}

#[cfg(unix)]
#[test]
fn nothing_is_compiled_if_it_is_not_to_be() {
    let folder = Folder::new("unconfirmed");
    folder.write("s.yaml", SPEC);
    let compiler = folder.compiler("cc-misses", MISSES);
    let args = ["s.yaml", "--no-confirm", "--format", "jsonl"];
    let text = folder.tested(folder.command(&args).env("CC", &compiler), 0);
    assert!(rows(&text).iter().all(|row| row["answer"]["confirm"].is_null()), "{text}");
}

#[cfg(unix)]
#[test]
fn a_witness_is_confirmed_or_it_is_said_why_not() {
    let folder = Folder::new("confirmed");
    folder.write("s.yaml", SPEC);
    let compiler = folder.compiler("cc-reaches", REACHES);
    let text = folder.tested(folder.command(&["s.yaml"]).env("CC", &compiler), 0);
    assert!(!text.contains("confirmed"), "{text}");
    let compiler = folder.compiler("cc-killed", "kill -9 $$");
    let text = folder.tested(folder.command(&["s.yaml"]).env("CC", &compiler), 0);
    has(&text, &["not confirmed: the harness was ended by a signal", "1 of 1 witnesses could not be confirmed"]);
}

/// Where even absolute paths have a compiler there is nothing to see.
#[test]
fn without_a_compiler_it_is_said_once() {
    let folder = Folder::new("nothing");
    folder.write("s.yaml", SPEC);
    folder.write("t.yaml", SPEC);
    let mut command = folder.command(&["."]);
    let text = folder.tested(command.env("PATH", "").env_remove("CC").env_remove("LARIAT_CLANG"), 0);
    match text.matches("no C compiler found").count() {
        0 => eprintln!("skipped: a compiler is at one of the places where Clang usually is"),
        count => assert_eq!(count, 1, "{text}"),
    }
    folder.write("t.yaml", "program: p.c\nquestions:\n  - target: 6\n    expect: unreachable\n");
    let mut command = folder.command(&["t.yaml"]);
    let text = folder.tested(command.env("PATH", "").env_remove("CC").env_remove("LARIAT_CLANG"), 0);
    assert!(!text.contains("no C compiler found"), "{text}");
}
