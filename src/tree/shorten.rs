//! Leaves in fewer words: what follows from what was met before is left out, and so is what cannot be behind that, as far
//! as a solver finds out in time.
//!
//! Each answer stands for itself. What leaves have in common they still have in common afterwards.

use super::Leaf;
use super::limits::shorten::{LONGEST, LONGEST_QUERY, MOST_QUERIES};
use crate::budget::Budget;
use crate::solver::{Smt, may_not_stop};
use crate::term::{Node, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Asks as long as there is time.
struct Asking<'t> {
    terms: &'t Terms,
    smt: Smt<'t>,
    time: Budget,
    left: usize,
}

impl Asking<'_> {
    fn is_over(&self) -> bool {
        self.left == 0 || self.time.stop().is_some()
    }

    /// Whether it is certain that they do not hold at once.
    fn are_excluded(&mut self, given: &[Term], t: Term) -> bool {
        let all = [given, &[t]].concat();
        if may_not_stop(self.terms, &all) {
            return false;
        }
        self.left = self.left.saturating_sub(1);
        self.smt.check_assuming(&all).outcome().is_unsat()
    }

    /// What is left of conditions behind others.
    fn shortened(&mut self, met: &[Term], all: &[Term]) -> Vec<Term> {
        let terms = self.terms;
        let mut seen = FxHashSet::default();
        let mut kept: Vec<Term> = all.iter().copied().filter(|t| seen.insert(*t)).collect();
        // What comes last was asked for all rounds, what comes first for one of them.
        for one in kept.clone() {
            if self.is_over() {
                break;
            }
            let rest = kept.iter().copied().filter(|t| *t != one);
            let given: Vec<Term> = met.iter().copied().chain(rest).collect();
            if self.are_excluded(&given, terms.not(one)) {
                kept.retain(|t| *t != one);
            } else if let Node::Or(members) = &*terms.node(one) {
                let possible = members.iter().copied().filter(|m| !self.are_excluded(&given, *m)).collect();
                let possible = terms.or(possible);
                kept.iter_mut().filter(|t| **t == one).for_each(|t| *t = possible);
            }
        }
        kept
    }
}

/// Shortens all of them.
pub fn shorten(terms: &Terms, leaves: &mut [Leaf], budget: &Budget) {
    let time = budget.shortened(budget.remaining().map_or(LONGEST, |left| LONGEST.min(left / 2)));
    let smt = Smt::new(terms, time.clone(), LONGEST_QUERY);
    let mut asking = Asking { terms, smt, time, left: MOST_QUERIES };
    // Steps by what was met before, which has a number.
    let mut known: FxHashMap<(usize, Vec<Term>), (usize, Vec<Term>)> = FxHashMap::default();
    for leaf in leaves {
        let (mut met, mut before): (Vec<Term>, usize) = (vec![], 0);
        for step in &mut leaf.steps {
            let next = known.len() + 1;
            let all = std::mem::take(&mut step.conditions);
            let shortened = |(_, all): &(usize, Vec<Term>)| (next, asking.shortened(&met, all));
            let (number, kept) = known.entry((before, all)).or_insert_with_key(shortened);
            before = *number;
            step.conditions = kept.clone();
            met.extend(kept.iter().copied());
        }
    }
}
