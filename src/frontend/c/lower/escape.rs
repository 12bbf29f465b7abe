//! What functions store that are not there: without a body, or pointed to from outside.
//!
//! They may store anything to what they were ever handed, to global variables that other files can see, and to all that
//! these lead to at that time. Integers that are variables of their own get an input each time. Arrays and pointers are
//! not read any more after such a call: where a run does, the model has an end; and so has what is led to in ways that
//! the model does not follow exactly.

use super::begin::When;
use super::memory::{Content, Place};
use super::scope::Lowering;
use super::value::Operand;
use crate::frontend::c::facts;
use crate::frontend::c::layout::{Path, Step};
use crate::frontend::c::points_to::{ObjectKey, Region, promises};
use crate::frontend::c::tree::{FunctionId, IntKind, Type};
use crate::program::{Gap, Store, Stored};
use crate::term::{Symbol, Term};
use std::collections::BTreeMap;

/// So many arguments are passed in registers, at least, on the machines that harnesses run on.
const REGISTERS: usize = 6;

/// What a function that is not there does not do.
pub(super) const NO_CALLS: &str = "functions without a body call no functions of the program";

/// What such a function did to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Done {
    /// It was handed it.
    HandedOver,
    /// It may have stored to it.
    Changed,
}

/// When objects are there for a function that is called.
struct Seen {
    /// Handed over now, or before.
    roots: BTreeMap<ObjectKey, Term>,
    /// Any of these.
    any: Term,
    /// What was found out, also by way of others.
    found: BTreeMap<ObjectKey, Term>,
}

impl<'a> Lowering<'a> {
    /// Whether calls of a function without a body may store to something.
    pub fn may_store(&self, id: FunctionId) -> bool {
        !facts::leaves_globals(self.tree.function(id)) && self.points_to.written_outside().next().is_some()
    }

    /// A function that is not there is called with these values.
    pub fn store_outside(&mut self, name: &str, (ty, stores_globals): (&Type, bool), values: &[Operand]) {
        self.calls_outside |= stores_globals || values.iter().any(|value| matches!(value, Operand::Pointer(_)));
        let terms = self.rules.terms;
        let no = terms.bool(false);
        let mut roots: BTreeMap<ObjectKey, Term> = BTreeMap::new();
        let mut add = |key: ObjectKey, condition: Term| {
            let known = *roots.get(&key).unwrap_or(&no);
            roots.insert(key, terms.or(vec![known, condition]));
        };
        let (points_to, names) = (self.points_to, &self.names);
        let mut regions = vec![];
        for (i, value) in values.iter().enumerate() {
            let Operand::Pointer(p) = value else { continue };
            regions.extend(p.reach.regions.iter().copied());
            for region in &p.reach.regions {
                let Some(key) = names.object_of(*region) else { continue };
                self.hands_memory |= names.is_allocated(key) || self.outside.contains(&key);
                if promises(ty, i) && !points_to.leads_on(key) {
                    self.promised.insert(key);
                    continue;
                }
                if !points_to.is_written_outside(key) {
                    continue;
                }
                let is_only = p.reach.only() == Some(*region as i64);
                add(key, if is_only { terms.bool(true) } else { terms.eq(p.object, terms.int(*region)) });
            }
        }
        if points_to.leads_to_function(names, regions.into_iter()) {
            self.results.insert(NO_CALLS.to_string());
        }
        let written: Vec<ObjectKey> = points_to.written_outside().collect();
        for key in written.iter().filter(|_| stores_globals) {
            match points_to.is_visible(*key) {
                true => add(*key, terms.bool(true)),
                // What is led to without that is dirty from the first time on.
                false if points_to.is_unsure(*key) => {}
                false => {
                    let escaped = self.done(*key, Done::HandedOver);
                    add(*key, terms.eq(terms.sym(escaped), terms.int(1)));
                }
            }
        }
        let any = terms.or(roots.values().copied().collect());
        let mut seen = Seen { roots, any, found: BTreeMap::new() };
        for key in written {
            let condition = self.is_seen(key, &mut seen);
            if terms.as_bool(condition) != Some(false) {
                self.store_to((name, values), key, condition);
            }
        }
    }

    /// Whether the function that is called now can get to an object; of one that is unsure, whether it may.
    fn is_seen(&mut self, key: ObjectKey, seen: &mut Seen) -> Term {
        let terms = self.rules.terms;
        if self.points_to.is_unsure(key) {
            return seen.any;
        }
        if let Some(known) = seen.found.get(&key) {
            return *known;
        }
        let mut ways: Vec<Term> = seen.roots.get(&key).copied().into_iter().collect();
        for (holder, path, regions) in self.points_to.holders(&self.names, key) {
            if !self.points_to.is_written_outside(holder) {
                continue;
            }
            let there = self.is_seen(holder, seen);
            let object = if self.raw.contains(&holder) { None } else { self.early_object(holder) };
            let Some(leaf) = object.and_then(|o| self.objects[o].leaves.get(&path)) else { continue };
            let Content::Pointer { object, .. } = &leaf.content else { continue };
            let pointed = regions.iter().map(|region| terms.eq(object.content, terms.int(*region))).collect();
            ways.push(terms.and(vec![there, terms.or(pointed)]));
        }
        let condition = terms.or(ways);
        seen.found.insert(key, condition);
        condition
    }

    /// Under a condition, something is stored to all of an object.
    fn store_to(&mut self, (name, values): (&str, &[Operand]), key: ObjectKey, condition: Term) {
        let terms = self.rules.terms;
        let Some(object) = (if self.raw.contains(&key) { None } else { self.early_object(key) }) else { return };
        if self.objects[object].constant {
            return;
        }
        let is_always = terms.as_bool(condition) == Some(true);
        let when = |new: Term, old: Term| if is_always { new } else { terms.ite(condition, new, old) };
        let (is_unsure, is_visible) = (self.points_to.is_unsure(key), self.points_to.is_visible(key));
        let node = self.names.way(key)[0];
        let of = self.tree.variables.iter().find(|v| is_visible && v.node == node);
        let text = of.map(|v| v.span.text);
        let mut has_more = false;
        for path in self.paths(object) {
            let leaf = self.objects[object].leaves[&path].clone();
            match leaf.content {
                Content::Int { kind, bits, cell } if !leaf.array && !is_unsure => {
                    let Some(variable) = cell.variable else { continue };
                    let range = match bits {
                        Some(bits) => crate::program::type_range(bits, kind.signed()),
                        None => kind.range(self.rules.model),
                    };
                    let (value, input) = self.read_stored(&format!("{name} {}", leaf.name), kind, range);
                    let place = match (text, bits) {
                        (Some(text), _) => Some(Stored::Variable { name: leaf.name, text, ty: kind.name() }),
                        (None, None) => self.stored_by_argument(values, (object, key, &path), kind),
                        (None, Some(_)) => None,
                    };
                    if let Some(place) = place {
                        self.flow.program.stores.insert(input, Store { function: name.into(), place });
                    }
                    self.flow.assign(variable, when(value.term, terms.sym(variable)));
                }
                Content::Int { .. } | Content::Pointer { .. } => has_more = true,
                Content::Volatile { .. } | Content::Unmodelled(_) => {}
            }
        }
        if has_more {
            let dirty = self.done(key, Done::Changed);
            self.flow.assign(dirty, when(terms.int(1), terms.sym(dirty)));
        }
        if !is_visible && !is_unsure {
            let escaped = self.done(key, Done::HandedOver);
            self.flow.assign(escaped, when(terms.int(1), terms.sym(escaped)));
        }
    }

    /// Which argument leads to a part of an object, and how far behind that it is.
    fn stored_by_argument(
        &self,
        values: &[Operand],
        (object, key, path): (usize, ObjectKey, &Path),
        kind: IntKind,
    ) -> Option<Stored> {
        let terms = self.rules.terms;
        let at = |path: &Path| terms.as_int(self.byte_offset(object, path, terms.int(0), terms.int(0))?);
        // Floating-point arguments are passed in other registers.
        let is_plain = |value: &&Operand| !matches!(value, Operand::Int(v) if v.kind.format().is_some());
        values.iter().filter(is_plain).take(REGISTERS).enumerate().find_map(|(number, value)| {
            let Operand::Pointer(p) = value else { return None };
            let region = usize::try_from(p.reach.only()?).ok().filter(|n| *n > 0)?;
            let Region::Part(pointed, begin) = self.names.region_of(region) else { return None };
            if *pointed != key || begin.contains(&Step::Element) {
                return None;
            }
            let offset = i64::try_from(&(at(path)? - at(begin)?)).ok()?;
            Some(Stored::Argument { number, offset, ty: kind.name() })
        })
    }

    /// A variable that says whether such a function did something to an object.
    fn done(&mut self, key: ObjectKey, what: Done) -> Symbol {
        if let Some(known) = self.done_outside.get(&(key, what)) {
            return *known;
        }
        let of = self.points_to.outline(key).map_or("", |outline| &outline.name);
        let said = match what {
            Done::HandedOver => "is handed over",
            Done::Changed => "is changed",
        };
        let symbol = self.variable(format!("{of} {said}"), IntKind::Bool);
        self.begin_variable(symbol, self.rules.terms.int(0), When::Before);
        self.done_outside.insert((key, what), symbol);
        symbol
    }

    /// An object begins anew: nobody was handed it yet.
    pub fn not_handed_over(&mut self, key: ObjectKey) {
        if !self.points_to.is_written_outside(key) || self.points_to.is_visible(key) || self.points_to.is_unsure(key) {
            return;
        }
        let none = self.rules.terms.int(0);
        for flag in [self.done(key, Done::HandedOver), self.done(key, Done::Changed)] {
            self.flow.assign(flag, none);
        }
    }

    /// Goes on only where no function that is not there may have stored to what is read at a place.
    pub fn follow_unchanged(&mut self, condition: Term, place: &Place) {
        let object = &self.objects[place.object];
        if !self.points_to.is_written_outside(object.key) {
            return;
        }
        let is_scalar =
            matches!(self.leaf(place), Some(leaf) if !leaf.array && matches!(leaf.content, Content::Int { .. }));
        if is_scalar && !self.points_to.is_unsure(object.key) {
            return;
        }
        let (name, key) = (object.name.clone(), object.key);
        let dirty = self.done(key, Done::Changed);
        let terms = self.rules.terms;
        let unchanged = terms.eq(terms.sym(dirty), terms.int(0));
        self.flow.follow_if(terms.implies(condition, unchanged), Gap::Stored(name));
    }
}
