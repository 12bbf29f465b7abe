//! What a run read of its inputs: which, in which order, and how far.
//!
//! The summary is exact; the list of single reads stops at a bound, so that the
//! memory of a run does not grow with its length.

use crate::term::{Int, Symbol};
use rustc_hash::FxHashSet;

/// The first read of one input, or of one element of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The input.
    pub input: Symbol,
    /// The element, for an array or a stream.
    pub index: Option<Int>,
    /// What it was.
    pub value: Int,
}

/// How much of one input was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The input.
    pub input: Symbol,
    /// The lowest and the highest index read; nothing for a scalar.
    pub indices: Option<(Int, Int)>,
}

/// Collects reads.
pub(super) struct Reads {
    list: Vec<Read>,
    most: usize,
    complete: bool,
    /// Inputs in the order of their first read.
    order: Vec<usize>,
    /// By input: the lowest and the highest index, once it was read.
    extents: Vec<Option<(i128, i128)>>,
    /// Elements read.
    seen: FxHashSet<(usize, i128)>,
}

impl Reads {
    pub fn new(inputs: usize, most: usize) -> Reads {
        Reads {
            list: Vec::new(),
            most,
            complete: true,
            order: Vec::new(),
            extents: vec![None; inputs],
            seen: FxHashSet::default(),
        }
    }

    /// Whether this read is one to be recorded, in the list or in the summary. Scalars have index 0.
    #[inline]
    pub fn is_new(&mut self, input: usize, index: i128) -> bool {
        match self.extents[input] {
            Some((low, high)) if low <= index && index <= high => self.complete && !self.seen.contains(&(input, index)),
            _ => true,
        }
    }

    /// Records a read that [`Reads::is_new`].
    pub fn record(&mut self, input: usize, index: i128, read: impl FnOnce() -> Read) {
        match &mut self.extents[input] {
            Some((low, high)) => (*low, *high) = ((*low).min(index), (*high).max(index)),
            none => {
                *none = Some((index, index));
                self.order.push(input);
            }
        }
        if self.list.len() < self.most {
            self.seen.insert((input, index));
            self.list.push(read());
        } else {
            self.complete = false;
        }
    }

    /// Counts elements up to `index` as read without listing them.
    pub fn extend(&mut self, input: usize, index: i128) {
        if let Some((low, high)) = &mut self.extents[input] {
            (*low, *high) = ((*low).min(index), (*high).max(index));
            self.complete = false;
        }
    }

    /// The list, whether it is complete, and the summary.
    pub fn finish(self, symbol: impl Fn(usize) -> (Symbol, bool)) -> (Vec<Read>, bool, Vec<Extent>) {
        let extents = self.order.iter().map(|&i| {
            let (input, is_array) = symbol(i);
            let (low, high) = self.extents[i].expect("an input in the order was read");
            Extent { input, indices: is_array.then(|| (low.into(), high.into())) }
        });
        let extents = extents.collect();
        (self.list, self.complete, extents)
    }
}
