//! The same condition in fewer words: what follows from the rest is left out, as far as a solver finds out in time.
//!
//! Each answer stands for itself: leaving out what an unsatisfiable query shows to follow changes no solution.

use super::limits::simplify::{LONGEST, LONGEST_QUERY, MOST_QUERIES, MOST_UNDECIDED};
use super::{Condition, Part, share};
use crate::budget::Budget;
use crate::solver::{Outcome, Smt};
use crate::term::{Node, Sort, Term, Terms};
use petgraph::unionfind::UnionFind;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Simplifies a condition in which only inputs are left.
pub(super) fn simplify(terms: &Terms, condition: &mut Condition, budget: &Budget) {
    let mut simplifier = Simplifier {
        terms,
        smt: Smt::new(terms, share(budget, LONGEST, 4), LONGEST_QUERY),
        left: MOST_QUERIES,
        undecided: 0,
    };
    for way in &mut condition.ways {
        simplifier.parts(&mut way.parts);
    }
    condition.ways.retain(|way| way.parts.iter().all(|part| terms.as_bool(part.term) != Some(false)));
    // A way that another one includes says nothing.
    let whole: Vec<Term> =
        condition.ways.iter().map(|way| terms.and(way.parts.iter().map(|part| part.term).collect())).collect();
    let mut kept: Vec<usize> = (0..whole.len()).collect();
    for i in (0..whole.len()).rev() {
        let others = terms.or(kept.iter().filter(|j| **j != i).map(|j| whole[*j]).collect());
        if simplifier.never(&[whole[i], terms.not(others)]) {
            kept.retain(|j| *j != i);
        }
    }
    let mut position = 0;
    condition.ways.retain(|_| {
        position += 1;
        kept.contains(&(position - 1))
    });
}

struct Simplifier<'t> {
    terms: &'t Terms,
    smt: Smt<'t>,
    /// So many more queries may be made.
    left: usize,
    undecided: usize,
}

impl Simplifier<'_> {
    /// Whether these certainly cannot hold together.
    fn never(&mut self, all: &[Term]) -> bool {
        if self.left == 0 || self.undecided >= MOST_UNDECIDED {
            return false;
        }
        self.left -= 1;
        let outcome = self.smt.check_assuming(all).outcome();
        self.undecided += usize::from(matches!(outcome, Outcome::Unknown(_)));
        outcome.is_unsat()
    }

    /// Conjuncts without what follows from the others.
    fn parts(&mut self, parts: &mut Vec<Part>) {
        let terms = self.terms;
        let all = |parts: &[Part]| parts.iter().map(|part| part.term).collect::<Vec<_>>();
        if self.never(&all(parts)) {
            let span = parts.first().map(|part| part.span).unwrap_or_default();
            *parts = vec![Part { term: terms.bool(false), span }];
            return;
        }
        // What shares nothing with a condition does not imply it, once they can hold together.
        for group in apart(terms, &all(parts)) {
            // The largest ones first: what they say may be said by small ones.
            let mut order = group.clone();
            order.sort_by_key(|i| std::cmp::Reverse(terms.size(&[parts[*i].term])));
            for i in order {
                let others: Vec<Term> = group.iter().filter(|j| **j != i).map(|j| parts[*j].term).collect();
                parts[i].term = self.given(parts[i].term, &others);
            }
        }
        parts.retain(|part| terms.as_bool(part.term) != Some(true));
    }

    /// What `t` says beside `others`.
    fn given(&mut self, t: Term, others: &[Term]) -> Term {
        let terms = self.terms;
        let with = |t: Term| others.iter().copied().chain([t]).collect::<Vec<_>>();
        if self.never(&with(terms.not(t))) {
            return terms.bool(true);
        }
        match &*terms.node(t) {
            Node::Or(members) => {
                let mut left = vec![];
                for member in members {
                    if !self.never(&with(*member)) {
                        left.push(self.member(*member, others));
                    }
                }
                terms.or(left)
            }
            _ => t,
        }
    }

    /// A member of a disjunction, without conjuncts that follow from its others and `others`.
    fn member(&mut self, t: Term, others: &[Term]) -> Term {
        let terms = self.terms;
        let mut left = terms.conjuncts(t);
        for i in (0..left.len()).rev() {
            let rest = left.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, t)| *t);
            let all: Vec<Term> = others.iter().copied().chain(rest).chain([terms.not(left[i])]).collect();
            if self.never(&all) {
                left.remove(i);
            }
        }
        terms.and(left)
    }
}

/// The positions of conditions in groups, of which no two share an input. Elements of an array count as inputs of their
/// own where it is read at constant indices only.
fn apart(terms: &Terms, all: &[Term]) -> Vec<Vec<usize>> {
    if terms.has_sums() {
        return vec![(0..all.len()).collect()];
    }
    let as_array = |t: Term| terms.as_symbol(t).filter(|s| terms.info(*s).sort != Sort::Int);
    let mut scattered: FxHashSet<Term> = FxHashSet::default();
    terms.visit(all.iter().copied(), &mut |t, node| {
        let is_element = matches!(node, Node::Select(_, index) if terms.as_int(*index).is_some());
        scattered.extend(terms.children(t).into_iter().filter(|c| !is_element && as_array(*c).is_some()));
    });
    let mut groups = UnionFind::<usize>::new(all.len());
    let mut first: FxHashMap<Term, usize> = FxHashMap::default();
    for (i, t) in all.iter().enumerate() {
        terms.visit([*t], &mut |sub, node| {
            let shared = match node {
                Node::Symbol(_) if as_array(sub).is_none() || scattered.contains(&sub) => sub,
                Node::Select(..) => sub,
                _ => return,
            };
            groups.union(i, *first.entry(shared).or_insert(i));
        });
    }
    let mut found: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for i in 0..all.len() {
        found.entry(groups.find(i)).or_default().push(i);
    }
    found.into_values().collect()
}
