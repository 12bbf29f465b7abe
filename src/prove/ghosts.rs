//! Counters as variables of the program: how often loops go round, and how often they take a branch.
//!
//! Nothing reads a ghost, so the program does what it did before; but facts can speak of it, and what the counters of
//! chains refute is such a fact (\[ELN\] 3.2 has the counters; that they become variables is ours). Where a counter is
//! reset its ghost is set to zero, where it is updated the ghost grows by one; what the values at the reset were is
//! remembered by ghosts as well.

use crate::loops;
use crate::program::{EdgeRef, Instruction, LocationId, Program, Role};
use crate::prove::limits::ghosts::MOST;
use crate::term::{Range, Sort, Symbol, Term, Terms};
use petgraph::graph::EdgeIndex;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// How their names begin. No name of C does; a stream of a function may be called so, which a comparison of programs
/// tells apart.
const NAMES: [&str; 4] = ["rounds#", "since#", "before#", "taken#"];

/// A variable that is there to be spoken of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ghost {
    /// The variable.
    pub symbol: Symbol,
    /// What its value is.
    pub what: What,
}

/// What the value of a ghost is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// The rounds of the loop with this head since the start.
    Rounds(LocationId),
    /// The rounds of the loop with this head since it was entered.
    Since(LocationId),
    /// The value of a variable when the loop with this head was entered.
    Before(LocationId, Symbol),
    /// How often the edge between these was taken since the start.
    Taken(LocationId, LocationId),
}

impl What {
    /// The value at the start, if there is one.
    fn first(self, terms: &Terms, program: &Program) -> Option<Term> {
        match self {
            What::Rounds(_) | What::Since(_) | What::Taken(..) => Some(terms.int(0)),
            What::Before(head, v) => (head == program.start).then(|| terms.sym(v)),
        }
    }

    /// The value after an edge, if that changes it; some edges go `back` to a loop head.
    fn after(self, terms: &Terms, ghost: Symbol, (from, to, back): (LocationId, LocationId, bool)) -> Option<Term> {
        let counted = || terms.offset(terms.sym(ghost), 1);
        match self {
            What::Rounds(head) => (to == head && back).then(counted),
            What::Since(head) => (to == head).then(|| if back { counted() } else { terms.int(0) }),
            What::Before(head, v) => (to == head && !back).then(|| terms.sym(v)),
            What::Taken(a, b) => ((from, to) == (a, b)).then(counted),
        }
    }
}

/// Whether a variable of this name is a ghost.
pub fn is_ghost(name: &str) -> bool {
    NAMES.iter().any(|begin| name.starts_with(begin))
}

/// All ghosts a program can have, each with a name of its own, always the same ones; none if there are too many loops.
pub fn ghosts(terms: &Terms, program: &Program) -> Vec<Ghost> {
    let heads = loops::heads(program);
    if heads.len() > MOST {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut names: FxHashMap<String, usize> = FxHashMap::default();
    let mut add = |what: What, name: String, range: Range| {
        let same = names.entry(name.clone()).or_default();
        *same += 1;
        let name = if *same == 1 { name } else { format!("{name}.{same}") };
        found.push(Ghost { symbol: terms.symbol(name, Sort::Int, range), what });
    };
    let line = |at: LocationId| program.graph[at].span.line;
    let counter = Range::at_least(0);
    let [rounds, since, before, taken] = NAMES;
    for &head in heads.keys() {
        add(What::Rounds(head), format!("{rounds}{}", line(head)), counter.clone());
    }
    for &head in heads.keys() {
        add(What::Since(head), format!("{since}{}", line(head)), counter.clone());
    }
    let cycles = cycles(program);
    for (from, to) in branches(program, &cycles) {
        add(What::Taken(from, to), format!("{taken}{}", line(from)), counter.clone());
    }
    for &head in heads.keys() {
        for v in assigned(terms, program, &cycles, head) {
            let name = format!("{before}{}#{}", terms.name(v), line(head));
            add(What::Before(head, v), name, terms.symbol_range(v));
        }
    }
    found
}

/// The same program with these ghosts. Locations keep their numbers; those of the additional ones come after them.
pub fn with_ghosts(terms: &Terms, program: &Program, ghosts: &[Ghost]) -> Program {
    let mut out = program.clone();
    out.graph.clear_edges();
    out.variables.extend(ghosts.iter().map(|g| g.symbol));
    let backwards: FxHashSet<EdgeIndex> = loops::heads(program).values().flatten().copied().collect();
    for edge in program.graph.edge_references() {
        let (from, to, weight) = (edge.source(), edge.target(), edge.weight());
        let which = (from, to, backwards.contains(&edge.id()));
        let changes: Vec<(Symbol, Term)> =
            ghosts.iter().filter_map(|g| Some((g.symbol, g.what.after(terms, g.symbol, which)?))).collect();
        let mut places: Vec<LocationId> = changes.iter().map(|_| out.add_location(program.graph[to].span)).collect();
        places.push(to);
        out.graph.add_edge(from, places[0], weight.clone());
        for ((ghost, value), place) in changes.into_iter().zip(places.windows(2)) {
            out.add_edge(place[0], place[1], Instruction::Assign(ghost, value), weight.span, Role::Step);
        }
    }
    for ghost in ghosts {
        let Some(value) = ghost.what.first(terms, program) else { continue };
        let start = out.add_location(program.graph[program.start].span);
        let set = Instruction::Assign(ghost.symbol, value);
        out.add_edge(start, out.start, set, Default::default(), Role::Step);
        out.start = start;
    }
    out
}

/// For each location in a loop the number of the outermost loop that it is in.
fn cycles(program: &Program) -> FxHashMap<LocationId, usize> {
    let loops = loops::outermost(&program.graph).into_iter().enumerate();
    loops.flat_map(|(number, all)| all.into_iter().map(move |at| (at, number))).collect()
}

/// The branches that stay within a loop: each edge with another one beside it.
fn branches(program: &Program, cycles: &FxHashMap<LocationId, usize>) -> BTreeSet<(LocationId, LocationId)> {
    let mut leaving: BTreeMap<LocationId, Vec<LocationId>> = BTreeMap::new();
    for edge in program.graph.edge_references() {
        let (from, to) = (edge.source(), edge.target());
        if cycles.contains_key(&from) && cycles.get(&from) == cycles.get(&to) {
            leaving.entry(from).or_default().push(to);
        }
    }
    let several = leaving.into_iter().filter(|(_, all)| all.len() > 1);
    several.flat_map(|(from, all)| all.into_iter().map(move |to| (from, to))).collect()
}

/// The integers that a loop, or one that it is in, assigns.
fn assigned(
    terms: &Terms,
    program: &Program,
    cycles: &FxHashMap<LocationId, usize>,
    head: LocationId,
) -> BTreeSet<Symbol> {
    let Some(own) = cycles.get(&head) else { return BTreeSet::new() };
    let mut found = BTreeSet::new();
    for edge in program.graph.edge_references().filter(|e| cycles.get(&e.source()) == Some(own)) {
        match &edge.weight().instruction {
            Instruction::Assign(x, _) => drop(found.insert(*x)),
            Instruction::Copy(copies) => found.extend(copies.iter().map(|(x, _)| *x)),
            Instruction::Skip | Instruction::Assume(_) => {}
        }
    }
    found.retain(|x| terms.info(*x).sort == Sort::Int);
    found
}
