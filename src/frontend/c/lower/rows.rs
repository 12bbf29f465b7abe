//! Lengths that are computed at run time, and rows that are as long as these say.

use super::scope::{Fallible, Lowering};
use super::value::{Rules, Value};
use crate::frontend::c::tree::{Expr, IntKind};
use crate::program::Check;
use crate::source::Bytes;
use crate::term::Range;

impl<'a> Lowering<'a> {
    /// A number of elements, which has to be positive (C11 6.7.6.2p5).
    pub fn array_length(&mut self, e: &'a Expr) -> Fallible<Value> {
        let length = self.integer(e)?;
        let terms = self.rules.terms;
        let positive = terms.le(terms.int(1), self.rules.term(&length));
        let place = self.place(e.span);
        self.at(place, |this| this.flow.owe(Check::Bounds, positive));
        let range = length.range.meet(&Range::at_least(1)).unwrap_or_else(|| length.range.clone());
        Ok(Value { range, ..length })
    }

    /// An index of a row with as many elements.
    pub fn index_within(&mut self, index: Value, length: &Value, span: Bytes) -> Value {
        let terms = self.rules.terms;
        let (i, n) = (self.rules.term(&index), self.rules.term(length));
        let inside = terms.and(vec![terms.le(terms.int(0), i), terms.lt(i, n)]);
        let place = self.place(span);
        self.at(place, |this| this.flow.owe(Check::Bounds, inside));
        index
    }
}

impl Rules<'_> {
    /// A number of elements in that many rows, which no type bounds.
    pub fn scaled(&self, by: &Value, row: &Value) -> Value {
        let term = self.terms.mul(self.term(by), self.term(row));
        let range = self.terms.as_int(term).map_or_else(|| by.range.mul(&row.range), Range::exactly);
        Value { term, kind: IntKind::Long, range }
    }
}
