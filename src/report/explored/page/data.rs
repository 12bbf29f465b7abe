//! What the panel says, as data: words are chosen here, the script puts them where they belong.
//!
//! What many lines share, such as tests and reasons, is there once.

use super::super::{folder, text::inputs_of};
use super::head::{capital, file_name};
use super::lines::{Lines, id};
use crate::answer::{Nearest, Refutation, RefutedBy};
use crate::explore::{Dead, End, Explored, Fate, Open, Place, Test, What};
use crate::flags::shell_word;
use crate::quantity::counted;
use rustc_hash::FxHashMap;
use serde_json::{Value, json};

/// All of it.
pub fn data(explored: &Explored, lines: &Lines) -> Value {
    let mut reasons = Reasons::default();
    let mut entries: Vec<&str> = Vec::new();
    let items: Vec<Value> = explored
        .items
        .iter()
        .map(|item| {
            let (fate, number) = match &item.fate {
                Fate::Covered { test } => ("covered", *test),
                Fate::Dead(dead) => ("dead", reasons.number(why(explored, item.at, dead))),
                Fate::Open(open) => ("open", reasons.number(open_because(explored, item.at, open))),
            };
            let name = explored.entry_of(item);
            let entry = entries.iter().position(|known| *known == name).unwrap_or_else(|| {
                entries.push(name);
                entries.len() - 1
            });
            let (kind, label) = label(&item.what);
            let initially = item.initially.as_ref().map(|dead| reasons.number(why(explored, item.at, dead)));
            json!([kind, label, fate, number, entry, shell_word(&explored.target(item)), initially])
        })
        .collect();
    let numbers = lines.items.iter().map(|((file, line), items)| (id(*file, *line), json!(items)));
    json!({
        "files": explored.files.iter().map(|file| file_name(file)).collect::<Vec<_>>(),
        "lines": numbers.collect::<serde_json::Map<_, _>>(),
        "items": items,
        "tests": explored.tests.iter().enumerate().map(|(n, t)| test(explored, n, t)).collect::<Vec<_>>(),
        "reasons": reasons.all,
        "assumptions": explored.assumptions.iter().map(|a| &a.text).collect::<Vec<_>>(),
        "asking": entries.iter().map(|entry| explored.asking.around(entry)).collect::<Vec<_>>(),
        "others": explored.entries.iter().filter(|entry| entry.refused.is_none()).count().saturating_sub(1),
    })
}

/// Reasons, each of them once.
#[derive(Default)]
struct Reasons {
    all: Vec<Value>,
    known: FxHashMap<String, usize>,
}

impl Reasons {
    fn number(&mut self, reason: Value) -> usize {
        *self.known.entry(reason.to_string()).or_insert_with(|| {
            self.all.push(reason);
            self.all.len() - 1
        })
    }
}

/// The kind of an item, and what the panel calls it.
fn label(what: &What) -> (&'static str, String) {
    match what {
        What::Line => ("line", "this line".into()),
        What::Branch(outcome) => ("branch", outcome.to_string()),
        What::Check(check) => ("check", format!("{}: {}", check.word(), check.violated())),
    }
}

fn test(explored: &Explored, number: usize, test: &Test) -> Value {
    let place = |at: Place| json!([shown(explored, at), id(at.file, at.line)]);
    let loops = test.loops.iter().map(|l| json!([place(l.at), l.rounds])).collect::<Vec<_>>();
    let end = match &test.end {
        End::Over => json!([format!("It returns, or the program exits, after {}.", counted(test.steps, "step")), null]),
        End::Undefined { check, at } => json!([format!("{}:", capital(check.violated())), place(*at)]),
        End::Gap(gap) => json!([format!("What comes next is not modelled: {gap}"), null]),
        End::Assumption => {
            json!([format!("An assumption excludes what comes after {}.", counted(test.steps, "step")), null])
        }
        End::Limit => json!([format!("A limit stopped the run after {}.", counted(test.steps, "step")), null]),
    };
    let name = folder::name(number);
    let files = [
        (matches!(test.forms.harness, Some(Ok(_))), format!("tests/{name}.c")),
        (matches!(test.forms.ktest, Some(Ok(_))), format!("tests/{name}.ktest")),
        (folder::has_inputs(explored), format!("tests/{name}.json")),
    ];
    json!({
        "entry": test.entry,
        "inputs": inputs_of(test),
        "loops": loops,
        "end": end,
        "stops": test.stops_at.map(place),
        "files": files.iter().filter(|(is_there, _)| *is_there).map(|(_, file)| file).collect::<Vec<_>>(),
        "covers": runs(&test.covers),
    })
}

/// Sorted numbers as pairs of a first one and how many follow on it.
fn runs(numbers: &[usize]) -> Vec<[usize; 2]> {
    let mut runs: Vec<[usize; 2]> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some([first, length]) if *first + *length == *number => *length += 1,
            _ => runs.push([*number, 1]),
        }
    }
    runs
}

fn shown(explored: &Explored, at: Place) -> String {
    format!("{}:{}", file_name(&explored.files[at.file]), at.line)
}

/// A line that a reason speaks of, with the place to go to if there is only one file that it can be in.
fn link(explored: &Explored, at: Place, line: u32) -> Value {
    match explored.items.iter().all(|item| item.at.file == at.file) {
        true => json!([format!("line {line}"), id(at.file, line)]),
        false => json!([format!("line {line}"), Value::Null]),
    }
}

/// Why something is dead: each part with the line it speaks of.
fn why(explored: &Explored, at: Place, dead: &Dead) -> Value {
    let parts: Vec<Value> = dead.why.iter().flat_map(|refutation| parts(explored, at, refutation)).collect();
    json!({ "by": found_by(dead.by), "why": parts, "assumptions": dead.assumptions })
}

/// The lines of a contradiction, each with its text where there are as many.
fn parts(explored: &Explored, at: Place, refutation: &Refutation) -> Vec<Value> {
    let link = |line: &u32| link(explored, at, *line);
    let rows: Vec<&str> = refutation.text.lines().collect();
    match rows.len() == refutation.lines.len() {
        true => refutation.lines.iter().zip(rows).map(|(line, row)| json!([[link(line)], row])).collect(),
        false => vec![json!([refutation.lines.iter().map(link).collect::<Vec<_>>(), refutation.text])],
    }
}

fn found_by(by: Option<RefutedBy>) -> &'static str {
    match by {
        None => "No calls or branches lead here from an entry function.",
        Some(RefutedBy::Ranges) => "The graph of the program, or the ranges of its variables, exclude it.",
        Some(RefutedBy::Counters) => "On every chain, the constraints on how often loops run contradict one another.",
        Some(RefutedBy::Search) => "Every way of running the loops was tried.",
        Some(RefutedBy::Facts) => "Facts that hold at loop heads exclude it.",
        Some(RefutedBy::Summaries) => "What always holds when functions that call themselves are over excludes it.",
        Some(RefutedBy::States) => "All states were executed to their ends, and none was here.",
        Some(RefutedBy::Unrolling) => "All ways, through all rounds of all loops, were followed to their ends.",
    }
}

fn open_because(explored: &Explored, at: Place, Open { reason, advice, nearest }: &Open) -> Value {
    let nearest = nearest.as_ref().map(|Nearest { chain, line, text }| {
        let link = (*line > 0).then(|| link(explored, at, *line));
        json!([format!("chain {chain}"), link, text])
    });
    json!({ "reason": capital(reason), "advice": advice.as_deref().map(capital), "nearest": nearest })
}
