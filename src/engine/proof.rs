//! The second engine, which looks for facts at loop heads, and the two side by side.

use super::concrete::Concrete;
use super::decide::{Decided, decide, replayed};
use super::only_run::{has_one_run, only_run};
use super::prepare::{self, Asked, Ranged, Reading, lower, prepare_aimed, ranged};
use super::unrolling::unroll;
use super::{Failure, PER_QUERY, Prepared, explain};
use crate::answer::{Refutation, RefutedBy, Verdict};
use crate::budget::Budget;
use crate::diagnostic::Subject;
use crate::invariant::{Facts, stated};
use crate::navigate::{LoopRuns, Segment};
use crate::program::{Aimed, Program, aim};
use crate::prove::{Forms, Outcome, Path, Prover, Stage};
use crate::question::Question;
use crate::replay::InputValue;
use crate::solver::{CoreOutcome, Smt};
use crate::term::{Int, Terms};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{Builder, Scope, ScopedJoinHandle, scope};
use std::time::Duration;

/// Most questions are answered within this time, and cost only one engine.
const HEAD_START: Duration = Duration::from_millis(400);
/// The longest the search for facts may take, whatever the budget.
const LONGEST: Duration = Duration::from_secs(120);
/// So many steps of runs on inputs that are made up come before the search for facts, so many before each part of it, and
/// so many at last.
const FIRST_RUNS: u64 = 2_000_000;
const MORE_RUNS: u64 = 2_000_000;
const LAST_RUNS: u64 = 50_000_000;
/// So long is waited for unrolling when the others have come to nothing.
const LAST_UNROLLING: Duration = Duration::from_secs(2);
/// Who finds inputs.
const MADE_UP: &str = "runs on inputs that were made up";
/// For deep terms; only what is used is ever in memory.
const STACK: usize = 512 << 20;

/// What the search for facts came to.
pub(super) enum Found {
    /// Facts that exclude the target, in words, and where they come from.
    Proof(Refutation, String),
    /// What the chains say that were told the facts, or a path that was replayed.
    Answer(Box<Decided>),
    /// Values for the inputs of the program, in their order, that lead to the target, and who found them.
    Inputs(Vec<InputValue>, &'static str),
    /// Nothing, for this reason.
    Nothing(String),
}

/// A program on its way to facts.
pub(super) struct Case {
    pub original: Program,
    pub aimed: Aimed,
    pub ranged: Ranged,
}

impl Case {
    /// The program as the source has it, with control states together.
    pub fn read(terms: &Terms, asked: Asked, budget: &Budget) -> Result<Case, Failure> {
        let question = asked.question;
        let original = lower(terms, asked.read, &Reading::of(question, budget))?;
        let aimed = aim(&original, terms, &question.target).map_err(|e| Failure::input(Subject::Target, e))?;
        Ok(Case::of(terms, original, aimed, budget))
    }

    fn of(terms: &Terms, original: Program, aimed: Aimed, budget: &Budget) -> Case {
        let (ranged, _) = ranged(terms, &aimed, budget);
        Case { original, aimed, ranged }
    }

    fn prepared(&self, terms: &Terms, aimed: Aimed, question: &Question, budget: &Budget) -> Prepared {
        prepare_aimed(terms, self.original.clone(), aimed, (question.limits.ways, budget))
    }

    fn prover<'t, 'a>(&'a self, terms: &'t Terms, budget: &Budget) -> Result<Prover<'t, 'a>, String> {
        let Ranged { pruned, states, simplified } = &self.ranged;
        let forms = Forms { program: pruned, simplified, target: self.aimed.target };
        Prover::new(terms, forms, states, &budget.shortened(LONGEST))
    }

    /// What the chains say of the program that states these facts.
    fn told(&self, terms: &Terms, facts: &Facts, asked: Asked, budget: &Budget) -> Result<Decided, Failure> {
        let knowing = Aimed { program: stated(&self.aimed.program, facts), ..self.aimed.clone() };
        let prepared = self.prepared(terms, knowing, asked.question, budget);
        let mut decided = decide(terms, &prepared, asked, budget)?;
        if !facts.is_empty() {
            decided.search.decided.iter_mut().for_each(|(_, by)| by.push_str(", with facts at loop heads"));
        }
        if matches!(decided.verdict, Verdict::Unreachable) {
            decided.refutations.extend(explain::before_chains(&prepared));
        }
        Ok(decided)
    }

    /// What a path comes to that is proposed. Its conditions are those of the program, so inputs that satisfy them
    /// have to arrive.
    fn taken(&self, terms: &Terms, path: &Path, asked: Asked, budget: &Budget) -> Result<Found, Failure> {
        let mut smt = Smt::new(terms, budget.clone(), PER_QUERY);
        let nothing = |why: String| Ok(Found::Nothing(format!("the path that {} finds: {why}", path.finder)));
        let model = match smt.decide(&path.conditions) {
            CoreOutcome::Sat(model) => model,
            CoreOutcome::Unsat(_) => return nothing("it is none".into()),
            CoreOutcome::Unknown(why) => return nothing(why.to_string()),
        };
        let prepared = self.prepared(terms, self.aimed.clone(), asked.question, budget);
        let passes = path.passes.iter().map(|(line, times)| {
            let rounds = Segment { chain: "round".into(), times: Int::from(*times), edges: 1, inside: Vec::new() };
            LoopRuns { line: *line, segments: vec![rounds] }
        });
        let passes: Vec<LoopRuns> = passes.collect();
        let verdict = replayed(terms, &prepared, &model, &passes, asked, budget)?;
        if let Verdict::Unknown { reason, .. } = verdict {
            return Ok(Found::Nothing(reason));
        }
        let mut decided = Decided::reached(verdict, &format!("path found by {}", path.finder), RefutedBy::Facts);
        decided.search.smt_calls = smt.stats().smt_calls;
        Ok(Found::Answer(Box::new(decided)))
    }
}

/// Looks for facts that exclude the target, or a path there that a replay follows. It need not do so `alone`: then a
/// program that reads nothing is run, and the chains are told facts that are found but do not decide.
pub(super) fn find(asked: Asked, budget: &Budget, alone: bool) -> Result<Found, Failure> {
    let terms = Terms::new();
    let question = asked.question;
    let original = lower(&terms, asked.read, &Reading::of(question, budget))?;
    let aimed = prepare::aimed(&terms, &original, &question.target)?;
    let mut concrete = (!alone).then(|| Concrete::new(&terms, &original, &aimed));
    let mut made_up = |steps: u64| concrete.as_mut().and_then(|c| c.step(steps, budget));
    let mut made_up = |steps: u64| Some(Found::Inputs(made_up(steps)?, MADE_UP));
    if let Some(found) = made_up(FIRST_RUNS) {
        return Ok(found);
    }
    if !alone
        && has_one_run(&terms, &original)
        && let Some(found) = only_run(&terms, &original, &aimed, question, budget)
    {
        return Ok(found);
    }
    let case = Case::of(&terms, original.clone(), aimed.clone(), budget);
    let mut prover = match case.prover(&terms, budget) {
        Ok(prover) => prover,
        Err(why) => return Ok(made_up(LAST_RUNS).unwrap_or(Found::Nothing(why))),
    };
    let mut no_path = None;
    for stage in Stage::ALL {
        if let Some(found) = made_up(MORE_RUNS) {
            return Ok(found);
        }
        if !alone && stage == Stage::Horn {
            let third = part(budget, 3);
            let facts = prover.known(&third);
            if !facts.is_empty() {
                let decided = case.told(&terms, &facts, asked, &third)?;
                if !matches!(decided.verdict, Verdict::Unknown { .. }) {
                    return Ok(Found::Answer(Box::new(decided)));
                }
            }
        }
        match prover.step(stage) {
            Ok(Outcome::Nothing) => {}
            Ok(Outcome::Path(path)) => match case.taken(&terms, &path, asked, budget)? {
                Found::Nothing(why) => no_path = Some(why),
                found => return Ok(found),
            },
            Ok(Outcome::Proof(proof)) => {
                let words = explain::proof(&terms, &case.ranged.pruned, &proof);
                return Ok(Found::Proof(words, proof.source.to_string()));
            }
            Err(why) => return Ok(made_up(LAST_RUNS).unwrap_or(Found::Nothing(why))),
        }
    }
    if let Some(found) = made_up(LAST_RUNS) {
        return Ok(found);
    }
    Ok(Found::Nothing(no_path.unwrap_or_else(|| prover.why().to_string())))
}

/// What the chains say that are told the facts that are quickly found, even if these decide alone.
pub(super) fn informed(asked: Asked, budget: &Budget) -> Result<Decided, Failure> {
    let terms = Terms::new();
    let case = Case::read(&terms, asked, budget)?;
    let facts = match case.prover(&terms, &part(budget, 2)) {
        Ok(mut prover) => {
            // It may have run out of time: what it has found by then counts as well.
            let _ = prover.step(Stage::Plain);
            prover.known(&part(budget, 2))
        }
        Err(_) => Facts::new(),
    };
    case.told(&terms, &facts, asked, budget)
}

/// One of so many parts of what is left, or what is enough.
fn part(budget: &Budget, parts: u32) -> Budget {
    budget.shortened(budget.remaining().map_or(LONGEST, |left| (left / parts).min(LONGEST)))
}

/// Runs `first` and, unless that is over soon, the search for facts and unrolling beside it; what these found is there
/// unless `first` decided before it. `first` gets a budget that is ended when something is found, and says whether it has
/// decided.
pub(super) fn beside<T>(
    asked: Asked,
    budget: &Budget,
    first: impl FnOnce(&Budget) -> (T, bool),
) -> Result<(T, Vec<Found>), Failure> {
    let parts = [budget.part(), budget.part(), budget.part()];
    let [own, other, third] = &parts;
    let end_all = || parts.iter().for_each(Budget::end);
    scope(|threads| {
        let searching = Helper::begin(threads, "invariants", || {
            let found = find(asked, other, false)?;
            if !matches!(found, Found::Nothing(_)) {
                end_all();
            }
            Ok(Some(found))
        });
        let unrolling = Helper::begin(threads, "unrolling", || {
            let found = Some(unroll(asked, third)?).filter(|found| !matches!(found, Found::Nothing(_)));
            if found.is_some() {
                end_all();
            }
            Ok(found)
        });
        let (result, decided) = first(own);
        // Where another was faster, what the first has may be cut short.
        let decided = decided && own.called_off().is_none();
        if decided {
            end_all();
        }
        let found = searching.end(decided, None);
        let is_over = decided || !matches!(found, Ok(None | Some(Found::Nothing(_))));
        let inputs = unrolling.end(is_over, Some((LAST_UNROLLING, third)));
        Ok((result, [found?, inputs?].into_iter().flatten().filter(|_| !decided).collect()))
    })
}

/// Someone who works beside the chains once these have not decided soon.
struct Helper<'scope> {
    go: Sender<()>,
    done: Receiver<()>,
    /// Without a thread there are only the chains.
    thread: Option<ScopedJoinHandle<'scope, Result<Option<Found>, Failure>>>,
}

impl<'scope> Helper<'scope> {
    fn begin<'env>(
        threads: &'scope Scope<'scope, 'env>,
        name: &str,
        work: impl FnOnce() -> Result<Option<Found>, Failure> + Send + 'scope,
    ) -> Helper<'scope> {
        let (go, wait) = channel::<()>();
        let (finished, done) = channel::<()>();
        let thread = Builder::new().name(name.into()).stack_size(STACK).spawn_scoped(threads, move || {
            // Nobody waits for it any more when this is dropped.
            let _finished = finished;
            match wait.recv_timeout(HEAD_START) {
                Err(RecvTimeoutError::Disconnected) => Ok(None),
                _ => work(),
            }
        });
        Helper { go, done, thread: thread.ok() }
    }

    /// What was found; where all is `decided` nothing. Else it begins at once if it has not yet, and may have so much time
    /// before its budget is ended.
    fn end(self, decided: bool, longest: Option<(Duration, &Budget)>) -> Result<Option<Found>, Failure> {
        let Helper { go, done, thread } = self;
        if !decided {
            // It may be over already.
            let _ = go.send(());
        }
        drop(go);
        if let Some((longest, budget)) = longest {
            let _ = done.recv_timeout(longest);
            budget.end();
        }
        match thread.map(ScopedJoinHandle::join) {
            None => Ok(None),
            // Where the search could not even begin, the first has said so.
            Some(Ok(Err(failure @ Failure::Internal(_)))) if !decided => Err(failure),
            Some(Ok(found)) => Ok(found.ok().flatten().filter(|_| !decided)),
            Some(Err(panic)) => std::panic::resume_unwind(panic),
        }
    }
}
