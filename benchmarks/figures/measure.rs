//! One question, asked by several whole processes.

use crate::header::Question;
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::Instant;

/// The longest a question may take, in seconds.
pub const TIMEOUT: &str = "20";

/// What one process took.
#[derive(Clone, Debug)]
pub struct Sample {
    pub wall_ms: f64,
    /// The peak of the process and of the preprocessor it waited for.
    pub memory_mb: f64,
    /// The verdict, or what came instead.
    pub verdict: String,
}

/// All samples of a question, without the one that warmed up.
#[derive(Clone, Debug)]
pub struct Measured {
    pub name: String,
    pub expect: String,
    pub samples: Vec<Sample>,
}

impl Measured {
    /// Whether every process gave the expected verdict.
    pub fn is_right(&self) -> bool {
        self.samples.iter().all(|s| s.verdict == self.expect)
    }

    /// The verdict; a wrong one if there is any.
    pub fn verdict(&self) -> &str {
        let wrong = self.samples.iter().find(|s| s.verdict != self.expect);
        wrong.map_or(&self.expect, |s| &s.verdict)
    }

    pub fn wall_ms(&self) -> f64 {
        median(self.samples.iter().map(|s| s.wall_ms).collect())
    }

    pub fn fastest_ms(&self) -> f64 {
        self.samples.iter().map(|s| s.wall_ms).fold(f64::INFINITY, f64::min)
    }

    pub fn slowest_ms(&self) -> f64 {
        self.samples.iter().map(|s| s.wall_ms).fold(0.0, f64::max)
    }

    pub fn memory_mb(&self) -> f64 {
        median(self.samples.iter().map(|s| s.memory_mb).collect())
    }
}

/// The middle one; of an even number the upper of the two.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Asks once to warm up, and then `runs` times. One wrong answer is enough.
pub fn measure(question: &Question, runs: usize) -> Result<Measured, String> {
    let mut measured = Measured { name: question.name(), expect: question.expect.clone(), samples: vec![] };
    measured.samples.push(ask(question)?);
    if measured.is_right() {
        measured.samples = (0..runs).map(|_| ask(question)).collect::<Result<_, _>>()?;
    }
    Ok(measured)
}

fn ask(question: &Question) -> Result<Sample, String> {
    let started = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_lariat"))
        .arg("reach")
        .args(question.reading())
        .args(["--timeout", TIMEOUT])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| format!("lariat does not start: {e}"))?;
    let mut text = String::new();
    if let Some(out) = &mut child.stdout {
        out.read_to_string(&mut text).map_err(|e| e.to_string())?;
    }
    let (status, memory_kb) = wait(child.id())?;
    let wall_ms = started.elapsed().as_secs_f64() * 1000.0;
    let verdict = text.split_whitespace().next().map_or_else(|| format!("status {status}"), str::to_string);
    Ok(Sample { wall_ms, memory_mb: memory_kb as f64 / 1024.0, verdict })
}

/// Waits for a child: its status, and its peak of resident memory in KB.
fn wait(id: u32) -> Result<(i32, i64), String> {
    let (mut status, mut usage) = (0, std::mem::MaybeUninit::<libc::rusage>::zeroed());
    // SAFETY: both pointers are valid, all zeros is a valid `rusage`, and nobody else waits for this child.
    let (waited, usage) = unsafe {
        let waited = libc::wait4(id as libc::pid_t, &mut status, 0, usage.as_mut_ptr());
        (waited, usage.assume_init())
    };
    match waited {
        -1 => Err(format!("cannot wait for lariat: {}", std::io::Error::last_os_error())),
        _ => Ok((status, usage.ru_maxrss)),
    }
}
