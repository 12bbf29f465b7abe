//! What ranges know, as facts.

use crate::interval::States;
use crate::invariant::{Fact, Facts};
use crate::loops::blocks::Cut;
use crate::program::Program;
use crate::term::{Int, Range, Sort, Terms};

/// What ranges know at the cut points.
pub fn known(terms: &Terms, cut: &Cut, program: &Program, states: &States) -> Facts {
    let mut facts = Facts::new();
    let element = terms.symbol("t", Sort::Int, Range::ALL);
    for &point in cut.points.iter().filter(|p| **p != cut.start) {
        let here = facts.entry(point).or_default();
        let Some(domain) = states.at(point) else {
            here.push(Fact::of(terms.bool(false)));
            continue;
        };
        for &s in &program.variables {
            let (t, declared) = (terms.sym(s), terms.symbol_range(s));
            let known = domain.range(terms, t);
            // The range of an array is that of each element.
            let (bound, t) = match terms.info(s).sort {
                Sort::Array => (vec![element], terms.select(t, terms.sym(element))),
                _ => (vec![], t),
            };
            let narrower = |known: Option<Int>, declared: Option<Int>| known.filter(|k| Some(k) != declared.as_ref());
            let low = narrower(known.lo, declared.lo).map(|lo| terms.le(terms.int(lo), t));
            let high = narrower(known.hi, declared.hi).map(|hi| terms.le(t, terms.int(hi)));
            here.extend(low.into_iter().chain(high).map(|body| Fact { bound: bound.clone(), body }));
        }
    }
    facts
}
