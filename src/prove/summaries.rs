//! Summaries of functions that call themselves, guessed as facts are where the function is over.
//!
//! What is said there is about the values there and those with which the function began; where a call is skipped it is
//! a premise, beside what is known at the call. Spacer solves clauses with several predicates as premises as it does others (Komuravelli, Gurfinkel and Chaki, SMT-Based Model Checking for
//! Recursive Programs, CAV 2014). A summary that is found is not believed: the program that states it has to be proved to
//! miss its target.

use super::problem::Skip;
use super::{Add, Forms, NoProof, Problem, horn, houdini, hull, ranges};
use crate::budget::Budget;
use crate::interval::States;
use crate::loops::blocks::cut_at;
use crate::program::LocationId;
use crate::program::procedures::{Procedure, Unstacked};
use crate::prove::limits::horn::LONG;
use crate::prove::limits::room::{GUESSED_IN, GUESSING, PER_QUERY, SOON};
use crate::solver::Smt;
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
        mattering.entry(procedure.exit()).or_default().extend(procedure.about());
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
        p.calls.iter().map(|call| Skip {
            block: (call.from, call.back),
            exit: p.exit(),
            there: p.about().map(|s| (s, p.at_call(call, s))).collect(),
        })
    });
    problem.calls = skips.collect();
    let mut smt = Smt::new(terms, budget.clone(), PER_QUERY);
    let (mut guesses, mut why) = (GUESSED.as_slice(), NoProof::NotEnough);
    for (longest, of_spacer) in [(GUESSED_IN, SOON), (LONG, LONG)] {
        while let Some((add, rest)) = guesses.split_first() {
            let part = budget.share(GUESSING);
            let is_cut = add(&mut problem, &mut smt, &part.shortened(longest)).is_err();
            if is_cut && longest < LONG {
                // It comes again, with more time, and with it all that is to begin with what it finds.
                break;
            }
            guesses = rest;
            if !is_cut && problem.excludes_target(&mut smt) {
                return Ok(needed(plan, &mut smt, known(&problem, plan)));
            }
        }
        if let Some(stop) = budget.stop() {
            return Err(stop.into());
        }
        match horn::ask(&mut problem, &mut smt, (budget, of_spacer)) {
            Ok(None) => return Ok(needed(plan, &mut smt, known(&problem, plan))),
            // Of what it is not told.
            Ok(Some(_)) => why = NoProof::NotEnough,
            Err(failed) => why = failed,
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
        let about: BTreeSet<Symbol> = procedure.about().collect();
        let facts = problem.facts.get(&procedure.exit()).into_iter().flatten();
        let facts = facts.filter(|f| f.bound.is_empty() && terms.symbols(f.body).is_subset(&about));
        terms.and(facts.map(|f| f.body).collect())
    };
    plan.procedures.iter().map(of).collect()
}
