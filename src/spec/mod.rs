//! Questions that are kept in files: YAML specs, SV-COMP task definitions, and
//! C programs whose first comment says what is expected.
//!
//! [`load`] finds and reads them, and reports every mistake with its place. What
//! only the engines can see (a target that is not there, assumptions that
//! contradict one another) comes out when a question is asked, in
//! [`crate::runner`]; the places for that are kept with each question.

mod document;
mod fields;
mod find;
mod header;
mod read;
mod schema;
mod shape;
mod task;

#[cfg(test)]
mod tests;

pub use find::load;
pub use schema::schema;

use crate::diagnostic::Diagnostic;
use crate::program::{Span, Target};
use crate::question::{DataModel, Overflow};
use crate::source::Source;
use crate::world::World;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Everything that was found.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    /// The files with questions, by path.
    pub specs: Vec<Spec>,
    /// Snapshot folders that were passed on the way.
    pub folders: Vec<PathBuf>,
}

/// A file with questions.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The file, as it is written for people.
    pub path: PathBuf,
    /// Its text, for mistakes.
    pub source: Source,
    /// What is asked, in the order of the file. Questions with mistakes are not among them.
    pub questions: Vec<Asked>,
    /// What is wrong with the file.
    pub mistakes: Vec<Diagnostic>,
    /// Where its snapshots are.
    pub snapshots: PathBuf,
    /// Snapshots it asks for, those of questions with mistakes included.
    pub wanted: Vec<String>,
}

/// One question of a spec.
#[derive(Clone, Debug)]
pub struct Asked {
    /// What sets it apart within its file.
    pub name: String,
    /// The program.
    pub program: PathBuf,
    /// Its further files.
    pub others: Vec<PathBuf>,
    /// The entry function.
    pub entry: String,
    /// What is asked about.
    pub target: Target,
    /// Macros for the preprocessor.
    pub define: Vec<String>,
    /// Folders for included files.
    pub include: Vec<PathBuf>,
    /// What is assumed of the inputs.
    pub assume: Vec<String>,
    /// Functions of the C library without a model whose results are inputs.
    pub havoc: Vec<String>,
    /// What is taken to hold of what lies outside of the program.
    pub world: World,
    /// The widths of C's types.
    pub data_model: DataModel,
    /// What signed arithmetic beyond its type does.
    pub signed_overflow: Overflow,
    /// Its own limits.
    pub limits: Limits,
    /// The right answer, if it is known.
    pub expect: Option<Expected>,
    /// The answer that is known to come instead.
    pub expect_today: Option<Expected>,
    /// What is compared with snapshots.
    pub snapshot: Vec<Listing>,
    /// Where it stands in its file.
    pub places: Places,
}

/// Limits that a spec sets; the runner's own are used for the others.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Wall time.
    pub timeout: Option<Duration>,
    /// Bytes of resident memory.
    pub memory: Option<u64>,
    /// Steps of a replay.
    pub replay_steps: Option<u64>,
}

/// The places of a question that an error may be about.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The question as a whole.
    pub question: Place,
    /// The program.
    pub program: Place,
    /// The entry function, if it is named.
    pub entry: Option<Place>,
    /// The target.
    pub target: Place,
    /// Each assumption.
    pub assume: Vec<Place>,
    /// What is expected today.
    pub expect_today: Option<Place>,
}

/// A part of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Where it begins.
    pub span: Span,
    /// How many bytes it covers.
    pub length: usize,
}

/// A verdict somebody expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Some input reaches the target.
    Reachable,
    /// No input does.
    Unreachable,
    /// It is too hard.
    Unknown,
}

/// What can be kept as a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// The chain program form.
    Chains,
    /// The constraint systems.
    Constraints,
    /// What every input that gets there satisfies, without counters.
    Condition,
}

impl Expected {
    /// The verdict that this word means.
    pub fn of(word: &str) -> Option<Expected> {
        [Expected::Reachable, Expected::Unreachable, Expected::Unknown].into_iter().find(|e| e.word() == word)
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Expected::Reachable => "reachable",
            Expected::Unreachable => "unreachable",
            Expected::Unknown => "unknown",
        }
    }
}

impl Listing {
    /// The listing that this word means.
    pub fn of(word: &str) -> Option<Listing> {
        [Listing::Chains, Listing::Constraints, Listing::Condition].into_iter().find(|l| l.word() == word)
    }

    /// The options of the subcommand, once for each text that is kept.
    pub fn options(self) -> &'static [&'static [&'static str]] {
        match self {
            Listing::Chains | Listing::Constraints => &[&[]],
            Listing::Condition => {
                &[&["--quantifiers", "eliminate"], &["--quantifiers", "eliminate", "--format", "smt2"]]
            }
        }
    }

    /// The subcommand that prints it.
    pub fn word(self) -> &'static str {
        match self {
            Listing::Chains => "chains",
            Listing::Constraints => "constraints",
            Listing::Condition => "condition",
        }
    }
}

impl Spec {
    fn new(path: &Path, source: Source) -> Spec {
        Spec {
            path: path.to_path_buf(),
            source,
            questions: vec![],
            mistakes: vec![],
            snapshots: folder(path).join("snapshots"),
            wanted: vec![],
        }
    }

    /// The name of the file that keeps a listing of a question.
    pub fn snapshot_name(&self, question: &str, listing: Listing) -> String {
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        let plain = |c: char| if c.is_alphanumeric() || c == '.' || c == '_' { c } else { '-' };
        format!("{stem}.{}.{}.snap", question.chars().map(plain).collect::<String>(), listing.word())
    }
}

impl Asked {
    fn new(program: PathBuf, target: Target) -> Asked {
        Asked {
            name: String::new(),
            program,
            others: vec![],
            entry: "main".into(),
            target,
            define: vec![],
            include: vec![],
            assume: vec![],
            havoc: vec![],
            world: World::default(),
            data_model: DataModel::Lp64,
            signed_overflow: Overflow::Undefined,
            limits: Limits::default(),
            expect: None,
            expect_today: None,
            snapshot: vec![],
            places: Places::default(),
        }
    }

    /// What the question is called if nobody named it: its target, and the macros that are its own.
    fn name_by(&mut self, own_macros: &[String]) {
        let words = std::iter::once(self.target.to_string()).chain(own_macros.iter().cloned());
        self.name = words.collect::<Vec<_>>().join(" ");
    }
}

/// A path without links, and from the root: the same for all names of a file. As it is where there is no file.
pub(crate) fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// The folder of a file; empty for one in the current folder.
fn folder(file: &Path) -> &Path {
    file.parent().unwrap_or(Path::new(""))
}
