//! Terms in the language of SMT solvers, once for every receiver.
//!
//! [`Encoder`] walks terms and calls a [`Backend`], which builds z3 objects or
//! SMT-LIB text. It decides everything a reader of the result has to trust:
//! how powers, tables and bitwise operations are expressed, and which facts
//! must be assumed where a term occurs. It knows no scopes and decides nothing.
//!
//! A read of a stored-to array becomes a choice between what was stored and a
//! read of the array before: z3 decides that an order of magnitude faster than
//! its theory of stores. So only reads of array symbols are left of arrays.
//!
//! All is exact except powers with large exponents: beyond [`POWERS`] of them
//! a power is only known to be a multiple, of the right sign, of the first
//! unlisted one. So `unsat` is always sound, and `sat` needs a checked model.

use crate::solver::limits::encode::{LATEST_POWER, POWERS, RANGE_DEPTH};
use crate::term::{BitOp, Cmp, FloatCmp, FloatOp, Format, Int, Node, Range, Sort, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// An operation of the target language, with SMT-LIB's meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub(super) enum Op {
    Add,
    Mul,
    Div,
    Mod,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Not,
    And,
    Or,
    Implies,
    Ite,
    Select,
    Bits(BitOp, u32),
    /// An element of an array of so many bits.
    SelectBits(u32),
    /// The number of bits, taken unsigned.
    Number,
    /// So many lowest bits of an integer.
    BitsOfInt(u32),
    /// Bits with a 0 in front of them.
    Extend(Format),
    /// The bits of a word.
    Bare(Format),
    /// Whether nobody has fixed the bits of a word.
    IsOpen(Format),
    /// The floating-point value of bits.
    FloatOfBits(Format),
    /// The bits of a floating-point value that is a number.
    BitsOf(Format),
    /// The value next to the number of bits.
    FloatOf(Format),
    /// The number of 64 bits that is left without a fraction.
    Whole,
    IsNan,
    /// What is known to the theory of floating point, without integers.
    Float(FloatOp, Format),
    FloatCmp(FloatCmp),
}

/// For how many values something holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub(super) enum Binder {
    All,
    Some,
}

/// What builds expressions of the target language.
pub(super) trait Backend {
    /// An expression.
    type Ast: Clone;
    /// A truth value.
    fn bool(&mut self, b: bool) -> Self::Ast;
    /// An integer.
    fn int(&mut self, v: &Int) -> Self::Ast;
    /// So many bits of a number.
    fn bits(&mut self, bits: u32, number: u128) -> Self::Ast;
    /// The constant that stands for a symbol: an integer or an array of them, or of so many bits.
    fn symbol(&mut self, s: Symbol, name: &str, sort: Sort, bits: Option<u32>) -> Self::Ast;
    /// A new integer constant.
    fn fresh(&mut self, name: &str) -> Self::Ast;
    /// A new constant of the bits of a format.
    fn fresh_bits(&mut self, name: &str, format: Format) -> Self::Ast;
    /// An operation. `Add`, `Mul`, `And` and `Or` take two arguments or more.
    fn apply(&mut self, op: Op, args: &[Self::Ast]) -> Self::Ast;
    /// What holds for all values of these constants, or for some; they occur nowhere else.
    fn bind(&mut self, binder: Binder, bound: &[Self::Ast], body: Self::Ast) -> Self::Ast;
}

/// What comes with one occurring term, its subterms apart.
pub(super) struct Notes<A> {
    /// To be assumed, each with what it is about.
    pub facts: Vec<(String, A)>,
    /// The integer symbol it is.
    pub int: Option<(Symbol, A)>,
    /// The elements it may read: array, index, element.
    pub reads: Vec<(Symbol, A, A)>,
}

/// What is encoded: a term that is no array, or an array at an index.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Key {
    Term(Term),
    Read(Term, Term),
    /// A rank as a word: the bits it stands for, and in front of them whether nobody has fixed these.
    Word(Term, Format),
    /// The constant of a symbol of ranks.
    Raw(Term),
    /// The same of an element.
    ReadWord(Term, Term, Format),
    /// A rank as the value it stands for.
    Float(Term, Format),
}

/// The memory of one translation.
pub(super) struct Encoder<'t, B: Backend> {
    pub(super) terms: &'t Terms,
    pub backend: B,
    /// Whether ranks are words where that is possible; else they are integers, for who knows nothing but these.
    pub words: bool,
    done: FxHashMap<Key, B::Ast>,
    powers: FxHashMap<Term, Vec<(String, B::Ast)>>,
    bases: FxHashMap<Term, Rc<Vec<Symbol>>>,
    notes: FxHashMap<Term, Rc<Notes<B::Ast>>>,
}

impl<'t, B: Backend> Encoder<'t, B> {
    pub fn new(terms: &'t Terms, backend: B) -> Self {
        Encoder {
            terms,
            backend,
            words: true,
            done: FxHashMap::default(),
            powers: FxHashMap::default(),
            bases: FxHashMap::default(),
            notes: FxHashMap::default(),
        }
    }

    /// The store of the terms.
    pub fn terms(&self) -> &'t Terms {
        self.terms
    }

    /// How many expressions were built.
    #[cfg(test)]
    pub fn known(&self) -> usize {
        self.done.len()
    }

    /// The expression of `t`. Does not recurse, however deep the term.
    pub fn term(&mut self, t: Term) -> B::Ast {
        self.encoded(Key::Term(t))
    }

    /// The constant of a symbol of ranks.
    pub(super) fn raw(&mut self, t: Term) -> B::Ast {
        self.encoded(Key::Raw(t))
    }

    fn encoded(&mut self, root: Key) -> B::Ast {
        let mut todo = vec![root];
        while let Some(&key) = todo.last() {
            if self.done.contains_key(&key) {
                todo.pop();
                continue;
            }
            let needs = self.needs(key);
            let before = todo.len();
            todo.extend(needs.iter().rev().filter(|k| !self.done.contains_key(k)));
            if todo.len() == before {
                let args: Vec<B::Ast> = needs.iter().map(|k| self.done[k].clone()).collect();
                let ast = self.build(key, args);
                self.done.insert(key, ast);
                todo.pop();
            }
        }
        self.done[&root].clone()
    }

    /// What has to be assumed and read off where `t` occurs.
    pub fn notes(&mut self, t: Term) -> Rc<Notes<B::Ast>> {
        if let Some(known) = self.notes.get(&t) {
            return known.clone();
        }
        let mut notes = Notes { facts: Vec::new(), int: None, reads: Vec::new() };
        match &*self.terms.node(t) {
            Node::Symbol(s) if self.terms.sort(t) == Sort::Int => {
                let info = self.terms.info(*s);
                let x = self.term(t);
                // Words have no other ranks.
                if self.format_of(t).is_none() {
                    notes.facts = self.within(&info.name, &x, &info.range);
                }
                notes.int = Some((*s, x));
            }
            Node::Select(array, index) => {
                let i = self.term(*index);
                for &s in self.bases(*array).iter() {
                    let info = self.terms.info(s);
                    let a = self.term(self.terms.sym(s));
                    let element = match self.format_of(self.terms.sym(s)) {
                        Some(format) => {
                            let word = self.element(self.terms.sym(s), format, &[a, i.clone()]);
                            self.rank_of_word(format, word)
                        }
                        None => {
                            let element = self.backend.apply(Op::Select, &[a, i.clone()]);
                            let about = format!("{}[{}]", info.name, self.terms.show(*index));
                            notes.facts.extend(self.within(&about, &element, &info.range));
                            element
                        }
                    };
                    notes.reads.push((s, i.clone(), element));
                }
            }
            Node::Pow(..) => {
                self.term(t);
                notes.facts = self.powers.get(&t).cloned().unwrap_or_default();
            }
            Node::Bits(op, bits, a, b) => notes.facts = self.of_bits(t, (*op, *bits), (*a, *b)),
            _ => {}
        }
        let notes = Rc::new(notes);
        self.notes.insert(t, notes.clone());
        notes
    }

    fn needs(&mut self, key: Key) -> Vec<Key> {
        match key {
            Key::Term(t) if let Some(needs) = self.float_needs(t) => needs,
            Key::Word(t, format) => self.word_needs(t, format),
            Key::Raw(_) => vec![],
            Key::Float(t, format) => self.value_needs(t, format),
            Key::ReadWord(array, index, format) => self.element_needs(array, index, format),
            Key::Term(t) => match &*self.terms.node(t) {
                Node::Select(array, index) => vec![Key::Read(*array, *index)],
                _ => self.terms.children(t).into_iter().map(Key::Term).collect(),
            },
            Key::Read(array, index) => match &*self.terms.node(array) {
                Node::Store(rest, i, v) => {
                    vec![Key::Term(*i), Key::Term(index), Key::Term(*v), Key::Read(*rest, index)]
                }
                Node::Ite(c, a, b) => vec![Key::Term(*c), Key::Read(*a, index), Key::Read(*b, index)],
                Node::Table(_) => vec![Key::Term(index)],
                _ => vec![Key::Term(array), Key::Term(index)],
            },
        }
    }

    fn build(&mut self, key: Key, mut args: Vec<B::Ast>) -> B::Ast {
        match key {
            Key::Term(t) if self.float_needs(t).is_some() => self.build_float(t, args),
            Key::Word(t, format) => self.build_word(t, format, args),
            Key::Raw(t) => self.build_term(t, args),
            Key::Float(t, format) => self.build_value(t, format, args),
            Key::ReadWord(array, _, format) => self.build_element(array, format, args),
            Key::Term(t) => self.build_term(t, args),
            Key::Read(array, _) => match &*self.terms.node(array) {
                Node::Store(..) => {
                    let hit = self.backend.apply(Op::Eq, &args[..2]);
                    self.backend.apply(Op::Ite, &[hit, args[2].clone(), args[3].clone()])
                }
                Node::Ite(..) => self.backend.apply(Op::Ite, &args),
                Node::Table(values) => {
                    let index = args.remove(0);
                    self.table(&index, values)
                }
                _ => match self.format_of(array) {
                    Some(format) => {
                        let word = self.element(array, format, &args);
                        self.rank_of_word(format, word)
                    }
                    None => self.backend.apply(Op::Select, &args),
                },
            },
        }
    }

    fn build_term(&mut self, t: Term, mut args: Vec<B::Ast>) -> B::Ast {
        let terms = self.terms;
        match &*terms.node(t) {
            Node::Int(v) => self.backend.int(v),
            Node::Bool(b) => self.backend.bool(*b),
            Node::Symbol(s) => self.backend.symbol(*s, &terms.name(*s), terms.sort(t), self.width(t)),
            Node::Sum(l) => {
                let mut parts = Vec::new();
                for (a, (_, c)) in args.into_iter().zip(l.terms()) {
                    parts.push(self.times(c, a));
                }
                if !l.constant.is_zero() {
                    parts.push(self.backend.int(&l.constant));
                }
                if parts.len() == 1 { parts.remove(0) } else { self.backend.apply(Op::Add, &parts) }
            }
            Node::Select(..) => args.remove(0),
            Node::Cmp(Cmp::Ne, ..) => {
                let equal = self.backend.apply(Op::Eq, &args);
                self.backend.apply(Op::Not, &[equal])
            }
            Node::Pow(base, e) => self.power(t, base, *e, args.remove(0)),
            Node::Store(..) | Node::Table(_) => unreachable!("such arrays are read, never built"),
            Node::Product(_) => self.backend.apply(Op::Mul, &args),
            Node::Div(..) => self.backend.apply(Op::Div, &args),
            Node::Mod(..) => self.backend.apply(Op::Mod, &args),
            Node::Bits(op, bits, ..) => self.backend.apply(Op::Bits(*op, *bits), &args),
            Node::Ite(..) => self.backend.apply(Op::Ite, &args),
            Node::Cmp(op, ..) => self.backend.apply(comparison(*op), &args),
            Node::Float(..) | Node::FloatCmp(..) => unreachable!("they are built elsewhere"),
            Node::Not(_) => self.backend.apply(Op::Not, &args),
            Node::And(_) => self.backend.apply(Op::And, &args),
            Node::Or(_) => self.backend.apply(Op::Or, &args),
        }
    }

    fn times(&mut self, k: &Int, a: B::Ast) -> B::Ast {
        if *k == Int::ONE {
            return a;
        }
        let k = self.backend.int(k);
        self.backend.apply(Op::Mul, &[k, a])
    }

    /// An element of a constant table: its runs of equal values.
    fn table(&mut self, index: &B::Ast, values: &[Int]) -> B::Ast {
        self.table_of(index, values, &|backend, v| backend.int(v))
    }

    /// The same, of what stands for the values.
    pub(super) fn table_of(&mut self, index: &B::Ast, values: &[Int], of: &dyn Fn(&mut B, &Int) -> B::Ast) -> B::Ast {
        let mut runs: Vec<(Int, B::Ast)> = vec![(Int::ZERO, of(&mut self.backend, &Int::ZERO))];
        let mut last = Int::ZERO;
        for (i, v) in values.iter().chain([&Int::ZERO]).enumerate() {
            if *v != last {
                runs.push((Int::from(i), of(&mut self.backend, v)));
                last = v.clone();
            }
        }
        self.steps(index, &runs)
    }

    /// The value of the last step that starts at or before `x`; the first step starts nowhere.
    fn steps(&mut self, x: &B::Ast, steps: &[(Int, B::Ast)]) -> B::Ast {
        if let [(_, only)] = steps {
            return only.clone();
        }
        let (low, high) = steps.split_at(steps.len() / 2);
        let start = self.backend.int(&high[0].0);
        let before = self.backend.apply(Op::Lt, &[x.clone(), start]);
        let (low, high) = (self.steps(x, low), self.steps(x, high));
        self.backend.apply(Op::Ite, &[before, low, high])
    }

    /// `base ^ e`, for an `e` that is never negative (see [`Node::Pow`]).
    fn power(&mut self, t: Term, base: &Int, exponent: Term, e: B::Ast) -> B::Ast {
        let (zero, two) = (self.backend.int(&Int::ZERO), self.backend.int(&Int::from(2)));
        if base.is_zero() || *base == Int::NEG_ONE {
            let one = self.backend.int(&Int::ONE);
            let other = self.backend.int(base);
            let e = if base.is_zero() { e } else { self.backend.apply(Op::Mod, &[e, two]) };
            let even = self.backend.apply(Op::Eq, &[e, zero]);
            return self.backend.apply(Op::Ite, &[even, one, other]);
        }
        let range = self.range(exponent, RANGE_DEPTH);
        let first = range.lo.and_then(|lo| usize::try_from(lo).ok()).unwrap_or(0).min(LATEST_POWER);
        let last = range.hi.and_then(|hi| usize::try_from(hi).ok()).filter(|&hi| hi < first + POWERS);
        let listed = first..last.map_or(first + POWERS, |last| last.max(first) + 1);
        let end = listed.end;
        let mut steps: Vec<(Int, B::Ast)> = listed.map(|j| (Int::from(j), self.backend.int(&base.pow(j)))).collect();
        if last.is_none() {
            let (rest, facts) = self.large_power(base, end, &e);
            steps.push((Int::from(end), rest));
            self.powers.insert(t, facts);
        }
        self.steps(&e, &steps)
    }

    /// A stand-in for `base ^ e` where `e ≥ end`, with what is known of it.
    fn large_power(&mut self, base: &Int, end: usize, e: &B::Ast) -> (B::Ast, Vec<(String, B::Ast)>) {
        let about = format!("({base})^e for e ≥ {end} is only known to be a multiple of ({base})^{end}, and its sign");
        let q = self.backend.fresh("power");
        let (one, two, start) =
            (self.backend.int(&Int::ONE), self.backend.int(&Int::from(2)), self.backend.int(&Int::from(end)));
        let large = self.backend.apply(Op::Ge, &[e.clone(), start]);
        let positive = self.backend.apply(Op::Ge, &[q.clone(), one.clone()]);
        let mut sign = positive;
        if *base < Int::ZERO {
            // (−b)^e = (−b)^end · (−b)^(e − end): positive iff e − end is even.
            let minus = self.backend.int(&Int::NEG_ONE);
            let negative = self.backend.apply(Op::Le, &[q.clone(), minus]);
            let parity = self.backend.apply(Op::Mod, &[e.clone(), two]);
            let odd = self.backend.apply(Op::Eq, &[parity, one]);
            let (if_odd, if_even) = if end % 2 == 1 { (sign, negative) } else { (negative, sign) };
            sign = self.backend.apply(Op::Ite, &[odd, if_odd, if_even]);
        }
        let fact = self.backend.apply(Op::Implies, &[large, sign]);
        let power = self.times(&base.pow(end), q);
        (power, vec![(about, fact)])
    }

    fn within(&mut self, about: &str, x: &B::Ast, range: &Range) -> Vec<(String, B::Ast)> {
        let ends = [(Op::Le, range.lo.as_ref()), (Op::Ge, range.hi.as_ref())];
        let mut facts = Vec::new();
        for (op, end) in ends.into_iter().filter_map(|(op, end)| Some((op, end?))) {
            let end = self.backend.int(end);
            facts.push((format!("{about} in {range}"), self.backend.apply(op, &[end, x.clone()])));
        }
        facts
    }

    /// A range of an exponent, from the ranges of its symbols.
    fn range(&self, t: Term, depth: usize) -> Range {
        if depth == 0 {
            return Range::ALL;
        }
        match &*self.terms.node(t) {
            Node::Int(v) => Range::exactly(v.clone()),
            Node::Symbol(s) => self.terms.info(*s).range,
            Node::Sum(l) => l.range(&|t| self.range(t, depth - 1)),
            Node::Ite(_, a, b) => self.range(*a, depth - 1).join(&self.range(*b, depth - 1)),
            Node::Mod(a, m) => match self.terms.as_int(*m) {
                Some(m) if m > Int::ZERO => self.range(*a, depth - 1).mod_by(&m),
                _ => Range::ALL,
            },
            _ => Range::ALL,
        }
    }

    /// The symbols an array is made of.
    fn bases(&mut self, array: Term) -> Rc<Vec<Symbol>> {
        if let Some(known) = self.bases.get(&array) {
            return known.clone();
        }
        let mut symbols = Vec::new();
        let (mut todo, mut seen) = (vec![array], FxHashSet::from_iter([array]));
        while let Some(a) = todo.pop() {
            let inner = match &*self.terms.node(a) {
                Node::Symbol(s) => {
                    symbols.push(*s);
                    vec![]
                }
                Node::Store(rest, ..) => vec![*rest],
                Node::Ite(_, a, b) => vec![*b, *a],
                _ => vec![],
            };
            todo.extend(inner.into_iter().filter(|a| seen.insert(*a)));
        }
        let symbols = Rc::new(symbols);
        self.bases.insert(array, symbols.clone());
        symbols
    }
}

/// The subterms of `t` that are not in `seen` yet, which then holds them.
pub(super) fn occurring(terms: &Terms, t: Term, seen: &mut FxHashSet<Term>) -> Vec<Term> {
    let mut found = Vec::new();
    let mut todo = vec![t];
    while let Some(t) = todo.pop() {
        if seen.insert(t) {
            found.push(t);
            todo.extend(terms.children(t).into_iter().rev());
        }
    }
    found
}

fn comparison(op: Cmp) -> Op {
    match op {
        Cmp::Lt => Op::Lt,
        Cmp::Le => Op::Le,
        Cmp::Gt => Op::Gt,
        Cmp::Ge => Op::Ge,
        Cmp::Eq | Cmp::Ne => Op::Eq,
    }
}
