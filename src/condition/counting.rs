//! How many elements there are for the runs of a subchain.
//!
//! A looping condition says that some moment fits each run, not that these are different ones. Where what holds in a run
//! depends on nothing but how many runs there were before, `t`, no two runs have the same `t`: a subchain runs at most
//! as often as there are `t` for which its conditions hold. So a loop that counts elements says how many there are.
//! The number of `t` is a sum of choices, up to a window; beyond it every `t` is taken to fit.

use super::limits::counting::WINDOW;
use crate::constraint::Looping;
use crate::program::Span;
use crate::term::{Cmp, Range, Sort, Symbol, Term, Terms};
use std::collections::BTreeSet;

/// `times` is at most the number of `moment`s below `total` at which all of `body` holds.
#[derive(Clone, Debug)]
pub struct Counting {
    /// How often something runs.
    pub times: Term,
    /// The run of the looping condition that it comes from.
    pub run: Symbol,
    /// The number of runs before.
    pub moment: Symbol,
    /// It is below this.
    pub total: Term,
    /// What holds there.
    pub body: Vec<Term>,
    /// The line of the loop.
    pub span: Span,
}

impl Counting {
    /// What looping conditions say of elements that are counted.
    pub(super) fn all_of(terms: &Terms, looping: &[Looping]) -> Vec<Counting> {
        looping.iter().filter_map(|looping| Counting::of(terms, looping)).collect()
    }

    fn of(terms: &Terms, looping: &Looping) -> Option<Counting> {
        let others: BTreeSet<Symbol> = looping.others.iter().map(|(s, _)| *s).collect();
        let moment = terms.symbol("t", Sort::Int, Range::at_least(0));
        // The runs before a run, of all that are mentioned, are one number that grows from each run to the next.
        let at_moment = |t: Term| -> Option<(BTreeSet<Symbol>, Term)> {
            let with: BTreeSet<Symbol> = terms.symbols(t).intersection(&others).copied().collect();
            let before = terms.sum(with.iter().map(|s| terms.sym(*s)));
            let run = terms.sub(terms.sym(moment), before);
            let new = terms.substitute(t, &|s| (s == looping.run).then_some(run));
            let left = terms.symbols(new);
            let is_bound = |s: &Symbol| others.contains(s) || looping.locals.contains(s) || *s == looping.run;
            (left.contains(&moment) && !left.iter().any(is_bound)).then_some((with, new))
        };
        let fitting: Vec<(BTreeSet<Symbol>, Term)> = looping.body.iter().filter_map(|t| at_moment(*t)).collect();
        let (with, _) = fitting.iter().find(|(_, t)| terms.reads_array(*t))?;
        let counted = |(set, t): &&(BTreeSet<Symbol>, Term)| set == with && terms.reads_array(*t);
        let body: Vec<Term> = fitting.iter().filter(counted).map(|(_, t)| *t).collect();
        let most = |s: &Symbol| looping.others.iter().find(|(other, _)| other == s).map(|(_, most)| *most);
        let total = terms.sum([looping.times].into_iter().chain(with.iter().filter_map(most)));
        Some(Counting { times: looping.times, run: looping.run, moment, total, body, span: looping.span })
    }

    /// The same with the moments up to `window` told apart.
    pub(super) fn term(&self, terms: &Terms, window: usize) -> Term {
        let window = window.min(WINDOW);
        let one = |n: usize| {
            let at = terms.int(n);
            let held = self.body.iter().map(|t| terms.substitute(*t, &|s| (s == self.moment).then_some(at)));
            let held = held.chain([terms.lt(at, self.total)]).collect();
            terms.ite(terms.and(held), terms.int(1), terms.int(0))
        };
        let end = terms.int(window);
        let beyond = terms.ite(terms.cmp(Cmp::Gt, self.total, end), terms.sub(self.total, end), terms.int(0));
        terms.le(self.times, terms.sum((0..window).map(one).chain([beyond])))
    }

    /// With terms in the place of symbols.
    pub(super) fn substitute(&self, terms: &Terms, of: &dyn Fn(Symbol) -> Option<Term>) -> Counting {
        let at = |t: &Term| terms.substitute(*t, of);
        Counting { times: at(&self.times), total: at(&self.total), body: self.body.iter().map(at).collect(), ..*self }
    }

    /// The symbols that it does not bind.
    pub(super) fn free(&self, terms: &Terms) -> BTreeSet<Symbol> {
        let all = self.body.iter().chain([&self.times, &self.total]);
        all.flat_map(|t| terms.symbols(*t)).filter(|s| *s != self.moment).collect()
    }

    /// For people.
    pub fn show(&self, terms: &Terms) -> String {
        let body = terms.show(terms.and(self.body.clone()));
        let (times, total) = (terms.show(self.times), terms.show(self.total));
        format!("{times} ≤ the number of t < {total} with {body}")
    }
}
