//! The other forms of an answer that a question wants.

use super::prepare::{Asked, Prepared, Ranged};
use super::proof::Case;
use crate::answer::Forms;
use crate::budget::Budget;
use crate::exchange::{Arrived, Document, Proven, Task};
use crate::harness::Reached;
use crate::prove;
use crate::replay::{Goal, Run, Witness};
use crate::term::Terms;
use std::time::Duration;

/// The longest the search for facts may take; half of what is left of the budget, if that is less: the answer is
/// known already, and must not be lost.
const LONGEST: Duration = Duration::from_secs(10);

/// Those that are wanted, of a witness whose run reached its target.
pub(super) fn of(
    terms: &Terms,
    prepared: &Prepared,
    (goal, witness, run): (&Goal, &Witness, &Run),
    asked: Asked,
    budget: &Budget,
) -> Forms {
    let Asked { question, read } = asked;
    let wanted = question.forms;
    let files: Vec<_> = question.files().collect();
    let reached = Reached {
        terms,
        program: &prepared.original,
        source: &read.source,
        tree: read.parsed.tree(),
        files: &files,
        target: &question.target,
        located: prepared.aimed.located,
        goal,
        data_model: question.data_model,
        signed_overflow: question.signed_overflow,
        witness,
        run,
        stop: &|| budget.stop().is_some(),
    };
    let arrived = Arrived { original: &prepared.original, goal, run };
    Forms {
        harness: wanted.harness.then(|| reached.harness()),
        ktest: wanted.ktest.then(|| reached.ktest()),
        exchange: wanted.exchange.then(|| task(asked).violation(&arrived)),
    }
}

/// A witness that the target is unreachable: whatever decided, facts at loop heads are what it can say, of the loops that
/// the source has.
pub(super) fn correctness(asked: Asked, budget: &Budget) -> Result<Document, String> {
    let terms = Terms::new();
    let Case { original, aimed, ranged } = Case::read(&terms, asked, budget).map_err(|e| e.to_string())?;
    let Ranged { pruned, states, simplified } = &ranged;
    let forms = prove::Forms { program: pruned, simplified, target: aimed.target };
    let longest = budget.remaining().map_or(LONGEST, |left| LONGEST.min(left / 2));
    let proof = prove::prove(&terms, forms, states, &budget.shortened(longest));
    let proven = proof.as_ref().map(|proof| Proven { terms: &terms, original: &original, states, proof });
    task(asked).correctness(proven.map_err(String::clone))
}

fn task(asked: Asked<'_>) -> Task<'_> {
    let Asked { question, read } = asked;
    Task {
        path: &question.program,
        source: &read.source,
        tree: read.parsed.tree(),
        flags: &question.flags,
        entry: &question.entry,
        target: &question.target,
        assume: &question.assume,
        havoc: &question.havoc,
        data_model: question.data_model,
    }
}
