//! Why a root chain was refuted: the parts of it that every chain with the same conflict shares.
//!
//! In SSA form the value a node reads is settled by the last node before it
//! that writes the variable. Following that back from the conflicting
//! constraints gives a set of edges and loop nodes; any other root chain that
//! contains all of them has the same constraints. (This needs the parts of a
//! simple path to come in one order, which reducible graphs ensure.) Parts that
//! no chain can avoid say nothing, and are left out.

use crate::chain::{Chain, Form, Item, Node};
use crate::program::{EdgeRef, LocationId, Program, ssa};
use crate::term::{Symbol, Terms};
use std::collections::BTreeSet;

/// The parts of `chain` that the constraints of the given nodes depend on.
pub(super) fn parts(
    terms: &Terms,
    program: &Program,
    form: &Form,
    chain: &Chain,
    nodes: impl IntoIterator<Item = usize>,
) -> BTreeSet<Item> {
    let mut found = BTreeSet::new();
    let mut seen: BTreeSet<(usize, Option<Symbol>)> = BTreeSet::new();
    let mut todo: Vec<(usize, Option<Symbol>)> = nodes.into_iter().map(|n| (n, None)).collect();
    while let Some((at, wanted)) = todo.pop() {
        if !seen.insert((at, wanted)) {
            continue;
        }
        found.insert(chain.items[at]);
        for symbol in reads(terms, program, form, &chain.nodes[at], wanted) {
            let writer = chain.nodes[..at].iter().rposition(|n| writes(form, n, symbol));
            todo.extend(writer.map(|w| (w, Some(symbol))));
        }
    }
    found
}

/// Whether every path from the start to the target has this part.
pub(super) fn unavoidable(program: &Program, target: LocationId, item: Item) -> bool {
    let mut seen = BTreeSet::from([program.start]);
    let mut todo = vec![program.start];
    while let Some(at) = todo.pop() {
        if item == Item::Loop(at) {
            continue;
        }
        if at == target {
            return false;
        }
        for edge in program.graph.edges(at) {
            if item != Item::Edge(edge.id()) && seen.insert(edge.target()) {
                todo.push(edge.target());
            }
        }
    }
    true
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
    }
}

fn writes(form: &Form, node: &Node, symbol: Symbol) -> bool {
    match node {
        Node::Assume { .. } => false,
        Node::Transform { assignments, .. } => assignments.iter().any(|(x, _)| *x == symbol),
        Node::Loop(id) => form.loops[id.0].carried.contains(&symbol),
    }
}
