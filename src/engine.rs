//! The doors between the command line and the engine: questions in, answers out.
//!
//! This is the only place where the command line meets the stages behind it.

use crate::answer::Answer;
use crate::budget::Budget;
use crate::diagnostic;
use crate::frontend::c::{self, Options};
use crate::program::Program;
use crate::question::{ConstraintFormat, Question};
use crate::source::Source;
use crate::term::Terms;
use std::io::IsTerminal;
use std::path::Path;
use thiserror::Error;

/// Why there is no answer at all.
#[derive(Clone, Debug, Error)]
pub enum Failure {
    /// The question is at fault; the text may have several lines.
    #[error("{0}")]
    Input(String),
    /// Lariat is.
    #[error("{0}")]
    Internal(String),
}

/// Whether the target can be reached.
pub fn reach(question: &Question, _budget: &Budget) -> Result<Answer, Failure> {
    Err(missing(&question.program))
}

/// The chain program form, for people.
pub fn chains(question: &Question, _budget: &Budget) -> Result<String, Failure> {
    Err(missing(&question.program))
}

/// The constraint systems.
pub fn constraints(question: &Question, _format: ConstraintFormat, _budget: &Budget) -> Result<String, Failure> {
    Err(missing(&question.program))
}

/// The program in a file, as the concrete interpreter runs it.
pub fn load(terms: &Terms, file: &Path, options: &Options) -> Result<Program, Failure> {
    let source = Source::read(file).map_err(|e| Failure::Input(e.to_string()))?;
    load_source(terms, &source, options)
}

/// The program of a source text; its problems as people read them.
pub fn load_source(terms: &Terms, source: &Source, options: &Options) -> Result<Program, Failure> {
    let colour = std::io::stderr().is_terminal();
    c::lower(terms, source, options).map_err(|problems| Failure::Input(diagnostic::render(&problems, source, colour)))
}

fn missing(program: &Path) -> Failure {
    Failure::Internal(format!("{}: nothing here reads programs yet", program.display()))
}
