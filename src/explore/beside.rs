//! The same program with less told apart: questions about lines need no outcomes of branches, which are in their way.

use super::search::Search;
use crate::budget::Budget;
use crate::frontend::Apart;
use crate::program::{Program, Span, Target};
use crate::replay::Witness;
use crate::task::{Lowered, Reading};
use crate::term::{Symbol, Terms};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::sync::Arc;

/// The program as questions that need less have it, once one was asked.
#[derive(Default)]
pub(super) struct Beside {
    lines: OnceCell<Option<Arc<Lowered>>>,
    outcomes: OnceCell<Option<Arc<Lowered>>>,
}

impl Search<'_> {
    /// The program for the question about one thing.
    pub(super) fn lowered_about(&self, number: usize, target: &Target, budget: &Budget) -> Arc<Lowered> {
        if self.whole.contains(&number) {
            return self.lowered.clone();
        }
        let lowered = self.lowered_for(Apart::needed(target), budget);
        lowered.opened_to(target).map_or(lowered, Arc::new)
    }

    /// The program for a question that needs this told apart.
    pub(super) fn lowered_for(&self, needed: Apart, budget: &Budget) -> Arc<Lowered> {
        let cell = match needed {
            Apart::Nothing => &self.beside.lines,
            Apart::Outcomes => &self.beside.outcomes,
            Apart::Operands => return self.lowered.clone(),
        };
        let lower = || {
            if needed >= self.how.wanted.apart() {
                return None;
            }
            let reading = Reading { apart: needed, ..Reading::of(self.question, budget) };
            Lowered::new(&Terms::new(), self.lowered.read.clone(), &reading).ok().map(Arc::new)
        };
        cell.get_or_init(lower).clone().unwrap_or_else(|| self.lowered.clone())
    }
}

/// The inputs of another program with the values of those of the same name that are read at the same place, the first of
/// the first.
pub(super) fn carried(witness: &Witness, from: &Program, to: &Program) -> Witness {
    let mut places: FxHashMap<(&str, Span), Vec<Symbol>> = FxHashMap::default();
    for input in to.inputs.iter().rev() {
        places.entry((&input.name, input.span)).or_default().push(input.symbol);
    }
    let mut carried = Witness::default();
    for input in &from.inputs {
        let place = places.get_mut(&(input.name.as_str(), input.span)).and_then(Vec::pop);
        if let (Some(place), Some(value)) = (place, witness.values.get(&input.symbol)) {
            carried.set(place, value.clone());
        }
    }
    carried
}
