//! `lariat tree`: all that a function does, with loops as parameters.

use super::args::ProgramArgs;
use super::supervise::{Supervised, supervised};
use super::{Exit, output};
use clap::ValueEnum;
use lariat::frontend::Ahead;
use lariat::program::Target;
use lariat::question::{Question, Summaries};
use lariat::task::Failure;
use lariat::tree::{self, Format};
use std::sync::Arc;

/// Print all that a function does: its ways, with what they return and a test of each, and loops as parameters
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    program: ProgramArgs,
    /// How to print it
    #[arg(long, value_enum, default_value = "text")]
    format: TypedFormat,
    /// Follow loops round by round, as symbolic execution does without parameters
    #[arg(long)]
    classic: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TypedFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// A picture, for Graphviz
    Dot,
    /// An SMT-LIB script
    Smt2,
}

/// Prints it.
pub fn main(args: Args, ahead: Option<Arc<Ahead>>) -> Exit {
    let question = match args.program.question(Target::Undefined) {
        Ok(question) => Question { ahead, ..question },
        Err(failure) => return output::fail(&failure),
    };
    let format = match args.format {
        TypedFormat::Text => Format::Text,
        TypedFormat::Json => Format::Json,
        TypedFormat::Dot => Format::Dot,
        TypedFormat::Smt2 => Format::Smt2,
    };
    let how = if args.classic { Summaries::Off } else { Summaries::Exact };
    let work = move |budget: &_| tree::tree(&question, how, format, budget);
    match supervised(&args.program.source.budget(), work) {
        Ok(Supervised::Done((text, is_complete))) => {
            output::print(&text, if is_complete { Exit::Answered } else { Exit::Unknown })
        }
        Ok(Supervised::Abandoned(stop)) => output::fail(&Failure::Stopped(stop)),
        Err(failure) => output::fail(&failure),
    }
}
