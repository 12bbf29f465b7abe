//! A tree as a picture, in the language of Graphviz: what ways share is drawn once.

use super::text::{ended, place, said};
use super::{Step, Tree};
use crate::term::Terms;
use std::collections::HashMap;
use std::fmt::Write;

/// A step that is drawn: behind which number, its key, and what it says.
type Drawn = (usize, (usize, usize), Vec<String>);

/// The picture.
pub fn graph(terms: &Terms, tree: &Tree) -> String {
    let mut out = format!("digraph {} {{\n  node [shape=box, fontname=monospace];\n", quoted(&tree.function));
    let _ = writeln!(out, "  n0 [label={}];", quoted(&tree.function));
    let mut known: HashMap<Drawn, usize> = HashMap::new();
    for (i, leaf) in tree.leaves.iter().enumerate() {
        let mut at = 0;
        for step in &leaf.steps {
            let shown = said(terms, step);
            let number = known.len() + 1;
            let from = at;
            at = *known.entry((from, step.key, shown.clone())).or_insert_with(|| {
                let _ = writeln!(out, "  n{number} [label={}];", quoted(&label(terms, tree, step, &shown)));
                let _ = writeln!(out, "  n{from} -> n{number};");
                number
            });
        }
        let mut lines = vec![format!("leaf {}: {}", i + 1, ended(tree, leaf.end))];
        lines.extend(leaf.outputs.iter().map(|(name, value)| format!("{name} = {}", terms.show(*value))));
        let _ = writeln!(out, "  leaf{} [shape=ellipse, label={}];", i + 1, quoted(&lines.join("\n")));
        let _ = writeln!(out, "  n{at} -> leaf{};", i + 1);
    }
    for (i, why) in tree.open.iter().enumerate() {
        let _ = writeln!(out, "  open{i} [style=dashed, label={}];", quoted(&format!("open: {why}")));
        let _ = writeln!(out, "  n0 -> open{i} [style=dashed];");
    }
    out + "}\n"
}

fn label(terms: &Terms, tree: &Tree, step: &Step, shown: &[String]) -> String {
    let rounds = step.rounds.map(|s| format!("{} ≥ 1 rounds", terms.name(s)));
    let first = [Some(place(tree, step.span)), rounds].into_iter().flatten().filter(|text| !text.is_empty());
    let lines: Vec<String> = [first.collect::<Vec<_>>().join(": ")].into_iter().chain(shown.iter().cloned()).collect();
    lines.join("\n")
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
