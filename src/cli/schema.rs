//! `lariat schema`: the shape of a spec.

use super::{Exit, output};

/// Print the JSON Schema of specs, for editors
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Prints it.
pub fn main(_: Args) -> Exit {
    output::print(&lariat::spec::schema(), Exit::Answered)
}
