//! Inputs between programs and people: from a witness to names and ranges, and back.
//!
//! Names and lines are all that people and JSON know of an input; symbols stay
//! inside. [`read_given`] is the way home: it finds the inputs of a program
//! that given values belong to.

use super::rows::{GivenRow, given_row};
use super::{InputReport, InputReportValue};
use crate::program::{Input, InputKind, Program, Rows};
use crate::replay::{Extent, InputValue, RangeValue, Run, Witness, encode};
use crate::term::float::operate;
use crate::term::{FloatOp, Format, Int, Range, Symbol, Terms, floor_div};
use std::collections::{BTreeMap, BTreeSet};

/// Ranges with strides are re-encoded from their elements up to this many.
const MOST_ELEMENTS: i64 = 100_000;

/// More rows are not told apart.
const MOST_ROWS: i64 = 1_000;

/// What a run read of its inputs, in reading order.
pub fn input_reports(terms: &Terms, program: &Program, witness: &Witness, run: &Run) -> Vec<InputReport> {
    let report = |extent: &Extent| {
        let input = program.input(extent.input)?;
        let given = witness.values.get(&extent.input);
        let value = match &extent.indices {
            None => InputReportValue::Scalar(given.and_then(InputValue::scalar).cloned().unwrap_or(Int::ZERO)),
            Some((low, high)) => InputReportValue::Ranges(ranges_between(given, low, high)),
        };
        if program.silent.contains(&extent.input) && value == nothing(&value) {
            return None;
        }
        let range = terms.symbol_range(extent.input);
        // What can only be one value is no choice of the world's.
        if range.constant().is_some() {
            return None;
        }
        let is_text = extent.indices.is_some() && is_character(&range);
        let format = Format::of_range(&range);
        let value = if format.is_some() { one_by_one(value) } else { value };
        let rows = program.rows.get(&extent.input);
        let value = match rows {
            Some(rows) => in_rows(value, rows, witness),
            None => value,
        };
        let (name, stride) = (public_name(program, input), rows.map(|rows| rows.stride.clone()));
        Some(InputReport { name, site: site(input), value, format, is_text, stride })
    };
    run.extents.iter().filter_map(report).collect()
}

/// Of each row what lies in it; what is between rows belongs to nobody.
fn in_rows(value: InputReportValue, rows: &Rows, witness: &Witness) -> InputReportValue {
    let InputReportValue::Ranges(ranges) = value else { return value };
    let mut all = Vec::new();
    for r in &ranges {
        let (mut row, last) = (floor_div(&r.from, &rows.stride), floor_div(&r.to, &rows.stride));
        if &last - &row > Int::from(MOST_ROWS) {
            return InputReportValue::Ranges(ranges);
        }
        while row <= last {
            let length = witness.values.get(&rows.lengths).and_then(|lengths| lengths.element(&row));
            let (first, count) = (&row * &rows.stride, length.unwrap_or(Int::ZERO) * &rows.each);
            all.extend(r.clip(&first, &(&first + &count - 1)));
            row += 1;
        }
    }
    InputReportValue::Ranges(all)
}

/// The same places, with 0 in them.
fn nothing(value: &InputReportValue) -> InputReportValue {
    match value {
        InputReportValue::Scalar(_) => InputReportValue::Scalar(Int::ZERO),
        InputReportValue::Ranges(ranges) => {
            let zero = |r: &RangeValue| RangeValue { value: Int::ZERO, slope: Int::ZERO, ..r.clone() };
            InputReportValue::Ranges(ranges.iter().map(zero).collect())
        }
    }
}

/// The same without ranges whose values differ: between ranks no one sees a progression.
fn one_by_one(value: InputReportValue) -> InputReportValue {
    let InputReportValue::Ranges(ranges) = value else { return value };
    let mut all = Vec::new();
    for r in ranges {
        let mut index = r.from.clone();
        while !r.slope.is_zero()
            && let Some(v) = r.at(&index)
        {
            all.push(RangeValue::constant(index.clone(), index.clone(), v));
            index += &r.step;
        }
        if r.slope.is_zero() {
            all.push(r);
        }
    }
    InputReportValue::Ranges(all)
}

fn site(input: &Input) -> Option<u32> {
    match input.kind {
        InputKind::Stream { .. } => Some(input.span.line),
        InputKind::Scalar | InputKind::Array { .. } | InputKind::Length => None,
    }
}

fn is_character(range: &Range) -> bool {
    range == &Range::signed(8) || range == &Range::unsigned(8)
}

/// Ranges that give every index from `low` to `high` its value.
fn ranges_between(given: Option<&InputValue>, low: &Int, high: &Int) -> Vec<RangeValue> {
    let everything = |default: &Int| RangeValue::constant(low.clone(), high.clone(), default.clone());
    let Some(InputValue::Elements { ranges, default }) = given else { return vec![everything(&Int::ZERO)] };
    let mut clipped: Vec<RangeValue> = ranges.iter().filter_map(|r| r.clip(low, high)).collect();
    if high - low < Int::from(MOST_ELEMENTS) && clipped.iter().any(|r| r.step != Int::ONE) {
        let count = i64::try_from(high - low).expect("less than the limit");
        let element = |i: i64| {
            let index = low + i;
            let value = ranges.iter().find_map(|r| r.at(&index)).unwrap_or_else(|| default.clone());
            (index, value)
        };
        return encode(&(0..=count).map(element).collect::<BTreeMap<_, _>>());
    }
    if clipped.iter().any(|r| r.step != Int::ONE) || clipped.windows(2).any(|w| w[1].from <= w[0].to) {
        clipped.push(everything(default));
        return clipped;
    }
    with_gaps_filled(clipped, default, low, high)
}

/// Sorted ranges with step 1, and the default in between.
fn with_gaps_filled(ranges: Vec<RangeValue>, default: &Int, low: &Int, high: &Int) -> Vec<RangeValue> {
    let mut filled: Vec<RangeValue> = Vec::new();
    let mut push = |new: RangeValue| match filled.last_mut() {
        Some(last) if last.slope.is_zero() && new.slope.is_zero() && last.value == new.value => last.to = new.to,
        _ => filled.push(new),
    };
    let mut next = low.clone();
    for range in ranges {
        if next < range.from {
            push(RangeValue::constant(next, &range.from - 1, default.clone()));
        }
        next = &range.to + 1;
        push(range);
    }
    if next <= *high {
        push(RangeValue::constant(next, high.clone(), default.clone()));
    }
    filled
}

/// A value that somebody gives for an input, by name and line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenInput {
    /// The name of the input.
    pub name: String,
    /// The line, if the name alone does not say which.
    pub site: Option<u32>,
    /// The value.
    pub value: GivenValue,
}

/// A value as it is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GivenValue {
    /// Integers one after the other; a single one may also stand for a scalar.
    List(Vec<Int>),
    /// The same as they are written, where some are no integers.
    Texts(Vec<String>),
    /// Ranges with the values as they are written.
    TextRanges(Vec<(RangeValue, String)>),
    /// Ranges, as answers have them.
    Ranges(Vec<RangeValue>),
}

/// A witness from given values, or what is wrong with them. An array is as long as its elements say, unless its length
/// is given as well, and so is what one pointer of several leads to.
pub fn read_given(terms: &Terms, program: &Program, given: &[GivenInput]) -> Result<Witness, String> {
    let mut witness = Witness::default();
    let mut lengths: BTreeMap<Symbol, Int> = BTreeMap::new();
    let mut row_lengths: BTreeMap<Symbol, Vec<RangeValue>> = BTreeMap::new();
    let mut rowed: BTreeSet<Symbol> = BTreeSet::new();
    for one in given {
        let (input, at) = match (find_part(program, one), given_row(program, one)) {
            (Ok(found), _) => found,
            (Err(unknown), None) => return Err(unknown),
            (Err(_), Some(row)) => {
                let GivenRow { input, rows, row, mut ranges, count } = row?;
                // The longest counts.
                let at = row_lengths.entry(rows.lengths).or_default();
                let place = at.iter().position(|length| length.value < count).unwrap_or(at.len());
                at.insert(place, RangeValue::constant(row.clone(), row, count));
                if let Some(InputValue::Elements { ranges: others, .. }) = witness.values.remove(&input.symbol) {
                    ranges.extend(others);
                }
                let value = InputValue::Elements { ranges, default: Int::ZERO };
                check_range(terms, input, &value)?;
                witness.set(input.symbol, value);
                rowed.insert(input.symbol);
                continue;
            }
        };
        let given = ranked(&terms.symbol_range(input.symbol), one)?;
        let is_scalar = matches!(input.kind, InputKind::Scalar | InputKind::Length);
        let (value, count) = match (given, at) {
            (GivenValue::List(mut values), Some((from, to))) if values.len() == 1 && !is_scalar => {
                let count = &to + 1;
                // What is given later counts.
                let mut ranges = vec![RangeValue::constant(from, to, values.remove(0))];
                if let Some(InputValue::Elements { ranges: others, .. }) = witness.values.remove(&input.symbol) {
                    ranges.extend(others);
                }
                (InputValue::Elements { ranges, default: Int::ZERO }, Some(count))
            }
            (_, Some(_)) => return Err(format!("`{}` is a single value", one.name)),
            (GivenValue::List(mut values), None) if is_scalar && values.len() == 1 => {
                (InputValue::Scalar(values.remove(0)), None)
            }
            (_, None) if is_scalar => return Err(format!("`{}` is a single integer", one.name)),
            (GivenValue::List(values), None) => {
                let count = Int::from(values.len());
                (InputValue::list(values), Some(count))
            }
            (GivenValue::Ranges(ranges), None) => (InputValue::Elements { ranges, default: Int::ZERO }, None),
            (GivenValue::Texts(_) | GivenValue::TextRanges(_), None) => unreachable!("they were read"),
        };
        if let (InputKind::Array { length: Some(length), .. }, Some(count)) = (&input.kind, count) {
            let longest = lengths.entry(*length).or_insert(Int::ZERO);
            *longest = count.max(std::mem::take(longest));
        }
        check_range(terms, input, &value)?;
        witness.set(input.symbol, value);
    }
    lengths.retain(|length, _| !witness.values.contains_key(length));
    lengths.into_iter().for_each(|(length, count)| witness.set(length, InputValue::Scalar(count)));
    for (lengths, own) in row_lengths {
        let (mut ranges, default) = match witness.values.remove(&lengths) {
            Some(InputValue::Elements { ranges, default }) => (ranges, default),
            _ => (vec![], Int::ZERO),
        };
        ranges.extend(own);
        witness.set(lengths, InputValue::Elements { ranges, default });
        rowed.insert(lengths);
    }
    for symbol in rowed {
        if let Some(InputValue::Elements { ranges, .. }) = witness.values.get_mut(&symbol) {
            *ranges = in_order(std::mem::take(ranges));
        }
    }
    Ok(witness)
}

/// The same values in the order of their indices, where ranges have one index each: the first of several counts.
fn in_order(ranges: Vec<RangeValue>) -> Vec<RangeValue> {
    if ranges.iter().any(|r| r.from != r.to) {
        return ranges;
    }
    let mut values = BTreeMap::new();
    for r in ranges {
        values.entry(r.from).or_insert(r.value);
    }
    encode(&values)
}

/// An input, or its elements from the first to the last of these.
type Meant<'p> = (&'p Input, Option<(Int, Int)>);

/// What is meant: an input, or elements of one as in `A[3]` and `A[0..14]`.
fn find_part<'p>(program: &'p Program, one: &GivenInput) -> Result<Meant<'p>, String> {
    let found = find(program, one);
    let Some((name, at)) = one.name.strip_suffix(']').and_then(|name| name.rsplit_once('[')) else {
        return Ok((found?, None));
    };
    let (first, last) = at.split_once("..").unwrap_or((at, at));
    match (found, first.parse::<Int>(), last.parse::<Int>()) {
        (Err(_), Ok(first), Ok(last)) if Int::ZERO <= first && first <= last => {
            let whole = GivenInput { name: name.into(), ..one.clone() };
            Ok((find(program, &whole)?, Some((first, last))))
        }
        (found, ..) => Ok((found?, None)),
    }
}

/// A value in integers: what is given of a floating-point input becomes ranks.
fn ranked(range: &Range, one: &GivenInput) -> Result<GivenValue, String> {
    let format = Format::of_range(range);
    let read = |text: &String| match format {
        Some(format) => format.read(text).ok_or_else(|| format!("`{text}` is no value of type {}", format.name())),
        None => Err(format!("`{text}` is not an integer")),
    };
    Ok(match (&one.value, format) {
        (GivenValue::Texts(texts), _) => GivenValue::List(texts.iter().map(read).collect::<Result<_, _>>()?),
        (GivenValue::TextRanges(ranges), _) => {
            let one = |(r, text): &(RangeValue, String)| Ok(RangeValue { value: read(text)?, ..r.clone() });
            GivenValue::Ranges(ranges.iter().map(one).collect::<Result<_, String>>()?)
        }
        (GivenValue::List(values), Some(format)) => {
            GivenValue::List(values.iter().map(|v| operate(FloatOp::OfInt, format, std::slice::from_ref(v))).collect())
        }
        (GivenValue::Ranges(_), Some(format)) => {
            return Err(format!("`{}` has values of type {}, in quotes", one.name, format.name()));
        }
        (value, None) => value.clone(),
    })
}

/// The input that is meant.
fn find<'p>(program: &'p Program, one: &GivenInput) -> Result<&'p Input, String> {
    let exact = |i: &&Input| site(i) == one.site && public_name(program, i) == one.name;
    if let Some(input) = program.inputs.iter().find(exact) {
        return Ok(input);
    }
    let similar = |i: &&Input| matches_name(i, &one.name) && one.site.is_none_or(|line| i.span.line == line);
    match program.inputs.iter().filter(similar).collect::<Vec<_>>()[..] {
        [input] => Ok(input),
        [] => Err(unknown_input(program, one)),
        [first, ..] => {
            let (name, line) = (&one.name, first.span.line);
            Err(format!("`{name}` is read in several places: say which line, as in `{name}@{line}=…`"))
        }
    }
}

/// The name of an input, with a number if others of the same place share it.
fn public_name(program: &Program, input: &Input) -> String {
    let twin = |i: &&Input| i.name == input.name && site(i) == site(input);
    let before = program.inputs.iter().take_while(|i| i.symbol != input.symbol).filter(twin).count();
    if before == 0 { input.name.clone() } else { format!("{}#{}", input.name, before + 1) }
}

/// An input answers to its name, and a nondeterministic call to the short form of it.
fn matches_name(input: &Input, name: &str) -> bool {
    let short = input.name.strip_prefix("__VERIFIER_");
    input.name == name || short == Some(name) || (name == "nondet" && short.is_some_and(|s| s.starts_with("nondet")))
}

fn unknown_input(program: &Program, one: &GivenInput) -> String {
    let describe = |i: &Input| match site(i) {
        Some(line) => format!("{}@{line}", public_name(program, i)),
        None => public_name(program, i),
    };
    let known: Vec<String> = program.inputs.iter().map(describe).collect();
    let place = one.site.map(|line| format!(" on line {line}")).unwrap_or_default();
    if known.is_empty() {
        return format!("no input `{}`{place}: the program reads none", one.name);
    }
    format!("no input `{}`{place}: the program has {}", one.name, known.join(", "))
}

fn check_range(terms: &Terms, input: &Input, value: &InputValue) -> Result<(), String> {
    let range = terms.info(input.symbol).range;
    let outside = match value {
        InputValue::Scalar(v) => (!range.contains(v)).then_some(v.clone()),
        InputValue::Elements { ranges, .. } => {
            let ends = ranges.iter().flat_map(|r| [r.at(&r.from), r.clip(&r.from, &r.to).and_then(|c| c.at(&c.to))]);
            ends.flatten().find(|v| !range.contains(v))
        }
    };
    match outside {
        Some(v) => Err(format!("{v} is not a value of `{}`, which has {range}", input.name)),
        None => Ok(()),
    }
}
