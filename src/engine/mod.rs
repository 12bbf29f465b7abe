//! From a question to an answer: the stages in their order.
//!
//! source → program → ranges → SSA and slice → folded branches → chains and
//! constraint systems → search → replay. Each stage is a room of its own; here they only meet, and
//! here the verdict is said: `reachable` after a replay on the program as it
//! was read, `unreachable` when every root chain was refuted, else `unknown`.

mod assumed;
mod certify;
mod doctor;
mod explain;
mod forms;
mod gaps;
mod listing;
mod prepare;
mod proof;
mod stages;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod witness;

pub use certify::compare;
pub use doctor::{Approximated, Bounded, Checkup, Examined, Kind, Refused, doctor};
pub use listing::{chains, constraints};
pub use prepare::{Prepared, Reading, load, prepare};
use prepare::{lower, prepare_program, read};
use proof::Found;
pub use stages::{Stage, program};

use crate::answer::{
    Answer, Certified, PathStep, Reachable, Refutation, RefutedBy, Replayed, SearchStats, Segment, Stats, TargetLine,
    Verdict, input_reports,
};
use crate::budget::{Budget, Stop};
use crate::diagnostic::Subject;
use crate::navigate::{Exploration, Finding, LoopRuns, explore};
use crate::program::{About, Aimed, Instruction, Program, Role};
use crate::question::{Engines, Question, Replay};
use crate::replay::{self, Goal, Run, Witness};
use crate::solver::{Model, Smt};
use crate::term::{Int, Symbol, Terms};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use thiserror::Error;

/// The longest one query to z3 may take.
const PER_QUERY: Duration = Duration::from_secs(3);

/// Why there is no answer at all.
#[derive(Clone, Debug, Error)]
pub enum Failure {
    /// The question is at fault.
    #[error("{text}")]
    Input {
        /// Which part of it.
        subject: Subject,
        /// What is wrong with it, and what to do; it may have several lines.
        text: String,
    },
    /// Nothing is: it had to stop before there was a program.
    #[error("{0}")]
    Stopped(Stop),
    /// Lariat is.
    #[error("{0}")]
    Internal(String),
}

impl Failure {
    /// A fault of the question.
    pub fn input(subject: Subject, why: impl ToString) -> Failure {
        Failure::Input { subject, text: why.to_string() }
    }
}

/// Whether the target can be reached.
pub fn reach(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    let started = Instant::now();
    let terms = Terms::new();
    let reading = Reading::of(question, budget);
    let source = read(&reading)?;
    let program = lower(&terms, &mut source.clone(), &reading)?;
    let prepared = prepare_program(&terms, program, &question.target, reading.ways)?;
    let chains = |budget: &Budget| decide(&terms, &prepared, question, budget);
    let decided = match question.engines {
        Engines::Chains => chains(budget)?,
        Engines::Invariants => Decided::by_facts(proof::find(&source, question, budget)?),
        Engines::Both => {
            let (first, found) = proof::beside(&source, question, budget, |part| {
                let first = chains(part);
                let is_over = !matches!(&first, Ok(Decided { verdict: Verdict::Unknown { .. }, .. }));
                (first, is_over)
            })?;
            match (first?, found) {
                (Decided { verdict: Verdict::Unknown { .. }, search, .. }, Some(found @ Found::Proof(..))) => {
                    let proof = Decided::by_facts(found);
                    Decided { search: SearchStats { decided: proof.search.decided, ..search }, ..proof }
                }
                (first, Some(Found::Nothing(why))) if budget.stop().is_none() => first.and_also(&why),
                (first, _) => first,
            }
        }
    };
    let Decided { mut verdict, mut refutations, search, by } = decided;
    if matches!(verdict, Verdict::Unreachable) {
        refutations.extend(explain::before_chains(&prepared));
        verdict = gaps::beyond(&terms, &prepared, question, budget)?;
    }
    let exchange = match &mut verdict {
        Verdict::Reachable(reachable) => reachable.forms.exchange.take(),
        Verdict::Unreachable => {
            question.forms.exchange.then(|| forms::correctness(&terms, &prepared, question, &source, budget))
        }
        Verdict::Unknown { .. } => None,
    };
    let certificate = question.forms.certificate.then(|| match &verdict {
        Verdict::Unreachable => certify::certify(&terms, &prepared, question, by, budget),
        Verdict::Reachable(_) => Err("only what is unreachable has a certificate; the input above is the proof".into()),
        Verdict::Unknown { .. } => Err("only what is unreachable has a certificate".into()),
    });
    let refuted_by = matches!(verdict, Verdict::Unreachable).then_some(by);
    let located = prepared.aimed.located;
    let file = prepared.original.files.get(located.file as usize).cloned().unwrap_or_default();
    Ok(Answer {
        program: question.program.display().to_string(),
        entry: question.entry.clone(),
        target: TargetLine { file, line: located.line },
        assumptions: assumptions(&terms, &prepared, &verdict),
        verdict,
        refutations,
        stats: Stats { wall_ms: started.elapsed().as_secs_f64() * 1000.0, memory: None, search: Some(search) },
        emitted: Vec::new(),
        exchange,
        confirmation: None,
        certificate: certificate.map(|files| Certified { folder: String::new(), files, refuted_by }),
    })
}

/// What an engine says, before anything is added to it.
struct Decided {
    verdict: Verdict,
    refutations: Vec<Refutation>,
    search: SearchStats,
    /// How it is refuted, if it is.
    by: RefutedBy,
}

impl Decided {
    /// With what stopped the other engine, where nothing is decided.
    fn and_also(mut self, why: &str) -> Decided {
        if let Verdict::Unknown { reason, .. } = &mut self.verdict {
            reason.push_str(&format!("; no facts at loop heads were found that exclude it: {why}"));
        }
        self
    }

    fn by_facts(found: Found) -> Decided {
        match found {
            Found::Proof(facts, by) => Decided {
                verdict: Verdict::Unreachable,
                refutations: vec![facts],
                search: SearchStats { decided: vec![("all".into(), by)], ..SearchStats::default() },
                by: RefutedBy::Facts,
            },
            Found::Nothing(reason) => Decided {
                verdict: Verdict::Unknown { reason, advice: Some("--engine both".into()) },
                refutations: Vec::new(),
                search: SearchStats::default(),
                by: RefutedBy::Facts,
            },
        }
    }
}

/// What the chains say.
fn decide(terms: &Terms, prepared: &Prepared, question: &Question, budget: &Budget) -> Result<Decided, Failure> {
    let target = prepared.aimed.target;
    let mut smt = Smt::new(terms, budget.clone(), PER_QUERY);
    let exploration = explore(terms, &prepared.sliced, target, &mut smt, question.guide, &question.limits, budget);
    let verdict = match &exploration.finding {
        Finding::Nothing => Verdict::Unreachable,
        Finding::Unknown(why) => Verdict::Unknown { reason: why.to_string(), advice: explain::advice(why) },
        Finding::Candidate { model, path } => replayed(terms, prepared, model, path, question, budget)?,
    };
    let refuted = exploration.refutations.iter().map(|r| explain::refutation(terms, &exploration.form, r));
    let by = refuted_by(&exploration);
    Ok(Decided { verdict, refutations: refuted.collect(), search: stats(&exploration, &smt), by })
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
fn run_on(
    terms: &Terms,
    prepared: &Prepared,
    model: &Model,
    path: &[LoopRuns],
    question: &Question,
    budget: &Budget,
) -> (Witness, Run) {
    let program = &prepared.original;
    let witness = witness::of(program, model);
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
    let run = replay::run(terms, program, &witness, &goal(prepared), &limits);
    (witness, run)
}

fn goal(prepared: &Prepared) -> Goal {
    Goal {
        locations: prepared.aimed.hits.iter().copied().collect(),
        failing: prepared.aimed.failing.iter().copied().collect(),
    }
}

/// Runs the candidate. Only an arrival makes it an answer.
fn replayed(
    terms: &Terms,
    prepared: &Prepared,
    model: &Model,
    path: &[LoopRuns],
    question: &Question,
    budget: &Budget,
) -> Result<Verdict, Failure> {
    let (witness, run) = run_on(terms, prepared, model, path, question, budget);
    if let Some(replay) = Replayed::by(&run) {
        let inputs = input_reports(terms, &prepared.original, &witness, &run);
        let forms = forms::of(terms, prepared, (&goal(prepared), &witness, &run), question, budget);
        return Ok(Verdict::Reachable(Reachable { inputs, path: steps(path), replay, forms }));
    }
    match &run.outcome {
        replay::Outcome::StepLimit => Ok(Verdict::Unknown {
            reason: explain::unfinished(&steps(path), &run, None),
            advice: Some("--replay execute, which takes its time, or a larger --replay-steps".into()),
        }),
        replay::Outcome::Stopped => {
            let stop = budget.stop().unwrap_or(Stop::Interrupted);
            Ok(Verdict::Unknown {
                reason: explain::unfinished(&steps(path), &run, Some(stop)),
                advice: stop.advice().map(str::to_string),
            })
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

/// The assumptions that concern what was analysed.
fn assumptions(terms: &Terms, prepared: &Prepared, verdict: &Verdict) -> Vec<String> {
    // What ranges exclude rests on every check that they do not prove; a path that was replayed does not.
    let program = if matches!(verdict, Verdict::Unreachable) { &prepared.narrowed } else { &prepared.sliced };
    assumptions_of(terms, &prepared.original, &prepared.aimed, program)
}

/// The assumptions that concern a part of what is on the way to a target.
fn assumptions_of(terms: &Terms, original: &Program, aimed: &Aimed, program: &Program) -> Vec<String> {
    let mut symbols: BTreeSet<Symbol> = BTreeSet::new();
    let mut checks = BTreeSet::new();
    for edge in program.graph.edge_weights() {
        match &edge.instruction {
            Instruction::Assume(t) | Instruction::Assign(_, t) => symbols.extend(terms.symbols(*t)),
            Instruction::Copy(copies) => symbols.extend(copies.iter().map(|(_, y)| *y)),
            Instruction::Skip => {}
        }
        if let Role::Check(check) = edge.role {
            checks.insert(check);
        }
    }
    let given = assumed::mattering(terms, aimed);
    let matters = |about: &About| match about {
        About::Symbols(all) => all.iter().any(|s| symbols.contains(s)),
        About::Always | About::Library => true,
        About::Check(check) => checks.contains(check),
        About::Given(index) => given.contains(index),
    };
    original.assumptions.iter().filter(|a| matters(&a.about)).map(|a| a.text.clone()).collect()
}
