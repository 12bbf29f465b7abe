//! Looping conditions for single runs (\[APC\] 6).
//!
//! Every instance follows from its looping condition, so what refutes some of them refutes that. Where a subchain
//! runs so often at most, all of its runs are there.
//!
//! DEPARTURE (\[APC\] 6): the paper unfolds from the first run on. What a loop would have been left for happens as
//! often near its end, so runs are counted from both ends here; the last one bounds how often subchain `i` runs by
//! its own conditions.

use super::Looping;
use crate::constraint::{Constraint, Kind, System};
use crate::program::Role;
use crate::term::{Symbol, Term, Terms};
use std::collections::HashMap;

/// Runs of loops inside are counted up to this from both ends.
const MOST_INSIDE: usize = 4;
/// More instances are not made at a time.
const MOST_INSTANCES: usize = 400;

impl System {
    /// Adds what the looping conditions say of the runs from the `from`-th on and below the `to`-th, from both ends;
    /// whether all of that fits.
    pub(in crate::constraint) fn unfold(&mut self, terms: &Terms, from: usize, to: usize) -> bool {
        let most = self.constraints.len() + MOST_INSTANCES;
        for looping in self.looping.clone() {
            let text = looping.show(terms);
            for n in from..to {
                for (run, other) in ends(terms, &looping, n) {
                    if self.constraints.len() >= most {
                        return false;
                    }
                    let term = terms.or(vec![other, terms.and(looping.in_run(terms, run, to))]);
                    if terms.as_bool(term) != Some(true) {
                        self.constraints.push(Constraint {
                            term,
                            kind: Kind::Looping,
                            span: looping.span,
                            role: Role::Step,
                            node: looping.node,
                            shown: None,
                            text: Some(text.clone()),
                        });
                    }
                }
            }
        }
        true
    }
}

/// The `n`-th run from the beginning and from the end, each with when there is none.
fn ends(terms: &Terms, looping: &Looping, n: usize) -> [(Term, Term); 2] {
    let none = terms.le(looping.times, terms.int(n));
    let last = terms.sub(looping.times, terms.int(n + 1));
    [(terms.int(n), none), (last, none)]
}

impl Looping {
    /// What holds in one run, in which all that is bound stands for something fresh.
    fn in_run(&self, terms: &Terms, run: Term, bound: usize) -> Vec<Term> {
        let mut fresh: HashMap<Symbol, Term> = HashMap::from([(self.run, run)]);
        for s in self.others.iter().map(|(s, _)| s).chain(&self.locals) {
            let info = terms.info(*s);
            fresh.insert(*s, terms.sym(terms.symbol(info.name, info.sort, info.range)));
        }
        let of = |s: Symbol| fresh.get(&s).copied();
        let mut all: Vec<Term> = self.conditions(terms).iter().map(|t| terms.substitute(*t, &of)).collect();
        for inner in &self.inside {
            let inner = inner.substitute(terms, &of);
            for n in 0..bound.min(MOST_INSIDE) {
                for (run, none) in ends(terms, &inner, n) {
                    all.push(terms.or(vec![none, terms.and(inner.in_run(terms, run, bound))]));
                }
            }
        }
        all
    }
}
