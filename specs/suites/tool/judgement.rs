//! What we know better about single tasks than their suite: `judgements.yaml`.
//!
//! An entry says what the suite expects, what C says, what the suite
//! is right for if for anything, and the reason; it was written after the task was
//! understood by hand and run. It counts only while the suite still says the same.

use super::task::Task;
use crate::tools::entries::{self, Entry};
use lariat::spec::Expected;

/// The entries of ours.
pub const OURS: &str = include_str!("../judgements.yaml");

/// An entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The task, as its suite calls it.
    pub task: String,
    /// What the suite says; `None` if it does not know.
    pub suite: Option<Expected>,
    /// What is right in C, where a path ends when signed arithmetic overflows; `None` if the program is not C.
    pub c: Option<Expected>,
    /// What the suite is right for: some kind of integers, some options, or nothing.
    pub holds: String,
    /// What shows it.
    pub because: String,
}

const KEYS: [&str; 5] = ["task", "suite", "c", "holds", "because"];

/// Reads entries.
pub fn read(text: &str) -> Result<Vec<Judgement>, String> {
    entries::read(text, &KEYS, entry)
}

fn entry(entry: &Entry) -> Result<Judgement, String> {
    let text = |key: &str| entry.text(key);
    let verdict = |key: &str| {
        let word = text(key)?;
        Expected::of(&word).ok_or_else(|| format!("{word} is no verdict"))
    };
    let c = match text("c")?.as_str() {
        "invalid" => None,
        word => match Expected::of(word) {
            Some(Expected::Unknown) | None => {
                return Err(format!("`c` is {word}, not reachable, unreachable or invalid"));
            }
            known => known,
        },
    };
    let suite = Some(verdict("suite")?).filter(|v| *v != Expected::Unknown);
    Ok(Judgement { task: text("task")?, suite, c, holds: text("holds")?, because: text("because")? })
}

/// Gives each task its judgement. One about a task that says something else by now is an error.
pub fn apply(judgements: &[Judgement], tasks: &mut [Task]) -> Result<(), String> {
    for judgement in judgements {
        for task in tasks.iter_mut().filter(|t| t.name == judgement.task) {
            let says = task.question.as_ref().map(|q| q.expect);
            if says != Ok(judgement.suite) {
                let before = judgement.suite.map_or("nothing", Expected::word);
                return Err(format!(
                    "{} does not say any more what our judgement is about ({before}): look at it again; it says: {}",
                    task.name, task.says
                ));
            }
            task.judgement = Some(judgement.clone());
            if judgement.c.is_none() {
                task.question = Err("the program is not valid C".into());
            }
        }
    }
    Ok(())
}
