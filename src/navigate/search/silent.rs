//! Models with 0, or with small numbers, where 0 goes without saying.

use super::Search;
use crate::navigate::limits::search_silent::ROUNDS;
use crate::solver::{CoreOutcome, Model};
use crate::term::{Symbol, Term, Terms};
use std::collections::BTreeSet;

/// What is not 0 may be this small, at best.
const SMALL: [i64; 3] = [4, 64, 1024];

impl<'t> Search<'_, 't> {
    /// The model of the path, or a plainer one.
    pub(super) fn without_silent(&mut self) -> Model<'t> {
        let (terms, mut model) = (self.terms, (*self.now.model).clone());
        self.tell_solver();
        let (mut zero, mut dropped): (Vec<Term>, Vec<Term>) = (Vec::new(), Vec::new());
        // Where one is 0 others may be read.
        for _ in 0..ROUNDS {
            let known = zero.len();
            let more = said(terms, self.silent, &model).into_iter().map(|t| terms.eq(t, terms.int(0)));
            zero.extend(more.filter(|is| !dropped.contains(is)));
            if zero.len() == known {
                break;
            }
            model = loop {
                match self.smt.check_assuming(&zero) {
                    CoreOutcome::Sat(model) => break model,
                    CoreOutcome::Unsat(core) if !core.is_empty() => {
                        dropped.push(zero.remove(core[core.len() - 1]));
                    }
                    CoreOutcome::Unsat(_) | CoreOutcome::Unknown(_) => return model,
                }
            };
        }
        for most in SMALL {
            let mut all = zero.clone();
            for _ in 0..ROUNDS {
                let small = said(terms, self.silent, &model).into_iter().map(|t| terms.le(t, terms.int(most)));
                let more: Vec<Term> = small.filter(|is| !all.contains(is)).collect();
                if more.is_empty() {
                    return model;
                }
                all.extend(more);
                let CoreOutcome::Sat(found) = self.smt.check_assuming(&all) else { break };
                model = found;
            }
        }
        model
    }
}

/// What a model says of these that is not 0.
fn said(terms: &Terms, silent: &BTreeSet<Symbol>, model: &Model) -> Vec<Term> {
    let scalars = model.ints().iter().filter(|(s, v)| silent.contains(s) && !v.is_zero());
    let mut all: Vec<Term> = scalars.map(|(s, _)| terms.sym(*s)).collect();
    for (array, known) in model.arrays().iter().filter(|(array, _)| silent.contains(array)) {
        let not_zero = known.iter().filter(|(_, v)| !v.is_zero());
        all.extend(not_zero.map(|(i, _)| terms.select(terms.sym(*array), terms.int(i.clone()))));
    }
    all
}
