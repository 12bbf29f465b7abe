//! When objects live: what pointers into the others must not be used for.
//!
//! Only what may be pointed to afterwards has a variable that says whether it lives, see [`Mortal`]. A pointer to a
//! variable whose block runs more than once was made in one of these runs, whose number its row has in front.

use super::memory::Outer;
use super::pointer::Pointer;
use super::scope::Lowering;
use crate::frontend::c::layout::Step;
use crate::frontend::c::points_to::{Mortal, ObjectKey, Region};
use crate::program::Check;
use crate::source::Bytes;
use crate::term::{Int, Range, Sort, Symbol, Term};

/// Rows whose length varies lie this far apart.
const FAR: usize = 64;

/// A variable of an open block that is mortal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lived {
    pub key: ObjectKey,
    /// The block.
    pub block: usize,
}

impl<'a> Lowering<'a> {
    /// What says whether a mortal object lives: the number of the current run of its block, of the last instance that
    /// lives no more, or whether it, or an instance, was freed.
    pub fn life(&mut self, key: ObjectKey) -> Option<(Mortal, Symbol)> {
        let mortal = self.points_to.mortal(key)?;
        if let Some(known) = self.lives.get(&key) {
            return Some((mortal, *known));
        }
        let terms = self.rules.terms;
        let name = match (self.object_of.get(&key), self.points_to.outline(key)) {
            (Some(object), _) => self.objects[*object].name.clone(),
            (None, Some(outline)) => outline.name.clone(),
            (None, None) => "memory".to_string(),
        };
        let (sort, range, first) = match mortal {
            Mortal::Freed { instances: true } | Mortal::Calls => (Sort::Array, Range::new(0, 1), terms.table(vec![])),
            Mortal::Freed { instances: false } | Mortal::Once => (Sort::Int, Range::new(0, 1), terms.int(0)),
            Mortal::Instances => (Sort::Int, Range::at_least(-1), terms.int(-1)),
            Mortal::Rounds => (Sort::Int, Range::at_least(0), terms.int(0)),
        };
        let suffix = match mortal {
            Mortal::Freed { .. } => "freed",
            Mortal::Once | Mortal::Instances | Mortal::Calls | Mortal::Rounds => "ended",
        };
        let symbol = terms.symbol(format!("{name}.{suffix}"), sort, range);
        self.flow.program.variables.push(symbol);
        self.flow.prologue.push((symbol, first, self.flow.span));
        self.lives.insert(key, symbol);
        Some((mortal, symbol))
    }

    /// Whether what a pointer points to lives, given that it points to this region; nothing if it always does.
    fn alive(&mut self, number: usize, p: &Pointer) -> Option<Term> {
        let Region::Part(key, path) = self.names.region_of(number).clone() else { return None };
        let (mortal, symbol) = self.life(key)?;
        let terms = self.rules.terms;
        let life = terms.sym(symbol);
        let zero = terms.int(0);
        Some(match mortal {
            Mortal::Freed { instances: false } | Mortal::Once => terms.eq(life, zero),
            Mortal::Freed { instances: true } | Mortal::Calls => {
                terms.eq(terms.select(life, self.instance(key, &path, p)), zero)
            }
            Mortal::Instances => terms.lt(life, self.instance(key, &path, p)),
            Mortal::Rounds => match self.rows(key, &path) {
                rows if rows == Int::ONE => terms.eq(p.row, life),
                rows => {
                    let first = terms.scale(life, rows.clone());
                    terms.and(vec![terms.le(first, p.row), terms.lt(p.row, terms.add(first, terms.int(rows)))])
                }
            },
        })
    }

    /// The instance that a pointer points into.
    pub fn instance(&mut self, key: ObjectKey, path: &[Step], p: &Pointer) -> Term {
        let terms = self.rules.terms;
        match path.len() {
            0 | 1 => p.index.term,
            n => match self.product(key, path, 1..n - 1) {
                rows if rows == Int::ONE => p.row,
                rows => terms.div(p.row, terms.int(rows)),
            },
        }
    }

    /// How many rows there are of the innermost array on a path.
    fn rows(&mut self, key: ObjectKey, path: &[Step]) -> Int {
        self.product(key, path, 0..path.len().saturating_sub(1))
    }

    fn product(&mut self, key: ObjectKey, path: &[Step], steps: std::ops::Range<usize>) -> Int {
        let Some(object) = self.early_object(key) else {
            return Int::ONE;
        };
        let elements = steps.filter(|i| path[*i] == Step::Element);
        let length = |i: usize| self.extent(object, &path[..=i]).and_then(|n| self.rules.terms.as_int(n));
        elements.map(|i| length(i).unwrap_or(Int::ONE << FAR).max(Int::ONE)).fold(Int::ONE, |all, n| all * n)
    }

    /// The row of a pointer that is made now to a part of an object: it tells in which run of the object's block.
    pub fn row_of_now(&mut self, key: ObjectKey, path: &[Step], row: Term) -> Term {
        match self.life(key) {
            Some((Mortal::Rounds, symbol)) => {
                let (terms, rows) = (self.rules.terms, self.rows(key, path));
                terms.add(row, terms.scale(terms.sym(symbol), rows))
            }
            _ => row,
        }
    }

    /// The row of a pointer to a region, and in front of that the run of the object's block in which it was made.
    pub fn row_and_run(&mut self, number: usize, p: &Pointer) -> (Term, Term) {
        let terms = self.rules.terms;
        let zero = terms.int(0);
        let Region::Part(key, path) = self.names.region_of(number).clone() else { return (p.row, zero) };
        match self.points_to.mortal(key) {
            Some(Mortal::Rounds) => match self.rows(key, &path) {
                rows if rows == Int::ONE => (zero, p.row),
                rows => (terms.modulo(p.row, terms.int(rows.clone())), terms.div(p.row, terms.int(rows))),
            },
            _ => (p.row, zero),
        }
    }

    /// The row of a pointer to a region of an object that lives.
    pub fn row_alive(&mut self, number: usize, p: &Pointer) -> Term {
        let Region::Part(key, path) = self.names.region_of(number).clone() else { return p.row };
        match self.life(key) {
            Some((Mortal::Rounds, symbol)) => {
                let (terms, rows) = (self.rules.terms, self.rows(key, &path));
                match rows == Int::ONE {
                    true => terms.int(0),
                    false => terms.sub(p.row, terms.scale(terms.sym(symbol), rows)),
                }
            }
            _ => p.row,
        }
    }

    /// The row of a pointer to a region that is made of one, by its row and run.
    pub fn row_with_run(&mut self, number: usize, row: Term, run: Term) -> Term {
        let Region::Part(key, path) = self.names.region_of(number).clone() else { return row };
        match self.points_to.mortal(key) {
            Some(Mortal::Rounds) => {
                let rows = self.rows(key, &path);
                self.rules.terms.add(row, self.rules.terms.scale(run, rows))
            }
            _ => row,
        }
    }

    /// Owes that what a pointer points to lives, where a condition holds. Null pointers and what never was a pointer
    /// are none to anything that is dead.
    pub fn check_alive(&mut self, p: &Pointer, condition: Term, span: Bytes) {
        // Who names an array is in its block.
        if !p.of_array {
            self.owe_alive(Check::Lifetime, p, condition, span);
        }
    }

    /// Owes that what is freed was not freed before.
    pub fn check_freed_once(&mut self, p: &Pointer, span: Bytes) {
        self.owe_alive(Check::DoubleFree, p, self.rules.terms.bool(true), span);
    }

    fn owe_alive(&mut self, check: Check, p: &Pointer, condition: Term, span: Bytes) {
        if !self.points_to.has_mortals() {
            return;
        }
        let terms = self.rules.terms;
        let single = p.reach.regions.len() == 1 && !p.reach.null && !p.reach.wild;
        let mut all = vec![];
        for number in p.reach.regions.clone() {
            if let Some(alive) = self.alive(number, p) {
                let here = if single { terms.bool(true) } else { terms.eq(p.object, terms.int(number)) };
                all.push(terms.implies(here, alive));
            }
        }
        let place = self.place(span);
        let holds = terms.implies(condition, terms.and(all));
        self.at(place, |this| this.flow.owe(check, holds));
    }

    /// The same of two pointers that are compared for equality: with the null pointer each can be.
    pub fn check_both_alive(&mut self, a: &Pointer, b: &Pointer, span: Bytes) {
        let terms = self.rules.terms;
        let not_null = |p: &Pointer| terms.cmp(crate::term::Cmp::Ne, p.object, terms.int(0));
        let (first, second) = (not_null(a), not_null(b));
        self.check_alive(a, second, span);
        self.check_alive(b, first, span);
    }

    /// A variable begins in the open block, whose end it may be pointed to after.
    pub fn begin_life(&mut self, key: ObjectKey) {
        let dies = !matches!(self.points_to.mortal(key), None | Some(Mortal::Freed { .. }));
        if !dies || self.frames.is_empty() {
            return;
        }
        let frame = self.frame();
        let block = frame.blocks.last().copied().unwrap_or(0);
        frame.lived.push(Lived { key, block });
        if !frame.mortals.contains(&key) {
            frame.mortals.push(key);
        }
    }

    /// The number of the last instance of an object.
    fn last_instance(&self, key: ObjectKey) -> Option<Symbol> {
        let object = self.object_of.get(&key)?;
        match self.objects[*object].outer.first() {
            Some(Outer::Instances(number)) => Some(*number),
            _ => None,
        }
    }

    /// What a call gives lives until the end of the expression it is in.
    pub fn begin_passing(&mut self, key: ObjectKey) {
        if self.points_to.mortal(key).is_some() && !self.frames.is_empty() {
            self.frame().passing.push(key);
        }
    }

    /// The end of a statement, and of what calls gave in it.
    pub fn end_passing(&mut self) {
        let passing = self.frames.last_mut().map(|frame| std::mem::take(&mut frame.passing)).unwrap_or_default();
        if self.flow.is_live() {
            self.end_all(&passing);
        }
    }

    /// Memory that lives as long as the call of the function that is open.
    pub fn begin_life_of_call(&mut self, key: ObjectKey) {
        if self.points_to.mortal(key).is_some() && !self.frame().mortals.contains(&key) {
            self.frame().mortals.push(key);
        }
    }

    /// The end of all blocks of a function: its variables live no more.
    pub fn end_all(&mut self, mortals: &[ObjectKey]) {
        mortals.iter().for_each(|key| self.end_life(*key));
    }

    /// The end of the open blocks beyond the first so many mortal variables. Those of the outermost block die where the
    /// function ends.
    pub fn end_lives(&mut self, left: usize) {
        if !self.flow.is_live() {
            return;
        }
        let outermost = self.frame().blocks.first().copied();
        let due = self.frame().lived.get(left..).unwrap_or_default().to_vec();
        for lived in due.iter().rev().filter(|lived| lived.block != 0 && Some(lived.block) != outermost) {
            self.end_life(lived.key);
        }
    }

    /// A variable lives no more.
    pub fn end_life(&mut self, key: ObjectKey) {
        let Some((mortal, symbol)) = self.life(key) else { return };
        let terms = self.rules.terms;
        let value = match mortal {
            Mortal::Once => terms.int(1),
            Mortal::Rounds => terms.offset(terms.sym(symbol), 1),
            Mortal::Calls => match self.instance_of_this_call(key) {
                Some(instance) => terms.store(terms.sym(symbol), instance, terms.int(1)),
                None => return,
            },
            Mortal::Instances => match self.last_instance(key) {
                Some(instance) => terms.sym(instance),
                None => return,
            },
            Mortal::Freed { .. } => return,
        };
        self.flow.assign(symbol, value);
    }
}
