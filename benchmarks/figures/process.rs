//! A process with a limit: it and all it started are gone when the limit is over.
//!
//! Every process leads a group of its own, and the whole group is killed, so no
//! solver that a tool started goes on in the background of the next measurement.

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With this exit code.
    Code(i32),
    /// By this signal, which did not come from here.
    Signal(i32),
    /// At the limit.
    TimedOut,
}

/// A process that is over.
#[derive(Clone, Debug)]
pub struct Ended {
    pub end: End,
    pub stdout: String,
    pub stderr: String,
    pub wall_ms: f64,
    /// What the processors did for it and for those it waited for.
    #[allow(dead_code, reason = "not every benchmark asks for it")]
    pub cpu_ms: f64,
    /// The peak of resident memory of it and of those it waited for.
    pub memory_mb: f64,
}

/// The groups that run now.
static CURRENT: Mutex<Vec<i32>> = Mutex::new(vec![]);

fn current() -> std::sync::MutexGuard<'static, Vec<i32>> {
    CURRENT.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Kills what runs now: an interrupt from the terminal does not reach other groups.
pub fn kill_current() {
    current().iter().for_each(|id| kill_group(*id));
}

fn kill_group(id: i32) {
    // SAFETY: no memory is involved; a group that is gone already is no harm.
    unsafe { libc::kill(-id, libc::SIGKILL) };
}

/// Runs a command to its end or to the limit.
pub fn run(command: &mut Command, limit: Duration) -> Result<Ended, String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let name = command.get_program().to_string_lossy().into_owned();
    let started = Instant::now();
    let mut child = command.spawn().map_err(|e| format!("`{name}` does not start: {e}"))?;
    let id = child.id() as i32;
    current().push(id);
    let (stdout, stderr) = (reader(child.stdout.take()), reader(child.stderr.take()));
    let (over, watched) = channel::<()>();
    let watch = thread::spawn(move || {
        let is_late = watched.recv_timeout(limit) == Err(RecvTimeoutError::Timeout);
        if is_late {
            kill_group(id);
        }
        is_late
    });
    let ended = wait_without_reaping(id);
    let wall_ms = started.elapsed().as_secs_f64() * 1000.0;
    drop(over);
    let is_late = watch.join().unwrap_or(false);
    // Until it is reaped its number cannot be given to another group.
    kill_group(id);
    current().retain(|other| *other != id);
    let text = |r: thread::JoinHandle<Vec<u8>>| String::from_utf8_lossy(&r.join().unwrap_or_default()).into_owned();
    let (stdout, stderr) = (text(stdout), text(stderr));
    let (status, usage) = reap(id).map_err(|e| format!("cannot wait for `{name}`: {e}"))?;
    ended.map_err(|e| format!("cannot wait for `{name}`: {e}"))?;
    let end = match status {
        _ if is_late => End::TimedOut,
        s if libc::WIFEXITED(s) => End::Code(libc::WEXITSTATUS(s)),
        s => End::Signal(libc::WTERMSIG(s)),
    };
    let ms = |t: libc::timeval| t.tv_sec as f64 * 1000.0 + t.tv_usec as f64 / 1000.0;
    let (cpu_ms, memory_mb) = (ms(usage.ru_utime) + ms(usage.ru_stime), usage.ru_maxrss as f64 / 1024.0);
    Ok(Ended { end, stdout, stderr, wall_ms, cpu_ms, memory_mb })
}

/// Reads all of a pipe beside the process.
fn reader(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}

fn wait_without_reaping(id: i32) -> std::io::Result<()> {
    loop {
        let mut info = std::mem::MaybeUninit::<libc::siginfo_t>::zeroed();
        // SAFETY: the pointer is valid for writes of a `siginfo_t`.
        let waited =
            unsafe { libc::waitid(libc::P_PID, id as libc::id_t, info.as_mut_ptr(), libc::WEXITED | libc::WNOWAIT) };
        let error = std::io::Error::last_os_error();
        match waited {
            0 => return Ok(()),
            _ if error.kind() == std::io::ErrorKind::Interrupted => {}
            _ => return Err(error),
        }
    }
}

/// The status of a process that is over, and what it used.
fn reap(id: i32) -> std::io::Result<(i32, libc::rusage)> {
    let (mut status, mut usage) = (0, std::mem::MaybeUninit::<libc::rusage>::zeroed());
    // SAFETY: both pointers are valid, all zeros is a valid `rusage`, and nobody else waits for this child.
    let (waited, usage) = unsafe {
        let waited = libc::wait4(id, &mut status, 0, usage.as_mut_ptr());
        (waited, usage.assume_init())
    };
    match waited {
        -1 => Err(std::io::Error::last_os_error()),
        _ => Ok((status, usage)),
    }
}
