//! Listings that are kept: compared, accepted, and found when nobody asks for them.

use super::{Folder, has};
use std::fs;

const SPEC: &str = "program: p.c
questions:
  - target: 4
    expect: reachable
    snapshot: [chains, constraints]
  - target: 6
    expect: unreachable
    snapshot: constraints
";

const STORED: [&str; 3] = ["s.4.chains.snap", "s.4.constraints.snap", "s.6.constraints.snap"];

fn stored(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.0.path("snapshots")).expect("a folder");
    let mut names: Vec<String> = entries.flatten().map(|e| e.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn what_is_accepted_is_compared_from_then_on() {
    let folder = Folder::new("accept");
    folder.write("s.yaml", SPEC);
    has(&folder.test(&["s.yaml"], 1), &["CHANGED", "there is no snapshot snapshots/s.4.chains.snap yet", "`--accept`"]);
    assert!(stored(&folder).iter().all(|name| name.ends_with(".snap.new")), "proposals, nothing else");
    folder.test(&["s.yaml", "--accept"], 0);
    assert_eq!(stored(&folder), STORED);
    folder.test(&["s.yaml"], 0);
    // From anywhere, with any number of jobs: the same bytes.
    let before = STORED.map(|name| folder.read(&format!("snapshots/{name}")));
    folder.test(&[folder.0.0.to_str().expect("a plain path"), "--accept", "-j", "7"], 0);
    assert_eq!(STORED.map(|name| folder.read(&format!("snapshots/{name}"))), before);
}

#[test]
fn a_change_says_which_constraint_and_which_line() {
    let folder = Folder::new("change");
    folder.write("s.yaml", SPEC);
    folder.test(&["s.yaml", "--accept"], 0);
    let name = "snapshots/s.6.constraints.snap";
    let text = folder.read(name);
    // One constraint is another one, and the one before it is gone: the numbers of all others move.
    let rows: Vec<&str> = text.lines().collect();
    let at = rows.iter().position(|r| r.contains("line 5")).expect("the condition of line 5");
    let changed = rows[at].replace("= 10", "= 12");
    assert_ne!(changed, rows[at]);
    let edited: Vec<&str> = rows.iter().enumerate().map(|(i, r)| if i == at { changed.as_str() } else { r }).collect();
    folder.write(name, &(edited.join("\n") + "\n"));
    let report = folder.test(&["s.yaml"], 1);
    has(&report, &["CHANGED  unreachable", "differs from snapshots/s.6.constraints.snap", "S(c0)"]);
    has(&report, &[&format!("- {}", changed.trim()), &format!("+ {}", rows[at].trim()), "p.c:5: if (i == 10)"]);
    assert_eq!(report.matches("\n           - ").count(), 1, "one constraint changed:\n{report}");
    assert_eq!(folder.read(&format!("{name}.new")), text, "the proposal is what is right");
    // Accepting touches no verdict, in either direction.
    folder.write("s.yaml", &SPEC.replace("expect: unreachable", "expect: reachable"));
    let spec = folder.read("s.yaml");
    has(&folder.test(&["s.yaml", "--accept"], 1), &["FAILED   unreachable", "expected reachable"]);
    assert_eq!((folder.read("s.yaml"), folder.read(name)), (spec, text));
}

#[test]
fn a_ci_server_proposes_nothing() {
    let folder = Folder::new("server");
    folder.write("s.yaml", SPEC);
    let output = folder.command(&["s.yaml"]).env("CI", "true").output().expect("lariat runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(!folder.0.path("snapshots").exists());
}

/// What is kept of a condition is what it means: other words for it are no change, and any other has an input that tells.
#[test]
fn conditions_are_compared_by_what_they_mean() {
    let folder = Folder::new("meaning");
    let program = |condition: &str| {
        let text =
            format!("extern void found(void);\nvoid look(int n) {{\n    if ({condition})\n        found();\n}}\n");
        folder.write("look.c", &text);
    };
    program("n > 4");
    let spec =
        "program: look.c\nentry: look\nquestions:\n  - target: 4\n    expect: reachable\n    snapshot: condition\n";
    folder.write("s.yaml", spec);
    folder.test(&["s.yaml", "--accept"], 0);
    program("!(n <= 4) && n != 3");
    folder.test(&["s.yaml"], 0);
    program("n > 3");
    has(&folder.test(&["s.yaml"], 1), &["it is weaker: it holds now for n = 4"]);
    program("n > 5");
    has(&folder.test(&["s.yaml"], 1), &["it is stronger: it does not hold any more for n = 5"]);
    program("n < 2");
    has(&folder.test(&["s.yaml"], 1), &["it is another one: it holds now for n = ", "and not any more for n = "]);
    // A snapshot that is no script differs, and says so.
    let name = "snapshots/s.4.condition.snap";
    folder.write(name, &folder.read(name).replace("(define-fun", "(define"));
    has(&folder.test(&["s.yaml"], 1), &["differs from", "is not known"]);
}

#[test]
fn snapshots_nobody_asks_for_fail_the_run() {
    let folder = Folder::new("orphan");
    folder.write("s.yaml", SPEC);
    folder.write("t.yaml", SPEC);
    folder.test(&[".", "--accept"], 0);
    folder.write("s.yaml", &SPEC.replace("    snapshot: constraints\n", ""));
    fs::remove_file(folder.0.path("t.yaml")).expect("it is there");
    // Another tool's snapshots are not ours.
    folder.write("snapshots/other.snap", "---\nsource: src/lib.rs\nexpression: x\n---\n1\n");
    let report = folder.test(&["."], 1);
    has(
        &report,
        &["ORPHAN", "snapshots/s.6.constraints.snap", "snapshots/t.4.chains.snap", "4 snapshots nobody asks for"],
    );
    // A part of the questions asks for as much as all of them.
    has(&folder.test(&[".", "--filter", "s.yaml:3"], 1), &["4 snapshots nobody asks for"]);
    folder.test(&[".", "--accept"], 0);
    assert_eq!(stored(&folder), ["other.snap", "s.4.chains.snap", "s.4.constraints.snap"]);
}

/// insta itself reads what was written.
#[test]
fn snapshots_have_the_form_of_insta() {
    let folder = Folder::new("insta");
    folder.write("s.yaml", SPEC);
    folder.test(&["s.yaml", "--accept"], 0);
    let text = folder.read("snapshots/s.4.chains.snap");
    let (_, listing) = text.strip_prefix("---\n").and_then(|t| t.split_once("\n---\n")).expect("a head");
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(folder.0.path("snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!("s.4.chains", listing));
}

/// A folder and a file may have several names; they are asked once, and nothing that is wanted is an orphan.
#[test]
fn names_do_not_matter() {
    let folder = Folder::new("names");
    folder.write("in here/s.yaml", &SPEC.replace("p.c", "../p.c"));
    folder.test(&["in here", "--accept"], 0);
    let whole = folder.0.path("in here");
    let names = ["in here/s.yaml", "./in here", ".", "in here/../in here", whole.to_str().expect("a plain path")];
    for first in 0..names.len() {
        let args = [&names[first..], &names[..first], &["--accept"]].concat();
        has(&folder.test(&args, 0), &["2 questions in ", "2 as expected\n"]);
        assert_eq!(fs::read_dir(whole.join("snapshots")).expect("a folder").count(), 3, "{args:?}");
    }
}

#[test]
fn what_is_no_snapshot_is_said_and_no_bug() {
    let folder = Folder::new("damaged");
    folder.write("s.yaml", SPEC);
    folder.test(&["s.yaml", "--accept"], 0);
    // What is no text any more differs, and can be accepted.
    fs::write(folder.0.path("snapshots/s.6.constraints.snap"), [0xff, 0xfe]).expect("a file");
    has(&folder.test(&["s.yaml"], 1), &["CHANGED"]);
    folder.test(&["s.yaml", "--accept"], 0);
    fs::remove_dir_all(folder.0.path("snapshots")).expect("it is there");
    folder.write("snapshots", "a file");
    has(&folder.test(&["s.yaml"], 2), &["MISTAKE", "cannot read snapshots/s.6.constraints.snap", "s.yaml:6:5"]);
}
