//! A tree for people, leaf by leaf.

use super::{End, Leaf, Step, Tree};
use crate::program::Span;
use crate::report::assignments;
use crate::term::Terms;
use std::fmt::Write;

/// All of it.
pub fn text(terms: &Terms, tree: &Tree) -> String {
    let mut out = String::new();
    let leaves = tree.leaves.len();
    let word = if leaves == 1 { "leaf" } else { "leaves" };
    let how = if tree.is_complete() { "all that it does" } else { "not all that it does" };
    let _ = writeln!(out, "{}: {leaves} {word}, {how} ({} runs)", tree.function, tree.runs);
    for (i, leaf) in tree.leaves.iter().enumerate() {
        let _ = writeln!(out, "{:<10}{}", format!("leaf {}", i + 1), ended(tree, leaf.end));
        for (name, value) in &leaf.outputs {
            let _ = writeln!(out, "  {name} = {}", terms.show(*value));
        }
        for step in &leaf.steps {
            let mut texts = said(terms, step);
            if let Some(rounds) = step.rounds {
                texts.insert(0, format!("{} ≥ 1 rounds", terms.name(rounds)));
            }
            for text in texts {
                let _ = writeln!(out, "  {:<10}{text}", place(tree, step.span));
            }
        }
        let _ = writeln!(out, "  test      {}", test(terms, leaf));
    }
    for why in &tree.open {
        let _ = writeln!(out, "open: {why}");
    }
    for assumed in &tree.assumptions {
        let _ = writeln!(out, "assuming {}", assumed.text);
    }
    out
}

/// What has to hold at a step.
pub fn said(terms: &Terms, step: &Step) -> Vec<String> {
    let each = step.each.iter().map(|each| {
        let (round, times) = (terms.name(each.round), terms.show(each.times));
        format!("∀ {round} < {times}: {}", terms.show(each.condition))
    });
    step.conditions.iter().map(|c| terms.show(*c)).chain(each).collect()
}

/// How a leaf ends, in words.
pub fn ended(tree: &Tree, end: End) -> String {
    match end {
        End::Returned => "returns".into(),
        End::Ended(span) if span.line == 0 => "ends".into(),
        End::Ended(span) => format!("ends at {}", place(tree, span)),
        End::Failed(check, span) => format!("{} at {}", check.word(), place(tree, span)),
    }
}

/// Where something is; with its file only where there are several.
pub fn place(tree: &Tree, span: Span) -> String {
    match tree.files.get(span.file as usize) {
        _ if span.line == 0 => String::new(),
        Some(file) if tree.files.len() > 1 && span.file > 0 => format!("{file}:{}", span.line),
        _ => format!("line {}", span.line),
    }
}

/// The input of a leaf, and how many rounds there are then.
fn test(terms: &Terms, leaf: &Leaf) -> String {
    let inputs = leaf.test.iter().flat_map(assignments);
    let counts = leaf.parameters.iter().zip(&leaf.counts).map(|(s, n)| format!("{} = {n}", terms.name(*s)));
    let all: Vec<String> = inputs.chain(counts).collect();
    if all.is_empty() { "any input".into() } else { all.join("   ") }
}
