//! Values of C expressions: a term with its C type and what is known of its range.

use super::place::Target;
use super::pointer::Pointer;
use crate::frontend::c::tree::IntKind;
use crate::frontend::c::{DataModel, Overflow};
use crate::program::Check;
use crate::term::{Cmp, FloatCmp, Int, Range, Sort, Symbol, Term, Terms};

/// An integer value. A term of sort `Bool` stands for 0 or 1.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub term: Term,
    pub kind: IntKind,
    /// Includes every value the term can have, and lies in the range of `kind`.
    pub range: Range,
}

/// What an expression gives.
#[derive(Clone, Debug)]
pub(super) enum Operand {
    Void,
    Int(Value),
    /// A pointer; arrays and functions decay to one.
    Pointer(Pointer),
    /// A struct or union, where it is in memory.
    Struct(Target),
}

/// The rules of integers: how to build terms of them, and what they owe.
#[derive(Clone, Copy)]
pub(super) struct Rules<'a> {
    pub terms: &'a Terms,
    pub model: DataModel,
    pub overflow: Overflow,
}

/// A check an operation needs.
pub(super) type Need = (Check, Term);

impl Value {
    pub fn constant(&self, terms: &Terms) -> Option<Int> {
        match terms.as_bool(self.term) {
            Some(b) => Some(Int::from(b as u8)),
            None => terms.as_int(self.term),
        }
    }
}

impl Rules<'_> {
    /// An integer constant.
    pub fn int(&self, v: impl Into<Int>, kind: IntKind) -> Value {
        let v = v.into();
        Value { term: self.terms.int(v.clone()), kind, range: Range::exactly(v) }
    }

    /// A truth value as C's `int`.
    pub fn truth(&self, condition: Term) -> Value {
        expected!(self.terms.sort(condition) == Sort::Bool);
        let range = match self.terms.as_bool(condition) {
            Some(b) => Range::exactly(b as u8),
            None => Range::new(0, 1),
        };
        Value { term: condition, kind: IntKind::Int, range }
    }

    /// The value of a variable.
    pub fn variable(&self, symbol: Symbol, kind: IntKind) -> Value {
        Value { term: self.terms.sym(symbol), kind, range: kind.range(self.model) }
    }

    /// The value as an integer term.
    pub fn term(&self, v: &Value) -> Term {
        match self.terms.sort(v.term) {
            Sort::Bool => self.terms.ite(v.term, self.terms.int(1), self.terms.int(0)),
            _ => v.term,
        }
    }

    /// Whether the value is not zero.
    pub fn condition(&self, v: &Value) -> Term {
        if let Some(format) = v.kind.format() {
            let zero = self.terms.float_constant(format, 0.0);
            return self.terms.not(self.terms.float_cmp(FloatCmp::Eq, format, v.term, zero));
        }
        match self.terms.sort(v.term) {
            Sort::Bool => v.term,
            _ => self.terms.cmp(Cmp::Ne, v.term, self.terms.int(0)),
        }
    }

    /// Conversion to another type (C11 6.3.1.3 to 6.3.1.5); a narrower signed type wraps. What an integer type has no
    /// room for is for [`Rules::owed_by_conversion`].
    pub fn convert(&self, v: Value, kind: IntKind) -> Value {
        if v.kind == kind {
            return v;
        }
        if kind == IntKind::Bool {
            return Value { kind, ..self.truth(self.condition(&v)) };
        }
        if kind.format().is_some() || v.kind.format().is_some() {
            return self.convert_floating(v, kind);
        }
        let full = kind.range(self.model);
        if full.includes(&v.range) {
            return Value { kind, ..v };
        }
        self.wrap(self.term(&v), &v.range, kind)
    }

    /// The value of type `kind` a mathematical result wraps to.
    pub fn wrap(&self, term: Term, range: &Range, kind: IntKind) -> Value {
        let full = kind.range(self.model);
        if full.includes(range) {
            return Value { term, kind, range: range.clone() };
        }
        self.wrap_to(term, range, kind.bits(self.model), kind)
    }

    /// The value a mathematical result wraps to in `bits` bits, with the sign of `kind`.
    pub fn wrap_to(&self, term: Term, range: &Range, bits: u32, kind: IntKind) -> Value {
        let full = crate::program::type_range(bits, kind.signed());
        if full.includes(range) {
            return Value { term, kind, range: range.clone() };
        }
        let term =
            if kind.signed() { self.terms.wrap_signed(term, bits) } else { self.terms.wrap_unsigned(term, bits) };
        let range = match self.terms.as_int(term) {
            Some(v) => Range::exactly(v),
            None => full,
        };
        Value { term, kind, range }
    }

    /// The result of an operation of type `kind` whose mathematical value is `term`.
    pub fn finish(&self, term: Term, range: Range, kind: IntKind, needs: &mut Vec<Need>) -> Value {
        let full = kind.range(self.model);
        let range = self.terms.as_int(term).map_or(range, Range::exactly);
        if !kind.signed() || self.overflow == Overflow::Wrap || full.includes(&range) {
            return self.wrap(term, &range, kind);
        }
        needs.push((Check::SignedOverflow, self.within(term, &range, &full)));
        let range = full.meet(&range).unwrap_or(full);
        Value { term, kind, range }
    }

    /// `term`, known to lie in `range`, lies in `wanted`.
    pub fn within(&self, term: Term, range: &Range, wanted: &Range) -> Term {
        let mut sides = Vec::new();
        if let Some(lo) = wanted.lo.clone().filter(|lo| range.lo.as_ref().is_none_or(|l| l < lo)) {
            sides.push(self.terms.le(self.terms.int(lo), term));
        }
        if let Some(hi) = wanted.hi.clone().filter(|hi| range.hi.as_ref().is_none_or(|h| h > hi)) {
            sides.push(self.terms.le(term, self.terms.int(hi)));
        }
        self.terms.and(sides)
    }
}
