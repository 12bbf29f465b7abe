//! The third engine, which unrolls loops: it proposes inputs, and it excludes what all ways together do not get to.

use super::concrete::Concrete;
use super::{Engine, Finding, Grounds, Turn};
use crate::answer::RefutedBy;
use crate::bounded::{self, Bounded};
use crate::budget::Budget;
use crate::engines::limits::unrolling::RANGING;
use crate::interval;
use crate::program::{Aimed, Original, Target, prune};
use crate::replay::Goal;
use crate::task::{self, Failure};
use crate::term::Terms;
use crate::witness;

/// Who decides.
const UNROLLING: &str = "unrolling";

/// Why nothing is excluded.
const GAPS: &str = "what is not modelled may be reached";

/// A program whose loops are unrolled.
pub(crate) struct Unrolling<'a> {
    terms: &'a Terms,
    original: &'a Original,
    aimed: &'a Aimed,
    target: &'a Target,
    /// What is left to look for, the last first, until something decides.
    left: Vec<Wanted>,
}

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// The target alone, and nothing that has to be excluded with it.
    Target,
    /// The target, and then what is not modelled.
    TargetThenGaps,
    /// Both at once.
    TargetOrGaps,
    /// Inputs that lead to the target: what is not modelled may be reached.
    Inputs,
}

impl<'a> Unrolling<'a> {
    /// Nothing was unrolled yet.
    pub fn new(terms: &'a Terms, original: &'a Original, aimed: &'a Aimed, target: &'a Target) -> Unrolling<'a> {
        // Of the gaps themselves nothing else is to be excluded. A weak slice has not all ways to them.
        let is_all = matches!(target, Target::Gap) || original.gaps().is_empty() || aimed.gaps.is_empty();
        let left = match (is_all, aimed.is_weak) {
            (true, _) => vec![Wanted::Target],
            (false, true) => vec![Wanted::TargetThenGaps],
            (false, false) => vec![Wanted::Inputs, Wanted::TargetOrGaps],
        };
        Unrolling { terms, original, aimed, target, left }
    }

    fn find(&self, aimed: &Aimed, budget: &Budget) -> bounded::Finding<'a> {
        // What takes long in ranges is not what they help with.
        let ranging = budget.shortened(RANGING);
        let (terms, target, stop) = (self.terms, aimed.target, || ranging.stop().is_some());
        let pruned = prune::towards(&aimed.program, target);
        let states = interval::analyse_until(terms, &pruned, &stop);
        let simplified = interval::simplify(terms, &pruned, &states).towards(target);
        let needed = interval::with_needed(terms, &simplified, (target, &states), &stop);
        let bounded = Bounded::new(terms, needed.as_ref().unwrap_or(&simplified), target);
        if aimed.is_weak { bounded.with_few_rounds() } else { bounded }.find(budget)
    }
}

impl Engine for Unrolling<'_> {
    /// One turn takes all the time there is, but what looks for gaps as well may leave some.
    fn step(&mut self, budget: &Budget) -> Result<Turn, Failure> {
        let Some(wanted) = self.left.pop() else { return Ok(Turn::Over(None)) };
        let Unrolling { terms, original, aimed, .. } = *self;
        let found = match wanted {
            Wanted::TargetOrGaps => self.find(&task::aimed_or_gap(terms, original, self.target, budget)?, budget),
            Wanted::Target | Wanted::TargetThenGaps | Wanted::Inputs => self.find(aimed, budget),
        };
        let or_else = |why: &str| if self.left.is_empty() { Turn::Over(Some(why.into())) } else { Turn::More };
        let (mut rounds, mut log) = match found {
            bounded::Finding::Inputs(model) => {
                let witness = Concrete::new(terms, original, Goal::of(aimed)).plain(witness::of(original, &model));
                return Ok(Turn::Found(Box::new(Finding::inputs(witness, UNROLLING))));
            }
            bounded::Finding::Open(why) => return Ok(or_else(why)),
            bounded::Finding::Excluded(..) if wanted == Wanted::Inputs => return Ok(or_else(GAPS)),
            bounded::Finding::Excluded(rounds, log) => (rounds, log),
        };
        if wanted == Wanted::TargetThenGaps {
            match self.find(&task::aimed(terms, original, &Target::Gap, budget)?, budget) {
                bounded::Finding::Excluded(more, of_gaps) => {
                    log.extend(of_gaps);
                    rounds = rounds.max(more);
                }
                bounded::Finding::Inputs(_) | bounded::Finding::Open(_) => return Ok(or_else(GAPS)),
            }
        }
        let of_loops = match rounds {
            1 => String::new(),
            most => format!(" through up to {most} rounds of each loop"),
        };
        let text = format!("all ways were followed to their ends{of_loops}, and the target is on none");
        Ok(Turn::Found(Box::new(Finding::excluded(RefutedBy::Unrolling, Grounds::Log(log), text, UNROLLING))))
    }
}
