//! What was typed.

use crate::tools::options::Common;
use lariat::generate;
use lariat::quantity;
use std::path::PathBuf;
use std::time::Duration;

/// Asks generated programs as the thesis on nested loops did, and prints its tables.
#[derive(Clone, Debug, clap::Parser)]
#[command(name = "thesis")]
pub struct Options {
    /// How many programs each set has
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub programs: u64,
    /// The time a program may take
    #[arg(long, value_name = "T", default_value = "1s", value_parser = quantity::duration)]
    pub timeout: Duration,
    /// What the programs are written in
    #[arg(long, value_enum, default_value = "microc")]
    pub language: Language,
    /// Only these tables; can be given several times
    #[arg(long = "part", value_enum, value_name = "PART")]
    pub parts: Vec<Part>,
    /// Of the thesis' configurations only those of tables 6.17 to 6.20
    #[arg(long)]
    pub best: bool,
    /// Only the configuration of this name, as in 'tree, summaries'; can be given several times
    #[arg(long, value_name = "NAME")]
    pub only: Vec<String>,
    /// Ask this executable instead of the one that was built
    #[arg(long, value_name = "FILE")]
    pub lariat: Option<PathBuf>,
    #[command(flatten)]
    pub common: Common,
}

/// The two forms of a generated program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Language {
    /// As the thesis has them
    Microc,
    /// In C, where numbers have 64 bits and wrap around
    C,
}

/// Tables that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Part {
    /// 6.17 to 6.20: 18 sets, each configuration
    Final,
    /// 6.7 to 6.10: searches and mergings
    Smaller,
    /// 6.11 to 6.15: the same for larger programs
    Larger,
    /// 6.4 to 6.6: limits of costs
    Limits,
}

impl Language {
    /// As the generator takes it.
    pub fn generated(self) -> generate::Language {
        match self {
            Language::Microc => generate::Language::Microc,
            Language::C => generate::Language::C,
        }
    }
}

impl Options {
    /// The parts that are wanted: all if none is named.
    pub fn parts(&self) -> Vec<Part> {
        let all = [Part::Final, Part::Smaller, Part::Larger, Part::Limits];
        all.into_iter().filter(|p| self.parts.is_empty() || self.parts.contains(p)).collect()
    }

    /// They as they can be typed again.
    pub fn typed(&self) -> String {
        let parts: String = self.parts.iter().map(|p| format!(" --part {}", format!("{p:?}").to_lowercase())).collect();
        let only: String = self.only.iter().map(|name| format!(" --only '{name}'")).collect();
        let best = if self.best { " --best" } else { "" };
        format!(
            "--programs {} --timeout {}s --language {}{parts}{best}{only} --jobs {}",
            self.programs,
            self.timeout.as_secs_f64(),
            self.language.generated().name(),
            self.common.jobs(),
        )
    }
}
