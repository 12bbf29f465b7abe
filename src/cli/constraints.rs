//! `lariat constraints`: the constraint systems.

use super::args::{ProgramArgs, TargetArgs};
use super::supervise::printed;
use super::{Exit, output};
use clap::ValueEnum;
use lariat::frontend::Ahead;
use lariat::inspect;
use lariat::question::{ConstraintFormat, Question};
use std::sync::Arc;

/// Print the constraint systems
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    program: ProgramArgs,
    #[command(flatten)]
    target: TargetArgs,
    /// How to print them
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Add what holds at every run of a subchain, which takes part where the others do not decide
    #[arg(long)]
    looping: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    Text,
    Yaml,
    Json,
    Smt2,
}

/// Prints them.
pub fn main(args: Args, ahead: Option<Arc<Ahead>>) -> Exit {
    let format = match args.format {
        Format::Text => ConstraintFormat::Text,
        Format::Yaml => ConstraintFormat::Yaml,
        Format::Json => ConstraintFormat::Json,
        Format::Smt2 => ConstraintFormat::Smt2,
    };
    let question = match args.program.question(args.target.target) {
        Ok(question) => Question { ahead, ..question },
        Err(failure) => return output::fail(&failure),
    };
    printed(&args.program.source.budget(), move |budget| inspect::constraints(&question, format, args.looping, budget))
}
