//! What inputs and arrays hold along a line of indices, in the state as it is.

use super::array::{Array, Base, Cell};
use super::line::{Found, Line, MOST_LOOKS};
use super::polynomial::Polynomial;
use super::state::State;
use super::{InputValue, RangeValue};
use crate::replay::limits::along::NEAR;
use crate::term::Int;
use std::cmp::Ordering;

/// A read of an input that an element stands for.
#[derive(Clone, Debug)]
pub(super) struct InputRead {
    pub input: usize,
    /// `None` for a scalar.
    pub line: Option<Line>,
    /// What it is in the first round.
    pub first: Int,
}

impl State<'_> {
    /// A scalar input, if it is as it should be.
    pub fn scalar(&self, input: usize) -> Option<InputRead> {
        let first = self.given[input].scalar.as_ref()?.exact();
        self.code.inputs[input].range.contains(&first).then_some(InputRead { input, line: None, first })
    }

    /// The elements of an input, as long as they are within its type.
    pub fn along_input(&self, input: usize, line: Line, times: u64) -> Option<(Found, InputRead)> {
        let mut found = match self.given[input].value {
            None => Found { value: Polynomial::constant(Int::ZERO), lasts: times },
            Some(InputValue::Scalar(_)) => return None,
            Some(InputValue::Elements { ranges, default }) => {
                let (near, known) = self.near(input, ranges, line)?;
                let mut found = line
                    .in_ranges(near)?
                    .unwrap_or_else(|lasts| Found { value: Polynomial::constant(default.clone()), lasts });
                found.lasts = found.lasts.min(known);
                found
            }
        };
        found.lasts = found.lasts.min(times);
        let allowed = &self.code.inputs[input].range;
        for (bound, wrong) in [(&allowed.lo, Ordering::Less), (&allowed.hi, Ordering::Greater)] {
            if let Some(bound) = bound {
                let distance = found.value.minus(&Polynomial::constant(bound.clone()));
                found.lasts = distance.lasting(found.lasts, |sign| sign != wrong);
            }
        }
        let first = found.value.start();
        Some((found, InputRead { input, line: Some(line), first }))
    }

    /// The ranges that matter at first, and for how long only these do.
    fn near<'r>(&self, input: usize, ranges: &'r [RangeValue], line: Line) -> Option<(&'r [RangeValue], u64)> {
        if !self.given[input].disjoint || ranges.len() <= 2 * NEAR {
            return Some((ranges, u64::MAX));
        }
        let start = Int::from(line.start);
        let at = ranges.partition_point(|r| r.to < start);
        let (low, high) = (at.saturating_sub(NEAR), (at + NEAR).min(ranges.len()));
        let next = match line.slope.cmp(&0) {
            Ordering::Equal => None,
            Ordering::Greater => ranges.get(high).map(|r| &r.from),
            Ordering::Less => low.checked_sub(1).map(|i| &ranges[i].to),
        };
        let arrival = match next {
            None => u64::MAX,
            Some(border) => {
                let border = i128::try_from(border).ok()?;
                let far = if line.slope > 0 { (border, i128::MAX) } else { (i128::MIN, border) };
                line.enters(far.0, far.1).unwrap_or(u64::MAX)
            }
        };
        Some((&ranges[low..high], arrival))
    }

    /// The elements of an array variable, and the read of an input if they come from one.
    pub fn along_array(&self, slot: usize, line: Line, times: u64) -> Option<(Found, Option<InputRead>)> {
        let array = self.arrays[slot].as_ref()?;
        if let Some(found) = stored(array, line, times) {
            return Some((found, None));
        }
        let unstored = times.min(first_stored(array, line));
        let within = |found: Found| Found { lasts: found.lasts.min(unstored), ..found };
        match line.in_ranges(array.ranges.iter().rev())? {
            Ok(found) => Some((within(found), None)),
            Err(lasts) => {
                let times = unstored.min(lasts);
                match &array.base {
                    Base::Input(input) => self.along_input(*input, line, times).map(|(f, read)| (f, Some(read))),
                    Base::Table(values) => Some((line.in_table(values, times), None)),
                }
            }
        }
    }
}

/// The elements, if the first one was stored on its own.
fn stored(array: &Array, line: Line, times: u64) -> Option<Found> {
    let at = |t| array.stored.get(&line.at(t)).map(Cell::exact);
    let start = at(0)?;
    if line.slope == 0 {
        return Some(Found { value: Polynomial::constant(start), lasts: times });
    }
    let slope = at(1).map_or(Int::ZERO, |next| next - &start);
    let value = Polynomial::line(start, slope);
    let lasts = (0..times.min(MOST_LOOKS)).take_while(|t| at(*t).is_some_and(|v| v == value.at(*t))).count() as u64;
    Some(Found { value, lasts })
}

/// How long none of the elements was stored on its own, where the first was not.
fn first_stored(array: &Array, line: Line) -> u64 {
    if line.slope == 0 || array.stored.is_empty() {
        return u64::MAX;
    }
    if array.stored.len() as u64 <= MOST_LOOKS {
        return array.stored.keys().filter_map(|i| line.first_at(*i)).min().unwrap_or(u64::MAX);
    }
    (0..MOST_LOOKS).take_while(|t| !array.stored.contains_key(&line.at(*t))).count() as u64
}
