//! Looping conditions (\[APC\] 3.1): what holds at the beginning of *every* run of a subchain.
//!
//! `first`, `last` and `each` speak of one moment each. A looping condition says: for every run number `0 ≤ τi < κi`
//! of subchain `i` there are numbers `0 ≤ τj ≤ κj` of runs that the others had by then, such that the conditions of
//! subchain `i` hold at the merged state `θ(τ)`. So it knows of loops that would have been left in between, whatever
//! the shape of their conditions. All that stands for something else at each moment (`★`s, counters of loops inside,
//! reads, quotients) is found for each run anew. A subchain with loops inside has their looping conditions in its own.
//!
//! They are costly: `Summaries::with_looping` makes them, where the other constraints do not decide. In [`unfold`]
//! they become conditions on single runs, and `decide` asks about both forms.
//!
//! DEPARTURES (\[APC\] 3.1, 3.3): as in all of `constraint` a `★` is a fresh variable with its known facts, where the
//! paper leaves out a test that mentions one. What the heavyweight version infers is `depend`.

mod decide;
mod unfold;
#[cfg(test)]
mod tests;

use super::passing::Wanted;
use super::summary::Summary;
use super::{Execution, State};
use crate::chain::{Form, LoopId};
use crate::program::Span;
use crate::solver::Every;
use crate::term::{Range, Sort, Symbol, Term, Terms};
use std::collections::BTreeSet;

/// What holds at the beginning of every run of one subchain of a passed loop node.
#[derive(Clone, Debug)]
pub struct Looping {
    /// The number of the run, from 0.
    pub run: Symbol,
    /// How often the subchain runs.
    pub times: Term,
    /// How often each of the others ran before that run: at most so often.
    pub others: Vec<(Symbol, Term)>,
    /// What else stands for something of its own in each run.
    pub locals: Vec<Symbol>,
    /// What holds then.
    pub body: Vec<Term>,
    /// The looping conditions of loops inside, in that run.
    pub inside: Vec<Looping>,
    /// The subchain.
    pub chain: String,
    /// The line of the loop.
    pub span: Span,
    /// The node of the chain it comes from.
    pub node: usize,
}

impl Looping {
    /// With terms in the place of symbols that are not bound in it.
    pub(super) fn substitute(&self, terms: &Terms, of: &dyn Fn(Symbol) -> Option<Term>) -> Looping {
        let at = |t: &Term| terms.substitute(*t, of);
        Looping {
            times: at(&self.times),
            others: self.others.iter().map(|(s, most)| (*s, at(most))).collect(),
            locals: self.locals.clone(),
            body: self.body.iter().map(at).collect(),
            inside: self.inside.iter().map(|inner| inner.substitute(terms, of)).collect(),
            chain: self.chain.clone(),
            ..*self
        }
    }

    /// The symbols that it mentions, bound ones included.
    pub(super) fn symbols(&self, terms: &Terms) -> BTreeSet<Symbol> {
        let own = self.body.iter().chain([&self.times]).chain(self.others.iter().map(|(_, most)| most));
        let inner = self.inside.iter().flat_map(|inner| inner.symbols(terms));
        own.flat_map(|t| terms.symbols(*t)).chain(inner).collect()
    }

    /// What holds in a run, with the bounds on how often the others ran.
    fn conditions(&self, terms: &Terms) -> Vec<Term> {
        let bounds = self.others.iter().map(|(s, most)| terms.le(terms.sym(*s), *most));
        bounds.chain(self.body.iter().copied()).collect()
    }

    /// For a solver that knows quantifiers.
    pub fn quantified(&self, terms: &Terms) -> Every {
        let run = terms.sym(self.run);
        Every {
            each: self.run,
            given: vec![terms.le(terms.int(0), run), terms.lt(run, self.times)],
            some: self.others.iter().map(|(s, _)| *s).chain(self.locals.iter().copied()).collect(),
            body: self.conditions(terms),
            inside: self.inside.iter().map(|inner| inner.quantified(terms)).collect(),
        }
    }

    /// For people.
    pub fn show(&self, terms: &Terms) -> String {
        let mut text = format!("∀ {} < {}", terms.name(self.run), terms.show(self.times));
        let others = self.others.iter().map(|(s, most)| format!("{} ≤ {}", terms.name(*s), terms.show(*most)));
        let some: Vec<String> = others.chain(self.locals.iter().map(|s| terms.name(*s))).collect();
        if !some.is_empty() {
            text.push_str(&format!(" ∃ {}", some.join(", ")));
        }
        let body = self.body.iter().map(|t| terms.show(*t)).chain(self.inside.iter().map(|i| format!("({})", i.show(terms))));
        format!("{text}: {}", body.collect::<Vec<_>>().join(" ∧ "))
    }
}

impl Execution<'_> {
    /// Adds the looping conditions of a loop node that is passed from `entry`.
    pub(super) fn add_looping(&mut self, summary: &Summary, form: &Form, id: LoopId, entry: &State, runs: &[Term]) {
        let terms = self.terms;
        for (i, run) in summary.runs.iter().enumerate() {
            if self.summaries.is_cut() {
                return;
            }
            let before = std::mem::take(&mut self.locals);
            let name = |c: &Symbol| terms.name(*c).replacen('κ', "τ", 1);
            let counters = self.system.passed.last().map_or(&[][..], |p| &p.counters);
            let numbers: Vec<Symbol> =
                counters.iter().map(|c| terms.symbol(name(c), Sort::Int, Range::at_least(0))).collect();
            let moment: Vec<Term> = numbers.iter().map(|s| terms.sym(*s)).collect();
            let (state, facts, _) = self.state_after(summary, entry, &moment, false);
            let held = self.instance(run, &state, Wanted::Every, &[]);
            let made = std::mem::replace(&mut self.locals, before);
            let is_array = |s: &Symbol| terms.info(*s).sort == Sort::Array;
            let unknown_arrays: BTreeSet<Symbol> = made.iter().copied().filter(is_array).collect();
            // What reads a `★` array says next to nothing of it, and an array cannot be bound.
            let mut body: Vec<Term> = facts.into_iter().chain(held.parts.iter().map(|p| p.term)).collect();
            body.retain(|t| terms.as_bool(*t) != Some(true) && terms.symbols(*t).is_disjoint(&unknown_arrays));
            let mut inside = held.looping;
            inside.retain(|inner| inner.symbols(terms).is_disjoint(&unknown_arrays));
            let mentioned: BTreeSet<Symbol> = body
                .iter()
                .flat_map(|t| terms.symbols(*t))
                .chain(inside.iter().flat_map(|inner| inner.symbols(terms)))
                .collect();
            let others = (0..runs.len()).filter(|j| *j != i && mentioned.contains(&numbers[*j]));
            let others = others.map(|j| (numbers[j], runs[j])).collect();
            let mut locals: Vec<Symbol> = made.into_iter().filter(|s| mentioned.contains(s)).collect();
            locals.sort();
            let of = &form.loops[id.0];
            if body.is_empty() && inside.is_empty() {
                continue;
            }
            self.system.looping.push(Looping {
                run: numbers[i],
                times: runs[i],
                others,
                locals,
                body,
                inside,
                chain: of.subchains[i].name(),
                span: of.span,
                node: self.node,
            });
        }
    }
}
