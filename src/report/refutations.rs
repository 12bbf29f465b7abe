//! Why chains cannot be executed, for people: those with the same reason together.

use super::text::{line_label, put, words};
use super::{FAINT, row, styled};
use crate::answer::Refutation;

/// People do not read more reasons than this.
const MOST: usize = 12;
/// Nor more names of chains with the same reason.
const MOST_NAMES: usize = 4;

/// All of them, or the first ones and how many are left.
pub(super) fn write_refutations(refutations: &[Refutation], out: &mut String) {
    if refutations.is_empty() {
        row("", &words("no way leads there: conditions on every way are false whatever the values"), " ", out);
    }
    let groups = grouped(refutations);
    for group in groups.iter().take(MOST) {
        if refutations.len() > 1 && group.iter().any(|of| !of.chain.is_empty()) {
            out.push_str(&format!("  {}\n", styled(FAINT, &names(group))));
        }
        write_reason(group[0], out);
    }
    let rest: usize = groups.iter().skip(MOST).map(Vec::len).sum();
    if rest > 0 {
        row("", &words(&format!("… and {rest} more chains (all with --format json)")), " ", out);
    }
}

/// Those with the same reason together, in the order in which each reason came up first.
fn grouped(refutations: &[Refutation]) -> Vec<Vec<&Refutation>> {
    let mut groups: Vec<Vec<&Refutation>> = Vec::new();
    for refutation in refutations {
        let same =
            |group: &&mut Vec<&Refutation>| (&group[0].lines, &group[0].text) == (&refutation.lines, &refutation.text);
        match groups.iter_mut().find(same) {
            Some(group) => group.push(refutation),
            None => groups.push(vec![refutation]),
        }
    }
    groups
}

/// `chain c0`, or `chains c0, c0.2 and 7 more`.
fn names(group: &[&Refutation]) -> String {
    let all: Vec<&str> = group.iter().map(|r| r.chain.as_str()).filter(|name| !name.is_empty()).collect();
    match all[..] {
        [one] => format!("chain {one}"),
        [ref first @ .., last] if all.len() <= MOST_NAMES => format!("chains {} and {last}", first.join(", ")),
        _ => format!("chains {} and {} more", all[..MOST_NAMES - 1].join(", "), all.len() - (MOST_NAMES - 1)),
    }
}

fn write_reason(refutation: &Refutation, out: &mut String) {
    let rows: Vec<&str> = refutation.text.lines().collect();
    if rows.len() == refutation.lines.len() {
        for (line, text) in refutation.lines.iter().zip(rows) {
            put(&line_label(*line), text, out);
        }
        return;
    }
    let lines: Vec<String> = refutation.lines.iter().map(u32::to_string).collect();
    let label = match lines.len() {
        0 => String::new(),
        1 => format!("line {}", lines[0]),
        _ => format!("lines {}", lines.join(", ")),
    };
    for (i, text) in rows.into_iter().enumerate() {
        put(if i == 0 { &label } else { "" }, text, out);
    }
}
