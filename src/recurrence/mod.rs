//! Recurrences: what running the subchains of a loop any number of times does to each variable.
//!
//! Takes the [`Effect`]s of one run of each subchain and gives for every carried
//! variable its value as one function of all counters, a [`Merge`] (\[ELN\]
//! 3.2; \[APC\] 3.1). Values are exact, in big integers. A
//! variable no rule covers is a `★`: it is replaced by a fresh variable at each
//! use, about which range, bounds and stride are stated.
//!
//! DEPARTURE (\[ELN\], \[APC\]): a rule may use another variable's value only
//! if that value, merged over *all* subchains, depends on no counter that can
//! advance in between. The papers' rules for one subchain, read literally, use
//! values that other subchains change.
//!
//! Conditions are none of this module's business, except that linear ones about
//! inner counters are summed up over the runs of the outer subchain.

mod bounds;
mod nested;
mod rules;
#[cfg(test)]
mod tests;
mod wrap;

use crate::interval::Domain;
use crate::term::{Cmp, Range, Sort, Symbol, Term, Terms};
use rustc_hash::FxHashSet;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// What one run of a subchain does, over the values before it.
#[derive(Clone, Debug, Default)]
pub struct Effect {
    /// The new values of carried variables that change; the variables' own symbols stand for the old values.
    pub values: BTreeMap<Symbol, Term>,
    /// Symbols that stand for something else in each run: inner counters, inner `★`s.
    pub locals: FxHashSet<Symbol>,
    /// Those locals that count something and are never negative.
    pub countable: Vec<Symbol>,
    /// Conditions that hold in every run, over old values and locals.
    pub conditions: Vec<Term>,
    /// Some of the new values as they are in every run that satisfies the conditions, with fewer locals.
    pub refined: BTreeMap<Symbol, Term>,
}

impl Effect {
    /// With the refined values of variables that are not solved.
    fn refined(&self, solved: &BTreeMap<Symbol, Term>) -> Effect {
        let mut effect = self.clone();
        effect.values.extend(self.refined.iter().filter(|(v, _)| !solved.contains_key(v)));
        effect
    }
}

/// The values after any number of runs, as a template over entry values (the
/// variables' own symbols), counters and totals.
#[derive(Clone, Debug)]
pub struct Merge {
    /// One counter for each subchain.
    pub counters: Vec<Symbol>,
    /// The changed variables.
    pub values: BTreeMap<Symbol, Merged>,
    /// Sums of inner counters over all runs of an outer subchain.
    pub totals: Vec<Total>,
    /// What is known of the totals.
    pub facts: Vec<Term>,
}

/// The sum of a countable local over all runs of its subchain.
#[derive(Clone, Copy, Debug)]
pub struct Total {
    /// The symbol of the sum.
    pub symbol: Symbol,
    /// What is summed.
    pub of: Symbol,
    /// The subchain in whose runs it occurs.
    pub subchain: usize,
}

/// The value of one variable after any number of runs.
#[derive(Clone, Debug)]
pub enum Merged {
    /// This term.
    Exact(Term),
    /// `★`: some value in its range, the old one if no subchain that changes it ran.
    Unknown {
        /// The values it can have.
        range: Range,
        /// The subchains that change it.
        changed_by: Vec<usize>,
        /// It is at least this.
        lower: Option<Term>,
        /// It is at most this.
        upper: Option<Term>,
        /// It differs from the old value by a multiple of this.
        stride: Option<crate::term::Int>,
    },
}

/// Merges the effects of all subchains of one loop.
pub fn merge(terms: &Terms, effects: &[Effect], counter_names: &[String]) -> Merge {
    merged(terms, effects, counter_names, false)
}

/// The same of the only way round a loop, where what steps add up to is a sum ([`Terms::sums`]) if nothing shorter is.
pub fn merge_with_sums(terms: &Terms, effect: Effect) -> Merge {
    merged(terms, &[effect], &["κ".to_string()], true)
}

fn merged(terms: &Terms, effects: &[Effect], counter_names: &[String], sums: bool) -> Merge {
    let counters =
        counter_names.iter().map(|name| terms.symbol(name.clone(), Sort::Int, Range::at_least(0))).collect::<Vec<_>>();
    let mut problem = Problem { sums, ..Problem::new(terms, effects, &counters) };
    let open: Vec<Symbol> = problem.changed.keys().copied().collect();
    problem.solve();
    let again: Vec<Effect> = effects.iter().map(|effect| effect.refined(&problem.solved)).collect();
    if effects.iter().any(|effect| !effect.refined.is_empty()) {
        let (solved, totals) = (problem.solved.clone(), problem.totals.clone());
        let mut second = Problem { solved, totals, sums, ..Problem::new(terms, &again, &counters) };
        second.solve();
        (problem.solved, problem.totals) = (second.solved, second.totals);
    }
    let mut values = BTreeMap::new();
    for &v in &open {
        let merged = match problem.solved.get(&v) {
            Some(&t) => Merged::Exact(t),
            None => bounds::unknown(&mut problem, v),
        };
        values.insert(v, merged);
    }
    let facts = nested::facts(&mut problem);
    let totals = problem.totals;
    Merge { values, totals, facts, counters }
}

/// The state of solving one loop.
struct Problem<'a> {
    terms: &'a Terms,
    effects: &'a [Effect],
    counters: &'a [Symbol],
    /// For each variable that changes the subchains that change it.
    changed: BTreeMap<Symbol, Vec<usize>>,
    locals: FxHashSet<Symbol>,
    solved: BTreeMap<Symbol, Term>,
    totals: Vec<Total>,
    /// What the conditions of each subchain tell of ranges; nothing where they contradict one another.
    ranges: Vec<OnceCell<Option<Domain>>>,
    /// Whether what steps add up to may be a sum.
    sums: bool,
}

impl<'a> Problem<'a> {
    fn new(terms: &'a Terms, effects: &'a [Effect], counters: &'a [Symbol]) -> Problem<'a> {
        let mut changed: BTreeMap<Symbol, Vec<usize>> = BTreeMap::new();
        for (i, effect) in effects.iter().enumerate() {
            for (&v, &value) in &effect.values {
                if value != terms.sym(v) {
                    changed.entry(v).or_default().push(i);
                }
            }
        }
        let locals = effects.iter().flat_map(|e| e.locals.iter().copied()).collect();
        let ranges = effects.iter().map(|_| OnceCell::new()).collect();
        Problem {
            terms,
            effects,
            counters,
            changed,
            locals,
            solved: BTreeMap::new(),
            totals: Vec::new(),
            ranges,
            sums: false,
        }
    }

    /// What the conditions of the `i`-th subchain tell of ranges; nothing where they contradict one another.
    fn ranges(&self, i: usize) -> Option<&Domain> {
        let ranges = self.ranges[i].get_or_init(|| {
            let mut domain = Domain::new();
            domain.assume_all(self.terms, &self.effects[i].conditions).ok().map(|()| domain)
        });
        ranges.as_ref()
    }

    /// Finds merged values, as many as there are rules for.
    fn solve(&mut self) {
        let open: Vec<Symbol> = self.changed.keys().copied().collect();
        loop {
            let before = self.solved.len();
            for &v in &open {
                if !self.solved.contains_key(&v)
                    && let Some(value) = rules::solve(self, v)
                {
                    self.solved.insert(v, value);
                }
            }
            if self.solved.len() == before {
                return;
            }
        }
    }

    /// Whether `t` has the same value in every run of every subchain.
    fn invariant(&self, t: Term) -> bool {
        self.terms.symbols(t).iter().all(|s| !self.changed.contains_key(s) && !self.locals.contains(s))
    }

    fn counter(&self, i: usize) -> Term {
        self.terms.sym(self.counters[i])
    }

    /// The sum of the counters of some subchains.
    fn runs(&self, subchains: &[usize]) -> Term {
        self.terms.sum(subchains.iter().map(|&i| self.counter(i)))
    }

    /// `ite(some of the subchains ran, then, v)`.
    fn if_ran(&self, subchains: &[usize], then: Term, v: Symbol) -> Term {
        let ran = self.terms.cmp(Cmp::Gt, self.runs(subchains), self.terms.int(0));
        self.terms.ite(ran, then, self.terms.sym(v))
    }

    /// `t` with merged values put in, if all it mentions is solved and moves only with these subchains.
    fn merged_with(&self, t: Term, allowed: &[usize]) -> Option<Term> {
        let mentioned = self.terms.symbols(t);
        for s in &mentioned {
            if self.locals.contains(s) {
                return None;
            }
            if self.changed.contains_key(s) {
                let value = *self.solved.get(s)?;
                let totals: BTreeSet<Symbol> = self.totals.iter().map(|t| t.symbol).collect();
                let symbols = self.terms.symbols(value);
                let foreign = |i: usize| !allowed.contains(&i) && symbols.contains(&self.counters[i]);
                if (0..self.counters.len()).any(foreign) || symbols.iter().any(|s| totals.contains(s)) {
                    return None;
                }
            }
        }
        Some(self.terms.substitute(t, &|s| self.solved.get(&s).copied()))
    }

    /// The total of a countable local of a subchain.
    fn total(&mut self, of: Symbol, subchain: usize) -> Term {
        if let Some(known) = self.totals.iter().find(|t| t.of == of && t.subchain == subchain) {
            return self.terms.sym(known.symbol);
        }
        let symbol = self.terms.symbol(nested::total_name(&self.terms.name(of)), Sort::Int, Range::at_least(0));
        self.totals.push(Total { symbol, of, subchain });
        self.terms.sym(symbol)
    }
}
