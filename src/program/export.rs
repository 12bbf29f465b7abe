//! A program for other programs: as JSON (`lariat.program/1`), and as a picture in the language of Graphviz.

use super::print::{shape, show_instruction, show_mark, show_role};
use super::{EdgeRef, Instruction, LocationId, Program, Span};
use crate::term::Terms;
use serde_json::{Value, json};
use std::fmt::Write;

/// The graph as JSON: inputs, locations with what targets can name there, and edges in the order in which they are
/// looked at.
pub fn to_json(program: &Program, terms: &Terms) -> String {
    let input = |input: &super::Input| {
        let span = input.span;
        json!({ "name": input.name, "file": file(program, span), "line": span.line, "shape": shape(terms, input) })
    };
    let location = |at: LocationId| {
        let span = program.graph[at].span;
        json!({ "id": at.index(), "file": file(program, span), "line": span.line, "marks": marks(program, at) })
    };
    let value = json!({
        "schema": "lariat.program/1",
        "entry": program.entry,
        "start": program.start.index(),
        "files": program.files,
        "inputs": program.inputs.iter().map(input).collect::<Vec<_>>(),
        "locations": connected(program).into_iter().map(location).collect::<Vec<_>>(),
        "edges": edges(program, terms),
    });
    format!("{value:#}\n")
}

fn edges(program: &Program, terms: &Terms) -> Vec<Value> {
    let edge = |e: petgraph::graph::EdgeReference<super::Edge>| {
        let (weight, span) = (e.weight(), e.weight().span);
        let kind = match weight.instruction {
            Instruction::Skip => "skip",
            Instruction::Assign(..) => "assign",
            Instruction::Copy(_) => "copy",
            Instruction::Assume(_) => "assume",
        };
        json!({
            "from": e.source().index(),
            "to": e.target().index(),
            "kind": kind,
            "text": show_instruction(&weight.instruction, terms),
            "role": show_role(weight.role),
            "file": file(program, span),
            "line": span.line,
            "column": span.column,
        })
    };
    program.graph.edge_references().map(edge).collect()
}

/// The file of a place.
fn file(program: &Program, at: Span) -> Option<&String> {
    program.files.get(at.file as usize)
}

/// The graph as a picture.
pub fn to_dot(program: &Program, terms: &Terms) -> String {
    let mut out = format!("digraph {} {{\n  node [shape=box, fontname=monospace];\n", quoted(&program.entry));
    for at in connected(program) {
        let text = [vec![at.index().to_string()], marks(program, at)].concat().join("\n");
        let style = if at == program.start { ", style=bold" } else { "" };
        let _ = writeln!(out, "  n{} [label={}{style}];", at.index(), quoted(&text));
    }
    for e in program.graph.edge_references() {
        let weight = e.weight();
        let role = show_role(weight.role).map_or(String::new(), |role| format!("\n{role}"));
        let text = format!("{}{role}", show_instruction(&weight.instruction, terms));
        let _ = writeln!(out, "  n{} -> n{} [label={}];", e.source().index(), e.target().index(), quoted(&text));
    }
    out + "}\n"
}

/// The locations that edges touch, and the start.
fn connected(program: &Program) -> Vec<LocationId> {
    let touched = |at: LocationId| program.graph.neighbors_undirected(at).next().is_some() || at == program.start;
    program.graph.node_indices().filter(|at| touched(*at)).collect()
}

fn marks(program: &Program, at: LocationId) -> Vec<String> {
    program.marks.iter().filter(|(_, marked)| *marked == at).map(|(mark, _)| show_mark(mark)).collect()
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::{Options, lower};
    use crate::source::Source;

    #[test]
    fn both_forms_have_every_edge() {
        let terms = Terms::new();
        let mut source = Source::from_text("a.mc", "main(n) {\n  if (n > \n 3) output n;\n  return 1 / n;\n}\n");
        let program = lower(&terms, &mut source, &Options::default()).expect("it is microc");
        let json: Value = serde_json::from_str(&to_json(&program, &terms)).expect("JSON");
        let edges = json["edges"].as_array().expect("edges");
        assert_eq!(edges.len(), program.graph.edge_count());
        assert!(edges.iter().any(|e| e["role"] == "check division" && e["text"] == "assume n ≠ 0" && e["line"] == 4));
        assert_eq!(json["inputs"], json!([{ "name": "n", "file": "a.mc", "line": 1, "shape": "scalar" }]));
        assert!(edges.iter().all(|e| e["file"] == "a.mc"));
        let dot = to_dot(&program, &terms);
        assert_eq!(dot.matches(" -> ").count(), program.graph.edge_count());
        assert!(dot.contains("label=\"assume n ≠ 0\\ncheck division\""), "{dot}");
    }
}
