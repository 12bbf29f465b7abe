//! What holds in every run, said of some runs (\[APC\] 6): for `n < K` of the run `n` from either end, if there is one.
//!
//! Each instance follows from what it is one of, with symbols of its own for what is found in that run, so leaving the
//! rest out only weakens. Nothing is said of how many runs there are.

use super::limits::unfold::{BEFORE_ELIMINATION, MOST_BEFORE_ELIMINATION, MOST_INSIDE, MOST_INSTANCES};
use super::{Condition, Part, Way};
use crate::constraint::Looping;
use crate::term::{Symbol, Terms};
use rustc_hash::FxHashSet;

/// Replaces what holds in every run by what holds in `bound` runs from both ends; of what is counted so many moments are
/// told apart, too.
pub(super) fn unfold(terms: &Terms, condition: &mut Condition, bound: usize) {
    replace(terms, condition, (bound, bound), MOST_INSTANCES);
}

/// The same for few runs, of which all cases can be looked at.
pub(super) fn unfold_some(terms: &Terms, condition: &mut Condition) {
    for way in &mut condition.ways {
        // Where elements are counted single runs hardly say more.
        way.looping.retain(|looping| way.counting.iter().all(|counting| counting.run != looping.run));
    }
    replace(terms, condition, (BEFORE_ELIMINATION, usize::MAX), MOST_BEFORE_ELIMINATION);
}

fn replace(terms: &Terms, condition: &mut Condition, (bound, window): (usize, usize), most: usize) {
    let inputs: FxHashSet<Symbol> = condition.inputs().iter().map(|input| input.symbol).collect();
    for way in &mut condition.ways {
        let bound = fitting(way, bound, most);
        for looping in std::mem::take(&mut way.looping) {
            let instances = looping.instances(terms, bound, MOST_INSIDE).into_iter();
            way.parts.extend(instances.map(|term| Part { term, span: looping.span }));
        }
        for counting in std::mem::take(&mut way.counting) {
            way.parts.push(Part { term: counting.term(terms, window), span: counting.span });
        }
        way.parts.retain(|part| terms.as_bool(part.term) != Some(true));
        way.bind(terms, &inputs);
    }
}

/// The most runs up to `bound` of which all instances fit: more are never fewer.
fn fitting(way: &Way, bound: usize, most: usize) -> usize {
    let instances = |bound| way.looping.iter().map(|looping| count(looping, bound)).sum::<usize>();
    (0..bound).rev().map(|b| b + 1).find(|b| instances(*b) <= most).unwrap_or(0)
}

fn count(looping: &Looping, bound: usize) -> usize {
    let inside: usize = looping.inside.iter().map(|inner| count(inner, bound.min(MOST_INSIDE))).sum();
    bound.saturating_mul(3 + 2 * inside)
}
