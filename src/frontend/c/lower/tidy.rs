//! The last touches to a finished graph: inputs nobody looks at, and variables that begin with some value.

use super::padding;
use super::scope::Lowering;
use crate::program::live::Live;
use crate::program::{EdgeRef, Input, Instruction, LocationId, Program};
use crate::term::{Sort, Symbol};
use petgraph::graph::EdgeIndex;
use rustc_hash::{FxHashMap, FxHashSet};

/// A read of an input that may be needless: `variable` may be overwritten before it is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guess {
    pub variable: Symbol,
    pub input: Symbol,
    pub cursor: Option<Symbol>,
}

/// Takes out reads of inputs whose value nothing uses, and the inputs themselves.
pub(super) fn drop_unread(lowering: &mut Lowering) {
    padding::drop_unseen(lowering);
    let guessed: FxHashSet<Symbol> = lowering.guesses.iter().map(|guess| guess.variable).collect();
    let live = live(lowering, &guessed);
    let program = &mut lowering.flow.program;
    let mut assignments: FxHashMap<Symbol, Vec<EdgeIndex>> = FxHashMap::default();
    for e in program.graph.edge_references() {
        if let Instruction::Assign(v, _) = &e.weight().instruction {
            assignments.entry(*v).or_default().push(e.id());
        }
    }
    let mut unread = vec![];
    for guess in &lowering.guesses {
        let of_input = |e: &EdgeIndex| match &program.graph[*e].instruction {
            Instruction::Assign(_, t) => lowering.rules.terms.symbols(*t).contains(&guess.input),
            _ => false,
        };
        let edges: Vec<EdgeIndex> =
            assignments.get(&guess.variable).into_iter().flatten().copied().filter(of_input).collect();
        let targets = edges.iter().filter_map(|e| Some(program.graph.edge_endpoints(*e)?.1));
        if targets.into_iter().any(|to| live.contains(to, guess.variable)) {
            continue;
        }
        unread.push((guess, edges));
    }
    let named = numbered(program, &lowering.streams, &unread.iter().map(|(guess, _)| guess.input).collect());
    let mut dropped = FxHashSet::default();
    for (guess, edges) in unread.into_iter().filter(|(guess, _)| !named.contains(&guess.input)) {
        let cursor_edges = guess.cursor.and_then(|c| assignments.get(&c)).into_iter().flatten().copied();
        for e in edges.into_iter().chain(cursor_edges) {
            program.graph[e].instruction = Instruction::Skip;
        }
        dropped.insert(guess.input);
        dropped.extend(guess.cursor);
    }
    program.inputs.retain(|i| !dropped.contains(&i.symbol));
    program.variables.retain(|v| !dropped.contains(v));
    lowering.flow.prologue.retain(|(v, ..)| !dropped.contains(v));
    lowering.streams.retain(|s| !dropped.contains(s));
    lowering.shared.retain(|s| !dropped.contains(s));
    lowering.uninitialised.retain(|s| !dropped.contains(s));
    lowering.padding.retain(|s| !dropped.contains(s));
}

/// Results that nothing uses and others are numbered after, which come from calls of the same name on the same line.
fn numbered(program: &Program, results: &[Symbol], unread: &FxHashSet<Symbol>) -> FxHashSet<Symbol> {
    let place = |input: &Input| (input.name.clone(), input.span.line);
    let mut used = FxHashSet::default();
    let mut found = FxHashSet::default();
    for input in program.inputs.iter().rev().filter(|input| results.contains(&input.symbol)) {
        match unread.contains(&input.symbol) {
            true if used.contains(&place(input)) => drop(found.insert(input.symbol)),
            true => {}
            false => drop(used.insert(place(input))),
        }
    }
    found
}

/// Variables that pointers may point to, and arrays, begin with some value where a way leads to a read of them that
/// does not pass their declaration: no run takes it, but the graph has it, or it stores to an element first.
pub(super) fn begin_unassigned(lowering: &mut Lowering, begin: LocationId) {
    let terms = lowering.rules.terms;
    let pointed: FxHashSet<Symbol> = lowering
        .objects
        .iter()
        .filter(|object| lowering.pointed.contains(&object.key) || object.leaves.values().any(|leaf| leaf.array))
        .flat_map(|object| {
            let contents = object.leaves.values().flat_map(|leaf| leaf.content.variables());
            contents.chain(lowering.size_variables(object)).collect::<Vec<_>>()
        })
        .collect();
    let first: FxHashSet<Symbol> = lowering.flow.prologue.iter().map(|(v, ..)| *v).collect();
    let mut candidates: Vec<Symbol> = pointed.difference(&first).copied().collect();
    candidates.sort_unstable();
    let span = lowering.flow.program.graph[begin].span;
    let live = live(lowering, &candidates.iter().copied().collect());
    for v in candidates {
        if live.contains(begin, v) {
            let zero = if terms.info(v).sort == Sort::Array { terms.table(vec![]) } else { terms.int(0) };
            lowering.flow.prologue.push((v, zero, span));
        }
    }
}

/// Which of some variables are read on some path before anything is assigned to them.
fn live(lowering: &mut Lowering, some: &FxHashSet<Symbol>) -> Live {
    let Lowering { rules, flow, mentioned, .. } = lowering;
    Live::of_some(rules.terms, &flow.program.graph, &|s| some.contains(&s), mentioned)
}
