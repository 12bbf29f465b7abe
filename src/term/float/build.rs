//! Constructors of floating-point terms. Only constants are computed: hardly a law of arithmetic holds here.

use super::{FloatCmp, FloatOp, Format, compare, operate};
use crate::term::{Int, Node, Term, Terms};

impl Terms {
    /// An operation on ranks.
    pub fn float(&self, op: FloatOp, format: Format, args: &[Term]) -> Term {
        expected!(args.len() == op.arity(), "the operands of {op:?}");
        if let Some(same) = self.same_bits(op, format, args[0]) {
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

    /// A comparison of the values of two ranks.
    pub fn float_cmp(&self, op: FloatCmp, format: Format, a: Term, b: Term) -> Term {
        match (self.as_int(a), self.as_int(b)) {
            (Some(a), Some(b)) => self.bool(compare(op, format, &a, &b)),
            _ => self.intern(Node::FloatCmp(op, format, a, b)),
        }
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
