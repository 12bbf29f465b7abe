//! The addresses of objects: where they may be, and which have nothing in common.
//!
//! Objects that are there at the same time are apart. Variables of calls or of blocks of which one ends before the other
//! begins may be at one address, and so may allocated memory of which one block was given back before the other was made.

use super::memory::Outer;
use super::scope::Lowering;
use crate::frontend::c::facts::{Blocks, gives_back};
use crate::frontend::c::layout::{self, Step};
use crate::frontend::c::points_to::{Mortal, ObjectKey};
use crate::frontend::c::tree::{Type, Variable};
use crate::term::{Int, Symbol, Term};
use crate::world::Alias;

/// Allocated memory is aligned for everything.
const ALLOCATED: u64 = 16;

/// What the tree says of which objects are there at the same time.
#[derive(Debug)]
pub(super) struct Together {
    blocks: Blocks,
    gives_back: bool,
}

impl<'a> Lowering<'a> {
    /// The address of an object, where a condition holds, with what is known of it.
    pub fn base(&mut self, object: usize, path: &[Step], row: Term, condition: Term) -> Option<Term> {
        let terms = self.rules.terms;
        let of = &self.objects[object];
        let (key, name, declared) = (of.key, of.name.clone(), of.declared.clone());
        let has_rows = self.has_rows(object);
        let input = self.address_input(vec![key], &name, has_rows);
        let base = if has_rows { terms.select(input, self.outermost_row(object, path, row)) } else { input };
        let align = match self.names.is_allocated(key) {
            true => ALLOCATED,
            false => match self.variable_of(key) {
                Some(variable) => variable.align?,
                None => layout::plain(&declared, self.rules.model).map_or(1, |(_, align)| align.max(1)),
            },
        };
        let mut known = vec![terms.eq(terms.modulo(base, terms.int(Int::from(align))), terms.int(0))];
        if let Some(size) = self.size_now(object) {
            let end = terms.add(base, size);
            let most = self.address_kind().range(self.rules.model).hi.unwrap_or(Int::ZERO);
            known.push(terms.le(end, terms.int(most)));
            for other in self.points_to.exposed(&self.names).into_iter().filter(|k| *k != key) {
                let is_one = !has_rows || self.last_instance_of(object).is_some();
                let Some((other_base, other_size, both_live)) = self.apart_from(object, other).filter(|_| is_one)
                else {
                    continue;
                };
                let before = terms.le(end, other_base);
                let behind = terms.le(terms.add(other_base, other_size), base);
                // Of two that are declared again in each round, those of one round.
                let others = self.early_object(other).and_then(|o| self.last_instance_of(o)).filter(|_| has_rows);
                let of_round = others.map(|number| terms.eq(self.outermost_row(object, path, row), terms.sym(number)));
                let together = terms.and(of_round.into_iter().chain([both_live]).collect());
                known.push(terms.implies(together, terms.or(vec![before, behind])));
            }
        }
        known.extend(self.owned(object, base, self.outermost_row(object, path, row)));
        let known = terms.implies(condition, terms.and(known));
        self.flow.know(known);
        Some(base)
    }

    /// What is at an address: where one of many objects of a name may be, and none is given back, a table says for each
    /// address which object begins there. Two that are there at the same time do not begin at one; those of which pointers
    /// from outside say so are taken to be apart.
    fn owned(&mut self, object: usize, base: Term, row: Term) -> Vec<Term> {
        let exposed = self.points_to.exposed(&self.names);
        let are_many = |this: &mut Self, key: ObjectKey| {
            this.early_object(key).is_some_and(|object| this.has_rows(object) && this.is_always_there(object))
        };
        if !exposed.into_iter().any(|key| are_many(self, key)) {
            return vec![];
        }
        let terms = self.rules.terms;
        let said = |this: &mut Self, what: usize, name: &str, number: Term| {
            let table = this.address_input(vec![what], name, true);
            // Tables of addresses have nothing below 1.
            terms.eq(terms.select(table, base), terms.offset(number, 1))
        };
        // Variables may be where others were before them.
        let is_own = self.is_always_there(object);
        let number = terms.int(if is_own { object + 1 } else { 0 });
        let mut all = vec![said(self, usize::MAX - 2, "owner", number)];
        if is_own && self.has_rows(object) {
            self.apart_matters |= !self.names.is_allocated(self.objects[object].key);
            all.push(said(self, usize::MAX - 3, "owner.number", row));
        }
        all
    }

    /// Whether an object that was made is there until the program ends, and is no variable.
    fn is_always_there(&mut self, object: usize) -> bool {
        let (gives_back, key) = (self.together().gives_back, self.objects[object].key);
        let is_family = matches!(self.objects[object].outer.first(), Some(Outer::Family));
        let is_from_outside = is_family && self.world.alias == Alias::Apart;
        !gives_back && (is_from_outside || self.names.is_allocated(key) && !self.points_to.is_on_stack(key))
    }

    /// The address and the size of the one object of a key, if there is one only and it is there.
    pub fn single_base(&mut self, key: ObjectKey, path: &[Step], condition: Term) -> Option<(Term, Term)> {
        let object = self.early_object(key)?;
        let size = self.size_in_bytes(object).filter(|_| !self.has_rows(object))?;
        Some((self.base(object, path, self.rules.terms.int(0), condition)?, size))
    }

    /// The address and the size of another object, and when the two have nothing in common, if that is ever known.
    fn apart_from(&mut self, object: usize, other: ObjectKey) -> Option<(Term, Term, Term)> {
        let o = self.early_object(other)?;
        // Literals may share memory.
        let are_literals = self.objects[o].literal && self.objects[object].literal;
        let instance = self.last_instance_of(o);
        if are_literals || self.has_rows(o) && instance.is_none() {
            return None;
        }
        let both_live = match self.are_together(self.objects[object].key, other) {
            true => self.rules.terms.bool(true),
            false => self.both_live(object, o)?,
        };
        let size = self.size_now(o)?;
        let name = self.objects[o].name.clone();
        let input = self.address_input(vec![other], &name, instance.is_some());
        let base = instance.map_or(input, |number| self.rules.terms.select(input, self.rules.terms.sym(number)));
        Some((base, size, both_live))
    }

    /// The number of the one instance that is there of a variable that is declared again in each round.
    fn last_instance_of(&self, object: usize) -> Option<Symbol> {
        match self.objects[object].outer[..] {
            [Outer::Instances(number), Outer::Single] => {
                Some(number).filter(|_| !self.points_to.is_beside_stack(self.objects[object].key))
            }
            _ => None,
        }
    }

    /// How many bytes an object has, also where that was not known before it was made.
    fn size_now(&self, object: usize) -> Option<Term> {
        let of = &self.objects[object];
        let size = || match of.outer.as_slice() {
            [Outer::Elements(n)] if self.allocated.contains(&object) => {
                Some(self.rules.terms.scale(*n, Int::from(layout::object_size(&of.ty, self.rules.model)?)))
            }
            [Outer::Instances(_), Outer::Single] => {
                Some(self.rules.terms.int(Int::from(layout::object_size(&of.ty, self.rules.model)?)))
            }
            _ => None,
        };
        self.size_in_bytes(object).or_else(size)
    }

    /// When neither of two blocks of memory that were allocated before was given back.
    fn both_live(&mut self, object: usize, other: usize) -> Option<Term> {
        let mut live = vec![];
        for o in [object, other] {
            if !self.allocated.contains(&o) || self.points_to.is_on_stack(self.objects[o].key) {
                return None;
            }
            match self.life(self.objects[o].key) {
                None => {}
                Some((Mortal::Freed { instances: false }, freed)) => {
                    live.push(self.rules.terms.eq(self.rules.terms.sym(freed), self.rules.terms.int(0)));
                }
                Some(_) => return None,
            }
        }
        Some(self.rules.terms.and(live))
    }

    /// Whether two objects are there at the same time, whenever both have been there.
    fn are_together(&mut self, a: ObjectKey, b: ObjectKey) -> bool {
        let allocated = [a, b].map(|key| self.names.is_allocated(key));
        let on_stack = [a, b].map(|key| self.points_to.is_on_stack(key));
        if on_stack == [true, true] || on_stack.contains(&true) && allocated != [true, true] {
            // What is there until a function returns, and variables: of one call, or of the whole run.
            let [x, y] = [a, b].map(|key| self.names.way(key));
            let call = |way: &[usize]| way[..way.len().saturating_sub(2)].to_vec();
            return x.len() < 2 || y.len() < 2 || call(&x) == call(&y);
        }
        if allocated.contains(&true) {
            return allocated != [true, true] || on_stack.contains(&true) || !self.together().gives_back;
        }
        // The calls to a variable, and it; two numbers at most where it is there for the whole run.
        let (a, b) = (self.names.way(a), self.names.way(b));
        if a.len() <= 2 || b.len() <= 2 {
            return true;
        }
        let (a, b) = (&a[..a.len() - 1], &b[..b.len() - 1]);
        let Some(parted) = (0..a.len().min(b.len())).find(|i| a[*i] != b[*i]) else { return false };
        let blocks = &self.together().blocks;
        let outlives = |x: &[usize], y: &[usize]| parted + 1 == x.len() && blocks.is_there(x[parted], y[parted]);
        outlives(a, b) || outlives(b, a)
    }

    fn together(&mut self) -> &Together {
        let tree = self.tree;
        self.together.get_or_insert_with(|| Together { blocks: Blocks::new(tree), gives_back: gives_back(tree) })
    }

    /// Whether there are several objects of one name.
    pub fn has_rows(&self, object: usize) -> bool {
        matches!(self.objects[object].outer.first(), Some(Outer::Instances(_) | Outer::Family))
    }

    /// The variable that an object is.
    fn variable_of(&self, key: ObjectKey) -> Option<&'a Variable> {
        let node = match self.names.way(key)[..] {
            [node] => node,
            [.., node, _] => node,
            [] => return None,
        };
        self.tree.variables.iter().find(|v| v.node == node && !matches!(v.ty, Type::Pointer(_)))
    }
}
