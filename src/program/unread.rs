//! What nobody reads any more: nothing need be known of it, nor joined where ways meet.
//!
//! Where many ways meet, each comes with what was read and looked at on it, as at the head of a machine with many states.
//! Joining all that takes as many steps as there are ways times their lengths. Only variables that are not read for long are
//! looked for, so that this takes time in proportion to the program; forgetting less is never wrong.

use crate::program::limits::unread::{FEWEST_EDGES, LONGEST};
use crate::program::ssa::{reads, writes};
use crate::program::{EdgeIndex, EdgeRef, LocationId, Program};
use crate::term::{Symbol, Terms};
use petgraph::Direction::{Incoming, Outgoing};
use rustc_hash::{FxHashMap, FxHashSet};

/// By edge, variables that nothing reads any more behind it.
pub(crate) fn unread(terms: &Terms, program: &Program) -> Vec<Vec<Symbol>> {
    let graph = &program.graph;
    let mut unread = vec![vec![]; graph.edge_count()];
    if graph.edge_count() < FEWEST_EDGES {
        return unread;
    }
    let mut written: FxHashMap<Symbol, Vec<_>> = FxHashMap::default();
    for edge in graph.edge_references() {
        writes(&edge.weight().instruction).into_iter().for_each(|x| written.entry(x).or_default().push(edge.id()));
    }
    let mut read: FxHashMap<Symbol, Vec<LocationId>> = FxHashMap::default();
    // What is read only for its own next value is there to be spoken of, as what counts rounds.
    let mut matters: FxHashSet<Symbol> = FxHashSet::default();
    for edge in graph.edge_references() {
        let own = writes(&edge.weight().instruction);
        let here = reads(terms, &edge.weight().instruction).into_iter().filter(|x| written.contains_key(x));
        for x in here {
            read.entry(x).or_default().push(edge.source());
            if !own.contains(&x) {
                matters.insert(x);
            }
        }
    }
    for (x, ends) in written.iter().filter(|(x, _)| matters.contains(x)) {
        let read = read.get(x).map_or(&[][..], Vec::as_slice);
        let Some(live) = live(program, read, ends.iter().copied().collect()) else { continue };
        let leaving = live.iter().flat_map(|at| graph.edges_directed(*at, Outgoing).map(|edge| edge.id()));
        let mut leaving: Vec<_> = leaving.chain(ends.iter().copied()).collect();
        leaving.retain(|edge| graph.edge_endpoints(*edge).is_some_and(|(_, to)| !live.contains(&to)));
        leaving.sort_unstable();
        leaving.dedup();
        leaving.into_iter().for_each(|edge| unread[edge.index()].push(*x));
    }
    unread
}

/// Where a variable may still be read before these edges write it, unless that is at many locations.
fn live(program: &Program, read: &[LocationId], ends: FxHashSet<EdgeIndex>) -> Option<FxHashSet<LocationId>> {
    let mut live: FxHashSet<LocationId> = read.iter().copied().collect();
    let mut todo: Vec<LocationId> = live.iter().copied().collect();
    while let Some(at) = todo.pop() {
        if live.len() > LONGEST {
            return None;
        }
        let before = program.graph.edges_directed(at, Incoming).filter(|edge| !ends.contains(&edge.id()));
        todo.extend(before.map(|edge| edge.source()).filter(|from| live.insert(*from)));
    }
    Some(live)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::analyse;
    use crate::program::{Instruction, Role, Span};
    use crate::task::testing::prepared;
    use crate::term::{Range, Sort};

    /// A program of many edges, in which `counts` is read for its own next value only.
    #[test]
    fn what_only_facts_speak_of_is_kept() {
        let terms = Terms::new();
        let mut program = Program::new("f", vec!["a.c".into()]);
        let [once, counts] = ["once", "counts"].map(|name| terms.symbol(name, Sort::Int, Range::ALL));
        program.variables = vec![once, counts];
        let mut at = program.start;
        let mut then = |program: &mut Program, instruction| {
            let next = program.add_location(Span::default());
            program.add_edge(at, next, instruction, Span::default(), Role::Step);
            at = next;
        };
        then(&mut program, Instruction::Assign(once, terms.int(3)));
        then(&mut program, Instruction::Assign(counts, terms.int(0)));
        then(&mut program, Instruction::Assume(terms.le(terms.int(1), terms.sym(once))));
        then(&mut program, Instruction::Assign(counts, terms.offset(terms.sym(counts), 1)));
        (0..FEWEST_EDGES).for_each(|_| then(&mut program, Instruction::Skip));
        let all: FxHashSet<Symbol> = unread(&terms, &program).into_iter().flatten().collect();
        assert_eq!(all, FxHashSet::from_iter([once]));
    }

    #[test]
    fn what_is_read_once_is_forgotten_and_the_rest_is_not() {
        // Enough for it to matter.
        let more = "counted = counted * 3 + 1; ".repeat(FEWEST_EDGES);
        let text = format!(
            "extern int in(void);
            int f(unsigned counted) {{ int kept = in(); if (kept < 3) return 0; int once = in(); if (once < 5) return 1;
                int other = in(); if (other > 7) {{ if (kept == 9) {{ L: return 2; }} }} {more} return counted; }}"
        );
        let terms = Terms::new();
        let program = prepared(&terms, &text, "f", "label:L").aimed.program;
        let states = analyse(&terms, &program);
        let known = |name: &str, at: LocationId| {
            let x = program.variables.iter().find(|x| terms.info(**x).name == name).expect("a variable");
            let range = states.at(at).expect("it is reached").range(&terms, terms.sym(*x));
            range.lo.is_some_and(|lo| lo > 0.into())
        };
        let before = |part: &str| {
            let shows = |e: &Instruction| matches!(e, Instruction::Assume(c) if terms.show(*c).contains(part));
            let edge = program.graph.edge_references().find(|edge| shows(&edge.weight().instruction));
            edge.expect("a condition").source()
        };
        let there = before("kept = 9");
        assert!(known("kept", there) && !known("once", there) && !known("other", there));
    }
}
