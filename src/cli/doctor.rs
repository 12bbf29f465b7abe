//! `lariat doctor`: what in a file would be refused, approximated or bounded, before anything is asked.

use super::args::{Format, ProgramArgs};
use super::supervise::{Supervised, supervised};
use super::{Exit, output};
use lariat::inspect::{self, Checkup};
use lariat::task::Failure;

/// List what would be refused, approximated or bounded in a file, function by function
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    program: ProgramArgs,
    /// How to print it
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Prints it. The exit code is 1 if questions about the entry function would be refused.
pub fn main(args: Args) -> Exit {
    let budget = args.program.source.budget();
    let format = args.format;
    let work = move |budget: &lariat::budget::Budget| -> Result<Checkup, Failure> {
        inspect::doctor(&args.program.reading(&args.program.source.given()?, budget))
    };
    match supervised(&budget, work) {
        Ok(Supervised::Done(checkup)) => {
            let text = match format {
                Format::Text => checkup.text(),
                Format::Json => serde_json::to_string_pretty(&checkup).map(|t| t + "\n").unwrap_or_default(),
            };
            output::print(&text, if checkup.is_clean() { Exit::Answered } else { Exit::Unexpected })
        }
        Ok(Supervised::Abandoned(stop)) => output::fail(&Failure::Stopped(stop)),
        Err(failure) => output::fail(&failure),
    }
}
