//! A run for people: one line for each question, and a summary to act on.

use super::Run;
use crate::diagnostic;
use crate::quantity::counted;
use crate::report::{BAD, FAINT, GOOD, OPEN, styled, time};
use crate::runner::snapshot::Difference;
use crate::runner::{Confirmed, Item, Outcome, Status, shell_line};
use crate::spec::Spec;
use anstyle::Style;
use std::fmt::Write;

/// The width of the first word of a line.
const FIRST: usize = 8;

/// What came of one question, with what is wrong below.
pub fn line(item: &Item, outcome: &Outcome) -> String {
    let (style, word) = match &outcome.status {
        _ if outcome.is_good() && outcome.status == Status::KnownWrong => (OPEN, "known"),
        _ if outcome.is_good() => (GOOD, "ok"),
        Status::Expected | Status::KnownWrong => (BAD, "CHANGED"),
        Status::Unexpected => (BAD, "FAILED"),
        Status::Better => (BAD, "BETTER"),
        Status::Contradicted(_) => (BAD, "WRONG"),
        Status::Mistake(_) => (BAD, "MISTAKE"),
        Status::Broken(_) => (BAD, "BROKEN"),
    };
    let verdict = outcome.verdict.map_or("", |v| v.word());
    let wall = time(outcome.wall.as_secs_f64() * 1000.0);
    let name = styled(FAINT, &item.asked.name);
    let mut out =
        format!("{} {verdict:<11} {wall:>8}  {}  {name}\n", styled(style, &format!("{word:<FIRST$}")), item.place());
    for text in remarks(item, outcome) {
        for row in text.lines() {
            let _ = writeln!(out, "{:FIRST$} {row}", "");
        }
    }
    out
}

/// What a person has to know and to do.
fn remarks(item: &Item, outcome: &Outcome) -> Vec<String> {
    let right = item.asked.expect.map_or("", |e| e.word());
    let today = item.asked.expect_today.map_or("", |e| e.word());
    let mut remarks = match &outcome.status {
        Status::Expected => vec![],
        Status::KnownWrong => vec![format!("known: {right} is right")],
        Status::Better => vec![format!("it got better: {right} is right, so remove `expect_today` there")],
        Status::Unexpected if item.asked.expect.is_none() => vec!["unknown, but not expected to be".into()],
        Status::Unexpected if item.asked.expect_today.is_some() => {
            vec![format!("known to be {today} although {right} is right, but now it is something else")]
        }
        Status::Unexpected => vec![format!("expected {right}")],
        Status::Contradicted(what) => {
            vec![format!("{what}; a bug in lariat, please report it"), format!("with {}", inputs(outcome))]
        }
        Status::Mistake(mistake) => {
            vec![diagnostic::render(std::slice::from_ref(mistake), &item.spec.source, false).trim_end().to_string()]
        }
        Status::Broken(text) => vec![text.clone()],
    };
    if !matches!(outcome.status, Status::Expected) {
        remarks.extend(outcome.reason().map(|reason| format!("because {reason}")));
    }
    if let Some(Confirmed::Open(why)) = outcome.confirmed() {
        remarks.push(format!("not confirmed: {why}"));
    }
    remarks.extend(outcome.differences.iter().map(|d| difference(item, d)));
    if !outcome.is_good() && !matches!(outcome.status, Status::Mistake(_)) {
        remarks.push(shell_line(&outcome.command));
    }
    remarks
}

/// The values of a witness, on one line.
fn inputs(outcome: &Outcome) -> String {
    let answer = outcome.answer.as_ref();
    let all = answer.and_then(|a| a["witness"]["inputs"].as_array()).into_iter().flatten();
    let shown: Vec<String> = all
        .map(|input| {
            let value = if input["value"].is_null() { &input["ranges"] } else { &input["value"] };
            format!("{} = {value}", input["name"].as_str().unwrap_or_default())
        })
        .collect();
    if shown.is_empty() { "no inputs".into() } else { shown.join(", ") }
}

/// Which constraint or step of a chain changed, and the source it comes from.
fn difference(item: &Item, difference: &Difference) -> String {
    let file = difference.file.display();
    if difference.is_new {
        return format!("there is no snapshot {file} yet; `--accept` makes it");
    }
    let mut out = format!("differs from {file}\n");
    if let Some(meaning) = &difference.meaning {
        let _ = writeln!(out, "  {meaning}");
    }
    for hunk in &difference.hunks {
        let _ = writeln!(out, "  {}", hunk.title);
        for (sign, rows, style) in [('-', &hunk.removed, BAD), ('+', &hunk.added, GOOD)] {
            for row in rows {
                let _ = writeln!(out, "{}", styled(style, &format!("  {sign} {}", row.trim())));
            }
        }
        for (number, text) in &hunk.lines {
            let _ =
                writeln!(out, "    {}", styled(FAINT, &format!("{}:{number}: {text}", item.asked.program.display())));
        }
    }
    out.push_str("if the new one is right: `--accept`");
    out
}

/// The mistakes in a file.
pub fn mistakes(spec: &Spec, colour: bool) -> String {
    diagnostic::render(&spec.mistakes, &spec.source, colour)
}

/// What happened, and what is to be done about it.
pub fn summary(run: &Run) -> String {
    let status = |wanted: fn(&Outcome) -> bool| run.count(wanted);
    let good = status(|o| o.is_good() && o.status == Status::Expected);
    // How many, of what if that has a name, and what they are.
    let counts = [
        (good, "", "as expected", GOOD),
        (status(|o| o.is_good() && o.status == Status::KnownWrong), "", "known not to be right yet", OPEN),
        (status(|o| o.status == Status::Unexpected), "", "not as expected", BAD),
        (status(|o| o.status == Status::Better), "", "better than marked", BAD),
        (status(|o| matches!(o.status, Status::Contradicted(_))), "", "contradicted by the compiled program", BAD),
        (status(|o| !o.differences.is_empty()), "", "with another snapshot", BAD),
        (status(|o| matches!(o.status, Status::Broken(_))), "", "broken", BAD),
        (status(|o| matches!(o.status, Status::Mistake(_))) + run.mistakes(), "mistake", "in specs", BAD),
        (run.orphans.len(), "snapshot", "nobody asks for", BAD),
        (run.outcomes.iter().filter(|o| o.is_none()).count(), "", "not asked", OPEN),
    ];
    let mut out = String::new();
    for file in run.orphans {
        let _ = writeln!(
            out,
            "{} {}: no question asks for this snapshot; remove it, or run with --accept",
            styled(BAD, "ORPHAN  "),
            file.display()
        );
    }
    let failed = failures(run);
    if failed.lines().count() > 1 && run.items.len() > 10 {
        let _ = write!(out, "\nwhat failed\n{failed}");
    }
    let shown = |(n, what, rest, style): &(usize, &str, &str, Style)| {
        let number = if what.is_empty() { n.to_string() } else { counted(*n, what) };
        styled(*style, &format!("{number} {rest}"))
    };
    let shown: Vec<String> = counts.iter().filter(|(n, ..)| *n > 0).map(shown).collect();
    let shown = if shown.is_empty() { "nothing was asked".to_string() } else { shown.join(", ") };
    let questions = counted(run.items.len(), "question");
    let _ = writeln!(out, "\n{questions} in {}: {shown}", time(run.wall.as_secs_f64() * 1000.0));
    let (open, witnesses) =
        (status(|o| matches!(o.confirmed(), Some(Confirmed::Open(_)))), status(|o| o.confirmed().is_some()));
    if open > 0 {
        let _ = writeln!(out, "{open} of {witnesses} witnesses could not be confirmed by compiling and running them");
    }
    out
}

/// One line for each question that failed.
pub fn failures(run: &Run) -> String {
    let all = run.items.iter().zip(run.outcomes).filter_map(|(item, outcome)| Some((item, outcome.as_ref()?)));
    let failed = all.filter(|(_, outcome)| !outcome.is_good());
    failed.map(|(item, outcome)| format!("  {}\n", line(item, outcome).lines().next().unwrap_or_default())).collect()
}
