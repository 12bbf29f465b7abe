//! The proof that a cycle of edges repeats: one symbolic step of it, for every iteration at once.
//!
//! Claimed is, of each variable the cycle reads before it assigns it, a
//! polynomial in the iteration number `t` (guessed from samples; the guess
//! needs no trust). Shown is, with the input values as they are, that one
//! execution of the original instructions from the claimed state at `t` gives
//! the claimed state at `t + 1`, and that every branch, guard and check goes
//! the same way: for all `0 ≤ t < times`, where every step of the proof lowers
//! `times` to what it can answer for. It shares no code with the rooms that
//! find paths. What it cannot show is left to execution.

use super::along::InputRead;
use super::array::{ArrayExpr, Cell};
use super::code::{Action, Code, Condition, Expr, Next, Step};
use super::line::Line;
use super::polynomial::{Polynomial, compares};
use super::state::State;
use super::writes::Writes;
use crate::program::LocationId;
use crate::term::{Cmp, Int, bit_operation, divide, power};
use petgraph::graph::EdgeIndex;
use std::collections::{BTreeMap, HashMap};

/// Claims have at most this degree.
const CLAIM_DEGREE: usize = 3;

/// Values have at most this degree.
const VALUE_DEGREE: usize = 8;

/// The states needed for a claim: one more than determine it.
pub(super) const SAMPLES: usize = CLAIM_DEGREE + 2;

/// What is proved of a cycle from the present state on.
pub(super) struct Proof {
    /// How often the cycle repeats.
    pub times: u64,
    /// Whether it is a branch or a check that ends it, so that no longer cycle would do better.
    pub by_path: bool,
    /// The integer variables it assigns, with their values after the last iteration.
    pub ints: Vec<(usize, Cell)>,
    /// What it stores.
    pub writes: Writes,
    /// What it reads of the inputs, in the order of the first iteration.
    pub reads: Vec<InputRead>,
}

/// How far a cycle can be shown to repeat, at most `times` times. `samples` are the integer variables at the
/// last arrivals, each one cycle apart, the oldest first; the newest is the present state. `None` if nothing
/// can be shown, not even once.
pub(super) fn prove(
    code: &Code,
    state: &State,
    samples: &[&[Option<Cell>]],
    cycle: &[(LocationId, EdgeIndex)],
    times: u64,
) -> Option<Proof> {
    let mut proof = Induction {
        code,
        state,
        samples,
        times,
        by_path: true,
        claims: BTreeMap::new(),
        values: BTreeMap::new(),
        shared_ints: HashMap::new(),
        shared_conditions: HashMap::new(),
        writes: Writes::default(),
        reads: Vec::new(),
    };
    for (at, edge) in cycle {
        proof.step(&code.nexts[at.index()], *edge)?;
    }
    proof.finish()
}

struct Induction<'a> {
    code: &'a Code,
    state: &'a State<'a>,
    samples: &'a [&'a [Option<Cell>]],
    times: u64,
    by_path: bool,
    /// Of variables read before they are assigned: their value when iteration `t` begins.
    claims: BTreeMap<usize, Polynomial>,
    /// Of variables assigned so far.
    values: BTreeMap<usize, Polynomial>,
    shared_ints: HashMap<usize, Polynomial>,
    shared_conditions: HashMap<usize, bool>,
    writes: Writes,
    reads: Vec<InputRead>,
}

impl<'a> Induction<'a> {
    fn step(&mut self, next: &'a Next, edge: EdgeIndex) -> Option<()> {
        self.shared_ints.clear();
        self.shared_conditions.clear();
        match next {
            Next::End => None,
            Next::One(step) => self.take(std::slice::from_ref(step), edge),
            Next::Many(steps) => self.take(steps, edge),
            Next::Fork(c, yes, no) => {
                let chosen = if self.truth(c, true)? { yes } else { no };
                (chosen.edge == edge).then_some(())
            }
        }
    }

    /// Exactly the edge must be open.
    fn take(&mut self, steps: &'a [Step], edge: EdgeIndex) -> Option<()> {
        let mut chosen = None;
        for step in steps {
            let enabled = match &step.action {
                Action::Assume(c) => self.truth(c, true)?,
                _ => true,
            };
            if enabled != (step.edge == edge) {
                return None;
            }
            chosen = chosen.or(enabled.then_some(step));
        }
        self.execute(&chosen?.action)
    }

    fn execute(&mut self, action: &'a Action) -> Option<()> {
        match action {
            Action::Skip | Action::Assume(_) => {}
            Action::Set(slot, e) => {
                let value = self.int(e)?;
                self.values.insert(*slot, value);
            }
            Action::Copy(ints, arrays) if arrays.is_empty() => {
                let new: Vec<_> = ints.iter().map(|(s, e)| Some((*s, self.int(e)?))).collect::<Option<_>>()?;
                self.values.extend(new);
            }
            Action::Store(slot, stores) => {
                let new: Vec<_> =
                    stores.iter().map(|(i, e)| Some((self.line(i)?, self.int(e)?))).collect::<Option<_>>()?;
                self.state.arrays[*slot].as_ref()?;
                new.into_iter().for_each(|(line, value)| self.writes.write(*slot, line, value));
            }
            Action::Copy(..) | Action::SetArray(..) => return None,
        }
        Some(())
    }

    fn finish(mut self) -> Option<Proof> {
        for (slot, claim) in &self.claims {
            if *self.values.get(slot).unwrap_or(claim) != claim.next() {
                return None;
            }
        }
        let times = self.writes.apart(self.times)?;
        self.limit(times, false)?;
        let last = self.times - 1;
        let ints = self.values.into_iter().map(|(slot, p)| (slot, Cell::new(p.at(last)))).collect();
        let (times, by_path) = (self.times, self.by_path);
        Some(Proof { times, by_path, ints, writes: self.writes, reads: self.reads })
    }

    /// From here on the proof is about the first `times` iterations.
    fn limit(&mut self, times: u64, by_path: bool) -> Option<()> {
        if times < self.times {
            (self.times, self.by_path) = (times, by_path);
        }
        (self.times > 0).then_some(())
    }

    /// The value of a variable at the place the step has come to.
    fn variable(&mut self, slot: usize) -> Option<Polynomial> {
        if let Some(value) = self.values.get(&slot).or_else(|| self.claims.get(&slot)) {
            return Some(value.clone());
        }
        let values: Vec<Int> = self.samples.iter().map(|s| s[slot].as_ref().map(Cell::exact)).collect::<Option<_>>()?;
        let claim = claim(values)?;
        self.claims.insert(slot, claim.clone());
        Some(claim)
    }

    fn line(&mut self, index: &'a Expr) -> Option<Line> {
        Line::new(&self.int(index)?)
    }

    fn constant(&mut self, e: &'a Expr) -> Option<Int> {
        self.int(e)?.as_constant()
    }

    fn int(&mut self, e: &'a Expr) -> Option<Polynomial> {
        let exactly = Polynomial::constant;
        Some(match e {
            Expr::Const(k) => exactly(k.exact.clone()),
            Expr::Var(slot) => self.variable(*slot)?,
            Expr::Input(i) => {
                let read = self.state.scalar(*i)?;
                let value = exactly(read.first.clone());
                self.reads.push(read);
                value
            }
            Expr::Unbound(_) => return None,
            Expr::Shared(id) => {
                if let Some(value) = self.shared_ints.get(id) {
                    return Some(value.clone());
                }
                let code = self.code;
                let value = self.int(&code.shared_ints[*id])?;
                self.shared_ints.insert(*id, value.clone());
                value
            }
            Expr::Offset(e, k) => self.int(e)?.plus(&exactly(k.exact.clone())),
            Expr::Sum(parts, constant) => {
                let mut sum = exactly(constant.exact.clone());
                for (k, e) in parts {
                    sum = sum.plus(&self.int(e)?.scaled(&k.exact));
                }
                sum
            }
            Expr::Product(parts) => {
                let mut product = exactly(Int::ONE);
                for e in parts {
                    let factor = self.int(e)?;
                    if product.degree() + factor.degree() > VALUE_DEGREE {
                        return None;
                    }
                    product = product.times(&factor);
                }
                product
            }
            Expr::Div(p) => self.divided(&p.0, &p.1)?.0,
            Expr::Mod(p) => self.divided(&p.0, &p.1)?.1,
            Expr::Low(bits, e) => {
                let value = self.int(e)?;
                self.divided_by(&value, &(Int::ONE << *bits as usize))?.1
            }
            Expr::Pow(base, e) => exactly(power(base, &self.constant(e)?).ok()?),
            Expr::Bits(op, bits, p) => {
                let (a, b) = (self.constant(&p.0)?, self.constant(&p.1)?);
                exactly(bit_operation(*op, *bits, &a, &b))
            }
            Expr::Ite(p) => {
                let chosen = if self.truth(&p.0, false)? { &p.1 } else { &p.2 };
                self.int(chosen)?
            }
            Expr::Select(p) => {
                let index = self.int(&p.1)?;
                self.select(&p.0, &index)?
            }
        })
    }

    /// Quotient and remainder by a constant.
    fn divided(&mut self, a: &'a Expr, b: &'a Expr) -> Option<(Polynomial, Polynomial)> {
        let (a, b) = (self.int(a)?, self.constant(b)?);
        if let Some(a) = a.as_constant() {
            let (quotient, rest) = divide(&a, &b).ok()?;
            return Some((Polynomial::constant(quotient), Polynomial::constant(rest)));
        }
        if b > Int::ZERO { self.divided_by(&a, &b) } else { None }
    }

    fn divided_by(&mut self, a: &Polynomial, b: &Int) -> Option<(Polynomial, Polynomial)> {
        let (quotient, rest, lasts) = a.divided(b, self.times);
        self.limit(lasts, false)?;
        Some((quotient, rest))
    }

    /// What a condition is, throughout; nothing after it is evaluated where it is decided.
    fn truth(&mut self, c: &'a Condition, by_path: bool) -> Option<bool> {
        Some(match c {
            Condition::Const(b) => *b,
            Condition::Shared(id) => {
                if let Some(b) = self.shared_conditions.get(id) {
                    return Some(*b);
                }
                let code = self.code;
                let b = self.truth(&code.shared_conditions[*id], by_path)?;
                self.shared_conditions.insert(*id, b);
                b
            }
            Condition::Cmp(op, p) => {
                let distance = self.int(&p.0)?.minus(&self.int(&p.1)?);
                self.stays(*op, &distance, by_path)?
            }
            Condition::Not(c) => !self.truth(c, by_path)?,
            Condition::And(parts) => {
                for c in parts {
                    if !self.truth(c, by_path)? {
                        return Some(false);
                    }
                }
                true
            }
            Condition::Or(parts) => {
                for c in parts {
                    if self.truth(c, by_path)? {
                        return Some(true);
                    }
                }
                false
            }
        })
    }

    /// Whether `distance` compares so with 0 in the first iteration; from here on the proof is about iterations
    /// in which it is the same.
    fn stays(&mut self, op: Cmp, distance: &Polynomial, by_path: bool) -> Option<bool> {
        let first = compares(op, distance.start().cmp(&Int::ZERO));
        let lasts = distance.lasting(self.times, |sign| compares(op, sign) == first);
        self.limit(lasts, by_path)?;
        Some(first)
    }

    fn select(&mut self, array: &'a ArrayExpr, index: &Polynomial) -> Option<Polynomial> {
        let line = Line::new(index)?;
        let mut array = array;
        loop {
            let (found, read) = match array {
                ArrayExpr::Var(slot) => {
                    let (own, lasts) = self.writes.read(*slot, line, self.times);
                    self.limit(lasts, false)?;
                    if own.is_some() {
                        return own;
                    }
                    self.state.along_array(*slot, line, self.times)?
                }
                ArrayExpr::Input(i) => {
                    let (found, read) = self.state.along_input(*i, line, self.times)?;
                    (found, Some(read))
                }
                ArrayExpr::Table(values) => (line.in_table(values, self.times), None),
                ArrayExpr::Unbound(_) => return None,
                ArrayExpr::Store(p) => {
                    let distance = self.int(&p.1)?.minus(index);
                    if self.stays(Cmp::Eq, &distance, false)? {
                        return self.int(&p.2);
                    }
                    array = &p.0;
                    continue;
                }
                ArrayExpr::Ite(p) => {
                    array = if self.truth(&p.0, false)? { &p.1 } else { &p.2 };
                    continue;
                }
            };
            self.limit(found.lasts, false)?;
            self.reads.extend(read);
            return Some(found.value);
        }
    }
}

/// The polynomial through the last values, if one more of them agrees: a line where a line will do. Its
/// iteration 0 is the last value.
fn claim(values: Vec<Int>) -> Option<Polynomial> {
    let last = values.len() - 1;
    let recent = Polynomial::through(values[last - 2..].to_vec());
    if recent.degree() <= 1 {
        return Some(recent.next().next());
    }
    let claim = Polynomial::through(values);
    (claim.degree() <= CLAIM_DEGREE).then(|| (0..last).fold(claim, |p, _| p.next()))
}
