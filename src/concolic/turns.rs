//! Ways round a loop that take turns: rounds of them, one after the other, are one.
//!
//! That has a point only where they have to: where a round of one of them can be followed by others as well, each order of
//! them is a way of its own. Outside of their order such rounds are followed step by step, which is then never far; and
//! so each sequence of rounds is written in one way only.

use super::limits::turns::LONGEST;
use super::trace::{Item, Round, Shape};
use crate::bounded::names::Names;
use crate::bounded::state::State;
use crate::budget::Budget;
use crate::interval::States;
use crate::program::Program;
use crate::solver::decide_once;
use crate::term::{Range, Sort, Symbol};
use std::collections::{BTreeMap, BTreeSet};

/// What rounds are looked at with.
pub(super) struct With<'w, 'a> {
    pub names: &'w Names<'a>,
    pub program: &'a Program,
    /// Between what variables are.
    pub known: &'w States,
}

/// Whether rounds have to take turns in this order: none of them follows another one that comes at another place.
pub(super) fn have_to(with: &With, rounds: &[Round], budget: &Budget) -> bool {
    let by_shape: BTreeMap<Shape, &Round> = rounds.iter().map(|round| (round.shape, round)).collect();
    let next = |i: usize| &rounds[i % rounds.len()];
    let period = rounds.len();
    if by_shape.len() == period {
        let others = |i: usize| by_shape.values().filter(move |round| round.shape != next(i + 1).shape);
        return (0..period).all(|i| others(i).all(|other| cannot_be(with, &[next(i), other], budget)));
    }
    let mut in_order = true;
    for i in 0..period {
        let others = by_shape.values().copied().filter(|other| other.shape != next(i + period).shape);
        for other in others {
            let all: Vec<&Round> = (i..i + period).map(next).chain([other]).collect();
            in_order = in_order && cannot_be(with, &all, budget);
        }
    }
    in_order
        && by_shape.values().all(|round| {
            let most = rounds.iter().filter(|other| other.shape == round.shape).count();
            cannot_be(with, &vec![*round; most + 1], budget)
        })
}

/// Whether nothing goes round so, wherever it begins.
fn cannot_be(with: &With, rounds: &[&Round], budget: &Budget) -> bool {
    let With { names, program, known } = *with;
    let Some((from, _)) = rounds[0].first().and_then(|edge| program.graph.edge_endpoints(edge)) else { return false };
    let mut state = State::new();
    for item in rounds.iter().flat_map(|round| &round.items) {
        // Of loops inside nothing is known here.
        let Item::Edge(edge) = item else { return false };
        match state.after(names, &program.graph[*edge].instruction) {
            Some(after) => state = after,
            None => return true,
        }
    }
    let mut conditions = [state.guard(), &names.meanings(state.guard())].concat();
    let terms = names.terms;
    let mentioned: BTreeSet<Symbol> = conditions.iter().flat_map(|c| terms.symbols(*c)).collect();
    for symbol in mentioned.into_iter().filter(|s| terms.info(*s).sort == Sort::Int) {
        let at = terms.sym(symbol);
        let range = known.at(from).map_or(Range::ALL, |domain| domain.range(terms, at));
        conditions.extend(range.lo.map(|least| terms.le(terms.int(least), at)));
        conditions.extend(range.hi.map(|most| terms.le(at, terms.int(most))));
    }
    decide_once(names.terms, &conditions, budget, LONGEST).is_unsat()
}
