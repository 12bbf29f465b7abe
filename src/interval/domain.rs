//! The domain: ranges of atoms, tightened by conditions until nothing changes.

use super::evaluate::Memo;
use super::shared::Shared;
use crate::interval::limits::domain::{MOST_ROUNDS, WIDEST_DISJUNCTION};
use crate::term::{
    Cmp, FloatCmp, Format, Int, Linear, Node, Range, Relation, Sort, Symbol, Term, Terms, ceil_div, floor_div,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// No values satisfy the conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction;

/// What is known of the values of terms. Atoms without an entry have the
/// range their shape and their symbols give them.
#[derive(Clone, Debug, Default)]
pub struct Domain {
    /// Of symbols.
    symbols: Shared<Range>,
    /// Of other atoms, which are few.
    others: Shared<Range>,
    /// Which of these mention what; domains that come from one another share it.
    mentions: Rc<RefCell<Mentions>>,
    /// What was stored before each change, while something is tried.
    before: Vec<(Term, Option<Range>)>,
    trials: usize,
}

/// The atoms with parts that were ever stored, by the symbols that they mention.
#[derive(Debug, Default)]
struct Mentions {
    seen: FxHashSet<Term>,
    of: FxHashMap<Symbol, Vec<Term>>,
}

impl Mentions {
    fn note(&mut self, terms: &Terms, t: Term) {
        if self.seen.insert(t) {
            terms.symbols(t).into_iter().for_each(|x| self.of.entry(x).or_default().push(t));
        }
    }
}

impl PartialEq for Domain {
    fn eq(&self, other: &Domain) -> bool {
        self.symbols == other.symbols && self.others == other.others
    }
}

impl Domain {
    /// Knows nothing but the ranges of symbols.
    pub fn new() -> Domain {
        Domain::default()
    }

    /// The values an integer term can have; of an array term, its elements.
    pub fn range(&self, terms: &Terms, t: Term) -> Range {
        self.evaluate(terms, t, &mut Memo::default())
    }

    /// What is stored for an atom.
    pub(super) fn entry(&self, terms: &Terms, t: Term) -> Option<&Range> {
        if terms.as_symbol(t).is_some() { self.symbols.get(t) } else { self.others.get(t) }
    }

    fn store(&mut self, terms: &Terms, t: Term, range: Option<Range>) -> Option<Range> {
        if terms.as_symbol(t).is_some() {
            return self.symbols.set(t, range);
        }
        if range.is_some() {
            self.mentions.borrow_mut().note(terms, t);
        }
        self.others.set(t, range)
    }

    /// The atoms with stored ranges that differ from those of another domain.
    pub fn changed_from(&self, other: &Domain) -> Vec<Term> {
        let symbols = self.symbols.differences(&other.symbols);
        symbols.into_iter().chain(self.others.differences(&other.others)).map(|(t, ..)| t).collect()
    }

    /// Forgets what is known of `t` and says what it can be now; what a symbol always is is not kept.
    pub fn set(&mut self, terms: &Terms, t: Term, range: Range) {
        let says_nothing = match terms.as_symbol(t) {
            Some(symbol) => range.includes(&terms.symbol_range(symbol)),
            None => range == Range::ALL,
        };
        self.store(terms, t, (!says_nothing).then_some(range));
    }

    /// Forgets a symbol, and atoms that mention it.
    pub fn forget(&mut self, terms: &Terms, x: Symbol) {
        self.symbols.set(terms.sym(x), None);
        for t in self.mentions.borrow().of.get(&x).into_iter().flatten() {
            self.others.set(*t, None);
        }
    }

    /// The least domain that covers both.
    pub fn join(&self, terms: &Terms, other: &Domain) -> Domain {
        self.join_news(terms, other).unwrap_or_else(|| self.clone())
    }

    /// The least domain that covers both, unless it is this one.
    pub fn join_news(&self, terms: &Terms, other: &Domain) -> Option<Domain> {
        let mut joined = Domain { before: vec![], trials: 0, ..self.clone() };
        let mut is_new = false;
        // What is not kept can be all that it ever is.
        for (t, old, new) in self.symbols.differences_here(&other.symbols) {
            let range = new.map(|new| old.join(new));
            if range.as_ref() != Some(old) {
                is_new = true;
                joined.symbols.set(t, None);
                range.into_iter().for_each(|range| joined.set(terms, t, range));
            }
        }
        for (t, old, _) in self.others.differences(&other.others) {
            let range = self.range(terms, t).join(&other.range(terms, t));
            joined.others.set(t, None);
            // What its shape and its symbols tell anyway is not kept.
            if !range.includes(&joined.range(terms, t)) {
                joined.set(terms, t, range);
            }
            is_new |= joined.others.get(t) != old;
        }
        is_new.then_some(joined)
    }

    /// Tightens by all conditions together until nothing changes (or for a bounded time).
    pub fn assume_all(&mut self, terms: &Terms, conditions: &[Term]) -> Result<(), Contradiction> {
        for _ in 0..MOST_ROUNDS {
            let mut changed = false;
            for &c in conditions {
                changed |= self.assume(terms, c)?;
            }
            if !changed {
                break;
            }
        }
        Ok(())
    }

    /// Tightens by one condition; says whether anything became narrower.
    pub fn assume(&mut self, terms: &Terms, condition: Term) -> Result<bool, Contradiction> {
        match &*terms.node(condition) {
            Node::Bool(true) => Ok(false),
            Node::Bool(false) => Err(Contradiction),
            Node::And(ts) => {
                let mut changed = false;
                for &t in ts {
                    changed |= self.assume(terms, t)?;
                }
                Ok(changed)
            }
            Node::Or(ts) => self.assume_some(terms, ts),
            Node::Cmp(op, a, b) => self.compare(terms, *op, *a, *b),
            Node::FloatCmp(op, format, a, b) => self.floats(terms, true, (*op, *format), [*a, *b]),
            Node::Not(c) => match &*terms.node(*c) {
                Node::FloatCmp(op, format, a, b) => self.floats(terms, false, (*op, *format), [*a, *b]),
                _ => Ok(false),
            },
            _ => Ok(false),
        }
    }

    /// At least one of `members` holds.
    fn assume_some(&mut self, terms: &Terms, members: &[Term]) -> Result<bool, Contradiction> {
        if members.len() > WIDEST_DISJUNCTION {
            let possible = members.iter().any(|&m| self.truth(terms, m) != Some(false));
            return if possible { Ok(false) } else { Err(Contradiction) };
        }
        let open: Vec<Term> = members.iter().copied().filter(|&m| self.truth(terms, m) != Some(false)).collect();
        if let [only] = open[..] {
            return self.assume(terms, only);
        }
        let mut possible = Vec::new();
        for m in open {
            match self.try_out(terms, m) {
                Ok(changes) if changes.is_empty() => return Ok(false),
                Ok(changes) => possible.push(changes),
                Err(Contradiction) => {}
            }
        }
        let Some((first, others)) = possible.split_first() else { return Err(Contradiction) };
        let join = |(t, range): (&Term, &Range)| {
            let of = |one: &BTreeMap<Term, Range>| one.get(t).or_else(|| self.entry(terms, *t)).cloned();
            let range = others.iter().try_fold(range.clone(), |all, one| Some(all.join(&of(one)?)))?;
            Some((*t, range))
        };
        let joined: Vec<(Term, Range)> = first.iter().filter_map(join).collect();
        let mut changed = false;
        for (t, range) in joined {
            changed |= self.tighten(terms, t, &range)?;
        }
        Ok(changed)
    }

    /// What one condition would narrow, and to what; nothing is changed.
    fn try_out(&mut self, terms: &Terms, condition: Term) -> Result<BTreeMap<Term, Range>, Contradiction> {
        let mark = self.before.len();
        self.trials += 1;
        let result = self.assume(terms, condition);
        self.trials -= 1;
        let mut changes = BTreeMap::new();
        for (t, before) in self.before.split_off(mark).into_iter().rev() {
            // The last change of a term is undone first.
            if let Some(now) = self.store(terms, t, before) {
                changes.entry(t).or_insert(now);
            }
        }
        result.map(|_| changes)
    }

    fn compare(&mut self, terms: &Terms, op: Cmp, a: Term, b: Term) -> Result<bool, Contradiction> {
        let (relation, l) = terms.normalized(op, a, b);
        match relation {
            Relation::AtMostZero => self.at_most_zero(terms, &l),
            Relation::Zero => {
                self.divisible(terms, &l, &mut Memo::default())?;
                let up = self.at_most_zero(terms, &l)?;
                Ok(self.at_most_zero(terms, &l.scaled(&Int::NEG_ONE))? | up)
            }
            Relation::NonZero => self.non_zero(terms, &l),
        }
    }

    /// A comparison of floating-point values holds, or does not.
    fn floats(
        &mut self,
        terms: &Terms,
        holds: bool,
        (op, format): (FloatCmp, Format),
        sides: [Term; 2],
    ) -> Result<bool, Contradiction> {
        let [a, b] = sides.map(|t| self.range(terms, t));
        if op.decided(format, &a, &b) == Some(!holds) {
            return Err(Contradiction);
        }
        if sides[0] == sides[1] && op == FloatCmp::Eq && !holds {
            return self.tighten(terms, sides[0], &Range::at_least(format.infinity() + 1));
        }
        let (first, second) =
            if holds { op.tightened(format, &a, &b) } else { op.excluded(format, &a, &b) }.ok_or(Contradiction)?;
        Ok(self.tighten(terms, sides[0], &first)? | self.tighten(terms, sides[1], &second)?)
    }

    /// `l ≤ 0`: each term is bounded by the least the others can be.
    fn at_most_zero(&mut self, terms: &Terms, l: &Linear) -> Result<bool, Contradiction> {
        let ranges: Vec<Range> = l.terms().map(|(t, c)| self.range(terms, t).scale(c)).collect();
        let open = ranges.iter().filter(|r| r.lo.is_none()).count();
        if open > 1 {
            return Ok(false);
        }
        let least = ranges.iter().filter_map(|r| r.lo.as_ref()).fold(l.constant.clone(), |s, v| s + v);
        if open == 0 && least > Int::ZERO {
            return Err(Contradiction);
        }
        let mut changed = false;
        for ((t, c), range) in l.terms().zip(&ranges) {
            let others = match &range.lo {
                None => least.clone(),
                Some(_) if open == 1 => continue,
                Some(own) => &least - own,
            };
            let bound = if *c > Int::ZERO {
                Range::at_most(floor_div(&-others, c))
            } else {
                Range::at_least(ceil_div(&others, &-c))
            };
            changed |= self.tighten(terms, t, &bound)?;
        }
        Ok(changed)
    }

    /// `l = 0` needs the divisor common to the open terms to divide what the fixed ones sum to.
    fn divisible(&self, terms: &Terms, l: &Linear, memo: &mut Memo) -> Result<(), Contradiction> {
        let mut open = Linear::default();
        let mut fixed = l.constant.clone();
        for (t, c) in l.terms() {
            match self.evaluate(terms, t, memo).constant() {
                Some(v) => fixed += v * c,
                None => open.add_term(t, c),
            }
        }
        let divides = match open.as_constant() {
            Some(_) => fixed.is_zero(),
            None => (fixed % open.gcd()).is_zero(),
        };
        if divides { Ok(()) } else { Err(Contradiction) }
    }

    /// `l ≠ 0` trims a range only where all but one term are fixed.
    fn non_zero(&mut self, terms: &Terms, l: &Linear) -> Result<bool, Contradiction> {
        let mut fixed = l.constant.clone();
        let mut open = None;
        for (t, c) in l.terms() {
            match self.range(terms, t).constant() {
                Some(v) => fixed += v * c,
                None if open.is_some() => return Ok(false),
                None => open = Some((t, c.clone())),
            }
        }
        let Some((t, c)) = open else {
            return if fixed.is_zero() { Err(Contradiction) } else { Ok(false) };
        };
        if !(&fixed % &c).is_zero() {
            return Ok(false);
        }
        let hole = -fixed / c;
        let range = self.range(terms, t);
        let trimmed = Range {
            lo: if range.lo.as_ref() == Some(&hole) { Some(&hole + 1) } else { range.lo },
            hi: if range.hi.as_ref() == Some(&hole) { Some(&hole - 1) } else { range.hi },
        };
        self.tighten(terms, t, &trimmed)
    }

    /// `t` lies in `bound`.
    pub fn tighten(&mut self, terms: &Terms, t: Term, bound: &Range) -> Result<bool, Contradiction> {
        let now = self.range(terms, t);
        if bound.includes(&now) {
            return Ok(false);
        }
        let range = now.meet(bound).ok_or(Contradiction)?;
        if let Node::Ite(c, a, b) = &*terms.node(t) {
            let (c, a, b) = (*c, *a, *b);
            let branch = if self.range(terms, a).meet(&range).is_none() {
                Some((terms.not(c), b))
            } else if self.range(terms, b).meet(&range).is_none() {
                Some((c, a))
            } else {
                None
            };
            if let Some((condition, value)) = branch {
                self.assume(terms, condition)?;
                if terms.sort(value) == Sort::Int {
                    self.tighten_linear(terms, value, &range)?;
                }
            }
        }
        let before = self.store(terms, t, Some(range));
        if self.trials > 0 {
            self.before.push((t, before));
        }
        Ok(true)
    }

    fn tighten_linear(&mut self, terms: &Terms, t: Term, range: &Range) -> Result<(), Contradiction> {
        if let Some(lo) = &range.lo {
            self.assume(terms, terms.cmp(Cmp::Ge, t, terms.int(lo.clone())))?;
        }
        if let Some(hi) = &range.hi {
            self.assume(terms, terms.cmp(Cmp::Le, t, terms.int(hi.clone())))?;
        }
        Ok(())
    }

    /// The truth value of a condition where the ranges decide it.
    pub fn truth(&self, terms: &Terms, condition: Term) -> Option<bool> {
        self.truth_memo(terms, condition, &mut Memo::default())
    }

    pub(super) fn truth_memo(&self, terms: &Terms, condition: Term, memo: &mut Memo) -> Option<bool> {
        if let Some(known) = memo.truths.get(&condition) {
            return *known;
        }
        let found = match &*terms.node(condition) {
            Node::Bool(b) => return Some(*b),
            Node::Not(t) => self.truth_memo(terms, *t, memo).map(|b| !b),
            Node::And(ts) => self.decided(terms, ts, false, memo),
            Node::Or(ts) => self.decided(terms, ts, true, memo),
            Node::Cmp(op, a, b) => {
                let (relation, l) = terms.normalized(*op, *a, *b);
                self.compared(terms, relation, &l, memo)
            }
            Node::FloatCmp(op, format, a, b) => {
                let (a, b) = (self.evaluate(terms, *a, memo), self.evaluate(terms, *b, memo));
                op.decided(*format, &a, &b)
            }
            _ => None,
        };
        memo.truths.insert(condition, found);
        found
    }

    fn compared(&self, terms: &Terms, relation: Relation, l: &Linear, memo: &mut Memo) -> Option<bool> {
        let start = Range::exactly(l.constant.clone());
        let range = l.terms().fold(start, |sum, (t, c)| sum.add(&self.evaluate(terms, t, memo).scale(c)));
        if relation == Relation::AtMostZero {
            return if range.hi.as_ref().is_some_and(|v| *v <= Int::ZERO) {
                Some(true)
            } else {
                range.lo.as_ref().is_some_and(|v| *v > Int::ZERO).then_some(false)
            };
        }
        let zero = if !range.contains(&Int::ZERO) || self.divisible(terms, l, memo).is_err() {
            false
        } else if range.constant().is_some() {
            true
        } else {
            return None;
        };
        Some(zero == (relation == Relation::Zero))
    }

    /// The truth of a list in which one member with value `deciding` decides.
    fn decided(&self, terms: &Terms, members: &[Term], deciding: bool, memo: &mut Memo) -> Option<bool> {
        let mut open = false;
        for &m in members {
            match self.truth_memo(terms, m, memo) {
                Some(b) if b == deciding => return Some(deciding),
                Some(_) => {}
                None => open = true,
            }
        }
        (!open).then_some(!deciding)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Symbol;

    fn setup() -> (Terms, Vec<Symbol>, Vec<Term>) {
        let terms = Terms::new();
        let names: Vec<Symbol> =
            ["x", "y", "z"].iter().map(|n| terms.symbol(*n, Sort::Int, Range::at_least(0))).collect();
        let values = names.iter().map(|&s| terms.sym(s)).collect();
        (terms, names, values)
    }

    #[test]
    fn bounds_flow_through_sums() {
        // x + y ≤ 15, x > 17: the paper's unreachable variant of Figure 1.
        let (t, _, v) = setup();
        let conditions = [t.le(t.add(v[0], v[1]), t.int(15)), t.lt(t.int(17), v[0])];
        assert_eq!(Domain::new().assume_all(&t, &conditions), Err(Contradiction));
        let mut d = Domain::new();
        d.assume_all(&t, &conditions[..1]).unwrap();
        assert_eq!(d.range(&t, v[1]), Range::new(0, 15));
    }

    #[test]
    fn divisibility_refutes() {
        // 4x = 15, and 4x + 2y = 15, have no integer solutions; 4x + 3y = 15 has.
        let (t, _, v) = setup();
        let equation = |k: i32| t.eq(t.add(t.scale(v[0], 4), t.scale(v[1], k)), t.int(15));
        assert_eq!(equation(0), t.bool(false));
        assert_eq!(equation(2), t.bool(false));
        assert!(Domain::new().assume_all(&t, &[equation(3)]).is_ok());
        // 4x + 3y = 15 with y = 2 has none either.
        let conditions = [t.eq(v[1], t.int(2)), equation(3)];
        assert!(Domain::new().assume_all(&t, &conditions).is_err());
    }

    #[test]
    fn a_disjunction_gives_what_all_its_members_allow() {
        // (x = 1 ∧ y ≥ 3) ∨ (x = 4 ∧ y ≥ 2) ∨ (x = 9 ∧ z = 1), where x ≤ 8: nothing is left of the tries themselves.
        let (t, _, v) = setup();
        let both = |x: i32, other: Term| t.and(vec![t.eq(v[0], t.int(x)), other]);
        let at_least = |y: i32| t.le(t.int(y), v[1]);
        let or = t.or(vec![both(1, at_least(3)), both(4, at_least(2)), both(9, t.eq(v[2], t.int(1)))]);
        let mut d = Domain::new();
        d.assume_all(&t, &[t.le(v[0], t.int(8)), or]).unwrap();
        assert_eq!(
            v.iter().map(|v| d.range(&t, *v)).collect::<Vec<_>>(),
            [Range::new(1, 4), Range::at_least(2), Range::at_least(0)]
        );
        assert!(d.before.is_empty());
    }

    #[test]
    fn a_disjunction_with_one_possible_member_is_that_member() {
        let (t, _, v) = setup();
        let or = t.or(vec![t.eq(v[0], t.int(0)), t.le(v[1], t.int(3))]);
        let mut d = Domain::new();
        d.assume_all(&t, &[t.lt(t.int(5), v[1]), or]).unwrap();
        assert_eq!(d.range(&t, v[0]), Range::exactly(0));
    }
}
