//! From a question to an answer: the stages in their order.
//!
//! source → program → ranges → SSA and slice → folded branches → chains and
//! constraint systems → search → replay. Each stage is a room of its own; here they only meet.
//! Verdicts come from the [referee](crate::referee).

use crate::answer::{Answer, Assumed, Certified, RefutedBy, Stats, TargetLine, Verdict};
use crate::assumptions::assumptions;
use crate::budget::Budget;
use crate::certify;
use crate::diagnostic::Subject;
use crate::frontend::{Apart, Read};
use crate::layouts::{self, Asking, Opinion};
use crate::places;
use crate::portfolio;
use crate::program::Gap;
use crate::question::{Engines, Question};
use crate::referee::{Decided, forms, gaps, undefined};
use crate::task::{self, AimedTask, Failure, Lowered, Open, Reading, Task, prepare_aimed};
use crate::term::Terms;
use std::sync::Arc;
use std::time::Instant;

/// One of so many parts of the time is for the program with few calls of functions by themselves.
const PARTS_OF_TIME: u32 = 4;

/// And of so many where pointers are not followed that are too deep: then there may be a proof whatever they lead to.
const PARTS_FOR_PROOFS: u32 = 2;

/// Whether the target can be reached.
pub fn reach(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    reach_and(question, budget, Apart::Nothing, |_, _, _| Ok(())).map(|(answer, ())| answer)
}

/// Whether the target can be reached, and what else is to be known of the program then, in which this is told
/// apart as well.
pub(crate) fn reach_and<T>(
    question: &Question,
    budget: &Budget,
    apart: Apart,
    more: impl FnOnce(&Terms, &Arc<Lowered>, &Answer) -> Result<T, Failure>,
) -> Result<(Answer, T), Failure> {
    let started = Instant::now();
    let reading = Reading::to_target(question, budget);
    let reading = Reading { apart: reading.apart.max(apart), ..reading };
    let read = task::read(&reading)?;
    let layouts = layouts::ask(question, read.parsed.layouts());
    let few = with_few_calls(question, &read, &reading)?;
    let (terms, lowered, mut answer) = match few {
        Some(found) => found,
        None => deeper(question, read, &reading)?,
    };
    if !matches!(answer.verdict, Verdict::Unknown { .. }) {
        answer.assumptions.extend(confirmed(layouts)?);
    }
    answer.stats.wall_ms = started.elapsed().as_secs_f64() * 1000.0;
    // What else is asked of the program is asked about other places.
    let lowered = lowered.closed().map_or(lowered, Arc::new);
    let more = more(&terms, &lowered, &answer)?;
    Ok((answer, more))
}

/// What an answer is about: a program over a store of terms.
type Found = (Terms, Arc<Lowered>, Answer);

/// The answer about a program that was read.
fn of_program(question: &Question, read: Arc<Read>, reading: &Reading) -> Result<Found, Failure> {
    let terms = Terms::new();
    let lowered = Arc::new(Lowered::new(&terms, read, reading)?);
    let answer = places::answer(&terms, &Task { question, lowered: &lowered }, reading.budget)?;
    Ok((terms, lowered, answer))
}

/// The answer about a program that was read, with so many pointers from outside as that needs, if it is to follow more.
fn deeper(question: &Question, read: Arc<Read>, reading: &Reading) -> Result<Found, Failure> {
    let terms = Terms::new();
    let lowered = Arc::new(Lowered::new(&terms, read.clone(), reading)?);
    let is_deep = lowered.original().gaps().iter().any(|(_, gap)| matches!(gap, Gap::Depth { .. }));
    let budget = if is_deep { reading.budget.share(PARTS_FOR_PROOFS) } else { reading.budget.clone() };
    let answer = places::answer(&terms, &Task { question, lowered: &lowered }, &budget)?;
    let mut found = (terms, lowered, answer);
    let is_cut_short = is_unknown(&found) && budget.stop().is_some();
    if reading.budget.stop().is_some() || !(is_too_deep(&found) || is_deep && is_cut_short) {
        return Ok(found);
    }
    let mut world = reading.world;
    match beyond(question, &read, reading)? {
        Beyond::Proof(proof) => return Ok(*proof),
        Beyond::Reached => world = world.as_deep_as_it_takes(),
        Beyond::Open => {}
    }
    if is_cut_short {
        found = of_program(question, read.clone(), reading)?;
    }
    while is_too_deep(&found)
        && reading.budget.stop().is_none()
        && let Some(deeper) = world.deeper()
    {
        world = deeper;
        let question = Question { world, ..question.clone() };
        let is_far = world.depth > reading.world.deepest;
        let budget = if is_far { reading.budget.share(PARTS_OF_TIME) } else { reading.budget.clone() };
        match of_program(&question, read.clone(), &Reading { world, budget: &budget, ..reading.clone() }) {
            // So far is looked for inputs only: what pointers may meet there is not all that they may.
            Ok(further) if is_far && matches!(further.2.verdict, Verdict::Unreachable) => break,
            Ok(further) if budget.stop().is_none() || !is_unknown(&further) => found = further,
            // It would be too large, or take too long.
            Ok(_) | Err(Failure::Input { .. } | Failure::Stopped(_)) => break,
            Err(failure) => return Err(failure),
        }
    }
    Ok(found)
}

/// What comes of a program where something is known of what is not followed.
enum Beyond {
    /// Nothing gets to the target.
    Proof(Box<Found>),
    /// Something does, which may be more than there can be.
    Reached,
    Open,
}

/// The same in a part of the time.
fn beyond(question: &Question, read: &Arc<Read>, reading: &Reading) -> Result<Beyond, Failure> {
    let mut is_reached = false;
    for world in reading.world.beyond() {
        let budget = reading.budget.share(PARTS_OF_TIME);
        let question = Question { world, ..question.clone() };
        match of_program(&question, read.clone(), &Reading { world, budget: &budget, ..reading.clone() }) {
            Ok(found) => match found.2.verdict {
                Verdict::Unreachable => return Ok(Beyond::Proof(Box::new(found))),
                Verdict::Reachable(_) => is_reached = true,
                Verdict::Unknown { .. } => {}
            },
            Err(Failure::Input { .. } | Failure::Stopped(_)) => {}
            Err(failure) => return Err(failure),
        }
    }
    Ok(if is_reached { Beyond::Reached } else { Beyond::Open })
}

fn is_unknown((_, _, answer): &Found) -> bool {
    matches!(answer.verdict, Verdict::Unknown { .. })
}

/// Whether nothing but pointers that are not followed stands in the way of an answer.
fn is_too_deep((_, lowered, answer): &Found) -> bool {
    let Verdict::Unknown { reason, .. } = &answer.verdict else { return false };
    let gaps = lowered.original().gaps();
    gaps.iter().any(|(_, gap)| matches!(gap, Gap::Depth { .. }) && gap.to_string() == *reason)
}

/// The answer about the program with few calls of functions by themselves, where most of it is due to further ones, if
/// that decides in a part of the time: what is reached is reached, and what is excluded calls nothing further. A
/// certificate is about the whole program; with one engine after the other nothing depends on the time.
fn with_few_calls(question: &Question, read: &Arc<Read>, reading: &Reading) -> Result<Option<Found>, Failure> {
    let is_whole = question.jobs < 2 || question.forms.certificate || question.engines != Engines::Both;
    let Some(calls) = read.parsed.first_calls(&task::options(reading)).filter(|_| !is_whole) else { return Ok(None) };
    let budget = reading.budget.share(PARTS_OF_TIME);
    let reading = Reading { recursion: calls, budget: &budget, ..reading.clone() };
    match of_program(question, read.clone(), &reading) {
        Ok((_, _, Answer { verdict: Verdict::Unknown { .. }, .. })) | Err(Failure::Stopped(_)) => Ok(None),
        found => found.map(Some),
    }
}

/// The same of a program that was read, without what is assumed of layouts and the time it takes; `terms` has all symbols
/// of the program.
pub(crate) fn answer(terms: &Terms, task: &Task, budget: &Budget) -> Result<Answer, Failure> {
    let question = task.question;
    let aimed = task::aimed(terms, task.original(), &question.target, budget)?;
    let shared = AimedTask::new(terms, task, aimed.clone());
    let preparing =
        |budget: &Budget| prepare_aimed(terms, task.original().clone(), aimed, (question.limits.ways, budget));
    let (prepared, decided) = portfolio::decide(terms, &shared, preparing, budget)?;
    let Decided { mut verdict, refutations, nearest, search, by, kept, .. } = decided;
    if matches!(verdict, Verdict::Unreachable)
        && !matches!(by, RefutedBy::Unrolling | RefutedBy::States | RefutedBy::Summaries)
        && !prepared.aimed.gaps.is_empty()
        && let Some(Open { reason, advice }) = gaps::open(task, budget)?
    {
        verdict = Verdict::Unknown { reason, advice };
    }
    let is_unreachable = matches!(verdict, Verdict::Unreachable);
    let ends = is_unreachable.then(|| undefined::ends_of(terms, &prepared, question, budget)).flatten();
    let exchange = match &mut verdict {
        Verdict::Reachable(reachable) => reachable.forms.exchange.take(),
        Verdict::Unreachable => question.forms.exchange.then(|| forms::correctness(task, budget)),
        Verdict::Unknown { .. } => None,
    };
    let certificate = question.forms.certificate.then(|| match &verdict {
        Verdict::Unreachable => certify::certify(task, by, kept, budget),
        Verdict::Reachable(_) => Err("only what is unreachable has a certificate; the input above is the proof".into()),
        Verdict::Unknown { .. } => Err("only what is unreachable has a certificate".into()),
    });
    let located = prepared.aimed.located;
    let file = prepared.original.files.get(located.file as usize).cloned().unwrap_or_default();
    let reached = match &mut verdict {
        Verdict::Reachable(reachable) => reachable.at.take(),
        Verdict::Unreachable | Verdict::Unknown { .. } => None,
    };
    Ok(Answer {
        program: question.program.display().to_string(),
        entry: question.entry.clone(),
        target: reached.map_or(TargetLine { file, line: located.line }, |at| *at),
        assumptions: assumptions(terms, &prepared, question, &verdict, ends.as_ref()),
        verdict,
        refuted_by: is_unreachable.then_some(by),
        undefined: ends.map_or_else(Vec::new, |ends| ends.places),
        refutations,
        nearest,
        stats: Stats { search: Some(search), ..Stats::default() },
        emitted: Vec::new(),
        exchange,
        confirmation: None,
        certificate: certificate.map(|files| Certified { folder: String::new(), files }),
    })
}

/// What is assumed of layouts, where nobody but Clang can say what they are; an error where another compiler says
/// something else.
pub(crate) fn confirmed(layouts: Option<Asking>) -> Result<Option<Assumed>, Failure> {
    match layouts.map_or(Opinion::Same, Asking::opinion) {
        Opinion::Same => Ok(None),
        Opinion::Open(text) => Ok(Some(Assumed { name: "layouts", otherwise: None, text })),
        Opinion::Other(text) => {
            Err(Failure::input(Subject::Program, format!("compilers disagree: {text} (CC names the one to ask)")))
        }
    }
}
