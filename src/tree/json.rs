//! A tree for programs: `lariat.tree/1`, with its terms as trees.

use super::text::{ended, place};
use super::ways::states;
use super::{End, Leaf, Tree};
use crate::condition::tree as term;
use crate::report::assignments;
use crate::term::{Format, Node, Term, Terms};
use serde_json::{Value, json};

/// The document.
pub fn document(terms: &Terms, tree: &Tree) -> Value {
    let inputs = tree.inputs.iter().map(|input| {
        let range = terms.symbol_range(input.symbol);
        json!({
            "name": input.name,
            "line": input.span.line,
            "least": range.lo.map(|v| v.to_string()),
            "greatest": range.hi.map(|v| v.to_string()),
        })
    });
    json!({
        "schema": "lariat.tree/1",
        "function": tree.function,
        "complete": tree.is_complete(),
        "open": tree.open,
        "not_said": tree.unsaid,
        "inputs": inputs.collect::<Vec<_>>(),
        "leaves": tree.leaves.iter().map(|one| leaf(terms, tree, one)).collect::<Vec<_>>(),
        "runs": tree.runs,
        "solver_calls": tree.asked,
        "templates": tree.templates,
        "states": states(terms, tree),
        "failures": tree.failures,
        "assumptions": tree.assumptions.iter().map(|a| json!({ "name": a.name, "text": a.text })).collect::<Vec<_>>(),
    })
}

/// A term that stands for floating-point values, with these as they are written.
fn floats(terms: &Terms, t: Term, format: Format) -> Value {
    match &*terms.node(t) {
        Node::Int(rank) => json!(format.show(rank)),
        Node::Ite(c, a, b) => json!(["ite", term(terms, *c), floats(terms, *a, format), floats(terms, *b, format)]),
        Node::Select(array, i) if let Node::Table(ranks) = &*terms.node(*array) => {
            let values: Vec<String> = ranks.iter().map(|rank| format.show(rank)).collect();
            json!(["select", ["table", values], term(terms, *i)])
        }
        _ => term(terms, t),
    }
}

fn leaf(terms: &Terms, tree: &Tree, leaf: &Leaf) -> Value {
    let shown = |t| json!({ "text": terms.show(t), "term": term(terms, t) });
    let steps = leaf.steps.iter().map(|step| {
        json!({
            "place": place(tree, step.span),
            "rounds": step.rounds.map(|s| terms.name(s)),
            "all_of": step.conditions.iter().map(|c| shown(*c)).collect::<Vec<_>>(),
            "in_each_round": step.each.iter().map(|each| json!({
                "round": terms.name(each.round),
                "below": shown(each.times),
                "condition": shown(each.condition),
            })).collect::<Vec<_>>(),
        })
    });
    let outputs = leaf.outputs.iter().map(|output| {
        let (name, text) = (&output.name, output.shown(terms));
        match output.format {
            Some(format) => {
                let value = floats(terms, output.value, format);
                json!({ "name": name, "type": format.name(), "text": text, "term": value })
            }
            None => json!({ "name": name, "text": text, "term": term(terms, output.value) }),
        }
    });
    let counts = leaf.parameters.iter().zip(&leaf.counts);
    let kind = match leaf.end {
        End::Returned => "returned",
        End::Ended(_) => "ended",
        End::Failed(..) => "failed",
    };
    json!({
        "end": kind,
        "text": ended(tree, leaf.end),
        "parameters": leaf.parameters.iter().map(|s| terms.name(*s)).collect::<Vec<_>>(),
        "steps": steps.collect::<Vec<_>>(),
        "outputs": outputs.collect::<Vec<_>>(),
        "test": {
            "inputs": leaf.test.iter().flat_map(assignments).collect::<Vec<_>>(),
            "parameters": counts.map(|(s, n)| json!({ "name": terms.name(*s), "value": n.to_string() })).collect::<Vec<_>>(),
        },
    })
}
