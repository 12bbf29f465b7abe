//! `lariat schema`: the shape of a spec, or of an exploration.

use super::{Exit, output};
use clap::ValueEnum;

/// Print a JSON Schema: of specs, for editors, or of explorations, for programs that read them
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Of what
    #[arg(value_enum, default_value = "spec")]
    of: Of,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Of {
    /// Questions kept in files
    Spec,
    /// What `lariat explore --format json` prints
    Explore,
}

/// Prints it.
pub fn main(args: Args) -> Exit {
    let text = match args.of {
        Of::Spec => lariat::spec::schema(),
        Of::Explore => lariat::report::EXPLORE_SCHEMA.to_string(),
    };
    output::print(&text, Exit::Answered)
}
