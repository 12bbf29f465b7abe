//! `lariat run`: the concrete interpreter, by hand.

use super::args::{ProgramArgs, TypedReplay};
use super::supervise::{Supervised, supervised};
use super::{Exit, given, output};
use lariat::answer::{GivenInput, input_reports, read_given};
use lariat::budget::{Budget, Stop};
use lariat::diagnostic::Subject;
use lariat::program::{Check, Original, Target, aim};
use lariat::question::REPLAY_STEPS;
use lariat::replay::{Fault, Goal, Limits, Outcome, Witness, run};
use lariat::report::{RunReport, lost_run, run_report};
use lariat::source::Language;
use lariat::task::{self, Failure, Reading};
use lariat::term::Terms;
use std::iter::successors;

/// Run the program on given inputs
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    program: ProgramArgs,
    /// Stop when this is reached, and exit with 1 if it is not
    #[arg(long, value_name = "T")]
    target: Option<Target>,
    /// Values of inputs: n=5 A=1,1,0 A[3..9]=7 s="Hi" argv[1]="x" nondet@12=3,4, or a file with an answer in JSON; in microc
    /// input=1,2,3 are the values of `input` in the order in which they are read; the rest is 0
    #[arg(long, value_name = "INPUT", num_args = 1..)]
    inputs: Vec<String>,
    /// How a long run is run
    #[arg(long, value_enum, default_value = "auto")]
    replay: TypedReplay,
    /// The most steps to run, executed or proved; without it 1000000000 are executed, or all with --replay execute
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
}

/// The most steps executed if the user does not say how many.
const MOST_EXECUTED: u64 = 1_000_000_000;

/// Runs.
pub fn main(args: Args) -> Exit {
    let budget = args.program.source.budget();
    let program = args.program.source.files[0].display().to_string();
    match supervised(&budget, move |budget| work(&args, budget)) {
        Ok(Supervised::Done((text, exit))) => output::print(&text, exit),
        Ok(Supervised::Abandoned(stop)) => {
            let exit = if stop == Stop::Interrupted { Exit::Interrupted } else { Exit::Unknown };
            output::print(&lost_run(&program, stop), exit)
        }
        Err(failure) => output::fail(&failure),
    }
}

/// Whether the values that a microc program reads are given in the order in which it reads them, without their lines.
fn is_tape(given: &[GivenInput]) -> Result<bool, Failure> {
    let mut read = given.iter().filter(|one| one.name == "input");
    let is_tape = read.clone().any(|one| one.site.is_none());
    if is_tape && read.any(|one| one.site.is_some()) {
        let text = "give all inputs in their order, as in input=1,2,3, or each with its line, as in input@5=3";
        return Err(Failure::input(Subject::Input, text));
    }
    Ok(is_tape)
}

/// A program, and what it is run on.
struct Loaded {
    terms: Terms,
    program: Original,
    witness: Witness,
}

/// The program with as many pointers from outside as its inputs are about: an answer may have followed more than usual.
fn loaded(reading: &Reading, given: &[GivenInput]) -> Result<Loaded, Failure> {
    let mut wrong = None;
    for world in successors(Some(reading.world), |world| world.deeper()) {
        let terms = Terms::new();
        let program = task::load(&terms, &Reading { world, ..reading.clone() })?;
        match read_given(&terms, &program, given) {
            Ok(witness) => return Ok(Loaded { terms, program, witness }),
            Err(text) => wrong = wrong.or(Some(text)),
        }
    }
    Err(Failure::input(Subject::Input, wrong.unwrap_or_default()))
}

fn work(args: &Args, budget: &Budget) -> Result<(String, Exit), Failure> {
    let given = given::read(&args.inputs).map_err(|e| Failure::input(Subject::Input, e))?;
    let how = args.program.source.given()?;
    let leaks = args.target == Some(Target::Check(Check::Leak));
    let reading = args.program.reading(&how, budget);
    let world = args.target.as_ref().map_or(reading.world, |target| reading.world.asked(target));
    let is_microc = Language::of(&args.program.source.files[0].to_string_lossy()) == Language::Microc;
    let tape = is_microc && is_tape(&given)?;
    let reading = Reading { leaks, world, returns: is_microc, outputs: is_microc, tape, ..reading };
    let Loaded { terms, program, witness } = loaded(&reading, &given)?;
    let aimed = match &args.target {
        Some(target) => Some(aim(&program, &terms, target).map_err(|e| Failure::input(Subject::Target, e))?),
        None => None,
    };
    let target = aimed.as_ref().map(|aimed| aimed.located);
    let goal = aimed.map_or_else(Goal::default, |aimed| Goal {
        locations: aimed.hits.into_iter().collect(),
        failing: aimed.failing.into_iter().collect(),
    });
    let stop = || budget.stop().is_some();
    let limits = match args.replay {
        TypedReplay::Execute => Limits::steps(args.steps.unwrap_or(u64::MAX)),
        TypedReplay::Auto => {
            let limits = Limits::proving(REPLAY_STEPS, args.steps.unwrap_or(MOST_EXECUTED));
            Limits { steps: args.steps.unwrap_or(limits.steps), ..limits }
        }
    };
    let limits = Limits { stop: &stop, ..limits };
    let run = run(&terms, &program, &witness, &goal, &limits);
    let exit = match &run.outcome {
        Outcome::Error(fault @ (Fault::OutOfRange { .. } | Fault::Shape(_))) => {
            return Err(Failure::input(Subject::Input, fault));
        }
        Outcome::Error(fault @ Fault::Far) => return Err(Failure::input(Subject::Limit, fault)),
        Outcome::Error(fault) => return Err(Failure::Internal(fault.to_string())),
        Outcome::Reached(_) => Exit::Answered,
        Outcome::Ended(_) if program.gap_at(run.at).is_some() => Exit::Unknown,
        Outcome::Ended(_) if args.target.is_some() => Exit::Unexpected,
        Outcome::Ended(_) => Exit::Answered,
        Outcome::Stopped if budget.is_interrupted() => Exit::Interrupted,
        Outcome::StepLimit | Outcome::Stopped => Exit::Unknown,
    };
    let inputs = input_reports(&terms, &program, &witness, &run);
    let asked_line = matches!(args.target, Some(Target::Line { .. }));
    let target = run.reached_at(&program, &goal).filter(|_| !asked_line).or(target);
    let stop = budget.stop();
    Ok((
        run_report(&RunReport {
            run: &run,
            program: &program,
            target,
            assume: &args.program.source.assume,
            stop,
            inputs: &inputs,
        }),
        exit,
    ))
}
