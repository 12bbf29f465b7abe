//! The other forms of a witness that a question wants.

use super::prepare::{Prepared, Reading, read};
use crate::answer::Forms;
use crate::budget::Budget;
use crate::harness::Reached;
use crate::question::Question;
use crate::replay::{Goal, Run, Witness};
use crate::term::Terms;

/// Those that are wanted, of a witness whose run reached its target.
pub(super) fn of(
    terms: &Terms,
    prepared: &Prepared,
    (goal, witness, run): (&Goal, &Witness, &Run),
    question: &Question,
    budget: &Budget,
) -> Forms {
    let wanted = question.forms;
    if !wanted.harness && !wanted.ktest {
        return Forms::default();
    }
    let source = match read(&Reading { solves: false, ..Reading::of(question, budget) }) {
        Ok(source) => source,
        Err(failure) => {
            let why = failure.to_string();
            let (harness, ktest) = (Some(Err(why.clone())), Some(Err(why)));
            return Forms { harness: harness.filter(|_| wanted.harness), ktest: ktest.filter(|_| wanted.ktest) };
        }
    };
    let reached = Reached {
        terms,
        program: &prepared.original,
        source: &source,
        path: &question.program,
        preprocessor: &question.preprocessor,
        target: &question.target,
        located: prepared.aimed.located,
        goal,
        data_model: question.data_model,
        signed_overflow: question.signed_overflow,
        witness,
        run,
        stop: &|| budget.stop().is_some(),
    };
    Forms { harness: wanted.harness.then(|| reached.harness()), ktest: wanted.ktest.then(|| reached.ktest()) }
}
