//! The second engine, which looks for facts at loop heads that exclude the target, and tells the chains what it found.

use super::chains::Chains;
use super::{Claim, Engine, Finding, Grounds, Inputs, Kept, Turn};
use crate::answer::RefutedBy;
use crate::budget::Budget;
use crate::engines::limits::facts::LONGEST;
use crate::explain;
use crate::invariant::{self, instrumented};
use crate::navigate::{LoopRuns, Segment};
use crate::program::{Aimed, Original};
use crate::prove::{Forms, NoProof, Outcome, Path, Prover, Stage};
use crate::question::Question;
use crate::solver::{CoreOutcome, Smt};
use crate::task::{Failure, PER_QUERY, Prepared, Ranged, prepare_aimed, ranged};
use crate::term::{Int, Terms};
use crate::witness;

/// A program on its way to facts.
pub(crate) struct Case {
    pub original: Original,
    pub aimed: Aimed,
    pub ranged: Ranged,
}

impl Case {
    pub fn of(terms: &Terms, original: Original, aimed: Aimed, budget: &Budget) -> Case {
        let (ranged, _) = ranged(terms, &aimed, budget);
        Case { original, aimed, ranged }
    }

    fn prepared(&self, terms: &Terms, aimed: Aimed, question: &Question, budget: &Budget) -> Prepared {
        prepare_aimed(terms, self.original.clone(), aimed, (question.limits.ways, budget))
    }

    /// What looks for facts in it.
    pub fn prover<'t, 'a>(&'a self, terms: &'t Terms, budget: &Budget) -> Result<Prover<'t, 'a>, NoProof> {
        let Ranged { pruned, states, simplified } = &self.ranged;
        let forms = Forms { program: pruned, simplified, target: self.aimed.target };
        Prover::new(terms, forms, states, &budget.shortened(LONGEST))
    }

    /// What the chains say of the program that states these facts.
    fn told(&self, terms: &Terms, facts: &invariant::Facts, question: &Question, budget: &Budget) -> Finding {
        let knowing = Aimed { program: instrumented(&self.aimed.program, facts), ..self.aimed.clone() };
        let prepared = self.prepared(terms, knowing, question, budget);
        let mut finding = Chains { terms, prepared: &prepared, question }.finding(budget);
        if !facts.is_empty() {
            finding.search.decided.iter_mut().for_each(|(_, by)| by.push_str(", with facts at loop heads"));
        }
        finding
    }

    /// The inputs that take a path that is proposed, or why there are none. Its conditions are those of the program, so
    /// such inputs have to arrive.
    fn taken(&self, terms: &Terms, path: &Path, budget: &Budget) -> Result<Finding, String> {
        let mut smt = Smt::new(terms, budget.clone(), PER_QUERY);
        let nothing = |why: String| Err(format!("the path that {} finds: {why}", path.finder));
        let model = match smt.decide(&path.conditions) {
            CoreOutcome::Sat(model) => model,
            CoreOutcome::Unsat(_) => return nothing("it is none".into()),
            CoreOutcome::Unknown(why) => return nothing(why.to_string()),
        };
        let passes = path.passes.iter().map(|(line, times)| {
            let rounds = Segment { chain: "round".into(), times: Int::from(*times), edges: 1, inside: Vec::new() };
            LoopRuns { line: *line, segments: vec![rounds] }
        });
        let inputs = Inputs { witness: witness::of(&self.original, &model), path: passes.collect(), is_exact: true };
        let by = format!("path found by {}", path.finder);
        let mut finding = Finding::at_once(Claim::Inputs(inputs), vec![], &by);
        finding.search.smt_calls = smt.stats().smt_calls;
        Ok(finding)
    }
}

/// The search for facts, a stage each turn.
pub(crate) struct Facts<'a, 't> {
    terms: &'t Terms,
    case: &'a Case,
    question: &'a Question,
    prover: Prover<'t, 'a>,
    stages: std::slice::Iter<'static, Stage>,
    /// Whether the chains are told facts that are found but do not decide.
    tells: bool,
    /// Whether what is found may become a certificate.
    keeps: bool,
    no_path: Option<String>,
}

impl<'a, 't> Facts<'a, 't> {
    /// Nothing was looked for yet; or why nothing can be.
    pub fn new(
        terms: &'t Terms,
        case: &'a Case,
        (question, tells, keeps): (&'a Question, bool, bool),
        budget: &Budget,
    ) -> Result<Facts<'a, 't>, NoProof> {
        let prover = case.prover(terms, budget)?;
        Ok(Facts { terms, case, question, prover, stages: Stage::ALL.iter(), tells, keeps, no_path: None })
    }
}

impl Engine for Facts<'_, '_> {
    fn step(&mut self, budget: &Budget) -> Result<Turn, Failure> {
        let Some(stage) = self.stages.next() else {
            let why = self.no_path.take().unwrap_or_else(|| self.prover.why().to_string());
            return Ok(if self.prover.is_cut_short() { Turn::CutShort(why) } else { Turn::Over(Some(why)) });
        };
        if self.tells && *stage == Stage::Horn {
            let third = part(budget, 3);
            let facts = self.prover.known(&third);
            if !facts.is_empty() {
                let finding = self.case.told(self.terms, &facts, self.question, &third);
                if !matches!(finding.claim, Claim::Nothing { .. }) {
                    return Ok(Turn::Found(Box::new(finding)));
                }
            }
        }
        Ok(match self.prover.step(*stage) {
            Ok(Outcome::Nothing) => Turn::More,
            Ok(Outcome::Path(path)) => match self.case.taken(self.terms, &path, budget) {
                Ok(finding) => Turn::Found(Box::new(finding)),
                Err(why) => {
                    self.no_path = Some(why);
                    Turn::More
                }
            },
            Ok(Outcome::Proof(proof)) => {
                let words = explain::proof(self.terms, &self.case.ranged.pruned, &proof);
                let kept = self.keeps.then(|| {
                    let (program, facts) = (proof.program.clone(), proof.facts.clone());
                    Box::new(Kept { terms: self.terms.stored(), program, facts })
                });
                let by = proof.source.to_string();
                let claim = Claim::Excluded(RefutedBy::Facts, Grounds::Facts(proof));
                let mut finding = Finding::at_once(claim, vec![words], &by);
                finding.kept = kept;
                Turn::Found(Box::new(finding))
            }
            Err(NoProof::Stopped(stop)) => Turn::CutShort(stop.to_string()),
            Err(why) => Turn::Over(Some(why.to_string())),
        })
    }
}

/// The chains, told the facts that are quickly found, even if these decide alone.
pub(crate) struct Informed<'a, 't> {
    pub terms: &'t Terms,
    pub case: &'a Case,
    pub question: &'a Question,
}

impl Informed<'_, '_> {
    /// What they say: one turn takes all the time there is.
    pub fn finding(&self, budget: &Budget) -> Finding {
        let facts = match self.case.prover(self.terms, &part(budget, 2)) {
            Ok(mut prover) => {
                // It may have run out of time: what it has found by then counts as well.
                let _ = [Stage::Soonest, Stage::Plain, Stage::Missing].map(|stage| prover.step(stage));
                prover.known(&part(budget, 2))
            }
            Err(_) => invariant::Facts::new(),
        };
        self.case.told(self.terms, &facts, self.question, budget)
    }
}

/// One of so many parts of what is left, or what is enough.
fn part(budget: &Budget, parts: u32) -> Budget {
    budget.shortened(budget.remaining().map_or(LONGEST, |left| (left / parts).min(LONGEST)))
}
