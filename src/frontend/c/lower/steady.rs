//! Values that are read before a later effect of the same expression: kept where that effect could change them.

use super::memory::Content;
use super::place::Target;
use super::scope::{Entity, Lowering};
use super::value::{Operand, Value};
use crate::frontend::c::facts::{self, Changes};
use crate::frontend::c::tree::{Expr, ExprKind, IntKind, Seen, Type};
use crate::term::{Symbol, Term};
use std::collections::BTreeSet;

impl<'a> Lowering<'a> {
    /// The value, kept in a temporary variable if evaluating `later` could change it.
    pub fn steady(&mut self, v: Value, later: &Expr) -> Value {
        if !self.disturbed(v.term, later) {
            return v;
        }
        let symbol = self.keep(&v);
        Value { term: self.rules.terms.sym(symbol), ..v }
    }

    /// The operand, kept likewise.
    pub fn steady_operand(&mut self, operand: Operand, later: &Expr) -> Operand {
        match operand {
            Operand::Int(v) => Operand::Int(self.steady(v, later)),
            Operand::Pointer(mut p) => {
                p.object = self.steady_term(p.object, later);
                p.row = self.steady_term(p.row, later);
                p.index.term = self.steady_term(p.index.term, later);
                Operand::Pointer(p)
            }
            other => other,
        }
    }

    /// The target, with its indices kept likewise.
    pub fn steady_target(&mut self, mut target: Target, later: &Expr) -> Target {
        for (condition, place) in &mut target.choices {
            place.row = self.steady_term(place.row, later);
            place.index = self.steady_term(place.index, later);
            if self.disturbed(*condition, later) {
                *condition = self.keep_condition(*condition);
            }
        }
        target
    }

    pub fn steady_term(&mut self, term: Term, later: &Expr) -> Term {
        if self.disturbed(term, later) { self.keep_term(term) } else { term }
    }

    /// A temporary variable with the value.
    pub fn keep(&mut self, v: &Value) -> Symbol {
        let symbol = self.variable(self.qualified("tmp"), v.kind);
        let term = self.rules.term(v);
        self.flow.assign(symbol, term);
        symbol
    }

    /// A temporary variable with the value of an index.
    pub fn keep_term(&mut self, term: Term) -> Term {
        let terms = self.rules.terms;
        let name = self.qualified("offset");
        let symbol = terms.symbol(name, crate::term::Sort::Int, crate::term::Range::ALL);
        self.flow.program.variables.push(symbol);
        self.temporaries.insert(symbol);
        self.flow.assign(symbol, term);
        terms.sym(symbol)
    }

    /// A condition, kept in a temporary variable.
    pub fn keep_condition(&mut self, condition: Term) -> Term {
        let number = self.rules.truth(condition);
        let kept = self.keep(&number);
        self.rules.condition(&self.rules.variable(kept, IntKind::Int))
    }

    /// Whether nothing can change what a term reads.
    pub fn is_fixed(&self, term: Term) -> bool {
        self.rules.terms.symbols(term).iter().all(|s| self.fixed.contains(s))
    }

    /// Whether evaluating `later` could change what `term` reads.
    #[inline(never)]
    pub fn disturbed(&self, term: Term, later: &Expr) -> bool {
        let changes = facts::changes(self.tree, later);
        let stores = self.calls_who_stores(later);
        if changes == Changes::Nothing && !stores {
            return false;
        }
        if self.is_fixed(term) {
            return false;
        }
        let read = self.rules.terms.symbols(term);
        if stores && self.is_any_stored_outside(&read) {
            return true;
        }
        match changes {
            Changes::Nothing => false,
            Changes::Anything => true,
            Changes::Variables(ids) => ids.into_iter().any(|id| match self.lookup(id) {
                Some(Entity::Memory(place)) => match place.ty {
                    // What it points to may be what changes.
                    Type::Pointer(_) => true,
                    _ => self.objects[place.object].leaves.values().any(|leaf| match &leaf.content {
                        Content::Int { cell, .. } => cell.variable.is_some_and(|s| read.contains(&s)),
                        Content::Pointer { .. } => true,
                        Content::Volatile { .. } | Content::Unmodelled(_) => false,
                    }),
                },
                _ => true,
            }),
        }
    }

    /// Whether an expression calls a function that is not there and may store to what it is not handed.
    #[inline(never)]
    fn calls_who_stores(&self, e: &Expr) -> bool {
        let mut found = false;
        e.walk(self.tree, &mut |seen| {
            if let Seen::Expr(call @ Expr { kind: ExprKind::Call { callee, .. }, .. }) = seen
                && let ExprKind::Function(id) = callee.kind
            {
                let id = self.tree.called(call, id);
                found |= self.is_input_function(id) && self.may_store(id);
            }
        });
        found
    }

    /// Whether some of these variables are those of objects that functions may store to which are not there.
    #[inline(never)]
    fn is_any_stored_outside(&self, read: &BTreeSet<Symbol>) -> bool {
        let objects = self.points_to.written_outside().filter_map(|key| self.object_of.get(&key));
        let leaves = objects.flat_map(|object| self.objects[*object].leaves.values());
        leaves.flat_map(|leaf| leaf.content.variables()).any(|variable| read.contains(&variable))
    }
}
