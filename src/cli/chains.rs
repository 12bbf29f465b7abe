//! `lariat chains`: the chain program form.

use super::args::{ProgramArgs, TargetArgs};
use super::supervise::printed;
use super::{Exit, output};
use lariat::frontend::Ahead;
use lariat::inspect;
use lariat::question::Question;
use std::sync::Arc;

/// Print the chain program form
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    program: ProgramArgs,
    #[command(flatten)]
    target: TargetArgs,
}

/// Prints it.
pub fn main(args: Args, ahead: Option<Arc<Ahead>>) -> Exit {
    let question = match args.program.question(args.target.target) {
        Ok(question) => Question { ahead, ..question },
        Err(failure) => return output::fail(&failure),
    };
    printed(&args.program.source.budget(), move |budget| inspect::chains(&question, budget))
}
