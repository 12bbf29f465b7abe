//! The range of a term from the ranges of its parts.

use super::Domain;
use crate::interval::limits::evaluate::LARGEST_EXPONENT;
use crate::term::{BitOp, Int, Node, Range, Sort, Term, Terms, float};
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
                _ => Range::ALL,
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
                let all = Range::unsigned(*bits);
                if *op != BitOp::And {
                    return all;
                }
                let (a, b) = (self.evaluate(terms, *a, memo), self.evaluate(terms, *b, memo));
                [a, b]
                    .into_iter()
                    .filter(|r| all.includes(r))
                    .fold(all.clone(), |least, r| Range { lo: least.lo, hi: least.hi.min(r.hi) })
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
            Node::Select(array, _) => self.evaluate(terms, *array, memo),
            Node::Store(array, _, v) => self.evaluate(terms, *array, memo).join(&self.evaluate(terms, *v, memo)),
            Node::Table(values) => values.iter().fold(Range::exactly(0), |all, v| all.join(&Range::exactly(v.clone()))),
            _ => {
                expected!(terms.sort(t) == Sort::Bool);
                Range::ALL
            }
        }
    }
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
