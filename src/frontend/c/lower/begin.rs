//! What objects hold when they come into being.

use super::memory::{Cell, Content, Outer, Place};
use super::pointer::Pointer;
use super::scope::{Fallible, Lowering};
use crate::frontend::c::layout::{Path, Step};
use crate::frontend::c::points_to::Reach;
use crate::frontend::c::tree::Type;
use crate::program::{InputKind, Rows};
use crate::source::Bytes;
use crate::term::{Int, Range, Sort, Symbol, Term};

/// When first values are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// Before everything else.
    Before,
    /// Where execution stands.
    Now,
}

/// Which of a leaf's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Which {
    Value,
    Object,
    Row,
    Index,
}

impl<'a> Lowering<'a> {
    /// A first value for a variable.
    pub fn begin_variable(&mut self, variable: Symbol, value: Term, when: When) {
        match when {
            When::Before => self.flow.prologue.push((variable, value, self.flow.span)),
            When::Now => self.flow.assign(variable, value),
        }
    }

    pub fn begin_cell(&mut self, object: usize, path: &Path, which: Which, value: Term, when: When) {
        let Some(leaf) = self.objects[object].leaves.get_mut(path) else { return };
        let cell: &mut Cell = match (&mut leaf.content, which) {
            (Content::Int { cell, .. }, Which::Value) => cell,
            (Content::Pointer { object, .. }, Which::Object) => object,
            (Content::Pointer { row, .. }, Which::Row) => row,
            (Content::Pointer { index, .. }, Which::Index) => index,
            _ => return,
        };
        match cell.variable {
            Some(variable) => self.begin_variable(variable, value, when),
            None => cell.content = value,
        }
    }

    pub fn paths(&self, object: usize) -> Vec<Path> {
        self.objects[object].leaves.keys().cloned().collect()
    }

    /// Everything is 0 and null.
    pub fn begin_zero(&mut self, object: usize, when: When) {
        for path in self.paths(object) {
            let is_pointer = matches!(self.objects[object].leaves[&path].content, Content::Pointer { .. });
            if is_pointer && !self.is_bytes(object) {
                let null = Reach { null: true, ..Reach::default() };
                self.foreseen_pointer(self.objects[object].key, &path, &null, false, false);
            }
            self.begin_leaf_zero(object, &path, when);
        }
    }

    /// A leaf is 0 or null.
    pub fn begin_leaf_zero(&mut self, object: usize, path: &Path, when: When) {
        let array = self.objects[object].leaves[path].array;
        let zero = if array { self.rules.terms.table(vec![]) } else { self.rules.terms.int(0) };
        for which in [Which::Value, Which::Object, Which::Row, Which::Index] {
            self.begin_cell(object, path, which, zero, when);
        }
    }

    /// The pointers of an object are variables, whatever else assigns to them.
    pub fn store_pointers(&mut self, object: usize) {
        for path in self.paths(object) {
            if matches!(self.objects[object].leaves[&path].content, Content::Pointer { .. }) {
                self.foreseen_store(self.objects[object].key, &path);
            }
        }
    }

    /// Everything is arbitrary, and pointers point nowhere.
    pub fn begin_unknown(&mut self, object: usize, endless: bool) {
        for path in self.paths(object) {
            let leaf = self.objects[object].leaves[&path].clone();
            if self.is_beside_bytes(object, &path) {
                let when = if endless { When::Before } else { When::Now };
                self.begin_leaf_zero(object, &path, when);
                continue;
            }
            match leaf.content {
                Content::Int { kind, bits, cell } if !leaf.array => {
                    let Some(variable) = cell.variable else { continue };
                    let range =
                        bits.map_or(kind.range(self.rules.model), |b| crate::program::type_range(b, kind.signed()));
                    self.read_uninitialised(&leaf.name, range, variable);
                }
                Content::Int { kind, bits, .. } => {
                    let range =
                        bits.map_or(kind.range(self.rules.model), |b| crate::program::type_range(b, kind.signed()));
                    let input = self.unknown_array(object, &leaf.name, &path, range, endless);
                    self.uninitialised.push(input);
                    let when = if endless { When::Before } else { When::Now };
                    self.begin_cell(object, &path, Which::Value, self.rules.terms.sym(input), when);
                }
                Content::Pointer { .. } => {
                    let wild = Reach { wild: true, ..Reach::default() };
                    self.foreseen_pointer(self.objects[object].key, &path, &wild, false, false);
                    let (object_number, zero, when) = if leaf.array {
                        let input = self.unknown_array(object, &leaf.name, &path, Range::exactly(-1), endless);
                        self.wild.push(input);
                        let when = if endless { When::Before } else { When::Now };
                        (self.rules.terms.sym(input), self.rules.terms.table(vec![]), when)
                    } else {
                        (self.rules.terms.int(-1), self.rules.terms.int(0), When::Now)
                    };
                    self.flow.is_unstored = !leaf.array;
                    self.begin_cell(object, &path, Which::Object, object_number, when);
                    self.begin_cell(object, &path, Which::Row, zero, when);
                    self.begin_cell(object, &path, Which::Index, zero, when);
                    self.flow.is_unstored = false;
                }
                Content::Volatile { .. } | Content::Unmodelled(_) => {}
            }
        }
    }

    fn unknown_array(&mut self, object: usize, name: &str, path: &[Step], range: Range, endless: bool) -> Symbol {
        let size = self.size_from(object, path, if endless { 1 } else { 0 });
        let (size, each) = if endless { (None, size) } else { (size, None) };
        self.input(name, Sort::Array, range, InputKind::Array { size, length: None, each })
    }

    /// The number of values of a leaf, if it is known.
    pub fn leaf_size(&self, object: usize, path: &[Step]) -> Option<u64> {
        self.size_from(object, path, 0)
    }

    fn size_from(&self, object: usize, path: &[Step], first: usize) -> Option<u64> {
        (first + 1..=path.len()).filter(|i| path[i - 1] == Step::Element).try_fold(1u64, |product, i| {
            let extent = self.extent(object, &path[..i])?;
            product.checked_mul(u64::try_from(self.rules.terms.as_int(extent)?).ok()?)
        })
    }

    /// What comes from outside: every integer an input. Where the object has a length that the world decides, with that.
    pub fn begin_outside(&mut self, object: usize, length: Option<Symbol>, when: When) -> Vec<Symbol> {
        let mut inputs = Vec::new();
        for path in self.paths(object) {
            let leaf = self.objects[object].leaves[&path].clone();
            if self.is_beside_bytes(object, &path) {
                self.begin_beside_outside_bytes(object, &path, when);
                continue;
            }
            match leaf.content {
                Content::Int { kind, bits, .. } => {
                    let range =
                        bits.map_or(kind.range(self.rules.model), |b| crate::program::type_range(b, kind.signed()));
                    let size = self.leaf_size(object, &path);
                    // Inner arrays make the leaf longer than the object.
                    let length = length.filter(|_| size.is_none() && self.rows_are_single(object, &path));
                    let (sort, kind) = match leaf.array {
                        true => (Sort::Array, InputKind::Array { size, length, each: None }),
                        false => (Sort::Int, InputKind::Scalar),
                    };
                    let input = self.input(&leaf.name, sort, range, kind);
                    inputs.push(input);
                    self.note_rows(input, object, &path);
                    let content = self.without_pointers(object, self.rules.terms.sym(input));
                    self.begin_cell(object, &path, Which::Value, content, when);
                }
                // What a union of pointers has is not known.
                Content::Pointer { .. } if !matches!(self.node(object, &path), Some(Type::Pointer(_))) => {
                    let what = format!("`{}`, a union of pointers that comes from outside,", leaf.name);
                    if let Some(leaf) = self.objects[object].leaves.get_mut(&path) {
                        leaf.content = Content::unmodelled(what);
                    }
                }
                Content::Pointer { .. } => self.begin_as_it_came(object, &path, when),
                Content::Volatile { .. } | Content::Unmodelled(_) => {}
            }
        }
        inputs
    }

    /// How the values of an input lie that are those of several objects.
    fn note_rows(&mut self, input: Symbol, object: usize, path: &Path) {
        let of = &self.objects[object];
        let [Outer::Family, Outer::Lengths(lengths)] = of.outer[..] else { return };
        let inner = (3..=path.len()).filter(|end| path[end - 1] == Step::Element);
        let each =
            inner.map(|end| self.rules.terms.as_int(self.extent(object, &path[..end])?)).product::<Option<Int>>();
        // The lengths of bytes count these.
        if let Some(each) = if of.bytes { Some(Int::ONE) } else { each } {
            let stride = (Int::ONE << 64) * each.clone();
            self.flow.program.rows.insert(input, Rows { stride, lengths, each });
        }
    }

    /// An integer that comes from outside and is not negative.
    pub fn begin_not_negative(&mut self, object: usize) -> Option<Symbol> {
        let mut made = None;
        for path in self.paths(object) {
            let leaf = self.objects[object].leaves[&path].clone();
            let Content::Int { kind, .. } = leaf.content else { continue };
            let range = Range { lo: Some(Int::ZERO), ..kind.range(self.rules.model) };
            let input = self.input(&leaf.name, Sort::Int, range, InputKind::Scalar);
            self.begin_cell(object, &path, Which::Value, self.rules.terms.sym(input), When::Now);
            made = Some(input);
        }
        made
    }

    pub fn rows_are_single(&self, object: usize, path: &[Step]) -> bool {
        let outer = self.objects[object].outer.len();
        path.iter().filter(|s| **s == Step::Element).count() == outer || self.objects[object].leaves.len() == 1
    }

    /// The first value of a pointer that is declared here.
    pub fn begin_pointer(&mut self, place: &Place, p: Pointer, span: Bytes) -> Fallible<()> {
        let array = self.leaf(place).is_some_and(|leaf| leaf.array);
        if self.is_bytes(place.object) {
            return self.store_pointer_bytes(place, &p, span);
        }
        if array {
            return self.store_pointer(place, &p, false, span);
        }
        self.store_pointer(place, &p, true, span)?;
        if !self.held(self.objects[place.object].key, &place.path).stored {
            let p = self.keep_pointer(p);
            for (which, term) in [(Which::Object, p.object), (Which::Row, p.row), (Which::Index, p.index.term)] {
                self.begin_cell(place.object, &place.path, which, term, When::Now);
            }
        }
        Ok(())
    }

    /// A new instance of an object whose declaration runs again: the first has number 0.
    pub fn begin_instance(&mut self, object: usize) {
        let Some(Outer::Instances(number)) = self.objects[object].outer.first().copied() else { return };
        let terms = self.rules.terms;
        self.flow.prologue.push((number, terms.int(-1), self.flow.span));
        self.flow.assign(number, terms.offset(terms.sym(number), 1));
    }
}
