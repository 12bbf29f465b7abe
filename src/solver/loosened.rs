//! Queries whose hard parts are forgotten: what no values of these satisfy, theirs do not.
//!
//! Products, divisions by what varies and bitwise operations are what z3 gets lost in, and conditions are often excluded
//! whatever they give. So each is a symbol of its own there, of which only the size is known.

use crate::interval::Domain;
use crate::term::{BitOp, Cmp, Int, Node, Sort, Term, Terms};
use std::collections::BTreeMap;

/// The symbols that stand for hard terms.
#[derive(Default)]
pub(super) struct Loosened {
    of: BTreeMap<Term, Term>,
}

impl Loosened {
    /// The same conditions with symbols for hard terms, and what is known of these; nothing if none is hard.
    pub fn conditions(&mut self, terms: &Terms, conditions: &[Term]) -> Option<(Vec<Term>, Vec<Term>)> {
        let mut hard = vec![];
        terms.visit(conditions.iter().copied(), &mut |t, node| {
            if is_hard(terms, node) {
                hard.push(t);
            }
        });
        if hard.is_empty() {
            return None;
        }
        for t in &hard {
            self.of.entry(*t).or_insert_with(|| {
                let range = Domain::new().range(terms, *t);
                terms.sym(terms.symbol("loosened", Sort::Int, range))
            });
        }
        let pairs: Vec<(Term, Term)> = hard.iter().map(|t| (*t, self.of[t])).collect();
        let mut replaced = terms.replacing(&pairs);
        let facts = hard.iter().flat_map(|t| sizes(terms, *t, self.of[t])).collect::<Vec<_>>();
        let facts = facts.into_iter().map(&mut replaced).collect();
        Some((conditions.iter().map(|t| replaced(*t)).collect(), facts))
    }
}

/// Whether z3 has to search for what a term gives.
pub(crate) fn is_hard(terms: &Terms, node: &Node) -> bool {
    match node {
        Node::Bits(..) | Node::Product(_) | Node::Pow(..) => true,
        Node::Div(_, by) | Node::Mod(_, by) => terms.as_int(*by).is_none(),
        _ => false,
    }
}

/// What is known of the size of a hard term, which `r` stands for.
pub(crate) fn sizes(terms: &Terms, t: Term, r: Term) -> Vec<Term> {
    let (zero, one) = (terms.int(0), terms.int(1));
    let at_least = |a: Term, b: Term| terms.cmp(Cmp::Ge, a, b);
    let given = |conditions: Vec<Term>, then: Term| terms.implies(terms.and(conditions), then);
    match &*terms.node(t) {
        Node::Bits(BitOp::And, _, a, b) => [a, b].map(|x| given(vec![at_least(*x, zero)], terms.le(r, *x))).into(),
        Node::Bits(op @ (BitOp::Or | BitOp::Xor), bits, a, b) => {
            let both = vec![at_least(*a, zero), at_least(*b, zero)];
            let end = terms.int(Int::ONE << *bits as usize);
            let mut facts = vec![given(both, terms.le(r, terms.add(*a, *b)))];
            if *op == BitOp::Or {
                let fits = |x: Term| vec![at_least(x, zero), terms.lt(x, end)];
                facts.extend([a, b].map(|x| given(fits(*x), at_least(r, *x))));
            }
            facts
        }
        Node::Bits(BitOp::Shr, _, a, _) => vec![given(vec![at_least(*a, zero)], terms.le(r, *a))],
        Node::Div(a, by) => {
            let plain = vec![at_least(*a, zero), at_least(*by, one)];
            vec![given(plain.clone(), at_least(r, zero)), given(plain, terms.le(r, *a))]
        }
        Node::Mod(a, by) => {
            let positive = at_least(*by, one);
            let plain = vec![positive, at_least(*a, zero)];
            vec![
                given(vec![positive], at_least(r, zero)),
                given(vec![positive], terms.lt(r, *by)),
                given(plain, terms.le(r, *a)),
            ]
        }
        Node::Product(factors) => match factors[..] {
            [a, b] => {
                let more = |x: Term, y: Term| given(vec![at_least(x, one), at_least(y, zero)], at_least(r, y));
                let both = vec![at_least(a, zero), at_least(b, zero)];
                vec![given(both, at_least(r, zero)), more(a, b), more(b, a)]
            }
            _ => vec![],
        },
        _ => vec![],
    }
}
