//! Which way is tried next, and what comes of it.

use super::ask::{Answered, Asker};
use super::each::Each;
use super::limits::search::{ATTEMPTS, FAR, MORE, MOST_KEPT, MOST_RUNS, MOST_STEPS, MOST_WAITING, PATIENCE};
use super::path::{Met, Path, Step, Turn, Walker};
use super::rank::{From, Rank, Ranks};
use super::summary::Summaries;
use super::trace::{Item, Loops, Shape, repeated};
use super::turns;
use crate::bounded::names::Names;
use crate::budget::Budget;
use crate::interval::{States, analyse_until};
use crate::program::{EdgeIndex, Program};
use crate::question;
use crate::replay::{Code, EndReason, Goal, Limits, Outcome, Run, Witness};
use crate::solver::{self, Model, decide_once as decide};
use crate::term::{Int, Scope, Symbol, Term, Terms};
use crate::witness;
use rustc_hash::FxHashSet;
use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::rc::Rc;

/// How much was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stats {
    /// Runs, that is tests.
    pub runs: u64,
    /// How often a solver was asked.
    pub asked: u64,
    /// Runs that did not take the way they were made for.
    pub diverged: u64,
}

/// Concolic execution of one program.
pub(crate) struct Concolic<'a> {
    terms: &'a Terms,
    program: &'a Program,
    how: question::Summaries,
    goal: Goal,
    ranks: Ranks,
    code: Code,
    names: Names<'a>,
    loops: Loops,
    summaries: Summaries,
    counts: Vec<Symbol>,
    /// Shapes that are followed round by round, on all ways if all are tried.
    stepwise: FxHashSet<Shape>,
    /// Rounds of which it was found out whether they have to take turns.
    thought_about: FxHashSet<Vec<Shape>>,
    /// Between what variables are, as soon as somebody asks.
    ranges: OnceCell<States>,
    asker: Asker<'a>,
    seeds: Vec<Witness>,
    runs: Vec<Rc<Looked>>,
    waiting: BinaryHeap<Reverse<Waiting>>,
    /// What no solver could decide in the time it had, and how often that was made longer.
    hard: Vec<Waiting>,
    attempt: u32,
    /// Ways that were tried.
    known: FxHashSet<u64>,
    kept: usize,
    /// Something was not followed to its end.
    is_cut: bool,
    /// Every way is tried, wherever it leads, and these are put out where it ends.
    outputs: Option<Vec<Symbol>>,
    /// Edges for which runs were made that are too long to be followed.
    far: BTreeSet<EdgeIndex>,
    stats: Stats,
}

/// A run that was looked at.
struct Looked {
    witness: Witness,
    path: Path,
    /// How it ended, if it did.
    end: Option<EndReason>,
    /// Whether it did something new.
    is_fresh: bool,
}

/// All runs that go one way: for some numbers of rounds.
pub(crate) struct Way<'c> {
    /// What has to hold.
    pub conditions: Vec<Term>,
    /// What it meets.
    pub steps: &'c [Step],
    /// What is put out, over inputs and numbers of rounds.
    pub outputs: &'c [(Symbol, Term)],
    /// How it ends.
    pub end: &'c EndReason,
    /// The numbers of rounds that it has, of `witness`.
    pub counts: &'c [(Symbol, Int)],
    /// An input that goes this way.
    pub witness: &'c Witness,
}

/// A way to be tried: the best one is the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    rank: Rank,
    run: usize,
    turn: usize,
}

impl<'a> Concolic<'a> {
    /// Nothing was run yet.
    pub fn new(terms: &'a Terms, program: &'a Program, goal: Goal, how: question::Summaries) -> Concolic<'a> {
        Concolic {
            ranks: Ranks::new(program, &goal),
            goal,
            code: Code::new(terms, program),
            names: Names::new(terms, program),
            loops: Loops::new(program),
            summaries: Summaries::default(),
            counts: vec![],
            stepwise: FxHashSet::default(),
            thought_about: FxHashSet::default(),
            ranges: OnceCell::new(),
            asker: Asker::default(),
            seeds: vec![],
            runs: vec![],
            waiting: BinaryHeap::new(),
            hard: vec![],
            attempt: 0,
            known: FxHashSet::default(),
            kept: 0,
            is_cut: false,
            outputs: None,
            far: BTreeSet::new(),
            stats: Stats::default(),
            terms,
            program,
            how,
        }
    }

    /// What was done so far.
    pub fn stats(&self) -> Stats {
        Stats { asked: self.asker.asked, ..self.stats }
    }

    /// Whether there is nothing left to try.
    pub fn is_over(&self) -> bool {
        let is_open = !self.hard.is_empty() && self.attempt + 1 < ATTEMPTS;
        self.stats.runs > 0 && self.waiting.is_empty() && self.seeds.is_empty() && !is_open
    }

    /// Whether everything was turned round that decides whether the goal is reached: nothing was too long, too hard, or
    /// left to guesses.
    pub fn is_exhausted(&self) -> bool {
        let is_whole = !self.is_cut && self.hard.is_empty() && self.how != question::Summaries::Guess;
        self.is_over() && is_whole
    }

    /// Looks for something else from now on.
    pub fn aim_at(&mut self, goal: Goal) {
        self.ranks.aim_at(self.program, &goal);
        self.goal = goal;
    }

    /// Thinks about each way as long as it ever does, from the beginning: what comes of it depends less on the machine.
    pub fn patient(&mut self) {
        self.attempt = ATTEMPTS - 1;
    }

    /// Tries every way, wherever it leads, and has these put out where it ends.
    pub fn everywhere(&mut self, outputs: Vec<Symbol>) {
        self.ranks.aim_anywhere(self.program);
        self.outputs = Some(outputs);
        self.summaries.sums = true;
    }

    /// The ways that runs went to their end, each once.
    pub fn ways(&self) -> Vec<Way<'_>> {
        let mut seen = FxHashSet::default();
        let whole = self.runs.iter().filter(|run| !run.path.is_cut);
        let ended = whole.filter_map(|run| Some((run, run.end.as_ref()?)));
        let once = ended.filter(|(run, _)| seen.insert(run.path.key));
        once.map(|(run, end)| Way {
            conditions: run.path.conditions.iter().map(|c| self.names.in_full(*c)).collect(),
            steps: &run.path.steps,
            outputs: &run.path.outputs,
            counts: &run.path.counts,
            end,
            witness: &run.witness,
        })
        .collect()
    }

    /// Conditions of a way: terms, and what holds in each of several rounds.
    pub fn split(&self, conditions: &[Term]) -> (Vec<Term>, Vec<Each>) {
        self.asker.each.split(conditions)
    }

    /// The edges that runs have passed.
    #[cfg(test)]
    pub fn passed(&self) -> BTreeSet<EdgeIndex> {
        self.program.graph.edge_indices().filter(|edge| self.ranks.is_passed(*edge)).collect()
    }

    /// Looks at the run of an input, too, before anything else is tried.
    pub fn seed(&mut self, witness: Witness) {
        self.seeds.push(witness);
    }

    /// Tries so many ways that were not taken, none after `pause`; inputs that lead to the goal, if any were found.
    pub fn search(&mut self, most: u64, pause: &Budget, budget: &Budget) -> Option<Witness> {
        if self.runs.is_empty() && self.seeds.is_empty() {
            self.seeds.push(witness::of(self.program, &Model::new(self.terms)));
        }
        for _ in 0..most {
            while let Some(seed) = self.seeds.pop() {
                let found = self.look(seed, None, budget);
                if found.is_some() {
                    return found;
                }
            }
            if pause.stop().or(budget.stop()).is_some() {
                return None;
            }
            let way = self.next()?;
            let looked = self.runs[way.run].clone();
            let turn = looked.path.turns[way.turn].clone();
            self.ranks.try_for(turn.edge);
            self.names.begin(budget);
            let before = [&looked.path.conditions[..turn.before], &turn.beside].concat();
            let longest = PATIENCE * MORE.pow(self.attempt);
            let model = match self.asker.ask(
                &self.names,
                &before,
                turn.condition,
                (&self.counts, &|s| looked.witness.int(s)),
                longest,
                budget,
            ) {
                Answered::Values(model) => model,
                Answered::Nothing => continue,
                // Nobody has thought about it as long as was to be.
                Answered::Open(_) if budget.stop().is_some() => {
                    self.waiting.push(Reverse(way));
                    return None;
                }
                Answered::Open(_) => {
                    self.hard.push(way);
                    continue;
                }
            };
            let witness = self.instead(&looked.witness, &model);
            let found = self.look(witness, Some((&turn, &looked)), budget);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// The way that is tried next.
    fn next(&mut self) -> Option<Waiting> {
        if self.waiting.is_empty() && self.attempt + 1 < ATTEMPTS {
            self.attempt += 1;
            self.waiting.extend(self.hard.drain(..).map(Reverse));
        }
        while let Some(Reverse(waiting)) = self.waiting.pop() {
            let turn = &self.runs[waiting.run].path.turns[waiting.turn];
            let Some(rank) = self.rank(turn, From { number: waiting.run, is_fresh: self.runs[waiting.run].is_fresh })
            else {
                continue;
            };
            // What was better once may not be so any more.
            let now = Waiting { rank, ..waiting };
            match self.waiting.peek() {
                Some(Reverse(best)) if rank > waiting.rank && *best < now => self.waiting.push(Reverse(now)),
                _ => return Some(now),
            }
        }
        None
    }

    /// How soon another way is tried, unless it leads nowhere.
    fn rank(&self, turn: &Turn, from: From) -> Option<Rank> {
        let is_wanted = !turn.fails || self.outputs.is_some() || self.goal.failing.contains(&turn.edge);
        is_wanted.then(|| self.ranks.of(self.program, turn, from))?
    }

    /// Runs an input that was made for some turn, and looks at what might have gone otherwise; it, if it gets to the goal.
    fn look(&mut self, witness: Witness, made_for: Option<(&Turn, &Looked)>, budget: &Budget) -> Option<Witness> {
        self.stats.runs += 1;
        let limits = Limits { trail: MOST_STEPS as usize, reads: 0, ..Limits::steps(MOST_STEPS) };
        let run = self.code.run(&witness, &self.goal, &limits);
        let is_cut = run.outcome == Outcome::StepLimit;
        if let (true, Some((turn, looked))) = (is_cut, made_for) {
            // What it was made for may come later.
            let far = Limits { reads: 0, ..Limits::proving(MOST_STEPS, FAR) };
            match self.code.run(&witness, &self.goal, &far).outcome {
                Outcome::Reached(_) => return Some(witness),
                Outcome::Ended(end @ EndReason::CheckFailed { edge, .. })
                    if edge == turn.edge
                        && turn.fails
                        && self.outputs.is_some()
                        && self.add_failed(&witness, turn, looked, &end) =>
                {
                    return None;
                }
                _ => {}
            }
            self.far.insert(turn.edge);
        }
        let is_taken = |turn: &Turn| match (&run.outcome, turn.fails) {
            (Outcome::Ended(EndReason::CheckFailed { edge, .. }), true) => *edge == turn.edge,
            (Outcome::Reached(at), true) => self.program.graph.edge_endpoints(turn.edge).is_some_and(|e| e.0 == *at),
            (_, true) => false,
            (_, false) => run.trail.contains(&turn.edge),
        };
        self.stats.diverged += u64::from(made_for.is_some_and(|(turn, ..)| !is_cut && !is_taken(turn)));
        let is_fresh = self.ranks.pass(&run.trail, made_for.map(|(turn, _)| turn.edge));
        if let Outcome::Reached(_) = run.outcome {
            return Some(witness);
        }
        let may_follow = self.runs.len() < MOST_RUNS && self.kept < MOST_KEPT && self.waiting.len() < MOST_WAITING;
        self.is_cut |= is_cut || !may_follow;
        if may_follow {
            let is_changed = self.follow(witness, &run, is_fresh, budget);
            if self.outputs.is_none() {
                self.stepwise.clear();
            } else if is_changed {
                self.again();
            } else if let Some((turn, _)) = made_for {
                // What else there is behind the turn would not be looked for.
                self.is_cut |= self.runs.last().is_some_and(|new| !new.path.taken.contains(&turn.key));
            }
        }
        None
    }

    /// Other inputs: what the model has, and else what there was.
    fn instead(&self, old: &Witness, model: &Model) -> Witness {
        let mut all = witness::model(self.terms, self.program, old);
        model.ints().iter().for_each(|(symbol, value)| all.set_int(*symbol, value.clone()));
        for (array, elements) in model.arrays() {
            elements.iter().for_each(|(index, value)| all.set_element(*array, index.clone(), value.clone()));
        }
        witness::of(self.program, &all)
    }

    /// Looks at all runs once more: ways are other ones where rounds are followed one by one.
    fn again(&mut self) {
        self.seeds.extend(self.runs.drain(..).rev().map(|run| run.witness.clone()));
        self.waiting.clear();
        self.hard.clear();
        self.known.clear();
        self.summaries.cells.clear();
        (self.kept, self.is_cut) = (0, false);
    }

    /// Adds a run that is too long to be followed, which ends where it was made to end; whether its numbers of rounds are
    /// known.
    fn add_failed(&mut self, witness: &Witness, turn: &Turn, from: &Looked, end: &EndReason) -> bool {
        let mut conditions = [&from.path.conditions[..turn.before], &turn.beside].concat();
        let mut steps: Vec<Step> = from.path.steps[..turn.steps].to_vec();
        steps.push(Step { what: Met::Failed(turn.edge), before: turn.before });
        conditions.extend(self.terms.conjuncts(turn.condition));
        if !self.terms.sums_in(conditions.iter().copied()).is_empty() {
            return false;
        }
        let mentioned: FxHashSet<Symbol> = conditions.iter().flat_map(|c| self.terms.symbols(*c)).collect();
        let counts = self.counts.iter().filter(|s| mentioned.contains(s));
        let counts: Vec<Symbol> = counts.copied().collect();
        let model = witness::model(self.terms, self.program, witness);
        let given = |s: Symbol| model.ints().get(&s).map(|value| self.terms.int(value.clone()));
        let left: Vec<Term> = conditions.iter().map(|c| self.terms.substitute(*c, &given)).collect();
        let decided = decide(self.terms, &left, &Budget::lasting(PATIENCE), PATIENCE);
        let solver::Outcome::Sat(found) = decided else { return false };
        let value = |s: Symbol| (s, found.ints().get(&s).cloned().unwrap_or(Int::ONE));
        let counts = counts.into_iter().map(value).collect();
        let path = Path { conditions, steps, counts, key: turn.key, ..Path::default() };
        self.kept += path.conditions.len();
        self.runs.push(Rc::new(Looked { witness: witness.clone(), path, end: Some(end.clone()), is_fresh: false }));
        true
    }

    /// Edges of which nobody knows whether ways lead on there, and how many of these.
    pub fn hard(&self) -> BTreeMap<EdgeIndex, usize> {
        let mut found = BTreeMap::new();
        for way in &self.hard {
            *found.entry(self.runs[way.run].path.turns[way.turn].edge).or_default() += 1;
        }
        found
    }

    /// Edges for which runs were made that are too long to be followed.
    pub fn far(&self) -> &BTreeSet<EdgeIndex> {
        &self.far
    }

    /// Adds what might have gone otherwise in a run; whether rounds are seen otherwise from now on.
    fn follow(&mut self, witness: Witness, run: &Run, is_fresh: bool, budget: &Budget) -> bool {
        let items = self.loops.items(self.program, &run.trail);
        self.names.begin(budget);
        let take_turns = self.outputs.is_some() && self.how == question::Summaries::Exact;
        let is_changed = take_turns && self.take_turns(&items, budget);
        let Concolic { program, names, summaries, counts, stepwise, asker, goal, outputs, .. } = self;
        let before = stepwise.clone();
        let wanted = |edge| outputs.is_some() || goal.failing.contains(&edge);
        let mut walker = Walker {
            program,
            names,
            summaries,
            how: self.how,
            wanted: &wanted,
            counts,
            each: &mut asker.each,
            stepwise,
            outputs: outputs.as_deref(),
            budget,
        };
        let model = witness::model(self.terms, program, &witness);
        let end = match &run.outcome {
            Outcome::Ended(end) => Some(end.clone()),
            _ => None,
        };
        let failed = match &end {
            Some(EndReason::CheckFailed { edge, .. }) => outputs.is_some().then_some(*edge),
            _ => None,
        };
        let path = walker.path(&items, (run.at, failed), &model);
        if outputs.is_some() && budget.stop().is_some() {
            // Rounds may have been followed one by one only because the time is over, and not so on other ways.
            self.is_cut = true;
            return false;
        }
        self.kept += path.conditions.len() + path.turns.len();
        self.is_cut |= path.is_cut;
        let number = self.runs.len();
        let from = From { number, is_fresh };
        for (i, turn) in path.turns.iter().enumerate() {
            if let Some(rank) = self.rank(turn, from)
                && self.known.insert(turn.key)
            {
                self.waiting.push(Reverse(Waiting { rank, run: number, turn: i }));
            }
        }
        self.runs.push(Rc::new(Looked { witness, path, end, is_fresh }));
        let new: Vec<Shape> = self.stepwise.difference(&before).copied().collect();
        self.part(&new);
        is_changed || !new.is_empty()
    }

    /// Sees rounds as one that have to take turns; whether there are new ones.
    fn take_turns(&mut self, items: &[Item], budget: &Budget) -> bool {
        let mut is_changed = false;
        for rounds in repeated(items) {
            let mut shapes: Vec<Shape> = rounds.iter().map(|round| round.shape).collect();
            let is_free = shapes.iter().all(|shape| !self.loops.takes_turns(*shape));
            shapes.sort();
            if !is_free || !self.thought_about.insert(shapes) {
                continue;
            }
            let known =
                self.ranges.get_or_init(|| analyse_until(self.terms, self.program, &|| budget.stop().is_some()));
            let with = turns::With { names: &self.names, program: self.program, known };
            if !turns::have_to(&with, rounds, budget) {
                continue;
            }
            let whole = self.loops.take_turns(rounds);
            if self.summaries.of(&self.names, self.program, &whole).is_none() {
                self.loops.part(whole.shape);
                continue;
            }
            is_changed = true;
            self.stepwise.extend(rounds.iter().map(|round| round.shape));
        }
        is_changed
    }

    /// Rounds of these shapes have to be followed one by one: if they are several that take turns, these part.
    fn part(&mut self, shapes: &[Shape]) {
        for members in shapes.iter().filter_map(|shape| self.loops.part(*shape)).collect::<Vec<_>>() {
            self.stepwise.retain(|shape| !members.contains(shape));
        }
    }
}
