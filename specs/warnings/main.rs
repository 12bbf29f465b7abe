//! Small programs on which a literal reading of the papers, or a naive one, answers wrongly.
//!
//! The first line of each says what to ask and what is true:
//! `// expect: VERDICT  target: T  entry: F  options: …  expect_today: unknown`,
//! the last two only where needed. The true verdict is demanded; where today's
//! is honestly `unknown`, exactly that is, so that progress is noticed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The longest one answer may take, in seconds: what takes longer is `unknown`.
const TIMEOUT: &str = "20";

/// What the first line of a program says.
#[derive(Default)]
struct Header {
    expect: String,
    today: String,
    target: String,
    entry: String,
    options: Vec<String>,
}

fn header(text: &str) -> Header {
    let first = text.lines().next().and_then(|l| l.strip_prefix("// ")).unwrap_or_default();
    let mut header = Header::default();
    let mut values: Vec<(String, Vec<String>)> = Vec::new();
    for word in first.split_whitespace() {
        match (word.strip_suffix(':'), values.last_mut()) {
            (Some(key), _) => values.push((key.to_string(), Vec::new())),
            (None, Some((_, words))) => words.push(word.to_string()),
            (None, None) => panic!("no header: {first}"),
        }
    }
    for (key, words) in values {
        let value = words.join(" ");
        match key.as_str() {
            "expect" => header.expect = value,
            "expect_today" => header.today = value,
            "target" => header.target = value,
            "entry" => header.entry = value,
            "options" => header.options = words,
            other => panic!("no such key: {other}"),
        }
    }
    header
}

/// What is wrong with the answer for one program, if anything.
fn complaint(path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(path).expect("the program is read");
    let header = header(&text);
    assert!(["reachable", "unreachable"].contains(&header.expect.as_str()), "{}", path.display());
    let output = Command::new(env!("CARGO_BIN_EXE_lariat"))
        .args(["reach", "--format", "json", "--timeout", TIMEOUT])
        .args(["--target", &header.target, "--entry", &header.entry])
        .args(&header.options)
        .arg(path)
        .output()
        .expect("lariat runs");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let Some(verdict) = answer["verdict"].as_str() else {
        return Some(format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr)));
    };
    let wanted = if header.today.is_empty() { &header.expect } else { &header.today };
    match verdict {
        v if v == wanted => None,
        v if v == header.expect => Some(format!("{v}, at last: its `expect_today` can go")),
        "unknown" => Some(format!("unknown ({}), not {wanted}", answer["reason"])),
        v => Some(format!("WRONG: {v}, not {}", header.expect)),
    }
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs/warnings");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut all: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    all.retain(|p| p.extension().is_some_and(|e| e == "c"));
    all.sort();
    all
}

#[test]
fn every_warning_is_heeded() {
    let all = programs();
    assert!(all.len() > 100, "{} programs", all.len());
    let next = AtomicUsize::new(0);
    let one = || {
        let mut found = Vec::new();
        while let Some(path) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            found.extend(complaint(path).map(|what| format!("{name}: {what}")));
        }
        found
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let mut complaints: Vec<String> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..workers).map(|_| scope.spawn(one)).collect();
        handles.into_iter().flat_map(|h| h.join().expect("workers do not panic")).collect()
    });
    complaints.sort();
    assert!(complaints.is_empty(), "{} of {}:\n{}", complaints.len(), all.len(), complaints.join("\n"));
}
