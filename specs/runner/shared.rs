//! Questions about one program: it is read once for all of them.
#![cfg(unix)]

use super::{Folder, HARD, has};
use lariat::runner::snapshot::Mode;
use lariat::runner::{self, Event, Item, Options, Outcome, Status};
use lariat::spec;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Asks the questions of `s.yaml` in a folder, which a script stands before: it notes how Lariat is started, and
/// whatever reads a program ahead does not find it any more when it is asked about it.
fn asked(folder: &Folder, script: &str) -> (Vec<Outcome>, Vec<String>) {
    let (lariat, log) = (env!("CARGO_BIN_EXE_lariat"), folder.0.path("log"));
    let program = folder.0.path("p.c");
    folder.write(
        "script",
        &format!(
            "#!/bin/sh\necho \"$1\" >> '{}'\nlariat='{lariat}'\nprogram='{}'\n{script}\nexec \"$lariat\" \"$@\"\n",
            log.display(),
            program.display()
        ),
    );
    let executable: PathBuf = folder.0.path("script");
    std::fs::set_permissions(&executable, std::fs::Permissions::from_mode(0o755)).expect("permissions");
    let collection = spec::load(&[folder.0.path("s.yaml")]).expect("a spec");
    let items: Vec<Item> =
        collection.specs.iter().flat_map(|spec| spec.questions.iter().map(move |asked| Item { spec, asked })).collect();
    let (timeout, memory) = (Duration::from_secs(60), 2 << 30);
    let options =
        Options { executable, jobs: 3, timeout, memory, fail_fast: false, snapshots: Mode::Tell, confirm: false };
    let mut outcomes: Vec<Option<Outcome>> = vec![None; items.len()];
    runner::run(&items, &options, &AtomicBool::new(false), |event| {
        if let Event::Finished(i, outcome) = event {
            outcomes[i] = Some(*outcome);
        }
    });
    let started = folder.read("log").lines().map(str::to_string).collect();
    (outcomes.into_iter().map(|o| o.expect("all are asked")).collect(), started)
}

/// Two questions about the program as it is, two with a macro.
const SPEC: &str = "program: p.c
questions:
  - { target: 4, expect: reachable }
  - { target: 6, expect: unreachable }
  - { target: 4, expect: reachable, define: OTHER, name: a }
  - { target: 7, expect: reachable, define: OTHER, name: b }
";

#[test]
fn a_program_is_read_once_for_all_questions() {
    let folder = Folder::new("once");
    folder.write("s.yaml", &SPEC.replace(", define: OTHER", ""));
    let gone = "if [ \"$1\" = ask ]; then \"$lariat\" \"$@\" | { read -r line; rm \"$program\"; echo \"$line\"; cat; }; exit; fi";
    let (outcomes, started) = asked(&folder, gone);
    assert!(outcomes.iter().all(|o| o.status == Status::Expected), "{outcomes:?}");
    assert_eq!(started, ["ask"]);
}

#[test]
fn what_is_read_in_another_way_is_read_again() {
    let folder = Folder::new("twice");
    folder.write("s.yaml", SPEC);
    let (outcomes, started) = asked(&folder, "");
    assert!(outcomes.iter().all(|o| o.status == Status::Expected), "{outcomes:?}");
    assert_eq!(started, ["ask", "ask"]);
    folder.write("s.yaml", &SPEC.replace("OTHER, name: a", "ONE, name: a"));
    folder.write("log", "");
    let (outcomes, mut started) = asked(&folder, "");
    started.sort();
    assert!(outcomes.iter().all(|o| o.status == Status::Expected), "{outcomes:?}");
    assert_eq!(started, ["ask", "reach", "reach"]);
}

#[test]
fn where_nothing_can_be_read_ahead_each_question_reads() {
    let folder = Folder::new("alone");
    folder.write("s.yaml", &SPEC.replace(", define: OTHER", ""));
    for script in ["if [ \"$1\" = ask ]; then exit 4; fi", "if [ \"$1\" = ask ]; then echo ready; exit; fi"] {
        folder.write("log", "");
        let (outcomes, started) = asked(&folder, script);
        assert!(outcomes.iter().all(|o| o.status == Status::Expected), "{outcomes:?}");
        assert_eq!(started.iter().filter(|word| *word == "reach").count(), 4, "{started:?}");
    }
}

#[test]
fn a_question_that_takes_too_long_or_cannot_be_asked_hurts_no_other() {
    let folder = Folder::new("hurt");
    folder.write("p.c", HARD);
    folder.write(
        "s.yaml",
        "program: p.c\nquestions:\n  - { target: 11, expect: unknown, limits: { timeout: 300ms } }\n  \
         - { target: 999 }\n  - { target: 2, expect: reachable }\n  - { target: 5, expect: reachable }\n",
    );
    let text = folder.test(&["s.yaml"], 2);
    has(&text, &["line 999 has no code", "3 as expected, 1 mistake in specs", "ok       unknown"]);
}

#[test]
fn a_program_that_is_refused_is_so_for_each_question() {
    let folder = Folder::new("refused");
    folder.write("p.c", "int main(void) {\n  return x;\n}\n");
    folder.write("s.yaml", "program: p.c\nquestions:\n  - { target: 1 }\n  - { target: 2 }\n");
    let text = folder.test(&["s.yaml"], 2);
    assert_eq!(text.matches("undeclared identifier 'x'").count(), 2, "{text}");
}

/// A program of several files is another one where one of them is another one.
#[test]
fn the_files_of_a_program_are_told_apart() {
    let folder = Folder::new("files");
    folder.write(
        "main.c",
        "extern int limit(void);\nint main(int n) {\n  if (n > limit())\n    n = 1;\n  return n;\n}\n",
    );
    folder.write("low.c", "int limit(void) { return 7; }\n");
    folder.write("high.c", "int limit(void) { return 2147483647; }\n");
    let spec = |other: &str, expect: &str| {
        format!(
            "program: main.c\nothers: {other}\nquestions:\n  - {{ target: 4, expect: {expect} }}\n  \
             - {{ target: 5, expect: reachable }}\n"
        )
    };
    folder.write("low.yaml", &spec("low.c", "reachable"));
    folder.write("high.yaml", &spec("high.c", "unreachable"));
    has(&folder.test(&["."], 0), &["4 questions in ", "4 as expected"]);
}
