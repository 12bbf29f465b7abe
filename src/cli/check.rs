//! `lariat check-certificate`: is this the proof it says it is?

use super::args::Format;
use super::supervise::{Supervised, supervised};
use super::{Exit, output};
use lariat::budget::Budget;
use lariat::certificate::{self, Checked, Outcome, Solver};
use lariat::certify;
use lariat::diagnostic::Subject;
use lariat::quantity;
use lariat::report;
use lariat::task::Failure;
use lariat::term::Terms;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Check a certificate that `reach --certificate` wrote: every query is derived again from its program and given to a
/// solver
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder of the certificate
    folder: PathBuf,
    /// The command of the solver, which gets the name of a file in SMT-LIB as its last argument; without it z3 or cvc5
    /// if one is installed, else the z3 library in this program
    #[arg(long, value_name = "CMD")]
    solver: Option<String>,
    /// Compare the program of the certificate with this file, read with the options that the certificate names
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// How long one query may take
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, default_value = "30s")]
    timeout: Duration,
    /// How long all of it may take
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, default_value = "10min")]
    total: Duration,
    /// Stop with this much memory in use: 2GiB, 512MiB, 500MB (measured on Linux only)
    #[arg(long, value_name = "SIZE", value_parser = quantity::size, default_value = "4GiB")]
    memory: u64,
    /// How to print what comes out
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Checks. The exit code is 0 if it is confirmed, 1 if it is rejected, and 3 if a solver could not decide.
pub fn main(args: Args) -> Exit {
    let solver = match args.solver.as_deref().map_or_else(|| Ok(Solver::found()), Solver::typed) {
        Ok(solver) => solver,
        Err(why) => return failed(&Failure::input(Subject::Input, why), args.format),
    };
    let stop = Arc::new(AtomicBool::new(false));
    let budget = Budget::lasting(args.total).with_memory(args.memory).interrupted_by(stop.clone());
    let format = args.format;
    let work =
        move |budget: &Budget| checked(&args.folder, &solver, args.program.as_deref(), args.timeout, (budget, &stop));
    match supervised(&budget, work) {
        Ok(Supervised::Done(checked)) => {
            let exit = match checked.outcome {
                Outcome::Confirmed => Exit::Answered,
                Outcome::Rejected(_) => Exit::Unexpected,
                Outcome::Undecided(_) if budget.is_interrupted() => Exit::Interrupted,
                Outcome::Undecided(_) => Exit::Unknown,
            };
            let text = match format {
                Format::Text => report::check_text(&checked),
                Format::Json => report::check_json(&checked),
            };
            output::print(&text, exit)
        }
        Ok(Supervised::Abandoned(stop)) => failed(&Failure::Stopped(stop), format),
        Err(failure) => failed(&failure, format),
    }
}

fn failed(failure: &Failure, format: Format) -> Exit {
    let exit = output::fail(failure);
    match format {
        Format::Json => output::print(&report::error_json(failure), exit),
        Format::Text => exit,
    }
}

fn checked(
    folder: &Path,
    solver: &Solver,
    source: Option<&Path>,
    limit: Duration,
    budget: (&Budget, &AtomicBool),
) -> Result<Checked, Failure> {
    let opened = certificate::opened(folder).map_err(|why| Failure::input(Subject::Input, why))?;
    let terms = Terms::new();
    let compared = match (source, opened.certificate(&terms)) {
        (Some(source), Ok(certificate)) => {
            let shown = source.display().to_string();
            Some(certify::compare(&terms, &certificate, source, budget.0)?.map(|()| shown))
        }
        // What cannot be read is rejected by the check itself.
        _ => None,
    };
    Ok(certificate::check(&opened, solver, limit, budget, compared))
}
