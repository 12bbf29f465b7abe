//! The tables: what is decided of each driver, and how much of it each tool's inputs pass.

use crate::explored::Fate;
use crate::gcov::Line;
use crate::grid::{self, Column};
use crate::measured::{Done, Row, Tool};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// What Lariat decided, and the outcomes of branches that inputs take.
pub fn figures(rows: &[Row], tools: &[Tool], seconds: u64) -> String {
    let mut columns = vec![Column::new("driver", "", false)];
    columns.extend(["covered", "dead", "open"].map(|title| Column::new("lines by Lariat", title, true)));
    let group = "outcomes of branches that are taken";
    columns.push(Column::new(group, "all", true));
    columns.extend(tools.iter().map(|tool| Column::new(group, tool.name(), true)));
    columns.extend(tools.iter().map(|tool| Column::new("lines that are passed", tool.name(), true)));
    columns.extend(["tests", "s"].map(|title| Column::new("Lariat", title, true)));
    columns.push(Column::new("", "", false));
    let mut out = format!("Branches as gcov counts them in functions that are called, {seconds} s for each tool\n");
    let table: Vec<Vec<String>> = rows.iter().map(|row| cells(row, columns.len())).collect();
    out.push_str(&grid::show(&columns, &table));
    let lines = |fate| rows.iter().map(|row| fates(row, fate)).sum::<usize>();
    let (covered, dead, open) = (lines(Fate::Covered), lines(Fate::Dead), lines(Fate::Open));
    let decided = 100.0 * (covered + dead) as f64 / (covered + dead + open).max(1) as f64;
    let _ = writeln!(out, "Lines decided: {} of {}, {decided:.1}%.", covered + dead, covered + dead + open);
    for tool in tools.iter().filter(|tool| **tool != Tool::Lariat) {
        let (mut more, mut fewer, mut same) = (0, 0, 0);
        for row in rows {
            match (taken(row, Tool::Lariat), taken(row, *tool)) {
                (Some(ours), Some(theirs)) if ours > theirs => more += 1,
                (Some(ours), Some(theirs)) if ours == theirs => same += 1,
                (_, Some(_)) => fewer += 1,
                _ => {}
            }
        }
        let name = tool.name();
        let _ = writeln!(
            out,
            "Beside {name}: Lariat takes more for {more} drivers, as many for {same}, fewer for {fewer}."
        );
    }
    out
}

fn cells(row: &Row, columns: usize) -> Vec<String> {
    let mut cells = vec![row.driver.name.to_string()];
    match &row.explored {
        Some(_) => cells.extend([Fate::Covered, Fate::Dead, Fate::Open].map(|fate| fates(row, fate).to_string())),
        None => cells.extend(["-"; 3].map(String::from)),
    }
    let all = row.outcomes.iter().find_map(|(_, done)| Some(done.as_ref().ok()?.1.outcome_share().all));
    cells.push(all.map_or("-".into(), |all| all.to_string()));
    let shown = |(tool, _): &(Tool, Done)| taken(row, *tool).map_or("-".into(), |taken| taken.to_string());
    cells.extend(row.outcomes.iter().map(shown));
    let lines = |done: &Done| done.as_ref().map_or("-".into(), |(_, counts)| counts.line_share().passed.to_string());
    cells.extend(row.outcomes.iter().map(|(_, done)| lines(done)));
    let ours = row.outcomes.iter().find(|(tool, _)| *tool == Tool::Lariat).and_then(|(_, done)| done.as_ref().ok());
    match ours {
        Some((ran, _)) => cells.extend([ran.inputs.to_string(), format!("{:.1}", ran.wall_ms / 1000.0)]),
        None => cells.extend(["-", "-"].map(String::from)),
    }
    cells.resize(columns - 1, String::new());
    let failed =
        row.outcomes.iter().find_map(|(tool, done)| Some(format!("{}: {}", tool.name(), done.as_ref().err()?)));
    cells.push(failed.unwrap_or_default());
    cells
}

/// How many lines came to this.
pub fn fates(row: &Row, fate: Fate) -> usize {
    let items = row.explored.iter().flat_map(|found| &found.items);
    items.filter(|item| item.is_line && item.fate == fate).count()
}

/// How many outcomes a tool's inputs take.
fn taken(row: &Row, tool: Tool) -> Option<usize> {
    Some(row.counts(tool)?.outcome_share().passed)
}

/// What is dead and was passed, and what else does not fit together.
pub fn alarms(rows: &[Row]) -> String {
    let mut out = "Dead, and passed\n".to_string();
    let mut list = |what: &str, of: fn(&Row) -> &Vec<String>| {
        let all: Vec<&String> = rows.iter().flat_map(of).collect();
        let _ = writeln!(out, "{what}: {}", if all.is_empty() { "none" } else { "" });
        all.iter().for_each(|text| out.push_str(&format!("  {text}\n")));
    };
    list("ALARM, passed with nothing undefined before it", |row| &row.alarms);
    list("passed only behind something undefined", |row| &row.excused);
    list("said to be covered, and not passed by bytes alone", |row| &row.missing);
    out
}

/// Lines whose outcomes others take and Lariat's tests do not, with what the exploration says of them.
pub fn losses(rows: &[Row]) -> String {
    let (mut list, mut kinds) = (String::new(), BTreeMap::<&str, usize>::new());
    for row in rows {
        let others = |tool: &Tool| *tool != Tool::Lariat;
        let tools: Vec<Tool> = row.outcomes.iter().map(|(tool, _)| *tool).filter(others).collect();
        let mut lost: BTreeMap<&Line, (BTreeSet<usize>, BTreeSet<&str>)> = BTreeMap::new();
        for tool in tools {
            let Some((ours, theirs)) = row.counts(Tool::Lariat).zip(row.counts(tool)) else { continue };
            for (line, index) in ours.lacking(theirs) {
                let (outcomes, by) = lost.entry(line).or_default();
                outcomes.insert(*index);
                by.insert(tool.name());
            }
        }
        for (line, (outcomes, by)) in lost {
            let (kind, says) = said(row, line);
            *kinds.entry(kind).or_default() += outcomes.len();
            let name = line.0.file_name().unwrap_or_default().to_string_lossy();
            let numbers: Vec<String> = outcomes.iter().map(usize::to_string).collect();
            let by: Vec<&str> = by.into_iter().collect();
            let (numbers, by) = (numbers.join(","), by.join(" and "));
            let example = outcomes.iter().filter_map(|index| row.examples.get(&(line.clone(), *index))).next();
            let example = example.map_or(String::new(), |bytes| format!(" with \"{}\"", bytes.escape_ascii()));
            let _ =
                writeln!(list, "  {}: {name}:{} outcomes {numbers} by {by}{example}: {says}", row.driver.name, line.1);
        }
    }
    let mut out =
        "Outcomes that others take and Lariat's tests do not, numbered as gcov lists them on their line\n".to_string();
    let all: usize = kinds.values().sum();
    let kinds: Vec<String> = kinds.into_iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    let _ = writeln!(out, "{all} in all{}{}", if all > 0 { ": " } else { "" }, kinds.join("; "));
    out + &list
}

const PART: &str = "parts of conditions that are covered as a whole";
const NONE: &str = "where the exploration has no branch";
const OPEN: &str = "open";
const DEAD: &str = "dead";

/// What the exploration says of the branches on a line: the kind, and in words.
fn said(row: &Row, (file, line): &Line) -> (&'static str, String) {
    let items = row.explored.iter().flat_map(|found| &found.items);
    let on_line = items.filter(|item| item.file == *file && item.line == *line);
    let here: Vec<_> = on_line.clone().filter(|item| !item.is_line).collect();
    let fate = |fate| here.iter().filter(|item| item.fate == fate).collect::<Vec<_>>();
    let (open, dead) = (fate(Fate::Open), fate(Fate::Dead));
    let reasons: BTreeSet<&str> = open.iter().map(|item| item.reason.as_str()).collect();
    let reasons = reasons.into_iter().collect::<Vec<_>>().join("; ");
    let of = |items: &[&&crate::explored::Item]| {
        let outcomes: Vec<&str> = items.iter().map(|item| item.of.as_str()).take(4).collect();
        format!("{}{}", outcomes.join(", "), if items.len() > 4 { ", ..." } else { "" })
    };
    if !open.is_empty() {
        return (OPEN, format!("open ({}): {reasons}", of(&open)));
    }
    if here.is_empty() {
        let line = on_line.into_iter().find(|item| item.is_line).map_or("unknown", |item| match item.fate {
            Fate::Covered => "covered",
            Fate::Dead => "dead",
            Fate::Open => "open",
        });
        return (NONE, format!("no branch there, the line is {line}"));
    }
    match dead.is_empty() {
        true => (PART, "a part of the condition, which is covered as a whole".into()),
        false => (DEAD, format!("dead ({})", of(&dead))),
    }
}
