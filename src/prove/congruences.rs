//! Linear equations that hold up to a multiple of what numbers wrap at, or of what the program takes remainders by: how many
//! elements a ring holds is the distance of two counters that wrap.
//!
//! An affine space does not have them: a state where one counter has wrapped and the other has not is outside of it. They
//! are guessed: sums and differences of few variables that are the same in all states of made-up runs.

use super::houdini::{self, Guesses};
use super::hull::{cleared, sampled};
use super::samples::State;
use super::{NoProof, Problem};
use crate::budget::Budget;
use crate::invariant::Fact;
use crate::program::LocationId;
use crate::prove::limits::congruences::{COMPARED, LARGEST, LOOKED_AT, MODULI, MOST, REMAINDERS, ROUNDS, TERMS};
use crate::prove::limits::hull::PER_GUESS;
use crate::solver::Smt;
use crate::term::{Int, Node, Symbol, Term};
use dashu_int::ops::RemEuclid;
use std::collections::{BTreeMap, BTreeSet};

/// Larger than all sums of few variables that are looked at: what is the same up to a multiple of it is the same.
const EXACT: i128 = 1 << 100;

/// Adds them, and the conditions that are preserved with them.
pub fn add_congruences(problem: &mut Problem, smt: &mut Smt, budget: &Budget) -> Result<(), NoProof> {
    let moduli = moduli(problem);
    if moduli.is_empty() {
        return Ok(());
    }
    let before = smt.limit(PER_GUESS);
    let came = add_proved(problem, moduli, smt, budget);
    smt.limit(before);
    if came? { houdini::add_candidates(problem, smt, budget) } else { Ok(()) }
}

/// Adds those that hold; whether there are any.
fn add_proved(problem: &mut Problem, moduli: Vec<i128>, smt: &mut Smt, budget: &Budget) -> Result<bool, NoProof> {
    let mut found: BTreeMap<LocationId, Found> = BTreeMap::new();
    let remainders = remainders(problem);
    for modulus in [EXACT].into_iter().chain(moduli) {
        // One that does not hold may have hidden another.
        for _ in 0..ROUNDS {
            let mut guesses = BTreeMap::new();
            for at in problem.points() {
                if let Some(stop) = budget.stop() {
                    return Err(stop.into());
                }
                let atoms = atoms(problem, at, &remainders);
                guesses.insert(at, guessed(problem, (at, &atoms), modulus, found.entry(at).or_default(), budget));
            }
            if guesses.values().all(Vec::is_empty) {
                break;
            }
            let mut facts = Guesses::new();
            for (at, all) in &guesses {
                let new = all.iter().filter(|guess| !is_known(problem, *at, guess.says, smt));
                facts.insert(*at, new.map(|guess| Fact::of(guess.says)).collect());
            }
            let asked = facts.clone();
            houdini::filter(problem, facts, smt, budget)?;
            for (at, all) in guesses {
                let known = problem.facts.get(&at).map_or(&[][..], Vec::as_slice);
                let fails = |guess: &Guess| {
                    let fact = Fact::of(guess.says);
                    asked[&at].contains(&fact) && !known.contains(&fact)
                };
                let (refuted, proved): (Vec<Guess>, Vec<Guess>) = all.into_iter().partition(fails);
                let found = found.entry(at).or_default();
                found.refuted.extend(refuted);
                found.proved.extend(proved);
            }
        }
    }
    Ok(found.values().any(|found| !found.proved.is_empty()))
}

/// What is known of guesses at one point.
#[derive(Default)]
struct Found {
    proved: Vec<Guess>,
    refuted: Vec<Guess>,
}

/// An equation that may hold up to a multiple of a number.
struct Guess {
    modulus: i128,
    /// The sign of each of what is compared at its point.
    signs: Vec<i8>,
    says: Term,
}

/// Whether the facts at a point say it already.
fn is_known(problem: &Problem, at: LocationId, guess: Term, smt: &mut Smt) -> bool {
    let facts = problem.facts.get(&at).into_iter().flatten().filter(|f| f.bound.is_empty()).map(|f| f.body);
    let asked: Vec<Term> = facts.chain([problem.terms.not(guess)]).collect();
    smt.decide(&asked).outcome().is_unsat()
}

/// The numbers that remainders are taken by, the largest first.
fn moduli(problem: &Problem) -> Vec<i128> {
    let (terms, mut all) = (problem.terms, BTreeSet::new());
    let blocks = problem.cut.blocks.iter();
    let said = blocks.flat_map(|block| block.effect.values().chain(&block.conditions).copied());
    terms.visit(said, &mut |_, node| {
        if let Node::Mod(_, by) = node {
            all.extend(terms.as_int(*by).and_then(|by| i128::try_from(by).ok()));
        }
    });
    all.into_iter().rev().filter(|by| (2..=LARGEST).contains(by)).take(MODULI).collect()
}

/// The remainders of several variables that the program looks at, with these, the smallest first.
fn remainders(problem: &Problem) -> Vec<(Term, BTreeSet<Symbol>)> {
    let (terms, mut found) = (problem.terms, Vec::new());
    terms.visit(problem.cut.blocks.iter().flat_map(|block| block.conditions.iter().copied()), &mut |t, node| {
        if matches!(node, Node::Mod(_, by) if terms.as_int(*by).is_some()) && found.len() < LOOKED_AT {
            found.push((terms.size(&[t]), t));
        }
    });
    found.sort_unstable();
    found.into_iter().map(|(_, t)| (t, terms.symbols(t))).filter(|(_, read)| read.len() > 1).collect()
}

/// What is compared at a point: variables, and remainders of those that matter there.
fn atoms(problem: &Problem, at: LocationId, remainders: &[(Term, BTreeSet<Symbol>)]) -> Vec<Term> {
    let known = remainders.iter().filter(|(_, read)| read.is_subset(&problem.relevant[&at])).map(|(t, _)| *t);
    let variables = problem.ints(at).into_iter().take(COMPARED).map(|s| problem.terms.sym(s));
    variables.chain(known.take(REMAINDERS)).collect()
}

/// What holds up to a multiple of a number in all states that there are at a point, none of it said by others.
fn guessed(
    problem: &mut Problem,
    (at, atoms): (LocationId, &[Term]),
    modulus: i128,
    found: &Found,
    budget: &Budget,
) -> Vec<Guess> {
    let terms = problem.terms;
    let samples = sampled(problem, budget);
    let by = Int::from(modulus);
    let reduced = |v: Int| i128::try_from(v.rem_euclid(&by)).ok();
    let values = |state: &State| atoms.iter().map(|t| reduced(state.value(*t)?)).collect::<Option<Vec<i128>>>();
    let own = samples.states.get(&at).map_or(&[][..], Vec::as_slice);
    let states: Vec<Vec<i128>> = own.iter().filter_map(values).collect();
    let Some(first) = states.first() else { return vec![] };
    let sum = |signs: &[i8], state: &[i128]| {
        let all = signs.iter().zip(state).map(|(sign, v)| i128::from(*sign) * v);
        all.sum::<i128>().rem_euclid(modulus)
    };
    let mut spanned: Vec<Vec<Int>> = Vec::new();
    for guess in found.proved.iter().filter(|guess| guess.modulus == EXACT || guess.modulus % modulus == 0) {
        span(&mut spanned, &guess.signs);
    }
    let is_refuted = |signs: &[i8]| found.refuted.iter().any(|guess| guess.modulus == modulus && guess.signs == signs);
    let mut new = Vec::new();
    for signs in combinations(atoms.len()) {
        let constant = sum(&signs, first);
        // Variables that are equal are no news.
        let may_be_new =
            modulus != EXACT || signs.iter().zip(atoms).any(|(s, t)| *s != 0 && terms.as_symbol(*t).is_none());
        if new.len() < MOST
            && may_be_new
            && !is_refuted(&signs)
            && states.iter().all(|state| sum(&signs, state) == constant)
            && span(&mut spanned, &signs)
        {
            let parts = atoms.iter().zip(&signs).map(|(t, sign)| terms.scale(*t, Int::from(*sign)));
            // What is negative is next to a multiple of the number.
            let constant = if constant > modulus / 2 { constant - modulus } else { constant };
            let more = terms.sub(terms.sum(parts), terms.int(Int::from(constant)));
            let rest = if modulus == EXACT { more } else { terms.modulo(more, terms.int(by.clone())) };
            new.push(Guess { modulus, says: terms.eq(rest, terms.int(0)), signs });
        }
    }
    new
}

/// Signs of so many variables of which a few are not zero and the first is positive, fewer of them first.
fn combinations(variables: usize) -> Vec<Vec<i8>> {
    let mut all: Vec<Vec<i8>> = vec![vec![]];
    for _ in 0..variables {
        let longer = |signs: Vec<i8>| {
            let used = signs.iter().filter(|sign| **sign != 0).count();
            let signs_of_next: &[i8] = match used {
                0 => &[0, 1],
                TERMS => &[0],
                _ => &[0, 1, -1],
            };
            signs_of_next.iter().map(move |next| [&signs[..], &[*next]].concat()).collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    let used = |signs: &Vec<i8>| signs.iter().filter(|sign| **sign != 0).count();
    all.retain(|signs| used(signs) > 1);
    all.sort_by_key(used);
    all
}

/// Adds signs to what is spanned, in echelon form; whether they were not yet.
fn span(spanned: &mut Vec<Vec<Int>>, signs: &[i8]) -> bool {
    let mut new: Vec<Int> = signs.iter().map(|sign| Int::from(*sign)).collect();
    for direction in spanned.iter() {
        new = cleared(&new, direction);
    }
    if new.iter().all(Int::is_zero) {
        return false;
    }
    for direction in spanned.iter_mut() {
        *direction = cleared(direction, &new);
    }
    spanned.push(new);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_variables_have_signs() {
        let all = combinations(3);
        assert_eq!(all.len(), 3 * 2 + 4, "two signs of each pair, four of all three");
        assert!(all.iter().all(|signs| signs.iter().find(|sign| **sign != 0) == Some(&1)));
        assert!(combinations(8).iter().all(|signs| signs.iter().filter(|sign| **sign != 0).count() <= TERMS));
        assert!(combinations(1).is_empty());
    }

    #[test]
    fn what_others_say_is_spanned() {
        let mut spanned = vec![];
        assert!(span(&mut spanned, &[1, -1, 0]));
        assert!(span(&mut spanned, &[0, 1, -1]));
        assert!(!span(&mut spanned, &[1, 0, -1]));
        assert!(span(&mut spanned, &[1, 0, 1]));
    }
}
