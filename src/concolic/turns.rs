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
use crate::program::Program;
use crate::solver::decide_once;
use std::collections::BTreeMap;

/// Whether rounds have to take turns in this order: none of them follows another one that comes at another place.
pub(super) fn have_to(names: &Names, program: &Program, rounds: &[Round], budget: &Budget) -> bool {
    let by_shape: BTreeMap<Shape, &Round> = rounds.iter().map(|round| (round.shape, round)).collect();
    let next = |i: usize| &rounds[i % rounds.len()];
    let period = rounds.len();
    if by_shape.len() == period {
        let others = |i: usize| by_shape.values().filter(move |round| round.shape != next(i + 1).shape);
        return (0..period).all(|i| others(i).all(|other| cannot_be(names, program, &[next(i), other], budget)));
    }
    let mut in_order = true;
    for i in 0..period {
        let others = by_shape.values().copied().filter(|other| other.shape != next(i + period).shape);
        for other in others {
            let all: Vec<&Round> = (i..i + period).map(next).chain([other]).collect();
            in_order = in_order && cannot_be(names, program, &all, budget);
        }
    }
    in_order
        && by_shape.values().all(|round| {
            let most = rounds.iter().filter(|other| other.shape == round.shape).count();
            cannot_be(names, program, &vec![*round; most + 1], budget)
        })
}

/// Whether nothing goes round so, wherever it begins.
fn cannot_be(names: &Names, program: &Program, rounds: &[&Round], budget: &Budget) -> bool {
    let mut state = State::new();
    for item in rounds.iter().flat_map(|round| &round.items) {
        // Of loops inside nothing is known here.
        let Item::Edge(edge) = item else { return false };
        match state.after(names, &program.graph[*edge].instruction) {
            Some(after) => state = after,
            None => return true,
        }
    }
    let conditions = [state.guard(), &names.meanings(state.guard())].concat();
    decide_once(names.terms, &conditions, budget, LONGEST).is_unsat()
}
