//! What functions store that are not there: without a body, or pointed to from outside.
//!
//! They may store anything to what they were ever handed, to global variables that other files can see, and to all that
//! these lead to at that time. Integers get an input each time: single ones, whole arrays, and where a call is repeated
//! each element of these. A pointer that is a variable of its own is what it was, null, or leads to an object that the
//! function has. Whatever else is not read any more after such a call, unless an input says that it is as it was: where
//! a run does, the model has an end; and so has what is led to in ways that the model does not follow exactly.

use super::begin::When;
use super::memory::{Content, Outer, Place};
use super::pointer::Pointer;
use super::scope::Lowering;
use super::value::Operand;
use crate::frontend::c::facts;
use crate::frontend::c::points_to::{ObjectKey, promises};
use crate::frontend::c::tree::{FunctionId, IntKind, Type};
use crate::program::{Gap, InputKind, Store, Stored};
use crate::term::{Range, Sort, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};

/// What a function that is not there does not do.
pub(super) const NO_CALLS: &str = "functions without a body call no functions of the program";
pub(super) const NO_CALLS_OF_HANDED: &str = "functions without a body call no functions of the program, also none that they get to by a pointer, an array or a struct";
pub(super) const NO_OTHER_CALLS: &str = "functions without a body call no other functions of the program, also none that they get to by a pointer, an array or a struct";

/// What such a function did to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Done {
    /// It was handed it.
    HandedOver,
    /// It may have stored to integers of it that the model does not follow.
    Changed,
    /// It may have stored to pointers in it.
    Redirected,
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

    /// A function that is not there is called with these values; there are pointers inside of structs among them.
    #[inline(never)]
    pub fn store_outside(
        &mut self,
        name: &str,
        (ty, stores_globals): (&Type, bool),
        values: &[Operand],
        inside: &[Pointer],
    ) {
        let pointers = values.iter().enumerate().filter_map(|(i, value)| match value {
            Operand::Pointer(p) => Some((p, promises(ty, i))),
            _ => None,
        });
        let pointers: Vec<(&Pointer, bool)> = pointers.chain(inside.iter().map(|p| (p, false))).collect();
        self.calls_outside |= stores_globals || !pointers.is_empty();
        let terms = self.rules.terms;
        let no = terms.bool(false);
        let mut roots: BTreeMap<ObjectKey, Term> = BTreeMap::new();
        let mut add = |key: ObjectKey, condition: Term| {
            let known = *roots.get(&key).unwrap_or(&no);
            roots.insert(key, terms.or(vec![known, condition]));
        };
        let (points_to, names) = (self.points_to, &self.names);
        let mut regions = vec![];
        for (p, is_constant) in pointers {
            regions.extend(p.reach.regions.iter().copied());
            for region in &p.reach.regions {
                let Some(key) = names.object_of(*region) else { continue };
                self.hands_memory |= names.is_allocated(key) || self.outside.contains(&key);
                if is_constant && !points_to.leads_on(key) {
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
            self.hands_functions = true;
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
        let mut stored = vec![];
        for key in written {
            let condition = self.is_seen(key, &mut seen);
            if terms.as_bool(condition) != Some(false) {
                stored.push((key, condition));
            }
        }
        if self.points_to.is_anything_redirected() {
            // What it leads a pointer to it need not change afterwards.
            for (_, condition) in stored.iter_mut().filter(|(_, condition)| terms.as_bool(*condition).is_none()) {
                *condition = self.keep_condition(*condition);
            }
        }
        for (key, condition) in stored {
            self.store_to((name, values), key, condition);
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
            let object = self.early_object(holder);
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
        let Some(object) = self.early_object(key) else { return };
        if self.objects[object].constant {
            return;
        }
        let (yes, join) = (self.flow.fresh(), self.flow.fresh());
        match terms.as_bool(condition) {
            Some(true) => self.flow.jump(yes),
            _ => self.flow.branch(condition, yes, join),
        }
        self.flow.resume(yes);
        self.store_all((name, values), key, object);
        self.flow.jump(join);
        self.flow.resume(join);
    }

    /// Something is stored to all of an object.
    #[inline(never)]
    fn store_all(&mut self, (name, values): (&str, &[Operand]), key: ObjectKey, object: usize) {
        let terms = self.rules.terms;
        let (is_unsure, is_visible) = (self.points_to.is_unsure(key), self.points_to.is_visible(key));
        let node = self.names.way(key)[0];
        let of = self.tree.variables.iter().find(|v| is_visible && v.node == node);
        let text = of.map(|v| v.span.text);
        // All of it is handed over, once.
        let is_whole = |outer: &Outer| matches!(outer, Outer::Elements(_));
        let is_mixed = self.is_bytes(object) && self.has_pointers(&self.whole_bytes(object));
        let is_plain = !is_unsure && !is_mixed;
        let is_single = is_plain && !self.is_repeated() && self.objects[object].outer.iter().all(is_whole);
        let mut more = BTreeSet::new();
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
                    self.flow.assign(variable, value.term);
                }
                Content::Int { kind, bits, cell } if is_single => {
                    let kind_of = Some(kind).filter(|_| bits.is_none());
                    let Some(variable) = cell.variable else { continue };
                    let range = match bits {
                        Some(bits) => crate::program::type_range(bits, kind.signed()),
                        None => kind.range(self.rules.model),
                    };
                    let size = self.leaf_size(object, &path);
                    let kind = InputKind::Array { size, length: None, each: None };
                    let input = self.input(&format!("{name} {}", leaf.name), Sort::Array, range, kind);
                    self.streams.push(input);
                    if let Some(place) = self.elements_by_argument(values, (object, key, &path), kind_of) {
                        self.flow.program.stores.insert(input, Store { function: name.into(), place });
                    }
                    self.flow.assign(variable, terms.sym(input));
                }
                Content::Int { kind, bits, cell }
                    if is_plain && self.stretch(object, &path).is_some() && cell.variable.is_some() =>
                {
                    self.store_each((name, values), (object, key, &path), (kind, bits, &cell));
                }
                Content::Pointer { .. } if self.redirects(key, &path) => {
                    if let Err(problem) = self.redirect(name, object, key, &path) {
                        self.report(problem);
                    }
                }
                Content::Int { .. } => drop(more.insert(Done::Changed)),
                Content::Pointer { .. } => drop(more.insert(Done::Redirected)),
                Content::Volatile { .. } | Content::Unmodelled(_) => {}
            }
        }
        if !more.is_empty() {
            // It may as well leave that as it is.
            let of = self.objects[object].name.clone();
            let (changes, input) = self.read_stored(&format!("{name} changes {of}"), IntKind::Int, Range::new(0, 1));
            self.flow.program.stores.insert(input, Store { function: name.into(), place: Stored::More { name: of } });
            self.flow.program.silent.insert(input);
            for what in more {
                let dirty = self.done(key, what);
                let now = terms.ite(terms.eq(changes.term, terms.int(1)), changes.term, terms.sym(dirty));
                self.flow.assign(dirty, now);
            }
        }
        if !is_visible && !is_unsure {
            let escaped = self.done(key, Done::HandedOver);
            self.flow.assign(escaped, terms.int(1));
        }
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
            Done::Redirected => "is redirected",
        };
        let symbol = self.variable(format!("{of} {said}"), IntKind::Bool);
        self.temporaries.remove(&symbol);
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
        for what in [Done::HandedOver, Done::Changed, Done::Redirected] {
            let flag = self.done(key, what);
            self.flow.assign(flag, none);
        }
    }

    /// Goes on only where no function that is not there may have stored to what is read at a place.
    pub fn follow_unchanged(&mut self, condition: Term, place: &Place) {
        let key = self.objects[place.object].key;
        if !self.points_to.is_written_outside(key) || self.redirects(key, &place.path) {
            return;
        }
        let object = &self.objects[place.object];
        let what = match self.leaf(place).map(|leaf| (leaf.array, &leaf.content)) {
            Some((false, Content::Int { .. })) if !self.points_to.is_unsure(object.key) => return,
            Some((_, Content::Int { .. })) if !object.bytes => vec![Done::Changed],
            Some((_, Content::Pointer { .. })) if !object.bytes => vec![Done::Redirected],
            _ => vec![Done::Changed, Done::Redirected],
        };
        let (name, key) = (object.name.clone(), object.key);
        let terms = self.rules.terms;
        let flags = what.into_iter().map(|what| terms.sym(self.done(key, what)));
        let unchanged = terms.and(flags.map(|flag| terms.eq(flag, terms.int(0))).collect());
        self.flow.follow_if(terms.implies(condition, unchanged), Gap::Stored(name));
    }
}
