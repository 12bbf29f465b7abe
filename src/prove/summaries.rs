//! Summaries of functions that call themselves, guessed by Spacer.
//!
//! A predicate stands for the summary of each: where the function is over it holds of the values there and those with
//! which it began; where a call is skipped it is a premise, beside what is known at the call. Spacer solves such clauses,
//! with several predicates as premises, as it does others (Komuravelli, Gurfinkel and Chaki, SMT-Based Model Checking for
//! Recursive Programs, CAV 2014). A summary that is found is not believed: the program that states it has to be proved to
//! miss its target.

use super::horn::Known;
use super::integers::Integers;
use super::problem::Skip;
use super::{Add, Forms, NoProof, Problem, houdini, hull, ranges};
use crate::budget::Budget;
use crate::interval::States;
use crate::loops::blocks::cut_at;
use crate::program::LocationId;
use crate::program::procedures::{Procedure, Unstacked};
use crate::prove::limits::horn::LONG;
use crate::prove::limits::room::{GUESSED_IN, GUESSING, PER_QUERY, SOON};
use crate::solver::Smt;
use crate::solver::horn::{Clauses, Rule, Solution, solve};
use crate::term::{Symbol, Term, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// What is tried before Spacer: equations again once it is known in which calls they have to hold.
const GUESSED: [Add; 5] =
    [hull::add_equations, houdini::add_candidates, hull::add_equations, hull::add_cases, hull::add_products];

/// Summaries with which the target may be excluded, in the order of the procedures. The forms are those of the program
/// that states summaries nobody knows.
pub fn summaries(
    terms: &Terms,
    forms: Forms,
    (plan, states): (&Unstacked, &States),
    budget: &Budget,
) -> Result<Vec<Term>, NoProof> {
    let own = |p: &Procedure| p.calls.iter().flat_map(|c| [c.from, c.back]).chain([p.exit(), p.unstated]).collect();
    let further: BTreeSet<LocationId> = plan.procedures.iter().flat_map::<Vec<LocationId>, _>(own).collect();
    let cut = cut_at(terms, forms.simplified, (forms.target, &further), budget)?;
    let mut mattering: BTreeMap<LocationId, BTreeSet<Symbol>> = BTreeMap::new();
    for procedure in &plan.procedures {
        let about = procedure.entry.iter().map(|(_, kept)| *kept).chain(procedure.results.iter().map(|(s, _)| *s));
        mattering.entry(procedure.exit()).or_default().extend(about);
        for call in &procedure.calls {
            let block = cut.blocks.iter().find(|b| (b.from, b.to) == (call.from, call.back));
            let values = block.into_iter().flat_map(|b| call.entry.iter().filter_map(|s| b.effect.get(s)));
            let symbols = values.flat_map(|value| terms.symbols(*value));
            mattering.entry(call.from).or_default().extend(symbols);
        }
    }
    let facts = ranges::known(terms, &cut, forms.program, states);
    let mut problem = Problem::of_cut(terms, forms.simplified, cut, (facts, Vec::new()), mattering);
    let is_stated = |at: &LocationId| plan.procedures.iter().all(|p| p.unstated != *at);
    problem.cut.points.retain(is_stated);
    problem.cut.blocks.retain(|block| is_stated(&block.from) && is_stated(&block.to));
    let skips = plan.procedures.iter().flat_map(|p| {
        let about = about(&problem, plan, p);
        p.calls.iter().map(move |call| Skip {
            block: (call.from, call.back),
            exit: p.exit(),
            there: about.iter().map(|s| (*s, p.at_call(call, *s))).collect(),
        })
    });
    problem.calls = skips.collect();
    let mut smt = Smt::new(terms, budget.clone(), PER_QUERY);
    let (mut guesses, mut why) = (GUESSED.to_vec(), NoProof::NotEnough);
    for (longest, of_spacer) in [(GUESSED_IN, SOON), (LONG, LONG)] {
        for add in std::mem::take(&mut guesses) {
            let part = budget.remaining().map_or(budget.clone(), |left| budget.shortened(left / GUESSING));
            if add(&mut problem, &mut smt, &part.shortened(longest)).is_err() {
                // It comes again, with more time.
                guesses.push(add);
            } else if problem.excludes_target(&mut smt) {
                return Ok(needed(plan, &mut smt, known(&problem, plan)));
            }
        }
        if let Some(stop) = budget.stop() {
            return Err(stop.into());
        }
        match solve(terms, &clauses(&problem, plan), budget, of_spacer) {
            Solution::Invariants(found) => {
                let found = &found[found.len() - plan.procedures.len()..];
                let mut all = known(&problem, plan);
                all.iter_mut().zip(found).for_each(|(known, more)| *known = terms.and(vec![*known, *more]));
                return Ok(needed(plan, &mut smt, all));
            }
            // Of what it is not told.
            Solution::Derivable(_) => why = NoProof::NotEnough,
            Solution::Unknown(unknown) => why = NoProof::Spacer(unknown),
        }
    }
    Err(why)
}

/// The same summaries without what others of their conditions imply, and what is only about the beginning.
fn needed(plan: &Unstacked, smt: &mut Smt, summaries: Vec<Term>) -> Vec<Term> {
    let terms = smt.terms();
    let mut without = |procedure: &Procedure, summary: Term| {
        let is_result = |s: &Symbol| procedure.results.iter().any(|(own, _)| own == s);
        let is_about = |t: &Term| terms.as_bool(*t).is_some() || terms.symbols(*t).iter().any(is_result);
        let mut all: Vec<Term> = terms.conjuncts(summary).into_iter().filter(is_about).collect();
        for at in (0..all.len()).rev() {
            let mut asked = all.clone();
            asked[at] = terms.not(asked[at]);
            if smt.decide(&asked).outcome().is_unsat() {
                all.remove(at);
            }
        }
        terms.and(all)
    };
    plan.procedures.iter().zip(summaries).map(|(procedure, summary)| without(procedure, summary)).collect()
}

/// What is known where each procedure is over of what a summary is about.
fn known(problem: &Problem, plan: &Unstacked) -> Vec<Term> {
    let terms = problem.terms;
    let of = |procedure: &Procedure| {
        if !problem.cut.points.contains(&procedure.exit()) {
            return terms.bool(false);
        }
        let about: BTreeSet<Symbol> = about(problem, plan, procedure).into_iter().collect();
        let facts = problem.facts.get(&procedure.exit()).into_iter().flatten();
        let facts = facts.filter(|f| f.bound.is_empty() && terms.symbols(f.body).is_subset(&about));
        terms.and(facts.map(|f| f.body).collect())
    };
    plan.procedures.iter().map(of).collect()
}

/// What Spacer is asked: a predicate for each point, and then one for each summary.
fn clauses(problem: &Problem, plan: &Unstacked) -> Clauses {
    let terms = problem.terms;
    let points = problem.points();
    let number: BTreeMap<LocationId, usize> = points.iter().enumerate().map(|(i, at)| (*at, i)).collect();
    let mut predicates: Vec<Vec<Symbol>> = points.iter().map(|p| problem.ints(*p)).collect();
    let mut rules = Vec::new();
    let about: Vec<Vec<Symbol>> = plan.procedures.iter().map(|p| about(problem, plan, p)).collect();
    for (i, procedure) in plan.procedures.iter().enumerate() {
        if let Some(exit) = number.get(&procedure.exit()) {
            let values = about[i].iter().map(|s| terms.sym(*s)).collect();
            let to = Some(points.len() + i);
            rules.push(Rule { from: Some(*exit), called: None, conditions: vec![], to, values });
        }
    }
    predicates.extend(about.iter().cloned());
    let summary = |skip: &Skip| plan.procedures.iter().position(|p| p.exit() == skip.exit);
    let known = Known::of(problem);
    for (position, block) in problem.cut.blocks.iter().enumerate().filter(|(_, b)| b.to != problem.cut.start) {
        let mut integers = Integers::new(terms, &problem.given(block));
        let mut conditions: Vec<Term> = known.at(position).map(|t| integers.of(t)).collect();
        let to = number.get(&block.to).copied();
        let arguments = if to.is_some() { problem.ints(block.to) } else { Vec::new() };
        let mut after = |s: Symbol| integers.of(block.before(terms, terms.sym(s)));
        let values = arguments.into_iter().map(&mut after).collect();
        let called = problem.skipped(block).and_then(|skip| Some((summary(skip)?, skip))).map(|(i, skip)| {
            let there = |s: &Symbol| skip.there.get(s).copied().unwrap_or(*s);
            (points.len() + i, about[i].iter().map(|s| after(there(s))).collect())
        });
        conditions.extend(integers.facts);
        let from = number.get(&block.from).copied();
        rules.push(Rule { from, called, conditions, to, values });
    }
    Clauses { predicates, rules }
}

/// What the summary of a procedure speaks of: with what it begins, what it changes, and what lasts.
fn about(problem: &Problem, plan: &Unstacked, procedure: &Procedure) -> Vec<Symbol> {
    let entry = procedure.entry.iter().map(|(_, kept)| *kept);
    let results = procedure.results.iter().map(|(s, _)| *s);
    let lasting = problem.ints(procedure.exit()).into_iter().filter(|s| plan.lasts(procedure, *s));
    entry.chain(results).chain(lasting).collect()
}
