//! Asks the questions of specs, several at a time, each in a process of its own.
//!
//! A process is what limits of time and memory can be enforced on, and what can
//! go wrong without taking others along. Each is started with the command line a
//! person would type, which is also what a report shows; where several questions
//! are about one program, it is a copy of a process that has read that program
//! (`shared`, `reader`). Nothing is decided here but whether an answer is the
//! expected one.

pub(crate) mod child;
mod command;
mod judge;
#[cfg(unix)]
mod reader;
pub mod report;
mod shared;
pub mod snapshot;

pub use command::{command_line, shell_line};
pub use judge::{Confirmed, Outcome, Status};
#[cfg(unix)]
pub use reader::Request;
use shared::Shared;

use crate::spec::{Asked, Spec};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// How questions are asked.
#[derive(Clone, Debug)]
pub struct Options {
    /// Lariat itself.
    pub executable: PathBuf,
    /// How many processes may run at a time.
    pub jobs: usize,
    /// The time a question may take, unless it says otherwise.
    pub timeout: Duration,
    /// The bytes of memory a question may take, unless it says otherwise.
    pub memory: u64,
    /// Whether the first question that fails ends the run.
    pub fail_fast: bool,
    /// What happens to listings that differ from their snapshots.
    pub snapshots: snapshot::Mode,
    /// Whether witnesses are compiled and run.
    pub confirm: bool,
}

/// A question with the file it comes from.
#[derive(Clone, Copy, Debug)]
pub struct Item<'a> {
    /// The file.
    pub spec: &'a Spec,
    /// The question.
    pub asked: &'a Asked,
}

impl Item<'_> {
    /// The file and line of the question.
    pub fn place(&self) -> String {
        format!("{}:{}", self.spec.path.display(), self.asked.places.question.span.line)
    }
}

/// What happens during a run, by the index of the question.
#[derive(Debug)]
pub enum Event {
    /// Its process starts.
    Started(usize),
    /// It is over.
    Finished(usize, Box<Outcome>),
}

/// Asks all `items` in their order, as many at a time as there are jobs, and tells what happens as it happens.
/// `stop` ends the run early: what runs is killed, what was finished has been told.
pub fn run(items: &[Item], options: &Options, stop: &AtomicBool, mut tell: impl FnMut(Event)) {
    let (sender, receiver) = channel();
    let next = AtomicUsize::new(0);
    let programs = Shared::of(items);
    let work = |sender: Sender<Event>| {
        while !stop.load(Ordering::Relaxed) {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(i) else { return };
            // Nobody listens any more only if the run is over.
            let _ = sender.send(Event::Started(i));
            let shared = programs[i].as_deref();
            let Some(outcome) = judge::ask(item, shared, options, stop) else { return };
            shared.into_iter().for_each(Shared::answered);
            if options.fail_fast && !outcome.is_good() {
                stop.store(true, Ordering::Relaxed);
            }
            let _ = sender.send(Event::Finished(i, Box::new(outcome)));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..options.jobs.clamp(1, items.len().max(1)) {
            let (work, sender) = (&work, sender.clone());
            scope.spawn(move || work(sender));
        }
        // The end of all workers, each with its own sender, ends the loop.
        drop(sender);
        while let Ok(event) = receiver.recv() {
            tell(event);
        }
    });
}
