//! The doors between the command line and the engine: questions in, answers out.
//!
//! This is the only place where the command line meets the stages behind it.

use crate::answer::Answer;
use crate::budget::Budget;
use crate::program::Program;
use crate::question::{ConstraintFormat, Question};
use crate::term::Terms;
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

/// How to read a program, apart from the target.
#[derive(Clone, Debug)]
pub struct Reading<'a> {
    /// The program file.
    pub program: &'a Path,
    /// The entry function.
    pub entry: &'a str,
    /// The widths of C's types.
    pub data_model: crate::question::DataModel,
    /// What signed arithmetic beyond its type does.
    pub signed_overflow: crate::question::Overflow,
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

/// The program itself, as the concrete interpreter runs it.
pub fn load(_terms: &Terms, reading: &Reading) -> Result<Program, Failure> {
    Err(missing(reading.program))
}

fn missing(program: &Path) -> Failure {
    Failure::Internal(format!("{}: nothing here reads programs yet", program.display()))
}
