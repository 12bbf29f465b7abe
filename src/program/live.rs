//! Which values may still be read.

use super::ssa::{reads, writes};
use super::{EdgeIndex, EdgeRef, Graph, Instruction, LocationId, Program};
use crate::term::{Symbol, Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// How many symbols share a number of bits.
const GROUP: usize = u64::BITS as usize;

/// For each location the symbols whose values may still be read.
#[derive(Clone, Debug)]
pub struct Live {
    /// All that are read somewhere, in their order.
    symbols: Vec<Symbol>,
    /// By location, for groups of them in their order, which are live: a bit for each.
    at: Vec<Vec<(u32, u64)>>,
}

/// Which symbols terms mention, for those who ask again: a term may be large.
#[derive(Default)]
pub struct Mentioned(FxHashMap<Term, BTreeSet<Symbol>>);

impl Mentioned {
    fn of(&mut self, terms: &Terms, t: Term) -> &BTreeSet<Symbol> {
        self.0.entry(t).or_insert_with(|| terms.symbols(t))
    }
}

impl Live {
    /// All symbols of a program.
    pub fn of(terms: &Terms, program: &Program) -> Live {
        Live::of_some(terms, &program.graph, &|_| true, &mut Mentioned::default())
    }

    /// Some of those of a graph.
    pub fn of_some(terms: &Terms, graph: &Graph, is_one: &dyn Fn(Symbol) -> bool, mentioned: &mut Mentioned) -> Live {
        let (mut read, mut written): (BTreeMap<Symbol, Vec<LocationId>>, BTreeMap<Symbol, Vec<EdgeIndex>>) =
            (BTreeMap::new(), BTreeMap::new());
        for edge in graph.edge_references() {
            let instruction = &edge.weight().instruction;
            let mut note = |s: Symbol| read.entry(s).or_default().push(edge.source());
            match instruction {
                Instruction::Assign(_, e) | Instruction::Assume(e) => {
                    mentioned.of(terms, *e).iter().copied().filter(|s| is_one(*s)).for_each(&mut note);
                }
                other => reads(terms, other).into_iter().filter(|s| is_one(*s)).for_each(&mut note),
            }
            let written_here = writes(instruction).into_iter().filter(|s| is_one(*s));
            written_here.for_each(|s| written.entry(s).or_default().push(edge.id()));
        }
        let read: Vec<(Symbol, Vec<LocationId>)> = read.into_iter().collect();
        let mut live = Live { symbols: read.iter().map(|(s, _)| *s).collect(), at: vec![vec![]; graph.node_count()] };
        let before = Before::of(graph);
        let mut carried = Carried {
            here: vec![0; graph.node_count()],
            new: vec![0; graph.node_count()],
            touched: vec![],
            todo: vec![],
        };
        // Which symbols of a group an edge ends.
        let mut ends = vec![0; graph.edge_count()];
        for (number, group) in (0..).zip(read.chunks(GROUP)) {
            let mut ending = Vec::new();
            for (bit, (symbol, places)) in group.iter().enumerate() {
                let own = written.get(symbol).into_iter().flatten().map(|edge| edge.index());
                own.clone().for_each(|edge| ends[edge] |= 1 << bit);
                ending.extend(own);
                places.iter().for_each(|at| carried.add(at.index(), 1 << bit));
            }
            // Back from where they are read to wherever they are written.
            while let Some(at) = carried.todo.pop() {
                let new = std::mem::take(&mut carried.new[at]);
                before
                    .edges(at)
                    .iter()
                    .for_each(|(edge, source)| carried.add(*source as usize, new & !ends[*edge as usize]));
            }
            for at in carried.touched.drain(..) {
                live.at[at].push((number, std::mem::take(&mut carried.here[at])));
            }
            ending.into_iter().for_each(|edge| ends[edge] = 0);
        }
        live
    }

    /// Whether this one is live there.
    pub fn contains(&self, at: LocationId, symbol: Symbol) -> bool {
        let Ok(number) = self.symbols.binary_search(&symbol) else { return false };
        let groups = &self.at[at.index()];
        let group = groups.binary_search_by_key(&(number / GROUP), |(group, _)| *group as usize);
        group.is_ok_and(|group| groups[group].1 >> (number % GROUP) & 1 == 1)
    }

    /// Those that are live there, in their order.
    pub fn at(&self, at: LocationId) -> impl Iterator<Item = Symbol> + '_ {
        let groups = self.at[at.index()].iter();
        groups.flat_map(move |(group, bits)| {
            let first = *group as usize * GROUP;
            (0..GROUP).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| self.symbols[first + bit])
        })
    }
}

/// The edges into each location and where they come from, all in one row.
struct Before {
    edges: Vec<(u32, u32)>,
    begins: Vec<usize>,
}

impl Before {
    fn of(graph: &Graph) -> Before {
        let (mut edges, mut begins) = (Vec::with_capacity(graph.edge_count()), vec![0]);
        for at in graph.node_indices() {
            let into = graph.edges_directed(at, petgraph::Incoming);
            edges.extend(into.map(|edge| (edge.id().index() as u32, edge.source().index() as u32)));
            begins.push(edges.len());
        }
        Before { edges, begins }
    }

    fn edges(&self, at: usize) -> &[(u32, u32)] {
        &self.edges[self.begins[at]..self.begins[at + 1]]
    }
}

/// Which symbols of a group of at most 64 are live at each location: a bit for each.
struct Carried {
    here: Vec<u64>,
    /// Of these what was not yet carried on.
    new: Vec<u64>,
    /// Where there is any.
    touched: Vec<usize>,
    /// Where something is to be carried on.
    todo: Vec<usize>,
}

impl Carried {
    fn add(&mut self, at: usize, bits: u64) {
        let more = bits & !self.here[at];
        if more == 0 {
            return;
        }
        if self.here[at] == 0 {
            self.touched.push(at);
        }
        if self.new[at] == 0 {
            self.todo.push(at);
        }
        self.here[at] |= more;
        self.new[at] |= more;
    }
}
