//! The third engine, which unrolls loops: it proposes inputs, and it excludes what all ways together do not get to.

use super::concrete::Concrete;
use super::{Engine, Finding, Grounds, Turn};
use crate::answer::RefutedBy;
use crate::bounded::{self, Bounded};
use crate::budget::Budget;
use crate::program::{Aimed, Original, Target, prune};
use crate::task::{self, Failure};
use crate::term::Terms;
use crate::witness;

/// Who decides.
const UNROLLING: &str = "unrolling";

/// A program whose loops are unrolled.
pub(crate) struct Unrolling<'a> {
    terms: &'a Terms,
    original: &'a Original,
    aimed: &'a Aimed,
    /// Whether what is not modelled is looked for on its own.
    asks_for_gaps: bool,
    is_over: bool,
}

impl<'a> Unrolling<'a> {
    /// Nothing was unrolled yet.
    pub fn new(terms: &'a Terms, original: &'a Original, aimed: &'a Aimed) -> Unrolling<'a> {
        Unrolling { terms, original, aimed, asks_for_gaps: !original.gaps().is_empty(), is_over: false }
    }

    /// The same where the gaps of the program are the target.
    pub fn to_gaps(terms: &'a Terms, original: &'a Original, aimed: &'a Aimed) -> Unrolling<'a> {
        Unrolling { asks_for_gaps: false, ..Unrolling::new(terms, original, aimed) }
    }
}

impl Engine for Unrolling<'_> {
    /// One turn takes all the time there is.
    fn step(&mut self, budget: &Budget) -> Result<Turn, Failure> {
        if std::mem::replace(&mut self.is_over, true) {
            return Ok(Turn::Over(None));
        }
        let Unrolling { terms, original, aimed, asks_for_gaps, .. } = *self;
        let find = |aimed: &Aimed| {
            let pruned = prune::towards(&aimed.program, aimed.target);
            Bounded::new(terms, &pruned, aimed.target).find(budget)
        };
        let (rounds, log) = match find(aimed) {
            bounded::Finding::Inputs(model) => {
                let witness =
                    Concrete::new(terms, original, crate::replay::Goal::of(aimed)).plain(witness::of(original, &model));
                return Ok(Turn::Found(Box::new(Finding::inputs(witness, UNROLLING))));
            }
            bounded::Finding::Open(why) => return Ok(Turn::Over(Some(why.into()))),
            bounded::Finding::Excluded(rounds, log) if !asks_for_gaps || aimed.gaps.is_empty() => (rounds, log),
            bounded::Finding::Excluded(rounds, mut log) => {
                match find(&task::aimed(terms, original, &Target::Gap, budget)?) {
                    bounded::Finding::Excluded(more, of_gaps) => {
                        log.extend(of_gaps);
                        (rounds.max(more), log)
                    }
                    bounded::Finding::Inputs(_) | bounded::Finding::Open(_) => {
                        return Ok(Turn::Over(Some("what is not modelled may be reached".into())));
                    }
                }
            }
        };
        let of_loops = match rounds {
            1 => String::new(),
            most => format!(" through up to {most} rounds of each loop"),
        };
        let text = format!("all ways were followed to their ends{of_loops}, and the target is on none");
        Ok(Turn::Found(Box::new(Finding::excluded(RefutedBy::Unrolling, Grounds::Log(log), text, UNROLLING))))
    }
}
