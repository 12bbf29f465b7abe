//! What programs read, and which questions are asked.

use super::{Folder, SPEC, has};
use serde_json::Value;

/// The JSON objects among lines.
pub fn rows(text: &str) -> Vec<Value> {
    text.lines().filter(|l| l.starts_with('{')).map(|l| serde_json::from_str(l).expect("JSON")).collect()
}

#[test]
fn json_lines_have_each_answer() {
    let folder = Folder::new("jsonl");
    folder.write("s.yaml", &SPEC.replace("expect: unreachable", "expect: reachable"));
    let mut rows = rows(&folder.test(&["s.yaml", "--format", "jsonl"], 1));
    rows.sort_by_key(|r| r["line"].as_u64());
    assert_eq!(rows.len(), 2);
    for row in &rows {
        assert_eq!((&row["schema"], &row["spec"]), (&"lariat.test/1".into(), &"s.yaml".into()));
        assert_eq!(row["answer"]["schema"], "lariat.answer/1");
        assert_eq!(row["answer"]["verdict"], row["verdict"]);
    }
    assert_eq!(
        (&rows[0]["passed"], &rows[0]["verdict"], &rows[0]["status"]),
        (&true.into(), &"reachable".into(), &"expected".into())
    );
    assert_eq!(
        (&rows[1]["passed"], &rows[1]["verdict"], &rows[1]["status"]),
        (&false.into(), &"unreachable".into(), &"unexpected".into())
    );
    assert_eq!(rows[1]["command"][0], "reach");
}

#[test]
fn junit_has_a_suite_for_each_spec() {
    let folder = Folder::new("junit");
    folder.write("a.yaml", SPEC);
    folder
        .write("b.yaml", &SPEC.replace("expect: unreachable", "expect: reachable").replace("target: 4", "target: 999"));
    let text = folder.test(&[".", "--format", "junit"], 2);
    has(
        &text,
        &[
            "<?xml",
            "tests=\"4\" skipped=\"0\" failures=\"1\" errors=\"1\"",
            "<testsuite name=\"a.yaml\" tests=\"2\" skipped=\"0\" errors=\"0\" failures=\"0\"",
            "<testsuite name=\"b.yaml\" tests=\"2\" skipped=\"0\" errors=\"1\" failures=\"1\"",
            "message=\"expected reachable\"",
            "line 999 has no code",
        ],
    );
}

#[test]
fn filters_and_shards_choose() {
    let folder = Folder::new("choose");
    let questions: String = (0..7).map(|i| format!("  - {{ target: 4, expect: reachable, name: q{i} }}\n")).collect();
    folder.write("s.yaml", &format!("program: p.c\nquestions:\n{questions}"));
    let names = |args: &[&str]| -> Vec<String> {
        let all = [&["s.yaml", "--format", "jsonl"][..], args].concat();
        let mut names: Vec<String> =
            rows(&folder.test(&all, 0)).iter().filter_map(|r| Some(r["name"].as_str()?.to_string())).collect();
        names.sort();
        names
    };
    assert_eq!(names(&["--filter", "q3", "--filter", "q5"]), ["q3", "q5"]);
    assert_eq!(names(&["--filter", "q3", "--filter", "q5", "--skip", "q5"]), ["q3"]);
    assert_eq!(names(&["--filter", "s.yaml:4"]), ["q1"]);
    let shards: Vec<Vec<String>> = ["1/3", "2/3", "3/3"].iter().map(|s| names(&["--shard", s])).collect();
    assert_eq!(shards.iter().map(Vec::len).collect::<Vec<_>>(), [3, 2, 2]);
    let mut all = shards.concat();
    all.sort();
    assert_eq!(all, ["q0", "q1", "q2", "q3", "q4", "q5", "q6"]);
    has(&folder.test(&["s.yaml", "--filter", "nothing"], 2), &["leave none of the 7 questions"]);
    has(&folder.test(&["s.yaml", "--skip", "s.yaml"], 2), &["leave none of the 7 questions"]);
    has(&folder.test(&["s.yaml", "--shard", "4/3"], 2), &["i/n is wanted"]);
}

#[test]
fn fail_fast_asks_no_more() {
    let folder = Folder::new("fast");
    let questions: String = (0..9).map(|i| format!("  - {{ target: 6, expect: reachable, name: q{i} }}\n")).collect();
    folder.write("s.yaml", &format!("program: p.c\nquestions:\n{questions}"));
    let text = folder.test(&["s.yaml", "--fail-fast", "-j", "1"], 1);
    has(&text, &["9 questions in ", "1 not as expected, 8 not asked"]);
}
