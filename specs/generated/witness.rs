//! The inputs of an answer, given to the program's tree.

use super::interpret::Inputs;
use dashu_int::IBig;
use serde_json::Value;
use std::collections::BTreeMap;

/// Inputs by the line where they are read, and by how many are read in the same statement before.
pub struct Sites {
    values: BTreeMap<(usize, usize), Vec<Range>>,
    read: BTreeMap<(usize, usize), usize>,
}

/// Values of the elements `from`, `from + step`, … up to `to`.
struct Range {
    from: usize,
    to: usize,
    step: usize,
    value: IBig,
    slope: IBig,
}

impl Sites {
    /// From an answer in JSON; nothing where a name or a number is not known here.
    pub fn read(answer: &Value) -> Option<Sites> {
        let mut values = BTreeMap::new();
        for input in answer["witness"]["inputs"].as_array()? {
            let before = match input["name"].as_str()? {
                "input" => 0,
                name => name.strip_prefix("input#")?.parse::<usize>().ok()? - 1,
            };
            let line = input["site"].as_u64()? as usize;
            let ranges: Option<Vec<Range>> = match input["ranges"].as_array() {
                Some(ranges) => ranges.iter().map(range).collect(),
                None => {
                    Some(vec![Range { from: 0, to: 0, step: 1, value: number(&input["value"])?, slope: IBig::ZERO }])
                }
            };
            values.insert((line, before), ranges?);
        }
        Some(Sites { values, read: BTreeMap::new() })
    }
}

fn range(range: &Value) -> Option<Range> {
    let index = |name: &str| range[name].as_u64().map(|n| n as usize);
    let (from, to, step) = (index("from")?, index("to")?, index("step")?.max(1));
    Some(Range { from, to, step, value: number(&range["value"])?, slope: number(&range["slope"])? })
}

/// A number, or one that is too large for JSON in quotation marks.
fn number(value: &Value) -> Option<IBig> {
    let text = value.as_str().map_or_else(|| value.to_string(), String::from);
    text.parse().ok()
}

impl Inputs for Sites {
    fn next(&mut self, line: usize, before: usize) -> Option<IBig> {
        let read = self.read.entry((line, before)).or_default();
        let at = *read;
        *read += 1;
        let ranges = self.values.get(&(line, before)).map_or(&[][..], Vec::as_slice);
        let has = |r: &&Range| (r.from..=r.to).contains(&at) && (at - r.from).is_multiple_of(r.step);
        // All other elements are 0.
        let value = |r: &Range| &r.value + &r.slope * IBig::from((at - r.from) / r.step);
        Some(ranges.iter().find(has).map_or(IBig::ZERO, value))
    }
}
