//! That every path ends in something undefined, in words.

use super::row;
use super::text::words;
use crate::answer::{Answer, Undefined};
use crate::program::Check;

/// People do not look at more places than this.
const MOST: usize = 8;

/// What is said where every path of an answer ends in something undefined.
pub(super) fn write_undefined(answer: &Answer, out: &mut String) {
    if answer.undefined.is_empty() {
        return;
    }
    let shown = &answer.undefined[..answer.undefined.len().min(MOST)];
    let mut kinds: Vec<Check> = Vec::new();
    shown.iter().for_each(|u| {
        if !kinds.contains(&u.check) {
            kinds.push(u.check)
        }
    });
    let kind = |check: &Check| {
        let places: Vec<String> = shown.iter().filter(|u| u.check == *check).map(|u| place(answer, u)).collect();
        format!("{} ({})", check.violated(), places.join(", "))
    };
    let all: Vec<String> = kinds.iter().map(kind).collect();
    let more = if shown.len() < answer.undefined.len() { ", or elsewhere" } else { "" };
    let text = format!("every path ends in undefined behaviour: {}{more}", all.join(", or "));
    row("undefined", &words(&text), " ", out);
}

fn place(answer: &Answer, undefined: &Undefined) -> String {
    match undefined.at.file == answer.target.file {
        true => format!("line {}", undefined.at.line),
        false => format!("{}:{}", undefined.at.file, undefined.at.line),
    }
}
