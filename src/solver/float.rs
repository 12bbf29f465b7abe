//! Floating point in the language of SMT solvers.
//!
//! A rank is seen in three ways. Symbols and elements of a format are *words*, the bits, so that what is no number keeps
//! them. Operations and comparisons work on *values* of the theory of floating point, which has one that is no number.
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

    /// The constant of a symbol that is bound.
    pub(super) fn bound(&mut self, t: Term) -> B::Ast {
        match self.format_of(t) {
            Some(format) => self.word(t, format),
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
        let (least, open, most) = (-format.infinity() - 1, format.open(), format.range().hi?);
        let easy = k < Int::from(least) || k <= Int::from(open) || k >= most;
        easy.then_some((x, format, k, holds))
    }

    pub(super) fn build_float(&mut self, t: Term, args: Vec<B::Ast>) -> B::Ast {
        let node = self.terms.node(t);
        match &*node {
            Node::Float(FloatOp::ToInt, format, _) => self.whole(*format, &args[0]),
            Node::Float(FloatOp::Bits, ..) => self.backend.apply(Op::Number, &args),
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
        if *k > Int::from(format.open()) {
            return self.backend.bool(true);
        }
        let nan = self.backend.apply(Op::IsNan, std::slice::from_ref(&value));
        let number = self.backend.apply(Op::Not, &[nan]);
        let bits = |this: &mut Self, rank: i128| this.backend.word(format, format.bits_of(&Int::from(rank)));
        if *k == Int::from(format.open()) {
            let open = bits(self, format.open());
            let is_open = self.backend.apply(Op::Eq, &[word, open]);
            return self.backend.apply(Op::Or, &[number, is_open]);
        }
        if *k == Int::from(format.infinity()) {
            return number;
        }
        let end = self.constant(format, k);
        let below = self.backend.apply(Op::FloatCmp(FloatCmp::Le), &[value, end]);
        if *k != Int::NEG_ONE {
            return below;
        }
        // +0 is above −0, which it equals.
        let zero = bits(self, 0);
        let is_zero = self.backend.apply(Op::Eq, &[word, zero]);
        let other = self.backend.apply(Op::Not, &[is_zero]);
        self.backend.apply(Op::And, &[below, other])
    }

    pub(super) fn word_needs(&self, t: Term, format: Format) -> Vec<Key> {
        let terms = self.terms;
        match &*terms.node(t) {
            Node::Int(_) => vec![],
            Node::Symbol(_) if self.format_of(t) == Some(format) => vec![],
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
            Node::Int(v) => self.backend.word(format, format.bits_of(v)),
            Node::Symbol(s) if args.is_empty() => self.backend.symbol(*s, &terms.name(*s), Sort::Int, Some(format)),
            Node::Float(FloatOp::OfBits, of, _) if *of == format => {
                self.backend.apply(Op::WordOf(format.bits()), &args)
            }
            Node::Float(op, of, _) if op.gives(*of) == Some(format) => {
                let nan = self.backend.apply(Op::IsNan, &args);
                let open = self.backend.word(format, format.bits_of(&Int::from(format.open())));
                let bits = self.backend.apply(Op::BitsOf(format), &args);
                self.backend.apply(Op::Ite, &[nan, open, bits])
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
                FloatOp::OfBits => self.backend.apply(Op::FloatOfWord(format), &args),
                FloatOp::OfInt => self.of_int(format, &args[0]),
                // Equal calls are one term, and so the same unknown.
                FloatOp::Call(function) => {
                    let word = self.backend.fresh_word(function.name(), format);
                    self.backend.apply(Op::FloatOfWord(format), &[word])
                }
                op => self.backend.apply(Op::Float(*op, format), &args),
            },
            Node::Ite(..) => self.backend.apply(Op::Ite, &args),
            _ => self.backend.apply(Op::FloatOfWord(format), &args),
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
            Node::Table(values) => {
                self.table_of(&args[0], values, &|backend, v| backend.word(format, format.bits_of(v)))
            }
            _ if args.len() == 2 => self.backend.apply(Op::SelectWord(format), &args),
            _ => self.word_of_rank(format, args.remove(0)),
        }
    }

    /// The value of a rank that is known.
    fn constant(&mut self, format: Format, rank: &Int) -> B::Ast {
        let word = self.backend.word(format, format.bits_of(rank));
        self.backend.apply(Op::FloatOfWord(format), &[word])
    }

    /// The integer that is a rank, from its bits.
    pub(super) fn rank_of_word(&mut self, format: Format, word: B::Ast) -> B::Ast {
        let bits = self.backend.apply(Op::Number, &[word]);
        let sign = Int::ONE << (format.bits() as usize - 1);
        let infinity = Int::from(format.infinity());
        let negative = self.less(&bits, &sign);
        let number = self.less(&bits, &(&sign + &infinity + 1));
        let mirrored = self.linear(-1, &bits, sign - 1);
        let moved = self.linear(1, &bits, -infinity - 1);
        let below = self.backend.apply(Op::Ite, &[number, mirrored, moved]);
        self.backend.apply(Op::Ite, &[negative, bits, below])
    }

    /// The bits of an integer that is a rank; one that is none stands for no number.
    fn word_of_rank(&mut self, format: Format, rank: B::Ast) -> B::Ast {
        let sign = Int::ONE << (format.bits() as usize - 1);
        let infinity = Int::from(format.infinity());
        let zero = Int::ZERO;
        let (negative, positive) = (self.less(&rank, &zero), self.less(&rank, &sign));
        let mirrored = self.linear(-1, &rank, &sign - 1);
        let moved = self.linear(1, &rank, &infinity + 1);
        let above = self.backend.apply(Op::Ite, &[positive, rank.clone(), moved]);
        let bits = self.backend.apply(Op::Ite, &[negative, mirrored, above]);
        let open = self.backend.int(&Int::from(format.open()));
        let too_low = self.less(&rank, &(-infinity - 1));
        let most = format.range().hi.unwrap_or_default();
        let inside = self.less(&rank, &(most + 1));
        let too_high = self.backend.apply(Op::Not, &[inside]);
        let outside = self.backend.apply(Op::Or, &[too_low, too_high]);
        let bits = self.backend.apply(Op::Ite, &[outside, open, bits]);
        self.backend.apply(Op::WordOf(format.bits()), &[bits])
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
        let word = self.backend.apply(Op::WordOf(64), &[size]);
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
