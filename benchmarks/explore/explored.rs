//! What `lariat explore` found, as far as it is compared: fates of items, functions that are called, and the bytes of tests.

use serde_json::Value;
use std::path::{Path, PathBuf};

/// A line, or an outcome of a branch, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub is_line: bool,
    pub file: PathBuf,
    pub line: u64,
    pub column: u64,
    /// The outcome.
    pub of: String,
    pub fate: Fate,
    /// Why it is open.
    pub reason: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Covered,
    Dead,
    Open,
}

/// The lines of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    pub file: PathBuf,
    pub first: u64,
    pub last: u64,
}

/// An exploration of a driver.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    pub items: Vec<Item>,
    /// Functions that are called from the driver, without its entry.
    pub called: Vec<Span>,
    /// The bytes of each test.
    pub inputs: Vec<Vec<u8>>,
    /// How many tests have more inputs than bytes: a run on these alone may do something else.
    pub others: usize,
    /// How many tests end in something undefined.
    pub undefined: usize,
    /// Why it ended early, or cannot say that something is dead.
    pub notes: Vec<String>,
}

/// Reads `explore.json`. Of inputs with more bytes than `most`, which the driver refuses, one too many are taken.
pub fn read(text: &str, entry: &str, most: u64) -> Result<Explored, String> {
    let found: Value = serde_json::from_str(text).map_err(|e| format!("explore.json: {e}"))?;
    let list = |name: &str| found[name].as_array().ok_or(format!("explore.json has no `{name}`"));
    let mut explored = Explored::default();
    for item in list("items")?.iter().filter(|item| item["kind"] != "check") {
        explored.items.push(read_item(item).ok_or(format!("explore.json has an item that is none: {item}"))?);
    }
    for function in list("functions")? {
        if function["called"] == true && function["name"] != entry {
            let number = |name: &str| function[name].as_u64().unwrap_or(0);
            let file = plain(function["file"].as_str().unwrap_or_default());
            explored.called.push(Span { file, first: number("first"), last: number("last") });
        }
    }
    for test in list("tests")? {
        let inputs = test["inputs"].as_array().ok_or("explore.json has a test without inputs")?;
        let mine = ["data", "size", "data.length", "data.null"];
        let is_other = |input: &Value| !mine.iter().any(|name| input["name"] == *name) || !input["site"].is_null();
        explored.others += usize::from(inputs.iter().any(is_other));
        explored.undefined += usize::from(test["end"]["kind"] == "undefined");
        explored.inputs.push(bytes(inputs, most));
    }
    let notes = [("stopped", found["stopped"].as_str())].into_iter();
    let gaps = list("entries")?.iter().flat_map(|e| ["gap", "refused"].map(|name| (name, e[name].as_str())));
    explored.notes = notes.chain(gaps).filter_map(|(name, text)| Some(format!("{name}: {}", text?))).collect();
    Ok(explored)
}

fn read_item(item: &Value) -> Option<Item> {
    let fate = match item["fate"].as_str()? {
        "covered" => Fate::Covered,
        "dead" => Fate::Dead,
        _ => Fate::Open,
    };
    let text = |name: &str| item[name].as_str().unwrap_or_default().to_string();
    Some(Item {
        is_line: item["kind"] == "line",
        file: plain(item["file"].as_str()?),
        line: item["line"].as_u64()?,
        column: item["column"].as_u64().unwrap_or(0),
        of: text("of"),
        fate,
        reason: text("reason"),
    })
}

/// A path that has one way to be written, if there is such a file.
pub fn plain(path: &str) -> PathBuf {
    Path::new(path).canonicalize().unwrap_or_else(|_| path.into())
}

/// What a test says that `data` holds; 0 where it says nothing.
fn bytes(inputs: &[Value], most: u64) -> Vec<u8> {
    let named = |name: &str| inputs.iter().find(|input| input["name"] == name && input["site"].is_null());
    let size = named("size").or(named("data.length")).and_then(|input| input["value"].as_u64()).unwrap_or(0);
    let mut bytes = vec![0; size.min(most + 1) as usize];
    let ranges = named("data").and_then(|input| input["ranges"].as_array());
    for range in ranges.into_iter().flatten() {
        let number = |name: &str| range[name].as_i64().unwrap_or(0);
        let (from, to, step) = (number("from").max(0), number("to"), number("step").max(1));
        let last = to.min(bytes.len() as i64 - 1);
        for (round, at) in (from..=last).step_by(step as usize).enumerate() {
            bytes[at as usize] = number("value").wrapping_add(number("slope").wrapping_mul(round as i64)) as u8;
        }
    }
    bytes
}
