//! From a folder of programs to a table.
//!
//! `program` wraps a program so that its ends are calls, `compilers` says which one
//! compiled programs get to, `ask` asks Lariat about both, `score` compares.
//! `judgement` holds what C leaves open in single programs, each with its reason;
//! nothing else knows a program by its name.

pub mod ask;
pub mod compilers;
#[path = "../../../benchmarks/figures/folder.rs"]
mod folder;
pub mod judgement;
#[path = "../../../benchmarks/figures/machine.rs"]
mod machine;
pub mod options;
#[path = "../../../benchmarks/figures/process.rs"]
#[allow(dead_code, reason = "benchmarks measure what they run")]
mod process;
pub mod program;
mod record;
pub mod score;
pub mod table;

pub use options::Options;

use compilers::{Compilers, Said};
use judgement::Judgement;
use score::{Score, Scored};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// What came of it all.
pub struct Run {
    /// Each program with its score, by name.
    pub scored: Vec<Scored>,
    /// Judgements that are not about these programs any more.
    pub stale: Vec<String>,
    /// The table and what stands below it.
    pub table: String,
}

impl Run {
    /// The exit code: 1 if an answer is wrong, Lariat broke, or a judgement is stale.
    pub fn exit(&self) -> u8 {
        let is_bad = |s: &Scored| matches!(s.score, Score::Wrong | Score::Crash(_));
        u8::from(!self.stale.is_empty() || self.scored.iter().any(is_bad))
    }
}

/// Looks at all programs, and leaves wrapped programs, a listing and the table in the folder of `--out`.
pub fn work(options: &Options, judgements: &str, stop: &AtomicBool) -> Result<Run, String> {
    let judgements = judgement::read(judgements)?;
    let compilers = Compilers::find()?;
    let (programs, kept_back) = program::listed(&options.dir, options.kind, usize::from(options.sample))?;
    let out = &options.out;
    std::fs::create_dir_all(out.join("programs")).map_err(|e| format!("cannot write {}: {e}", out.display()))?;
    let ends = out.join("ends.c");
    write(&ends, program::ENDS)?;
    let scored = in_parallel(&programs, options.jobs(), stop, |path| {
        let scored = one(path, &ends, options, &compilers, &judgements)?;
        eprint!("{}", table::line(&scored));
        Ok(scored)
    })?;
    let is_whole = options.sample == 1 && scored.len() == programs.len();
    let stale = if is_whole { judgement::stale(&judgements, options.kind, &scored) } else { vec![] };
    let table = table::show(options.kind, kept_back, &scored, &judgements, &stale);
    let lines: String = scored.iter().map(table::line).collect();
    write(&out.join("programs.txt"), &lines)?;
    write(&out.join("table.txt"), &table)?;
    if options.record && is_whole {
        let folder = record::write(options, &compilers, &table, &lines, Path::new(folder::RUNS))?;
        eprintln!("recorded in {}", folder.display());
    }
    Ok(Run { scored, stale, table })
}

fn one(
    path: &Path,
    ends: &Path,
    options: &Options,
    compilers: &Compilers,
    judgements: &[Judgement],
) -> Result<Scored, String> {
    let name = program::name(path);
    let bytes = std::fs::read(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    let Some(text) = program::wrapped(&String::from_utf8_lossy(&bytes), options.kind) else {
        return Ok(score::score(&name, Said::Skipped("no main, or one with parameters"), None, None));
    };
    let file = options.out.join("programs").join(&name);
    write(&file, &text)?;
    let said = compilers.judge(&file, ends)?;
    let answers = (said == Said::Ends).then(|| ask::both(&file, options)).transpose()?;
    Ok(score::score(&name, said, answers, judgement::about(judgements, options.kind, &name)))
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    std::fs::write(file, text).map_err(|e| format!("cannot write {}: {e}", file.display()))
}

/// Does `work` on the paths until `stop`, some at a time; what it says comes in their order.
fn in_parallel<T: Send>(
    paths: &[PathBuf],
    jobs: usize,
    stop: &AtomicBool,
    work: impl Fn(&Path) -> Result<T, String> + Sync,
) -> Result<Vec<T>, String> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut said = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(path) = paths.get(at) else { break };
            said.push((at, work(path)?));
        }
        Ok(said)
    };
    let gathered: Result<Vec<Vec<(usize, T)>>, String> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..jobs).map(|_| scope.spawn(worker)).collect();
        handles.into_iter().map(|h| h.join().expect("workers do not panic")).collect()
    });
    let mut all: Vec<(usize, T)> = gathered?.into_iter().flatten().collect();
    all.sort_by_key(|(at, _)| *at);
    Ok(all.into_iter().map(|(_, said)| said).collect())
}
