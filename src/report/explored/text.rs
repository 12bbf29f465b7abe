//! An exploration as text for people: counts, errors, what is dead, what is open, what is not called.

use super::super::{BAD, FAINT, GOOD, OPEN, STRONG, inputs_text, row, styled, values};
use super::{KINDS, confirmed, is_wanted, why};
use crate::explore::{Counts, Explored, Fate, Item, Test, What};
use std::collections::BTreeMap;

/// What is reached only where globals do not hold what they begin with.
const INITIALLY: &str = "dead with the initial globals";

/// So many are listed, and how many more there are.
const MOST_LISTED: usize = 40;

/// The exploration as text; `folder` is where its files are, if they were written.
pub fn text(explored: &Explored, folder: Option<&str>) -> String {
    let mut out = String::new();
    let seconds = format!("{:.1} s", explored.stats.wall_ms / 1000.0);
    out.push_str(&format!("{}    {}   {}\n", styled(STRONG, "explored"), explored.program, styled(FAINT, &seconds)));
    for (name, kind) in KINDS {
        if is_wanted(explored, kind) {
            let counts = Counts::of(explored.items.iter().filter(|item| kind(&item.what)));
            row(name, &[told(counts, name)], "", &mut out);
        }
    }
    let unexplored = explored.entries.iter().filter(|entry| entry.refused.is_some()).count();
    if unexplored > 0 {
        let functions = if unexplored == 1 { "entry function" } else { "entry functions" };
        let text = format!("{unexplored} {functions}, which cannot be explored: what only they lead to is not counted");
        row("left out", &[text], "", &mut out);
    }
    let place = folder.map_or_else(String::new, |folder| format!(" in {folder}"));
    let tests = format!("{} cover all that is covered{place}", explored.tests.len());
    let is_lost = |test: &&Test| matches!(test.forms.harness, Some(Err(_)));
    let lost = match (folder, explored.tests.iter().filter(is_lost).count()) {
        (None, _) | (_, 0) => String::new(),
        (Some(_), count) => format!(", {count} of them without a program (no_harness in explore.json says why)"),
    };
    row("tests", &[tests + &lost], "", &mut out);
    if let Some(stopped) = &explored.stopped {
        row("stopped", &[format!("{stopped}: more time decides more")], "", &mut out);
    }
    let errors: Vec<String> = explored
        .errors()
        .map(|(item, check, test)| {
            let test = &explored.tests[test];
            let confirmed = test.confirmation.as_ref().map(|c| format!(" ({})", confirmed(c))).unwrap_or_default();
            format!("{}  {}: {}{confirmed}", place_of(explored, item), check.violated(), inputs(test))
        })
        .collect();
    section("errors", BAD, errors, &mut out);
    section(
        "dead",
        GOOD,
        grouped(explored, |item| match &item.fate {
            Fate::Dead(dead) if !matches!(item.what, What::Check(_)) => Some(why(dead)),
            _ => None,
        }),
        &mut out,
    );
    section(
        INITIALLY,
        GOOD,
        grouped(explored, |item| match &item.initially {
            Some(dead) if !matches!(item.what, What::Check(_)) => Some(why(dead)),
            _ => None,
        }),
        &mut out,
    );
    section(
        "open",
        OPEN,
        grouped(explored, |item| match &item.fate {
            Fate::Open(open) => Some(match &open.advice {
                Some(advice) => format!("{} (try {advice})", open.reason),
                None => open.reason.clone(),
            }),
            _ => None,
        }),
        &mut out,
    );
    let uncalled = explored.functions.iter().filter(|function| !function.is_called);
    let uncalled = uncalled.map(|f| format!("{}  {}: ask with --entry {0}", f.name, explored.show(f.first)));
    section("not called", FAINT, uncalled.collect(), &mut out);
    let nothing = super::nothing(explored);
    for entry in explored.entries.iter() {
        if let Some(refused) = &entry.refused {
            out.push_str(&format!("\n{} cannot be explored: {refused}\n", entry.name));
        }
        if let Some(gap) = &entry.gap {
            out.push_str(&format!("\n{nothing} is known to be dead from {}: {gap}\n", entry.name));
        }
    }
    let assuming: Vec<&str> = explored.assumptions.iter().map(|assumed| assumed.text.as_str()).collect();
    if !assuming.is_empty() {
        out.push('\n');
    }
    for text in assuming {
        let words: Vec<String> = text.split(' ').map(str::to_string).collect();
        row("assuming", &words, " ", &mut out);
    }
    out
}

fn told(counts: Counts, name: &str) -> String {
    let Counts { covered, dead, open } = counts;
    let all = counts.all();
    match name {
        "checks" => format!("{covered} violated, {dead} never, {open} open, of {all}"),
        _ => format!("{covered} covered, {dead} dead, {open} open, of {all}"),
    }
}

fn place_of(explored: &Explored, item: &Item) -> String {
    match &item.what {
        What::Branch(outcome) => format!("{} {outcome}", explored.show(item.at)),
        What::Line | What::Check(_) => explored.show(item.at),
    }
}

/// Items with the same reason, their places together.
fn grouped(explored: &Explored, reason: impl Fn(&Item) -> Option<String>) -> Vec<String> {
    let mut order: Vec<String> = Vec::new();
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for item in &explored.items {
        let Some(reason) = reason(item) else { continue };
        if !places.contains_key(&reason) {
            order.push(reason.clone());
        }
        let check = if let What::Check(check) = item.what { format!(" {}", check.word()) } else { String::new() };
        places.entry(reason).or_default().push(place_of(explored, item) + &check);
    }
    order.into_iter().map(|reason| format!("{}  {reason}", joined(&places[&reason]))).collect()
}

/// Places one after the other, without the file where it is the same again.
fn joined(places: &[String]) -> String {
    let mut out = String::new();
    let mut last = "";
    for place in places {
        let (file, rest) = place.split_at(place.rfind(':').map_or(0, |at| at + 1));
        if !out.is_empty() {
            out.push_str(", ");
        }
        out.push_str(if file == last { rest } else { place });
        last = file;
    }
    out
}

fn section(title: &str, style: anstyle::Style, lines: Vec<String>, out: &mut String) {
    if lines.is_empty() {
        return;
    }
    out.push_str(&format!("\n{}\n", styled(style, title)));
    for line in lines.iter().take(MOST_LISTED) {
        out.push_str(&format!("  {line}\n"));
    }
    if lines.len() > MOST_LISTED {
        out.push_str(&format!("  … and {} more (all with --format json)\n", lines.len() - MOST_LISTED));
    }
}

/// What a test gives the program, for people.
pub fn inputs(test: &Test) -> String {
    inputs_text(&test.inputs)
}

/// The same one by one; none if every input does as well.
pub fn inputs_of(test: &Test) -> Vec<String> {
    test.inputs.iter().flat_map(values::items).collect()
}
