//! Facts about the program without its stacks: where functions call themselves, summaries stand for calls that are over.

use super::{Claim, Engine, Finding, Grounds, Turn};
use crate::answer::RefutedBy;
use crate::budget::Budget;
use crate::explain;
use crate::program::procedures::Unstacked;
use crate::program::{Aimed, elements, tables};
use crate::prove::{self, Forms, NoProof};
use crate::task::{Failure, Ranged, ranged};
use crate::term::{Term, Terms};

/// The search for summaries, and for facts with these.
pub(crate) struct Summaries<'t> {
    terms: &'t Terms,
    plan: Option<Unstacked>,
}

impl<'t> Summaries<'t> {
    /// The program has its target as one location, to which the ends of the model lead as well, and is otherwise as it was
    /// read.
    pub fn new(terms: &'t Terms, aimed: &Aimed) -> Summaries<'t> {
        Summaries { terms, plan: Unstacked::of(terms, aimed) }
    }

    /// What is found of a program without stacks.
    fn found(&self, plan: &Unstacked, budget: &Budget) -> Result<Finding, NoProof> {
        let (aimed, unknown) = self.stating(plan, None, budget);
        let Ranged { pruned, states, simplified } = &unknown;
        let forms = Forms { program: pruned, simplified, target: aimed.target };
        let summaries = prove::summaries(self.terms, forms, (plan, states), budget)?;
        let (aimed, known) = self.stating(plan, Some(&summaries), budget);
        let Ranged { pruned, states, simplified } = &known;
        let forms = Forms { program: pruned, simplified, target: aimed.target };
        let proof = prove::prove(self.terms, forms, states, budget)?;
        let stated: Vec<_> = plan.procedures.iter().zip(summaries).collect();
        let words = explain::summaries(self.terms, pruned, &stated, &proof);
        let by = format!("{}, with summaries of functions that call themselves", proof.source);
        let claim = Claim::Excluded(RefutedBy::Summaries, Grounds::Facts(Box::new(proof)));
        Ok(Finding::at_once(claim, vec![words], &by))
    }

    /// A program without stacks that states these summaries, with its ranges.
    fn stating(&self, plan: &Unstacked, summaries: Option<&[Term]>, budget: &Budget) -> (Aimed, Ranged) {
        let mut aimed = plan.stating(self.terms, summaries);
        elements::apart(self.terms, &mut aimed.program);
        tables::search(self.terms, &mut aimed.program);
        let (ranged, _) = ranged(self.terms, &aimed, budget);
        (aimed, ranged)
    }
}

impl Engine for Summaries<'_> {
    fn step(&mut self, budget: &Budget) -> Result<Turn, Failure> {
        let Some(plan) = self.plan.take() else { return Ok(Turn::Over(None)) };
        Ok(match self.found(&plan, budget) {
            Ok(finding) => Turn::Found(Box::new(finding)),
            Err(why) => Turn::Over(Some(why.to_string())),
        })
    }
}
