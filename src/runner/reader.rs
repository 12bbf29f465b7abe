//! A process that has read a program, and copies itself for each question about it.
//!
//! That is `lariat ask`. What is asked, and all that can go wrong, stays in a
//! process of its own, as if it had been started for this question; only Clang is asked
//! once. Where no such process comes about, each question's own reads the program.

use super::Options;
use super::child::{Ended, GLANCE, kill_group};
use crate::spec::Asked;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Why nothing is heard.
const GONE: &str = "the process that read the program is gone";

/// A question for such a process, as a line of JSON.
#[derive(Debug, Serialize, Deserialize)]
pub struct Request {
    /// What it is called in answers.
    pub id: u64,
    /// The arguments of Lariat.
    pub args: Vec<String>,
    /// The file that becomes its standard output.
    pub out: PathBuf,
    /// The same for complaints.
    pub err: PathBuf,
}

/// What is heard of a question.
enum Heard {
    Began(u32),
    Ended(i32),
}

/// Who waits for what is heard; nothing if there is nothing to hear any more.
type Waiting = Arc<Mutex<Option<FxHashMap<u64, Sender<Heard>>>>>;

/// The process, seen from here.
pub(super) struct Reader {
    child: Mutex<Child>,
    requests: Mutex<Option<ChildStdin>>,
    waiting: Waiting,
    next: AtomicU64,
    folder: PathBuf,
}

impl Reader {
    /// Starts it with the program of a question, which has to be read within `limit`; nothing if that goes wrong.
    pub fn start(options: &Options, asked: &Asked, limit: Duration, stop: &AtomicBool) -> Option<Reader> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = format!("lariat-ask-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).ok()?;
        let mut command = Command::new(&options.executable);
        command.args(super::command_line("ask", asked)).stdin(Stdio::piped()).stdout(Stdio::piped());
        // What keeps it from reading is said by the processes of the questions.
        command.stderr(Stdio::null());
        super::child::own_group(&mut command);
        let Ok(mut child) = command.spawn() else {
            let _ = std::fs::remove_dir_all(&folder);
            return None;
        };
        let (requests, said) = (child.stdin.take(), child.stdout.take()?);
        let waiting: Waiting = Arc::new(Mutex::new(Some(FxHashMap::default())));
        let (ready, is_ready) = channel();
        let listening = waiting.clone();
        std::thread::spawn(move || listen(BufReader::new(said), &ready, &listening));
        let reader = Reader {
            child: Mutex::new(child),
            requests: Mutex::new(requests),
            waiting,
            next: AtomicU64::new(0),
            folder,
        };
        let started = Instant::now();
        loop {
            match is_ready.recv_timeout(GLANCE) {
                Ok(()) => return Some(reader),
                Err(RecvTimeoutError::Timeout) if !stop.load(Ordering::Relaxed) && started.elapsed() <= limit => {}
                Err(_) => return None,
            }
        }
    }

    /// Asks a question, and waits until its process ends, `limit` is over, or `stop` is set. An error says that this
    /// process is of no use any more.
    pub fn run(&self, args: &[String], limit: Duration, stop: &AtomicBool) -> Result<Ended, String> {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let file = |ending: &str| self.folder.join(format!("{id}.{ending}"));
        let request = Request { id, args: args.to_vec(), out: file("out"), err: file("err") };
        let (sender, heard) = channel();
        match lock(&self.waiting).as_mut() {
            Some(waiting) => drop(waiting.insert(id, sender)),
            None => return Err(GONE.into()),
        }
        let line = serde_json::to_string(&request).map_err(|e| e.to_string())? + "\n";
        let sent = match lock(&self.requests).as_mut() {
            Some(requests) => requests.write_all(line.as_bytes()).and_then(|()| requests.flush()),
            None => return Err("nobody listens".into()),
        };
        sent.map_err(|e| format!("the process that read the program does not listen: {e}"))?;
        let how = self.wait(&heard, limit, stop);
        if let Some(waiting) = lock(&self.waiting).as_mut() {
            waiting.remove(&id);
        }
        let printed = |path: &Path| {
            let bytes = std::fs::read(path).unwrap_or_default();
            // The whole folder goes at the end.
            let _ = std::fs::remove_file(path);
            String::from_utf8_lossy(&bytes).into_owned()
        };
        let (out, err) = (printed(&request.out), printed(&request.err));
        match how? {
            Some(status) => Ok(Ended::Exited { status: ExitStatus::from_raw(status), out, err }),
            None if stop.load(Ordering::Relaxed) => Ok(Ended::Stopped),
            None => Ok(Ended::Overdue),
        }
    }

    /// The status of a question's process; nothing if it was killed.
    fn wait(&self, heard: &Receiver<Heard>, limit: Duration, stop: &AtomicBool) -> Result<Option<i32>, String> {
        let started = Instant::now();
        let mut pid = None;
        loop {
            match heard.recv_timeout(GLANCE) {
                Ok(Heard::Began(began)) => pid = Some(began),
                Ok(Heard::Ended(status)) => return Ok(Some(status)),
                Err(RecvTimeoutError::Disconnected) => return Err(GONE.into()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if stop.load(Ordering::Relaxed) || started.elapsed() > limit {
                pid.into_iter().for_each(kill_group);
                return Ok(None);
            }
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        // Without requests it ends by itself, unless it is still reading.
        drop(lock(&self.requests).take());
        let mut child = lock(&self.child);
        kill_group(child.id());
        let _ = child.kill();
        let _ = child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Passes on what the process says, until it says no more: then nobody has to wait.
fn listen(said: impl BufRead, ready: &Sender<()>, waiting: &Waiting) {
    for line in said.lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split(' ').collect();
        let (id, heard) = match words[..] {
            ["began", id, pid] => (id.parse().ok(), pid.parse().ok().map(Heard::Began)),
            ["ended", id, status] => (id.parse().ok(), status.parse().ok().map(Heard::Ended)),
            _ => {
                // It may have been given up.
                let _ = ready.send(());
                continue;
            }
        };
        if let (Some(id), Some(heard)) = (id, heard)
            && let Some(sender) = lock(waiting).as_ref().and_then(|waiting| waiting.get(&id))
        {
            let _ = sender.send(heard);
        }
    }
    *lock(waiting) = None;
}
