//! What a condition takes to be made: whole processes of `lariat condition`.

use crate::measure::{SLOW_MS, median};
use crate::process::{self, End};
use crate::questions::Question;
use crate::tools::complaint;
use std::process::Command;
use std::time::Duration;

/// The longest a condition may take.
const LONGEST: Duration = Duration::from_secs(120);

/// What was asked for, in the words of the command line.
pub const KEPT: [&str; 2] = ["--quantifiers", "keep"];
pub const IN_C: [&str; 2] = ["--format", "c-assume"];
/// Half of this may go into leaving only inputs.
const TIME: [&str; 2] = ["--timeout", "60"];

/// A condition that was made several times.
#[derive(Clone, Debug)]
pub struct Made {
    pub text: String,
    /// Of each process.
    pub walls_ms: Vec<f64>,
    pub cpus_ms: Vec<f64>,
}

impl Made {
    pub fn wall_ms(&self) -> f64 {
        median(self.walls_ms.clone())
    }

    pub fn cpu_ms(&self) -> f64 {
        median(self.cpus_ms.clone())
    }

    /// Whether no input satisfies it, as a header says that.
    pub fn is_false(&self) -> bool {
        !self.text.contains("way = 1;")
    }

    /// Whether it says nothing, as a header says that.
    pub fn is_true(&self) -> bool {
        let ways = self.text.split("way = 1;").skip(1);
        ways.into_iter().any(|way| !way.contains("way &= "))
    }
}

/// Makes the condition of a question `runs` times, after once to warm up; what was slow then stands alone.
pub fn make(question: &Question, wanted: &[&str], runs: usize) -> Result<Made, String> {
    let mut made = Made { text: String::new(), walls_ms: vec![], cpus_ms: vec![] };
    for run in 0..=runs {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lariat"));
        command.arg("condition").args(question.reading()).args(wanted).args(TIME);
        let ended = process::run(&mut command, LONGEST)?;
        if ended.end != End::Code(0) {
            return Err(format!("{}: {:?}: {}", question.name(), ended.end, complaint("", &ended.stderr)));
        }
        let is_slow = ended.cpu_ms > SLOW_MS || ended.wall_ms > 4.0 * SLOW_MS;
        if run > 0 || is_slow {
            made.walls_ms.push(ended.wall_ms);
            made.cpus_ms.push(ended.cpu_ms);
            made.text = ended.stdout;
        }
        if is_slow {
            break;
        }
    }
    Ok(made)
}
