//! What happens to states: they go along edges until they are at an end, or no input leads on.

use super::coverage::Coverage;
use super::limits::executor::{AT_GOAL, MOST_RANGED, MOST_WAITING, PER_QUERY, TURN};
use super::limits::meeting::REMEMBERED;
use super::limits::stats::NOTED;
use super::meeting::{Meeting, merged};
use super::queue::Queue;
use super::rounds::Sums;
use super::state::{Named, State, instead};
use super::subsume::Subsumption;
use crate::answer::StateStats;
use crate::bounded::names::Names;
use crate::budget::Budget;
use crate::concolic::{Answered, Asker};
use crate::interval::Domain;
use crate::log::{Log, Why};
use crate::loops::nesting::{Part, parts};
use crate::program::{EdgeIndex, Gap, Instruction, LocationId, Program};
use crate::question::{Merge, States, SymbolicIndex};
use crate::replay::Goal;
use crate::solver::Model;
use crate::term::{Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// What a search came to.
pub(crate) enum Turn<'t> {
    /// Inputs that should lead to what is looked for.
    Inputs(Model<'t>),
    /// No state is left.
    Over,
    /// It has to stop, for this reason if it is not the budget's.
    Stopped(Option<&'static str>),
}

/// Whether a state can go on in some way.
pub(super) enum Way<'t> {
    /// Not at all.
    Closed,
    /// With these inputs, or maybe.
    Open(Option<Rc<Model<'t>>>),
}

/// The execution of all states of a program.
pub(crate) struct Executor<'a> {
    pub(super) terms: &'a Terms,
    pub(super) program: &'a Program,
    how: States,
    goal: Goal,
    pub(super) names: Names<'a>,
    pub(super) asker: Asker<'a>,
    queue: Queue<'a>,
    coverage: Coverage<'a>,
    meeting: Meeting<'a>,
    /// If rounds are summed up.
    pub(super) sums: Option<Sums>,
    /// What is known of states that are left out, if some are.
    subsumption: Option<Subsumption<'a>>,
    /// What states hold is good for nothing any more.
    is_over: bool,
    picked: u64,
    /// The ways on from each location, in the order they are tried in.
    pub(super) ways: Vec<Rc<[EdgeIndex]>>,
    gaps: FxHashMap<LocationId, &'a Gap>,
    /// What was looked for where states were.
    reached: FxHashSet<LocationId>,
    failed: FxHashSet<EdgeIndex>,
    /// Where the model has an end that some state was at.
    gap: Option<LocationId>,
    /// Why something was left out, if it was.
    open: Option<&'static str>,
    /// Conditions that ranges exclude.
    ranged: Vec<Vec<Term>>,
    pub(super) stats: StateStats,
    started: Instant,
}

impl<'a> Executor<'a> {
    /// Only the state where the program begins.
    pub fn new(terms: &'a Terms, program: &'a Program, goal: Goal, (how, sums_up): (States, bool)) -> Executor<'a> {
        let mut queue = Queue::new(how.search, how.seed);
        let leaf = queue.tree.root();
        queue.push(State::new(terms, program.start, leaf));
        let coverage = Coverage::new(program);
        // What leads to an end that is looked for is nothing to be counted or met at.
        let is_end = |at: &LocationId| goal.locations.contains(at) && program.graph.edges(*at).next().is_none();
        let ends: FxHashSet<LocationId> = program.graph.node_indices().filter(is_end).collect();
        let stats = StateStats { states: 1, locations: coverage.all as u64, ..StateStats::default() };
        Executor {
            names: Names::new(terms, program),
            meeting: Meeting::new(terms, program, how, &ends),
            sums: sums_up.then(|| Sums::new(program)),
            subsumption: how.subsumption.then(|| Subsumption::new(terms, program, &goal)),
            is_over: false,
            picked: 0,
            asker: Asker::that_notes(),
            ways: ways(program),
            gaps: program.gaps().into_iter().collect(),
            reached: FxHashSet::default(),
            failed: FxHashSet::default(),
            gap: None,
            open: None,
            ranged: vec![],
            started: Instant::now(),
            terms,
            program,
            how,
            goal,
            queue,
            coverage,
            stats,
        }
    }

    /// What was done so far.
    pub fn stats(&self) -> StateStats {
        let mut stats = StateStats {
            queries: self.asker.asked,
            counting_us: self.meeting.counting.as_micros() as u64,
            covered: self.coverage.count as u64,
            ..self.stats.clone()
        };
        let now = (self.started.elapsed().as_millis() as u64, stats.covered);
        if stats.coverage.last() != Some(&now) {
            stats.coverage.push(now);
        }
        stats
    }

    /// Looks for something else from now on.
    pub fn aim_at(&mut self, goal: Goal) {
        // Annotations that are made for more hold for less; they are made again when they may say much more.
        if self.subsumption.as_ref().is_some_and(|known| known.is_old(&goal)) {
            self.subsumption = Some(Subsumption::new(self.terms, self.program, &goal));
        }
        self.goal = goal;
    }

    /// Why something was left out, if it was.
    pub fn open(&self) -> Option<&'static str> {
        self.open
    }

    /// What it rests on that no state is left: the conditions of all that none went along.
    pub fn log(&self) -> Log {
        let mut log = Log::default();
        log.begin("states");
        // What no way leads to is excluded by nothing else.
        log.refuted(Why::Unrolled, &[], vec![self.terms.bool(false)]);
        let never = self.names.never().into_iter().map(|condition| vec![condition]);
        for conditions in self.ranged.iter().cloned().chain(never) {
            let meanings = self.names.meanings(&conditions);
            log.refuted(Why::Path, &[], [conditions, meanings].concat());
        }
        for (conditions, every) in self.asker.refuted() {
            log.refuted_with(Why::Path, &[], conditions.clone(), every.clone());
        }
        log
    }

    /// Where the model has an end that some state was at.
    pub fn gap(&self) -> Option<LocationId> {
        self.gap
    }

    /// Whether some state was at this location, or at this check as it failed, when it was looked for.
    pub fn was_at(&self, locations: &[LocationId], failing: &[EdgeIndex]) -> bool {
        locations.iter().any(|at| self.reached.contains(at)) || failing.iter().any(|e| self.failed.contains(e))
    }

    /// Goes on until inputs are found, no state is left, or the budget ends.
    pub fn search(&mut self, budget: &Budget) -> Turn<'a> {
        loop {
            self.ranged.extend(self.names.never().into_iter().map(|condition| vec![condition]));
            self.names.begin(budget);
            if self.is_over || self.names.is_over() {
                return Turn::Stopped(budget.stop().is_none().then_some("states take too much memory"));
            }
            if let Some(subsumption) = &mut self.subsumption {
                subsumption.go_on(self.stats.steps, self.asker.asked, budget);
            }
            let Some(state) = self.pick() else { return Turn::Over };
            if let Some(inputs) = state.and_then(|state| self.go(state, budget)) {
                return Turn::Inputs(inputs);
            }
        }
    }

    /// The state that goes on, if one does before others have met; none if none is left.
    fn pick(&mut self) -> Option<Option<State<'a>>> {
        self.picked += 1;
        if let Some(states) = self.meeting.overdue(self.stats.steps) {
            self.meet(states);
        }
        // Those that go round for ever must not keep all others from going on.
        if self.how.merge != Merge::None
            && self.how.dynamic
            && !self.picked.is_multiple_of(4)
            && let Some(number) = self.queue.about_to_meet(&self.meeting)
        {
            return Some(self.queue.take(number));
        }
        if let Some(state) = self.queue.pop(&mut self.coverage) {
            return Some(Some(state));
        }
        let states = self.meeting.first()?;
        self.meet(states);
        Some(None)
    }

    /// States of one location go on as one, as far as they may.
    fn meet(&mut self, states: Vec<State<'a>>) {
        for group in self.meeting.groups(states) {
            self.stats.merged += group.len() as u64 - 1;
            let one = merged(&self.names, group);
            self.is_over |= self.names.is_over();
            one.into_iter().for_each(|state| self.queue.push(state));
        }
    }

    /// A state is where ways join: it waits for others, or becomes one with another that waits there.
    fn join(&mut self, mut state: State<'a>) {
        state.has_met = true;
        if self.meeting.parks() {
            self.meeting.park(state, self.stats.steps);
            return;
        }
        state.passed.push_back((state.at, state.seen.clone()));
        if state.passed.len() > REMEMBERED {
            state.passed.pop_front();
        }
        let may = |other: &State<'a>| {
            other.has_met && state.may_meet(other) && self.meeting.may_merge(state.at, &state.seen, &other.seen)
        };
        match self.queue.find_at(state.at, &may).and_then(|number| self.queue.take(number)) {
            Some(other) => self.meet(vec![other, state]),
            None => self.queue.push(state),
        }
    }

    /// Whether nothing that is looked for can be reached from a state.
    fn is_subsumed(&mut self, state: &State<'a>, budget: &Budget) -> bool {
        let known = self.subsumption.as_ref().and_then(|known| known.of(state.at));
        let Some(annotation) = known else { return false };
        let not = self.terms.not(state.seen.term(&self.names, annotation));
        let is_so = matches!(self.way(state, &[not], budget), Way::Closed);
        self.stats.subsumed += u64::from(is_so);
        is_so
    }

    /// A state goes on for a while; inputs that lead to what is looked for, if it gets there.
    fn go(&mut self, mut state: State<'a>, budget: &Budget) -> Option<Model<'a>> {
        for _ in 0..TURN {
            if budget.stop().is_some() {
                break;
            }
            self.is_at(state.at);
            if !state.has_met && !state.is_told {
                if self.is_subsumed(&state, budget) {
                    return None;
                }
                if self.meeting.is_join(state.at) && self.sums.as_ref().is_none_or(|sums| sums.may_meet(state.at)) {
                    self.join(state);
                    return None;
                }
            }
            if self.goal.locations.contains(&state.at) && !std::mem::replace(&mut state.is_told, true) {
                self.reached.insert(state.at);
                let inputs = self.inputs(&state, budget);
                self.queue.push(state);
                return inputs;
            }
            if self.gaps.contains_key(&state.at) {
                self.gap = Some(state.at);
            }
            let (mut on, found) = self.next(&state, budget);
            let rest = if on.is_empty() { None } else { Some(on.remove(0)) };
            on.into_iter().for_each(|other| self.wait(other));
            match (rest, found) {
                (Some(rest), None) => state = rest,
                (None, None) => {
                    self.stats.paths = self.stats.paths.saturating_add(state.paths);
                    return None;
                }
                (rest, found) => {
                    rest.into_iter().for_each(|rest| self.wait(rest));
                    return found;
                }
            }
        }
        self.queue.push(state);
        None
    }

    fn is_at(&mut self, at: LocationId) {
        let before = self.coverage.count;
        self.coverage.executes(at);
        let now = self.started.elapsed();
        let since = self.stats.coverage.last().map_or(Duration::MAX, |(ms, _)| now - Duration::from_millis(*ms));
        if self.coverage.count > before && since >= NOTED {
            self.stats.coverage.push((now.as_millis() as u64, self.coverage.count as u64));
        }
    }

    fn wait(&mut self, state: State<'a>) {
        if self.queue.len() + self.meeting.len() >= MOST_WAITING {
            self.open = Some("more states wait than are kept");
            return;
        }
        self.queue.push(state);
        self.stats.waiting = self.stats.waiting.max((self.queue.len() + self.meeting.len()) as u64);
    }

    /// What becomes of a state, one edge further; and inputs with which a check fails there that is to.
    fn next(&mut self, state: &State<'a>, budget: &Budget) -> (Vec<State<'a>>, Option<Model<'a>>) {
        if self.how.index == SymbolicIndex::States
            && let Some(states) = self.by_index(state, budget)
        {
            return (self.parted(states), None);
        }
        let (mut on, mut found) = (vec![], None);
        for edge in self.ways[state.at.index()].clone().iter() {
            let instruction = &self.program.graph[*edge].instruction;
            if let Instruction::Assume(condition) = instruction
                && self.goal.failing.contains(edge)
            {
                found = self.failing(state, (*edge, *condition), budget).or(found);
            }
            self.stats.steps += 1;
            let Some((_, to)) = self.program.graph.edge_endpoints(*edge) else { continue };
            let Some(seen) = (*state.seen).clone().after(&self.names, instruction) else { continue };
            let before = state.seen.guard().len();
            if let Way::Open(inputs) = self.way(state, &seen.guard()[before..], budget) {
                let next =
                    State { at: to, seen: Rc::new(seen), inputs, is_told: false, has_met: false, ..state.clone() };
                on.extend(self.around(state, *edge, next, budget));
            }
        }
        (self.parted(on), found)
    }

    /// The ways on of a state, each a child of its node if there are several.
    fn parted(&mut self, mut on: Vec<State<'a>>) -> Vec<State<'a>> {
        if on.len() > 1 {
            self.stats.states += on.len() as u64 - 1;
            on.iter_mut().for_each(|state| state.leaf = self.queue.tree.child(state.leaf));
        }
        on
    }

    /// Inputs with which a check fails that a state is at, if some are found.
    fn failing(&mut self, state: &State<'a>, check: (EdgeIndex, Term), budget: &Budget) -> Option<Model<'a>> {
        let (edge, condition) = check;
        let fails = self.terms.not(state.seen.term(&self.names, condition));
        if self.terms.as_bool(fails) == Some(false) {
            return None;
        }
        let Way::Open(inputs) = self.way(state, &[fails], budget) else { return None };
        self.failed.insert(edge);
        inputs.map(|inputs| (*inputs).clone())
    }

    /// Whether further conditions can hold in a state.
    pub(super) fn way(&mut self, state: &State<'a>, further: &[Term], budget: &Budget) -> Way<'a> {
        let condition = self.terms.and(further.to_vec());
        match self.terms.as_bool(condition) {
            Some(true) => return Way::Open(state.inputs.clone()),
            Some(false) => return Way::Closed,
            None => {}
        }
        if let Some(inputs) = &state.inputs
            && Named::new(&self.names, inputs).holds(condition)
        {
            return Way::Open(Some(inputs.clone()));
        }
        if let Some(excluded) = contradiction(self.terms, state.seen.guard(), condition) {
            self.ranged.push(excluded);
            return Way::Closed;
        }
        let known = |s: Symbol| state.inputs.as_ref()?.ints().get(&s).cloned();
        let asked = self.asker.ask(&self.names, state.seen.guard(), condition, (&[], &known), PER_QUERY, budget);
        match (asked, &state.inputs) {
            (Answered::Nothing, _) => Way::Closed,
            (Answered::Values(found), Some(inputs)) => Way::Open(Some(Rc::new(instead(inputs, &found)))),
            // Nothing is known of the other conditions.
            (Answered::Values(_), None) => Way::Open(None),
            (Answered::Open(_), _) => {
                self.stats.unknown += 1;
                Way::Open(None)
            }
        }
    }

    /// Inputs that lead to a state, if some are found.
    fn inputs(&mut self, state: &State<'a>, budget: &Budget) -> Option<Model<'a>> {
        let guard = state.seen.guard();
        if let Some(inputs) = &state.inputs {
            let named = Named::new(&self.names, inputs);
            if guard.iter().all(|condition| named.holds(*condition)) {
                return Some((**inputs).clone());
            }
        }
        // Conditions that have to do with each other are asked about together.
        let mut all = Model::new(self.terms);
        for condition in guard {
            match self.asker.ask(&self.names, guard, *condition, (&[], &|_| None), AT_GOAL, budget) {
                Answered::Values(found) => all = instead(&all, &found),
                Answered::Nothing | Answered::Open(_) => return None,
            }
        }
        Some(all)
    }
}

/// A condition and some of those before it, if ranges exclude all of these together.
fn contradiction(terms: &Terms, guard: &[Term], condition: Term) -> Option<Vec<Term>> {
    let last = guard.len().saturating_sub(MOST_RANGED);
    let all = [&guard[last..], &[condition]].concat();
    Domain::new().assume_all(terms, &all).is_err().then_some(all)
}

/// The ways on from each location: out of a loop first, then as they are written.
fn ways(program: &Program) -> Vec<Rc<[EdgeIndex]>> {
    let mut innermost: FxHashMap<LocationId, usize> = FxHashMap::default();
    number_loops(&parts(program), &mut innermost, &mut 0);
    let inner = |at: Option<(LocationId, LocationId)>, of: usize| {
        at.is_some_and(|(_, to)| innermost.get(&to).copied().unwrap_or(0) >= of)
    };
    let ways = program.graph.node_indices().map(|at| {
        let mut edges = program.out_edges(at);
        if let Some(own) = innermost.get(&at) {
            edges.sort_by_key(|e| inner(program.graph.edge_endpoints(*e), *own));
        }
        edges.into()
    });
    ways.collect()
}

/// Numbers for the innermost loop that each location is in: larger than those of the loops around it.
fn number_loops(parts: &[Part], innermost: &mut FxHashMap<LocationId, usize>, count: &mut usize) {
    for part in parts {
        if let Part::Loop { inside, members, .. } = part {
            *count += 1;
            innermost.extend(members.iter().map(|at| (*at, *count)));
            number_loops(inside, innermost, count);
        }
    }
}
