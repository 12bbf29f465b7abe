//! Shifts and `& | ^ ~` on values: as arithmetic where constants allow it, else bit-precise terms.

use super::value::{Need, Rules, Value};
use crate::frontend::c::Overflow;
use crate::frontend::c::tree::{Binary, IntKind};
use crate::program::Check;
use crate::term::{BitOp, Cmp, Int, Range, Sort, Term};

/// Masks of more pieces are left to bit-precise terms.
const MOST_PIECES: usize = 2;

impl Rules<'_> {
    /// `a << b` (C11 6.5.7): a signed operand must not be negative, and the result must fit.
    pub fn shift_left(&self, a: Value, b: Value, needs: &mut Vec<Need>) -> Value {
        let (a, b) = (self.promote(a), self.promote(b));
        let (kind, bits, terms) = (a.kind, a.kind.bits(self.model), self.terms);
        self.need_distance(&b, bits, needs);
        let (x, k) = (self.term(&a), self.term(&b));
        let checked = kind.signed() && self.overflow == Overflow::Undefined;
        if checked && a.range.sign() != Some(true) {
            needs.push((Check::Shift, terms.le(terms.int(0), x)));
        }
        let full = kind.range(self.model);
        let Some(k) = self.distance(&b, bits) else {
            let shifted = terms.bits(BitOp::Shl, bits, x, k);
            if checked {
                let most = terms.int(full.hi.clone().expect("bounded"));
                needs.push((Check::Shift, terms.le(x, terms.bits(BitOp::Shr, bits, most, k))));
                return Value { term: shifted, kind, range: Range { lo: Some(Int::ZERO), hi: full.hi } };
            }
            return self.wrap(shifted, &Range::unsigned(bits), kind);
        };
        let factor = Int::ONE << k;
        let (term, range) = (terms.scale(x, factor.clone()), a.range.scale(&factor));
        if checked && !full.includes(&range) {
            needs.push((Check::Shift, self.within(term, &range, &full)));
            let range = full.meet(&range).unwrap_or(full);
            return Value { term, kind, range };
        }
        self.wrap(term, &range, kind)
    }

    /// `a >> b`: floor division by a power of two, for negative values too.
    pub fn shift_right(&self, a: Value, b: Value, needs: &mut Vec<Need>) -> Value {
        let (a, b) = (self.promote(a), self.promote(b));
        let (kind, bits, terms) = (a.kind, a.kind.bits(self.model), self.terms);
        self.need_distance(&b, bits, needs);
        let (x, k) = (self.term(&a), self.term(&b));
        if let Some(k) = self.distance(&b, bits) {
            let divisor = Int::ONE << k;
            let range = a.range.div_by(&divisor);
            return Value { term: terms.div(x, terms.int(divisor)), kind, range };
        }
        let range = a.range.join(&a.range.div_by(&(Int::ONE << (bits as usize - 1))));
        let plain = terms.bits(BitOp::Shr, bits, x, k);
        if a.range.sign() == Some(true) {
            return Value { term: plain, kind, range };
        }
        let flipped = |t: Term| terms.sub(terms.int(-1), t);
        let negative = flipped(terms.bits(BitOp::Shr, bits, flipped(x), k));
        let term = terms.ite(terms.cmp(Cmp::Ge, x, terms.int(0)), plain, negative);
        Value { term, kind, range }
    }

    fn need_distance(&self, b: &Value, bits: u32, needs: &mut Vec<Need>) {
        let wanted = Range::new(0, bits - 1);
        if !wanted.includes(&b.range) {
            needs.push((Check::Shift, self.within(self.term(b), &b.range, &wanted)));
        }
    }

    /// A constant distance; one that is out of range has failed its check, so it does not matter.
    fn distance(&self, b: &Value, bits: u32) -> Option<usize> {
        let k = b.constant(self.terms)?;
        Some(usize::try_from(k).ok().filter(|k| *k < bits as usize).unwrap_or(0))
    }

    /// `~a`.
    pub fn complement(&self, a: Value) -> Value {
        let a = self.promote(a);
        let top = if a.kind.signed() { Int::NEG_ONE } else { a.kind.range(self.model).hi.expect("bounded") };
        let term = self.terms.sub(self.terms.int(top.clone()), self.term(&a));
        Value { term, kind: a.kind, range: Range::exactly(top).add(&a.range.scale(&Int::NEG_ONE)) }
    }

    /// `a & b`, `a | b`, `a ^ b` in the type `kind`.
    pub fn bitwise(&self, op: Binary, a: Value, b: Value, kind: IntKind) -> Value {
        let terms = self.terms;
        if terms.sort(a.term) == Sort::Bool && terms.sort(b.term) == Sort::Bool {
            return Value { kind, ..self.truth(self.bitwise_truths(op, a.term, b.term)) };
        }
        let (a, b) = (self.convert(a, kind), self.convert(b, kind));
        let (a, b) = if a.constant(terms).is_some() { (b, a) } else { (a, b) };
        if let Some(c) = b.constant(terms)
            && let Some(v) = self.bitwise_constant(op, &a, &c, kind)
        {
            return v;
        }
        if self.no_common_bits(&a, &b) || self.no_common_bits(&b, &a) {
            let sum = || terms.add(self.term(&a), self.term(&b));
            return match op {
                Binary::And => self.int(0, kind),
                _ => Value { term: sum(), kind, range: a.range.add(&b.range) },
            };
        }
        let bit_op = match op {
            Binary::And => BitOp::And,
            Binary::Or => BitOp::Or,
            _ => BitOp::Xor,
        };
        let bits = kind.bits(self.model);
        let term = terms.bits(bit_op, bits, self.term(&a), self.term(&b));
        let range = self.bitwise_range(op, &a, &b, bits);
        self.wrap(term, &range, kind)
    }

    /// Whether all bits that one value can have lie below all that the other can have.
    fn no_common_bits(&self, low: &Value, high: &Value) -> bool {
        let bound = low.range.hi.as_ref().filter(|_| low.range.sign() == Some(true));
        let is_multiple = |n: usize| self.terms.linear(self.term(high)).is_multiple_of(&(Int::ONE << n));
        high.range.sign() == Some(true) && bound.is_some_and(|hi| is_multiple(bit_length(hi)))
    }

    fn bitwise_truths(&self, op: Binary, a: Term, b: Term) -> Term {
        let terms = self.terms;
        match op {
            Binary::And => terms.and(vec![a, b]),
            Binary::Or => terms.or(vec![a, b]),
            _ => {
                let only_a = terms.and(vec![a, terms.not(b)]);
                terms.or(vec![only_a, terms.and(vec![terms.not(a), b])])
            }
        }
    }

    /// The unsigned values the lowest `bits` bits of the result can have.
    fn bitwise_range(&self, op: Binary, a: &Value, b: &Value, bits: u32) -> Range {
        let bound = |v: &Value| v.range.hi.clone().filter(|_| v.range.sign() == Some(true));
        match (op, bound(a), bound(b)) {
            (Binary::And, Some(x), Some(y)) => Range::new(0, x.min(y)),
            (Binary::And, Some(x), None) | (Binary::And, None, Some(x)) => Range::new(0, x),
            (Binary::Or | Binary::Xor, Some(x), Some(y)) => Range::new(0, (Int::ONE << bit_length(&x.max(y))) - 1),
            _ => Range::unsigned(bits),
        }
    }

    /// The operation with a constant, where arithmetic expresses it.
    fn bitwise_constant(&self, op: Binary, a: &Value, c: &Int, kind: IntKind) -> Option<Value> {
        let (terms, x) = (self.terms, self.term(a));
        let all_ones = if kind.signed() { Int::NEG_ONE } else { kind.range(self.model).hi? };
        match op {
            Binary::And if c.is_zero() => Some(self.int(0, kind)),
            Binary::And if *c == all_ones => Some(a.clone()),
            Binary::Or | Binary::Xor if c.is_zero() => Some(a.clone()),
            Binary::Xor if *c == all_ones => Some(self.complement(a.clone())),
            Binary::And => {
                let term = self.masked(x, c, &all_ones)?;
                let range = if *c < Int::ZERO { kind.range(self.model) } else { Range::new(0, c.clone()) };
                Some(Value { term, kind, range })
            }
            _ => {
                // Both are the sum but for the bits that both have.
                let twice = if op == Binary::Xor { 2 } else { 1 };
                let common = terms.scale(self.masked(x, c, &all_ones)?, twice);
                let term = terms.sub(terms.add(x, terms.int(c.clone())), common);
                let is_positive = *c > Int::ZERO && a.range.sign() == Some(true);
                let least = Range::exactly(c.clone());
                let range = match is_positive {
                    true => self.bitwise_range(op, a, &Value { range: least, ..a.clone() }, kind.bits(self.model)),
                    false => kind.range(self.model),
                };
                Some(Value { term, kind, range })
            }
        }
    }

    /// The bits of a number that a mask has, as digits, if it has them in a few pieces, or lacks them in a few.
    fn masked(&self, x: Term, mask: &Int, all_ones: &Int) -> Option<Term> {
        let terms = self.terms;
        let digits = |(low, width): (usize, usize)| {
            let from = Int::ONE << low;
            let field = terms.modulo(terms.div(x, terms.int(from.clone())), terms.int(Int::ONE << width));
            terms.scale(field, from)
        };
        let fields = |mask: &Int| Some(terms.sum(pieces(mask)?.into_iter().map(digits)));
        let others = all_ones - mask;
        match (pieces(mask).map(|all| all.len()), pieces(&others).map(|all| all.len())) {
            (Some(own), rest) if rest.is_none_or(|rest| own <= rest) => fields(mask),
            (_, Some(_)) => Some(terms.sub(x, fields(&others)?)),
            _ => None,
        }
    }
}

/// Where the bits of a number begin that are next to one another, and how many these are; nothing for more than a few
/// pieces, or a negative number.
fn pieces(mask: &Int) -> Option<Vec<(usize, usize)>> {
    let (mut found, mut rest, mut at) = (vec![], mask.clone(), 0);
    if rest < Int::ZERO {
        return None;
    }
    while let Some(low) = rest.trailing_zeros() {
        rest >>= low;
        let width = (&rest + Int::ONE).trailing_zeros()?;
        rest >>= width;
        found.push((at + low, width));
        at += low + width;
        if found.len() > MOST_PIECES {
            return None;
        }
    }
    Some(found)
}

/// The number of bits of a value that is not negative.
fn bit_length(v: &Int) -> usize {
    let (mut bits, mut rest) = (0, v.clone());
    while rest > Int::ZERO {
        rest >>= 1;
        bits += 1;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::c::DataModel;
    use crate::term::Terms;

    /// Masks of one and two pieces, those that lack as many, and others.
    const MASKS: [i64; 18] = [1, 2, 6, 8, 9, 12, 21, 63, 0xff, 0xff00, 0xf00f, 0x7fff_fff7, -1, -2, -5, -9, -22, -256];

    #[test]
    fn operations_with_constants_are_those_of_the_machine() {
        let terms = Terms::new();
        let rules = Rules { terms: &terms, model: DataModel::Lp64, overflow: Overflow::Undefined };
        let numbers = (-300..300).chain([i32::MIN, i32::MIN + 1, i32::MAX - 1, i32::MAX, 0x5555_5555]);
        let mut exact = 0;
        for x in numbers {
            for mask in MASKS {
                for op in [Binary::And, Binary::Or, Binary::Xor] {
                    let of = |a: i64, b: i64| match op {
                        Binary::And => a & b,
                        Binary::Or => a | b,
                        _ => a ^ b,
                    };
                    for kind in [IntKind::Int, IntKind::UInt] {
                        let fits = |v: i64| if kind == IntKind::Int { v } else { i64::from(v as u32) };
                        let [a, c] = [i64::from(x), mask].map(fits);
                        let value = Value { range: kind.range(DataModel::Lp64), ..rules.int(a, kind) };
                        let Some(found) = rules.bitwise_constant(op, &value, &Int::from(c), kind) else { continue };
                        let term = rules.term(&found);
                        assert_eq!(terms.as_int(term), Some(Int::from(of(a, c))), "{a} {op:?} {c}");
                        assert!(found.range.includes(&Range::exactly(of(a, c))), "{a} {op:?} {c}: {:?}", found.range);
                        exact += 1;
                    }
                }
            }
        }
        assert!(exact > 50_000, "{exact}");
    }
}
