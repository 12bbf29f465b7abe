//! From generated programs to the thesis' tables.
//!
//! `sets`, `techniques` and `configurations` say what is asked, `ask` asks it, `rows` keeps what came of it, `counts` adds up, and
//! `tables`, `searches` and `finals` show it beside what is published; `record` keeps a run.

pub mod ask;
pub mod configurations;
pub mod counts;
pub mod finals;
pub mod options;
mod record;
pub mod rows;
pub mod searches;
pub mod sets;
pub mod tables;
pub mod techniques;

pub use options::Options;

use crate::npe::Set;
use crate::tools::{self, machine, parallel};
use configurations::Configuration;
use counts::Counts;
use rows::{Came, Row};
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// What came of it all.
pub struct Run {
    pub rows: Vec<Row>,
    pub table: String,
}

impl Run {
    /// The exit code: 1 if answers contradict one another, or Lariat broke.
    pub fn exit(&self) -> u8 {
        u8::from(!contradictions(&self.rows).is_empty() || self.rows.iter().any(|r| r.came == Came::Broken))
    }
}

/// A program of a set, and how it is asked about.
struct Item {
    set: Set,
    seed: u64,
    configuration: Configuration,
}

/// Everything that is asked: the first program of each set before the second of any, so that what is there after an
/// interruption can be compared.
fn items(options: &Options) -> Vec<Item> {
    let mut all = Vec::new();
    for position in 0..options.programs as usize {
        for part in options.parts() {
            let configurations = configurations::of(part, options);
            for set in sets::of(part) {
                let seed = sets::seeds(&set, options).nth(position).unwrap_or_default();
                let item = |c: &Configuration| Item { set, seed, configuration: c.clone() };
                all.extend(configurations.iter().map(item));
            }
        }
    }
    all
}

/// Asks, and leaves programs, answers and tables in the folder of `--out`.
pub fn work(options: &Options, lariat: &Path, stop: &AtomicBool) -> Result<Run, String> {
    let lariat = options.lariat.as_deref().unwrap_or(lariat);
    let out = &options.common.out;
    std::fs::create_dir_all(out).map_err(|e| format!("{}: {e}", out.display()))?;
    same_run(options, lariat)?;
    let file = out.join("rows.jsonl");
    let mut rows: Vec<Row> = std::fs::read_to_string(&file).unwrap_or_default().lines().filter_map(Row::read).collect();
    let there: BTreeSet<_> = rows.iter().map(Row::key).collect();
    let is_open = |i: &Item| !there.contains(&(i.set.name.into(), i.seed, i.configuration.name.clone()));
    let items: Vec<Item> = items(options).into_iter().filter(is_open).collect();
    options.parts().into_iter().flat_map(sets::of).try_for_each(|set| sets::write(&set, options))?;
    let lines = OpenOptions::new().append(true).create(true).open(&file);
    let lines = Mutex::new((lines.map_err(|e| format!("{}: {e}", file.display()))?, 0));
    rows.extend(parallel::in_parallel(&items, options.common.jobs(), stop, |item| {
        let program = sets::file(&item.set, item.seed, options);
        let row = ask::ask(lariat, &program, (item.set.name, item.seed), &item.configuration, options)?;
        keep(&lines, &row, items.len())?;
        Ok(row)
    })?);
    let table = tables::show(&Counts::new(&rows), options);
    tools::write(&out.join("table.txt"), &table)?;
    if options.common.record {
        let folder = record::write(options, lariat, &table, &rows, stop.load(Ordering::Relaxed))?;
        eprintln!("recorded in {}", folder.display());
    }
    Ok(Run { rows, table })
}

/// Adds a line, and says from time to time how many there are.
fn keep(lines: &Mutex<(File, usize)>, row: &Row, of: usize) -> Result<(), String> {
    let mut lines = lines.lock().map_err(|e| e.to_string())?;
    lines.0.write_all(row.line().as_bytes()).map_err(|e| e.to_string())?;
    lines.1 += 1;
    if lines.1.is_multiple_of(100) {
        eprintln!("{} of {of}", lines.1);
    }
    Ok(())
}

/// Answers in the folder have to be of the same program with the same time.
fn same_run(options: &Options, lariat: &Path) -> Result<(), String> {
    let version = machine::said(&lariat.to_string_lossy(), &["--version"]);
    let this = format!(
        "{} at {}, {}\n",
        version.ok_or_else(|| format!("{} does not run", lariat.display()))?,
        machine::commit().unwrap_or_else(|| "an unknown commit".into()),
        ask::words(options).join(" ")
    );
    let file = options.common.out.join("run.txt");
    match std::fs::read_to_string(&file) {
        Ok(other) if other != this => Err(format!(
            "{} has answers of another run: choose another --out, or remove it\n  {}  {}",
            options.common.out.display(),
            other.trim_end(),
            this.trim_end()
        )),
        _ => tools::write(&file, &this),
    }
}

/// The programs about which two configurations say the opposite, with two of these.
pub fn contradictions(rows: &[Row]) -> Vec<String> {
    let decided = |came| rows.iter().filter(move |r: &&Row| r.came == came);
    let mut all = BTreeSet::new();
    for finished in decided(Came::Finished) {
        let is_other = |r: &&Row| r.set == finished.set && r.seed == finished.seed;
        if let Some(error) = decided(Came::Error).find(is_other) {
            let (one, other) = (&finished.configuration, &error.configuration);
            all.insert(format!("{}/{}: no error by ({one}), one by ({other})", finished.set, finished.seed));
        }
    }
    all.into_iter().collect()
}
