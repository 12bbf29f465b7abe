//! A run as what it consists of: steps, and loops with their rounds, in which loops may be again.

use crate::loops::nesting::{Part, parts};
use crate::program::{EdgeIndex, LocationId, Program};
use std::collections::HashMap;

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
}

/// The loops of a program, and the ways round them that runs have shown.
pub(crate) struct Loops {
    heads: Vec<LocationId>,
    /// The loops that a location is in, from the outermost one.
    around: HashMap<LocationId, Vec<usize>>,
    shapes: HashMap<Vec<Token>, Shape>,
}

/// A loop that is gone round, or, first of all, none.
struct Open {
    which: usize,
    rounds: Vec<Round>,
    items: Vec<Item>,
}

impl Loops {
    pub fn new(program: &Program) -> Loops {
        let mut loops = Loops { heads: vec![], around: HashMap::new(), shapes: HashMap::new() };
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
                left(&mut open);
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
            left(&mut open);
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
        let number = Shape(self.shapes.len());
        *self.shapes.entry(items.iter().map(token).collect()).or_insert(number)
    }
}

/// The innermost loop is not gone round again.
fn left(open: &mut Vec<Open>) {
    let Some(Open { rounds, items, .. }) = open.pop() else { return };
    let Some(outer) = open.last_mut() else { return };
    if !rounds.is_empty() {
        outer.items.push(Item::Loop(rounds));
    }
    outer.items.extend(items);
}

/// The rounds of a loop that go the same way, one after the other.
pub(super) fn groups(rounds: &[Round]) -> impl Iterator<Item = &[Round]> {
    rounds.chunk_by(|a, b| a.shape == b.shape)
}
