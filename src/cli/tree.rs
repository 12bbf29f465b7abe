//! `lariat tree`: all that a function does, with loops as parameters.

use super::args::ProgramArgs;
use super::supervise::{Supervised, supervised_for};
use super::{Exit, emit, output};
use clap::ValueEnum;
use lariat::diagnostic::Subject;
use lariat::frontend::Ahead;
use lariat::program::Target;
use lariat::question::{Question, Summaries};
use lariat::task::Failure;
use lariat::tree::{self, Format};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How long writing down what was found may take when the time is over.
const FINISHING: Duration = Duration::from_secs(5);

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
    /// Write it to FILE as a page, too, which a browser opens from a disk
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
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
    if let Some(page) = args.html.as_ref().filter(|page| question.files().any(|(file, _)| emit::same_file(file, page)))
    {
        let why = format!("{} is a file of the program: --html would replace it", page.display());
        return output::fail(&Failure::input(Subject::Input, why));
    }
    let is_page = args.html.is_some();
    let work = move |budget: &_| tree::tree(&question, how, (format, is_page), budget);
    match supervised_for(&args.program.source.budget(), FINISHING, work) {
        Ok(Supervised::Done(tree::Written { text, page, is_complete })) => {
            if let (Some(file), Some(page)) = (&args.html, page)
                && let Err(why) = std::fs::write(file, page)
            {
                let why = format!("{} cannot be written: {why}", file.display());
                return output::fail(&Failure::input(Subject::Input, why));
            }
            output::print(&text, if is_complete { Exit::Answered } else { Exit::Unknown })
        }
        Ok(Supervised::Abandoned(stop)) => output::fail(&Failure::Stopped(stop)),
        Err(failure) => output::fail(&failure),
    }
}
