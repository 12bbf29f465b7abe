//! Cells, which hold the values of variables and of what is allocated.
//!
//! A pointer is the number of a cell. Which cells a pointer may lead to is found by lowering the program again until
//! nothing is stored anywhere that was not stored there before; it is kept for each part of each cell.

use super::Lowering;
use super::layout::{Kind, Leaf};
use super::value::{Cells, Part, Value};
use crate::frontend::microc::types::Type;
use crate::term::{Range, Sort, Symbol, Term};

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

impl Lowering<'_> {
    /// The next cell by number. It has room for many where this may be met again while pointers lead there.
    pub fn cell(&mut self, name: &str, ty: Type, is_variable: bool, is_pointed: bool) -> usize {
        let is_many = is_pointed && self.loops > 0;
        let kind =
            CellKind { name: self.qualified(name), ty: self.checked.types.of(ty), is_variable, is_pointed, is_many };
        self.met += 1;
        match self.known.cells.get(self.met - 1) {
            // The same things are met in the same order each time.
            Some(known) => expected!(*known == kind),
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

    /// Which instance of a cell is the one that lives.
    pub fn last_instance(&self, number: usize) -> Term {
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
}
