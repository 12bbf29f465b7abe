//! Tools that run the driver on bytes: random ones, and libFuzzer's. Both go on behind crashes until the time is over.

use crate::compile::Source;
use crate::process::{self, End};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// What a tool left in its folder of inputs, and what it took.
#[derive(Clone, Debug, Default)]
pub struct Ran {
    pub inputs: usize,
    /// How often the driver ran, if that is said.
    pub runs: Option<u64>,
    pub wall_ms: f64,
    pub cpu_ms: f64,
    /// What else there is to say.
    pub notes: Vec<String>,
}

/// What may be added to the seconds, until a tool is ended.
pub const PATIENCE: Duration = Duration::from_secs(60);
/// How often libFuzzer is begun again, where it ends before its time.
const MOST_BEGINNINGS: u64 = 200;

/// Random bytes.
pub fn random(source: &Source, seed: u64, seconds: u64, inputs: &Path) -> Result<Ran, String> {
    let mut command = Command::new(source.random()?);
    command.args([source.driver.most, seed, seconds].map(|n| n.to_string())).arg(inputs);
    let ended = process::run(command.current_dir(source.folder), Duration::from_secs(seconds) + PATIENCE)?;
    let line = ended.stdout.lines().find_map(|l| l.strip_prefix("lariat: "));
    let runs = line.and_then(|l| l.split(' ').next()?.parse().ok());
    if ended.end != End::Code(0) || runs.is_none() {
        return Err(format!("random runs: {:?} {}", ended.end, ended.stderr.trim()));
    }
    let (wall_ms, cpu_ms) = (ended.wall_ms, ended.cpu_ms);
    Ok(Ran { inputs: files(inputs), runs, wall_ms, cpu_ms, notes: vec![] })
}

/// libFuzzer, begun again with what it has where something in the program ended it.
pub fn libfuzzer(source: &Source, clang: &Path, seed: u64, seconds: u64, inputs: &Path) -> Result<Ran, String> {
    let program = source.fuzzer(clang)?;
    let mut ran = Ran::default();
    let (begun, limit) = (Instant::now(), Duration::from_secs(seconds));
    let mut beginnings = 0;
    while let left @ 1.. = limit.saturating_sub(begun.elapsed()).as_millis().div_ceil(1000) {
        if beginnings == MOST_BEGINNINGS || beginnings > 0 && limit - begun.elapsed() < Duration::from_secs(1) {
            break;
        }
        let mut command = Command::new(&program);
        command.args([format!("-seed={}", seed + beginnings), format!("-max_len={}", source.driver.most)]);
        command.args([format!("-max_total_time={left}"), "-artifact_prefix=found-".into()]);
        command.args(["-rss_limit_mb=0", "-timeout=100000", "-print_final_stats=1", "-verbosity=1"]);
        command.args(["segv", "bus", "ill", "fpe", "abrt"].map(|signal| format!("-handle_{signal}=0")));
        let ended = process::run(command.arg(inputs).current_dir(source.folder), limit + PATIENCE)?;
        let units = ended.stderr.lines().find_map(|l| l.strip_prefix("stat::number_of_executed_units:"));
        if let Some(units) = units.and_then(|text| text.trim().parse::<u64>().ok()) {
            ran.runs = Some(ran.runs.unwrap_or(0) + units);
        }
        ran.cpu_ms += ended.cpu_ms;
        beginnings += 1;
    }
    if ran.runs.is_none() && files(inputs) == 0 {
        return Err("libFuzzer did nothing".into());
    }
    if beginnings > 1 {
        ran.notes.push(format!("libFuzzer was begun {beginnings} times: the program ended it"));
    }
    ran.inputs = files(inputs);
    ran.wall_ms = begun.elapsed().as_secs_f64() * 1000.0;
    Ok(ran)
}

/// How many files there are.
fn files(folder: &Path) -> usize {
    std::fs::read_dir(folder).map_or(0, |entries| entries.flatten().count())
}
