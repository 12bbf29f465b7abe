//! Conditions with products that polynomial arithmetic refutes.
//!
//! z3 multiplies conditions with one another to see what products come to, and gets lost. Mostly equations only have to be
//! put into one another: what is linear in a symbol says what it is, and a remainder or a wrapped sum says it up to a
//! multiple, which is a new symbol. Terms are polynomials in normal form, so that what is the same looks the same then, and
//! what is left is linear over the products: see [`loosened`](super::loosened).

#[cfg(test)]
mod tests;

use super::loosened::Loosened;
use super::{CoreOutcome, Smt};
use crate::budget::Budget;
use crate::interval::Domain;
use crate::solver::limits::algebra::{LARGEST, LEAVES, PER_LEAF, REMAINDERS, STEPS};
use crate::term::{Cmp, Int, Linear, Node, Range, Relation, Sort, Symbol, Term, Terms, floor_div};
use dashu_int::ops::Abs;
use std::collections::{BTreeMap, BTreeSet};

/// New symbols, by what they stand for: a number divided by another, rounded down.
#[derive(Default)]
pub(super) struct Algebra {
    quotients: BTreeMap<(Term, Int), Term>,
    loosened: Loosened,
}

/// A condition, and the positions of those that it follows from, in the case that is looked at.
#[derive(Clone)]
struct Literal {
    term: Term,
    from: BTreeSet<usize>,
}

/// What is still to be done: steps, and cases.
struct Left {
    steps: usize,
    leaves: usize,
}

impl Algebra {
    /// The positions of conditions that cannot hold together; nothing if that is not known.
    pub fn refuted(&mut self, terms: &Terms, conditions: &[Term], budget: &Budget) -> Option<BTreeSet<usize>> {
        if !is_about(terms, conditions) {
            return None;
        }
        let literals = conditions.iter().enumerate().map(|(i, t)| Literal { term: *t, from: [i].into() }).collect();
        self.case(terms, literals, &mut Left { steps: STEPS, leaves: LEAVES }, budget)
    }

    /// The same for one case.
    fn case(
        &mut self,
        terms: &Terms,
        given: Vec<Literal>,
        left: &mut Left,
        budget: &Budget,
    ) -> Option<BTreeSet<usize>> {
        let mut literals = flat(terms, given);
        loop {
            if let Some(never) = literals.iter().find(|l| terms.as_bool(l.term) == Some(false)) {
                return Some(never.from.clone());
            }
            if left.steps == 0 || budget.stop().is_some() {
                return None;
            }
            left.steps -= 1;
            let parts: Vec<Term> = literals.iter().map(|l| l.term).collect();
            if terms.size(&parts) > LARGEST {
                return None;
            }
            let next = chosen(terms, &literals).or_else(|| self.settled(terms, &literals));
            let next = next.or_else(|| unwrapped(terms, &literals)).or_else(|| in_range(terms, &literals));
            let next = next.or_else(|| scaled(terms, &literals));
            let Some(next) = next else { break };
            literals = flat(terms, next);
        }
        let Some([yes, no]) = cases(terms, &literals) else { return self.leaf(terms, &literals, left, budget) };
        let mut from = BTreeSet::new();
        for case in [yes, no] {
            let literal = Literal { term: case, from: BTreeSet::new() };
            from.extend(self.case(terms, literals.iter().cloned().chain([literal]).collect(), left, budget)?);
        }
        Some(from)
    }

    /// What is linear over the products.
    fn leaf(
        &mut self,
        terms: &Terms,
        literals: &[Literal],
        left: &mut Left,
        budget: &Budget,
    ) -> Option<BTreeSet<usize>> {
        left.leaves = left.leaves.checked_sub(1)?;
        let conditions: Vec<Term> = literals.iter().map(|l| l.term).collect();
        let (conditions, sizes) =
            self.loosened.conditions(terms, &conditions).unwrap_or_else(|| (conditions.clone(), vec![]));
        let mut smt = Smt::new(terms, budget.clone(), PER_LEAF);
        sizes.iter().for_each(|t| smt.assert(*t));
        match smt.check_assuming(&conditions) {
            CoreOutcome::Unsat(core) => Some(core.into_iter().flat_map(|i| literals[i].from.clone()).collect()),
            CoreOutcome::Sat(_) | CoreOutcome::Unknown(_) => None,
        }
    }

    /// The literals with one symbol less; or with one more equation instead of what says it up to a multiple.
    fn settled(&mut self, terms: &Terms, literals: &[Literal]) -> Option<Vec<Literal>> {
        let matters = multiplied(terms, literals);
        for (i, literal) in literals.iter().enumerate() {
            let Node::Cmp(op, a, b) = *terms.node(literal.term) else { continue };
            if op == Cmp::Eq
                && let (Relation::Zero, l) = terms.normalized(op, a, b)
                && let Some((symbol, value)) = solved(terms, &l, &matters)
            {
                return Some(without(terms, literals, i, (symbol, value)));
            }
            let Some((of, by, rest)) = remainder(terms, op, a, b) else { continue };
            let is_solvable = |l: &Linear| solved(terms, l, &matters).is_some();
            if !is_solvable(&terms.linear(terms.sub(of, rest))) {
                continue;
            }
            let multiple = terms.scale(self.quotient(terms, of, &by), by.clone());
            let mut next = literals.to_vec();
            let says = |term: Term| Literal { term, from: literal.from.clone() };
            next[i] = says(terms.eq(of, terms.add(multiple, rest)));
            next.push(says(terms.le(terms.int(0), rest)));
            next.push(says(terms.lt(rest, terms.int(by))));
            return Some(next);
        }
        None
    }

    /// The symbol for `of` divided by `by`, rounded down.
    fn quotient(&mut self, terms: &Terms, of: Term, by: &Int) -> Term {
        *self.quotients.entry((of, by.clone())).or_insert_with(|| {
            let range = Domain::new().range(terms, terms.div(of, terms.int(by.clone())));
            terms.sym(terms.symbol("quotient", Sort::Int, range))
        })
    }
}

/// Whether there are products, and not too much else.
pub(super) fn is_about(terms: &Terms, conditions: &[Term]) -> bool {
    terms.has_product(conditions.iter().copied()) && terms.size(conditions) <= LARGEST
}

/// Conjunctions as their members, and each only once.
fn flat(terms: &Terms, literals: Vec<Literal>) -> Vec<Literal> {
    let mut seen = BTreeSet::new();
    let members = literals
        .into_iter()
        .flat_map(|l| terms.conjuncts(l.term).into_iter().map(move |term| Literal { term, from: l.from.clone() }));
    members.filter(|l| seen.insert(l.term)).collect()
}

/// The literals where choices are made that others decide.
fn chosen(terms: &Terms, literals: &[Literal]) -> Option<Vec<Literal>> {
    let known: BTreeMap<Term, &Literal> = literals.iter().map(|l| (l.term, l)).collect();
    let (mut pairs, mut says) = (vec![], BTreeSet::new());
    terms.visit(literals.iter().map(|l| l.term), &mut |t, node| {
        let Node::Ite(c, a, b) = *node else { return };
        for (condition, choice) in [(c, a), (terms.not(c), b)] {
            if let Some(literal) = known.get(&condition) {
                pairs.push((t, choice));
                says.extend(literal.from.iter().copied());
            }
        }
    });
    if pairs.is_empty() { None } else { Some(replaced(terms, literals, &pairs, &says)) }
}

/// The literals where what needs not be wrapped is not, as others say that speak of nothing else.
fn in_range(terms: &Terms, literals: &[Literal]) -> Option<Vec<Literal>> {
    let bounds: Vec<(&Literal, BTreeSet<Symbol>)> =
        literals.iter().filter(|l| !terms.has_product([l.term])).map(|l| (l, terms.symbols(l.term))).collect();
    let (mut pairs, mut says) = (vec![], BTreeSet::new());
    terms.visit(literals.iter().map(|l| l.term), &mut |t, node| {
        let Node::Mod(a, by) = *node else { return };
        let Some(m) = terms.as_int(by).filter(|m| *m > Int::ZERO) else { return };
        let own = terms.symbols(a);
        let telling: Vec<&Literal> =
            bounds.iter().filter(|(_, spoken)| spoken.is_subset(&own)).map(|(l, _)| *l).collect();
        let mut domain = Domain::new();
        let conditions: Vec<Term> = telling.iter().map(|l| l.term).collect();
        if domain.assume_all(terms, &conditions).is_err() {
            return;
        }
        if let Range { lo: Some(lo), hi: Some(hi) } = domain.range(terms, a)
            && floor_div(&lo, &m) == floor_div(&hi, &m)
        {
            pairs.push((t, terms.offset(a, -(floor_div(&lo, &m) * &m))));
            says.extend(telling.iter().flat_map(|l| l.from.iter().copied()));
        }
    });
    if pairs.is_empty() { None } else { Some(replaced(terms, literals, &pairs, &says)) }
}

/// The literals with others for some terms, as what these follow from says.
fn replaced(terms: &Terms, literals: &[Literal], pairs: &[(Term, Term)], says: &BTreeSet<usize>) -> Vec<Literal> {
    let mut replaced = terms.replacing(pairs);
    let next = literals.iter().map(|l| match replaced(l.term) {
        same if same == l.term => l.clone(),
        term => Literal { term, from: l.from.union(says).copied().collect() },
    });
    next.collect()
}

/// The literals without a symbol that an equation with products gives a multiple of, where they compare polynomials: both
/// sides are multiplied as often as it takes.
fn scaled(terms: &Terms, literals: &[Literal]) -> Option<Vec<Literal>> {
    literals.iter().enumerate().find_map(|(i, literal)| {
        let Node::Cmp(Cmp::Eq, a, b) = *terms.node(literal.term) else { return None };
        let (Relation::Zero, l) = terms.normalized(Cmp::Eq, a, b) else { return None };
        if !terms.has_product([literal.term]) {
            return None;
        }
        l.terms().find_map(|(t, c)| {
            let symbol = terms.as_symbol(t)?;
            let sign = if *c < Int::ZERO { Int::ONE } else { Int::NEG_ONE };
            let mut rest = l.clone();
            rest.take(t);
            let value = terms.from_linear(rest.scaled(&sign));
            if terms.symbols(value).contains(&symbol) {
                return None;
            }
            let (mut pairs, times) = (vec![], c.clone().abs());
            let others = literals.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, l)| l.term);
            terms.visit(others, &mut |whole, node| {
                if let Node::Cmp(op, x, y) = *node
                    && let Some(difference) = multiplied_out(terms, terms.sub(x, y), t, (&times, value))
                {
                    pairs.push((whole, terms.cmp(op, difference, terms.int(0))));
                }
            });
            let (own, says) = (literal.clone(), &literal.from);
            let mut next = replaced(terms, literals, &pairs, says);
            next[i] = own;
            (!pairs.is_empty()).then_some(next)
        })
    })
}

/// A polynomial in a symbol, `value` divided by `times`, without it: multiplied as often as it takes. Nothing if it does not
/// occur, or in what is no polynomial.
fn multiplied_out(terms: &Terms, t: Term, symbol: Term, (times, value): (&Int, Term)) -> Option<Term> {
    let s = terms.as_symbol(symbol)?;
    let l = terms.linear(t);
    let mut parts = vec![];
    for (monomial, c) in l.terms() {
        let factors = match &*terms.node(monomial) {
            Node::Product(factors) => factors.clone(),
            _ => vec![monomial],
        };
        let (own, others): (Vec<Term>, Vec<Term>) = factors.into_iter().partition(|f| *f == symbol);
        if others.iter().any(|f| terms.symbols(*f).contains(&s)) {
            return None;
        }
        parts.push((own.len(), others, c.clone()));
    }
    let degree = parts.iter().map(|(n, ..)| *n).max().filter(|degree| *degree > 0)?;
    parts.push((0, vec![], l.constant.clone()));
    Some(terms.sum(parts.into_iter().map(|(n, others, c)| {
        let product =
            others.into_iter().chain(std::iter::repeat_n(value, n)).fold(terms.int(1), |p, f| terms.mul(p, f));
        terms.scale(product, c * times.pow(degree - n))
    })))
}

/// What occurs in products.
fn multiplied(terms: &Terms, literals: &[Literal]) -> BTreeSet<Term> {
    let mut found = BTreeSet::new();
    terms.visit(literals.iter().map(|l| l.term), &mut |t, node| {
        if matches!(node, Node::Product(_)) {
            found.extend(terms.symbols(t).into_iter().map(|s| terms.sym(s)));
        }
    });
    found
}

/// A symbol that is the rest of what is zero, and what it is: one that is multiplied, or is a sum of products.
fn solved(terms: &Terms, l: &Linear, matters: &BTreeSet<Term>) -> Option<(Term, Term)> {
    let has_products = l.terms().any(|(t, _)| matches!(&*terms.node(t), Node::Product(_)));
    let is_symbol = |t: Term| terms.as_symbol(t).is_some() && (has_products || matters.contains(&t));
    l.terms().find_map(|(t, c)| {
        let unit = *c == Int::ONE || *c == Int::NEG_ONE;
        if !unit || !is_symbol(t) {
            return None;
        }
        let mut rest = l.clone();
        rest.take(t);
        let symbol = terms.as_symbol(t)?;
        let value = terms.from_linear(rest.scaled(&-c));
        (!terms.symbols(value).contains(&symbol)).then_some((t, value))
    })
}

/// The literals without a symbol that one of them says what it is; its range is kept.
fn without(terms: &Terms, literals: &[Literal], by: usize, (symbol, value): (Term, Term)) -> Vec<Literal> {
    let s = terms.as_symbol(symbol).expect("it is one that was solved for");
    let says = &literals[by].from;
    let others = literals.iter().enumerate().filter(|(i, _)| *i != by).map(|(_, l)| l);
    let mut next: Vec<Literal> = others
        .map(|l| match terms.substitute(l.term, &|t| (t == s).then_some(value)) {
            same if same == l.term => l.clone(),
            term => Literal { term, from: l.from.union(says).copied().collect() },
        })
        .collect();
    let range = terms.symbol_range(s);
    let least = range.lo.map(|lo| terms.le(terms.int(lo), value));
    let most = range.hi.map(|hi| terms.le(value, terms.int(hi)));
    next.extend(least.into_iter().chain(most).map(|term| Literal { term, from: says.clone() }));
    next
}

/// What a comparison says of a remainder: of what, by what, and what it is.
fn remainder(terms: &Terms, op: Cmp, a: Term, b: Term) -> Option<(Term, Int, Term)> {
    [(a, b), (b, a)].into_iter().find_map(|(wrapped, other)| {
        let Node::Mod(of, by) = *terms.node(wrapped) else { return None };
        let by = terms.as_int(by).filter(|by| *by > Int::ZERO)?;
        if op == Cmp::Eq {
            return Some((of, by, other));
        }
        // Few remainders are left, and one alone is as it says.
        let known = terms.as_int(other).filter(|_| by <= Int::from(REMAINDERS))?;
        let count = u32::try_from(&by).ok()?;
        let holds = |v: &Int| if wrapped == a { op.holds(v, &known) } else { op.holds(&known, v) };
        let mut left = (0..count).map(Int::from).filter(holds);
        let only = left.next().filter(|_| left.next().is_none())?;
        Some((of, by, terms.int(only)))
    })
}

/// A condition that choices where something is multiplied depend on, or the last bit of what is halved there; and the
/// opposite.
fn cases(terms: &Terms, literals: &[Literal]) -> Option<[Term; 2]> {
    let known: BTreeSet<Term> = literals.iter().map(|l| l.term).collect();
    let mut found = None;
    let nonlinear = literals.iter().map(|l| l.term).filter(|t| terms.has_product([*t]));
    terms.visit(nonlinear, &mut |_, node| {
        let condition = match *node {
            Node::Ite(c, ..) => c,
            Node::Div(x, by) | Node::Mod(x, by) if terms.as_int(by) == Some(Int::from(2)) => {
                terms.eq(terms.modulo(x, by), terms.int(0))
            }
            _ => return,
        };
        let opposite = terms.not(condition);
        if found.is_none() && !known.contains(&condition) && !known.contains(&opposite) {
            found = Some([condition, opposite]);
        }
    });
    found
}

/// The literals where factors that are wrapped within what is wrapped are not: the whole is what it was.
fn unwrapped(terms: &Terms, literals: &[Literal]) -> Option<Vec<Literal>> {
    let mut pairs = vec![];
    terms.visit(literals.iter().map(|l| l.term), &mut |t, node| {
        let Node::Mod(a, by) = node else { return };
        let Some(m) = terms.as_int(*by).filter(|m| *m > Int::ZERO) else { return };
        let mut sum = terms.linear(*a);
        for (product, c) in terms.linear(*a).terms() {
            let factors = match &*terms.node(product) {
                Node::Product(factors) => factors.clone(),
                _ => vec![product],
            };
            let open = |f: Term| match *terms.node(f) {
                Node::Mod(x, n) if terms.as_int(n).is_some_and(|n| (c * n % &m).is_zero()) => x,
                _ => f,
            };
            let opened = factors.iter().fold(terms.int(1), |p, f| terms.mul(p, open(*f)));
            if opened != product {
                // Others may have become this one.
                sum.add_term(product, &-c);
                sum.add_scaled(&terms.linear(opened), c);
            }
        }
        let new = terms.modulo(terms.from_linear(sum), *by);
        if new != t {
            pairs.push((t, new));
        }
    });
    if pairs.is_empty() { None } else { Some(replaced(terms, literals, &pairs, &BTreeSet::new())) }
}
