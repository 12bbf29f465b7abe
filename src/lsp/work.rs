//! What is done beside the conversation: exploring a program, and answering what is asked of a line.

use super::cache::Cache;
use super::documents::name_of;
use super::found::{Found, cut};
use super::read::{Job, Ready};
use super::server::Event;
use super::text::{Disk, Stamp};
use crate::answer::{Answer, Verdict};
use crate::budget::{Budget, Stop};
use crate::explore::{self, Progress, Watch};
use crate::program::Target;
use crate::question::Question;
use crate::reach;
use crate::report;
use crate::source::Source;
use crate::task::Failure;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

/// Work that ends soon after its budget does.
pub type Work = Box<dyn FnOnce(&Budget) -> Result<Done, Failure> + Send>;

/// Does work, and gives it up if it does not end soon after its budget.
pub type Supervise = fn(&Budget, Work) -> Result<Done, Failure>;

/// What came of work.
#[derive(Clone, Debug)]
pub enum Done {
    /// What is known of a program.
    Found(Arc<Found>),
    /// What to say to the user, of a document with this text.
    Said(String, Stamp),
}

/// Progress is told this often.
const OFTEN: Duration = Duration::from_millis(250);

/// Explores a program, unless what comes of that is known.
pub fn explore(job: Job, cache: Cache, tell: impl Fn(&Progress) + Send + 'static) -> Work {
    Box::new(move |budget| {
        let (stamp, ready) = job.ready(budget)?;
        let found = |known: &Found, problems| Ok(Done::Found(Arc::new(known.of_text(stamp, problems))));
        let Ready { question, read, how, key, problems } = match ready {
            Ok(ready) => ready,
            Err(problems) => return found(&Found::default(), problems),
        };
        if let Some(known) = cache.get(&key) {
            return found(&known, problems);
        }
        match explore::explore(&question, &how, budget, &Watch { progress: &tell, so_far: None }) {
            Ok(explored) => {
                let new = Arc::new(Found::of(&explored));
                // A program of several files is read again for each entry function.
                if !question.others.is_empty() && !is_still(&read.source) {
                    return Ok(Done::Found(new));
                }
                // What was called off would have found more in the same time.
                if budget.called_off().is_none() {
                    cache.put(&key, &new);
                }
                found(&new, problems)
            }
            // They say the same, with their places.
            Err(Failure::Input { .. }) if !problems.is_empty() => found(&Found::default(), problems),
            Err(failure) => Err(failure),
        }
    })
}

/// Whether the files of a program have the texts that were read.
fn is_still(source: &Source) -> bool {
    let is_it = |number| Disk::of(Path::new(source.text_name(number)), source.written(number)) == Disk::Same;
    source.programs().all(is_it)
}

/// Asks whether a line, from 1, is reached.
pub fn ask(job: Job, path: PathBuf, line: u32) -> Work {
    Box::new(move |budget| {
        let (stamp, question) = job.about(&path, line, budget)?;
        let file = Some(path.display().to_string());
        let question = Question { target: Target::Line { file, line }, ..question };
        let answer = reach::reach(&question, budget)?;
        Ok(Done::Said(said(&answer, &path, line), stamp))
    })
}

/// An answer as one sentence.
fn said(answer: &Answer, path: &Path, line: u32) -> String {
    let name = name_of(path);
    let from = &answer.entry;
    match &answer.verdict {
        Verdict::Reachable(reachable) => {
            format!("{name}:{line} is reached from {from} with {}", cut(&report::inputs_text(&reachable.inputs)))
        }
        Verdict::Unreachable => {
            let why: Vec<String> =
                answer.refutations.iter().map(|refutation| refutation.text.replace('\n', "; ")).collect();
            let why = if why.is_empty() { String::new() } else { format!(": {}", cut(&why.join("; "))) };
            format!("{name}:{line} is reached by no input from {from}{why}")
        }
        Verdict::Unknown { reason, advice } => {
            let advice = advice.iter().map(|advice| format!("; {advice}")).collect::<String>();
            format!("whether {name}:{line} is reached from {from} is not known: {reason}{advice}")
        }
    }
}

/// Work that goes on.
pub struct Running {
    /// Its number.
    pub id: u64,
    /// The document it is about.
    pub uri: String,
    budget: Budget,
    stopped: Option<Instant>,
}

/// Work that was called off is left behind after this time.
const GRACE: Duration = Duration::from_secs(2);

impl Running {
    /// Starts work on a thread of its own, which says when it is over.
    pub fn start(
        (id, uri): (u64, &str),
        budget: Budget,
        supervise: Supervise,
        work: Work,
        events: Sender<Event>,
    ) -> std::io::Result<Running> {
        let own = budget.clone();
        thread::Builder::new().name("work".into()).spawn(move || {
            // Nobody listens any more when the server ends.
            let _ = events.send(Event::Ended(id, supervise(&own, work)));
        })?;
        Ok(Running { id, uri: uri.to_string(), budget, stopped: None })
    }

    /// Calls it off.
    pub fn stop(&mut self) {
        self.budget.interrupt();
        self.stopped.get_or_insert_with(Instant::now);
    }

    /// Whether it was called off.
    pub fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// Whether it was called off long ago.
    pub fn is_left_behind(&self) -> bool {
        self.stopped.is_some_and(|since| since.elapsed() > GRACE)
    }
}

/// Tells how far an exploration is, now and then.
pub fn teller(id: u64, events: Sender<Event>) -> impl Fn(&Progress) + Send + 'static {
    let last = std::cell::Cell::new(None::<Instant>);
    move |progress| {
        if last.get().is_some_and(|last| last.elapsed() < OFTEN) {
            return;
        }
        last.set(Some(Instant::now()));
        let Progress { entry, decided, all, tests, left: _ } = progress;
        let text = format!("{entry}: {decided} of {all} decided, {tests} inputs");
        let _ = events.send(Event::Progressed(id, text));
    }
}

/// Why there is no result, for people; nothing if somebody wanted it so.
pub fn complaint(failure: &Failure) -> Option<String> {
    match failure {
        Failure::Stopped(Stop::Interrupted) => None,
        Failure::Stopped(stop) => Some(format!("{stop}, before there was a result")),
        Failure::Input { text, .. } => Some(text.trim_end().to_string()),
        Failure::Internal(text) => Some(format!("internal error, a bug in lariat: {text}")),
    }
}
