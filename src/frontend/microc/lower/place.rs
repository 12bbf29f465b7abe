//! Places: parts of what cells hold, to be read and stored to.

use super::Lowering;
use super::layout::Leaf;
use super::value::{Part, Value};
use crate::frontend::microc::types::Type;
use crate::program::Check;
use crate::term::{Int, Symbol, Term};

/// A place where a value is: a part of one of several cells.
#[derive(Clone, Debug)]
pub struct Place {
    /// The type of what is there.
    pub ty: Type,
    /// The cells, each with when it is that one; of the last one the others leave no choice.
    cells: Vec<(usize, Term)>,
    /// Which instance of it.
    instance: Term,
    /// The first of its parts.
    first: usize,
    /// Which elements of the arrays around it, the outermost first.
    indices: Vec<Term>,
    /// Whether a variable is named, whose instance is the one that lives.
    is_named: bool,
}

impl Lowering<'_> {
    /// The place of a variable or of what was just allocated.
    pub fn whole(&self, number: usize) -> Place {
        let cell = &self.cells[number - 1];
        Place {
            ty: cell.ty,
            cells: vec![(number, self.terms.bool(true))],
            instance: self.last_instance(number),
            first: 0,
            indices: vec![],
            is_named: true,
        }
    }

    /// Where a pointer leads, which is not null.
    pub fn followed(&mut self, pointer: &Value, to: Type) -> Place {
        let terms = self.terms;
        let cell = pointer.term();
        self.flow.owe(Check::Null, terms.cmp(crate::term::Cmp::Ne, cell, terms.int(0)));
        let all = pointer.parts[0].cells.iter().copied().filter(|number| *number > 0);
        let cells = all.map(|number| (number, terms.eq(cell, terms.int(number))));
        let cells = cells.filter(|(_, when)| terms.as_bool(*when) != Some(false)).collect();
        let instance = pointer.parts.get(1).map_or(terms.int(0), |part| part.term);
        Place { ty: to, cells, instance, first: 0, indices: vec![], is_named: false }
    }

    /// A field of what is at a place.
    pub fn field_of(&self, place: Place, first: usize, ty: Type) -> Place {
        Place { first: place.first + first, ty, ..place }
    }

    /// An element of what is at a place.
    pub fn element_of(&mut self, place: Place, index: Term, ty: Type) -> Place {
        let skipped = self.leaves(place.ty).len() - self.leaves(ty).len();
        let indices = [place.indices, vec![index]].concat();
        Place { first: place.first + skipped, indices, ty, ..place }
    }

    /// The place as it is now, whatever is assigned later.
    pub fn keep_place(&mut self, place: Place) -> Place {
        let cells = place.cells.into_iter().map(|(number, when)| (number, self.keep_term(when))).collect();
        let instance = self.keep_term(place.instance);
        let indices = place.indices.into_iter().map(|index| self.keep_term(index)).collect();
        Place { cells, instance, indices, ..place }
    }

    /// Checks that what is at a place has a value.
    pub fn need_value(&mut self, place: &Place) {
        let terms = self.terms;
        for (number, when) in &place.cells {
            let cell = &self.cells[number - 1];
            let is_last = place.is_named || cell.instances.is_none();
            if !cell.is_variable || is_last && self.definite.contains(number) {
                continue;
            }
            let has_value = match (cell.flag, cell.instances) {
                (Some(flag), Some(_)) => terms.eq(terms.select(terms.sym(flag), place.instance), terms.int(1)),
                (Some(flag), None) => terms.eq(terms.sym(flag), terms.int(1)),
                (None, _) => {
                    self.grown |= self.known.flags.insert(*number);
                    terms.bool(true)
                }
            };
            self.flow.owe(Check::Uninitialised, terms.implies(*when, has_value));
            if place.cells.len() == 1 && is_last {
                self.definite.insert(*number);
            }
        }
    }

    /// Where a part of a place begins among the integers of its cell.
    fn offset(&self, place: &Place, leaf: &Leaf) -> Term {
        let terms = self.terms;
        let index = place
            .indices
            .iter()
            .zip(&leaf.sizes)
            .fold(place.instance, |offset, (index, size)| terms.add(terms.scale(offset, *size), *index));
        terms.scale(index, leaf.inner(place.indices.len()))
    }

    /// What is at a place.
    pub fn read(&mut self, place: &Place) -> Value {
        let count = self.leaves(place.ty).len();
        let nothing = self.nothing(place.ty);
        let mut parts = vec![];
        for (at, nothing) in (place.first..place.first + count).zip(nothing.parts) {
            let mut read: Option<Part> = None;
            for (number, when) in place.cells.iter().rev() {
                let term = self.read_part(place, *number, at);
                let cells = self.known.contents.get(&(*number, at)).cloned().unwrap_or_default();
                read = Some(match read {
                    None => Part { term, cells },
                    Some(rest) => Part {
                        term: self.terms.ite(*when, term, rest.term),
                        cells: rest.cells.union(&cells).copied().collect(),
                    },
                });
            }
            parts.push(read.unwrap_or(nothing));
        }
        Value { ty: place.ty, parts }
    }

    fn read_part(&mut self, place: &Place, number: usize, at: usize) -> Term {
        let terms = self.terms;
        let leaf = self.leaves(self.cells[number - 1].ty)[at].clone();
        let cell = &self.cells[number - 1];
        let symbol = terms.sym(cell.symbols[at]);
        if leaf.sizes.is_empty() && cell.instances.is_none() {
            return symbol;
        }
        let is_whole = cell.instances.is_none() && place.indices.is_empty();
        let (offset, inner) = (self.offset(place, &leaf), leaf.inner(place.indices.len()));
        match leaf.sizes.len() == place.indices.len() {
            true => terms.select(symbol, offset),
            false if is_whole => symbol,
            false => self.block(symbol, offset, inner),
        }
    }

    /// Stores a value at a place, all of it at once.
    pub fn write(&mut self, place: &Place, value: &Value) {
        let terms = self.terms;
        let mut stores: Vec<(Symbol, Term)> = vec![];
        let is_only = place.cells.len() == 1;
        for (number, when) in &place.cells {
            for (i, part) in value.parts.iter().enumerate() {
                let at = place.first + i;
                if !part.cells.is_empty() {
                    let contents = self.known.contents.entry((*number, at)).or_default();
                    let before = contents.len();
                    contents.extend(&part.cells);
                    self.grown |= contents.len() > before;
                }
                let when = if is_only { terms.bool(true) } else { *when };
                stores.push((self.cells[number - 1].symbols[at], self.stored(place, (*number, at), part.term, when)));
            }
            let cell = &self.cells[number - 1];
            if let Some(flag) = cell.flag {
                let old = terms.sym(flag);
                let when = if is_only { terms.bool(true) } else { *when };
                let new = match cell.instances {
                    None => terms.ite(when, terms.int(1), old),
                    Some(_) => {
                        let is = terms.ite(when, terms.int(1), terms.select(old, place.instance));
                        terms.store(old, place.instance, is)
                    }
                };
                stores.push((flag, new));
            }
            if is_only && (place.is_named || cell.instances.is_none()) {
                self.definite.insert(*number);
            }
        }
        self.store_all(stores);
    }

    /// What holds a part of a cell after a value was stored there, if it was.
    fn stored(&mut self, place: &Place, (number, at): (usize, usize), value: Term, when: Term) -> Term {
        let terms = self.terms;
        let leaf = self.leaves(self.cells[number - 1].ty)[at].clone();
        let cell = &self.cells[number - 1];
        let old = terms.sym(cell.symbols[at]);
        let has_instances = cell.instances.is_some();
        if !has_instances && (leaf.sizes.is_empty() || place.indices.is_empty()) {
            return terms.ite(when, value, old);
        }
        let (offset, inner) = (self.offset(place, &leaf), leaf.inner(place.indices.len()));
        if leaf.sizes.len() == place.indices.len() {
            return terms.store(old, offset, terms.ite(when, value, terms.select(old, offset)));
        }
        (0..inner).fold(old, |array, i| {
            let at = terms.offset(offset, i);
            let new = terms.ite(when, terms.select(value, terms.int(i)), terms.select(old, at));
            terms.store(array, at, new)
        })
    }

    /// Several assignments, none of which sees another.
    fn store_all(&mut self, stores: Vec<(Symbol, Term)>) {
        let mut assigned = std::collections::BTreeSet::new();
        let mut late = vec![];
        for (symbol, term) in &stores {
            late.push(!assigned.is_disjoint(&self.terms.symbols(*term)));
            assigned.insert(*symbol);
        }
        let kept: Vec<(Symbol, Term)> = stores
            .into_iter()
            .zip(late)
            .map(|((symbol, term), is_late)| (symbol, if is_late { self.keep_term(term) } else { term }))
            .collect();
        for (symbol, term) in kept {
            self.flow.assign(symbol, term);
        }
    }

    /// That an index lies in the array at a place, whose length is the one it has now.
    pub fn need_index(&mut self, length: Term, index: Term) {
        let terms = self.terms;
        let inside = terms.and(vec![terms.le(terms.int(Int::ZERO), index), terms.lt(index, length)]);
        self.flow.owe(Check::Bounds, inside);
    }
}
