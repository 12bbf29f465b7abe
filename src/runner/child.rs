//! One process: started, waited for, and killed when it does not stop by itself.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How long after its own time limit a process may still take to say so.
pub(super) const GRACE: Duration = Duration::from_secs(5);

/// How often an interruption is looked for.
pub(super) const GLANCE: Duration = Duration::from_millis(50);

/// More output than this is a mistake.
const MOST_OUTPUT: u64 = 256 << 20;

/// How a process ended.
#[derive(Debug)]
pub enum Ended {
    /// By itself.
    Exited {
        /// How.
        status: ExitStatus,
        /// What it printed.
        out: String,
        /// What it complained about.
        err: String,
    },
    /// It was killed for taking too long, although it has the limit itself.
    Overdue,
    /// The run is over.
    Stopped,
}

/// Runs `executable`, which has a limit itself, until it ends, `limit` and some grace are over, or `stop` is set.
pub fn run(executable: &Path, args: &[String], limit: Duration, stop: &AtomicBool) -> Result<Ended, String> {
    run_within(executable, args, limit.saturating_add(GRACE), stop)
}

/// Runs `executable` until it ends, `limit` is over, or `stop` is set.
pub fn run_within(executable: &Path, args: &[String], limit: Duration, stop: &AtomicBool) -> Result<Ended, String> {
    let started = Instant::now();
    let mut command = Command::new(executable);
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    own_group(&mut command);
    let mut child = command.spawn().map_err(|e| format!("cannot start {}: {e}", executable.display()))?;
    let out = collect(child.stdout.take());
    let err = collect(child.stderr.take());
    let text = loop {
        match out.recv_timeout(GLANCE) {
            Ok(text) => break text,
            Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => {
                kill(&mut child);
                return Ok(Ended::Stopped);
            }
            Err(RecvTimeoutError::Timeout) if started.elapsed() > limit => {
                kill(&mut child);
                return Ok(Ended::Overdue);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err("the output of a process cannot be read".into()),
        }
    };
    // A process may go on without its output, and what it started may keep its complaints open.
    loop {
        match child.try_wait().map_err(|e| format!("cannot wait for a process: {e}"))? {
            Some(status) => {
                let err = err.recv_timeout(GRACE).unwrap_or_default();
                return Ok(Ended::Exited { status, out: text, err });
            }
            None if stop.load(Ordering::Relaxed) => {
                kill(&mut child);
                return Ok(Ended::Stopped);
            }
            None if started.elapsed() > limit => {
                kill(&mut child);
                return Ok(Ended::Overdue);
            }
            None => std::thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// Everything a pipe brings, sent when it is closed: a worker then hears of the end at once.
fn collect(pipe: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(pipe) = pipe {
            let _ = pipe.take(MOST_OUTPUT).read_to_end(&mut bytes);
        }
        // The receiver may be gone already.
        let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    receiver
}

/// The process gets a group of its own, so that the keyboard interrupts only us, and what it starts can be killed too.
pub(super) fn own_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

fn kill(child: &mut Child) {
    #[cfg(unix)]
    kill_group(child.id());
    let _ = child.kill();
    let _ = child.wait();
}

/// Kills a process with all that it has started.
#[cfg(unix)]
pub(super) fn kill_group(id: u32) {
    if let Some(group) = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw) {
        // It may have ended in the meantime.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}
