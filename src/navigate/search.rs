//! Executing one root chain, one subchain run at a time, with backtracking.

use super::Doubt;
use super::elements::Elements;
use super::segment::{FEWEST_RUNS, Segment, segment};
use super::trace::Event;
use crate::budget::Budget;
use crate::chain::{Chain, ChainId, Form, LoopId, Node};
use crate::constraint::{Constraint, Decider, Decision, Execution, State, Summaries, System};
use crate::interval::Domain;
use crate::solver::{Depth, Model, Outcome, Smt};
use crate::term::{Cmp, Int, Symbol, Term, Terms};
use std::collections::HashSet;
use std::rc::Rc;

/// An alternative that failed with less effort, in nodes executed, failed cheaply.
const CHEAP_FAILURE: u64 = 100;
/// What a query to z3 counts in nodes executed.
const EFFORT_OF_A_QUERY: u64 = 30;
/// After so many cheap failures in a row z3 is asked.
const MOST_CHEAP_FAILURES: u64 = 16;

/// At one stay at a loop node segments are tried so many times in vain.
const MOST_ATTEMPTS: u8 = 4;
/// Subchains that take turns are noticed up to this many.
const LONGEST_TURN: usize = 4;

/// How a search ended.
pub(super) enum Ended<'t> {
    /// The model satisfies the conditions of a whole path, which did these things.
    Arrived(Model<'t>, Vec<Event>),
    /// Every alternative was refuted.
    Exhausted,
    /// Some alternative was given up, for this reason.
    GaveUp(Doubt),
}

/// What a search may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    /// Runs of subchains on one path.
    pub runs: u64,
    /// Nodes executed in the whole search.
    pub steps: u64,
    /// Paths that led nowhere.
    pub dead_ends: u64,
    /// Whether subchains may run many times in one step.
    pub segments: bool,
}

/// What a search goes along, and what it may use.
pub(super) struct Along<'s, 't> {
    pub terms: &'t Terms,
    pub form: &'s Form,
    pub summaries: &'s Summaries,
    pub root: &'s Chain,
    pub smt: &'s mut Smt<'t>,
    pub decider: &'s mut Decider,
    pub budget: &'s Budget,
    pub allowance: Allowance,
    /// The lengths of input arrays.
    pub lengths: &'s HashSet<Symbol>,
}

/// A search along one root chain.
pub(super) struct Search<'s, 't> {
    terms: &'t Terms,
    form: &'s Form,
    summaries: &'s Summaries,
    root: &'s Chain,
    smt: &'s mut Smt<'t>,
    decider: &'s mut Decider,
    budget: &'s Budget,
    allowance: Allowance,
    /// The lengths of input arrays.
    lengths: &'s HashSet<Symbol>,
    now: Path<'t>,
    /// The path condition; the first `asserted` are known to the solver.
    conditions: Vec<Term>,
    asserted: usize,
    events: Vec<Event>,
    choices: Vec<Choice<'t>>,
    gave_up: Option<Doubt>,
    steps: u64,
    effort: u64,
    cheap_failures: u64,
    dead_ends: u64,
}

/// Where a path is.
#[derive(Clone)]
struct Path<'t> {
    values: Rc<State>,
    facts: Rc<Domain>,
    /// What segments say of ranges of input elements.
    elements: Rc<Elements>,
    /// The chains being executed, the root chain first. All but the last stand at a loop node.
    frames: Vec<Frame>,
    /// Satisfies the path condition, unless it is stale.
    model: Rc<Model<'t>>,
    stale: bool,
    runs: u64,
}

#[derive(Clone)]
struct Frame {
    chain: Option<ChainId>,
    position: usize,
    /// How often each subchain of the loop node at `position` should still run.
    plan: Option<Vec<Int>>,
    /// The last subchains that ran there one by one.
    history: Vec<ChainId>,
    /// Segments tried there since one succeeded.
    attempts: u8,
    /// Whether the loop node at `position` was come to already.
    is_at_loop: bool,
}

impl Frame {
    fn new(chain: Option<ChainId>) -> Frame {
        Frame { chain, position: 0, plan: None, history: Vec::new(), attempts: 0, is_at_loop: false }
    }
}

/// What can be done at a loop node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Alternative {
    Leave,
    /// Run the subchain with this place in its loop.
    Run(usize),
    /// Run it many times in one step.
    Repeat(usize),
}

/// A loop node with alternatives left to try.
struct Choice<'t> {
    path: Path<'t>,
    rest: Vec<Alternative>,
    conditions: usize,
    events: usize,
    depth: Depth,
}

/// Where executing straight on has led.
enum Stop {
    Arrived,
    Dead,
    AtLoop(LoopId),
}

impl<'s, 't> Search<'s, 't> {
    /// At the start of `along.root`.
    pub fn new(along: Along<'s, 't>) -> Self {
        let Along { terms, form, summaries, root, smt, decider, budget, allowance, lengths } = along;
        let now = Path {
            values: Rc::new(State::new()),
            facts: Rc::new(Domain::new()),
            elements: Rc::default(),
            frames: vec![Frame::new(None)],
            model: Rc::new(Model::new(terms)),
            stale: false,
            runs: 0,
        };
        Search {
            terms,
            form,
            summaries,
            root,
            smt,
            decider,
            budget,
            allowance,
            lengths,
            now,
            conditions: Vec::new(),
            asserted: 0,
            events: Vec::new(),
            choices: Vec::new(),
            gave_up: None,
            steps: 0,
            effort: 0,
            cheap_failures: 0,
            dead_ends: 0,
        }
    }

    /// Searches until something is found, nothing is left, or the allowance is used up.
    pub fn run(mut self) -> (Ended<'t>, u64) {
        let bottom = self.smt.push();
        let ended = self.search();
        self.smt.pop_to(bottom);
        (ended, self.steps)
    }

    fn search(&mut self) -> Ended<'t> {
        loop {
            if let Some(stop) = self.budget.stop() {
                return Ended::GaveUp(Doubt::Stopped(stop));
            }
            if self.steps > self.allowance.steps {
                return Ended::GaveUp(Doubt::Steps(self.allowance.steps));
            }
            let alive = match self.advance() {
                Stop::Arrived => match self.confirmed() {
                    Some(model) => return Ended::Arrived(model, std::mem::take(&mut self.events)),
                    None => false,
                },
                Stop::Dead => false,
                Stop::AtLoop(id) => self.choose(id),
            };
            self.dead_ends += u64::from(!alive);
            if self.dead_ends > self.allowance.dead_ends {
                return Ended::GaveUp(Doubt::Steps(self.steps));
            }
            if !alive && !self.backtrack() {
                return match self.gave_up.take() {
                    Some(why) => Ended::GaveUp(why),
                    None => Ended::Exhausted,
                };
            }
        }
    }

    fn chain(&self, chain: Option<ChainId>) -> &'s Chain {
        match chain {
            None => self.root,
            Some(id) => &self.form.subchains[id.0],
        }
    }

    /// Executes up to the next loop node, or to where it cannot go on.
    fn advance(&mut self) -> Stop {
        loop {
            let frame = self.now.frames.last().expect("the root frame stays");
            let chain = self.chain(frame.chain);
            let Some(node) = chain.nodes.get(frame.position) else {
                if self.now.frames.len() == 1 {
                    return Stop::Arrived;
                }
                self.now.frames.pop();
                self.events.push(Event::End);
                let frame = self.now.frames.last().expect("the root frame stays");
                match self.chain(frame.chain).nodes[frame.position] {
                    Node::Loop(id) => return Stop::AtLoop(id),
                    _ => unreachable!("a frame below the last stands at a loop node"),
                }
            };
            self.steps += 1;
            match node {
                Node::Loop(id) => {
                    let id = *id;
                    if !std::mem::replace(&mut self.frame().is_at_loop, true) {
                        self.events.push(Event::At(id));
                    }
                    return Stop::AtLoop(id);
                }
                Node::Transform { assignments, .. } => {
                    let new: Vec<_> = assignments.iter().map(|(x, e)| (*x, self.value(*e))).collect();
                    Rc::make_mut(&mut self.now.values).extend(new);
                }
                Node::Assume { condition, .. } => {
                    let condition = self.value(*condition);
                    if !self.assume(condition) {
                        return Stop::Dead;
                    }
                }
            }
            self.now.frames.last_mut().expect("the root frame stays").position += 1;
        }
    }

    fn value(&self, t: Term) -> Term {
        self.terms.substitute(t, &|s| self.now.values.get(&s).copied())
    }

    /// Adds a condition to the path, and what is known of the elements it reads; `false` if the path cannot satisfy it.
    fn assume(&mut self, condition: Term) -> bool {
        if !self.now.elements.is_empty() {
            let known = self.now.elements.instances(self.terms, condition);
            if !known.into_iter().all(|c| self.assume_alone(c)) {
                return false;
            }
        }
        self.assume_alone(condition)
    }

    fn assume_alone(&mut self, condition: Term) -> bool {
        if let Some(known) = self.now.facts.truth(self.terms, condition) {
            return known;
        }
        if Rc::make_mut(&mut self.now.facts).assume(self.terms, condition).is_err() {
            return false;
        }
        self.conditions.push(condition);
        if !self.now.stale && self.terms.eval_bool(condition, &*self.now.model) == Ok(true) {
            return true;
        }
        self.solve()
    }

    /// Asks the solver whether the path condition has a model, and remembers it.
    fn solve(&mut self) -> bool {
        self.tell_solver();
        match self.smt.check() {
            Outcome::Sat(model) => {
                self.now.model = Rc::new(model);
                self.now.stale = false;
                true
            }
            Outcome::Unsat => false,
            Outcome::Unknown(why) => {
                self.now.stale = true;
                self.gave_up = Some(Doubt::Solver(why));
                true
            }
        }
    }

    fn tell_solver(&mut self) {
        for &c in &self.conditions[self.asserted..] {
            self.smt.assert(c);
        }
        self.asserted = self.conditions.len();
    }

    /// The model of a finished path, if there certainly is one.
    fn confirmed(&mut self) -> Option<Model<'t>> {
        if self.now.stale {
            self.solve();
        }
        (!self.now.stale).then(|| {
            let mut model = super::tidy::tidy(self.terms, &self.conditions, &self.now.facts, &self.now.model);
            self.now.elements.fill(self.terms, &mut model);
            model
        })
    }

    /// Decides at the loop node of `id` what to do next; `false` if nothing can be done.
    fn choose(&mut self, id: LoopId) -> bool {
        let subchains = &self.form.loops[id.0].subchains;
        let all = [Alternative::Leave].into_iter().chain((0..subchains.len()).map(Alternative::Run));
        let mut open: Vec<Alternative> = all.filter(|a| !self.refuted_at_once(id, *a)).collect();
        if self.now.runs >= self.allowance.runs && open.iter().any(|a| *a != Alternative::Leave) {
            self.gave_up = Some(Doubt::Runs(self.allowance.runs));
            open.retain(|a| *a == Alternative::Leave);
        }
        match open[..] {
            [] => return false,
            [Alternative::Run(i)] => return self.forced(id, i),
            [only] => return self.take(id, only),
            _ => {}
        }
        if self.now.frames.last().is_some_and(|f| f.plan.is_none()) {
            let system = self.rest_of_path(None);
            if !self.plan(id, &system, false) {
                return false;
            }
        }
        self.order(&mut open);
        let in_one_step: Vec<Alternative> = open
            .iter()
            .filter_map(|a| match a {
                Alternative::Run(i) if self.planned(*i).is_some_and(|n| n >= FEWEST_RUNS.into()) => {
                    Some(Alternative::Repeat(*i))
                }
                _ => None,
            })
            .collect();
        let may_repeat = self.may_repeat();
        self.try_each(id, in_one_step.into_iter().filter(|_| may_repeat).chain(open).collect())
    }

    /// The only thing that can be done: a subchain runs, in one step as often as is certain, or else as is planned.
    fn forced(&mut self, id: LoopId, i: usize) -> bool {
        let Some((chains, found)) = self.segment(id, i, None) else { return self.take(id, Alternative::Run(i)) };
        if self.is_certain(&found) {
            // Nothing else is possible in any of its runs.
            return self.run_segment(id, &chains, found);
        }
        if self.frame().plan.is_none() {
            let system = self.rest_of_path(None);
            if !self.plan(id, &system, false) {
                return false;
            }
        }
        let in_one_step = self.planned(i).filter(|n| *n >= FEWEST_RUNS.into()).map(|_| Alternative::Repeat(i));
        self.try_each(id, in_one_step.into_iter().chain([Alternative::Run(i)]).collect())
    }

    /// Takes the first alternative and remembers the others to come back to; `false` if the first leads nowhere at once.
    fn try_each(&mut self, id: LoopId, mut alternatives: Vec<Alternative>) -> bool {
        let first = alternatives.remove(0);
        if alternatives.is_empty() {
            return self.take(id, first);
        }
        self.tell_solver();
        let depth = self.smt.push();
        alternatives.reverse();
        let (conditions, events) = (self.conditions.len(), self.events.len());
        self.frame().attempts += u8::from(matches!(first, Alternative::Repeat(_)));
        self.choices.push(Choice {
            path: self.now.clone(),
            rest: alternatives,
            conditions,
            events,
            depth,
        });
        self.take(id, first)
    }

    fn frame(&mut self) -> &mut Frame {
        self.now.frames.last_mut().expect("the root frame stays")
    }

    /// Whether a segment may be tried here.
    fn may_repeat(&self) -> bool {
        self.allowance.segments && self.now.frames.last().is_some_and(|f| f.attempts < MOST_ATTEMPTS)
    }

    /// How often the plan wants a subchain.
    fn planned(&self, i: usize) -> Option<Int> {
        let plan = self.now.frames.last()?.plan.as_ref()?;
        Some(plan[i].clone()).filter(|n| *n > Int::ZERO)
    }

    /// A segment that begins with the `i`-th subchain: of that one alone, or in turn with those it has taken
    /// turns with. Without a number that is wanted, as many runs as are certainly possible.
    fn segment(&mut self, id: LoopId, i: usize, wanted: Option<Int>) -> Option<(Vec<ChainId>, Segment)> {
        if !self.may_repeat() {
            return None;
        }
        let frame = self.now.frames.last().expect("the root frame stays");
        let subchains = &self.form.loops[id.0].subchains;
        let mut candidates = vec![vec![subchains[i]]];
        candidates.extend(turns(&frame.history).filter(|turn| turn[0] == subchains[i]));
        let limit = Int::from(u64::MAX);
        for chains in candidates {
            let Some(repeated) = self.summaries.repeated(self.terms, self.form, id, &chains) else { continue };
            let planned = |c: &ChainId| {
                let of = subchains.iter().position(|s| s == c).and_then(|i| self.planned(i));
                of.map(|n| n / Int::from(chains.iter().filter(|d| *d == c).count()))
            };
            let most = match &wanted {
                Some(_) => chains.iter().map(|c| planned(c).unwrap_or(Int::ZERO)).min().unwrap_or(Int::ZERO),
                None => limit.clone(),
            };
            let now = &self.now;
            let found = segment(self.terms, &repeated, &now.values, &now.facts, &now.model, &most);
            if let Some(found) = found.filter(|s| s.times < limit) {
                return Some((chains, found));
            }
        }
        None
    }

    /// Whether all that a segment asks for is known to hold.
    fn is_certain(&self, found: &Segment) -> bool {
        let known = |c: &Term| self.now.facts.truth(self.terms, *c) == Some(true);
        found.elements.is_empty() && found.conditions.iter().all(known)
    }

    /// Goes on after a segment; `false` if the path cannot satisfy what it asks for.
    fn run_segment(&mut self, id: LoopId, chains: &[ChainId], found: Segment) -> bool {
        let Segment { times, values, conditions, elements } = found;
        self.steps += 1;
        self.now.runs += 1;
        for fact in &elements {
            let more = Rc::make_mut(&mut self.now.elements).add(self.terms, fact, &self.conditions);
            if !more.into_iter().all(|c| self.assume(c)) {
                return false;
            }
        }
        if !conditions.into_iter().all(|c| self.assume(c)) {
            return false;
        }
        Rc::make_mut(&mut self.now.values).extend(values);
        let subchains = &self.form.loops[id.0].subchains;
        let frame = self.now.frames.last_mut().expect("the root frame stays");
        frame.attempts = 0;
        frame.history.clear();
        if let Some(plan) = &mut frame.plan {
            for chain in chains {
                if let Some(i) = subchains.iter().position(|s| s == chain) {
                    plan[i] = (&plan[i] - &times).max(Int::ZERO);
                }
            }
        }
        self.events.push(Event::Repeated(chains.to_vec(), times));
        true
    }

    /// Subchains the plan wants first, leaving next (first if the plan wants none), the others last.
    fn order(&self, open: &mut [Alternative]) {
        let plan = self.now.frames.last().and_then(|f| f.plan.as_ref());
        open.sort_by_key(|a| match a {
            Alternative::Leave => (1, 0),
            Alternative::Run(i) | Alternative::Repeat(i) => match plan {
                Some(plan) if plan[*i] > Int::ZERO => (0, *i),
                _ => (2, *i),
            },
        });
    }

    /// Whether the alternative runs into a condition that the facts of the path refute.
    fn refuted_at_once(&self, id: LoopId, alternative: Alternative) -> bool {
        let frame = self.now.frames.last().expect("the root frame stays");
        let nodes = match alternative {
            Alternative::Leave => &self.chain(frame.chain).nodes[frame.position + 1..],
            Alternative::Run(i) | Alternative::Repeat(i) => {
                &self.chain(Some(self.form.loops[id.0].subchains[i])).nodes[..]
            }
        };
        let mut changed = State::new();
        for node in nodes {
            let value = |t: Term, changed: &State| {
                self.terms.substitute(t, &|s| changed.get(&s).or_else(|| self.now.values.get(&s)).copied())
            };
            match node {
                Node::Loop(_) => break,
                Node::Transform { assignments, .. } => {
                    let new: Vec<_> = assignments.iter().map(|(x, e)| (*x, value(*e, &changed))).collect();
                    changed.extend(new);
                }
                Node::Assume { condition, .. } => {
                    if self.now.facts.truth(self.terms, value(*condition, &changed)) == Some(false) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Goes on with an alternative; `false` if it leads nowhere at once.
    fn take(&mut self, id: LoopId, alternative: Alternative) -> bool {
        let frame = self.now.frames.last_mut().expect("the root frame stays");
        match alternative {
            Alternative::Repeat(i) => {
                let wanted = self.planned(i);
                return match self.segment(id, i, wanted) {
                    Some((chains, found)) => self.run_segment(id, &chains, found),
                    None => false,
                };
            }
            Alternative::Leave => {
                *frame = Frame { position: frame.position + 1, ..Frame::new(frame.chain) };
            }
            Alternative::Run(i) => {
                let chain = self.form.loops[id.0].subchains[i];
                frame.plan = frame.plan.take().filter(|p| p[i] > Int::ZERO).map(|mut p| {
                    p[i] -= 1;
                    p
                });
                if frame.history.len() >= 2 * LONGEST_TURN {
                    frame.history.remove(0);
                }
                frame.history.push(chain);
                self.now.frames.push(Frame::new(Some(chain)));
                self.now.runs += 1;
                self.events.push(Event::Begin(chain));
            }
        }
        true
    }

    /// Necessary conditions on the rest of the path, from the loop node where it stands to the target;
    /// with an alternative, on what follows if that is taken.
    fn rest_of_path(&self, taken: Option<Alternative>) -> System {
        let terms = self.terms;
        let mut execution = Execution::new(terms, self.summaries, (*self.now.values).clone());
        for frame in self.now.frames.iter().rev() {
            execution.run(self.form, &self.chain(frame.chain).nodes[frame.position..]);
        }
        let mut system = execution.system;
        self.add_elements(&mut system);
        system.keep_connected(terms, self.lengths);
        if let (Some(alternative), Some(here)) = (taken, system.passed.first()) {
            let runs = |i: usize| terms.sym(here.counters[i]);
            let term = match alternative {
                Alternative::Leave => terms.eq(terms.sum((0..here.counters.len()).map(runs)), terms.int(0)),
                Alternative::Run(i) | Alternative::Repeat(i) => terms.cmp(Cmp::Gt, runs(i), terms.int(0)),
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

    /// Asks for numbers of runs and makes them the plan of this loop node; `false` if there are none.
    fn plan(&mut self, id: LoopId, system: &System, thorough: bool) -> bool {
        self.tell_solver();
        let count = self.form.loops[id.0].subchains.len();
        let plan = match self.decider.decide(self.smt, &self.now.facts, system, thorough) {
            Decision::Refuted { .. } => return false,
            Decision::Try { runs, .. } => {
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

    /// Goes back to the last loop node with something left to try, and tries it; `false` if there is none.
    fn backtrack(&mut self) -> bool {
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
            let frame = self.now.frames.last().expect("the root frame stays");
            let Node::Loop(id) = self.chain(frame.chain).nodes[frame.position] else {
                unreachable!("choices are made at loop nodes")
            };
            let system = self.rest_of_path(Some(next));
            let thorough = self.distrust();
            if self.plan(id, &system, thorough) && self.take(id, next) {
                return true;
            }
        }
        false
    }
}

/// Sequences of at least two subchains that ran twice in a row at the end of a history, the shortest first.
fn turns(history: &[ChainId]) -> impl Iterator<Item = Vec<ChainId>> {
    (2..=LONGEST_TURN).filter_map(|length| {
        let start = history.len().checked_sub(2 * length)?;
        let (first, second) = history[start..].split_at(length);
        (first == second).then(|| first.to_vec())
    })
}
