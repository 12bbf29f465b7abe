//! The conditions of a run on its inputs, and what might have gone otherwise.

use super::each::NamedEach;
use super::guess;
use super::limits::path::{GLANCE, MOST_CONDITIONS, MOST_TERMS};
use super::summary::{Rounds, Summaries};
use super::trace::{Item, Round, Shape, groups};
use crate::bounded::names::Names;
use crate::bounded::state::State;
use crate::budget::Budget;
use crate::program::{EdgeIndex, Instruction, LocationId, Program, Role};
use crate::question;
use crate::solver::Model;
use crate::term::{Int, Range, Sort, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// What has to hold for a run to go its way.
#[derive(Default)]
pub(super) struct Path {
    pub conditions: Vec<Term>,
    pub turns: Vec<Turn>,
    /// The run was not followed to its end, or something is asked for that other inputs on the same way need not hold.
    pub is_cut: bool,
    /// What was met, in its order.
    pub steps: Vec<Step>,
    /// Names the way as a whole: runs with the same inputs and numbers of rounds go along no other.
    pub key: u64,
    /// What was to be put out at the end; none where it is anything.
    pub outputs: Vec<(Symbol, Term)>,
    /// How many rounds there were.
    pub counts: Vec<(Symbol, Int)>,
    /// The keys of the turns that it is an answer to, if all ways are wanted.
    pub taken: FxHashSet<u64>,
}

/// What a path met.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// What it is.
    pub what: Met,
    /// How many conditions there were before it.
    pub before: usize,
}

/// A condition, or rounds of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Met {
    /// This edge was taken, and another one could have been.
    Branch(EdgeIndex),
    /// The check of this edge failed.
    Failed(EdgeIndex),
    /// So many rounds that begin with this edge, of a shape with this number.
    Rounds(EdgeIndex, Symbol, usize),
}

/// Another way on, or a check that fails.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// The edge that is taken then, or whose check fails.
    pub edge: EdgeIndex,
    pub fails: bool,
    /// How many of the conditions hold as before, and how many steps are as they were.
    pub before: usize,
    pub steps: usize,
    /// What else has to hold before it: the run itself went another way.
    pub beside: Vec<Term>,
    /// What has to hold besides.
    pub condition: Term,
    /// Names the way to it.
    pub key: u64,
}

/// Ends of keys: of a way on which a check fails, of another way on, and of one with other quotients.
const FAILED: &str = "failed";
const TURNED: &str = "turned";
const QUOTIENTS: &str = "quotients";

/// What paths are made with.
pub(super) struct Walker<'w, 'a> {
    pub program: &'a Program,
    pub names: &'w Names<'a>,
    pub summaries: &'w mut Summaries,
    /// How loops are summarised.
    pub how: question::Summaries,
    /// Whether a check is to fail.
    pub wanted: &'w dyn Fn(EdgeIndex) -> bool,
    /// Symbols for numbers of rounds, by their place in a path.
    pub counts: &'w mut Vec<Symbol>,
    /// Names of what holds in each of several rounds.
    pub each: &'w mut NamedEach,
    /// Shapes that are followed round by round.
    pub stepwise: &'w mut FxHashSet<Shape>,
    /// Variables whose values at the end are wanted, if all ways are: rounds in a row are then one step, so that two runs
    /// have a condition or rounds in common or part for good.
    pub outputs: Option<&'w [Symbol]>,
    pub budget: &'w Budget,
}

/// A run that is followed again, with terms for values.
pub(super) struct Walk<'x, 'w, 'a> {
    pub with: &'x mut Walker<'w, 'a>,
    /// The inputs of the run.
    pub model: Model<'a>,
    pub path: Path,
    pub state: State,
    /// What stands for values of which nothing is known, and the shape that is to blame.
    unknown: FxHashMap<Symbol, Shape>,
    /// Where it left the way of the run, if it only looks around there: after so many conditions and steps.
    aside: Option<(usize, usize)>,
    key: u64,
    used: usize,
    steps: usize,
}

/// A point of a walk.
pub(super) struct Mark {
    pub state: State,
    conditions: usize,
    turns: usize,
    key: u64,
}

/// What many rounds do.
struct Did {
    rounds: Rounds,
    /// What variables hold after so many rounds as this symbol says.
    state: State,
    symbol: Symbol,
    /// What counts them in conditions that speak of each.
    counter: Symbol,
    /// How many there were.
    many: usize,
}

impl Did {
    /// That the quotients in the round with this number are what they were in the first one, if there are any.
    fn cell(&self, terms: &Terms, number: Term) -> Option<Term> {
        let at = |t: &Term| terms.substitute(*t, &|s| (s == self.counter).then_some(number));
        let all: Vec<Term> = self.rounds.wraps.iter().map(at).collect();
        (!all.is_empty()).then(|| terms.and(all))
    }
}

/// Why a run is followed no further.
pub(super) enum Halt {
    /// Something has to hold of which nothing is known, because of rounds of this shape.
    Spoiled(Shape),
    /// It is long enough.
    Enough,
    /// No run goes there.
    Nowhere,
}

impl<'a> Walker<'_, 'a> {
    /// The path of a run that ended at a location, maybe since a check failed; its inputs are the values of the model.
    pub fn path(&mut self, items: &[Item], (at, failed): (LocationId, Option<EdgeIndex>), model: &Model<'a>) -> Path {
        loop {
            let mut walk = Walk::new(self, model.clone());
            match walk.all(items).and_then(|()| walk.ended(at, failed)) {
                Err(Halt::Spoiled(shape)) => drop(self.stepwise.insert(shape)),
                Ok(()) => return Path { key: walk.key, ..walk.path },
                Err(Halt::Enough | Halt::Nowhere) => return Path { is_cut: true, ..walk.path },
            }
        }
    }
}

impl<'x, 'w, 'a> Walk<'x, 'w, 'a> {
    fn new(with: &'x mut Walker<'w, 'a>, model: Model<'a>) -> Walk<'x, 'w, 'a> {
        let (path, state, unknown) = (Path::default(), State::new(), FxHashMap::default());
        Walk { with, model, path, state, unknown, aside: None, key: 0, used: 0, steps: 0 }
    }

    pub fn all(&mut self, items: &[Item]) -> Result<(), Halt> {
        items.iter().enumerate().try_for_each(|(i, item)| match item {
            Item::Edge(edge) => self.edge(*edge),
            Item::Loop(rounds) if self.with.how == question::Summaries::Guess => {
                guess::rounds(self, rounds, &items[i + 1..])
            }
            Item::Loop(rounds) => groups(rounds).try_for_each(|group| self.group(group)),
        })
    }

    /// Where it is: what is asked for after that can be taken back.
    pub fn mark(&self) -> Mark {
        let Path { conditions, turns, .. } = &self.path;
        Mark { state: self.state.clone(), conditions: conditions.len(), turns: turns.len(), key: self.key }
    }

    /// Takes back what came after a mark: rounds of a shape are asked for by these conditions instead, without each of
    /// which the run goes along an edge, and variables hold these values; `None` for those of which nothing is known.
    pub fn instead(
        &mut self,
        Mark { state, conditions, turns, key }: Mark,
        shape: Shape,
        asked: Vec<(Term, EdgeIndex)>,
        values: Vec<(Symbol, Option<Term>)>,
    ) -> Result<(), Halt> {
        let (names, terms) = (self.with.names, self.with.names.terms);
        self.state = state;
        self.path.conditions.truncate(conditions);
        self.path.turns.truncate(turns);
        self.key = hashed((key, shape, asked.iter().map(|(t, _)| *t).collect::<Vec<Term>>()));
        for (i, (condition, edge)) in asked.into_iter().enumerate() {
            if !self.is_known(condition)? {
                continue;
            }
            if terms.as_bool(condition).is_none() {
                let key = hashed((self.key, i, "asked"));
                let (before, condition) = (self.path.conditions.len(), terms.not(condition));
                self.path.turns.push(Turn {
                    edge,
                    fails: false,
                    before,
                    steps: self.path.steps.len(),
                    beside: vec![],
                    condition,
                    key,
                });
            }
            self.path.conditions.push(condition);
        }
        for (symbol, value) in values {
            let value = value.unwrap_or_else(|| {
                let info = terms.info(symbol);
                let anything = terms.symbol(info.name, info.sort, info.range);
                self.unknown.insert(anything, shape);
                terms.sym(anything)
            });
            self.state.set(names, symbol, value);
        }
        Ok(())
    }

    /// Rounds that go the same way.
    fn group(&mut self, group: &[Round]) -> Result<(), Halt> {
        let Some((last, before)) = group.split_last() else { return Ok(()) };
        let is_exact = self.with.how == question::Summaries::Exact && !self.with.stepwise.contains(&last.shape);
        if is_exact && self.with.outputs.is_some() {
            return self.all_of(group);
        }
        let did = if is_exact { self.summed_up(last, before.len())? } else { None };
        match did {
            None => group.iter().try_for_each(|round| self.all(&round.items)),
            Some(did) => {
                self.take(last, did);
                self.all(&last.items)
            }
        }
    }

    /// Rounds that go the same way, as one step, or as one for each quotient where something wraps around; what might have
    /// gone otherwise in the first one and in one after the last is turned round, too.
    fn all_of(&mut self, group: &[Round]) -> Result<(), Halt> {
        let (terms, mut left, mut cells) = (self.with.names.terms, group, vec![]);
        while let [first, ..] = left {
            let Some(did) = self.summed_up(first, left.len())?.filter(|did| did.rounds.is_exact) else {
                return match left.len() == group.len() {
                    true => left.iter().try_for_each(|round| self.all(&round.items)),
                    false => Err(Halt::Spoiled(first.shape)),
                };
            };
            cells.extend(did.cell(terms, terms.int(0)));
            self.look_around(first, &cells)?;
            cells = did.cell(terms, terms.sym(did.symbol)).into_iter().collect();
            left = &left[did.many..];
            self.take(first, did);
        }
        group.last().map_or(Ok(()), |last| self.look_around(last, &cells))
    }

    /// What might go otherwise on a way that the run does not go, or with other quotients than in one of the cells.
    fn look_around(&mut self, round: &Round, cells: &[Term]) -> Result<(), Halt> {
        let (Mark { state, conditions, key, .. }, used) = (self.mark(), self.used);
        let (steps, counts, outer) = (self.path.steps.len(), self.path.counts.len(), self.aside);
        self.aside = outer.or(Some((conditions, steps)));
        let came = self.all(&round.items).and_then(|()| self.turn_quotients(round, key, cells));
        (self.state, self.key, self.used, self.aside) = (state, key, used, outer);
        self.path.conditions.truncate(conditions);
        self.path.steps.truncate(steps);
        self.path.counts.truncate(counts);
        match came {
            // Nothing goes there.
            Err(Halt::Nowhere) => Ok(()),
            came => came,
        }
    }

    /// A round like one that was followed, with quotients that no run has shown there.
    fn turn_quotients(&mut self, round: &Round, there: u64, cells: &[Term]) -> Result<(), Halt> {
        let Some(edge) = round.first().filter(|_| !cells.is_empty()) else { return Ok(()) };
        let known = self.with.summaries.cells.entry((there, round.shape)).or_default();
        for cell in cells {
            let number = known.iter().position(|other| other == cell).unwrap_or(known.len());
            if number == known.len() {
                known.push(*cell);
            }
            // It is another one than all before it.
            self.path.taken.extend((0..=number).map(|n| hashed((there, round.shape, QUOTIENTS, n))));
        }
        let terms = self.with.names.terms;
        let condition = terms.and(known.iter().map(|cell| terms.not(*cell)).collect());
        let key = hashed((there, round.shape, QUOTIENTS, known.len()));
        self.add_turn(edge, false, condition, key)
    }

    /// Any number of rounds like one of which there were so many, of as many as the conditions hold for.
    fn summed_up(&mut self, round: &Round, most: usize) -> Result<Option<Did>, Halt> {
        let (names, terms) = (self.with.names, self.with.names.terms);
        let Some(summary) = self.with.summaries.of(names, self.with.program, round) else { return Ok(None) };
        let symbol = self.count(most);
        let may_be_none = self.with.outputs.is_none();
        let mut state = self.state.clone();
        let did = summary.run(names, &mut state, terms.sym(symbol), &self.model, may_be_none);
        let Some(rounds) = did else { return Ok(None) };
        for condition in rounds.conditions.iter().chain(&rounds.each).chain(&rounds.wraps) {
            self.is_known(*condition)?;
        }
        let mut many = most;
        if !may_be_none && !rounds.wraps.is_empty() {
            let mut holds = |many: usize| {
                self.model.set_int(symbol, Int::from(many));
                rounds.conditions.iter().all(|c| terms.eval_bool(*c, &self.model) == Ok(true))
            };
            let (mut least, mut above) = (0, most + 1);
            while least + 1 < above {
                let middle = least.midpoint(above);
                if holds(middle) { least = middle } else { above = middle }
            }
            if least == 0 {
                return Ok(None);
            }
            holds(least);
            many = least;
        }
        Ok(Some(Did { rounds, state, symbol, counter: summary.counter, many }))
    }

    /// Goes on behind so many rounds.
    fn take(&mut self, round: &Round, did: Did) {
        let Did { rounds, state, symbol, counter, many } = did;
        let times = self.with.names.terms.sym(symbol);
        self.state = state;
        self.path.counts.push((symbol, Int::from(many)));
        self.used += 1;
        if let Some(first) = round.first() {
            self.met(Met::Rounds(first, symbol, round.shape.number()));
        }
        self.unknown.extend(rounds.unknown.into_iter().map(|s| (s, round.shape)));
        self.path.is_cut |= !rounds.is_exact;
        let narrower = if rounds.is_exact { &rounds.wraps[..] } else { &rounds.conditions[..] };
        self.key = hashed((self.key, round.shape, narrower));
        self.path.conditions.extend(rounds.conditions);
        for condition in rounds.each {
            let name = self.with.each.name(self.with.names.terms, counter, times, condition);
            self.path.conditions.push(name);
        }
    }

    /// The symbol for a number of rounds, which was this.
    fn count(&mut self, count: usize) -> Symbol {
        let (counts, terms) = (&mut *self.with.counts, self.with.names.terms);
        if counts.len() == self.used {
            let least = i64::from(self.with.outputs.is_some());
            counts.push(terms.symbol("rounds", Sort::Int, Range::at_least(least)));
        }
        self.model.set_int(counts[self.used], Int::from(count));
        counts[self.used]
    }

    /// One step.
    pub fn edge(&mut self, edge: EdgeIndex) -> Result<(), Halt> {
        self.steps += 1;
        if self.steps.is_multiple_of(GLANCE) && self.is_enough() {
            return Err(Halt::Enough);
        }
        let Some((from, _)) = self.with.program.graph.edge_endpoints(edge) else { return Err(Halt::Enough) };
        let instruction = &self.with.program.graph[edge].instruction;
        if let Instruction::Assume(_) = instruction {
            self.turns(from, Some(edge))?;
            if self.with.outputs.is_some() {
                self.path.taken.insert(hashed((self.key, edge.index(), TURNED)));
            }
        }
        let before = self.state.guard().len();
        let state = std::mem::replace(&mut self.state, State::new());
        // Nothing else went this way; if it seems so, something is too hard to follow.
        let nowhere = if self.aside.is_some() { Halt::Nowhere } else { Halt::Enough };
        self.state = state.after(self.with.names, instruction).ok_or(nowhere)?;
        if self.state.guard().len() > before {
            self.met(Met::Branch(edge));
        }
        for condition in &self.state.guard()[before..] {
            if self.is_known(*condition)? {
                self.path.conditions.push(*condition);
            }
        }
        self.key = hashed((self.key, edge.index()));
        Ok(())
    }

    fn is_enough(&self) -> bool {
        self.path.conditions.len() > MOST_CONDITIONS
            || self.with.names.terms.len() > MOST_TERMS
            || self.with.budget.stop().is_some()
    }

    /// Ways on from a location, but for the one that was taken.
    fn turns(&mut self, from: LocationId, taken: Option<EdgeIndex>) -> Result<(), Halt> {
        let program = self.with.program;
        for edge in program.out_edges(from) {
            let Instruction::Assume(condition) = program.graph[edge].instruction else { continue };
            let is_check = matches!(program.graph[edge].role, Role::Check(_));
            if Some(edge) != taken {
                self.turn(edge, false, condition)?;
            } else if is_check && (self.with.wanted)(edge) {
                self.turn(edge, true, self.with.names.terms.not(condition))?;
            }
        }
        Ok(())
    }

    fn turn(&mut self, edge: EdgeIndex, fails: bool, condition: Term) -> Result<(), Halt> {
        let condition = self.state.term(self.with.names, condition);
        let key = hashed((self.key, edge.index(), if fails { FAILED } else { TURNED }));
        self.add_turn(edge, fails, condition, key)
    }

    /// Another way, on which a condition on the inputs holds.
    fn add_turn(&mut self, edge: EdgeIndex, fails: bool, condition: Term, key: u64) -> Result<(), Halt> {
        if self.is_known(condition)? && self.with.names.terms.as_bool(condition).is_none() {
            let here = (self.path.conditions.len(), self.path.steps.len());
            let (before, steps) = self.aside.unwrap_or(here);
            let beside = self.path.conditions[before..].to_vec();
            self.path.turns.push(Turn { edge, fails, before, steps, beside, condition, key });
        }
        Ok(())
    }

    /// The run ended at a location: all ways on from there are others.
    fn ended(&mut self, at: LocationId, failed: Option<EdgeIndex>) -> Result<(), Halt> {
        self.turns(at, None)?;
        let (names, program) = (self.with.names, self.with.program);
        if let Some(edge) = failed
            && let Instruction::Assume(condition) = program.graph[edge].instruction
        {
            let condition = names.terms.not(self.state.term(names, condition));
            self.is_known(condition)?;
            self.met(Met::Failed(edge));
            self.path.conditions.extend(names.terms.conjuncts(condition));
            self.key = hashed((self.key, edge.index(), FAILED));
            self.path.taken.insert(self.key);
        }
        for symbol in self.with.outputs.unwrap_or_default() {
            let value = names.in_full(self.state.term(names, names.terms.sym(*symbol)));
            self.is_known(value)?;
            let is_given = |s: &Symbol| program.inputs.iter().any(|i| i.symbol == *s) || self.with.counts.contains(s);
            if names.terms.symbols(value).iter().all(is_given) {
                self.path.outputs.push((*symbol, value));
            }
        }
        Ok(())
    }

    fn met(&mut self, what: Met) {
        self.path.steps.push(Step { what, before: self.path.conditions.len() });
    }

    /// Whether something is known of all that a condition speaks of. Guesses leave it at that; else rounds of the shape
    /// that is to blame are followed one by one.
    fn is_known(&self, condition: Term) -> Result<bool, Halt> {
        if self.unknown.is_empty() {
            return Ok(true);
        }
        let symbols = self.with.names.terms.symbols(condition);
        match symbols.iter().find_map(|s| self.unknown.get(s)) {
            None => Ok(true),
            Some(_) if self.with.how == question::Summaries::Guess => Ok(false),
            Some(shape) => Err(Halt::Spoiled(*shape)),
        }
    }
}

fn hashed(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}
