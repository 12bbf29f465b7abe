//! What objects hold when they come into being.

use super::initializer::{Start, Values};
use super::learnt::{Path, Reach, Step};
use super::memory::{Cell, Content, Outer, Place};
use super::place::Target;
use super::pointer::Pointer;
use super::scope::{Fallible, Lowering};
use super::types::{IntKind, Type};
use super::value::Operand;
use crate::program::InputKind;
use crate::term::{Int, Range, Sort, Symbol, Term};
use lang_c::ast::Expression;
use lang_c::span::{Node, Span as Bytes};
use std::collections::BTreeMap;

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
enum Which {
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

    fn begin_cell(&mut self, object: usize, path: &Path, which: Which, value: Term, when: When) {
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

    fn paths(&self, object: usize) -> Vec<Path> {
        self.objects[object].leaves.keys().cloned().collect()
    }

    /// Everything is 0 and null.
    pub fn begin_zero(&mut self, object: usize, when: When) {
        for path in self.paths(object) {
            let array = self.objects[object].leaves[&path].array;
            let zero = if array { self.rules.terms.table(vec![]) } else { self.rules.terms.int(0) };
            let is_pointer = matches!(self.objects[object].leaves[&path].content, Content::Pointer { .. });
            if is_pointer {
                let null = Reach { null: true, ..Reach::default() };
                self.learnt.point(self.objects[object].key, &path, &null, false, false);
            }
            for which in [Which::Value, Which::Object, Which::Row, Which::Index] {
                self.begin_cell(object, &path, which, zero, when);
            }
        }
    }

    /// The pointers of an object are variables, whatever else assigns to them.
    pub fn store_pointers(&mut self, object: usize) {
        for path in self.paths(object) {
            if matches!(self.objects[object].leaves[&path].content, Content::Pointer { .. }) {
                self.learnt.store(self.objects[object].key, &path);
            }
        }
    }

    /// Everything is arbitrary, and pointers point nowhere.
    pub fn begin_unknown(&mut self, object: usize, endless: bool) {
        for path in self.paths(object) {
            let leaf = self.objects[object].leaves[&path].clone();
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
                    self.learnt.point(self.objects[object].key, &path, &wild, false, false);
                    let (object_number, zero, when) = if leaf.array {
                        let input = self.unknown_array(object, &leaf.name, &path, Range::exactly(-1), endless);
                        let when = if endless { When::Before } else { When::Now };
                        (self.rules.terms.sym(input), self.rules.terms.table(vec![]), when)
                    } else {
                        (self.rules.terms.int(-1), self.rules.terms.int(0), When::Now)
                    };
                    self.begin_cell(object, &path, Which::Object, object_number, when);
                    self.begin_cell(object, &path, Which::Row, zero, when);
                    self.begin_cell(object, &path, Which::Index, zero, when);
                }
                Content::Volatile(_) | Content::Unmodelled(_) => {}
            }
        }
    }

    fn unknown_array(&mut self, object: usize, name: &str, path: &[Step], range: Range, endless: bool) -> Symbol {
        let size = self.size_from(object, path, if endless { 1 } else { 0 });
        let (size, each) = if endless { (None, size) } else { (size, None) };
        self.input(name, Sort::Array, range, InputKind::Array { size, length: None, each })
    }

    /// The number of values of a leaf, if it is known.
    fn leaf_size(&self, object: usize, path: &[Step]) -> Option<u64> {
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
                    self.begin_cell(object, &path, Which::Value, self.rules.terms.sym(input), when);
                }
                Content::Pointer { .. } => {
                    let what = format!("`{}`, a pointer that comes from outside,", leaf.name);
                    if let Some(leaf) = self.objects[object].leaves.get_mut(&path) {
                        leaf.content = Content::Unmodelled(what);
                    }
                }
                Content::Volatile(_) | Content::Unmodelled(_) => {}
            }
        }
        inputs
    }

    /// An integer that comes from outside and is not negative.
    pub fn begin_not_negative(&mut self, object: usize) {
        for path in self.paths(object) {
            let leaf = self.objects[object].leaves[&path].clone();
            let Content::Int { kind, .. } = leaf.content else { continue };
            let range = Range { lo: Some(Int::ZERO), ..kind.range(self.rules.model) };
            let input = self.input(&leaf.name, Sort::Int, range, InputKind::Scalar);
            self.begin_cell(object, &path, Which::Value, self.rules.terms.sym(input), When::Now);
        }
    }

    fn rows_are_single(&self, object: usize, path: &[Step]) -> bool {
        let outer = self.objects[object].outer.len();
        path.iter().filter(|s| **s == Step::Element).count() == outer || self.objects[object].leaves.len() == 1
    }

    /// The values of an initialiser, and 0 elsewhere. Within objects that have instances, for the last instance.
    pub fn begin_values(&mut self, object: usize, values: Values<'a>, when: When, span: Bytes) -> Fallible<()> {
        let whole = self.whole(object);
        let mut constants: BTreeMap<(Path, Which), BTreeMap<u64, Int>> = BTreeMap::new();
        let mut rest: Vec<(Target, &'a Node<Expression>)> = Vec::new();
        for (slot, start) in values {
            let path = [whole.path.as_slice(), &slot.path].concat();
            let mut set = |which, v: Int| {
                constants.entry((path.clone(), which)).or_default().insert(slot.at, v);
            };
            let e = match start {
                Start::Byte(b) => {
                    set(Which::Value, Int::from(b as i8));
                    continue;
                }
                Start::Expression(e) => e,
            };
            let at = self.rules.terms.int(slot.at);
            let within = |t: &Target| t.choices.iter().any(|(_, p)| self.has_part(object, p, &path, slot.at));
            if rest.iter().any(|(t, _)| within(t)) {
                return self.refuse("an initialiser for a part of what already has one as a whole", e.span);
            }
            if let Type::Int(kind) = &slot.ty
                && (when == When::Before || self.looks_constant(e))
                && let Ok(v) = self.constant(e)
            {
                let v = self.stored_as(&path, object, *kind, v);
                rest.retain(|(t, _)| t.choices.iter().all(|(_, p)| p.path != path || p.index != at));
                constants.entry((path, Which::Value)).or_default().insert(slot.at, v);
                continue;
            }
            if let Type::Pointer(to) = &slot.ty
                && (when == When::Before || matches!(e.node, Expression::StringLiteral(_)))
            {
                let p = self.pointer_value(e, to)?;
                let known = |t: Term| self.rules.terms.as_int(t);
                let (Some(o), Some(row), Some(index)) = (known(p.object), known(p.row), known(p.index.term)) else {
                    return Err(self.problem("this is not a constant expression, which is required here", e.span));
                };
                set(Which::Object, o);
                set(Which::Row, row.clone());
                set(Which::Index, index.clone());
                let key = self.objects[object].key;
                self.learnt.point(key, &path, &p.reach, !row.is_zero(), !index.is_zero());
                continue;
            }
            if when == When::Before && !matches!(slot.ty, Type::Volatile(_)) {
                return Err(self.problem("this is not a constant expression, which is required here", e.span));
            }
            let (row, index) = (self.rules.terms.int(0), self.rules.terms.int(slot.at));
            let place = Place { object, path, row, index, ty: slot.ty };
            rest.push((self.target(place), e));
        }
        self.begin_constants(object, &constants, &rest, when);
        for (target, e) in rest {
            self.begin_computed(&target, e, span)?;
        }
        Ok(())
    }

    /// Whether the part of a path at a position belongs to a place that is more than that part.
    fn has_part(&self, object: usize, whole: &Place, path: &[Step], at: u64) -> bool {
        let terms = self.rules.terms;
        let inner = whole.path.len()..path.len();
        let mut elements = Int::ONE;
        for i in inner.clone().filter(|i| path[*i] == Step::Element) {
            let Some(n) = self.extent(object, &path[..=i]).and_then(|n| terms.as_int(n)) else { return false };
            elements *= n;
        }
        let first = terms.as_int(whole.index).map(|i| i * &elements);
        let inside = first.is_some_and(|first| first <= Int::from(at) && Int::from(at) < first + elements);
        !inner.is_empty() && path.starts_with(&whole.path) && inside
    }

    /// What an integer of a kind makes of the leaf it is stored to: the bytes above a member of a union are 0.
    fn stored_as(&self, path: &Path, object: usize, kind: IntKind, v: Int) -> Int {
        let model = self.rules.model;
        let v = self.fitting(&v, kind, None);
        match self.objects[object].leaves.get(path).map(|leaf| &leaf.content) {
            Some(Content::Int { kind: stored, .. }) if kind.storage_bits(model) < stored.storage_bits(model) => {
                self.fitting(&v, kind.unsigned_version(), None)
            }
            _ => v,
        }
    }

    /// The tables and constants a leaf starts with, where something does.
    fn begin_constants(
        &mut self,
        object: usize,
        constants: &BTreeMap<(Path, Which), BTreeMap<u64, Int>>,
        rest: &[(Target, &'a Node<Expression>)],
        when: When,
    ) {
        for path in self.paths(object) {
            let leaf = self.objects[object].leaves[&path].clone();
            let computed = rest.iter().any(|(t, _)| t.choices.iter().any(|(_, p)| path.starts_with(&p.path)));
            let partly = |p: &Place| match (&p.ty, &leaf.content) {
                (Type::Int(kind), Content::Int { kind: stored, .. }) => kind != stored,
                _ => false,
            };
            let partly = rest.iter().any(|(t, _)| t.choices.iter().any(|(_, p)| p.path == path && partly(p)));
            if computed && !leaf.array && !partly {
                continue;
            }
            if computed {
                self.learnt.store(self.objects[object].key, &path);
            }
            let given = |which| constants.get(&(path.clone(), which));
            let parts: &[Which] = match leaf.content {
                Content::Int { .. } => &[Which::Value],
                Content::Pointer { .. } => &[Which::Object, Which::Row, Which::Index],
                Content::Volatile(_) | Content::Unmodelled(_) => &[],
            };
            if parts.len() == 3 {
                let all = given(Which::Object).map(|g| g.len() as u64);
                if !leaf.array && all.is_none() || leaf.array && all != self.leaf_size(object, &path) {
                    let null = Reach { null: true, ..Reach::default() };
                    self.learnt.point(self.objects[object].key, &path, &null, false, false);
                }
            }
            for which in parts {
                let values = given(*which);
                let term = match (&leaf.content, leaf.array) {
                    (Content::Int { kind, bits, .. }, _) => {
                        let (kind, bits) = (*kind, *bits);
                        let fit = |v: &Int| self.fitting(v, kind, bits);
                        self.first_value(values, leaf.array, fit)
                    }
                    _ => self.first_value(values, leaf.array, Int::clone),
                };
                self.begin_cell(object, &path, *which, term, when);
            }
        }
    }

    fn fitting(&self, v: &Int, kind: IntKind, bits: Option<u32>) -> Int {
        let v = self.rules.convert(self.rules.int(v.clone(), IntKind::LongLong), kind);
        let v = bits.map_or(v.clone(), |bits| self.rules.wrap_to(v.term, &v.range, bits, kind));
        v.constant(self.rules.terms).expect("a converted constant")
    }

    fn first_value(&self, values: Option<&BTreeMap<u64, Int>>, array: bool, fit: impl Fn(&Int) -> Int) -> Term {
        let terms = self.rules.terms;
        if !array {
            return terms.int(values.and_then(|v| v.get(&0)).map_or(Int::ZERO, fit));
        }
        let mut table = Vec::new();
        for (at, v) in values.into_iter().flatten() {
            let v = fit(v);
            if !v.is_zero() {
                table.resize(*at as usize, Int::ZERO);
                table.push(v);
            }
        }
        terms.table(table)
    }

    /// A part whose first value has to be computed.
    fn begin_computed(&mut self, target: &Target, e: &'a Node<Expression>, span: Bytes) -> Fallible<()> {
        if let Some((symbol, kind)) = self.simple(target)
            && self.read_directly(e, symbol, kind)?
        {
            return Ok(());
        }
        let value = self.converted(e, &target.ty)?;
        match (&value, target.choices.as_slice()) {
            (Operand::Pointer(p), [(_, place)]) => self.begin_pointer(place, p.clone(), span),
            _ => self.write(target, &value, span),
        }
    }

    /// The first value of a pointer that is declared here.
    pub fn begin_pointer(&mut self, place: &Place, p: Pointer, span: Bytes) -> Fallible<()> {
        let array = self.leaf(place).is_some_and(|leaf| leaf.array);
        if array {
            return self.store_pointer(place, &p, false, span);
        }
        self.store_pointer(place, &p, true, span)?;
        if !self.learnt.held(self.objects[place.object].key, &place.path).stored {
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
