//! The table of scores, and below it what is behind its numbers.

use super::compiled::Compiled;
use super::score::{Score, Scored};
use crate::tools::kinds::{counted, masked};
use lariat::spec::Expected;
use std::fmt::Write;
use std::time::Duration;

const COLUMNS: [&str; 12] = [
    "tasks", "right", "wrong", "unknown", "refused", "broken", "right of", "unjudged", "n/a", "judged", "time",
    "median",
];

/// All of it; wrong answers come last, where they are seen.
pub fn show(scored: &[Scored]) -> String {
    let mut groups: Vec<&str> = Vec::new();
    for s in scored {
        if groups.last() != Some(&s.task.group.as_str()) {
            groups.push(&s.task.group);
        }
    }
    let of_group = |group: &str| scored.iter().filter(|s| s.task.group == group).collect::<Vec<_>>();
    let mut rows: Vec<(String, [String; 12])> = groups.iter().map(|g| (g.to_string(), row(&of_group(g)))).collect();
    if groups.len() > 1 {
        rows.push(("all".into(), row(&scored.iter().collect::<Vec<_>>())));
    }
    let mut out = grid(&rows);
    out += "\nright of: of the tasks whose right answer is known and that are questions of ours\n";
    out += "judged: tasks whose right answer is our judgement and not what the suite says\n";
    out += &counted(
        "unknown by reason",
        scored.iter().filter_map(|s| match &s.score {
            Score::Unknown(reason) => Some(reason.clone()),
            _ => None,
        }),
    );
    out += &counted(
        "refused by construct",
        scored.iter().filter_map(|s| match &s.score {
            Score::Refused(construct) => Some(construct.clone()),
            _ => None,
        }),
    );
    out += &counted(
        "no question of ours (n/a)",
        scored.iter().filter_map(|s| match &s.score {
            Score::NotApplicable(why) => Some(why.clone()),
            _ => None,
        }),
    );
    out += &counted(
        "unjudged: nobody says what is right",
        scored.iter().filter_map(|s| match &s.score {
            Score::Unjudged(verdict) => Some(format!("answered {}", verdict.word())),
            _ => None,
        }),
    );
    out += &counted("witnesses, compiled and run", scored.iter().flat_map(|s| &s.compiled).map(|c| masked(&c.kind())));
    out += &differing(scored);
    out += &judged(scored);
    out += &listed("BROKEN", scored, |score| matches!(score, Score::Broken(_)));
    out += &listed("WRONG", scored, |score| *score == Score::Wrong);
    out
}

fn row(scored: &[&Scored]) -> [String; 12] {
    let count = |fits: fn(&Score) -> bool| scored.iter().filter(|s| fits(&s.score)).count();
    let right = count(|s| *s == Score::Right);
    let known = scored.iter().filter(|s| s.task.question.is_ok() && s.task.expect().is_some()).count();
    let asked: Vec<Duration> = scored.iter().filter(|s| s.task.question.is_ok()).map(|s| s.wall).collect();
    [
        scored.len().to_string(),
        right.to_string(),
        count(|s| *s == Score::Wrong).to_string(),
        count(|s| matches!(s, Score::Unknown(_))).to_string(),
        count(|s| matches!(s, Score::Refused(_))).to_string(),
        count(|s| matches!(s, Score::Broken(_))).to_string(),
        if known == 0 { "-".into() } else { format!("{known}: {:.0}%", 100.0 * right as f64 / known as f64) },
        count(|s| matches!(s, Score::Unjudged(_))).to_string(),
        count(|s| matches!(s, Score::NotApplicable(_))).to_string(),
        scored.iter().filter(|s| s.task.is_judged()).count().to_string(),
        format!("{:.1} s", asked.iter().sum::<Duration>().as_secs_f64()),
        format!("{:.0} ms", median(asked).as_secs_f64() * 1000.0),
    ]
}

fn median(mut all: Vec<Duration>) -> Duration {
    all.sort();
    match all.len() {
        0 => Duration::ZERO,
        n if n % 2 == 1 => all[n / 2],
        n => (all[n / 2 - 1] + all[n / 2]) / 2,
    }
}

fn grid(rows: &[(String, [String; 12])]) -> String {
    let first = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let width = |i: usize| rows.iter().map(|(_, cells)| cells[i].len()).chain([COLUMNS[i].len()]).max().unwrap_or(0);
    let widths: Vec<usize> = (0..COLUMNS.len()).map(width).collect();
    let line = |name: &str, cells: &[&str]| {
        let cells = cells.iter().zip(&widths).map(|(cell, w)| format!("  {cell:>w$}")).collect::<String>();
        format!("{name:<first$}{cells}\n")
    };
    let mut out = line("", &COLUMNS);
    for (name, cells) in rows {
        out += &line(name, &cells.each_ref().map(String::as_str));
    }
    out
}

/// Witnesses that compilers do not agree on.
fn differing(scored: &[Scored]) -> String {
    let all: Vec<(&Scored, &Compiled)> =
        scored.iter().flat_map(|s| s.differing().into_iter().map(move |c| (s, c))).collect();
    let mut out = if all.is_empty() { String::new() } else { format!("\nCOMPILERS DIFFER: {}\n", all.len()) };
    for (scored, compiled) in all {
        let what = compiled.differs().unwrap_or_default();
        let _ = writeln!(out, "  {}: gcc: {what}\n      {}", scored.task.name, compiled.command);
    }
    out
}

/// Tasks where the suite is not about C as it is.
fn judged(scored: &[Scored]) -> String {
    let mut out = String::new();
    for s in scored {
        let Some(judgement) = &s.task.judgement else { continue };
        if out.is_empty() {
            out += "\nwhere the suite is not about C as it is (counted by what C says)\n";
        }
        let suite = judgement.suite.map_or("nothing", Expected::word);
        let c = judgement.c.map_or("nothing, it is not valid", Expected::word);
        let _ = writeln!(out, "  {}: the suite says {suite}, C says {c}", s.task.name);
        let _ = writeln!(out, "      holds for {}: {}", judgement.holds, judgement.because.replace('\n', " "));
    }
    out
}

/// In full what must not be.
fn listed(title: &str, scored: &[Scored], fits: impl Fn(&Score) -> bool) -> String {
    let all: Vec<&Scored> = scored.iter().filter(|s| fits(&s.score)).collect();
    let mut out = if all.is_empty() { String::new() } else { format!("\n{title}: {}\n", all.len()) };
    for s in all {
        let said = s.verdict.map_or("no verdict", Expected::word);
        let right = s.task.expect().map_or("nothing", Expected::word);
        let _ = writeln!(out, "  {title} {}: {said}, expected {right}", s.task.name);
        let _ = writeln!(out, "      {}\n      the suite says: {}", s.task.program.display(), s.task.says);
        if let Score::Broken(text) = &s.score {
            let _ = writeln!(out, "      {}", text.replace('\n', "\n      "));
        }
    }
    out
}
