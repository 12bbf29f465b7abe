//! States at cut points that the blocks lead to from the start, with values of inputs that are made up.
//!
//! What holds at a point holds in them, so that equations need not be asked for what excludes them: that is what makes
//! guesses from runs quick (Nguyen, Kapur, Weimer and Forrest, Using Dynamic Analysis to Discover Polynomial and Array
//! Invariants, ICSE 2012). A state that no run has makes equations fewer, and never wrong: they are proved as others are.

use super::{Problem, candidates};
use crate::budget::Budget;
use crate::loops::blocks::Block;
use crate::program::LocationId;
use crate::prove::limits::samples::{BLOCKS, BLOCKS_AFTER, BLOCKS_TOGETHER, MOST, RUNS, SMALL};
use crate::term::{Int, Node, Range, Scope, Sort, Symbol, Term, Terms, Value};
use dashu_int::ops::Abs;
use fastrand::Rng;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The elements of an array that are known.
type Elements = Rc<RefCell<BTreeMap<Int, Int>>>;

/// The values of a state; those that nobody has looked at are made up when somebody does.
pub struct State<'t> {
    terms: &'t Terms,
    made_up: Rc<RefCell<MadeUp>>,
    ints: RefCell<FxHashMap<Symbol, Int>>,
    arrays: RefCell<FxHashMap<Symbol, Elements>>,
}

/// Where values come from.
struct MadeUp {
    rng: Rng,
    /// Numbers that the program compares with.
    constants: Vec<Int>,
}

/// States by the points that they are at.
pub type States<'t> = BTreeMap<LocationId, Vec<State<'t>>>;

/// States of a problem, and where more come from.
pub struct Samples<'t> {
    made_up: Rc<RefCell<MadeUp>>,
    /// Those that made-up values lead to.
    pub states: States<'t>,
}

impl<'t> Samples<'t> {
    /// The same ones each time.
    pub fn of(problem: &Problem<'t>, budget: &Budget) -> Samples<'t> {
        let constants = candidates::constants(problem).into_iter().collect();
        let made_up = Rc::new(RefCell::new(MadeUp { rng: Rng::with_seed(1), constants }));
        let mut states = States::new();
        let mut left = BLOCKS_TOGETHER;
        for _ in 0..RUNS {
            let state = State::new(problem.terms, &made_up, []);
            let longest = BLOCKS.min(left);
            left -= walk(problem, (problem.cut.start, state), (&mut states, longest), budget);
        }
        Samples { made_up, states }
    }

    /// States that the blocks lead to from one at this point.
    pub fn after(
        &self,
        problem: &Problem<'t>,
        at: LocationId,
        values: impl IntoIterator<Item = (Symbol, Int)>,
        budget: &Budget,
    ) -> States<'t> {
        let mut found = States::new();
        walk(problem, (at, State::new(problem.terms, &self.made_up, values)), (&mut found, BLOCKS_AFTER), budget);
        found
    }
}

/// Notes the states on one way, which ends where no block is taken, or one that skips a call, of which nobody knows what it
/// gives, or after so many; how many were.
fn walk<'t>(
    problem: &Problem<'t>,
    (mut at, mut state): (LocationId, State<'t>),
    (found, longest): (&mut States<'t>, usize),
    budget: &Budget,
) -> usize {
    for count in 0..longest {
        let blocks: Vec<&Block> = problem.cut.blocks.iter().filter(|block| block.from == at).collect();
        if blocks.iter().any(|block| problem.skipped(block).is_some()) {
            return count;
        }
        let first = state.made_up.borrow_mut().rng.usize(0..blocks.len().max(1));
        let (before, after) = blocks.split_at(first.min(blocks.len()));
        // What reads give is another value each time, so all blocks may be closed now and one open the next time.
        let taken = after.iter().chain(before).find_map(|block| Some((block.to, state.after(block)?)));
        let Some((to, mut next)) = taken.filter(|_| budget.stop().is_none()) else { return count };
        next.ints.get_mut().retain(|s, _| !problem.reads.contains(s));
        let own = found.entry(to).or_default();
        if own.len() < MOST {
            own.push(next.copy());
        }
        (at, state) = (to, next);
    }
    longest
}

impl<'t> State<'t> {
    fn new(
        terms: &'t Terms,
        made_up: &Rc<RefCell<MadeUp>>,
        values: impl IntoIterator<Item = (Symbol, Int)>,
    ) -> State<'t> {
        let (ints, made_up) = (RefCell::new(values.into_iter().collect()), Rc::clone(made_up));
        State { terms, made_up, ints, arrays: RefCell::default() }
    }

    /// The value of a term, if it has one.
    pub fn value(&self, t: Term) -> Option<Int> {
        self.terms.eval_int(t, self).ok()
    }

    /// Whether a condition holds, if that is known.
    pub fn holds(&self, t: Term) -> Option<bool> {
        self.terms.eval_bool(t, self).ok()
    }

    fn copy(&self) -> State<'t> {
        let known = self.arrays.borrow();
        let arrays = known.iter().map(|(s, a)| (*s, Rc::new(RefCell::new(a.borrow().clone()))));
        State {
            terms: self.terms,
            made_up: Rc::clone(&self.made_up),
            ints: self.ints.clone(),
            arrays: RefCell::new(arrays.collect()),
        }
    }

    /// The state after a block, if it is taken.
    fn after(&self, block: &Block) -> Option<State<'t>> {
        // What they share is evaluated once.
        let conditions = self.terms.eval_all(&block.conditions, self);
        if conditions.iter().any(|value| *value != Ok(Value::Bool(true))) {
            return None;
        }
        let (arrays, others): (Vec<_>, Vec<_>) =
            block.effect.iter().map(|(s, t)| (*s, *t)).partition(|(_, t)| self.terms.sort(*t) == Sort::Array);
        let roots: Vec<Term> = others.iter().map(|(_, t)| *t).collect();
        let ints = others.iter().zip(self.terms.eval_all(&roots, self)).map(|((s, _), value)| match value {
            Ok(Value::Int(v)) => Some((*s, v)),
            _ => None,
        });
        let ints: Vec<(Symbol, Int)> = ints.collect::<Option<_>>()?;
        let arrays = arrays.into_iter().map(|(s, t)| Some((s, self.array(t)?)));
        let arrays: Vec<(Symbol, Elements)> = arrays.collect::<Option<_>>()?;
        let next = self.copy();
        next.ints.borrow_mut().extend(ints);
        next.arrays.borrow_mut().extend(arrays);
        Some(next)
    }

    /// The elements of an array term.
    fn array(&self, t: Term) -> Option<Elements> {
        let (mut t, mut stores) = (t, vec![]);
        let base = loop {
            t = match *self.terms.node(t) {
                Node::Store(rest, index, value) => {
                    stores.push((self.value(index)?, self.value(value)?));
                    rest
                }
                Node::Ite(c, a, _) if self.holds(c)? => a,
                Node::Ite(_, _, b) => b,
                Node::Symbol(s) => {
                    // What nobody has looked at yet may become another value in each, which is one of the states that say less.
                    let own = self.arrays.borrow_mut().entry(s).or_default().clone();
                    break own.borrow().clone();
                }
                Node::Table(ref values) => {
                    break values.iter().enumerate().map(|(i, v)| (Int::from(i), v.clone())).collect();
                }
                _ => return None,
            };
        };
        let mut elements: BTreeMap<Int, Int> = base;
        elements.extend(stores.into_iter().rev());
        Some(Rc::new(RefCell::new(elements)))
    }
}

impl Scope for State<'_> {
    fn int(&self, s: Symbol) -> Option<Int> {
        let known = self.ints.borrow().get(&s).cloned();
        known.or_else(|| {
            let value = self.made_up.borrow_mut().value(&self.terms.symbol_range(s));
            self.ints.borrow_mut().insert(s, value.clone());
            Some(value)
        })
    }

    fn element(&self, array: Symbol, index: &Int) -> Option<Int> {
        let own = self.arrays.borrow_mut().entry(array).or_default().clone();
        let known = own.borrow().get(index).cloned();
        known.or_else(|| {
            let value = self.made_up.borrow_mut().value(&self.terms.symbol_range(array));
            own.borrow_mut().insert(index.clone(), value.clone());
            Some(value)
        })
    }
}

impl MadeUp {
    /// A value in a range: mostly a small one, so that loops are soon over.
    fn value(&mut self, range: &Range) -> Int {
        let value = match self.rng.u32(0..8) {
            0..4 => Int::from(self.rng.i64(0..SMALL)),
            4 => Int::from(self.rng.i64(-SMALL..SMALL)),
            5 => Int::from(self.rng.i64(0..SMALL * SMALL)),
            // Characters are often digits.
            6 | 7 if range.width().is_some_and(|width| width < Int::from(1 << 8)) => Int::from(self.rng.i64(48..58)),
            6 if !self.constants.is_empty() => self.constants[self.rng.usize(0..self.constants.len())].clone(),
            _ => Int::from(self.rng.i64(0..2)),
        };
        let value = match &range.lo {
            Some(lo) if value < *lo => lo + value.abs(),
            _ => value,
        };
        range.hi.clone().map_or(value.clone(), |hi| hi.min(value))
    }
}
