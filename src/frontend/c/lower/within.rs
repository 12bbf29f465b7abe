//! Which objects an expression may name or lead to, before it is lowered: what its variables are and what is held in
//! memory at any time say that.

use super::scope::{Entity, Lowering};
use crate::frontend::c::points_to::{ObjectKey, Region};
use crate::frontend::c::tree::{Expr, ExprKind, Type, Unary, VariableId};
use std::collections::BTreeSet;

/// Nothing where they can be any.
type Objects = Option<BTreeSet<ObjectKey>>;

impl<'a> Lowering<'a> {
    /// Whether functions that are not there may store to what an lvalue names.
    pub fn may_be_written_outside(&self, e: &Expr) -> bool {
        let is_written = |key| self.points_to.is_written_outside(key);
        let anything = || self.points_to.written_outside().next().is_some();
        self.within(e).map_or_else(anything, |objects| objects.into_iter().any(is_written))
    }

    /// The objects that an lvalue may name a part of.
    fn within(&self, e: &Expr) -> Objects {
        match &e.kind {
            ExprKind::Variable(id) => self.object_named(*id).map(|key| BTreeSet::from([key])),
            // Nobody stores to it.
            ExprKind::String(_) => Some(BTreeSet::new()),
            ExprKind::Index(a, i) => self.led_to([a, i].into_iter().find(|e| is_address(&e.ty))?),
            ExprKind::Unary(Unary::Deref, of) | ExprKind::Member { of, arrow: true, .. } => self.led_to(of),
            ExprKind::Member { of, arrow: false, .. } => self.within(of),
            _ => None,
        }
    }

    /// The objects that a pointer, or an array that becomes one, may lead into.
    fn led_to(&self, e: &Expr) -> Objects {
        match &e.kind {
            _ if matches!(e.ty, Type::Array(..)) && !matches!(e.kind, ExprKind::Convert(_)) => self.within(e),
            ExprKind::Constant(address) if address.is_zero() => Some(BTreeSet::new()),
            ExprKind::Unary(Unary::Address, of) => self.within(of),
            ExprKind::Convert(of) if is_address(&of.ty) || matches!(of.kind, ExprKind::Constant(_)) => self.led_to(of),
            ExprKind::Binary(_, a, b) => self.led_to([a, b].into_iter().find(|e| is_address(&e.ty))?),
            ExprKind::Comma(_, of) => self.led_to(of),
            ExprKind::Step { operand, .. } => self.held_within(operand),
            ExprKind::Conditional { yes: Some(yes), no, .. } => {
                let (mut all, others) = (self.led_to(yes)?, self.led_to(no)?);
                all.extend(others);
                Some(all)
            }
            ExprKind::Variable(_) | ExprKind::Index(..) | ExprKind::Member { .. } => self.held_within(e),
            ExprKind::Unary(Unary::Deref, _) => self.held_within(e),
            _ => None,
        }
    }

    /// The objects that the pointers may lead into which are held where an lvalue is.
    fn held_within(&self, e: &Expr) -> Objects {
        let mut found = BTreeSet::new();
        for number in self.within(e)?.into_iter().flat_map(|key| self.points_to.held_in(key)) {
            match self.names.region_of(number) {
                Region::Part(key, _) => drop(found.insert(*key)),
                Region::Around(inner, _) => found.extend(self.names.object_of(*inner)),
                Region::Function(_) | Region::Label(..) | Region::Callback(..) => {}
                Region::Number => return None,
            }
        }
        Some(found)
    }

    /// The object that a variable is; one that lives as long as the program may not have been met so far.
    fn object_named(&self, id: VariableId) -> Option<ObjectKey> {
        match self.lookup(id) {
            Some(Entity::Memory(place)) => Some(self.objects[place.object].key),
            Some(Entity::Refused(_)) => None,
            None => self.names.known(&[self.tree.variable(id).node]),
        }
    }
}

fn is_address(ty: &Type) -> bool {
    matches!(ty, Type::Pointer(_) | Type::Array(..))
}
