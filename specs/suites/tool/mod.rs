//! From checkouts of suites to a table of scores.
//!
//! `code2inv`, `two_ls` and `duet` each read the layout of a suite and know what
//! its authors expect; they look at options and formats, never at a task's name.
//! `judgement` holds what we know better about single tasks, each with its
//! reason. `write` and `ask` make specs and ask them, `compiled` has compilers
//! confirm what can be reached; `score`, `table` and `listing` are what comes
//! out; `record` keeps it.

mod ask;
pub mod code2inv;
pub mod compiled;
pub mod duet;
pub mod judgement;
pub mod listing;
mod options;
mod record;
pub mod score;
mod table;
pub mod task;
pub mod two_ls;
pub mod two_ls_options;
mod write;

pub use options::Options;

use crate::tools;
use judgement::Judgement;
use score::{Score, Scored};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use task::Task;

/// What came of it all.
pub struct Run {
    /// Each task with its score, in the order of the table.
    pub scored: Vec<Scored>,
    /// The table and what stands below it.
    pub table: String,
}

impl Run {
    /// The exit code: 1 if an answer is wrong, Lariat broke, or compiled witnesses differ.
    pub fn exit(&self) -> u8 {
        let is_bad = |s: &Scored| matches!(s.score, Score::Wrong | Score::Broken(_)) || !s.differing().is_empty();
        u8::from(self.scored.iter().any(is_bad))
    }
}

/// Reads the suites, asks, and leaves specs, answers, listings and the table in the folder of `--out`.
pub fn work(options: &Options, lariat: &Path, judgements: &str, stop: &AtomicBool) -> Result<Run, String> {
    let judgements = judgement::read(judgements)?;
    let tasks = tasks(options, &judgements)?;
    let out = Path::new(&options.common.out);
    let specs = write::all(&tasks, out)?;
    let (mut answers, raw) = ask::all(&specs, tasks.len(), options, lariat, stop)?;
    if !options.no_confirm {
        compiled::all(&mut answers, options, lariat, stop)?;
    }
    let scored: Vec<Scored> = tasks.into_iter().zip(answers).map(|(task, answer)| Scored::of(task, answer)).collect();
    let table = table::show(&scored);
    let files = [
        ("answers.jsonl", raw),
        ("tasks.jsonl", scored.iter().map(listing::json).collect()),
        ("tasks.txt", scored.iter().map(listing::line).collect()),
        ("table.txt", table.clone()),
    ];
    for (name, text) in &files {
        tools::write(&out.join(name), text)?;
    }
    if options.common.record && !stop.load(Ordering::Relaxed) {
        let folder = record::write(options, &table, &files[1].1)?;
        eprintln!("recorded in {}", folder.display());
    }
    Ok(Run { scored, table })
}

/// The tasks of all suites that were given.
pub fn tasks(options: &Options, judgements: &[Judgement]) -> Result<Vec<Task>, String> {
    let mut tasks = Vec::new();
    if let Some(checkout) = &options.code2inv {
        tasks.extend(code2inv::tasks(checkout)?);
    }
    if let Some(checkout) = &options.two_ls {
        tasks.extend(two_ls::tasks(checkout)?);
    }
    if let Some(checkout) = &options.duet {
        tasks.extend(duet::tasks(checkout)?);
    }
    judgement::apply(judgements, &mut tasks)?;
    Ok(tasks)
}
