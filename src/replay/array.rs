//! Arrays of a run: what was stored, over what was there before.
//!
//! Stores happen in place; a copy of an array shares its elements until one of
//! the two is stored to. What proved rounds stored are ranges between the
//! two.

use super::RangeValue;
use super::code::{Condition, Expr};
use super::line::Line;
use super::polynomial::Polynomial;
use crate::term::Int;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

/// An array-valued expression.
#[derive(Debug)]
pub(super) enum ArrayExpr {
    Var(usize),
    Input(usize),
    Unbound(String),
    Table(Arc<Vec<Int>>),
    Store(Box<(ArrayExpr, Expr, Expr)>),
    Ite(Box<(Condition, ArrayExpr, ArrayExpr)>),
}

/// What an array holds where nothing was stored.
#[derive(Clone, Debug)]
pub(super) enum Base {
    Input(usize),
    Table(Arc<Vec<Int>>),
}

/// The value of an array variable.
#[derive(Clone, Debug)]
pub(super) struct Array {
    pub base: Base,
    /// Over the base; the last one that has an index decides.
    pub ranges: Vec<RangeValue>,
    /// Over the ranges.
    pub stored: HashMap<i128, Cell, BuildHasherDefault<IndexHasher>>,
}

/// An integer, mostly small.
#[derive(Clone, Debug)]
pub(super) enum Cell {
    Small(i128),
    Big(Int),
}

impl Cell {
    pub fn new(v: Int) -> Cell {
        match i128::try_from(&v) {
            Ok(small) => Cell::Small(small),
            Err(_) => Cell::Big(v),
        }
    }

    pub fn small(&self) -> Option<i128> {
        match self {
            Cell::Small(v) => Some(*v),
            Cell::Big(_) => None,
        }
    }

    pub fn exact(&self) -> Int {
        match self {
            Cell::Small(v) => Int::from(*v),
            Cell::Big(v) => v.clone(),
        }
    }
}

impl Array {
    pub fn new(base: Base) -> Array {
        Array { base, ranges: Vec::new(), stored: HashMap::default() }
    }

    /// The element that a range has at `index`.
    pub fn in_ranges(&self, index: i128) -> Option<Int> {
        let index = Int::from(index);
        self.ranges.iter().rev().find_map(|r| r.at(&index))
    }

    /// Stores a value of its own at every index of `line` up to that of round `last`.
    pub fn store_line(&mut self, line: Line, last: u64, value: &Polynomial) {
        let (first, end, step) = (line.start, line.at(last), line.slope.abs());
        let (low, high) = (first.min(end), first.max(end));
        if last < self.stored.len() as u64 {
            (0..=last).for_each(|t| drop(self.stored.remove(&line.at(t))));
        } else {
            self.stored.retain(|i, _| *i < low || *i > high || (i - low) % step != 0);
        }
        let (slope, back) = (value.slope(), first > end);
        let range = RangeValue {
            from: low.into(),
            to: high.into(),
            step: step.into(),
            value: value.at(if back { last } else { 0 }),
            slope: if back { -slope } else { slope },
        };
        let hidden = |old: &RangeValue| range.step == Int::ONE && range.from <= old.from && old.to <= range.to;
        let same = |old: &RangeValue| (&range.from, &range.to, &range.step) == (&old.from, &old.to, &old.step);
        self.ranges.retain(|old| !hidden(old) && !same(old));
        self.ranges.push(range);
    }
}

/// Element `index` of a table; 0 beyond its ends.
pub(super) fn table_element(values: &[Int], index: i128) -> Int {
    usize::try_from(index).ok().and_then(|i| values.get(i)).cloned().unwrap_or(Int::ZERO)
}

/// Multiplicative hashing of indices, which programs choose and nobody attacks.
#[derive(Default)]
pub(super) struct IndexHasher(u64);

impl Hasher for IndexHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    fn write_i128(&mut self, v: i128) {
        self.mix(v as u64);
        self.mix((v >> 64) as u64);
    }
}

impl IndexHasher {
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}
