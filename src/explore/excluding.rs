//! What is excluded without a question of its own: by the ranges of variables, with their words, or because it lies behind
//! something that is dead.

use super::explored::What;
use super::limits::search::MOST_CONDITIONS;
use super::merge::together;
use super::search::{Excluded, Known, Search};
use super::targets::Aim;
use crate::answer::{Refutation, RefutedBy};
use crate::assumptions;
use crate::budget::Budget;
use crate::interval::{self, States};
use crate::program::{EdgeRef, Instruction, LocationId, Program};
use crate::term::{Sort, Terms};
use petgraph::Direction;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

impl Search<'_> {
    /// What the ranges of variables exclude.
    pub fn exclude_by_ranges(&mut self, budget: &Budget) {
        if self.known.iter().all(Option::is_some) {
            return;
        }
        let states = interval::analyse_until(self.terms, self.program, &|| budget.stop().is_some());
        let failing = interval::may_fail(self.terms, self.program, &states);
        let may_fail: FxHashSet<_> = failing.into_iter().map(|failing| failing.edge).collect();
        let never = |at: &LocationId| states.at(*at).is_none();
        let excluded: Vec<usize> = (0..self.aims.all.len())
            .filter(|i| {
                let aim = &self.aims.all[*i];
                let is_excluded = aim.locations.iter().all(never) && aim.failing.iter().all(|e| !may_fail.contains(e));
                self.known[*i].is_none() && is_excluded
            })
            .collect();
        // What ranges rest on is not told apart: all that the program takes for granted may be a part of it.
        let assumptions = assumptions::all(self.terms, self.program);
        for number in excluded {
            let why = excluding(self.terms, self.program, &states, &self.aims.all[number]);
            let by = Some(RefutedBy::Ranges);
            self.exclude(
                number,
                Excluded { by, why, assumptions: assumptions.clone(), proofs: vec![], is_whole: false },
            );
        }
        self.tell();
    }

    /// What cannot be got to but through what is dead is dead as well.
    pub fn exclude_behind(&mut self) {
        let mut reached: FxHashSet<LocationId> = FxHashSet::default();
        let mut todo = vec![self.program.start];
        while let Some(at) = todo.pop() {
            if !self.dead.contains_key(&at) && reached.insert(at) {
                todo.extend(self.program.graph.neighbors(at));
            }
        }
        let source = |e: &petgraph::graph::EdgeIndex| self.program.graph.edge_endpoints(*e).map(|(from, _)| from);
        let ends = |aim: &Aim| -> Vec<LocationId> {
            aim.locations.iter().copied().chain(aim.failing.iter().filter_map(source)).collect()
        };
        let behind =
            |i: &usize| self.known[*i].is_none() && !ends(&self.aims.all[*i]).iter().any(|at| reached.contains(at));
        let behind: Vec<usize> = (0..self.known.len()).filter(behind).collect();
        for number in behind {
            let excluded = self.behind(&ends(&self.aims.all[number]));
            self.known[number] = Some(Known::Dead(excluded));
        }
    }

    /// Why nothing gets to these locations: all ways there lead over what is dead.
    fn behind(&self, ends: &[LocationId]) -> Excluded {
        let (mut todo, mut seen) = (ends.to_vec(), FxHashSet::default());
        let mut border: BTreeSet<usize> = BTreeSet::new();
        while let Some(at) = todo.pop() {
            match self.dead.get(&at) {
                Some(number) => drop(border.insert(*number)),
                None if seen.insert(at) => {
                    todo.extend(self.program.graph.neighbors_directed(at, Direction::Incoming));
                }
                None => {}
            }
        }
        let over = |number: &usize| {
            let key = &self.aims.all[*number].key;
            match &key.what {
                What::Line => format!("line {}", key.line),
                what => format!("the {what} of line {}", key.line),
            }
        };
        let all: Vec<String> = border.iter().map(over).collect();
        let text = match &all[..] {
            [] => "nothing in the program leads there".to_string(),
            all => format!("every way there leads over {}, where no input gets", all.join(" or ")),
        };
        let lines = border.iter().map(|number| self.aims.all[*number].key.line).collect();
        let own = Excluded {
            by: None,
            why: vec![Refutation { chain: String::new(), lines, text }],
            assumptions: vec![],
            proofs: vec![],
            is_whole: false,
        };
        border.iter().fold(own, |all, number| match &self.known[*number] {
            Some(Known::Dead(excluded)) => together(all, excluded.clone()),
            _ => all,
        })
    }
}

/// The conditions that exclude every way to something by the ranges of variables, with their lines.
fn excluding(terms: &Terms, program: &Program, states: &States, aim: &Aim) -> Vec<Refutation> {
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
    let mut seen: FxHashSet<LocationId> = todo.iter().copied().collect();
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
