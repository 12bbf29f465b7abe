//! That a program never has a choice: the conditions of several edges from one location exclude one another.
//!
//! [`super::cut`] joins paths under that assumption. Most conditions contradict one another as they are written; a
//! [`Choice`] is what is left to refute.

use crate::program::{EdgeRef, Instruction, LocationId, Program};
use crate::term::{Range, Symbol, Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use thiserror::Error;

/// Edges from here may hold at once.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Where.
    pub at: LocationId,
    /// Two of the edges can be taken; nothing is said of the values of variables.
    pub condition: Term,
}

/// A location with an edge that has no condition, besides others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("location {} has several edges, and one of them has no condition", .0.index())]
pub struct Unconditional(pub LocationId);

/// What has to be refuted for the program to have no choice.
pub fn choices(terms: &Terms, program: &Program) -> Result<Vec<Choice>, Unconditional> {
    let mut leaving: BTreeMap<LocationId, Vec<&Instruction>> = BTreeMap::new();
    for edge in program.graph.edge_references() {
        leaving.entry(edge.source()).or_default().push(&edge.weight().instruction);
    }
    let mut found = Vec::new();
    for (at, edges) in leaving.into_iter().filter(|(_, edges)| edges.len() > 1) {
        let condition = |instruction: &&Instruction| match instruction {
            Instruction::Assume(condition) => Ok(*condition),
            Instruction::Skip | Instruction::Assign(..) | Instruction::Copy(_) => Err(Unconditional(at)),
        };
        let conditions = edges.iter().map(condition).collect::<Result<Vec<Term>, _>>()?;
        let mut both = Vec::new();
        for (i, a) in conditions.iter().enumerate() {
            let with = conditions[..i].iter().filter(|b| !exclude(terms, *a, **b));
            both.extend(with.map(|b| terms.and(vec![*a, *b])));
        }
        let condition = terms.or(both);
        if terms.as_bool(condition) != Some(false) {
            found.push(Choice { at, condition: unlimited(terms, program, condition) });
        }
    }
    Ok(found)
}

/// Whether two conditions contradict one another as they are written.
fn exclude(terms: &Terms, a: Term, b: Term) -> bool {
    let (ours, theirs) = (terms.conjuncts(a), terms.conjuncts(b));
    terms.not(a) == b || ours.iter().any(|c| theirs.contains(&terms.not(*c)))
}

/// The condition for variables with any values: their ranges are shown at cut points only.
fn unlimited(terms: &Terms, program: &Program, condition: Term) -> Term {
    let fresh = |s: Symbol| {
        let info = terms.info(s);
        (s, terms.sym(terms.symbol(info.name, info.sort, Range::ALL)))
    };
    let inputs: Vec<Symbol> = program.inputs.iter().map(|i| i.symbol).collect();
    let variables = terms.symbols(condition).into_iter().filter(|s| !inputs.contains(s));
    let fresh: FxHashMap<Symbol, Term> = variables.map(fresh).collect();
    terms.substitute(condition, &|s| fresh.get(&s).copied())
}
