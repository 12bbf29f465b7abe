//! Necessity, proved by the other engines: with the opposite of the condition assumed where the program begins, its
//! target has to be unreachable.
//!
//! The opposite is an edge of the program, a term and no text. Gaps make no difference: a run that passes one is excluded
//! as well, since the condition has a way for it, so `reach` has to find them unreachable like any answer does.

use super::Condition;
use super::atoms::weight;
use super::limits::check::{LARGEST, LONGEST};
use crate::answer::Verdict;
use crate::budget::Budget;
use crate::program::{Instruction, Original, Program, Role, Span};
use crate::question::Question;
use crate::reach;
use crate::task::{self, Failure, Lowered, Reading, Task};
use crate::term::{Term, Terms};

/// What the other engines say of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Necessity {
    /// Every input that reaches the target satisfies it.
    Proved,
    /// Nobody knows, for this reason.
    Unchecked(String),
}

/// Asks whether an input that does not satisfy the condition reaches the target. One that does is an internal error.
pub(super) fn check(
    terms: &Terms,
    condition: &Condition,
    question: &Question,
    budget: &Budget,
) -> Result<Necessity, Failure> {
    let Some(whole) = condition.term(terms) else {
        return Ok(Necessity::Unchecked("there are quantifiers left in it".into()));
    };
    if terms.as_bool(whole) == Some(true) {
        return Ok(Necessity::Proved);
    }
    if weight(terms, whole) > LARGEST {
        return Ok(Necessity::Unchecked("it is too large to be asked about".into()));
    }
    let budget = &budget.shortened(LONGEST);
    let reading = Reading::of(question, budget);
    let assuming = assuming(&condition.program, terms.not(whole));
    let lowered = Lowered::of(terms, task::read(&reading)?, assuming);
    let answer = reach::answer(terms, &Task { question, lowered: &lowered }, budget)?;
    match answer.verdict {
        Verdict::Unreachable => Ok(Necessity::Proved),
        Verdict::Unknown { reason, .. } => Ok(Necessity::Unchecked(reason)),
        Verdict::Reachable(reached) => {
            let inputs: Vec<String> = reached.inputs.iter().map(|input| format!("{input:?}")).collect();
            let text = "an input that reaches the target does not satisfy the condition";
            Err(Failure::Internal(format!("{text}: {}", inputs.join(", "))))
        }
    }
}

/// The program with a condition assumed before anything else.
fn assuming(program: &Program, t: Term) -> Original {
    let mut out = program.clone();
    let start = out.start;
    let first = out.add_location(program.graph[start].span);
    out.add_edge(first, start, Instruction::Assume(t), Span::default(), Role::Assumed);
    out.start = first;
    Original::of(out)
}
