//! Options that the tools have in common.

use lariat::quantity;
use std::path::PathBuf;

/// Where to, and how much at a time.
#[derive(Clone, Debug, clap::Args)]
pub struct Common {
    /// Where the table goes, with everything that stands behind it
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// The memory a question may take
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = quantity::size)]
    pub memory: u64,
    /// How many are looked at at a time; as many as there are cores if nothing is said
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Leave a record in benchmarks/runs
    #[arg(long)]
    pub record: bool,
    /// Cargo's own
    #[arg(long, hide = true)]
    bench: bool,
}

impl Common {
    /// How many are looked at at a time.
    pub fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(cores, usize::from)
    }
}
