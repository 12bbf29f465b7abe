//! From the values that a search found to a witness, and back.

use crate::program::{InputKind, Program};
use crate::replay::{InputValue, RangeValue, Witness, encode};
use crate::solver::Model;
use crate::term::{Int, Symbol, Terms};
use std::collections::BTreeMap;

/// Values for all inputs of `program`.
pub(crate) fn of(program: &Program, model: &Model) -> Witness {
    let mut witness = Witness::default();
    for input in &program.inputs {
        let value = match input.kind {
            InputKind::Scalar | InputKind::Length => {
                InputValue::Scalar(model.ints().get(&input.symbol).cloned().unwrap_or(model.default_of(input.symbol)))
            }
            InputKind::Array { .. } | InputKind::Stream { .. } => {
                InputValue::Elements { ranges: ranges(model, input.symbol), default: model.default_of(input.symbol) }
            }
        };
        witness.set(input.symbol, value);
    }
    witness
}

/// The values of a witness as those that a search may begin with.
pub(crate) fn model<'t>(terms: &'t Terms, program: &Program, witness: &Witness) -> Model<'t> {
    let mut model = Model::new(terms);
    for input in &program.inputs {
        match witness.values.get(&input.symbol) {
            Some(InputValue::Scalar(v)) => model.set_int(input.symbol, v.clone()),
            Some(InputValue::Elements { ranges, .. }) => {
                ranges.iter().for_each(|range| model.set_range(input.symbol, range.clone()));
            }
            None => {}
        }
    }
    model
}

/// The elements of an array that have values, in order: those with one of their own, and those that share one
/// in between.
fn ranges(model: &Model, array: Symbol) -> Vec<RangeValue> {
    let nothing = BTreeMap::new();
    let alone = model.arrays().get(&array).unwrap_or(&nothing);
    let mut ranges = encode(alone);
    for range in model.ranges(array) {
        let mut next = range.from.clone();
        for index in alone.range(&range.from..=&range.to).map(|(index, _)| index) {
            if next < *index {
                ranges.extend(range.clip(&next, &(index - Int::ONE)));
            }
            next = index + Int::ONE;
        }
        if next <= range.to {
            ranges.extend(range.clip(&next, &range.to));
        }
    }
    ranges.sort_by(|a, b| a.from.cmp(&b.from));
    ranges
}
