//! The states in which loops begin their rounds, where these are few.
//!
//! Each block between loop heads is taken from each state at its beginning, with values in terms of the inputs; arrivals
//! at one head in the same rounds of the loops around it become one state. Where no state is left before there are too
//! many of them, they are facts: in these rounds, these values. It is the unrolling of bounded model checking, as an
//! invariant that can be checked; where it meets the target on its way, it has a path there.

use super::problem::relevant;
use super::{NoProof, Path, Problem, What, path};
use crate::budget::Budget;
use crate::interval::Simplified;
use crate::invariant::Fact;
use crate::loops::blocks::{Arrival, joined};
use crate::loops::nest::Nest;
use crate::program::LocationId;
use crate::prove::limits::unrolled::TERMS;
use crate::solver::{CoreOutcome, Model, Smt};
use crate::term::{Range, Sort, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};

/// The most rounds in a row that are looked at, in one attempt after the other: shallow paths come first.
const ROUNDS: [usize; 3] = [3, 12, 128];
/// The most states.
pub(super) const MOST: usize = 256;

/// Adds the states of all rounds as facts, or gives a path to the target. The error says why there is neither.
pub fn unroll(
    problem: &mut Problem,
    program: &Simplified,
    smt: &mut Smt,
    budget: &Budget,
) -> Result<Option<Path>, NoProof> {
    let nest = Nest::of(&problem.cut).ok_or(NoProof::NotNested)?;
    let since = |head: LocationId| Some((head, problem.ghost(What::Since(head))?));
    let since: Since = problem.points().into_iter().map(since).collect::<Option<_>>().ok_or(NoProof::NotNested)?;
    let matters = relevant(problem.terms, &problem.exact, &problem.variables, (&problem.ghosts, BTreeMap::new()));
    for rounds in ROUNDS {
        let unrolling = Unrolling { problem, nest: &nest, since: &since, matters: &matters, rounds };
        match unrolling.states(smt, budget)? {
            Reached::Target(blocks) => {
                let path = path::along(problem.terms, "unrolling", program, &problem.exact, &blocks);
                return Ok(Some(path));
            }
            Reached::States(states) => {
                for (at, states) in states {
                    let states: Vec<&Arrival> = states.values().collect();
                    let around: Vec<Symbol> = nest.around[&at].iter().map(|head| since[head]).collect();
                    let facts = facts(problem, &around, &matters[&at], &states);
                    problem.add(at, facts);
                }
                return Ok(None);
            }
            Reached::Some => {}
        }
    }
    Err(NoProof::TooManyStates)
}

/// The variables that matter at each point.
type Matters = BTreeMap<LocationId, BTreeSet<Symbol>>;
/// For each loop head the ghost that counts rounds since the loop was entered.
type Since = BTreeMap<LocationId, Symbol>;
/// Where a state at a loop head stands in time: for each loop around it, the outermost first, the position of its head
/// and how often it went round since it was entered. What leads to a state is before it, and a run is there once.
type Moment = Vec<usize>;
type States = BTreeMap<LocationId, BTreeMap<Moment, Arrival>>;

/// What is reached in so many rounds.
enum Reached {
    /// The target, along these blocks by position.
    Target(Vec<usize>),
    /// All there is to reach.
    States(States),
    /// Not the target, but not all there is.
    Some,
}

struct Unrolling<'p, 't> {
    problem: &'p Problem<'t>,
    nest: &'p Nest,
    since: &'p Since,
    matters: &'p Matters,
    /// The most rounds of a loop in a row.
    rounds: usize,
}

impl Unrolling<'_, '_> {
    /// The error is that there are too many states, or that it is not known whether one is there.
    fn states(&self, smt: &mut Smt, budget: &Budget) -> Result<Reached, NoProof> {
        let (terms, start, target) = (self.problem.terms, self.problem.cut.start, self.problem.cut.target);
        let most_terms = terms.len() + TERMS;
        let mut found = States::new();
        let (mut count, mut is_all) = (0, true);
        // The start is before everything else.
        let mut waiting: BTreeMap<Moment, (LocationId, Vec<Arrival>)> = BTreeMap::new();
        waiting.insert(Moment::new(), (start, vec![Arrival::default()]));
        while let Some((moment, (at, arrivals))) = waiting.pop_first() {
            if let Some(stop) = budget.stop() {
                return Err(stop.into());
            }
            count += 1;
            if count > MOST || terms.len() > most_terms {
                return Err(NoProof::TooManyStates);
            }
            let state = found.entry(at).or_default().entry(moment).or_insert(joined(terms, arrivals)).clone();
            for block in self.blocks(at) {
                let Some((to, next)) = self.after(&state, block) else { continue };
                // What is not decided may be.
                let outcome = smt.decide(&next.conditions);
                match outcome {
                    CoreOutcome::Unsat(_) => {}
                    CoreOutcome::Sat(model) if to == target => {
                        let before = self.followed(&found, &model);
                        let blocks = before.ok_or(NoProof::UnknownWay)?;
                        return Ok(Reached::Target(blocks));
                    }
                    CoreOutcome::Unknown(why) if to == target => return Err(NoProof::UnknownRound(why)),
                    CoreOutcome::Sat(_) | CoreOutcome::Unknown(_) => {
                        let moment = self.moment(to, &next).ok_or(NoProof::UnknownRounds)?;
                        match moment.last().is_none_or(|last| *last <= self.rounds) {
                            true => waiting.entry(moment).or_insert((to, vec![])).1.push(next),
                            false => is_all = false,
                        }
                    }
                }
            }
        }
        found.remove(&start);
        Ok(if is_all { Reached::States(found) } else { Reached::Some })
    }

    /// When a state is; nothing if it is not known how often a loop went round.
    fn moment(&self, at: LocationId, state: &Arrival) -> Option<Moment> {
        let mut moment = Moment::new();
        for head in &self.nest.around[&at] {
            let rounds = self.problem.terms.as_int(*state.effect.get(&self.since[head])?)?;
            moment.extend([*self.nest.order.get(head)?, usize::try_from(&rounds).ok()?]);
        }
        Some(moment)
    }

    /// The positions of the blocks that begin at a point.
    fn blocks(&self, at: LocationId) -> impl Iterator<Item = usize> {
        let all = self.problem.exact.blocks.iter().enumerate();
        all.filter(move |(_, block)| block.from == at).map(|(position, _)| position)
    }

    /// Where a block leads to from a state, with the values that matter there, unless it is never taken.
    fn after(&self, state: &Arrival, block: usize) -> Option<(LocationId, Arrival)> {
        let block = &self.problem.exact.blocks[block];
        let mut next = state.taking(self.problem.terms, block)?;
        next.effect.retain(|s, _| self.matters.get(&block.to).is_some_and(|all| all.contains(s)));
        Some((block.to, next))
    }

    /// The blocks that a run with these inputs takes, to the target.
    fn followed(&self, states: &States, model: &Model) -> Option<Vec<usize>> {
        let (mut at, mut moment, mut taken) = (self.problem.cut.start, Moment::new(), Vec::new());
        let terms = self.problem.terms;
        while at != self.problem.cut.target {
            let state = states.get(&at)?.get(&moment)?;
            let is_taken = |next: &Arrival| next.conditions.iter().all(|c| terms.eval_bool(*c, model) == Ok(true));
            let mut nexts = self.blocks(at).filter_map(|block| Some((block, self.after(state, block)?)));
            let (block, (to, next)) = nexts.find(|(_, (_, next))| is_taken(next))?;
            taken.push(block);
            if to != self.problem.cut.target {
                moment = self.moment(to, &next)?;
            }
            at = to;
        }
        Some(taken)
    }
}

/// What the states at a head say.
fn facts(problem: &Problem, around: &[Symbol], matters: &BTreeSet<Symbol>, states: &[&Arrival]) -> Vec<Fact> {
    let terms = problem.terms;
    let which = |state: &Arrival| {
        terms.and(around.iter().map(|since| terms.eq(terms.sym(*since), state.effect[since])).collect())
    };
    let mut found = vec![Fact::of(terms.or(states.iter().copied().map(which).collect()))];
    let is_ghost = |s: &Symbol| problem.ghosts.iter().any(|g| g.symbol == *s);
    // What is not assigned before it is read is no input.
    let lasting = |t: Term| terms.symbols(t).iter().all(|s| !problem.variables.contains(s));
    let t = terms.symbol("t", Sort::Int, Range::ALL);
    // What is said of each state, in one fact.
    let holds = |state: &&Arrival| state.conditions.iter().copied().filter(|c| lasting(*c)).collect();
    let mut says: Vec<Vec<Term>> = states.iter().map(holds).collect();
    for &s in matters.iter().filter(|s| !is_ghost(s)) {
        let values: Vec<Option<Term>> =
            states.iter().map(|state| state.effect.get(&s).copied().filter(|v| lasting(*v))).collect();
        let is_array = terms.info(s).sort == Sort::Array;
        let fact = |body: Term| Fact { bound: if is_array { vec![t] } else { vec![] }, body };
        let equation = |value: Term| match is_array {
            true => terms.eq(terms.select(terms.sym(s), terms.sym(t)), terms.select(value, terms.sym(t))),
            false => terms.eq(terms.sym(s), value),
        };
        let always = values[0].filter(|first| values.iter().all(|v| *v == Some(*first)));
        if let Some(value) = always {
            found.push(fact(equation(value)));
            continue;
        }
        for ((state, value), says) in states.iter().zip(values).zip(&mut says) {
            let Some(equation) = value.map(equation) else { continue };
            match is_array {
                true => found.push(fact(terms.implies(which(state), equation))),
                false => says.push(equation),
            }
        }
    }
    for (state, says) in states.iter().zip(says).filter(|(_, says)| !says.is_empty()) {
        found.push(Fact::of(terms.implies(which(state), terms.and(says))));
    }
    found
}
