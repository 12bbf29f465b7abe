//! An exploration that goes on from another one.

use super::{Folder, explore, fate, found, items};
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const LOOPS: &str = "int f(int n, char c) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += 2;
    if (s == 7)
        return 1;
    if (s == 200000 && c == 'x')
        return 2;
    return 0;
}
";

fn fates(found: &Value) -> Vec<String> {
    items(found).iter().map(|item| item["fate"].to_string()).collect()
}

fn asked(found: &Value) -> u64 {
    found["stats"]["asked"].as_u64().expect("a number")
}

fn read(folder: &Folder) -> Value {
    let text = std::fs::read_to_string(folder.path("out/resume.json")).expect("it is written");
    serde_json::from_str(&text).expect("it is JSON")
}

#[test]
fn what_is_known_is_not_asked_again() {
    let folder = Folder::new("known");
    let file = folder.file("loops.c", LOOPS);
    let out = folder.path("out").display().to_string();
    let first = found(&[&file, "--entry", "f", "--out", &out]);
    assert!(asked(&first) > 0);
    assert_eq!(fate(&first, 6), "dead");
    let again = |text: &str| {
        folder.file("loops.c", text);
        found(&[&file, "--entry", "f", "--resume", &out])
    };
    let second = again(LOOPS);
    assert_eq!((asked(&second), fates(&second)), (0, fates(&first)));
    assert_eq!(second["items"][6]["why"], first["items"][6]["why"]);
    assert_eq!(second["assumptions"], first["assumptions"]);
    let third = again(&format!("{LOOPS}/* The same. */\n"));
    assert_eq!((asked(&third), fates(&third)), (0, fates(&first)));
    // What was dead may not be any more, and the inputs still are.
    let fourth = again(&LOOPS.replace("s == 7", "s == 8"));
    assert_eq!(fate(&fourth, 6), "covered");
    assert_eq!(fate(&fourth, 8), "covered");
    let fifth = again(&LOOPS.replace("char c", "unsigned char d").replace("&& c", "&& d"));
    assert_eq!((fate(&fifth, 6), fate(&fifth, 8)), ("dead", "covered"));
}

/// The file is text that anybody may change.
#[test]
fn values_that_no_input_has_are_left_out() {
    let folder = Folder::new("tampered");
    let text = "int f(unsigned char c) {\n    if (c > 255)\n        return 1;\n    return 0;\n}\n";
    let file = folder.file("small.c", text);
    let out = folder.path("out").display().to_string();
    found(&[&file, "--entry", "f", "--out", &out]);
    let mut saved = read(&folder);
    let part = &mut saved["entries"]["f"];
    part["dead"] = Value::Array(vec![]);
    part["inputs"][0]["values"][0]["value"] = 256.into();
    std::fs::write(folder.path("out/resume.json"), saved.to_string()).expect("it is written");
    let again = found(&[&file, "--entry", "f", "--resume", &out]);
    assert_eq!(fate(&again, 3), "dead");
}

#[test]
fn there_has_to_be_something_to_go_on_from() {
    let folder = Folder::new("nothing");
    let file = folder.file("loops.c", LOOPS);
    let out = folder.path("out").display().to_string();
    let none = explore(&[&file, "--entry", "f", "--resume", &out]);
    assert_eq!(none.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&none.stderr).contains("nothing to go on from"));
    found(&[&file, "--entry", "f", "--out", &out]);
    std::fs::write(folder.path("out/resume.json"), "{").expect("it is written");
    let broken = explore(&[&file, "--entry", "f", "--resume", &out]);
    assert_eq!(broken.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&broken.stderr).contains("resume.json"));
}

/// A page, and what to go on from, are there before the end; whoever ends it at once loses neither.
#[test]
fn what_is_known_so_far_is_written() {
    let folder = Folder::new("killed");
    // Nobody knows three cubes whose sum is 114, and nobody knows that there are none.
    let text = "int f(int a, int b, int c) {
    if (a == 77)
        return 1;
    if (a < -900000 || a > 900000 || b < -900000 || b > 900000 || c < -900000 || c > 900000)
        return 3;
    if ((long long)a * a * a + (long long)b * b * b + (long long)c * c * c == 114)
        return 2;
    return 0;
}
";
    let file = folder.file("hard.c", text);
    let out = folder.path("out");
    let mut lariat = Command::new(env!("CARGO_BIN_EXE_lariat"));
    lariat.args(["explore", &file, "--entry", "f", "--timeout", "100s", "--per-target", "100s", "--out"]);
    let mut child = lariat.arg(&out).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("lariat runs");
    let began = Instant::now();
    while !out.join("explore.json").exists() && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it is running");
    child.wait().expect("it ends");
    let page = std::fs::read_to_string(out.join("index.html")).expect("there is a page");
    assert!(page.contains("still going on"));
    let written = std::fs::read_to_string(out.join("explore.json")).expect("there is what programs read");
    let so_far: Value = serde_json::from_str(&written).expect("it is JSON");
    assert_eq!(fate(&so_far, 3), "covered");
    assert_eq!(fate(&so_far, 7), "open");
    assert!(!read(&folder)["entries"]["f"]["inputs"].as_array().expect("inputs").is_empty());
}
