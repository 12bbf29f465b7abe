//! Passing a folded branch: exactly one of its subchains runs, and once, from the state before it.
//!
//! So there is no moment between runs to speak of, and nothing is lost: each
//! condition holds if its subchain runs, and the values are those of the one
//! that does. With a counter for each subchain, 0 or 1, a value is linear where
//! what the subchains make of it differs by constants, and else an if-then-else.
//! A branch inside a subchain runs as often as that one does.

use super::{Execution, Kind, State};
use crate::chain::{Chain, Form, LoopId, Node};
use crate::program::Role;
use crate::term::{Cmp, Int, Range, Sort, Symbol, SymbolInfo, Term};
use rustc_hash::FxHashSet;

/// What one subchain does.
struct Arm {
    runs: Term,
    after: State,
    /// The counters of branches inside of it.
    inner: FxHashSet<Symbol>,
}

impl Execution<'_> {
    /// Passes the folded branch of `id`.
    pub(super) fn pass_once(&mut self, form: &Form, id: LoopId) {
        let terms = self.terms;
        let of = &form.loops[id.0];
        let names = of.subchains.iter().map(|c| format!("κ{}", c.0 + 1));
        let range = Range { lo: Some(0.into()), hi: Some(1.into()) };
        let infos: Vec<SymbolInfo> =
            names.map(|name| SymbolInfo { name, sort: Sort::Int, range: range.clone() }).collect();
        let counters: Vec<Symbol> = infos.iter().map(|info| self.fresh(info, true)).collect();
        let chains: Vec<&Chain> = of.subchains.iter().map(|c| &form.subchains[c.0]).collect();
        // From the middle of a branch that was taken already: what was left of it has been walked.
        let is_over = chains.iter().all(|chain| self.is_over(chain));
        let around = self.under.unwrap_or(terms.int(1));
        let wanted = if is_over { terms.int(0) } else { around };
        let sum = terms.sum(counters.iter().map(|c| terms.sym(*c)));
        self.require(terms.eq(sum, wanted), Kind::Total, of.span, Role::Once, None);
        self.note_passed(id, counters.clone(), Vec::new());
        let here = self.system.passed.len();
        if !is_over {
            let entry = self.state.clone();
            let mut arms = Vec::new();
            for (c, chain) in counters.iter().zip(chains) {
                arms.push(self.arm(form, &entry, terms.sym(*c), chain));
                let inside = self.system.passed.split_off(here);
                self.system.passed[here - 1].inside.push(inside);
            }
            self.under = (around != terms.int(1)).then_some(around);
            self.state = entry;
            for &v in &of.carried {
                let value = self.joined(v, &arms);
                self.state.insert(v, value);
            }
            for s in &of.temporary {
                self.state.remove(s);
            }
        }
    }

    /// Whether the subchain asks for a branch that was not taken yet, and it was.
    fn is_over(&self, chain: &Chain) -> bool {
        match chain.nodes.iter().find(|n| matches!(n, Node::Assume { role: Role::Once, .. })) {
            Some(Node::Assume { condition, .. }) => self.terms.as_bool(self.value(*condition)) == Some(false),
            _ => false,
        }
    }

    /// Walks one subchain, if it runs, from `entry`.
    fn arm(&mut self, form: &Form, entry: &State, runs: Term, chain: &Chain) -> Arm {
        self.state = entry.clone();
        self.under = Some(runs);
        let before = self.system.counted.len();
        for (position, node) in chain.nodes.iter().enumerate() {
            let passed = self.system.passed.len();
            self.walk(form, node);
            self.system.passed[passed..].iter_mut().for_each(|p| p.node = position);
        }
        let inner = self.system.counted[before..].iter().copied().collect();
        Arm { runs, after: std::mem::take(&mut self.state), inner }
    }

    /// The value of `v` after the one subchain that runs.
    fn joined(&self, v: Symbol, arms: &[Arm]) -> Term {
        let terms = self.terms;
        let value = |state: &State| state.get(&v).copied().unwrap_or_else(|| terms.sym(v));
        let first = value(&arms[0].after);
        if arms.iter().all(|arm| value(&arm.after) == first) {
            return first;
        }
        let bases = [value(&self.state), first];
        let linear = |base: Term| {
            let steps = arms.iter().map(|arm| self.step_of(terms.sub(value(&arm.after), base), arm));
            steps.collect::<Option<Vec<Term>>>().map(|steps| terms.sum([base].into_iter().chain(steps)))
        };
        if terms.sort(first) == Sort::Int
            && let Some(sum) = bases.into_iter().find_map(linear)
        {
            return sum;
        }
        let last = value(&arms[arms.len() - 1].after);
        let others = arms[..arms.len() - 1].iter().rev();
        others.fold(last, |rest, arm| terms.ite(terms.cmp(Cmp::Gt, arm.runs, terms.int(0)), value(&arm.after), rest))
    }

    /// A difference times the number of runs, 0 or 1: counters of branches inside are 0 where the subchain does not
    /// run.
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
