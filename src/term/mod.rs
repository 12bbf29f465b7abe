//! Hash-consed terms over mathematical integers, booleans and integer arrays.
//!
//! A [`Term`] is an index into a [`Terms`] store; equal terms have equal
//! indices. Sums are kept in linear normal form, comparisons keep the two
//! sides they were written with (for people), and [`Terms::linear`] gives
//! solvers the normal form. The store only grows; it belongs to one question.
//!
//! Terms know nothing of C: types, wraps and checks are put in by front ends
//! as arithmetic. `div` and `mod` are SMT-LIB's (remainder never negative).

mod agreeing;
mod build;
mod digits;
mod eval;
pub mod float;
mod linear;
pub mod number;
mod print;
mod range;
mod ranges;
mod rewrite;
mod stored;
mod sums;

pub(crate) use agreeing::agreeing;
pub use dashu_int::IBig as Int;
pub use eval::{EvalError, Scope, Value};
pub(crate) use eval::{bit_operation, divide, power};
pub use float::{FloatCmp, FloatOp, Format, Rounding};
pub use linear::{Linear, Relation, gcd};
pub use range::{Range, ceil_div, floor_div};
pub use ranges::{RangeValue, encode, encode_sorted};
pub(crate) use stored::Stored;
pub use sums::Summed;

use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// A term: an index into the [`Terms`] that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u32);

/// A named unknown: a program variable, an input, a counter, a fresh value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);

/// What a term denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// A mathematical integer.
    Int,
    /// A truth value.
    Bool,
    /// A function from integers to integers.
    Array,
}

/// What is known of a symbol from its making on.
#[derive(Clone, Debug)]
pub struct SymbolInfo {
    /// The name people see; need not be unique.
    pub name: String,
    /// What it denotes (never `Bool`).
    pub sort: Sort,
    /// The values it can have; for an array, the values of its elements.
    /// Solvers assume it wherever the symbol occurs.
    pub range: Range,
}

/// How two integers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Cmp {
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

/// Bitwise operations that no arithmetic expresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum BitOp {
    And,
    Or,
    Xor,
    Shl,
    /// Logical shift right.
    Shr,
}

/// The shape of a term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// An integer constant.
    Int(Int),
    /// A symbol of sort `Int` or `Array`.
    Symbol(Symbol),
    /// A linear combination of other integer terms, in normal form.
    Sum(Linear),
    /// A product of at least two terms, sorted; none is a constant or a sum.
    Product(Vec<Term>),
    /// SMT-LIB `div`.
    Div(Term, Term),
    /// SMT-LIB `mod`.
    Mod(Term, Term),
    /// `base ^ exponent`, for an exponent that is never negative.
    Pow(Int, Term),
    /// A bitwise operation on the lowest `bits` bits of both, taken unsigned.
    Bits(BitOp, u32, Term, Term),
    /// An operation on the ranks of floating-point values; see [`float`].
    Float(FloatOp, Format, Vec<Term>),
    /// `if c then a else b`, integers or arrays.
    Ite(Term, Term, Term),
    /// An element.
    Select(Term, Term),
    /// The array with one element replaced.
    Store(Term, Term, Term),
    /// The array that has these values from index 0 on, and 0 elsewhere.
    Table(Arc<Vec<Int>>),
    /// A truth value.
    Bool(bool),
    /// A comparison of two integers, sides as written.
    Cmp(Cmp, Term, Term),
    /// A comparison of floating-point values, given by their ranks.
    FloatCmp(FloatCmp, Format, Term, Term),
    /// Negation, of a conjunction or disjunction or nothing simpler.
    Not(Term),
    /// A conjunction of at least two.
    And(Vec<Term>),
    /// A disjunction of at least two.
    Or(Vec<Term>),
}

/// The store of terms and symbols of one question.
#[derive(Default)]
pub struct Terms {
    inner: RefCell<Inner>,
}

#[derive(Default)]
struct Inner {
    nodes: Vec<Rc<Node>>,
    sorts: Vec<Sort>,
    ids: FxHashMap<Rc<Node>, Term>,
    symbols: Vec<SymbolInfo>,
    /// Whether a term of floating point was made.
    floats: bool,
    /// What arrays of sums stand for, the arrays by what is summed up, and what the numbers of values are called.
    summed: FxHashMap<Symbol, Summed>,
    sums_of: FxHashMap<Term, Term>,
    rounds: Vec<Symbol>,
    /// What comparing a choice with a constant came to, an element of a choice of arrays, and negating what has parts:
    /// choices share their parts, and each is looked at once.
    compared: FxHashMap<(Cmp, Term, Term), Term>,
    selected: FxHashMap<(Term, Term), Term>,
    negated: FxHashMap<Term, Term>,
}

impl Term {
    /// What sets it apart among the terms of its [`Terms`], counted from 0.
    pub(crate) fn number(self) -> u32 {
        self.0
    }
}

impl Terms {
    /// An empty store.
    pub fn new() -> Terms {
        Terms::default()
    }

    /// A new symbol, different from all others whatever its name.
    pub fn symbol(&self, name: impl Into<String>, sort: Sort, range: Range) -> Symbol {
        let mut inner = self.inner.borrow_mut();
        inner.symbols.push(SymbolInfo { name: name.into(), sort, range });
        Symbol(inner.symbols.len() as u32 - 1)
    }

    /// What is known of `s`.
    pub fn info(&self, s: Symbol) -> SymbolInfo {
        self.inner.borrow().symbols[s.0 as usize].clone()
    }

    /// The range of `s`.
    pub fn symbol_range(&self, s: Symbol) -> Range {
        self.inner.borrow().symbols[s.0 as usize].range.clone()
    }

    /// The name of `s`.
    pub fn name(&self, s: Symbol) -> String {
        self.inner.borrow().symbols[s.0 as usize].name.clone()
    }

    /// The shape of `t`.
    pub fn node(&self, t: Term) -> Rc<Node> {
        self.inner.borrow().nodes[t.0 as usize].clone()
    }

    /// What `t` denotes.
    pub fn sort(&self, t: Term) -> Sort {
        self.inner.borrow().sorts[t.0 as usize]
    }

    /// How many different terms there are: a measure of memory.
    pub fn len(&self) -> usize {
        self.inner.borrow().nodes.len()
    }

    /// Whether no term was made yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether anything was ever computed or compared in floating point.
    pub fn has_floats(&self) -> bool {
        self.inner.borrow().floats
    }

    /// The constant integer `t` is, if it is one.
    pub fn as_int(&self, t: Term) -> Option<Int> {
        match &*self.node(t) {
            Node::Int(v) => Some(v.clone()),
            _ => None,
        }
    }

    /// The truth value `t` is, if it is constant.
    pub fn as_bool(&self, t: Term) -> Option<bool> {
        match &*self.node(t) {
            Node::Bool(b) => Some(*b),
            _ => None,
        }
    }

    /// The symbol `t` is, if it is one.
    pub fn as_symbol(&self, t: Term) -> Option<Symbol> {
        match &*self.node(t) {
            Node::Symbol(s) => Some(*s),
            _ => None,
        }
    }

    fn intern(&self, node: Node) -> Term {
        let sort = self.sort_of(&node);
        let mut inner = self.inner.borrow_mut();
        if let Some(&t) = inner.ids.get(&node) {
            return t;
        }
        let t = Term(u32::try_from(inner.nodes.len()).expect("fewer than 2^32 terms"));
        inner.floats |= matches!(node, Node::Float(..) | Node::FloatCmp(..));
        let node = Rc::new(node);
        inner.nodes.push(node.clone());
        inner.sorts.push(sort);
        inner.ids.insert(node, t);
        t
    }

    fn sort_of(&self, node: &Node) -> Sort {
        match node {
            Node::Symbol(s) => self.inner.borrow().symbols[s.0 as usize].sort,
            Node::Ite(_, a, _) => self.sort(*a),
            Node::Store(..) | Node::Table(_) => Sort::Array,
            Node::Bool(_) | Node::Cmp(..) | Node::FloatCmp(..) | Node::Not(_) | Node::And(_) | Node::Or(_) => {
                Sort::Bool
            }
            _ => Sort::Int,
        }
    }

    /// The direct subterms of `t`, in order.
    pub fn children(&self, t: Term) -> Vec<Term> {
        match &*self.node(t) {
            Node::Int(_) | Node::Symbol(_) | Node::Table(_) | Node::Bool(_) => Vec::new(),
            Node::Sum(l) => l.terms().map(|(a, _)| a).collect(),
            Node::Product(ts) | Node::And(ts) | Node::Or(ts) | Node::Float(_, _, ts) => ts.clone(),
            Node::Div(a, b) | Node::Mod(a, b) | Node::Select(a, b) => vec![*a, *b],
            Node::Bits(_, _, a, b) | Node::Cmp(_, a, b) | Node::FloatCmp(_, _, a, b) => vec![*a, *b],
            Node::Pow(_, a) | Node::Not(a) => vec![*a],
            Node::Ite(a, b, c) | Node::Store(a, b, c) => vec![*a, *b, *c],
        }
    }
}

impl Cmp {
    /// The comparison that holds when this one does not.
    pub fn negated(self) -> Cmp {
        match self {
            Cmp::Lt => Cmp::Ge,
            Cmp::Le => Cmp::Gt,
            Cmp::Gt => Cmp::Le,
            Cmp::Ge => Cmp::Lt,
            Cmp::Eq => Cmp::Ne,
            Cmp::Ne => Cmp::Eq,
        }
    }

    /// Whether `a` and `b` compare so.
    pub fn holds(self, a: &Int, b: &Int) -> bool {
        match self {
            Cmp::Lt => a < b,
            Cmp::Le => a <= b,
            Cmp::Gt => a > b,
            Cmp::Ge => a >= b,
            Cmp::Eq => a == b,
            Cmp::Ne => a != b,
        }
    }
}
