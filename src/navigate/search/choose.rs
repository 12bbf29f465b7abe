//! What to do at a loop node: the alternatives, their order, and the way back to those not tried yet, there and at
//! branches.

use super::{Alternative, Choice, Doubt, Event, Search, Segments, Why};
use crate::chain::{LoopId, Node};
use crate::constraint::{Care, Constraint, Decision, Execution, Part, State, System};
use crate::navigate::limits::search_choose::{
    CHEAP_FAILURE, EFFORT_OF_A_QUERY, MOST_CHEAP_FAILURES, MOST_PHASES, STEPS_FIRST,
};
use crate::navigate::segment::FEWEST_RUNS;
use crate::term::{Cmp, Int, Term};

impl Search<'_, '_> {
    /// Decides at the loop node of `id` what to do next; `false` if nothing can be done.
    pub(super) fn choose(&mut self, id: LoopId) -> bool {
        let mut open = self.open(id);
        match open[..] {
            [] => return false,
            [Alternative::Run(i)] => return self.forced(id, i),
            [only] => return self.take(only),
            _ => {}
        }
        if self.now.frames.len() > 1 && self.frame().plan.is_none() {
            let left = self.left();
            self.frame().plan = left;
        }
        if self.now.frames.last().is_some_and(|f| f.plan.is_none()) {
            let system = self.rest_of_path(None);
            let care = self.care(id, &open);
            if !self.plan(&system, care) {
                return false;
            }
        }
        self.order(&mut open);
        let alternatives = self.with_segments(id, &open);
        self.try_each(alternatives)
    }

    /// Leaving and each subchain that may run once more, without what is refuted at once.
    fn open(&mut self, id: LoopId) -> Vec<Alternative> {
        let subchains = self.form.loops[id.0].subchains.len();
        let over = self.now.frames.last().and_then(|f| f.over);
        let runs = (0..subchains).filter(|i| Some(*i) != over).map(Alternative::Run);
        let all = [Alternative::Leave].into_iter().chain(runs);
        let mut open = self.not_refuted(all);
        let is_long = self.allowance.segments == Segments::Any && self.frame().segments > MOST_PHASES * subchains;
        let at_end = is_long || self.now.runs >= self.allowance.runs;
        if at_end && open.iter().any(|a| *a != Alternative::Leave) {
            self.gave_up = Some(Doubt::Runs(self.now.runs));
            open.retain(|a| *a == Alternative::Leave);
        }
        open
    }

    /// The alternatives with segments: instead of single runs where these are all that a segment covers, else before them.
    fn with_segments(&mut self, id: LoopId, open: &[Alternative]) -> Vec<Alternative> {
        let may_repeat = self.may_repeat();
        let (mut first, mut rest) = (Vec::new(), Vec::new());
        for &alternative in open {
            let Alternative::Run(i) = alternative else {
                rest.push(alternative);
                continue;
            };
            let wanted = self.planned(i);
            let any = self.segment_of_any(id, i);
            match (&wanted, &any) {
                (Some(_), Some(_)) => first.push(Alternative::Repeat(i, 0)),
                (Some(n), None) if may_repeat && *n >= FEWEST_RUNS.into() => {
                    let ways = self.planned_segments(id, i).len();
                    first.extend((0..ways).map(|way| Alternative::Repeat(i, way)));
                }
                (None, Some((_, found))) if found.is_exact => rest.push(Alternative::Repeat(i, 0)),
                _ => {}
            }
            if !any.is_some_and(|(_, found)| found.is_exact) {
                rest.push(alternative);
            }
        }
        first.extend(rest);
        first
    }

    /// Single steps can be corrected by the next plan, a segment cannot: where some steps did not do, and a
    /// segment could be made, the better solver is worth its time.
    fn care(&mut self, id: LoopId, open: &[Alternative]) -> Care {
        let can_repeat = |search: &mut Self, a: &Alternative| match a {
            Alternative::Run(i) => search.longest_segment(id, *i).is_some(),
            _ => false,
        };
        let is_worth_it = self.frame().history.len() >= STEPS_FIRST && open.iter().any(|a| can_repeat(self, a));
        if is_worth_it { Care::Solve } else { Care::Guess }
    }

    /// The only thing that can be done: a subchain runs, in one step as often as is certain, or else as is planned.
    fn forced(&mut self, id: LoopId, i: usize) -> bool {
        let longest = self.longest_segment(id, i);
        if let Some((chains, found)) = &longest
            && self.is_certain(found)
        {
            // Nothing else is possible in any of its runs.
            for condition in &found.conditions {
                self.refuted(Why::Forced, vec![self.terms.not(*condition)]);
            }
            return self.run_segment(id, chains, found.clone());
        }
        if let Some((chains, found)) = self.segment_of_any(id, i)
            && found.is_exact
        {
            return self.run_segment(id, &chains, found);
        }
        if longest.is_none() {
            return self.take(Alternative::Run(i));
        }
        if self.frame().plan.is_none() {
            let system = self.rest_of_path(None);
            if !self.plan(&system, Care::Solve) {
                return false;
            }
        }
        let ways = 0..self.planned_segments(id, i).len();
        self.try_each(ways.map(|way| Alternative::Repeat(i, way)).chain([Alternative::Run(i)]).collect())
    }

    /// Takes the first alternative and remembers the others to come back to; `false` if the first leads nowhere at once.
    pub(super) fn try_each(&mut self, mut alternatives: Vec<Alternative>) -> bool {
        let first = alternatives.remove(0);
        if alternatives.is_empty() {
            return self.take(first);
        }
        self.tell_solver();
        let depth = self.smt.push();
        alternatives.reverse();
        let (conditions, events) = (self.conditions.len(), self.events.len());
        self.frame().attempts += u8::from(matches!(first, Alternative::Repeat(..)));
        self.choices.push(Choice { path: self.now.clone(), rest: alternatives, conditions, events, depth });
        self.take(first)
    }

    /// Subchains the plan wants first, leaving next (first if the plan wants none), the others last.
    fn order(&self, open: &mut [Alternative]) {
        let plan = self.now.frames.last().and_then(|f| f.plan.as_ref());
        open.sort_by_key(|a| match a {
            Alternative::Leave => (1, 0),
            Alternative::Run(i) | Alternative::Repeat(i, _) => match plan {
                Some(plan) if plan[*i] > Int::ZERO => (0, *i),
                _ => (2, *i),
            },
        });
    }

    /// Those that do not run into a condition that the facts of the path refute.
    pub(super) fn not_refuted(&mut self, all: impl Iterator<Item = Alternative>) -> Vec<Alternative> {
        let mut open = Vec::new();
        for alternative in all {
            match self.refuted_at_once(alternative) {
                Some(condition) => self.refuted(Why::Path, vec![condition]),
                None => open.push(alternative),
            }
        }
        open
    }

    /// The first condition on the alternative that the facts of the path refute.
    fn refuted_at_once(&self, alternative: Alternative) -> Option<Term> {
        let frame = self.now.frames.last().expect("the root frame stays");
        let nodes = match alternative {
            Alternative::Leave => &self.chain(frame).nodes[frame.position + 1..],
            Alternative::Run(i) | Alternative::Repeat(i, _) => &self.form.subchains[self.chains_here()[i].0].nodes[..],
        };
        let mut changed = State::new();
        for node in nodes {
            let value = |t: Term, changed: &State| {
                self.terms.substitute(t, &|s| changed.get(&s).or_else(|| self.now.values.get(&s)).copied())
            };
            match node {
                Node::Loop(_) | Node::Branch(_) => break,
                Node::Transform { assignments, .. } => {
                    let new: Vec<_> = assignments.iter().map(|(x, e)| (*x, value(*e, &changed))).collect();
                    changed.extend(new);
                }
                Node::Assume { condition, .. } => {
                    let condition = value(*condition, &changed);
                    if self.now.facts.truth(self.terms, condition) == Some(false) {
                        return Some(condition);
                    }
                }
            }
        }
        None
    }

    /// Goes on with an alternative; `false` if it leads nowhere at once.
    pub(super) fn take(&mut self, alternative: Alternative) -> bool {
        match (alternative, self.node_here()) {
            (Alternative::Leave, _) => self.frame().pass(),
            (Alternative::Run(i), Node::Branch(_)) => {
                let begun = self.begin(i);
                self.frame().pass();
                self.now.frames.push(begun);
            }
            (Alternative::Run(i), _) => {
                let chain = self.chains_here()[i];
                let frame = self.frame();
                frame.plan = frame.plan.take().filter(|p| p[i] > Int::ZERO).map(|mut p| {
                    p[i] -= 1;
                    p
                });
                frame.remember(Part::Once(chain, vec![]));
                frame.over = None;
                let begun = self.begin(i);
                self.now.frames.push(begun);
                self.now.runs += 1;
                self.events.push(Event::Begin(chain));
            }
            (Alternative::Repeat(i, way), Node::Loop(id)) => {
                let found = self.segment_of_any(*id, i).or_else(|| self.planned_segments(*id, i).into_iter().nth(way));
                return found.is_some_and(|(parts, found)| self.run_segment(*id, &parts, found));
            }
            (Alternative::Repeat(..), _) => unreachable!("only loops run many times"),
        }
        true
    }

    /// Necessary conditions on the rest of the path, from the loop or branch node where it stands to the target;
    /// with an alternative, on what follows if that is taken.
    pub(super) fn rest_of_path(&self, taken: Option<Alternative>) -> System {
        let terms = self.terms;
        let mut execution = Execution::new(terms, self.summaries, (*self.now.values).clone());
        for frame in self.now.frames.iter().rev() {
            execution.run(self.form, &self.chain(frame).nodes[frame.position..]);
        }
        let mut system = execution.system;
        self.add_elements(&mut system);
        system.keep_connected(terms, self.lengths);
        if let (Some(alternative), Some(here)) = (taken, system.passed.first()) {
            let runs = |i: usize| terms.sym(here.counters[i]);
            let term = match alternative {
                Alternative::Leave => terms.eq(terms.sum((0..here.counters.len()).map(runs)), terms.int(0)),
                Alternative::Run(i) | Alternative::Repeat(i, _) => terms.cmp(Cmp::Gt, runs(i), terms.int(0)),
            };
            system.constraints.push(Constraint::fact(term));
        }
        system
    }

    /// What is known of the elements that a system reads.
    fn add_elements(&self, system: &mut System) {
        if self.now.elements.is_empty() {
            return;
        }
        let known = |c: &Constraint| self.now.elements.instances(self.terms, c.term);
        let all: Vec<Term> = system.constraints.iter().flat_map(known).collect();
        system.constraints.extend(all.into_iter().map(Constraint::fact));
    }

    /// Asks for numbers of runs and makes them the plan of this node; `false` if there are none.
    pub(super) fn plan(&mut self, system: &System, care: Care) -> bool {
        self.tell_solver();
        let count = self.chains_here().len();
        let plan = match self.decider.decide(self.smt, &self.now.facts, system, care) {
            Decision::Refuted { core, .. } => {
                self.refuted(Why::Rest, core.into_iter().map(|i| system.constraints[i].term).collect());
                return false;
            }
            Decision::Try { runs, .. } => {
                self.look_ahead(system, &runs);
                let here = &system.passed[0].counters;
                here.iter().map(|c| runs.get(c).cloned().unwrap_or(Int::ZERO)).collect()
            }
            Decision::Unknown(_) => vec![Int::ZERO; count],
        };
        self.now.frames.last_mut().expect("the root frame stays").plan = Some(plan);
        true
    }

    /// Whether z3 should be asked before the next alternative: if the last one
    /// took long to fail, and once in a while anyway.
    fn distrust(&mut self) -> bool {
        let effort = self.steps + EFFORT_OF_A_QUERY * self.smt.stats().smt_calls;
        let cheap = effort - self.effort < CHEAP_FAILURE;
        self.effort = effort;
        self.cheap_failures = if cheap { self.cheap_failures + 1 } else { 0 };
        if self.cheap_failures.is_multiple_of(MOST_CHEAP_FAILURES) {
            self.cheap_failures = 0;
            return true;
        }
        false
    }

    /// Goes back to the last node with something left to try, and tries it; `false` if there is none.
    pub(super) fn backtrack(&mut self) -> bool {
        while let Some(choice) = self.choices.last_mut() {
            if let Some(stop) = self.budget.stop() {
                self.gave_up = Some(Doubt::Stopped(stop));
                return false;
            }
            let Some(next) = choice.rest.pop() else {
                let choice = self.choices.pop().expect("there is one");
                self.smt.pop_to(choice.depth);
                continue;
            };
            self.smt.pop_to(choice.depth);
            self.now = choice.path.clone();
            self.conditions.truncate(choice.conditions);
            self.events.truncate(choice.events);
            self.asserted = choice.conditions;
            self.smt.push();
            let system = self.rest_of_path(Some(next));
            let care = if self.distrust() { Care::Check } else { Care::Guess };
            if self.plan(&system, care) && self.take(next) {
                return true;
            }
        }
        false
    }
}
