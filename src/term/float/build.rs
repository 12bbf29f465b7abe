//! Constructors of floating-point terms. Constants are computed, and what is converted to and fro or compared as an integer
//! stays one, or stays none; hardly another law of arithmetic holds here.

use super::{FloatCmp, FloatOp, Format, Rounding, compare, operate};
use crate::term::{Cmp, Int, Node, Term, Terms};

/// Below this numbers are as [`FloatOp::ToInt`] takes them.
const END: f64 = (1u128 << 64) as f64;

/// Below this numbers have room in 64 bits with a sign.
const END_OF_SIGNED: f64 = (1u64 << 63) as f64;

impl Terms {
    /// An operation on ranks.
    pub fn float(&self, op: FloatOp, format: Format, args: &[Term]) -> Term {
        expected!(args.len() == op.arity(), "the operands of {op:?}");
        if let Some(same) = self.same_bits(op, format, args[0]).or_else(|| self.to_and_fro(op, format, args[0])) {
            return same;
        }
        let constants: Option<Vec<Int>> = args.iter().map(|t| self.as_int(*t)).collect();
        // What the library gives is for runs to find out.
        let is_open = matches!(op, FloatOp::Call(function) if !function.is_exact());
        match constants {
            Some(args) if !is_open => self.int(operate(op, format, &args)),
            _ => self.intern(Node::Float(op, format, args.to_vec())),
        }
    }

    /// What bits were taken of, where nothing but these is left of it, or the other way round.
    fn same_bits(&self, op: FloatOp, format: Format, t: Term) -> Option<Term> {
        match (op, &*self.node(t)) {
            (FloatOp::OfBits, Node::Float(FloatOp::Bits, of, args)) if *of == format => Some(args[0]),
            (FloatOp::OfBits, Node::Mod(x, m)) if self.as_int(*m)? == Int::ONE << format.bits() as usize => {
                Some(self.float(op, format, &[*x]))
            }
            _ => None,
        }
    }

    /// What is converted to an integer and back is rounded; an integer that has room in a format is what comes back from it.
    fn to_and_fro(&self, op: FloatOp, format: Format, t: Term) -> Option<Term> {
        match (op, &*self.node(t)) {
            (FloatOp::OfInt, Node::Float(FloatOp::ToInt, from, args)) => {
                let (x, zero) = (args[0], self.int(0));
                let size = self.float(FloatOp::Abs, *from, &[x]);
                let fits = self.float_cmp(FloatCmp::Lt, *from, size, self.float_constant(*from, END));
                let whole = self.float(FloatOp::Round(Rounding::Zero), *from, &[x]);
                // No integer is a zero with a sign.
                let is_zero = self.float_cmp(FloatCmp::Eq, *from, whole, zero);
                let whole = if *from == format { whole } else { self.float(FloatOp::Of(*from), format, &[whole]) };
                Some(self.ite(self.and(vec![fits, self.not(is_zero)]), whole, zero))
            }
            (FloatOp::ToInt, _) => self.exact_int(format, t),
            _ => None,
        }
    }

    /// The integer that a rank is that of, if all it can be have room in the format.
    fn exact_int(&self, format: Format, t: Term) -> Option<Term> {
        let Node::Float(FloatOp::OfInt, of, args) = &*self.node(t) else { return None };
        let Node::Symbol(symbol) = *self.node(args[0]) else { return None };
        let most = Int::ONE << format.digits() as usize;
        let range = self.symbol_range(symbol);
        let fits = range.lo.is_some_and(|lo| lo >= -&most) && range.hi.is_some_and(|hi| hi <= most);
        (*of == format && fits).then_some(args[0])
    }

    /// A comparison of the values of two ranks.
    pub fn float_cmp(&self, op: FloatCmp, format: Format, a: Term, b: Term) -> Term {
        match (self.as_int(a), self.as_int(b)) {
            (Some(a), Some(b)) => self.bool(compare(op, format, &a, &b)),
            _ => self.int_cmp(op, format, a, b).unwrap_or_else(|| self.intern(Node::FloatCmp(op, format, a, b))),
        }
    }

    /// The same of an integer with another one, or with a constant, if that is known to have room in the format.
    fn int_cmp(&self, op: FloatCmp, format: Format, a: Term, b: Term) -> Option<Term> {
        let constant = |t: Term| {
            let value = format.value_of(&self.as_int(t)?);
            (value.abs() < END_OF_SIGNED).then_some(value)
        };
        let (x, y) = (self.exact_int(format, a), self.exact_int(format, b));
        let int = |v: f64| self.int(Int::from(v as i64));
        let plain = match op {
            FloatCmp::Lt => Cmp::Lt,
            FloatCmp::Le => Cmp::Le,
            FloatCmp::Eq => Cmp::Eq,
        };
        let (x, y) = match (x, constant(a), y, constant(b)) {
            (Some(x), _, Some(y), _) => (x, y),
            (Some(_), _, _, Some(v)) | (_, Some(v), Some(_), _) if op == FloatCmp::Eq && v.fract() != 0.0 => {
                return Some(self.bool(false));
            }
            (Some(x), _, _, Some(v)) => (x, int(if op == FloatCmp::Lt { v.ceil() } else { v.floor() })),
            (_, Some(v), Some(y), _) => (int(if op == FloatCmp::Lt { v.floor() } else { v.ceil() }), y),
            _ => return None,
        };
        Some(self.cmp(plain, x, y))
    }

    /// The rank of a constant.
    pub fn float_constant(&self, format: Format, value: f64) -> Term {
        self.int(format.rank_of(value))
    }

    /// Whether a rank is that of no number.
    pub fn is_nan(&self, format: Format, t: Term) -> Term {
        self.not(self.float_cmp(FloatCmp::Eq, format, t, t))
    }

    /// The format of what a term is the rank of, as far as that shows: of operations, and of symbols and elements that
    /// have the range of one.
    pub fn format_of(&self, t: Term) -> Option<Format> {
        let mut t = t;
        loop {
            t = match &*self.node(t) {
                Node::Float(op, format, _) => return op.gives(*format),
                Node::Symbol(s) => return Format::of_range(&self.symbol_range(*s)),
                Node::Select(array, _) | Node::Store(array, ..) => *array,
                Node::Ite(_, a, b) if self.as_int(*a).is_some() => *b,
                Node::Ite(_, a, _) => *a,
                _ => return None,
            };
        }
    }
}
