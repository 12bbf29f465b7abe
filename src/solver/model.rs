//! Values for symbols that a solver found, and the check that they are right.
//!
//! A [`Model`] owns its values and has one for every symbol: one that the
//! query never mentioned gets the value of its range closest to zero. z3 is
//! not believed: [`Model::check`] evaluates what was asserted, exactly.

use crate::term::{Int, Range, RangeValue, Scope, Symbol, Term, Terms, Value};
use std::collections::BTreeMap;

/// Values for all symbols.
#[derive(Clone)]
pub struct Model<'t> {
    terms: &'t Terms,
    ints: BTreeMap<Symbol, Int>,
    arrays: BTreeMap<Symbol, BTreeMap<Int, Int>>,
    ranges: BTreeMap<Symbol, Vec<RangeValue>>,
}

impl<'t> Model<'t> {
    /// A model in which every symbol has the value of its range closest to zero.
    pub fn new(terms: &'t Terms) -> Model<'t> {
        Model { terms, ints: BTreeMap::new(), arrays: BTreeMap::new(), ranges: BTreeMap::new() }
    }

    /// Gives an integer symbol a value.
    pub fn set_int(&mut self, s: Symbol, value: Int) {
        self.ints.insert(s, value);
    }

    /// Gives one element a value.
    pub fn set_element(&mut self, array: Symbol, index: Int, value: Int) {
        self.arrays.entry(array).or_default().insert(index, value);
    }

    /// Forgets the values that elements of an array have alone, except of some.
    pub fn keep_elements(&mut self, array: Symbol, kept: impl Fn(&Int) -> bool) {
        if let Some(elements) = self.arrays.get_mut(&array) {
            elements.retain(|index, _| kept(index));
        }
    }

    /// Gives the elements of a range their values, except those that have one of their own. Ranges of an array
    /// have no element in common.
    pub fn set_range(&mut self, array: Symbol, range: RangeValue) {
        self.ranges.entry(array).or_default().push(range);
    }

    /// The ranges of elements of an array that have a value together.
    pub fn ranges(&self, array: Symbol) -> &[RangeValue] {
        self.ranges.get(&array).map_or(&[], Vec::as_slice)
    }

    /// The integer symbols the query mentioned.
    pub fn ints(&self) -> &BTreeMap<Symbol, Int> {
        &self.ints
    }

    /// The elements the query read, of each array.
    pub fn arrays(&self) -> &BTreeMap<Symbol, BTreeMap<Int, Int>> {
        &self.arrays
    }

    /// The value of every element that is not listed in [`Model::arrays`] or [`Model::ranges`],
    /// and of every integer symbol that is not listed in [`Model::ints`].
    pub fn default_of(&self, s: Symbol) -> Int {
        closest_to_zero(&self.terms.info(s).range)
    }

    /// Whether all of `asserted` holds and every value is in its range; if not, what fails.
    pub fn check(&self, asserted: impl IntoIterator<Item = Term>) -> Result<(), String> {
        for (&s, v) in &self.ints {
            self.in_range(s, v)?;
        }
        for (&s, elements) in &self.arrays {
            elements.values().try_for_each(|v| self.in_range(s, v))?;
        }
        let asserted: Vec<Term> = asserted.into_iter().collect();
        for (&t, value) in asserted.iter().zip(self.terms.eval_all(&asserted, self)) {
            match value {
                Ok(Value::Bool(true)) => {}
                Ok(_) => return Err(format!("`{}` is false", self.terms.show(t))),
                Err(error) => return Err(error.to_string()),
            }
        }
        Ok(())
    }

    fn in_range(&self, s: Symbol, v: &Int) -> Result<(), String> {
        let info = self.terms.info(s);
        if info.range.contains(v) { Ok(()) } else { Err(format!("{} = {v} is not in {}", info.name, info.range)) }
    }
}

impl Scope for Model<'_> {
    fn int(&self, s: Symbol) -> Option<Int> {
        Some(self.ints.get(&s).cloned().unwrap_or_else(|| self.default_of(s)))
    }

    fn element(&self, array: Symbol, index: &Int) -> Option<Int> {
        let alone = self.arrays.get(&array).and_then(|elements| elements.get(index));
        let together = || self.ranges(array).iter().find_map(|range| range.at(index));
        Some(alone.cloned().or_else(together).unwrap_or_else(|| self.default_of(array)))
    }
}

impl std::fmt::Debug for Model<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut map = f.debug_map();
        for (&s, v) in &self.ints {
            map.entry(&self.terms.name(s), &format_args!("{v}"));
        }
        for (&s, elements) in &self.arrays {
            for (i, v) in elements {
                map.entry(&format_args!("{}[{i}]", self.terms.name(s)), &format_args!("{v}"));
            }
        }
        map.finish()
    }
}

/// The member of a range with the least absolute value.
pub(super) fn closest_to_zero(range: &Range) -> Int {
    match (&range.lo, &range.hi) {
        (Some(lo), _) if *lo > Int::ZERO => lo.clone(),
        (_, Some(hi)) if *hi < Int::ZERO => hi.clone(),
        _ => Int::ZERO,
    }
}
