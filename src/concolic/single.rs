//! Values of one number that is compared with constants, which is most of what parsers ask of what they read: no solver is
//! needed.

use crate::term::{Int, Node, Range, Relation, Term, Terms};
use std::collections::BTreeSet;

/// The number that all these conditions compare with constants, and the value next to 0 with which all hold, if there is
/// one; nothing if they say anything else. The number is a symbol or an element of an array, and has this range.
pub(super) fn solved(
    terms: &Terms,
    conditions: &[Term],
    range: impl FnOnce(Term) -> Range,
) -> Option<(Term, Option<Int>)> {
    let mut all = vec![];
    for condition in conditions.iter().flat_map(|c| terms.conjuncts(*c)) {
        let Node::Cmp(op, a, b) = &*terms.node(condition) else { return None };
        let (relation, sum) = terms.normalized(*op, *a, *b);
        let [(number, factor)] = &sum.terms().collect::<Vec<_>>()[..] else { return None };
        all.push((*number, relation, (*factor).clone(), sum.constant.clone()));
    }
    let number = all.first()?.0;
    if all.iter().any(|(other, ..)| *other != number) {
        return None;
    }
    let mut left = Some(range(number));
    let mut not = BTreeSet::new();
    for (_, relation, factor, constant) in all {
        // What is compared has no divisor in common, so `factor · number + constant ≤ 0` has a factor of 1 or -1.
        let at = -constant / &factor;
        let is_exact = factor == Int::ONE || factor == Int::NEG_ONE;
        match relation {
            Relation::AtMostZero if is_exact => {
                let side = if factor > Int::ZERO { Range::at_most(at) } else { Range::at_least(at) };
                left = left.and_then(|range| range.meet(&side));
            }
            Relation::AtMostZero => return None,
            Relation::Zero => left = left.filter(|_| is_exact).and_then(|range| range.meet(&Range::exactly(at))),
            Relation::NonZero => drop(is_exact.then(|| not.insert(at))),
        }
    }
    Some((number, left.and_then(|range| nearest(&range, &not))))
}

/// The value next to 0 in a range that is none of these.
fn nearest(range: &Range, not: &BTreeSet<Int>) -> Option<Int> {
    let first = match (&range.lo, &range.hi) {
        (Some(lo), _) if *lo > Int::ZERO => lo.clone(),
        (_, Some(hi)) if *hi < Int::ZERO => hi.clone(),
        (_, _) => Int::ZERO,
    };
    // One of them is free if so many are in the range.
    let values = (0..=not.len()).flat_map(|i| [&first + Int::from(i), &first - Int::from(i)]);
    values.into_iter().find(|value| range.contains(value) && !not.contains(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Cmp, Sort};

    /// What is found is what trying all values finds.
    #[test]
    fn comparisons_of_one_number() {
        let terms = Terms::new();
        let range = Range::new(-9, 9);
        let x = terms.sym(terms.symbol("x", Sort::Int, range.clone()));
        let mut random = fastrand::Rng::with_seed(7);
        let ops = [Cmp::Eq, Cmp::Ne, Cmp::Ne, Cmp::Ne, Cmp::Le, Cmp::Lt, Cmp::Ge, Cmp::Gt];
        let (mut found, mut none) = (0, 0);
        for _ in 0..2_000 {
            let asked: Vec<(Cmp, i64, i64)> = (0..random.usize(1..6))
                .map(|_| (ops[random.usize(..ops.len())], random.i64(1..4), random.i64(-9..10)))
                .collect();
            let conditions: Vec<Term> =
                asked.iter().map(|(op, k, c)| terms.cmp(*op, terms.scale(x, *k), terms.int(*c))).collect();
            let holds = |v: i64| {
                asked.iter().all(|(op, k, c)| match op {
                    Cmp::Eq => k * v == *c,
                    Cmp::Ne => k * v != *c,
                    Cmp::Le => k * v <= *c,
                    Cmp::Lt => k * v < *c,
                    Cmp::Ge => k * v >= *c,
                    Cmp::Gt => k * v > *c,
                })
            };
            let expected = (-9..10).filter(|v| holds(*v)).map(i64::abs).min();
            // What always holds or never is not about the number any more.
            let Some((number, value)) = solved(&terms, &conditions, |_| range.clone()) else { continue };
            assert_eq!(number, x);
            let value = value.map(|v| i64::try_from(&v).expect("it is small"));
            assert_eq!(value.map(i64::abs), expected, "{asked:?}");
            assert!(value.is_none_or(holds), "{asked:?}: {value:?}");
            *(if value.is_some() { &mut found } else { &mut none }) += 1;
        }
        assert!(found > 300 && none > 300, "{found} {none}");
    }
}
