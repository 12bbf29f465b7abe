//! What is known of a program, as data that can be kept and shown.

use super::text::Stamp;
use crate::explore::{self, Explored, What};
use crate::report;
use serde::{Deserialize, Serialize};

/// Longer inputs are cut: people do not read more of them in an editor.
const LONGEST: usize = 400;

/// What is known of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// Its files, as places number them.
    pub files: Vec<String>,
    /// What there is to cover, in the order of the files.
    pub items: Vec<Item>,
    /// The functions that no entry function calls.
    pub uncalled: Vec<Uncalled>,
    /// What stands in the way of an exploration, or of one from some entry function.
    #[serde(skip)]
    pub problems: Vec<Problem>,
    /// The text that was read of the document it is about; nothing if that is not known any more.
    #[serde(skip)]
    pub read: Option<Stamp>,
}

/// A place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// An index into [`Found::files`].
    pub file: usize,
    /// From 1.
    pub line: u32,
    /// The byte, from 1; 0 for a whole line.
    pub column: u32,
}

/// Something to cover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// Where.
    pub at: Place,
    /// What.
    pub kind: Kind,
    /// What became of it.
    pub fate: Fate,
}

/// What can be covered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// A line with code.
    Line,
    /// An outcome of a branch.
    Branch(String),
    /// Something undefined happens.
    Check {
        /// The word for it.
        word: String,
        /// What is wrong then, as a sentence.
        violated: String,
    },
}

/// What became of something to cover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    /// A test covers it.
    Covered {
        /// What the test gives the program.
        input: String,
        /// Where it begins.
        entry: String,
    },
    /// No input does.
    Dead {
        /// What excludes it.
        why: String,
        /// What that takes for granted.
        assuming: Vec<String>,
    },
    /// Nobody knows.
    Open {
        /// What stopped the search.
        reason: String,
        /// What to try.
        advice: Option<String>,
        /// Where the search came closest to it.
        nearest: Option<String>,
    },
}

/// A function that no entry function calls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uncalled {
    /// Its name.
    pub name: String,
    /// Where it begins.
    pub at: Place,
}

/// Something in the source that stands in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file it is in.
    pub file: String,
    /// From 1; 0 for the file as a whole.
    pub line: u32,
    /// The byte, from 1; 0 if unknown.
    pub column: u32,
    /// What it is, and what to do instead.
    pub text: String,
    /// The entry function that cannot be explored, if others can.
    pub entry: Option<String>,
}

impl Found {
    /// What an exploration found.
    pub fn of(explored: &Explored) -> Found {
        let items = explored.items.iter().map(|item| Item {
            at: Place::of(item.at),
            kind: Kind::of(&item.what),
            fate: fate(explored, &item.fate),
        });
        let uncalled = explored.functions.iter().filter(|function| !function.is_called);
        Found {
            files: explored.files.clone(),
            items: items.collect(),
            uncalled: uncalled.map(|f| Uncalled { name: f.name.clone(), at: Place::of(f.first) }).collect(),
            problems: vec![],
            read: None,
        }
    }

    /// The same of a document with this text, and with what stands in the way.
    pub fn of_text(&self, read: Stamp, problems: Vec<Problem>) -> Found {
        Found { problems, read: Some(read), ..self.clone() }
    }

    /// Whether it is about a document with this text.
    pub fn is_about(&self, text: &str) -> bool {
        self.read.is_some_and(|read| read.is_of(text))
    }
}

impl Place {
    fn of(at: explore::Place) -> Place {
        Place { file: at.file, line: at.line, column: at.column }
    }
}

impl Kind {
    fn of(what: &What) -> Kind {
        match what {
            What::Line => Kind::Line,
            What::Branch(outcome) => Kind::Branch(outcome.to_string()),
            What::Check(check) => Kind::Check { word: check.word().into(), violated: check.violated().into() },
        }
    }
}

fn fate(explored: &Explored, fate: &explore::Fate) -> Fate {
    match fate {
        explore::Fate::Covered { test } => {
            let test = &explored.tests[*test];
            Fate::Covered { input: cut(&report::inputs_text(&test.inputs)), entry: test.entry.clone() }
        }
        explore::Fate::Dead(dead) => {
            let assuming = dead.assumptions.iter().map(|index| explored.assumptions[*index].text.clone());
            Fate::Dead { why: report::explored_why(dead), assuming: assuming.collect() }
        }
        explore::Fate::Open(open) => Fate::Open {
            reason: open.reason.clone(),
            advice: open.advice.clone(),
            nearest: open.nearest.as_ref().map(|nearest| match nearest.line {
                0 => nearest.text.clone(),
                line => format!("line {line}: {}", nearest.text),
            }),
        },
    }
}

/// The text, or what fits of it.
pub fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}
