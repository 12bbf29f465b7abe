//! `zkincaid/duet`: programs, runs of duet over them (`regression.txt`), and what each run prints (`baselines`).
//!
//! Duet proves assertions over mathematical integers. What a run proves (`0
//! errors total`) holds, whatever other runs with weaker options say of the same
//! program. An error is an assertion it could not prove, which says nothing;
//! then the comments behind the assertions (`// safe`, `// unsafe`) or the name
//! of the program tell, or nobody does.

use super::task::{Question, Task, entries, file_name, programs, text};
use lariat::spec::Expected;
use std::path::Path;

const FOLDER: &str = "regression/cra";

/// The row of the table.
const GROUP: &str = "duet cra";

/// The tasks of a checkout: one for each program.
pub fn tasks(checkout: &Path) -> Result<Vec<Task>, String> {
    let programs: Vec<_> = programs(entries(checkout, &format!("{FOLDER}/code"))?).collect();
    let runs = runs(checkout)?;
    let task = |program: std::path::PathBuf| {
        let file = file_name(&program);
        let source = text(&program)?;
        let runs: Vec<&Run> = runs.iter().filter(|r| r.program == file).collect();
        let question = match runs.iter().any(|r| r.checks_bounds) {
            _ if !source.contains("assert") && !runs.iter().any(|r| r.checks_bounds) => {
                Err("there is no assertion, and no other property is asked about".into())
            }
            checks_bounds => {
                let mut question = Question::assertions(expected(&file, &source, &runs));
                if checks_bounds {
                    question.targets =
                        if source.contains("assert") { vec!["assert", "bounds"] } else { vec!["bounds"] };
                }
                Ok(question)
            }
        };
        let says = match runs[..] {
            [] => "no run of it".into(),
            _ => runs.iter().map(|r| r.says.as_str()).collect::<Vec<_>>().join("; "),
        };
        Ok(Task {
            group: GROUP.into(),
            name: format!("{FOLDER}/code/{file}"),
            program,
            says,
            question,
            judgement: None,
        })
    };
    programs.into_iter().map(task).collect()
}

/// A run of duet.
struct Run {
    /// The name of its program.
    program: String,
    /// Whether accesses to memory are checked too.
    checks_bounds: bool,
    /// How many assertions are not proved.
    errors: Option<usize>,
    says: String,
}

/// The runs of `regression.txt`: `NAME: duet.exe OPTIONS @code/PROGRAM`.
fn runs(checkout: &Path) -> Result<Vec<Run>, String> {
    let folder = checkout.join(FOLDER);
    let mut runs = Vec::new();
    for line in text(&folder.join("regression.txt"))?.lines().filter(|l| !l.starts_with('#')) {
        let Some((name, command)) = line.split_once(':') else { continue };
        let Some((options, program)) = command.split_once("@code/") else { continue };
        let baseline = folder.join("baselines").join(format!("{name}.baseline"));
        let printed = text(&baseline).unwrap_or_default();
        let errors = printed.lines().find_map(|l| l.strip_suffix(" errors total")?.parse().ok());
        let count = errors.map_or("no baseline".into(), |n: usize| format!("{n} errors"));
        runs.push(Run {
            program: program.trim().into(),
            checks_bounds: options.contains("-check-array-bounds"),
            errors,
            says: format!("{name}: {count}"),
        });
    }
    Ok(runs)
}

fn expected(file: &str, source: &str, runs: &[&Run]) -> Option<Expected> {
    if runs.iter().any(|r| r.errors == Some(0)) {
        return Some(Expected::Unreachable);
    }
    let comments: Vec<&str> = source
        .lines()
        .filter(|l| l.contains("assert(") && !l.trim_start().starts_with("//"))
        .map(|l| l.split_once("//").map_or("", |(_, comment)| comment.trim()))
        .collect();
    let unsafe_name = ["_unsafe.c", "false-unreach-call"];
    let safe_name = ["_safe.c", "true-unreach-call"];
    if comments.iter().any(|c| c.starts_with("unsafe")) || unsafe_name.iter().any(|n| file.contains(n)) {
        return Some(Expected::Reachable);
    }
    let all_safe = !comments.is_empty() && comments.iter().all(|c| c.starts_with("safe"));
    (all_safe || safe_name.iter().any(|n| file.contains(n))).then_some(Expected::Unreachable)
}
