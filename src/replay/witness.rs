//! Input values: what the world decided in one run.
//!
//! A witness may leave inputs out; they count as 0. It says nothing about the
//! order in which inputs are read: a run finds that out.

use crate::term::{Int, RangeValue, Scope, Symbol, encode, encode_sorted};
use std::collections::BTreeMap;

/// Values for the inputs of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Witness {
    /// By input symbol.
    pub values: BTreeMap<Symbol, InputValue>,
}

/// The value of one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputValue {
    /// One integer.
    Scalar(Int),
    /// The elements of an array, or the values a stream gives.
    Elements {
        /// The first range that has an index decides its value.
        ranges: Vec<RangeValue>,
        /// The value everywhere else.
        default: Int,
    },
}

impl InputValue {
    /// Elements from a sparse map.
    pub fn elements(known: &BTreeMap<Int, Int>, default: Int) -> InputValue {
        InputValue::Elements { ranges: encode(known), default }
    }

    /// Elements that are in the order of their indices.
    pub fn sorted(known: &[(&Int, &Int)], default: Int) -> InputValue {
        InputValue::Elements { ranges: encode_sorted(known), default }
    }

    /// Elements from index 0 on; 0 beyond them.
    pub fn list(values: impl IntoIterator<Item = Int>) -> InputValue {
        let known = values.into_iter().enumerate().map(|(i, v)| (Int::from(i), v)).collect();
        InputValue::elements(&known, Int::ZERO)
    }

    /// The integer, if this is a scalar.
    pub fn scalar(&self) -> Option<&Int> {
        match self {
            InputValue::Scalar(v) => Some(v),
            InputValue::Elements { .. } => None,
        }
    }

    /// Whether it is 0 everywhere.
    pub fn is_zero(&self) -> bool {
        match self {
            InputValue::Scalar(v) => v.is_zero(),
            InputValue::Elements { ranges, default } => {
                default.is_zero() && ranges.iter().all(|r| r.value.is_zero() && r.slope.is_zero())
            }
        }
    }

    /// One element, if this has elements.
    pub fn element(&self, index: &Int) -> Option<Int> {
        match self {
            InputValue::Scalar(_) => None,
            InputValue::Elements { ranges, default } => {
                Some(ranges.iter().find_map(|r| r.at(index)).unwrap_or_else(|| default.clone()))
            }
        }
    }
}

impl Witness {
    /// Gives an input a value.
    pub fn set(&mut self, input: Symbol, value: InputValue) {
        self.values.insert(input, value);
    }
}

impl Scope for Witness {
    fn int(&self, s: Symbol) -> Option<Int> {
        self.values.get(&s)?.scalar().cloned()
    }

    fn element(&self, array: Symbol, index: &Int) -> Option<Int> {
        self.values.get(&array)?.element(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Range, Sort, Terms, Value};

    #[test]
    fn terms_are_evaluated_under_a_witness() {
        let terms = Terms::new();
        let n = terms.symbol("n", Sort::Int, Range::signed(32));
        let a = terms.symbol("A", Sort::Array, Range::signed(32));
        let mut witness = Witness::default();
        witness.set(n, InputValue::Scalar(2.into()));
        witness.set(a, InputValue::list([7, 8, 9].map(Int::from)));
        let element = terms.select(terms.sym(a), terms.sym(n));
        assert_eq!(terms.eval(element, &witness), Ok(Value::Int(9.into())));
        let beyond = terms.select(terms.sym(a), terms.int(5));
        assert_eq!(terms.eval(beyond, &witness), Ok(Value::Int(0.into())));
        assert!(terms.eval(element, &Witness::default()).is_err());
    }
}
