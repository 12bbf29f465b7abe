//! The range of a term from the ranges of its parts.

use super::Domain;
use crate::interval::limits::evaluate::{LARGEST_EXPONENT, MOST_INDICES};
use crate::term::{Int, Node, Range, Sort, Term, Terms, float};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// Ranges and truth values found so far, good as long as the domain stays as it is.
#[derive(Default)]
pub(super) struct Memo {
    ranges: FxHashMap<Term, Range>,
    pub truths: FxHashMap<Term, Option<bool>>,
}

/// A domain that stays as it is, so that what was found in it once is known.
#[derive(Default)]
pub(crate) struct Settled {
    domain: Domain,
    memo: RefCell<Memo>,
}

impl Settled {
    /// As [`Domain::truth`].
    pub fn truth(&self, terms: &Terms, condition: Term) -> Option<bool> {
        self.domain.truth_memo(terms, condition, &mut self.memo.borrow_mut())
    }

    /// As [`Domain::range`].
    pub fn range(&self, terms: &Terms, t: Term) -> Range {
        self.domain.evaluate(terms, t, &mut self.memo.borrow_mut())
    }
}

impl Domain {
    pub(super) fn evaluate(&self, terms: &Terms, t: Term, memo: &mut Memo) -> Range {
        match &*terms.node(t) {
            Node::Int(v) => return Range::exactly(v.clone()),
            Node::Symbol(s) => return self.entry(terms, t).cloned().unwrap_or_else(|| terms.symbol_range(*s)),
            _ => {}
        }
        if let Some(done) = memo.ranges.get(&t) {
            return done.clone();
        }
        let by_shape = self.by_shape(terms, t, memo);
        let range = match self.entry(terms, t) {
            Some(known) => by_shape.meet(known).unwrap_or_else(|| known.clone()),
            None => by_shape,
        };
        memo.ranges.insert(t, range.clone());
        range
    }

    fn by_shape(&self, terms: &Terms, t: Term, memo: &mut Memo) -> Range {
        match &*terms.node(t) {
            Node::Int(v) => Range::exactly(v.clone()),
            Node::Symbol(s) => terms.symbol_range(*s),
            Node::Sum(l) => l.terms().fold(Range::exactly(l.constant.clone()), |sum, (t, c)| {
                sum.add(&self.evaluate(terms, t, memo).scale(c))
            }),
            Node::Product(ts) => {
                let ranges: Vec<Range> = ts.iter().map(|&t| self.evaluate(terms, t, memo)).collect();
                let product = ranges[1..].iter().fold(ranges[0].clone(), |p, r| p.mul(r));
                let square = ts.len() == 2 && ts[0] == ts[1];
                if square { product.meet(&Range::at_least(0)).unwrap_or(product) } else { product }
            }
            Node::Div(a, b) => match terms.as_int(*b) {
                Some(d) if d > Int::ZERO => self.evaluate(terms, *a, memo).div_by(&d),
                _ => super::bits::quotient(&self.evaluate(terms, *a, memo), &self.evaluate(terms, *b, memo)),
            },
            Node::Mod(a, b) => match terms.as_int(*b) {
                Some(m) if m > Int::ZERO => self.evaluate(terms, *a, memo).mod_by(&m),
                _ => match self.evaluate(terms, *b, memo) {
                    Range { lo: Some(lo), hi } if lo > Int::ZERO => {
                        Range { lo: Some(Int::ZERO), hi: hi.map(|v| v - 1) }
                    }
                    _ => Range::ALL,
                },
            },
            Node::Pow(base, e) => power(base, &self.evaluate(terms, *e, memo)),
            Node::Bits(op, bits, a, b) => {
                let (a, b) = (self.evaluate(terms, *a, memo), self.evaluate(terms, *b, memo));
                super::bits::of(*op, *bits, &a, &b)
            }
            Node::Float(op, format, args) => {
                let args: Vec<Range> = args.iter().map(|&t| self.evaluate(terms, t, memo)).collect();
                float::bounds(*op, *format, &args)
            }
            Node::Ite(c, a, b) => match self.truth_memo(terms, *c, memo) {
                Some(true) => self.evaluate(terms, *a, memo),
                Some(false) => self.evaluate(terms, *b, memo),
                None => self.evaluate(terms, *a, memo).join(&self.evaluate(terms, *b, memo)),
            },
            Node::Select(array, index) => {
                let part = match &*terms.node(*array) {
                    Node::Table(values) => part_of_table(values, &self.evaluate(terms, *index, memo)),
                    _ => None,
                };
                part.unwrap_or_else(|| self.evaluate(terms, *array, memo))
            }
            Node::Store(array, _, v) => self.evaluate(terms, *array, memo).join(&self.evaluate(terms, *v, memo)),
            Node::Table(values) => values.iter().fold(Range::exactly(0), |all, v| all.join(&Range::exactly(v.clone()))),
            _ => {
                expected!(terms.sort(t) == Sort::Bool);
                Range::ALL
            }
        }
    }
}

/// The elements of a table at some indices, if those are few; beside the table they are 0.
fn part_of_table(values: &[Int], indices: &Range) -> Option<Range> {
    let (lo, hi) = (indices.lo.as_ref()?, indices.hi.as_ref()?);
    if hi - lo >= Int::from(MOST_INDICES) {
        return None;
    }
    let at = |i: &Int| usize::try_from(i).ok().and_then(|i| values.get(i)).cloned().unwrap_or_default();
    let mut range = Range::exactly(at(lo));
    let mut index = lo + 1;
    while index <= *hi {
        range = range.join(&Range::exactly(at(&index)));
        index += 1;
    }
    Some(range)
}

fn power(base: &Int, exponent: &Range) -> Range {
    if *base < Int::ONE {
        return Range::ALL;
    }
    let at = |e: &Option<Int>| {
        let e = u32::try_from(e.clone()?).ok().filter(|e| *e <= LARGEST_EXPONENT)?;
        Some(base.pow(e as usize))
    };
    Range { lo: Some(at(&exponent.lo).unwrap_or(Int::ONE)), hi: at(&exponent.hi) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_table_only_what_is_looked_at_counts() {
        let values: Vec<Int> = [7, 3, 5, 100].map(Int::from).into();
        let part = |lo: i64, hi: i64| part_of_table(&values, &Range::new(lo, hi));
        assert_eq!(part(1, 2), Some(Range::new(3, 5)));
        assert_eq!(part(0, 0), Some(Range::exactly(7)));
        assert_eq!(part(2, 4), Some(Range::new(0, 100)));
        assert_eq!(part(-3, -1), Some(Range::exactly(0)));
        assert_eq!((part(0, 256), part_of_table(&values, &Range::at_least(0))), (None, None));
    }
}
