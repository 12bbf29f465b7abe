//! Subchains that run many times in one step.
//!
//! A segment gives the values after `k` runs by closed forms, and conditions
//! under which every guard holds in each of them: what is linear in the number
//! of the run holds throughout if it does in the first and in the last run; a
//! predicate on one element of an input holds for a range of elements. What
//! cannot be said so makes no segment, and the subchain runs step by step.
//!
//! A segment may ask for more than is needed, never for less: its paths are
//! paths of the program, but not all of them. So it is tried before single
//! steps and never instead of them.

use crate::constraint::{State, Template};
use crate::interval::Domain;
use crate::solver::Model;
use crate::term::{Cmp, Int, Linear, Node, Range, Relation, Sort, Symbol, Term, Terms, floor_div};
use std::collections::BTreeMap;

/// Fewer runs are no segment.
pub(super) const FEWEST_RUNS: i64 = 3;

/// Runs in one step.
pub(super) struct Segment {
    /// How many.
    pub times: Int,
    /// The variables that change, with their values after the last run.
    pub values: State,
    /// What has to hold for all guards to hold in every run.
    pub conditions: Vec<Term>,
    /// The same for elements of inputs.
    pub elements: Vec<Throughout>,
}

/// A predicate that holds for all elements in a range of indices.
#[derive(Clone, Debug)]
pub(super) struct Throughout {
    /// The input.
    pub array: Symbol,
    /// The first index.
    pub from: Int,
    /// The last index.
    pub to: Int,
    /// What holds for an element.
    pub predicate: Predicate,
}

/// A condition about one element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Predicate {
    /// Stands for the element in `condition`.
    pub element: Symbol,
    /// What holds.
    pub condition: Term,
}

impl Predicate {
    /// What it says of `element`.
    pub fn of(&self, terms: &Terms, element: Term) -> Term {
        terms.substitute(self.condition, &|s| (s == self.element).then_some(element))
    }
}

/// The segment of at most `wanted` runs from the state `values`, if one can be made of them.
pub(super) fn segment(
    terms: &Terms,
    template: &Template,
    values: &State,
    facts: &Domain,
    model: &Model,
    wanted: &Int,
) -> Option<Segment> {
    let at_entry = |t: Term| terms.substitute(t, &|s| values.get(&s).copied());
    let during: State = template.values.iter().map(|(v, t)| (*v, at_entry(*t))).collect();
    let value = |t: Term| terms.substitute(t, &|s| during.get(&s).or_else(|| values.get(&s)).copied());
    let guards: Vec<Term> = template.conditions.iter().map(|c| value(*c)).collect();
    let t = terms.sym(template.counter);
    let times = most_runs(terms, &guards, t, facts, wanted)?;
    let mut builder = Builder {
        terms,
        t,
        last: &times - Int::ONE,
        model,
        conditions: vec![],
        elements: vec![],
        placeholders: BTreeMap::new(),
    };
    for guard in guards {
        builder.throughout(guard)?;
    }
    let Builder { conditions, elements, .. } = builder;
    let after = terms.int(times.clone());
    let values =
        during.iter().map(|(v, e)| (*v, terms.substitute(*e, &|s| (s == template.counter).then_some(after)))).collect();
    Some(Segment { times, values, conditions, elements })
}

/// The most runs, up to `wanted`, that known ranges leave possible; `None` if these are too few for a segment.
fn most_runs(terms: &Terms, guards: &[Term], t: Term, facts: &Domain, wanted: &Int) -> Option<Int> {
    let mut most = wanted.clone();
    let mut todo = guards.to_vec();
    while let Some(guard) = todo.pop() {
        match &*terms.node(guard) {
            Node::And(all) => todo.extend(all),
            Node::Cmp(op, a, b) => {
                let (relation, mut rest) = terms.normalized(*op, *a, *b);
                let slope = rest.take(t);
                let range = facts.range(terms, terms.from_linear(rest));
                if let Some(bound) = bound(relation, &slope, &range) {
                    most = most.min(bound);
                }
            }
            _ => {}
        }
    }
    terms.visit(guards.iter().copied(), &mut |_, node| {
        if let Node::Mod(a, m) | Node::Div(a, m) = node
            && let Some(m) = terms.as_int(*m).filter(|m| *m > Int::ZERO)
        {
            let mut rest = terms.linear(*a);
            let mut slope = rest.take(t);
            if matches!(node, Node::Mod(..)) {
                slope = least_equivalent(&slope, &m);
            }
            let range = facts.range(terms, terms.from_linear(rest));
            if !(&slope % &m).is_zero()
                && let (Some(lo), Some(hi)) = (&range.lo, &range.hi)
                && lo == hi
            {
                // Up to where the quotient changes.
                let start = floor_div(lo, &m) * &m;
                let room = if slope > Int::ZERO { start + &m - Int::ONE - lo } else { lo - start };
                let runs = room / dashu_int::ops::Abs::abs(slope) + Int::ONE;
                most = most.clone().min(runs);
            }
        }
    });
    (most >= Int::from(FEWEST_RUNS)).then_some(most)
}

/// The number closest to zero that differs from `slope` by a multiple of `m`: modulo `m`, counting down is not
/// counting up by `m - 1`.
fn least_equivalent(slope: &Int, m: &Int) -> Int {
    let remainder = slope - floor_div(slope, m) * m;
    if &remainder + &remainder > *m { remainder - m } else { remainder }
}

/// For how many runs `slope · t + rest` can keep its relation to zero, `rest` being in `range`; `None` if there is no end.
fn bound(relation: Relation, slope: &Int, range: &Range) -> Option<Int> {
    match relation {
        _ if slope.is_zero() => None,
        Relation::AtMostZero if *slope > Int::ZERO => {
            let room = -range.lo.clone()?;
            Some(if room < Int::ZERO { Int::ZERO } else { room / slope + Int::ONE })
        }
        Relation::AtMostZero => None,
        Relation::Zero => Some(Int::ONE),
        Relation::NonZero => {
            let (lo, hi) = (range.lo.clone()?, range.hi.clone()?);
            let crossing = -&lo;
            let hits = lo == hi && (&crossing % slope).is_zero() && (&crossing / slope) >= Int::ZERO;
            hits.then(|| crossing / slope)
        }
    }
}

/// Conditions of a segment, while they are collected.
struct Builder<'a, 't> {
    terms: &'a Terms,
    /// The number of the run, from 0.
    t: Term,
    /// The last one.
    last: Int,
    model: &'a Model<'t>,
    conditions: Vec<Term>,
    elements: Vec<Throughout>,
    /// What stands for an element that a run reads.
    placeholders: BTreeMap<Term, Symbol>,
}

impl Builder<'_, '_> {
    fn mentions(&self, term: Term) -> bool {
        let t = self.terms.as_symbol(self.t);
        self.terms.symbols(term).iter().any(|s| Some(*s) == t)
    }

    fn at(&self, term: Term, run: &Int) -> Term {
        let run = self.terms.int(run.clone());
        let t = self.terms.as_symbol(self.t);
        self.terms.substitute(term, &|s| (Some(s) == t).then_some(run))
    }

    fn at_both_ends(&mut self, condition: Term) {
        self.conditions.push(self.at(condition, &Int::ZERO));
        self.conditions.push(self.at(condition, &self.last.clone()));
    }

    /// Adds what makes `guard` hold in every run.
    fn throughout(&mut self, guard: Term) -> Option<()> {
        if !self.mentions(guard) {
            self.conditions.push(guard);
            return Some(());
        }
        let guard = self.without_wraps(guard)?;
        if let Node::And(all) = &*self.terms.node(guard) {
            return all.iter().try_for_each(|g| self.throughout(*g));
        }
        let reads = self.reads(guard);
        if !reads.is_empty() {
            return self.about_elements(guard, &reads);
        }
        match &*self.terms.node(guard) {
            _ if !self.mentions(guard) => self.conditions.push(guard),
            Node::Cmp(op, a, b) => return self.comparison(*op, *a, *b),
            Node::Or(all) => {
                // One member for all runs: one that holds at both ends as things are, if there is one.
                let holds = |g: &Term| {
                    [&Int::ZERO, &self.last]
                        .iter()
                        .all(|run| self.terms.eval_bool(self.at(*g, run), self.model) == Ok(true))
                };
                let member = *all.iter().find(|g| holds(g)).or(all.first())?;
                return self.throughout(member);
            }
            _ => return None,
        }
        Some(())
    }

    /// `div(t·t - t, 2)`: what summing up the numbers of the runs gives, always without a remainder.
    fn triangle(&self) -> Term {
        let terms = self.terms;
        terms.div(terms.sub(terms.mul(self.t, self.t), self.t), terms.int(2))
    }

    /// A comparison without elements or wraps: linear in the number of the run, or a parabola.
    fn comparison(&mut self, op: Cmp, a: Term, b: Term) -> Option<()> {
        let terms = self.terms;
        let (relation, mut sum) = terms.normalized(op, a, b);
        let (square, triangle) = (terms.mul(self.t, self.t), self.triangle());
        let bend = sum.coefficient(square) * 2 + sum.coefficient(triangle);
        let is_curved = [square, triangle].iter().any(|t| !sum.coefficient(*t).is_zero());
        if bend < Int::ZERO {
            // Nowhere above the line it touches in the first run and the second.
            let slope = sum.take(square);
            sum.take(triangle);
            sum.add_term(self.t, &slope);
        }
        let slope = sum.coefficient(self.t);
        let mut is_open_slope = false;
        for (atom, _) in sum.terms() {
            if [self.t, square, triangle].contains(&atom) || !self.mentions(atom) {
                continue;
            }
            match &*terms.node(atom) {
                Node::Product(factors) if factors.iter().filter(|f| self.mentions(**f)).eq([&self.t]) => {
                    is_open_slope = true
                }
                _ => return None,
            }
        }
        let zero = terms.int(0);
        let whole = terms.from_linear(sum.clone());
        match relation {
            Relation::AtMostZero => self.at_both_ends(terms.le(whole, zero)),
            Relation::Zero if is_curved || !slope.is_zero() => return None,
            Relation::Zero => self.at_both_ends(terms.eq(whole, zero)),
            Relation::NonZero if is_curved || is_open_slope => return None,
            Relation::NonZero => {
                let condition = self.never_zero(&sum, &slope);
                self.conditions.push(condition);
            }
        }
        Some(())
    }

    /// `sum ≠ 0` in every run: on one side of zero throughout, or never at a multiple of the slope.
    fn never_zero(&self, sum: &Linear, slope: &Int) -> Term {
        let terms = self.terms;
        let whole = terms.from_linear(sum.clone());
        let (first, last, zero) = (self.at(whole, &Int::ZERO), self.at(whole, &self.last), terms.int(0));
        let side = |op| terms.and(vec![terms.cmp(op, first, zero), terms.cmp(op, last, zero)]);
        let sides = [side(Cmp::Gt), side(Cmp::Lt)];
        if let Some(one) = sides.iter().find(|s| terms.eval_bool(**s, self.model) == Ok(true)) {
            return *one;
        }
        let step = terms.int(dashu_int::ops::Abs::abs(slope.clone()));
        let between = terms.cmp(Cmp::Ne, terms.modulo(first, step), zero);
        terms.or(vec![sides[0], sides[1], between])
    }

    /// Elements that `guard` reads at an index that moves.
    fn reads(&self, guard: Term) -> Vec<Term> {
        let mut found = Vec::new();
        self.terms.visit([guard], &mut |term, node| {
            if let Node::Select(_, index) = node
                && self.mentions(*index)
            {
                found.push(term);
            }
        });
        found
    }

    /// A predicate on one element of an input, whose index goes up or down by one in each run.
    fn about_elements(&mut self, guard: Term, reads: &[Term]) -> Option<()> {
        let terms = self.terms;
        let [read] = reads else { return None };
        let Node::Select(array, index) = *terms.node(*read) else { return None };
        let array = terms.as_symbol(array)?;
        let mut rest = terms.linear(index);
        let slope = rest.take(self.t);
        let first = rest.as_constant()?.clone();
        let last = &first + &slope * &self.last;
        let (from, to) = match () {
            () if slope == Int::ONE => (first, last),
            () if slope == Int::NEG_ONE => (last, first),
            () => return None,
        };
        let range = terms.symbol_range(array);
        let element = *self.placeholders.entry(*read).or_insert_with(|| terms.symbol("element", Sort::Int, range));
        let condition = replace(terms, guard, &[(*read, terms.sym(element))]);
        if self.mentions(condition) {
            return None;
        }
        self.elements.push(Throughout { array, from, to, predicate: Predicate { element, condition } });
        Some(())
    }

    /// Without quotients and remainders that move: their quotient stays what it is as things are, which is one more condition.
    fn without_wraps(&mut self, guard: Term) -> Option<Term> {
        let terms = self.terms;
        let mut guard = guard;
        let triangle = self.triangle();
        loop {
            let mut wraps = Vec::new();
            terms.visit([guard], &mut |term, node| {
                if let Node::Mod(a, m) | Node::Div(a, m) = node
                    && self.mentions(*a)
                    && term != triangle
                {
                    wraps.push((term, *a, *m));
                }
            });
            // Innermost first: one whose operand has no other in it.
            let inner = wraps.iter().find(|(_, a, _)| {
                let mut is_plain = true;
                terms.visit([*a], &mut |_, node| {
                    is_plain &= !matches!(node, Node::Mod(..) | Node::Div(..) | Node::Select(..))
                });
                is_plain
            });
            let Some(&(wrap, a, m)) = inner else { return wraps.is_empty().then_some(guard) };
            let m = terms.as_int(m).filter(|m| *m > Int::ZERO)?;
            let is_remainder = matches!(&*terms.node(wrap), Node::Mod(..));
            let mut still = terms.linear(a);
            let mut slope = still.take(self.t);
            let still = terms.from_linear(still);
            if self.mentions(still) {
                return None;
            }
            if is_remainder {
                slope = least_equivalent(&slope, &m);
            }
            let a = terms.add(still, terms.scale(self.t, slope.clone()));
            let divisor = terms.int(m.clone());
            let plain = if (&slope % &m).is_zero() {
                let moved = terms.mul(terms.int(&slope / &m), self.t);
                if is_remainder { terms.modulo(still, divisor) } else { terms.add(terms.div(still, divisor), moved) }
            } else {
                let quotient = floor_div(&terms.eval_int(still, self.model).ok()?, &m);
                let low = terms.int(&quotient * &m);
                let high = terms.int(&quotient * &m + &m - Int::ONE);
                self.at_both_ends(terms.le(low, a));
                self.at_both_ends(terms.le(a, high));
                if is_remainder { terms.sub(a, low) } else { terms.int(quotient) }
            };
            guard = replace(terms, guard, &[(wrap, plain)]);
        }
    }
}

/// `t` with whole subterms replaced.
fn replace(terms: &Terms, t: Term, what: &[(Term, Term)]) -> Term {
    if let Some((_, new)) = what.iter().find(|(old, _)| *old == t) {
        return *new;
    }
    let old = terms.children(t);
    let new: Vec<Term> = old.iter().map(|c| replace(terms, *c, what)).collect();
    if old == new { t } else { terms.rebuild(&terms.node(t), &new) }
}
