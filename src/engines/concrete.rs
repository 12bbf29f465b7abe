//! Running the program on inputs that are made up: the cheapest engine, where few inputs lead to a target and much
//! would have to be reasoned about.
//!
//! It begins with zeros. What a run reads is changed then (see `changes`). Inputs are kept if they go along an edge that no
//! others went along so often, or get nearer to the target, and are changed further. So are those that come nearest to what
//! none did: the condition of an edge none went along, or of a check that is to fail, says how far it is from being so, as in
//! search-based testing; and those that keep most of what the target asks for at once (see `stations`, `joint`). All is
//! counted in steps, and what is random begins alike each time.

use super::{Engine, Finding, Turn};
use crate::budget::Budget;
use crate::engines::changes::{Changes, Place, Values, first};
use crate::engines::limits::concrete::{
    ALIGNED, ALL, COMPARED, FEW, FEW_CHECKS, FEWEST_TOGETHER, LONGEST_RISE, MORE, MOST_READS, MOST_STEPS,
    MOST_STEPS_OF_SOME, MOST_VALUES, RARELY, RUNS_BY_CHECKS, SMALLER, TURN,
};
use crate::program::novelty::Novelty;
use crate::program::{InputKind, Program};
use crate::replay::{Code, Goal, InputValue, Limits, Outcome, Run, Witness};
use crate::task::Failure;
use crate::term::{Int, RangeValue, Symbol, Terms, floor_div};
use climbing::Climbing;
use joint::Joint;
use petgraph::graph::{EdgeIndex, NodeIndex};
use pool::{Kept, Pool};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Who finds inputs.
const MADE_UP: &str = "runs on inputs that were made up";

/// It is of no interest how near a run comes to anything.
const NOT_NEAR: (&[u32], bool) = (&[], false);

/// Runs of one program.
pub(crate) struct Concrete<'a> {
    program: &'a Program,
    goal: Goal,
    code: Code,
    /// By location, whether it is the goal.
    marks: Vec<bool>,
    /// By location, how many edges there are from there to the goal, at least.
    distances: Vec<Option<u32>>,
    pool: Pool,
    /// By edge, where it leads.
    ends: Vec<NodeIndex>,
    novelty: Novelty,
    joint: Joint,
    /// In the order of their edges.
    climbing: Vec<Climbing>,
    /// Some of these may not matter any more.
    is_outdated: bool,
    /// What was come nearer to lately, and how often that is tried again.
    rising: Option<(EdgeIndex, u8)>,
    changes: Changes,
    /// Inputs that cannot be 0, and what they are at first.
    elsewhere: Vec<(Symbol, InputValue)>,
    /// How many steps it may still go.
    left: u64,
    /// How many it went, with what finding out cost how near it came.
    steps: u64,
}

impl Engine for Concrete<'_> {
    fn step(&mut self, budget: &Budget) -> Result<Turn, Failure> {
        let mut found = None;
        for _ in 0..LONGEST_RISE {
            let turn = self.left.min(TURN);
            self.left -= turn;
            found = self.run_for(turn, budget);
            // Who comes nearer goes on.
            if found.is_some() || self.left == 0 || self.rising.is_none() && !self.joint.is_rising() {
                break;
            }
        }
        Ok(match found {
            Some(values) => {
                let witness = self.whole(&self.smaller(values, &|witness| self.arrives(witness)));
                Turn::Found(Box::new(Finding::inputs(witness, MADE_UP)))
            }
            None if self.left == 0 => Turn::Over(None),
            None => Turn::More,
        })
    }
}

impl<'a> Concrete<'a> {
    /// Nothing was run yet.
    pub fn new(terms: &'a Terms, program: &'a Program, goal: Goal) -> Concrete<'a> {
        let changes = Changes::of(terms, program);
        Concrete {
            joint: Joint::default(),
            marks: goal.marks(program.graph.node_count()),
            distances: distances(&goal, program),
            goal,
            code: Code::new(terms, program),
            elsewhere: firsts(&changes, program).filter(|(input, _)| !changes.first(*input).is_zero()).collect(),
            changes,
            pool: Pool::default(),
            ends: program.graph.raw_edges().iter().map(|edge| edge.target()).collect(),
            novelty: Novelty::new(program),
            climbing: vec![],
            is_outdated: false,
            rising: None,
            left: ALL,
            steps: 0,
            program,
        }
    }

    /// With so many steps that only time ends it, mostly.
    pub fn with_more_steps(mut self) -> Concrete<'a> {
        self.left = MORE;
        self
    }

    /// Looks at what the goal asks for together, too.
    pub fn with_stations(mut self, terms: &Terms) -> Concrete<'a> {
        let stations = stations::before(terms, self.program, &self.goal);
        self.joint = Joint::of(terms, &mut self.code, &stations);
        self
    }

    /// Looks for something else from now on, with what it has learnt.
    pub fn aim_at(&mut self, goal: Goal) {
        self.marks = goal.marks(self.program.graph.node_count());
        self.distances = distances(&goal, self.program);
        self.is_outdated = true;
        self.joint = Joint::default();
        self.pool.aim_at(|kept| kept.ends.iter().filter_map(|at| self.distances[at.index()]).min());
        self.goal = goal;
    }

    /// Runs the program for about so many steps, whatever was run before; inputs that lead to the goal, if any were found.
    pub fn search(&mut self, steps: u64, budget: &Budget) -> Option<Witness> {
        let values = self.run_for(steps, budget)?;
        Some(self.whole(&values))
    }

    /// How many steps all runs went that were made up here, with what finding out cost how near they came.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether there is nothing to change, because nothing is read.
    pub fn is_over(&self) -> bool {
        self.left == 0
    }

    /// Changes these inputs, too, from now on, if they are not too many.
    pub fn seed(&mut self, witness: &Witness) {
        if let Some(values) = self.values(witness) {
            let run = self.run_of(&self.witness(&values), MOST_STEPS_OF_SOME, NOT_NEAR);
            self.keep(values, &run);
        }
    }

    /// Runs the program for about so many steps; inputs that lead to the target, if any were found.
    fn run_for(&mut self, steps: u64, budget: &Budget) -> Option<Values> {
        let mut left = steps;
        while left > 0 && budget.stop().is_none() {
            let any = self.changes.random.u8(..4);
            let is_climbing = !self.climbing.is_empty() && (any == 0 || any < 3 && self.rising.is_some());
            let is_joint = !self.joint.is_empty() && (self.joint.is_rising() || self.is_turn_of_joint());
            let values = match is_climbing {
                _ if self.pool.kept.is_empty() => Values::new(),
                _ if is_joint => self.changed_jointly(),
                true => self.changed_near(),
                false => self.changed(),
            };
            let longest = if self.changes.random.u8(..4) == 0 { MOST_STEPS_OF_SOME } else { MOST_STEPS };
            let before = if self.changes.random.u8(..4) == 0 || is_climbing { &self.novelty.seen[..] } else { &[] };
            let is_few = self.goal.failing.len() <= FEW_CHECKS;
            let near_checks = is_few || self.changes.random.u8(..RUNS_BY_CHECKS) == 0;
            // Where much is compared at each step a run takes long.
            let stop = || budget.stop().is_some();
            let run = self.run_until(&self.witness(&values), longest, (before, near_checks), &stop);
            let steps = run.steps + run.compared / COMPARED;
            left = left.saturating_sub(steps + 50);
            self.steps += steps;
            if let Outcome::Reached(_) = run.outcome {
                self.keep(values.clone(), &run);
                return Some(values);
            }
            self.join(&values, &run);
            self.keep(values, &run);
            // Where nothing is read there is nothing to change.
            if self.pool.kept.iter().all(|kept| kept.reads.is_empty()) {
                self.left = 0;
                return None;
            }
        }
        None
    }

    /// Whether those that are best at what is asked for together are changed next: one of four times, and less often where
    /// that was in vain.
    fn is_turn_of_joint(&mut self) -> bool {
        self.changes.random.u8(..if self.joint.is_promising() { 4 } else { RARELY }) == 0
    }

    /// A run; if it is to say how near it comes to what none did before, with how often each edge was gone along, and
    /// whether checks are to fail.
    fn run_of(&self, witness: &Witness, steps: u64, near: (&[u32], bool)) -> Run {
        self.run_until(witness, steps, near, &|| false)
    }

    /// The same until it is to stop.
    fn run_until(
        &self,
        witness: &Witness,
        steps: u64,
        (before, near_checks): (&[u32], bool),
        stop: &dyn Fn() -> bool,
    ) -> Run {
        let (trail, together) = (steps as usize, &self.joint.wanted[..]);
        let limits = Limits { trail, reads: MOST_READS, before, near_checks, together, stop, ..Limits::steps(steps) };
        let limits = Limits { values: false, ..limits };
        self.code.run_marked(witness, (&self.goal, &self.marks), &limits)
    }

    fn witness(&self, values: &Values) -> Witness {
        let mut witness = Witness::default();
        let mut elements: FxHashMap<Symbol, Vec<(&Int, &Int)>> = FxHashMap::default();
        for ((input, index), value) in values {
            match index {
                None => witness.set(*input, InputValue::Scalar(value.clone())),
                Some(index) => elements.entry(*input).or_default().push((index, value)),
            }
        }
        for (input, known) in elements {
            witness.set(input, InputValue::sorted(&known, self.changes.first(input)));
        }
        // What a witness leaves out counts as 0.
        for (input, first) in &self.elsewhere {
            witness.values.entry(*input).or_insert_with(|| first.clone());
        }
        witness
    }

    /// The same with a value for each input, for those who look at it.
    fn whole(&self, values: &Values) -> Witness {
        let mut witness = self.witness(values);
        for (input, first) in firsts(&self.changes, self.program) {
            witness.values.entry(input).or_insert(first);
        }
        witness
    }

    /// Keeps inputs that did something new.
    fn keep(&mut self, values: Values, run: &Run) {
        let done = self.novelty.note(&run.trail);
        self.is_outdated |= done.has_first;
        let ends = || done.passed.iter().map(|edge| self.ends[edge.index()]);
        let distance = ends().filter_map(|at| self.distances[at.index()]).min().unwrap_or(u32::MAX);
        let is_new = done.is_new || done.is_new_in_source || self.pool.kept.is_empty();
        let ends: Box<[NodeIndex]> = match is_new || self.pool.is_nearer(distance) {
            true => ends().collect(),
            false => return self.climb(&values, run),
        };
        self.climb(&values, run);
        let reads = run.reads.iter().map(|read| (read.input, read.index.clone())).collect();
        let is_new_in_source = done.is_new_in_source;
        let kept = Kept { values, reads, ends, steps: run.steps, distance, changed: 0, is_new_in_source };
        self.pool.add(kept, &mut self.changes.random);
    }

    /// Other values than some that were kept.
    fn changed(&mut self) -> Values {
        let (number, other) = self.pool.next(&mut self.changes.random);
        let Kept { values, reads, .. } = &self.pool.kept[number];
        let mut values = values.clone();
        if !reads.is_empty() {
            self.changes.change(&mut values, reads, &self.pool.kept[other].values, FEW);
        }
        values
    }

    /// The same inputs with fewer and smaller values, if they lead to the target and are not too many.
    pub fn plain(&self, witness: Witness) -> Witness {
        self.reduced(witness, &|witness| self.arrives(witness))
    }

    /// The same inputs with fewer and smaller values, if these are wanted and not too many.
    pub fn reduced(&self, witness: Witness, is_wanted: &dyn Fn(&Witness) -> bool) -> Witness {
        let witness = self.capped(witness, is_wanted);
        match self.values(&witness) {
            Some(values) if is_wanted(&self.witness(&values)) => self.whole(&self.smaller(values, is_wanted)),
            _ => witness,
        }
    }

    fn arrives(&self, witness: &Witness) -> bool {
        matches!(self.run_of(witness, MOST_STEPS, NOT_NEAR).outcome, Outcome::Reached(_))
    }

    /// The values of inputs that are not the first ones, if they are not too many.
    fn values(&self, witness: &Witness) -> Option<Values> {
        let mut values = Values::new();
        for (input, value) in &witness.values {
            let first = first(self.changes.ranges.get(input)?);
            match value {
                InputValue::Scalar(v) => drop(values.insert((*input, None), v.clone())),
                InputValue::Elements { ranges, default } => {
                    // What is as it is anyway is none, however many there are.
                    let is_first = |r: &RangeValue| r.value == first && r.slope.is_zero();
                    for r in ranges.iter().filter(|r| !is_first(r)) {
                        let count = usize::try_from(&r.to - &r.from).ok();
                        let count = count.filter(|n| values.len() + n < MOST_VALUES)?;
                        let at = (0..=count).map(|i| &r.from + Int::from(i));
                        let known = at.filter_map(|i| Some(((*input, Some(i.clone())), value.element(&i)?)));
                        values.extend(known);
                    }
                    if *default != first {
                        return None;
                    }
                }
            }
        }
        Some(values)
    }

    /// Fewer and smaller values that are wanted as well.
    fn smaller(&self, mut values: Values, is_wanted: &dyn Fn(&Witness) -> bool) -> Values {
        let mut runs = 0;
        let run = self.run_of(&self.witness(&values), MOST_STEPS, NOT_NEAR);
        if run.reads_complete {
            let reads: FxHashSet<Place> = run.reads.into_iter().map(|read| (read.input, read.index)).collect();
            let read: Values = values.clone().into_iter().filter(|(place, _)| reads.contains(place)).collect();
            if read.len() < values.len() && is_wanted(&self.witness(&read)) {
                values = read;
            }
        }
        let mut is_enough = |this: &Self, values: &Values| {
            runs += 1;
            runs <= SMALLER && is_wanted(&this.witness(values))
        };
        // Lengths are the memory that a test needs.
        let lengths = self.program.inputs.iter().filter(|input| input.kind == InputKind::Length);
        for place in lengths.map(|input| (input.symbol, None)) {
            if values.contains_key(&place) {
                values = self.nearer_first(values, &place, &mut is_enough);
            }
        }
        for array in values.keys().filter(|(_, at)| at.is_some()).map(|(input, _)| *input).collect::<BTreeSet<_>>() {
            for in_memory in [false, true] {
                if let Some(less) = nearer(&values, array, in_memory).filter(|less| is_enough(self, less)) {
                    values = less;
                }
            }
        }
        let places: Vec<Place> = values.keys().cloned().collect();
        // Most of many may not matter.
        for size in sizes(places.len()) {
            for some in places.chunks(size) {
                let removed: Values = some.iter().filter_map(|place| values.remove_entry(place)).collect();
                if !removed.is_empty() && !is_enough(self, &values) {
                    values.extend(removed);
                }
            }
        }
        // What one has to be at least may be another that is made smaller after it.
        loop {
            let before = values.clone();
            for place in before.keys() {
                values = self.nearer_first(values, place, &mut is_enough);
            }
            if values == before {
                return values;
            }
        }
    }

    /// The same values with one that is nearer to the first that it can be, or is it, as far as that is enough.
    fn nearer_first(
        &self,
        mut values: Values,
        place: &Place,
        is_enough: &mut dyn FnMut(&Self, &Values) -> bool,
    ) -> Values {
        let near = self.changes.first(place.0);
        for divisor in [64, 8, 2] {
            loop {
                let less = &near + (&values[place] - &near) / Int::from(divisor);
                if less == values[place] {
                    break;
                }
                let before = values.insert(place.clone(), less);
                if !is_enough(self, &values) {
                    values.extend(before.map(|value| (place.clone(), value)));
                    break;
                }
            }
        }
        values
    }
}

/// How many of so many values are taken away together, one size after the other.
fn sizes(count: usize) -> impl Iterator<Item = usize> {
    let halves = std::iter::successors(Some(count / 2), |size| Some(size / 2));
    halves.take_while(|size| *size >= FEWEST_TOGETHER).chain([1])
}

/// By location, how many edges there are from there to the goal, at least.
fn distances(goal: &Goal, program: &Program) -> Vec<Option<u32>> {
    let mut all = vec![None; program.graph.node_count()];
    goal.distances(program).into_iter().for_each(|(at, distance)| all[at.index()] = Some(distance));
    all
}

/// What each input is at first.
fn firsts(changes: &Changes, program: &Program) -> impl Iterator<Item = (Symbol, InputValue)> {
    program.inputs.iter().map(|input| {
        let first = changes.first(input.symbol);
        let is_scalar = matches!(input.kind, InputKind::Scalar | InputKind::Length);
        (input.symbol, if is_scalar { InputValue::Scalar(first) } else { InputValue::sorted(&[], first) })
    })
}

/// The elements of an array nearer to its beginning, and what counts up to them, also in other arrays or not, less by as
/// much; nothing if they are there already. What is aligned stays so.
fn nearer(values: &Values, array: Symbol, in_memory: bool) -> Option<Values> {
    let first = values.keys().filter(|(input, _)| *input == array).find_map(|(_, at)| at.clone())?;
    let less = floor_div(&first, &Int::from(ALIGNED)) * Int::from(ALIGNED);
    let moved = |((input, at), value): (&Place, &Int)| match at {
        Some(at) if *input == array => ((*input, Some(at - &less)), value.clone()),
        _ if *value >= less && (at.is_none() || in_memory) => ((*input, at.clone()), value - &less),
        _ => ((*input, at.clone()), value.clone()),
    };
    (less > Int::ZERO).then(|| values.iter().map(moved).collect())
}

mod capped;
mod climbing;
mod joint;
mod pool;
mod stations;
#[cfg(test)]
mod tests;
