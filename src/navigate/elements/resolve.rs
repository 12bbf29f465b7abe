//! Facts about elements that segments stored, as facts about what they stored and about the inputs.
//!
//! Under a model all ranges have numbers for ends, so a fact splits into the runs that read a stored element and
//! those that read what was there before.

use super::{Elements, indices};
use crate::navigate::segment::{Moving, Written};
use crate::solver::Model;
use crate::term::{Int, Node, Symbol, Term, Terms, ceil_div, floor_div};
use dashu_int::ops::Abs;
use std::collections::{BTreeMap, BTreeSet};

/// A fact with numbers for the ends of its ranges.
#[derive(Clone)]
pub(super) struct Placed {
    pub run: Symbol,
    /// The first run and the last.
    pub from: Int,
    pub to: Int,
    pub condition: Term,
    pub reads: Vec<PlacedRead>,
}

/// An element that each run reads at another index, and the index in run 0.
#[derive(Clone)]
pub(super) struct PlacedRead {
    pub moving: Moving,
    pub first: Int,
}

impl Placed {
    pub fn index(&self, read: usize, t: &Int) -> Int {
        &self.reads[read].first + &self.reads[read].moving.slope * t
    }

    /// The first run after the first whose index of this read has passed from one side of `cut` to the other.
    pub fn passes(&self, read: usize, cut: &Int) -> Option<Int> {
        let (slope, first) = (&self.reads[read].moving.slope, &self.reads[read].first);
        let t = if *slope > Int::ZERO {
            ceil_div(&(cut - first), slope)
        } else {
            floor_div(&(first - cut), &slope.clone().abs()) + Int::ONE
        };
        (t > self.from && t <= self.to).then_some(t)
    }
}

/// Finds numbers for the ends of ranges, and what is behind stored elements.
pub(super) struct Resolver<'a, 't> {
    pub terms: &'a Terms,
    pub model: &'a Model<'t>,
    elements: &'a Elements,
    stores: BTreeMap<Symbol, &'a Written>,
    /// The arrays that facts about what was stored came to speak of.
    behind: BTreeSet<Symbol>,
    /// That the ends of ranges are what they are under the model.
    pub conditions: Vec<Term>,
}

impl<'a, 't> Resolver<'a, 't> {
    pub fn new(terms: &'a Terms, elements: &'a Elements, model: &'a Model<'t>) -> Self {
        let stores = elements.stores.iter().map(|w| (w.new, &**w)).collect();
        Resolver { terms, model, elements, stores, behind: BTreeSet::new(), conditions: vec![] }
    }

    /// The number that a term has under the model, as one more condition.
    pub fn fix(&mut self, term: Term) -> Option<Int> {
        let value = self.terms.eval_int(term, self.model).ok()?;
        self.conditions.push(self.terms.eq(term, self.terms.int(value.clone())));
        Some(value)
    }

    /// All facts, about inputs alone; `None` where they cannot be said so.
    pub fn facts(&mut self, elements: &Elements) -> Option<Vec<Placed>> {
        let mut todo = Vec::new();
        for fact in &elements.facts {
            let to = self.fix(fact.last)?;
            let reads = fact.reads.iter().map(|r| self.read(r.clone())).collect::<Option<_>>()?;
            todo.push(Placed { run: fact.run, from: Int::ZERO, to, condition: fact.condition, reads });
        }
        let mut done = Vec::new();
        while let Some(fact) = todo.pop() {
            match fact.reads.iter().position(|r| self.stores.contains_key(&r.moving.array)) {
                Some(read) => todo.extend(self.split(fact, read)?),
                None => done.push(fact),
            }
        }
        done.reverse();
        Some(done)
    }

    fn read(&mut self, moving: Moving) -> Option<PlacedRead> {
        let first = self.fix(moving.first)?;
        Some(PlacedRead { moving, first })
    }

    /// The runs before, while and after a read finds what was stored.
    fn split(&mut self, fact: Placed, read: usize) -> Option<Vec<Placed>> {
        let terms = self.terms;
        let PlacedRead { moving, first } = fact.reads[read].clone();
        let store = self.stores[&moving.array];
        let (begin, last) = (self.fix(store.first)?, self.fix(store.last)?);
        if !(&moving.slope % &store.slope).is_zero() {
            return None;
        }
        let distance = &first - &begin;
        // Run `t` of the fact reads what run `pace · t + ahead` stored.
        let pace = &moving.slope / &store.slope;
        let towards = if store.slope > Int::ZERO { distance.clone() } else { -&distance };
        let ahead = floor_div(&towards, &store.slope.clone().abs());
        let step = pace.clone().abs();
        let (low, high) = if pace > Int::ZERO {
            (ceil_div(&-&ahead, &step), floor_div(&(&last - &ahead), &step))
        } else {
            (ceil_div(&(&ahead - &last), &step), floor_div(&ahead, &step))
        };
        let never = &ahead * &store.slope != distance;
        let (low, high) = if never { (&fact.to + Int::ONE, fact.to.clone()) } else { (low, high) };
        let (low, high) = (low.max(fact.from.clone()), high.min(fact.to.clone()));
        let mut parts = Vec::new();
        if low > high {
            parts.push(self.before(&fact, read, store.old)?);
            return Some(parts);
        }
        if fact.from < low {
            parts.push(Placed { to: &low - Int::ONE, ..self.before(&fact, read, store.old)? });
        }
        if high < fact.to {
            parts.push(Placed { from: &high + Int::ONE, ..self.before(&fact, read, store.old)? });
        }
        let run = terms.offset(terms.scale(terms.sym(fact.run), pace), ahead);
        let value = terms.substitute(store.value, &|s| (s == store.run).then_some(run));
        parts.push(Placed { from: low, to: high, ..self.instead(&fact, read, value)? });
        Some(parts)
    }

    /// The fact with a read of the array before the stores.
    fn before(&mut self, fact: &Placed, read: usize, old: Term) -> Option<Placed> {
        let terms = self.terms;
        let moving = &fact.reads[read].moving;
        let value = match &*terms.node(old) {
            Node::Symbol(_) => terms.select(old, moving.index(terms, terms.sym(fact.run))),
            Node::Table(values) if values.iter().all(Int::is_zero) => terms.int(0),
            _ => return None,
        };
        self.instead(fact, read, value)
    }

    /// The fact with a value for what is read, and the elements that the value reads.
    fn instead(&mut self, fact: &Placed, read: usize, value: Term) -> Option<Placed> {
        let terms = self.terms;
        let condition = terms.replace(fact.condition, &[(fact.reads[read].moving.read, value)]);
        let mut reads: Vec<PlacedRead> = fact.reads.clone();
        reads.remove(read);
        let mut found = Vec::new();
        terms.visit([value], &mut |term, node| {
            if let Node::Select(array, index) = node
                && terms.symbols(*index).contains(&fact.run)
            {
                found.push((term, *array, *index));
            }
        });
        for (read, array, index) in found {
            let array = terms.as_symbol(array)?;
            self.behind.insert(array);
            let mut first = terms.linear(index);
            let slope = first.take(terms.sym(fact.run));
            let first = terms.from_linear(first);
            if slope.is_zero() || terms.symbols(first).contains(&fact.run) {
                return None;
            }
            if reads.iter().all(|r| r.moving.read != read) {
                reads.push(self.read(Moving { read, array, slope, first })?);
            }
        }
        Some(Placed { condition, reads, ..fact.clone() })
    }

    /// The indices at which elements of `array` are read alone; of all, or of those of which the solver does not
    /// know what the facts say. It never knows what a fact about stored elements says of those before them.
    pub fn alone(&mut self, path: &[Term], array: Symbol, all: bool) -> Option<Vec<Int>> {
        let all = all || self.behind.contains(&array);
        let read = indices(self.terms, path, array).into_iter();
        let elements = self.elements;
        read.filter(|index| all || !elements.is_told(array, *index)).map(|index| self.fix(index)).collect()
    }
}
