//! One way for each root chain that is not refuted, to the target and to the gaps.
//!
//! Chains are walked depth first, each with its constraint system. A beginning that is refuted refutes all that begins
//! so; an answer that is unknown refutes nothing. The solver is asked about a beginning only where the model of what it
//! goes on from is none of it. When there are too many chains, or the time is over, every beginning that is left becomes
//! a way.

use super::limits::collect::{LONGEST_QUERY, MOST_WALKED, MOST_WAYS};
use super::{Condition, Counting, End, Part, Variant, Way};
use crate::assumptions;
use crate::budget::Budget;
use crate::chain::{Advance, RootPath, Unfolding};
use crate::constraint::{Execution, Kind, State, Summaries, System, simplify};
use crate::program::{Original, Program, Target};
use crate::question::Question;
use crate::solver::{Depth, Model, Outcome, Smt};
use crate::task::{Failure, PER_QUERY, Prepared, prepare_program};
use crate::term::{Symbol, Term, Terms};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::rc::Rc;

/// All ways of a program.
pub(super) fn collect(
    terms: &Terms,
    original: &Original,
    question: &Question,
    variant: Variant,
    budget: &Budget,
) -> Result<Condition, Failure> {
    let prepare = |target: &Target| prepare_program(terms, original.clone(), target, (question.limits.ways, budget));
    let prepared = prepare(&question.target)?;
    let inputs: FxHashSet<Symbol> = original.inputs.iter().map(|input| input.symbol).collect();
    let mut ways = Walk { terms, question, variant, budget, end: End::Target }.ways(&prepared);
    let mut assumed = assumptions::of_target(terms, &prepared, &question.target);
    let gaps: BTreeSet<String> = original.gaps().iter().map(|(_, gap)| gap.to_string()).collect();
    if !gaps.is_empty() {
        let prepared = prepare(&Target::Gap)?;
        ways.extend(Walk { terms, question, variant, budget, end: End::Gap }.ways(&prepared));
        assumed.extend(assumptions::of_target(terms, &prepared, &Target::Gap));
    }
    let mut assumptions = vec![];
    for one in assumed {
        if !assumptions.contains(&one) {
            assumptions.push(one);
        }
    }
    ways.iter_mut().for_each(|way| way.bind(terms, &inputs));
    let excluding = prepared.excluding.iter().map(|(line, text)| format!("line {line} {text}"));
    Ok(Condition {
        program: Program::clone(original),
        target: prepared.aimed.located,
        ways,
        assumptions,
        excluded: prepared.aimed.nowhere.iter().cloned().chain(excluding).collect(),
        gaps: gaps.into_iter().collect(),
    })
}

/// The walk along all root chains to one end.
struct Walk<'a> {
    terms: &'a Terms,
    question: &'a Question,
    variant: Variant,
    budget: &'a Budget,
    end: End,
}

/// A chain on its way, with what was executed of it.
#[derive(Clone)]
struct Beginning<'a> {
    path: RootPath,
    execution: Execution<'a>,
    /// A model of its system, or of a part of it.
    model: Option<Rc<Model<'a>>>,
}

/// Whether systems can hold. One that goes on from the last one, or from where that went on from, is told to the solver
/// from there on.
struct Refuting<'a> {
    smt: Smt<'a>,
    told: Vec<Term>,
    /// Scopes, each with how many conditions were told before it.
    scopes: Vec<(Depth, usize)>,
}

impl<'a> Refuting<'a> {
    /// Whether conditions cannot hold together; if they can, and it is known how, the model says so from here on.
    fn refutes(&mut self, conditions: &[Term], model: &mut Option<Rc<Model<'a>>>) -> bool {
        if model.as_ref().is_some_and(|known| known.check(conditions.iter().copied()).is_ok()) {
            return false;
        }
        let common = self.told.iter().zip(conditions).take_while(|(a, b)| a == b).count();
        while let Some(&(depth, before)) = self.scopes.last().filter(|_| self.told.len() > common) {
            self.smt.pop_to(depth);
            self.told.truncate(before);
            self.scopes.pop();
        }
        let (depth, before) = (self.smt.push(), self.told.len());
        self.scopes.push((depth, before));
        conditions[before..].iter().for_each(|c| self.smt.assert(*c));
        self.told.extend(&conditions[before..]);
        match self.smt.check() {
            Outcome::Sat(found) => *model = Some(Rc::new(found)),
            Outcome::Unsat => return true,
            Outcome::Unknown(_) => {}
        }
        false
    }
}

impl Walk<'_> {
    fn ways(&self, prepared: &Prepared) -> Vec<Way> {
        let (terms, target) = (self.terms, prepared.aimed.target);
        let unfolding = || Unfolding::new(terms, &prepared.sliced, target, self.question.limits.chains, self.budget);
        let summaries = || Summaries::within(self.budget).with_looping();
        // Loops have the numbers that they got when they were found: what is learnt goes with who found them.
        let learnt = (self.variant == Variant::Heavy).then(|| self.learnt(unfolding(), summaries())).flatten();
        let (mut unfolding, summaries, is_refined) = learnt.unwrap_or_else(|| (unfolding(), summaries(), false));
        let smt = Smt::new(terms, self.budget.clone(), LONGEST_QUERY);
        let mut refuting = Refuting { smt, told: vec![], scopes: vec![] };
        let execution = Execution::new(terms, &summaries, State::new());
        let first = Beginning { path: unfolding.root(), execution, model: None };
        let mut todo = vec![first];
        let mut found: Vec<Way> = vec![];
        let mut cut: Option<String> = None;
        while let Some(mut beginning) = todo.pop() {
            if cut.is_none() {
                cut = self.budget.stop().map(|stop| stop.to_string());
            }
            if found.len() + todo.len() >= MOST_WAYS {
                cut.get_or_insert_with(|| format!("there are more than {MOST_WAYS} chains"));
            }
            let advance = match &cut {
                Some(_) => None,
                // What is known of loops is not complete then: nothing further is walked.
                None => unfolding.advance(&mut beginning.path).map_err(|why| cut = Some(why.to_string())).ok(),
            };
            if advance.is_some() {
                let executed = beginning.execution.executed();
                for node in &beginning.path.chain.nodes[executed..] {
                    beginning.execution.step(&unfolding.form, node);
                }
            }
            if cut.is_none() && refuting.refutes(&beginning.execution.system.terms(), &mut beginning.model) {
                continue;
            }
            let choices = match advance {
                Some(Advance::Choices(choices)) => choices,
                Some(Advance::Arrived) | None => {
                    let name = match (found.len(), self.end) {
                        (0, End::Target) => "c0".to_string(),
                        (n, End::Target) => format!("c0.{}", n + 1),
                        (n, End::Gap) => format!("gap{}", n + 1),
                    };
                    let arrived = matches!(advance, Some(Advance::Arrived));
                    let why = if arrived { None } else { cut.clone() };
                    let way = self.way(name, beginning.execution.system, why);
                    found.push(Way { is_heavier: way.is_heavier || is_refined, ..way });
                    continue;
                }
            };
            for &edge in choices.iter().rev() {
                let mut longer = beginning.clone();
                unfolding.take(&mut longer.path, edge);
                todo.push(longer);
            }
        }
        found
    }

    /// How often loops inside run, once it is known which loops there are, and whether that is known of any; nothing where
    /// these are too many.
    fn learnt<'u>(
        &self,
        mut unfolding: Unfolding<'u>,
        summaries: Summaries,
    ) -> Option<(Unfolding<'u>, Summaries, bool)> {
        let mut todo = vec![unfolding.root()];
        let mut walked = 0;
        while let Some(mut path) = todo.pop() {
            walked += 1;
            match unfolding.advance(&mut path).ok()? {
                Advance::Choices(choices) if walked < MOST_WALKED => {
                    for &edge in choices.iter().rev() {
                        let mut longer = path.clone();
                        unfolding.take(&mut longer, edge);
                        todo.push(longer);
                    }
                }
                Advance::Arrived => {}
                // Less is learnt then.
                Advance::Choices(_) => break,
            }
        }
        let mut smt = Smt::new(self.terms, self.budget.clone(), PER_QUERY);
        let is_refined = summaries.learn_dependencies(&mut smt, &unfolding.form);
        Some((unfolding, summaries, is_refined))
    }

    fn way(&self, name: String, mut system: System, cut: Option<String>) -> Way {
        simplify(self.terms, &mut system);
        let taken = |kind| self.variant == Variant::Heavy || kind != Kind::Total;
        let constraints = system.constraints.iter().filter(|c| taken(c.kind));
        let parts = constraints.map(|c| Part { term: c.term, span: c.span }).collect();
        let counting = Counting::all_of(self.terms, &system.looping);
        let is_heavier = system.constraints.iter().any(|c| c.kind == Kind::Total);
        let (end, some, looping) = (self.end, BTreeSet::new(), system.looping);
        Way { name, end, cut, some, parts, looping, counting, is_heavier }
    }
}
