//! Passing a branch that is a node: exactly one of its arms is taken, from the state before it.
//!
//! So there is no moment between runs to speak of, and nothing is lost: each
//! condition holds if its arm is taken, and the values are those of the one
//! that is. With a counter for each arm, 0 or 1, a value is linear where
//! what the arms make of it differs by constants, and else an if-then-else.
//! A branch inside an arm is passed as often as that one is taken.

use super::{Execution, Kind, Passed, PassedNode, State};
use crate::chain::{Branch, BranchId, Chain, Form};
use crate::program::Role;
use crate::term::{Cmp, Int, Range, Sort, Symbol, SymbolInfo, Term};
use rustc_hash::FxHashSet;

/// What one arm does.
struct Arm {
    runs: Term,
    after: State,
    /// The counters of branches inside of it.
    inner: FxHashSet<Symbol>,
    /// The nodes of these.
    passed: Vec<Passed>,
}

impl Execution<'_> {
    /// Passes the branch of `id`.
    pub(super) fn pass_branch(&mut self, form: &Form, id: BranchId) {
        let terms = self.terms;
        let Branch { span, arms, carried, temporary, .. } = &form.branches[id.0];
        let around = self.under.unwrap_or(terms.int(1));
        let range = Range { lo: Some(0.into()), hi: Some(1.into()) };
        let infos =
            arms.iter().map(|c| SymbolInfo { name: format!("κ{}", c.0 + 1), sort: Sort::Int, range: range.clone() });
        let counters: Vec<Symbol> = infos.map(|info| self.fresh(&info, true)).collect();
        let sum = terms.sum(counters.iter().map(|c| terms.sym(*c)));
        self.require(terms.eq(sum, around), Kind::Arms, *span, Role::Step, None);
        let entry = self.state.clone();
        let walked: Vec<Arm> = counters
            .iter()
            .zip(arms)
            .map(|(c, arm)| self.arm(form, &entry, terms.sym(*c), &form.subchains[arm.0]))
            .collect();
        self.under = (around != terms.int(1)).then_some(around);
        self.state = entry;
        let joined = carried.iter().map(|(v, before)| (*v, self.joined(*v, *before, &walked)));
        let joined: Vec<(Symbol, Term)> = joined.collect();
        self.state.extend(joined);
        for s in temporary {
            self.state.remove(s);
        }
        let inside = walked.into_iter().map(|arm| arm.passed).collect();
        self.note_passed(PassedNode::Branch { id, inside }, counters);
    }

    /// Walks one arm, if it is taken, from `entry`.
    fn arm(&mut self, form: &Form, entry: &State, runs: Term, chain: &Chain) -> Arm {
        self.state = entry.clone();
        self.under = Some(runs);
        let before = self.system.counted.len();
        let outside = self.system.passed.len();
        for (position, node) in chain.nodes.iter().enumerate() {
            let passed = self.system.passed.len();
            self.walk(form, node);
            self.system.passed[passed..].iter_mut().for_each(|p| p.node = position);
        }
        let inner = self.system.counted[before..].iter().copied().collect();
        let passed = self.system.passed.split_off(outside);
        Arm { runs, after: std::mem::take(&mut self.state), inner, passed }
    }

    /// The value of `v` after the one arm that is taken.
    fn joined(&self, v: Symbol, before: Option<Symbol>, arms: &[Arm]) -> Term {
        let terms = self.terms;
        let value = |state: &State| state.get(&v).copied().unwrap_or_else(|| terms.sym(v));
        let old = |s: Symbol| self.state.get(&s).copied().unwrap_or_else(|| terms.sym(s));
        let first = value(&arms[0].after);
        if arms.iter().all(|arm| value(&arm.after) == first) {
            return first;
        }
        let mut bases = before.map(old).into_iter().chain([first]);
        let linear = |base: Term| {
            let steps = arms.iter().map(|arm| self.step_of(terms.sub(value(&arm.after), base), arm));
            steps.collect::<Option<Vec<Term>>>().map(|steps| terms.sum([base].into_iter().chain(steps)))
        };
        if terms.sort(first) == Sort::Int
            && let Some(sum) = bases.find_map(linear)
        {
            return sum;
        }
        let last = value(&arms[arms.len() - 1].after);
        let others = arms[..arms.len() - 1].iter().rev();
        others.fold(last, |rest, arm| terms.ite(terms.cmp(Cmp::Gt, arm.runs, terms.int(0)), value(&arm.after), rest))
    }

    /// A difference times the number of runs, 0 or 1: counters of branches inside are 0 where the arm is not
    /// taken.
    fn step_of(&self, difference: Term, arm: &Arm) -> Option<Term> {
        let terms = self.terms;
        let l = terms.linear(difference);
        let counts = |t: Term| terms.as_symbol(t).is_some_and(|s| arm.inner.contains(&s));
        if !l.terms().all(|(t, _)| counts(t)) {
            return None;
        }
        let constant: Int = l.constant.clone();
        let mut moving = l;
        moving.constant = Int::ZERO;
        Some(terms.add(terms.scale(arm.runs, constant), terms.from_linear(moving)))
    }
}
