//! The loop of the interpreter: one edge after another until something ends it.

use super::array::Cell;
use super::code::{Action, Code, Copies, Fork, Next, Place, Step};
use super::eval64::Blocks;
use super::nearing::Nearing;
use super::state::State;
use super::switch::Switch;
use super::witness::Witness;
use super::{EndReason, Fault, Goal, Limits, Outcome, Run, Visits};
use crate::program::{LocationId, Outputs, Role, Span};
use crate::replay::limits::room::MOST_OUTPUTS;
use crate::term::Int;
use petgraph::graph::EdgeIndex;
use std::collections::VecDeque;
use std::rc::Rc;

/// The stop condition is asked once in this many steps.
pub(super) const STEPS_BETWEEN_STOPS: u64 = 4096;

/// What one step did.
enum Stepped {
    To(LocationId),
    Over(Outcome),
}

impl Code {
    /// Runs the program on `witness` until it reaches `goal` or ends otherwise.
    pub fn run(&self, witness: &Witness, goal: &Goal, limits: &Limits) -> Run {
        self.run_marked(witness, (goal, &goal.marks(self.nexts.len())), limits)
    }

    /// The same for many runs to one goal, whose [`Goal::marks`] are known.
    pub fn run_marked(&self, witness: &Witness, goal: (&Goal, &[bool]), limits: &Limits) -> Run {
        let mut machine = Machine::new(self, witness, goal, limits);
        let outcome = machine.run();
        machine.finish(outcome)
    }
}

pub(super) struct Machine<'a> {
    pub code: &'a Code,
    pub state: State<'a>,
    goal: &'a Goal,
    pub is_goal: &'a [bool],
    pub limits: &'a Limits<'a>,
    pub steps: u64,
    /// Steps that were proved, not executed.
    pub proved: u64,
    pub at: LocationId,
    pub last: Span,
    /// The last edge executed.
    pub taken: EdgeIndex,
    trail: VecDeque<EdgeIndex>,
    /// Of each location, if they are counted.
    visits: Vec<Visits>,
    nearing: Nearing,
}

impl<'a> Machine<'a> {
    fn new(
        code: &'a Code,
        witness: &'a Witness,
        (goal, is_goal): (&'a Goal, &'a [bool]),
        limits: &'a Limits<'a>,
    ) -> Machine<'a> {
        let state = State::new(code, witness, limits.reads);
        let trail = VecDeque::new();
        let (at, last, taken) = (code.start, Span::default(), EdgeIndex::default());
        let visits = if limits.visits { vec![Visits::default(); code.nexts.len()] } else { vec![] };
        let (steps, proved, nearing) = (0, 0, Nearing::default());
        let mut machine =
            Machine { code, state, goal, is_goal, limits, steps, proved, at, last, taken, trail, visits, nearing };
        machine.visit(at, 1);
        machine
    }

    fn run(&mut self) -> Outcome {
        let Some(after) = self.limits.prove_after else {
            return self.walk(self.limits.steps.min(self.limits.executed));
        };
        match self.walk(after.min(self.limits.steps)) {
            Outcome::StepLimit => self.accelerate(),
            outcome => outcome,
        }
    }

    /// Executes one step after the other, as far as `limit`.
    fn walk(&mut self, limit: u64) -> Outcome {
        let mut blocks = None;
        let mut next_stop = self.steps;
        loop {
            if self.is_goal[self.at.index()] {
                return Outcome::Reached(self.at);
            }
            if self.steps >= limit {
                return Outcome::StepLimit;
            }
            if self.steps >= next_stop {
                if (self.limits.stop)() {
                    return Outcome::Stopped;
                }
                next_stop = self.steps + STEPS_BETWEEN_STOPS;
            }
            // A trail needs every edge.
            if self.steps >= self.limits.blocks_after && self.limits.trail == 0 && !self.limits.visits {
                let blocks = blocks.get_or_insert_with(|| Blocks::new(self.code));
                if self.quick(blocks, limit.min(next_stop)) {
                    continue;
                }
            }
            for (number, wanted) in self.limits.together.iter().enumerate().filter(|(_, wanted)| wanted.at == self.at) {
                self.nearing.note_together(number, wanted, &mut self.state);
            }
            if let Some(outcome) = self.advance() {
                return outcome;
            }
        }
    }

    /// Executes one step; says how the run ends if it does.
    #[inline(always)]
    pub fn advance(&mut self) -> Option<Outcome> {
        match self.step() {
            Ok(Stepped::To(next)) => {
                self.at = next;
                self.steps += 1;
                self.visit(next, 1);
            }
            Ok(Stepped::Over(outcome)) => return Some(outcome),
            Err(fault) => return Some(Outcome::Error(fault)),
        }
        None
    }

    fn step(&mut self) -> Result<Stepped, Fault> {
        self.state.stamp += 1;
        let code = self.code;
        match &code.nexts[self.at.index()] {
            Next::End => Ok(Stepped::Over(Outcome::Ended(EndReason::NoSuccessor { span: self.last }))),
            Next::One(step) if !matches!(step.action, Action::Assume(_)) => {
                self.execute(&step.action)?;
                Ok(Stepped::To(self.arrive(step)))
            }
            Next::One(step) => self.take_if_enabled(std::slice::from_ref(step)),
            Next::Fork(fork) => {
                let Fork { condition: c, yes, no } = &**fork;
                let (holds, chosen, other) = if self.state.condition(c)? { (true, yes, no) } else { (false, no, yes) };
                if self.is_new(other) {
                    self.nearing.note(other.edge, c, !holds, &mut self.state);
                }
                Ok(Stepped::To(self.arrive(chosen)))
            }
            Next::Many(steps, Some(switch)) => self.take_case(steps, switch),
            Next::Many(steps, None) => self.take_if_enabled(steps),
        }
    }

    /// The same as [`Machine::take_if_enabled`], found without looking at all conditions.
    fn take_case(&mut self, steps: &'a [Step], switch: &'a Switch) -> Result<Stepped, Fault> {
        let Some(value) = self.state.small(&switch.on) else { return self.take_if_enabled(steps) };
        let mut chosen = switch.cases.get(&value).copied();
        if chosen.is_none() {
            for (step, left) in &switch.others {
                if self.state.condition(left)? && chosen.replace(*step).is_some() {
                    return Err(Fault::Ambiguous(self.at));
                }
            }
        }
        if !self.limits.before.is_empty() {
            for (at, step) in steps.iter().enumerate() {
                if let Action::Assume(c) = &step.action
                    && Some(at) != chosen
                    && self.is_new(step)
                {
                    self.nearing.note(step.edge, c, true, &mut self.state);
                }
            }
        }
        Ok(match chosen {
            Some(step) => Stepped::To(self.arrive(&steps[step])),
            None => Stepped::Over(self.stuck(steps)),
        })
    }

    fn take_if_enabled(&mut self, steps: &'a [Step]) -> Result<Stepped, Fault> {
        let mut chosen = None;
        for step in steps {
            let enabled = match &step.action {
                Action::Assume(c) => {
                    let holds = self.state.condition(c)?;
                    let matters = if holds { self.is_to_fail(step) } else { self.is_new(step) };
                    if matters {
                        self.nearing.note(step.edge, c, !holds, &mut self.state);
                    }
                    holds
                }
                _ => true,
            };
            if enabled && chosen.replace(step).is_some() {
                return Err(Fault::Ambiguous(self.at));
            }
        }
        match chosen {
            Some(step) => {
                self.execute(&step.action)?;
                Ok(Stepped::To(self.arrive(step)))
            }
            None => Ok(Stepped::Over(self.stuck(steps))),
        }
    }

    /// Whether no run went along it before, if that is of interest.
    #[inline]
    fn is_new(&self, step: &Step) -> bool {
        self.limits.before.get(step.edge.index()) == Some(&0)
    }

    /// Whether it is of interest how near the check of a step is to failing.
    fn is_to_fail(&self, step: &Step) -> bool {
        let is_of_interest = self.limits.near_checks && !self.limits.before.is_empty();
        is_of_interest && step.check().is_some() && self.goal.failing.contains(&step.edge)
    }

    fn arrive(&mut self, step: &Step) -> LocationId {
        if step.span.line != 0 {
            self.last = step.span;
        }
        self.taken = step.edge;
        if self.limits.trail > 0 {
            self.remember(step.edge);
        }
        step.to
    }

    /// Counts visits, if they are counted.
    pub fn visit(&mut self, at: LocationId, times: u64) {
        if let Some(visits) = self.visits.get_mut(at.index()) {
            if visits.count == 0 {
                visits.first = self.steps;
            }
            visits.count += times;
        }
    }

    /// Appends to the trail.
    pub fn remember(&mut self, edge: EdgeIndex) {
        if self.trail.len() == self.limits.trail {
            self.trail.pop_front();
        }
        self.trail.push_back(edge);
    }

    fn stuck(&self, steps: &[Step]) -> Outcome {
        if steps.iter().any(|s| self.goal.failing.contains(&s.edge)) {
            return Outcome::Reached(self.at);
        }
        let span = steps.first().map_or(self.last, |s| s.span);
        if let Some(step) = steps.iter().find(|s| s.check().is_some()) {
            let check = step.check().expect("found by it");
            return Outcome::Ended(EndReason::CheckFailed { check, span: step.span, edge: step.edge });
        }
        let given = |s: &Step| if let Role::Given(index) = s.role { Some(index) } else { None };
        if let Some(index) = steps.iter().find_map(given) {
            return Outcome::Ended(EndReason::GivenFailed { index, span });
        }
        Outcome::Ended(if steps.iter().any(|s| s.role == Role::Assumed) {
            EndReason::AssumptionFailed { span }
        } else {
            EndReason::Stuck { span }
        })
    }

    fn execute(&mut self, action: &Action) -> Result<(), Fault> {
        let state = &mut self.state;
        match action {
            Action::Skip | Action::Assume(_) => {}
            Action::Set(slot, e) => {
                let value = state.int(e)?;
                state.ints.set(*slot, value);
            }
            Action::SetArray(slot, e) => state.arrays[*slot] = Some(state.array(e)?),
            Action::Store(slot, stores) => match &stores[..] {
                [(index, value)] => {
                    let stored = (state.index(index)?, state.int(value)?);
                    store(state, *slot, [stored])?;
                }
                _ => {
                    let new = stores.iter().map(|(i, v)| Ok((state.index(i)?, state.int(v)?)));
                    let new: Vec<_> = new.collect::<Result<_, Fault>>()?;
                    store(state, *slot, new)?;
                }
            },
            Action::Copy(copies) => {
                let Copies { ints, arrays } = &**copies;
                let ints: Vec<_> = ints.iter().map(|(s, e)| Ok((*s, state.int(e)?))).collect::<Result<_, Fault>>()?;
                let arrays: Vec<_> =
                    arrays.iter().map(|(s, e)| Ok((*s, state.array(e)?))).collect::<Result<_, Fault>>()?;
                ints.into_iter().for_each(|(slot, v)| state.ints.set(slot, v));
                arrays.into_iter().for_each(|(slot, v)| state.arrays[slot] = Some(v));
            }
        }
        Ok(())
    }

    fn finish(mut self, outcome: Outcome) -> Run {
        let code = self.code;
        let kept = self.limits.values.then_some(&code.places).into_iter().flatten();
        let final_values = kept.filter_map(|(symbol, place)| match place {
            Place::Int(slot) => self.state.ints.get(*slot).map(|v| (*symbol, v.exact())),
            Place::Array(_) | Place::Input(_) => None,
        });
        let values = final_values.collect();
        let outputs = self.outputs();
        let (reads, reads_complete, extents) =
            self.state.reads.finish(|i| (code.inputs[i].symbol, code.inputs[i].is_array));
        Run {
            outcome,
            at: self.at,
            last: self.last,
            steps: self.steps,
            proved: self.proved,
            reads,
            reads_complete,
            extents,
            visits: self.visits,
            trail: self.trail.into(),
            compared: self.nearing.compared,
            together: std::mem::take(&mut self.nearing.together),
            near: self.nearing.all(),
            values,
            outputs,
        }
    }

    /// The first of what the program put out.
    fn outputs(&self) -> Vec<Int> {
        let Some(Outputs { all, count }) = self.code.outputs else { return vec![] };
        let (Some(Place::Array(all)), Some(Place::Int(count))) =
            (self.code.places.get(&all), self.code.places.get(&count))
        else {
            return vec![];
        };
        let count = self.state.ints.get(*count).map_or(Int::ZERO, |count| count.exact());
        let count = i128::try_from(count).map_or(MOST_OUTPUTS, |count| count.min(MOST_OUTPUTS));
        (0..count).filter_map(|i| self.state.own_element(*all, i)).map(|cell| cell.exact()).collect()
    }
}

fn store(state: &mut State, slot: usize, new: impl IntoIterator<Item = (i128, Cell)>) -> Result<(), Fault> {
    let unbound = state.unbound_array(slot);
    let array = Rc::make_mut(state.arrays[slot].as_mut().ok_or(unbound)?);
    array.stored.extend(new);
    Ok(())
}
