//! What an expression with side effects reads and stores, noted while it is lowered.
//!
//! What a called function accesses is not noted: calls are indeterminately sequenced, which is an order, if one that C
//! leaves open. What happens only sometimes (behind `&&`, in a branch of `?:`) is noted with when it does.

use super::memory::Place;
use super::place::Target;
use super::scope::Lowering;
use crate::frontend::c::facts;
use crate::frontend::c::tree::{Expr, ExprKind, IntKind, Seen, Stmt, StmtKind};
use crate::term::{Symbol, Term};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// The accesses of the expression that is being lowered.
#[derive(Default)]
pub(super) struct Accesses {
    /// The number of open calls where they are noted; nothing is noted in others.
    depth: Option<usize>,
    pub noted: Vec<Access>,
    /// A function without a body is at work, whose accesses are its own.
    inside: bool,
}

/// A read or a store.
pub(super) struct Access {
    pub is_store: bool,
    /// It happens where this holds.
    pub guard: Term,
    /// Nothing if it may be anywhere.
    pub places: Option<Vec<(Term, Place)>>,
    /// It comes before the value of the operand that it is in, and so before an assignment of that value.
    pub settled: bool,
}

impl<'a> Lowering<'a> {
    /// Runs `f`, which lowers `e`; its accesses are noted if it has side effects and nothing else notes them already.
    pub fn ordered<T>(&mut self, e: &'a Expr, f: impl FnOnce(&mut Self) -> T) -> T {
        if self.notes() || !facts::has_side_effect(e) {
            return f(self);
        }
        let depth = Some(self.frames.len());
        let outer = std::mem::replace(&mut self.accesses, Accesses { depth, ..Accesses::default() });
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

    /// Whether accesses are noted here.
    pub fn notes(&self) -> bool {
        self.accesses.depth == Some(self.frames.len())
    }

    /// How many accesses were noted so far.
    pub fn noted(&self) -> usize {
        self.accesses.noted.len()
    }

    /// Something is read or stored.
    pub fn note_access(&mut self, is_store: bool, target: &Target) {
        // What stores to something constant ends its path by that.
        let is_constant = |(_, place): &(Term, Place)| self.objects[place.object].constant;
        if is_store || !target.choices.iter().all(is_constant) {
            self.note(is_store, Some(target.choices.clone()));
        }
    }

    fn note(&mut self, is_store: bool, places: Option<Vec<(Term, Place)>>) {
        if self.notes() && !self.accesses.inside {
            let guard = self.rules.terms.bool(true);
            self.accesses.noted.push(Access { is_store, guard, places, settled: false });
        }
    }

    /// Runs `f`, which lowers a call; its arguments are over before its value is known.
    pub fn calling<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let (first, inside) = (self.noted(), self.accesses.inside);
        let result = f(self);
        self.accesses.inside = inside;
        self.sequence_point(first, &[]);
        result
    }

    /// Runs `f`, whose accesses are noted as those of something that they are in.
    pub fn without_notes<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let inside = std::mem::replace(&mut self.accesses.inside, true);
        let result = f(self);
        self.accesses.inside = inside;
        result
    }

    /// What follows is done by a function that is called, in which the operands are over.
    pub fn inside_call(&mut self) {
        self.accesses.inside = true;
    }

    /// The accesses noted from `first` on are over before the value is known of what they are in, and before `later`.
    pub fn sequence_point(&mut self, first: usize, later: &[&Expr]) {
        self.accesses.noted.iter_mut().skip(first).for_each(|access| access.settled = true);
        self.steady_accesses(first, later);
    }

    /// A sequence point before a call, or another thing that may change anything.
    pub fn sequence_point_before_anything(&mut self, first: usize) {
        self.accesses.noted.iter_mut().skip(first).for_each(|access| access.settled = true);
        self.keep_accesses(first, &|this, term| !this.is_fixed(term));
    }

    /// Keeps where the accesses from `first` on are, if evaluating `later` could change what says so.
    pub fn steady_accesses(&mut self, first: usize, later: &[&Expr]) {
        self.keep_accesses(first, &|this, term| later.iter().any(|e| this.disturbed(term, e)));
    }

    fn keep_accesses(&mut self, first: usize, is_disturbed: &dyn Fn(&Self, Term) -> bool) {
        let end = self.noted();
        for i in first..end {
            let Access { guard, places, .. } = &self.accesses.noted[i];
            let (mut guard, mut places) = (*guard, places.clone());
            if is_disturbed(self, guard) {
                guard = self.keep_condition(guard);
            }
            for (condition, place) in places.iter_mut().flatten() {
                for term in [&mut place.row, &mut place.index] {
                    if is_disturbed(self, *term) {
                        *term = self.keep_term(*term);
                    }
                }
                if is_disturbed(self, *condition) {
                    *condition = self.keep_condition(*condition);
                }
            }
            let access = &mut self.accesses.noted[i];
            (access.guard, access.places) = (guard, places);
        }
    }

    /// A variable that says whether something that is about to happen only sometimes did; nothing where no one asks.
    pub fn sometimes(&mut self) -> Option<Symbol> {
        self.notes().then(|| {
            let flag = self.variable(self.qualified("tmp"), IntKind::Bool);
            self.flow.assign(flag, self.rules.terms.int(0));
            flag
        })
    }

    /// Runs `f`, which happens only sometimes, as a flag tells from here on.
    pub fn now<T>(&mut self, flag: Option<Symbol>, f: impl FnOnce(&mut Self) -> T) -> T {
        let Some(flag) = flag else { return f(self) };
        let (first, known) = (self.noted(), self.flow.program.variables.len());
        self.flow.assign(flag, self.rules.terms.int(1));
        let result = f(self);
        let happened = self.rules.condition(&self.rules.variable(flag, IntKind::Bool));
        self.guard_accesses(first, happened);
        self.begin_with_values(first, known);
        result
    }

    /// Gives a value to variables that are new since there were `known`, and are read to tell where accesses are:
    /// what made them may not have happened.
    fn begin_with_values(&mut self, first: usize, known: usize) {
        let terms = self.rules.terms;
        let new: FxHashSet<Symbol> = self.flow.program.variables[known..].iter().copied().collect();
        let mut read = BTreeSet::new();
        for Access { guard, places, .. } in &self.accesses.noted[first..] {
            let parts = places.iter().flatten().flat_map(|(condition, place)| [*condition, place.row, place.index]);
            for term in parts.chain([*guard]) {
                read.extend(terms.symbols(term).into_iter().filter(|s| new.contains(s)));
            }
        }
        let begun = self.flow.prologue.iter().map(|(symbol, ..)| *symbol).collect::<FxHashSet<_>>();
        let missing = read.into_iter().filter(|s| !begun.contains(s));
        let span = self.flow.span;
        self.flow.prologue.extend(missing.map(|s| (s, terms.int(0), span)));
    }

    /// The accesses noted from `first` on happen only where a condition holds.
    pub fn guard_accesses(&mut self, first: usize, condition: Term) {
        let terms = self.rules.terms;
        for access in self.accesses.noted.iter_mut().skip(first) {
            access.guard = terms.and(vec![condition, access.guard]);
        }
    }

    /// What a statement expression with branches or loops accesses, which is not followed.
    pub fn note_statements(&mut self, e: &'a Expr) {
        let mut own = FxHashSet::default();
        let mut stored = Vec::new();
        e.walk(self.tree, &mut |seen| match seen {
            Seen::Stmt(Stmt { kind: StmtKind::Declare(ids), .. }) => own.extend(ids.iter().copied()),
            Seen::Expr(Expr { kind, .. }) => match kind {
                ExprKind::Assign(to, _) | ExprKind::AssignOp(_, to, _) | ExprKind::Step { operand: to, .. } => {
                    stored.push(facts::base(to));
                }
                _ => {}
            },
            Seen::Stmt(_) => {}
        });
        let first = self.noted();
        self.note(stored.into_iter().any(|id| id.is_none_or(|id| !own.contains(&id))), None);
        self.sequence_point(first, &[]);
    }
}
