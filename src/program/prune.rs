//! Dropping what cannot matter to one target: dead ends, and with them assignments nothing depends on.

use super::contract::contract;
use super::{Instruction, LocationId, Program};
use crate::term::{Symbol, Terms};
use petgraph::visit::Dfs;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Keeps only edges on paths from the start to `target`. Location numbers stay.
pub fn towards(program: &Program, target: LocationId) -> Program {
    let forward = reached(program, program.start, false);
    let backward = reached(program, target, true);
    program.with_edges(|from, to, _| {
        [from, to].iter().all(|l| forward.contains(l) && backward.contains(l)) && from != target
    })
}

fn reached(program: &Program, from: LocationId, backwards: bool) -> FxHashSet<LocationId> {
    let mut seen = FxHashSet::default();
    if backwards {
        let reversed = petgraph::visit::Reversed(&program.graph);
        let mut walk = Dfs::new(reversed, from);
        while let Some(l) = walk.next(reversed) {
            seen.insert(l);
        }
    } else {
        let mut walk = Dfs::new(&program.graph, from);
        while let Some(l) = walk.next(&program.graph) {
            seen.insert(l);
        }
    }
    seen
}

/// The slice of an SSA program towards `target`: assignments that no remaining
/// condition depends on go, then branches that no longer decide anything,
/// until nothing changes. Conditions on the way to the target stay, so a path
/// of the slice is a path of the program and the other way round.
pub fn slice(terms: &Terms, program: &Program, target: LocationId) -> Program {
    let mut now = program.clone();
    loop {
        let edges = now.graph.edge_count();
        drop_unused(terms, &mut now);
        now = contract(terms, &now, target);
        now = towards(&now, target);
        if now.graph.edge_count() == edges {
            return now;
        }
    }
}

/// Turns assignments of variables that no condition depends on into nothing.
pub fn drop_unused(terms: &Terms, program: &mut Program) {
    drop_unused_but(terms, program, &[]);
}

/// Turns assignments of variables into nothing that neither a condition nor one of the variables that are `seen` depends on.
pub fn drop_unused_but(terms: &Terms, program: &mut Program, seen: &[Symbol]) {
    let mut sources: FxHashMap<Symbol, BTreeSet<Symbol>> = FxHashMap::default();
    let mut needed: Vec<Symbol> = seen.to_vec();
    for edge in program.graph.edge_weights() {
        match &edge.instruction {
            Instruction::Assign(x, e) => sources.entry(*x).or_default().extend(terms.symbols(*e)),
            Instruction::Copy(copies) => copies.iter().for_each(|(x, y)| {
                sources.entry(*x).or_default().insert(*y);
            }),
            Instruction::Assume(c) => needed.extend(terms.symbols(*c)),
            Instruction::Skip => {}
        }
    }
    let mut used: FxHashSet<Symbol> = FxHashSet::default();
    while let Some(s) = needed.pop() {
        if used.insert(s) {
            needed.extend(sources.get(&s).into_iter().flatten());
        }
    }
    for edge in program.graph.edge_weights_mut() {
        match &mut edge.instruction {
            Instruction::Assign(x, _) if !used.contains(x) => edge.instruction = Instruction::Skip,
            Instruction::Copy(copies) => {
                copies.retain(|(x, _)| used.contains(x));
                if copies.is_empty() {
                    edge.instruction = Instruction::Skip;
                }
            }
            _ => {}
        }
    }
}
