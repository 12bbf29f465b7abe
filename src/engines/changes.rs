//! How inputs are changed: single values, and blocks of what lies in a row.
//!
//! Values become constants of the program, boundaries of types, small and random numbers, and counts of what there is;
//! blocks are put in, taken out, written over, or taken from other inputs, and may be what the program has texts of, or
//! numbers that it compares with as texts. Of several texts each is changed as a whole, with its length. What is random
//! begins alike each time.

use crate::engines::limits::concrete::{FARTHEST, FEW_VALUES};
use crate::program::{InputKind, Program, Rows};
use crate::term::{Format, Int, Range, Symbol, Terms, floor_div};
use fastrand::Rng;
use known::{Known, is_byte};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// A value that the world decides: an input, or an element of it.
pub(super) type Place = (Symbol, Option<Int>);

/// Values that are not the first ones.
pub(super) type Values = BTreeMap<Place, Int>;

/// What the inputs of one program may be changed to.
pub(super) struct Changes {
    pub ranges: FxHashMap<Symbol, Range>,
    /// Lengths of blocks from outside.
    lengths: Vec<Symbol>,
    /// Arrays of texts, by themselves and by the lengths of these.
    texts: Vec<(Symbol, Rows)>,
    /// What values of each range may be.
    known: Vec<Known>,
    pub random: Rng,
}

/// One of several texts.
struct Text {
    array: Symbol,
    /// Its first element.
    from: Int,
    /// What says how many elements it has.
    length: Place,
}

impl Changes {
    /// Of the inputs of this program.
    pub fn of(terms: &Terms, program: &Program) -> Changes {
        let lengths = program.inputs.iter().filter(|input| input.kind == InputKind::Length);
        let ranges: FxHashMap<Symbol, Range> =
            program.inputs.iter().map(|i| (i.symbol, terms.info(i.symbol).range)).collect();
        let known = Known::of(terms, program, program.inputs.iter().map(|input| &ranges[&input.symbol]));
        let is_text =
            |(array, rows): &(&Symbol, &Rows)| rows.each == Int::ONE && ranges.get(*array).is_some_and(is_byte);
        let texts = program.rows.iter().filter(is_text).map(|(array, rows)| (*array, rows.clone())).collect();
        let lengths = lengths.map(|input| input.symbol).collect();
        Changes { ranges, lengths, texts, known, random: Rng::with_seed(1) }
    }

    /// What an input is where nothing is said of it.
    pub fn first(&self, input: Symbol) -> Int {
        first(&self.ranges[&input])
    }

    /// Changes some of what is read, to something of `other` now and then, or all of it; some are fewer than 2 to this.
    pub fn change(&mut self, values: &mut Values, reads: &[Place], other: &Values, doublings: u8) {
        if self.random.u8(..8) == 0 {
            return self.change_all(values, reads);
        }
        let mut last: FxHashMap<Symbol, &Int> = FxHashMap::default();
        for (array, at) in reads {
            if let Some(at) = at {
                let last = last.entry(*array).or_insert(at);
                *last = at.max(*last);
            }
        }
        for _ in 0..1u32 << self.random.u8(..doublings) {
            // What is read last decides where a run ends.
            let number = match self.random.bool() {
                true => self.random.usize(..reads.len()),
                false => reads.len() - 1 - self.random.usize(..reads.len().min(4)),
            };
            let place = &reads[number];
            if let Some(text) = self.text_of(place)
                && self.random.bool()
            {
                self.change_text(values, &text);
                continue;
            }
            match &place.1 {
                Some(at) if self.random.u8(..3) == 0 => {
                    let to_last = last.get(&place.0).and_then(|last| usize::try_from(*last - at).ok());
                    if let Some(rest) = to_last.filter(|rest| *rest <= FARTHEST) {
                        self.change_block(values, place.0, at, rest, other);
                    }
                }
                _ => self.change_one(values, place, reads),
            }
        }
    }

    /// Changes few of what is read by not much more than `distance`.
    pub fn nudge(&mut self, values: &mut Values, reads: &[Place], distance: u64) {
        let farthest = distance.checked_ilog2().unwrap_or(0).min(60) as u8 + 2;
        for _ in 0..1 + self.random.u8(..3) {
            let place = &reads[self.random.usize(..reads.len())];
            // Farther than its range is wide nothing is there.
            let width = self.ranges[&place.0].width().and_then(|width| u64::try_from(&width).ok());
            let widest = width.and_then(u64::checked_ilog2).unwrap_or(60).min(60) as u8;
            let most = 1i64 << self.random.u8(..=farthest.min(widest));
            let value = self.of_place(values, place) + Int::from(self.random.i64(-most..=most));
            if self.ranges[&place.0].contains(&value) {
                values.insert(place.clone(), value);
            }
        }
    }

    /// Gives the first elements of arrays any values, and the blocks from outside another length.
    fn change_all(&mut self, values: &mut Values, reads: &[Place]) {
        if let Some(length) = self.lengths.first().map(|length| (*length, None)) {
            let old = i64::try_from(&self.of_place(values, &length)).unwrap_or(0);
            let most = 1 << self.random.u8(1..6);
            let new = self.random.i64(0..most);
            self.lengthen(values, new.saturating_sub(old));
        }
        let mut arrays: BTreeMap<Symbol, usize> = BTreeMap::new();
        reads.iter().filter(|read| read.1.is_some()).for_each(|read| *arrays.entry(read.0).or_default() += 1);
        for (array, read) in arrays {
            let range = self.ranges[&array].clone();
            // Behind what is read there may be more, but not in each of many; many decide together now and then.
            let size = match self.random.u8(..4) {
                0 => read.max(FEW_VALUES),
                _ => 1 + self.random.usize(..FEW_VALUES.min(4 * read + 4)),
            };
            let is_plain = self.random.bool();
            for i in 0..size {
                let place = (array, Some(Int::from(i as u64)));
                let value = if is_plain { self.any(&range) } else { self.value(&range, &first(&range)) };
                if range.contains(&value) {
                    values.insert(place, value);
                }
            }
        }
    }

    fn of_place(&self, values: &Values, place: &Place) -> Int {
        values.get(place).cloned().unwrap_or_else(|| self.first(place.0))
    }

    /// Changes a single value; numbers that are the same may belong together.
    fn change_one(&mut self, values: &mut Values, place: &Place, reads: &[Place]) {
        let old = self.of_place(values, place);
        let is_count = place.1.is_none() && self.random.u8(..4) == 0;
        let count = if is_count { self.count(values) } else { None };
        let range = self.ranges[&place.0].clone();
        let value = count.filter(|count| range.contains(count)).unwrap_or_else(|| self.value(&range, &old));
        if place.1.is_none() && self.random.bool() {
            for same in reads.iter().filter(|read| read.1.is_none()) {
                if self.of_place(values, same) == old && self.ranges[&same.0].contains(&value) {
                    values.insert(same.clone(), value.clone());
                }
            }
        }
        values.insert(place.clone(), value);
    }

    /// How many elements, or texts, an array has, as far as they are not the first ones.
    fn count(&mut self, values: &Values) -> Option<Int> {
        let arrays: BTreeSet<Symbol> = values.keys().filter(|(_, at)| at.is_some()).map(|(input, _)| *input).collect();
        let array = *arrays.iter().nth(self.random.usize(..arrays.len().max(1)))?;
        let all = values.range((array, None)..).take_while(|((input, _), _)| *input == array);
        let last = all.filter(|(_, value)| !value.is_zero()).last().and_then(|((_, at), _)| at.clone())?;
        let texts = self.texts.iter().find(|(input, _)| *input == array);
        Some(texts.map_or(last.clone(), |(_, rows)| floor_div(&last, &rows.stride)) + Int::ONE)
    }

    /// Changes elements of an array from one on, behind which `rest` more are read.
    fn change_block(&mut self, values: &mut Values, array: Symbol, at: &Int, rest: usize, other: &Values) {
        let range = self.ranges[&array].clone();
        let index = |i: usize| (array, Some(at + Int::from(i as u64)));
        let old: Vec<Int> = (0..=rest).map(|i| self.of_place(values, &index(i))).collect();
        let size = (1 + self.random.usize(..4)).min(old.len());
        let block: Vec<Int> = match self.random.u8(..7) {
            0..2 if let Some(word) = self.any_of(&range, |known| &known.words) => word,
            6 if let Some(numeral) = self.any_of(&range, |known| &known.numerals) => numeral,
            2 => {
                let from = self.random.usize(..old.len());
                old[from..].iter().take(size).cloned().collect()
            }
            3 => {
                let size = 1 + self.random.usize(..=rest);
                // From the same place, or from another one.
                let end = if self.random.bool() { 0 } else { i64::try_from(at).unwrap_or(0).clamp(0, FARTHEST as i64) };
                let from = at - Int::from(self.random.i64(0..=end));
                (0..size).map(|i| self.of_place(other, &(array, Some(&from + Int::from(i as u64))))).collect()
            }
            4 => {
                let value = self.value(&range, &old[0]);
                vec![value; 1 + self.random.usize(..8)]
            }
            _ => (0..size).map(|i| self.value(&range, &old[i])).collect(),
        };
        if block.iter().any(|value| !range.contains(value)) {
            return;
        }
        let (written, by) = match self.random.u8(..4) {
            0..2 => (block, 0),
            2 => (block.iter().chain(&old).cloned().collect(), block.len() as i64),
            _ => (old[size..].iter().cloned().chain(vec![first(&range); size]).collect(), -(size as i64)),
        };
        written.into_iter().enumerate().for_each(|(i, value)| drop(values.insert(index(i), value)));
        if by != 0 && self.random.bool() {
            self.lengthen(values, by);
        }
    }

    /// The text that a value belongs to, or whose length it is.
    fn text_of(&self, (input, at): &Place) -> Option<Text> {
        let at = at.as_ref()?;
        self.texts.iter().find_map(|(array, rows)| match *input {
            _ if input == array => {
                let row = floor_div(at, &rows.stride);
                Some(Text { array: *array, from: &row * &rows.stride, length: (rows.lengths, Some(row)) })
            }
            _ if *input == rows.lengths => {
                Some(Text { array: *array, from: at * &rows.stride, length: (rows.lengths, Some(at.clone())) })
            }
            _ => None,
        })
    }

    /// Puts something into a text of several, takes something out, or makes it another one; it ends as texts do, and has
    /// room for that.
    fn change_text(&mut self, values: &mut Values, text: &Text) {
        let range = self.ranges[&text.array].clone();
        let index = |i: usize| (text.array, Some(&text.from + Int::from(i as u64)));
        let at = |i: usize| values.get(&index(i)).cloned().filter(|value| !value.is_zero());
        let mut all: Vec<Int> = (0..FARTHEST).map_while(at).collect();
        let part = match self.random.u8(..4) {
            0 if let Some(numeral) = self.any_of(&range, |known| &known.numerals) => numeral,
            0..3 if let Some(word) = self.any_of(&range, |known| &known.words) => word,
            _ => vec![self.value(&range, &Int::ZERO)],
        };
        let (from, to) = match self.random.u8(..4) {
            0..2 => (0, all.len()),
            way => {
                let from = if self.random.bool() { all.len() } else { self.random.usize(..=all.len()) };
                (from, if way == 2 { from } else { from + self.random.usize(..4) })
            }
        };
        let old = all.len();
        all.splice(from..to.min(old), part);
        let length = Int::from(all.len() as u64 + 1);
        // What was behind it is no part of it.
        all.resize(old.max(all.len()) + 1, Int::ZERO);
        if self.ranges.get(&text.length.0).is_some_and(|lengths| lengths.contains(&length)) {
            all.into_iter().enumerate().for_each(|(i, value)| drop(values.insert(index(i), value)));
            values.insert(text.length.clone(), length);
        }
    }

    /// Makes blocks from outside so much longer, with all other numbers that are what their lengths were.
    fn lengthen(&mut self, values: &mut Values, by: i64) {
        for length in self.lengths.clone() {
            let old = self.of_place(values, &(length, None));
            let new = &old + Int::from(by);
            let same: Vec<Place> =
                values.iter().filter(|(p, v)| p.1.is_none() && **v == old).map(|(p, _)| p.clone()).collect();
            for place in same.into_iter().chain([(length, None)]) {
                if self.ranges[&place.0].contains(&new) {
                    values.insert(place, new.clone());
                }
            }
        }
    }

    fn any(&mut self, range: &Range) -> Int {
        match (&range.lo, &range.hi) {
            (Some(lo), Some(hi)) => lo + Int::from(self.random.u64(..=u64::try_from(&(hi - lo)).unwrap_or(u64::MAX))),
            _ => Int::from(self.random.i64(..)),
        }
    }

    /// What the program says of values of a range that inputs have.
    fn known(&self, range: &Range) -> &Known {
        self.known.iter().find(|known| known.range == *range).unwrap_or(&self.known[0])
    }

    /// One of what the program says of such values, if it says some.
    fn any_of<T: Clone>(&mut self, range: &Range, all: impl Fn(&Known) -> &[T]) -> Option<T> {
        let count = all(self.known(range)).len();
        let any = (count > 0).then(|| self.random.usize(..count))?;
        Some(all(self.known(range))[any].clone())
    }

    fn value(&mut self, range: &Range, old: &Int) -> Int {
        let format = Format::of_range(range);
        for _ in 0..8 {
            let value = match self.random.u8(..8) {
                0..3 if let Some(constant) = self.any_of(range, |known| &known.constants) => constant,
                0..4 => number(format, self.random.i64(0..20)),
                4 if self.random.bool() => old + Int::from(self.random.i64(-2..3)),
                4 => {
                    let far = Int::from(1u64 << self.random.u8(..32));
                    if self.random.bool() { old + far } else { old - far }
                }
                5 => match self.random.bool() {
                    true => range.lo.clone().unwrap_or_else(|| Int::from(i64::MIN)),
                    false => range.hi.clone().unwrap_or_else(|| Int::from(i64::MAX)),
                },
                6 => number(format, self.random.i64(-128..256)),
                _ => self.any(range),
            };
            if range.contains(&value) {
                return value;
            }
        }
        old.clone()
    }
}

/// The value of a range that is nearest to 0.
pub(super) fn first(range: &Range) -> Int {
    match (&range.lo, &range.hi) {
        (Some(lo), _) if *lo > Int::ZERO => lo.clone(),
        (_, Some(hi)) if *hi < Int::ZERO => hi.clone(),
        _ => Int::ZERO,
    }
}

/// A number as an input has it: of floating point as a rank.
fn number(format: Option<Format>, n: i64) -> Int {
    Int::from(format.map_or(i128::from(n), |format| format.rank_of(n as f64)))
}

mod known;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::testing::prepared;

    #[test]
    fn texts_of_signed_characters_are_put_into_bytes() {
        let terms = Terms::new();
        let text = "int f(const unsigned char *d) { static const char w[4] = \"\\xef\\xbb\\xbf\"; int i = 0;
            while (i < 3 && (char)d[i] == w[i]) i++; if (i == 3) { L: return 1; } return 0; }";
        let program = prepared(&terms, text, "f", "label:L").original;
        let changes = Changes::of(&terms, &program);
        let word = [239, 187, 191].map(Int::from).to_vec();
        let bytes = changes.known.iter().find(|known| known.range == Range::unsigned(8)).expect("there are bytes");
        assert!(bytes.words.contains(&word), "{:?}", bytes.words);
    }

    #[test]
    fn texts_of_several_end_and_become_numbers() {
        let terms = Terms::new();
        let text = "extern int atoi(const char *); int main(int argc, char **argv) {
            if (argc > 2 && atoi(argv[2]) == 8080) { L: return 1; } return 0; }";
        let program = prepared(&terms, text, "main", "label:L").original;
        let mut changes = Changes::of(&terms, &program);
        let (array, rows) = changes.texts[0].clone();
        let place = |i: u64| (array, Some(&rows.stride * Int::from(2) + Int::from(i)));
        let text = changes.text_of(&place(3)).expect("it is one of several");
        assert_eq!(text.length, (rows.lengths, Some(Int::from(2))));
        let (mut values, mut is_number) = (Values::new(), false);
        for _ in 0..500 {
            changes.change_text(&mut values, &text);
            let length = u64::try_from(&values[&text.length]).expect("a length");
            let at = |i: u64| values.get(&place(i)).cloned().unwrap_or(Int::ZERO);
            assert_eq!(at(length - 1), Int::ZERO);
            is_number |= length == 5 && (0..4).map(at).eq("8080".bytes().map(Int::from));
        }
        assert!(is_number);
    }

    #[test]
    fn many_elements_that_are_read_change_at_once() {
        let terms = Terms::new();
        let program =
            prepared(&terms, "int f(int *a) { if (a[0] > 3) { L: return 1; } return 0; }", "f", "label:L").original;
        let array =
            program.inputs.iter().find(|input| matches!(input.kind, InputKind::Array { .. })).expect("an array").symbol;
        let reads: Vec<Place> = (0..500).map(|i| (array, Some(Int::from(i)))).collect();
        let mut changes = Changes::of(&terms, &program);
        let changed = |changes: &mut Changes| {
            let mut values = Values::new();
            changes.change(&mut values, &reads, &Values::new(), 3);
            values.len()
        };
        assert!((0..200).any(|_| changed(&mut changes) >= reads.len()));
    }
}
