//! Floating-point values: arithmetic, comparisons and conversions of C11 6.3.1, in ranks.

use super::value::{Need, Rules, Value};
use crate::frontend::c::tree::{Binary, IntKind};
use crate::program::Check;
use crate::term::{Cmp, FloatCmp, FloatOp, Format, Int, Range, Term};

impl Rules<'_> {
    /// An operation with a result of this type.
    pub fn float(&self, op: FloatOp, format: Format, kind: IntKind, args: &[Term]) -> Value {
        self.floating_value(self.terms.float(op, format, args), kind)
    }

    /// A rank as a value of this type.
    pub fn floating_value(&self, term: Term, kind: IntKind) -> Value {
        let range = self.terms.as_int(term).map_or_else(|| kind.range(self.model), Range::exactly);
        Value { term, kind, range }
    }

    /// `a op b`, both of the type with this format.
    pub fn floating(&self, op: Binary, format: Format, a: Value, b: Value) -> Value {
        let (x, y) = (a.term, b.term);
        let op = match op {
            Binary::Add => FloatOp::Add,
            Binary::Sub => FloatOp::Sub,
            Binary::Mul => FloatOp::Mul,
            Binary::Div => FloatOp::Div,
            Binary::Compare(op) => return self.truth(self.compare_floating(op, format, x, y)),
            Binary::Rem
            | Binary::Shl
            | Binary::Shr
            | Binary::And
            | Binary::Or
            | Binary::Xor
            | Binary::Within
            | Binary::Scale => {
                unreachable!("Clang has no such operation on floating-point values")
            }
        };
        self.float(op, format, a.kind, &[x, y])
    }

    /// A comparison: one with something that is not a number is false, except `!=`.
    pub fn compare_floating(&self, op: Cmp, format: Format, x: Term, y: Term) -> Term {
        let terms = self.terms;
        match op {
            Cmp::Lt => terms.float_cmp(FloatCmp::Lt, format, x, y),
            Cmp::Le => terms.float_cmp(FloatCmp::Le, format, x, y),
            Cmp::Gt => terms.float_cmp(FloatCmp::Lt, format, y, x),
            Cmp::Ge => terms.float_cmp(FloatCmp::Le, format, y, x),
            Cmp::Eq => terms.float_cmp(FloatCmp::Eq, format, x, y),
            Cmp::Ne => terms.not(terms.float_cmp(FloatCmp::Eq, format, x, y)),
        }
    }

    /// A conversion from or to a floating-point type.
    pub fn convert_floating(&self, v: Value, kind: IntKind) -> Value {
        let x = self.term(&v);
        match (v.kind.format(), kind.format()) {
            (Some(from), Some(to)) => self.float(FloatOp::Of(from), to, kind, &[x]),
            (None, Some(to)) if v.kind.is_of_128_bits() => self.floating_value(self.of_wide(to, &v), kind),
            (None, Some(to)) => self.float(FloatOp::OfInt, to, kind, &[x]),
            (Some(from), None) => {
                // A conversion to what has no room for the number ends the path.
                let whole = match kind.is_of_128_bits() {
                    true => self.wide_of(from, x),
                    false => self.terms.float(FloatOp::ToInt, from, &[x]),
                };
                let full = kind.range(self.model);
                match self.terms.as_int(whole).filter(|v| !full.contains(v)) {
                    Some(_) => self.int(0, kind),
                    None => Value { range: self.terms.as_int(whole).map_or(full, Range::exactly), term: whole, kind },
                }
            }
            (None, None) => self.convert(v, kind),
        }
    }

    /// The value next to an integer of 128 bits. What lies below the highest 57 bits tells only whether that is exact.
    fn of_wide(&self, format: Format, v: &Value) -> Term {
        let (terms, x) = (self.terms, self.term(v));
        let of = |n: Term| terms.float(FloatOp::OfInt, format, &[n]);
        let (zero, one) = (terms.int(0), terms.int(1));
        let is_negative = terms.cmp(Cmp::Lt, x, zero);
        let size = terms.ite(is_negative, terms.neg(x), x);
        let at_least = |bits: u32| terms.le(terms.int(Int::ONE << bits as usize), size);
        let far = (1..=8u32).fold(of(x), |nearer, step| {
            let unit = terms.int(Int::ONE << (8 * step as usize));
            let is_exact = terms.cmp(Cmp::Eq, terms.modulo(size, unit), zero);
            let (high, two) = (terms.div(size, unit), terms.int(2));
            let odd = terms.add(terms.sub(high, terms.modulo(high, two)), one);
            let kept = of(terms.ite(is_exact, high, odd));
            let unit = terms.float_constant(format, 2f64.powi(8 * step as i32));
            let number = terms.float(FloatOp::Mul, format, &[kept, unit]);
            let signed = terms.ite(is_negative, terms.float(FloatOp::Neg, format, &[number]), number);
            terms.ite(at_least(56 + 8 * step), signed, nearer)
        });
        if v.range.lo.as_ref().is_some_and(|lo| *lo > -(Int::ONE << 64))
            && v.range.hi.as_ref().is_some_and(|hi| *hi < Int::ONE << 64)
        {
            return of(x);
        }
        far
    }

    /// A number without its fraction, of less than 129 bits and a sign: of a large one the lower half is what the higher
    /// half leaves, and both are exact.
    fn wide_of(&self, format: Format, x: Term) -> Term {
        let terms = self.terms;
        let whole = |x: Term| terms.float(FloatOp::ToInt, format, &[x]);
        let (unit, part) = (terms.float_constant(format, 2f64.powi(64)), terms.float_constant(format, 2f64.powi(-64)));
        let high = whole(terms.float(FloatOp::Mul, format, &[x, part]));
        let above = terms.float(FloatOp::Mul, format, &[terms.float(FloatOp::OfInt, format, &[high]), unit]);
        let low = whole(terms.float(FloatOp::Sub, format, &[x, above]));
        terms.add(terms.scale(high, Int::ONE << 64), low)
    }

    /// That a floating-point value without its fraction is one of an integer type (C11 6.3.1.4): else nothing is
    /// defined.
    pub fn owed_by_conversion(&self, v: &Value, kind: IntKind) -> Option<Need> {
        let format = v.kind.format().filter(|_| kind.format().is_none() && kind != IntKind::Bool)?;
        let Range { lo: Some(lo), hi: Some(hi) } = kind.range(self.model) else { return None };
        let terms = self.terms;
        // The first values that do not fit are powers of two, or one more, which has to be written down exactly. That is
        // 2^64 too, which no type has and so no conversion to a floating-point value takes.
        let bound = |n: Int| terms.int(format.rank_of(n.to_string().parse().expect("digits are a number")));
        let (above, least, below) = (bound(hi + Int::ONE), bound(lo.clone()), bound(&lo - Int::ONE));
        let enough = match below == least {
            true => terms.float_cmp(FloatCmp::Le, format, least, v.term),
            false => terms.float_cmp(FloatCmp::Lt, format, below, v.term),
        };
        let fits = terms.and(vec![enough, terms.float_cmp(FloatCmp::Lt, format, v.term, above)]);
        (terms.as_bool(fits) != Some(true)).then_some((Check::Conversion, fits))
    }

    /// The value of this type that bits, a number, stand for.
    pub fn of_bits(&self, bits: Term, format: Format, kind: IntKind) -> Value {
        self.float(FloatOp::OfBits, format, kind, &[bits])
    }

    /// The bits of a rank, as a number, and whether somebody has fixed them.
    pub fn bits_of(&self, rank: Term, format: Format) -> (Value, Term) {
        let fixed = self.terms.cmp(Cmp::Ne, rank, self.terms.int(format.open()));
        let kind = match format {
            Format::Single => IntKind::UInt,
            Format::Double => IntKind::ULongLong,
        };
        (self.floating_value(self.terms.float(FloatOp::Bits, format, &[rank]), kind), fixed)
    }
}
