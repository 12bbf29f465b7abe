//! Whether a program may run for ever, as far as ranges tell.

use super::{Simplified, States};
use crate::loops;
use crate::program::{EdgeRef, Instruction, LocationId, Program};
use crate::term::{Int, Sort, Symbol, Term, Terms};
use petgraph::graph::EdgeIndex;
use petgraph::visit::EdgeFiltered;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// Whether every run of the program comes to an end: each part of it that may go round has a variable that only grows,
/// or only shrinks, within a finite range, and what is left without the edges where it does so ends as well.
/// `states` are the ranges that it was simplified by.
pub fn ends_always(terms: &Terms, program: &Simplified, states: &States) -> bool {
    let mut left: FxHashSet<EdgeIndex> = program.graph.edge_indices().collect();
    loop {
        let part = EdgeFiltered::from_fn(&program.graph, |e| left.contains(&e.id()));
        let home = loops::homes(&part);
        let mut rounds: BTreeMap<usize, Vec<EdgeIndex>> = BTreeMap::new();
        for e in program.graph.edge_references().filter(|e| left.contains(&e.id())) {
            let number = home[&e.source()];
            if number == home[&e.target()] {
                rounds.entry(number).or_default().push(e.id());
            }
        }
        left = FxHashSet::default();
        for edges in rounds.into_values() {
            let few = passed_rarely(terms, program, states, &edges);
            if few.is_empty() {
                return false;
            }
            left.extend(edges.into_iter().filter(|e| !few.contains(e)));
        }
        if left.is_empty() {
            return true;
        }
    }
}

/// The assignments of one variable among these edges.
#[derive(Default)]
struct Moves {
    /// The edges, and by how much the variable grows at least.
    up: Option<Vec<(EdgeIndex, Int)>>,
    /// The edges, and by how much it shrinks at least.
    down: Option<Vec<(EdgeIndex, Int)>>,
}

/// Edges among these, which go round together, that no run passes again and again: those where a variable grows that
/// never shrinks there and has a largest value, or the other way round.
fn passed_rarely(terms: &Terms, program: &Program, states: &States, edges: &[EdgeIndex]) -> FxHashSet<EdgeIndex> {
    let mut moves: BTreeMap<Symbol, Moves> = BTreeMap::new();
    for &e in edges {
        let at = program.graph.edge_endpoints(e).expect("an edge of this graph").0;
        match &program.graph[e].instruction {
            Instruction::Assign(x, value) => {
                let moved = moves.entry(*x).or_insert_with(|| Moves { up: Some(vec![]), down: Some(vec![]) });
                moved.add(terms, states, e, at, (*x, *value));
            }
            Instruction::Copy(copies) => moves.extend(copies.iter().map(|(x, _)| (*x, Moves::default()))),
            Instruction::Skip | Instruction::Assume(_) => {}
        }
    }
    let mut found = FxHashSet::default();
    for (x, Moves { up, down }) in moves {
        let range = |e: &EdgeIndex| {
            let at = program.graph.edge_endpoints(*e).expect("an edge of this graph").0;
            states.at(at).map(|domain| domain.range(terms, terms.sym(x)))
        };
        let strictly = |all: Option<Vec<(EdgeIndex, Int)>>| {
            all.into_iter().flatten().filter(|(_, by)| *by > Int::ZERO).map(|(e, _)| e)
        };
        found.extend(strictly(up).filter(|e| range(e).is_some_and(|r| r.hi.is_some())));
        found.extend(strictly(down).filter(|e| range(e).is_some_and(|r| r.lo.is_some())));
    }
    found
}

impl Moves {
    /// Notes an assignment where it only grows or only shrinks.
    fn add(&mut self, terms: &Terms, states: &States, e: EdgeIndex, at: LocationId, (x, value): (Symbol, Term)) {
        let domain = states.at(at).filter(|_| terms.info(x).sort == Sort::Int);
        let by = domain.map(|domain| domain.range(terms, terms.sub(value, terms.sym(x))));
        let not_negative = |n: &Int| *n >= Int::ZERO;
        let least = by.as_ref().and_then(|by| by.lo.clone()).filter(not_negative);
        let most = by.and_then(|by| by.hi).map(|hi| -hi).filter(not_negative);
        note(&mut self.up, e, least);
        note(&mut self.down, e, most);
    }
}

fn note(moves: &mut Option<Vec<(EdgeIndex, Int)>>, e: EdgeIndex, by: Option<Int>) {
    match (moves.as_mut(), by) {
        (Some(all), Some(by)) => all.push((e, by)),
        _ => *moves = None,
    }
}
