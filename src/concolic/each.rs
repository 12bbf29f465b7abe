//! What has to hold in each of many rounds, where the first and the last of them do not tell: of elements that rounds read.
//!
//! Terms have no quantifiers, so such a condition has a name, which stands where conditions do.

use super::limits::each::MOST_SUMMED;
use crate::solver::Every;
use crate::term::{Int, Range, Scope, Sort, Symbol, Term, Terms};
use rustc_hash::FxHashMap;

/// What holds in each of some rounds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Each {
    /// The number of the round, from 0; nothing else mentions it.
    pub round: Symbol,
    /// How many rounds there are.
    pub times: Term,
    /// What holds in each.
    pub condition: Term,
}

impl Each {
    /// The same in other words.
    pub fn changed(&self, change: &dyn Fn(Term) -> Term) -> Each {
        Each { times: change(self.times), condition: change(self.condition), ..*self }
    }

    /// As a condition for solvers.
    pub fn every(&self, terms: &Terms) -> Every {
        let given = vec![terms.lt(terms.sym(self.round), self.times)];
        Every { each: self.round, given, some: vec![], body: vec![self.condition], inside: vec![] }
    }

    /// What holds in one round.
    pub fn at(&self, terms: &Terms, round: Term) -> Term {
        terms.substitute(self.condition, &|s| (s == self.round).then_some(round))
    }

    /// The same of `most` rounds, and that there are no more.
    pub fn unfolded(&self, terms: &Terms, most: usize) -> Vec<Term> {
        let one = |i: usize| {
            let round = terms.int(i);
            terms.implies(terms.lt(round, self.times), self.at(terms, round))
        };
        (0..most).map(one).chain([terms.le(self.times, terms.int(most))]).collect()
    }

    /// Whether it holds, if there are not too many rounds to say; each sum is computed anew.
    pub fn holds(&self, terms: &Terms, values: &dyn Scope, most: usize) -> Option<bool> {
        let times = usize::try_from(&terms.eval_int(self.times, values).ok()?).ok()?;
        let in_round = |i: usize| terms.eval_bool(self.at(terms, terms.int(i)), values).ok();
        let most = if terms.sums_in([self.condition]).is_empty() { most } else { most.min(MOST_SUMMED) };
        if times > most {
            return None;
        }
        (0..times).try_fold(true, |all, i| Some(all && in_round(i)?))
    }
}

/// Names of such conditions.
#[derive(Default)]
pub(super) struct NamedEach {
    names: FxHashMap<(Term, Term), Term>,
    meanings: FxHashMap<Term, Each>,
}

impl NamedEach {
    /// The name of a condition that holds in each of so many rounds, which `counter` counts in it.
    pub fn name(&mut self, terms: &Terms, counter: Symbol, times: Term, condition: Term) -> Term {
        *self.names.entry((condition, times)).or_insert_with(|| {
            let round = terms.symbol("τ", Sort::Int, Range::at_least(0));
            let own = terms.substitute(condition, &|s| (s == counter).then(|| terms.sym(round)));
            let symbol = terms.symbol("each", Sort::Int, Range::new(0, 1));
            let name = terms.eq(terms.sym(symbol), terms.int(Int::ONE));
            self.meanings.insert(name, Each { round, times, condition: own });
            name
        })
    }

    /// What a name stands for.
    pub fn meaning(&self, name: Term) -> Option<&Each> {
        self.meanings.get(&name)
    }

    /// Conditions that are terms, and those that have names.
    pub fn split(&self, conditions: &[Term]) -> (Vec<Term>, Vec<Each>) {
        let (named, plain): (Vec<Term>, Vec<Term>) = conditions.iter().partition(|c| self.meanings.contains_key(c));
        (plain, named.iter().map(|name| self.meanings[name].clone()).collect())
    }
}
