//! The report of a concrete run.

use super::{FAINT, GOOD, OPEN, row, steps, styled, values};
use crate::answer::InputReport;
use crate::budget::Stop;
use crate::program::{Program, Span};
use crate::replay::{EndReason, Outcome, Run};
use crate::term::Int;

/// What a person sees of a run.
pub struct RunReport<'a> {
    /// The run.
    pub run: &'a Run,
    /// The program that ran.
    pub program: &'a Program,
    /// Where the target is, if there was one.
    pub target: Option<Span>,
    /// The assumptions of the question.
    pub assume: &'a [String],
    /// Why it had to stop, if it had to.
    pub stop: Option<Stop>,
    /// What it read.
    pub inputs: &'a [InputReport],
}

/// The text of a run, with escape sequences for colours.
pub fn run_report(report: &RunReport) -> String {
    let gap = report.program.gap_at(report.run.at);
    let (word, style, why, span) = match &report.run.outcome {
        Outcome::Reached(location) => {
            let span = report.program.graph[*location].span;
            let known = [report.target, Some(span)].into_iter().flatten().find(|s| s.line > 0);
            let span = known.unwrap_or(report.run.last);
            ("reached", GOOD, "the target was reached".to_string(), span)
        }
        Outcome::Ended(reason) => match gap {
            Some(gap) => ("stopped", OPEN, format!("{gap}, which is not followed"), report.run.last),
            None => {
                let (why, span) = explain(reason, report.assume);
                ("ended", OPEN, why, span)
            }
        },
        Outcome::StepLimit => ("stopped", OPEN, "the limit on steps was hit".to_string(), report.run.last),
        Outcome::Stopped => {
            let why = report.stop.map_or_else(|| "it was told to".to_string(), |stop| stop.to_string());
            ("stopped", OPEN, why, report.run.last)
        }
        Outcome::Error(fault) => ("failed", OPEN, fault.to_string(), report.run.last),
    };
    let place = place(report.program, span);
    let how = if report.run.proved > 0 { ", proved by induction" } else { "" };
    let steps = format!("{}{how}", steps(report.run.steps));
    let mut out = format!("{}  {place}   {}\n", styled(style, word), styled(FAINT, &steps));
    row("because", &why.split(' ').map(str::to_string).collect::<Vec<_>>(), " ", &mut out);
    if let Some(gap) = gap {
        row("try", &gap.advice().split(' ').map(str::to_string).collect::<Vec<_>>(), " ", &mut out);
    }
    let items: Vec<String> = report.inputs.iter().flat_map(values::items).collect();
    if items.is_empty() {
        row("input", &["none was read".to_string()], "", &mut out);
    } else {
        row("input", &items, "   ", &mut out);
    }
    if let Some(outputs) = report.program.observed.outputs {
        let shown = report.run.outputs.iter().map(ToString::to_string);
        let count = report.run.values.get(&outputs.count).cloned().unwrap_or_default();
        let more = count - Int::from(report.run.outputs.len());
        let more = (!more.is_zero()).then(|| format!("… and {more} more"));
        let items: Vec<String> = shown.chain(more).collect();
        let nothing = items.is_empty().then(|| "nothing".to_string());
        row("output", &items.into_iter().chain(nothing).collect::<Vec<_>>(), "   ", &mut out);
    }
    let observed = &report.program.observed;
    if let (Some(result), true) = (observed.result, observed.returns == Some(report.run.at))
        && let Some(value) = report.run.values.get(&result)
    {
        row("result", &[value.to_string()], "", &mut out);
    }
    out
}

/// The text of a run of which nothing is known but what stopped it.
pub fn lost_run(program: &str, stop: Stop) -> String {
    let mut out = format!("{}  {program}\n", styled(OPEN, "stopped"));
    row("because", &[stop.to_string()], "", &mut out);
    out
}

fn explain(reason: &EndReason, assume: &[String]) -> (String, Span) {
    match reason {
        EndReason::NoSuccessor { span } => ("the program is over".to_string(), *span),
        EndReason::AssumptionFailed { span } => ("an assumption of the program does not hold".to_string(), *span),
        EndReason::GivenFailed { index, span } => {
            let text = assume.get(*index).map_or("", |text| text.trim());
            (format!("the assumption `{text}` does not hold"), *span)
        }
        EndReason::Stuck { span } => ("no way on has a condition that holds".to_string(), *span),
        EndReason::CheckFailed { check, span, .. } => (check.violated().to_string(), *span),
    }
}

fn place(program: &Program, span: Span) -> String {
    let file = program.files.get(span.file as usize).map_or("", String::as_str);
    if span.line == 0 { file.to_string() } else { format!("{file}:{}", span.line) }
}
