//! What was typed.

use crate::tools::options::Common;
use lariat::quantity;
use std::path::PathBuf;
use std::time::Duration;

/// Asks the tasks of public suites, and counts how many answers are right.
#[derive(Clone, Debug, clap::Parser)]
#[command(name = "suites")]
#[command(group = clap::ArgGroup::new("suite").required(true).multiple(true))]
pub struct Options {
    /// A checkout of PL-ML/code2inv
    #[arg(long, value_name = "DIR", group = "suite")]
    pub code2inv: Option<PathBuf>,
    /// A checkout of diffblue/2ls
    #[arg(long = "2ls", value_name = "DIR", group = "suite")]
    pub two_ls: Option<PathBuf>,
    /// A checkout of zkincaid/duet
    #[arg(long, value_name = "DIR", group = "suite")]
    pub duet: Option<PathBuf>,
    /// The time a question may take
    #[arg(long, value_name = "T", default_value = "10s", value_parser = quantity::duration)]
    pub timeout: Duration,
    /// Do not compile and run the witness of each answer `reachable`
    #[arg(long)]
    pub no_confirm: bool,
    #[command(flatten)]
    pub common: Common,
}
