//! Values of expressions, as one term for each of their parts.

use super::Lowering;
use super::layout::Leaf;
use crate::frontend::microc::types::Type;
use crate::term::{Range, Sort, Term};
use std::collections::BTreeSet;

/// The cells that a pointer may lead to, by number; 0 stands for null.
pub type Cells = BTreeSet<usize>;

/// A value: its parts in the order of [`super::layout::leaves`].
#[derive(Clone, Debug)]
pub struct Value {
    /// Its type.
    pub ty: Type,
    /// Its parts.
    pub parts: Vec<Part>,
}

/// A part of a value.
#[derive(Clone, Debug)]
pub struct Part {
    /// An integer, or an array of them.
    pub term: Term,
    /// Where it leads, if it says that.
    pub cells: Cells,
}

impl From<Term> for Part {
    fn from(term: Term) -> Part {
        Part { term, cells: Cells::new() }
    }
}

impl Value {
    /// The only part of a number, or the first of a pointer.
    pub fn term(&self) -> Term {
        self.parts[0].term
    }
}

impl Lowering<'_> {
    /// A number.
    pub fn number(&self, ty: Type, term: Term) -> Value {
        Value { ty, parts: vec![term.into()] }
    }

    /// 1 where a condition holds, else 0.
    pub fn truth(&self, condition: Term) -> Term {
        self.terms.ite(condition, self.terms.int(1), self.terms.int(0))
    }

    /// Any value of a type, for where no run is.
    pub fn nothing(&mut self, ty: Type) -> Value {
        let leaves = self.leaves(ty);
        let part = |leaf: &Leaf| match leaf.sizes.is_empty() {
            true => self.terms.int(0).into(),
            false => self.terms.table(vec![]).into(),
        };
        Value { ty, parts: leaves.iter().map(part).collect() }
    }

    /// The value as it is now, whatever is assigned later.
    pub fn keep(&mut self, value: Value) -> Value {
        let parts = value.parts.into_iter().map(|part| Part { term: self.keep_term(part.term), cells: part.cells });
        Value { ty: value.ty, parts: parts.collect() }
    }

    /// The same for a term.
    pub fn keep_term(&mut self, term: Term) -> Term {
        if self.terms.symbols(term).iter().all(|symbol| self.fixed.contains(symbol)) {
            return term;
        }
        let sort = self.terms.sort(term);
        if sort == Sort::Bool {
            let truth = self.truth(term);
            let kept = self.keep_term(truth);
            return self.terms.cmp(crate::term::Cmp::Ne, kept, self.terms.int(0));
        }
        let symbol = self.terms.symbol(self.qualified("tmp"), sort, Range::ALL);
        self.flow.program.variables.push(symbol);
        self.flow.assign(symbol, term);
        self.terms.sym(symbol)
    }

    /// `length` elements of an array from `from` on, as an array of their own.
    pub fn block(&self, array: Term, from: Term, length: u64) -> Term {
        (0..length).fold(self.terms.table(vec![]), |block, i| {
            let element = self.terms.select(array, self.terms.offset(from, i));
            self.terms.store(block, self.terms.int(i), element)
        })
    }

    /// The element of an array, given with its parts, at an index that lies in it.
    pub fn element(&mut self, array: &Value, of: Type, index: Term) -> Value {
        let (leaves, skipped) = (self.leaves(array.ty), self.leaves(array.ty).len() - self.leaves(of).len());
        let parts = leaves.iter().zip(&array.parts).skip(skipped).map(|(leaf, part)| {
            let inner = leaf.inner(1);
            let from = self.terms.scale(index, inner);
            let term = match leaf.sizes.len() {
                1 => self.terms.select(part.term, from),
                _ => self.block(part.term, from, inner),
            };
            Part { term, cells: part.cells.clone() }
        });
        Value { ty: of, parts: parts.collect() }
    }

    /// An array of elements of one type.
    pub fn array(&mut self, ty: Type, of: Type, elements: &[Value]) -> Value {
        let (leaves, skipped) = (self.leaves(ty), self.leaves(ty).len() - self.leaves(of).len());
        let mut parts: Vec<Part> = vec![];
        for (at, leaf) in leaves.iter().enumerate() {
            if at < skipped {
                parts.push(self.terms.int(elements.len()).into());
                continue;
            }
            let inner = leaf.inner(1);
            let mut cells = Cells::new();
            let mut all = vec![];
            for element in elements {
                let part = &element.parts[at - skipped];
                cells.extend(&part.cells);
                match leaf.sizes.len() {
                    1 => all.push(part.term),
                    _ => all.extend((0..inner).map(|i| self.terms.select(part.term, self.terms.int(i)))),
                }
            }
            parts.push(Part { term: self.array_of(&all), cells });
        }
        Value { ty, parts }
    }

    /// The array with these elements: a table as far as they are constant.
    fn array_of(&self, elements: &[Term]) -> Term {
        let constant = |t: &Term| self.terms.as_int(*t);
        let table = self.terms.table(elements.iter().map(|t| constant(t).unwrap_or_default()).collect());
        let rest = elements.iter().enumerate().filter(|(_, t)| constant(t).is_none());
        rest.fold(table, |array, (i, t)| self.terms.store(array, self.terms.int(i), *t))
    }
}
