//! Rounds of a loop as one step, however many there are: when a state has gone once round in some way, it stands for all
//! that go round so any number of times, at least once.
//!
//! What rounds of one shape do is a summary of `concolic`; it counts only where it is exact. Behind it no round of the same
//! shape is gone into, since the number of rounds already stands for it. Where there is no summary, rounds are followed
//! one by one.
//!
//! DEPARTURE (\[NPE\] 4.4): there is no automaton of paths that would have to be free of certain cycles: a way round is summed
//! up when it is seen, and whether another may follow is what its condition says. Summaries hold for all inputs, and what
//! elements of arrays decide may be in them.

use super::executor::{Executor, Way};
use super::limits::rounds::MOST_QUOTIENTS;
use super::state::{Named, State};
use crate::bounded::state;
use crate::budget::Budget;
use crate::concolic::{Item, Loops, Round, Shape, Summaries};
use crate::program::{EdgeIndex, LocationId, Program};
use crate::solver::Model;
use crate::term::{Int, Range, Sort, Term};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// The loops of a program, and what is known of their rounds.
pub(super) struct Sums {
    loops: Loops,
    summaries: Summaries,
    /// Loops in which some way round has no summary.
    stepwise: FxHashSet<usize>,
}

/// The loops that a state is in, from the outermost one.
#[derive(Clone, Default)]
pub(super) struct Open {
    all: Vec<Inside>,
    /// Something holds in each of several rounds, which cannot be said of one of several ways.
    has_each: bool,
}

/// A loop that is gone round.
#[derive(Clone)]
struct Inside {
    which: usize,
    /// What was met in this round; none if states have met since it began.
    items: Option<Rc<Vec<Item>>>,
    /// What it was like when the round began.
    before: Rc<state::State>,
    /// The shape of the rounds before, if they were summed up; and where something wraps around in them, what holds if it
    /// does so in one more round as in these.
    last: Option<(Shape, Option<Term>)>,
    /// The rounds before, one for several of the same shape in a row.
    rounds: Option<Rc<Vec<Round>>>,
}

impl Open {
    /// What is left of it where another state has met with this one: who has come in different ways is in no round that
    /// could be summed up.
    pub fn meet(&mut self, other: &Open) {
        for (one, other) in self.all.iter_mut().zip(&other.all) {
            let same = Rc::ptr_eq(&one.before, &other.before) && one.last == other.last;
            let is_same = |a: &Option<Rc<Vec<Item>>>, b: &Option<Rc<Vec<Item>>>| match (a, b) {
                (Some(a), Some(b)) => Rc::ptr_eq(a, b),
                _ => false,
            };
            if !same || !is_same(&one.items, &other.items) {
                (one.items, one.rounds) = (None, None);
            }
        }
    }

    /// Whether states that are in these loops can meet.
    pub fn may_meet(&self, other: &Open) -> bool {
        let is_plain = !self.has_each && !other.has_each;
        is_plain
            && self.all.len() == other.all.len()
            && self.all.iter().zip(&other.all).all(|(a, b)| a.which == b.which)
    }

    fn push(&mut self, item: Item) {
        if let Some(Inside { items: Some(items), .. }) = self.all.last_mut() {
            Rc::make_mut(items).push(item);
        }
    }

    /// The innermost loop is not gone round again.
    fn leave(&mut self) {
        let Some(Inside { items, rounds, .. }) = self.all.pop() else { return };
        let Some(outer) = self.all.last_mut() else { return };
        match (items, rounds, &mut outer.items) {
            (Some(items), Some(rounds), Some(all)) => {
                let all = Rc::make_mut(all);
                if !rounds.is_empty() {
                    all.push(Item::Loop(Rc::unwrap_or_clone(rounds)));
                }
                all.extend(Rc::unwrap_or_clone(items));
            }
            _ => outer.items = None,
        }
    }
}

impl Sums {
    /// The loops of a program.
    pub fn new(program: &Program) -> Sums {
        Sums { loops: Loops::new(program), summaries: Summaries::default(), stepwise: FxHashSet::default() }
    }

    /// Whether nothing is lost if states meet there: all loops around are followed round by round.
    pub fn may_meet(&self, at: LocationId) -> bool {
        self.loops.around(at).iter().all(|which| self.stepwise.contains(which))
    }
}

impl<'a> Executor<'a> {
    /// What becomes of a state that has gone along an edge, seen as rounds of loops; nothing if it is a part of others.
    pub(super) fn around(
        &mut self,
        before: &State<'a>,
        edge: EdgeIndex,
        mut state: State<'a>,
        budget: &Budget,
    ) -> Vec<State<'a>> {
        let Some(sums) = &mut self.sums else { return vec![state] };
        let begun = sums.loops.around(before.at).iter().copied().find(|l| sums.loops.head(*l) == before.at);
        let open = &mut state.loops;
        if let Some(which) = begun.filter(|l| open.all.iter().all(|o| o.which != *l)) {
            let (items, rounds) = (Some(Rc::default()), Some(Rc::default()));
            open.all.push(Inside { which, items, before: before.seen.clone(), last: None, rounds });
        }
        open.push(Item::Edge(edge));
        while open.all.last().is_some_and(|inside| !sums.loops.is_in(state.at, inside.which)) {
            open.leave();
        }
        let mut all = vec![];
        match open.all.last().is_some_and(|inside| sums.loops.head(inside.which) == state.at) {
            true => self.round(state, MOST_QUOTIENTS, budget, &mut all),
            false => all.push(state),
        }
        all
    }

    /// The states that one is that has gone once round: where something wraps around, one for each of so many quotients.
    fn round(&mut self, mut state: State<'a>, left: usize, budget: &Budget, all: &mut Vec<State<'a>>) {
        let (Some(sums), Some(mut inside)) = (&mut self.sums, state.loops.all.pop()) else { return all.push(state) };
        let Some(items) = inside.items.clone() else {
            // From here on it may be summed up again.
            let (items, before) = (Some(Rc::default()), state.seen.clone());
            state.loops.all.push(Inside { items, before, last: None, rounds: None, ..inside });
            return all.push(state);
        };
        let shape = sums.loops.shape(&items);
        if let Some((_, cell)) = inside.last.filter(|(last, _)| *last == shape) {
            // Another round like those before is among these.
            let Some(cell) = cell else { return };
            let other = self.terms.not(cell);
            match self.way(&state, &[other], budget) {
                Way::Closed => return,
                Way::Open(inputs) => state.inputs = inputs,
            }
            state.seen = Rc::new(also(&state.seen, &[other]));
            inside.before = Rc::new(also(&inside.before, &[other]));
        }
        let round = Round { shape, items: items.to_vec() };
        let summed = self.summed(&inside.before, &round, &state, left);
        let rounds = inside.rounds.clone().map(|mut rounds| {
            if rounds.last().is_none_or(|before| before.shape != shape) {
                Rc::make_mut(&mut rounds).push(round);
            }
            rounds
        });
        let Some(Summed { seen, inputs, cells, has_each }) = summed else {
            if let Some(sums) = &mut self.sums {
                sums.stepwise.insert(inside.which);
            }
            let before = state.seen.clone();
            state.loops.all.push(Inside { items: Some(Rc::default()), before, last: None, rounds, ..inside });
            return all.push(state);
        };
        self.stats.summarised += 1;
        if let Some((first, _)) = cells {
            let other = self.terms.not(first);
            if let Way::Open(inputs) = self.way(&state, &[other], budget) {
                self.stats.states += 1;
                let seen = Rc::new(also(&state.seen, &[other]));
                let before = Rc::new(also(&inside.before, &[other]));
                let mut rest = State { seen, inputs, ..state.clone() };
                rest.loops.all.push(Inside { before, last: None, ..inside.clone() });
                self.round(rest, left - 1, budget, all);
            }
        }
        let seen = Rc::new(seen);
        let last = Some((shape, cells.map(|(_, next)| next)));
        (state.seen, state.inputs) = (seen.clone(), inputs);
        state.loops.has_each |= has_each;
        state.loops.all.push(Inside { items: Some(Rc::default()), before: seen, last, rounds, ..inside });
        all.push(state);
    }

    /// What holds after any number of rounds like this one, and inputs that go round once.
    fn summed(&mut self, before: &state::State, round: &Round, after: &State<'a>, left: usize) -> Option<Summed<'a>> {
        let (names, terms) = (&self.names, self.terms);
        let summary = self.sums.as_mut()?.summaries.of(names, self.program, round)?;
        let count = terms.symbol("rounds", Sort::Int, Range::at_least(1));
        let mut model = after.inputs.as_deref().cloned().unwrap_or_else(|| Model::new(terms));
        model.set_int(count, Int::ONE);
        let mut seen = before.clone();
        let did = summary.run(names, &mut seen, terms.sym(count), &model, false)?;
        // Quotients are those of the inputs, which have to be known then.
        let may_wrap = left > 0 && after.inputs.is_some();
        if !did.is_exact || !did.unknown.is_empty() || !did.wraps.is_empty() && !may_wrap {
            return None;
        }
        let all = did.conditions.iter().flat_map(|c| terms.conjuncts(*c));
        let plain: Vec<Term> = all.filter(|c| terms.as_bool(*c) != Some(true)).collect();
        let once = Named::new(names, &model);
        let is_known = after.inputs.is_some() && plain.iter().all(|c| once.holds(*c));
        if !did.wraps.is_empty() && !is_known {
            return None;
        }
        let each = did.each.iter().map(|c| self.asker.name_each(terms, summary.counter, terms.sym(count), *c));
        let each: Vec<Term> = each.collect();
        let wraps = terms.and(did.wraps.clone());
        let cell = |number: Term| terms.substitute(wraps, &|s| (s == summary.counter).then_some(number));
        let cells = (!did.wraps.is_empty()).then(|| (cell(terms.int(0)), cell(terms.sym(count))));
        let has_each = !each.is_empty();
        let guard = also(&seen, &[plain, each].concat());
        Some(Summed { seen: guard, inputs: is_known.then(|| Rc::new(model)), cells, has_each })
    }
}

/// Any number of rounds.
struct Summed<'t> {
    seen: state::State,
    inputs: Option<Rc<Model<'t>>>,
    /// What holds in the first round, and in one after the last, if quotients are in it what they are in all of these.
    cells: Option<(Term, Term)>,
    has_each: bool,
}

/// The same where these conditions hold, too.
fn also(seen: &state::State, conditions: &[Term]) -> state::State {
    let mut guard = seen.guard().to_vec();
    conditions.iter().for_each(|c| {
        if !guard.contains(c) {
            guard.push(*c);
        }
    });
    state::State::of(guard, seen.values.clone())
}
