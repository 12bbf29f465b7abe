//! Conditions that have to hold in every run of a segment, as conditions on its first and last run.

use super::limit::least_equivalent;
use super::{Moving, Throughout};
use crate::solver::Model;
use crate::term::{Cmp, Int, Linear, Node, Relation, Sort, Symbol, Term, Terms, floor_div};

/// Conditions of a segment, while they are collected.
pub(crate) struct Guards<'a, 't> {
    terms: &'a Terms,
    run: Symbol,
    /// The number of the run, from 0.
    t: Term,
    times: Term,
    /// The first one that counts.
    first: Term,
    /// The last one.
    last: Term,
    model: &'a Model<'t>,
    pub conditions: Vec<Term>,
    pub elements: Vec<Throughout>,
    pub is_exact: bool,
    /// That no quotient changes, over the number of the run.
    pub wraps: Vec<Term>,
    /// Whether the conditions are necessary, too, in runs in which no quotient changes.
    pub is_exact_within: bool,
}

impl<'a, 't> Guards<'a, 't> {
    /// No guards yet, of `times` runs numbered by `run`.
    pub fn new(terms: &'a Terms, run: Symbol, times: Term, model: &'a Model<'t>) -> Self {
        let (t, last) = (terms.sym(run), terms.offset(times, -1));
        let first = terms.int(0);
        let (conditions, elements, wraps) = (vec![], vec![], vec![]);
        let (is_exact, is_exact_within) = (true, true);
        Guards { terms, run, t, times, first, last, model, conditions, elements, is_exact, wraps, is_exact_within }
    }

    /// From now on the conditions are more than what is needed.
    fn is_loose(&mut self) {
        (self.is_exact, self.is_exact_within) = (false, false);
    }

    fn mentions(&self, term: Term) -> bool {
        self.terms.symbols(term).contains(&self.run)
    }

    fn at(&self, term: Term, run: Term) -> Term {
        self.terms.substitute(term, &|s| (s == self.run).then_some(run))
    }

    fn in_first(&self, term: Term) -> Term {
        self.at(term, self.first)
    }

    fn at_both_ends(&mut self, condition: Term) {
        self.conditions.push(self.in_first(condition));
        self.conditions.push(self.at(condition, self.last));
    }

    /// Whether it holds at both ends for the values of the model.
    fn holds_now(&self, condition: Term) -> bool {
        let holds = |c: Term| self.terms.eval_bool(c, self.model) == Ok(true);
        holds(self.in_first(condition)) && holds(self.at(condition, self.last))
    }

    /// Adds what makes `guard` hold in every run.
    pub fn throughout(&mut self, guard: Term) -> Option<()> {
        if !self.mentions(guard) {
            self.conditions.push(guard);
            return Some(());
        }
        if let Node::And(all) = &*self.terms.node(guard) {
            return all.iter().try_for_each(|g| self.throughout(*g));
        }
        if let Some(later) = self.after_first(guard) {
            return self.throughout_later(guard, later);
        }
        let guard = self.without_wraps(guard)?;
        if let Node::And(all) = &*self.terms.node(guard) {
            return all.iter().try_for_each(|g| self.throughout(*g));
        }
        let reads = self.reads(guard);
        if !reads.is_empty() {
            return self.about_elements(guard, &reads);
        }
        match &*self.terms.node(guard) {
            _ if !self.mentions(guard) => self.conditions.push(guard),
            Node::Cmp(op, a, b) => return self.comparison(*op, *a, *b),
            Node::Or(all) => {
                // One member for all runs: one that holds at both ends as things are, if there is one.
                self.is_loose();
                let member = *all.iter().find(|g| self.holds_now(**g)).or(all.first())?;
                return self.throughout(member);
            }
            _ => return None,
        }
        Some(())
    }

    /// What is set in the first run is so in all later ones: the guard as it is for these.
    fn after_first(&self, guard: Term) -> Option<Term> {
        let terms = self.terms;
        let ran = terms.cmp(Cmp::Gt, self.t, terms.int(0));
        let later = terms.replace(guard, &[(ran, terms.bool(true)), (terms.not(ran), terms.bool(false))]);
        (later != guard).then_some(later)
    }

    /// The guard in the first run, and another that says the same in all later ones.
    fn throughout_later(&mut self, guard: Term, later: Term) -> Option<()> {
        let terms = self.terms;
        self.conditions.push(self.in_first(guard));
        let mut rest = Guards::new(terms, self.run, self.times, self.model);
        rest.first = terms.offset(self.first, 1);
        rest.throughout(later)?;
        if !rest.elements.is_empty() {
            return self.elements_later(later);
        }
        let once = terms.eq(self.last, self.first);
        self.conditions.push(terms.or(vec![once, terms.and(rest.conditions)]));
        self.is_exact &= rest.is_exact;
        self.is_exact_within &= rest.is_exact;
        Some(())
    }

    /// Conditions on elements that hold in all runs but the first, of which there is one at least.
    fn elements_later(&mut self, later: Term) -> Option<()> {
        let terms = self.terms;
        let mut rest = Guards::new(terms, self.run, terms.offset(self.times, -1), self.model);
        rest.throughout(self.at(later, terms.offset(self.t, 1)))?;
        self.conditions.push(terms.cmp(Cmp::Gt, self.last, self.first));
        self.conditions.extend(rest.conditions);
        self.elements.extend(rest.elements);
        self.is_loose();
        Some(())
    }

    /// `div(t·t - t, 2)`: what summing up the numbers of the runs gives, always without a remainder.
    fn triangle(&self) -> Term {
        let terms = self.terms;
        terms.div(terms.sub(terms.mul(self.t, self.t), self.t), terms.int(2))
    }

    /// A comparison without elements or wraps: linear in the number of the run, or a parabola.
    fn comparison(&mut self, op: Cmp, a: Term, b: Term) -> Option<()> {
        let terms = self.terms;
        let (relation, mut sum) = terms.normalized(op, a, b);
        let (square, triangle) = (terms.mul(self.t, self.t), self.triangle());
        let bend = sum.coefficient(square) * 2 + sum.coefficient(triangle);
        let is_curved = [square, triangle].iter().any(|t| !sum.coefficient(*t).is_zero());
        if bend < Int::ZERO {
            self.is_loose();
            // Nowhere above the line it touches in the first run and the second.
            let slope = sum.take(square);
            sum.take(triangle);
            sum.add_term(self.t, &slope);
        }
        let slope = sum.coefficient(self.t);
        let mut is_open_slope = false;
        for (atom, _) in sum.terms() {
            if [self.t, square, triangle].contains(&atom) || !self.mentions(atom) {
                continue;
            }
            match &*terms.node(atom) {
                Node::Product(factors) if factors.iter().filter(|f| self.mentions(**f)).eq([&self.t]) => {
                    is_open_slope = true
                }
                _ => return None,
            }
        }
        let zero = terms.int(0);
        let whole = terms.from_linear(sum.clone());
        match relation {
            Relation::AtMostZero => self.at_both_ends(terms.le(whole, zero)),
            Relation::Zero if is_curved || is_open_slope => return None,
            Relation::Zero if !slope.is_zero() => {
                let once = [terms.eq(self.last, self.first), self.in_first(terms.eq(whole, zero))];
                self.conditions.extend(once);
            }
            Relation::Zero => self.at_both_ends(terms.eq(whole, zero)),
            Relation::NonZero if is_curved || is_open_slope => return None,
            Relation::NonZero => {
                let condition = self.never_zero(&sum, &slope);
                self.conditions.push(condition);
            }
        }
        Some(())
    }

    /// `sum ≠ 0` in every run: on one side of zero throughout, or never at a multiple of the slope.
    fn never_zero(&self, sum: &Linear, slope: &Int) -> Term {
        let terms = self.terms;
        let whole = terms.from_linear(sum.clone());
        let (first, last, zero) = (self.in_first(whole), self.at(whole, self.last), terms.int(0));
        let side = |op| terms.and(vec![terms.cmp(op, first, zero), terms.cmp(op, last, zero)]);
        let sides = [side(Cmp::Gt), side(Cmp::Lt)];
        let step = terms.int(dashu_int::ops::Abs::abs(slope.clone()));
        let between = terms.cmp(Cmp::Ne, terms.modulo(first, step), zero);
        terms.or(vec![sides[0], sides[1], between])
    }

    /// Elements that `guard` reads at an index that moves.
    fn reads(&self, guard: Term) -> Vec<Term> {
        let mut found = Vec::new();
        self.terms.visit([guard], &mut |term, node| {
            if let Node::Select(_, index) = node
                && self.mentions(*index)
            {
                found.push(term);
            }
        });
        found
    }

    /// Whether `term` depends on the number of the run by more than the elements it reads.
    fn moves(&self, term: Term) -> bool {
        if !self.mentions(term) {
            return false;
        }
        let zero = self.terms.int(0);
        let what: Vec<(Term, Term)> = self.reads(term).into_iter().map(|read| (read, zero)).collect();
        self.mentions(self.terms.replace(term, &what))
    }

    /// Elements of inputs whose indices move by a fixed distance; beside them the number of the run occurs
    /// linearly, if at all.
    fn about_elements(&mut self, guard: Term, reads: &[Term]) -> Option<()> {
        let reads: Vec<Moving> = reads.iter().map(|read| self.moving(*read)).collect::<Option<_>>()?;
        let (places, rest) = without_reads(self.terms, guard, &reads);
        if !is_linear_beside(self.terms, rest, self.run, &places) {
            return None;
        }
        self.elements.push(Throughout { run: self.run, last: self.last, condition: guard, reads });
        Some(())
    }

    fn moving(&self, read: Term) -> Option<Moving> {
        let terms = self.terms;
        let Node::Select(array, index) = *terms.node(read) else { return None };
        let array = terms.as_symbol(array)?;
        let mut rest = terms.linear(index);
        let slope = rest.take(self.t);
        let first = terms.from_linear(rest);
        if slope.is_zero() || self.mentions(first) {
            return None;
        }
        Some(Moving { read, array, slope, first })
    }

    /// Without quotients and remainders that move: their quotient stays what it is as things are, which is one more condition.
    pub fn without_wraps(&mut self, guard: Term) -> Option<Term> {
        let terms = self.terms;
        let mut guard = guard;
        let triangle = self.triangle();
        loop {
            let mut wraps = Vec::new();
            terms.visit([guard], &mut |term, node| {
                if let Node::Mod(a, m) | Node::Div(a, m) = node
                    && self.moves(*a)
                    && term != triangle
                {
                    wraps.push((term, *a, *m));
                }
            });
            // Innermost first: one whose operand has no other in it.
            let inner = wraps.iter().find(|(_, a, _)| {
                let mut is_plain = true;
                terms.visit([*a], &mut |_, node| {
                    is_plain &= !matches!(node, Node::Mod(..) | Node::Div(..) | Node::Select(..))
                });
                is_plain
            });
            let Some(&(wrap, a, m)) = inner else { return wraps.is_empty().then_some(guard) };
            let m = terms.as_int(m).filter(|m| *m > Int::ZERO)?;
            let is_remainder = matches!(&*terms.node(wrap), Node::Mod(..));
            let mut still = terms.linear(a);
            let mut slope = still.take(self.t);
            let still = terms.from_linear(still);
            if self.mentions(still) {
                return None;
            }
            if is_remainder {
                slope = least_equivalent(&slope, &m);
            }
            let a = terms.add(still, terms.scale(self.t, slope.clone()));
            let divisor = terms.int(m.clone());
            let plain = if (&slope % &m).is_zero() {
                let moved = terms.mul(terms.int(&slope / &m), self.t);
                if is_remainder { terms.modulo(still, divisor) } else { terms.add(terms.div(still, divisor), moved) }
            } else {
                self.is_exact = false;
                let quotient = floor_div(&terms.eval_int(still, self.model).ok()?, &m);
                let low = terms.int(&quotient * &m);
                let high = terms.int(&quotient * &m + &m - Int::ONE);
                let within = [terms.le(low, a), terms.le(a, high)];
                within.into_iter().for_each(|c| self.at_both_ends(c));
                self.wraps.push(terms.and(within.to_vec()));
                if is_remainder { terms.sub(a, low) } else { terms.int(quotient) }
            };
            guard = terms.replace(guard, &[(wrap, plain)]);
        }
    }
}

/// A condition with a fresh symbol for each element it reads, and these symbols.
pub(in crate::navigate) fn without_reads<'r>(
    terms: &Terms,
    condition: Term,
    reads: impl IntoIterator<Item = &'r Moving>,
) -> (Vec<Term>, Term) {
    let place = |r: &Moving| terms.sym(terms.symbol("element", Sort::Int, terms.symbol_range(r.array)));
    let what: Vec<(Term, Term)> = reads.into_iter().map(|r| (r.read, place(r))).collect();
    let rest = terms.replace(condition, &what);
    (what.into_iter().map(|(_, place)| place).collect(), rest)
}

/// Whether a condition does not mention `run`, or is a comparison, not `≠`, of something linear in it and of something
/// about `places` alone.
pub(in crate::navigate) fn is_linear_beside(terms: &Terms, condition: Term, run: Symbol, places: &[Term]) -> bool {
    let mentions = |t: Term| terms.symbols(t).contains(&run);
    if !mentions(condition) {
        return true;
    }
    let Node::Cmp(op, a, b) = *terms.node(condition) else { return false };
    let (relation, mut sum) = terms.normalized(op, a, b);
    sum.take(terms.sym(run));
    relation != Relation::NonZero
        && sum.terms().all(|(atom, _)| !mentions(atom))
        && !places.iter().any(|p| is_inside(terms, &sum, *p))
}

/// Whether `symbol` occurs in a sum elsewhere than as a member of its own.
fn is_inside(terms: &Terms, sum: &Linear, symbol: Term) -> bool {
    let symbol = (symbol, terms.as_symbol(symbol));
    sum.terms().any(|(atom, _)| atom != symbol.0 && symbol.1.is_some_and(|s| terms.symbols(atom).contains(&s)))
}
