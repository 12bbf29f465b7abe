//! Looping conditions (\[APC\] 3.1): what holds at the beginning of *every* run of a subchain.
//!
//! `first`, `last` and `each` speak of one moment each. A looping condition says: for every run number `0 ≤ τi < κi`
//! of subchain `i` there are numbers `0 ≤ τj ≤ κj` of runs that the others had by then, such that the conditions of
//! subchain `i` hold at the merged state `θ(τ)`. So it knows of loops that would have been left in between, whatever
//! the shape of their conditions. All that stands for something else at each moment (`★`s, counters of loops inside,
//! reads, quotients) is found for each run anew. A subchain with loops inside has their looping conditions in its own.
//! What several subchains have in common, such as the condition of the loop, holds in every run of any of them:
//! counted together, `0 ≤ τ < Σκi`, that says more.
//!
//! They are costly: `Summaries::with_looping` makes them, where the other constraints do not decide. In `unfold`
//! they become conditions on single runs, and `decide` asks about both forms.
//!
//! DEPARTURES (\[APC\] 3.1, 3.3): as in all of `constraint` a `★` is a fresh variable with its known facts, where the
//! paper leaves out a test that mentions one. What the heavyweight version infers is `inner_counts`.

mod decide;
mod make;
#[cfg(test)]
mod tests;
mod unfold;

pub(super) use make::Place;

use crate::program::Span;
use crate::solver::Every;
use crate::term::{Symbol, Term, Terms};
use std::collections::BTreeSet;

/// What holds at the beginning of every run of a subchain of a passed loop node, or of any of several.
#[derive(Clone, Debug)]
pub struct Looping {
    /// The number of the run, from 0.
    pub run: Symbol,
    /// How often they run.
    pub times: Term,
    /// How often other subchains ran before that run: at most so often.
    pub others: Vec<(Symbol, Term)>,
    /// What else stands for something of its own in each run.
    pub locals: Vec<Symbol>,
    /// What holds then.
    pub body: Vec<Term>,
    /// The looping conditions of loops inside, in that run.
    pub inside: Vec<Looping>,
    /// The line of the loop.
    pub span: Span,
    /// The node of the chain it comes from.
    pub node: usize,
}

impl Looping {
    /// With terms in the place of symbols that are not bound in it.
    pub(crate) fn substitute(&self, terms: &Terms, of: &dyn Fn(Symbol) -> Option<Term>) -> Looping {
        let at = |t: &Term| terms.substitute(*t, of);
        Looping {
            times: at(&self.times),
            others: self.others.iter().map(|(s, most)| (*s, at(most))).collect(),
            locals: self.locals.clone(),
            body: self.body.iter().map(at).collect(),
            inside: self.inside.iter().map(|inner| inner.substitute(terms, of)).collect(),
            ..*self
        }
    }

    /// The symbols that it mentions, bound ones included.
    pub(super) fn symbols(&self, terms: &Terms) -> BTreeSet<Symbol> {
        let own = self.body.iter().chain([&self.times]).chain(self.others.iter().map(|(_, most)| most));
        let inner = self.inside.iter().flat_map(|inner| inner.symbols(terms));
        own.flat_map(|t| terms.symbols(*t)).chain(inner).collect()
    }

    /// The symbols that it mentions and does not bind.
    pub(crate) fn free(&self, terms: &Terms) -> BTreeSet<Symbol> {
        let inner = self.inside.iter().flat_map(|inner| inner.free(terms));
        let own = self.body.iter().chain(self.others.iter().map(|(_, most)| most)).flat_map(|t| terms.symbols(*t));
        let bound: BTreeSet<Symbol> =
            self.others.iter().map(|(s, _)| *s).chain(self.locals.iter().copied()).chain([self.run]).collect();
        let held = own.chain(inner).filter(|s| !bound.contains(s));
        held.chain(terms.symbols(self.times)).collect()
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
        let body = terms.and(self.body.clone());
        let body = (terms.as_bool(body) != Some(true)).then(|| terms.show(body));
        let inside = self.inside.iter().map(|inner| format!("({})", inner.show(terms)));
        format!("{text}: {}", body.into_iter().chain(inside).collect::<Vec<_>>().join(" ∧ "))
    }
}
