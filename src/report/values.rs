//! Input values as people read them: ranges, and characters where they are text.

use crate::answer::{InputReport, InputReportValue};
use crate::replay::RangeValue;
use crate::term::{Format, Int, floor_div};
use std::collections::BTreeMap;

/// People do not read more items of one input than this.
const MOST_ITEMS: usize = 40;

/// Texts beyond this length are shown as ranges.
const LONGEST_TEXT: i64 = 200;

/// The assignments an input stands for: `n = 5`, `A[0..12] = 1`.
pub(crate) fn items(input: &InputReport) -> Vec<String> {
    let name = match input.site {
        Some(line) => format!("{}@{line}", input.name),
        None => input.name.clone(),
    };
    let ranges = match &input.value {
        InputReportValue::Scalar(v) => return vec![format!("{name} = {}", shown(v, input.format))],
        InputReportValue::Ranges(ranges) => ranges,
    };
    if let Some(stride) = &input.stride {
        let mut all = in_rows(input, &name, ranges, stride);
        shorten(&mut all);
        return all;
    }
    let mut all = behind_pointers(input, &name, ranges);
    shorten(&mut all);
    all
}

/// The elements of one array, of which there are 2^64 for each pointer that leads to some: `p.null[2][0]` says something
/// of the first pointer where the third one of several leads.
fn behind_pointers(input: &InputReport, name: &str, ranges: &[RangeValue]) -> Vec<String> {
    let each = Int::ONE << 64;
    let mut rows: BTreeMap<Int, Vec<RangeValue>> = BTreeMap::new();
    for r in ranges {
        let row = floor_div(&r.from, &each);
        // What is said of several of them at once stays as it is.
        let row = if floor_div(&r.to, &each) == row { row.max(Int::ZERO) } else { Int::ZERO };
        let first = &row * &each;
        rows.entry(row).or_default().push(RangeValue { from: &r.from - &first, to: &r.to - &first, ..r.clone() });
    }
    let shown = |(row, ranges): (Int, Vec<RangeValue>)| one_row(input, &indexed(name, row), &ranges);
    rows.into_iter().flat_map(shown).collect()
}

/// A name with an index for each pointer on the way, given the number of the last one among all.
fn indexed(name: &str, row: Int) -> String {
    let each = Int::ONE << 64;
    let before = floor_div(&row, &each);
    match row.is_zero() {
        true => name.to_string(),
        false => format!("{}[{}]", indexed(name, before.clone()), row - before * each),
    }
}

/// The elements of one object.
fn one_row(input: &InputReport, name: &str, ranges: &[RangeValue]) -> Vec<String> {
    match input.is_text.then(|| characters(ranges)).flatten() {
        Some(elements) => text_items(name, &elements),
        None => ranges.iter().map(|r| range(name, r, input.format)).collect(),
    }
}

/// The elements of several objects: `argv[1][0]` is the first of the one that `argv[1]` leads to.
fn in_rows(input: &InputReport, name: &str, ranges: &[RangeValue], stride: &Int) -> Vec<String> {
    let mut rows: BTreeMap<Int, Vec<RangeValue>> = BTreeMap::new();
    for r in ranges {
        let row = floor_div(&r.from, stride);
        let first = &row * stride;
        rows.entry(row).or_default().push(RangeValue { from: &r.from - &first, to: &r.to - &first, ..r.clone() });
    }
    let only_first = rows.keys().all(Int::is_zero);
    let shown = |(row, ranges): (Int, Vec<RangeValue>)| match name.strip_prefix("(*").and_then(|n| n.split_once(')')) {
        Some((pointer, member)) if !pointer.contains('(') && !member.contains('@') => {
            let items = one_row(input, "", &ranges).into_iter();
            let put = |item: String| match item.split_once(']') {
                Some((index, value)) => format!("{pointer}[{row}]{index}]{member}{value}"),
                None => format!("{name}{item}"),
            };
            items.map(put).collect()
        }
        _ if only_first => one_row(input, name, &ranges),
        _ => one_row(input, &format!("{name}[{row}]"), &ranges),
    };
    rows.into_iter().flat_map(shown).collect()
}

fn shorten(all: &mut Vec<String>) {
    if all.len() > MOST_ITEMS {
        let rest = all.len() - MOST_ITEMS;
        all.truncate(MOST_ITEMS);
        all.push(format!("… and {rest} more (all with --format json)"));
    }
}

/// A value; of a rank what it stands for.
fn shown(v: &Int, format: Option<Format>) -> String {
    format.map_or_else(|| v.to_string(), |format| format.show(v))
}

fn range(name: &str, r: &RangeValue, format: Option<Format>) -> String {
    let RangeValue { from, to, step, value, slope } = r;
    let second = from + step;
    let indices = match (from == to, *step == Int::ONE) {
        (true, _) => format!("{from}"),
        (false, true) => format!("{from}..{to}"),
        (false, false) => format!("{from}, {second}..{to}"),
    };
    if slope.is_zero() {
        return format!("{name}[{indices}] = {}", shown(value, format));
    }
    let (next, last) = (value + slope, r.at(to).unwrap_or_else(|| value.clone()));
    format!("{name}[{indices}] = {value}, {next}..{last}")
}

/// The elements one by one, if there are not too many and they follow one another.
fn characters(ranges: &[RangeValue]) -> Option<Vec<(Int, Int)>> {
    let mut elements: Vec<(Int, Int)> = Vec::new();
    for r in ranges {
        let mut index = r.from.clone();
        if elements.last().is_some_and(|(last, _)| last + Int::ONE != index)
            || &r.to - &r.from > Int::from(LONGEST_TEXT)
        {
            return None;
        }
        while index <= r.to {
            elements.push((index.clone(), r.at(&index)?));
            index += &r.step;
        }
    }
    let follow_on = elements.windows(2).all(|w| &w[0].0 + 1 == w[1].0);
    (follow_on && elements.len() as i64 <= LONGEST_TEXT).then_some(elements)
}

/// Runs of printable characters in quotes, the rest as numbers.
fn text_items(name: &str, elements: &[(Int, Int)]) -> Vec<String> {
    let mut items = Vec::new();
    let mut at = 0;
    while at < elements.len() {
        let text: String = elements[at..].iter().map_while(|(_, v)| printable(v)).collect();
        let (from, value) = &elements[at];
        let alike = elements[at..].iter().take_while(|(_, v)| v == value).count();
        let length = text.chars().count().max(1);
        items.push(match (length, text.is_empty()) {
            (1, false) => format!("{name}[{from}] = '{text}'"),
            (_, false) => format!("{name}[{from}..{}] = {text:?}", from + (length - 1)),
            (_, true) if alike > 1 => format!("{name}[{from}..{}] = {value}", from + (alike - 1)),
            (_, true) => format!("{name}[{from}] = {value}"),
        });
        at += if text.is_empty() { alike } else { length };
    }
    items
}

fn printable(v: &Int) -> Option<char> {
    let c = char::from(u8::try_from(v).ok()?);
    (c.is_ascii_graphic() || c == ' ').then_some(c)
}
