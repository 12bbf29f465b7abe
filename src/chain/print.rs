//! The chain program form as text.

use super::{Chain, Form, Item, Loop, Node};
use crate::program::{Program, Role};
use crate::term::Terms;
use std::fmt::Write;

/// One chain, a line for each node a person needs to see, and for each control state that it gets to.
pub fn show_chain(terms: &Terms, program: &Program, form: &Form, name: &str, chain: &Chain) -> String {
    let mut out = format!("{name}\n");
    let mut last = None;
    for (node, item) in chain.nodes.iter().zip(&chain.items) {
        let at = match item {
            Item::Edge(e) => program.graph.edge_endpoints(*e).map(|(from, _)| from),
            Item::Loop(at) => Some(*at),
        };
        if let Some(at) = at
            && let Some(state) = program.state_at(terms, at).filter(|state| last.as_ref() != Some(state))
        {
            let _ = writeln!(out, "  line {:<4} state  {state}", program.graph[at].span.line);
            last = Some(state);
        }
        let (line, text) = match node {
            Node::Transform { phi: true, .. } | Node::Assume { role: Role::Once, .. } => continue,
            Node::Transform { assignments, span, .. } => {
                let parts: Vec<String> =
                    assignments.iter().map(|(x, e)| format!("{} := {}", terms.name(*x), terms.show(*e))).collect();
                (span.line, parts.join(", "))
            }
            Node::Assume { condition, span, role } => {
                let word = if matches!(role, Role::Check(_)) { "check " } else { "assume" };
                (span.line, format!("{word} {}", terms.show(*condition)))
            }
            Node::Loop(id) => {
                let of = &form.loops[id.0];
                (of.span.line, format!("{:<6} {}", word(of), members(of)))
            }
        };
        let _ = writeln!(out, "  line {line:<4} {text}");
    }
    out
}

/// A loop with its subchains.
pub fn show_loop(terms: &Terms, program: &Program, form: &Form, each: &Loop) -> String {
    let state = program.state_at(terms, each.header).map_or_else(String::new, |state| format!(" where {state}"));
    let mut out = format!("\n{} at line {}{state}  {}\n", word(each), each.span.line, members(each));
    for id in &each.subchains {
        out.push_str(&show_chain(terms, program, form, &id.name(), &form.subchains[id.0]));
    }
    out
}

/// What people know it as.
fn word(each: &Loop) -> &'static str {
    if each.once { "branch" } else { "loop" }
}

fn members(each: &Loop) -> String {
    let names: Vec<String> = each.subchains.iter().map(|c| c.name()).collect();
    format!("{{{}}}", names.join(", "))
}
