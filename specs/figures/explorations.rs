//! `make bench-explore`: which programs take part, what is read of explorations, gcov and KLEE, and what raises an alarm.

use super::Folder;
use crate::asked::Asked;
use crate::compile::Source;
use crate::explored::{self, Explored, Fate, Item, Span};
use crate::gcov::{self, Counts, Share};
use crate::{drivers, judge, ktest};
use std::path::Path;
use std::process::Command;

#[test]
fn each_driver_is_a_file_and_refuses_more_bytes_than_it_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(drivers::FOLDER);
    let mut files: Vec<String> = std::fs::read_dir(&folder)
        .expect("drivers")
        .flatten()
        .map(|entry| entry.path().file_stem().unwrap_or_default().to_string_lossy().into_owned())
        .collect();
    files.sort();
    assert_eq!(files, drivers::ALL.map(|driver| driver.name));
    for driver in drivers::ALL {
        let text = std::fs::read_to_string(folder.join(format!("{}.c", driver.name))).expect("a driver");
        assert!(text.contains(&format!("int {}(const unsigned char *data, size_t size)", drivers::ENTRY)));
        let refuses = ["size >", "size !="].iter().any(|what| text.contains(&format!("{what} {})", driver.most)));
        assert!(refuses, "{} takes more than {} bytes", driver.name, driver.most);
        let library = driver.library.map(|name| format!("#include \"{name}/"));
        assert!(library.is_none_or(|include| text.contains(&include)), "{}", driver.name);
    }
    let is_used = |name: &str| drivers::ALL.iter().any(|driver| driver.library == Some(name));
    assert!(drivers::LIBRARIES.iter().all(|(name, _)| is_used(name)));
    let lacking = drivers::ALL[0].lacks(Path::new("/nowhere")).expect("nothing is there");
    assert!(lacking.contains("git clone https://github.com/"), "{lacking}");
}

#[test]
fn what_is_around_a_driver_is_c() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benchmarks/explore");
    let own = drivers::ALL.iter().filter(|driver| driver.library.is_none());
    let own = own.map(|driver| format!("drivers/{}.c", driver.name));
    for file in ["replay.c", "random.c", "fuzzed.c", "klee.c"].map(String::from).into_iter().chain(own) {
        let mut cc = Command::new("gcc");
        cc.args(["-std=gnu17", "-Wall", "-Werror", "-fsyntax-only", "-DLARIAT_MOST=4", &file]).current_dir(&folder);
        let Ok(output) = cc.output() else {
            eprintln!("skipped: there is no gcc");
            return;
        };
        assert!(output.status.success(), "{file}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

const FOUND: &str = r#"{
    "items": [
        {"kind": "line", "of": null, "file": "a.h", "line": 3, "column": null, "fate": "dead"},
        {"kind": "branch", "of": "true", "file": "a.h", "line": 2, "column": 5, "fate": "dead"},
        {"kind": "branch", "of": "false", "file": "a.h", "line": 2, "column": 5, "fate": "covered", "test": 0},
        {"kind": "line", "of": null, "file": "a.h", "line": 4, "column": null, "fate": "covered", "test": 0},
        {"kind": "line", "of": null, "file": "a.h", "line": 9, "column": null, "fate": "open", "reason": "the time was over"},
        {"kind": "check", "of": "division", "file": "a.h", "line": 9, "column": 1, "fate": "dead"}
    ],
    "functions": [
        {"name": "LLVMFuzzerTestOneInput", "file": "d.c", "first": 1, "last": 9, "called": true},
        {"name": "f", "file": "a.h", "first": 1, "last": 5, "called": true},
        {"name": "g", "file": "a.h", "first": 7, "last": 9, "called": false}
    ],
    "tests": [
        {"end": {"kind": "over"}, "inputs": [
            {"name": "size", "site": null, "value": 6},
            {"name": "data", "site": null, "ranges": [
                {"from": 0, "to": 0, "step": 1, "value": 200, "slope": 0},
                {"from": 1, "to": 5, "step": 2, "value": 7, "slope": 3}]}]},
        {"end": {"kind": "undefined"}, "inputs": [
            {"name": "size", "site": null, "value": 18446744073709551615},
            {"name": "time", "site": {"line": 3}, "value": 1}]}
    ],
    "entries": [{"name": "LLVMFuzzerTestOneInput", "gap": "a call", "refused": null}],
    "stopped": null
}"#;

fn found() -> Explored {
    explored::read(FOUND, drivers::ENTRY, 8).expect("an exploration")
}

#[test]
fn tests_of_an_exploration_are_bytes() {
    let found = found();
    assert_eq!(found.inputs, [vec![200, 7, 0, 10, 0, 13], vec![0; 9]]);
    assert_eq!((found.others, found.undefined), (1, 1));
    assert_eq!(found.called, [Span { file: "a.h".into(), first: 1, last: 5 }]);
    assert_eq!(found.notes, ["gap: a call"]);
    let item = Item {
        is_line: true,
        file: "a.h".into(),
        line: 9,
        column: 0,
        of: String::new(),
        fate: Fate::Open,
        reason: "the time was over".into(),
    };
    assert_eq!(found.items.last(), Some(&item));
    for text in ["", "{}", r#"{"items": [{"kind": "line"}]}"#] {
        assert!(explored::read(text, drivers::ENTRY, 8).is_err(), "{text}");
    }
}

/// What gcov says of lines 2 to 4 and 9 of the header, the last of which is in two functions.
fn counted(third: u64) -> Counts {
    let text = r#"{"current_working_directory": "/nowhere", "files": [{"file": "/nowhere/../a.h", "lines": [
        {"line_number": 2, "count": 5, "branches": [{"count": 1}, {"count": 4}]},
        {"line_number": 3, "count": THIRD, "branches": []},
        {"line_number": 4, "count": 0, "branches": []},
        {"line_number": 9, "count": 0, "branches": [{"count": 0}]},
        {"line_number": 9, "count": 1, "branches": [{"count": 1}]}]}]}"#;
    let text = text.replace("THIRD", &third.to_string()).replace('\n', " ").replace("/nowhere/../a.h", "a.h");
    let mut counts = gcov::read(&text).expect("counts");
    let named = |(_, line): (std::path::PathBuf, u64)| ("a.h".into(), line);
    counts.lines = counts.lines.into_iter().map(|(line, passed)| (named(line), passed)).collect();
    counts.outcomes = counts.outcomes.into_iter().map(|((line, i), taken)| ((named(line), i), taken)).collect();
    counts
}

#[test]
fn gcov_is_read_and_cut_to_functions() {
    let counts = counted(0);
    assert_eq!(counts.line_share(), Share { passed: 2, all: 4 });
    assert_eq!(counts.outcome_share(), Share { passed: 3, all: 4 });
    let within = counts.clone().within(&found().called);
    assert_eq!((within.line_share().all, within.outcome_share().passed), (3, 2));
    assert_eq!(counts.without(Path::new("a.h")), Counts::default());
    assert!(gcov::read("").is_err() && gcov::read("no counters").is_err());
}

#[test]
fn what_is_dead_and_passed_raises_an_alarm() {
    let alarms = judge::alarms(&found(), &counted(1));
    assert_eq!(alarms.into_iter().collect::<Vec<_>>(), ["a.h:2:5 true", "a.h:3"]);
    let mut counts = counted(0);
    counts.outcomes.values_mut().next().map(|taken| *taken = false).expect("an outcome");
    assert!(judge::alarms(&found(), &counts).is_empty());
    assert_eq!(judge::missing(&found(), &counts), ["a.h:4"]);
}

#[test]
fn test_cases_of_klee_are_bytes() {
    let block = |bytes: &[u8]| [&(bytes.len() as u32).to_be_bytes()[..], bytes].concat();
    let number = |n: u32| n.to_be_bytes().to_vec();
    let head = [b"KTEST".to_vec(), number(3), number(1), block(b"all.bc"), number(0), number(0), number(2)].concat();
    let objects = [block(b"data"), block(&[1, 2, 3, 4]), block(b"size"), block(&[2, 0, 0, 0, 0, 0, 0, 0])].concat();
    let file = [head, objects].concat();
    assert_eq!(ktest::read(&file), Some(vec![1, 2]));
    for cut in 0..file.len() {
        assert_eq!(ktest::read(&file[..cut]), None, "{cut}");
    }
}

#[test]
fn what_is_asked_can_be_typed_again() {
    let read = |text: &str| Asked::read(text.split_whitespace().map(String::from));
    let asked = read("--bench --root r --seconds 5 --jobs 2 --only jsmn_parse,sds_trim --label x --no-record")
        .expect("options");
    assert_eq!((asked.seconds, asked.jobs, asked.record), (5, 2, false));
    let typed = "--root DIR --seconds 5 --jobs 2 --seed 1 --only jsmn_parse,sds_trim --label x --no-record";
    assert_eq!(asked.typed(), typed);
    for text in ["--seconds 0", "--seconds", "--only jsmn", "--label a/b", "--runs 5", "--root"] {
        assert!(read(text).is_err(), "{text}");
    }
}

/// With a zero byte the sum overflows in line 6, with a one a block is left in line 10, and a two crashes in line 13. gcov
/// counts what follows without a branch as passed with it.
const UNDEFINED: &str = "#include <stddef.h>
int past;
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    int sum = 2147483647;
    if (data[0] == 0) {
        sum += 1 + data[0];
        if (past != sum)
            past = sum;
    } else if (data[0] == 1) {
        sum = data[size];
        past = sum;
    } else {
        *(volatile int *)NULL = 1;
        if (past != sum)
            past = sum;
    }
    return 0;
}
";

#[test]
fn what_is_passed_counts_up_to_what_is_undefined_with_sanitizers_and_up_to_a_crash_without() {
    let folder = Folder::new("undefined");
    let [plain, strict, inputs] = ["plain", "strict", "inputs"].map(|name| folder.0.join(name));
    for folder in [&plain, &strict, &inputs] {
        std::fs::create_dir_all(folder).expect("a folder");
    }
    for byte in 0..3u8 {
        std::fs::write(inputs.join(byte.to_string()), [byte]).expect("an input");
    }
    let file = folder.0.join("driver.c");
    std::fs::write(&file, UNDEFINED).expect("a driver");
    let source = |folder| Source { driver: &drivers::ALL[14], file: file.clone(), root: Path::new("."), folder };
    let passed = |program: Result<std::path::PathBuf, String>| {
        let counts = judge::passed(&program?, &inputs)?;
        let lines = counts.lines.into_iter().filter(|(_, passed)| *passed).map(|((_, line), _)| line);
        Ok::<Vec<u64>, String>(lines.collect())
    };
    let without = passed(source(&plain).replay());
    let with = passed(source(&strict).sanitized());
    let (Ok(without), Ok(with)) = (&without, &with) else {
        eprintln!("skipped: {without:?}, {with:?}");
        return;
    };
    for (line, is_without, is_with) in [(6, true, true), (8, true, false), (11, true, false), (15, false, false)] {
        assert_eq!((without.contains(&line), with.contains(&line)), (is_without, is_with), "line {line}: {with:?}");
    }
    let examples = judge::examples(&plain.join("replay"), &[&inputs], Default::default());
    assert!(examples.is_empty());
}
