//! Conditions on bounded integers as bit-vectors, wide enough that nothing wraps: what tables, masks and shifts are
//! easy in, and what solvers for propositional logic are told.
//!
//! Each integer gets as many bits as its values may need, found from the ranges of symbols upwards. Terms without
//! bounds, floating point, and arrays that are read at too many places have no such form. All is exact, so that there
//! are no values means what it says; values are checked.

use super::apart::{is_much, may_not_stop, run_apart};
use super::smt::{Answer, run_timed};
use super::{Model, Outcome, translate};
use crate::budget::Budget;
use crate::solver::limits::vectors::{FEW_ELEMENTS, MOST_EXPONENTS, MOST_PAIRS, WIDEST};
use crate::term::{BitOp, Cmp, Int, Node, Sort, Symbol, Term, Terms, floor_div};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::time::Duration;
use z3::Solver;
use z3::ast::{BV, Bool};

/// An integer with its bounds, in as many bits as these need.
#[derive(Clone)]
struct Number {
    bits: BV,
    low: Int,
    high: Int,
}

#[derive(Clone)]
enum Built {
    Bool(Bool),
    Number(Number),
    /// Arrays are only read.
    Array,
}

/// What is built: a term, or an array at an index.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Term(Term),
    Read(Term, Term),
}

/// What was read of an array.
#[derive(Default)]
struct Reads {
    /// The element at this index.
    at: BTreeMap<Int, Number>,
    /// The element at one of many indices.
    among: Vec<(Number, Number)>,
}

/// What z3 calls the logic.
const LOGIC: &str = "QF_BV";

struct Builder<'t> {
    terms: &'t Terms,
    done: FxHashMap<Key, Built>,
    /// What else holds.
    facts: Vec<Bool>,
    symbols: Vec<(Symbol, Number)>,
    arrays: FxHashMap<Symbol, Reads>,
    pairs: usize,
    names: usize,
}

/// Whether something there is easier in bits than in numbers.
pub fn has_bits(terms: &Terms, conditions: &[Term]) -> bool {
    let mut found = false;
    terms.visit(conditions.iter().copied(), &mut |_, node| {
        found |= matches!(node, Node::Bits(..) | Node::Product(_) | Node::Mod(..) | Node::Div(..));
    });
    found
}

/// Values for which all conditions hold, or that there are none.
pub fn values<'t>(terms: &'t Terms, conditions: &[Term], budget: &Budget, longest: Duration) -> Outcome<'t> {
    super::warm_up();
    let unknown = || Outcome::Unknown("they have no form as bit-vectors, or no answer was found".into());
    found(terms, conditions, budget, longest).unwrap_or_else(unknown)
}

fn found<'t>(terms: &'t Terms, conditions: &[Term], budget: &Budget, longest: Duration) -> Option<Outcome<'t>> {
    let mut builder = Builder {
        terms,
        done: FxHashMap::default(),
        facts: vec![],
        symbols: vec![],
        arrays: FxHashMap::default(),
        pairs: 0,
        names: 0,
    };
    let mut told = vec![];
    for t in conditions {
        if budget.stop().is_some() {
            return None;
        }
        let Built::Bool(said) = builder.built(Key::Term(*t))? else { return None };
        told.push(said);
    }
    told.extend(builder.facts.iter().cloned());
    let answer = if may_not_stop(terms, conditions) || is_much(terms, conditions) {
        run_apart(told, Some(LOGIC), budget, longest)
    } else {
        let solver = Solver::new_for_logic(LOGIC)?;
        told.iter().for_each(|condition| solver.assert(condition));
        run_timed(&solver, budget, longest)
    };
    let found = match answer {
        Answer::Sat(found) => found,
        Answer::Unsat(_) => return Some(Outcome::Unsat),
        Answer::Unknown(_) => return None,
    };
    let mut model = Model::new(terms);
    for (s, x) in &builder.symbols {
        model.set_int(*s, x.value(&found)?);
    }
    for (s, reads) in &builder.arrays {
        for (index, element) in &reads.at {
            model.set_element(*s, index.clone(), element.value(&found)?);
        }
        for (index, element) in &reads.among {
            model.set_element(*s, index.value(&found)?, element.value(&found)?);
        }
    }
    model.check(conditions.iter().copied()).is_ok().then_some(Outcome::Sat(model))
}

impl Builder<'_> {
    fn built(&mut self, root: Key) -> Option<Built> {
        let mut todo = vec![root];
        while let Some(&key) = todo.last() {
            if self.done.contains_key(&key) {
                todo.pop();
                continue;
            }
            let needs = self.needs(key);
            let before = todo.len();
            todo.extend(needs.iter().rev().filter(|k| !self.done.contains_key(k)));
            if todo.len() == before {
                let args: Vec<Built> = needs.iter().map(|k| self.done[k].clone()).collect();
                let built = self.build(key, &args)?;
                self.done.insert(key, built);
                todo.pop();
            }
        }
        self.done.get(&root).cloned()
    }

    fn needs(&self, key: Key) -> Vec<Key> {
        match key {
            Key::Term(t) => match &*self.terms.node(t) {
                Node::Select(array, index) => vec![Key::Read(*array, *index)],
                _ => self.terms.children(t).into_iter().map(Key::Term).collect(),
            },
            Key::Read(array, index) => match &*self.terms.node(array) {
                Node::Store(rest, i, v) => {
                    vec![Key::Term(*i), Key::Term(index), Key::Term(*v), Key::Read(*rest, index)]
                }
                Node::Ite(c, a, b) => vec![Key::Term(*c), Key::Read(*a, index), Key::Read(*b, index)],
                _ => vec![Key::Term(index)],
            },
        }
    }

    fn build(&mut self, key: Key, args: &[Built]) -> Option<Built> {
        let number = match key {
            Key::Read(array, _) => self.read(array, args)?,
            Key::Term(t) => match &*self.terms.node(t) {
                Node::Bool(b) => return Some(Built::Bool(Bool::from_bool(*b))),
                Node::Not(_) => return Some(Built::Bool(args[0].bool()?.not())),
                Node::And(_) => return Some(Built::Bool(Bool::and(&bools(args)?))),
                Node::Or(_) => return Some(Built::Bool(Bool::or(&bools(args)?))),
                Node::Cmp(op, ..) => {
                    return Some(Built::Bool(compared(*op, args[0].number()?, args[1].number()?)));
                }
                Node::Ite(..) => match &args[1] {
                    Built::Bool(a) => return Some(Built::Bool(args[0].bool()?.ite(a, args[2].bool()?))),
                    Built::Number(a) => chosen(args[0].bool()?, a, args[2].number()?)?,
                    Built::Array => return Some(Built::Array),
                },
                Node::Symbol(s) if self.terms.sort(t) == Sort::Int => {
                    let x = self.fresh(*s)?;
                    self.symbols.push((*s, x.clone()));
                    x
                }
                Node::Symbol(_) | Node::Store(..) | Node::Table(_) => return Some(Built::Array),
                Node::Int(v) => Number::constant(v)?,
                Node::Select(..) => args[0].number()?.clone(),
                Node::Sum(l) => {
                    let parts = args.iter().zip(l.terms()).map(|(a, (_, c))| a.number()?.times(&Number::constant(c)?));
                    let parts: Vec<Number> = parts.chain([Number::constant(&l.constant)]).collect::<Option<_>>()?;
                    sum(&parts)?
                }
                Node::Product(_) => {
                    let mut all = args.iter().map(Built::number);
                    let first = all.next()??.clone();
                    all.try_fold(first, |product, factor| product.times(factor?))?
                }
                Node::Div(..) => divided(args[0].number()?, args[1].number()?)?.0,
                Node::Mod(..) => divided(args[0].number()?, args[1].number()?)?.1,
                Node::Bits(op, bits, ..) => bitwise(*op, *bits, args[0].number()?, args[1].number()?)?,
                Node::Pow(base, _) => power(base, args[0].number()?)?,
                Node::Float(..) | Node::FloatCmp(..) => return None,
            },
        };
        Some(Built::Number(number))
    }

    /// A value of a symbol, or of an element of one.
    fn fresh(&mut self, s: Symbol) -> Option<Number> {
        let range = self.terms.symbol_range(s);
        let (low, high) = (range.lo?, range.hi?);
        self.names += 1;
        let bits = BV::new_const(format!("x{}", self.names), width(&low, &high)?);
        let x = Number { bits, low: low.clone(), high: high.clone() };
        for (op, end) in [(Cmp::Ge, &low), (Cmp::Le, &high)] {
            self.facts.push(compared(op, &x, &Number::constant(end)?));
        }
        Some(x)
    }

    fn read(&mut self, array: Term, args: &[Built]) -> Option<Number> {
        match &*self.terms.node(array) {
            Node::Store(..) => {
                let hit = compared(Cmp::Eq, args[0].number()?, args[1].number()?);
                chosen(&hit, args[2].number()?, args[3].number()?)
            }
            Node::Ite(..) => chosen(args[0].bool()?, args[1].number()?, args[2].number()?),
            Node::Table(values) => table(args[0].number()?, values),
            Node::Symbol(s) => self.element(*s, args[0].number()?),
            _ => None,
        }
    }

    /// An element of an input, or of what a variable began with.
    fn element(&mut self, s: Symbol, index: &Number) -> Option<Number> {
        let range = self.terms.symbol_range(s);
        if let (Some(low), true) = (&range.lo, range.lo == range.hi) {
            return Number::constant(low);
        }
        if &index.high - &index.low < Int::from(FEW_ELEMENTS) {
            let mut all = vec![];
            let mut at = index.low.clone();
            while at <= index.high {
                all.push((at.clone(), self.element_at(s, &at)?));
                at += Int::ONE;
            }
            return one_of(index, &all);
        }
        let element = self.fresh(s)?;
        let reads = self.arrays.remove(&s).unwrap_or_default();
        let known = reads.at.range(&index.low..=&index.high);
        for (i, e) in known {
            self.same_where_equal((&Number::constant(i)?, e), (index, &element))?;
        }
        for (i, e) in &reads.among {
            self.same_where_equal((i, e), (index, &element))?;
        }
        let reads = self.arrays.entry(s).or_insert(reads);
        reads.among.push((index.clone(), element.clone()));
        Some(element)
    }

    fn element_at(&mut self, s: Symbol, index: &Int) -> Option<Number> {
        if let Some(known) = self.arrays.get(&s).and_then(|reads| reads.at.get(index)) {
            return Some(known.clone());
        }
        let (element, at) = (self.fresh(s)?, Number::constant(index)?);
        let reads = self.arrays.remove(&s).unwrap_or_default();
        for (i, e) in &reads.among {
            self.same_where_equal((i, e), (&at, &element))?;
        }
        let reads = self.arrays.entry(s).or_insert(reads);
        reads.at.insert(index.clone(), element.clone());
        Some(element)
    }

    /// Elements are the same where their indices are; nothing if that is said of too many.
    fn same_where_equal(&mut self, (i, a): (&Number, &Number), (j, b): (&Number, &Number)) -> Option<()> {
        if i.may_be(j) {
            self.pairs += 1;
            self.facts.push(Bool::or(&[&compared(Cmp::Ne, i, j), &compared(Cmp::Eq, a, b)]));
        }
        (self.pairs <= MOST_PAIRS).then_some(())
    }
}

impl Built {
    fn bool(&self) -> Option<&Bool> {
        if let Built::Bool(b) = self { Some(b) } else { None }
    }

    fn number(&self) -> Option<&Number> {
        if let Built::Number(x) = self { Some(x) } else { None }
    }
}

impl Number {
    fn constant(v: &Int) -> Option<Number> {
        let bits = width(v, v)?;
        let positive = v - floor_div(v, &(Int::ONE << bits as usize)) * (Int::ONE << bits as usize);
        Some(Number { bits: BV::from_str(bits, &positive.to_string())?, low: v.clone(), high: v.clone() })
    }

    /// In so many bits, or only its lowest ones.
    fn at(&self, bits: u32) -> BV {
        match self.bits.get_size() {
            own if own < bits => self.bits.sign_ext(bits - own),
            own if own > bits => self.bits.extract(bits - 1, 0),
            _ => self.bits.clone(),
        }
    }

    fn times(&self, other: &Number) -> Option<Number> {
        let ends = [&self.low * &other.low, &self.low * &other.high, &self.high * &other.low, &self.high * &other.high];
        let (low, high) = (ends.iter().min()?.clone(), ends.iter().max()?.clone());
        let bits = width(&low, &high)?;
        Some(Number { bits: self.at(bits).bvmul(other.at(bits)), low, high })
    }

    /// Whether two may be equal.
    fn may_be(&self, other: &Number) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    fn value(&self, model: &z3::Model) -> Option<Int> {
        let bits = self.bits.get_size();
        let mut value = Int::ZERO;
        for from in (0..bits).step_by(64) {
            let part = model.eval(&self.bits.extract((from + 63).min(bits - 1), from), true)?.as_u64()?;
            value += Int::from(part) << from as usize;
        }
        let is_negative = value >= Int::ONE << (bits as usize - 1);
        Some(if is_negative { value - (Int::ONE << bits as usize) } else { value })
    }
}

/// The bits of numbers between these, with a sign.
fn width(low: &Int, high: &Int) -> Option<u32> {
    let fits = |bits: &usize| {
        let half = Int::ONE << (bits - 1);
        *low >= -half.clone() && *high < half
    };
    (1..=WIDEST).find(fits).map(|bits| bits as u32)
}

fn bools(args: &[Built]) -> Option<Vec<&Bool>> {
    args.iter().map(Built::bool).collect()
}

fn compared(op: Cmp, a: &Number, b: &Number) -> Bool {
    let bits = a.bits.get_size().max(b.bits.get_size());
    let (a, b) = (a.at(bits), b.at(bits));
    match op {
        Cmp::Lt => a.bvslt(&b),
        Cmp::Le => a.bvsle(&b),
        Cmp::Gt => a.bvsgt(&b),
        Cmp::Ge => a.bvsge(&b),
        Cmp::Eq => a.eq(&b),
        Cmp::Ne => a.eq(&b).not(),
    }
}

fn chosen(c: &Bool, a: &Number, b: &Number) -> Option<Number> {
    let (low, high) = (a.low.clone().min(b.low.clone()), a.high.clone().max(b.high.clone()));
    let bits = width(&low, &high)?;
    Some(Number { bits: c.ite(&a.at(bits), &b.at(bits)), low, high })
}

/// Modulo a power of two nothing of a sum depends on how wide its parts are.
fn sum(parts: &[Number]) -> Option<Number> {
    let low = parts.iter().fold(Int::ZERO, |sum, x| sum + &x.low);
    let high = parts.iter().fold(Int::ZERO, |sum, x| sum + &x.high);
    let bits = width(&low, &high)?;
    let (first, rest) = parts.split_first()?;
    let total = rest.iter().fold(first.at(bits), |total, x| total.bvadd(x.at(bits)));
    Some(Number { bits: total, low, high })
}

/// SMT-LIB's quotient and remainder. By 0 both are 0, in this query as in any other: SMT-LIB leaves them open, so that what
/// is refuted with one choice is no theorem, but no run divides before it was asked whether that is 0, and facts have to
/// mean one thing wherever they are asked about. Nothing if it always is.
fn divided(a: &Number, by: &Number) -> Option<(Number, Number)> {
    if by.low == Int::ZERO && by.high == Int::ZERO {
        return None;
    }
    let largest = |x: &Number| x.high.clone().max(-x.low.clone());
    let (most, size) = (largest(a), largest(by));
    let (low, high) = match by.low == by.high && by.low > Int::ZERO {
        true => (floor_div(&a.low, &by.low), floor_div(&a.high, &by.low)),
        false => (-most.clone(), most),
    };
    let rest_high = size - Int::ONE;
    let (quotient_bits, rest_bits) = (width(&low, &high)?, width(&Int::ZERO, &rest_high)?);
    let cut = |bits: BV, to: u32| Number { bits, low: Int::ZERO, high: Int::ZERO }.at(to);
    let number = |bits: BV, low: Int, high: Int| Number { bits, low, high };
    let done = |quotient: BV, rest: BV| {
        let quotient = number(cut(quotient, quotient_bits), low.clone(), high.clone());
        (quotient, number(cut(rest, rest_bits), Int::ZERO, rest_high.clone()))
    };
    // By a power of two bits are moved, and cut off.
    let shift = (by.low == by.high && by.low > Int::ZERO).then(|| exponent(&by.low)).flatten();
    let bits = a.bits.get_size().max(by.bits.get_size()) + 1;
    let (x, y) = (a.at(bits), by.at(bits));
    if let Some(shift) = shift {
        let quotient = x.bvashr(BV::from_u64(u64::from(shift), bits));
        let rest = match shift {
            0 => BV::from_u64(0, bits),
            _ => x.extract(shift - 1, 0).zero_ext(bits - shift),
        };
        return Some(done(quotient, rest));
    }
    let (zero, one) = (BV::from_u64(0, bits), BV::from_u64(1, bits));
    let (quotient, rest) = (x.bvsdiv(&y), x.bvsrem(&y));
    let is_under = rest.bvslt(&zero);
    let is_positive = y.bvsgt(&zero);
    let moved = is_positive.ite(&quotient.bvsub(&one), &quotient.bvadd(&one));
    let lifted = is_positive.ite(&rest.bvadd(&y), &rest.bvsub(&y));
    let (quotient, rest) = (is_under.ite(&moved, &quotient), is_under.ite(&lifted, &rest));
    if by.low > Int::ZERO || by.high < Int::ZERO {
        return Some(done(quotient, rest));
    }
    let is_nothing = y.eq(&zero);
    Some(done(is_nothing.ite(&zero, &quotient), is_nothing.ite(&zero, &rest)))
}

/// Which power of two a positive number is.
fn exponent(v: &Int) -> Option<u32> {
    (0..WIDEST).find(|n| Int::ONE << *n == *v).map(|n| n as u32)
}

fn bitwise(op: BitOp, bits: u32, a: &Number, b: &Number) -> Option<Number> {
    let (a, b) = (a.at(bits), b.at(bits));
    let result = translate::bitwise(op, &a, &b);
    let high = (Int::ONE << bits as usize) - Int::ONE;
    width(&Int::ZERO, &high)?;
    Some(Number { bits: result.zero_ext(1), low: Int::ZERO, high })
}

/// A power with an exponent that is never negative, step by step.
fn power(base: &Int, exponent: &Number) -> Option<Number> {
    let first = u32::try_from(exponent.low.clone().max(Int::ZERO)).ok()?;
    let last = u32::try_from(exponent.high.clone()).ok().filter(|last| last - first.min(*last) < MOST_EXPONENTS)?;
    let mut all =
        (first..=last).map(|e| Some((Number::constant(&Int::from(e))?, Number::constant(&base.pow(e as usize))?)));
    let (_, start) = all.next()??;
    all.try_fold(start, |power, step| {
        let (e, value) = step?;
        chosen(&compared(Cmp::Ge, exponent, &e), &value, &power)
    })
}

/// The last of these that begins at this index or before it, of such as begin at indices that grow.
fn one_of(index: &Number, all: &[(Int, Number)]) -> Option<Number> {
    if let [(_, only)] = all {
        return Some(only.clone());
    }
    let (low, high) = all.split_at(all.len() / 2);
    let is_low = compared(Cmp::Lt, index, &Number::constant(&high[0].0)?);
    chosen(&is_low, &one_of(index, low)?, &one_of(index, high)?)
}

/// An element of a constant table: its runs of equal values, which begin at these indices.
fn table(index: &Number, values: &[Int]) -> Option<Number> {
    let mut runs = vec![(Int::ZERO, Int::ZERO)];
    for (i, v) in values.iter().chain([&Int::ZERO]).enumerate() {
        if runs.last().is_some_and(|(_, last)| last != v) {
            runs.push((Int::from(i), v.clone()));
        }
    }
    let runs: Option<Vec<_>> = runs.into_iter().map(|(from, value)| Some((from, Number::constant(&value)?))).collect();
    one_of(index, &runs?)
}

#[cfg(test)]
mod tests;
