//! Who says verdicts: inputs are replayed on the program as it was read, and what an engine excludes counts where what
//! that rests on was checked again, and the model has no gaps on the way.
//!
//! [`recheck`] asks again, [`gaps`] are targets of their own, [`undefined`] says where every path ends in undefined behaviour, [`forms`] has what
//! else is wanted of an answer.

pub(crate) mod forms;
pub(crate) mod gaps;
mod limits;
pub(crate) mod recheck;
pub(crate) mod undefined;

use crate::answer::{
    Nearest, PathStep, Reachable, Refutation, RefutedBy, Replayed, SearchStats, Segment, TargetLine, Verdict,
    input_reports,
};
use crate::budget::{Budget, Stop};
use crate::engines::{Claim, Finding, Grounds, Inputs, Kept};
use crate::explain;
use crate::navigate::LoopRuns;
use crate::program::{Aimed, Original, Span, Target};
use crate::question::Replay;
use crate::replay::{self, Fault, Goal, Run, Witness};
use crate::task::{Failure, Open, Task};
use crate::term::{Int, Terms};
use recheck::Checked;

/// What is known of a question.
pub(crate) struct Decided {
    pub verdict: Verdict,
    pub refutations: Vec<Refutation>,
    pub nearest: Option<Nearest>,
    pub search: SearchStats,
    /// How it is refuted, if it is.
    pub by: RefutedBy,
    /// A path was found, even if a replay could not follow it to its end.
    pub has_path: bool,
    /// The facts that exclude the target, if a certificate is wanted.
    pub kept: Option<Box<Kept>>,
}

impl Decided {
    /// Whether nobody has to look any further: nor for a proof that there is no path where one was found.
    pub fn is_over(&self) -> bool {
        self.has_path || !matches!(self.verdict, Verdict::Unknown { .. })
    }
}

/// Who judges what engines find in a program.
#[derive(Clone, Copy)]
pub(crate) struct Referee<'a> {
    pub terms: &'a Terms,
    pub task: &'a Task<'a>,
    /// As it was read: what replays run.
    pub original: &'a Original,
    /// Stopped at the target.
    pub aimed: &'a Aimed,
}

impl Referee<'_> {
    /// The verdict on what an engine claims.
    pub fn judge(&self, finding: Finding, budget: &Budget) -> Result<Decided, Failure> {
        let Finding { claim, refutations, nearest, search, kept } = finding;
        let (mut by, mut has_path) = (RefutedBy::Facts, false);
        let verdict = match claim {
            Claim::Excluded(how, grounds) => {
                by = how;
                match self.excluded(&grounds, budget)? {
                    None => Verdict::Unreachable,
                    Some(Open { reason, advice }) => Verdict::Unknown { reason, advice },
                }
            }
            Claim::Nothing { reason, advice } => Verdict::Unknown { reason, advice },
            Claim::Inputs(inputs) => {
                has_path = true;
                self.replayed(&inputs, budget)?
            }
        };
        let nearest = nearest.filter(|_| matches!(verdict, Verdict::Unknown { .. }));
        Ok(Decided { verdict, refutations, nearest, search, by, has_path, kept })
    }

    /// Why an exclusion does not count, if it does not.
    pub fn excluded(&self, grounds: &Grounds, budget: &Budget) -> Result<Option<Open>, Failure> {
        match recheck::checked(self, grounds, budget) {
            Checked::Holds => Ok(None),
            Checked::Open(why) => Ok(Some(Open {
                reason: format!("the target seems to be excluded, but not all of that could be checked again: {why}"),
                advice: budget.stop().and_then(Stop::advice).map(str::to_string),
            })),
            Checked::Wrong(step) => Err(self.is_no_refutation(&step)),
        }
    }

    fn is_no_refutation(&self, step: &str) -> Failure {
        let question = self.task.question;
        Failure::Internal(format!(
            "internal error: a refutation does not hold, which is a bug in Lariat; please report it with\n  \
             the program {} (entry {}), target {}\n  {}",
            question.program.display(),
            question.entry,
            question.target,
            explain::shortened(step.to_string()),
        ))
    }

    /// What inputs come to on the program as it was read. Only an arrival makes them an answer.
    fn replayed(&self, inputs: &Inputs, budget: &Budget) -> Result<Verdict, Failure> {
        let Inputs { witness, path, is_exact } = inputs;
        let run = self.run(witness, path, budget);
        if let Some(reachable) = self.arrived((witness, &run), path, budget) {
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
            replay::Outcome::Error(fault @ Fault::Far) => Ok(Verdict::Unknown {
                reason: format!("the path that was found is not replayed: {fault}"),
                advice: None,
            }),
            _ if !is_exact || self.aimed.is_weak => {
                let reason = "the inputs that were found do not lead there in a run".to_string();
                Ok(Verdict::Unknown { reason, advice: None })
            }
            outcome => Err(self.does_not_replay(inputs, &run, outcome)),
        }
    }

    fn does_not_replay(&self, inputs: &Inputs, run: &Run, outcome: &replay::Outcome) -> Failure {
        let question = self.task.question;
        Failure::Internal(format!(
            "internal error: a witness does not replay, which is a bug in Lariat; please report it with\n  \
             the program {} (entry {}), target {}\n  path {}\n  inputs {}\n  the replay ended with {outcome:?} at line {}",
            question.program.display(),
            question.entry,
            question.target,
            explain::shortened(format!("{:?}", inputs.path)),
            explain::shortened(format!("{:?}", input_reports(self.terms, self.original, &inputs.witness, run))),
            run.last.line,
        ))
    }

    /// What inputs do on the program as it was read.
    pub fn run(&self, witness: &Witness, path: &[LoopRuns], budget: &Budget) -> Run {
        let question = self.task.question;
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
        replay::run(self.terms, self.original, witness, &Goal::of(self.aimed), &limits)
    }

    /// The answer that a run gives, if it arrived.
    fn arrived(&self, (witness, run): (&Witness, &Run), path: &[LoopRuns], budget: &Budget) -> Option<Verdict> {
        let replay = Replayed::by(run)?;
        let goal = Goal::of(self.aimed);
        let inputs = input_reports(self.terms, self.original, witness, run);
        let forms = forms::of(self, (&goal, witness, run), budget);
        let asked_line = matches!(self.task.question.target, Target::Line { .. });
        let at = run.reached_at(self.original, &goal).filter(|_| !asked_line);
        let file = |span: &Span| self.original.files.get(span.file as usize).cloned();
        let at = at.and_then(|span| Some(Box::new(TargetLine { file: file(&span)?, line: span.line })));
        Some(Verdict::Reachable(Box::new(Reachable {
            at,
            witness: witness.clone(),
            inputs,
            path: steps(path),
            replay,
            forms,
        })))
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
