//! What states have executed, and how far it is to what they have not.

use crate::program::{LocationId, Program};
use petgraph::Direction;
use std::collections::VecDeque;

/// Which locations some state was at.
pub(super) struct Coverage<'a> {
    program: &'a Program,
    executed: Vec<bool>,
    pub count: usize,
    /// How many locations the start leads to.
    pub all: usize,
    /// How many edges there are to the nearest that no state was at; renewed when something was executed.
    distances: Option<Vec<Option<u32>>>,
}

impl<'a> Coverage<'a> {
    /// Nothing was executed yet.
    pub fn new(program: &'a Program) -> Coverage<'a> {
        let places = program.graph.node_count();
        let (mut leads, mut todo) = (vec![false; places], vec![program.start]);
        while let Some(at) = todo.pop() {
            if !std::mem::replace(&mut leads[at.index()], true) {
                todo.extend(program.graph.neighbors(at));
            }
        }
        let all = leads.iter().filter(|is| **is).count();
        // What nothing leads to is not looked for.
        let executed = leads.into_iter().map(|is| !is).collect();
        Coverage { program, executed, count: 0, all, distances: None }
    }

    /// A state is there.
    pub fn executes(&mut self, at: LocationId) {
        if !std::mem::replace(&mut self.executed[at.index()], true) {
            self.count += 1;
            self.distances = None;
        }
    }

    /// How likely one of the states there is to go on: 1/d, where d − 1 edges lead to what no state was at; the least
    /// there is where nothing of the kind can be got to.
    pub fn weight(&mut self, at: LocationId) -> f64 {
        let (program, executed) = (self.program, &self.executed);
        let distances = self.distances.get_or_insert_with(|| distances(program, executed));
        let d = distances[at.index()].unwrap_or(executed.len() as u32);
        1.0 / (1.0 + f64::from(d))
    }
}

fn distances(program: &Program, executed: &[bool]) -> Vec<Option<u32>> {
    let mut found = vec![None; executed.len()];
    let new = program.graph.node_indices().filter(|at| !executed[at.index()]);
    let mut todo: VecDeque<(LocationId, u32)> = new.map(|at| (at, 0)).collect();
    while let Some((at, distance)) = todo.pop_front() {
        if found[at.index()].is_none() {
            found[at.index()] = Some(distance);
            todo.extend(program.graph.neighbors_directed(at, Direction::Incoming).map(|from| (from, distance + 1)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{Instruction, Role};

    #[test]
    fn what_is_near_to_something_new_weighs_more() {
        let mut program = Program::new("main", vec![]);
        let mut at = vec![program.start];
        at.extend((0..4).map(|_| program.add_location(Default::default())));
        for (from, to) in [(0, 1), (1, 2), (2, 3), (0, 4)] {
            program.add_edge(at[from], at[to], Instruction::Skip, Default::default(), Role::Step);
        }
        let mut coverage = Coverage::new(&program);
        [0, 1, 4].into_iter().for_each(|n| coverage.executes(at[n]));
        assert_eq!((coverage.count, coverage.all), (3, 5));
        // 2 is one edge from 1, and two from 0; nothing new can be got to from 4.
        assert_eq!(coverage.weight(at[1]), 1.0 / 2.0);
        assert_eq!(coverage.weight(at[0]), 1.0 / 3.0);
        assert_eq!(coverage.weight(at[4]), 1.0 / 6.0);
        [2, 3].into_iter().for_each(|n| coverage.executes(at[n]));
        assert_eq!(coverage.weight(at[0]), coverage.weight(at[3]));
    }
}
