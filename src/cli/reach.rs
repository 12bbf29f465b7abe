//! `lariat reach`: can this target be reached?

use super::args::{Format, ProgramArgs, TargetArgs, TypedEngines, TypedGuide, TypedReplay, TypedSummaries};
use super::emit::{self, Emit};
use super::states::StatesArgs;
use super::supervise::{Supervised, supervised};
use super::{Exit, memory, output};
use clap::ValueEnum;
use lariat::answer::{Answer, Certified, Confirmation, Stats, TargetLine, Verdict};
use lariat::budget::{Budget, Stop};
use lariat::certificate;
use lariat::confirm::{self, SHORTEST_LIMIT};
use lariat::diagnostic::Subject;
use lariat::explore::{self, Asking, Explored};
use lariat::frontend::Ahead;
use lariat::program::Target;
use lariat::question::{JOBS, Limits, Question, REPLAY_STEPS};
use lariat::reach;
use lariat::report::{self, Excerpt};
use lariat::task::Failure;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Can this line be reached?
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub(super) program: ProgramArgs,
    #[command(flatten)]
    target: TargetArgs,
    /// How to print the answer
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Exit with 1 if the answer is another one, with 3 if it is unknown
    #[arg(long, value_enum, value_name = "V")]
    expect: Option<Expected>,
    /// Say what the answer cost
    #[arg(long)]
    stats: bool,
    /// Write a page for a browser to this file: the source with what the input passes, or why there is none
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Which engines look for an answer
    #[arg(long, value_enum, default_value = "both")]
    engine: TypedEngines,
    /// How concolic execution, or that of states, sums up rounds of a loop [default: exact, with --engine states off]
    #[arg(long, value_enum)]
    summaries: Option<TypedSummaries>,
    #[command(flatten)]
    states: StatesArgs,
    /// How many engines work at a time: with 1 they come one after the other, and all but times is alike each time, as
    /// long as no limit of time cuts one short
    #[arg(long, value_name = "N", default_value_t = JOBS, value_parser = at_least_one)]
    jobs: usize,
    /// Which solver's solutions guide the search
    #[arg(long, value_enum, default_value = "best")]
    guide: TypedGuide,
    /// Search one run of a subchain after the other, never many in one step
    #[arg(long)]
    no_segments: bool,
    /// Make branches one node each where there are more than N simple ways once around a loop, or from the start to
    /// the target; with 0, wherever that is possible
    #[arg(long, value_name = "N", default_value_t = Limits::default().ways)]
    ways: u64,
    /// How a path that was found is replayed
    #[arg(long, value_enum, default_value = "auto")]
    replay: TypedReplay,
    /// Execute paths of up to this many steps; in longer ones prove what repeats, and execute at most 20 times as
    /// many of the other steps
    #[arg(long, value_name = "N", default_value_t = REPLAY_STEPS)]
    replay_steps: u64,
    /// Write the witness to a file, too: NAME.c is a C program that feeds it to yours and says when the target is
    /// passed, NAME.ktest (or just ktest) a test case of KLEE; can be given several times
    #[arg(long, value_name = "NAME", value_parser = emit::parse)]
    emit: Vec<Emit>,
    /// Write the answer to a file as a witness of SV-COMP (YAML, version 2.0), for other verifiers to check: loop
    /// invariants if the target is unreachable, waypoints on the way there if it is reachable
    #[arg(long, value_name = "FILE")]
    witness: Option<PathBuf>,
    /// Compile and run the witness with the C compiler there is, and say whether it passes the target
    #[arg(long)]
    confirm: bool,
    /// If it is unreachable, write a certificate to this folder, which check-certificate and other solvers check; the
    /// folder has to be new, empty, or one with a certificate
    #[arg(long, value_name = "DIR")]
    certificate: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Expected {
    Reachable,
    Unreachable,
    Unknown,
}

pub fn at_least_one(typed: &str) -> Result<usize, String> {
    typed.parse().ok().filter(|n| *n > 0).ok_or_else(|| "give a number of engines, at least 1".to_string())
}

/// Answers.
pub fn main(args: Args, ahead: Option<Arc<Ahead>>) -> Exit {
    let started = Instant::now();
    let interrupted = Arc::new(AtomicBool::new(false));
    let budget = args.program.source.budget().interrupted_by(interrupted.clone());
    let question = match args.program.question(args.target.target.clone()) {
        Ok(question) => question,
        Err(failure) => return failed(&failure, args.format),
    };
    let (states, summaries) = match args.states.with(args.engine, args.summaries) {
        Ok(how) => how,
        Err(failure) => return failed(&failure, args.format),
    };
    let mut question = Question {
        engines: args.engine.into(),
        summaries,
        states,
        jobs: args.jobs,
        guide: args.guide.into(),
        replay: args.replay.into(),
        replay_steps: args.replay_steps,
        ahead,
        ..question
    };
    question.limits.segments = !args.no_segments;
    question.limits.ways = args.ways;
    let wanted: Vec<Emit> = args.emit.into_iter().chain(args.witness.map(Emit::Exchange)).collect();
    question.forms = emit::forms(&wanted);
    question.forms.harness |= args.confirm;
    question.forms.certificate = args.certificate.is_some();
    let is_source = |page: &PathBuf| question.files().any(|(file, _)| emit::same_file(file, page));
    if let Some(page) = args.html.as_ref().filter(|page| is_source(page)) {
        let why = format!("{} is a file of the program: --html would replace it", page.display());
        return output::fail(&Failure::input(Subject::Input, why));
    }
    let asked = question.clone();
    let is_shown = args.html.is_some();
    let answering = move |budget: &Budget| match is_shown {
        true => explore::one(&asked, budget).map(|(answer, seen)| (answer, Some(seen))),
        false => reach::reach(&asked, budget).map(|answer| (answer, None)),
    };
    let (mut answer, seen) = match supervised(&budget, answering) {
        Ok(Supervised::Done(answered)) => answered,
        Ok(Supervised::Abandoned(stop)) => (abandoned(&question, stop), None),
        Err(failure) => return failed(&failure, args.format),
    };
    if let Some(page) = &args.html
        && let Err(why) = write_page(page, seen, args.program.source.asking(question.world.globals))
    {
        return output::fail(&Failure::input(Subject::Input, why));
    }
    match emit::write(&wanted, &question.program, &answer) {
        Ok(emitted) => answer.emitted = emitted,
        Err(why) => return output::fail(&Failure::input(Subject::Input, why)),
    }
    if let (Some(folder), Some(proof)) = (&args.certificate, &mut answer.certificate) {
        proof.folder = folder.display().to_string();
        let written = match &proof.files {
            Ok(files) => certificate::write(folder, files),
            // That of an earlier answer proves nothing of this one.
            Err(_) => certificate::remove(folder),
        };
        if let Err(why) = written {
            return output::fail(&Failure::input(Subject::Input, why));
        }
    }
    answer.stats.memory = memory::peak();
    answer.stats.wall_ms = started.elapsed().as_secs_f64() * 1000.0;
    // The time of an answer is without what other programs take.
    if args.confirm {
        let limit = args.program.source.timeout.unwrap_or_default().max(SHORTEST_LIMIT);
        answer.confirmation = confirmation(&answer, limit, &interrupted);
    }
    let was_interrupted = budget.is_interrupted() && matches!(answer.verdict, Verdict::Unknown { .. });
    let mut exit = if was_interrupted { Exit::Interrupted } else { exit_code(&answer.verdict, args.expect) };
    if let Some(Confirmation::Contradicted { what }) = &answer.confirmation {
        output::complain(&contradiction(&question, what));
        exit = Exit::Internal;
    }
    if let (Some(expected), Exit::Unexpected | Exit::Unknown) = (args.expect, exit) {
        let expected = expected.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string());
        output::unexpected(&expected, answer.verdict.word());
    }
    let text = match args.format {
        Format::Json => report::json(&answer),
        Format::Text => {
            let excerpt = output::is_terminal().then(|| excerpt(&answer.target)).flatten();
            report::text(&answer, excerpt.as_ref(), args.stats)
        }
    };
    output::print(&text, exit)
}

/// Says why there is no answer.
fn failed(failure: &Failure, format: Format) -> Exit {
    let exit = output::fail(failure);
    match format {
        Format::Json => output::print(&report::error_json(failure), exit),
        Format::Text => exit,
    }
}

/// What the compiled witness says; nothing if there is none.
fn confirmation(answer: &Answer, limit: Duration, stop: &AtomicBool) -> Option<Confirmation> {
    let Verdict::Reachable(reachable) = &answer.verdict else { return None };
    Some(match reachable.forms.harness.as_ref()? {
        Ok(harness) => confirm::confirm(harness, limit, stop),
        Err(reason) => Confirmation::Open { reason: reason.clone() },
    })
}

/// An answer and a compiler that do not agree.
fn contradiction(question: &Question, what: &str) -> String {
    format!(
        "internal error, a bug in lariat: {what}\nplease report it with the program {}, entry {}, target {}, and what \
         --emit harness.c writes",
        question.program.display(),
        question.entry,
        question.target
    )
}

/// Writes what there is to be seen of an answer to a file, or says that there is nothing; an error says why it cannot.
fn write_page(page: &Path, seen: Option<Explored>, asking: Asking) -> Result<(), String> {
    let shown = page.display();
    let nothing = match &seen {
        None => "there was no time for it",
        Some(seen) if seen.items.is_empty() => "nothing became of a line, branch or check",
        Some(_) => "",
    };
    let Some(seen) = seen.filter(|_| nothing.is_empty()) else {
        output::complain(&format!("{shown} was not written: {nothing}"));
        return Ok(());
    };
    let seen = Explored { asking, ..seen };
    let text = report::explored_page(&seen, &seen.texts);
    std::fs::write(page, text).map_err(|e| format!("cannot write {shown}: {e}"))
}

/// What is known when the engine did not even come back.
fn abandoned(question: &Question, stop: Stop) -> Answer {
    let program = question.program.display().to_string();
    let (file, line) = match &question.target {
        Target::Line { file, line } => (file.clone().unwrap_or_else(|| program.clone()), *line),
        _ => (program.clone(), 0),
    };
    let files = Err("only what is unreachable has a certificate".into());
    let uncertified = Certified { folder: String::new(), files };
    let certificate = question.forms.certificate.then_some(uncertified);
    let advice = stop.advice().map(str::to_string);
    Answer {
        program,
        entry: question.entry.clone(),
        target: TargetLine { file, line },
        verdict: Verdict::Unknown { reason: stop.to_string(), advice },
        refuted_by: None,
        undefined: Vec::new(),
        assumptions: Vec::new(),
        refutations: Vec::new(),
        nearest: None,
        stats: Stats { wall_ms: 0.0, memory: None, search: None },
        emitted: Vec::new(),
        exchange: None,
        confirmation: None,
        certificate,
    }
}

fn exit_code(verdict: &Verdict, expected: Option<Expected>) -> Exit {
    let found = match verdict {
        Verdict::Reachable(_) => Expected::Reachable,
        Verdict::Unreachable => Expected::Unreachable,
        Verdict::Unknown { .. } => Expected::Unknown,
    };
    match (expected, found) {
        (Some(expected), found) if expected == found => Exit::Answered,
        (_, Expected::Unknown) => Exit::Unknown,
        (Some(_), _) => Exit::Unexpected,
        (None, _) => Exit::Answered,
    }
}

fn excerpt(target: &TargetLine) -> Option<Excerpt> {
    let text = std::fs::read_to_string(&target.file).ok()?;
    let line = text.lines().nth((target.line as usize).checked_sub(1)?)?;
    Some(Excerpt { text: line.to_string(), column: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_codes_follow_the_verdict_and_the_expectation() {
        let unknown = Verdict::Unknown { reason: String::new(), advice: None };
        let cases = [
            (&Verdict::Unreachable, None, Exit::Answered),
            (&Verdict::Unreachable, Some(Expected::Unreachable), Exit::Answered),
            (&Verdict::Unreachable, Some(Expected::Reachable), Exit::Unexpected),
            (&Verdict::Unreachable, Some(Expected::Unknown), Exit::Unexpected),
            (&unknown, None, Exit::Unknown),
            (&unknown, Some(Expected::Reachable), Exit::Unknown),
            (&unknown, Some(Expected::Unknown), Exit::Answered),
        ];
        for (verdict, expected, exit) in cases {
            assert_eq!(exit_code(verdict, expected), exit, "{verdict:?} {expected:?}");
        }
    }
}
