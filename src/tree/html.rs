//! A tree as a page: one file that a browser opens from a disk, with the tree, its leaves, and the source.
//!
//! It can be read without scripts. The script adds keys, and shows which lines a leaf passes. Its look is that of the page
//! of an exploration; what others wrote goes through `escape`.

use super::text::{ended, place, test};
use super::{End, Leaf, Output, Tree, ways};
use crate::quantity::counted;
use crate::report::page::STYLE;
use crate::report::page::escape::text;
use crate::report::page::head::file_name;
use crate::report::page::highlight::{Within, line as highlighted};
use crate::term::Terms;
use std::collections::BTreeSet;
use std::fmt::Write;

const OWN_STYLE: &str = include_str!("page/tree.css");
const SCRIPT: &str = include_str!("page/tree.js");

/// The page; `sources` has the text of each of the files, where it could be read.
pub fn page(terms: &Terms, tree: &Tree, sources: &[Option<String>]) -> String {
    let title = text(&tree.function);
    let parts = [head(terms, tree), drawn(terms, tree), leaves(terms, tree), source(tree, sources), assumptions(tree)];
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title} – all that it does</title>\n\
         <style>\n{STYLE}{OWN_STYLE}</style>\n</head>\n<body>\n<main>\n{}</main>\n\
         <div id=\"said\" class=\"unseen\" role=\"status\"></div>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        parts.concat(),
    )
}

/// The class of what has an end, and the sign that says it besides the colour.
fn kind(end: End) -> (&'static str, &'static str) {
    match end {
        End::Returned => ("covered", "✓"),
        End::Ended(_) => ("exits", "■"),
        End::Failed(..) => ("error", "!"),
    }
}

fn head(terms: &Terms, tree: &Tree) -> String {
    let files: Vec<&str> = tree.files.iter().take(1).map(|file| file_name(file)).collect();
    let mut out = format!(
        "<header id=\"top\">\n<p class=\"faint\">All that it does</p>\n<h1>{}</h1>\n<p class=\"about\"><span>{}</span> \
         <span>{}</span> <span>{}</span> <span>{}</span> <span>{}</span></p>\n",
        text(&tree.function),
        text(&files.concat()),
        super::text::leaves(tree),
        counted(tree.templates, "template"),
        counted(ways::states(terms, tree), "state"),
        counted(tree.runs as usize, "run"),
    );
    for why in &tree.open {
        let _ = writeln!(out, "<p class=\"note\"><strong>Not all of it:</strong> {}.</p>", text(why));
    }
    for what in &tree.unsaid {
        let _ = writeln!(out, "<p class=\"note\"><strong>Not said:</strong> {}.</p>", text(what));
    }
    let count = |wanted: &str| tree.leaves.iter().filter(|leaf| kind(leaf.end).0 == wanted).count();
    let parts = [("covered", "✓", "return"), ("exits", "■", "end the program"), ("error", "!", "are undefined")];
    let row = |(class, mark, word): (&str, &str, &str)| {
        let n = count(class);
        let none = if n == 0 { " none" } else { "" };
        format!("<li class=\"{class}{none}\"><i aria-hidden=\"true\">{mark}</i><b>{n}</b> {word}</li>")
    };
    let rows: String = parts.into_iter().map(row).collect();
    let _ = writeln!(out, "<ul class=\"ends\">{rows}</ul>\n</header>");
    out
}

const KEYS: &str = "<p class=\"legend\"><span class=\"keys faint\"><kbd>↑</kbd> <kbd>↓</kbd> through the tree <kbd>←</kbd> \
    <kbd>→</kbd> fold, unfold <kbd>Enter</kbd> the lines of a leaf <kbd>Esc</kbd> all lines</span></p>\n";

/// The tree itself: what has one way on stays at the same distance from the edge.
fn drawn(terms: &Terms, tree: &Tree) -> String {
    let nodes = ways::nodes(terms, tree);
    let mut out = format!("<section id=\"tree\">\n<h2>Tree</h2>\n{KEYS}<ul role=\"tree\" aria-label=\"ways\">\n");
    // Nodes with what closes the lists that are open before them; from the last one to the first.
    let mut todo: Vec<(Option<usize>, Option<usize>, &str)> = vec![];
    let behind = |node: usize, todo: &mut Vec<_>| {
        let ways::Node { nodes: next, leaves, .. } = &nodes[node];
        let is_fork = next.len() + leaves.len() > 1 && node > 0;
        if is_fork {
            todo.push((None, None, "</ul>\n"));
        }
        todo.extend(leaves.iter().rev().map(|leaf| (None, Some(*leaf), "")));
        todo.extend(next.iter().rev().map(|next| (Some(*next), None, "")));
        is_fork
    };
    behind(0, &mut todo);
    while let Some(next) = todo.pop() {
        match next {
            (Some(node), _, _) => {
                let step = nodes[node].step;
                let at = step.map_or_else(String::new, |step| place(tree, step.span));
                let said: Vec<String> =
                    nodes[node].said.iter().map(|one| format!("<code>{}</code>", text(one))).collect();
                let class = if step.is_some_and(|step| step.rounds.is_some()) { "rounds" } else { "branch" };
                let mark = if class == "rounds" { "↻" } else { "·" };
                let said = if said.is_empty() { "<code>true</code>".into() } else { said.join(" ") };
                item(&mut out, class, mark, &format!("<span class=\"place\">{}</span> {said}", text(&at)), "");
                if behind(node, &mut todo) {
                    out.push_str("<ul role=\"group\">\n");
                }
            }
            (None, Some(leaf), _) => {
                let (class, mark) = kind(tree.leaves[leaf].end);
                let lines = lines(&tree.leaves[leaf]);
                let shown = format!(
                    "<a href=\"#leaf{0}\">leaf {0}</a> {1}{2}",
                    leaf + 1,
                    text(&ended(tree, tree.leaves[leaf].end)),
                    outputs(terms, &tree.leaves[leaf]),
                );
                item(&mut out, &format!("leaf {class}"), mark, &shown, &format!(" data-lines=\"{lines}\""));
            }
            (None, None, close) => out.push_str(close),
        }
    }
    out.push_str("</ul>\n</section>\n");
    out
}

fn item(out: &mut String, class: &str, mark: &str, shown: &str, more: &str) {
    let _ = writeln!(
        out,
        "<li role=\"treeitem\" tabindex=\"-1\" class=\"{class}\"{more}><i aria-hidden=\"true\">{mark}</i> {shown}</li>"
    );
}

/// The lines that a leaf's steps are on, as ids.
fn lines(leaf: &Leaf) -> String {
    let end = match leaf.end {
        End::Returned => None,
        End::Ended(span) | End::Failed(_, span) => Some(span),
    };
    let all = leaf.steps.iter().map(|step| step.span).chain(end).filter(|span| span.line > 0);
    let all: BTreeSet<String> = all.map(|span| format!("f{}-{}", span.file, span.line)).collect();
    all.into_iter().collect::<Vec<_>>().join(" ")
}

fn outputs(terms: &Terms, leaf: &Leaf) -> String {
    let one =
        |output: &Output| format!(" <code>{}</code>", text(&format!("{} = {}", output.name, output.shown(terms))));
    leaf.outputs.iter().map(one).collect()
}

fn leaves(terms: &Terms, tree: &Tree) -> String {
    let one = |(number, leaf): (usize, &Leaf)| {
        let (class, mark) = kind(leaf.end);
        let said = leaf
            .steps
            .iter()
            .flat_map(|step| super::text::all_said(terms, step).into_iter().map(move |said| (step, said)));
        let rows: String = said
            .map(|(step, said)| {
                format!(
                    "<li><span class=\"place\">{}</span> <code>{}</code></li>",
                    text(&place(tree, step.span)),
                    text(&said)
                )
            })
            .collect();
        format!(
            "<li id=\"leaf{0}\" class=\"{class}\"><h3><i aria-hidden=\"true\">{mark}</i> leaf {0}: {1}</h3>\n\
             <p class=\"inputs\">{2}</p>\n<ul>{rows}</ul>\n<p class=\"inputs faint\">for example {3}</p></li>\n",
            number + 1,
            text(&ended(tree, leaf.end)),
            outputs(terms, leaf),
            test(terms, leaf).split("   ").map(|input| format!("<code>{}</code>", text(input))).collect::<String>(),
        )
    };
    let all: String = tree.leaves.iter().enumerate().map(one).collect();
    format!("<section id=\"leaves\">\n<h2>Leaves</h2>\n<ol class=\"leaves\">\n{all}</ol>\n</section>\n")
}

/// The files that steps are in.
fn source(tree: &Tree, sources: &[Option<String>]) -> String {
    let shown: BTreeSet<u32> = tree.leaves.iter().flat_map(|leaf| &leaf.steps).map(|step| step.span.file).collect();
    let mut out = String::new();
    for number in shown {
        let (Some(path), Some(Some(source))) = (tree.files.get(number as usize), sources.get(number as usize)) else {
            continue;
        };
        let width = source.lines().count().max(1).ilog10() + 1;
        let _ = writeln!(
            out,
            "<div class=\"file\"><h3>{}</h3>\n<div class=\"code\" style=\"--digits:{width}\">",
            text(file_name(path))
        );
        let mut within = Within::Code;
        for (index, raw) in source.lines().enumerate() {
            let (code, next) = highlighted(raw, within);
            within = next;
            let line = index + 1;
            let _ = writeln!(
                out,
                "<div class=\"l\" id=\"f{number}-{line}\"><b>{line}</b><i></i><code>{code}\n</code></div>"
            );
        }
        out.push_str("</div>\n</div>\n");
    }
    if out.is_empty() { out } else { format!("<section id=\"source\">\n<h2>Source</h2>\n{out}</section>\n") }
}

fn assumptions(tree: &Tree) -> String {
    if tree.assumptions.is_empty() {
        return String::new();
    }
    let all: String = tree.assumptions.iter().map(|assumed| format!("<li>{}</li>\n", text(&assumed.text))).collect();
    format!("<section id=\"assumptions\">\n<h2>Assumptions</h2>\n<ol>\n{all}</ol>\n</section>\n")
}
