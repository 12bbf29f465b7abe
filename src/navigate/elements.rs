//! What segments say of ranges of input elements.
//!
//! The indices a range covers are cut into pieces. All elements of a piece
//! satisfy the same predicates, so they may all have the same value, for which
//! one symbol stands. An element that is also read alone satisfies the
//! predicates of its piece as well, and keeps its own value.

use super::segment::{Predicate, Throughout};
use crate::solver::Model;
use crate::term::{Cmp, Int, Node, Scope, Sort, Symbol, Term, Terms};
use std::collections::BTreeMap;

/// The pieces of each input; those of one do not overlap.
#[derive(Clone, Debug, Default)]
pub(super) struct Elements {
    pieces: BTreeMap<Symbol, Vec<Piece>>,
}

/// Neighbouring elements about which the same is known.
#[derive(Clone, Debug)]
struct Piece {
    from: Int,
    to: Int,
    /// Stands for the value of each of them.
    element: Symbol,
    predicates: Vec<Predicate>,
}

impl Elements {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Adds a fact; the conditions that make it true, given the conditions so far, which may read elements alone.
    pub fn add(&mut self, terms: &Terms, fact: &Throughout, so_far: &[Term]) -> Vec<Term> {
        let mut conditions = Vec::new();
        for index in indices(terms, so_far, fact.array) {
            conditions.extend(instance(terms, fact.array, index, &fact.from, &fact.to, &fact.predicate));
        }
        let pieces = self.pieces.entry(fact.array).or_default();
        let mut next = fact.from.clone();
        let mut new = Vec::new();
        for piece in std::mem::take(pieces) {
            if piece.to < fact.from || fact.to < piece.from {
                new.push(piece);
                continue;
            }
            let (from, to) = (piece.from.clone().max(fact.from.clone()), piece.to.clone().min(fact.to.clone()));
            if piece.from < from {
                new.push(piece.part(terms, &piece.from, &(&from - Int::ONE), &mut conditions));
            }
            if to < piece.to {
                new.push(piece.part(terms, &(&to + Int::ONE), &piece.to, &mut conditions));
            }
            if next < from {
                new.push(Piece::new(terms, fact.array, next, &from - Int::ONE, &fact.predicate, &mut conditions));
            }
            next = &to + Int::ONE;
            let mut inside = Piece { from, to, ..piece };
            conditions.push(fact.predicate.of(terms, terms.sym(inside.element)));
            inside.predicates.push(fact.predicate.clone());
            new.push(inside);
        }
        if next <= fact.to {
            new.push(Piece::new(terms, fact.array, next, fact.to.clone(), &fact.predicate, &mut conditions));
        }
        new.sort_by(|a, b| a.from.cmp(&b.from));
        *pieces = new;
        conditions
    }

    /// What is known of the elements that `condition` reads alone.
    pub fn instances(&self, terms: &Terms, condition: Term) -> Vec<Term> {
        let mut found = Vec::new();
        for (&array, pieces) in &self.pieces {
            for index in indices(terms, &[condition], array) {
                for piece in pieces {
                    let each = piece
                        .predicates
                        .iter()
                        .filter_map(|p| instance(terms, array, index, &piece.from, &piece.to, p));
                    found.extend(each);
                }
            }
        }
        found
    }

    /// Gives the elements of all pieces their values. What `conditions` read alone keeps the value it has.
    pub fn fill(&self, terms: &Terms, conditions: &[Term], model: &mut Model) {
        for (&array, pieces) in &self.pieces {
            for index in indices(terms, conditions, array) {
                if let Ok(index) = terms.eval_int(index, model)
                    && let Some(value) = model.element(array, &index)
                {
                    model.set_element(array, index, value);
                }
            }
            for piece in pieces {
                if let Ok(value) = terms.eval_int(terms.sym(piece.element), model) {
                    model.set_range(array, piece.from.clone(), piece.to.clone(), value);
                }
            }
        }
    }
}

impl Piece {
    fn new(
        terms: &Terms,
        array: Symbol,
        from: Int,
        to: Int,
        predicate: &Predicate,
        conditions: &mut Vec<Term>,
    ) -> Piece {
        let element = terms.symbol(terms.name(array), Sort::Int, terms.symbol_range(array));
        conditions.push(predicate.of(terms, terms.sym(element)));
        Piece { from, to, element, predicates: vec![predicate.clone()] }
    }

    /// A part of it with a value of its own.
    fn part(&self, terms: &Terms, from: &Int, to: &Int, conditions: &mut Vec<Term>) -> Piece {
        let info = terms.info(self.element);
        let element = terms.symbol(info.name, info.sort, info.range);
        conditions.extend(self.predicates.iter().map(|p| p.of(terms, terms.sym(element))));
        Piece { from: from.clone(), to: to.clone(), element, predicates: self.predicates.clone() }
    }
}

/// The indices at which elements of `array`, or of what stores made of it, are read in `conditions`.
fn indices(terms: &Terms, conditions: &[Term], array: Symbol) -> Vec<Term> {
    let mut found = Vec::new();
    terms.visit(conditions.iter().copied(), &mut |_, node| {
        if let Node::Select(of, index) = node
            && comes_from(terms, *of, array)
        {
            found.push(*index);
        }
    });
    found
}

/// Whether elements of `of` may be those of `array`.
fn comes_from(terms: &Terms, of: Term, array: Symbol) -> bool {
    match &*terms.node(of) {
        Node::Symbol(s) => *s == array,
        Node::Store(rest, ..) => comes_from(terms, *rest, array),
        Node::Ite(_, a, b) => comes_from(terms, *a, array) || comes_from(terms, *b, array),
        _ => false,
    }
}

/// `from ≤ index ≤ to ⇒ predicate(array[index])`, if that says anything.
fn instance(terms: &Terms, array: Symbol, index: Term, from: &Int, to: &Int, predicate: &Predicate) -> Option<Term> {
    let read = predicate.of(terms, terms.select(terms.sym(array), index));
    let (from, to) = (terms.int(from.clone()), terms.int(to.clone()));
    let outside = [terms.cmp(Cmp::Lt, index, from), terms.cmp(Cmp::Gt, index, to)];
    let condition = terms.or(vec![outside[0], outside[1], read]);
    (terms.as_bool(condition) != Some(true)).then_some(condition)
}
