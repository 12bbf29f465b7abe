//! `lariat program`: the control-flow graph, at each stage towards the chains.

use super::args::{ProgramArgs, TargetArgs};
use super::supervise::printed;
use super::{Exit, output};
use clap::ValueEnum;
use lariat::inspect::{self, Stage, Written};

/// Print the control-flow graph
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    program: ProgramArgs,
    #[command(flatten)]
    target: TargetArgs,
    /// How far on its way to the chains
    #[arg(long, value_enum, default_value = "sliced")]
    stage: TypedStage,
    /// How to write it
    #[arg(long, value_enum, default_value = "text")]
    format: TypedFormat,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TypedFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// For Graphviz
    Dot,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TypedStage {
    /// As it was read
    Original,
    /// What lies on paths to the target
    Pruned,
    /// Without what ranges decide
    Simplified,
    /// In static single assignment form
    Ssa,
    /// Without what the target does not depend on
    Sliced,
    /// With branches as one node each where ways are many
    Folded,
}

/// Prints it.
pub fn main(args: Args) -> Exit {
    let question = match args.program.question(args.target.target) {
        Ok(question) => question,
        Err(failure) => return output::fail(&failure),
    };
    let stage = match args.stage {
        TypedStage::Original => Stage::Original,
        TypedStage::Pruned => Stage::Pruned,
        TypedStage::Simplified => Stage::Simplified,
        TypedStage::Ssa => Stage::Ssa,
        TypedStage::Sliced => Stage::Sliced,
        TypedStage::Folded => Stage::Folded,
    };
    let written = match args.format {
        TypedFormat::Text => Written::Text,
        TypedFormat::Json => Written::Json,
        TypedFormat::Dot => Written::Dot,
    };
    printed(&args.program.source.budget(), move |budget| inspect::program(&question, (stage, written), budget))
}
