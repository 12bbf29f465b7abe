//! Which questions are about the same program, read in the same way: it is read once for all of them.

use super::child::{self, Ended};
#[cfg(unix)]
use super::reader::Reader;
use super::{Item, Options, command_line};
use crate::program::Target;
use crate::spec::Asked;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A program that several questions are about.
pub(super) struct Shared {
    /// Questions that are not answered yet.
    left: AtomicUsize,
    #[cfg(unix)]
    reader: Mutex<State>,
}

/// Where its process is.
#[cfg(unix)]
#[derive(Default)]
enum State {
    #[default]
    NotStarted,
    Reads(Arc<Reader>),
    /// There is none: it went wrong, or all is answered.
    Gone,
}

impl Shared {
    /// For each item the program that it shares with others, if it does.
    pub fn of(items: &[Item]) -> Vec<Option<Arc<Shared>>> {
        let mut counts: FxHashMap<Vec<String>, usize> = FxHashMap::default();
        let keys: Vec<Vec<String>> = items.iter().map(|item| reading(item.asked)).collect();
        keys.iter().for_each(|key| *counts.entry(key.clone()).or_default() += 1);
        let several = counts.into_iter().filter(|(_, count)| *count > 1 && cfg!(unix));
        let shared: FxHashMap<Vec<String>, Arc<Shared>> =
            several.map(|(key, count)| (key, Arc::new(Shared::new(count)))).collect();
        keys.iter().map(|key| shared.get(key).cloned()).collect()
    }

    fn new(count: usize) -> Shared {
        Shared {
            left: AtomicUsize::new(count),
            #[cfg(unix)]
            reader: Mutex::default(),
        }
    }

    /// Runs a question's process, as a copy of one that has read the program. Nothing if there is none.
    #[cfg(unix)]
    pub fn run(
        &self,
        asked: &Asked,
        args: &[String],
        limit: Duration,
        options: &Options,
        stop: &AtomicBool,
    ) -> Option<Ended> {
        let reader = {
            let mut state = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
            if let State::NotStarted = *state {
                let reader = Reader::start(options, asked, limit, stop).map(Arc::new);
                *state = reader.map_or(State::Gone, State::Reads);
            }
            match &*state {
                State::Reads(reader) => reader.clone(),
                State::NotStarted | State::Gone => return None,
            }
        };
        reader.run(args, limit.saturating_add(child::GRACE), stop).ok()
    }

    /// There are no copies of processes here.
    #[cfg(not(unix))]
    pub fn run(&self, _: &Asked, _: &[String], _: Duration, _: &Options, _: &AtomicBool) -> Option<Ended> {
        None
    }

    /// A question is answered; after the last one nobody needs the process.
    pub fn answered(&self) {
        let is_last = self.left.fetch_sub(1, Ordering::Relaxed) == 1;
        #[cfg(unix)]
        if is_last {
            *self.reader.lock().unwrap_or_else(PoisonError::into_inner) = State::Gone;
        }
        #[cfg(not(unix))]
        let _ = is_last;
    }
}

/// All that decides how the program of a question is read.
fn reading(asked: &Asked) -> Vec<String> {
    command_line("ask", &Asked { target: Target::Assert, ..asked.clone() })
}
