//! Input values as they are typed: `n=5`, `A=1,1,0`, `s="Hello"`, `nondet@12=3,4`, or a JSON answer.

use lariat::answer::{GivenInput, GivenValue};
use lariat::term::{Format, Int, RangeValue, number};
use serde::Deserialize;

/// Reads all `--inputs`; what has no `=` is a file with an answer in JSON.
pub fn read(typed: &[String]) -> Result<Vec<GivenInput>, String> {
    let mut all = Vec::new();
    for text in typed {
        match text.split_once('=') {
            Some((name, value)) => all.push(assignment(name, value)?),
            None => all.extend(answer_file(text)?),
        }
    }
    Ok(all)
}

fn assignment(name: &str, value: &str) -> Result<GivenInput, String> {
    let (name, site) = match name.split_once('@') {
        None => (name.to_string(), None),
        // Elements of what is read there come after the line.
        Some((name, line)) => {
            let (line, element) = line.split_at(line.find('[').unwrap_or(line.len()));
            let site = line.parse().map_err(|_| format!("`{line}` is no line, in `{name}@{line}`"))?;
            (format!("{name}{element}"), Some(site))
        }
    };
    if name.is_empty() {
        return Err(format!("a value without a name: `={value}`"));
    }
    let value = given(value)?;
    Ok(GivenInput { name, site, value })
}

/// Integers, or what is written where some are none.
fn given(text: &str) -> Result<GivenValue, String> {
    let is_text = text.starts_with('"');
    match values(text) {
        Err(_) if !is_text && text.split(',').all(|v| is_floating(v.trim())) => {
            Ok(GivenValue::Texts(text.split(',').map(|v| v.trim().to_string()).collect()))
        }
        values => values.map(GivenValue::List),
    }
}

/// Whether this reads as a floating-point value.
fn is_floating(text: &str) -> bool {
    Format::ALL.into_iter().any(|format| format.read(text).is_some())
}

fn values(text: &str) -> Result<Vec<Int>, String> {
    if let Some(inner) = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) {
        return Ok(inner.bytes().chain([0]).map(Int::from).collect());
    }
    if text.is_empty() {
        return Ok(Vec::new());
    }
    text.split(',').map(|v| integer(v.trim())).collect()
}

fn integer(text: &str) -> Result<Int, String> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let mut chars = digits.chars();
    let value = match (chars.next(), chars.next(), chars.next(), chars.next()) {
        (Some('\''), Some(c), Some('\''), None) => Some(Int::from(u32::from(c))),
        (Some('0'), Some('x' | 'X'), Some(c), _) if c.is_ascii_hexdigit() => Int::from_str_radix(&digits[2..], 16).ok(),
        (Some(c), ..) if c.is_ascii_digit() => digits.parse().ok(),
        _ => None,
    };
    match value {
        Some(v) => Ok(if negative { -v } else { v }),
        None => Err(format!("`{text}` is not an integer")),
    }
}

#[derive(Deserialize)]
struct AnswerFile {
    witness: Option<WitnessPart>,
}

#[derive(Deserialize)]
struct WitnessPart {
    inputs: Vec<InputPart>,
}

#[derive(Deserialize)]
struct InputPart {
    name: String,
    site: Option<u32>,
    /// Of a floating-point input.
    #[serde(rename = "type")]
    format: Option<String>,
    value: Option<serde_json::Value>,
    ranges: Option<Vec<serde_json::Value>>,
}

impl InputPart {
    /// The value that is given, if all of it can be read.
    fn given(&self) -> Option<GivenValue> {
        let is_floating = self.format.is_some();
        Some(match (&self.value, &self.ranges) {
            (Some(v), None) if is_floating => GivenValue::Texts(vec![v.as_str()?.to_string()]),
            (Some(v), None) => GivenValue::List(vec![number::deserialize(v.clone()).ok()?]),
            (None, Some(ranges)) if is_floating => {
                GivenValue::TextRanges(ranges.iter().map(floating_range).collect::<Option<_>>()?)
            }
            (None, Some(ranges)) => {
                let read = |r: &serde_json::Value| RangeValue::deserialize(r.clone()).ok();
                let ranges: Vec<RangeValue> = ranges.iter().map(read).collect::<Option<_>>()?;
                ranges.iter().all(|r| r.step > Int::ZERO).then_some(GivenValue::Ranges(ranges))?
            }
            _ => return None,
        })
    }
}

/// A range of floating-point values, and these as they are written.
fn floating_range(json: &serde_json::Value) -> Option<(RangeValue, String)> {
    let end = |name: &str| number::deserialize(json.get(name)?.clone()).ok();
    let (from, to, step) = (end("from")?, end("to")?, end("step")?);
    let range = RangeValue { step, ..RangeValue::constant(from, to, Int::ZERO) };
    Some((range, json.get("value")?.as_str()?.to_string())).filter(|(r, _)| r.step > Int::ZERO)
}

fn answer_file(path: &str) -> Result<Vec<GivenInput>, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|e| format!("cannot read {path}: {e} (values are given as NAME=VALUE)"))?;
    let file: AnswerFile = serde_json::from_str(&text)
        .map_err(|e| format!("{path} is not an answer as `reach --format json` prints it: {e}"))?;
    let witness = file.witness.ok_or_else(|| format!("{path} has no witness: its verdict is not `reachable`"))?;
    let given = |input: InputPart| match input.given() {
        Some(value) => Ok(GivenInput { name: input.name, site: input.site, value }),
        None => Err(format!("{path}: `{}` has neither a value nor sensible ranges", input.name)),
    };
    witness.inputs.into_iter().map(given).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, name: &str, site: Option<u32>, values: &[i64]) {
        let values = values.iter().map(|v| Int::from(*v)).collect();
        let expected = GivenInput { name: name.into(), site, value: GivenValue::List(values) };
        assert_eq!(read(&[text.to_string()]), Ok(vec![expected]));
    }

    #[test]
    fn values_are_read() {
        check("n=5", "n", None, &[5]);
        check("A=1,-1, 0x1f", "A", None, &[1, -1, 31]);
        check("nondet@12=3,4", "nondet", Some(12), &[3, 4]);
        check("nondet@12[0..3]=7", "nondet[0..3]", Some(12), &[7]);
        check("s=\"Hi\"", "s", None, &[72, 105, 0]);
        check("c='a'", "c", None, &[97]);
        check("E=", "E", None, &[]);
    }

    #[test]
    fn bad_values_are_refused() {
        for text in ["=5", "n=x", "n=5 6", "n@x=5", "n=--5", "n=0x", "n=0x-1", "no-such-file.json", "n=1,,2"] {
            let result = read(&[text.to_string()]);
            assert!(result.is_err(), "{text}: {result:?}");
        }
    }
}
