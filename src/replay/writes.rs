//! What a cycle stores to arrays, for all its rounds, and that its reads do not see what they must not.

use super::array::{Array, Cell};
use super::induction::Fixed;
use super::line::Line;
use super::polynomial::Polynomial;
use crate::replay::limits::writes::MOST_RANGES;
use std::cmp::Reverse;

/// The stores of one cycle, in their order, and its reads of what was there before.
#[derive(Default)]
pub(super) struct Writes {
    writes: Vec<Write>,
    /// Reads of elements that no round has stored to when they are read.
    before: Vec<(usize, Line)>,
}

struct Write {
    slot: usize,
    line: Line,
    value: Polynomial,
}

impl Writes {
    pub fn write(&mut self, slot: usize, line: Line, value: Polynomial) {
        self.writes.push(Write { slot, line, value });
    }

    /// The element if this round has stored it, and for how many rounds it has or has not.
    pub fn read(&self, slot: usize, line: Line, times: u64) -> (Option<Polynomial>, u64) {
        let mut lasts = times;
        for write in self.writes.iter().rev().filter(|w| w.slot == slot) {
            let apart = Line { start: line.start - write.line.start, slope: line.slope - write.line.slope };
            if apart.start == 0 {
                lasts = if apart.slope == 0 { lasts } else { lasts.min(1) };
                return (Some(write.value.clone()), lasts);
            }
            lasts = lasts.min(apart.first_at(0).unwrap_or(u64::MAX));
        }
        (None, lasts)
    }

    /// A read takes for granted that no round has stored to its element.
    pub fn note(&mut self, slot: usize, line: Line) {
        self.before.push((slot, line));
    }

    /// The fixed elements that are both read and stored to: they count something.
    pub fn counters(&self) -> Vec<Fixed> {
        let stored = |(slot, line): &&(usize, Line)| {
            line.slope == 0 && self.writes.iter().any(|w| (w.slot, w.line) == (*slot, *line))
        };
        self.before.iter().filter(stored).map(|(slot, line)| (*slot, line.start)).collect()
    }

    /// What a round stores last to a fixed element, and for how many rounds no other store hits it.
    pub fn at_fixed(&self, (slot, index): Fixed) -> (Option<&Polynomial>, u64) {
        let mut own = self.writes.iter().filter(|w| w.slot == slot);
        let moving = own.clone().filter(|w| w.line.slope != 0);
        let lasts = moving.filter_map(|w| w.line.first_at(index)).min().unwrap_or(u64::MAX);
        let last = own.rfind(|w| w.line.slope == 0 && w.line.start == index);
        (last.map(|w| &w.value), lasts)
    }

    /// For how many rounds (perhaps none) all reads of what was there before are that, and the stores have an order.
    /// `None` if this does not know.
    pub fn apart(&self, times: u64) -> Option<u64> {
        let mut times = times;
        for (slot, read) in &self.before {
            for write in self.writes.iter().filter(|w| w.slot == *slot) {
                times = times.min(unseen(*read, write.line, times)?);
            }
        }
        for (i, a) in self.writes.iter().enumerate() {
            if a.line.slope != 0 && a.value.degree() > 1 {
                return None;
            }
            for b in self.writes[i + 1..].iter().filter(|b| b.slot == a.slot) {
                times = match (a.line.slope, b.line.slope) {
                    (x, y) if x == y => times,
                    (0, _) => times.min(b.line.first_at(a.line.start).unwrap_or(u64::MAX)),
                    (_, 0) => times.min(a.line.first_at(b.line.start).unwrap_or(u64::MAX)),
                    _ if disjoint(a.line, b.line, times) => times,
                    _ => return None,
                };
            }
        }
        Some(times)
    }

    /// Whether anything is stored.
    pub fn slots(&self) -> impl Iterator<Item = usize> {
        self.writes.iter().map(|w| w.slot)
    }

    /// Whether `array` can take what is stored to it.
    pub fn fit(array: &Array) -> bool {
        array.ranges.len() < MOST_RANGES
    }

    /// Stores to the array variable `slot` what `times` rounds do.
    pub fn store(&self, slot: usize, array: &mut Array, times: u64) {
        let mut own: Vec<&Write> = self.writes.iter().filter(|w| w.slot == slot).collect();
        // Of two stores with the same slope the one that comes to an element later has the last word: the one that
        // lies behind; of two at the same place the second.
        own.sort_by_key(|w| (w.line.slope, Reverse(w.line.start * w.line.slope.signum())));
        for write in own {
            if write.line.slope == 0 || times == 1 {
                array.stored.insert(write.line.start, Cell::new(write.value.at(times - 1)));
            } else {
                array.store_line(write.line, times - 1, &write.value);
            }
        }
    }
}

/// For how many rounds a read sees nothing that `write` stored, neither in an earlier round nor before
/// in its own.
fn unseen(read: Line, write: Line, times: u64) -> Option<u64> {
    let ahead = write.start - read.start;
    if read.slope == write.slope {
        if read.slope == 0 {
            return if ahead == 0 { Some(1) } else { Some(times) };
        }
        // The read of round t is at the place of the store of round t − late.
        let late = ahead / read.slope;
        let meets = ahead % read.slope == 0 && late > 0;
        return Some(if meets { times.min(u64::try_from(late).unwrap_or(u64::MAX)) } else { times });
    }
    if read.slope == 0 {
        return Some(write.first_at(read.start).map_or(times, |t| times.min(t.saturating_add(1))));
    }
    if write.slope == 0 {
        return Some(match read.first_at(write.start) {
            None | Some(0) => times,
            Some(t) => times.min(t),
        });
    }
    disjoint(read, write, times).then_some(times)
}

fn disjoint(a: Line, b: Line, times: u64) -> bool {
    let last = times.saturating_sub(1);
    let ends = |l: Line| (l.start.min(l.at(last)), l.start.max(l.at(last)));
    let ((a_low, a_high), (b_low, b_high)) = (ends(a), ends(b));
    a_high < b_low || b_high < a_low
}
