//! The chain program form as text.

use super::{Branch, Chain, ChainId, Form, Item, Loop, Node};
use crate::program::{LocationId, Program, Role, Span};
use crate::term::Terms;
use std::fmt::Write;

/// One chain, a line for each node a person needs to see, and for each control state that it gets to.
pub fn show_chain(terms: &Terms, program: &Program, form: &Form, name: &str, chain: &Chain) -> String {
    let mut out = format!("{name}\n");
    let mut last = None;
    for (node, item) in chain.nodes.iter().zip(&chain.items) {
        let at = match item {
            Item::Edge(e) => program.graph.edge_endpoints(*e).map(|(from, _)| from),
            Item::At(at) => Some(*at),
        };
        if let Some(at) = at
            && let Some(state) = program.state_at(terms, at).filter(|state| last.as_ref() != Some(state))
        {
            let _ = writeln!(out, "  line {:<4} state  {state}", program.graph[at].span.line);
            last = Some(state);
        }
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
            Node::Loop(id) => {
                let Loop { span, subchains, .. } = &form.loops[id.0];
                (span.line, format!("loop   {}", names(subchains)))
            }
            Node::Branch(id) => {
                let Branch { span, arms, .. } = &form.branches[id.0];
                (span.line, format!("branch {}", names(arms)))
            }
        };
        let _ = writeln!(out, "  line {line:<4} {text}");
    }
    out
}

/// A loop with its subchains.
pub fn show_loop(terms: &Terms, program: &Program, form: &Form, each: &Loop) -> String {
    show_chains(terms, program, form, ("loop", each.header, each.span), &each.subchains)
}

/// A branch with its arms.
pub fn show_branch(terms: &Terms, program: &Program, form: &Form, each: &Branch) -> String {
    show_chains(terms, program, form, ("branch", each.at, each.span), &each.arms)
}

fn show_chains(
    terms: &Terms,
    program: &Program,
    form: &Form,
    (word, at, span): (&str, LocationId, Span),
    chains: &[ChainId],
) -> String {
    let state = program.state_at(terms, at).map_or_else(String::new, |state| format!(" where {state}"));
    let mut out = format!("\n{word} at line {}{state}  {}\n", span.line, names(chains));
    for id in chains {
        out.push_str(&show_chain(terms, program, form, &id.name(), &form.subchains[id.0]));
    }
    out
}

fn names(chains: &[ChainId]) -> String {
    let names: Vec<String> = chains.iter().map(|c| c.name()).collect();
    format!("{{{}}}", names.join(", "))
}
