//! `lariat chains`: the chain program form.

use super::Exit;
use super::args::{ProgramArgs, TargetArgs};
use super::supervise::printed;
use lariat::engine;

/// Print the chain program form
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    program: ProgramArgs,
    #[command(flatten)]
    target: TargetArgs,
}

/// Prints it.
pub fn main(args: Args) -> Exit {
    let question = args.program.question(args.target.target);
    printed(&args.program.budget(), move |budget| engine::chains(&question, budget))
}
