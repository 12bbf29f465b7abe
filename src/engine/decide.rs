//! What an engine says, before anything is added to it; and the first engine, from chains to a replayed path.

use super::prepare::Asked;
use super::proof::Found;
use super::{Failure, PER_QUERY, Prepared, explain, forms, witness};
use crate::answer::{
    Nearest, PathStep, Reachable, Refutation, RefutedBy, Replayed, SearchStats, Segment, TargetLine, Verdict,
    input_reports,
};
use crate::budget::{Budget, Stop};
use crate::navigate::{Exploration, Finding, LoopRuns, explore};
use crate::program::{Aimed, Span, Target};
use crate::question::{Question, Replay};
use crate::replay::{self, Fault, Goal, InputValue, Run, Witness};
use crate::solver::{Model, Smt};
use crate::term::{Int, Terms};

/// What an engine says, before anything is added to it.
pub(super) struct Decided {
    pub verdict: Verdict,
    pub refutations: Vec<Refutation>,
    pub nearest: Option<Nearest>,
    pub search: SearchStats,
    /// How it is refuted, if it is.
    pub by: RefutedBy,
    /// A path was found, even if a replay could not follow it to its end.
    pub has_path: bool,
}

impl Decided {
    /// With what stopped the other engine, where nothing is decided.
    pub fn and_also(mut self, why: &str) -> Decided {
        if let Verdict::Unknown { reason, .. } = &mut self.verdict {
            reason.push_str(&format!("; no facts at loop heads were found that exclude it: {why}"));
        }
        self
    }

    /// All of it is refuted at once, `by` one way that is called `name`.
    pub fn refuted(why: Refutation, name: &str, by: RefutedBy) -> Decided {
        Decided { refutations: vec![why], ..Decided::at_once(Verdict::Unreachable, name, by) }
    }

    /// A path was found, without chains; a way called `name` did it.
    pub fn reached(verdict: Verdict, name: &str, by: RefutedBy) -> Decided {
        Decided { has_path: true, ..Decided::at_once(verdict, name, by) }
    }

    fn at_once(verdict: Verdict, name: &str, by: RefutedBy) -> Decided {
        let search = SearchStats { decided: vec![("all".into(), name.into())], ..SearchStats::default() };
        Decided { verdict, refutations: vec![], nearest: None, search, by, has_path: false }
    }

    pub fn by_facts(found: Found, budget: &Budget) -> Decided {
        match found {
            Found::Answer(decided) => *decided,
            Found::Inputs(..) => {
                Decided::by_facts(Found::Nothing("inputs that lead there were not run".into()), budget)
            }
            Found::Proof(facts, by) => Decided::refuted(facts, &by, RefutedBy::Facts),
            Found::Nothing(reason) => Decided {
                verdict: Verdict::Unknown {
                    reason,
                    advice: Some(budget.stop().and_then(Stop::advice).unwrap_or("--engine both").into()),
                },
                refutations: Vec::new(),
                nearest: None,
                search: SearchStats::default(),
                by: RefutedBy::Facts,
                has_path: false,
            },
        }
    }
}

/// What the chains say.
pub(super) fn decide(terms: &Terms, prepared: &Prepared, asked: Asked, budget: &Budget) -> Result<Decided, Failure> {
    let question = asked.question;
    let target = prepared.aimed.target;
    let mut smt = Smt::new(terms, budget.clone(), PER_QUERY);
    let exploration = explore(terms, &prepared.sliced, target, &mut smt, question.guide, &question.limits, budget);
    let verdict = match &exploration.finding {
        Finding::Nothing => Verdict::Unreachable,
        Finding::Unknown(why) => Verdict::Unknown { reason: why.to_string(), advice: explain::advice(why) },
        Finding::Candidate { model, path } => replayed(terms, prepared, model, path, asked, budget)?,
    };
    let refuted = exploration.refutations.iter().map(|r| explain::refutation(terms, &exploration.form, r));
    let is_open = matches!(verdict, Verdict::Unknown { .. });
    let nearest =
        exploration.nearest.as_ref().filter(|_| is_open).map(|o| explain::nearest(terms, &exploration.form, o));
    let by = refuted_by(&exploration);
    let has_path = matches!(exploration.finding, Finding::Candidate { .. });
    let search = stats(&exploration, &smt);
    Ok(Decided { verdict, refutations: refuted.collect(), nearest, search, by, has_path })
}

/// How the chains are refuted, if they are.
fn refuted_by(exploration: &Exploration) -> RefutedBy {
    let exhausted = exploration.refutations.iter().any(|r| r.by.is_none());
    match exploration.refutations.is_empty() {
        true => RefutedBy::Ranges,
        false if exhausted => RefutedBy::Search,
        false => RefutedBy::Counters,
    }
}

fn stats(exploration: &Exploration, smt: &Smt) -> SearchStats {
    SearchStats {
        root_chains: exploration.root_chains,
        chains: exploration.root_chains + exploration.form.subchains.len() as u64,
        constraints: exploration.constraints,
        interval_refutations: exploration.interval_refutations,
        ilp_calls: exploration.ilp_calls,
        smt_calls: smt.stats().smt_calls,
        segments: match &exploration.finding {
            Finding::Candidate { path, .. } => count_segments(path),
            _ => 0,
        },
        steps: exploration.steps,
        decided: exploration.decided.clone(),
    }
}

fn count_segments(path: &[LoopRuns]) -> u64 {
    path.iter().flat_map(|l| &l.segments).map(|s| 1 + count_segments(&s.inside)).sum()
}

/// What the candidate does on the program as it was read.
pub(super) fn run_on(
    terms: &Terms,
    prepared: &Prepared,
    model: &Model,
    path: &[LoopRuns],
    question: &Question,
    budget: &Budget,
) -> (Witness, Run) {
    let witness = witness::of(&prepared.original, model);
    let run = run_with(terms, prepared, &witness, path, question, budget);
    (witness, run)
}

/// What these inputs do on the program as it was read.
pub(super) fn run_with(
    terms: &Terms,
    prepared: &Prepared,
    witness: &Witness,
    path: &[LoopRuns],
    question: &Question,
    budget: &Budget,
) -> Run {
    let program = &prepared.original;
    let stop = || budget.stop().is_some();
    let limits = match question.replay {
        Replay::Auto => {
            let limits = replay::Limits::proving(question.replay_steps, question.replay_steps.saturating_mul(20));
            // Where the path is known to be longer, nothing is gained by executing the beginning.
            let is_long = steps_at_least(path) > Int::from(question.replay_steps);
            replay::Limits { prove_after: limits.prove_after.filter(|_| !is_long).or(Some(0)), ..limits }
        }
        Replay::Execute => replay::Limits::steps(u64::MAX),
    };
    let limits = replay::Limits { stop: &stop, ..limits };
    replay::run(terms, program, witness, &goal(&prepared.aimed), &limits)
}

/// The answer that inputs give that were made up, if they lead to the target here as well.
pub(super) fn made_up(
    terms: &Terms,
    prepared: &Prepared,
    (values, by): (Vec<InputValue>, &str),
    asked: Asked,
    budget: &Budget,
) -> Option<Decided> {
    let mut witness = Witness::default();
    prepared.original.inputs.iter().zip(values).for_each(|(input, value)| witness.set(input.symbol, value));
    let run = run_with(terms, prepared, &witness, &[], asked.question, budget);
    let verdict = arrived(terms, prepared, (&witness, &run), &[], asked, budget)?;
    Some(Decided::reached(verdict, by, RefutedBy::Search))
}

/// What a run of the program as it was read has to get to.
pub(super) fn goal(aimed: &Aimed) -> Goal {
    Goal { locations: aimed.hits.iter().copied().collect(), failing: aimed.failing.iter().copied().collect() }
}

/// Runs the candidate. Only an arrival makes it an answer.
pub(super) fn replayed(
    terms: &Terms,
    prepared: &Prepared,
    model: &Model,
    path: &[LoopRuns],
    asked: Asked,
    budget: &Budget,
) -> Result<Verdict, Failure> {
    let question = asked.question;
    let (witness, run) = run_on(terms, prepared, model, path, question, budget);
    if let Some(reachable) = arrived(terms, prepared, (&witness, &run), path, asked, budget) {
        return Ok(reachable);
    }
    let unfinished = |stop: Option<Stop>, advice: Option<&str>| {
        let reason = explain::unfinished(&steps(path), &run, stop);
        Ok(Verdict::Unknown { reason, advice: advice.map(str::to_string) })
    };
    match &run.outcome {
        replay::Outcome::StepLimit => {
            unfinished(None, Some("--replay execute, which takes its time, or a larger --replay-steps"))
        }
        replay::Outcome::Stopped => {
            let stop = budget.stop().unwrap_or(Stop::Interrupted);
            unfinished(Some(stop), stop.advice())
        }
        replay::Outcome::Error(fault @ Fault::Far) => {
            Ok(Verdict::Unknown { reason: format!("the path that was found is not replayed: {fault}"), advice: None })
        }
        outcome => Err(Failure::Internal(format!(
            "internal error: a witness does not replay, which is a bug in Lariat; please report it with\n  \
             the program {} (entry {}), target {}\n  path {}\n  inputs {}\n  the replay ended with {outcome:?} at line {}",
            question.program.display(),
            question.entry,
            question.target,
            explain::shortened(format!("{path:?}")),
            explain::shortened(format!("{:?}", input_reports(terms, &prepared.original, &witness, &run))),
            run.last.line,
        ))),
    }
}

/// The answer that a run gives, if it arrived.
pub(super) fn arrived(
    terms: &Terms,
    prepared: &Prepared,
    (witness, run): (&Witness, &Run),
    path: &[LoopRuns],
    asked: Asked,
    budget: &Budget,
) -> Option<Verdict> {
    let replay = Replayed::by(run)?;
    let goal = goal(&prepared.aimed);
    let inputs = input_reports(terms, &prepared.original, witness, run);
    let forms = forms::of(terms, prepared, (&goal, witness, run), asked, budget);
    let asked_line = matches!(asked.question.target, Target::Line { .. });
    let at = run.reached_at(&prepared.original, &goal).filter(|_| !asked_line);
    let file = |span: &Span| prepared.original.files.get(span.file as usize).cloned();
    let at = at.and_then(|span| Some(Box::new(TargetLine { file: file(&span)?, line: span.line })));
    Some(Verdict::Reachable(Box::new(Reachable { at, inputs, path: steps(path), replay, forms })))
}

/// How many steps a path has at least.
fn steps_at_least(path: &[LoopRuns]) -> Int {
    let segments = path.iter().flat_map(|l| &l.segments);
    segments.fold(Int::ZERO, |sum, s| sum + &s.times * (steps_at_least(&s.inside) + s.edges))
}

fn steps(path: &[LoopRuns]) -> Vec<PathStep> {
    let segments = |l: &LoopRuns| l.segments.iter().map(segment).collect();
    path.iter().map(|l| PathStep { line: l.line, segments: segments(l) }).collect()
}

fn segment(s: &crate::navigate::Segment) -> Segment {
    let inside = s.inside.iter().flat_map(|l| l.segments.iter().map(segment)).collect();
    Segment { chain: s.chain.clone(), times: s.times.clone(), inside }
}
