//! Records, and what can be typed to get one.

use super::Folder;
use super::tables::measured;
use crate::answer::Verdict;
use crate::measure::Measured;
use crate::options::Options;
use crate::record::{self, Run};
use crate::startup::Start;

fn run<'a>(lariat: &'a [Measured], starts: &'a [Start], label: Option<&str>) -> Run<'a> {
    Run {
        date: "2026-01-02".into(),
        commit: "abc".into(),
        label: label.map(String::from),
        head: "command   x\n",
        summary: "a table\n",
        lariat: lariat.iter().collect(),
        tools: vec![],
        starts,
    }
}

#[test]
fn records_have_every_sample_and_do_not_replace_each_other() {
    let folder = Folder::new("records");
    let lariat = [measured("hw", "reachable", &[Verdict::Reachable, Verdict::Unknown])];
    let lariat = [&lariat[..], &[measured("hwm", "reachable", &[Verdict::Reachable])]].concat();
    let starts = [Start { name: "true", walls_ms: vec![1.0, 2.5] }];
    let names: Vec<String> = [None, Some("quiet"), Some("quiet"), Some("quiet")]
        .into_iter()
        .map(|label| {
            let written = record::write(&run(&lariat, &starts, label), &folder.0).expect("a record");
            written.file_name().expect("a name").to_string_lossy().into_owned()
        })
        .collect();
    assert_eq!(names, ["2026-01-02-abc", "2026-01-02-quiet", "2026-01-02-quiet-2", "2026-01-02-quiet-3"]);
    let read = |file: &str| std::fs::read_to_string(folder.0.join("2026-01-02-quiet").join(file)).expect("a file");
    assert_eq!(
        read("raw.csv"),
        "tool,question,run,expected,verdict,wall_ms,memory_mb\n\
         lariat,hw,1,reachable,reachable,10.000,5.00\n\
         lariat,hw,2,reachable,unknown,10.000,5.00\n\
         lariat,hwm,1,reachable,reachable,10.000,5.00\n"
    );
    assert_eq!(read("startup.csv"), "command,run,wall_ms\ntrue,1,1.000\ntrue,2,2.500\n");
    assert_eq!(read("summary.txt"), "a table\n");
    assert!(read("README.md").contains("command   x\n"));
}

#[test]
fn a_run_that_answered_nothing_leaves_no_record() {
    let folder = Folder::new("nothing");
    let lariat = [
        measured("hw", "reachable", &[Verdict::Error("no library".into())]),
        measured("hwm", "reachable", &[Verdict::Unknown]),
    ];
    let runs = folder.0.join("runs");
    assert!(record::write(&run(&lariat, &[], None), &runs).is_err());
    assert!(!runs.exists());
}

#[test]
fn options_are_read_and_mistakes_are_named() {
    let read = |line: &str| Options::read(line.split_whitespace().map(String::from));
    let plain = read("--bench").expect("nothing is needed");
    assert_eq!((plain.runs, plain.label, plain.record), (5, None, true));
    let all = read("--label v1.2 --runs 9 --no-record").expect("all of them");
    assert_eq!((all.runs, all.label.as_deref(), all.record), (9, Some("v1.2"), false));
    assert_eq!(all.typed(), "--runs 9 --label v1.2 --no-record");
    for bad in ["--runs 4", "--runs", "--runs x", "--label", "--label ../x", "--label a/b", "--label .x", "--record"] {
        assert!(read(bad).is_err(), "{bad}");
    }
}
