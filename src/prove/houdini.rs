//! Of many guesses, those that preserve each other.
//!
//! Guesses at all points are assumed together. What some block breaks is dropped, until no block breaks any: what is
//! left holds, whoever guessed it (Flanagan and Leino's Houdini).

use super::{NoProof, Problem, array_candidates, candidates, counted, elements};
use crate::budget::Budget;
use crate::invariant::{Fact, conditions};
use crate::program::LocationId;
use crate::solver::{Outcome, Smt};
use crate::term::{Range, Sort, Symbol, Term, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// Guesses by the point where they may hold.
pub type Guesses = BTreeMap<LocationId, Vec<Fact>>;

/// Adds what is left of guesses about variables.
pub fn add_candidates(problem: &mut Problem, smt: &mut Smt, budget: &Budget) -> Result<(), NoProof> {
    // What was dropped before the time was over does not come again.
    let mut left = match problem.open.take() {
        Some(left) => left,
        None => {
            let mut guesses = candidates::everywhere(problem, budget)?;
            for (p, known) in &problem.facts {
                if let Some(guesses) = guesses.get_mut(p) {
                    guesses.retain(|f| !known.contains(f));
                }
            }
            guesses
        }
    };
    let came = drop_all_broken(problem, &mut left, smt, budget);
    match came {
        Ok(()) => left.into_iter().for_each(|(at, facts)| problem.add(at, facts)),
        Err(_) => problem.open = Some(left),
    }
    came
}

/// The same once more, with what is known of products.
pub fn add_candidates_again(problem: &mut Problem, smt: &mut Smt, budget: &Budget) -> Result<(), NoProof> {
    if problem.has_products() { add_candidates(problem, smt, budget) } else { Ok(()) }
}

/// Adds what is left of guesses about counters. What is known of one loop bounds what the next one begins with, so
/// they are made again.
pub fn add_counters(problem: &mut Problem, smt: &mut Smt, budget: &Budget) -> Result<(), NoProof> {
    for make in [counted::entered, counted::moved, counted::entered, counted::moved] {
        filter(problem, everywhere(problem, make(problem)), smt, budget)?;
    }
    Ok(())
}

/// Adds what is left of guesses about the rounds of loops inside of others.
pub fn add_nested(problem: &mut Problem, smt: &mut Smt, budget: &Budget) -> Result<(), NoProof> {
    for make in [counted::numbered, counted::varying] {
        filter(problem, everywhere(problem, make(problem)), smt, budget)?;
    }
    Ok(())
}

/// The guesses at every point where what they speak of matters, if they are not known there: what is said of ghosts
/// goes on to hold when their loop is over.
fn everywhere(problem: &Problem, guesses: Guesses) -> Guesses {
    let all: BTreeSet<Fact> = guesses.into_values().flatten().collect();
    let at = |point: LocationId| {
        let (known, facts) = (&problem.relevant[&point], problem.facts.get(&point));
        let matters = |fact: &Fact| {
            let mut spoken = problem.terms.symbols(fact.body);
            spoken.retain(|s| !fact.bound.contains(s));
            spoken.is_subset(known) && facts.is_none_or(|facts| !facts.contains(fact))
        };
        (point, all.iter().filter(|fact| matters(fact)).cloned().collect())
    };
    problem.points().into_iter().map(at).collect()
}

/// Adds what is left of guesses about the elements that loops passed.
pub fn add_passed(problem: &mut Problem, smt: &mut Smt, budget: &Budget) -> Result<(), NoProof> {
    let t = problem.terms.symbol("t", Sort::Int, Range::ALL);
    for make in [array_candidates::stored, array_candidates::read] {
        let guesses = problem.points().into_iter().map(|p| (p, make(problem, p, t))).collect();
        filter(problem, everywhere(problem, guesses), smt, budget)?;
    }
    let guesses = problem.points().into_iter().map(|p| (p, array_candidates::never(problem))).collect();
    filter(problem, guesses, smt, budget)
}

/// Adds what is left of guesses about elements of arrays.
pub fn add_elements(problem: &mut Problem, smt: &mut Smt, budget: &Budget) -> Result<(), NoProof> {
    let t = problem.terms.symbol("t", Sort::Int, Range::ALL);
    let guesses: Guesses = problem.points().into_iter().map(|p| (p, elements::at(problem, p, t))).collect();
    if guesses.values().all(Vec::is_empty) { Ok(()) } else { filter(problem, guesses, smt, budget) }
}

/// Adds what is left of the guesses.
pub fn filter(problem: &mut Problem, mut guesses: Guesses, smt: &mut Smt, budget: &Budget) -> Result<(), NoProof> {
    drop_all_broken(problem, &mut guesses, smt, budget)?;
    for (at, facts) in guesses {
        problem.add(at, facts);
    }
    Ok(())
}

/// Drops guesses until no block breaks any; the error is that the time is over, with those left that are not dropped yet.
fn drop_all_broken(problem: &Problem, guesses: &mut Guesses, smt: &mut Smt, budget: &Budget) -> Result<(), NoProof> {
    loop {
        let mut dropped = false;
        for number in 0..problem.cut.blocks.len() {
            while drop_broken(problem, guesses, number, smt, budget)? {
                dropped = true;
            }
        }
        if !dropped {
            return Ok(());
        }
    }
}

/// Drops guesses that a block breaks; whether there were any.
fn drop_broken(
    problem: &Problem,
    guesses: &mut Guesses,
    number: usize,
    smt: &mut Smt,
    budget: &Budget,
) -> Result<bool, NoProof> {
    let over = || budget.stop().map_or(Ok(()), Err);
    over()?;
    let terms = problem.terms;
    let block = &problem.cut.blocks[number];
    let Some(goals) = guesses.get(&block.to).filter(|g| !g.is_empty()) else { return Ok(false) };
    let mut given = problem.given(block).to_vec();
    given.extend(guesses.get(&block.from).into_iter().flat_map(|g| together(terms, g)));
    if let Some(call) = problem.skipped(block) {
        let said = guesses.get(&call.exit).into_iter().flat_map(|g| together(terms, g));
        given.extend(call.said(terms, block, &said.collect::<Vec<_>>()));
    }
    let mut ask = |goal: Term| {
        let asked: Vec<Term> = conditions(terms, block, &given, Some(goal)).into_iter().map(|c| c.term).collect();
        smt.decide(&asked).outcome()
    };
    let all = terms.and(goals.iter().map(|f| f.body).collect());
    let kept: Vec<Fact> = match ask(all) {
        Outcome::Unsat => return Ok(false),
        Outcome::Sat(model) => {
            let holds = |f: &&Fact| terms.eval_bool(block.before(terms, f.body), &model) == Ok(true);
            goals.iter().filter(holds).cloned().collect()
        }
        Outcome::Unknown(_) => goals.clone(),
    };
    // Nothing is kept but what a refutation shows.
    let is_open = kept.len() == goals.len();
    let mut is_kept = |f: &Fact| budget.stop().is_none() && ask(f.body).is_unsat();
    let kept: Vec<Fact> = if is_open { kept.into_iter().filter(&mut is_kept).collect() } else { kept };
    // What was not decided because the time is over may hold.
    over()?;
    let any = kept.len() < goals.len();
    guesses.insert(block.to, kept);
    Ok(any)
}

/// The same facts, as few: those with the same bound symbols as one.
fn together(terms: &Terms, facts: &[Fact]) -> Vec<Fact> {
    let mut by_bound: BTreeMap<Vec<Symbol>, Vec<Term>> = BTreeMap::new();
    for fact in facts {
        by_bound.entry(fact.bound.clone()).or_default().push(fact.body);
    }
    by_bound.into_iter().map(|(bound, bodies)| Fact { bound, body: terms.and(bodies) }).collect()
}
