//! A program cut at its loop heads, and the blocks from one cut point to the next.
//!
//! Between cut points there are no cycles, so each block is one condition and one effect on the variables: where paths
//! meet, values become choices between those of the paths. Different blocks from one point exclude one another.

use crate::budget::{Budget, Stop};
use crate::program::unread::unread;
use crate::program::{EdgeRef, Instruction, LocationId, Program};
use crate::term::{Symbol, Term, Terms, agreeing};
use petgraph::Direction;
use petgraph::visit::{DfsEvent, depth_first_search};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;

/// So many different terms is as far as blocks are followed.
const TERMS: usize = 2_000_000;

/// What happens between two cut points, in terms of the values at the first.
#[derive(Clone, Debug)]
pub struct Block {
    /// The start or a cut point.
    pub from: LocationId,
    /// A cut point or the target.
    pub to: LocationId,
    /// The line of the last edge.
    pub line: u32,
    /// Whether the last edge goes back, so that the block ends a round of the loop that it leads to.
    pub again: bool,
    /// When it is taken: all of these hold.
    pub conditions: Vec<Term>,
    /// The new values of what it assigns and somebody may read.
    pub effect: FxHashMap<Symbol, Term>,
}

impl Block {
    /// What a condition on the values at the end says of those at the beginning.
    pub fn before(&self, terms: &Terms, t: Term) -> Term {
        terms.substitute(t, &|s| self.effect.get(&s).copied())
    }
}

/// A program as cut points and blocks.
#[derive(Clone, Debug)]
pub struct Cut {
    /// Where it begins.
    pub start: LocationId,
    /// The loop heads.
    pub points: BTreeSet<LocationId>,
    /// What is to be excluded.
    pub target: LocationId,
    /// From each point to the next, in the order of the points.
    pub blocks: Vec<Block>,
}

/// Why there are no blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Uncut {
    /// They cannot be written down within the limits.
    #[error("the blocks between its loop heads take more than {TERMS} terms")]
    TooLarge,
    /// There was no time for it.
    #[error("{0}")]
    Stopped(Stop),
    /// There is nothing to exclude.
    #[error("the target is where the program begins, so it is reached")]
    AtStart,
}

/// What holds at a location on the way from a cut point.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arrival {
    /// When it is reached: all of these hold.
    pub conditions: Vec<Term>,
    /// The new values of what was assigned.
    pub effect: FxHashMap<Symbol, Term>,
}

/// Cuts a program at its loop heads. Only what is reachable in the graph is looked at.
pub fn cut(terms: &Terms, program: &Program, target: LocationId, budget: &Budget) -> Result<Cut, Uncut> {
    cut_at(terms, program, (target, &BTreeSet::new()), budget)
}

/// The same with further cut points.
pub fn cut_at(
    terms: &Terms,
    program: &Program,
    (target, further): (LocationId, &BTreeSet<LocationId>),
    budget: &Budget,
) -> Result<Cut, Uncut> {
    if program.start == target {
        return Err(Uncut::AtStart);
    }
    let mut retreating = FxHashSet::default();
    let mut finished = Vec::new();
    depth_first_search(&program.graph, [program.start], |event| match event {
        DfsEvent::BackEdge(from, head) => {
            retreating.insert((from, head));
        }
        DfsEvent::Finish(at, _) => finished.push(at),
        _ => {}
    });
    finished.reverse();
    // Without the edges into cut points, the order in which locations were finished is a topological one.
    let order: FxHashMap<LocationId, usize> = finished.iter().enumerate().map(|(i, at)| (*at, i)).collect();
    let mut points: BTreeSet<LocationId> = retreating.iter().map(|(_, head)| *head).collect();
    points.extend(further.iter().filter(|at| order.contains_key(at)));
    let mut cut = Cut { start: program.start, points, target, blocks: Vec::new() };
    let mut begins: Vec<LocationId> = cut.points.iter().copied().filter(|p| *p != program.start).collect();
    begins.insert(0, program.start);
    let seen = Seen { order, retreating, unread: unread(terms, program) };
    for from in begins {
        cut.follow(terms, program, from, &seen, budget)?;
    }
    Ok(cut)
}

/// What is seen of a program before blocks are followed.
struct Seen {
    /// A topological order of its locations, without the edges into cut points.
    order: FxHashMap<LocationId, usize>,
    /// Where edges go back.
    retreating: FxHashSet<(LocationId, LocationId)>,
    /// By edge, the variables that nothing reads any more behind it.
    unread: Vec<Vec<Symbol>>,
}

impl Cut {
    fn ends_at(&self, at: LocationId) -> bool {
        at == self.target || self.points.contains(&at)
    }

    /// Adds the blocks from a point.
    fn follow(
        &mut self,
        terms: &Terms,
        program: &Program,
        from: LocationId,
        seen: &Seen,
        budget: &Budget,
    ) -> Result<(), Uncut> {
        let mut waiting: BTreeMap<usize, (LocationId, Vec<Arrival>)> = BTreeMap::new();
        waiting.insert(seen.order[&from], (from, vec![Arrival::default()]));
        while let Some((_, (at, arrivals))) = waiting.pop_first() {
            if terms.len() > TERMS {
                return Err(Uncut::TooLarge);
            }
            if let Some(stop) = budget.stop() {
                return Err(Uncut::Stopped(stop));
            }
            let here = joined(terms, arrivals);
            for edge in program.graph.edges_directed(at, Direction::Outgoing) {
                let Some(mut next) = here.along(terms, &edge.weight().instruction) else { continue };
                // Whatever it is, nobody asks any more.
                next.effect.retain(|x, _| !seen.unread[edge.id().index()].contains(x));
                let to = edge.target();
                if self.ends_at(to) {
                    let (line, again) = (edge.weight().span.line, seen.retreating.contains(&(at, to)));
                    self.blocks.push(Block { from, to, line, again, conditions: next.conditions, effect: next.effect });
                } else {
                    waiting.entry(seen.order[&to]).or_insert((to, Vec::new())).1.push(next);
                }
            }
        }
        Ok(())
    }
}

impl Arrival {
    /// What holds after an edge, unless it is never taken.
    fn along(&self, terms: &Terms, instruction: &Instruction) -> Option<Arrival> {
        let now = |s: Symbol| self.effect.get(&s).copied();
        let (mut conditions, mut effect) = (self.conditions.clone(), self.effect.clone());
        match instruction {
            Instruction::Skip => {}
            Instruction::Assume(condition) => {
                assume(terms, &mut conditions, terms.substitute(*condition, &now))?;
            }
            Instruction::Assign(x, value) => {
                effect.insert(*x, terms.substitute(*value, &now));
            }
            Instruction::Copy(copies) => {
                let values = copies.iter().map(|(x, y)| (*x, now(*y).unwrap_or_else(|| terms.sym(*y))));
                effect.extend(values);
            }
        }
        Some(Arrival { conditions, effect })
    }

    /// What holds after a block that begins here, unless it is never taken.
    pub fn taking(&self, terms: &Terms, block: &Block) -> Option<Arrival> {
        let now = |s: Symbol| self.effect.get(&s).copied();
        let (mut conditions, mut effect) = (self.conditions.clone(), self.effect.clone());
        for condition in &block.conditions {
            assume(terms, &mut conditions, terms.substitute(*condition, &now))?;
        }
        effect.extend(block.effect.iter().map(|(s, t)| (*s, terms.substitute(*t, &now))));
        Some(Arrival { conditions, effect })
    }
}

/// Adds a condition to others, unless it contradicts one of them.
fn assume(terms: &Terms, conditions: &mut Vec<Term>, condition: Term) -> Option<()> {
    for conjunct in terms.conjuncts(condition) {
        if terms.as_bool(conjunct) == Some(false) || conditions.contains(&terms.not(conjunct)) {
            return None;
        }
        if terms.as_bool(conjunct).is_none() && !conditions.contains(&conjunct) {
            conditions.push(conjunct);
        }
    }
    Some(())
}

/// Several arrivals at one location as one. Their conditions exclude one another.
pub(crate) fn joined(terms: &Terms, mut arrivals: Vec<Arrival>) -> Arrival {
    if arrivals.len() > 2
        && let Some(common) = shared(&arrivals)
    {
        return joined_at_once(terms, arrivals, &common);
    }
    let mut all = arrivals.pop().expect("a location that waits was arrived at");
    while let Some(other) = arrivals.pop() {
        let mut common = Vec::new();
        let (mut here, mut there) = (Vec::new(), Vec::new());
        for c in &other.conditions {
            if all.conditions.contains(c) { &mut common } else { &mut there }.push(*c);
        }
        here.extend(all.conditions.iter().copied().filter(|c| !common.contains(c)));
        let (here, there) = (terms.and(here), terms.and(there));
        all = Arrival { effect: chosen(terms, there, &other, &all), ..all };
        common.extend(terms.conjuncts(terms.or(vec![here, there])));
        all.conditions = common;
    }
    all
}

/// The conditions of all arrivals, if no others are those of several.
fn shared(arrivals: &[Arrival]) -> Option<FxHashSet<Term>> {
    let mut counts: FxHashMap<Term, usize> = FxHashMap::default();
    arrivals.iter().flat_map(|arrival| &arrival.conditions).for_each(|c| *counts.entry(*c).or_default() += 1);
    let is_either = counts.values().all(|count| *count == 1 || *count == arrivals.len());
    is_either.then(|| counts.into_iter().filter(|(_, count)| *count > 1).map(|(c, _)| c).collect())
}

/// What joining one after the other comes to as well, without a disjunction for each that is joined, nor a choice between
/// those that agree.
fn joined_at_once(terms: &Terms, arrivals: Vec<Arrival>, common: &FxHashSet<Term>) -> Arrival {
    let own =
        |arrival: &Arrival| terms.and(arrival.conditions.iter().copied().filter(|c| !common.contains(c)).collect());
    let ways: Vec<Term> = arrivals.iter().map(own).collect();
    let mut effect: FxHashMap<Symbol, Vec<(usize, Term)>> = FxHashMap::default();
    for (way, arrival) in arrivals.iter().enumerate() {
        arrival.effect.iter().for_each(|(s, value)| effect.entry(*s).or_default().push((way, *value)));
    }
    let effect = effect.into_iter().map(|(s, values)| (s, held(terms, &ways, terms.sym(s), &values))).collect();
    let mut conditions: Vec<Term> = arrivals[0].conditions.iter().copied().filter(|c| common.contains(c)).collect();
    conditions.extend(terms.conjuncts(terms.or(ways)));
    Arrival { conditions, effect }
}

/// What a variable holds after one of these ways, given what it does after some of them, in their order, and after others.
fn held(terms: &Terms, ways: &[Term], other: Term, values: &[(usize, Term)]) -> Term {
    let values = values.iter().copied();
    let mut groups = if 2 * values.len() < ways.len() {
        let differ = values.filter(|(_, value)| *value != other).map(|(way, value)| (ways[way], value));
        let mut groups = agreeing(differ);
        groups.push((other, Vec::new()));
        groups
    } else {
        let assigned: FxHashMap<usize, Term> = values.collect();
        agreeing(ways.iter().enumerate().map(|(way, condition)| (*condition, *assigned.get(&way).unwrap_or(&other))))
    };
    let rest = groups.pop().map_or(other, |(value, _)| value);
    groups.into_iter().rev().fold(rest, |rest, (value, ways)| terms.ite(terms.or(ways), value, rest))
}

/// The values of one arrival where `there` holds, else those of another.
fn chosen(terms: &Terms, there: Term, one: &Arrival, other: &Arrival) -> FxHashMap<Symbol, Term> {
    let mut effect = FxHashMap::default();
    for s in other.effect.keys().chain(one.effect.keys()).copied() {
        let of = |arrival: &Arrival| arrival.effect.get(&s).copied().unwrap_or_else(|| terms.sym(s));
        effect.entry(s).or_insert_with(|| terms.ite(there, of(one), of(other)));
    }
    effect
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Model;
    use crate::term::{Int, Range, Sort};

    /// Many arrivals at once are what they are one after the other, whatever conditions they share.
    #[test]
    fn how_many_are_joined_at_once_does_not_matter() {
        let terms = Terms::new();
        let [x, y, z, rare] = ["x", "y", "z", "rare"].map(|name| terms.symbol(name, Sort::Int, Range::ALL));
        let number = |n: i64| terms.int(n);
        let is = |s: Symbol, n: i64| terms.eq(terms.sym(s), number(n));
        for some_share in [false, true] {
            let arrivals: Vec<Arrival> = (0..7)
                .map(|n| {
                    let mut conditions = vec![terms.le(number(0), terms.sym(z)), is(x, n)];
                    if some_share && n > 3 {
                        conditions.push(is(z, 1));
                    }
                    let effect = [(y, number(3 * n)), (if n % 2 == 0 { z } else { x }, number(-n))];
                    let effect = effect.into_iter().chain((n == 2 || n == 4).then(|| (rare, number(n / 4))));
                    Arrival { conditions, effect: effect.collect() }
                })
                .collect();
            assert_eq!(shared(&arrivals).is_none(), some_share);
            let at_once = joined(&terms, arrivals.clone());
            let in_a_row = arrivals.into_iter().rev().reduce(|all, one| joined(&terms, vec![one, all])).expect("some");
            for (vx, vz) in (-1..8).flat_map(|vx| (-1..3).map(move |vz| (vx, vz))) {
                let mut model = Model::new(&terms);
                [(x, vx), (y, 100), (z, vz), (rare, 9)].into_iter().for_each(|(s, v)| model.set_int(s, Int::from(v)));
                let holds = |a: &Arrival| a.conditions.iter().all(|c| terms.eval_bool(*c, &model) == Ok(true));
                assert_eq!(holds(&at_once), holds(&in_a_row), "x = {vx}, z = {vz}");
                let value = |a: &Arrival, s: Symbol| {
                    terms.eval_int(a.effect.get(&s).copied().unwrap_or_else(|| terms.sym(s)), &model)
                };
                if holds(&at_once) {
                    assert_eq!(value(&at_once, y), Ok(Int::from(3 * vx)), "x = {vx}, z = {vz}");
                    assert_eq!(
                        value(&at_once, rare),
                        Ok(Int::from(match vx {
                            2 => 0,
                            4 => 1,
                            _ => 9,
                        }))
                    );
                    [x, z].into_iter().for_each(|s| assert_eq!(value(&at_once, s), value(&in_a_row, s)));
                }
            }
        }
    }
}
