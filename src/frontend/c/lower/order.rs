//! Accesses between which C has no order: two to one object, one of them a store, are undefined (C11 6.5p2).
//!
//! Where two operands meet that are unsequenced, it is a check that none of one changes what the other touches.

use super::memory::Place;
use super::place::Target;
use super::scope::{Entity, Fallible, Lowering};
use super::value::Operand;
use crate::frontend::c::facts::{self, Extent};
use crate::frontend::c::layout::Step;
use crate::frontend::c::tree::{Expr, ExprKind, Seen, Storage, Type, Unary, VariableId};
use crate::program::Check;
use crate::source::Bytes;
use crate::term::{Int, Term};
use std::ops::Range;

/// What is said where calls or other effects happen in an order that C leaves open.
const OPEN_ORDER: &str = "where C leaves the order of operands open, they are evaluated as Clang does: from left to right, \
    and the right operand of an assignment before the left one";

/// More accesses in one expression are not compared.
const MOST_ACCESSES: usize = 256;

impl<'a> Lowering<'a> {
    /// Operands that C gives no order, from left to right, each lowered by `f` with its number.
    pub fn unsequenced(
        &mut self,
        operands: &'a [Expr],
        mut f: impl FnMut(&mut Self, usize, &'a Expr) -> Fallible<Operand>,
    ) -> Fallible<Vec<Operand>> {
        self.note_open_order(&operands.iter().map(|e| (e, true)).collect::<Vec<_>>());
        let first = self.noted();
        let mut values = Vec::new();
        for (i, operand) in operands.iter().enumerate() {
            let second = self.noted();
            let value = f(self, i, operand)?;
            self.check_order(first, second, operand.span)?;
            let later: Vec<&Expr> = operands[i + 1..].iter().collect();
            self.steady_accesses(first, &later);
            values.push(later.into_iter().fold(value, |value, later| self.steady_operand(value, later)));
        }
        Ok(values)
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
        let terms = self.rules.terms;
        let mut apart = Vec::new();
        for x in &self.accesses.noted[a] {
            for y in &self.accesses.noted[b.clone()] {
                let is_conflict = match stores {
                    true => x.is_store && y.is_store && !x.settled,
                    false => x.is_store || y.is_store,
                };
                if !is_conflict {
                    continue;
                }
                let (Some(left), Some(right)) = (&x.places, &y.places) else {
                    return self.refuse("a statement expression in no order with another access", span);
                };
                for (c, p) in left {
                    for (d, q) in right {
                        let Some(holds) = self.are_apart(p, q) else {
                            let what = "an expression that accesses a whole and a part of it in no order";
                            return self.refuse(what, span);
                        };
                        if terms.as_bool(holds) == Some(true) {
                            continue;
                        }
                        apart.push(terms.implies(terms.and(vec![x.guard, y.guard, *c, *d]), holds));
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
        if self.is_bytes(p.object) {
            return self.are_bytes_apart(p, q);
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
    /// which the others cannot be told apart. With each comes whether its value is read, and not only where it is.
    pub fn note_open_order(&mut self, operands: &[(&'a Expr, bool)]) {
        if self.flow.library_call.is_some() {
            return;
        }
        let calls = operands.iter().filter(|(e, _)| has_call(e)).count();
        // A function may change what another operand reads.
        let is_given = |e: &Expr, given: &[VariableId]| given.iter().any(|id| facts::reads(self.tree, e, *id, true));
        let is_seen = |i: usize| {
            let e = operands[i].0;
            let Some(extent) = facts::changed_by_calls(self.tree, &self.changing, e) else { return false };
            let given = if extent == Extent::Anything { self.addresses(e) } else { vec![] };
            let mut others = (0..operands.len()).filter(|j| *j != i).map(|j| operands[j]);
            others.any(|(e, is_read)| self.can_be_seen(e, is_read, extent) || is_read && is_given(e, &given))
        };
        // What a function reads another operand may change.
        let is_looked_at = |i: usize| {
            let mut others = (0..operands.len()).filter(|j| *j != i).map(|j| operands[j].0);
            facts::calls_looking(self.tree, &self.looking, operands[i].0) && others.any(|e| self.stores_visibly(e))
        };
        let is_open = |i: usize| is_seen(i) || is_looked_at(i);
        if calls > 1 || (0..operands.len()).any(is_open) {
            self.results.insert(OPEN_ORDER.to_string());
        }
    }

    /// The variables of which an expression takes the address, which a function may be given.
    fn addresses(&self, e: &'a Expr) -> Vec<VariableId> {
        let mut found = vec![];
        e.walk(self.tree, &mut |seen| match seen {
            Seen::Expr(Expr { kind: ExprKind::Unary(Unary::Address, of), .. }) => found.extend(facts::base(of)),
            Seen::Expr(Expr { kind: ExprKind::Variable(id), ty: Type::Array(..), .. }) => found.push(*id),
            _ => {}
        });
        found
    }

    /// Whether an expression reads what functions may store to that change so much and are called beside it; its value
    /// or, as the left side of an assignment, what says where it is.
    fn can_be_seen(&self, e: &Expr, is_read: bool, extent: Extent) -> bool {
        let seen = |e: &Expr, is_read: bool| self.can_be_seen(e, is_read, extent);
        let is_array = |e: &Expr| matches!(e.ty, Type::Array(..));
        let is_changed = || match extent {
            Extent::Anything => facts::base(e).is_none_or(|id| self.is_visible(id)),
            Extent::Outside => self.may_be_written_outside(e),
        };
        let is_outside = || is_read && !is_array(e) && is_changed();
        match &e.kind {
            ExprKind::Variable(_) => is_outside(),
            ExprKind::Index(a, i) => is_outside() || seen(a, !is_array(a)) || seen(i, !is_array(i)),
            ExprKind::Member { of, arrow, .. } => is_outside() || seen(of, *arrow),
            ExprKind::Unary(Unary::Deref, p) => is_outside() || seen(p, true),
            ExprKind::Unary(Unary::Address, of) => seen(of, false),
            ExprKind::Statement(_) => true,
            _ => e.operands().into_iter().any(|e| seen(e, true)),
        }
    }

    /// Whether an expression stores to what functions may read that are called beside it, its own calls aside.
    fn stores_visibly(&self, e: &Expr) -> bool {
        let stores = match &e.kind {
            ExprKind::Assign(to, _) | ExprKind::AssignOp(_, to, _) | ExprKind::Step { operand: to, .. } => {
                facts::base(to).is_none_or(|id| self.is_visible(id))
            }
            ExprKind::Statement(_) => true,
            _ => false,
        };
        stores || e.operands().into_iter().any(|e| self.stores_visibly(e))
    }

    /// Whether functions that are called here can store to a variable.
    fn is_visible(&self, id: VariableId) -> bool {
        let v = self.tree.variable(id);
        let is_pointed_to = match self.lookup(id) {
            Some(Entity::Memory(place)) => self.points_to.is_held(self.objects[place.object].key),
            _ => false,
        };
        !v.constant && (is_pointed_to || matches!(v.storage, Storage::Global | Storage::Static))
    }
}

fn has_call(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Call { .. }) || e.operands().into_iter().any(has_call)
}
