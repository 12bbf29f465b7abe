//! Arrays at indices that are no constants: a state becomes one for each index that is possible.
//!
//! DEPARTURE (\[NPE\] 5.3.3.2): the index is a part of the path condition of each, and where it is not a variable plus a
//! constant, or may be one of many, the state stays one, as it does without this.

use super::executor::{Executor, Way};
use super::limits::index::MOST_STATES;
use super::state::State;
use crate::bounded::state;
use crate::budget::Budget;
use crate::program::Instruction;
use crate::term::{Int, Node, Symbol, Term};
use std::rc::Rc;

impl<'a> Executor<'a> {
    /// The states that one is at a location where an array is used, each with a constant for an index; none if it stays one.
    pub(super) fn by_index(&mut self, state: &State<'a>, budget: &Budget) -> Option<Vec<State<'a>>> {
        let edges = self.ways[state.at.index()].clone();
        let used = edges.iter().flat_map(|edge| match self.program.graph[*edge].instruction {
            Instruction::Assign(_, t) | Instruction::Assume(t) => self.indices(t),
            Instruction::Skip | Instruction::Copy(_) => vec![],
        });
        let used: Vec<(Symbol, Int)> = used.collect();
        for (variable, offset) in used {
            let index = self.terms.offset(self.terms.sym(variable), offset.clone());
            let seen = state.seen.term(&self.names, index);
            if self.terms.as_int(seen).is_some() {
                continue;
            }
            if let Some(found) = self.values(state, seen, budget) {
                let states = found.into_iter().map(|(value, inputs)| {
                    let mut own = (*state.seen).clone();
                    own.set(&self.names, variable, self.terms.int(&value - &offset));
                    let mut guard = own.guard().to_vec();
                    guard.push(self.terms.eq(seen, self.terms.int(value)));
                    let seen = Rc::new(state::State::of(guard, own.values));
                    State { seen, inputs, ..state.clone() }
                });
                return Some(states.collect());
            }
        }
        None
    }

    /// Variables that, with a constant added, say which element of an array of the program is used.
    fn indices(&self, t: Term) -> Vec<(Symbol, Int)> {
        let (terms, mut found) = (self.terms, vec![]);
        terms.visit([t], &mut |_, node| {
            let (Node::Select(array, index) | Node::Store(array, index, _)) = node else { return };
            let symbols = terms.symbols(*array);
            if !symbols.iter().all(|s| self.program.variables.contains(s)) {
                return;
            }
            let sum = terms.linear(*index);
            let mut parts = sum.terms();
            if let (Some((variable, factor)), None) = (parts.next(), parts.next())
                && *factor == Int::ONE
                && let Some(s) = terms.as_symbol(variable)
                && self.program.variables.contains(&s)
            {
                let offset = terms.as_int(terms.sub(*index, variable)).unwrap_or(Int::ZERO);
                found.push((s, offset));
            }
        });
        found
    }

    /// The values that a term can have in a state, each with inputs, if they are few and all are known.
    fn values(
        &mut self,
        state: &State<'a>,
        t: Term,
        budget: &Budget,
    ) -> Option<Vec<(Int, Option<Rc<crate::solver::Model<'a>>>)>> {
        let terms = self.terms;
        let mut found: Vec<(Int, Option<Rc<crate::solver::Model<'a>>>)> = vec![];
        let mut inputs = Some(state.inputs.clone()?);
        while let Some(own) = inputs {
            let value = super::state::Named::new(&self.names, &own).value(t)?;
            found.push((value.clone(), Some(own)));
            if found.len() > MOST_STATES {
                return None;
            }
            let others: Vec<Term> =
                found.iter().map(|(value, _)| terms.not(terms.eq(t, terms.int(value.clone())))).collect();
            inputs = match self.way(state, &others, budget) {
                Way::Closed => None,
                Way::Open(Some(other)) => Some(other),
                Way::Open(None) => return None,
            };
        }
        Some(found)
    }
}
