//! What solvers have to be told of sums: they know them as arrays only.

use crate::interval::Domain;
use crate::solver::Every;
use crate::term::{Int, Node, Range, Sort, Symbol, Term, Terms};
use std::collections::BTreeSet;

/// The sums that conditions speak of, and how far they are asked for.
pub(super) struct Sums<'t> {
    terms: &'t Terms,
    all: Vec<Symbol>,
}

impl<'t> Sums<'t> {
    /// Those in these terms.
    pub fn of(terms: &'t Terms, roots: impl IntoIterator<Item = Term>) -> Sums<'t> {
        Sums { terms, all: terms.sums_in(roots) }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// What the sums are, of so many values and of no more, and that the conditions speak of no more.
    pub fn unfolded(&self, conditions: &[Term], most: usize) -> Vec<Term> {
        let terms = self.terms;
        let step = |s: &Symbol| (0..most).map(|i| terms.sum_step(*s, terms.int(i))).collect::<Vec<_>>();
        let mut said: Vec<Term> = self.all.iter().map(|s| terms.sum_of_none(*s)).collect();
        said.extend(self.all.iter().flat_map(step));
        let whole: Vec<Term> = conditions.iter().chain(&said).copied().collect();
        for (_, index) in self.reads(&whole) {
            said.push(terms.and(vec![terms.le(terms.int(0), index), terms.le(index, terms.int(most))]));
        }
        said.retain(|t| terms.as_bool(*t) != Some(true));
        said
    }

    /// What the sums are, of any number of values.
    pub fn every(&self) -> (Vec<Term>, Vec<Every>) {
        let terms = self.terms;
        let none = self.all.iter().map(|s| terms.sum_of_none(*s)).collect();
        let step = |s: &Symbol| {
            let each = terms.symbol("number", Sort::Int, Range::at_least(0));
            Every { each, given: vec![], some: vec![], body: vec![terms.sum_step(*s, terms.sym(each))], inside: vec![] }
        };
        (none, self.all.iter().map(step).collect())
    }

    /// Between what the sums are that conditions speak of, from the least and the greatest value: it takes induction to
    /// find that out.
    pub fn bounds(&self, conditions: &[Term]) -> Vec<Term> {
        let terms = self.terms;
        let mut said = vec![];
        for (sums, index) in self.reads(conditions) {
            let Some(summed) = terms.summed(sums) else { continue };
            let range = Domain::new().range(terms, summed.value);
            let sum = terms.select(terms.sym(sums), index);
            let is_some = terms.le(terms.int(0), index);
            let mut say = |t: Term| said.push(terms.implies(is_some, t));
            if let Some(least) = range.lo {
                say(terms.le(terms.scale(index, least), sum));
            }
            if let Some(greatest) = range.hi {
                say(terms.le(sum, terms.scale(index, greatest)));
            }
        }
        said
    }

    /// Which sums are read, and of how many values, in conditions without quantifiers.
    fn reads(&self, conditions: &[Term]) -> BTreeSet<(Symbol, Term)> {
        let terms = self.terms;
        let mut found = BTreeSet::new();
        terms.visit(conditions.iter().copied(), &mut |_, node| {
            if let Node::Select(array, index) = node
                && let Some(sums) = terms.as_symbol(*array).filter(|s| self.all.contains(s))
            {
                found.insert((sums, *index));
            }
        });
        found
    }

    /// The most values that are summed up, as a scope says.
    pub fn most(&self, conditions: &[Term], values: &dyn crate::term::Scope) -> Option<usize> {
        let all = self.reads(conditions).into_iter().map(|(_, index)| {
            let index = self.terms.eval_int(index, values).ok()?;
            usize::try_from(&index.max(Int::ZERO)).ok()
        });
        all.collect::<Option<Vec<usize>>>().map(|all| all.into_iter().max().unwrap_or(0))
    }
}
