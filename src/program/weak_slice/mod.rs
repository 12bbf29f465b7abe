//! The weak slice of a program towards a target: without loops and branches that change nothing of what decides whether
//! it is reached, and without what is assumed of nothing that does, as if all of these ended and all of that held. Whoever
//! reaches the target in the program does so in the slice, which knows nothing of runs that go on for ever: the slice is
//! for proofs. (Weiser 1981; that it need not end is where weak control dependence differs from strong, Podgurski and
//! Clarke 1990.)

use super::{Edge, Instruction, LocationId, Program, Role, prune};
use crate::term::{Symbol, Terms};
use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{EdgeRef, Reversed};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The slice, if it has fewer branches than the program. Locations keep their numbers. What is read from a stream of inputs
/// stays where something that matters is read from it later.
pub fn weak_slice(terms: &Terms, program: &Program, target: LocationId) -> Option<Program> {
    let on_the_way = prune::towards(program, target);
    let ways = Ways::of(program, &on_the_way, target);
    let (branches, relevant) = ways.relevant(terms, &on_the_way);
    let skipped: Vec<LocationId> = ways.branching().filter(|at| !branches.contains(at)).collect();
    if skipped.is_empty() {
        return None;
    }
    // Of a branch that matters all conditions do.
    let matters = |edge: &Edge| match &edge.instruction {
        Instruction::Assume(c) => terms.symbols(*c).iter().all(|s| relevant.contains(s)),
        Instruction::Assign(x, _) => relevant.contains(x),
        Instruction::Copy(_) | Instruction::Skip => true,
    };
    let dropped: FxHashSet<LocationId> = skipped.iter().copied().collect();
    let mut slice = on_the_way.with_edges(|from, _, _| !dropped.contains(&from));
    for edge in slice.graph.edge_weights_mut().filter(|edge| !matters(edge)) {
        edge.instruction = Instruction::Skip;
    }
    for from in skipped {
        let span = on_the_way.graph.edges(from).next()?.weight().span;
        slice.add_edge(from, ways.after(from)?, Instruction::Skip, span, Role::Step);
    }
    Some(prune::towards(&slice, target))
}

/// The ways to the target, and out of them: everything that leaves them ends in one place, and so does the target.
struct Ways {
    /// Without what edges do.
    graph: DiGraph<(), ()>,
    of: FxHashMap<LocationId, NodeIndex>,
    locations: Vec<LocationId>,
    end: NodeIndex,
    target: LocationId,
    /// What is passed by all who come from a place.
    after: Dominators<NodeIndex>,
}

impl Ways {
    fn of(program: &Program, on_the_way: &Program, target: LocationId) -> Ways {
        let mut graph = DiGraph::new();
        let mut of: FxHashMap<LocationId, NodeIndex> = FxHashMap::default();
        let mut locations = Vec::new();
        let ends = on_the_way.graph.edge_references().flat_map(|e| [e.source(), e.target()]);
        for at in ends.chain([on_the_way.start, target]) {
            of.entry(at).or_insert_with(|| {
                locations.push(at);
                graph.add_node(())
            });
        }
        let end = graph.add_node(());
        for at in &locations {
            let edges: Vec<_> = on_the_way.graph.edges(*at).collect();
            for e in &edges {
                graph.update_edge(of[at], of[&e.target()], ());
            }
            let may_leave = *at == target || edges.len() < program.graph.edges(*at).count();
            if may_leave {
                graph.update_edge(of[at], end, ());
            }
        }
        let after = simple_fast(Reversed(&graph), end);
        Ways { graph, of, locations, end, target, after }
    }

    /// Locations with more than one way on.
    fn branching(&self) -> impl Iterator<Item = LocationId> {
        self.locations.iter().copied().filter(|at| self.graph.edges(self.of[at]).count() > 1)
    }

    /// Where all go on who come from a location.
    fn after(&self, at: LocationId) -> Option<LocationId> {
        let node = self.after.immediate_dominator(self.of[&at]).filter(|node| *node != self.end)?;
        self.locations.get(node.index()).copied()
    }

    /// The branches that decide whether a location is passed, by location.
    fn deciding(&self) -> FxHashMap<NodeIndex, Vec<LocationId>> {
        let mut deciding: FxHashMap<NodeIndex, Vec<LocationId>> = FxHashMap::default();
        for at in self.branching() {
            let node = self.of[&at];
            let last = self.after.immediate_dominator(node);
            for next in self.graph.neighbors(node) {
                let mut passed = Some(next);
                while let Some(here) = passed.filter(|here| Some(*here) != last) {
                    deciding.entry(here).or_default().push(at);
                    passed = self.after.immediate_dominator(here);
                }
            }
        }
        deciding
    }

    /// The branches that matter to the target, and the variables that do.
    fn relevant(&self, terms: &Terms, program: &Program) -> (FxHashSet<LocationId>, FxHashSet<Symbol>) {
        let deciding = self.deciding();
        let mut said: FxHashMap<Symbol, Vec<(LocationId, BTreeSet<Symbol>)>> = FxHashMap::default();
        for e in program.graph.edge_references() {
            match &e.weight().instruction {
                Instruction::Assign(x, value) => {
                    said.entry(*x).or_default().push((e.source(), terms.symbols(*value)));
                }
                Instruction::Copy(copies) => copies.iter().for_each(|(x, y)| {
                    said.entry(*x).or_default().push((e.source(), [*y].into()));
                }),
                // What is assumed of something that matters does.
                Instruction::Assume(c) if matches!(e.weight().role, Role::Assumed | Role::Given(_)) => {
                    let read = terms.symbols(*c);
                    read.iter().for_each(|s| said.entry(*s).or_default().push((e.source(), read.clone())));
                }
                Instruction::Assume(_) | Instruction::Skip => {}
            }
        }
        let (mut branches, mut symbols) = (FxHashSet::default(), FxHashSet::default());
        let mut passed: FxHashSet<NodeIndex> = FxHashSet::default();
        let mut places = vec![self.of[&self.target]];
        let mut needed: Vec<Symbol> = Vec::new();
        // Where nothing is passed by all who go on, some get to the target and some do not.
        let mut decided: Vec<LocationId> = self.branching().filter(|at| self.after(*at).is_none()).collect();
        loop {
            if let Some(place) = places.pop() {
                if passed.insert(place) {
                    decided.extend(deciding.get(&place).into_iter().flatten());
                }
            } else if let Some(branch) = decided.pop() {
                if branches.insert(branch) {
                    places.push(self.of[&branch]);
                    for e in program.graph.edges(branch) {
                        if let Instruction::Assume(c) = &e.weight().instruction {
                            needed.extend(terms.symbols(*c));
                        }
                    }
                }
            } else if let Some(symbol) = needed.pop() {
                if symbols.insert(symbol) {
                    for (from, read) in said.get(&symbol).into_iter().flatten() {
                        places.push(self.of[from]);
                        // Whether that is done is decided there.
                        decided.extend(Some(*from).filter(|from| self.graph.edges(self.of[from]).count() > 1));
                        needed.extend(read);
                    }
                }
            } else {
                return (branches, symbols);
            }
        }
    }
}

#[cfg(test)]
mod tests;
