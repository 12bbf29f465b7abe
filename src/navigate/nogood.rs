//! Why a root chain was refuted: the parts of it that every chain with the same conflict shares.
//!
//! In SSA form the value a node reads is settled by the last node before it
//! that writes the variable. Following that back from the conflicting
//! constraints gives a set of edges, loops and branches; any other root chain that
//! contains all of them has the same constraints. (This needs the parts of a
//! simple path to come in one order, which reducible graphs ensure.) Parts that
//! no chain can avoid say nothing, and are left out.

use crate::chain::{Branch, Chain, Form, Item, Node};
use crate::program::{EdgeRef, LocationId, Program, ssa};
use crate::term::{Symbol, Terms};
use petgraph::algo::dominators::simple_fast;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The parts of `chain` that the constraints of the given nodes depend on.
pub(super) fn parts(
    terms: &Terms,
    program: &Program,
    form: &Form,
    chain: &Chain,
    nodes: impl IntoIterator<Item = usize>,
) -> BTreeSet<Item> {
    let mut writers: FxHashMap<Symbol, Vec<usize>> = FxHashMap::default();
    for (at, node) in chain.nodes.iter().enumerate() {
        writes(form, node).for_each(|symbol| writers.entry(symbol).or_default().push(at));
    }
    let mut found = BTreeSet::new();
    let mut seen: FxHashSet<(usize, Option<Symbol>)> = FxHashSet::default();
    let mut todo: Vec<(usize, Option<Symbol>)> = nodes.into_iter().map(|n| (n, None)).collect();
    while let Some((at, wanted)) = todo.pop() {
        if !seen.insert((at, wanted)) {
            continue;
        }
        found.insert(chain.items[at]);
        for symbol in reads(terms, program, form, &chain.nodes[at], wanted) {
            let all = writers.get(&symbol).map_or(&[][..], Vec::as_slice);
            let before = all.partition_point(|writer| *writer < at);
            todo.extend(before.checked_sub(1).map(|last| (all[last], Some(symbol))));
        }
    }
    found
}

/// The parts that every path from the start to the target has: what dominates the target in the graph whose edges are
/// locations, too.
pub(super) fn unavoidable(program: &Program, target: LocationId) -> FxHashSet<Item> {
    let graph = &program.graph;
    let mut parts: DiGraph<Item, ()> = DiGraph::new();
    let at: Vec<NodeIndex> = graph.node_indices().map(|at| parts.add_node(Item::At(at))).collect();
    for edge in graph.edge_references() {
        let passed = parts.add_node(Item::Edge(edge.id()));
        parts.add_edge(at[edge.source().index()], passed, ());
        parts.add_edge(passed, at[edge.target().index()], ());
    }
    let dominators = simple_fast(&parts, at[program.start.index()]);
    let all = dominators.dominators(at[target.index()]);
    all.into_iter().flatten().map(|part| parts[part]).collect()
}

/// What the node reads; of a transform, for the value of `wanted`.
fn reads(terms: &Terms, program: &Program, form: &Form, node: &Node, wanted: Option<Symbol>) -> BTreeSet<Symbol> {
    match node {
        Node::Assume { condition, .. } => terms.symbols(*condition),
        Node::Transform { assignments, .. } => {
            let relevant = assignments.iter().filter(|(x, _)| wanted.is_none_or(|w| w == *x));
            relevant.flat_map(|(_, e)| terms.symbols(*e)).collect()
        }
        Node::Loop(id) => {
            let of = &form.loops[id.0];
            let inside = program
                .graph
                .edge_references()
                .filter(|e| of.members.contains(&e.source()) && of.members.contains(&e.target()));
            let mut read: BTreeSet<Symbol> = inside.flat_map(|e| ssa::reads(terms, &e.weight().instruction)).collect();
            read.extend(&of.carried);
            read
        }
        Node::Branch(id) => {
            let Branch { arms, carried, .. } = &form.branches[id.0];
            let nodes = arms.iter().flat_map(|arm| &form.subchains[arm.0].nodes);
            let mut read: BTreeSet<Symbol> = nodes.flat_map(|node| reads(terms, program, form, node, None)).collect();
            read.extend(carried.values().flatten());
            read
        }
    }
}

fn writes<'a>(form: &'a Form, node: &'a Node) -> Box<dyn Iterator<Item = Symbol> + 'a> {
    match node {
        Node::Assume { .. } => Box::new(std::iter::empty()),
        Node::Transform { assignments, .. } => Box::new(assignments.iter().map(|(x, _)| *x)),
        Node::Loop(id) => Box::new(form.loops[id.0].carried.iter().copied()),
        Node::Branch(id) => Box::new(form.branches[id.0].carried.keys().copied()),
    }
}
