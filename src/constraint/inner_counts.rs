//! How often loops inside a subchain run, as a function of the values before it (\[APC\] 3.3, the heavyweight version).
//!
//! In one run of an outer subchain the counters of an inner loop node often add up to `max(0, L)`, with `L` linear in
//! the values at the beginning of that run: the inner loop is left when its condition says so. Where z3 shows that
//! nothing else is possible, for whatever values, the sum is known in every run, and so are values that depend on it,
//! after any number of runs. Finding out costs queries, so it is learnt only for systems with looping conditions.
//!
//! DEPARTURE (\[APC\] 3.3): the paper has a solver find the coefficients of `L`, under a quantifier for all values.
//! Here `L` is read off a linear condition on the sum, or is the one value that a first model has, and only that it
//! is right is for the solver to show.

#[cfg(test)]
mod tests;

use super::summary::{Run, Summary};
use super::{Constraint, Kind, PassedNode, Summaries, System};
use crate::chain::{Form, LoopId};
use crate::constraint::limits::inner_counts::{LONGEST_QUERY, MOST_CANDIDATES, MOST_SUMS, UNFOLDED};
use crate::program::{Role, Span};
use crate::recurrence::{Effect, merge};
use crate::solver::{CoreOutcome, Smt};
use crate::term::{Cmp, Int, Linear, Node, Relation, Symbol, Term, Terms};
use rustc_hash::FxHashSet;

impl Summaries {
    /// Learns how often inner loops run, inner ones first: what is known of these helps further out. Says whether
    /// anything was learnt.
    pub fn learn_dependencies(&self, smt: &mut Smt, form: &Form) -> bool {
        // What holds on some path says nothing about any state.
        if smt.asserted().next().is_some() {
            return false;
        }
        let mut is_refined = false;
        let before = smt.limit(LONGEST_QUERY);
        let mut loops: Vec<usize> = (0..form.loops.len()).collect();
        loops.sort_by_key(|i| form.loops[*i].members.len());
        for id in loops.into_iter().map(LoopId) {
            if self.is_cut() {
                break;
            }
            let summary = self.of(smt.terms(), form, id);
            let found: Vec<Vec<Dependency>> = summary.runs.iter().map(|run| dependencies(smt, form, run)).collect();
            if found.iter().any(|all| !all.is_empty()) {
                let new = refined(smt.terms(), &summary, &found);
                self.known.borrow_mut().insert(id, new.into());
                is_refined = true;
            }
        }
        smt.limit(before);
        is_refined
    }
}

/// The sum of these is this, over the values before the run.
struct Dependency {
    counted: Vec<Symbol>,
    sum: Term,
    span: Span,
}

/// What can be shown of one run of a subchain.
fn dependencies(smt: &mut Smt, form: &Form, run: &Run) -> Vec<Dependency> {
    let terms = smt.terms();
    let mut system = System { constraints: run.constraints.clone(), looping: run.looping.clone(), ..System::default() };
    system.unfold(terms, UNFOLDED);
    let mut premise = system.terms();
    let mut sums: Vec<(Vec<Symbol>, Span)> = Vec::new();
    for passed in &run.passed {
        let PassedNode::Loop { id, totals } = &passed.of else { continue };
        let span = form.loops[id.0].span;
        sums.push((passed.counters.clone(), span));
        sums.extend(totals.iter().map(|t| (vec![t.symbol], span)));
    }
    sums.truncate(MOST_SUMS);
    let mut found = Vec::new();
    for (counted, span) in sums {
        let total = terms.sum(counted.iter().map(|s| terms.sym(*s)));
        let mut candidates = candidates(terms, run, &counted);
        if let CoreOutcome::Sat(model) = smt.check_assuming(&premise) {
            candidates.extend(terms.eval_int(total, &model).ok().map(|v| terms.int(v)));
        }
        candidates.truncate(MOST_CANDIDATES);
        let sum = candidates.into_iter().find_map(|l| shown(smt, &premise, total, l));
        if let Some(sum) = sum {
            premise.push(terms.eq(total, sum));
            found.push(Dependency { counted, sum, span });
        }
    }
    found
}

/// `max(0, l)`, or just `l`, if the sum is certainly that.
fn shown(smt: &mut Smt, premise: &[Term], total: Term, l: Term) -> Option<Term> {
    let terms = smt.terms();
    let zero = terms.int(0);
    let mut never = |t: Term| {
        let all: Vec<Term> = premise.iter().copied().chain([t]).collect();
        smt.check_assuming(&all).outcome().is_unsat()
    };
    let most = terms.ite(terms.cmp(Cmp::Gt, l, zero), l, zero);
    if !never(terms.cmp(Cmp::Ne, total, most)) {
        return None;
    }
    Some(if never(terms.lt(l, zero)) { l } else { most })
}

/// Expressions that the sum may be, from the linear conditions on it.
fn candidates(terms: &Terms, run: &Run, counted: &[Symbol]) -> Vec<Term> {
    let locals: FxHashSet<Symbol> = run.locals.iter().copied().collect();
    let mut found = Vec::new();
    let mut add = |relation: Relation, mut l: Linear| {
        let slope = l.coefficient(terms.sym(counted[0]));
        if slope.is_zero() || counted.iter().any(|s| l.take(terms.sym(*s)) != slope) {
            return;
        }
        // `slope · sum + rest`, in relation to zero.
        let rest = terms.from_linear(l);
        if terms.symbols(rest).iter().any(|s| locals.contains(s)) {
            return;
        }
        let below = |t: Term, by: Int| terms.div(t, terms.int(by));
        let candidate = match relation {
            Relation::AtMostZero if slope < Int::ZERO => terms.neg(below(terms.neg(rest), -slope)),
            Relation::AtMostZero => below(terms.neg(rest), slope),
            Relation::Zero if slope == Int::ONE => terms.neg(rest),
            Relation::Zero if slope == Int::NEG_ONE => rest,
            Relation::Zero | Relation::NonZero => return,
        };
        if !found.contains(&candidate) {
            found.push(candidate);
        }
    };
    // What ends a loop comes last, and says most.
    let mut todo: Vec<Term> = run.constraints.iter().map(|c| c.term).collect();
    while let Some(t) = todo.pop() {
        match &*terms.node(t) {
            Node::And(all) | Node::Or(all) => todo.extend(all),
            Node::Cmp(op, a, b) => {
                let (relation, l) = terms.normalized(*op, *a, *b);
                add(relation, l);
            }
            _ => {}
        }
    }
    found
}

/// The summary with what is known of sums in each run.
fn refined(terms: &Terms, summary: &Summary, found: &[Vec<Dependency>]) -> Summary {
    let mut effects: Vec<Effect> = summary.effects.clone();
    let mut runs: Vec<Run> = summary.runs.clone();
    for ((effect, run), all) in effects.iter_mut().zip(&mut runs).zip(found) {
        for Dependency { counted, sum, span } in all {
            let total = terms.sum(counted.iter().map(|s| terms.sym(*s)));
            let (span, role) = (*span, Role::Step);
            let term = terms.eq(total, *sum);
            effect.conditions.push(term);
            run.constraints.push(Constraint { term, kind: Kind::Total, span, role, node: 0, shown: None, text: None });
        }
        // One counter of each sum is what the others leave of it.
        let instead = |s: Symbol| {
            let Dependency { counted, sum, .. } = all.iter().find(|d| d.counted[0] == s)?;
            Some(terms.sub(*sum, terms.sum(counted[1..].iter().map(|s| terms.sym(*s)))))
        };
        let new = effect.values.iter().map(|(v, t)| (*v, terms.substitute(*t, &instead)));
        effect.refined = new.filter(|(v, t)| effect.values[v] != *t).collect();
    }
    let names: Vec<String> = summary.merge.counters.iter().map(|c| terms.name(*c)).collect();
    Summary { merge: merge(terms, &effects, &names), effects, runs }
}
