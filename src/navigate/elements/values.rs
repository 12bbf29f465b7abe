//! Values for all elements that facts speak of, once a path is complete.
//!
//! Under a model the ends of ranges are numbers. They cut each array into
//! intervals, and strides cut these into pieces. The elements of a piece get one
//! value, or values that grow by the same amount from each to the next. What the
//! facts say of such values is one more query, whose model is the witness.

use super::resolve::{Placed, PlacedRead, Resolver};
use super::{Elements, indices};
use crate::navigate::limits::elements_values::{LONGEST_PERIOD, MOST_CUTS, ROUNDS};
use crate::navigate::segment::{is_linear_beside, without_reads};
use crate::solver::Model;
use crate::term::{Cmp, Int, Node, Range, RangeValue, Relation, Sort, Symbol, Term, Terms, floor_div, gcd};
use dashu_int::ops::Abs;
use std::collections::{BTreeMap, BTreeSet};

/// Values that elements may have: what has to hold of them.
pub(in crate::navigate) struct Values<'t> {
    terms: &'t Terms,
    /// Conditions on the values of the pieces, and that the ends of ranges are what they are under the model.
    pub conditions: Vec<Term>,
    pieces: BTreeMap<(Symbol, Int), Piece>,
    cuts: BTreeMap<Symbol, BTreeSet<Int>>,
    periods: BTreeMap<Symbol, Int>,
    is_growing: bool,
}

/// The elements `from`, `from + step`, … up to `to`, all in one interval.
struct Piece {
    from: Int,
    to: Int,
    step: Int,
    /// The value of the first.
    value: Term,
    /// What each adds to the one before it.
    growth: Term,
}

impl<'t> Values<'t> {
    /// The values to look for; `None` if that would be too much work, or the model does not say where ranges end.
    pub fn new(
        terms: &'t Terms,
        elements: &Elements,
        path: &[Term],
        model: &Model,
        is_growing: bool,
    ) -> Option<Values<'t>> {
        let mut values = Values {
            terms,
            conditions: vec![],
            pieces: BTreeMap::new(),
            cuts: BTreeMap::new(),
            periods: BTreeMap::new(),
            is_growing,
        };
        let mut resolver = Resolver::new(terms, elements, model);
        let placed = resolver.facts(elements)?;
        if !placed.iter().all(|fact| is_simple(terms, fact)) {
            return None;
        }
        values.cut(&placed, path, &mut resolver)?;
        values.conditions.append(&mut resolver.conditions);
        for fact in &placed {
            values.hold(fact);
        }
        for piece in values.pieces.values() {
            let last = piece.at(terms, &piece.to);
            let range = terms.symbol_range(terms.as_symbol(piece.value)?);
            let bound = |op, end: Option<Int>| end.map(|end| terms.cmp(op, last, terms.int(end)));
            values.conditions.extend(bound(Cmp::Ge, range.lo));
            values.conditions.extend(bound(Cmp::Le, range.hi));
        }
        Some(values)
    }

    /// Finds where to cut.
    fn cut(&mut self, placed: &[Placed], path: &[Term], resolver: &mut Resolver) -> Option<()> {
        for p in placed {
            for (i, PlacedRead { moving: r, .. }) in p.reads.iter().enumerate() {
                let (a, b) = (p.index(i, &p.from), p.index(i, &p.to));
                let cuts = self.cuts.entry(r.array).or_default();
                cuts.extend([a.clone().min(b.clone()), a.max(b) + Int::ONE]);
                let period = self.periods.entry(r.array).or_insert(Int::ONE);
                let stride = r.slope.clone().abs();
                *period = &*period / gcd(period, &stride) * &stride;
                if *period > Int::from(LONGEST_PERIOD) {
                    return None;
                }
            }
        }
        let linking: Vec<&Placed> = placed.iter().filter(|p| p.reads.len() > 1).collect();
        let linked: BTreeSet<Symbol> = linking.iter().flat_map(|p| p.reads.iter().map(|r| r.moving.array)).collect();
        let mut alone = Vec::new();
        let arrays: Vec<Symbol> = self.cuts.keys().copied().collect();
        for array in arrays {
            for at in resolver.alone(path, array, linked.contains(&array))? {
                self.cuts.entry(array).or_default().extend([at.clone(), &at + Int::ONE]);
                alone.push((array, at));
            }
        }
        for _ in 0..ROUNDS {
            for p in &linking {
                for (i, PlacedRead { moving: r, .. }) in p.reads.iter().enumerate() {
                    let runs: Vec<Int> = self.cuts[&r.array].iter().filter_map(|c| p.passes(i, c)).collect();
                    let others = p.reads.iter().map(|r| &r.moving).enumerate();
                    for (j, other) in others.filter(|(j, _)| *j != i) {
                        let behind = if other.slope > Int::ZERO { Int::ZERO } else { Int::ONE };
                        let cuts = self.cuts.entry(other.array).or_default();
                        cuts.extend(runs.iter().map(|t| p.index(j, t) + &behind));
                    }
                }
            }
            if self.cuts.values().map(BTreeSet::len).sum::<usize>() > MOST_CUTS {
                return None;
            }
        }
        for (array, at) in alone {
            let read = self.terms.select(self.terms.sym(array), self.terms.int(at.clone()));
            let piece = self.piece(array, &at);
            self.conditions.push(self.terms.eq(read, piece));
        }
        Some(())
    }

    /// Requires that a fact holds in all of its runs: for each stretch of runs in which its reads stay in their pieces.
    fn hold(&mut self, p: &Placed) {
        let mut starts = BTreeSet::from([p.from.clone()]);
        let mut period = Int::ONE;
        for (i, PlacedRead { moving: r, .. }) in p.reads.iter().enumerate() {
            starts.extend(self.cuts[&r.array].iter().filter_map(|c| p.passes(i, c)));
            let of = &self.periods[&r.array];
            let repeats = of / gcd(of, &r.slope.clone().abs());
            period = &period / gcd(&period, &repeats) * &repeats;
        }
        let ends = starts.iter().skip(1).map(|s| s - Int::ONE).chain([p.to.clone()]);
        let stretches: Vec<(Int, Int)> = starts.iter().cloned().zip(ends).collect();
        for (start, end) in stretches {
            let mut t = start.clone();
            while t <= end && t < &start + &period {
                let last = &t + floor_div(&(&end - &t), &period) * &period;
                self.hold_between(p, &t, &last);
                t += Int::ONE;
            }
        }
    }

    fn hold_between(&mut self, p: &Placed, from: &Int, to: &Int) {
        let terms = self.terms;
        let at = |values: &mut Self, t: &Int| {
            let reads = p.reads.iter().map(|r| &r.moving).enumerate();
            let what: Vec<(Term, Term)> =
                reads.map(|(i, r)| (r.read, values.element(r.array, &p.index(i, t)))).collect();
            let held = terms.replace(p.condition, &what);
            let run = terms.int(t.clone());
            terms.substitute(held, &|s| (s == p.run).then_some(run))
        };
        let (first, last) = (at(self, from), at(self, to));
        if !self.is_growing || from == to {
            self.conditions.extend([first, last]);
            return;
        }
        let (places, rest) = without_reads(terms, p.condition, p.reads.iter().map(|r| &r.moving));
        match self.relation(rest, &places) {
            Some(Relation::AtMostZero | Relation::Zero) => self.conditions.extend([first, last]),
            Some(Relation::NonZero) => {
                let side = |op| {
                    let strict = |c: Term| match *terms.node(c) {
                        Node::Cmp(_, a, b) => terms.cmp(op, a, b),
                        _ => c,
                    };
                    terms.and(vec![strict(first), strict(last)])
                };
                self.conditions.push(terms.or(vec![side(Cmp::Lt), side(Cmp::Gt)]));
            }
            None => {
                let zero = terms.int(0);
                for (i, PlacedRead { moving: r, .. }) in p.reads.iter().enumerate() {
                    self.element(r.array, &p.index(i, from));
                    let key = self.key(r.array, &p.index(i, from));
                    self.conditions.push(terms.eq(self.pieces[&key].growth, zero));
                }
                self.conditions.push(first);
            }
        }
    }

    /// The relation to zero, if the condition is a comparison of sums of places and constants.
    fn relation(&self, rest: Term, places: &[Term]) -> Option<Relation> {
        let Node::Cmp(op, a, b) = *self.terms.node(rest) else { return None };
        let (relation, sum) = self.terms.normalized(op, a, b);
        let own = |atom: Term| places.contains(&atom);
        let beside = |atom: Term| {
            let symbols = self.terms.symbols(atom);
            !places.iter().any(|p| self.terms.as_symbol(*p).is_some_and(|s| symbols.contains(&s)))
        };
        sum.terms().all(|(atom, _)| own(atom) || beside(atom)).then_some(relation)
    }

    /// The first index of the piece that an element belongs to.
    fn key(&self, array: Symbol, index: &Int) -> (Symbol, Int) {
        let cuts = &self.cuts[&array];
        let start = cuts.range(..=index.clone()).next_back().unwrap_or(index);
        let period = self.periods.get(&array).cloned().unwrap_or(Int::ONE);
        let behind = floor_div(&(index - start), &period) * period;
        (array, index - behind)
    }

    /// The value of an element of a piece.
    fn element(&mut self, array: Symbol, index: &Int) -> Term {
        self.piece(array, index);
        self.pieces[&self.key(array, index)].at(self.terms, index)
    }

    fn piece(&mut self, array: Symbol, index: &Int) -> Term {
        let key = self.key(array, index);
        let step = self.periods.get(&array).cloned().unwrap_or(Int::ONE);
        let next = self.cuts[&array].range(index + Int::ONE..).next();
        let last = next.map_or(index.clone(), |n| n - Int::ONE);
        let to = &key.1 + floor_div(&(last - &key.1), &step) * &step;
        let terms = self.terms;
        let is_growing = self.is_growing && to > key.1;
        let new = || {
            let growth =
                if is_growing { terms.sym(terms.symbol("growth", Sort::Int, Range::ALL)) } else { terms.int(0) };
            let value = terms.sym(terms.symbol(terms.name(array), Sort::Int, terms.symbol_range(array)));
            Piece { from: key.1.clone(), to, step, value, growth }
        };
        self.pieces.entry(key.clone()).or_insert_with(new).value
    }

    /// Gives all elements their values. What `path` reads alone keeps the value it has; what only an instance of a
    /// fact reads, perhaps where it says nothing, does not.
    pub fn fill(&self, path: &[Term], model: &mut Model) {
        let terms = self.terms;
        for &array in self.cuts.keys() {
            let read = indices(terms, path, array).into_iter();
            let read: BTreeSet<Int> = read.filter_map(|index| terms.eval_int(index, model).ok()).collect();
            for index in &read {
                if let Some(value) = crate::term::Scope::element(model, array, index) {
                    model.set_element(array, index.clone(), value);
                }
            }
            let pieces = self.pieces.iter().filter(|((a, _), _)| *a == array);
            let pieces: Vec<&Piece> = pieces.map(|(_, piece)| piece).collect();
            model.keep_elements(array, |i| read.contains(i) || !pieces.iter().any(|p| p.from <= *i && *i <= p.to));
        }
        for ((array, _), piece) in &self.pieces {
            let (value, slope) = (terms.eval_int(piece.value, model), terms.eval_int(piece.growth, model));
            if let (Ok(value), Ok(slope)) = (value, slope) {
                let Piece { from, to, step, .. } = piece;
                let (from, to, step) = (from.clone(), to.clone(), step.clone());
                model.set_range(*array, RangeValue { from, to, step, value, slope });
            }
        }
    }
}

impl Piece {
    fn at(&self, terms: &Terms, index: &Int) -> Term {
        let steps = floor_div(&(index - &self.from), &self.step);
        terms.add(self.value, terms.scale(self.growth, steps))
    }
}

/// Whether what holds at the ends of a stretch of runs holds throughout: beside the elements it reads, a fact speaks
/// of the number of the run linearly, if at all.
fn is_simple(terms: &Terms, p: &Placed) -> bool {
    let (places, rest) = without_reads(terms, p.condition, p.reads.iter().map(|r| &r.moving));
    is_linear_beside(terms, rest, p.run, &places)
}
