//! The real shadow of linear conditions (Fourier and Motzkin): what the bounds of each variable say of the others.
//!
//! Of values that are whole numbers it says less than there is to say, and what would become too large is left out: it only
//! weakens.

use super::atoms::{Memo, comparison, weakened, weight};
use super::eliminate::flat;
use super::limits::eliminate::{LARGEST, MOST_BOUNDS};
use crate::term::{Cmp, Int, Linear, Node, Relation, Symbol, Term, Terms, gcd};
use std::collections::BTreeSet;

/// What is left once no cases are told apart any more: linear conditions, with their variables eliminated.
pub(super) fn shadow(memo: &Memo, bound: &BTreeSet<Symbol>, all: Vec<Term>) -> Option<Vec<Term>> {
    let terms = memo.terms;
    let is_free = |t: Term| !memo.mentions(t, bound);
    let mut free: Vec<Term> = vec![];
    let mut combinations: Vec<Linear> = vec![];
    for t in all {
        if is_free(t) {
            free.push(t);
        } else if matches!(&*terms.node(t), Node::Or(_)) {
            free.push(weakened(terms, t, &is_free));
        } else if let Some(found) = memo.linear(t, bound) {
            let (relation, l) = (found.0, found.1.clone());
            if relation == Relation::Zero {
                free.extend(divisible(terms, bound, &l));
                combinations.push(l.scaled(&Int::NEG_ONE));
            }
            if relation != Relation::NonZero {
                combinations.push(l);
            }
        }
    }
    for s in bound {
        let x = terms.sym(*s);
        let (with, without): (Vec<Linear>, Vec<Linear>) =
            combinations.into_iter().partition(|l| !l.coefficient(x).is_zero());
        combinations = without;
        let (upper, lower): (Vec<Linear>, Vec<Linear>) = with.into_iter().partition(|l| l.coefficient(x) > Int::ZERO);
        if upper.len() * lower.len() > MOST_BOUNDS {
            continue;
        }
        for above in &upper {
            for below in &lower {
                // `a·x + r ≤ 0` and `−b·x + s ≤ 0` give `b·r + a·s ≤ 0`.
                let (a, b) = (above.coefficient(x), -below.coefficient(x));
                let mut sum = above.scaled(&b);
                sum.add_scaled(below, &a);
                let (_, l) = terms.normalized(Cmp::Le, terms.from_linear(sum), terms.int(0));
                if !combinations.contains(&l) {
                    combinations.push(l);
                }
            }
        }
        limit(terms, &mut combinations);
    }
    free.extend(combinations.into_iter().map(|l| comparison(terms, Relation::AtMostZero, l)));
    flat(terms, &free)
}

/// Leaves out the largest where all of them together are too large.
fn limit(terms: &Terms, combinations: &mut Vec<Linear>) {
    let size = |l: &Linear| l.terms().map(|(t, _)| 2 + weight(terms, t)).sum::<usize>();
    if combinations.iter().map(size).sum::<usize>() <= LARGEST {
        return;
    }
    combinations.sort_by_cached_key(size);
    let mut all = 0;
    combinations.retain(|l| {
        all += size(l);
        all <= LARGEST
    });
}

/// That what an equation says of inputs is a multiple of what divides all that it says of variables.
fn divisible(terms: &Terms, bound: &BTreeSet<Symbol>, l: &Linear) -> Option<Term> {
    let mut rest = l.clone();
    let mut common = Int::ZERO;
    for s in bound {
        common = gcd(&common, &rest.take(terms.sym(*s)));
    }
    let rest = terms.modulo(terms.from_linear(rest), terms.int(common.clone()));
    (common > Int::ONE).then(|| terms.eq(rest, terms.int(0)))
}
