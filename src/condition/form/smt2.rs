//! A condition as an SMT-LIB script: the inputs are its constants, `condition` is defined, asserted and asked about.

use crate::condition::{Condition, Way};
use crate::solver::smtlib;
use crate::solver::{Every, Exists};
use crate::term::{Symbol, Term, Terms};

/// The script. A conjunct that would need constants besides the inputs is left out.
pub fn script(terms: &Terms, condition: &Condition) -> String {
    let inputs: Vec<Symbol> = condition.inputs().iter().map(|input| input.symbol).collect();
    let mentioned = |s: &Symbol| condition.ways.iter().any(|way| mentions(terms, way, *s));
    let inputs: Vec<Symbol> = inputs.into_iter().filter(mentioned).collect();
    let ways: Vec<Exists> = condition.ways.iter().map(|way| exists(terms, way)).collect();
    smtlib::defined(terms, "condition", &inputs, &ways)
}

fn mentions(terms: &Terms, way: &Way, s: Symbol) -> bool {
    way.parts.iter().any(|part| terms.symbols(part.term).contains(&s))
        || way.counting.iter().any(|counting| counting.free(terms).contains(&s))
        || way.looping.iter().any(|looping| looping.free(terms).contains(&s))
}

/// A way for a solver that knows quantifiers.
fn exists(terms: &Terms, way: &Way) -> Exists {
    let every: Vec<Every> = way.looping.iter().map(|looping| looping.quantified(terms)).collect();
    let counted = way.counting.iter().map(|counting| counting.term(terms, usize::MAX));
    let body: Vec<Term> = way.parts.iter().map(|part| part.term).chain(counted).collect();
    Exists { some: way.some.iter().copied().collect(), body, inside: every }
}
