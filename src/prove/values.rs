//! The values of variables that have few: flags and states, whatever numbers stand for them.
//!
//! Sets of values grow as affine spaces do ([`hull`](super::hull)): they hold those of states that there are, and z3 is
//! asked for a state outside of them that some block leads to, until there is none. A variable with too many is let go.

use super::hull::sampled;
use super::samples::{Samples, States};
use super::{NoProof, Problem};
use crate::budget::Budget;
use crate::invariant::{Fact, conditions};
use crate::loops::blocks::Block;
use crate::program::LocationId;
use crate::prove::limits::values::{FOUND, MOST, VARIABLES};
use crate::solver::{Outcome, Smt, with_digits};
use crate::term::{Cmp, Int, Node, Symbol, Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Adds what values variables have.
pub fn add_values(problem: &mut Problem, smt: &mut Smt, budget: &Budget) -> Result<(), NoProof> {
    let terms = problem.terms;
    let told_apart = told_apart(problem);
    let samples = sampled(problem, budget);
    let mut sets = Sets::new();
    for at in problem.points() {
        let own = problem.ints(at).into_iter().filter(|s| told_apart.contains(s)).take(VARIABLES);
        sets.insert(at, own.map(|s| (s, Values::default())).collect());
    }
    hold(&mut sets, terms, &samples.states);
    if sets.values().all(BTreeMap::is_empty) {
        return Ok(());
    }
    let blocks = &problem.cut.blocks;
    let mut digits: FxHashMap<usize, BTreeSet<Symbol>> = FxHashMap::default();
    let mut work: BTreeSet<usize> = (0..blocks.len()).collect();
    while let Some(number) = work.pop_first() {
        let block = &blocks[number];
        // Digits of a variable are numbers, value by value.
        let read = digits.entry(number).or_insert_with(|| {
            let said = block.conditions.iter().chain(block.effect.values()).copied();
            with_digits(terms, &said.collect::<Vec<_>>())
        });
        let own = sets.get(&block.from).into_iter().flatten().filter(|(s, _)| read.contains(s));
        let apart = own.max_by_key(|(_, values)| values.all.len()).map(|(s, _)| *s);
        let (mut asked, mut grown) = (BTreeSet::new(), BTreeSet::new());
        loop {
            if let Some(stop) = budget.stop() {
                return Err(stop.into());
            }
            let values = apart.and_then(|s| sets.get(&block.from)?.get(&s));
            let case = match (apart, values) {
                (Some(s), Some(values)) => match values.all.iter().find(|v| !asked.contains(*v)) {
                    Some(v) => Some((s, v.clone())),
                    None => break,
                },
                // Without a variable, or where it was let go, all are one case.
                _ => None,
            };
            match (one_more(problem, (&mut sets, &samples), block, case.as_ref(), smt, budget), case) {
                (Some(led), _) => grown.extend(led),
                (None, Some((_, value))) => drop(asked.insert(value)),
                (None, None) => break,
            }
        }
        let begins = |w: &usize| {
            let skipped = problem.skipped(&blocks[*w]);
            grown.contains(&blocks[*w].from) || skipped.is_some_and(|call| grown.contains(&call.exit))
        };
        work.extend((0..blocks.len()).filter(begins));
    }
    for (at, own) in sets {
        problem.add(at, own.into_iter().map(|(s, values)| Fact::of(values.said(terms, s))).collect::<Vec<_>>());
    }
    Ok(())
}

/// Looks for a state outside of the sets that a block leads to, with a variable of this value; the points whose sets are
/// others now, as they hold it, or as nobody knows whether there is one. Nothing if there is none.
fn one_more<'t>(
    problem: &Problem<'t>,
    (sets, samples): (&mut Sets, &Samples<'t>),
    block: &Block,
    case: Option<&(Symbol, Int)>,
    smt: &mut Smt,
    budget: &Budget,
) -> Option<BTreeSet<LocationId>> {
    let terms = problem.terms;
    let said = |at: &LocationId| -> Vec<Fact> {
        let own = sets.get(at).into_iter().flatten();
        own.map(|(s, values)| Fact::of(values.said(terms, *s))).collect()
    };
    let mut given = said(&block.from);
    given.extend(problem.given(block).iter().cloned());
    if let Some(call) = problem.skipped(block) {
        given.extend(call.said(terms, block, &said(&call.exit)));
    }
    let goal: Vec<Term> = said(&block.to).into_iter().map(|fact| fact.body).collect();
    if goal.is_empty() {
        return None;
    }
    let with_value = |t: Term| match case {
        Some((s, value)) => {
            let value = terms.int(value.clone());
            terms.substitute(t, &|x| (x == *s).then_some(value))
        }
        None => t,
    };
    let asked = conditions(terms, block, &given, Some(terms.and(goal)));
    let asked: Vec<Term> = asked.into_iter().map(|c| with_value(c.term)).collect();
    let mut grown = BTreeSet::from([block.to]);
    match smt.decide(&asked).outcome() {
        Outcome::Unsat => return None,
        Outcome::Unknown(_) => drop(sets.insert(block.to, BTreeMap::new())),
        Outcome::Sat(model) => {
            let value = |s: Symbol| terms.eval_int(with_value(block.before(terms, terms.sym(s))), &model).ok();
            let ints = problem.ints(block.to).into_iter();
            let all: Vec<(Symbol, Int)> = ints.filter_map(|s| Some((s, value(s)?))).collect();
            let own = sets.entry(block.to).or_default();
            let count = |own: &BTreeMap<Symbol, Values>| (own.len(), own.values().map(|v| v.all.len()).sum::<usize>());
            let before = count(own);
            own.retain(|s, values| all.iter().any(|(t, v)| t == s && values.find(v)));
            if count(own) == before {
                // What it found is not known.
                own.clear();
            }
            grown.extend(hold(sets, terms, &samples.after(problem, block.to, all, budget)));
        }
    }
    Some(grown)
}

/// The variables that the program compares with constants, or of which it looks at digits.
fn told_apart(problem: &Problem) -> BTreeSet<Symbol> {
    let terms = problem.terms;
    let blocks = problem.cut.blocks.iter();
    let said: Vec<Term> = blocks.flat_map(|block| block.effect.values().chain(&block.conditions).copied()).collect();
    let mut found = with_digits(terms, &said);
    terms.visit(said, &mut |_, node| match node {
        Node::Cmp(Cmp::Eq | Cmp::Ne, a, b) if terms.as_int(*b).is_some() => found.extend(terms.as_symbol(*a)),
        Node::Bits(_, _, a, b) => found.extend([a, b].into_iter().filter_map(|t| terms.as_symbol(*t))),
        _ => {}
    });
    found.retain(|s| problem.variables.contains(s));
    found
}

/// The sets at each point, by variable.
type Sets = BTreeMap<LocationId, BTreeMap<Symbol, Values>>;

/// The values of a variable.
#[derive(Default)]
struct Values {
    all: BTreeSet<Int>,
    /// How many of them a solver has found.
    found: usize,
}

impl Values {
    /// Takes what a solver has found; false where there are too many.
    fn find(&mut self, value: &Int) -> bool {
        self.found += usize::from(self.all.insert(value.clone()));
        self.all.len() <= MOST && self.found <= FOUND
    }

    /// That the variable has one of them, by those that are next to one another.
    fn said(&self, terms: &Terms, s: Symbol) -> Term {
        let mut runs: Vec<(Int, Int)> = Vec::new();
        for value in &self.all {
            match runs.last_mut() {
                Some((_, last)) if &*last + Int::ONE == *value => *last = value.clone(),
                _ => runs.push((value.clone(), value.clone())),
            }
        }
        let x = terms.sym(s);
        let within = |(first, last): (Int, Int)| match first == last {
            true => terms.eq(x, terms.int(first)),
            false => terms.and(vec![terms.le(terms.int(first), x), terms.le(x, terms.int(last))]),
        };
        terms.or(runs.into_iter().map(within).collect())
    }
}

/// Lets sets grow to hold states; those points where one did, or was let go.
fn hold(sets: &mut Sets, terms: &Terms, states: &States) -> BTreeSet<LocationId> {
    let mut grown = BTreeSet::new();
    for (at, states) in states {
        let Some(own) = sets.get_mut(at) else { continue };
        own.retain(|s, values| {
            let before = values.all.len();
            let mut new = states.iter().filter_map(|state| state.value(terms.sym(*s)));
            let fits = new.all(|value| {
                values.all.insert(value);
                values.all.len() <= MOST
            });
            if values.all.len() > before {
                grown.insert(*at);
            }
            fits
        });
    }
    grown
}
