//! Floating point in the language of SMT solvers.
//!
//! A rank is seen in three ways. Symbols and elements of a format are *words*, the bits, so that what is no number keeps
//! them, with one more in front that says that nobody has fixed them. Operations and comparisons work on *values* of the theory of floating point, which has one that is no number.
//! Where a rank meets integers it is a *number*, computed from the word: that is slow, so equations of ranks are said of
//! words, and comparisons with a constant of values.

use super::encode::{Backend, Encoder, Key, Op};
use crate::term::{Cmp, FloatCmp, FloatOp, Format, Int, Node, Sort, Term};

impl<B: Backend> Encoder<'_, B> {
    /// What a term needs that has to do with floating point; nothing if it has not.
    pub(super) fn float_needs(&self, t: Term) -> Option<Vec<Key>> {
        let terms = self.terms;
        Some(match &*terms.node(t) {
            Node::Float(FloatOp::ToInt, format, args) => vec![Key::Float(args[0], *format)],
            Node::Float(FloatOp::Bits, format, args) => vec![Key::Word(args[0], *format)],
            Node::Float(_, format, _) => vec![Key::Word(t, *format)],
            Node::FloatCmp(_, format, a, b) => vec![Key::Float(*a, *format), Key::Float(*b, *format)],
            Node::Cmp(Cmp::Eq | Cmp::Ne, a, b) => {
                let format = self.common(*a, *b)?;
                vec![Key::Word(*a, format), Key::Word(*b, format)]
            }
            Node::Cmp(op, a, b) => {
                let (x, format, _, _) = self.bounded(*op, *a, *b)?;
                vec![Key::Word(x, format), Key::Float(x, format)]
            }
            Node::Symbol(_) if terms.sort(t) == Sort::Int => vec![Key::Word(t, self.format_of(t)?)],
            _ => return None,
        })
    }

    /// The format of what a term is the rank of, if such are words.
    pub(super) fn format_of(&self, t: Term) -> Option<Format> {
        self.words.then(|| self.terms.format_of(t)).flatten()
    }

    /// How many bits the constant of a symbol of ranks has, or an element of it: one more where there may be bits that
    /// nobody has fixed.
    pub(super) fn width(&self, t: Term) -> Option<u32> {
        let (format, s) = (self.format_of(t)?, self.terms.as_symbol(t)?);
        Some(format.bits() + u32::from(self.terms.symbol_range(s) == format.range()))
    }

    /// The bits of the constant of a symbol, or of an element of it, as a word.
    fn word_of_bits(&mut self, t: Term, format: Format, bits: B::Ast) -> B::Ast {
        if self.width(t) == Some(format.bits()) {
            return self.backend.apply(Op::Extend(format), &[bits]);
        }
        let is_open = self.backend.apply(Op::IsOpen(format), std::slice::from_ref(&bits));
        let open = self.open(format);
        self.backend.apply(Op::Ite, &[is_open, open, bits])
    }

    /// An element of an array of ranks, given array and index, as a word.
    pub(super) fn element(&mut self, array: Term, format: Format, args: &[B::Ast]) -> B::Ast {
        let bits = self.width(array).unwrap_or(format.bits());
        let element = self.backend.apply(Op::SelectBits(bits), args);
        self.word_of_bits(array, format, element)
    }

    /// The word of what has bits that nobody has fixed: in place of these are those of `NAN`.
    fn open(&mut self, format: Format) -> B::Ast {
        self.word_of(format, &Int::from(format.open()))
    }

    /// The word of a rank that is known.
    fn word_of(&mut self, format: Format, rank: &Int) -> B::Ast {
        let is_open = !format.fixed().contains(rank);
        let number = u128::from(format.bits_of(rank)) | u128::from(is_open) << format.bits();
        self.backend.bits(format.bits() + 1, number)
    }

    /// The value of a word.
    fn value(&mut self, format: Format, word: B::Ast) -> B::Ast {
        let bits = self.backend.apply(Op::Bare(format), &[word]);
        self.backend.apply(Op::FloatOfBits(format), &[bits])
    }

    /// The constant of a symbol that is bound.
    pub(super) fn bound(&mut self, t: Term) -> B::Ast {
        match self.format_of(t) {
            Some(_) => self.raw(t),
            None => self.term(t),
        }
    }

    /// The format of two terms that are ranks, at least one of them not only by chance.
    fn common(&self, a: Term, b: Term) -> Option<Format> {
        let is_rank = |t: Term, format: Format| match self.terms.as_int(t) {
            Some(v) => format.range().contains(&v),
            None => self.format_of(t) == Some(format),
        };
        let format = self.format_of(a).or_else(|| self.format_of(b))?;
        (is_rank(a, format) && is_rank(b, format)).then_some(format)
    }

    /// A comparison of a rank with a constant as `x ≤ k` or its negation.
    fn bounded(&self, op: Cmp, a: Term, b: Term) -> Option<(Term, Format, Int, bool)> {
        let (x, op, k) = match (self.terms.as_int(a), self.terms.as_int(b)) {
            (None, Some(k)) => (a, op, k),
            (Some(k), None) => (b, mirrored(op), k),
            _ => return None,
        };
        let format = self.format_of(x)?;
        let (k, holds) = match op {
            Cmp::Le => (k, true),
            Cmp::Lt => (k - 1, true),
            Cmp::Gt => (k, false),
            Cmp::Ge => (k - 1, false),
            Cmp::Eq | Cmp::Ne => return None,
        };
        let easy = k <= Int::from(format.infinity()) || k >= Int::from(format.open() - 1);
        easy.then_some((x, format, k, holds))
    }

    pub(super) fn build_float(&mut self, t: Term, args: Vec<B::Ast>) -> B::Ast {
        let node = self.terms.node(t);
        match &*node {
            Node::Float(FloatOp::ToInt, format, _) => self.whole(*format, &args[0]),
            Node::Float(FloatOp::Bits, format, _) => {
                let bits = self.backend.apply(Op::Bare(*format), &args);
                self.backend.apply(Op::Number, &[bits])
            }
            Node::Float(_, format, _) => self.rank_of_word(*format, args[0].clone()),
            Node::FloatCmp(op, ..) => self.backend.apply(Op::FloatCmp(*op), &args),
            Node::Cmp(Cmp::Eq, ..) => self.backend.apply(Op::Eq, &args),
            Node::Cmp(Cmp::Ne, ..) => {
                let equal = self.backend.apply(Op::Eq, &args);
                self.backend.apply(Op::Not, &[equal])
            }
            Node::Cmp(op, a, b) => {
                let (_, format, k, holds) = self.bounded(*op, *a, *b).expect("it was one before");
                let at_most = self.at_most(format, &args, &k);
                if holds { at_most } else { self.backend.apply(Op::Not, &[at_most]) }
            }
            Node::Symbol(_) => {
                let format = self.format_of(t).expect("it had one before");
                self.rank_of_word(format, args[0].clone())
            }
            other => unreachable!("this has nothing to do with floating point: {other:?}"),
        }
    }

    /// `x ≤ k` for a rank, given as word and value.
    fn at_most(&mut self, format: Format, args: &[B::Ast], k: &Int) -> B::Ast {
        let (word, value) = (args[0].clone(), args[1].clone());
        if *k < Int::from(-format.infinity() - 1) {
            return self.backend.bool(false);
        }
        if *k >= Int::from(format.open()) {
            return self.backend.bool(true);
        }
        if *k > Int::from(format.infinity()) {
            let is_open = self.backend.apply(Op::IsOpen(format), &[word]);
            return self.backend.apply(Op::Not, &[is_open]);
        }
        if *k == Int::from(format.infinity()) {
            let nan = self.backend.apply(Op::IsNan, &[value]);
            return self.backend.apply(Op::Not, &[nan]);
        }
        let end = self.constant(format, k);
        let below = self.backend.apply(Op::FloatCmp(FloatCmp::Le), &[value, end]);
        if *k != Int::NEG_ONE {
            return below;
        }
        // +0 is above −0, which it equals.
        let zero = self.word_of(format, &Int::ZERO);
        let is_zero = self.backend.apply(Op::Eq, &[word, zero]);
        let other = self.backend.apply(Op::Not, &[is_zero]);
        self.backend.apply(Op::And, &[below, other])
    }

    pub(super) fn word_needs(&self, t: Term, format: Format) -> Vec<Key> {
        let terms = self.terms;
        match &*terms.node(t) {
            Node::Int(_) => vec![],
            Node::Symbol(_) if self.format_of(t) == Some(format) => vec![Key::Raw(t)],
            Node::Float(FloatOp::OfBits, of, args) if *of == format => vec![Key::Term(args[0])],
            Node::Float(op, of, _) if op.gives(*of) == Some(format) => vec![Key::Float(t, format)],
            Node::Ite(c, a, b) => vec![Key::Term(*c), Key::Word(*a, format), Key::Word(*b, format)],
            Node::Select(array, index) => vec![Key::ReadWord(*array, *index, format)],
            _ => vec![Key::Term(t)],
        }
    }

    pub(super) fn build_word(&mut self, t: Term, format: Format, mut args: Vec<B::Ast>) -> B::Ast {
        let terms = self.terms;
        match &*terms.node(t) {
            Node::Int(v) => self.word_of(format, v),
            Node::Symbol(_) if self.format_of(t) == Some(format) => self.word_of_bits(t, format, args.remove(0)),
            Node::Float(FloatOp::OfBits, of, _) if *of == format => {
                let bits = self.backend.apply(Op::BitsOfInt(format.bits()), &args);
                self.backend.apply(Op::Extend(format), &[bits])
            }
            Node::Float(op, of, _) if op.gives(*of) == Some(format) => {
                let nan = self.backend.apply(Op::IsNan, &args);
                let open = self.open(format);
                let bits = self.backend.apply(Op::BitsOf(format), &args);
                let word = self.backend.apply(Op::Extend(format), &[bits]);
                self.backend.apply(Op::Ite, &[nan, open, word])
            }
            Node::Ite(..) => self.backend.apply(Op::Ite, &args),
            Node::Select(..) => args.remove(0),
            _ => self.word_of_rank(format, args.remove(0)),
        }
    }

    pub(super) fn value_needs(&self, t: Term, format: Format) -> Vec<Key> {
        match &*self.terms.node(t) {
            Node::Float(FloatOp::OfBits, of, _) if *of == format => vec![Key::Word(t, format)],
            Node::Float(FloatOp::Call(_), of, _) if *of == format => vec![],
            Node::Float(op, of, args) if op.gives(*of) == Some(format) => {
                let need = |a: &Term| op.takes(format).map_or(Key::Term(*a), |takes| Key::Float(*a, takes));
                args.iter().map(need).collect()
            }
            Node::Ite(c, a, b) => vec![Key::Term(*c), Key::Float(*a, format), Key::Float(*b, format)],
            _ => vec![Key::Word(t, format)],
        }
    }

    pub(super) fn build_value(&mut self, t: Term, format: Format, args: Vec<B::Ast>) -> B::Ast {
        match &*self.terms.node(t) {
            Node::Float(op, of, _) if op.gives(*of) == Some(format) => match op {
                FloatOp::OfBits => self.value(format, args[0].clone()),
                FloatOp::OfInt => self.of_int(format, &args[0]),
                // Equal calls are one term, and so the same unknown.
                FloatOp::Call(function) => {
                    let bits = self.backend.fresh_bits(function.name(), format);
                    self.backend.apply(Op::FloatOfBits(format), &[bits])
                }
                op => self.backend.apply(Op::Float(*op, format), &args),
            },
            Node::Ite(..) => self.backend.apply(Op::Ite, &args),
            _ => self.value(format, args[0].clone()),
        }
    }

    pub(super) fn element_needs(&self, array: Term, index: Term, format: Format) -> Vec<Key> {
        let read = |array: Term| Key::ReadWord(array, index, format);
        match &*self.terms.node(array) {
            Node::Store(rest, i, v) => vec![Key::Term(*i), Key::Term(index), Key::Word(*v, format), read(*rest)],
            Node::Ite(c, a, b) => vec![Key::Term(*c), read(*a), read(*b)],
            Node::Table(_) => vec![Key::Term(index)],
            _ if self.format_of(array) == Some(format) => vec![Key::Term(array), Key::Term(index)],
            _ => vec![Key::Read(array, index)],
        }
    }

    pub(super) fn build_element(&mut self, array: Term, format: Format, mut args: Vec<B::Ast>) -> B::Ast {
        match &*self.terms.node(array) {
            Node::Store(..) => {
                let hit = self.backend.apply(Op::Eq, &args[..2]);
                self.backend.apply(Op::Ite, &[hit, args[2].clone(), args[3].clone()])
            }
            Node::Ite(..) => self.backend.apply(Op::Ite, &args),
            Node::Table(values) => self.table_of(&args[0], values, &|backend, v| {
                let is_open = !format.fixed().contains(v);
                let number = u128::from(format.bits_of(v)) | u128::from(is_open) << format.bits();
                backend.bits(format.bits() + 1, number)
            }),
            _ if args.len() == 2 => self.element(array, format, &args),
            _ => self.word_of_rank(format, args.remove(0)),
        }
    }

    /// The value of a rank that is known.
    fn constant(&mut self, format: Format, rank: &Int) -> B::Ast {
        let bits = self.backend.bits(format.bits(), u128::from(format.bits_of(rank)));
        self.backend.apply(Op::FloatOfBits(format), &[bits])
    }

    /// The integer that is a rank, from its word.
    pub(super) fn rank_of_word(&mut self, format: Format, word: B::Ast) -> B::Ast {
        let is_open = self.backend.apply(Op::IsOpen(format), std::slice::from_ref(&word));
        let bits = self.backend.apply(Op::Bare(format), &[word]);
        let bits = self.backend.apply(Op::Number, &[bits]);
        let sign = Int::ONE << (format.bits() as usize - 1);
        let infinity = Int::from(format.infinity());
        let positive = self.less(&bits, &sign);
        let number = self.less(&bits, &(&sign + &infinity + 1));
        let mirrored = self.linear(-1, &bits, sign - 1);
        let moved = self.linear(1, &bits, -infinity - 1);
        let below = self.backend.apply(Op::Ite, &[number, mirrored, moved]);
        let rank = self.backend.apply(Op::Ite, &[positive, bits, below]);
        let open = self.backend.int(&Int::from(format.open()));
        self.backend.apply(Op::Ite, &[is_open, open, rank])
    }

    /// The word of an integer that is a rank; for one that is none nobody has fixed the bits.
    fn word_of_rank(&mut self, format: Format, rank: B::Ast) -> B::Ast {
        let sign = Int::ONE << (format.bits() as usize - 1);
        let infinity = Int::from(format.infinity());
        let zero = Int::ZERO;
        let (negative, positive) = (self.less(&rank, &zero), self.less(&rank, &sign));
        let mirrored = self.linear(-1, &rank, &sign - 1);
        let moved = self.linear(1, &rank, &infinity + 1);
        let above = self.backend.apply(Op::Ite, &[positive, rank.clone(), moved]);
        let bits = self.backend.apply(Op::Ite, &[negative, mirrored, above]);
        let too_low = self.less(&rank, &(-infinity - 1));
        let inside = self.less(&rank, &Int::from(format.open()));
        let too_high = self.backend.apply(Op::Not, &[inside]);
        let outside = self.backend.apply(Op::Or, &[too_low, too_high]);
        let bits = self.backend.apply(Op::BitsOfInt(format.bits()), &[bits]);
        let word = self.backend.apply(Op::Extend(format), &[bits]);
        let open = self.open(format);
        self.backend.apply(Op::Ite, &[outside, open, word])
    }

    fn less(&mut self, x: &B::Ast, end: &Int) -> B::Ast {
        let end = self.backend.int(end);
        self.backend.apply(Op::Lt, &[x.clone(), end])
    }

    /// `k·x + c`
    fn linear(&mut self, k: i32, x: &B::Ast, c: Int) -> B::Ast {
        let (k, c) = (self.backend.int(&Int::from(k)), self.backend.int(&c));
        let scaled = self.backend.apply(Op::Mul, &[k, x.clone()]);
        self.backend.apply(Op::Add, &[scaled, c])
    }

    /// The value next to an integer of at most 64 bits and a sign.
    fn of_int(&mut self, format: Format, x: &B::Ast) -> B::Ast {
        let end = Int::ONE << 64;
        let negative = self.less(x, &Int::ZERO);
        let opposite = self.linear(-1, x, Int::ZERO);
        let size = self.backend.apply(Op::Ite, &[negative.clone(), opposite, x.clone()]);
        let fits = self.less(&size, &end);
        let word = self.backend.apply(Op::BitsOfInt(64), &[size]);
        let value = self.backend.apply(Op::FloatOf(format), &[word]);
        let minus = self.backend.apply(Op::Float(FloatOp::Neg, format), std::slice::from_ref(&value));
        let value = self.backend.apply(Op::Ite, &[negative, minus, value]);
        let open = self.constant(format, &Int::from(format.open()));
        self.backend.apply(Op::Ite, &[fits, value, open])
    }

    /// The integer that is left of a value without its fraction, below 2^64.
    fn whole(&mut self, format: Format, x: &B::Ast) -> B::Ast {
        let size = self.backend.apply(Op::Float(FloatOp::Abs, format), std::slice::from_ref(x));
        let end = self.constant(format, &Int::from(format.rank_of((1u128 << 64) as f64)));
        let fits = self.backend.apply(Op::FloatCmp(FloatCmp::Lt), &[size.clone(), end]);
        let whole = self.backend.apply(Op::Whole, &[size]);
        let whole = self.backend.apply(Op::Number, &[whole]);
        let zero = self.constant(format, &Int::ZERO);
        let negative = self.backend.apply(Op::FloatCmp(FloatCmp::Lt), &[x.clone(), zero]);
        let minus = self.linear(-1, &whole, Int::ZERO);
        let whole = self.backend.apply(Op::Ite, &[negative, minus, whole]);
        let nothing = self.backend.int(&Int::ZERO);
        self.backend.apply(Op::Ite, &[fits, whole, nothing])
    }
}

/// The comparison with its sides exchanged.
fn mirrored(op: Cmp) -> Cmp {
    match op {
        Cmp::Lt => Cmp::Gt,
        Cmp::Le => Cmp::Ge,
        Cmp::Gt => Cmp::Lt,
        Cmp::Ge => Cmp::Le,
        Cmp::Eq | Cmp::Ne => op,
    }
}

#[cfg(test)]
mod tests;
