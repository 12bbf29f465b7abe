//! Executing one root chain: straight on here, at loop nodes as `choose` decides, many runs at once in `repeat`.

mod branch;
mod choose;
mod repeat;
mod silent;

use super::Doubt;
use super::elements::{Elements, Values};
use super::minimize::tidy;
use super::model_repair::repaired;
use super::trace::Event;
use crate::budget::Budget;
use crate::chain::{BranchId, Chain, ChainId, Form, LoopId, Node};
use crate::constraint::{By, Decider, Part, State, Summaries, System};
use crate::interval::Domain;
use crate::log::{Log, Why};
use crate::navigate::limits::search::{LONGEST_HISTORY, LONGEST_QUERY, MOST_UNDECIDED};
use crate::program::Role;
use crate::solver::{Depth, Model, Outcome, Smt, SolverStats};
use crate::term::{Int, Symbol, Term, Terms};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::rc::Rc;

/// How a search ended.
pub(super) enum Ended<'t> {
    /// The model satisfies the conditions of a whole path, which did these things.
    Arrived(Model<'t>, Vec<Event>),
    /// Every alternative was refuted.
    Exhausted,
    /// Not searched: these constraints of the root chain's system, by position, contradict each other.
    Refuted { system: System, core: Vec<usize>, by: By },
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
    /// Queries to z3.
    pub queries: u64,
    /// Alternatives that led nowhere.
    pub dead_ends: u64,
    /// Whether subchains may run many times in one step.
    pub segments: Segments,
}

/// How often a subchain may run in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Segments {
    /// Once.
    None,
    /// As often as a plan says.
    Planned,
    /// Any number of times where closed forms allow that, which then is for the solver to choose.
    Any,
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
    pub lengths: &'s FxHashSet<Symbol>,
    /// Inputs of which 0 goes without saying.
    pub silent: &'s BTreeSet<Symbol>,
    /// Macro chains that ran as segments.
    pub macro_chains: &'s mut Vec<(LoopId, Vec<Part>)>,
    /// What is refuted on the way.
    pub log: &'s mut Log,
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
    lengths: &'s FxHashSet<Symbol>,
    /// Inputs of which 0 goes without saying.
    silent: &'s BTreeSet<Symbol>,
    now: Path<'t>,
    /// The path condition; the first `asserted` are known to the solver.
    conditions: Vec<Term>,
    asserted: usize,
    events: Vec<Event>,
    /// Macro chains that ran as segments.
    macro_chains: &'s mut Vec<(LoopId, Vec<Part>)>,
    /// What is refuted on the way.
    log: &'s mut Log,
    choices: Vec<Choice<'t>>,
    gave_up: Option<Doubt>,
    /// The last node of the root chain that some path came to.
    furthest: usize,
    steps: u64,
    effort: u64,
    cheap_failures: u64,
    dead_ends: u64,
    /// What had been asked before.
    before: SolverStats,
}

/// Where a path is.
#[derive(Clone)]
struct Path<'t> {
    values: Rc<State>,
    facts: Rc<Domain>,
    /// What segments say of ranges of input elements.
    elements: Rc<Elements>,
    /// The chains being executed, the root chain first. All but the last stand at a loop node, or behind a branch of
    /// which an arm is being executed.
    frames: Vec<Frame>,
    /// Satisfies the path condition, unless it is stale.
    model: Rc<Model<'t>>,
    stale: bool,
    runs: u64,
}

#[derive(Clone)]
struct Frame {
    /// The root chain, or one of the node in the frame below.
    chain: Option<Inside>,
    position: usize,
    /// How often each subchain of the loop node at `position` should still run.
    plan: Option<Vec<Int>>,
    /// What ran there last.
    history: Vec<Part>,
    /// Segments tried there since one succeeded.
    attempts: u8,
    /// Segments on this stay there.
    segments: usize,
    /// A subchain that has just run as often as it was going to.
    over: Option<usize>,
    /// Whether the loop node at `position` was come to already.
    is_at_loop: bool,
    /// What the last plan said of loop and branch nodes on the rest of the chain.
    ahead: branch::Ahead,
}

/// A subchain of a loop, or an arm of a branch, that is being executed.
#[derive(Clone, Copy)]
struct Inside {
    chain: ChainId,
    /// Its place in the loop or branch,
    place: usize,
    /// which is the node at this position in the frame below.
    at: usize,
}

impl Frame {
    fn new(chain: Option<Inside>) -> Frame {
        Frame {
            chain,
            position: 0,
            plan: None,
            history: Vec::new(),
            attempts: 0,
            segments: 0,
            over: None,
            is_at_loop: false,
            ahead: Vec::new(),
        }
    }

    /// Goes on behind the node where it stands, of which nothing is left.
    fn pass(&mut self) {
        let ahead = std::mem::take(&mut self.ahead);
        *self = Frame { position: self.position + 1, ahead, ..Frame::new(self.chain) };
    }

    /// Adds to what ran there.
    fn remember(&mut self, part: Part) {
        if self.history.len() >= LONGEST_HISTORY {
            self.history.remove(0);
        }
        self.history.push(part);
    }
}

/// What can be done at a loop or branch node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Alternative {
    Leave,
    /// Run the subchain with this place in its loop, or take the arm with this place in its branch.
    Run(usize),
    /// Begin with it and run many times in one step, in this of several ways.
    Repeat(usize, usize),
}

/// A loop or branch node with alternatives left to try.
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
    AtBranch(BranchId),
}

impl<'s, 't> Search<'s, 't> {
    /// At the start of `along.root`.
    pub fn new(along: Along<'s, 't>) -> Self {
        let Along { terms, form, summaries, root, smt, decider, budget, allowance, lengths, silent, .. } = along;
        let Along { macro_chains, log, .. } = along;
        let before = smt.stats();
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
            silent,
            now,
            conditions: Vec::new(),
            asserted: 0,
            events: Vec::new(),
            macro_chains,
            log,
            choices: Vec::new(),
            gave_up: None,
            furthest: 0,
            steps: 0,
            effort: 0,
            cheap_failures: 0,
            dead_ends: 0,
            before,
        }
    }

    /// Searches until something is found, nothing is left, or the allowance is used up. Also what that took, in
    /// steps, and the last node of the root chain that it came to.
    pub fn run(mut self) -> (Ended<'t>, u64, usize) {
        let bottom = self.smt.push();
        let is_guess = self.allowance.segments == Segments::Any;
        let before = is_guess.then(|| self.smt.limit(LONGEST_QUERY));
        let ended = self.search();
        if let Some(before) = before {
            self.smt.limit(before);
        }
        self.smt.pop_to(bottom);
        (ended, self.steps, self.furthest)
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
                Stop::AtBranch(id) => self.choose_arm(id),
            };
            let asked = self.smt.stats();
            let is_hard = self.allowance.segments == Segments::Any
                && asked.smt_unknown - self.before.smt_unknown >= MOST_UNDECIDED;
            self.dead_ends += u64::from(!alive);
            let is_over = asked.smt_calls - self.before.smt_calls > self.allowance.queries
                || self.dead_ends > self.allowance.dead_ends;
            if is_hard || is_over {
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

    fn chain(&self, frame: &Frame) -> &'s Chain {
        match frame.chain {
            None => self.root,
            Some(Inside { chain, .. }) => &self.form.subchains[chain.0],
        }
    }

    /// The node where the innermost frame stands.
    fn node_here(&self) -> &'s Node {
        let frame = self.now.frames.last().expect("the root frame stays");
        &self.chain(frame).nodes[frame.position]
    }

    /// The subchains of the loop, or the arms of the branch, where the innermost frame stands.
    fn chains_here(&self) -> &'s [ChainId] {
        match self.node_here() {
            Node::Loop(id) => &self.form.loops[id.0].subchains,
            Node::Branch(id) => &self.form.branches[id.0].arms,
            Node::Assume { .. } | Node::Transform { .. } => &[],
        }
    }

    /// The innermost frame.
    fn frame(&mut self) -> &mut Frame {
        self.now.frames.last_mut().expect("the root frame stays")
    }

    /// Executes up to the next loop or branch node, or to where it cannot go on.
    fn advance(&mut self) -> Stop {
        loop {
            let frame = self.now.frames.last().expect("the root frame stays");
            if self.now.frames.len() == 1 {
                self.furthest = self.furthest.max(frame.position);
            }
            let Some(node) = self.chain(frame).nodes.get(frame.position) else {
                let Some(of) = frame.chain else { return Stop::Arrived };
                self.end(of);
                let frame = self.now.frames.last().expect("the root frame stays");
                match self.chain(frame).nodes[of.at] {
                    Node::Loop(id) => {
                        self.events.push(Event::End);
                        return Stop::AtLoop(id);
                    }
                    // It goes on behind the branch.
                    _ => continue,
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
                Node::Branch(id) => return Stop::AtBranch(*id),
                Node::Transform { assignments, .. } => {
                    let new: Vec<_> = assignments.iter().map(|(x, e)| (*x, self.value(*e))).collect();
                    Rc::make_mut(&mut self.now.values).extend(new);
                }
                // What always holds has to be asked of no path.
                Node::Assume { role: Role::Known, .. } => {}
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
            let Ok(known) = Rc::make_mut(&mut self.now.elements).tell(self.terms, condition) else {
                self.gave_up = Some(Doubt::Elements);
                return false;
            };
            if !known.into_iter().all(|c| self.assume_alone(c)) {
                return false;
            }
        }
        self.assume_alone(condition)
    }

    fn assume_alone(&mut self, condition: Term) -> bool {
        if let Some(known) = self.now.facts.truth(self.terms, condition) {
            if !known {
                self.refuted(Why::Path, vec![condition]);
            }
            return known;
        }
        if Rc::make_mut(&mut self.now.facts).assume(self.terms, condition).is_err() {
            self.refuted(Why::Path, vec![condition]);
            return false;
        }
        self.conditions.push(condition);
        if !self.now.stale {
            if self.terms.eval_bool(condition, &*self.now.model) == Ok(true) {
                return true;
            }
            if let Some(model) = repaired(self.terms, &self.conditions, &self.now.model) {
                self.now.model = Rc::new(model);
                return true;
            }
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
            Outcome::Unsat => {
                self.refuted(Why::Path, vec![]);
                false
            }
            Outcome::Unknown(why) => {
                self.now.stale = true;
                self.gave_up = Some(Doubt::Solver(why));
                // Where single steps follow, they may have easier questions.
                self.allowance.segments != Segments::Any
            }
        }
    }

    /// Keeps that the path condition cannot hold together with this.
    fn refuted(&mut self, why: Why, more: Vec<Term>) {
        self.log.refuted(why, &self.conditions, more);
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
        if self.now.stale {
            return None;
        }
        if !self.now.elements.has_facts() {
            let model = self.without_silent();
            return Some(tidy(self.terms, &self.conditions, &self.now.facts, &model));
        }
        let found = [false, true].into_iter().find_map(|is_growing| self.with_elements(is_growing));
        if found.is_none() {
            self.gave_up = Some(Doubt::Elements);
        }
        found
    }

    /// The same with values for all elements that segments speak of.
    fn with_elements(&mut self, is_growing: bool) -> Option<Model<'t>> {
        let terms = self.terms;
        let (path, model) = (&self.conditions, &self.now.model);
        let values = Values::new(terms, &self.now.elements, path, model, is_growing)?;
        self.tell_solver();
        let Outcome::Sat(model) = self.smt.check_assuming(&values.conditions).outcome() else { return None };
        let all: Vec<Term> = self.conditions.iter().chain(&values.conditions).copied().collect();
        let mut model = tidy(terms, &all, &self.now.facts, &model);
        values.fill(&self.conditions, &mut model);
        Some(model)
    }
}
