//! A run as what it consists of: steps, and loops with their rounds, in which loops may be again.

use super::limits::trace::LONGEST_PERIOD;
use crate::loops::nesting::{Part, parts};
use crate::program::{EdgeIndex, LocationId, Program};
use rustc_hash::FxHashMap;

/// A part of a run.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    /// A step.
    Edge(EdgeIndex),
    /// The rounds of a loop that come to its head again; the steps that leave it follow.
    Loop(Vec<Round>),
}

/// Once round a loop.
#[derive(Clone, Debug)]
pub(crate) struct Round {
    /// The same for all rounds that go the same way, however often they go round loops inside.
    pub shape: Shape,
    pub items: Vec<Item>,
}

impl Round {
    /// Its first step.
    pub fn first(&self) -> Option<EdgeIndex> {
        self.items.iter().find_map(|item| match item {
            Item::Edge(edge) => Some(*edge),
            Item::Loop(rounds) => rounds.first()?.first(),
        })
    }
}

/// Which way round a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Shape(usize);

impl Shape {
    /// No other shape of a program has it.
    pub fn number(self) -> usize {
        self.0
    }
}

/// What a shape is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Token {
    Edge(EdgeIndex),
    /// The shapes of the rounds, each once where it comes several times in a row.
    Loop(Vec<Shape>),
    /// Rounds of these shapes that take turns, as one.
    Turns(Vec<Shape>),
}

/// The loops of a program, and the ways round them that runs have shown.
pub(crate) struct Loops {
    heads: Vec<LocationId>,
    /// The loops that a location is in, from the outermost one.
    around: FxHashMap<LocationId, Vec<usize>>,
    shapes: FxHashMap<Vec<Token>, Shape>,
    /// Shapes that take turns, in their order: such rounds are one, which is called so.
    turns: Vec<(Vec<Shape>, Shape)>,
}

/// A loop that is gone round, or, first of all, none.
struct Open {
    which: usize,
    rounds: Vec<Round>,
    items: Vec<Item>,
}

impl Loops {
    pub fn new(program: &Program) -> Loops {
        let mut loops =
            Loops { heads: vec![], around: FxHashMap::default(), shapes: FxHashMap::default(), turns: vec![] };
        loops.add(&parts(program));
        loops
    }

    fn add(&mut self, parts: &[Part]) {
        for part in parts {
            if let Part::Loop { head, inside, members } = part {
                let number = self.heads.len();
                self.heads.push(*head);
                members.iter().for_each(|at| self.around.entry(*at).or_default().push(number));
                self.add(inside);
            }
        }
    }

    /// The loops that a location is in, from the outermost one.
    pub fn around(&self, at: LocationId) -> &[usize] {
        self.around.get(&at).map_or(&[], Vec::as_slice)
    }

    /// Where rounds of a loop begin.
    pub fn head(&self, which: usize) -> LocationId {
        self.heads[which]
    }

    /// Whether a location is in a loop.
    pub fn is_in(&self, at: LocationId, which: usize) -> bool {
        self.around(at).contains(&which)
    }

    /// The parts of a run.
    pub fn items(&mut self, program: &Program, trail: &[EdgeIndex]) -> Vec<Item> {
        let mut open = vec![Open { which: usize::MAX, rounds: vec![], items: vec![] }];
        for edge in trail {
            let Some((from, to)) = program.graph.edge_endpoints(*edge) else { continue };
            let begun = self.around(from).iter().find(|l| self.heads[**l] == from);
            if let Some(which) = begun.copied().filter(|l| open.iter().all(|o| o.which != *l)) {
                open.push(Open { which, rounds: vec![], items: vec![] });
            }
            let last = open.len() - 1;
            open[last].items.push(Item::Edge(*edge));
            while open.len() > 1 && !self.is_in(to, open[open.len() - 1].which) {
                self.left(&mut open);
            }
            let last = open.len() - 1;
            let is_head = |o: &Open| self.heads.get(o.which) == Some(&to);
            // Inner loops are left where the head of an outer one is.
            if is_head(&open[last]) {
                let items = std::mem::take(&mut open[last].items);
                let shape = self.shape(&items);
                open[last].rounds.push(Round { shape, items });
            }
        }
        while open.len() > 1 {
            self.left(&mut open);
        }
        open.pop().map(|o| o.items).unwrap_or_default()
    }

    /// Which way round goes so.
    pub fn shape(&mut self, items: &[Item]) -> Shape {
        let token = |item: &Item| match item {
            Item::Edge(edge) => Token::Edge(*edge),
            Item::Loop(rounds) => {
                let mut shapes: Vec<Shape> = rounds.iter().map(|round| round.shape).collect();
                shapes.dedup();
                Token::Loop(shapes)
            }
        };
        self.named(items.iter().map(token).collect())
    }

    fn named(&mut self, tokens: Vec<Token>) -> Shape {
        let number = Shape(self.shapes.len());
        *self.shapes.entry(tokens).or_insert(number)
    }

    /// The innermost loop is not gone round again.
    fn left(&self, open: &mut Vec<Open>) {
        let Some(Open { rounds, items, .. }) = open.pop() else { return };
        let Some(outer) = open.last_mut() else { return };
        if !rounds.is_empty() {
            outer.items.push(Item::Loop(self.in_turns(rounds)));
        }
        outer.items.extend(items);
    }

    /// The same with rounds that take turns as one, from the first on.
    fn in_turns(&self, rounds: Vec<Round>) -> Vec<Round> {
        let mut found = vec![];
        let mut left = &rounds[..];
        while let [first, rest @ ..] = left {
            let begins = |(shapes, _): &&(Vec<Shape>, Shape)| {
                left.len() >= shapes.len() && left.iter().zip(shapes).all(|(round, shape)| round.shape == *shape)
            };
            match self.turns.iter().find(begins) {
                Some((shapes, name)) => {
                    let (those, rest) = left.split_at(shapes.len());
                    found.push(joined(*name, those));
                    left = rest;
                }
                None => {
                    found.push(first.clone());
                    left = rest;
                }
            }
        }
        found
    }

    /// From now on rounds of these shapes, one after the other, are one.
    pub fn take_turns(&mut self, rounds: &[Round]) -> Round {
        let shapes: Vec<Shape> = rounds.iter().map(|round| round.shape).collect();
        let name = self.named(vec![Token::Turns(shapes.clone())]);
        self.turns.push((shapes, name));
        joined(name, rounds)
    }

    /// No longer; what they were.
    pub fn part(&mut self, name: Shape) -> Option<Vec<Shape>> {
        let at = self.turns.iter().position(|(_, known)| *known == name)?;
        Some(self.turns.remove(at).0)
    }

    /// Whether rounds of this shape take turns with others.
    pub fn takes_turns(&self, shape: Shape) -> bool {
        self.turns.iter().any(|(shapes, _)| shapes.contains(&shape))
    }
}

fn joined(shape: Shape, rounds: &[Round]) -> Round {
    Round { shape, items: rounds.iter().flat_map(|round| round.items.iter().cloned()).collect() }
}

/// Rounds that seem to take turns: the first ones of a loop that come twice in a row, as few as possible, if there are any.
pub(super) fn repeated(items: &[Item]) -> Vec<&[Round]> {
    let mut found = vec![];
    for item in items {
        let Item::Loop(rounds) = item else { continue };
        rounds.iter().for_each(|round| found.extend(repeated(&round.items)));
        let is_repeated = |from: usize, period: usize| {
            rounds.len() >= from + 2 * period
                && (from..from + period).all(|i| rounds[i].shape == rounds[i + period].shape)
                && rounds[from..from + period].iter().any(|round| round.shape != rounds[from].shape)
        };
        let mut all = (2..=LONGEST_PERIOD).flat_map(|period| (0..rounds.len()).map(move |from| (from, period)));
        let first = all.find(|(from, period)| is_repeated(*from, *period));
        found.extend(first.map(|(from, period)| &rounds[from..from + period]));
    }
    found
}

/// The rounds of a loop that go the same way, one after the other.
pub(super) fn groups(rounds: &[Round]) -> impl Iterator<Item = &[Round]> {
    rounds.chunk_by(|a, b| a.shape == b.shape)
}
