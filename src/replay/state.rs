//! The state of a run: variables, given inputs, and what was computed in this step.

use super::array::{Array, Base, Cell, table_element};
use super::code::Code;
use super::ints::Ints;
use super::reads::{Read, Reads};
use super::witness::{InputValue, Witness};
use super::{Fault, RangeValue};
use crate::term::{EvalError, Int};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Everything that changes while a program runs.
pub(super) struct State<'a> {
    pub code: &'a Code,
    pub ints: Ints,
    pub arrays: Vec<Option<Rc<Array>>>,
    pub given: Vec<Given<'a>>,
    pub reads: Reads,
    /// Distinguishes steps, so that what was computed in an earlier one is not used.
    pub stamp: u64,
    pub shared_ints: Vec<(u64, i128)>,
    pub shared_conditions: Vec<(u64, bool)>,
    /// Shared integers that are not small.
    pub shared_exact: FxHashMap<usize, (u64, Int)>,
}

/// The value of one input, with a fast form.
pub(super) struct Given<'a> {
    pub scalar: Option<Cell>,
    /// Ranges and default, if all of it is small.
    small: Option<(Vec<SmallRange>, i128)>,
    /// The range that answered last.
    last: usize,
    /// Whether no two ranges can have the same index.
    pub disjoint: bool,
    pub value: Option<&'a InputValue>,
    allowed: (Option<i128>, Option<i128>),
}

struct SmallRange {
    from: i128,
    to: i128,
    step: i128,
    value: i128,
    slope: i128,
}

impl SmallRange {
    fn new(r: &RangeValue) -> Option<SmallRange> {
        let small = |v: &Int| i64::try_from(v).ok().map(i128::from);
        let value = i128::try_from(&r.value).ok().filter(|v| v.abs() < 1 << 100)?;
        Some(SmallRange {
            from: small(&r.from)?,
            to: small(&r.to)?,
            step: small(&r.step)?,
            value,
            slope: small(&r.slope)?,
        })
    }

    fn at(&self, index: i128) -> Option<i128> {
        if index < self.from || index > self.to {
            return None;
        }
        let distance = index - self.from;
        if self.step == 1 {
            return Some(self.value + self.slope.checked_mul(distance)?);
        }
        (distance % self.step == 0).then_some(self.value + self.slope.checked_mul(distance / self.step)?)
    }
}

impl<'a> Given<'a> {
    fn new(value: Option<&'a InputValue>, allowed: (Option<i128>, Option<i128>)) -> Given<'a> {
        let (mut scalar, mut small) = (None, None);
        match value {
            None => (scalar, small) = (Some(Cell::Small(0)), Some((Vec::new(), 0))),
            Some(InputValue::Scalar(v)) => scalar = Some(Cell::new(v.clone())),
            Some(InputValue::Elements { ranges, default }) => {
                let list: Option<Vec<_>> = ranges.iter().map(SmallRange::new).collect();
                small = list.zip(i128::try_from(default).ok());
            }
        }
        let disjoint = small.as_ref().is_some_and(|(list, _)| list.windows(2).all(|w| w[0].to < w[1].from));
        Given { scalar, small, last: 0, disjoint, value, allowed }
    }

    /// The element at `index` if it is small; `None` says nothing.
    fn small_element(&mut self, index: i128) -> Option<i128> {
        let (list, default) = self.small.as_ref()?;
        if !self.disjoint {
            return Some(list.iter().find_map(|r| r.at(index)).unwrap_or(*default));
        }
        if !list.get(self.last).is_some_and(|r| r.from <= index && index <= r.to) {
            self.last = list.partition_point(|r| r.to < index);
        }
        Some(list.get(self.last).and_then(|r| r.at(index)).unwrap_or(*default))
    }

    fn allows(&self, v: i128) -> bool {
        self.allowed.0.is_none_or(|lo| lo <= v) && self.allowed.1.is_none_or(|hi| v <= hi)
    }
}

impl<'a> State<'a> {
    pub fn new(code: &'a Code, witness: &'a Witness, most_reads: usize) -> State<'a> {
        let given = code.inputs.iter().map(|input| Given::new(witness.values.get(&input.symbol), input.allowed));
        State {
            code,
            ints: Ints::new(code.int_names.len()),
            arrays: vec![None; code.array_names.len()],
            given: given.collect(),
            reads: Reads::new(code.inputs.len(), most_reads),
            stamp: 0,
            shared_ints: vec![(0, 0); code.shared_ints.len()],
            shared_conditions: vec![(0, false); code.shared_conditions.len()],
            shared_exact: FxHashMap::default(),
        }
    }

    /// A scalar input, if it is small and allowed.
    #[inline]
    pub fn small_input(&mut self, i: usize) -> Option<i128> {
        let given = &self.given[i];
        let v = given.scalar.as_ref()?.small().filter(|v| given.allows(*v))?;
        self.note(i, 0, || Int::from(v), false);
        Some(v)
    }

    /// A scalar input.
    pub fn input(&mut self, i: usize) -> Result<Int, Fault> {
        let slot = &self.code.inputs[i];
        let Some(v) = self.given[i].scalar.as_ref().map(Cell::exact) else {
            return Err(Fault::Shape(slot.name.clone()));
        };
        if !slot.range.contains(&v) {
            return Err(Fault::OutOfRange { input: slot.name.clone(), value: v });
        }
        self.note(i, 0, || v.clone(), false);
        Ok(v)
    }

    /// An element of an input, if it is small and allowed.
    #[inline]
    pub fn small_element(&mut self, i: usize, index: i128) -> Option<i128> {
        let given = &mut self.given[i];
        let v = given.small_element(index).filter(|v| given.allows(*v))?;
        self.note(i, index, || Int::from(v), true);
        Some(v)
    }

    /// An element of an input.
    pub fn element(&mut self, i: usize, index: &Int) -> Result<Int, Fault> {
        let slot = &self.code.inputs[i];
        let v = match self.given[i].value {
            None => Int::ZERO,
            Some(value) => value.element(index).ok_or_else(|| Fault::Shape(slot.name.clone()))?,
        };
        if !slot.range.contains(&v) {
            return Err(Fault::OutOfRange { input: slot.name.clone(), value: v });
        }
        if let Ok(index) = i128::try_from(index) {
            self.note(i, index, || v.clone(), true);
        }
        Ok(v)
    }

    /// Notes that an element was read.
    pub fn note_element(&mut self, i: usize, index: i128, value: &Int) {
        self.note(i, index, || value.clone(), true);
    }

    /// Notes that a scalar was read.
    pub fn note_scalar(&mut self, i: usize, value: &Int) {
        self.note(i, 0, || value.clone(), false);
    }

    #[inline]
    fn note(&mut self, i: usize, index: i128, value: impl FnOnce() -> Int, is_element: bool) {
        if self.reads.is_new(i, index) {
            let input = self.code.inputs[i].symbol;
            self.reads.record(i, index, || Read { input, index: is_element.then(|| index.into()), value: value() });
        }
    }

    /// An element of what an array held at first, if it is small.
    pub fn small_base(&mut self, base: &Base, index: i128) -> Option<i128> {
        match base {
            Base::Input(i) => self.small_element(*i, index),
            Base::Table(values) => i128::try_from(table_element(values, index)).ok(),
        }
    }

    /// An element of an array variable.
    pub fn array_element(&mut self, slot: usize, index: &Int) -> Result<Int, Fault> {
        let array = self.arrays[slot].clone().ok_or_else(|| self.unbound_array(slot))?;
        if let Ok(at) = i128::try_from(index)
            && let Some(cell) = array.stored.get(&at)
        {
            return Ok(cell.exact());
        }
        if let Ok(at) = i128::try_from(index)
            && let Some(v) = array.in_ranges(at)
        {
            return Ok(v);
        }
        match &array.base {
            Base::Input(i) => self.element(*i, index),
            Base::Table(values) => Ok(i128::try_from(index).map(|i| table_element(values, i)).unwrap_or(Int::ZERO)),
        }
    }

    /// An element of an array variable that does not come from an input.
    pub fn own_element(&self, slot: usize, index: i128) -> Option<Cell> {
        let array = self.arrays[slot].as_ref()?;
        let stored = array.stored.get(&index).cloned();
        stored.or_else(|| array.in_ranges(index).map(Cell::new)).or_else(|| match &array.base {
            Base::Input(_) => None,
            Base::Table(values) => Some(Cell::new(table_element(values, index))),
        })
    }

    pub fn unbound_array(&self, slot: usize) -> Fault {
        Fault::Eval(EvalError::Unbound(self.code.array_names[slot].clone()))
    }
}
