//! Where in the box of the runs before a subchain's last a condition can hold: in a corner, if it is affine.
//!
//! In a loop with many subchains what a variable comes to is a long sum over their counters. Such a sum gets a name, of
//! which each condition speaks, since otherwise the system would grow with the square of the number of subchains.

use super::limits::corner::MOST_SUMMANDS;
use super::summary::Summary;
use super::{Constraint, Execution, Kind, State};
use crate::program::{Role, Span};
use crate::recurrence::Merged;
use crate::term::{Int, Linear, Node, Range, Relation, Sort, Symbol, SymbolInfo, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// What of a loop that is passed differs from run to run.
pub(super) struct Moving<'a> {
    pub summary: &'a Summary,
    /// The values before the loop.
    pub entry: &'a State,
    /// The number of runs of each subchain.
    pub runs: &'a [Term],
    /// Which subchain each counter is of.
    counters: FxHashMap<Symbol, usize>,
    totals: FxHashSet<Symbol>,
    /// Variables whose values are long sums.
    named: FxHashMap<Symbol, Named>,
    /// What the names of sums mean.
    meanings: FxHashMap<Term, Linear>,
}

/// The value of a variable that each run of a subchain changes by a constant of its own.
struct Named {
    /// By how much, by subchain.
    slopes: Vec<Int>,
    /// The value after all runs.
    last: Term,
    /// The least and the greatest value in the box of all runs.
    extremes: [Term; 2],
}

/// What the corner rule can say of a condition.
pub(super) enum Corner {
    /// The condition holds somewhere exactly if this holds.
    Decided(Term),
    /// Nothing; with `true` because some input always satisfies it.
    Says(bool),
}

impl<'a> Moving<'a> {
    /// No sum has a name yet.
    pub fn of(summary: &'a Summary, entry: &'a State, runs: &'a [Term]) -> Moving<'a> {
        Moving {
            summary,
            entry,
            runs,
            counters: summary.merge.counters.iter().copied().zip(0..).collect(),
            totals: summary.merge.totals.iter().map(|t| t.symbol).collect(),
            named: FxHashMap::default(),
            meanings: FxHashMap::default(),
        }
    }

    /// Gives names to what `after` the loop are long sums.
    pub fn name_sums(&mut self, execution: &mut Execution, after: &mut State, span: Span) {
        let summary = self.summary;
        for (v, merged) in &summary.merge.values {
            let Merged::Exact(value) = merged else { continue };
            let Some((slopes, before)) = self.slopes(execution.terms, *value) else { continue };
            if slopes.iter().filter(|slope| !slope.is_zero()).count() <= MOST_SUMMANDS {
                continue;
            }
            let name = execution.terms.name(*v);
            let mut sum_of = |is_summand: &dyn Fn(&Int) -> bool| {
                let mut sum = execution.terms.linear(before);
                for (slope, run) in slopes.iter().zip(self.runs).filter(|(slope, _)| is_summand(slope)) {
                    sum.add_term(*run, slope);
                }
                self.named(execution, &name, sum, span)
            };
            let last = sum_of(&|_| true);
            let extremes = [sum_of(&|slope| *slope < Int::ZERO), sum_of(&|slope| *slope > Int::ZERO)];
            after.insert(*v, last);
            self.named.insert(*v, Named { slopes, last, extremes });
        }
    }

    /// By how much a run of each subchain changes a value, and what it is before the loop, if it is affine in the counters.
    fn slopes(&self, terms: &Terms, value: Term) -> Option<(Vec<Int>, Term)> {
        if terms.sort(value) != Sort::Int {
            return None;
        }
        let mut slopes = vec![Int::ZERO; self.runs.len()];
        let mut before = terms.linear(value);
        for (t, _) in terms.linear(value).terms() {
            match terms.as_symbol(t).and_then(|s| self.counters.get(&s)) {
                Some(i) => slopes[*i] = before.take(t),
                None if self.is_moving(terms, t) => return None,
                None => {}
            }
        }
        let before = terms.from_linear(before);
        Some((slopes, terms.substitute(before, &|s| self.entry.get(&s).copied())))
    }

    /// Whether a term over what is there before the loop speaks of counters or totals.
    fn is_moving(&self, terms: &Terms, t: Term) -> bool {
        terms.symbols(t).iter().any(|s| self.counters.contains_key(s) || self.totals.contains(s))
    }

    /// A sum by its name, if it is long.
    fn named(&mut self, execution: &mut Execution, name: &str, sum: Linear, span: Span) -> Term {
        let terms = execution.terms;
        if sum.terms().len() <= MOST_SUMMANDS {
            return terms.from_linear(sum);
        }
        if let Some((name, _)) = self.meanings.iter().find(|(_, meaning)| **meaning == sum) {
            return *name;
        }
        let info = SymbolInfo { name: name.into(), sort: Sort::Int, range: Range::ALL };
        let symbol = execution.fresh(&info, false);
        let symbol = terms.sym(symbol);
        execution.require(terms.eq(symbol, terms.from_linear(sum.clone())), Kind::Sum, span, Role::Step, None);
        self.meanings.insert(symbol, sum);
        symbol
    }

    /// The value of a variable before the last run of subchain `i`, if it is a sum with a name.
    pub fn before_last(&self, terms: &Terms, v: Symbol, i: usize) -> Option<Term> {
        let named = self.named.get(&v)?;
        Some(terms.offset(named.last, -named.slopes[i].clone()))
    }

    /// What a linear combination is without names of sums.
    pub fn meaning(&self, of: Linear) -> Linear {
        let mut all = of.clone();
        for (t, slope) in of.terms() {
            if let Some(meaning) = self.meanings.get(&t) {
                all.take(t);
                all.add_scaled(meaning, slope);
            }
        }
        all
    }

    /// What is left of `… ≤ 0` in the corner of the box of the runs before the last one of subchain `i`, where but for one
    /// variable with a named sum nothing moves.
    fn named_corner(&self, terms: &Terms, of: &Linear, i: usize) -> Option<Term> {
        let mut value = of.clone();
        let mut found = None;
        for (t, slope) in of.terms() {
            match terms.as_symbol(t).and_then(|v| self.named.get(&v)) {
                Some(named) if found.is_none() => {
                    value.take(t);
                    found = Some((named, slope));
                }
                _ if terms.symbols(t).iter().any(|s| self.summary.merge.values.contains_key(s)) => return None,
                _ => {}
            }
        }
        let (named, slope) = found?;
        let is_greatest = *slope < Int::ZERO;
        let own = &named.slopes[i];
        let is_last = if is_greatest { *own > Int::ZERO } else { *own < Int::ZERO };
        let extreme = named.extremes[usize::from(is_greatest)];
        let extreme = if is_last { terms.offset(extreme, -own.clone()) } else { extreme };
        let rest = terms.substitute(terms.from_linear(value), &|s| self.entry.get(&s).copied());
        Some(terms.le(terms.add(terms.scale(extreme, slope.clone()), rest), terms.int(0)))
    }

    /// An affine `≤` holds somewhere in the box if it holds at its minimising corner; an equation is two of them.
    pub fn corner(&self, terms: &Terms, i: usize, c: &Constraint) -> Corner {
        let Moving { summary, entry, runs, .. } = *self;
        let run = &summary.runs[i];
        let is_local = |s: &Symbol| run.locals.binary_search(s).is_ok();
        let mentioned = terms.symbols(c.term);
        let exact = |s: &Symbol| matches!(summary.merge.values.get(s), None | Some(Merged::Exact(_)));
        let moves = mentioned.iter().any(|s| summary.merge.values.contains_key(s) || is_local(s));
        if !moves {
            return Corner::Decided(terms.substitute(c.term, &|s| entry.get(&s).copied()));
        }
        if terms.reads_array(c.term) {
            return Corner::Says(true);
        }
        if mentioned.iter().any(is_local) || !mentioned.iter().all(exact) {
            return Corner::Says(false);
        }
        if let Node::Cmp(op, a, b) = *terms.node(c.term)
            && !self.named.is_empty()
        {
            let (relation, of) = terms.normalized(op, a, b);
            let least = |of: &Linear| self.named_corner(terms, of, i);
            let decided = match relation {
                Relation::AtMostZero => least(&of),
                Relation::Zero => least(&of).zip(least(&of.scaled(&Int::NEG_ONE))).map(|(a, b)| terms.and(vec![a, b])),
                Relation::NonZero => None,
            };
            if let Some(decided) = decided {
                return Corner::Decided(decided);
            }
        }
        let merged = terms.substitute(c.term, &|s| match summary.merge.values.get(&s) {
            Some(Merged::Exact(t)) => Some(*t),
            _ => None,
        });
        let Node::Cmp(op, a, b) = *terms.node(merged) else {
            return match terms.as_bool(merged) {
                Some(b) => Corner::Decided(terms.bool(b)),
                None => Corner::Says(false),
            };
        };
        let (relation, l) = terms.normalized(op, a, b);
        let affine = l.terms().all(|(t, _)| {
            terms.as_symbol(t).is_some_and(|s| self.counters.contains_key(&s)) || !self.is_moving(terms, t)
        });
        if !affine || relation == Relation::NonZero {
            return Corner::Says(false);
        }
        let least = |l: &Linear| {
            let corner = |s: Symbol| {
                let j = *self.counters.get(&s)?;
                let upper = if j == i { terms.offset(runs[j], -1) } else { runs[j] };
                Some(if l.coefficient(terms.sym(s)) > Int::ZERO { terms.int(0) } else { upper })
            };
            let value =
                terms.substitute(terms.from_linear(l.clone()), &|s| corner(s).or_else(|| entry.get(&s).copied()));
            terms.le(value, terms.int(0))
        };
        Corner::Decided(match relation {
            Relation::Zero => terms.and(vec![least(&l), least(&l.scaled(&Int::NEG_ONE))]),
            _ => least(&l),
        })
    }
}
