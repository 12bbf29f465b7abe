//! Cells, which hold the values of variables and of what is allocated, and places in them.
//!
//! A pointer is the number of a cell. Which cells a pointer may lead to is found by lowering the program again until
//! nothing is stored anywhere that was not stored there before; it is kept for each part of each cell.

use super::Lowering;
use super::layout::{Kind, Leaf};
use super::value::{Cells, Part, Value};
use crate::frontend::microc::types::Type;
use crate::program::Check;
use crate::term::{Int, Range, Sort, Symbol, Term};

/// Something that holds a value.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Of what type.
    pub ty: Type,
    /// What holds its parts.
    pub symbols: Vec<Symbol>,
    /// Counts its instances, where there may be many: the last one is as many as there are.
    pub instances: Option<Symbol>,
    /// Says whether it holds a value, if that is asked somewhere.
    pub flag: Option<Symbol>,
    /// Whether it is a variable, which begins without a value.
    pub is_variable: bool,
}

/// What is known of a cell before the program is lowered again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellKind {
    name: String,
    ty: Type,
    is_variable: bool,
    /// Whether pointers may lead there.
    is_pointed: bool,
    /// Whether there may be many instances.
    is_many: bool,
}

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
    /// The next cell by number. It has room for many where this may be met again while pointers lead there.
    pub fn cell(&mut self, name: &str, ty: Type, is_variable: bool, is_pointed: bool) -> usize {
        let is_many = is_pointed && self.loops > 0;
        let kind =
            CellKind { name: self.qualified(name), ty: self.checked.types.of(ty), is_variable, is_pointed, is_many };
        self.met += 1;
        match self.known.cells.get(self.met - 1) {
            // The same things are met in the same order each time.
            Some(known) => debug_assert_eq!(*known, kind),
            None => {
                self.grown = true;
                self.known.has_instances |= is_many;
                self.known.cells.push(kind.clone());
                self.make_cell(kind);
            }
        }
        self.met
    }

    /// Makes all cells that earlier rounds met: a pointer may lead to one before it is met.
    pub fn make_cells(&mut self) {
        self.known.cells.clone().into_iter().for_each(|kind| self.make_cell(kind));
    }

    fn make_cell(&mut self, kind: CellKind) {
        let CellKind { name, ty, is_variable, is_pointed, is_many } = kind;
        let leaves = self.leaves(ty);
        let mut symbols = vec![];
        for leaf in leaves.iter() {
            let sort = if leaf.sizes.is_empty() && !is_many { Sort::Int } else { Sort::Array };
            symbols.push(self.variable(format!("{name}{}", leaf.name), sort, self.range(leaf)));
        }
        let number = self.cells.len() + 1;
        let is_asked = self.known.flags.contains(&number);
        let sort = if is_many { Sort::Array } else { Sort::Int };
        let flag = is_asked.then(|| self.variable(format!("{name} is initialised"), sort, Range::new(0, 1)));
        let instances = is_many.then(|| {
            let counter = self.variable(format!("{name}#"), Sort::Int, Range::at_least(0));
            self.begin(counter);
            counter
        });
        if is_pointed || is_asked {
            // A way that no run takes may read it before it begins.
            for symbol in symbols.iter().chain(&flag) {
                self.begin(*symbol);
            }
        }
        self.cells.push(Cell { ty, symbols, instances, flag, is_variable });
    }

    fn range(&self, leaf: &Leaf) -> Range {
        match leaf.kind {
            Kind::Number => Range::ALL,
            Kind::Cell | Kind::Instance | Kind::Length => Range::at_least(0),
        }
    }

    fn variable(&mut self, name: String, sort: Sort, range: Range) -> Symbol {
        let symbol = self.terms.symbol(name, sort, range);
        self.flow.program.variables.push(symbol);
        symbol
    }

    fn begin(&mut self, symbol: Symbol) {
        let nothing = match self.terms.info(symbol).sort {
            Sort::Array => self.terms.table(vec![]),
            _ => self.terms.int(0),
        };
        self.flow.prologue.push((symbol, nothing, self.flow.span));
    }

    /// A cell begins to live, without a value.
    pub fn begin_cell(&mut self, number: usize) {
        let Cell { instances, flag, .. } = self.cells[number - 1].clone();
        self.definite.remove(&number);
        match (instances, flag) {
            (Some(counter), _) => self.flow.assign(counter, self.terms.offset(self.terms.sym(counter), 1)),
            (None, Some(flag)) => self.flow.assign(flag, self.terms.int(0)),
            (None, None) => {}
        }
    }

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

    fn last_instance(&self, number: usize) -> Term {
        self.cells[number - 1].instances.map_or_else(|| self.terms.int(0), |counter| self.terms.sym(counter))
    }

    /// A pointer to a cell.
    pub fn pointer_to(&self, ty: Type, number: usize) -> Value {
        let cell = Part { term: self.terms.int(number), cells: Cells::from([number]) };
        let instance = self.has_instances.then(|| self.last_instance(number).into());
        Value { ty, parts: [cell].into_iter().chain(instance).collect() }
    }

    /// The null pointer.
    pub fn null(&self, ty: Type) -> Value {
        let cell = Part { term: self.terms.int(0), cells: Cells::from([0]) };
        let instance = self.has_instances.then(|| self.terms.int(0).into());
        Value { ty, parts: [cell].into_iter().chain(instance).collect() }
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
