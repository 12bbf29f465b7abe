//! Asking specs, by the same machinery as `lariat test`.

use super::Options;
use super::compiled::Compiled;
use lariat::runner::snapshot::Mode;
use lariat::runner::{self, Event, Item, Outcome, report};
use lariat::spec;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// What came of the questions of a task, in their order.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// `None` for what was not asked because the run was stopped.
    pub outcomes: Vec<Option<Outcome>>,
    /// What its witnesses do when they are compiled.
    pub compiled: Vec<Compiled>,
}

/// Asks the specs, where a task has one. Beside the answers: JSON lines, as `lariat test` prints them.
pub fn all(
    specs: &[Option<PathBuf>],
    tasks: usize,
    options: &Options,
    lariat: &Path,
    stop: &AtomicBool,
) -> Result<(Vec<Answer>, String), String> {
    let mut loaded = Vec::new();
    for (task, path) in specs.iter().enumerate() {
        let Some(path) = path else { continue };
        for spec in spec::load(std::slice::from_ref(path))?.specs {
            if let Some(mistake) = spec.mistakes.first() {
                return Err(mistake.headline(&spec.source));
            }
            loaded.push((task, spec));
        }
    }
    let items: Vec<(usize, Item)> = loaded
        .iter()
        .flat_map(|(task, spec)| spec.questions.iter().map(move |asked| (*task, Item { spec, asked })))
        .collect();
    let options = runner::Options {
        executable: lariat.to_path_buf(),
        jobs: options.common.jobs(),
        timeout: options.timeout,
        memory: options.common.memory,
        fail_fast: false,
        snapshots: Mode::Tell,
        // Compilers are asked when all answers are there, so that they take none of their time.
        confirm: false,
    };
    let mut outcomes: Vec<Option<Outcome>> = vec![None; items.len()];
    let asked: Vec<Item> = items.iter().map(|(_, item)| *item).collect();
    runner::run(&asked, &options, stop, |event| {
        if let Event::Finished(i, outcome) = event {
            anstream::eprintln!("{}", report::line(&asked[i], &outcome).lines().next().unwrap_or_default());
            outcomes[i] = Some(*outcome);
        }
    });
    let raw = asked.iter().zip(&outcomes).filter_map(|(item, o)| Some(report::jsonl(item, o.as_ref()?))).collect();
    let mut answers = vec![Answer::default(); tasks];
    for ((task, _), outcome) in items.iter().zip(outcomes) {
        answers[*task].outcomes.push(outcome);
    }
    Ok((answers, raw))
}
