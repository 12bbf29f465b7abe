//! A condition for programs: `lariat.condition/1`, with its terms as trees.

use super::names::described;
use crate::condition::{Condition, Counting, End, Quantifiers, Variant, Wanted, Way};
use crate::constraint::Looping;
use crate::program::{Input, InputKind};
use crate::question::Question;
use crate::term::{Node, Term, Terms};
use serde_json::{Value, json};

/// The document.
pub fn document(terms: &Terms, condition: &Condition, question: &Question, wanted: &Wanted) -> Value {
    let variant = match wanted.variant {
        Variant::Light => "light",
        Variant::Heavy => "heavy",
    };
    let quantifiers = match wanted.quantifiers {
        Quantifiers::Keep => "keep".to_string(),
        Quantifiers::Unfold(bound) => format!("unfold={bound}"),
        Quantifiers::Eliminate => "eliminate".to_string(),
    };
    let file = condition.program.files.get(condition.target.file as usize);
    json!({
        "schema": "lariat.condition/1",
        "program": question.program.display().to_string(),
        "entry": question.entry,
        "target": { "file": file, "line": condition.target.line },
        "variant": variant,
        "quantifiers": quantifiers,
        "inputs": condition.inputs().iter().map(|one| input(terms, one)).collect::<Vec<_>>(),
        "ways": condition.ways.iter().map(|one| way(terms, one)).collect::<Vec<_>>(),
        "gaps": condition.gaps,
        "excluded": condition.excluded,
        "assumptions": condition.assumptions.iter().map(|a| json!({ "name": a.name, "text": a.text })).collect::<Vec<_>>(),
    })
}

fn input(terms: &Terms, input: &Input) -> Value {
    let kind = match input.kind {
        InputKind::Scalar => "scalar",
        InputKind::Array { .. } => "array",
        InputKind::Stream { .. } => "stream",
        InputKind::Length => "length",
    };
    let range = terms.symbol_range(input.symbol);
    json!({
        "name": input.name,
        "kind": kind,
        "line": input.span.line,
        "least": range.lo.map(|v| v.to_string()),
        "greatest": range.hi.map(|v| v.to_string()),
        "text": described(input),
    })
}

fn way(terms: &Terms, way: &Way) -> Value {
    let parts: Vec<Value> = way
        .parts
        .iter()
        .map(|part| json!({ "line": part.span.line, "text": terms.show(part.term), "term": tree(terms, part.term) }))
        .collect();
    json!({
        "chain": way.name,
        "leads_to": if way.end == End::Gap { "gap" } else { "target" },
        "cut": way.cut,
        "some": way.some.iter().map(|s| terms.name(*s)).collect::<Vec<_>>(),
        "all_of": parts,
        "counted": way.counting.iter().map(|one| counting(terms, one)).collect::<Vec<_>>(),
        "in_every_run": way.looping.iter().map(|one| looping(terms, one)).collect::<Vec<_>>(),
    })
}

fn looping(terms: &Terms, one: &Looping) -> Value {
    let others = one.others.iter().map(|(s, most)| json!({ "name": terms.name(*s), "most": tree(terms, *most) }));
    json!({
        "line": one.span.line,
        "text": one.show(terms),
        "run": terms.name(one.run),
        "times": tree(terms, one.times),
        "others": others.collect::<Vec<_>>(),
        "some": one.locals.iter().map(|s| terms.name(*s)).collect::<Vec<_>>(),
        "all_of": one.body.iter().map(|t| tree(terms, *t)).collect::<Vec<_>>(),
        "in_every_run": one.inside.iter().map(|inner| looping(terms, inner)).collect::<Vec<_>>(),
    })
}

fn counting(terms: &Terms, one: &Counting) -> Value {
    json!({
        "line": one.span.line,
        "text": one.show(terms),
        "times": tree(terms, one.times),
        "moment": terms.name(one.moment),
        "below": tree(terms, one.total),
        "all_of": one.body.iter().map(|t| tree(terms, *t)).collect::<Vec<_>>(),
    })
}

/// A term: a number as a text, a truth value, a name, or a list of an operation and what it is applied to.
pub(crate) fn tree(terms: &Terms, t: Term) -> Value {
    let all = |head: &str, ts: &[Term]| -> Value {
        std::iter::once(json!(head)).chain(ts.iter().map(|t| tree(terms, *t))).collect()
    };
    match &*terms.node(t) {
        Node::Int(v) => json!(v.to_string()),
        Node::Bool(b) => json!(b),
        Node::Symbol(s) => json!({ "name": terms.name(*s) }),
        Node::Sum(l) => {
            let scaled = l.terms().map(|(t, c)| json!(["*", c.to_string(), tree(terms, t)]));
            let constant = (!l.constant.is_zero()).then(|| json!(l.constant.to_string()));
            std::iter::once(json!("+")).chain(scaled).chain(constant).collect()
        }
        Node::Product(ts) => all("*", ts),
        Node::Div(a, b) => all("div", &[*a, *b]),
        Node::Mod(a, b) => all("mod", &[*a, *b]),
        Node::Pow(base, e) => json!(["^", base.to_string(), tree(terms, *e)]),
        Node::Ite(c, a, b) => all("ite", &[*c, *a, *b]),
        Node::Select(a, i) => match terms.as_symbol(*a).and_then(|s| terms.summed(s)) {
            Some(summed) => {
                let (number, value) = (terms.name(summed.round), tree(terms, summed.value));
                json!(["sum", { "number": number, "below": tree(terms, *i), "value": value }])
            }
            None => all("select", &[*a, *i]),
        },
        Node::Store(a, i, v) => all("store", &[*a, *i, *v]),
        Node::Table(values) => json!(["table", values.iter().map(|v| v.to_string()).collect::<Vec<_>>()]),
        Node::Cmp(op, a, b) => all(op.sign_in_c(), &[*a, *b]),
        Node::Not(a) => all("not", &[*a]),
        Node::And(ts) => all("and", ts),
        Node::Or(ts) => all("or", ts),
        Node::Bits(..) | Node::Float(..) | Node::FloatCmp(..) => json!(["text", terms.show(t)]),
    }
}
