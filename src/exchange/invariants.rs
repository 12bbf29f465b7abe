//! Facts at loop heads as invariants of the loops of the file.
//!
//! A loop of the file may be several of the program, in copies of its function: an invariant is what was proved of all
//! of them. It speaks of variables that are in scope in front of the loop, and of which there is no doubt which they are.

use super::expression::Meaning;
use super::metadata::{indented, quoted};
use super::place::Written;
use super::syntax::{Loop, Syntax};
use super::{Proven, Task};
use crate::loops;
use crate::program::LocationId;
use crate::quantity::counted;
use crate::term::Symbol;
use std::collections::BTreeMap;

/// What holds whenever the condition of a loop is about to be evaluated.
pub(super) struct Invariant {
    place: Written,
    function: String,
    value: String,
}

/// The invariants, and how many facts are none.
pub(super) struct Invariants {
    pub list: Vec<Invariant>,
    left_out: usize,
}

impl Invariant {
    /// The lines of an item.
    pub fn yaml(&self, task: &Task) -> String {
        let location = indented(&task.location(self.place, &self.function), "    ");
        let value = quoted(&self.value);
        format!(
            "invariant:\n  type: \"loop_invariant\"\n  location:\n{location}  value: {value}\n  format: \"c_expression\"\n"
        )
    }
}

impl Invariants {
    /// What people should know.
    pub fn note(&self) -> String {
        let found = counted(self.list.len(), "loop invariant");
        match self.left_out {
            0 => found,
            n => format!("{found}; {} left out, not expressible there", counted(n, "fact")),
        }
    }
}

/// The facts of a proof as invariants.
pub(super) fn of(task: &Task, syntax: &Syntax, proven: &Proven) -> Invariants {
    let heads = loops::heads(proven.original);
    let mut list = Vec::new();
    let mut written = 0;
    for (at, place) in places(task, syntax) {
        let copies: Vec<LocationId> =
            heads.keys().copied().filter(|head| proven.original.graph[*head].span == at.place).collect();
        let of_copies: Vec<BTreeMap<String, usize>> =
            copies.iter().map(|head| values(task, syntax, proven, at, *head)).collect();
        let Some((first, others)) = of_copies.split_first() else { continue };
        for value in first.keys().filter(|v| others.iter().all(|o| o.contains_key(*v))) {
            written += of_copies.iter().map(|o| o[value]).sum::<usize>();
            list.push(Invariant { place, function: at.function.clone(), value: value.clone() });
        }
    }
    let all: usize = proven.proof.facts.values().map(Vec::len).sum();
    Invariants { list, left_out: all - written }
}

/// The loops that are entered at their beginning only, each with its place in the file.
fn places<'s>(task: &Task, syntax: &'s Syntax) -> Vec<(&'s Loop, Written)> {
    let is_alone = |at: &Loop| syntax.loops.iter().filter(|other| other.place == at.place).count() == 1;
    let fit = syntax.loops.iter().filter(|at| !syntax.jumping.contains(&at.function) && is_alone(at));
    fit.filter_map(|at| Some((at, task.begins(at.at, at.keyword)?))).collect()
}

/// The facts at one copy of a loop as expressions, and how many facts are the same one.
fn values(task: &Task, syntax: &Syntax, proven: &Proven, at: &Loop, head: LocationId) -> BTreeMap<String, usize> {
    let Proven { terms, proof, states, .. } = *proven;
    let mut found = BTreeMap::new();
    let known = states.at(head);
    let name = |s: Symbol| name(task, syntax, proven, at, s);
    let range = |s: Symbol| known.map_or_else(|| terms.symbol_range(s), |known| known.range(terms, terms.sym(s)));
    let meaning = Meaning { terms, name: &name, range: &range };
    // Nothing is known of a loop at which the program begins.
    let facts = proof.facts.get(&head).filter(|_| head != proof.cut.start).into_iter().flatten();
    for fact in facts.filter(|f| f.bound.is_empty()) {
        if let Some(value) = meaning.condition(fact.body) {
            *found.entry(value).or_insert(0) += 1;
        }
    }
    found
}

/// What a variable is called at a loop, where that is sure.
fn name(task: &Task, syntax: &Syntax, proven: &Proven, at: &Loop, s: Symbol) -> Option<String> {
    let shown = proven.terms.name(s);
    let is_variable = proven.original.variables.contains(&s);
    let namesakes = proven.original.variables.iter().filter(|v| proven.terms.name(**v) == shown).count();
    // Intermediate results are called `tmp`, results of calls like their functions.
    if !is_variable || namesakes != 1 || shown == "tmp" || shown.ends_with(".tmp") {
        return None;
    }
    let is_entry = at.function == task.entry;
    let name = match shown.split_once('.') {
        None => shown.as_str(),
        Some((function, name)) => {
            // Members are written like this, too.
            let is_struct = syntax.declared.iter().any(|d| d.name == function);
            (!is_entry && function == at.function && !is_struct).then_some(name)?
        }
    };
    if syntax.functions.contains(name) {
        return None;
    }
    let declared = syntax.variable(name, at)?;
    let is_right = match shown.contains('.') {
        true => declared.function.is_some(),
        false => is_entry || declared.function.is_none() && !syntax.declares(task.entry, name),
    };
    is_right.then(|| name.to_string())
}
