//! From a file to the sliced SSA program that is unfolded into chains.

use super::{Failure, assumed};
use crate::budget::Budget;
use crate::diagnostic::{self, Subject};
use crate::frontend::{self, Options};
use crate::interval;
use crate::program::{Aimed, Program, Target, aim, prune, ssa};
use crate::question::{DataModel, Overflow, Question};
use crate::source::{Preprocessing, Source, SourceError};
use crate::term::Terms;
use std::path::Path;

/// How to read a program, apart from the target.
#[derive(Clone, Debug)]
pub struct Reading<'a> {
    /// The program file.
    pub program: &'a Path,
    /// Further arguments of the preprocessor, such as `-I` and `-D`.
    pub preprocessor: &'a [String],
    /// The entry function.
    pub entry: &'a str,
    /// The widths of C's types.
    pub data_model: DataModel,
    /// What signed arithmetic beyond its type does.
    pub signed_overflow: Overflow,
    /// What holds when the entry function begins.
    pub assume: &'a [String],
    /// How long that may take.
    pub budget: &'a Budget,
}

impl<'a> Reading<'a> {
    /// How a question wants its program read.
    pub fn of(question: &'a Question, budget: &'a Budget) -> Reading<'a> {
        Reading {
            program: &question.program,
            preprocessor: &question.preprocessor,
            entry: &question.entry,
            data_model: question.data_model,
            signed_overflow: question.signed_overflow,
            assume: &question.assume,
            budget,
        }
    }
}

/// A program on its way to chains.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// As it was read: what replays run.
    pub original: Program,
    /// Stopped at the target.
    pub aimed: Aimed,
    /// In SSA form, simplified, and sliced towards the target.
    pub sliced: Program,
}

/// The program itself, as the concrete interpreter runs it.
pub fn load(terms: &Terms, reading: &Reading) -> Result<Program, Failure> {
    let how = Preprocessing {
        arguments: reading.preprocessor,
        narrow: matches!(reading.data_model, DataModel::Ilp32),
        stop: &|| reading.budget.stop().is_some(),
    };
    let mut source = Source::read_with(reading.program, &how).map_err(|e| match (e, reading.budget.stop()) {
        (SourceError::Stopped, Some(stop)) => Failure::Stopped(stop),
        (e, _) => Failure::input(Subject::Program, e),
    })?;
    lower(terms, &mut source, reading)
}

/// The program a source stands for, under assumptions that can hold.
pub(super) fn lower(terms: &Terms, source: &mut Source, reading: &Reading) -> Result<Program, Failure> {
    let assume = frontend::append_assumptions(source, reading.assume);
    let options = Options {
        entry: reading.entry.to_string(),
        data_model: reading.data_model,
        signed_overflow: reading.signed_overflow,
        assume,
    };
    let program = frontend::lower(terms, source, &options).map_err(|all| {
        let subject = all.first().map_or(Subject::Program, |first| first.subject);
        Failure::input(subject, diagnostic::render(&all, source, false))
    })?;
    assumed::check(terms, &program, reading.assume)?;
    Ok(program)
}

/// Reads a program and prepares it for a question about `target`.
pub fn prepare(terms: &Terms, reading: &Reading, target: &Target) -> Result<Prepared, Failure> {
    prepare_program(terms, load(terms, reading)?, target)
}

/// Prepares a program for a question about `target`.
pub fn prepare_program(terms: &Terms, original: Program, target: &Target) -> Result<Prepared, Failure> {
    let aimed = aim(&original, terms, target).map_err(|e| Failure::input(Subject::Target, e))?;
    let [.., (_, sliced)] = stages(terms, &aimed);
    Ok(Prepared { original, aimed, sliced })
}

/// The program after each step towards the one that is unfolded.
pub(super) fn stages(terms: &Terms, aimed: &Aimed) -> [(&'static str, Program); 4] {
    let pruned = prune::towards(&aimed.program, aimed.target);
    let states = interval::analyse(terms, &pruned);
    let simple = prune::towards(&interval::simplify(terms, &pruned, &states), aimed.target);
    let converted = ssa::convert(terms, &simple, &states);
    let sliced = prune::slice(terms, &converted, aimed.target);
    [("pruned", pruned), ("simplified", simple), ("SSA", converted), ("sliced", sliced)]
}
