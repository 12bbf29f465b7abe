//! From a file to the sliced SSA program, with branches folded where they multiply ways, that is unfolded into chains.

use super::{Failure, assumed};
use crate::budget::Budget;
use crate::diagnostic::{self, Diagnostic, Subject};
use crate::frontend::{self, Ahead, Options, Parsed, Read};
use crate::interval::{self, States};
use crate::program::{
    Aimed, Check, EdgeRef, Instruction, LocationId, Program, Target, aim, control, elements, fold, prune, ssa, tables,
};
use crate::question::{DataModel, Other, Overflow, Question};
use crate::solver;
use crate::source::Source;
use crate::term::{Sort, Terms};
use crate::world::World;
use petgraph::Direction;
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
            world: question.world,
            assume: &question.assume,
            havoc: &question.havoc,
            leaks: question.target == Target::Check(Check::Leak),
            solves: true,
            ways: question.limits.ways,
            budget,
            ahead: question.ahead.as_deref(),
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
    /// The same with what ranges tell.
    pub ranged: Ranged,
    /// What it rests on if the target is unreachable: what lies on ways there, without what ranges prove or exclude, but
    /// with the checks that always fail; everything if nothing lies there.
    pub rests: Program,
    /// The conditions that exclude every way to the target by the ranges of variables, with their lines; none if
    /// some way is left.
    pub excluding: Vec<(u32, String)>,
    /// In SSA form, simplified, and sliced towards the target, with branches folded where ways are many.
    pub sliced: Program,
}

/// A program with the ranges of its variables.
#[derive(Clone, Debug)]
pub struct Ranged {
    /// What lies on ways to the target.
    pub pruned: Program,
    /// The ranges of variables in it.
    pub states: States,
    /// What still lies on ways to the target without what ranges prove or exclude.
    pub simplified: Program,
}

/// The program after each step towards the one that is unfolded.
pub(super) struct Stages {
    /// What lies on ways to the target, and what ranges tell of it.
    pub ranged: Ranged,
    /// Without what ranges prove or exclude, but with the checks that always fail.
    pub rests: Program,
    /// In static single assignment form.
    pub ssa: Program,
    /// Without what the target does not depend on.
    pub sliced: Program,
    /// The same with branches folded where ways are many.
    pub folded: Program,
}

/// A question, and the program that it is about.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub question: &'a Question,
    pub read: &'a Read,
}

/// The program itself, as the concrete interpreter runs it.
pub fn load(terms: &Terms, reading: &Reading) -> Result<Program, Failure> {
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
pub(super) fn read(reading: &Reading) -> Result<Arc<Read>, Failure> {
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
pub(super) fn parse(reading: &Reading) -> Result<(Source, Result<Parsed, Vec<Diagnostic>>), Failure> {
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
pub(super) fn options(reading: &Reading) -> Options {
    Options {
        entry: reading.entry.to_string(),
        data_model: reading.data_model,
        signed_overflow: reading.signed_overflow,
        recursion: reading.recursion,
        world: reading.world,
        assume: reading.assume.to_vec(),
        havoc: reading.havoc.clone(),
        leaks: reading.leaks,
        arguments: reading.flags.to_vec(),
        others: reading.others.iter().map(|other| other.flags.clone()).collect(),
    }
}

/// The program that was read, from the entry function on, under assumptions that can hold.
pub(super) fn lower(terms: &Terms, read: &Read, reading: &Reading) -> Result<Program, Failure> {
    let Read { source, parsed } = read;
    let lowered = lower_parsed(parsed, terms, source, &options(reading), reading.budget)?;
    let program = lowered.map_err(|problems| refused(&problems, source))?;
    assumed::check(terms, &program, reading.assume)?;
    Ok(program)
}

/// The program from the entry function on, or what stands in the way, in the time there is.
pub(super) fn lower_parsed(
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

/// Reads a program and prepares it for a question about `target`.
pub fn prepare(terms: &Terms, reading: &Reading, target: &Target) -> Result<Prepared, Failure> {
    prepare_program(terms, load(terms, reading)?, target, (reading.ways, reading.budget))
}

/// Prepares a program for a question about `target`; up to so many `ways` are few. Where the budget is used up before it
/// is done, the program is prepared less well.
pub fn prepare_program(
    terms: &Terms,
    original: Program,
    target: &Target,
    effort: (u64, &Budget),
) -> Result<Prepared, Failure> {
    let aimed = aimed(terms, &original, target)?;
    Ok(prepare_aimed(terms, original, aimed, effort))
}

/// The program stopped at the target, with elements of arrays as variables, constant tables searched, and control states
/// apart.
pub(super) fn aimed(terms: &Terms, original: &Program, target: &Target) -> Result<Aimed, Failure> {
    let mut aimed = aim(original, terms, target).map_err(|e| Failure::input(Subject::Target, e))?;
    elements::apart(terms, &mut aimed.program);
    tables::search(terms, &mut aimed.program);
    Ok(control::split(terms, &aimed).unwrap_or(aimed))
}

/// The same once it is known where the target is.
pub(super) fn prepare_aimed(terms: &Terms, original: Program, aimed: Aimed, effort: (u64, &Budget)) -> Prepared {
    let Stages { ranged, rests, folded, .. } = stages(terms, &aimed, effort);
    let Ranged { pruned, states, simplified } = &ranged;
    let has_way = |program: &Program| program.graph.edges_directed(aimed.target, Direction::Incoming).next().is_some();
    let excluding = if has_way(simplified) { vec![] } else { excluding(terms, pruned, states) };
    // Where the program as it was read has no way there, nothing of it was looked at: all of it may matter.
    let rests = if has_way(pruned) { rests } else { aimed.program.clone() };
    Prepared { original, aimed, ranged, rests, excluding, sliced: folded }
}

/// What ranges tell of a program; and what lies on ways to its target, without what they prove or exclude, but with the
/// checks that always fail: what comes after these is unreachable because of them.
pub(super) fn ranged(terms: &Terms, aimed: &Aimed, budget: &Budget) -> (Ranged, Program) {
    let pruned = prune::towards(&aimed.program, aimed.target);
    let states = interval::analyse_until(terms, &pruned, &|| budget.stop().is_some());
    let narrowed = interval::simplify(terms, &pruned, &states);
    let simplified = prune::towards(&narrowed, aimed.target);
    let failing = interval::may_fail(terms, &pruned, &states).into_iter().filter(|check| check.always);
    let rests = narrowed.with_edges_of(&pruned, failing.map(|check| check.edge));
    (Ranged { pruned, states, simplified }, rests)
}

/// All steps towards the program that is unfolded.
pub(super) fn stages(terms: &Terms, aimed: &Aimed, (ways, budget): (u64, &Budget)) -> Stages {
    let (ranged, rests) = ranged(terms, aimed, budget);
    let (ssa, origins) = ssa::convert(terms, &ranged.simplified, &ranged.states);
    let sliced = prune::slice(terms, &ssa, aimed.target);
    let folded =
        fold_branches(terms, &sliced, &origins, aimed.target, (ways, budget)).unwrap_or_else(|| sliced.clone());
    Stages { ranged, rests, ssa, sliced, folded }
}

/// The sliced program with branches folded, in SSA form again. What is few is counted after slicing: a branch that
/// decides nothing is gone by then.
fn fold_branches(
    terms: &Terms,
    sliced: &Program,
    origins: &ssa::Origins,
    target: LocationId,
    (ways, budget): (u64, &Budget),
) -> Option<Program> {
    let stop = || budget.stop().is_some();
    let plain = prune::contracted(terms, &ssa::undo(terms, sliced, origins), target);
    let folded = fold::fold(terms, &plain, target, ways, &stop)?;
    let states = interval::analyse_until(terms, &folded, &stop);
    let (ssa, _) = ssa::convert(terms, &folded, &states);
    Some(prune::slice(terms, &ssa, target))
}

/// Conditions on ways to the target that never hold where they stand, in the order of their lines.
fn excluding(terms: &Terms, pruned: &Program, states: &States) -> Vec<(u32, String)> {
    let mut found = BTreeSet::new();
    for edge in pruned.graph.edge_references() {
        let (Instruction::Assume(condition), Some(domain)) = (&edge.weight().instruction, states.at(edge.source()))
        else {
            continue;
        };
        if domain.truth(terms, *condition) == Some(false) {
            let symbols = terms.symbols(*condition).into_iter().filter(|s| terms.info(*s).sort == Sort::Int);
            let ranges =
                symbols.map(|s| (terms.name(s), terms.show_range(terms.sym(s), &domain.range(terms, terms.sym(s)))));
            let ranges: Vec<String> = ranges.map(|(name, range)| format!("{name} is in {range}")).collect();
            let why = if ranges.is_empty() { String::new() } else { format!(": {}", ranges.join(", ")) };
            let state =
                pruned.state_at(terms, edge.source()).map_or_else(String::new, |state| format!(" where {state}"));
            found.insert((edge.weight().span.line, format!("{} never holds here{state}{why}", terms.show(*condition))));
        }
    }
    found.into_iter().collect()
}
