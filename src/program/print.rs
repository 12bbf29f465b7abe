//! A program as text, for tests and for people who look inside: stable, one line for each edge.

use super::{EdgeRef, Instruction, LocationId, Mark, Program, Role};
use crate::term::Terms;
use rustc_hash::FxHashMap;

/// Inputs, then every location with its marks and the edges that leave it.
pub fn show(program: &Program, terms: &Terms) -> String {
    let mut out = String::new();
    for input in &program.inputs {
        out.push_str(&format!("input {} line {} {}\n", input.name, input.span.line, shape(terms, input)));
    }
    let isolated = |at| program.graph.neighbors_undirected(at).next().is_none() && at != program.start;
    let mut marked: FxHashMap<LocationId, String> = FxHashMap::default();
    for (mark, at) in &program.marks {
        *marked.entry(*at).or_default() += &format!(" {}", show_mark(mark));
    }
    for at in program.graph.node_indices().filter(|at| !isolated(*at)) {
        let start = if at == program.start { " start" } else { "" };
        let marks = marked.get(&at).map_or("", String::as_str);
        out.push_str(&format!("{}{start}{marks}\n", at.index()));
        let mut edges: Vec<_> = program.graph.edges(at).collect();
        edges.sort_by_key(|e| e.id());
        for e in edges {
            let role = match e.weight().role {
                Role::Check(check) => format!(" check {check:?}"),
                role => show_role(role).map_or(String::new(), |role| format!(" {role}")),
            };
            let instruction = show_instruction(&e.weight().instruction, terms);
            let line = e.weight().span.line;
            out.push_str(&format!("  → {}: {instruction}{role}  (line {line})\n", e.target().index()));
        }
    }
    out
}

/// Why an edge is there, if it is no ordinary step.
pub(super) fn show_role(role: Role) -> Option<String> {
    Some(match role {
        Role::Step | Role::Branch => return None,
        Role::Check(check) => format!("check {}", check.word()),
        Role::Assumed => "assumed".into(),
        Role::Known => "known".into(),
        Role::Given(i) => format!("assumption {}", i + 1),
    })
}

/// One instruction.
pub fn show_instruction(instruction: &Instruction, terms: &Terms) -> String {
    match instruction {
        Instruction::Skip => "skip".into(),
        Instruction::Assign(v, t) => format!("{} := {}", terms.name(*v), terms.show(*t)),
        Instruction::Copy(copies) => {
            let copies: Vec<String> =
                copies.iter().map(|(to, from)| format!("{} := {}", terms.name(*to), terms.name(*from))).collect();
            copies.join(", ")
        }
        Instruction::Assume(t) => format!("assume {}", terms.show(*t)),
    }
}

pub(super) fn show_mark(mark: &Mark) -> String {
    match mark {
        Mark::Line { file: 0, line } => format!("line:{line}"),
        Mark::Line { file, line } => format!("line:{file}:{line}"),
        Mark::Branch { at, outcome } => format!("branch:{}:{}:{outcome}", at.line, at.column),
        Mark::Label(name) => format!("label:{name}"),
        Mark::Call(name) => format!("call:{name}"),
        Mark::AssertFailure => "assert".into(),
        Mark::Gap(reason) => format!("gap:{reason}"),
        Mark::Open(reason, _) => format!("open:{reason}"),
    }
}

pub(super) fn shape(terms: &Terms, input: &super::Input) -> String {
    match input.kind {
        super::InputKind::Scalar => "scalar".into(),
        super::InputKind::Length => "length".into(),
        super::InputKind::Stream { cursor } => format!("stream {}", terms.name(cursor)),
        super::InputKind::Array { size: Some(n), .. } => format!("array of {n}"),
        super::InputKind::Array { length: Some(l), .. } => format!("array of {}", terms.name(l)),
        super::InputKind::Array { .. } => "endless array".into(),
    }
}
