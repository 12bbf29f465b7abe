//! Static single assignment form.
//!
//! Every variable becomes versions with one assignment each. A φ is a parallel
//! copy on each edge into its location, so the result is an ordinary
//! [`Program`]: at a loop header the copies on the entry edges are where a
//! variable is reset, those on the back edges where it is updated. A version
//! takes its variable's name, and as its range what interval analysis found
//! where it is assigned. Pruned: no φ for a variable that is not read any more.

use super::live::Live;
use super::{EdgeIndex, EdgeRef, Instruction, LocationId, Program, Role, Span, prune};
use crate::interval::{Simplified, States};
use crate::term::{Range, Symbol, Term, Terms};
use petgraph::algo::dominators::{Dominators, simple_fast};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;

/// Symbols each instruction reads.
pub fn reads(terms: &Terms, instruction: &Instruction) -> BTreeSet<Symbol> {
    match instruction {
        Instruction::Skip => BTreeSet::new(),
        Instruction::Assign(_, e) => terms.symbols(*e),
        Instruction::Copy(copies) => copies.iter().map(|(_, y)| *y).collect(),
        Instruction::Assume(c) => terms.symbols(*c),
    }
}

/// Symbols an instruction assigns.
pub fn writes(instruction: &Instruction) -> Vec<Symbol> {
    match instruction {
        Instruction::Assign(x, _) => vec![*x],
        Instruction::Copy(copies) => copies.iter().map(|(x, _)| *x).collect(),
        _ => Vec::new(),
    }
}

/// The variable that each version is one of.
pub type Origins = FxHashMap<Symbol, Symbol>;

/// A program in SSA form. Nothing but [`convert`] makes one, and nothing that is done to it gives a variable a second
/// assignment.
#[derive(Clone, Debug)]
pub struct Ssa(Simplified);

impl Deref for Ssa {
    type Target = Program;

    fn deref(&self) -> &Program {
        &self.0
    }
}

impl Ssa {
    /// Without what a target does not depend on.
    pub fn slice(&self, terms: &Terms, target: LocationId) -> Ssa {
        Ssa(self.0.with(prune::slice(terms, self, target)))
    }
}

/// The program in SSA form. `states` are the ranges of the same program.
pub fn convert(terms: &Terms, program: &Simplified, states: &States) -> (Ssa, Origins) {
    let dominators = simple_fast(&program.graph, program.start);
    let phis = place_phis(terms, program, &dominators);
    let mut out = Program { graph: super::Graph::new(), variables: Vec::new(), ..Program::clone(program) };
    for location in program.graph.node_weights() {
        out.graph.add_node(*location);
    }
    let mut children: FxHashMap<LocationId, Vec<LocationId>> = FxHashMap::default();
    for location in program.graph.node_indices() {
        if let Some(parent) = dominators.immediate_dominator(location) {
            children.entry(parent).or_default().push(location);
        }
    }
    let mut renamer = Renamer::new(terms, program, states, phis);
    let mut edges: BTreeMap<EdgeIndex, Vec<Instruction>> = BTreeMap::new();
    let mut todo = vec![Step::Enter(program.start, Renamed::new())];
    while let Some(step) = todo.pop() {
        let (at, renamed) = match step {
            Step::Enter(at, renamed) => (at, renamed),
            Step::Leave(before) => {
                renamer.undo(before);
                continue;
            }
        };
        todo.push(Step::Leave(renamer.before.len()));
        renamed.into_iter().for_each(|(x, version)| renamer.rename(x, version));
        renamer.arrive(at);
        let mut passed_on: FxHashMap<LocationId, Renamed> = FxHashMap::default();
        for e in program.out_edges(at) {
            let (instructions, renamed) = renamer.pass(e);
            edges.insert(e, instructions);
            let to = program.graph.edge_endpoints(e).expect("an edge of this graph").1;
            if program.graph.edges_directed(to, petgraph::Incoming).count() == 1 {
                passed_on.insert(to, renamed);
            }
        }
        for child in children.get(&at).into_iter().flatten() {
            todo.push(Step::Enter(*child, passed_on.remove(child).unwrap_or_default()));
        }
    }
    out.variables = renamer.made.iter().map(|(version, _)| *version).collect();
    let origins = renamer.made.iter().copied().collect();
    for (e, instructions) in edges {
        let (from, to) = program.graph.edge_endpoints(e).expect("an edge of this graph");
        let weight = &program.graph[e];
        let mut at = from;
        let last = instructions.len() - 1;
        for (i, instruction) in instructions.into_iter().enumerate() {
            let next = if i == last { to } else { out.add_location(weight.span) };
            let role = if i == 0 { weight.role } else { Role::Step };
            let span = if i == 0 { weight.span } else { Span { line: weight.span.line, ..weight.span } };
            out.add_edge(at, next, instruction, span, role);
            at = next;
        }
    }
    (Ssa(program.with(out)), origins)
}

/// For each location the variables that need a φ there.
type Phis = FxHashMap<LocationId, BTreeSet<Symbol>>;

/// Where φs are needed.
fn place_phis(terms: &Terms, program: &Program, dominators: &Dominators<LocationId>) -> Phis {
    let live = Live::of(terms, program);
    let reachable: FxHashSet<LocationId> =
        program.graph.node_indices().filter(|l| dominators.dominators(*l).is_some()).collect();
    let sources = |l: LocationId| -> Vec<LocationId> {
        program
            .graph
            .edges_directed(l, petgraph::Incoming)
            .map(|e| e.source())
            .filter(|s| reachable.contains(s))
            .collect()
    };
    let mut frontier: FxHashMap<LocationId, BTreeSet<LocationId>> = FxHashMap::default();
    for &join in &reachable {
        if sources(join).len() < 2 {
            continue;
        }
        for source in sources(join) {
            let mut at = source;
            while Some(at) != dominators.immediate_dominator(join) {
                frontier.entry(at).or_default().insert(join);
                match dominators.immediate_dominator(at) {
                    Some(up) => at = up,
                    None => break,
                }
            }
        }
    }
    let mut phis = Phis::default();
    let mut work: Vec<(LocationId, Symbol, bool)> = Vec::new();
    for e in program.graph.edge_references().filter(|e| reachable.contains(&e.source())) {
        let join = program.graph.edges_directed(e.target(), petgraph::Incoming).count() > 1;
        work.extend(writes(&e.weight().instruction).into_iter().map(|x| (e.target(), x, join)));
    }
    while let Some((at, x, here)) = work.pop() {
        if here && (!live.contains(at, x) || !phis.entry(at).or_default().insert(x)) {
            continue;
        }
        for &join in frontier.get(&at).into_iter().flatten() {
            if !phis.get(&join).is_some_and(|set| set.contains(&x)) {
                work.push((join, x, true));
            }
        }
    }
    phis
}

/// New versions of some variables.
type Renamed = BTreeMap<Symbol, Symbol>;

/// The way through the tree of dominators.
enum Step {
    /// A location, with what the edge to it renames.
    Enter(LocationId, Renamed),
    /// All below is done: the versions are what they were when so many had been renamed.
    Leave(usize),
}

struct Renamer<'a> {
    terms: &'a Terms,
    program: &'a Program,
    states: &'a States,
    phis: Phis,
    versions: FxHashMap<(LocationId, Symbol), Symbol>,
    made: Vec<(Symbol, Symbol)>,
    /// The version of each variable at the location that is looked at, where it has one,
    now: FxHashMap<Symbol, Symbol>,
    /// and what it was before, in the order of renaming.
    before: Vec<(Symbol, Option<Symbol>)>,
}

impl<'a> Renamer<'a> {
    fn new(terms: &'a Terms, program: &'a Program, states: &'a States, phis: Phis) -> Renamer<'a> {
        let (versions, now) = (FxHashMap::default(), FxHashMap::default());
        Renamer { terms, program, states, phis, versions, made: vec![], now, before: vec![] }
    }

    fn rename(&mut self, x: Symbol, version: Symbol) {
        let before = self.now.insert(x, version);
        self.before.push((x, before));
    }

    fn undo(&mut self, to: usize) {
        for (x, before) in self.before.drain(to..).rev() {
            match before {
                Some(version) => self.now.insert(x, version),
                None => self.now.remove(&x),
            };
        }
    }

    fn fresh(&mut self, x: Symbol, range: Range) -> Symbol {
        let info = self.terms.info(x);
        let range = range.meet(&info.range).unwrap_or(info.range);
        let version = self.terms.symbol(info.name, info.sort, range);
        self.made.push((version, x));
        version
    }

    /// The version a φ at `at` makes of `x`.
    fn phi(&mut self, at: LocationId, x: Symbol) -> Symbol {
        if let Some(&v) = self.versions.get(&(at, x)) {
            return v;
        }
        let range = self.range_at(at, x);
        let version = self.fresh(x, range);
        self.versions.insert((at, x), version);
        version
    }

    fn range_at(&self, at: LocationId, x: Symbol) -> Range {
        self.states.at(at).map_or(Range::ALL, |d| d.range(self.terms, self.terms.sym(x)))
    }

    fn arrive(&mut self, at: LocationId) {
        for x in self.phis.get(&at).cloned().unwrap_or_default() {
            let version = self.phi(at, x);
            self.rename(x, version);
        }
    }

    /// The instructions of an edge in versions, the copies of its target's φs included, and what it renames.
    fn pass(&mut self, e: EdgeIndex) -> (Vec<Instruction>, Renamed) {
        let terms = self.terms;
        let edge = &self.program.graph[e];
        let (from, to) = self.program.graph.edge_endpoints(e).expect("an edge of this graph");
        let mut after = Renamed::new();
        let rename = |this: &Self, t: Term| terms.substitute(t, &|s| this.now.get(&s).map(|v| terms.sym(*v)));
        let own = match &edge.instruction {
            Instruction::Skip => Instruction::Skip,
            Instruction::Assume(c) => Instruction::Assume(rename(self, *c)),
            Instruction::Assign(x, original) => {
                let value = rename(self, *original);
                let range = self.states.at(from).map_or(Range::ALL, |d| d.range(terms, *original));
                let version = self.fresh(*x, range);
                after.insert(*x, version);
                Instruction::Assign(version, value)
            }
            Instruction::Copy(copies) => {
                let of = |y: &Symbol| self.now.get(y).copied().unwrap_or(*y);
                let old: Vec<(Symbol, Symbol)> = copies.iter().map(|(x, y)| (*x, of(y))).collect();
                let new: Vec<(Symbol, Symbol)> = old.into_iter().map(|(x, y)| (self.fresh(x, Range::ALL), y)).collect();
                after.extend(copies.iter().zip(&new).map(|((x, _), (version, _))| (*x, *version)));
                Instruction::Copy(new)
            }
        };
        let needed: Vec<Symbol> = self.phis.get(&to).into_iter().flatten().copied().collect();
        let last = |this: &Self, x: Symbol| after.get(&x).or_else(|| this.now.get(&x)).copied().unwrap_or(x);
        let copies: Vec<(Symbol, Symbol)> = needed.into_iter().map(|x| (self.phi(to, x), last(self, x))).collect();
        let mut instructions = vec![own];
        if !copies.is_empty() {
            if instructions[0] == Instruction::Skip {
                instructions.clear();
            }
            instructions.push(Instruction::Copy(copies));
        }
        (instructions, after)
    }
}
