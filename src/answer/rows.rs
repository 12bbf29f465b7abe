//! Values of what one pointer of several leads to, as people write them and answers show them: `argv[1]="42"`,
//! `argv[1][0..2]="+42"`, `argv[1][3]=0`.

use super::inputs::{GivenInput, GivenValue};
use crate::program::{Input, Program, Rows};
use crate::term::{Int, RangeValue};

/// The values that are given of one row.
pub(super) struct GivenRow<'p> {
    pub input: &'p Input,
    pub rows: &'p Rows,
    pub row: Int,
    pub ranges: Vec<RangeValue>,
    /// How many elements the row has for that, at least.
    pub count: Int,
}

/// The row that is meant, with what is given of it, if one is; an error says what is wrong with that.
pub(super) fn given_row<'p>(program: &'p Program, one: &GivenInput) -> Option<Result<GivenRow<'p>, String>> {
    let (before, last) = index(&one.name)?;
    // `p[2]` is a whole row, and `p[2][5]` an element of it.
    let (pointer, row, part) = match index(before) {
        Some((pointer, (row, to))) if row == to => (pointer, row, Some(last)),
        _ if last.0 == last.1 => (before, last.0, None),
        _ => return None,
    };
    let name = format!("(*{pointer})");
    let input = program.inputs.iter().find(|input| input.name == name && one.site.is_none())?;
    let rows = program.rows.get(&input.symbol)?;
    let first = &row * &rows.stride;
    Some(elements(one, part).map(|(mut ranges, end)| {
        for r in &mut ranges {
            r.from += &first;
            r.to += &first;
        }
        let each = &rows.each;
        let count = (end + each - Int::ONE) / each;
        GivenRow { input, rows, row, ranges, count }
    }))
}

/// Ranges of elements of one row, and how many these are up to the last one.
fn elements(one: &GivenInput, part: Option<(Int, Int)>) -> Result<(Vec<RangeValue>, Int), String> {
    let wrong = |what: &str| Err(format!("`{}`: {what}", one.name));
    let GivenValue::List(values) = &one.value else { return wrong("give integers or a text") };
    let (from, to) = part.unwrap_or_else(|| (Int::ZERO, Int::from(values.len()) - 1));
    let count = &to - &from + 1;
    if let ([value], true) = (&values[..], count > Int::ONE) {
        return Ok((vec![RangeValue::constant(from, to.clone(), value.clone())], to + 1));
    }
    // The end of a text is said apart.
    let values = match values.split_last() {
        Some((end, text)) if end.is_zero() && Int::from(text.len()) == count => text,
        _ => values,
    };
    if Int::from(values.len()) != count {
        return wrong(&format!("{count} values are wanted, and {} are given", values.len()));
    }
    let at =
        |(i, value): (usize, &Int)| RangeValue::constant(&from + Int::from(i), &from + Int::from(i), value.clone());
    Ok((values.iter().enumerate().map(at).collect(), to + 1))
}

/// A name without the index behind it, and the first and the last element of that.
fn index(name: &str) -> Option<(&str, (Int, Int))> {
    let (before, at) = name.strip_suffix(']')?.rsplit_once('[')?;
    let (first, last) = at.split_once("..").unwrap_or((at, at));
    let (first, last) = (first.parse::<Int>().ok()?, last.parse::<Int>().ok()?);
    (Int::ZERO <= first && first <= last).then_some((before, (first, last)))
}
