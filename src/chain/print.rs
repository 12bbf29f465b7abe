//! The chain program form as text.

use super::{Chain, Form, Loop, Node};
use crate::program::Role;
use crate::term::Terms;
use std::fmt::Write;

/// One chain, a line for each node a person needs to see.
pub fn show_chain(terms: &Terms, form: &Form, name: &str, chain: &Chain) -> String {
    let mut out = format!("{name}\n");
    for node in &chain.nodes {
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
pub fn show_loop(terms: &Terms, form: &Form, each: &Loop) -> String {
    let mut out = format!("\n{} at line {}  {}\n", word(each), each.span.line, members(each));
    for id in &each.subchains {
        out.push_str(&show_chain(terms, form, &id.name(), &form.subchains[id.0]));
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
