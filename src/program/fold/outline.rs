//! The graph of a program with what its edges read and write, in which a branch that was folded is one edge.

use super::region::Region;
use crate::program::ssa::{self, Origins, Ssa};
use crate::program::{Instruction, LocationId};
use crate::term::{Symbol, Terms};
use petgraph::graph::DiGraph;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// The ways of a program from its start to a target. Locations have the numbers that they have in the program.
pub(super) struct Outline {
    pub graph: DiGraph<(), Rc<Uses>>,
    pub start: LocationId,
    pub target: LocationId,
}

/// Which variables are read and which are written on an edge, or in a region.
#[derive(Debug, Default)]
pub(super) struct Uses {
    pub reads: FxHashSet<Symbol>,
    pub writes: FxHashSet<Symbol>,
}

impl Uses {
    fn of(terms: &Terms, instruction: &Instruction, origins: &Origins) -> Uses {
        let variable = |s: Symbol| origins.get(&s).copied().unwrap_or(s);
        match instruction {
            // The copy of a φ leaves its variable as it is.
            Instruction::Copy(copies) => {
                let copies = copies.iter().map(|(x, y)| (variable(*x), variable(*y))).filter(|(x, y)| x != y);
                let (writes, reads) = copies.unzip();
                Uses { reads, writes }
            }
            _ => Uses {
                reads: ssa::reads(terms, instruction).into_iter().map(variable).collect(),
                writes: ssa::writes(instruction).into_iter().map(variable).collect(),
            },
        }
    }

    /// What is read or written there.
    pub fn touched(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.reads.union(&self.writes).copied()
    }
}

impl Outline {
    /// Nothing is folded yet.
    pub fn of(terms: &Terms, program: &Ssa, origins: &Origins, target: LocationId) -> Outline {
        let graph = program.graph.map(|_, _| (), |_, edge| Rc::new(Uses::of(terms, &edge.instruction, origins)));
        Outline { graph, start: program.start, target }
    }

    /// The same with each of these regions, which do not overlap, as an edge.
    pub fn fold(&mut self, regions: Vec<Region>) {
        let within = |r: &Region| r.inside.iter().copied().chain([r.branch]).collect::<Vec<_>>();
        let gone: FxHashSet<LocationId> = regions.iter().flat_map(within).collect();
        let mut graph = DiGraph::with_capacity(self.graph.node_count(), self.graph.edge_count());
        self.graph.node_indices().for_each(|_| {
            graph.add_node(());
        });
        for edge in self.graph.raw_edges().iter().filter(|e| !gone.contains(&e.source())) {
            graph.add_edge(edge.source(), edge.target(), edge.weight.clone());
        }
        for region in regions {
            graph.add_edge(region.branch, region.join, Rc::new(region.uses));
        }
        self.graph = graph;
    }
}
