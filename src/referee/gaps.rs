//! What is unreachable in the program as it is modelled is unreachable if no run leaves the model.

use super::Referee;
use crate::budget::Budget;
use crate::engines::chains::Chains;
use crate::engines::only_run::{OnlyRun, has_one_run};
use crate::engines::unrolling::Unrolling;
use crate::engines::{Claim, Engine, Finding, Turn};
use crate::program::{Gap, Target};
use crate::referee::limits::gaps::{HEAD_START, MOST_GAPS, SHARE};
use crate::replay::Outcome;
use crate::task::{Failure, Open, Task, prepare_program};

/// Why it is not known that every path stays in the model, if it is not. This is asked once for all questions about a
/// program.
pub(crate) fn open(task: &Task, budget: &Budget) -> Result<Option<Open>, Failure> {
    if task.original().gaps().is_empty() {
        return Ok(None);
    }
    task.lowered.gap(budget, || ask(task, budget))
}

fn ask(task: &Task, budget: &Budget) -> Result<Option<Open>, Failure> {
    let question = task.question;
    let (terms, original) = task.program();
    let terms = &terms;
    let gaps = prepare_program(terms, original, &Target::Gap, (question.limits.ways, budget))?;
    let (original, aimed) = (&gaps.original, &gaps.aimed);
    let all = original.gaps();
    // Where there is only one run, it says which gaps there are.
    let only = OnlyRun { terms, original, aimed, steps: question.replay_steps };
    let referee = Referee { terms, task, original, aimed };
    let of_run = if has_one_run(terms, original) { only.finding(budget) } else { None };
    if let Some(Finding { claim: Claim::Excluded(_, grounds), .. }) = of_run
        && referee.excluded(&grounds, budget)?.is_none()
    {
        return Ok(None);
    }
    let chains = |part: &Budget| Chains { terms, prepared: &gaps, question }.finding(part);
    let unrolling = |part: &Budget| match Unrolling::to_gaps(terms, original, aimed).step(part)? {
        Turn::Found(found) => Ok(Some(*found)),
        Turn::More | Turn::Over(_) => Ok(None),
    };
    let finding = who_decides(chains, unrolling, budget)?;
    Ok(match finding.claim {
        Claim::Excluded(_, grounds) => referee.excluded(&grounds, budget)?,
        Claim::Inputs(inputs) => {
            let run = referee.run(&inputs.witness, &inputs.path, budget);
            // Where a run gets; what did not end may get to any of them.
            let gap = match run.outcome {
                Outcome::Reached(at) => original.gap_at(at),
                _ => None,
            };
            let reason = gap.map_or_else(|| format!("it may be that {}", either(&all)), Gap::to_string);
            let advice = gap.or(all.first().map(|(_, gap)| *gap)).map(Gap::advice);
            Some(Open { reason, advice })
        }
        Claim::Nothing { reason, advice } => {
            // Not the part of the time that one of them had.
            let stopped = budget.stop().map(|stop| (stop.to_string(), stop.advice().map(str::to_string)));
            let (reason, advice) = stopped.unwrap_or((reason, advice));
            Some(Open { reason: format!("{reason}, before it was known whether {}", either(&all)), advice })
        }
    })
}

/// What the chains find, or unrolling where it finds something and they do not. Each has a small part of the time first:
/// what one of them never comes to the end of the other may see at once.
fn who_decides(
    chains: impl Fn(&Budget) -> Finding,
    unrolling: impl Fn(&Budget) -> Result<Option<Finding>, Failure>,
    budget: &Budget,
) -> Result<Finding, Failure> {
    let is_found = |finding: &Finding| !matches!(finding.claim, Claim::Nothing { .. });
    let first = budget.shortened(HEAD_START);
    let mut finding = chains(&first);
    let are_chains_cut_short = first.stop().is_some();
    if is_found(&finding) {
        return Ok(finding);
    }
    let second = budget.share(SHARE);
    if let Some(found) = unrolling(&second)? {
        return Ok(found);
    }
    let is_unrolling_cut_short = second.stop().is_some();
    if are_chains_cut_short && budget.stop().is_none() {
        finding = if is_unrolling_cut_short { chains(&budget.share(2)) } else { chains(budget) };
    }
    if is_found(&finding) || !is_unrolling_cut_short || budget.stop().is_some() {
        return Ok(finding);
    }
    Ok(match unrolling(budget)? {
        Some(found) => found,
        // What unrolling left of the time.
        None if are_chains_cut_short && budget.stop().is_none() => chains(budget),
        None => finding,
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
