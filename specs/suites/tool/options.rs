//! What was typed.

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
    /// Where specs, answers, listings and the table go
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// The time a question may take
    #[arg(long, value_name = "T", default_value = "10s", value_parser = quantity::duration)]
    pub timeout: Duration,
    /// The memory a question may take
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = quantity::size)]
    pub memory: u64,
    /// How many questions are asked at a time; as many as there are cores if nothing is said
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Leave a record in benchmarks/runs
    #[arg(long)]
    pub record: bool,
    /// Cargo's own
    #[arg(long, hide = true)]
    bench: bool,
}

impl Options {
    /// How many questions are asked at a time.
    pub fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(cores, usize::from)
    }
}
