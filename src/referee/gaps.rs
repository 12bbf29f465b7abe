//! What is unreachable in the program as it is modelled is unreachable if no run leaves the model.

use super::Referee;
use crate::answer::Verdict;
use crate::budget::Budget;
use crate::portfolio;
use crate::program::{Gap, Target};
use crate::question::{Engines, Forms, Question};
use crate::referee::limits::gaps::MOST_GAPS;
use crate::replay::Outcome;
use crate::task::{self, AimedTask, Failure, Open, Task, prepare_aimed};

/// Why it is not known that every path stays in the model, if it is not. This is asked once for all questions about a
/// program.
pub(crate) fn open(task: &Task, budget: &Budget) -> Result<Option<Open>, Failure> {
    if task.original().gaps().is_empty() {
        return Ok(None);
    }
    task.lowered.gap(budget, || ask(task, budget))
}

fn ask(task: &Task, budget: &Budget) -> Result<Option<Open>, Failure> {
    // All engines may decide it, whoever decides the question.
    let question =
        Question { target: Target::Gap, engines: Engines::Both, forms: Forms::default(), ..task.question.clone() };
    let task = &Task { question: &question, lowered: task.lowered };
    let (terms, original) = task.program();
    let terms = &terms;
    let aimed = task::aimed(terms, &original, &Target::Gap, budget)?;
    let shared = AimedTask::new(terms, task, aimed.clone());
    let preparing = |budget: &Budget| prepare_aimed(terms, original.clone(), aimed, (question.limits.ways, budget));
    let (gaps, decided) = portfolio::decide(terms, &shared, preparing, budget)?;
    let (original, aimed) = (&gaps.original, &gaps.aimed);
    let all = original.gaps();
    Ok(match decided.verdict {
        Verdict::Unreachable => None,
        Verdict::Reachable(reachable) => {
            let referee = Referee { terms, task, original, aimed };
            let run = referee.run(&reachable.witness, &[], budget);
            // Where a run gets; what did not end may get to any of them.
            let gap = match run.outcome {
                Outcome::Reached(at) => original.gap_at(at),
                _ => None,
            };
            let reason = gap.map_or_else(|| format!("it may be that {}", either(&all)), Gap::to_string);
            let advice = gap.or(all.first().map(|(_, gap)| *gap)).map(Gap::advice);
            Some(Open { reason, advice })
        }
        Verdict::Unknown { reason, advice } => {
            // Not the part of the time that one of them had.
            let stopped = budget.stop().map(|stop| (stop.to_string(), stop.advice().map(str::to_string)));
            let (reason, advice) = stopped.unwrap_or((reason, advice));
            Some(Open { reason: format!("{reason}, before it was known whether {}", either(&all)), advice })
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
