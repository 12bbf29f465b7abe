//! The third engine, which unrolls loops: it proposes inputs, and it excludes what all ways together do not get to.

use super::concrete::Concrete;
use super::decide::Decided;
use super::prepare::{self, Asked, Reading, lower};
use super::proof::Found;
use super::{Failure, witness};
use crate::answer::{Refutation, RefutedBy};
use crate::bounded::{Bounded, Finding};
use crate::budget::Budget;
use crate::program::{Aimed, Target, prune};
use crate::term::Terms;

/// Who decides.
const UNROLLING: &str = "unrolling";

/// What unrolling finds: values for the inputs of the program, in their order, that lead to the target, or that neither the
/// target nor the end of the model is ever reached.
pub(super) fn unroll(asked: Asked, budget: &Budget) -> Result<Found, Failure> {
    let terms = Terms::new();
    let original = lower(&terms, asked.read, &Reading::of(asked.question, budget))?;
    let find = |aimed: &Aimed| {
        let pruned = prune::towards(&aimed.program, aimed.target);
        Bounded::new(&terms, &pruned, aimed.target).find(budget)
    };
    let aimed = prepare::aimed(&terms, &original, &asked.question.target)?;
    let rounds = match find(&aimed) {
        Finding::Inputs(model) => {
            let mut witness = Concrete::new(&terms, &original, &aimed).plain(witness::of(&original, &model));
            let values: Option<_> = original.inputs.iter().map(|input| witness.values.remove(&input.symbol)).collect();
            let nothing = || Found::Nothing("values for some inputs are not known".into());
            return Ok(values.map_or_else(nothing, |values| Found::Inputs(values, UNROLLING)));
        }
        Finding::Open(why) => return Ok(Found::Nothing(why.into())),
        Finding::Excluded(rounds) if original.gaps().is_empty() => rounds,
        Finding::Excluded(rounds) => match find(&prepare::aimed(&terms, &original, &Target::Gap)?) {
            Finding::Excluded(more) => rounds.max(more),
            Finding::Inputs(_) | Finding::Open(_) => {
                return Ok(Found::Nothing("what is not modelled may be reached".into()));
            }
        },
    };
    let of_loops = match rounds {
        1 => String::new(),
        most => format!(" through up to {most} rounds of each loop"),
    };
    let text = format!("all ways were followed to their ends{of_loops}, and the target is on none");
    Ok(Found::Answer(Box::new(Decided::refuted(
        Refutation { chain: String::new(), lines: vec![], text },
        UNROLLING,
        RefutedBy::Unrolling,
    ))))
}
