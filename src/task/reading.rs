//! From files to the program that they are.

use super::{Failure, given};
use crate::budget::Budget;
use crate::diagnostic::{self, Diagnostic, Subject};
use crate::frontend::{self, Ahead, Apart, Options, Parsed, Read};
use crate::program::{Check, Original, Program, Target};
use crate::question::{DataModel, Other, Overflow, Question};
use crate::solver;
use crate::source::Source;
use crate::term::Terms;
use crate::world::World;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::thread;

/// How to read a program, apart from the target.
#[derive(Clone, Debug)]
pub struct Reading<'a> {
    /// The program file.
    pub program: &'a Path,
    /// Flags for Clang, such as `-I` and `-D`: of the list in [`crate::flags`].
    pub flags: &'a [String],
    /// Its further files.
    pub others: &'a [Other],
    /// The entry function.
    pub entry: &'a str,
    /// The widths of C's types.
    pub data_model: DataModel,
    /// What signed arithmetic beyond its type does.
    pub signed_overflow: Overflow,
    /// How often a function may call itself, tail calls aside.
    pub recursion: usize,
    /// What is taken to hold of what lies outside of the program.
    pub world: World,
    /// What holds when the entry function begins.
    pub assume: &'a [String],
    /// Functions of the C library without a model that are inputs.
    pub havoc: &'a BTreeSet<String>,
    /// Whether memory is asked about that is never freed.
    pub leaks: bool,
    /// Whether what the entry function returns matters, and what global variables hold then.
    pub returns: bool,
    /// Whether what the program puts out is kept; for microc only.
    pub outputs: bool,
    /// Whether all values from outside are one stream, in the order in which they are read; for microc only.
    pub tape: bool,
    /// What is told apart because it is asked about.
    pub apart: Apart,
    /// What is asked about, if paths go on to there where a value is left open.
    pub open_to: Option<&'a Target>,
    /// Whether solvers are going to be asked about it.
    pub solves: bool,
    /// So many simple ways are few: branches are folded where there are more.
    pub ways: u64,
    /// How long that may take.
    pub budget: &'a Budget,
    /// What was read before.
    pub ahead: Option<&'a Ahead>,
}

impl<'a> Reading<'a> {
    /// The files of the program.
    fn files(&self) -> impl Iterator<Item = &'a Path> {
        std::iter::once(self.program).chain(self.others.iter().map(|other| other.file.as_path()))
    }

    /// How a question wants its program read.
    pub fn of(question: &'a Question, budget: &'a Budget) -> Reading<'a> {
        Reading {
            program: &question.program,
            flags: &question.flags,
            others: &question.others,
            entry: &question.entry,
            data_model: question.data_model,
            signed_overflow: question.signed_overflow,
            recursion: question.recursion,
            world: question.world.asked(&question.target),
            assume: &question.assume,
            havoc: &question.havoc,
            leaks: question.target == Target::Check(Check::Leak),
            returns: false,
            outputs: false,
            tape: false,
            apart: Apart::needed(&question.target),
            open_to: None,
            solves: true,
            ways: question.limits.ways,
            budget,
            ahead: question.ahead.as_deref(),
        }
    }

    /// The same for who asks about the target and nothing else.
    pub fn to_target(question: &'a Question, budget: &'a Budget) -> Reading<'a> {
        Reading { open_to: Some(&question.target), ..Reading::of(question, budget) }
    }
}

/// The program itself, as the concrete interpreter runs it.
pub fn load(terms: &Terms, reading: &Reading) -> Result<Original, Failure> {
    lower(terms, &*read(reading)?, reading)
}

/// Reads the program of a question, for others that want it read in the same way.
pub fn read_ahead(question: &Question, budget: &Budget) -> Result<Ahead, Failure> {
    let reading = Reading { solves: false, ..Reading::of(question, budget) };
    Ok(Ahead {
        files: question.files().map(|(path, _)| path.to_path_buf()).collect(),
        options: options(&reading),
        read: read(&reading)?,
    })
}

/// The program as Clang reads it, or what Clang complains about.
pub(crate) fn read(reading: &Reading) -> Result<Arc<Read>, Failure> {
    if let Some(read) = reading.ahead.and_then(|ahead| ahead.of(reading.files(), &options(reading))) {
        return Ok(read);
    }
    let (source, parsed) = parse(reading)?;
    match parsed {
        Ok(parsed) => Ok(Arc::new(Read { source, parsed })),
        Err(problems) => Err(refused(&problems, &source)),
    }
}

/// The same with the complaints as they are.
pub(crate) fn parse(reading: &Reading) -> Result<(Source, Result<Parsed, Vec<Diagnostic>>), Failure> {
    let mut source =
        Source::read_all(reading.program, reading.files().skip(1)).map_err(|e| Failure::input(Subject::Program, e))?;
    let options = options(reading);
    let parsed = thread::scope(|threads| {
        let work = || frontend::parse(&mut source, &options);
        let parsing = thread::Builder::new().name("reading".into()).spawn_scoped(threads, work);
        if reading.solves {
            // z3 takes about as long to start as Clang does, and belongs to the thread that asks.
            solver::warm_up();
        }
        match parsing.map(thread::ScopedJoinHandle::join) {
            Ok(Ok(parsed)) => Ok(parsed),
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(e) => Err(Failure::Internal(format!("there is no thread to read the program in: {e}"))),
        }
    })?;
    match reading.budget.stop() {
        Some(stop) => Err(Failure::Stopped(stop)),
        None => Ok((source, parsed)),
    }
}

/// What stands in the way of an answer.
fn refused(problems: &[Diagnostic], source: &Source) -> Failure {
    let subject = problems.first().map_or(Subject::Program, |first| first.subject);
    Failure::input(subject, diagnostic::render(problems, source, false))
}

/// How a front end has to read the program.
pub(crate) fn options(reading: &Reading) -> Options {
    Options {
        entry: reading.entry.to_string(),
        data_model: reading.data_model,
        signed_overflow: reading.signed_overflow,
        recursion: reading.recursion,
        world: reading.world,
        assume: reading.assume.to_vec(),
        havoc: reading.havoc.clone(),
        leaks: reading.leaks,
        returns: reading.returns,
        outputs: reading.outputs,
        tape: reading.tape,
        apart: reading.apart,
        arguments: reading.flags.to_vec(),
        others: reading.others.iter().map(|other| other.flags.clone()).collect(),
    }
}

/// The program that was read, from the entry function on, under assumptions that can hold.
pub(crate) fn lower(terms: &Terms, read: &Read, reading: &Reading) -> Result<Original, Failure> {
    let Read { source, parsed } = read;
    let lowered = lower_parsed(parsed, terms, source, &options(reading), reading.budget)?;
    let program = lowered.map_err(|problems| refused(&problems, source))?;
    given::check(terms, &program, reading.assume)?;
    Ok(match reading.open_to {
        Some(target) => Original::open_to(program, terms, target),
        None => Original::of(program),
    })
}

/// The program from the entry function on, or what stands in the way, in the time there is.
pub(crate) fn lower_parsed(
    parsed: &Parsed,
    terms: &Terms,
    source: &Source,
    options: &Options,
    budget: &Budget,
) -> Result<Result<Program, Vec<Diagnostic>>, Failure> {
    match (parsed.lower(terms, source, options, &|| budget.stop().is_some()).transpose(), budget.stop()) {
        (Some(lowered), _) => Ok(lowered),
        (None, Some(stop)) => Err(Failure::Stopped(stop)),
        (None, None) => Err(Failure::Internal("reading stopped, and nothing had said so".into())),
    }
}
