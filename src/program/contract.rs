//! Contraction: idle edges join their ends, idle branches become one edge, and so do those that only copy the same.
//!
//! Works on edge lists that can be redirected in place, so that the order of
//! the remaining edges (and with it the numbering of chains) stays.

use super::{Edge, Instruction, LocationId, Program, Role};
use crate::term::{Symbol, Terms};

/// Edges with their ends, and for each location the edges that touch it.
struct Bench {
    start: usize,
    edges: Vec<Option<(usize, usize, Edge)>>,
    outgoing: Vec<Vec<usize>>,
    incoming: Vec<Vec<usize>>,
}

/// A location, and what is copied on the way there, if anything is.
type Place = (usize, Option<Vec<(Symbol, Symbol)>>);

/// The program without idle edges (as far as they can go) and with branches
/// that lead to one place as one edge, copies aside: idle where they cover everything, else
/// with the disjunction of their conditions. Start and `target` stay.
pub(super) fn contract(terms: &Terms, program: &Program, target: LocationId) -> Program {
    let mut bench = Bench::of(program);
    let mut work: Vec<usize> = (0..bench.outgoing.len()).rev().collect();
    while let Some(at) = work.pop() {
        bench.merge_branches(terms, at);
        if at == bench.start || at == target.index() {
            continue;
        }
        let [only] = bench.outgoing[at][..] else { continue };
        let to = match &bench.edges[only] {
            Some((_, to, edge)) if edge.instruction == Instruction::Skip && *to != at => *to,
            _ => continue,
        };
        bench.remove(only);
        for e in std::mem::take(&mut bench.incoming[at]) {
            let (from, end, _) = bench.edges[e].as_mut().expect("listed edges exist");
            *end = to;
            work.push(*from);
            bench.incoming[to].push(e);
        }
    }
    let mut out = Program { graph: super::Graph::new(), ..program.clone() };
    for location in program.graph.node_weights() {
        out.graph.add_node(*location);
    }
    for (from, to, edge) in bench.edges.into_iter().flatten() {
        out.graph.add_edge(LocationId::new(from), LocationId::new(to), edge);
    }
    out
}

impl Bench {
    fn of(program: &Program) -> Bench {
        let places = program.graph.node_count();
        let start = program.start.index();
        let (outgoing, incoming) = (vec![Vec::new(); places], vec![Vec::new(); places]);
        let mut bench = Bench { start, edges: Vec::new(), outgoing, incoming };
        for e in program.graph.raw_edges() {
            let (from, to) = (e.source().index(), e.target().index());
            bench.outgoing[from].push(bench.edges.len());
            bench.incoming[to].push(bench.edges.len());
            bench.edges.push(Some((from, to, e.weight.clone())));
        }
        bench
    }

    fn remove(&mut self, e: usize) {
        let (from, to, _) = self.edges[e].take().expect("removed once");
        self.outgoing[from].retain(|&x| x != e);
        self.incoming[to].retain(|&x| x != e);
    }

    /// Where an edge to `to` leads: where only it leads, the copies of φs that follow take no place of their own.
    fn place(&self, to: usize) -> Place {
        if let ([_], [only]) = (&self.incoming[to][..], &self.outgoing[to][..])
            && let Some((_, next, Edge { instruction: Instruction::Copy(copies), .. })) = &self.edges[*only]
            && to != self.start
        {
            return (*next, Some(copies.clone()));
        }
        (to, None)
    }

    /// Edges from `at` to one place that differ only in their conditions become one.
    fn merge_branches(&mut self, terms: &Terms, at: usize) {
        let mut kept: Vec<(Place, usize)> = Vec::new();
        for e in self.outgoing[at].clone() {
            let (_, to, edge) = self.edges[e].as_ref().expect("listed edges exist");
            let Instruction::Assume(c) = edge.instruction else { continue };
            let to = *to;
            let place = self.place(to);
            let Some(&(_, first)) = kept.iter().find(|(known, _)| *known == place) else {
                kept.push((place, e));
                continue;
            };
            self.remove(e);
            if place.1.is_some() {
                self.remove(self.outgoing[to][0]);
            }
            let (_, _, edge) = self.edges[first].as_mut().expect("kept");
            if let Instruction::Assume(b) = edge.instruction {
                let both = terms.or(vec![b, c]);
                let whole = terms.as_bool(both) == Some(true);
                edge.instruction = if whole { Instruction::Skip } else { Instruction::Assume(both) };
                edge.role = if whole { Role::Step } else { edge.role };
            }
        }
    }
}
