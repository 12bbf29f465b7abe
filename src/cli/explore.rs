//! `lariat explore`: which lines can be reached, which cannot, and what is open.

use super::args::{Format, SourceArgs, TypedEngines, TypedSummaries};
use super::reach::at_least_one;
use super::states::StatesArgs;
use super::supervise::{Supervised, supervised_for};
use super::{Exit, output};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use lariat::answer::Confirmation;
use lariat::confirm::{self, SHORTEST_LIMIT};
use lariat::diagnostic::Subject;
use lariat::explore::baseline::{self, Finding};
use lariat::explore::{self, End, Explored, Fate, How, Place, Progress, Saved, Test, Wanted, Watch};
use lariat::program::Target;
use lariat::quantity;
use lariat::question::{Forms, JOBS, Question};
use lariat::report;
use lariat::source::Language;
use lariat::task::Failure;
use lariat::world::Globals;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Which lines can be reached, with tests, which cannot, with why, and what is open
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: SourceArgs,
    /// A function where execution begins; can be given several times. Dead is what none of them reaches
    #[arg(long, value_name = "F", default_value = "main")]
    entry: Vec<String>,
    /// Begin in each function that the program defines, with any values in its global variables
    #[arg(long, conflicts_with = "entry")]
    all_entries: bool,
    /// What to cover
    #[arg(long, value_enum, value_name = "KIND", default_value_t = TypedWanted::All)]
    target: TypedWanted,
    /// The longest one line, branch or check may be asked about alone
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, default_value = "10s")]
    per_target: Duration,
    /// How many engines work at a time
    #[arg(long, value_name = "N", default_value_t = JOBS, value_parser = at_least_one)]
    jobs: usize,
    /// Which engines look for inputs and proofs
    #[arg(long, value_enum, default_value = "both")]
    engine: TypedExploring,
    /// How concolic execution, or that of states, sums up rounds of a loop [default: exact, with --engine states off]
    #[arg(long, value_enum)]
    summaries: Option<TypedSummaries>,
    #[command(flatten)]
    states: StatesArgs,
    /// Write index.html (the source with what became of each line), the tests, lcov.info, report.sarif and explore.json to
    /// this folder; the folder has to be new, empty, or one with an exploration
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on from an exploration that was written to this folder, and write to it if --out names no other: its tests count
    /// as far as they still run, and what was dead is dead if the program has not changed but for comments
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
    /// Look for a certificate of each thing that is dead, which check-certificate checks, and write them to
    /// certificates/ of that folder; takes up to --per-target for each
    #[arg(long)]
    certificate: bool,
    /// Compile the tests that meet something undefined with the compiler's checks, and run them
    #[arg(long)]
    confirm: bool,
    /// How to print what was found
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Exit with 1 if a test meets something undefined, or if a line or branch is open or dead
    #[arg(long, value_enum, value_name = "WHAT")]
    fail_on: Option<FailOn>,
    /// Findings that are known: what is in this file does not count for --fail-on, wherever it has moved to
    #[arg(long, value_name = "FILE", requires = "fail_on")]
    baseline: Option<PathBuf>,
    /// Write what is found now to the file of --baseline
    #[arg(long, requires = "baseline")]
    accept: bool,
    /// Exit with 1 if no proof says that this line is dead; can be given several times
    #[arg(long, value_name = "[FILE:]LINE")]
    expect_dead: Vec<Target>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TypedWanted {
    /// Lines with code
    Lines,
    /// Outcomes of if, loops and switch
    Branches,
    /// What may be undefined
    Checks,
    /// All of these
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TypedExploring {
    /// Runs, and all engines on what these leave open
    Both,
    /// States that are executed one step after the other, alone
    States,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// A test meets something undefined
    Error,
    /// A line or branch is not covered
    Uncovered,
}

impl TypedWanted {
    fn wanted(self) -> Wanted {
        let is = |kind| self == kind || self == TypedWanted::All;
        Wanted { lines: is(TypedWanted::Lines), branches: is(TypedWanted::Branches), checks: is(TypedWanted::Checks) }
    }
}

/// For each entry function, where nobody says how long.
const A_FUNCTION: Duration = Duration::from_secs(60);

/// How long it may take to make tests of what was found when the time is over.
const FINISHING: Duration = Duration::from_secs(20);

/// Explores.
pub fn main(args: Args) -> Exit {
    let interrupted = Arc::new(AtomicBool::new(false));
    let entries = if args.all_entries { vec![] } else { args.entry.clone() };
    let budget = args.source.budget_of_parts().interrupted_by(interrupted.clone());
    let nothing = Target::Undefined;
    let question = match args.source.question("main", nothing) {
        Ok(question) => question,
        Err(failure) => return output::fail(&failure),
    };
    if let Some(wrong) = args.expect_dead.iter().find(|target| !matches!(target, Target::Line { .. })) {
        return output::fail(&Failure::input(
            Subject::Target,
            format!("`{wrong}` is no line, and only lines are expected"),
        ));
    }
    if let Err(why) = makes_sense(&args) {
        return output::fail(&Failure::input(Subject::Input, why));
    }
    let before = match args.resume.as_deref().map_or(Ok(Saved::default()), report::read_explored) {
        Ok(before) => Arc::new(before),
        Err(why) => return output::fail(&Failure::input(Subject::Input, why)),
    };
    let engines = match args.engine {
        TypedExploring::Both => TypedEngines::Both,
        TypedExploring::States => TypedEngines::States,
    };
    let (states, summaries) = match args.states.with(engines, args.summaries) {
        Ok(how) => how,
        Err(failure) => return output::fail(&failure),
    };
    let mut question = Question { jobs: args.jobs, engines: engines.into(), summaries, states, ..question };
    let folder = args.out.clone().or_else(|| args.resume.clone());
    // Tests of other languages are their inputs.
    let has_programs = folder.is_some() && Language::of(&question.program.to_string_lossy()) == Language::C;
    question.forms = Forms { harness: has_programs || args.confirm, ktest: has_programs, ..Forms::default() };
    if args.all_entries {
        question.world.globals = Globals::Any;
    }
    let asking = args.source.asking(question.world.globals);
    let how = How {
        wanted: args.target.wanted(),
        entries,
        per_target: args.per_target,
        per_entry: A_FUNCTION,
        certificates: args.certificate,
        initially: args.all_entries,
        before,
    };
    let bar = progress_bar();
    let shown = bar.clone();
    let tell = move |progress: &Progress| {
        let Progress { entry, decided, all, tests, left } = progress;
        shown.set_length(*all as u64);
        shown.set_position(*decided as u64);
        let left = left.map(|left| format!(", at most {} s left", left.as_secs())).unwrap_or_default();
        shown.set_message(format!("{entry}, {tests} inputs{left}"));
    };
    let (early, words) = (folder.clone(), asking.clone());
    let last = Arc::new(Mutex::new(None));
    let kept = last.clone();
    let keep = move |explored: &Explored| {
        let explored = Explored { asking: words.clone(), ..explored.clone() };
        // What stands in the way is said at the end.
        let _ = early.as_deref().map(|folder| report::write_explored(folder, &explored));
        if let Ok(mut kept) = kept.lock() {
            *kept = Some(explored);
        }
    };
    let explored = supervised_for(&budget, FINISHING, move |budget| {
        explore::explore(&question, &how, budget, &Watch { progress: &tell, so_far: Some(&keep) })
    });
    bar.finish_and_clear();
    let explored = match explored {
        Ok(Supervised::Done(mut explored)) => {
            if args.confirm {
                confirm_errors(&mut explored, args.source.timeout.unwrap_or(A_FUNCTION), &interrupted);
            }
            Explored { asking, ..explored }
        }
        // What was told last is what is known.
        Ok(Supervised::Abandoned(stop)) => match last.lock().ok().and_then(|mut last| last.take()) {
            Some(explored) => Explored { stopped: Some(stop.to_string()), ..explored },
            None => return output::fail(&Failure::Stopped(stop)),
        },
        Err(failure) => return output::fail(&failure),
    };
    let written = folder.as_deref().map_or(Ok(()), |folder| report::write_explored(folder, &explored));
    let mistakes = explored.entries.iter().flat_map(|entry| &entry.mistakes);
    let mistakes = mistakes.map(|what| format!("internal error, a bug in lariat: {what}"));
    let wrong: Vec<String> = mistakes.chain(explored.tests.iter().filter_map(contradicted)).collect();
    wrong.iter().for_each(|what| output::complain(what));
    let exit = match (budget.is_interrupted(), written) {
        _ if !wrong.is_empty() => Exit::Internal,
        (true, _) => Exit::Interrupted,
        // What was found is printed even if there is no place for its files.
        (false, Err(why)) => output::fail(&Failure::input(Subject::Input, why)),
        (false, Ok(())) => exit_code(&explored, &args),
    };
    let folder = folder.map(|folder| folder.display().to_string());
    let text = match args.format {
        Format::Json => report::explored_json(&explored),
        Format::Text => report::explored_text(&explored, folder.as_deref()),
    };
    output::print(&text, exit)
}

/// Asks compiled programs about all tests that meet something undefined, several at a time, for so long.
fn confirm_errors(explored: &mut Explored, longest: Duration, stop: &AtomicBool) {
    let started = Instant::now();
    let ask = |test: &mut Test| {
        let Some(harness) = &test.forms.harness else { return };
        test.confirmation = Some(match harness {
            Err(reason) => Confirmation::Open { reason: reason.clone() },
            Ok(_) if started.elapsed() > longest => Confirmation::Open { reason: "there was no more time".into() },
            Ok(harness) => confirm::confirm(harness, SHORTEST_LIMIT, stop),
        });
    };
    let tests = explored.tests.iter_mut().filter(|test| matches!(test.end, End::Undefined { .. }));
    let tests = Mutex::new(tests);
    let next = || tests.lock().ok()?.next();
    let work = || {
        while let Some(test) = next() {
            ask(test)
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..cores).for_each(|_| drop(scope.spawn(work))));
}

/// What a test and its compiled program do not agree in.
fn contradicted(test: &Test) -> Option<String> {
    let Some(Confirmation::Contradicted { what }) = &test.confirmation else { return None };
    let inputs = report::explored_inputs(test);
    Some(format!("internal error, a bug in lariat: {what}, from {} with {inputs}; please report it", test.entry))
}

/// Whether all options can do what they are for: what would not be done at the end is said at the beginning.
fn makes_sense(args: &Args) -> Result<(), String> {
    let wanted = args.target.wanted();
    if !args.expect_dead.is_empty() && !wanted.lines {
        return Err("--expect-dead is about lines, and --target leaves these out".into());
    }
    match args.fail_on {
        Some(FailOn::Error) if !wanted.checks => {
            return Err("--fail-on error is about checks, and --target leaves these out".into());
        }
        Some(FailOn::Uncovered) if !wanted.lines && !wanted.branches => {
            return Err("--fail-on uncovered is about lines and branches, and --target leaves these out".into());
        }
        Some(FailOn::Error | FailOn::Uncovered) | None => {}
    }
    if let Some(file) = args.baseline.as_deref().filter(|_| !args.accept) {
        known(file)?;
    }
    if args.certificate && args.out.is_none() && args.resume.is_none() {
        return Err("--certificate needs a folder to write to: --out DIR".into());
    }
    args.out.as_deref().or(args.resume.as_deref()).map_or(Ok(()), report::is_free_for_explored)
}

/// The findings of a baseline.
fn known(file: &Path) -> Result<Vec<Finding>, String> {
    let shown = file.display();
    let text = std::fs::read_to_string(file).map_err(|e| format!("cannot read {shown}: {e} (--accept writes it)"))?;
    baseline::read(&text).map_err(|why| format!("{shown}: {why}"))
}

/// A bar on standard error, where that is a terminal.
fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style = "{bar:30} {pos}/{len} decided  {msg}  {elapsed}";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    bar
}

fn exit_code(explored: &Explored, args: &Args) -> Exit {
    let alive: Vec<String> = args.expect_dead.iter().filter_map(|line| is_dead(explored, line).err()).collect();
    alive.iter().for_each(|why| output::complain(why));
    match args.fail_on.map(|what| news(explored, what, args)) {
        None | Some(Ok(_)) if !alive.is_empty() => Exit::Unexpected,
        None => Exit::Answered,
        Some(Ok(found)) if found.is_empty() => Exit::Answered,
        Some(Ok(found)) => {
            let place = |(at, finding): &(Place, Finding)| format!("{} {}", explored.show(*at), finding.kind);
            output::complain(&format!(
                "{}: {}",
                if args.baseline.is_some() { "new" } else { "found" },
                shortened(found.iter().map(place))
            ));
            Exit::Unexpected
        }
        Some(Err(why)) => output::fail(&Failure::input(Subject::Input, why)),
    }
}

/// So many are named.
const MOST_NAMED: usize = 10;

fn shortened(all: impl Iterator<Item = String>) -> String {
    let all: Vec<String> = all.collect();
    let more = all.len().saturating_sub(MOST_NAMED);
    let rest = if more > 0 { format!(", and {more} more") } else { String::new() };
    all[..all.len() - more].join(", ") + &rest
}

/// What is found of what is to fail, without what is known; or why that cannot be said.
fn news(explored: &Explored, what: FailOn, args: &Args) -> Result<Vec<(Place, Finding)>, String> {
    let is_wanted = |finding: &Finding| finding.kind.starts_with("uncovered ") == (what == FailOn::Uncovered);
    let mut found = baseline::findings(explored);
    found.retain(|(_, finding)| is_wanted(finding));
    let Some(file) = &args.baseline else { return Ok(found) };
    if !args.accept {
        return Ok(baseline::news(found, &known(file)?));
    }
    // What is known of the other kind stays.
    let others = if file.exists() { known(file)? } else { vec![] };
    let all = others.into_iter().filter(|finding| !is_wanted(finding)).chain(found.into_iter().map(|(_, f)| f));
    std::fs::write(file, baseline::write(all)).map_err(|e| format!("cannot write {}: {e}", file.display()))?;
    Ok(vec![])
}

/// Whether a line is dead; else what it is.
fn is_dead(explored: &Explored, expected: &Target) -> Result<(), String> {
    let Target::Line { file, line } = expected else { return Ok(()) };
    match explored.line(file.as_deref(), *line).map_err(|wrong| wrong.to_string())? {
        Some(Fate::Dead(_)) => Ok(()),
        Some(Fate::Covered { test }) => {
            let inputs = report::explored_inputs(&explored.tests[*test]);
            Err(format!("line {expected} is expected to be dead, and is reached with {inputs}"))
        }
        Some(Fate::Open(open)) => Err(format!("line {expected} is expected to be dead, and is open: {}", open.reason)),
        None => Err(format!("line {expected} is expected to be dead, and has no code that an entry function calls")),
    }
}
