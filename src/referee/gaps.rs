//! What is unreachable in the program as it is modelled is unreachable if no run leaves the model.

use super::Referee;
use crate::answer::Verdict;
use crate::budget::Budget;
use crate::engines::chains::Chains;
use crate::engines::only_run::{OnlyRun, has_one_run};
use crate::engines::{Claim, Finding};
use crate::program::{Gap, Target};
use crate::referee::limits::gaps::MOST_GAPS;
use crate::replay::Outcome;
use crate::task::{Failure, Prepared, Task, prepare_program};
use crate::term::Terms;

/// What the verdict is where every way to the target was refuted, given the gaps of the model.
pub(crate) fn beyond(terms: &Terms, prepared: &Prepared, task: &Task, budget: &Budget) -> Result<Verdict, Failure> {
    let question = task.question;
    let all = prepared.original.gaps();
    let Some((_, first)) = all.first() else { return Ok(Verdict::Unreachable) };
    let gaps = prepare_program(terms, prepared.original.clone(), &Target::Gap, (question.limits.ways, budget))?;
    let (original, aimed) = (&gaps.original, &gaps.aimed);
    // Where there is only one run, it says which gaps there are.
    let only = OnlyRun { terms, original, aimed, steps: question.replay_steps };
    let excludes = |found: Finding| matches!(found.claim, Claim::Excluded(_));
    if has_one_run(terms, original) && only.finding(budget).is_some_and(excludes) {
        return Ok(Verdict::Unreachable);
    }
    Ok(match (Chains { terms, prepared: &gaps, question }).finding(budget).claim {
        Claim::Excluded(_) => Verdict::Unreachable,
        Claim::Inputs(inputs) => {
            let run = Referee { terms, task, original, aimed }.run(&inputs.witness, &inputs.path, budget);
            // Where a run gets; what did not end may get to any of them.
            let gap = match run.outcome {
                Outcome::Reached(at) => prepared.original.gap_at(at),
                _ => None,
            };
            let reason = gap.map_or_else(|| format!("it may be that {}", either(&all)), Gap::to_string);
            Verdict::Unknown { reason, advice: Some(gap.unwrap_or(first).advice()) }
        }
        Claim::Nothing { reason, advice } => {
            Verdict::Unknown { reason: format!("{reason}, before it was known whether {}", either(&all)), advice }
        }
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
