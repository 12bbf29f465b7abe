//! Refutations in words: for each conflicting constraint its line, its source, and what it needs.

use crate::answer;
use crate::chain::{Form, Node};
use crate::constraint::{Constraint, Kind, System, show_term};
use crate::navigate::Refutation;
use crate::term::{self, Cmp, Int, Relation, Symbol, Term, Terms};

/// A refutation for people and JSON: one line of text for each conflicting constraint.
pub(super) fn refutation(terms: &Terms, form: &Form, refutation: &Refutation) -> answer::Refutation {
    let mut rows: Vec<(u32, String)> = Vec::new();
    for (constraint, node) in refutation.conflict.constraints.iter().zip(&refutation.nodes) {
        let text = row(terms, form, &refutation.conflict, constraint, node);
        rows.push((constraint.span.line, text));
    }
    if rows.is_empty() {
        rows.push((0, "every way of running its subchains was tried, and none gets through".into()));
    }
    rows.dedup();
    let lines = rows.iter().map(|(line, _)| *line).collect();
    let text = rows.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join("\n");
    answer::Refutation { chain: refutation.chain.clone(), lines, text }
}

fn row(terms: &Terms, form: &Form, system: &System, constraint: &Constraint, node: &Node) -> String {
    let needs = needs(terms, form, system, constraint);
    match (node, constraint.kind) {
        (_, Kind::Fact) if needs.is_some() => needs.unwrap_or_default(),
        (Node::Assume { condition, .. }, _) => match needs {
            Some(words) => format!("{} needs {words}", terms.show(*condition)),
            None if terms.as_bool(constraint.term) == Some(false) => match &constraint.text {
                Some(text) => format!("{} needs {text}, which is impossible", terms.show(*condition)),
                None => format!("{} never holds here", terms.show(*condition)),
            },
            None => format!("{} needs {}", terms.show(*condition), show_term(terms, constraint)),
        },
        (_, Kind::First) => format!("the loop is entered only with {}", show_term(terms, constraint)),
        (_, Kind::Last) => format!("the last run starts only with {}", show_term(terms, constraint)),
        (_, Kind::Each) => format!("each run starts with {}", show_term(terms, constraint)),
        _ => show_term(terms, constraint),
    }
}

/// A bound on the runs of one subchain or one loop, in words.
fn needs(terms: &Terms, form: &Form, system: &System, constraint: &Constraint) -> Option<String> {
    let term::Node::Cmp(op, a, b) = *terms.node(constraint.term) else { return None };
    let (relation, l) = terms.normalized(op, a, b);
    let symbols: Vec<Symbol> = l.terms().map(|(t, _)| terms.as_symbol(t)).collect::<Option<_>>()?;
    let slope = l.terms().next()?.1.clone();
    if l.terms().any(|(_, c)| *c != slope) || !(slope == Int::ONE || slope == Int::NEG_ONE) {
        return None;
    }
    let (op, bound) = match relation {
        Relation::AtMostZero if slope == Int::ONE => (Cmp::Le, -l.constant.clone()),
        Relation::AtMostZero => (Cmp::Ge, l.constant.clone()),
        Relation::Zero => (Cmp::Eq, -l.constant.clone() * &slope),
        Relation::NonZero => return None,
    };
    let what = subject(form, system, &symbols)?;
    let amount = match op {
        Cmp::Le => "at most",
        Cmp::Ge => "at least",
        _ => "exactly",
    };
    let times = if bound == Int::ONE { "once".to_string() } else { format!("{bound} times") };
    Some(format!("{what} {amount} {times}"))
}

/// The subchain of a single counter, or the loop of all counters of one loop node.
fn subject(form: &Form, system: &System, symbols: &[Symbol]) -> Option<String> {
    for passed in &system.passed {
        if let [one] = symbols
            && let Some(i) = passed.counters.iter().position(|c| c == one)
            && passed.counters.len() > 1
        {
            return Some(form.loops[passed.of.0].subchains[i].name());
        }
        if passed.counters.len() == symbols.len() && passed.counters.iter().all(|c| symbols.contains(c)) {
            return Some(format!("the loop at line {} to run", form.loops[passed.of.0].span.line));
        }
    }
    None
}

/// What to try when a search ended for this reason.
pub(super) fn advice(reason: &str) -> Option<String> {
    let larger_time = reason.contains("time") || reason.contains("steps") || reason.contains("runs");
    larger_time.then(|| "a larger --timeout".to_string())
}

/// Whether a term mentions any counter of the system: for listings.
pub(super) fn mentions_counter(terms: &Terms, system: &System, t: Term) -> bool {
    let symbols = terms.symbols(t);
    system.counted.iter().any(|c| symbols.contains(c))
}
