//! A spec with mistakes of every kind: an error for each, at its place.

use super::{Folder, has};

const MISTAKES: &str = "program: p.c
assumption: n > 0
data_model: lp46
limits: { timeout: never }
questions:
  - target: 3.5.7
  - target: 100
    expect: reachable
  - target: label:DONE
  - target: call:finish
  - expect: unreachable
  - target: 4
    expect: reacheable
  - target: 4
    assume: [\"n > 5\", \"n < 3\"]
  - target: 4
    assume: \"n >\"
  - target: 4
    entry: mein
  - target: 4
    define: 2X
";

/// The place of each mistake, and what has to be said there.
const EXPECTED: [(&str, &str); 12] = [
    ("s.yaml:2:1", "the key `assumption` is not known here"),
    ("s.yaml:3:13", "`data_model` wants lp64 or ilp32, not `lp46`"),
    ("s.yaml:4:20", "`never` is no time"),
    ("s.yaml:6:13", "`3.5.7` is no target"),
    ("s.yaml:7:13", "line 100 has no code"),
    ("s.yaml:9:13", "there is no label `DONE`"),
    ("s.yaml:10:13", "there is no call of `finish`"),
    ("s.yaml:11:5", "`target` is missing"),
    ("s.yaml:13:13", "wants reachable, unreachable or unknown, not `reacheable`"),
    ("s.yaml:15:14", "no input satisfies these assumptions together"),
    ("s.yaml:17:13", "n >"),
    ("s.yaml:19:12", "`mein`"),
];

#[test]
fn each_mistake_is_an_error_at_its_place() {
    let folder = Folder::new("mistakes");
    folder.write("s.yaml", MISTAKES);
    let text = folder.test(&["s.yaml"], 2);
    for (place, message) in EXPECTED {
        // The place of an error follows its message.
        let found = text.split("rror: ").any(|part| part.contains(message) && part.contains(place));
        assert!(found, "{place}: {message}\n{text}");
    }
    has(&text, &["s.yaml:21:13", "did you mean `reachable`?", "the nearest lines with code"]);
}

#[test]
fn paths_that_are_not_there_are_said() {
    let folder = Folder::new("paths");
    has(&folder.test(&["nowhere"], 2), &["nowhere does not exist"]);
    has(&folder.test(&["."], 2), &["no questions there"]);
    folder.write("s.yaml", "program: q.c\nquestions:\n  - target: 1\n");
    has(&folder.test(&["s.yaml"], 2), &["s.yaml:1:10", "the program q.c does not exist"]);
    folder.write("q.c", "long double main(void) { return 1; }\n");
    has(&folder.test(&["s.yaml"], 2), &["MISTAKE", "double", "s.yaml:1:10"]);
}

/// A report that only programs read has them as well.
#[test]
fn mistakes_are_in_every_report() {
    let folder = Folder::new("reports");
    folder.write("s.yaml", "program: p.c\nquestions:\n  - target: 4\n    expct: reachable\n");
    let jsonl = folder.lariat(&["s.yaml", "--format", "jsonl"]);
    let row: serde_json::Value = serde_json::from_slice(&jsonl.stdout).expect("one JSON object");
    assert_eq!((&row["status"], &row["line"], &row["passed"]), (&"mistake".into(), &4.into(), &false.into()));
    let junit = folder.lariat(&["s.yaml", "--format", "junit"]);
    has(&String::from_utf8_lossy(&junit.stdout), &["<testsuite name=\"s.yaml\"", "errors=\"1\"", "the key `expct`"]);
    assert_eq!((jsonl.status.code(), junit.status.code()), (Some(2), Some(2)));
}
