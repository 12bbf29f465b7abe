//! A tree for people, leaf by leaf.

use super::ways::states;
use super::{End, Leaf, Step, Tree};
use crate::program::Span;
use crate::quantity::counted;
use crate::report::assignments;
use crate::term::Terms;
use std::fmt::Write;

/// All of it.
pub fn text(terms: &Terms, tree: &Tree) -> String {
    let mut out = String::new();
    let how = if tree.is_complete() { "all that it does" } else { "not all that it does" };
    let _ = writeln!(out, "{}: {}, {how}", tree.function, leaves(tree));
    let counts = [
        counted(tree.templates, "template"),
        counted(states(terms, tree), "state"),
        counted(tree.failures, "failure"),
        counted(tree.runs as usize, "run"),
    ];
    let _ = writeln!(out, "  counted   {}", counts.join("   "));
    for (i, leaf) in tree.leaves.iter().enumerate() {
        let _ = writeln!(out, "{:<10}{}", format!("leaf {}", i + 1), ended(tree, leaf.end));
        for output in &leaf.outputs {
            let _ = writeln!(out, "  {} = {}", output.name, output.shown(terms));
        }
        for step in &leaf.steps {
            for text in all_said(terms, step) {
                let _ = writeln!(out, "  {:<10}{text}", place(tree, step.span));
            }
        }
        let _ = writeln!(out, "  test      {}", test(terms, leaf));
    }
    for why in &tree.open {
        let _ = writeln!(out, "open: {why}");
    }
    for what in &tree.unsaid {
        let _ = writeln!(out, "not said: {what}");
    }
    for assumed in &tree.assumptions {
        let _ = writeln!(out, "assuming {}", assumed.text);
    }
    out
}

/// How many leaves it has.
pub fn leaves(tree: &Tree) -> String {
    match tree.leaves.len() {
        1 => "1 leaf".into(),
        n => format!("{n} leaves"),
    }
}

/// What there is at a step: how many rounds, if there are any, and what has to hold.
pub fn all_said(terms: &Terms, step: &Step) -> Vec<String> {
    let rounds = step.rounds.map(|rounds| format!("{} ≥ 1 rounds", terms.name(rounds)));
    rounds.into_iter().chain(said(terms, step)).collect()
}

/// What has to hold at a step.
fn said(terms: &Terms, step: &Step) -> Vec<String> {
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
pub fn test(terms: &Terms, leaf: &Leaf) -> String {
    let inputs = leaf.test.iter().flat_map(assignments);
    let counts = leaf.parameters.iter().zip(&leaf.counts).map(|(s, n)| format!("{} = {n}", terms.name(*s)));
    let all: Vec<String> = inputs.chain(counts).collect();
    if all.is_empty() { "any input".into() } else { all.join("   ") }
}
