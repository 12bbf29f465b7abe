//! Deciding a constraint system: intervals, then an integer linear program, then z3.
//!
//! A refutation by intervals or z3 is exact; the linear program only ever
//! proposes numbers of runs. What a cheaper solver answers exactly never
//! reaches the next one.

use super::System;
use crate::constraint::limits::decide::{ATTEMPTS, GUIDE_TIME, ILP_TIME, MOST_MINIMIZED};
use crate::interval::Domain;
use crate::solver::{CoreOutcome, Ilp, Model, Smt, least};
use crate::term::{Int, Linear, Node, Relation, Scope, Symbol, Term, Terms};
use std::collections::BTreeMap;

/// Which solver proposes numbers of runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Guide {
    /// The linear program, and z3 where it has no answer.
    #[default]
    Best,
    /// The least values the intervals allow.
    Interval,
    /// The linear program alone.
    Ilp,
    /// z3 alone.
    Smt,
}

/// Who decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Intervals and divisibility.
    Intervals,
    /// Integer linear programming.
    Ilp,
    /// z3.
    Smt,
}

/// What is known of the solutions of a system.
#[derive(Clone, Debug)]
pub enum Decision {
    /// There are none: these constraints, by position, contradict each other.
    Refuted {
        /// Positions in [`System::constraints`].
        core: Vec<usize>,
        /// Who found it.
        by: By,
    },
    /// Numbers of runs to try.
    Try {
        /// A value for each counter, and for each total of counters of loops inside.
        runs: BTreeMap<Symbol, Int>,
        /// Who proposed them.
        by: By,
    },
    /// No answer, for this reason.
    Unknown(String),
}

/// How much care a solution is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// What the cheaper solvers propose will do.
    Guess,
    /// z3 has to agree that there is a solution, unless the cheaper solvers gave an exact one.
    Check,
    /// The solution itself has to satisfy everything, with few runs.
    Solve,
}

/// Decides systems, for one question.
pub struct Decider {
    /// Which solver proposes.
    pub guide: Guide,
    /// How many systems intervals refuted.
    pub interval_refutations: u64,
    /// How many linear programs were solved.
    pub ilp_calls: u64,
}

impl Decider {
    /// A decider that follows `guide`.
    pub fn new(guide: Guide) -> Decider {
        Decider { guide, interval_refutations: 0, ilp_calls: 0 }
    }

    /// What intervals alone say.
    pub fn by_intervals(&mut self, terms: &Terms, given: &Domain, system: &System) -> Decision {
        let all = system.terms();
        match given.clone().assume_all(terms, &all) {
            Err(_) => {
                self.interval_refutations += 1;
                Decision::Refuted { core: minimal(terms, given, &all), by: By::Intervals }
            }
            Ok(()) => Decision::Unknown("intervals do not decide".into()),
        }
    }

    /// The same as [`Decider::decide`] with care, and with a minimal core for a refutation.
    pub fn explain(&mut self, smt: &mut Smt, given: &Domain, system: &System) -> Decision {
        let all = system.terms();
        match self.decide(smt, given, system, Care::Check) {
            Decision::Refuted { by: By::Intervals, .. } => {
                Decision::Refuted { core: minimal(smt.terms(), given, &all), by: By::Intervals }
            }
            Decision::Refuted { core, by } => Decision::Refuted { core: smt.minimal_core(&all, core), by },
            other => other,
        }
    }

    /// Decides `system` where `given` holds; `smt` has asserted the same.
    /// The core of a refutation need not be minimal.
    pub fn decide(&mut self, smt: &mut Smt, given: &Domain, system: &System, care: Care) -> Decision {
        let terms = smt.terms();
        let all = system.terms();
        let mut domain = given.clone();
        if domain.assume_all(terms, &all).is_err() {
            self.interval_refutations += 1;
            return Decision::Refuted { core: (0..all.len()).collect(), by: By::Intervals };
        }
        let counters: Vec<Symbol> = system.counters().collect();
        let counted = &system.counted;
        let mut proposal = None;
        if matches!(self.guide, Guide::Best | Guide::Ilp) {
            self.ilp_calls += 1;
            if let Some((runs, exact)) = by_linear_program(terms, &domain, &all, &counters, counted) {
                let found = Decision::Try { runs, by: By::Ilp };
                if exact || care == Care::Guess {
                    return found;
                }
                proposal = Some(found);
            }
        }
        if self.guide == Guide::Interval {
            let least = |c: &Symbol| (*c, domain.range(terms, terms.sym(*c)).lo.unwrap_or(Int::ZERO));
            let found = Decision::Try { runs: counted.iter().map(least).collect(), by: By::Intervals };
            if care == Care::Guess {
                return found;
            }
            proposal = Some(found);
        }
        match smt.check_assuming(&all) {
            CoreOutcome::Unsat(core) => Decision::Refuted { core, by: By::Smt },
            CoreOutcome::Sat(model) => match self.guide {
                Guide::Best | Guide::Smt if proposal.is_none() || care == Care::Solve => {
                    fewest_runs(smt, all, (&counters, counted), proposal, model)
                }
                _ => proposal.unwrap_or_else(|| by_model(&model, counted)),
            },
            CoreOutcome::Unknown(why) => proposal.unwrap_or(Decision::Unknown(why)),
        }
    }
}

/// Numbers of runs that satisfy everything, few in all: bounds from the proposal's
/// sum up are tried, doubling the distance, until z3 finds a solution within one.
fn fewest_runs(
    smt: &mut Smt,
    mut all: Vec<Term>,
    (counters, counted): (&[Symbol], &[Symbol]),
    proposal: Option<Decision>,
    model: Model,
) -> Decision {
    let terms = smt.terms();
    let sum = |runs: &BTreeMap<Symbol, Int>| counters.iter().fold(Int::ZERO, |sum, c| sum + &runs[c]);
    let found = by_model(&model, counted);
    let Decision::Try { runs, .. } = &found else { return found };
    let most = sum(runs);
    let least = match &proposal {
        Some(Decision::Try { runs, .. }) => sum(runs),
        _ => Int::ZERO,
    };
    let total = terms.sum(counters.iter().map(|c| terms.sym(*c)));
    let before = smt.limit(GUIDE_TIME);
    let mut slack = Int::ONE;
    let mut fewer = None;
    for _ in 0..ATTEMPTS {
        if &least + &slack >= most || fewer.is_some() {
            break;
        }
        all.push(terms.le(total, terms.int(&least + &slack)));
        if let CoreOutcome::Sat(model) = smt.check_assuming(&all) {
            fewer = Some(by_model(&model, counted));
        }
        all.pop();
        slack *= 6;
    }
    smt.limit(before);
    fewer.unwrap_or(found)
}

fn by_model(model: &Model, counters: &[Symbol]) -> Decision {
    let runs = counters.iter().map(|c| (*c, model.int(*c).unwrap_or(Int::ZERO))).collect();
    Decision::Try { runs, by: By::Smt }
}

/// A smallest set of conditions that intervals refute together with `given`.
fn minimal(terms: &Terms, given: &Domain, all: &[Term]) -> Vec<usize> {
    let mut kept: Vec<usize> = (0..all.len()).collect();
    if all.len() > MOST_MINIMIZED {
        return kept;
    }
    for drop in (0..all.len()).rev() {
        let rest: Vec<Term> = kept.iter().filter(|i| **i != drop).map(|&i| all[i]).collect();
        if given.clone().assume_all(terms, &rest).is_err() {
            kept.retain(|i| *i != drop);
        }
    }
    kept
}

/// The fewest runs that satisfy the linear conditions, and whether they are known to satisfy all.
fn by_linear_program(
    terms: &Terms,
    domain: &Domain,
    all: &[Term],
    counters: &[Symbol],
    counted: &[Symbol],
) -> Option<(BTreeMap<Symbol, Int>, bool)> {
    let linear: Vec<(Relation, Linear)> = all.iter().flat_map(|&t| linear_part(terms, domain, t)).collect();
    let minimize: Vec<Term> = counters.iter().map(|&c| terms.sym(c)).collect();
    match least(&linear, &|t| domain.range(terms, t), &minimize, ILP_TIME) {
        Ilp::Point(point) => {
            let runs: BTreeMap<Symbol, Int> =
                counted.iter().map(|&c| (c, point.get(&terms.sym(c)).cloned().unwrap_or(Int::ZERO))).collect();
            let mut model = Model::new(terms);
            for (t, v) in &point {
                if let Some(s) = terms.as_symbol(*t) {
                    model.set_int(s, v.clone());
                }
            }
            let exact = model.check(all.iter().copied()).is_ok();
            Some((runs, exact))
        }
        Ilp::Infeasible | Ilp::Unknown(_) => None,
    }
}

/// What a condition says linearly, given the domain; of a disjunction, its one possible member.
fn linear_part(terms: &Terms, domain: &Domain, t: Term) -> Vec<(Relation, Linear)> {
    match &*terms.node(t) {
        Node::Cmp(op, a, b) => vec![terms.normalized(*op, *a, *b)],
        Node::And(ts) => ts.iter().flat_map(|&t| linear_part(terms, domain, t)).collect(),
        Node::Or(ts) => {
            let mut possible = ts.iter().filter(|&&m| domain.truth(terms, m) != Some(false));
            match (possible.next(), possible.next()) {
                (Some(&only), None) => linear_part(terms, domain, only),
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}
