//! `lariat explore` from outside: what it says of our own questions agrees with their verdicts (`agreement`), of each test
//! with what gcov says of the compiled one (`coverage`); its files have the form that is promised (`form`), its
//! options do what they say (`options`), and states alone decide the same (`states`).

mod agreement;
mod coverage;
mod form;
mod options;
mod resume;
mod states;

use crate::tools::scratch::Folder;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn explore(args: &[&str]) -> Output {
    let mut lariat = Command::new(env!("CARGO_BIN_EXE_lariat"));
    lariat.arg("explore").args(args).stdin(Stdio::null());
    lariat.output().expect("lariat runs")
}

/// What is found, as JSON.
fn found(args: &[&str]) -> Value {
    let output = explore(&[args, &["--format", "json"]].concat());
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{args:?}: {complaint}"))
}

fn items(found: &Value) -> &Vec<Value> {
    found["items"].as_array().expect("items")
}

/// What became of a line.
fn fate(found: &Value, line: u64) -> &str {
    let is_it = |item: &&Value| item["kind"] == "line" && item["line"] == line;
    let item = items(found).iter().find(is_it).unwrap_or_else(|| panic!("line {line} has no code"));
    item["fate"].as_str().expect("a word")
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
