//! A tree as a picture, in the language of Graphviz: what ways share is drawn once.

use super::text::{ended, place};
use super::{Tree, ways};
use crate::term::Terms;
use std::fmt::Write;

/// The picture.
pub fn graph(terms: &Terms, tree: &Tree) -> String {
    let mut out = format!("digraph {} {{\n  node [shape=box, fontname=monospace];\n", quoted(&tree.function));
    let nodes = ways::nodes(terms, tree);
    for (number, node) in nodes.iter().enumerate() {
        let text = match node.step {
            None => tree.function.clone(),
            Some(step) => {
                let at = place(tree, step.span);
                [at].into_iter()
                    .filter(|at| !at.is_empty())
                    .chain(node.said.iter().cloned())
                    .collect::<Vec<_>>()
                    .join("\n")
            }
        };
        let _ = writeln!(out, "  n{number} [label={}];", quoted(&text));
    }
    for (number, node) in nodes.iter().enumerate() {
        for next in &node.nodes {
            let _ = writeln!(out, "  n{number} -> n{next};");
        }
        for leaf in &node.leaves {
            let _ = writeln!(out, "  n{number} -> leaf{};", leaf + 1);
        }
    }
    for (i, leaf) in tree.leaves.iter().enumerate() {
        let mut lines = vec![format!("leaf {}: {}", i + 1, ended(tree, leaf.end))];
        lines.extend(leaf.outputs.iter().map(|output| format!("{} = {}", output.name, output.shown(terms))));
        let _ = writeln!(out, "  leaf{} [shape=ellipse, label={}];", i + 1, quoted(&lines.join("\n")));
    }
    for (i, why) in tree.open.iter().enumerate() {
        let _ = writeln!(out, "  open{i} [style=dashed, label={}];", quoted(&format!("open: {why}")));
        let _ = writeln!(out, "  n0 -> open{i} [style=dashed];");
    }
    out + "}\n"
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
