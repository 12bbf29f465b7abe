//! Conditions as conjunctions and disjunctions of atoms that say something linear of what is to be eliminated.
//!
//! A choice inside of an atom becomes a choice between atoms, a read of what was stored a choice between reads, and a
//! quotient by a constant a variable of its own, with what defines it. An atom with too many choices stays as it
//! is: it is not linear until values for its variables are found.

use super::limits::atoms::MOST_CHOICES;
use crate::interval::Domain;
use crate::term::{Cmp, Int, Linear, Node, Range, Relation, Sort, Symbol, Term, Terms};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Rewrites conditions, and remembers what quotients stand for.
pub(super) struct Atoms<'a> {
    terms: &'a Terms,
    memo: &'a Memo<'a>,
    /// What is to be eliminated, quotients included.
    pub bound: BTreeSet<Symbol>,
    /// What defines the quotients: it holds for some value of each, whatever the others are.
    pub defined: Vec<Term>,
    quotients: FxHashMap<(Term, Term), Term>,
    done: FxHashMap<(Term, bool), Term>,
}

impl<'a> Atoms<'a> {
    pub fn new(memo: &'a Memo<'a>, bound: BTreeSet<Symbol>) -> Atoms<'a> {
        Atoms {
            terms: memo.terms,
            memo,
            bound,
            defined: vec![],
            quotients: FxHashMap::default(),
            done: FxHashMap::default(),
        }
    }

    /// `t`, or that it does not hold, in negation normal form.
    pub fn normal(&mut self, t: Term, holds: bool) -> Term {
        if let Some(known) = self.done.get(&(t, holds)) {
            return *known;
        }
        let terms = self.terms;
        let normal = match (&*terms.node(t), holds) {
            (Node::Not(a), _) => self.normal(*a, !holds),
            (Node::And(all), true) | (Node::Or(all), false) => {
                let all = all.iter().map(|t| self.normal(*t, holds)).collect();
                terms.and(all)
            }
            (Node::And(all), false) | (Node::Or(all), true) => {
                let all = all.iter().map(|t| self.normal(*t, holds)).collect();
                terms.or(all)
            }
            (_, true) => self.atom(t, MOST_CHOICES),
            (_, false) => self.atom(terms.not(t), MOST_CHOICES),
        };
        self.done.insert((t, holds), normal);
        normal
    }

    fn atom(&mut self, t: Term, choices: usize) -> Term {
        let terms = self.terms;
        if !self.memo.mentions(t, &self.bound) {
            return t;
        }
        if let Some((count, (choice, condition, yes, no))) = self.choice(t) {
            let Some(left) = choices.checked_sub(count) else { return t };
            let left = left + count - 1;
            let (yes, no) = (terms.replace(t, &[(choice, yes)]), terms.replace(t, &[(choice, no)]));
            let cases = [(condition, true, yes), (condition, false, no)].map(|(condition, holds, atom)| {
                let atom = self.atom(atom, left);
                terms.and(vec![self.normal(condition, holds), atom])
            });
            return terms.or(cases.to_vec());
        }
        match self.quotient(t) {
            Some((old, new)) => self.atom(terms.replace(t, &[(old, new)]), choices),
            None => t,
        }
    }

    /// How many choices there are in `t`, and one of them: the term, its condition, and what is chosen.
    fn choice(&self, t: Term) -> Option<(usize, (Term, Term, Term, Term))> {
        let terms = self.terms;
        let mut all = vec![];
        terms.visit([t], &mut |sub, node| match node {
            Node::Ite(c, a, b) if terms.sort(sub) == Sort::Int => all.push((sub, *c, *a, *b)),
            Node::Select(array, index) => match *terms.node(*array) {
                Node::Store(before, at, value) => {
                    all.push((sub, terms.eq(at, *index), value, terms.select(before, *index)));
                }
                Node::Ite(c, a, b) => all.push((sub, c, terms.select(a, *index), terms.select(b, *index))),
                _ => {}
            },
            _ => {}
        });
        all.retain(|(choice, ..)| self.memo.mentions(*choice, &self.bound));
        Some((all.len(), all.pop()?))
    }

    /// A quotient or remainder in `t`, by a constant, and what to write for it.
    fn quotient(&mut self, t: Term) -> Option<(Term, Term)> {
        let terms = self.terms;
        let mut found = None;
        terms.visit([t], &mut |sub, node| {
            if let Node::Div(x, m) | Node::Mod(x, m) = node
                && terms.as_int(*m).is_some_and(|m| m > Int::ZERO)
                && self.memo.mentions(*x, &self.bound)
            {
                found = Some((sub, *x, *m, matches!(node, Node::Div(..))));
            }
        });
        let (sub, x, m, is_quotient) = found?;
        let bound = &mut self.bound;
        let defined = &mut self.defined;
        let q = *self.quotients.entry((x, m)).or_insert_with(|| {
            let symbol = terms.symbol("q", Sort::Int, Range::ALL);
            bound.insert(symbol);
            let q = terms.sym(symbol);
            let rest = terms.sub(x, terms.mul(m, q));
            defined.extend([terms.le(terms.int(0), rest), terms.lt(rest, m)]);
            q
        });
        Some((sub, if is_quotient { q } else { terms.sub(x, terms.mul(m, q)) }))
    }
}

/// What is asked of terms again and again, found once.
pub(super) struct Memo<'t> {
    pub terms: &'t Terms,
    symbols: RefCell<FxHashMap<Term, Rc<BTreeSet<Symbol>>>>,
    combinations: RefCell<FxHashMap<Term, Rc<(Relation, Linear)>>>,
}

impl<'t> Memo<'t> {
    pub fn new(terms: &'t Terms) -> Memo<'t> {
        Memo { terms, symbols: RefCell::default(), combinations: RefCell::default() }
    }

    /// The symbols of `t`.
    pub fn symbols(&self, t: Term) -> Rc<BTreeSet<Symbol>> {
        self.symbols.borrow_mut().entry(t).or_insert_with(|| Rc::new(self.terms.symbols(t))).clone()
    }

    /// Whether one of the symbols occurs in `t`.
    pub fn mentions(&self, t: Term, symbols: &BTreeSet<Symbol>) -> bool {
        let own = self.symbols(t);
        let (few, many) = if own.len() < symbols.len() { (&*own, symbols) } else { (symbols, &*own) };
        few.iter().any(|s| many.contains(s))
    }

    /// What an atom says, if that is linear in the symbols.
    pub fn linear(&self, t: Term, symbols: &BTreeSet<Symbol>) -> Option<Rc<(Relation, Linear)>> {
        let found = self.combination(t)?;
        let is_plain = |t: Term| self.terms.as_symbol(t).is_some() || !self.mentions(t, symbols);
        let is_linear = found.1.terms().all(|(t, _)| is_plain(t));
        is_linear.then_some(found)
    }

    fn combination(&self, t: Term) -> Option<Rc<(Relation, Linear)>> {
        let Node::Cmp(op, a, b) = *self.terms.node(t) else { return None };
        let found = || Rc::new(self.terms.normalized(op, a, b));
        Some(self.combinations.borrow_mut().entry(t).or_insert_with(found).clone())
    }
}

/// The comparison that a relation of a combination to zero is.
pub(super) fn comparison(terms: &Terms, relation: Relation, l: Linear) -> Term {
    let op = match relation {
        Relation::AtMostZero => Cmp::Le,
        Relation::Zero => Cmp::Eq,
        Relation::NonZero => Cmp::Ne,
    };
    // What is positive stays where it is.
    let (mut left, mut right) = (Linear::constant(0), Linear::constant(0));
    for (t, c) in l.terms() {
        if *c > Int::ZERO { left.add_term(t, c) } else { right.add_term(t, &-c) }
    }
    right.constant = -l.constant;
    terms.cmp(op, terms.from_linear(left), terms.from_linear(right))
}

/// `t`, in negation normal form, with every atom that `keeps` does not keep replaced by true.
pub(super) fn weakened(terms: &Terms, t: Term, keeps: &dyn Fn(Term) -> bool) -> Term {
    match &*terms.node(t) {
        Node::And(all) => terms.and(all.iter().map(|t| weakened(terms, *t, keeps)).collect()),
        Node::Or(all) => terms.or(all.iter().map(|t| weakened(terms, *t, keeps)).collect()),
        _ if keeps(t) => t,
        _ => terms.bool(true),
    }
}

/// How large a term is when it is written.
pub(super) fn weight(terms: &Terms, t: Term) -> usize {
    fn weigh(terms: &Terms, t: Term, known: &mut FxHashMap<Term, usize>) -> usize {
        if let Some(weight) = known.get(&t) {
            return *weight;
        }
        let weight = terms.children(t).into_iter().fold(1, |sum: usize, c| sum.saturating_add(weigh(terms, c, known)));
        known.insert(t, weight);
        weight
    }
    weigh(terms, t, &mut FxHashMap::default())
}

/// `t` with choices that ranges decide decided, and their conditions without what ranges ensure.
pub(super) fn with_chosen(terms: &Terms, t: Term, domain: &Domain, known: &mut FxHashMap<Term, Term>) -> Term {
    if let Some(done) = known.get(&t) {
        return *done;
    }
    let node = terms.node(t);
    let children: Vec<Term> = terms.children(t).into_iter().map(|c| with_chosen(terms, c, domain, known)).collect();
    let done = match (&*node, &children[..]) {
        (_, []) => t,
        (Node::Ite(..), [c, a, b]) => {
            let open = terms.conjuncts(*c).into_iter().filter(|c| domain.truth(terms, *c) != Some(true)).collect();
            let is_never = terms.conjuncts(*c).iter().any(|c| domain.truth(terms, *c) == Some(false));
            terms.ite(if is_never { terms.bool(false) } else { terms.and(open) }, *a, *b)
        }
        _ => terms.rebuild(&node, &children),
    };
    known.insert(t, done);
    done
}

/// Whether there is a choice in a term.
pub(super) fn has_choice(terms: &Terms, t: Term) -> bool {
    let mut found = false;
    terms.visit([t], &mut |_, node| found |= matches!(node, Node::Ite(..)));
    found
}

/// The atoms of a condition in negation normal form.
pub(super) fn of(terms: &Terms, t: Term) -> Vec<Term> {
    match &*terms.node(t) {
        Node::And(all) | Node::Or(all) => all.iter().flat_map(|t| of(terms, *t)).collect(),
        _ => vec![t],
    }
}
