//! What becomes of both functions on one input.

use super::Difference;
use super::align::{Aligned, UNSAID};
use super::limits::{FAR, MOST_INPUTS, MOST_STEPS};
use crate::answer::{InputReport, InputReportValue, input_reports};
use crate::budget::Budget;
use crate::program::{Check, InputKind, Program};
use crate::replay::{Code, EndReason, Goal, InputValue, Limits, Outcome, Run, Witness};
use crate::term::{Int, Range, Scope, Symbol, Terms};
use crate::witness;
use std::collections::BTreeSet;

/// How a run ends, as far as that is compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// The function returns.
    Returns,
    /// The program ends in a function.
    Exits,
    /// Something undefined happens.
    Undefined(Check, u32),
    /// Something is assumed that does not hold: the input does not count.
    Excluded,
}

/// What one run comes to.
struct Ran {
    run: Run,
    ends: Ends,
}

/// What is known of one input.
pub(super) enum Compared {
    /// Both come to the same end, with the same values, or both to something undefined.
    Same,
    /// They do not.
    Different(Box<Difference>),
    /// It was too long, or is not compared.
    Open,
}

/// Runs both functions.
pub(super) struct Runs<'a> {
    terms: &'a Terms,
    aligned: &'a Aligned,
    codes: [Code; 2],
}

impl<'a> Runs<'a> {
    pub fn new(terms: &'a Terms, aligned: &'a Aligned) -> Runs<'a> {
        let codes = aligned.programs.each_ref().map(|program| Code::new(terms, program));
        Runs { terms, aligned, codes }
    }

    /// What becomes of an input of either of them.
    pub fn compare(&self, witness: &Witness) -> Compared {
        let (terms, aligned) = (self.terms, self.aligned);
        let witnesses =
            aligned.programs.each_ref().map(|program| witness::of(program, &witness::model(terms, program, witness)));
        let [Some(one), Some(two)] = [0, 1].map(|i| ran(&self.codes[i], &aligned.programs[i], &witnesses[i])) else {
            return Compared::Open;
        };
        let mut values = vec![];
        match (one.ends, two.ends) {
            (Ends::Undefined(..), Ends::Undefined(..)) | (Ends::Excluded, _) | (_, Ends::Excluded) => {
                return Compared::Same;
            }
            (Ends::Exits, Ends::Exits) => {
                let Some(symbols) = aligned.statuses else { return Compared::Open };
                let (left, right) = (one.run.values.get(&symbols[0]), two.run.values.get(&symbols[1]));
                let (Some(left), Some(right)) = (left, right) else { return Compared::Open };
                if [left, right].contains(&&Int::from(UNSAID)) {
                    return Compared::Open;
                }
                if left == right {
                    return Compared::Same;
                }
                values.push(("status".into(), [left.to_string(), right.to_string()]));
            }
            (Ends::Returns, Ends::Returns) => {
                for output in &aligned.outputs {
                    let (left, right) =
                        (one.run.values.get(&output.symbols[0]), two.run.values.get(&output.symbols[1]));
                    let (Some(left), Some(right)) = (left, right) else { return Compared::Open };
                    if left != right {
                        let place = output.index.and_then(|index| witness.int(index));
                        let name = place.map_or(output.name.clone(), |place| format!("{}[{place}]", output.name));
                        let format = output.format(terms);
                        let shown = |v: &Int| format.map_or_else(|| v.to_string(), |format| format.show(v));
                        values.push((name, [shown(left), shown(right)]));
                    }
                }
                if values.is_empty() {
                    return Compared::Same;
                }
            }
            _ => {}
        }
        let mut inputs: Vec<InputReport> = vec![];
        let reports = [&one, &two].into_iter().enumerate();
        let reports = reports.flat_map(|(i, ran)| input_reports(terms, &aligned.programs[i], &witnesses[i], &ran.run));
        for report in reports {
            let is_place = aligned.outputs.iter().filter_map(|o| o.index).any(|s| terms.name(s) == report.name);
            match inputs.iter_mut().find(|known| known.name == report.name) {
                // What was read further says more.
                Some(known) if elements(known) < elements(&report) => *known = report,
                Some(_) => {}
                None if is_place => {}
                None => inputs.push(report),
            }
        }
        Compared::Different(Box::new(Difference { inputs, ends: [one.ends.words(), two.ends.words()], values }))
    }

    /// What becomes of all inputs, if these are few numbers, and how many they are.
    pub fn all(&self, budget: &Budget) -> Option<(Compared, usize)> {
        let programs = &self.aligned.programs;
        let inputs: BTreeSet<Symbol> = programs.iter().flat_map(|p| &p.inputs).map(|input| input.symbol).collect();
        if programs.iter().flat_map(|p| &p.inputs).any(|input| !matches!(input.kind, InputKind::Scalar)) {
            return None;
        }
        let ranges = inputs.iter().map(|s| match self.terms.symbol_range(*s) {
            Range { lo: Some(lo), hi: Some(hi) } => {
                usize::try_from(&(&hi - &lo)).ok().map(|n| (*s, lo, n.saturating_add(1)))
            }
            _ => None,
        });
        let ranges: Vec<(Symbol, Int, usize)> = ranges.collect::<Option<_>>()?;
        let count =
            ranges.iter().try_fold(1_usize, |all, (_, _, n)| all.checked_mul(*n)).filter(|n| *n <= MOST_INPUTS)?;
        for number in 0..count {
            let (mut witness, mut rest) = (Witness::default(), number);
            for (symbol, least, n) in &ranges {
                witness.set(*symbol, InputValue::Scalar(least + Int::from(rest % n)));
                rest /= n;
            }
            match self.compare(&witness) {
                Compared::Same if budget.stop().is_none() => {}
                Compared::Same | Compared::Open => return None,
                different => return Some((different, count)),
            }
        }
        Some((Compared::Same, count))
    }
}

/// How many elements are told.
fn elements(report: &InputReport) -> Int {
    match &report.value {
        InputReportValue::Scalar(_) => Int::ZERO,
        InputReportValue::Ranges(ranges) => {
            ranges.iter().map(|range| &range.to - &range.from + Int::ONE).fold(Int::ZERO, |sum, n| sum + n)
        }
    }
}

fn ran(code: &Code, program: &Program, witness: &Witness) -> Option<Ran> {
    let run = code.run(witness, &Goal::default(), &Limits::proving(MOST_STEPS, FAR));
    let ends = match &run.outcome {
        Outcome::Ended(EndReason::CheckFailed { check, span, .. }) => Ends::Undefined(*check, span.line),
        Outcome::Ended(EndReason::AssumptionFailed { .. } | EndReason::GivenFailed { .. }) => Ends::Excluded,
        Outcome::Ended(EndReason::NoSuccessor { .. }) if program.gap_at(run.at).is_none() => {
            if program.observed.returns == Some(run.at) { Ends::Returns } else { Ends::Exits }
        }
        _ => return None,
    };
    Some(Ran { run, ends })
}

impl Ends {
    fn words(self) -> String {
        match self {
            Ends::Returns => "returns".into(),
            Ends::Exits | Ends::Excluded => "ends the program".into(),
            Ends::Undefined(check, line) => format!("{} at line {line}", check.word()),
        }
    }
}
