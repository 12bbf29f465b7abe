//! What was typed.

use crate::tools::options::Common;
use lariat::quantity;
use std::path::PathBuf;
use std::time::Duration;

/// The collections whose conventions are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Kind {
    /// gcc.c-torture/execute: what is wrong calls abort; names that start with `pr` are kept back
    Torture,
    /// tests/single-exec of c-testsuite: what is wrong makes main return something else than 0
    SingleExec,
}

impl Kind {
    /// As it is typed.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Torture => "torture",
            Kind::SingleExec => "single-exec",
        }
    }

    /// Whether a result of `main` other than 0 is an error.
    pub fn returns(self) -> bool {
        self == Kind::SingleExec
    }

    /// Whether a program is never looked at while the front end is worked on.
    pub fn keeps_back(self, name: &str) -> bool {
        self == Kind::Torture && name.starts_with("pr")
    }
}

/// Asks programs without inputs which end they get to, and compares with what compilers make of them.
#[derive(Clone, Debug, clap::Parser)]
#[command(name = "conformance")]
pub struct Options {
    /// The folder of the programs
    #[arg(long, value_name = "DIR")]
    pub dir: PathBuf,
    /// Which collection it is
    #[arg(long, value_enum, default_value = "torture")]
    pub kind: Kind,
    /// The lariat to ask, if not the one of this build
    #[arg(long, value_name = "FILE", default_value = env!("CARGO_BIN_EXE_lariat"))]
    pub lariat: PathBuf,
    /// The time a question may take
    #[arg(long, value_name = "T", default_value = "5s", value_parser = quantity::duration)]
    pub timeout: Duration,
    /// Only every Nth program
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..))]
    pub sample: u16,
    #[command(flatten)]
    pub common: Common,
}
