//! What is unreachable in the program as it is modelled is unreachable if no run leaves the model.

use super::decide::run_on;
use super::only_run::{has_one_run, only_run};
use super::prepare::{Prepared, prepare_program};
use super::proof::Found;
use super::{Failure, PER_QUERY, explain};
use crate::answer::Verdict;
use crate::budget::Budget;
use crate::navigate::{Finding, explore};
use crate::program::{Gap, Target};
use crate::question::Question;
use crate::replay::Outcome;
use crate::solver::Smt;
use crate::term::Terms;

/// The most gaps in a sentence.
const MOST_GAPS: usize = 3;

/// What the verdict is where every way to the target was refuted, given the gaps of the model.
pub(super) fn beyond(
    terms: &Terms,
    prepared: &Prepared,
    question: &Question,
    budget: &Budget,
) -> Result<Verdict, Failure> {
    let all = prepared.original.gaps();
    let Some((_, first)) = all.first() else { return Ok(Verdict::Unreachable) };
    let gaps = prepare_program(terms, prepared.original.clone(), &Target::Gap, (question.limits.ways, budget))?;
    // Where there is only one run, it says which gaps there are.
    if has_one_run(terms, &gaps.original)
        && let Some(Found::Answer(_)) = only_run(terms, &gaps.original, &gaps.aimed, question, budget)
    {
        return Ok(Verdict::Unreachable);
    }
    let mut smt = Smt::new(terms, budget.clone(), PER_QUERY);
    let target = gaps.aimed.target;
    let found = explore(terms, &gaps.sliced, target, &mut smt, question.guide, &question.limits, budget).finding;
    Ok(match found {
        Finding::Nothing => Verdict::Unreachable,
        Finding::Candidate { model, path } => {
            let (_, run) = run_on(terms, &gaps, &model, &path, question, budget);
            // Where a run gets; what did not end may get to any of them.
            let gap = match run.outcome {
                Outcome::Reached(at) => prepared.original.gap_at(at),
                _ => None,
            };
            let reason = gap.map_or_else(|| format!("it may be that {}", either(&all)), Gap::to_string);
            Verdict::Unknown { reason, advice: Some(gap.unwrap_or(first).advice()) }
        }
        Finding::Unknown(why) => Verdict::Unknown {
            reason: format!("{why}, before it was known whether {}", either(&all)),
            advice: explain::advice(&why),
        },
    })
}

/// The different ones among them, in a sentence.
fn either<T>(gaps: &[(T, &Gap)]) -> String {
    let mut texts: Vec<String> = Vec::new();
    for text in gaps.iter().map(|(_, gap)| gap.to_string()) {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    let more = if texts.len() > MOST_GAPS { " or …" } else { "" };
    texts.truncate(MOST_GAPS);
    texts.join(" or ") + more
}
