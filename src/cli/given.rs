//! Input values as they are typed: `n=5`, `A=1,1,0`, `s="Hello"`, `nondet@12=3,4`, or a JSON answer.

use lariat::answer::{GivenInput, GivenValue};
use lariat::term::{Int, RangeValue, number};
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
        None => (name, None),
        Some((name, line)) => {
            (name, Some(line.parse().map_err(|_| format!("`{line}` is no line, in `{name}@{line}`"))?))
        }
    };
    if name.is_empty() {
        return Err(format!("a value without a name: `={value}`"));
    }
    let value = GivenValue::List(values(value)?);
    Ok(GivenInput { name: name.to_string(), site, value })
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
    #[serde(default, with = "number::optional")]
    value: Option<Int>,
    ranges: Option<Vec<RangeValue>>,
}

fn answer_file(path: &str) -> Result<Vec<GivenInput>, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|e| format!("cannot read {path}: {e} (values are given as NAME=VALUE)"))?;
    let file: AnswerFile = serde_json::from_str(&text)
        .map_err(|e| format!("{path} is not an answer as `reach --format json` prints it: {e}"))?;
    let witness = file.witness.ok_or_else(|| format!("{path} has no witness: its verdict is not `reachable`"))?;
    let given = |input: InputPart| match (input.value, input.ranges) {
        (Some(v), None) => Ok(GivenInput { name: input.name, site: input.site, value: GivenValue::List(vec![v]) }),
        (None, Some(ranges)) if ranges.iter().all(|r| r.step > Int::ZERO) => {
            Ok(GivenInput { name: input.name, site: input.site, value: GivenValue::Ranges(ranges) })
        }
        _ => Err(format!("{path}: `{}` has neither a value nor sensible ranges", input.name)),
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
