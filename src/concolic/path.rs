//! The conditions of a run on its inputs, and what might have gone otherwise.

use super::guess;
use super::limits::path::{GLANCE, MOST_CONDITIONS, MOST_TERMS};
use super::summary::Summaries;
use super::trace::{Item, Round, Shape, groups};
use crate::bounded::names::Names;
use crate::bounded::state::State;
use crate::budget::Budget;
use crate::program::{EdgeIndex, Instruction, LocationId, Program, Role};
use crate::question;
use crate::solver::Model;
use crate::term::{Int, Range, Sort, Symbol, Term};
use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};

/// What has to hold for a run to go its way.
#[derive(Default)]
pub(super) struct Path {
    pub conditions: Vec<Term>,
    pub turns: Vec<Turn>,
    /// The run was not followed to its end, or something is asked for that other inputs on the same way need not hold.
    pub is_cut: bool,
}

/// Another way on, or a check that fails.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    /// The edge that is taken then, or whose check fails.
    pub edge: EdgeIndex,
    pub fails: bool,
    /// How many of the conditions hold as before.
    pub before: usize,
    /// What has to hold besides.
    pub condition: Term,
    /// Names the way to it.
    pub key: u64,
}

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
    unknown: HashMap<Symbol, Shape>,
    /// Shapes that are followed round by round.
    stepwise: &'x HashSet<Shape>,
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

/// Why a run is followed no further.
pub(super) enum Halt {
    /// Something has to hold of which nothing is known, because of rounds of this shape.
    Spoiled(Shape),
    /// It is long enough.
    Enough,
}

impl<'a> Walker<'_, 'a> {
    /// The path of a run that ended at a location; its inputs are the values of the model.
    pub fn path(&mut self, items: &[Item], at: LocationId, model: &Model<'a>) -> Path {
        let mut stepwise = HashSet::new();
        loop {
            let mut walk = Walk::new(self, model.clone(), &stepwise);
            match walk.all(items).and_then(|()| walk.ended(at)) {
                Err(Halt::Spoiled(shape)) => drop(stepwise.insert(shape)),
                Ok(()) => return walk.path,
                Err(Halt::Enough) => return Path { is_cut: true, ..walk.path },
            }
        }
    }
}

impl<'x, 'w, 'a> Walk<'x, 'w, 'a> {
    fn new(with: &'x mut Walker<'w, 'a>, model: Model<'a>, stepwise: &'x HashSet<Shape>) -> Walk<'x, 'w, 'a> {
        let (path, state, unknown) = (Path::default(), State::new(), HashMap::new());
        Walk { with, model, path, state, unknown, stepwise, key: 0, used: 0, steps: 0 }
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
                self.path.turns.push(Turn { edge, fails: false, before, condition, key });
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
        let is_exact = self.with.how == question::Summaries::Exact && !self.stepwise.contains(&last.shape);
        if !is_exact || !self.rounds(last, before.len()) {
            return group.iter().try_for_each(|round| self.all(&round.items));
        }
        self.all(&last.items)
    }

    /// Any number of rounds like one of which there were so many; whether that can be said.
    fn rounds(&mut self, round: &Round, count: usize) -> bool {
        let names = self.with.names;
        let Some(summary) = self.with.summaries.of(names, self.with.program, round) else { return false };
        let symbol = self.count(count);
        let times = names.terms.sym(symbol);
        let Some(did) = summary.run(names, &mut self.state, times, &self.model, true) else { return false };
        self.used += 1;
        self.unknown.extend(did.unknown.into_iter().map(|s| (s, round.shape)));
        self.path.is_cut |= !did.is_exact;
        let narrower = if did.is_exact { &[][..] } else { &did.conditions[..] };
        self.key = hashed((self.key, round.shape, narrower));
        self.path.conditions.extend(did.conditions);
        true
    }

    /// The symbol for a number of rounds, which was this.
    fn count(&mut self, count: usize) -> Symbol {
        let (counts, terms) = (&mut *self.with.counts, self.with.names.terms);
        if counts.len() == self.used {
            counts.push(terms.symbol("rounds", Sort::Int, Range::at_least(0)));
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
        }
        let before = self.state.guard().len();
        let state = std::mem::replace(&mut self.state, State::new());
        // Nothing else went this way; if it seems so, something is too hard to follow.
        self.state = state.after(self.with.names, instruction).ok_or(Halt::Enough)?;
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
        if self.is_known(condition)? && self.with.names.terms.as_bool(condition).is_none() {
            let key = hashed((self.key, edge.index(), fails, "turned"));
            self.path.turns.push(Turn { edge, fails, before: self.path.conditions.len(), condition, key });
        }
        Ok(())
    }

    /// The run ended at a location: all ways on from there are others.
    fn ended(&mut self, at: LocationId) -> Result<(), Halt> {
        self.turns(at, None)
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
