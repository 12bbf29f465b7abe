//! What comes of an exploration, as plain data.

use super::chains::Graph;
use super::saved::Saved;
use crate::answer::{Assumed, Confirmation, Forms, InputReport, Nearest, Refutation, RefutedBy, StateStats};
use crate::certificate::Files;
use crate::flags::shell_word;
use crate::program::{BranchOutcome, Check, TargetError, named_file};
use std::fmt;

/// What is known of each line, branch and check of a program.
#[derive(Clone, Debug)]
pub struct Explored {
    /// The program file.
    pub program: String,
    /// How each question about it is asked alone.
    pub asking: Asking,
    /// Source files, in the order [`Place::file`] numbers them.
    pub files: Vec<String>,
    /// What was read there, where that is known.
    pub texts: Vec<Option<String>>,
    /// The entry functions, in the order they were explored.
    pub entries: Vec<Entry>,
    /// The functions with a body in files of the program, in the order of these.
    pub functions: Vec<Function>,
    /// What there is to cover, in the order of the files.
    pub items: Vec<Item>,
    /// A small set of tests that covers what is covered.
    pub tests: Vec<Test>,
    /// All that dead items take for granted.
    pub assumptions: Vec<Assumed>,
    /// The chains of the program, from the first ones of the entry functions.
    pub graphs: Vec<Graph>,
    /// Why it ended before everything was asked about, if it did.
    pub stopped: Option<String>,
    /// What it cost.
    pub stats: Stats,
    /// What another exploration goes on from.
    pub saved: Saved,
}

/// What a command has besides the entry function and the target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asking {
    /// The files of the program, and options.
    pub words: Vec<String>,
    /// Flags for Clang, which come last.
    pub flags: Vec<String>,
}

impl Asking {
    /// What stands before and behind the target in a command that asks about it, as a shell takes it.
    pub fn around(&self, entry: &str) -> (String, String) {
        let shown = |words: &[String]| words.iter().map(|word| format!(" {}", shell_word(word))).collect::<String>();
        let entry = if entry == "main" { String::new() } else { format!(" --entry {}", shell_word(entry)) };
        let flags = if self.flags.is_empty() { String::new() } else { format!(" --{}", shown(&self.flags)) };
        (format!("lariat reach{}{entry} --target ", shown(&self.words)), flags)
    }
}

/// An entry function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Why it could not be explored, if so.
    pub refused: Option<String>,
    /// Why nothing is known to be dead but what was excluded all the same: paths may leave the model.
    pub gap: Option<String>,
    /// What executing states did, if some were executed.
    pub states: Option<Box<StateStats>>,
    /// Internal errors that single questions ended with: bugs in Lariat. What was asked about is open.
    pub mistakes: Vec<String>,
}

impl Entry {
    /// Why nothing is known to be dead because of this entry function, but what was excluded all the same, if so.
    pub(super) fn untold(&self) -> Option<String> {
        match (&self.refused, &self.gap) {
            (Some(_), _) => Some(format!("`{}` cannot be explored, and might lead there", self.name)),
            (None, gap) => gap.clone(),
        }
    }
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Where it begins.
    pub first: Place,
    /// Where it ends.
    pub last: Place,
    /// Whether some entry function is it or calls it, through others perhaps.
    pub is_called: bool,
}

impl Function {
    /// Whether a place is in it.
    pub fn holds(&self, at: Place) -> bool {
        self.first.file == at.file && (self.first.line..=self.last.line).contains(&at.line)
    }
}

/// A place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// An index into [`Explored::files`].
    pub file: usize,
    /// From 1.
    pub line: u32,
    /// From 1; 0 for a whole line.
    pub column: u32,
}

/// Something to cover.
#[derive(Clone, Debug)]
pub struct Item {
    /// What.
    pub what: What,
    /// Where.
    pub at: Place,
    /// What became of it.
    pub fate: Fate,
    /// Of what is not dead where globals may hold anything: why it is where they hold what they begin with, if so.
    pub initially: Option<Dead>,
}

/// What can be covered.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum What {
    /// A statement, or a part of one, that starts on a line.
    Line,
    /// A statement that branches goes on so.
    Branch(BranchOutcome),
    /// Something undefined of this kind happens.
    Check(Check),
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Line => write!(f, "line"),
            What::Branch(outcome) => write!(f, "branch {outcome}"),
            What::Check(check) => write!(f, "{}", check.word()),
        }
    }
}

/// What became of something to cover.
#[derive(Clone, Debug)]
pub enum Fate {
    /// A test covers it.
    Covered {
        /// Which, an index into [`Explored::tests`].
        test: usize,
    },
    /// No input does, from none of the entry functions.
    Dead(Dead),
    /// Nobody knows.
    Open(Open),
}

/// Why something is dead.
#[derive(Clone, Debug)]
pub struct Dead {
    /// How that was found; nothing if no entry function leads there by any calls or branches.
    pub by: Option<RefutedBy>,
    /// What excludes it.
    pub why: Vec<Refutation>,
    /// What that takes for granted: indices into [`Explored::assumptions`].
    pub assumptions: Vec<usize>,
    /// Certificates, if they were wanted: one for each entry function.
    pub proofs: Vec<Proof>,
}

/// A certificate that something is dead.
#[derive(Clone, Debug)]
pub struct Proof {
    /// From which entry function.
    pub entry: String,
    /// Its files, or why there is none.
    pub files: Result<Files, String>,
}

/// Why something is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// What stopped the search.
    pub reason: String,
    /// What to try.
    pub advice: Option<String>,
    /// Where the search came closest to it.
    pub nearest: Option<Nearest>,
}

/// An input, and what it covers.
#[derive(Clone, Debug)]
pub struct Test {
    /// The entry function.
    pub entry: String,
    /// The inputs, in reading order.
    pub inputs: Vec<InputReport>,
    /// The loops on the way, each with its rounds, in the order of the source.
    pub loops: Vec<Rounds>,
    /// How many steps it has.
    pub steps: u64,
    /// Items that it covers: indices into [`Explored::items`].
    pub covers: Vec<usize>,
    /// Where its program stops, where that is not where the run ends: at the last of its lines.
    pub stops_at: Option<Place>,
    /// How it goes on and ends.
    pub end: End,
    /// As a program, and as a test case of KLEE.
    pub forms: Forms,
    /// What the compiled program says, if it was asked.
    pub confirmation: Option<Confirmation>,
}

/// How often a run went round a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounds {
    /// Where the loop is.
    pub at: Place,
    /// How often, all times that the loop was entered together.
    pub rounds: u64,
}

/// How a run ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The entry function returns, or the program exits.
    Over,
    /// What happens next is undefined.
    Undefined {
        /// What does not hold.
        check: Check,
        /// Where.
        at: Place,
    },
    /// What the program does next is not modelled.
    Gap(String),
    /// It goes on as an assumption excludes: what it was given behind its last line is nothing that there is.
    Assumption,
    /// A limit stopped it.
    Limit,
}

/// What an exploration cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// Wall time.
    pub wall_ms: f64,
    /// How many items were asked about one by one.
    pub questions: u64,
}

/// How many items came to what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// With a test.
    pub covered: usize,
    /// With a proof that there is none.
    pub dead: usize,
    /// With neither.
    pub open: usize,
}

impl Counts {
    /// Of some items.
    pub fn of<'a>(items: impl IntoIterator<Item = &'a Item>) -> Counts {
        let mut counts = Counts::default();
        for item in items {
            match item.fate {
                Fate::Covered { .. } => counts.covered += 1,
                Fate::Dead(_) => counts.dead += 1,
                Fate::Open(_) => counts.open += 1,
            }
        }
        counts
    }

    /// All of them.
    pub fn all(self) -> usize {
        self.covered + self.dead + self.open
    }
}

impl Explored {
    /// Where something is, as `file:line`.
    pub fn show(&self, at: Place) -> String {
        format!("{}:{}", self.files[at.file], at.line)
    }

    /// What became of a line that is named as a target names it; nothing where it has no code. An error says what is wrong
    /// with the name of its file.
    pub fn line(&self, file: Option<&str>, line: u32) -> Result<Option<&Fate>, TargetError> {
        let used = self.items.iter().map(|item| item.at.file as u32).collect();
        let file = named_file(&self.files, &used, file)? as usize;
        let is_it = |item: &&Item| item.what == What::Line && (item.at.file, item.at.line) == (file, line);
        Ok(self.items.iter().find(is_it).map(|item| &item.fate))
    }

    /// What asks about an item alone, as `--target` of `lariat reach` has it.
    pub fn target(&self, item: &Item) -> String {
        let Place { line, column, .. } = item.at;
        let file = &self.files[item.at.file];
        match &item.what {
            What::Line => format!("{file}:{line}"),
            What::Branch(outcome) => format!("branch:{file}:{line}:{column}:{outcome}"),
            What::Check(check) => format!("{}@{file}:{line}:{column}", check.word()),
        }
    }

    /// An entry function that a question about an item can begin in: the one whose test covers it, the function that it
    /// lies in, or the first one.
    pub fn entry_of(&self, item: &Item) -> &str {
        if let Fate::Covered { test } = &item.fate {
            return &self.tests[*test].entry;
        }
        let explored = || self.entries.iter().filter(|entry| entry.refused.is_none());
        let around = self.function_of(item.at).and_then(|f| explored().find(|entry| entry.name == f.name));
        around.or(explored().next()).map_or("main", |entry| &entry.name)
    }

    /// The function that a place lies in.
    pub fn function_of(&self, at: Place) -> Option<&Function> {
        self.functions.iter().find(|f| f.holds(at))
    }

    /// Undefined behaviour that some test meets.
    pub fn errors(&self) -> impl Iterator<Item = (&Item, Check, usize)> {
        self.items.iter().filter_map(|item| match (&item.what, &item.fate) {
            (What::Check(check), Fate::Covered { test }) => Some((item, *check, *test)),
            _ => None,
        })
    }
}
