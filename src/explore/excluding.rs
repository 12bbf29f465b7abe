//! What ranges of variables exclude, in words.

use super::limits::search::MOST_CONDITIONS;
use super::targets::Aim;
use crate::answer::Refutation;
use crate::interval::States;
use crate::program::{EdgeRef, Instruction, LocationId, Program};
use crate::term::{Sort, Terms};
use petgraph::Direction;
use std::collections::{BTreeSet, HashSet};

/// The conditions that exclude every way to something by the ranges of variables, with their lines.
pub(super) fn excluding(terms: &Terms, program: &Program, states: &States, aim: &Aim) -> Vec<Refutation> {
    let checks = aim.failing.iter().filter_map(|e| {
        let (from, _) = program.graph.edge_endpoints(*e)?;
        states.at(from).is_some().then(|| {
            let Instruction::Assume(holds) = &program.graph[*e].instruction else { return None };
            Some((program.graph[*e].span.line, format!("{} always holds here", terms.show(*holds))))
        })?
    });
    let mut found: BTreeSet<(u32, String)> = checks.collect();
    let from = aim.failing.iter().filter_map(|e| Some(program.graph.edge_endpoints(*e)?.0));
    let mut todo: Vec<LocationId> = aim.locations.iter().copied().chain(from).collect();
    todo.retain(|at| states.at(*at).is_none());
    let mut seen: HashSet<LocationId> = todo.iter().copied().collect();
    while let Some(at) = todo.pop() {
        for edge in program.graph.edges_directed(at, Direction::Incoming) {
            match (states.at(edge.source()), &edge.weight().instruction) {
                (None, _) => {
                    if seen.insert(edge.source()) {
                        todo.push(edge.source());
                    }
                }
                (Some(domain), Instruction::Assume(condition)) => {
                    let ranges = terms.symbols(*condition).into_iter().filter(|s| terms.info(*s).sort == Sort::Int);
                    let ranges = ranges.map(|s| {
                        let range = terms.show_range(terms.sym(s), &domain.range(terms, terms.sym(s)));
                        format!("{} is in {range}", terms.name(s))
                    });
                    let ranges: Vec<String> = ranges.collect();
                    let ranges = if ranges.is_empty() { String::new() } else { format!(": {}", ranges.join(", ")) };
                    let never = format!("{} never holds here{ranges}", terms.show(*condition));
                    found.insert((edge.weight().span.line, never));
                }
                (Some(_), _) => {}
            }
        }
    }
    let refutation = |(line, text)| Refutation { chain: String::new(), lines: vec![line], text };
    let mut why: Vec<Refutation> = found.into_iter().take(MOST_CONDITIONS).map(refutation).collect();
    if why.is_empty() {
        why.push(Refutation { chain: String::new(), lines: vec![], text: "nothing in the program leads there".into() });
    }
    why
}
