//! A program before it is explored: where that begins, what stands in the way, and the key that its results are kept by.

use super::Setup;
use super::found::Problem;
use super::text::Stamp;
use crate::budget::Budget;
use crate::diagnostic::{Diagnostic, Subject};
use crate::explore::{How, Wanted};
use crate::fingerprint::Fingerprint;
use crate::frontend::{Ahead, Apart, Read};
use crate::layouts;
use crate::program::Span;
use crate::question::Question;
use crate::source::Source;
use crate::task::{self, Failure, Reading};
use crate::term::Terms;
use crate::world::Globals;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// What an editor shows.
const ALL: Wanted = Wanted { lines: true, branches: true, checks: true };

/// What is to be read, and how.
#[derive(Clone)]
pub struct Job {
    question: Question,
    entries: Vec<String>,
    per_target: Duration,
    timeout: Duration,
}

/// A program that can be explored.
pub struct Ready {
    /// The question about it, with what was read.
    pub question: Question,
    /// The same alone.
    pub read: Arc<Read>,
    /// How to explore it.
    pub how: How,
    /// Two programs with the same one have the same results.
    pub key: String,
    /// Entry functions that cannot be explored.
    pub problems: Vec<Problem>,
}

impl Job {
    /// The program of a file.
    pub fn new(setup: &Setup, path: &Path) -> Result<Job, Failure> {
        Ok(Job {
            question: (setup.question)(path)?,
            entries: setup.entries.clone(),
            per_target: setup.per_target,
            timeout: setup.timeout,
        })
    }

    /// Reads the program; or what stands in the way. The stamp is that of the document's own text.
    pub fn ready(self, budget: &Budget) -> Result<(Stamp, Result<Ready, Vec<Problem>>), Failure> {
        let Job { mut question, entries, per_target, timeout, .. } = self;
        let (source, parsed) = task::parse(&reading(&question, budget))?;
        let stamp = of_document(&source);
        let parsed = match parsed {
            Ok(parsed) => parsed,
            Err(problems) => return Ok((stamp, Err(problems.iter().map(|p| problem(&source, p)).collect()))),
        };
        let defined = parsed.all_defined(&source);
        let entries = chosen(entries, &defined);
        let how = How {
            wanted: ALL,
            entries,
            per_target,
            per_entry: timeout,
            certificates: false,
            initially: false,
            before: Arc::default(),
        };
        if how.entries.is_empty() {
            question.world.globals = Globals::Any;
        }
        let read = Arc::new(Read { source, parsed });
        // Read once more only if there are other globals than were thought, which changes what is lowered and not the tree.
        let options = task::options(&reading(&question, budget));
        let files = question.files().map(|(path, _)| path.to_path_buf()).collect();
        question.ahead = Some(Arc::new(Ahead { files, options, read: read.clone() }));
        let mut key = asked(&question, &how, timeout, &defined);
        if !read.parsed.layouts().is_empty() {
            key.add(&layouts::whom());
        }
        let mut problems = Vec::new();
        let all: Vec<&String> = match &how.entries[..] {
            [] => defined.iter().map(|(name, _)| name).collect(),
            named => named.iter().collect(),
        };
        for entry in &all {
            let question = Question { entry: entry.to_string(), ..question.clone() };
            let options = task::options(&reading(&question, budget));
            let terms = Terms::new();
            match task::lower_parsed(&read.parsed, &terms, &read.source, &options, budget)? {
                Ok(program) => key.add_program(&program, &terms),
                Err(refused) => problems.extend(refused.iter().map(|refused| {
                    let problem = problem(&read.source, refused);
                    key.add(&problem.text);
                    Problem { entry: (all.len() > 1).then(|| entry.to_string()), ..problem }
                })),
            }
        }
        let key = key.finish();
        Ok((stamp, Ok(Ready { question, read, how, key, problems })))
    }

    /// The question whether a line of a file is reached, from `main` if there is one, else from the function around it. The
    /// stamp is as above.
    pub fn about(self, path: &Path, line: u32, budget: &Budget) -> Result<(Stamp, Question), Failure> {
        let read = task::read(&reading(&self.question, budget))?;
        let defined = read.parsed.defined(&read.source);
        let mut question = self.question;
        let entry = match chosen(self.entries, &defined).into_iter().next() {
            Some(entry) => entry,
            None => {
                question.world.globals = Globals::Any;
                let name = path.display().to_string();
                let is_before = |at: &Span| read.source.file_name(at.file) == name && at.line <= line;
                let around = defined.iter().filter(|(_, at)| is_before(at)).max_by_key(|(_, at)| at.line);
                let (name, _) = around.or(defined.first()).ok_or_else(no_function)?;
                name.clone()
            }
        };
        Ok((of_document(&read.source), Question { entry, ..question }))
    }
}

/// The text of the document that a program is read for: its first file.
fn of_document(source: &Source) -> Stamp {
    Stamp::of(source.written(0))
}

fn no_function() -> Failure {
    Failure::input(Subject::Program, "the program defines no function")
}

/// How an exploration reads its program first.
fn reading<'a>(question: &'a Question, budget: &'a Budget) -> Reading<'a> {
    Reading { apart: Apart::Operands, assume: &[], ..Reading::of(question, budget) }
}

/// The entry functions that are named; else `main` if there is one, and none, which stands for all, otherwise.
fn chosen(named: Vec<String>, defined: &[(String, Span)]) -> Vec<String> {
    match named.is_empty() && defined.iter().any(|(name, _)| name == "main") {
        true => vec!["main".into()],
        false => named,
    }
}

fn problem(source: &Source, diagnostic: &Diagnostic) -> Problem {
    let help = diagnostic.help.iter().map(|help| format!("\n{help}"));
    Problem {
        file: source.file_name(diagnostic.span.file).to_string(),
        line: diagnostic.span.line,
        column: diagnostic.span.column,
        text: diagnostic.message.clone() + &help.collect::<String>(),
        entry: None,
    }
}

/// What results depend on besides the program: how it was asked, and who answers; that is another compiler, too, where
/// layouts are stated.
fn asked(question: &Question, how: &How, timeout: Duration, defined: &[(String, Span)]) -> Fingerprint {
    let mut key = Fingerprint::new();
    let plain = Question { ahead: None, ..question.clone() };
    key.add(&format!("{plain:?}"));
    key.add(&format!("{how:?} {timeout:?}"));
    key.add(&format!("{defined:?}"));
    key
}
