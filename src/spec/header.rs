//! Questions in the first comment of a C program: each of its lines with
//! `expect:` is one, `// entry: F  target: T  expect: V  define: X=Y`.
//!
//! The target is `call:reach_error` and the entry `main` if nothing is said.
//! Keys mean what they mean in a spec, with one word for a value; snapshots and
//! assumptions need a spec.

use super::read::beside;
use super::{Asked, Expected, Place, Places, Spec};
use crate::diagnostic::Diagnostic;
use crate::flags::is_macro;
use crate::program::{Span, Target};
use crate::quantity;
use crate::question::{DataModel, Overflow};
use crate::world::World;

/// The words that a question may have.
const KEYS: [&str; 11] = [
    "expect:",
    "expect_today:",
    "target:",
    "entry:",
    "define:",
    "havoc:",
    "world:",
    "others:",
    "data_model:",
    "signed_overflow:",
    "timeout:",
];

/// Whether the first comment of a text asks anything.
pub(super) fn asks(text: &str) -> bool {
    rows(text).next().is_some()
}

/// Fills in what the first comment asks.
pub(super) fn read(spec: &mut Spec, text: &str) {
    for (number, row) in rows(text) {
        match question(spec, number, row) {
            Ok(asked) => spec.questions.push(asked),
            Err(mistake) => spec.mistakes.push(mistake),
        }
    }
}

/// The lines of the first comment that ask, with their numbers.
fn rows(text: &str) -> impl Iterator<Item = (u32, &str)> {
    let mut is_block = false;
    let mut is_over = false;
    let comment = move |line: &&str| {
        let start = line.trim_start();
        let begins = start.starts_with("/*");
        let inside = !is_over && (is_block || begins || start.starts_with("//"));
        is_block = inside && (is_block || begins) && !line.contains("*/");
        // A block comment ends the header where it ends.
        is_over |= inside && !is_block && line.contains("*/");
        inside
    };
    let numbered = text.lines().skip_while(|l| l.trim().is_empty()).take_while(comment);
    let skipped = text.lines().take_while(|l| l.trim().is_empty()).count();
    let asks = |row: &str| row.split_whitespace().any(|w| w == "expect:" || w == "expect_today:");
    numbered.enumerate().map(move |(i, row)| ((skipped + i + 1) as u32, row)).filter(move |(_, row)| asks(row))
}

fn question(spec: &Spec, number: u32, row: &str) -> Result<Asked, Diagnostic> {
    let place = |word: &str| {
        // `word` is a part of `row`.
        let column = word.as_ptr() as usize - row.as_ptr() as usize + 1;
        Place { span: Span { file: 0, line: number, column: column as u32 }, length: word.len() }
    };
    let mut words = row.split_whitespace().skip_while(|w| matches!(*w, "//" | "/*" | "*")).take_while(|w| *w != "*/");
    let mut asked = Asked::new(spec.path.clone(), Target::Call("reach_error".into()));
    let mut first = None;
    let mut target = None;
    while let Some(key) = words.next() {
        let at = place(key);
        if !KEYS.contains(&key) {
            let known = KEYS.map(|k| format!("`{k}`")).join(", ");
            return Err(at
                .mistake(format!("`{key}` is no part of a question"))
                .with_help(format!("known are {known}")));
        }
        let value = words.next().ok_or_else(|| at.mistake(format!("`{key}` has no value")))?;
        let at = place(value);
        first.get_or_insert(place(key));
        let verdict = || {
            let message = format!("`{value}` is no verdict: reachable, unreachable or unknown");
            Expected::of(value).ok_or_else(|| at.mistake(message))
        };
        match key {
            "expect:" => asked.expect = Some(verdict()?),
            "expect_today:" => {
                asked.expect_today = Some(verdict()?);
                asked.places.expect_today = Some(at);
            }
            "entry:" => {
                asked.entry = value.into();
                asked.places.entry = Some(at);
            }
            "others:" => asked.others.push(beside(&spec.path, value)),
            "havoc:" => asked.havoc.push(value.into()),
            "world:" => {
                let words: Vec<String> = value.split(',').map(str::to_string).collect();
                asked.world = World::of(&words)
                    .map_err(|word| at.mistake(format!("`{word}` is nothing that `world:` can say")))?;
            }
            "data_model:" if value == "lp64" => asked.data_model = DataModel::Lp64,
            "data_model:" if value == "ilp32" => asked.data_model = DataModel::Ilp32,
            "data_model:" => return Err(at.mistake(format!("`{value}` is neither lp64 nor ilp32"))),
            "signed_overflow:" if value == "undefined" => asked.signed_overflow = Overflow::Undefined,
            "signed_overflow:" if value == "wrap" => asked.signed_overflow = Overflow::Wrap,
            "signed_overflow:" => return Err(at.mistake(format!("`{value}` is neither undefined nor wrap"))),
            "timeout:" => asked.limits.timeout = Some(quantity::duration(value).map_err(|e| at.mistake(e))?),
            "define:" if is_macro(value) => asked.define.push(value.into()),
            "define:" => return Err(at.mistake(format!("`{value}` is no macro: NAME or NAME=VALUE"))),
            _ => {
                asked.target = value.parse().map_err(|e: crate::program::TargetError| at.mistake(e.to_string()))?;
                target = Some(at);
            }
        }
    }
    let question = first.unwrap_or_default();
    match (asked.expect, asked.expect_today) {
        (None, _) => return Err(question.mistake("`expect:` is missing here".into())),
        (Some(right), Some(today)) if right == today => {
            return Err(question.mistake("`expect_today:` says the same as `expect:`".into()));
        }
        _ => {}
    }
    let places = std::mem::take(&mut asked.places);
    asked.places = Places { question, program: question, target: target.unwrap_or(question), ..places };
    let own = asked.define.clone();
    asked.name_by(&own);
    Ok(asked)
}
