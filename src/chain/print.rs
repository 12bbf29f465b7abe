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
            Node::Transform { phi: true, .. } => continue,
            Node::Transform { assignments, span, .. } => {
                let parts: Vec<String> =
                    assignments.iter().map(|(x, e)| format!("{} := {}", terms.name(*x), terms.show(*e))).collect();
                (span.line, parts.join(", "))
            }
            Node::Assume { condition, span, role } => {
                let word = if matches!(role, Role::Check(_)) { "check " } else { "assume" };
                (span.line, format!("{word} {}", terms.show(*condition)))
            }
            Node::Loop(id) => (form.loops[id.0].span.line, format!("loop   {}", members(&form.loops[id.0]))),
        };
        let _ = writeln!(out, "  line {line:<4} {text}");
    }
    out
}

/// A loop with its subchains.
pub fn show_loop(terms: &Terms, form: &Form, each: &Loop) -> String {
    let mut out = format!("\nloop at line {}  {}\n", each.span.line, members(each));
    for id in &each.subchains {
        out.push_str(&show_chain(terms, form, &id.name(), &form.subchains[id.0]));
    }
    out
}

fn members(each: &Loop) -> String {
    let names: Vec<String> = each.subchains.iter().map(|c| c.name()).collect();
    format!("{{{}}}", names.join(", "))
}
