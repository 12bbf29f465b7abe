//! First values from initialisers: tables and constants where they are, else assignments.

use super::begin::{When, Which};
use super::memory::{Content, Place};
use super::place::Target;
use super::scope::{Fallible, Lowering};
use super::value::Operand;
use crate::frontend::c::facts;
use crate::frontend::c::layout::{self, Path, Start, Step, Values};
use crate::frontend::c::points_to::Reach;
use crate::frontend::c::tree::{Expr, ExprKind, Initializer, IntKind, Refusal, Type};
use crate::source::Bytes;
use crate::term::{Int, Term};
use std::collections::BTreeMap;

impl<'a> Lowering<'a> {
    /// The parts of an object of type `ty` that an initialiser gives values to; and the type, its size filled in.
    pub fn initial_values(&self, ty: &Type, i: &'a Initializer) -> Fallible<(Values<'a>, Type)> {
        layout::initial_values(ty, i, self.rules.model).map_err(|wrong| self.problem(wrong.message, wrong.span))
    }

    /// The values of an initialiser, and 0 elsewhere. Within objects that have instances, for the last instance.
    pub fn begin_values(&mut self, object: usize, values: Values<'a>, when: When, span: Bytes) -> Fallible<()> {
        if self.is_bytes(object) {
            return self.begin_byte_values(object, values, when, span);
        }
        let whole = self.whole(object);
        let mut constants: BTreeMap<(Path, Which), BTreeMap<u64, Int>> = BTreeMap::new();
        let mut rest: Vec<(Target, &'a Expr)> = Vec::new();
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
            if let Type::Other(what) = &slot.ty {
                // A member that is not modelled is refused where it is read.
                if slot.path.is_empty() || facts::has_effects(self.tree, e) {
                    return self.refuse(what, e.span);
                }
                continue;
            }
            let within = |t: &Target| t.choices.iter().any(|(_, p)| self.has_part(object, p, &path, slot.at));
            if rest.iter().any(|(t, _)| within(t)) {
                return self.refused(&overridden(), e.span);
            }
            let constant = match &slot.ty {
                Type::Int(kind) if when == When::Before => Some(self.first_constant(e, *kind)?),
                Type::Int(kind) if facts::looks_constant(e) => self.constant_as(e, *kind).ok(),
                _ => None,
            };
            if let (Type::Int(kind), Some(v)) = (&slot.ty, constant) {
                let v = self.stored_as(&path, object, *kind, v);
                // Large tables have nothing else in them.
                if !rest.is_empty() {
                    let at = self.rules.terms.int(slot.at);
                    rest.retain(|(t, _)| t.choices.iter().all(|(_, p)| p.path != path || p.index != at));
                }
                constants.entry((path, Which::Value)).or_default().insert(slot.at, v);
                continue;
            }
            if let Type::Pointer(to) = &slot.ty
                && (when == When::Before || matches!(e.bare().kind, ExprKind::String(_)))
            {
                let p = self.pointer_value(e, to)?;
                let p = self.without_numbered(&p);
                let known = |t: Term| self.rules.terms.as_int(t);
                let (Some(o), Some(row), Some(index)) = (known(p.object), known(p.row), known(p.index.term)) else {
                    return Err(self.problem("this is not a constant expression, which is required here", e.span));
                };
                set(Which::Object, o);
                set(Which::Row, row.clone());
                set(Which::Index, index.clone());
                let key = self.objects[object].key;
                self.foreseen_pointer(key, &path, &p.reach, !row.is_zero(), !index.is_zero());
                continue;
            }
            if when == When::Before && !matches!(slot.ty, Type::Volatile(_)) {
                return Err(self.problem("this is not a constant expression, which is required here", e.span));
            }
            let (row, index) = (self.rules.terms.int(0), self.rules.terms.int(slot.at));
            let place = Place { object, path, row, index, ty: slot.ty, bits: None, around: vec![] };
            rest.push((self.target(place), e));
        }
        self.begin_constants(object, &constants, &rest, when);
        for (target, e) in rest {
            self.begin_computed(&target, e, span)?;
        }
        Ok(())
    }

    /// Whether the part of a path at a position belongs to a place that is more than that part.
    pub fn has_part(&self, object: usize, whole: &Place, path: &[Step], at: u64) -> bool {
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
    pub fn stored_as(&self, path: &Path, object: usize, kind: IntKind, v: Int) -> Int {
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
    pub fn begin_constants(
        &mut self,
        object: usize,
        constants: &BTreeMap<(Path, Which), BTreeMap<u64, Int>>,
        rest: &[(Target, &'a Expr)],
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
                self.foreseen_store(self.objects[object].key, &path);
            }
            let given = |which| constants.get(&(path.clone(), which));
            let parts: &[Which] = match leaf.content {
                Content::Int { .. } => &[Which::Value],
                Content::Pointer { .. } => &[Which::Object, Which::Row, Which::Index],
                Content::Volatile { .. } | Content::Unmodelled(_) => &[],
            };
            if parts.len() == 3 {
                let all = given(Which::Object).map(|g| g.len() as u64);
                if !leaf.array && all.is_none() || leaf.array && all != self.leaf_size(object, &path) {
                    let null = Reach { null: true, ..Reach::default() };
                    self.foreseen_pointer(self.objects[object].key, &path, &null, false, false);
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

    pub fn fitting(&self, v: &Int, kind: IntKind, bits: Option<u32>) -> Int {
        if kind.format().is_some() {
            return v.clone();
        }
        let v = self.rules.convert(self.rules.int(v.clone(), IntKind::LongLong), kind);
        let v = bits.map_or(v.clone(), |bits| self.rules.wrap_to(v.term, &v.range, bits, kind));
        v.constant(self.rules.terms).expect("a converted constant")
    }

    pub fn first_value(&self, values: Option<&BTreeMap<u64, Int>>, array: bool, fit: impl Fn(&Int) -> Int) -> Term {
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
    pub fn begin_computed(&mut self, target: &Target, e: &'a Expr, span: Bytes) -> Fallible<()> {
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
}

/// Of `{ .a = d, .a.x = 1 }` gcc sets the rest of `a` to 0, and Clang to what it is in `d`.
pub(super) fn overridden() -> Refusal {
    Refusal {
        what: "an initialiser for a part of what already has one as a whole, of which compilers keep the rest or not,"
            .into(),
        help: Some("assign the part after the declaration".into()),
    }
}
