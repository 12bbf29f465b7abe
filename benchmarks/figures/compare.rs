//! The other tools on the programs of the papers.

use crate::answer::{Sample, Verdict};
use crate::measure::{LIMIT_S, Measured, several};
use crate::published::PAPERS;
use crate::questions::Question;
use crate::tools::{self, Found};
use std::ffi::OsStr;
use std::path::Path;
use std::time::Duration;

/// Every tool that is on the PATH, with what it said to every question that is in a table.
pub fn all(questions: &[Question], runs: usize, path: &OsStr) -> Result<Vec<(Found, Vec<Measured>)>, String> {
    let programs: Vec<&str> = PAPERS.iter().flat_map(|p| p.rows).filter_map(|r| r.program).collect();
    let asked: Vec<&Question> = questions.iter().filter(|q| programs.contains(&q.name().as_str())).collect();
    let folder = std::env::temp_dir().join(format!("lariat-tools-{}", std::process::id()));
    let ask = |found: Found| {
        let answers =
            asked.iter().map(|q| measure(&found, q, None, runs, (&folder, path))).collect::<Result<_, _>>()?;
        Ok((found, answers))
    };
    let all = tools::found(path).into_iter().map(ask).collect();
    let _ = std::fs::remove_dir_all(&folder);
    all
}

/// What a tool says to a question, with a condition to assume if there is one; it works in a folder, with what is on a PATH.
pub fn measure(
    found: &Found,
    question: &Question,
    condition: Option<&str>,
    runs: usize,
    (folder, path): (&Path, &OsStr),
) -> Result<Measured, String> {
    let folder = folder.join(found.tool.name).join(question.name().replace(' ', "-"));
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let limit = Duration::from_secs(LIMIT_S);
    let samples = match (found.tool.prepare)(question, condition, &folder, path) {
        Ok(()) => several(&question.expect, runs, || (found.tool.ask)(&found.program, &folder, limit))?,
        // What cannot be asked stands in the table as an error that took no time.
        Err(e) => vec![Sample { wall_ms: 0.0, memory_mb: 0.0, verdict: Verdict::Error(e) }],
    };
    for sample in &samples {
        if let Verdict::Error(e) = &sample.verdict {
            eprintln!("{} on {}: {e}", found.tool.name, question.name());
        }
    }
    let (name, expect) = (question.name(), question.expect.clone());
    Ok(Measured { tool: found.tool.name, name, expect, samples, counts: None })
}
