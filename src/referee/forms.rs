//! The other forms of an answer that a question wants.

use super::Referee;
use crate::answer::Forms;
use crate::budget::Budget;
use crate::engines::facts::Case;
use crate::exchange::{self, Arrived, Document, Proven};
use crate::harness::Reached;
use crate::program::{Original, aim};
use crate::prove;
use crate::referee::limits::forms::LONGEST;
use crate::replay::{Goal, Outcome, Run, Witness};
use crate::task::{Failure, Ranged, Task};
use crate::term::Terms;

/// Those that are wanted, of a witness whose run reached its target.
pub(super) fn of(referee: &Referee, (goal, witness, run): (&Goal, &Witness, &Run), budget: &Budget) -> Forms {
    let Referee { terms, task, original, aimed } = *referee;
    let (question, read) = (task.question, task.read());
    let wanted = question.forms;
    let tree = match read.parsed.c("a witness as a program or for other verifiers") {
        Ok(tree) => tree,
        Err(why) => {
            return Forms {
                harness: wanted.harness.then(|| Err(why.clone())),
                ktest: wanted.ktest.then(|| Err(why.clone())),
                exchange: wanted.exchange.then_some(Err(why)),
            };
        }
    };
    let files: Vec<_> = question.files().collect();
    let reached = Reached {
        terms,
        program: original,
        source: &read.source,
        tree,
        files: &files,
        target: &question.target,
        located: aimed.located,
        goal,
        data_model: question.data_model,
        signed_overflow: question.signed_overflow,
        witness,
        run,
        stop: &|| budget.stop().is_some(),
    };
    let arrived = Arrived { original, goal, run };
    Forms {
        harness: wanted.harness.then(|| reached.harness()),
        ktest: wanted.ktest.then(|| reached.ktest()),
        exchange: wanted.exchange.then(|| told(task)?.violation(&arrived)),
    }
}

/// The same of a witness whose run reaches the target of the task, which need not be what it was found for.
pub(crate) fn of_witness(
    task: &Task,
    (terms, original): (&Terms, &Original),
    witness: &Witness,
    budget: &Budget,
) -> Result<Forms, Failure> {
    let wanted = task.question.forms;
    if !(wanted.harness || wanted.ktest || wanted.exchange) {
        return Ok(Forms::default());
    }
    let aimed = aim(original, terms, &task.question.target).map_err(Failure::target)?;
    let referee = Referee { terms, task, original, aimed: &aimed };
    let run = referee.run(witness, &[], budget);
    let untold = match run.outcome {
        Outcome::StepLimit | Outcome::Stopped => "its run takes too long to be followed again".to_string(),
        _ => "its run ends before it when it is followed again".to_string(),
    };
    Ok(match run.outcome {
        Outcome::Reached(_) => of(&referee, (&Goal::of(&aimed), witness, &run), budget),
        _ => Forms {
            harness: wanted.harness.then(|| Err(untold.clone())),
            ktest: wanted.ktest.then_some(Err(untold)),
            exchange: None,
        },
    })
}

/// A witness that the target is unreachable: whatever decided, facts at loop heads are what it can say, of the loops that
/// the source has.
pub(crate) fn correctness(task: &Task, budget: &Budget) -> Result<Document, String> {
    let (terms, original) = task.program();
    let aimed = aim(&original, &terms, &task.question.target).map_err(|e| e.to_string())?;
    let Case { original, aimed, ranged } = Case::of(&terms, original, aimed, budget);
    let Ranged { pruned, states, simplified } = &ranged;
    let forms = prove::Forms { program: pruned, simplified, target: aimed.target };
    let longest = budget.remaining().map_or(LONGEST, |left| LONGEST.min(left / 2));
    let proof = prove::prove(&terms, forms, states, &budget.shortened(longest));
    let proven = proof.as_ref().map(|proof| Proven { terms: &terms, original: &original, states, proof });
    told(task)?.correctness(proven.map_err(ToString::to_string))
}

fn told<'a>(task: &Task<'a>) -> Result<exchange::Task<'a>, String> {
    let (question, read) = (task.question, task.read());
    Ok(exchange::Task {
        path: &question.program,
        source: &read.source,
        tree: read.parsed.c("a witness for other verifiers")?,
        flags: &question.flags,
        entry: &question.entry,
        target: &question.target,
        assume: &question.assume,
        havoc: &question.havoc,
        data_model: question.data_model,
    })
}
