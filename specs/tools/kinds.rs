//! Reasons counted by their kind.

use std::collections::BTreeMap;
use std::fmt::Write;

/// Kinds are shown up to so many.
const KINDS: usize = 40;

/// How many reasons there are of each kind, the largest kind first, below a title; nothing if there is none.
pub fn counted(title: &str, reasons: impl Iterator<Item = String>) -> String {
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    reasons.for_each(|reason| *kinds.entry(reason).or_default() += 1);
    let mut kinds: Vec<(String, usize)> = kinds.into_iter().collect();
    kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let mut out = if kinds.is_empty() { String::new() } else { format!("\n{title}\n") };
    for (kind, count) in kinds.iter().take(KINDS) {
        let _ = writeln!(out, "{count:>5}  {kind}");
    }
    if kinds.len() > KINDS {
        let rest: usize = kinds[KINDS..].iter().map(|(_, count)| count).sum();
        let _ = writeln!(out, "{rest:>5}  of {} other kinds", kinds.len() - KINDS);
    }
    out
}

/// A message without the names in it, which stand in backquotes, or in single ones where a compiler speaks.
pub fn masked(message: &str) -> String {
    let quoted = |text: &str, quote: char| {
        let mut parts: Vec<&str> = text.split(quote).collect();
        // A quotation mark without its other half is none.
        let end = parts.len() - (parts.len() + 1) % 2;
        parts[..end].iter_mut().skip(1).step_by(2).for_each(|name| *name = "…");
        parts.join(&quote.to_string())
    };
    quoted(&quoted(message, '`'), '\'')
}
