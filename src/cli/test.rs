//! `lariat test`: every question of specs, with the answers that are expected.

use super::{Exit, output};
use anyhow::{Result, anyhow};
use clap::ValueEnum;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use lariat::confirm;
use lariat::quantity;
use lariat::runner::report::{self, Run};
use lariat::runner::snapshot::{Mode, orphans};
use lariat::runner::{self, Event, Item, Options, Outcome};
use lariat::spec::{self, Collection, Expected, Spec};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Ask the questions of specs, and compare with the expected answers
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Specs (.yaml), SV-COMP tasks (.yml), C programs with `expect:` in their first comment, or folders with them
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// How many questions are asked at a time; as many as there are cores if nothing is said
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Ask only questions whose file, line or name contains this text; several: any of them
    #[arg(long, value_name = "TEXT")]
    filter: Vec<String>,
    /// Do not ask questions whose file, line or name contains this text; several: any of them
    #[arg(long, value_name = "TEXT")]
    skip: Vec<String>,
    /// Ask only the i-th of n parts of the questions
    #[arg(long, value_name = "i/n", value_parser = shard)]
    shard: Option<(usize, usize)>,
    /// Stop at the first question that fails
    #[arg(long)]
    fail_fast: bool,
    /// How to print what came
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Listings become the snapshots, and snapshots nobody asks for are removed
    #[arg(long)]
    accept: bool,
    /// Do not compile and run the witness of each answer `reachable`, which runs the code that is asked about
    #[arg(long)]
    no_confirm: bool,
    /// The time each question may take, unless it says otherwise
    #[arg(long, value_name = "T", default_value = "60s", value_parser = quantity::duration)]
    timeout: Duration,
    /// The memory each question may take, unless it says otherwise
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = quantity::size)]
    memory: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs: one JSON object on a line for each question
    Jsonl,
    /// For CI servers: JUnit XML
    Junit,
}

/// Asks them all.
pub fn main(args: Args) -> Exit {
    match work(&args) {
        Ok(exit) => exit,
        Err(e) => {
            output::complain(&e.to_string());
            Exit::BadInput
        }
    }
}

fn work(args: &Args) -> Result<Exit> {
    let started = Instant::now();
    let collection = spec::load(&args.paths).map_err(|e| anyhow!(e))?;
    let mistaken: Vec<&Spec> = collection.specs.iter().filter(|s| !s.mistakes.is_empty()).collect();
    for spec in &mistaken {
        eprint(&report::mistakes(spec, std::io::stderr().is_terminal()));
        if args.format == Format::Jsonl {
            output::print(&report::mistakes_jsonl(spec), Exit::Answered);
        }
    }
    let items = chosen(&collection, args);
    if items.is_empty() && mistaken.is_empty() {
        let all = collection.specs.iter().map(|s| s.questions.len()).sum::<usize>();
        return Err(match all {
            0 => anyhow!("no questions there: give specs (.yaml), or C files with `expect:` in their first comment"),
            all => anyhow!("`--filter`, `--skip` and `--shard` leave none of the {all} questions"),
        });
    }
    let stop = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::new(AtomicBool::new(false));
    stop_on_signals(&stop, &interrupted);
    let confirm = !args.no_confirm && can_confirm(&items, &stop);
    let outcomes = ask(&items, args, confirm, &stop)?;
    let mut stray = orphans(&collection);
    if args.accept {
        stray.retain(|file| {
            let is_removed = std::fs::remove_file(file).is_ok();
            if is_removed {
                eprint(&format!("removed {}, which no question asks for\n", file.display()));
            }
            !is_removed
        });
    }
    let run = Run { items: &items, outcomes: &outcomes, orphans: &stray, mistaken: &mistaken, wall: started.elapsed() };
    let interrupted = interrupted.load(Ordering::Relaxed);
    let exit = exit(&run, interrupted);
    match args.format {
        Format::Text => Ok(output::print(&report::summary(&run), exit)),
        Format::Junit => {
            // The log of a CI server says what failed without the report.
            eprint(&format!("{}{}", report::failures(&run), report::summary(&run)));
            Ok(output::print(&report::junit(&run).map_err(|e| anyhow!(e))?, exit))
        }
        Format::Jsonl => {
            eprint(&report::summary(&run));
            Ok(exit)
        }
    }
}

/// The questions to ask, in the order of their files.
fn chosen<'a>(collection: &'a Collection, args: &Args) -> Vec<Item<'a>> {
    let all = collection.specs.iter().flat_map(|spec| spec.questions.iter().map(move |asked| Item { spec, asked }));
    let fits = |item: &Item| {
        let text = format!("{} {}", item.place(), item.asked.name);
        let has = |part: &String| text.contains(part.as_str());
        (args.filter.is_empty() || args.filter.iter().any(has)) && !args.skip.iter().any(has)
    };
    let (part, parts) = args.shard.unwrap_or((1, 1));
    all.filter(fits).enumerate().filter(|(i, _)| i % parts == part - 1).map(|(_, item)| item).collect()
}

/// Whether witnesses can be compiled; says once if not.
fn can_confirm(items: &[Item], stop: &AtomicBool) -> bool {
    let may_be_reached = |item: &Item| item.asked.expect_today.or(item.asked.expect) != Some(Expected::Unreachable);
    match confirm::compiler(stop) {
        Ok(_) => true,
        Err(why) => {
            if items.iter().any(may_be_reached) {
                eprint(&format!(
                    "warning: {why}: witnesses are replayed, but not confirmed by compiling and running them\n"
                ));
            }
            false
        }
    }
}

/// Asks, and prints each answer as it comes.
fn ask(items: &[Item], args: &Args, confirm: bool, stop: &AtomicBool) -> Result<Vec<Option<Outcome>>> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let snapshots = match args.accept {
        true => Mode::Accept,
        // Like insta: a CI server proposes nothing.
        false if std::env::var_os("CI").is_some() => Mode::Tell,
        false => Mode::Propose,
    };
    let options = Options {
        executable: std::env::current_exe()?,
        jobs: args.jobs.map_or(cores, usize::from),
        timeout: args.timeout,
        memory: args.memory,
        fail_fast: args.fail_fast,
        snapshots,
        confirm,
    };
    let mut outcomes: Vec<Option<Outcome>> = vec![None; items.len()];
    let mut running: Vec<usize> = Vec::new();
    let bar = bar(items.len());
    runner::run(items, &options, stop, |event| {
        match event {
            Event::Started(i) => running.push(i),
            Event::Finished(i, outcome) => {
                running.retain(|r| *r != i);
                bar.suspend(|| say(&items[i], &outcome, args.format, stop));
                outcomes[i] = Some(*outcome);
                bar.inc(1);
            }
        }
        let names: Vec<String> = running.iter().take(3).map(|i| items[*i].place()).collect();
        bar.set_message(names.join("  "));
    });
    bar.finish_and_clear();
    Ok(outcomes)
}

/// Prints one answer; if nobody reads any more, the run ends.
fn say(item: &Item, outcome: &Outcome, format: Format, stop: &AtomicBool) {
    let text = match format {
        Format::Text => report::line(item, outcome),
        Format::Jsonl => report::jsonl(item, outcome),
        Format::Junit => return,
    };
    let mut out = anstream::stdout().lock();
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
        stop.store(true, Ordering::Relaxed);
    }
}

/// How far the run is, what is running, and the time left; only on terminals.
fn bar(length: usize) -> ProgressBar {
    let target =
        if std::io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(length as u64), target);
    let style = ProgressStyle::with_template("{bar:24} {pos}/{len}  {elapsed}, {left} left  {wide_msg}");
    if let Ok(style) = style {
        bar.set_style(style.with_key("left", left));
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// The time left, once there is an answer to tell it from.
fn left(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    // A bar that cannot be drawn is nobody's loss.
    let _ = match state.pos() {
        0 => write!(out, "?"),
        _ => write!(out, "{:#}", HumanDuration(state.eta())),
    };
}

fn exit(run: &Run, interrupted: bool) -> Exit {
    use lariat::runner::Status;
    let any = |fits: fn(&Status) -> bool| run.outcomes.iter().flatten().any(|o| fits(&o.status));
    match () {
        () if interrupted => Exit::Interrupted,
        () if any(|s| matches!(s, Status::Broken(_) | Status::Contradicted(_))) => Exit::Internal,
        () if !run.mistaken.is_empty() || any(|s| matches!(s, Status::Mistake(_))) => Exit::BadInput,
        () if run.is_good() => Exit::Answered,
        () => Exit::Unexpected,
    }
}

/// The first signal ends the run and keeps what is finished, the second one ends the process.
fn stop_on_signals(stop: &Arc<AtomicBool>, interrupted: &Arc<AtomicBool>) {
    let (stop, interrupted) = (stop.clone(), interrupted.clone());
    // Without a handler an interruption ends the process, which is good enough.
    let _ = ctrlc::set_handler(move || {
        if interrupted.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted as i32);
        }
        stop.store(true, Ordering::Relaxed);
    });
}

fn eprint(text: &str) {
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

/// `2/5`: the second of five parts.
fn shard(text: &str) -> Result<(usize, usize), String> {
    let wanted = || "i/n is wanted, with i from 1 to n".to_string();
    let (part, parts) = text.split_once('/').ok_or_else(wanted)?;
    match (part.parse(), parts.parse()) {
        (Ok(part), Ok(parts)) if 1 <= part && part <= parts => Ok((part, parts)),
        _ => Err(wanted()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_read() {
        assert_eq!(shard("2/5"), Ok((2, 5)));
        for bad in ["", "2", "0/5", "6/5", "a/b", "1/0"] {
            assert!(shard(bad).is_err(), "{bad}");
        }
    }
}
