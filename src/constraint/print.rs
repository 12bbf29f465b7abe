//! Constraint systems as text: numbered, each with its source line, the counters' part first.

use super::{Constraint, Kind, System};
use crate::term::{Symbol, Term, Terms};
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// The system of one chain. Facts that only serve the solvers are left out.
pub fn show_system(terms: &Terms, system: &System) -> String {
    let counters: FxHashSet<Symbol> = system.counted.iter().copied().collect();
    let (counting, inputs): (Vec<&Constraint>, Vec<&Constraint>) = system
        .constraints
        .iter()
        .filter(|c| c.kind != Kind::Fact)
        .partition(|c| c.text.is_some() || about_counters(terms, c.term, &counters));
    let mut out = String::new();
    let mut number = 0;
    for (title, list) in [("", counting), ("over inputs", inputs)] {
        if list.is_empty() {
            continue;
        }
        if !title.is_empty() {
            let _ = writeln!(out, "  {title}");
        }
        for c in list {
            number += 1;
            let _ =
                writeln!(out, "  ({number})  line {:<4} {:<9} {}", c.span.line, kind_name(c.kind), show_term(terms, c));
        }
    }
    if !system.looping.is_empty() {
        let _ = writeln!(out, "  in every run");
    }
    for looping in &system.looping {
        number += 1;
        let (line, kind) = (looping.span.line, kind_name(Kind::Looping));
        let _ = writeln!(out, "  ({number})  line {line:<4} {kind:<9} {}", looping.show(terms));
    }
    let names: Vec<String> = system.counted.iter().map(|c| terms.name(*c)).collect();
    if !names.is_empty() {
        let _ = writeln!(out, "  {} ≥ 0", names.join(", "));
    }
    out
}

/// A constraint as `then  if  when`, where it is a conditional one.
pub fn show_term(terms: &Terms, c: &Constraint) -> String {
    match (c.shown, &c.text) {
        (_, Some(text)) => text.clone(),
        (Some((then, when)), None) => format!("{}  if {}", terms.show(then), terms.show(when)),
        (None, None) => terms.show(c.term),
    }
}

/// Whether a constraint mentions a counter and reads no input array.
fn about_counters(terms: &Terms, t: Term, counters: &FxHashSet<Symbol>) -> bool {
    terms.symbols(t).iter().any(|s| counters.contains(s)) && !terms.reads_array(t)
}

/// The name people see for a kind of constraint.
pub fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Condition => "condition",
        Kind::First => "first",
        Kind::Last => "last",
        Kind::Each => "each",
        Kind::Order => "order",
        Kind::Total => "total",
        Kind::Sum => "sum",
        Kind::Arms => "arms",
        Kind::Looping => "looping",
        Kind::Fact => "fact",
    }
}
