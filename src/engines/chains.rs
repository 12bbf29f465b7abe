//! The first engine: the chains of a program, refuted by their constraint systems or executed.

use super::{Claim, Engine, Finding, Grounds, Inputs, Turn};
use crate::answer::{RefutedBy, SearchStats};
use crate::budget::Budget;
use crate::explain;
use crate::navigate::{self, Exploration, LoopRuns, explore};
use crate::question::Question;
use crate::solver::Smt;
use crate::task::{Failure, PER_QUERY, Prepared};
use crate::term::Terms;
use crate::witness;

/// A program that was prepared, as chains.
pub(crate) struct Chains<'a, 't> {
    pub terms: &'t Terms,
    pub prepared: &'a Prepared,
    pub question: &'a Question,
}

impl Engine for Chains<'_, '_> {
    fn step(&mut self, budget: &Budget) -> Result<Turn, Failure> {
        Ok(Turn::Found(Box::new(self.finding(budget))))
    }
}

impl Chains<'_, '_> {
    /// What the chains say: one turn takes all the time there is.
    pub fn finding(&self, budget: &Budget) -> Finding {
        let Chains { terms, prepared, question } = self;
        let target = prepared.aimed.target;
        // Somebody else has decided while the program was prepared, or the time is over: no way would be looked at.
        if let Some(stop) = budget.stop() {
            let claim = Claim::Nothing { reason: stop.to_string(), advice: stop.advice().map(Into::into) };
            return Finding { claim, refutations: vec![], nearest: None, search: SearchStats::default(), kept: None };
        }
        let mut smt = Smt::new(terms, budget.clone(), PER_QUERY);
        let mut exploration =
            explore(terms, &prepared.sliced, target, &mut smt, question.guide, &question.limits, budget);
        let refuted = exploration.refutations.iter().map(|r| explain::refutation(terms, &exploration.form, r));
        let mut refutations: Vec<_> = refuted.collect();
        let nearest = exploration.nearest.as_ref().map(|o| explain::nearest(terms, &exploration.form, o));
        let search = stats(&exploration, &smt);
        let claim = match &exploration.finding {
            navigate::Finding::Nothing => {
                refutations.extend(explain::before_chains(prepared));
                let by = refuted_by(&exploration);
                let log = std::mem::take(&mut exploration.log);
                let grounds = match by {
                    RefutedBy::Ranges => Grounds::NoWay(Box::new(prepared.sliced.ssa.clone()), target),
                    _ => Grounds::Log(log),
                };
                Claim::Excluded(by, grounds)
            }
            navigate::Finding::Unknown(why) => Claim::Nothing { reason: why.to_string(), advice: explain::advice(why) },
            navigate::Finding::Candidate { model, path } => {
                let witness = witness::of(&prepared.original, model);
                Claim::Inputs(Inputs { witness, path: path.clone(), is_exact: true })
            }
        };
        Finding { claim, refutations, nearest, search, kept: None }
    }
}

/// How the chains are refuted, if they are.
fn refuted_by(exploration: &Exploration) -> RefutedBy {
    let exhausted = exploration.refutations.iter().any(|r| r.by.is_none());
    match exploration.refutations.is_empty() {
        true => RefutedBy::Ranges,
        false if exhausted => RefutedBy::Search,
        false => RefutedBy::Counters,
    }
}

fn stats(exploration: &Exploration, smt: &Smt) -> SearchStats {
    SearchStats {
        states: None,
        root_chains: exploration.root_chains,
        chains: exploration.root_chains + exploration.form.subchains.len() as u64,
        constraints: exploration.constraints,
        interval_refutations: exploration.interval_refutations,
        ilp_calls: exploration.ilp_calls,
        smt_calls: smt.stats().smt_calls,
        segments: match &exploration.finding {
            navigate::Finding::Candidate { path, .. } => count_segments(path),
            _ => 0,
        },
        steps: exploration.steps,
        decided: exploration.decided.clone(),
    }
}

fn count_segments(path: &[LoopRuns]) -> u64 {
    path.iter().flat_map(|l| &l.segments).map(|s| 1 + count_segments(&s.inside)).sum()
}
