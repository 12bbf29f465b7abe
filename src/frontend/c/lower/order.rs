//! Accesses between which C has no order: two to one object, one of them a store, are undefined (C11 6.5p2).
//!
//! While an expression with side effects is lowered, its accesses are noted; where two operands meet that are
//! unsequenced, it is a check that none of one changes what the other touches. What a called function accesses is
//! not noted: calls are indeterminately sequenced, which is an order, if one that C leaves open.

use super::learnt::Step;
use super::memory::Place;
use super::place::Target;
use super::scope::{Fallible, Lowering};
use crate::frontend::c::tree::{Expr, ExprKind};
use crate::program::Check;
use crate::source::Bytes;
use crate::term::{Int, Term};
use std::ops::Range;

/// What is said where calls or other effects happen in an order that C leaves open.
const OPEN_ORDER: &str = "where C leaves the order of operands open, they are evaluated as Clang does: from left to right, \
    and the right operand of an assignment before the left one";

/// More accesses in one expression are not compared.
const MOST_ACCESSES: usize = 256;

/// The accesses of the expression that is being lowered.
#[derive(Default)]
pub(super) struct Accesses {
    /// The number of open calls where they are noted; nothing is noted in others.
    depth: Option<usize>,
    noted: Vec<Access>,
}

/// A read or a store.
struct Access {
    is_store: bool,
    places: Vec<(Term, Place)>,
}

impl<'a> Lowering<'a> {
    /// Runs `f`, which lowers `e`; its accesses are noted if it has side effects and nothing else notes them already.
    pub fn ordered<T>(&mut self, e: &'a Expr, f: impl FnOnce(&mut Self) -> T) -> T {
        let depth = self.frames.len();
        if self.accesses.depth == Some(depth) || !has_side_effect(e) {
            return f(self);
        }
        let outer = std::mem::replace(&mut self.accesses, Accesses { depth: Some(depth), noted: vec![] });
        let result = f(self);
        self.accesses = outer;
        result
    }

    /// Runs `f`, whose accesses have an order among all others.
    pub fn sequenced<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::take(&mut self.accesses);
        let result = f(self);
        self.accesses = outer;
        result
    }

    /// How many accesses were noted so far.
    pub fn noted(&self) -> usize {
        self.accesses.noted.len()
    }

    /// Something is read or stored.
    pub fn note_access(&mut self, is_store: bool, target: &Target) {
        if self.accesses.depth == Some(self.frames.len()) {
            self.accesses.noted.push(Access { is_store, places: target.choices.clone() });
        }
    }

    /// Two unsequenced operands with the accesses noted from `first` on and from `second` on: none of one may change
    /// what the other accesses.
    pub fn check_order(&mut self, first: usize, second: usize, span: Bytes) -> Fallible<()> {
        self.check_apart(first..second, second..self.noted(), false, span)
    }

    /// The store that an assignment ends with, which has no order among the stores in its operands.
    pub fn check_store(&mut self, target: &Target, operands: usize, span: Bytes) -> Fallible<()> {
        let end = self.noted();
        self.note_access(true, target);
        let checked = self.check_apart(operands..end, end..self.noted(), true, span);
        self.accesses.noted.truncate(end);
        checked
    }

    fn check_apart(&mut self, a: Range<usize>, b: Range<usize>, stores: bool, span: Bytes) -> Fallible<()> {
        if a.len() * b.len() == 0 {
            return Ok(());
        }
        if a.len() * b.len() > MOST_ACCESSES * MOST_ACCESSES {
            return self.refuse("an expression with side effects and so many accesses", span);
        }
        let mut apart = Vec::new();
        for x in &self.accesses.noted[a] {
            for y in &self.accesses.noted[b.clone()] {
                let is_conflict = if stores { x.is_store && y.is_store } else { x.is_store || y.is_store };
                if is_conflict {
                    for (c, p) in &x.places {
                        for (d, q) in &y.places {
                            match self.are_apart(p, q) {
                                Some(terms) => {
                                    apart.push(self.rules.terms.implies(self.rules.terms.and(vec![*c, *d]), terms))
                                }
                                None => {
                                    let what = "an expression that accesses a whole and a part of it in no order";
                                    return self.refuse(what, span);
                                }
                            }
                        }
                    }
                }
            }
        }
        let place = self.place(span);
        for condition in apart {
            self.at(place, |this| this.flow.owe(Check::Order, condition));
        }
        Ok(())
    }

    /// Whether two places have nothing in common; nothing where that is not known.
    fn are_apart(&self, p: &Place, q: &Place) -> Option<Term> {
        let terms = self.rules.terms;
        let is_part = p.path.starts_with(&q.path) || q.path.starts_with(&p.path);
        if p.object != q.object || !is_part {
            return Some(terms.bool(true));
        }
        if p.path == q.path {
            let same = terms.and(vec![terms.eq(p.row, q.row), terms.eq(p.index, q.index)]);
            return Some(terms.not(same));
        }
        let (whole, part) = if p.path.len() < q.path.len() { (p, q) } else { (q, p) };
        // The number of the whole that a part lies in: so many parts are in each.
        let steps = whole.path.len() + 1..=part.path.len();
        let elements = steps.filter(|i| part.path[i - 1] == Step::Element).try_fold(Int::ONE, |product, i| {
            let n = self.extent(part.object, &part.path[..i]).and_then(|n| terms.as_int(n))?;
            (!n.is_zero()).then(|| product * n)
        })?;
        let around = terms.div(self.position(part), terms.int(elements));
        Some(terms.not(terms.eq(self.position(whole), around)))
    }

    /// Operands whose order C leaves open, while it may matter: at least one calls a function or has an effect of
    /// which the others cannot be told apart.
    pub fn note_open_order(&mut self, operands: &[&'a Expr]) {
        let calls = operands.iter().filter(|e| has_call(e)).count();
        if calls > 1 && self.flow.library_call.is_none() {
            self.results.insert(OPEN_ORDER.to_string());
        }
    }
}

/// Whether evaluating an expression stores to something, calls aside.
fn has_side_effect(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Assign(..) | ExprKind::AssignOp(..) | ExprKind::Step { .. } => true,
        _ => e.operands().into_iter().any(has_side_effect),
    }
}

fn has_call(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Call { .. }) || e.operands().into_iter().any(has_call)
}
