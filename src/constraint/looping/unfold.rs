//! Looping conditions for single runs (\[APC\] 6).
//!
//! Every instance follows from its looping condition, so what refutes some of them refutes that. Where a subchain
//! runs so often at most, all of its runs are there.
//!
//! DEPARTURES (\[APC\] 6): the paper unfolds from the first run on. What a loop would have been left for happens as
//! often near its end, so runs are counted from both ends here; the last one bounds how often a subchain runs by
//! its own conditions. And of two runs the later one finds no fewer runs of the others before it.

use super::Looping;
use crate::constraint::limits::looping_unfold::{MOST_INSIDE, MOST_INSTANCES};
use crate::constraint::{Constraint, Kind, System};
use crate::program::Role;
use crate::term::{Symbol, Term, Terms};
use rustc_hash::FxHashMap;

impl System {
    /// Adds what the looping conditions say of up to so many runs from both ends; whether all of that fits.
    pub(in crate::constraint) fn unfold(&mut self, terms: &Terms, bound: usize) -> bool {
        let most = self.constraints.len() + MOST_INSTANCES;
        for looping in &self.looping {
            let text = looping.show(terms);
            for term in looping.instances(terms, bound, MOST_INSIDE) {
                if self.constraints.len() >= most {
                    return false;
                }
                if terms.as_bool(term) != Some(true) {
                    let (span, node) = (looping.span, looping.node);
                    let (kind, role, text) = (Kind::Looping, Role::Step, Some(text.clone()));
                    self.constraints.push(Constraint { term, kind, span, role, node, shown: None, text });
                }
            }
        }
        true
    }
}

/// One run.
struct Instance {
    /// What holds in it.
    held: Vec<Term>,
    /// How often each of the others ran before.
    others: Vec<Term>,
}

impl Looping {
    /// What is said of up to `bound` runs from both ends, the outer ones first; of loops inside of up to `inside`.
    pub(crate) fn instances(&self, terms: &Terms, bound: usize, inside: usize) -> Vec<Term> {
        let number = |n: usize| terms.int(n);
        let mut all = Vec::new();
        // The run before among the first ones, the run after among the last ones.
        let (mut early, mut late): (Option<Instance>, Option<Instance>) = (None, None);
        for n in 0..bound {
            let none = terms.le(self.times, number(n));
            let mut first = self.in_run(terms, number(n), bound, inside);
            let mut last = self.in_run(terms, terms.sub(self.times, number(n + 1)), bound, inside);
            let since = early.iter().flat_map(|before| in_order(terms, before, &first)).collect::<Vec<_>>();
            let until = late.iter().flat_map(|after| in_order(terms, &last, after)).collect::<Vec<_>>();
            first.held.extend(since);
            last.held.extend(until);
            all.extend([&first, &last].map(|run| terms.or(vec![none, terms.and(run.held.clone())])));
            let apart = terms.lt(self.times, number(2 * n + 2));
            all.push(terms.or(vec![apart, terms.and(in_order(terms, &first, &last))]));
            (early, late) = (Some(first), Some(last));
        }
        all
    }

    /// One run, in which all that is bound stands for something fresh.
    fn in_run(&self, terms: &Terms, run: Term, bound: usize, inside: usize) -> Instance {
        let mut fresh: FxHashMap<Symbol, Term> = FxHashMap::from_iter([(self.run, run)]);
        for s in self.others.iter().map(|(s, _)| s).chain(&self.locals) {
            let info = terms.info(*s);
            fresh.insert(*s, terms.sym(terms.symbol(info.name, info.sort, info.range)));
        }
        let of = |s: Symbol| fresh.get(&s).copied();
        let mut held: Vec<Term> = self.conditions(terms).iter().map(|t| terms.substitute(*t, &of)).collect();
        for inner in &self.inside {
            held.extend(inner.substitute(terms, &of).instances(terms, bound.min(inside), inside));
        }
        Instance { held, others: self.others.iter().map(|(s, _)| fresh[s]).collect() }
    }
}

/// Nothing of what ran before the one had not run before the other.
fn in_order(terms: &Terms, one: &Instance, other: &Instance) -> Vec<Term> {
    one.others.iter().zip(&other.others).map(|(a, b)| terms.le(*a, *b)).collect()
}
