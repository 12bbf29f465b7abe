//! Who works when: the chains at once, the others beside them for questions that are not answered soon.
//!
//! An engine is added where a list of engines is made: its claims are judged like those of all others.

use crate::answer::{RefutedBy, SearchStats, Verdict};
use crate::budget::{Budget, Stop};
use crate::engines::chains::Chains;
use crate::engines::concolic::Concolic;
use crate::engines::concrete::Concrete;
use crate::engines::facts::{Case, Facts, Informed};
use crate::engines::only_run::OnlyRun;
use crate::engines::states::States;
use crate::engines::unrolling::Unrolling;
use crate::engines::{Engine, Turn, summaries};
use crate::explain;
use crate::program::{Aimed, Original, aim};
use crate::question::{Engines, Question, Summaries};
use crate::referee::{Decided, Referee};
use crate::replay::Goal;
use crate::task::{self, AimedTask, Failure, Prepared, Task, prepare_aimed};
use crate::term::Terms;
use beside::beside;
use fair::Seat;
use std::time::{Duration, Instant};

/// Who has had so much more time than another of those that take turns waits for it.
const AHEAD: Duration = Duration::from_millis(100);

/// One of so many parts of the time is what each engine has first, where they come one after the other.
const SOON: u32 = 8;

/// How often the limits of the search for facts are doubled, one time after the other.
const PATIENCE: [u32; 3] = [0, 2, 4];

/// What engines come to that are done: an answer, or why there is none.
type Came = Result<Box<Decided>, String>;

/// What the engines of a question come to, with the program as the chains have it.
pub(crate) fn decide(
    terms: &Terms,
    shared: &AimedTask,
    preparing: impl FnOnce(&Budget) -> Prepared,
    budget: &Budget,
) -> Result<(Prepared, Decided), Failure> {
    let task = shared.task;
    let came = match task.question.engines {
        Engines::Both if task.question.jobs < 2 => return in_a_row(terms, shared, preparing, budget),
        Engines::Both => return both(terms, shared, preparing, budget),
        Engines::Chains => {
            let prepared = preparing(budget);
            let decided = chains(terms, task, &prepared, [budget, budget])?;
            return Ok((prepared, decided));
        }
        Engines::Invariants => search(shared, FACTS, budget)?,
        Engines::Informed => informed(task, budget)?,
        Engines::Bounded => unroll(shared, budget)?,
        Engines::Concolic => concolic(shared, budget)?,
        Engines::States => states(shared, budget)?,
    };
    let nothing = |reason: String| Decided {
        verdict: Verdict::Unknown {
            reason,
            advice: Some(budget.stop().and_then(Stop::advice).unwrap_or("--engine both").into()),
        },
        refutations: Vec::new(),
        nearest: None,
        search: SearchStats::default(),
        by: RefutedBy::Facts,
        has_path: false,
        kept: None,
    };
    // Of a path that was replayed nothing else matters; what excludes it does say what it rests on.
    let rest = budget.part();
    if came.as_ref().is_ok_and(|decided| matches!(decided.verdict, Verdict::Reachable(_))) {
        rest.end();
    }
    Ok((preparing(&rest), came.map_or_else(nothing, |decided| *decided)))
}

/// What the chains alone come to; their search and a replay have budgets of their own.
fn chains(terms: &Terms, task: &Task, prepared: &Prepared, [search, replay]: [&Budget; 2]) -> Result<Decided, Failure> {
    let referee = Referee { terms, task, original: &prepared.original, aimed: &prepared.aimed };
    referee.judge(Chains { terms, prepared, question: task.question }.finding(search), replay)
}

/// What the engines come to one after the other. Each has a small part of the time first, since most questions are decided
/// soon by who is good at them. Then come those that were cut short, of whom the chains and the search for facts may take
/// half of the time that is left each, unrolling all of it, and what that leaves is for the search for facts: unless time
/// cuts one short that would have decided, all is alike each time.
fn in_a_row(
    terms: &Terms,
    shared: &AimedTask,
    preparing: impl FnOnce(&Budget) -> Prepared,
    budget: &Budget,
) -> Result<(Prepared, Decided), Failure> {
    let task = shared.task;
    let prepared = preparing(&budget.share(2));
    let may_go_on = |decided: &Decided| !decided.is_over() && budget.stop().is_none();
    // Only what these find is of interest.
    let is_found = |came: Came| Some(came).filter(Result::is_ok).into_iter().collect();
    // Nobody else works on it once there is a path, so that its replay has all the time.
    let first = budget.share(SOON);
    let mut decided = chains(terms, task, &prepared, [&first, budget])?;
    let is_chains_turn = first.stop().is_some();
    let mut later = RUNS_AND_FACTS;
    for tried in [RUNS, TOLD_FACTS] {
        if may_go_on(&decided) {
            let part = budget.share(SOON);
            let came = search(shared, tried, &part)?;
            let is_done = part.stop().is_none();
            later.runs &= !(is_done && tried.runs);
            later.facts &= !(is_done && tried.facts);
            // Why there are no facts says who was not cut short.
            let came = if is_done && tried.facts { vec![came] } else { is_found(came) };
            decided = together(decided, came, budget)?;
        }
    }
    let third = budget.share(SOON);
    if may_go_on(&decided) {
        decided = together(decided, is_found(unroll(shared, &third)?), budget)?;
    }
    let is_unrollings_turn = third.stop().is_some();
    if may_go_on(&decided) {
        decided = together(decided, is_found(unstack(shared, &budget.share(SOON))?), budget)?;
    }
    if may_go_on(&decided) && is_chains_turn {
        decided = chains(terms, task, &prepared, [&budget.share(2), budget])?;
    }
    let second = budget.share(2);
    if may_go_on(&decided) && (later.runs || later.facts) {
        decided = together(decided, vec![search(shared, later, &second)?], budget)?;
    }
    let is_cut_short = second.stop().is_some();
    if may_go_on(&decided) && is_unrollings_turn {
        decided = together(decided, is_found(unroll(shared, budget)?), budget)?;
    }
    // What they leave is for those that were cut short.
    if may_go_on(&decided) && is_cut_short {
        decided = together(decided, is_found(search(shared, later, budget)?), budget)?;
    }
    if !decided.has_path
        && let (Verdict::Unknown { reason, advice }, Some(stop)) = (&mut decided.verdict, budget.stop())
    {
        // Not the part of it that the chains had.
        (*reason, *advice) = (stop.to_string(), stop.advice().map(str::to_string));
    }
    Ok((prepared, decided))
}

/// What the chains come to and the others beside them.
fn both(
    terms: &Terms,
    shared: &AimedTask,
    preparing: impl FnOnce(&Budget) -> Prepared,
    budget: &Budget,
) -> Result<(Prepared, Decided), Failure> {
    let task = shared.task;
    let ((prepared, first), came) = beside(shared, budget, |part| {
        let prepared = preparing(part);
        let first = chains(terms, task, &prepared, [part, part]);
        let is_over = first.as_ref().map_or(true, Decided::is_over);
        ((prepared, first), is_over)
    })?;
    Ok((prepared, together(first?, came, budget)?))
}

/// What engines come to together: the first one, and others.
fn together(first: Decided, others: Vec<Came>, budget: &Budget) -> Result<Decided, Failure> {
    let mut decided = first;
    for came in others {
        let second = match came {
            Ok(second) if matches!((&second.verdict, second.by), (Verdict::Unreachable, RefutedBy::Facts)) => {
                // What the chains have cost is known, and what facts cost is not.
                Decided { search: SearchStats { decided: second.search.decided, ..decided.search.clone() }, ..*second }
            }
            Ok(second) => *second,
            Err(why) => {
                if let (Verdict::Unknown { reason, .. }, None) = (&mut decided.verdict, budget.stop()) {
                    reason.push_str(&format!("; no facts at loop heads were found that exclude it: {why}"));
                }
                continue;
            }
        };
        decided = match (&decided.verdict, &second.verdict) {
            (_, Verdict::Unknown { .. }) => decided,
            (Verdict::Unknown { .. }, _) => second,
            // The first may have been ended by who was faster, and lack what comes after a verdict.
            (a, b) if a.word() == b.word() => second,
            (_, _) => return Err(Failure::Internal(contradiction(&decided, &second))),
        };
    }
    Ok(decided)
}

/// What to say where two engines contradict one another.
fn contradiction(first: &Decided, second: &Decided) -> String {
    let refutations: Vec<&str> = first.refutations.iter().chain(&second.refutations).map(|r| r.text.as_str()).collect();
    format!(
        "internal error: one engine says {}, another {}, which is a bug in Lariat; please report it with the program\n{}",
        first.verdict.word(),
        second.verdict.word(),
        explain::shortened(refutations.join("\n")),
    )
}

/// Engines that take turns.
struct Turns<'a> {
    referee: Referee<'a>,
    engines: Vec<Box<dyn Engine + 'a>>,
    /// Where they share their time with others. Then the time that each has had counts, too.
    seat: Option<&'a Seat<'a>>,
    /// In the order of the engines.
    had: Vec<Duration>,
    /// Why nothing is known, as far as somebody said so.
    why: Option<String>,
    /// Somebody may have missed something for want of time.
    is_cut_short: bool,
}

impl<'a> Turns<'a> {
    fn new(referee: Referee<'a>, engines: Vec<Box<dyn Engine + 'a>>) -> Turns<'a> {
        Turns { referee, engines, seat: None, had: vec![], why: None, is_cut_short: false }
    }

    /// One turn for each, in their order, but for those that are ahead of others; what is decided, if something is.
    fn round(&mut self, budget: &Budget) -> Result<Option<Box<Decided>>, Failure> {
        in_turn(self.seat, budget, || self.go_round(budget))
    }

    fn go_round(&mut self, budget: &Budget) -> Result<Option<Box<Decided>>, Failure> {
        self.had.resize(self.engines.len(), Duration::ZERO);
        let most = self.had.iter().min().map_or(AHEAD, |least| *least + AHEAD);
        let engines = std::mem::take(&mut self.engines).into_iter().zip(std::mem::take(&mut self.had));
        for (mut engine, had) in engines {
            if budget.stop().is_some() {
                return Ok(None);
            }
            if self.seat.is_some() && had > most {
                self.engines.push(engine);
                self.had.push(had);
                continue;
            }
            let begun = Instant::now();
            match engine.step(budget)? {
                Turn::More => {}
                Turn::Over(why) => {
                    self.why = why.or(self.why.take());
                    continue;
                }
                Turn::CutShort(why) => {
                    (self.why, self.is_cut_short) = (Some(why), true);
                    continue;
                }
                Turn::Found(finding) => {
                    let decided = self.referee.judge(*finding, budget)?;
                    match decided.verdict {
                        Verdict::Unknown { reason, .. } => self.why = Some(reason),
                        Verdict::Reachable(_) | Verdict::Unreachable => return Ok(Some(Box::new(decided))),
                    }
                }
            }
            self.engines.push(engine);
            self.had.push(had + begun.elapsed());
        }
        Ok(None)
    }

    /// Rounds until something is decided, or nobody has anything left to try.
    fn exhaust(&mut self, budget: &Budget) -> Result<Came, Failure> {
        while !self.engines.is_empty() && budget.stop().is_none() {
            if let Some(decided) = self.round(budget)? {
                return Ok(Ok(decided));
            }
        }
        let stopped = || budget.stop().map_or_else(String::new, |stop| stop.to_string());
        Ok(Err(self.why.take().unwrap_or_else(stopped)))
    }
}

/// What comes of `work`, when the one in this seat may begin.
fn in_turn<T>(seat: Option<&Seat>, budget: &Budget, work: impl FnOnce() -> T) -> T {
    match seat {
        Some(seat) => seat.turn(budget, work),
        None => work(),
    }
}

/// What is tried beside the chains.
#[derive(Clone, Copy)]
struct Tried {
    /// The program is run on inputs that are made up.
    runs: bool,
    /// What decided in runs is turned round.
    turned: bool,
    facts: bool,
    /// The chains are told facts that are found but do not decide.
    tells: bool,
}

/// Only facts, by whoever works alone.
const FACTS: Tried = Tried { runs: false, turned: false, facts: true, tells: false };
/// The same by who works after the chains.
const TOLD_FACTS: Tried = Tried { tells: true, ..FACTS };
const RUNS: Tried = Tried { runs: true, turned: true, facts: false, tells: false };
const RUNS_AND_FACTS: Tried = Tried { runs: true, turned: true, facts: true, tells: true };
/// Each by one who works beside the other.
const MADE_UP: Tried = Tried { turned: false, ..RUNS };
const TURNED: Tried = Tried { runs: false, ..RUNS };

/// Runs the program and looks for facts that exclude the target, or a path there that a replay follows, in turns.
fn search(shared: &AimedTask, tried: Tried, budget: &Budget) -> Result<Came, Failure> {
    search_seated(shared, tried, None, budget)
}

/// The same by one who may share its time with others. Who only looks for facts does so in the weak slice before, if there
/// is one: facts of all of it may still exclude what those of the slice do not. What was cut short, as solvers are slower
/// beside others, is looked for again with more patience.
fn search_seated(shared: &AimedTask, tried: Tried, seat: Option<&Seat>, budget: &Budget) -> Result<Came, Failure> {
    let of_facts = tried.facts && !tried.runs;
    let mut came = Err(String::new());
    for doubled in PATIENCE {
        let budget = budget.clone().with_patience(doubled);
        let mut is_cut_short = false;
        let slice = || if of_facts { shared.weak_slice() } else { None };
        for program in [&slice as &dyn Fn() -> Option<Searched>, &|| Some(shared.program())] {
            let Some(program) = program() else { continue };
            let was_cut_short;
            (came, was_cut_short) = search_in(program, shared, tried, seat, &budget)?;
            is_cut_short |= was_cut_short;
            if came.is_ok() || budget.stop().is_some() {
                return Ok(came);
            }
        }
        if !(of_facts && is_cut_short) {
            break;
        }
    }
    Ok(came)
}

/// A program with its terms.
type Searched = (Terms, Original, Aimed);

/// The same in one program, and whether something was cut short.
fn search_in(
    (terms, original, aimed): Searched,
    shared: &AimedTask,
    tried: Tried,
    seat: Option<&Seat>,
    budget: &Budget,
) -> Result<(Came, bool), Failure> {
    let task = shared.task;
    let referee = Referee { terms: &terms, task, original: &original, aimed: &aimed };
    let budget = &budget.clone().of_work();
    let case;
    let mut turns = Turns { seat, ..Turns::new(referee, vec![]) };
    if tried.runs {
        let made_up = Concrete::new(&terms, &original, Goal::of(&aimed)).with_stations(&terms);
        // Where nobody waits for it, it may take longer.
        turns.engines.push(Box::new(if tried.turned { made_up } else { made_up.with_more_steps() }));
        let steps = task.question.replay_steps;
        turns.engines.push(Box::new(OnlyRun { terms: &terms, original: &original, aimed: &aimed, steps }));
        if let Some(decided) = turns.round(budget)? {
            return Ok((Ok(decided), false));
        }
    }
    if tried.turned {
        turns.engines.push(Box::new(Concolic::new(&terms, &original, Goal::of(&aimed), task.question)));
    }
    if tried.facts {
        let keeps = task.question.forms.certificate && task.is_plain(&terms, &aimed);
        case = in_turn(seat, budget, || Case::of(&terms, original.clone(), aimed.clone(), budget));
        match in_turn(seat, budget, || Facts::new(&terms, &case, (task.question, tried.tells, keeps), budget)) {
            Ok(facts) => turns.engines.push(Box::new(facts)),
            Err(why) => turns.why = Some(why.to_string()),
        }
    }
    let came = turns.exhaust(budget)?;
    Ok((came, turns.is_cut_short))
}

/// Unrolls the program; its weak slice before, if there is one, by which less is to be done where it decides.
fn unroll(shared: &AimedTask, budget: &Budget) -> Result<Came, Failure> {
    let task = shared.task;
    let unroll = |(terms, original, aimed): (Terms, Original, Aimed)| {
        let referee = Referee { terms: &terms, task, original: &original, aimed: &aimed };
        let unrolling = Unrolling::new(&terms, &original, &aimed, &task.question.target);
        let mut turns = Turns::new(referee, vec![Box::new(unrolling)]);
        match aimed.is_weak {
            // It finds what it finds at once.
            true => Ok(turns.round(budget)?.ok_or_else(String::new)),
            false => turns.exhaust(budget),
        }
    };
    match shared.weak_slice().map(unroll) {
        Some(decided @ (Ok(Ok(_)) | Err(_))) => decided,
        _ => unroll(shared.program()),
    }
}

/// What excludes the target where each of few values of a variable has a location of its own, if there are such.
fn by_values(shared: &AimedTask, budget: &Budget) -> Result<Option<Box<Decided>>, Failure> {
    let Some(program) = shared.by_values(&|| budget.stop().is_some()) else { return Ok(None) };
    let (came, _) = search_in(program, shared, FACTS, None, budget)?;
    Ok(came.ok().filter(|decided| matches!(decided.verdict, Verdict::Unreachable)))
}

/// What excludes the target in the chains of the weak slice, if there is one.
fn sliced(shared: &AimedTask, budget: &Budget) -> Result<Option<Box<Decided>>, Failure> {
    let task = shared.task;
    let Some((terms, original, aimed)) = shared.weak_slice() else { return Ok(None) };
    let prepared = prepare_aimed(&terms, original, aimed, (task.question.limits.ways, budget));
    let decided = chains(&terms, task, &prepared, [budget, budget])?;
    Ok(Some(Box::new(decided)).filter(|decided| matches!(decided.verdict, Verdict::Unreachable)))
}

/// The program in which no copy of a function that calls itself comes before the one with a stack, without that stack.
fn unstack(shared: &AimedTask, budget: &Budget) -> Result<Came, Failure> {
    let (task, terms) = (shared.task, Terms::new());
    let budget = &budget.clone().of_work();
    let nothing = |why: Failure| if matches!(why, Failure::Internal(_)) { Err(why) } else { Ok(Err(why.to_string())) };
    let original = match task.without_copies(&terms, budget) {
        None => return Ok(Err("there are no functions that call themselves".into())),
        Some(Err(why)) => return nothing(why),
        Some(Ok(original)) => original,
    };
    let aimed = match aim(&original, &terms, &task.question.target) {
        Err(why) => return nothing(Failure::target(why)),
        // Its gaps are not asked about later: they have to be excluded as well.
        Ok(aimed) => task::or_gap(&original, &aimed),
    };
    let referee = Referee { terms: &terms, task, original: &original, aimed: &aimed };
    Turns::new(referee, vec![Box::new(summaries::Summaries::new(&terms, &aimed))]).exhaust(budget)
}

fn concolic(shared: &AimedTask, budget: &Budget) -> Result<Came, Failure> {
    let (terms, original, aimed) = shared.program();
    let task = shared.task;
    let referee = Referee { terms: &terms, task, original: &original, aimed: &aimed };
    let concolic = Concolic::new(&terms, &original, Goal::of(&aimed), task.question);
    Turns::new(referee, vec![Box::new(concolic)]).exhaust(budget)
}

fn states(shared: &AimedTask, budget: &Budget) -> Result<Came, Failure> {
    let (terms, original, aimed) = shared.program();
    let task = shared.task;
    let referee = Referee { terms: &terms, task, original: &original, aimed: &aimed };
    // Beside others it works as it does alone.
    let question = match task.question.engines {
        Engines::Both => &Question { summaries: Summaries::Off, ..task.question.clone() },
        _ => task.question,
    };
    let states = States { terms: &terms, original: &original, aimed: &aimed, question };
    // What was done is of interest whatever comes of it.
    Ok(Ok(Box::new(referee.judge(states.finding(budget)?, budget)?)))
}

fn informed(task: &Task, budget: &Budget) -> Result<Came, Failure> {
    let (terms, original) = task.program();
    let aimed = aim(&original, &terms, &task.question.target).map_err(Failure::target)?;
    let case = Case::of(&terms, original, aimed, budget);
    let referee = Referee { terms: &terms, task, original: &case.original, aimed: &case.aimed };
    let finding = Informed { terms: &terms, case: &case, question: task.question }.finding(budget);
    Ok(Ok(Box::new(referee.judge(finding, budget)?)))
}

mod beside;
mod fair;
mod helper;
#[cfg(test)]
mod tests;
