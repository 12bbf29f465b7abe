//! What there is to cover on each line, and what became of the line as a whole.

use crate::explore::{Explored, Fate, Item, What};
use std::collections::BTreeMap;

/// The items of a program, line by line.
pub struct Lines {
    /// Indices of items, by file and line.
    pub items: BTreeMap<(usize, u32), Vec<usize>>,
}

/// What became of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    Covered,
    Dead,
    Open,
}

impl State {
    /// Of a line or branch.
    pub fn of(fate: &Fate) -> State {
        match fate {
            Fate::Covered { .. } => State::Covered,
            Fate::Dead(_) => State::Dead,
            Fate::Open(_) => State::Open,
        }
    }

    /// The word for it, which is also the class of what has it.
    pub fn word(self) -> &'static str {
        match self {
            State::Covered => "covered",
            State::Dead => "dead",
            State::Open => "open",
        }
    }

    /// What says it besides the colour.
    pub fn mark(self) -> &'static str {
        match self {
            State::Covered => "✓",
            State::Dead => "✕",
            State::Open => "?",
        }
    }
}

impl Lines {
    /// Those of an exploration.
    pub fn of(explored: &Explored) -> Lines {
        let mut items: BTreeMap<(usize, u32), Vec<usize>> = BTreeMap::new();
        for (number, item) in explored.items.iter().enumerate() {
            items.entry((item.at.file, item.at.line)).or_default().push(number);
        }
        Lines { items }
    }
}

/// What became of a line with these items: of its code, if it was asked about; else of its branches. Lines of which only
/// checks are known have no state.
pub fn state(items: &[&Item]) -> Option<State> {
    let states = |kind: fn(&What) -> bool| items.iter().filter(move |i| kind(&i.what)).map(|i| State::of(&i.fate));
    let of_line = states(|what| *what == What::Line).next();
    of_line.or_else(|| {
        let branches = states(|what| matches!(what, What::Branch(_)));
        // A line with a branch that is taken is passed; one with all branches dead is dead.
        branches.clone().find(|state| *state == State::Covered).or_else(|| branches.max())
    })
}

/// Whether a test meets something undefined here.
pub fn has_error(items: &[&Item]) -> bool {
    items.iter().any(|item| matches!((&item.what, &item.fate), (What::Check(_), Fate::Covered { .. })))
}

/// The id of the element of a line.
pub fn id(file: usize, line: u32) -> String {
    format!("f{file}-{line}")
}
