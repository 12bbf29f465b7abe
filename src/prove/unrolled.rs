//! The states in which loops begin their rounds, where these are few.
//!
//! Each way between loop heads is taken from each state at its beginning, with values in terms of the inputs; arrivals
//! at one head in the same rounds of the loops around it become one state. Where no state is left before there are too
//! many of them, they are facts: in these rounds, these values. It is the unrolling of bounded model checking, as an
//! invariant that can be checked.

use super::problem::relevant;
use super::rounds::Loop;
use super::{Problem, What};
use crate::budget::Budget;
use crate::invariant::{Arrival, Fact, joined};
use crate::program::LocationId;
use crate::solver::Smt;
use crate::term::{Range, Sort, Symbol, Term};
use petgraph::algo::toposort;
use petgraph::prelude::DiGraphMap;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The most states.
const MOST: usize = 128;
/// So many more terms is as far as states are followed.
const TERMS: usize = 200_000;

/// Adds the states of all rounds as facts. The error says why there are none.
pub fn add_states(problem: &mut Problem, smt: &mut Smt, budget: &Budget) -> Result<(), String> {
    let nest = Nest::of(problem).ok_or("its loops are not nested within one another")?;
    let matters = relevant(problem.terms, &problem.exact, &problem.variables, &problem.ghosts);
    let states = states(problem, &nest, &matters, smt, budget)?;
    for (at, states) in states {
        let facts = facts(problem, &nest.around[&at], &matters[&at], &states);
        problem.add(at, facts);
    }
    Ok(())
}

/// How loops lie in one another.
struct Nest {
    /// The positions of the start and the loop heads in an order that only rounds go against.
    order: HashMap<LocationId, usize>,
    /// The ghosts of the loops around each head, the outermost first, its own last.
    around: BTreeMap<LocationId, Vec<(LocationId, Symbol)>>,
}

impl Nest {
    /// Nothing if some loops overlap, or are not counted.
    fn of(problem: &Problem) -> Option<Nest> {
        let ways = &problem.cut.ways;
        let mut inside: Vec<(LocationId, Symbol, BTreeSet<LocationId>)> = Vec::new();
        let mut forward = DiGraphMap::<LocationId, ()>::new();
        forward.add_node(problem.cut.start);
        for head in problem.points() {
            let of = Loop::at(problem, head)?;
            if of.rounds.len() + of.entries.len() != ways.iter().filter(|w| w.to == head).count() {
                return None;
            }
            for entry in &of.entries {
                forward.add_edge(entry.from, head, ());
            }
            let mut members = BTreeSet::from([head]);
            let mut work: Vec<LocationId> = of.rounds.iter().map(|way| way.from).collect();
            while let Some(at) = work.pop() {
                if members.insert(at) {
                    work.extend(ways.iter().filter(|w| w.to == at).map(|w| w.from));
                }
            }
            inside.push((head, problem.ghost(What::Since(head))?, members));
        }
        // The larger of two loops is the outer one.
        inside.sort_by_key(|(_, _, members)| std::cmp::Reverse(members.len()));
        let is_nested = |(i, (_, _, inner)): (usize, &(LocationId, Symbol, BTreeSet<LocationId>))| {
            inside[..i].iter().all(|(_, _, outer)| inner.is_subset(outer) || inner.is_disjoint(outer))
        };
        if !inside.iter().enumerate().all(is_nested) {
            return None;
        }
        let order = toposort(&forward, None).ok()?.into_iter().enumerate().map(|(i, at)| (at, i)).collect();
        let around = |at: LocationId| {
            let all = inside.iter().filter(|(_, _, members)| members.contains(&at));
            all.map(|(head, ghost, _)| (*head, *ghost)).collect()
        };
        let around = problem.points().into_iter().map(|at| (at, around(at))).collect();
        Some(Nest { order, around })
    }

    /// Where a state stands in time: states come after those that lead to them. Different ones at one head differ in it.
    fn moment(&self, problem: &Problem, at: LocationId, state: &Arrival) -> Option<Vec<usize>> {
        let mut moment = Vec::new();
        for (head, since) in &self.around[&at] {
            let rounds = problem.terms.as_int(*state.effect.get(since)?)?;
            moment.extend([*self.order.get(head)?, usize::try_from(&rounds).ok()?]);
        }
        Some(moment)
    }
}

/// The variables that matter at each point.
type Matters = BTreeMap<LocationId, BTreeSet<Symbol>>;
type States = BTreeMap<LocationId, Vec<Arrival>>;

/// All states. The error says that the target may be reached, or that there are too many.
fn states(problem: &Problem, nest: &Nest, matters: &Matters, smt: &mut Smt, budget: &Budget) -> Result<States, String> {
    let (terms, start, target) = (problem.terms, problem.cut.start, problem.cut.target);
    let most_terms = terms.len() + TERMS;
    let mut found = States::new();
    let mut count = 0;
    // The start is before everything else.
    let mut waiting: BTreeMap<Vec<usize>, (LocationId, Vec<Arrival>)> = BTreeMap::new();
    waiting.insert(vec![], (start, vec![Arrival::default()]));
    while let Some((_, (at, arrivals))) = waiting.pop_first() {
        if let Some(stop) = budget.stop() {
            return Err(stop.to_string());
        }
        count += 1;
        if count > MOST || terms.len() > most_terms {
            return Err(format!("its loops go round more often than {MOST} times"));
        }
        let state = joined(terms, arrivals);
        for way in problem.exact.ways.iter().filter(|way| way.from == at) {
            let Some(mut next) = state.taking(terms, way) else { continue };
            next.effect.retain(|s, _| matters.get(&way.to).is_some_and(|all| all.contains(s)));
            // What is not decided may be.
            if smt.decide(&next.conditions).outcome().is_unsat() {
                continue;
            }
            if way.to == target {
                return Err(format!("line {}: the target may be reached after some rounds", way.line));
            }
            let moment = nest.moment(problem, way.to, &next).ok_or("how often a loop went round is not known")?;
            waiting.entry(moment).or_insert((way.to, vec![])).1.push(next);
        }
        if at != start {
            found.entry(at).or_default().push(state);
        }
    }
    Ok(found)
}

/// What the states at a head say.
fn facts(
    problem: &Problem,
    around: &[(LocationId, Symbol)],
    matters: &BTreeSet<Symbol>,
    states: &[Arrival],
) -> Vec<Fact> {
    let terms = problem.terms;
    let which = |state: &Arrival| {
        terms.and(around.iter().map(|(_, since)| terms.eq(terms.sym(*since), state.effect[since])).collect())
    };
    let mut found = vec![Fact::of(terms.or(states.iter().map(which).collect()))];
    let is_ghost = |s: &Symbol| problem.ghosts.iter().any(|g| g.symbol == *s);
    // What is not assigned before it is read is no input.
    let lasting = |t: Term| terms.symbols(t).iter().all(|s| !problem.variables.contains(s));
    let t = terms.symbol("t", Sort::Int, Range::ALL);
    for &s in matters.iter().filter(|s| !is_ghost(s)) {
        let values: Vec<Option<Term>> =
            states.iter().map(|state| state.effect.get(&s).copied().filter(|v| lasting(*v))).collect();
        let says = |value: Term| match terms.info(s).sort {
            Sort::Array => Fact {
                bound: vec![t],
                body: terms.eq(terms.select(terms.sym(s), terms.sym(t)), terms.select(value, terms.sym(t))),
            },
            _ => Fact::of(terms.eq(terms.sym(s), value)),
        };
        let always = values[0].filter(|first| values.iter().all(|v| *v == Some(*first)));
        if let Some(value) = always {
            found.push(says(value));
            continue;
        }
        for (state, value) in states.iter().zip(values) {
            let Some(Fact { bound, body }) = value.map(says) else { continue };
            found.push(Fact { bound, body: terms.implies(which(state), body) });
        }
    }
    for state in states {
        let conditions: Vec<Term> = state.conditions.iter().copied().filter(|c| lasting(*c)).collect();
        if !conditions.is_empty() {
            found.push(Fact::of(terms.implies(which(state), terms.and(conditions))));
        }
    }
    found
}
