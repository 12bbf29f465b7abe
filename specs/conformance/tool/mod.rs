//! From a folder of programs to a table.
//!
//! `program` wraps a program so that its ends are calls, `compilers` says which one
//! compiled programs get to, `ask` asks Lariat about both, `score` compares.
//! `judgement` holds what C leaves open in single programs, each with its reason;
//! nothing else knows a program by its name.

pub mod ask;
pub mod compilers;
pub mod judgement;
pub mod options;
pub mod program;
mod record;
pub mod score;
pub mod table;

pub use options::Options;

use crate::tools::parallel::in_parallel;
use crate::tools::write;
use compilers::{Compilers, Said};
use judgement::Judgement;
use score::{Score, Scored};
use std::path::Path;
use std::sync::atomic::AtomicBool;

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
    let out = &options.common.out;
    std::fs::create_dir_all(out.join("programs")).map_err(|e| format!("cannot write {}: {e}", out.display()))?;
    let ends = out.join("ends.c");
    write(&ends, program::ENDS)?;
    let scored = in_parallel(&programs, options.common.jobs(), stop, |path| {
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
    if options.common.record && is_whole {
        let folder = record::write(options, &compilers, &table, &lines)?;
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
    let file = options.common.out.join("programs").join(&name);
    write(&file, &text)?;
    let said = compilers.judge(&file, ends)?;
    let answers = (said == Said::Ends).then(|| ask::both(&file, options)).transpose()?;
    Ok(score::score(&name, said, answers, judgement::about(judgements, options.kind, &name)))
}
