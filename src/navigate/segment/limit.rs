//! How often a segment can run at most, as far as ranges tell.

use crate::interval::Domain;
use crate::term::{Int, Node, Range, Relation, Term, Terms, floor_div};

/// The most runs, up to `wanted`, that known ranges leave possible.
pub(super) fn most_runs(terms: &Terms, guards: &[Term], t: Term, facts: &Domain, wanted: &Int) -> Int {
    let mut most = wanted.clone();
    let mut todo = guards.to_vec();
    while let Some(guard) = todo.pop() {
        match &*terms.node(guard) {
            Node::And(all) => todo.extend(all),
            Node::Cmp(op, a, b) => {
                let (relation, mut rest) = terms.normalized(*op, *a, *b);
                let slope = rest.take(t);
                let rest = terms.from_linear(rest);
                let stays = terms.as_symbol(t).is_some_and(|t| !terms.symbols(rest).contains(&t));
                let range = facts.range(terms, rest);
                if (stays || relation != Relation::Zero)
                    && let Some(bound) = bound(relation, &slope, &range)
                {
                    most = most.min(bound);
                }
            }
            _ => {}
        }
    }
    terms.visit(guards.iter().copied(), &mut |_, node| {
        if let Node::Mod(a, m) | Node::Div(a, m) = node
            && let Some(m) = terms.as_int(*m).filter(|m| *m > Int::ZERO)
        {
            let mut rest = terms.linear(*a);
            let mut slope = rest.take(t);
            if matches!(node, Node::Mod(..)) {
                slope = least_equivalent(&slope, &m);
            }
            let range = facts.range(terms, terms.from_linear(rest));
            if !(&slope % &m).is_zero()
                && let (Some(lo), Some(hi)) = (&range.lo, &range.hi)
                && lo == hi
            {
                // Up to where the quotient changes.
                let start = floor_div(lo, &m) * &m;
                let room = if slope > Int::ZERO { start + &m - Int::ONE - lo } else { lo - start };
                let runs = room / dashu_int::ops::Abs::abs(slope) + Int::ONE;
                most = most.clone().min(runs);
            }
        }
    });
    most
}

/// The number closest to zero that differs from `slope` by a multiple of `m`: modulo `m`, counting down is not
/// counting up by `m - 1`.
pub(super) fn least_equivalent(slope: &Int, m: &Int) -> Int {
    let remainder = slope - floor_div(slope, m) * m;
    if &remainder + &remainder > *m { remainder - m } else { remainder }
}

/// For how many runs `slope · t + rest` can keep its relation to zero, `rest` being in `range`; `None` if there is no end.
fn bound(relation: Relation, slope: &Int, range: &Range) -> Option<Int> {
    match relation {
        _ if slope.is_zero() => None,
        Relation::AtMostZero if *slope > Int::ZERO => {
            let room = -range.lo.clone()?;
            Some(if room < Int::ZERO { Int::ZERO } else { room / slope + Int::ONE })
        }
        Relation::AtMostZero => None,
        Relation::Zero => Some(Int::ONE),
        Relation::NonZero => {
            let (lo, hi) = (range.lo.clone()?, range.hi.clone()?);
            let crossing = -&lo;
            let hits = lo == hi && (&crossing % slope).is_zero() && (&crossing / slope) >= Int::ZERO;
            hits.then(|| crossing / slope)
        }
    }
}
